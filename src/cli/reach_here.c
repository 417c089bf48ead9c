/* The machine itself: does a server listen, on which addresses, and is the clock right. */
#include "base/version.h"
#include "cli/reach.h"
#include "server/risks.h"

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
static bool listener(struct str line, int port, bool *alone)
{
    enum { IPV4 = 8, IPV6 = 32, MAPPED = 16 }; /* digits; where an IPv4 address begins in IPv6 */
    struct str number, local, remote, state, address, at;
    char wanted[16];

    snprintf(wanted, sizeof wanted, "%04X", (unsigned)port);
    if (!str_word(&line, &number) || !str_word(&line, &local) || !str_word(&line, &remote) ||
        !str_word(&line, &state) || !str_split(local, ':', &address, &at) ||
        (address.len != IPV4 && address.len != IPV6) || !str_is(at, wanted) || !str_is(state, "0A"))
        return false;
    bool ends_with_127 = str_is(str_n(address.at + address.len - 2, 2), "7F");
    *alone = address.len == IPV4
                 ? ends_with_127
                 : str_is(address, "00000000000000000000000001000000") ||
                       (ends_with_127 && str_is(str_n(address.at + MAPPED, 8), "FFFF0000"));
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
            if (!listener(str_of(line), (int)r->config->port, &alone))
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

bool reach_is_own(const char *address)
{
    struct address a;

    return address_parse(&a, str_of(address)) && address_is_own(&a);
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
