#include "server/banner.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <qrencode.h>
#include <string.h>

struct words {
    const char *code, *open, *scan, *stop;
};

static const struct words words[] = {
    {"en", "The tables are open:", "Players type this address, or point a camera at the code.",
     "Ctrl-C ends it; tables that are stored go on at the next start."},
    {"de", "Die Tische sind offen:",
     "Wer mitspielen will, tippt diese Adresse ein oder hält die Kamera auf den Code.",
     "Strg-C beendet; gespeicherte Tische gehen beim nächsten Start weiter."},
    {"fr", "Les tables sont ouvertes :",
     "Pour jouer, on tape cette adresse ou on vise le code avec l’appareil photo.",
     "Ctrl-C arrête ; les tables enregistrées reprennent au prochain démarrage."},
};

/* Bridges of containers and virtual machines are no way in for a phone. */
static bool is_virtual(const char *name)
{
    static const char *const prefixes[] = {"docker", "veth", "virbr", "br-", "vmnet", "lxc", "tun"};

    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    }
    return false;
}

static int likeliness(const struct ifaddrs *i, uint32_t address)
{
    bool home = address >> 16 == 0xc0a8, ten = address >> 24 == 10;
    bool other = address >> 20 == 0xac1, link_local = address >> 16 == 0xa9fe;

    if (is_virtual(i->ifa_name))
        return 1;
    return link_local ? 2 : home ? 6 : ten ? 5 : other ? 4 : 3;
}

void banner_lan(struct buf *out)
{
    struct ifaddrs *all = NULL;
    char text[INET_ADDRSTRLEN] = "localhost";
    int best = 0;

    if (getifaddrs(&all) < 0)
        all = NULL;
    for (struct ifaddrs *i = all; i; i = i->ifa_next) {
        if (!i->ifa_addr || i->ifa_addr->sa_family != AF_INET || !(i->ifa_flags & IFF_UP) ||
            (i->ifa_flags & IFF_LOOPBACK))
            continue;
        const struct sockaddr_in *at = (const struct sockaddr_in *)(const void *)i->ifa_addr;
        int here = likeliness(i, ntohl(at->sin_addr.s_addr));
        if (here > best) {
            best = here;
            inet_ntop(AF_INET, &at->sin_addr, text, sizeof text);
        }
    }
    if (all)
        freeifaddrs(all);
    buf_adds(out, text);
}

void banner_url(const struct config *c, int port, struct str lan, struct buf *out)
{
    bool tls = c->tls_cert[0] != '\0';
    struct str host = str_of(c->host);

    if (c->public_url[0]) {
        buf_adds(out, c->public_url);
        return;
    }
    if (host.len == 0 || str_is(host, "0.0.0.0") || str_is(host, "::"))
        host = lan;
    bool v6 = memchr(host.at, ':', host.len) != NULL;
    buf_printf(out, "%s://%s%.*s%s", tls ? "https" : "http", v6 ? "[" : "", STR_FMT(host),
               v6 ? "]" : "");
    if (port != (tls ? 443 : 80))
        buf_printf(out, ":%d", port);
    buf_addc(out, '/');
}

bool banner_qr(const char *url, bool colour, struct buf *out)
{
    enum { QUIET = 4 };
    static const char *const dots[] = {" ", "▀", "▄", "█"};
    QRcode *code = QRcode_encodeString8bit(url, 0, QR_ECLEVEL_M);

    if (!code)
        return false;
    for (int y = -QUIET; y < code->width + QUIET; y += 2) {
        buf_adds(out, colour ? "  \x1b[30;107m" : "  ");
        for (int x = -QUIET; x < code->width + QUIET; x++) {
            int dark = 0;

            for (int half = 0; half < 2; half++) {
                int row = y + half;

                if (x >= 0 && x < code->width && row >= 0 && row < code->width)
                    dark |= (code->data[row * code->width + x] & 1) << half;
            }
            buf_adds(out, dots[dark]);
        }
        buf_adds(out, colour ? "\x1b[0m\n" : "\n");
    }
    QRcode_free(code);
    return true;
}

void banner(const struct config *c, int port, const char *language, bool terminal, struct buf *out)
{
    const struct words *w = &words[0];
    struct buf lan = {0}, url = {0};

    for (size_t i = 0; language && i < sizeof words / sizeof words[0]; i++) {
        if (strncmp(language, words[i].code, 2) == 0)
            w = &words[i];
    }
    banner_lan(&lan);
    banner_url(c, port, buf_str(&lan), &url);
    buf_printf(out, "\n  %s  %s\n\n", w->open, buf_cstr(&url));
    if (c->qr == QR_ALWAYS || (c->qr == QR_AUTO && terminal)) {
        if (banner_qr(buf_cstr(&url), terminal, out))
            buf_printf(out, "\n  %s\n", w->scan);
    }
    buf_printf(out, "  %s\n\n", w->stop);
    buf_fini(&lan);
    buf_fini(&url);
}
