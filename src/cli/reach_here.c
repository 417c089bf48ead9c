/* The machine itself: does a server listen, on which addresses, and is the clock right. */
#include "base/version.h"
#include "cli/reach.h"
#include "server/risks.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timex.h>

bool reach_listens(struct reach *r)
{
    const struct config *c = r->config;
    struct dial_url here = {.tls = c->tls_cert[0] != '\0', .port = (int)c->port};
    struct dial_reply reply = {0};
    struct dial d = {0};

    snprintf(here.host, sizeof here.host, "%s", c->host[0] ? c->host : "localhost");
    snprintf(here.at, sizeof here.at, "localhost:%d", here.port);
    bool good = dial_open(&d, &here, NULL, false) == DIAL_FINE &&
                dial_get(&d, &here, "/healthz", "", &reply);
    struct str body = buf_str(&reply.body);
    body = str_trim(body);
    if (!good) {
        reach_say(r, REACH_WRONG, "listens",
                  "Start it (unisono serve, or systemctl start unisono), or name the port with "
                  "--port as it was started.",
                  "nothing answers on port %d of this machine (%s)", here.port, d.problem);
    } else if (!str_starts(body, STR("ok, unisono"))) {
        bool ours = reply.status == 503;

        good = ours;
        reach_say(r, REACH_WRONG, "listens",
                  ours ? "Look at the log: journalctl -u unisono."
                       : "Another program has this port. Give Unisono another one: --port.",
                  "port %d answers %d: %.*s", here.port, reply.status, STR_FMT(str_shown(body)));
    } else {
        reach_say(r, REACH_GOOD, "listens", NULL, "port %d of this machine: %.*s", here.port,
                  STR_FMT(body));
    }
    dial_reply_fini(&reply);
    dial_close(&d);
    return good;
}

/* One line of /proc/net/tcp or tcp6: whether it listens on the port, and on this machine alone. */
static bool listener(const char *line, int port, bool *alone)
{
    char address[33];
    unsigned at, state;

    if (sscanf(line, " %*d: %32[0-9A-F]:%4x %*[0-9A-F]:%*4x %2x", address, &at, &state) != 3 ||
        (int)at != port || state != 0x0A)
        return false;
    size_t len = strlen(address);
    *alone = len == 8 ? strcmp(address + 6, "7F") == 0
                      : strcmp(address, "00000000000000000000000001000000") == 0 ||
                            (strncmp(address + 16, "FFFF0000", 8) == 0 &&
                             strcmp(address + 30, "7F") == 0);
    return true;
}

void reach_where(struct reach *r)
{
    static const char *const files[] = {"/proc/net/tcp", "/proc/net/tcp6"};
    int listeners = 0, open = 0;
    char line[256];

    for (int i = 0; i < 2; i++) {
        FILE *file = fopen(files[i], "re");
        bool alone;

        while (file && fgets(line, sizeof line, file)) {
            if (!listener(line, (int)r->config->port, &alone))
                continue;
            listeners++;
            open += !alone;
        }
        if (file)
            fclose(file);
    }
    if (listeners && !open)
        reach_say(r, r->has_url ? REACH_NOTE : REACH_WRONG, "where",
                  r->has_url ? "Right behind a proxy on this machine; else leave --host out."
                             : "Leave --host out, so that phones in the network reach it.",
                  "it listens for this machine alone");
    else if (listeners)
        reach_say(r, REACH_GOOD, "where", NULL, "it listens for the network");
    else
        reach_say(r, REACH_NOTE, "where", NULL, "its listener is in another container or machine");
}

/* Addresses as texts: what getnameinfo() writes is what inet_ntop() writes. */
static bool each_own(bool (*is)(const char *text, void *arg), void *arg)
{
    struct ifaddrs *all = NULL;
    char text[INET6_ADDRSTRLEN];
    bool found = false;

    if (getifaddrs(&all) != 0)
        return false;
    for (struct ifaddrs *at = all; at && !found; at = at->ifa_next) {
        if (!at->ifa_addr)
            continue;
        if (at->ifa_addr->sa_family == AF_INET)
            inet_ntop(AF_INET, &((struct sockaddr_in *)(void *)at->ifa_addr)->sin_addr, text,
                      sizeof text);
        else if (at->ifa_addr->sa_family == AF_INET6)
            inet_ntop(AF_INET6, &((struct sockaddr_in6 *)(void *)at->ifa_addr)->sin6_addr, text,
                      sizeof text);
        else
            continue;
        found = is(text, arg);
    }
    freeifaddrs(all);
    return found;
}

static bool same(const char *text, void *arg)
{
    return strcmp(text, arg) == 0;
}

bool reach_is_own(const char *address)
{
    return each_own(same, (char *)address);
}

bool reach_is_private(const char *address)
{
    struct address a;

    return address_parse(&a, str_of(address)) && !risk_is_public(&a);
}

void reach_clock(struct reach *r)
{
    struct timex t = {0};
    int state = adjtimex(&t);

    if (state < 0)
        return; /* a container may not ask */
    if (state == TIME_ERROR || (t.status & STA_UNSYNC))
        reach_say(r, REACH_NOTE, "clock",
                  "timedatectl set-ntp true. Games do not need it; certificates and logs do.",
                  "nothing keeps the clock of this machine right");
    else
        reach_say(r, REACH_GOOD, "clock", NULL, "the clock of this machine is kept right");
}
