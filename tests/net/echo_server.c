/*
 * A small service on the real net, for tests: what comes in is sent back, and a few words are
 * orders. Prints "port=N" and serves until SIGTERM; then stops gracefully and prints "done".
 *
 *   !pour N BYTES   sends N frames of BYTES bytes and then "poured"
 *   !hangup CODE    hangs up with that code
 *   !all TEXT       sends TEXT to everybody from one buffer
 *   !who            tells the address it sees
 *   !group          tells the number of its group of addresses
 *   !hello          settles the connection, where strangers=1; else all are settled at once
 *
 * usage: echo-server [name=value ...]   limits of net.h, and host, tls_cert, tls_key, origins,
 *                                       proxies, names, metrics, strangers
 */
#include "net/inside.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CROWD = 4096 };

static struct net *net;
static struct net_conn *crowd[CROWD];
static int present;
static bool healthy = true, strangers;
static uv_signal_t term, hup;

static void opened(void *arg, struct net_conn *c)
{
    (void)arg;
    if (present == CROWD)
        abort();
    net_conn_set(c, &crowd[present]);
    crowd[present++] = c;
    if (!strangers)
        net_conn_settle(c);
}

static void closed(void *arg, struct net_conn *c)
{
    struct net_conn **at = net_conn_get(c);

    (void)arg;
    if (!at || *at != c)
        abort(); /* closed twice, or never opened */
    *at = crowd[--present];
    net_conn_set(*at, at);
}

static void pour(struct net_conn *c, struct str order)
{
    struct net_text t = {0};
    struct str n = {0}, bytes = {0};
    int64_t times = 0, size = 0;

    str_word(&order, &n);
    str_word(&order, &bytes);
    str_int(n, &times);
    str_int(bytes, &size);
    struct buf *b = net_text_begin(&t);
    for (int64_t i = 0; i < size; i++)
        buf_addc(b, 'x');
    for (int64_t i = 0; i < times && net_send(c, &t) == 0; i++)
        ;
    net_text_fini(&t);
    net_send_str(c, STR("poured"));
}

static void message(void *arg, struct net_conn *c, struct str text);

/* Orders parted by bars, all of them while the net is corked. */
static void cork(struct net_conn *c, struct str orders)
{
    struct str one, rest;

    net_cork(net);
    while (str_split(orders, '|', &one, &rest)) {
        message(NULL, c, str_trim(one));
        orders = rest;
    }
    message(NULL, c, str_trim(orders));
    net_uncork(net);
}

static void message(void *arg, struct net_conn *c, struct str text)
{
    struct str order = text, word = {0};
    int64_t code;

    (void)arg;
    str_word(&order, &word);
    if (str_is(word, "!cork")) {
        cork(c, order);
    } else if (str_is(word, "!pour")) {
        pour(c, order);
    } else if (str_is(word, "!hangup") && str_int(str_trim(order), &code)) {
        net_send_str(c, STR("goodbye"));
        net_hangup(c, (int)code, "as you wish");
    } else if (str_is(word, "!all")) {
        struct net_text t = {0};

        buf_add(net_text_begin(&t), str_trim(order));
        for (int i = 0; i < present; i++)
            net_send(crowd[i], &t);
        net_text_fini(&t);
    } else if (str_is(word, "!who")) {
        char address[NET_ADDRESS];

        net_send_str(c, str_of(address_text(&c->address, address)));
    } else if (str_is(word, "!group")) {
        char number[32];

        snprintf(number, sizeof number, "%" PRIx64, net_conn_group(c));
        net_send_str(c, str_of(number));
    } else if (str_is(word, "!hello")) {
        net_conn_settle(c);
        net_send_str(c, STR("settled"));
    } else if (str_is(word, "!sick")) {
        healthy = false;
        net_send_str(c, STR("coughing"));
    } else {
        net_send_str(c, text);
    }
}

static bool is_healthy(void *arg, struct buf *why)
{
    (void)arg;
    buf_adds(why, healthy ? "fine\n" : "has a cold\n");
    return healthy;
}

static void metrics(void *arg, struct buf *out)
{
    (void)arg;
    buf_printf(out, "echo_present %d\n", present);
}

static int get(void *arg, struct str path, struct str query, struct buf *out, const char **type)
{
    (void)arg;
    if (!str_is(path, "/api/mirror")) {
        buf_adds(out, "no such thing\n");
        return 404;
    }
    *type = "application/json";
    buf_printf(out, "{\"query\":\"%.*s\"}", STR_FMT(query));
    return 200;
}

/* /k/N: a page of N bytes. */
static void page(void *arg, uint64_t ticket, struct str path, struct str query)
{
    struct buf body = {0};
    int64_t n = 0;

    (void)arg, (void)query;
    str_int(str_n(path.at + 3, path.len - 3), &n);
    for (int64_t i = 0; i < n; i++)
        buf_addc(&body, 'x');
    net_answer(net, ticket, &(struct net_page){200, "text/plain", buf_str(&body)});
    buf_fini(&body);
}

static void stopped(void *arg)
{
    (void)arg;
    uv_stop(net_loop(net));
}

static void on_term(uv_signal_t *handle, int number)
{
    (void)handle, (void)number;
    net_stop(net, 0, stopped, NULL);
}

static void on_hup(uv_signal_t *handle, int number)
{
    struct net_problem problem;

    (void)handle, (void)number;
    puts(net_reload(net, &problem) < 0 ? problem.reason : "reloaded");
    fflush(stdout);
}

static bool set(struct net_options *o, struct str name, const char *value)
{
    int64_t n = 0;

    str_int(str_of(value), &n);
#define X(field, fallback, least, most, help) \
    if (str_is(name, #field)) {               \
        o->limit.field = n;                   \
        return true;                          \
    }
    NET_LIMITS(X)
#undef X
    if (str_is(name, "metrics"))
        o->metrics = (enum net_metrics_for)n;
    else if (str_is(name, "host"))
        o->host = value;
    else if (str_is(name, "tls_cert"))
        o->tls_cert = value;
    else if (str_is(name, "tls_key"))
        o->tls_key = value;
    else if (str_is(name, "origins"))
        o->origins = value;
    else if (str_is(name, "names"))
        o->names = value;
    else if (str_is(name, "strangers"))
        strangers = n != 0;
    else if (str_is(name, "proxies"))
        o->proxies = value;
    else
        return false;
    return true;
}

int main(int argc, char **argv)
{
    struct net_options o = net_defaults();
    struct net_service service = {.opened = opened,
                                  .message = message,
                                  .closed = closed,
                                  .metrics = metrics,
                                  .healthy = is_healthy,
                                  .get = get,
                                  .page = page};
    struct net_problem problem;

    for (int i = 1; i < argc; i++) {
        struct str name, value;

        if (!str_split(str_of(argv[i]), '=', &name, &value) || !set(&o, name, value.at)) {
            fprintf(stderr, "what is %s?\n", argv[i]);
            return 2;
        }
    }
    if (net_new(&net, &o, &service, &problem) < 0) {
        fprintf(stderr, "%s\n", problem.reason);
        return 1;
    }
    uv_signal_init(net_loop(net), &term);
    uv_signal_start(&term, on_term, SIGTERM);
    uv_signal_init(net_loop(net), &hup);
    uv_signal_start(&hup, on_hup, SIGHUP);
    printf("port=%d\n", net_port(net));
    fflush(stdout);
    uv_run(net_loop(net), UV_RUN_DEFAULT);
    uv_close((uv_handle_t *)&term, NULL);
    uv_close((uv_handle_t *)&hup, NULL);
    net_free(net);
    puts(present == 0 ? "done" : "somebody was forgotten");
    return present != 0;
}
