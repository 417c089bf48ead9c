/* deals - people whose devices take part in a deal, for the room tests. */
#ifndef TESTS_ROOM_DEALS_H
#define TESTS_ROOM_DEALS_H

#include "base/sealed.h"
#include "fixture.h"

/* What a device adds; its own, also where a test asks again. */
struct seed part_of(int device);
json_t *deal_of(const struct client *c, const char *which); /* "next" or "game" */
const char *seal_seen(const struct client *c);
void offer(struct client *c, const char *what, const char *seal, const struct seed *value);
void pledge(struct client *c, int device);
void give(struct client *c, int device);
/* An order that may wait. */
void order(struct client *c, const char *what);
bool acked(const struct client *c);
int pledges_shown(const struct client *c); /* -1: not yet */
int parts_shown(const struct client *c);
bool is_out(const struct client *c, int seat);
/* People with devices that can deal, in a lobby. */
void in_lobby(struct company *p, int seats);
void in_lobby_of(struct company *p, const struct book *book, int seats);
/* They pledge and show their parts, and the game begins. */
void begin_dealt(struct company *p, const char *how);
/* The same from the start. */
void begun(struct company *p, int seats);
/* What the game on the table was dealt from, as a client can tell once it is over. */
struct seed seed_shown(const struct client *c);
void nothing_is_wrong(struct fixture *f);

#endif
