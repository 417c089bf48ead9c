/* rooms - the house of rooms as the part of a server: connections in, frames out, the store and the
 * clock on the loop. */
#ifndef SERVER_ROOMS_H
#define SERVER_ROOMS_H

#include "server/server.h"

struct rooms;

/* One per process; free it after server_run(). */
struct rooms *rooms_new(void);
struct server_part rooms_part(struct rooms *r);
void rooms_free(struct rooms *r);

#endif
