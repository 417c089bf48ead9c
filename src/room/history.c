/*
 * The facts of a game as one guest may know them, from its log: for screens that came late and for
 * looking back.
 *
 * Reading a log takes time, and every other table waits meanwhile. So a few records are asked of
 * the store at each run of the room, for one connection after the other. The history is sent when
 * all of it is there, also where the game was left since. A connection is told one history at a
 * time, and not again and again.
 */
#include "room/inside.h"
#include "room/log_fold.h"

#include <stdlib.h>

enum { BYTES_AT_ONCE = 32768, HISTORY_BYTES = 400000, PAUSE = 3 };
/* A screen asks when it comes and when somebody looks back. */
enum { HISTORIES = 10, HISTORY_EVERY = 10000 };

/* A question that the store has; whoever it is for may go meanwhile. */
struct asking {
    struct conn *conn; /* NULL: nobody */
    int64_t from;
    struct services *services;
};

struct history {
    struct asking *asking;   /* NULL: none is under way */
    int64_t entry;           /* that is read next */
    const struct book *book; /* of the game, and what is called how at its table */
    struct names names;
    seat_set seats;  /* of who asked, when they did */
    uint32_t record; /* that was read last */
    int read;        /* records, in this run of the room */
    bool draws;      /* what was drawn is told in place of the facts */
    bool any, over;  /* something is told; there is no more */
    struct buf text;
};

static void tell_record(struct history *h, const struct record *rec)
{
    struct jw w = jw_to(&h->text);

    for (int i = 0; i < rec->facts; i++) {
        bool known = fact_visible(h->book, &rec->fact[i], NO_SEAT);

        FOR_SEATS (seat, h->seats)
            known = known || fact_visible(h->book, &rec->fact[i], seat);
        if (!known)
            continue;
        buf_adds(&h->text, h->any ? ",{\"at\":" : "{\"at\":");
        buf_int(&h->text, rec->at);
        buf_adds(&h->text, ",\"fact\":");
        w.comma = false;
        fact_write(h->book, &h->names, &rec->fact[i], false, &w);
        buf_addc(&h->text, '}');
        h->any = true;
    }
}

static void tell_draws(struct history *h, const struct record *rec)
{
    struct jw w = jw_to(&h->text);

    w.comma = h->any;
    for (int i = 0; i < rec->draws; i++) {
        const struct draw *x = &rec->draw[i];
        const struct arg_spec *chance = &h->book->chance[x->chance];

        jw_object(&w);
        jw_key_int(&w, "record", h->record);
        jw_key_str(&w, "chance", chance->name);
        if (chance->secret)
            jw_key_bool(&w, "hidden", true);
        jw_key_int(&w, "of", x->of);
        jw_key_int(&w, "value", x->value);
        jw_key_int(&w, "item", x->item);
        jw_end_object(&w);
        h->any = true;
    }
}

/* False: this is not of the game, or cannot be read. */
static bool tell_line(struct room *r, struct history *h, struct str line)
{
    struct record *rec = r->services->scratch->record;
    struct setup_problem problem;
    enum log_line_kind kind = log_line_kind(line);

    if (kind == LINE_GAME)
        return h->record == 0; /* the next game */
    if (kind != LINE_RECORD)
        return true;
    h->read++;
    services_read(r->services, 1);
    if (!log_read_record(rec, h->book, &h->names, ++h->record, line, &problem))
        return false;
    (h->draws ? tell_draws : tell_record)(h, rec);
    return true;
}

/* Whether more is to be read, now or later. */
static bool tell_entry(void *arg, const struct store_entry *e)
{
    struct conn *c = ((struct asking *)arg)->conn;
    struct history *h = c ? c->history : NULL;
    struct str body = e->body, line;

    if (!c || e->seq > c->room->head)
        return false; /* nobody has been shown this yet */
    h->entry = e->seq + 1;
    while (!h->over && str_line(&body, &line))
        h->over = !tell_line(c->room, h, line);
    h->over = h->over || h->text.len >= HISTORY_BYTES;
    return !h->over && h->read < READS_A_QUESTION;
}

static void history_free(struct history *h)
{
    if (h && h->asking)
        h->asking->conn = NULL;
    if (h)
        buf_fini(&h->text);
    free(h);
}

void history_forget(struct conn *c)
{
    history_free(c->history);
    c->history = NULL;
}

/* Sending may close the connection: it is not touched afterwards. */
static void finish(struct conn *c)
{
    struct history *h = c->history;

    c->history = NULL;
    buf_adds(&h->text, "]}");
    conn_send(c, &h->text);
    history_free(h);
}

void history_ask(struct room *r, struct conn *c, int64_t tag, bool draws)
{
    if (c->history) {
        request_told(c, tag, "busy");
        return;
    }
    if (!request_may_ask(c, tag, HISTORIES, HISTORY_EVERY))
        return;
    struct history *h = c->history = calloc(1, sizeof *h);
    if (!h)
        abort();
    h->draws = draws;
    h->over = !r->match.table || (draws && !room_over(r));
    h->entry = r->began;
    if (r->match.table) {
        h->book = r->match.setup.book;
        h->names = table_names(r->match.table);
    }
    h->seats = c->screen ? 0 : party_seats_of(&r->party, c->guest);
    frame_begin(&h->text);
    /* The game may be another one when the answer comes: it says which one it is about. */
    buf_printf(&h->text, "{\"told\":%lld,\"number\":%d,\"%s\":[", (long long)tag, r->party.games,
               draws ? "draws" : "history");
    room_schedule(r, 0);
}

static void asked(void *arg, enum store_result result)
{
    struct asking *a = arg;
    struct conn *c = a->conn;
    int64_t from = a->from;

    a->services->questions--;
    free(a);
    if (!c)
        return;
    struct history *h = c->history;
    struct room *r = c->room;

    h->asking = NULL;
    /* Where no more can be read, what is there is told. */
    if (result != STORE_OK || h->over || h->entry == from || h->entry > r->head)
        finish(c);
    else
        room_schedule(r, r->services->now() + PAUSE);
}

static void go_on(struct room *r, struct conn *c)
{
    struct history *h = c->history;

    if (h->over || h->entry > r->head) {
        finish(c);
        return;
    }
    struct asking *a = h->asking = malloc(sizeof *a);
    if (!a)
        abort();
    *a = (struct asking){c, h->entry, r->services};
    r->services->questions++;
    h->read = 0;
    if (store_fetch(r->services->store, r->id, h->entry, BYTES_AT_ONCE, tell_entry, asked, a) < 0)
        asked(a, STORE_UNAVAILABLE);
}

/* One connection has its turn: sending may close it, so the others have theirs at the next. */
int64_t history_run(struct room *r)
{
    struct services *s = r->services;
    struct conn *c = r->conns;
    bool more = false;

    while (c && (!c->history || c->waiting || c->history->asking))
        c = c->next;
    if (!c)
        return INT64_MAX;
    if (!services_may_ask(s))
        return s->now() + QUESTION_LATER;
    go_on(r, c);
    /* Whose question is under way is heard of when it is answered. */
    for (c = r->conns; c && !more; c = c->next)
        more = c->history && !c->history->asking;
    return more ? s->now() + PAUSE : INT64_MAX;
}
