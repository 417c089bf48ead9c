/*
 * admin - the console: what whoever runs the server sees and does, over a WebSocket of its own.
 *
 * A connection becomes a console by its first message, which carries the token; until then it is
 * nobody's. It is taken only from a page of this very host (or from no page), with `admin-from
 * local` only from this machine, and an address has few tries. What it is told holds no word, name
 * or key of a player. Every action is logged, whatever the level of the log (docs/operations.md).
 *
 *     {"admin":1,"token":"…"}                        {"admin":1}
 *     {"ask":"state"}                                {"state":{…}}
 *     {"do":"close","table":"ABCD"}                  {"done":"close"} or
 * {"error":{"key":"no_room"}}
 */
#ifndef SERVER_ADMIN_H
#define SERVER_ADMIN_H

#include "base/jw.h"
#include "base/log.h"
#include "house/console.h"
#include "server/config.h"
#include "server/turns.h"
#include "server/words.h"

/* What the console is about; all of it outlives it. */
struct admin_world {
    struct net *net;
    struct house *house;
    const struct config *config;
    const struct turns *turns;
    const struct words *words;
};

struct admin;

/* Off, with a line in the log, where there is no token. NULL with a reason where a file was named
 * that cannot be used. */
struct admin *admin_new(const struct admin_world *world, struct net_problem *problem);
void admin_free(struct admin *a);
/* True: the message was for the console, and the house must not hear of this connection again. */
bool admin_hear(struct admin *a, struct net_conn *c, struct str text);
void admin_closed(struct admin *a, const struct net_conn *c);
/* Seconds since the process began. */
int64_t admin_uptime(const struct admin *a);

/* What was done lately, the newest first. What was said is said in up to SAID_BYTES. */
enum { DEEDS = 40, SAID_BYTES = 600, DEED_BYTES = SAID_BYTES + 40 };
struct deed {
    int64_t at; /* seconds since 1970 */
    char text[DEED_BYTES];
};
int admin_deeds(const struct admin *a, struct deed out[DEEDS]);
bool admin_draining(const struct admin *a);

/* admin_state.c: everything there is to see, as the value of "state". */
void admin_state(const struct admin *a, const struct admin_world *w, struct jw *out);

#endif
