#include "server/risks.h"

#include <ifaddrs.h>
#include <net/if.h>
#include <string.h>
#include <unistd.h>

enum { ADDRESSES = 64 };

/* What is no address of the open internet (the registries of special addresses, RFC 6890). */
static const char not_public[] =
    "0.0.0.0/8, 10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12,"
    "192.0.0.0/24, 192.168.0.0/16, 198.18.0.0/15, 224.0.0.0/3";
static const char public_six[] = "2000::/3";
static const char documentation[] = "192.0.2.0/24, 198.51.100.0/24, 203.0.113.0/24, 2001:db8::/32";
static const char any_four[] = "0.0.0.0/0";

static bool within(const struct address *a, const char *ranges)
{
    struct address_list list;
    struct str bad;

    return address_list_parse(&list, str_of(ranges), &bad) && address_in(a, &list);
}

bool risk_is_public(const struct address *a)
{
    if (within(a, documentation))
        return false;
    return within(a, any_four) ? !within(a, not_public) : within(a, public_six);
}

static bool listens_to_all(const struct config *c)
{
    return c->host[0] == '\0' || strcmp(c->host, "0.0.0.0") == 0 || strcmp(c->host, "::") == 0;
}

static bool is_open(const struct config *c, const struct address *own, int n)
{
    bool four = false, six = false, at_home = false;
    struct address one;

    if (c->tls_cert[0])
        return false;
    if (!listens_to_all(c))
        return address_parse(&one, str_of(c->host)) && risk_is_public(&one);
    for (int i = 0; i < n; i++) {
        bool is_four = within(&own[i], any_four), is_public = risk_is_public(&own[i]);

        four |= is_four && is_public;
        six |= !is_four && is_public;
        at_home |= is_four && !is_public && !address_is_loopback(&own[i]);
    }
    return four || (six && !at_home);
}

int risks_of(const struct config *c, bool root, const struct address *own, int n)
{
    return (root ? RISK_ROOT : 0) | (is_open(c, own, n) ? RISK_OPEN : 0);
}

int risks_here(const struct config *c)
{
    struct address own[ADDRESSES];
    struct ifaddrs *all = NULL;
    int n = 0;

    if (getifaddrs(&all) < 0)
        all = NULL;
    for (const struct ifaddrs *i = all; i && n < ADDRESSES; i = i->ifa_next) {
        if (i->ifa_addr && i->ifa_flags & IFF_UP &&
            (i->ifa_addr->sa_family == AF_INET || i->ifa_addr->sa_family == AF_INET6))
            own[n++] = address_of(i->ifa_addr);
    }
    if (all)
        freeifaddrs(all);
    return risks_of(c, geteuid() == 0, own, n);
}

const char *risk_event(enum risk risk)
{
    return risk == RISK_ROOT ? "runs_as_root" : "open_without_tls";
}

const char *risk_advice(enum risk risk, const char *language)
{
    static const struct {
        const char *code, *root, *open;
    } advice[] = {
        {"en", "It runs as root. It needs no rights: start it as a user of its own.",
         "It can be reached from the internet and does not encrypt: give it --tls-cert and "
         "--tls-key, or put a proxy in front and --host 127.0.0.1."},
        {"de", "Der Server läuft als root. Er braucht keine Rechte: besser ein eigener Benutzer.",
         "Der Server ist aus dem Internet erreichbar und verschlüsselt nicht: --tls-cert und "
         "--tls-key angeben, oder einen Proxy davor und --host 127.0.0.1."},
        {"fr",
         "Le serveur tourne en root. Il n’a besoin d’aucun droit : un utilisateur à lui suffit.",
         "Le serveur est joignable depuis Internet et ne chiffre pas : indiquez --tls-cert et "
         "--tls-key, ou placez un proxy devant avec --host 127.0.0.1."},
    };
    size_t which = 0;

    for (size_t i = 0; language && i < sizeof advice / sizeof advice[0]; i++) {
        if (strncmp(language, advice[i].code, 2) == 0)
            which = i;
    }
    return risk == RISK_ROOT ? advice[which].root : advice[which].open;
}
