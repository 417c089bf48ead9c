/* The way that players come: the name, the port, the certificate, the proxy, the WebSocket. */
#include "base/jr.h"
#include "cli/reach.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>

enum { SOON_DAYS = 14, ADDRESSES = 8 };

/* An address that nobody has (RFC 5737): who believes it believes anybody. */
static const char nobody[] = "192.0.2.77";

static bool is_number(const char *host)
{
    struct in6_addr any;

    return inet_pton(AF_INET, host, &any) == 1 || inet_pton(AF_INET6, host, &any) == 1;
}

bool reach_name(struct reach *r)
{
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM}, *found = NULL;
    const char *host = r->url.host;
    int error = getaddrinfo(host, NULL, &hints, &found), own = 0, n = 0;
    struct buf list = {0};
    bool private = true;

    if (error) {
        reach_say(r, REACH_WRONG, "name",
                  "Give the name an A (IPv4) or AAAA (IPv6) record with the address that your "
                  "router or server "
                  "has on the internet; a new record takes minutes.",
                  "%s is not known: %s", host, gai_strerror(error));
        return false;
    }
    for (struct addrinfo *at = found; at && n < ADDRESSES; at = at->ai_next, n++) {
        char text[DIAL_ADDRESS] = "";

        getnameinfo(at->ai_addr, at->ai_addrlen, text, sizeof text, NULL, 0, NI_NUMERICHOST);
        buf_printf(&list, "%s%s", list.len ? ", " : "", text);
        own += reach_is_own(text);
        private = private && reach_is_private(text);
    }
    freeaddrinfo(found);
    if (own)
        reach_say(r, REACH_GOOD, "name", NULL, "%s is %s, which is this machine", host,
                  buf_cstr(&list));
    else if (private)
        reach_say(
            r, REACH_NOTE, "name",
            "Right if that is your proxy. Players from elsewhere cannot reach such an address.",
            "%s is %s, an address of a network of your own, and not this machine", host,
            buf_cstr(&list));
    else
        reach_say(r, REACH_NOTE, "name",
                  "Right if that is your router (then it has to pass the port on to this machine), "
                  "your proxy, or the far end of your tunnel.",
                  "%s is %s, which is not an address of this machine", host, buf_cstr(&list));
    buf_fini(&list);
    return true;
}

/* Browsers refuse each of these; what has to be done differs. */
static void tell_bad_certificate(struct reach *r, const struct dial *d)
{
    const char *host = r->url.host;

    switch (d->certificate) {
    case CERTIFICATE_NAME:
        reach_say(r, REACH_WRONG, "certificate",
                  "Browsers refuse it. Get one for this very name; a proxy with automatic "
                  "certificates does so by itself (docs/reach.md).",
                  "it is for %s, and not for %s", d->names[0] ? d->names : "another name", host);
        break;
    case CERTIFICATE_OLD:
        reach_say(r, REACH_WRONG, "certificate",
                  "Renew it and reload what uses it; then see why that did not happen by itself. "
                  "If it was renewed, the clock of this machine is wrong (date).",
                  "it is too old: its time is over");
        break;
    case CERTIFICATE_EARLY:
        reach_say(r, REACH_WRONG, "certificate",
                  "The clock of this machine is wrong (date), or that of the one which made it.",
                  "it is not valid yet");
        break;
    case CERTIFICATE_OWN:
        reach_say(r, REACH_WRONG, "certificate",
                  "Browsers warn everybody. Get one that they know; a proxy with automatic "
                  "certificates does so by itself (docs/reach.md).",
                  "it is signed by itself and by nobody else");
        break;
    case CERTIFICATE_SIGNER:
        reach_say(r, REACH_WRONG, "certificate",
                  "Often a part is missing: give the server the whole chain (fullchain.pem, not "
                  "cert.pem). On a bare machine: apt install ca-certificates.",
                  "who signed it is not known here");
        break;
    default:
        reach_say(r, REACH_WRONG, "certificate",
                  "No TLS came about: look at the log of the proxy, or of Unisono.", "%s",
                  d->problem);
    }
}

static void tell_connect(struct reach *r, enum dial_step step, const struct dial *d)
{
    switch (step) {
    case DIAL_REFUSED:
        reach_say(r, REACH_WRONG, "port",
                  "Nothing listens there: start the proxy, or pass the port on to the one of "
                  "Unisono.",
                  "port %d: %s", r->url.port, d->problem);
        break;
    case DIAL_SILENT:
        reach_say(r, REACH_WRONG, "port",
                  "A firewall drops it, or the router passes it on to nobody. Some routers do not "
                  "let their own network in by its outer address: try a phone without Wi-Fi.",
                  "port %d: %s", r->url.port, d->problem);
        break;
    case DIAL_PLAIN:
        reach_say(r, REACH_WRONG, "certificate",
                  "Put a proxy with automatic certificates in front (docs/reach.md), or let "
                  "players type http:// and not https://.",
                  "port %d speaks no TLS, so https:// leads nowhere", r->url.port);
        break;
    case DIAL_TLS:
        tell_bad_certificate(r, d);
        break;
    default:
        reach_say(r, REACH_WRONG, "port", NULL, "%s", d->problem);
    }
}

static void tell_certificate(struct reach *r, const struct dial *d)
{
    int days;

    if (!r->url.tls && !is_number(r->url.host) && !reach_is_private(d->address))
        reach_say(r, REACH_NOTE, "certificate",
                  "Put a proxy with automatic certificates in front (docs/reach.md): without TLS "
                  "others in the same Wi-Fi can read along.",
                  "players come without TLS");
    if (!dial_certificate_days(d, &days))
        return;
    if (days < SOON_DAYS)
        reach_say(r, REACH_NOTE, "certificate", "See that it is renewed by itself.",
                  "it is good, but ends in %d days", days);
    else
        reach_say(r, REACH_GOOD, "certificate", NULL, "it is good for %d more days", days);
}

static void tell_page(struct reach *r, const struct dial_reply *reply)
{
    struct str to = dial_header(reply, "location"), body = str_trim(buf_str(&reply->body));

    if (reply->status == 421)
        reach_say(r, REACH_WRONG, "page",
                  "Start Unisono with --public-url and this address, and let the proxy pass Host "
                  "on as it came.",
                  "the server does not answer to the name %s", r->url.host);
    else if (reply->status >= 300 && reply->status < 400)
        reach_say(r, REACH_WRONG, "page", "Use that address as --public-url, and check it.",
                  "it leads elsewhere: %.*s", STR_FMT(str_shown(to)));
    else if (reply->status == 400 && !r->url.tls &&
             (str_find(body, STR("HTTPS")) >= 0 || str_find(body, STR("SSL")) >= 0))
        reach_say(r, REACH_WRONG, "page", "Try it with https:// instead.",
                  "port %d wants https://, and was asked with http://", r->url.port);
    else if (reply->status == 502 || reply->status == 504)
        reach_say(r, REACH_WRONG, "page",
                  "The proxy is there and does not reach Unisono: compare its port with "
                  "--port and --host.",
                  "the proxy answers %d", reply->status);
    else
        reach_say(r, REACH_WRONG, "page",
                  "Another program has this address, or the proxy passes only some paths on: "
                  "everything below / is Unisono's.",
                  "what answers is not Unisono: %d %.*s", reply->status, STR_FMT(str_shown(body)));
}

bool reach_page(struct reach *r)
{
    struct dial_reply reply = {0};
    struct dial d = {0};
    enum dial_step step = dial_open(&d, &r->url, NULL, true);
    bool good = step == DIAL_FINE;

    if (!good) {
        tell_connect(r, step, &d);
    } else {
        reach_say(r, REACH_GOOD, "port", NULL, "port %d of %s answers", r->url.port, d.address);
        tell_certificate(r, &d);
        good = dial_get(&d, &r->url, "/healthz", "", &reply);
        if (!good)
            reach_say(r, REACH_WRONG, "page", r->url.tls ? NULL : "Does this port want https:// ?",
                      "%s", d.problem);
        else if (str_starts(buf_str(&reply.body), STR("ok, unisono")))
            reach_say(r, REACH_GOOD, "page", NULL, "Unisono answers under this address");
        else
            good = (tell_page(r, &reply), false);
    }
    dial_reply_fini(&reply);
    dial_close(&d);
    return good;
}

/* What the server saw of a request that pretends to come from somebody else. */
static json_t *ask_seen(struct reach *r)
{
    char header[64];
    struct dial_reply reply = {0};
    struct jr_problem problem;
    struct dial d = {0};
    json_t *seen = NULL;

    snprintf(header, sizeof header, "X-Forwarded-For: %s\r\n", nobody);
    if (dial_open(&d, &r->url, NULL, true) == DIAL_FINE &&
        dial_get(&d, &r->url, "/api/reach", header, &reply) && reply.status == 200)
        seen = jr_parse(buf_str(&reply.body), &problem);
    dial_reply_fini(&reply);
    dial_close(&d);
    return seen;
}

static void tell_trusted(struct reach *r, const char *address, const char *direct, const char *told)
{
    if (!told[0])
        reach_say(r, REACH_WRONG, "proxy",
                  "Let it set X-Forwarded-For (docs/reach.md). Until then all players share the "
                  "limits of one address.",
                  "the proxy at %s does not tell whom it speaks for", direct);
    else if (strcmp(told, nobody) == 0)
        reach_say(r, REACH_WRONG, "proxy",
                  "Let it write the address it hears from into X-Forwarded-For itself "
                  "(docs/reach.md).",
                  "the proxy at %s passes on what anybody says about their address", direct);
    else /* From the proxy's own machine all of it is trusted, down to what we made up. */
        reach_say(r, REACH_GOOD, "proxy", NULL, "the proxy at %s tells whom it speaks for (%s)",
                  direct, strcmp(address, nobody) == 0 ? "this machine" : address);
}

void reach_proxy(struct reach *r)
{
    json_t *seen = ask_seen(r);
    const char *address = json_string_value(json_object_get(seen, "address"));
    const char *direct = json_string_value(json_object_get(seen, "direct"));
    const char *told = json_string_value(json_object_get(seen, "forwarded"));

    if (!address || !direct || !told)
        reach_say(r, REACH_NOTE, "proxy", NULL, "the server does not tell what it sees");
    else if (json_is_true(json_object_get(seen, "trusted")))
        tell_trusted(r, address, direct, told);
    else if (strcmp(told, nobody) != 0)
        reach_say(r, REACH_WRONG, "proxy",
                  "Name it: --trusted-proxy. Until then all players share the limits of one "
                  "address.",
                  "a proxy at %s passes players on, and is not believed", direct);
    else if (r->config->trusted_proxy[0])
        reach_say(r, REACH_NOTE, "proxy", "Name where the proxy comes from, or take it out.",
                  "trusted-proxy is set, but this came straight from %s", direct);
    else
        reach_say(r, REACH_GOOD, "proxy", NULL, "none is seen: players come straight here");
    json_decref(seen);
}

void reach_socket(struct reach *r)
{
    char origin[DIAL_HOST + 16];
    struct buf heard = {0};
    struct dial d = {0};
    int status = 0;

    snprintf(origin, sizeof origin, "%s://%s", r->url.tls ? "https" : "http", r->url.at);
    if (dial_open(&d, &r->url, NULL, true) != DIAL_FINE) {
        reach_say(r, REACH_WRONG, "websocket", NULL, "%s", d.problem);
    } else if (!dial_websocket(&d, &r->url, origin, &status)) {
        reach_say(r, REACH_WRONG, "websocket",
                  status == 403 ? "The proxy changes Host: let it pass it on as it came, or start "
                                  "Unisono with --public-url and this address."
                  : status == 426 || status == 400 || status == 200 || status == 404
                      ? "The proxy does not pass WebSockets on: HTTP/1.1, and the headers Upgrade "
                        "and Connection (docs/reach.md)."
                      : NULL,
                  "%s (%d)", d.problem, status);
    } else if (!dial_send(&d, STR("{\"ping\":1}")) || !dial_hear(&d, &heard)) {
        reach_say(r, REACH_WRONG, "websocket",
                  "Something between cuts it: a proxy that waits for a whole answer, or a filter.",
                  "it opens, but nothing comes back: %s", d.problem);
    } else {
        /* A ping before hello is answered with an error, which is an answer. */
        reach_say(r, REACH_GOOD, "websocket", NULL, "messages go there and back");
    }
    buf_fini(&heard);
    dial_close(&d);
}
