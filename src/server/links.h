/*
 * links - the way to the tables of other nodes: a connection whose table is elsewhere is passed
 * through, like a reverse proxy does it.
 *
 * Two nodes share one link in each direction; the relays of many connections run on it, and what a
 * turn of the loop sends to a node leaves in one write. The node that has the table sees an
 * ordinary connection (house_open_via); limits are kept and slow readers cut where the phone is.
 * When a relay ends because its node is gone, or has lost the table, the phone keeps its socket,
 * and the house looks for the table again (house_relay_lost).
 *
 * Links are not encrypted: they belong into a network of one's own. Whoever opens one shows the
 * secret that all nodes read from their store.
 *
 *     struct links *p = links_new(loop, "10.0.0.7:7000", secret, &problem);
 *     links_serve(p, house);
 *     … links_flush(p) after each round
 */
#ifndef SERVER_LINKS_H
#define SERVER_LINKS_H

#include "house/house.h"
#include "net/net.h"

struct links;

enum { LINKS_SECRET = 64 }; /* characters */

/* Listens on the address; NULL with a reason, after which the loop has something to close. */
struct links *links_new(uv_loop_t *loop, const char *address, const char *secret,
                        struct net_problem *problem);
void links_serve(struct links *p, struct house *house);
/* For the house: its connections' sockets are those of the net. */
extern const struct remote_ops links_remote; /* its `arg` is the links */

/* Whether a connection's socket is a relay that came from another node, and how such a one is
 * answered. */
bool links_is_relay(const void *socket);
void links_send(void *socket, struct str text);
void links_hang_up(void *socket, int code, const char *reason);

/* Sends what has gathered, and closes what was hung up. */
void links_flush(struct links *p);
/* Closes everything; the loop has to run once more before links_free(). */
void links_stop(struct links *p);
void links_free(struct links *p);

#endif
