/*
 * hosts - the names this server answers to.
 *
 * A page of a stranger's name can let that name point to an address in the visitor's own network
 * and then read what is served there as if it were its own (DNS rebinding). It cannot choose what
 * the browser writes into Host: that stays the stranger's name. So requests are answered only under
 * names that are ours:
 *
 *   - an address instead of a name: no name, so nobody can let it point elsewhere;
 *   - localhost and what is below it;
 *   - the name of this machine, bare and below the endings that nobody can register: mypc.lan,
 *     mypc.fritz.box, mypc.local … and mypc-2.local, which is what a second mypc is called;
 *   - the names that were told: "play.example, *.party.example"; a star alone is any name.
 *
 * Names of a certificate are the caller's to ask for. Nothing here allocates but hosts_init().
 *
 *     struct str name;
 *     if (!host_name(r.host, &name) || !hosts_know(&hosts, name))
 *         …                                    // 400, 421
 */
#ifndef NET_HOSTS_H
#define NET_HOSTS_H

#include "base/str.h"

struct hosts {
    char *given;
    char machine[256]; /* as it calls itself */
};

/* `machine`: NULL for what the system says. */
void hosts_init(struct hosts *h, const char *given, const char *machine);
void hosts_fini(struct hosts *h);

/* The name or address in the value of a Host header, without port, brackets and last dot. False,
 * output untouched, for anything that no browser would write. */
bool host_name(struct str header, struct str *name);
bool hosts_know(const struct hosts *h, struct str name);
/* Names that only this machine itself can mean: localhost, 127.0.0.1, ::1. */
bool host_is_loopback(struct str name);
/* Whether each piece of a list of names could be one; the first that cannot goes into *bad. */
bool hosts_check(struct str given, struct str *bad);

#endif
