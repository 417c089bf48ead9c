#include "server/rooms.h"

#include "base/clock.h"
#include "base/secure.h"
#include "base/siphash.h"
#include "base/version.h"
#include "house/house.h"
#include "net/hosts.h"
#include "party/games.h"
#include "rules/registry.h"
#include "server/admin.h"
#include "server/banner.h"
#include "server/filters.h"
#include "server/links.h"
#include "server/metrics.h"
#include "server/pages.h"
#include "server/secret.h"
#include "server/turns.h"
#include "server/web_shared.h"
#include "server/words.h"
#include "store/backends.h"

#include <assert.h>
#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <stdlib.h>
#include <string.h>

enum {
    DAY = 24 * 3600 * 1000,
    LAST_WRITES = 50,
    LAST_WRITE_MS = 100,
    GOODBYES_MS = 3000,
    SETTLED_MS = 400,
    NOT_SET = -1 /* an alarm; something may be due at once, which is 0 */
};

/* A turn of the loop: everything that came since the last one is decided first, then stored in one
 * commit, then shown. `check` runs after the sockets have been read. */
struct rooms {
    struct net *net;
    struct store *store;
    struct house *house;
    struct links *links; /* NULL: there is one node */
    struct admin *admin;
    struct web_shared *web;
    int arrivals; /* of nodes, whose web files we have looked at */
    const struct config *config;
    struct words words;
    struct filter filter;
    struct turns turns;
    struct pages pages;
    uv_check_t turn;
    uv_timer_t alarm;
    uv_poll_t store_ready, thoughts;
    bool has_store_fd, has_thoughts;
    int64_t alarm_at;
    /* Told to stop: tables are handed to others until … */
    int64_t leave_by, drained_at;
    void (*left)(void *server, int64_t spread_ms);
    void *server;
};

static int64_t wall(void)
{
    return clock_ms(CLOCK_REALTIME);
}

static int64_t steady(void)
{
    return clock_ms(CLOCK_MONOTONIC);
}

/* ---- connections ---- */

static void send_frame(void *socket, char *at, size_t len)
{
    static_assert(NET_HEAD <= 32, "a frame leaves 32 bytes");
    if (links_is_relay(socket))
        links_send(socket, str_n(at, len));
    else
        net_send_at(socket, at, len);
}

static void hang_up(void *socket, int code, const char *reason)
{
    if (links_is_relay(socket))
        links_hang_up(socket, code, reason);
    else
        net_hangup(socket, code, reason);
}

static const struct socket_ops socket_ops = {send_frame, hang_up};

static void opened(void *arg, struct net_conn *c)
{
    struct rooms *r = arg;

    net_conn_set(c, house_open(r->house, c, net_conn_group(c)));
}

static void message(void *arg, struct net_conn *c, struct str text)
{
    struct rooms *r = arg;

    if (admin_hear(r->admin, c, text)) {
        house_close(net_conn_get(c)); /* it is no guest */
        net_conn_set(c, NULL);
    } else {
        house_hear(net_conn_get(c), text);
    }
    /* A hello that is not taken ends in a hang-up: whoever is still there is a guest. */
    net_conn_settle(c);
}

static void closed(void *arg, struct net_conn *c)
{
    struct rooms *r = arg;

    admin_closed(r->admin, c);
    house_close(net_conn_get(c));
    net_conn_set(c, NULL);
}

/* ---- the loop ---- */

static void alarm_rang(uv_timer_t *timer);

/* Phones that are left are passed through to where their tables are now; they go one by one. */
static void say_goodbye(struct rooms *r)
{
    void (*left)(void *server, int64_t spread_ms) = r->left;

    if (!left)
        return;
    if (r->links && steady() < r->leave_by) {
        if (!house_drained(r->house))
            r->drained_at = 0;
        else if (!r->drained_at)
            r->drained_at = steady();
        /* The last phones are shown their table where it is now before anybody is hung up on. */
        if (!r->drained_at || steady() < r->drained_at + SETTLED_MS)
            return;
    }
    r->left = NULL;
    /* Phones come back elsewhere one by one. A table that nobody else can have waits until this
     * one is started again: that counts for more than a rush at the others. */
    bool elsewhere = r->links && !house_stranded(r->house);
    house_farewell(r->house);
    house_leave(r->house);
    left(r->server, elsewhere ? GOODBYES_MS : 0);
}

static void take_turn(struct rooms *r)
{
    net_cork(r->net);
    store_will_pump(r->store);
    /* Until nothing more comes of it: what was stored lets queued requests go on. */
    do {
        house_run(r->house);
        say_goodbye(r);
    } while (store_pump(r->store, 0) > 0);
    net_uncork(r->net);
    if (r->links) {
        links_flush(r->links);
        if (r->arrivals != house_arrivals(r->house))
            web_shared_look(r->web);
        web_shared_run(r->web);
        r->arrivals = house_arrivals(r->house);
    }
    int64_t due = house_due(r->house), now = steady();
    if (due == r->alarm_at)
        return;
    r->alarm_at = due;
    if (due == INT64_MAX)
        uv_timer_stop(&r->alarm);
    else
        uv_timer_start(&r->alarm, alarm_rang, due > now ? (uint64_t)(due - now) : 0, 0);
}

static void alarm_rang(uv_timer_t *timer)
{
    struct rooms *r = timer->data;

    r->alarm_at = NOT_SET;
    take_turn(r);
}

static void after_input(uv_check_t *check)
{
    take_turn(check->data);
}

static void woken(uv_poll_t *poll, int status, int events)
{
    (void)poll, (void)status, (void)events; /* the turn comes right after */
}

static bool watch(struct rooms *r, struct net *n, uv_poll_t *poll, int fd)
{
    if (fd < 0 || uv_poll_init(net_loop(n), poll, fd) != 0)
        return false;
    poll->data = r;
    uv_poll_start(poll, UV_READABLE, woken);
    return true;
}

/* ---- what can be asked ---- */

static void metrics(void *arg, struct buf *out)
{
    struct rooms *r = arg;

    metrics_write(out, r->house, &r->turns);
}

static bool healthy(void *arg, struct buf *why)
{
    struct rooms *r = arg;

    const char *trouble = house_trouble(r->house);

    if (!trouble) {
        buf_printf(why, "ok, unisono %s%s%s\n", unisono_version, *unisono_commit ? " " : "",
                   unisono_commit);
        return true;
    }
    buf_printf(why, "the store does not take entries: %s", trouble);
    return false;
}

/* Where phones find this server, for a page that was opened on the machine itself. */
static void reach_write(const struct rooms *r, struct buf *out)
{
    struct buf lan = {0}, url = {0};
    struct jw w = jw_to(out);
    struct str host;

    banner_lan(&lan);
    banner_url(r->config, net_port(r->net), buf_str(&lan), &url);
    struct str base = buf_str(&url), rest;
    base.len -= base.len && base.at[base.len - 1] == '/';
    bool known = str_split(base, '/', &host, &rest) && rest.len > 1 &&
                 host_name(str_n(rest.at + 1, rest.len - 1), &host) && !host_is_loopback(host);
    jw_object(&w);
    if (known)
        jw_key_str(&w, "url", base);
    jw_end_object(&w);
    buf_fini(&lan);
    buf_fini(&url);
}

static int get(void *arg, struct str path, struct str query, struct buf *out, const char **type)
{
    const struct rooms *r = arg;

    (void)query;
    *type = "application/json";
    if (str_is(path, "/api/local/reach"))
        reach_write(arg, out);
    else if (str_is(path, "/api/games"))
        games_write(out);
    else if (str_is(path, "/api/privacy"))
        buf_printf(out, "{\"keep_days\":%lld}", (long long)r->config->keep_days);
    else
        return 404;
    return 200;
}

static void page(void *arg, uint64_t ticket, struct str path, struct str query)
{
    struct rooms *r = arg;

    pages_ask(&r->pages, ticket, path, query);
}

/* ---- beginning and end ---- */

static void words_came(void *arg)
{
    struct rooms *r = arg;

    net_cork(r->net);
    house_words(r->house, words_known(&r->words));
    net_uncork(r->net);
}

static bool open_store(struct rooms *r, const struct config *c, struct net_problem *problem)
{
    const char *path = c->store;
    struct store_problem wrong;

    if (strcmp(path, ":memory:") == 0) {
        r->store = store_mem_new();
        return true;
    }
    const struct store_pg_options engine = {.alone = c->store_standby == STANDBY_NONE};
    if (store_is_pg(path) && store_pg_open(&r->store, path, &engine, &wrong) == 0)
        return true;
    /* Whoever drags a token at one table does not wait for the disk of another. */
    const struct store_sqlite_options options = {.exclusive = true, .thread = true};
    if (!store_is_pg(path) && store_sqlite_open(&r->store, path, &options, &wrong) == 0)
        return true;
    snprintf(problem->reason, sizeof problem->reason, "%s", wrong.reason);
    return false;
}

/* Drawn anew at every start: a node that comes back is another one. The first numbers are of houses
 * that are alone. */
static uint64_t draw_node(void)
{
    return (secure_random() & (UINT32_MAX >> 1)) + 16;
}

/* A phone that comes by another node is still from the same address, also for who has shown it out.
 */
static void share_groups(struct net *n, const char *secret)
{
    static const char what[] = "addresses";
    unsigned char hash[SHA256_DIGEST_LENGTH];
    struct siphash_key key;
    struct buf text = {0};

    buf_printf(&text, "%s %s", what, secret);
    SHA256((const unsigned char *)text.at, text.len, hash);
    memcpy(&key, hash, sizeof key);
    net_share_groups(n, &key);
    OPENSSL_cleanse(text.at, text.len);
    buf_fini(&text);
}

/* With other nodes over the same store: what they share, and the way to their tables. */
static bool open_links(struct rooms *r, struct net *n, const struct config *c,
                       struct net_problem *problem)
{
    char secret[LINKS_SECRET + 1];

    if (!secret_read(r->store, secret, problem))
        return false;
    share_groups(n, secret);
    r->links = links_new(net_loop(n), c->peer, secret, problem);
    if (!r->links)
        return false;
    r->web = web_shared_new(r->store, n, wall);
    web_shared_begin(r->web);
    return true;
}

static struct house *open_house(const struct rooms *r, const struct config *c)
{
    return house_new(&(struct house_config){
        .store = r->store,
        .socket = &socket_ops,
        .lexicon = &r->words.referee.lexicon,
        .mind = &r->words.mind.mind,
        .filter = &r->filter,
        .words = words_known(&r->words),
        .wall = wall,
        .now = steady,
        .public_url = c->public_url[0] ? c->public_url : NULL,
        .max_rooms = (int)c->max_rooms,
        .address_rooms = (int)c->address_rooms,
        .guest_changes = (int)c->guest_changes,
        .keep_ms = c->keep_days * DAY,
        .think_threads = 2,
        .bot_hurry = (int)c->bot_hurry,
        .opening = c->opening * 1000,
        .node = store_is_pg(c->store) ? draw_node() : 0,
        .address = r->links ? c->peer : NULL,
        .remote = r->links ? &links_remote : NULL,
        .remote_arg = r->links,
        .terse = c->log_level == LOG_ERROR,
    });
}

/* From now on the loop calls: after input, at the alarm, and when store or bots have an answer. */
static void join_loop(struct rooms *r, struct net *n)
{
    words_watch(&r->words, net_loop(n), words_came, r);
    turns_begin(&r->turns, net_loop(n));
    uv_check_init(net_loop(n), &r->turn);
    uv_timer_init(net_loop(n), &r->alarm);
    r->turn.data = r->alarm.data = r;
    r->alarm_at = NOT_SET;
    uv_check_start(&r->turn, after_input);
    r->has_store_fd = watch(r, n, &r->store_ready, store_fd(r->store));
    r->has_thoughts = watch(r, n, &r->thoughts, house_fd(r->house));
}

static bool start(void *arg, struct net *n, const struct config *c, struct net_problem *problem)
{
    struct rooms *r = arg;

    if (!filters_open(&r->filter, c->filter, problem->reason, sizeof problem->reason))
        return false;
    if (!open_store(r, c, problem))
        return false;
    if (c->peer[0] && store_is_pg(c->store) && !open_links(r, n, c, problem))
        return false;
    r->net = n;
    r->config = c;
    words_open(&r->words, c->lexicon[0] ? c->lexicon : referee_dir());
    r->house = open_house(r, c);
    r->pages = (struct pages){n, r->store, r->house};
    if (r->links)
        links_serve(r->links, r->house);
    join_loop(r, n);
    r->admin = admin_new(
        &(struct admin_world){
            .net = n, .house = r->house, .config = c, .turns = &r->turns, .words = &r->words},
        problem);
    if (!r->admin)
        return false;
    take_turn(r);
    return true;
}

static void leave(void *arg, void (*left)(void *server, int64_t spread_ms), void *server)
{
    struct rooms *r = arg;

    r->left = left;
    r->server = server;
    r->leave_by = steady() + r->config->drain_seconds * 1000;
    if (r->links)
        house_drain(r->house, true);
    take_turn(r);
}

static void stop(void *arg)
{
    struct rooms *r = arg;

    if (!r->house)
        return;
    take_turn(r);
    r->pages.net = NULL; /* what the store answers from now on reaches nobody */
    if (r->links) {
        web_shared_stop(r->web);
        links_stop(r->links);
    }
    for (int i = 0; i < LAST_WRITES && house_count(r->house).writing; i++)
        store_pump(r->store, LAST_WRITE_MS);
    words_unwatch(&r->words);
    turns_end(&r->turns);
    uv_close((uv_handle_t *)&r->turn, NULL);
    uv_close((uv_handle_t *)&r->alarm, NULL);
    if (r->has_store_fd)
        uv_close((uv_handle_t *)&r->store_ready, NULL);
    if (r->has_thoughts)
        uv_close((uv_handle_t *)&r->thoughts, NULL);
}

struct rooms *rooms_new(void)
{
    struct rooms *r = calloc(1, sizeof *r);

    if (!r)
        abort();
    registry_init();
    return r;
}

struct server_part rooms_part(struct rooms *r)
{
    return (struct server_part){
        .service = {.arg = r,
                    .opened = opened,
                    .message = message,
                    .closed = closed,
                    .metrics = metrics,
                    .healthy = healthy,
                    .get = get,
                    .page = page},
        .start = start,
        .leave = leave,
        .stop = stop,
    };
}

void rooms_free(struct rooms *r)
{
    if (!r)
        return;
    if (r->house)
        house_end(r->house);
    admin_free(r->admin);
    if (r->links)
        links_free(r->links);
    store_free(r->store);
    web_shared_free(r->web);
    house_free(r->house);
    words_close(&r->words);
    filter_fini(&r->filter);
    free(r);
}
