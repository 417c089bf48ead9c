/*
 * link_socket - where another node is reached, and how long it is waited for.
 *
 * A machine that loses its power or its cable says nothing: without a limit the kernel would repeat
 * what it sends for a quarter of an hour, and every phone behind it would wait as long.
 *
 *     struct sockaddr_storage to;
 *     if (link_address(STR("10.0.0.7:7000"), &to))
 *         link_socket_new(loop, &tcp, &to);
 */
#ifndef SERVER_LINK_SOCKET_H
#define SERVER_LINK_SOCKET_H

#include "base/str.h"

#include <uv.h>

/* HOST:PORT, where the host is an address: "10.0.0.7:7000", "[fd00::7]:7000". */
bool link_address(struct str text, struct sockaddr_storage *out);
/* One that is to be connected: it gives up after three seconds. */
void link_socket_new(uv_loop_t *loop, uv_tcp_t *tcp, const struct sockaddr_storage *to);
/* One that is connected: it gives up when nothing was confirmed for five seconds. */
void link_socket_use(uv_tcp_t *tcp);

#endif
