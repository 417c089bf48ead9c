#include "net/address.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

static bool is_v4(const struct address *a)
{
    return memcmp(a->byte, mapped, sizeof mapped) == 0;
}

bool address_parse(struct address *out, struct str text)
{
    char copy[INET6_ADDRSTRLEN];
    struct address a;

    if (text.len == 0 || text.len >= sizeof copy || memchr(text.at, '\0', text.len))
        return false;
    memcpy(copy, text.at, text.len);
    copy[text.len] = '\0';
    if (inet_pton(AF_INET, copy, a.byte + 12) == 1)
        memcpy(a.byte, mapped, sizeof mapped);
    else if (inet_pton(AF_INET6, copy, a.byte) != 1)
        return false;
    *out = a;
    return true;
}

struct address address_of(const struct sockaddr *sa)
{
    struct address a = {{0}};

    if (sa->sa_family == AF_INET) {
        memcpy(a.byte, mapped, sizeof mapped);
        memcpy(a.byte + 12, &((const struct sockaddr_in *)(const void *)sa)->sin_addr, 4);
    } else if (sa->sa_family == AF_INET6) {
        memcpy(a.byte, &((const struct sockaddr_in6 *)(const void *)sa)->sin6_addr, 16);
    }
    return a;
}

struct address address_group(const struct address *a)
{
    struct address group = *a;

    if (!is_v4(a))
        memset(group.byte + 8, 0, 8);
    return group;
}

bool address_is_loopback(const struct address *a)
{
    static const struct address one = {{[15] = 1}};

    return is_v4(a) ? a->byte[12] == 127 : memcmp(a, &one, sizeof one) == 0;
}

bool address_is_own(const struct address *a)
{
    struct ifaddrs *all = NULL;
    bool own = false;

    if (getifaddrs(&all) != 0)
        return false;
    for (const struct ifaddrs *at = all; at && !own; at = at->ifa_next) {
        bool ip = at->ifa_addr &&
                  (at->ifa_addr->sa_family == AF_INET || at->ifa_addr->sa_family == AF_INET6);
        struct address one = ip ? address_of(at->ifa_addr) : (struct address){{0}};

        own = ip && memcmp(&one, a, sizeof one) == 0;
    }
    freeifaddrs(all);
    return own;
}

const char *address_text(const struct address *a, char out[ADDRESS_TEXT])
{
    if (is_v4(a))
        inet_ntop(AF_INET, a->byte + 12, out, ADDRESS_TEXT);
    else
        inet_ntop(AF_INET6, a->byte, out, ADDRESS_TEXT);
    return out;
}

const char *address_coarse(const struct address *a, char out[ADDRESS_TEXT])
{
    const uint8_t *b = a->byte;

    if (is_v4(a))
        snprintf(out, ADDRESS_TEXT, "%d.%d.x.x", b[12], b[13]);
    else
        snprintf(out, ADDRESS_TEXT, "%x:%x:x", b[0] << 8 | b[1], b[2] << 8 | b[3]);
    return out;
}

static bool parse_range(struct address_range *out, struct str text)
{
    struct str head = text, tail = {0};
    struct address base;
    int64_t bits = -1;
    bool cut = str_split(text, '/', &head, &tail);

    if (!address_parse(&base, head))
        return false;
    int64_t most = is_v4(&base) ? 32 : 128;
    if (!cut)
        bits = most;
    else if (!str_int(tail, &bits) || bits < 0 || bits > most)
        return false;
    *out = (struct address_range){base, (int)bits + (is_v4(&base) ? 96 : 0)};
    return true;
}

bool address_list_parse(struct address_list *out, struct str text, struct str *bad)
{
    struct address_list list = {.n = 0};
    struct str piece;

    while (str_piece(&text, ',', &piece)) {
        if (list.n == ADDRESS_RANGES || !parse_range(&list.range[list.n], piece)) {
            *bad = piece;
            return false;
        }
        list.n++;
    }
    *out = list;
    return true;
}

static bool in_range(const struct address *a, const struct address_range *r)
{
    int whole = r->bits / 8, left = r->bits % 8;

    if (memcmp(a->byte, r->base.byte, (size_t)whole) != 0)
        return false;
    return left == 0 || (a->byte[whole] ^ r->base.byte[whole]) >> (8 - left) == 0;
}

bool address_in(const struct address *a, const struct address_list *list)
{
    for (int i = 0; i < list->n; i++) {
        if (in_range(a, &list->range[i]))
            return true;
    }
    return false;
}

/* "1.2.3.4", "1.2.3.4:5678", "2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:5678" */
static bool parse_hop(struct address *out, struct str text)
{
    struct str head, port = STR("0");
    int64_t number;

    if (text.len > 0 && text.at[0] == '[') {
        if (!str_split(str_n(text.at + 1, text.len - 1), ']', &head, &port))
            return false;
        if (port.len > 0 && port.at[0] != ':')
            return false;
        port = port.len > 0 ? str_n(port.at + 1, port.len - 1) : STR("0");
    } else if (!str_split(text, ':', &head, &port) || memchr(port.at, ':', port.len)) {
        head = text; /* no colon, or many: there is no port after a bare IPv6 address */
        port = STR("0");
    }
    return str_int(port, &number) && number >= 0 && number <= 65535 && address_parse(out, head);
}

bool address_forwarded(struct address *out, const struct address *peer, struct str forwarded,
                       const struct address_list *trusted)
{
    struct address at = *peer;

    while (address_in(&at, trusted) && forwarded.len > 0) {
        size_t start = forwarded.len;

        while (start > 0 && forwarded.at[start - 1] != ',')
            start--;
        if (!parse_hop(&at, str_trim(str_n(forwarded.at + start, forwarded.len - start))))
            return false;
        forwarded.len = start > 0 ? start - 1 : 0;
    }
    *out = at;
    return true;
}
