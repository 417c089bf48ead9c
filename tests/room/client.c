/* A client of the room tests: what it understands, sends and believes. */
#include "fixture.h"
#include "protocol/shapes.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what a client understands ---- */

static void keep(json_t **into, json_t *value)
{
    json_decref(*into);
    *into = json_incref(value);
}

static void copy_text(char *out, size_t size, const json_t *value)
{
    snprintf(out, size, "%s", json_is_string(value) ? json_string_value(value) : "");
}

static void take_view(struct client *c, json_t *entry)
{
    char seat[8];
    const char *name;
    json_t *value;
    size_t i;

    snprintf(seat, sizeof seat, "%d", (int)json_integer_value(json_object_get(entry, "seat")));
    json_t *sections = json_object_get(c->views, seat);
    if (!sections || json_is_true(json_object_get(entry, "fresh"))) {
        sections = json_object();
        json_object_set_new(c->views, seat, sections);
    }
    json_object_update(sections, json_object_get(entry, "set"));
    json_array_foreach(json_object_get(entry, "drop"), i, value)
        json_object_del(sections, json_string_value(value));
    json_t *only = json_object_get(entry, "only");
    if (!only)
        return;
    json_t *kept = json_object();
    json_array_foreach(only, i, value)
    {
        name = json_string_value(value);
        json_object_set(kept, name, json_object_get(sections, name));
    }
    json_object_set_new(c->views, seat, kept);
}

void mend(json_t *into, json_t *changes)
{
    const char *key;
    json_t *change;

    json_object_foreach(changes, key, change)
    {
        char name[64];
        size_t n = strlen(key);
        bool inside = key[n - 1] == '~';

        snprintf(name, sizeof name, "%.*s", (int)(n - inside), key);
        size_t i = strtoul(name, NULL, 10);
        json_t *old = json_is_array(into) ? json_array_get(into, i) : json_object_get(into, name);
        if (inside)
            mend(old, change);
        else if (json_is_null(change))
            json_object_del(into, name);
        else if (!json_is_array(into))
            json_object_set(into, name, change);
        else if (old)
            json_array_set(into, i, change);
        else
            json_array_append(into, change);
    }
}

static void mend_views(struct client *c, json_t *by_seat)
{
    const char *seat;
    json_t *changes;

    json_object_foreach(by_seat, seat, changes)
    {
        assert(c->mends && json_object_get(c->views, seat));
        mend(json_object_get(c->views, seat), changes);
    }
}

static void take_frame(struct client *c, json_t *m)
{
    json_t *value, *welcome = json_object_get(m, "welcome");
    size_t i;

    if (welcome) {
        c->guest = (int)json_integer_value(json_object_get(welcome, "guest"));
        c->welcome_n = (uint32_t)json_integer_value(json_object_get(welcome, "n"));
        copy_text(c->code, sizeof c->code, json_object_get(welcome, "room"));
    }
    if (json_object_get(m, "epoch"))
        copy_text(c->epoch, sizeof c->epoch, json_object_get(m, "epoch"));
    if (json_object_get(m, "rev"))
        c->rev = json_integer_value(json_object_get(m, "rev"));
    json_object_update(c->room, json_object_get(m, "room"));
    json_array_foreach(json_object_get(m, "views"), i, value) take_view(c, value);
    mend_views(c, json_object_get(m, "mend"));
    if (json_is_null(json_object_get(c->room, "table")))
        json_object_clear(c->views);
}

/* Whatever the house sends is one of the messages that are described for others. */
static void check_shape(struct str text)
{
    const struct shape_lists lists = {{shapes, NULL}};
    struct str members = str_n(text.at + 1, text.len - 2);

    for (int i = 0; i < shape_count(); i++) {
        const struct shape *s = &shapes[i];
        struct shape_fault fault;

        if (s->side == SHAPE_SERVER && shape_members_fit(&lists, &s, 1, members, &fault))
            return;
    }
    fprintf(stderr, "no message of protocol/shapes.c: %.*s\n", STR_FMT(text));
    for (int i = 0; i < shape_count(); i++) {
        const struct shape *s = &shapes[i];
        struct shape_fault fault;

        if (s->side == SHAPE_SERVER && !shape_members_fit(&lists, &s, 1, members, &fault))
            fprintf(stderr, "  %s: %.*s in %.*s %s\n", s->name, STR_FMT(fault.member),
                    STR_FMT(fault.in), fault.what);
    }
    abort();
}

static void take(void *socket, char *at, size_t len)
{
    struct client *c = socket;
    struct jr_problem problem;
    json_t *m = jr_parse(str_n(at, len), &problem);

    if (!json_is_object(m)) {
        fprintf(stderr, "not JSON: %.*s\n", (int)len, at);
        abort();
    }
    check_shape(str_n(at, len));
    memset(at - 32, '#', 32); /* the network may write there */
    c->frames++;
    buf_add(&c->traffic, str_n(at, len));
    buf_addc(&c->traffic, '\n');
    keep(&c->last, m);
    if (json_object_get(m, "ack")) {
        c->acked = (uint32_t)json_integer_value(json_object_get(m, "ack"));
        c->again = json_is_true(json_object_get(m, "again"));
    }
    if (json_object_get(m, "refused")) {
        c->refused = (uint32_t)json_integer_value(json_object_get(m, "refused"));
        copy_text(c->refusal, sizeof c->refusal, json_object_get(m, "key"));
    }
    if (json_object_get(m, "error"))
        copy_text(c->error, sizeof c->error, json_object_get(json_object_get(m, "error"), "key"));
    if (json_object_get(m, "said"))
        keep(&c->said, json_object_get(m, "said"));
    if (json_object_get(m, "reacted")) {
        keep(&c->reacted, json_object_get(m, "reacted"));
        c->signs++;
    }
    if (json_object_get(m, "moved"))
        keep(&c->moved, json_object_get(m, "moved"));
    if (json_object_get(m, "told"))
        keep(&c->told, m);
    if (json_object_get(m, "tried"))
        keep(&c->tried, m);
    take_frame(c, m);
    json_decref(m);
}

static void hang_up(void *socket, int code, const char *reason)
{
    struct client *c = socket;

    (void)reason;
    c->hung_up = code;
}

const struct socket_ops client_socket = {take, hang_up};

/* ---- clients ---- */

struct client *client_new(struct fixture *s)
{
    struct client *c = &s->client[s->clients];

    *c = (struct client){.fixture = s, .room = json_object(), .views = json_object()};
    snprintf(c->token, sizeof c->token, "token-of-client-number-%012d", s->clients++);
    return c;
}

static void connect_anew(struct client *c)
{
    client_drop(c);
    c->hung_up = 0;
    c->error[0] = '\0';
    c->conn = house_open(c->fixture->house, c, c->address);
}

bool client_told(const struct client *c, int64_t tag, const char *key)
{
    return jr_member_int(c->told, "told") == tag && str_is(jr_member_str(c->told, "key"), key);
}

void client_create(struct client *c, const char *language)
{
    connect_anew(c);
    client_send(c, "{\"hello\":1,\"create\":{\"language\":\"%s\"},\"token\":\"%s\"%s%s%s}",
                language, c->token, c->screen ? ",\"screen\":true" : "",
                c->mends ? ",\"mend\":true" : "", c->deals ? ",\"deal\":true" : "");
}

void client_enter(struct client *c, const char *code, bool seen)
{
    char more[80] = "";

    connect_anew(c);
    if (seen)
        snprintf(more, sizeof more, ",\"seen\":{\"epoch\":\"%s\",\"rev\":%lld}", c->epoch,
                 (long long)c->rev);
    client_send(c, "{\"hello\":1,\"room\":\"%s\",\"token\":\"%s\"%s%s%s%s}", code, c->token,
                c->screen ? ",\"screen\":true" : "", c->mends ? ",\"mend\":true" : "",
                c->deals ? ",\"deal\":true" : "", more);
}

struct client *client_screen(struct fixture *s, const char *code)
{
    struct client *c = client_new(s);

    c->screen = true;
    client_enter(c, code, false);
    return c;
}

void client_drop(struct client *c)
{
    if (c->conn)
        house_close(c->conn);
    c->conn = NULL;
}

void client_send(struct client *c, const char *format, ...)
{
    char *text = NULL;
    va_list args;

    va_start(args, format);
    int n = vasprintf(&text, format, args);
    va_end(args);
    if (n < 0)
        abort();
    house_hear(c->conn, str_n(text, (size_t)n));
    free(text);
    if (!c->fixture->together)
        fixture_settle(c->fixture);
}

bool client_do(struct client *c, const char *what, const char *with)
{
    c->n++;
    client_send(c, "{\"n\":%u,\"do\":\"%s\"%s%s}", c->n, what, with ? ",\"with\":" : "",
                with ? with : "");
    return c->acked == c->n;
}

bool client_play(struct client *c, int seat, const char *action, const char *with)
{
    c->n++;
    client_send(c, "{\"n\":%u,\"play\":\"%s\",\"seat\":%d%s%s}", c->n, action, seat,
                with ? ",\"with\":" : "", with ? with : "");
    return c->acked == c->n;
}

const char *client_move_args(const struct client *c, const struct move *move, struct buf *out)
{
    const struct table *t = client_room(c)->match.table;
    struct names names = table_names(t);
    struct jw w = jw_to(out);

    jw_object(&w);
    schema_encode(&t->book->action_args[move->action], &names, move->v, &w);
    jw_end_object(&w);
    return t->book->action[move->action]->name;
}

bool client_move(struct client *c, const struct move *move)
{
    struct buf with = {0};
    const char *action = client_move_args(c, move, &with);
    bool taken = client_play(c, move->seat, action, buf_cstr(&with));

    buf_fini(&with);
    return taken;
}

bool client_move_any(struct client *c, struct sampler *sampler)
{
    const struct room *r = client_room(c);
    struct move m;

    if (!r || !r->match.table)
        return false;
    seat_set mine = party_seats_of(&r->party, c->conn->guest);
    return mine && play_propose(r->match.table, mine, sampler, &m) && client_move(c, &m);
}

void client_forget(struct client *c)
{
    buf_clear(&c->traffic);
}

struct room *client_room(const struct client *c)
{
    if (!c->conn || !c->conn->room)
        return NULL;
    room_wake(c->conn->room);
    return c->conn->room;
}

int64_t client_due(const struct client *c)
{
    const struct room *r = client_room(c);

    return due_at(r->services->house, r->door);
}

static bool same_view(const struct client *c, int seat, struct buf *difference)
{
    const struct room *r = client_room(c);
    struct buf text = {0};
    struct jr_problem problem;
    char key[8];

    table_view(r->match.table, seat, &text);
    json_t *is = jr_parse(buf_str(&text), &problem);
    snprintf(key, sizeof key, "%d", seat);
    json_t *believed = json_object_get(c->views, key);
    bool same = json_equal(is, believed);
    if (!same) {
        char *shown = json_dumps(believed ? believed : json_null(), JSON_ENCODE_ANY);

        buf_printf(difference, "seat %d\n is      %s\n believed %s\n", seat, buf_cstr(&text),
                   shown);
        free(shown);
    }
    json_decref(is);
    buf_fini(&text);
    return same;
}

bool client_agrees(const struct client *c, struct buf *difference)
{
    const struct room *r = client_room(c);

    if (!r || !r->match.table)
        return true;
    seat_set seats = c->screen ? 0 : party_seats_of(&r->party, c->conn->guest);
    if (!seats)
        return same_view(c, NO_SEAT, difference);
    FOR_SEATS (seat, seats) {
        if (!same_view(c, seat, difference))
            return false;
    }
    return true;
}

/* ---- looking ---- */

const char *client_section(const struct client *c, const char *section, const char *key)
{
    return json_string_value(json_object_get(json_object_get(c->room, section), key));
}

json_t *client_person(const struct client *c, const char *name)
{
    size_t i;
    json_t *p;

    json_array_foreach(json_object_get(c->room, "people"), i, p)
    {
        if (strcmp(json_string_value(json_object_get(p, "name")), name) == 0)
            return p;
    }
    return NULL;
}

int64_t client_person_number(const struct client *c, const char *name, const char *key)
{
    return json_integer_value(json_object_get(client_person(c, name), key));
}
