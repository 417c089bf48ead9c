/*
 * Arbitrary lines as what a request says: path, query, host, encodings, tags, origin, proxies. The
 * answer is one of ours, its head is well formed and nothing of the request gets into it as a line.
 */
#include "net/address.h"
#include "net/hosts.h"
#include "net/http.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Cut at a zero, not at a line end: a header's value could hold one if a library let it pass. */
static struct str piece(struct str *rest)
{
    struct str head = *rest, tail = {rest->at, 0};

    str_split(*rest, '\0', &head, &tail);
    *rest = tail;
    return head;
}

static void check_head(struct str head)
{
    ptrdiff_t end = str_find(head, STR("\r\n\r\n"));
    struct str line;

    if (!str_starts(head, STR("HTTP/1.1 ")) || end < 0 || (size_t)end + 4 != head.len)
        abort();
    str_line(&head, &line);
    while (str_line(&head, &line)) {
        struct str name, value;

        if (line.len == 0)
            continue;
        if (!str_split(line, ':', &name, &value) || memchr(name.at, ' ', name.len) ||
            memchr(line.at, '\r', line.len))
            abort();
    }
}

/* What is taken for a name of ours can be said again: nothing in it could end a line or a list. */
static void check_host(struct str header)
{
    static struct hosts hosts;
    struct str name, again;

    if (!hosts.given)
        hosts_init(&hosts, "play.example, *.b.example", "tower");
    if (!host_name(header, &name))
        return;
    if (name.len == 0 || name.len > header.len || memchr(name.at, ',', name.len) ||
        memchr(name.at, '\n', name.len) || memchr(name.at, '\0', name.len))
        abort();
    bool known = hosts_know(&hosts, name);
    if (!memchr(name.at, ':', name.len) &&
        (!host_name(name, &again) || hosts_know(&hosts, again) != known))
        abort();
    if (known && name.len > 5 && memcmp(name.at + name.len - 5, ".evil", 5) == 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct http_site site = {&web_files_built_in, {0}};
    struct str rest = str_n((const char *)data, size), bad;
    struct http_request r = {.path = piece(&rest),
                             .query = piece(&rest),
                             .host = piece(&rest),
                             .accept_encoding = piece(&rest),
                             .if_none_match = piece(&rest),
                             .origin = piece(&rest)};
    struct http_answer a = {0};
    struct buf head = {0};
    struct address_list trusted;
    struct address peer = {{[15] = 1}}, from;

    r.method = (enum http_method)(size % 3);
    http_serve(&site, &r, &a);
    if (strcmp(http_reason(a.status), "Other") == 0 || (a.status == 304 && a.body.len))
        abort();
    if (a.file && a.status == 200 &&
        (a.body.at != a.file->body[a.coding].at || a.body.len != a.file->body[a.coding].len))
        abort();
    http_head(&a, &r, size % 2, &head);
    check_head(buf_str(&head));
    http_answer_fini(&a);
    buf_fini(&head);
    check_host(r.host);
    struct str allowed = piece(&rest);
    if (r.origin.len && r.host.len == 0 && allowed.len == 0 &&
        http_origin_allowed(r.origin, r.host, allowed))
        abort(); /* a page of somewhere came in where nobody is allowed */
    if (address_list_parse(&trusted, piece(&rest), &bad)) {
        if (trusted.n > ADDRESS_RANGES)
            abort();
        bool told = address_forwarded(&from, &peer, rest, &trusted);
        if (trusted.n == 0 && (!told || memcmp(&from, &peer, sizeof from) != 0))
            abort(); /* without a trusted proxy nobody else is believed */
    }
    return 0;
}
