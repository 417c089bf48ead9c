#include "server/admin.h"

#include "base/clock.h"
#include "base/err.h"
#include "base/jr.h"
#include "base/jw.h"
#include "base/pace.h"
#include "server/admin_token.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SESSIONS = 8, TRIES = 256, MISSES = 5, MISS_EVERY = 60000 };
enum { ASKS = 10, ASK_EVERY = 250, DOES = 10, DO_EVERY = 1000 };
enum { MINUTES_MOST = 7 * 24 * 60 };

struct session {
    struct net_conn *conn; /* NULL: free */
    struct pace asks, does;
};

struct admin {
    struct admin_world world;
    bool on, draining;
    struct admin_token token;
    int sessions;
    struct session session[SESSIONS];
    struct pace tries[TRIES]; /* by address; those that meet share a place */
    struct pace tries_here;   /* of this machine, whom no stranger's tries may lock out */
    struct deed deed[DEEDS];
    int64_t deeds;
    int64_t began;
};

static int64_t steady(void)
{
    return clock_ms(CLOCK_MONOTONIC);
}

struct admin *admin_new(const struct admin_world *world, struct net_problem *problem)
{
    struct admin *a = calloc(1, sizeof *a);
    struct buf path = {0};

    if (!a)
        abort();
    a->world = *world;
    a->began = steady();
    if (admin_token_path(world->config, &path))
        a->on = admin_token_open(&a->token, buf_cstr(&path), problem);
    bool wanted = world->config->admin[0] && strcmp(world->config->admin, "off") != 0;
    if (!a->on && wanted) {
        free(a);
        a = NULL;
    } else if (!a->on && path.len) {
        struct log_line l = log_begin(stderr, "warn", "admin_off");

        log_str(&l, "reason", str_of(problem->reason));
        log_end(&l);
    }
    buf_fini(&path);
    return a;
}

void admin_free(struct admin *a)
{
    free(a);
}

int64_t admin_uptime(const struct admin *a)
{
    return (steady() - a->began) / 1000;
}

bool admin_draining(const struct admin *a)
{
    return a->draining;
}

int admin_deeds(const struct admin *a, struct deed out[DEEDS])
{
    int n = a->deeds < DEEDS ? (int)a->deeds : DEEDS;

    for (int i = 0; i < n; i++)
        out[i] = a->deed[(a->deeds - 1 - i) % DEEDS];
    return n;
}

/* ---- answers ---- */

static void answer(struct net_conn *c, const struct buf *text)
{
    net_send_str(c, buf_str(text));
}

static void answer_error(struct net_conn *c, const char *key)
{
    struct buf text = {0};

    buf_printf(&text, "{\"error\":{\"key\":\"%s\"}}", key);
    answer(c, &text);
    buf_fini(&text);
}

static void turn_away(struct net_conn *c, int code, const char *key)
{
    answer_error(c, key);
    net_hangup(c, code, key);
}

/* The place of the next deed. Whoever looks in again and again is one line: what was done stays in
 * the list. */
static struct deed *next_deed(struct admin *a, const char *event)
{
    static const char entered[] = "admin_entered";
    struct deed *last = &a->deed[(a->deeds + DEEDS - 1) % DEEDS];
    bool again = a->deeds && strcmp(event, entered) == 0 &&
                 strcmp(last->text, entered + sizeof "admin_" - 1) == 0;

    return again ? last : &a->deed[a->deeds++ % DEEDS];
}

/* Into the log and the list of deeds: what, and its one figure. */
static void note(struct admin *a, const char *event, const char *key, struct str value)
{
    struct deed *d = next_deed(a, event);
    struct log_line l = log_begin(stderr, "info", event);

    d->at = time(NULL);
    snprintf(d->text, sizeof d->text, "%s%s%.*s", event + sizeof "admin_" - 1, value.len ? " " : "",
             STR_FMT(value));
    if (value.len)
        log_str(&l, key, value);
    log_end(&l);
}

/* ---- coming in ---- */

static struct session *session_of(struct admin *a, const struct net_conn *c)
{
    for (int i = 0; a->sessions && i < SESSIONS; i++) {
        if (a->session[i].conn == c)
            return &a->session[i];
    }
    return NULL;
}

static void tell_refused(void)
{
    struct log_line l = log_begin(stderr, "warn", "admin_refused");

    log_end(&l);
}

/* NULL, or why not: a key. Nothing is told about the token but that it was wrong. */
static const char *refusal(struct admin *a, struct net_conn *c, const json_t *hello)
{
    bool here = net_conn_local(c);
    struct pace *tries = here ? &a->tries_here : &a->tries[net_conn_group(c) % TRIES];
    int64_t now = steady();

    if (!a->on)
        return "admin_off";
    if (!net_conn_own(c))
        return "admin_origin";
    if (a->world.config->admin_from == ADMIN_LOCAL && !here)
        return "admin_local";
    if (!pace_may(tries, now, MISSES, MISS_EVERY))
        return "too_many_tries";
    if (!admin_token_same(&a->token, jr_member_str(hello, "token"))) {
        pace_step(tries, now, MISS_EVERY);
        tell_refused();
        return "admin_token";
    }
    return a->sessions == SESSIONS ? "full" : NULL;
}

static void enter(struct admin *a, struct net_conn *c, const json_t *hello)
{
    const char *key = refusal(a, c, hello);
    struct buf text = {0};

    if (key) {
        turn_away(c, strcmp(key, "too_many_tries") == 0 ? 4029 : 4003, key);
        return;
    }
    struct session *s = a->session;
    while (s->conn)
        s++;
    *s = (struct session){.conn = c};
    a->sessions++;
    note(a, "admin_entered", NULL, STR(""));
    buf_adds(&text, "{\"admin\":1}");
    answer(c, &text);
    buf_fini(&text);
}

void admin_closed(struct admin *a, const struct net_conn *c)
{
    struct session *s = a ? session_of(a, c) : NULL;

    if (!s)
        return;
    s->conn = NULL;
    a->sessions--;
}

/* ---- doing ---- */

static const char *do_close(struct admin *a, const json_t *m)
{
    char number[24];
    int64_t id;
    const char *key = house_close_table(a->world.house, jr_member_str(m, "table"), &id);

    if (key)
        return key;
    /* By its number, as everywhere in the log: a code opens a door. */
    snprintf(number, sizeof number, "%lld", (long long)id);
    note(a, "admin_closed_table", "room", str_of(number));
    return NULL;
}

static bool read_group(const json_t *m, uint64_t *group)
{
    struct str text = jr_member_str(m, "address");
    char *end;

    if (text.len != 16)
        return false;
    *group = strtoull(text.at, &end, 16);
    return end == text.at + 16;
}

static const char *bar(struct admin *a, const json_t *m, int64_t minutes, const char *event)
{
    struct str text = jr_member_str(m, "address");
    uint64_t group;

    if (!read_group(m, &group) || net_bar(a->world.net, group, minutes * 60) < 0)
        return "no_address";
    note(a, event, "address", text);
    return NULL;
}

/* From where it comes itself: nobody could let it in again but by a restart. */
static bool is_own(const struct net_conn *c, const json_t *m)
{
    uint64_t group;

    return read_group(m, &group) && group == net_conn_group(c);
}

static const char *do_remove(struct admin *a, const json_t *m)
{
    const json_t *minutes = json_object_get(m, "minutes");
    int64_t n = minutes ? json_integer_value(minutes) : 60;

    return n < 1 || n > MINUTES_MOST ? "message" : bar(a, m, n, "admin_removed_address");
}

static const char *do_readmit(struct admin *a, const json_t *m)
{
    return bar(a, m, 0, "admin_readmitted_address");
}

static const char *do_say(struct admin *a, const json_t *m)
{
    struct str text = str_trim(jr_member_str(m, "text"));

    if (text.len == 0 || text.len > SAID_BYTES)
        return "message";
    for (size_t i = 0; i < text.len; i++) {
        if ((unsigned char)text.at[i] < ' ')
            return "message";
    }
    house_say(a->world.house, text);
    note(a, "admin_said", "text", text);
    return NULL;
}

static const char *do_drain(struct admin *a, const json_t *m)
{
    a->draining = !json_is_false(json_object_get(m, "on"));
    house_drain(a->world.house, a->draining);
    net_drain(a->world.net, a->draining);
    note(a, a->draining ? "admin_drained" : "admin_opened", NULL, STR(""));
    return NULL;
}

static const struct {
    const char *name;
    const char *(*act)(struct admin *a, const json_t *m);
} commands[] = {{"close", do_close},
                {"remove", do_remove},
                {"readmit", do_readmit},
                {"say", do_say},
                {"drain", do_drain}};

static void act(struct admin *a, struct net_conn *c, const json_t *m)
{
    struct str name = jr_member_str(m, "do");
    const char *key = "message";

    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (!str_is(name, commands[i].name))
            continue;
        bool locks_out = commands[i].act == do_remove && is_own(c, m);
        key = locks_out ? "own_address" : commands[i].act(a, m);
        if (!key) {
            struct buf text = {0};

            buf_printf(&text, "{\"done\":\"%s\"}", commands[i].name);
            answer(c, &text);
            buf_fini(&text);
        }
    }
    if (key)
        answer_error(c, key);
}

static void tell_state(const struct admin *a, struct net_conn *c)
{
    struct buf text = {0};
    struct jw w = jw_to(&text);

    jw_object(&w);
    jw_key(&w, "state");
    admin_state(a, &a->world, &w);
    jw_end_object(&w);
    answer(c, &text);
    buf_fini(&text);
}

static bool paced(struct pace *p, int64_t most, int64_t every)
{
    int64_t now = steady();

    if (!pace_may(p, now, most, every))
        return false;
    pace_step(p, now, every);
    return true;
}

static void heed(struct admin *a, struct session *s, const json_t *m)
{
    bool asks = json_object_get(m, "ask") != NULL;

    if (asks ? !paced(&s->asks, ASKS, ASK_EVERY) : !paced(&s->does, DOES, DO_EVERY))
        answer_error(s->conn, "too_fast");
    else if (asks)
        tell_state(a, s->conn);
    else
        act(a, s->conn, m);
}

bool admin_hear(struct admin *a, struct net_conn *c, struct str text)
{
    struct session *s = session_of(a, c);
    struct jr_problem problem;

    /* What guests say is not read twice: a console says so first. */
    if (!s && !str_starts(text, STR("{\"admin\":")))
        return false;
    json_t *m = jr_parse(text, &problem);
    if (!json_is_object(m))
        turn_away(c, 4000, "message");
    else if (s)
        heed(a, s, m);
    else
        enter(a, c, m);
    json_decref(m);
    return true;
}
