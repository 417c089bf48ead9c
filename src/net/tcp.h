/*
 * tcp - what the kernel counts of a connection. A file of its own: the kernel's header of it and
 * the C library's, which the WebSocket library brings along, cannot be read together.
 */
#ifndef NET_TCP_H
#define NET_TCP_H

#include <stdint.h>

/* Bytes that have come since it was accepted; 0 where that is not known. */
uint64_t tcp_received(int fd);
/* Of these, those that lie in the socket and that nobody has read yet. */
uint64_t tcp_unread(int fd);

#endif
