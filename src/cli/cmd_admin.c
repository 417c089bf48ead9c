/* `unisono admin`: the console in a terminal. It talks to the running server as the page does, with
 * the token out of the file that only the server's user can read. */
#include "base/jr.h"
#include "base/jw.h"
#include "cli/cli.h"
#include "cli/reach.h"
#include "net/address.h"
#include "net/hosts.h"
#include "server/admin_token.h"

#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct options {
    const char *url, *token, *config;
    int64_t minutes;
    bool off, json;
};

/* The server of these options as this machine reaches it: at localhost, or at the one address that
 * it listens on. */
static void address_here(const struct config *config, struct buf *url)
{
    static const struct address any, any_v4 = {{[10] = 0xff, [11] = 0xff}};
    struct address at;
    struct str host = str_of(config->host);
    bool everywhere = !address_parse(&at, host) || memcmp(&at, &any, sizeof at) == 0 ||
                      memcmp(&at, &any_v4, sizeof at) == 0;
    bool v6 = !everywhere && str_find(host, STR(":")) >= 0;

    buf_printf(url, "%s://%s%s%s:%lld", config->tls_cert[0] ? "wss" : "ws", v6 ? "[" : "",
               everywhere ? "localhost" : config->host, v6 ? "]" : "", (long long)config->port);
}

/* Where the server is and where its token: as `serve` would read it. */
static bool find_server(const struct command *c, struct options *o, struct buf *url,
                        struct buf *token)
{
    struct config_problem problem;
    struct config config;
    char flag[] = "--config", *flags[] = {flag, (char *)o->config};
    int given = o->config ? 2 : 0;

    if (config_read(&config, given, flags, getenv, "/etc/unisono.conf", &problem) != CONFIG_OK) {
        cli_fail(c, 0, "%s", problem.reason);
        return false;
    }
    if (o->url)
        buf_adds(url, o->url);
    else
        address_here(&config, url);
    if (o->token)
        buf_adds(token, o->token);
    else if (!admin_token_path(&config, token))
        cli_fail(c, 0, "this server has no console (option admin)");
    config_fini(&config);
    return token->len > 0;
}

static json_t *hear(const struct command *c, struct dial *d)
{
    struct buf text = {0};
    struct jr_problem problem;
    json_t *m = NULL;

    if (!dial_hear(d, &text))
        cli_fail(c, 0, "%s", d->problem);
    else if (!(m = jr_parse(buf_str(&text), &problem)))
        cli_fail(c, 0, "the server's answer cannot be read");
    buf_fini(&text);
    return m;
}

static const char *explain(struct str key)
{
    static const struct {
        const char *key, *text;
    } texts[] = {
        {"admin_off", "this server has no console (option admin)"},
        {"admin_local", "the console may be used from the machine itself only, and under localhost "
                        "(options admin-from and host)"},
        {"admin_origin", "the console takes nothing from pages of other sites"},
        {"admin_token", "this is not its token"},
        {"too_many_tries", "too many wrong tokens from here: wait a minute"},
        {"no_room", "there is no such table"},
        {"own_address", "you come from there yourself, and would be locked out"},
        {"no_address", "there is no such address (unisono admin people lists them)"},
        {"too_fast", "too much at once: wait a moment"},
        {"message", "the server does not understand this"},
        {"full", "too many consoles are open"},
    };

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (str_is(key, texts[i].key))
            return texts[i].text;
    }
    return "the server refuses";
}

/* An answer that is no refusal; NULL after a message. */
static json_t *answer(const struct command *c, struct dial *d)
{
    json_t *m = hear(c, d);
    const json_t *error = json_object_get(m, "error");

    if (!error)
        return m;
    cli_fail(c, 0, "%s", explain(jr_member_str(error, "key")));
    json_decref(m);
    return NULL;
}

static bool enter(const struct command *c, struct dial *d, const char *token_file)
{
    struct net_problem problem;
    struct buf token = {0}, text = {0};

    if (!admin_token_read(token_file, &token, &problem)) {
        cli_fail(c, 0, "%s", problem.reason);
        buf_fini(&token);
        return false;
    }
    struct jw w = jw_to(&text);
    jw_object(&w);
    jw_key_int(&w, "admin", 1);
    jw_key_str(&w, "token", buf_str(&token));
    jw_end_object(&w);
    bool good = dial_send(d, buf_str(&text));
    OPENSSL_cleanse(token.at, token.len);
    OPENSSL_cleanse(text.at, text.len);
    buf_fini(&token);
    buf_fini(&text);
    if (!good)
        return false;
    json_t *m = answer(c, d);
    json_decref(m);
    return m != NULL;
}

/* ---- what is shown ---- */

/* As printf takes it. */
static long long number(const json_t *o, const char *key)
{
    return jr_member_int(o, key);
}

static const char *text_of(const json_t *o, const char *key)
{
    const char *text = json_string_value(json_object_get(o, key));

    return text ? text : "";
}

static void show_status(const json_t *s)
{
    const json_t *load = json_object_get(s, "load"), *net = json_object_get(s, "net");
    const json_t *counts = json_object_get(s, "counts"), *store = json_object_get(s, "store");
    const json_t *ready;
    const char *name, *trouble = text_of(store, "trouble");
    long long up = number(s, "uptime");

    printf("unisono %s %s, up %lldd %lldh %lldm%s\n", text_of(s, "version"), text_of(s, "commit"),
           up / 86400, up / 3600 % 24, up / 60 % 60,
           json_is_true(json_object_get(s, "draining")) ? ", taking no new tables" : "");
    printf("people   %lld connections, %lld WebSockets, %lld addresses\n",
           number(net, "connections"), number(net, "websockets"), number(s, "addresses_all"));
    printf("tables   %lld in the store, %lld in memory; %lld games, %lld moves\n",
           number(counts, "rooms"), number(counts, "loaded"), number(counts, "games"),
           number(counts, "moves"));
    printf("load     %lld s of processor, %lld MB, longest turn %lld us, %lld of %lld turns long\n",
           number(load, "cpu_ms") / 1000, number(load, "memory") >> 20, number(load, "longest_us"),
           number(load, "long"), number(load, "turns"));
    printf("store    %s, %lld KB, %lld entries, %lld failures%s%s\n", text_of(store, "kind"),
           number(store, "bytes") >> 10, number(store, "records"), number(store, "failures"),
           trouble[0] ? "; " : "", trouble);
    printf("lexicon ");
    json_object_foreach(json_object_get(s, "lexicon"), name, ready)
        printf(" %s %s", name, json_is_true(ready) ? "ready" : "missing");
    printf("\nlimits  ");
    int hit = 0;
    json_object_foreach((json_t *)net, name, ready)
    {
        if ((strncmp(name, "refused_", 8) == 0 || strncmp(name, "closed_", 7) == 0) &&
            json_integer_value(ready))
            hit += printf(" %s %lld", name, (long long)json_integer_value(ready)) > 0;
    }
    printf("%s\n", hit ? "" : " none was met");
}

static void show_tables(const json_t *s)
{
    size_t i;
    const json_t *t;

    printf("%-8s %-14s %-8s %6s %5s %6s %8s\n", "table", "game", "is", "people", "bots", "screens",
           "minutes");
    json_array_foreach(json_object_get(s, "tables"), i, t)
        printf("%-8s %-14s %-8s %6lld %5lld %6lld %8lld\n", text_of(t, "code"), text_of(t, "game"),
               text_of(t, "is"), number(t, "people"), number(t, "bots"), number(t, "screens"),
               number(t, "minutes"));
}

static void show_people(const json_t *s)
{
    size_t i;
    const json_t *a;

    printf("%-17s %-18s %11s %7s %7s\n", "address", "from", "connections", "tables", "barred s");
    json_array_foreach(json_object_get(s, "addresses"), i, a)
        printf("%-17s %-18s %11lld %7lld %7lld\n", text_of(a, "id"), text_of(a, "from"),
               number(a, "connections"), number(a, "tables"), number(a, "barred"));
}

static void show_lines(const json_t *lines)
{
    size_t i;
    const json_t *l;

    json_array_foreach(lines, i, l)
    {
        time_t at = (time_t)number(l, "at");
        char when[32];

        strftime(when, sizeof when, "%F %T", localtime(&at));
        printf("%s %s\n", when, text_of(l, "text"));
    }
}

static void show(const json_t *state, const char *what, bool json)
{
    if (json) {
        char *text = json_dumps(state, JSON_COMPACT);

        puts(text);
        free(text);
    } else if (strcmp(what, "tables") == 0) {
        show_tables(state);
    } else if (strcmp(what, "people") == 0) {
        show_people(state);
    } else if (strcmp(what, "errors") == 0) {
        show_lines(json_object_get(state, "errors"));
    } else if (strcmp(what, "deeds") == 0) {
        show_lines(json_object_get(state, "deeds"));
    } else {
        show_status(state);
    }
}

/* ---- what is asked ---- */

/* The question or order as the server reads it; false where the words make none. */
static bool write_request(const struct options *o, int argc, char **argv, struct buf *out)
{
    static const char *const shown[] = {"status", "tables", "people", "errors", "deeds"};
    const char *what = argv[0];
    struct jw w = jw_to(out);

    jw_object(&w);
    for (size_t i = 0; argc == 1 && i < sizeof shown / sizeof shown[0]; i++) {
        if (strcmp(what, shown[i]) == 0)
            jw_key_str(&w, "ask", STR("state"));
    }
    if (w.out->len == 1) {
        jw_key_str(&w, "do", str_of(what));
        if (strcmp(what, "close") == 0 && argc == 2) {
            jw_key_str(&w, "table", str_of(argv[1]));
        } else if (strcmp(what, "remove") == 0 && argc == 2) {
            jw_key_str(&w, "address", str_of(argv[1]));
            jw_key_int(&w, "minutes", o->minutes);
        } else if (strcmp(what, "readmit") == 0 && argc == 2) {
            jw_key_str(&w, "address", str_of(argv[1]));
        } else if (strcmp(what, "say") == 0 && argc == 2) {
            jw_key_str(&w, "text", str_of(argv[1]));
        } else if (strcmp(what, "drain") == 0 && argc == 1) {
            jw_key_bool(&w, "on", !o->off);
        } else {
            return false;
        }
    }
    jw_end_object(&w);
    return true;
}

static int talk(const struct command *c, const struct options *o, struct str url,
                const char *token_file, struct str request, const char *what)
{
    struct dial_url u;
    struct dial d = {0};
    int status = 0, code = EXIT_DIFFERS;
    json_t *m = NULL;

    if (!dial_url_read(&u, url))
        return cli_fail(c, EXIT_USAGE, "'%.*s' is no address of a server", STR_FMT(str_shown(url)));
    /* On the machine itself nobody stands between, and certificates do not name localhost. */
    bool here = host_is_loopback(str_of(u.host)) || reach_is_own(u.host);
    if (!here && !u.tls)
        return cli_fail(c, EXIT_USAGE,
                        "everybody on the way to %s could read the token: give an address with "
                        "wss:// or https://, or run this on that machine",
                        u.host);
    enum dial_step step = dial_open(&d, &u, NULL, !here);
    if (step == DIAL_REFUSED || step == DIAL_SILENT) {
        cli_fail(c, 0, "nothing answers at %s (%s): is the server running?", u.at, d.problem);
    } else if (step != DIAL_FINE || !dial_websocket(&d, &u, "", &status)) {
        cli_fail(c, 0, "%s", d.problem);
    } else if (enter(c, &d, token_file) && dial_send(&d, request) && (m = answer(c, &d))) {
        const json_t *state = json_object_get(m, "state");

        code = EXIT_FINE;
        if (state)
            show(state, what, o->json);
        else
            puts("done");
    }
    json_decref(m);
    dial_close(&d);
    return code;
}

static int run(const struct command *c, int argc, char **argv)
{
    struct options o = {.minutes = 60};
    const struct flag flags[] = {
        {"url", FLAG_TEXT, "the server; wss:// on another machine [this machine's]", &o.url, 0, 0},
        {"token-file", FLAG_TEXT, "the file with its token [as its options say]", &o.token, 0, 0},
        {"config", FLAG_TEXT, "the file of its options [/etc/unisono.conf]", &o.config, 0, 0},
        {"minutes", FLAG_NUMBER, "for how long an address is removed [60]", &o.minutes, 1, 10080},
        {"off", FLAG_SWITCH, "drain: take new tables again", &o.off, 0, 0},
        {"json", FLAG_SWITCH, "everything as JSON", &o.json, 0, 0},
        {0},
    };
    struct buf url = {0}, token = {0}, request = {0};
    char usual[] = "status", *alone[] = {usual};
    int code, operands = cli_parse(c, flags, argc, argv, &code);

    if (operands < 0)
        return code;
    if (operands == 0) {
        argv = alone;
        operands = 1;
    }
    code = EXIT_USAGE;
    if (!write_request(&o, operands, argv, &request) && strcmp(argv[0], "token") != 0)
        cli_fail(c, 0, "'%.40s' is not to be done like this (try --help)", argv[0]);
    else if (!find_server(c, &o, &url, &token))
        code = EXIT_USAGE;
    else if (strcmp(argv[0], "token") == 0)
        code = puts(buf_cstr(&token)) >= 0 ? EXIT_FINE : EXIT_USAGE;
    else
        code = talk(c, &o, buf_str(&url), buf_cstr(&token), buf_str(&request), argv[0]);
    buf_fini(&url);
    buf_fini(&token);
    buf_fini(&request);
    return code;
}

const struct command cmd_admin = {
    "admin", "WHAT…", "look after a running server",
    "status            how it is (also without a word)\n"
    "tables            the tables that are in use\n"
    "people            the addresses that people come from\n"
    "errors, deeds     what went wrong lately, and what was done by hand\n"
    "close TABLE       end a table for good, and remove what was played at it\n"
    "remove ADDRESS    hang up on an address and take nothing from it for a while\n"
    "readmit ADDRESS   and let it in again\n"
    "say TEXT          show a text on every screen\n"
    "drain             take no new tables; those that are there go on (--off: take them again)\n"
    "token             where the file with the token is, which the page /admin asks for",
    run};
