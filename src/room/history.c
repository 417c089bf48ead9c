/*
 * The facts of a game as one guest may know them, from its log: for screens that came late and for
 * looking back.
 *
 * Reading a log takes time, and every other table waits meanwhile. So a few records are read at
 * each run of the room, for one connection after the other, and the answer is sent when all are
 * there. A connection is told one history at a time.
 */
#include "room/inside.h"
#include "room/log_fold.h"

#include <stdlib.h>

/* A record is read in some hundredths of a millisecond. */
enum { RECORDS_AT_ONCE = 16, HISTORY_BYTES = 400000 };

struct history {
    int64_t entry;   /* that is read next */
    int64_t began;   /* entry the game began in that it is about */
    seat_set seats;  /* of who asked, when they did */
    uint32_t record; /* that was read last */
    int read;        /* records, in this run of the room */
    bool any;
    struct buf text;
};

static void tell_record(struct room *r, struct history *h, seat_set seats, const struct record *rec)
{
    const struct book *b = r->match.setup.book;
    struct names names = table_names(r->match.table);
    struct jw w = jw_to(&h->text);

    for (int i = 0; i < rec->facts; i++) {
        bool known = fact_visible(b, &rec->fact[i], NO_SEAT);

        FOR_SEATS (seat, seats)
            known = known || fact_visible(b, &rec->fact[i], seat);
        if (!known)
            continue;
        buf_adds(&h->text, h->any ? ",{\"at\":" : "{\"at\":");
        buf_int(&h->text, rec->at);
        buf_adds(&h->text, ",\"fact\":");
        w.comma = false;
        fact_write(b, &names, &rec->fact[i], false, &w);
        buf_addc(&h->text, '}');
        h->any = true;
    }
}

/* Whether more is to be read, now or later. */
static bool tell_entry(void *arg, const struct store_entry *e)
{
    struct conn *c = arg;
    struct room *r = c->room;
    struct history *h = c->history;
    struct record *rec = r->services->scratch->record;
    struct names names = table_names(r->match.table);
    struct setup_problem problem;
    struct str body = e->body, line;

    if (e->seq > r->head)
        return false; /* nobody has been shown this yet */
    h->entry = e->seq + 1;
    while (str_line(&body, &line)) {
        if (log_line(line) != LINE_RECORD)
            continue;
        h->read++;
        if (!log_read_record(rec, r->match.setup.book, &names, ++h->record, line, &problem))
            return false;
        tell_record(r, h, h->seats, rec);
    }
    return h->read < RECORDS_AT_ONCE && h->text.len < HISTORY_BYTES;
}

static void history_free(struct history *h)
{
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

void history_ask(struct room *r, struct conn *c, int64_t tag)
{
    if (c->history) {
        conn_error(c, "busy");
        return;
    }
    struct history *h = c->history = calloc(1, sizeof *h);
    if (!h)
        abort();
    h->entry = r->began;
    h->began = r->began;
    h->seats = c->screen ? 0 : party_seats_of(&r->party, c->guest);
    frame_begin(&h->text);
    buf_printf(&h->text, "{\"told\":%lld,\"history\":[", (long long)tag);
    room_schedule(r, 0);
}

/* True: there is more for it. */
static bool go_on(struct room *r, struct conn *c)
{
    struct history *h = c->history;
    int64_t before = h->entry;

    h->read = 0;
    if (r->match.table && h->began == r->began && h->entry <= r->head)
        store_read(r->services->store, r->id, h->entry, tell_entry, c);
    if (h->read >= RECORDS_AT_ONCE && h->entry > before && h->entry <= r->head &&
        h->text.len < HISTORY_BYTES)
        return true;
    finish(c);
    return false;
}

/* A sent answer may close its connection, so the list is looked through anew after each. */
void history_complete(struct room *r)
{
    struct conn *c = r->conns;

    while (c) {
        if (c->history && !c->waiting) {
            while (go_on(r, c))
                ;
            c = r->conns;
        } else {
            c = c->next;
        }
    }
}

bool history_run(struct room *r)
{
    for (struct conn *c = r->conns; c; c = c->next) {
        if (c->history && !c->waiting) {
            if (go_on(r, c))
                return true;
            /* The rest have their turn at the next run: sending may have closed this one. */
            for (const struct conn *other = r->conns; other; other = other->next) {
                if (other->history)
                    return true;
            }
            return false;
        }
    }
    return false;
}
