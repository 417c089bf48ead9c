#include "net/hosts.h"

#include "base/nocase.h"
#include "net/address.h"

#include <stdlib.h>
#include <unistd.h>

enum { NAME_MAX_LEN = 253 };

/* Nobody can register a name below these: they are kept for networks of one's own, or belong to the
 * maker of the router that gives them out. */
static const char *const private_endings[] = {"local", "lan",         "home.arpa", "internal",
                                              "home",  "localdomain", "intranet",  "fritz.box"};

void hosts_init(struct hosts *h, const char *given, const char *machine)
{
    *h = (struct hosts){.given = strdup(given)};
    if (!h->given)
        abort(); /* out of memory ends the process */
    if (machine)
        strncpy(h->machine, machine, sizeof h->machine - 1);
    else if (gethostname(h->machine, sizeof h->machine - 1) < 0)
        h->machine[0] = '\0';
}

void hosts_fini(struct hosts *h)
{
    free(h->given);
    h->given = NULL;
}

static bool is_port(struct str text)
{
    int64_t port;

    return text.len > 0 && text.len <= 5 && text.at[0] >= '0' && text.at[0] <= '9' &&
           str_int(text, &port) && port <= 65535;
}

static bool is_name(struct str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];

        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
              c == '-' || c == '_' || (c == '.' && i > 0 && text.at[i - 1] != '.')))
            return false;
    }
    return text.len > 0 && text.len <= NAME_MAX_LEN;
}

bool host_name(struct str header, struct str *name)
{
    struct str head = header, port = {0};
    struct address a;

    if (header.len > 0 && header.at[0] == '[') {
        if (!str_split(str_n(header.at + 1, header.len - 1), ']', &head, &port) ||
            !address_parse(&a, head) || !memchr(head.at, ':', head.len))
            return false;
        if (port.len > 0 && (port.at[0] != ':' || !is_port(str_n(port.at + 1, port.len - 1))))
            return false;
        *name = head;
        return true;
    }
    if (str_split(header, ':', &head, &port) && !is_port(port))
        return false;
    if (!is_name(head))
        return false;
    if (head.len > 1 && head.at[head.len - 1] == '.')
        head.len--;
    *name = head;
    return true;
}

/* Cuts a dot and `ending` off `name`; false where it does not end so. */
static bool cut(struct str name, struct str ending, struct str *front)
{
    if (name.len < ending.len + 2 || name.at[name.len - ending.len - 1] != '.' ||
        !str_eq_nocase(str_n(name.at + name.len - ending.len, ending.len), ending))
        return false;
    *front = str_n(name.at, name.len - ending.len - 1);
    return true;
}

/* Where two machines of a network have one name, the later is called name-2. */
static bool is_numbered(struct str name, struct str machine)
{
    if (name.len < machine.len + 2 || !str_eq_nocase(str_n(name.at, machine.len), machine) ||
        name.at[machine.len] != '-')
        return false;
    for (size_t i = machine.len + 1; i < name.len; i++) {
        if (name.at[i] < '0' || name.at[i] > '9')
            return false;
    }
    return true;
}

static bool is_machine(const struct hosts *h, struct str name)
{
    struct str whole = str_of(h->machine), machine = whole, rest, front;

    str_split(whole, '.', &machine, &rest);
    if (machine.len == 0)
        return false;
    if (str_eq_nocase(name, whole) || str_eq_nocase(name, machine))
        return true;
    for (size_t i = 0; i < sizeof private_endings / sizeof private_endings[0]; i++) {
        if (cut(name, str_of(private_endings[i]), &front))
            return str_eq_nocase(front, machine) || (i == 0 && is_numbered(front, machine));
    }
    return false;
}

static bool was_given(const struct hosts *h, struct str name)
{
    struct str rest = str_of(h->given), piece, front;

    while (str_piece(&rest, ',', &piece)) {
        if (str_eq_nocase(piece, name) || str_is(piece, "*"))
            return true;
        if (str_starts(piece, STR("*.")) && cut(name, str_n(piece.at + 2, piece.len - 2), &front))
            return true;
    }
    return false;
}

bool hosts_know(const struct hosts *h, struct str name)
{
    struct str front;
    struct address a;

    return address_parse(&a, name) || str_eq_nocase(name, STR("localhost")) ||
           cut(name, STR("localhost"), &front) || is_machine(h, name) || was_given(h, name);
}

bool host_is_loopback(struct str name)
{
    struct address a;

    return str_eq_nocase(name, STR("localhost")) ||
           (address_parse(&a, name) && address_is_loopback(&a));
}

bool hosts_check(struct str given, struct str *bad)
{
    struct str piece;

    while (str_piece(&given, ',', &piece)) {
        struct str name = str_starts(piece, STR("*.")) ? str_n(piece.at + 2, piece.len - 2) : piece;

        if (!is_name(name) && !str_is(piece, "*")) {
            *bad = piece;
            return false;
        }
    }
    return true;
}
