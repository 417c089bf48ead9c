/* What the net decides without a socket: buckets, peers, answers, origins. */
#include "check.h"
#include "net/hosts.h"
#include "net/http.h"
#include "net/limits.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

static struct address address(const char *text)
{
    struct address a;

    assert_true(address_parse(&a, str_of(text)));
    return a;
}

static const char *forwarded(const char *peer, const char *header)
{
    static char text[ADDRESS_TEXT];
    struct address_list trusted;
    struct address from = address(peer), got;
    struct str bad;

    assert_true(address_list_parse(&trusted, STR("10.0.0.0/8, ::1"), &bad));
    if (!address_forwarded(&got, &from, str_of(header), &trusted))
        return "unreadable";
    return address_text(&got, text);
}

static void believes_only_trusted_proxies(void **state)
{
    (void)state;
    assert_string_equal(forwarded("8.8.8.8", "1.1.1.1"), "8.8.8.8");
    assert_string_equal(forwarded("10.0.0.1", "1.1.1.1"), "1.1.1.1");
    assert_string_equal(forwarded("10.0.0.1", "6.6.6.6, 1.1.1.1"), "1.1.1.1");
    assert_string_equal(forwarded("10.0.0.1", "6.6.6.6, 1.1.1.1, 10.0.0.2"), "1.1.1.1");
    assert_string_equal(forwarded("::1", "10.0.0.3,10.0.0.2"), "10.0.0.3");
    assert_string_equal(forwarded("10.0.0.1", ""), "10.0.0.1");
    assert_string_equal(forwarded("10.0.0.1", "1.1.1.1:99, 10.0.0.2:80"), "1.1.1.1");
    assert_string_equal(forwarded("10.0.0.1", "[2001:db8::1]:99"), "2001:db8::1");
    assert_string_equal(forwarded("10.0.0.1", "junk, 1.1.1.1"), "1.1.1.1");
    assert_string_equal(forwarded("10.0.0.1", "unknown"), "unreadable");
    assert_string_equal(forwarded("10.0.0.1", "1.1.1.1, junk, 10.0.0.2"), "unreadable");
    assert_string_equal(forwarded("10.0.0.1", "1.1.1.1,"), "unreadable");
    assert_string_equal(forwarded("10.0.0.1", "[2001:db8::1]99"), "unreadable");
    assert_string_equal(forwarded("10.0.0.1", "1.1.1.1:-1"), "unreadable");
}

static void buckets_fill_again(void **state)
{
    struct rate rate = {.per_second = 10, .burst = 3};
    struct bucket b = {0};
    int64_t now = 5000000;

    (void)state;
    assert_true(bucket_take(&b, &rate, now, 1));
    assert_true(bucket_take(&b, &rate, now, 2));
    assert_false(bucket_take(&b, &rate, now, 1));
    assert_false(bucket_take(&b, &rate, now + 99999, 1));
    assert_true(bucket_take(&b, &rate, now + 100000, 1));
    assert_false(bucket_take(&b, &rate, now + 100000, 1));
    assert_false(bucket_take(&b, &rate, now + 100000000, 4));
    assert_true(bucket_take(&b, &rate, now + 100000000, 3));
}

static void peers_are_counted_and_forgotten(void **state)
{
    enum { CROWD = 500 };
    struct rate rate = {.per_second = 1, .burst = 10};
    struct peers *p = peers_new();
    struct peer *peer[CROWD];

    (void)state;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < CROWD; i++) {
            struct address a = {{[12] = 1, [14] = (uint8_t)(i >> 8), [15] = (uint8_t)i}};

            peer[i] = peers_join(p, a, 0);
            assert_int_equal(peer[i]->connections, round + 1);
            assert_memory_equal(&peer[i]->group, &a, sizeof a);
        }
    }
    assert_int_equal(peers_count(p), CROWD);
    assert_true(bucket_take(&peer[7]->arrivals, &rate, 0, 5));
    for (int i = 0; i < 2 * CROWD; i++)
        peers_leave(p, peer[i % CROWD], 0);
    assert_int_equal(peers_count(p), 1); /* its bucket remembers for five seconds */
    struct peer *again = peers_join(p, peer[7]->group, 1000000);
    assert_ptr_equal(again, peer[7]);
    assert_false(bucket_take(&again->arrivals, &rate, 1000000, 7));
    peers_leave(p, again, 6000000);
    assert_int_equal(peers_count(p), 0);
    peers_free(p);
    peers_free(NULL);
}

/* Before this the table doubled each time a crowd of strangers had passed by. */
static void passers_by_do_not_make_the_table_grow(void **state)
{
    struct rate rate = {.per_second = 100, .burst = 6000};
    struct peers *p = peers_new();
    int64_t now = 0;

    (void)state;
    for (int i = 0; i < 100000; i++, now += 1000) {
        struct address a = {{0x20, 1, (uint8_t)(i >> 16), (uint8_t)(i >> 8), (uint8_t)i}};
        struct peer *peer = peers_join(p, a, now);

        assert_true(bucket_take(&peer->arrivals, &rate, now, 1));
        peers_leave(p, peer, now);
    }
    assert_true(peers_count(p) <= 64);
    assert_int_equal(p->slots, 64);
    peers_free(p);
}

static void numbers_of_groups_cannot_be_foretold(void **state)
{
    struct peers *p = peers_new(), *q = peers_new();
    struct address a = address("2001:db8:1:2::1"), b = address("2001:db8:1:2::2");
    struct address ga = address_group(&a), gb = address_group(&b);

    (void)state;
    assert_true(peers_number(p, &ga) == peers_number(p, &gb));
    assert_true(peers_number(p, &ga) != peers_number(q, &ga));
    assert_true(peers_number(p, &ga) != 0);
    peers_free(p);
    peers_free(q);
}

static const char *name_in(const char *header)
{
    static char text[300];
    struct str name;

    if (!host_name(str_of(header), &name))
        return "none";
    snprintf(text, sizeof text, "%.*s", STR_FMT(name));
    return text;
}

static void knows_its_own_names(void **state)
{
    static const char *const ours[] = {
        "1.2.3.4",         "::1",          "localhost",  "x.localhost",
        "Tower",           "tower.local",  "tower.lan",  "TOWER-12.local",
        "tower.home.arpa", "play.example", "a.b.example"};
    static const char *const others[] = {
        "tower.evil", "tower-.local", "tower-2.lan",       "towers.local",
        "b.example",  "xb.example",   "play.example.evil", "local",
        "xlocalhost", "1.2.3",        "tower-2a.local"};
    struct hosts h, none;
    struct str bad;

    (void)state;
    assert_string_equal(name_in("play.example:8080"), "play.example");
    assert_string_equal(name_in("play.example."), "play.example");
    assert_string_equal(name_in("[::1]:80"), "::1");
    assert_string_equal(name_in("::1"), "none");
    assert_string_equal(name_in("[1.2.3.4]"), "none");
    assert_string_equal(name_in("a:"), "none");
    assert_string_equal(name_in("a:-1"), "none");
    assert_string_equal(name_in("a\nb"), "none");
    assert_string_equal(name_in(""), "none");
    hosts_init(&h, "play.example, *.b.example", "tower");
    hosts_init(&none, "", "");
    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++)
        assert_true(hosts_know(&h, str_of(ours[i])));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_false(hosts_know(&h, str_of(others[i])));
        assert_false(hosts_know(&none, str_of(others[i])));
    }
    hosts_fini(&h);
    hosts_init(&h, "", "tower.office.example");
    assert_true(hosts_know(&h, STR("tower.office.example")));
    assert_true(hosts_know(&h, STR("tower")));
    assert_false(hosts_know(&h, STR("tower.other.example")));
    hosts_fini(&h);
    hosts_fini(&none);
    assert_true(hosts_check(STR("a.example, *.b.example, *"), &bad));
    assert_false(hosts_check(STR("a.example, http://b.example"), &bad));
    assert_true(str_is(bad, "http://b.example"));
    assert_true(host_is_loopback(STR("127.0.0.9")) && host_is_loopback(STR("LOCALHOST")));
    assert_false(host_is_loopback(STR("localhost.evil")) || host_is_loopback(STR("8.8.8.8")));
}

static enum coding negotiated(const char *accept)
{
    static const bool all[CODINGS] = {true, true, true};

    return http_negotiate(str_of(accept), all);
}

static void negotiates_codings(void **state)
{
    static const bool no_brotli[CODINGS] = {true, true, false};

    (void)state;
    assert_int_equal(negotiated(""), CODING_IDENTITY);
    assert_int_equal(negotiated("gzip, deflate, br"), CODING_BROTLI);
    assert_int_equal(negotiated("GZip"), CODING_GZIP);
    assert_int_equal(negotiated("br;q=0.5, gzip;q=0.8"), CODING_GZIP);
    assert_int_equal(negotiated("br;q=0, gzip"), CODING_GZIP);
    assert_int_equal(negotiated("br;q=0,gzip;q=0"), CODING_IDENTITY);
    assert_int_equal(negotiated("*"), CODING_BROTLI);
    assert_int_equal(negotiated("*;q=0"), CODING_IDENTITY);
    assert_int_equal(negotiated("*;q=0, gzip"), CODING_GZIP);
    assert_int_equal(negotiated("identity, br;q=0.4"), CODING_IDENTITY);
    assert_int_equal(negotiated("br;q=1.000"), CODING_BROTLI);
    assert_int_equal(negotiated("br;q=2"), CODING_IDENTITY);
    assert_int_equal(negotiated("br;q=1.0000"), CODING_IDENTITY);
    assert_int_equal(negotiated("br;level=3"), CODING_IDENTITY);
    assert_int_equal(negotiated("brotli, ;, ,"), CODING_IDENTITY);
    assert_int_equal(http_negotiate(STR("br, gzip"), no_brotli), CODING_GZIP);
}

static void compares_etags(void **state)
{
    (void)state;
    assert_true(http_etag_matches(STR("\"abc\""), STR("abc")));
    assert_true(http_etag_matches(STR("\"x\", W/\"abc\""), STR("abc")));
    assert_true(http_etag_matches(STR("*"), STR("abc")));
    assert_false(http_etag_matches(STR("abc"), STR("abc")));
    assert_false(http_etag_matches(STR("\"abcd\""), STR("abc")));
    assert_false(http_etag_matches(STR("\""), STR("")));
    assert_false(http_etag_matches(STR(""), STR("abc")));
}

static bool allowed(const char *origin, const char *host)
{
    return http_origin_allowed(str_of(origin), str_of(host),
                               STR(",https://friends.example/, http://localhost:5173"));
}

static void judges_origins(void **state)
{
    (void)state;
    assert_true(allowed("", "play.example"));
    assert_true(allowed("https://play.example", "play.example"));
    assert_true(allowed("http://Play.Example:8080", "play.example:8080"));
    assert_false(allowed("http://play.example", "play.example:8080"));
    assert_false(allowed("http://evil.example", "play.example"));
    assert_false(allowed("http://play.example.evil", "play.example"));
    assert_false(allowed("null", "play.example"));
    assert_false(allowed("null", "null"));
    assert_false(allowed("ftp://play.example", "play.example"));
    assert_false(allowed("http://", ""));
    assert_true(allowed("https://friends.example", "play.example"));
    assert_true(allowed("http://localhost:5173", "play.example"));
    assert_false(allowed("http://friends.example", "play.example"));
}

static const struct web_file files[] = {
    {"/assets/app-1a2b.js",
     "text/javascript; charset=utf-8",
     "aaaa",
     true,
     {STR_INIT("code code code"), STR_INIT("gz"), STR_INIT("b")}},
    {"/index.html",
     "text/html; charset=utf-8",
     "bbbb",
     false,
     {STR_INIT("<!doctype html>"), STR_INIT("gz"), STR_INIT("")}},
    {"/j.html",
     "text/html; charset=utf-8",
     "cccc",
     false,
     {STR_INIT("<!doctype html>"), STR_INIT("gz"), STR_INIT("")}},
};
static const struct web_files table = {files, 3};

static int api(void *arg, struct str path, struct str query, struct buf *out, const char **type)
{
    (void)arg;
    *type = "application/json";
    buf_printf(out, "[\"%.*s\",\"%.*s\"]", STR_FMT(path), STR_FMT(query));
    return 200;
}

static int status_of(const char *path, enum http_method method)
{
    struct http_site site = {&table, {.api = api}};
    struct http_request r = {.method = method, .path = str_of(path)};
    struct http_answer a = {0};

    http_serve(&site, &r, &a);
    int status = a.status;
    http_answer_fini(&a);
    return status;
}

static void serves_only_what_it_has(void **state)
{
    (void)state;
    assert_int_equal(status_of("/", HTTP_GET), 200);
    assert_int_equal(status_of("/j/QZKM", HTTP_GET), 200);
    assert_int_equal(status_of("/rules/some-game", HTTP_HEAD), 200);
    assert_int_equal(status_of("/index.html", HTTP_GET), 200);
    assert_int_equal(status_of("/favicon.ico", HTTP_GET), 404);
    assert_int_equal(status_of("/assets/app-9999.js", HTTP_GET), 404);
    assert_int_equal(status_of("/../../etc/passwd.txt", HTTP_GET), 404);
    assert_int_equal(status_of("/v1.2/place", HTTP_GET), 200);
    assert_int_equal(status_of("", HTTP_GET), 404);
    assert_int_equal(status_of("index.html", HTTP_GET), 404);
    assert_int_equal(status_of("/ws", HTTP_GET), 426);
    assert_int_equal(status_of("/api/rooms", HTTP_GET), 200);
    assert_int_equal(status_of("/", HTTP_OTHER), 405);
    assert_int_equal(status_of("/api/rooms", HTTP_OTHER), 405);
}

static const char *file_of(const char *path)
{
    struct http_site site = {&table, {.api = api}};
    struct http_request r = {.method = HTTP_GET, .path = str_of(path)};
    struct http_answer a = {0};

    http_serve(&site, &r, &a);
    const char *file = a.file ? a.file->path : "";
    http_answer_fini(&a);
    return file;
}

static void a_place_has_its_own_page_or_the_one_for_all(void **state)
{
    (void)state;
    assert_string_equal(file_of("/"), "/index.html");
    assert_string_equal(file_of("/j/QZKM"), "/j.html");
    assert_string_equal(file_of("/j"), "/j.html");
    assert_string_equal(file_of("/j/QZKM/more"), "/j.html");
    assert_string_equal(file_of("/jj/QZKM"), "/index.html");
    assert_string_equal(file_of("/rules/j"), "/index.html");
    assert_string_equal(file_of("//j"), "/index.html");
    assert_string_equal(file_of("/a-first-part-that-is-longer-than-any-name-of-a-page/j"),
                        "/index.html");
}

static void writes_heads(void **state)
{
    struct http_site site = {&table, {0}};
    struct http_request r = {.path = STR("/assets/app-1a2b.js"),
                             .host = STR("play.example:80"),
                             .accept_encoding = STR("br"),
                             .keep_alive = true};
    struct http_answer a = {0};
    struct buf head = {0};

    (void)state;
    http_serve(&site, &r, &a);
    http_head(&a, &r, true, &head);
    assert_non_null(strstr(head.at, "\r\ncontent-encoding: br\r\n"));
    assert_non_null(strstr(head.at, "\r\ncontent-length: 1\r\n"));
    assert_non_null(strstr(head.at, "immutable"));
    assert_non_null(strstr(head.at, "\r\netag: \"aaaa-br\"\r\n"));
    assert_non_null(strstr(head.at, "strict-transport-security:"));
    assert_non_null(strstr(head.at, " wss://play.example:80;"));
    http_answer_fini(&a);
    buf_clear(&head);
    /* A host that could end the policy or the header is not repeated in it. */
    r.host = STR("evil; script-src *");
    r.path = STR("/");
    r.if_none_match = STR("\"bbbb-identity\"");
    http_serve(&site, &r, &a);
    assert_int_equal(a.status, 304);
    http_head(&a, &r, false, &head);
    assert_null(strstr(head.at, "evil"));
    assert_null(strstr(head.at, "content-length"));
    assert_null(strstr(head.at, "strict-transport"));
    assert_non_null(strstr(head.at, "cache-control: no-cache\r\n"));
    http_answer_fini(&a);
    buf_fini(&head);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(believes_only_trusted_proxies),
        cmocka_unit_test(buckets_fill_again),
        cmocka_unit_test(peers_are_counted_and_forgotten),
        cmocka_unit_test(passers_by_do_not_make_the_table_grow),
        cmocka_unit_test(numbers_of_groups_cannot_be_foretold),
        cmocka_unit_test(knows_its_own_names),
        cmocka_unit_test(negotiates_codings),
        cmocka_unit_test(compares_etags),
        cmocka_unit_test(judges_origins),
        cmocka_unit_test(serves_only_what_it_has),
        cmocka_unit_test(a_place_has_its_own_page_or_the_one_for_all),
        cmocka_unit_test(writes_heads),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
