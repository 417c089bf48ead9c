/*
 * address - where a connection comes from: an IP address, its group for limits, and who is trusted.
 *
 * IPv4 is kept as IPv4 in IPv6 (::ffff:a.b.c.d), so that there is one form. A home has one IPv4
 * address but 2^64 IPv6 ones, so limits count IPv6 by /64. Nothing here allocates.
 *
 *     struct address a;
 *     if (address_parse(&a, STR("192.168.1.7")) && !address_in(&a, &proxies))
 *         peer = peers_join(p, address_group(&a), now);
 */
#ifndef NET_ADDRESS_H
#define NET_ADDRESS_H

#include "base/str.h"

#include <sys/socket.h>

enum { ADDRESS_TEXT = 48, ADDRESS_RANGES = 16 };

struct address {
    uint8_t byte[16];
};

/* Addresses that share their first `bits` bits. */
struct address_range {
    struct address base;
    int bits;
};

struct address_list {
    struct address_range range[ADDRESS_RANGES];
    int n;
};

/* False, output untouched, for what is no address; a port or brackets are no part of it. */
bool address_parse(struct address *out, struct str text);
/* Any other family than IPv4 and IPv6 gives ::, which is nobody's. */
struct address address_of(const struct sockaddr *sa);
/* The address for limits: IPv6 cut to its first 64 bits. */
struct address address_group(const struct address *a);
bool address_is_loopback(const struct address *a);
/* Whether an interface of this machine has it. */
bool address_is_own(const struct address *a);
const char *address_text(const struct address *a, char out[ADDRESS_TEXT]);
/* For logs: only the first half of it, "192.168.x.x" or "2001:db8:x". */
const char *address_coarse(const struct address *a, char out[ADDRESS_TEXT]);

/* "10.0.0.0/8, ::1": addresses and ranges parted by commas. False, with the first bad piece in
 * *bad, where one is none or there are too many. */
bool address_list_parse(struct address_list *out, struct str text, struct str *bad);
bool address_in(const struct address *a, const struct address_list *list);

/*
 * Whom a request comes from when trusted proxies pass it on. `forwarded` is the value of
 * X-Forwarded-For: each proxy adds at its right end whom it heard from, so we read from the right
 * for as long as we trust who wrote it. What is left of the first stranger is hearsay. A proxy may
 * write a port after the address. False, output untouched, where one that we need cannot be read:
 * whom to count such a request against is not known.
 */
bool address_forwarded(struct address *out, const struct address *peer, struct str forwarded,
                       const struct address_list *trusted);

#endif
