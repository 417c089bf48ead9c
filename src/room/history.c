/* The facts of a game as one guest may know them, from its log: for screens that came late and for
 * looking back. */
#include "room/entry.h"
#include "room/inside.h"

enum { HISTORY_BYTES = 400000 };

struct telling {
    struct room *room;
    seat_set seats;
    uint32_t record;
    bool any;
    struct buf *out;
};

static void tell_record(struct telling *t, const struct record *rec)
{
    const struct book *b = t->room->match.setup.book;
    struct names names = table_names(t->room->match.table);
    struct jw w = jw_to(t->out);

    for (int i = 0; i < rec->facts; i++) {
        bool known = fact_visible(b, &rec->fact[i], NO_SEAT);

        FOR_SEATS (seat, t->seats)
            known = known || fact_visible(b, &rec->fact[i], seat);
        if (!known)
            continue;
        buf_adds(t->out, t->any ? ",{\"at\":" : "{\"at\":");
        buf_int(t->out, rec->at);
        buf_adds(t->out, ",\"fact\":");
        w.comma = false;
        fact_write(b, &names, &rec->fact[i], false, &w);
        buf_addc(t->out, '}');
        t->any = true;
    }
}

static bool tell_entry(void *arg, const struct store_entry *e)
{
    struct telling *t = arg;
    struct record *rec = t->room->house->record;
    struct names names = table_names(t->room->match.table);
    struct setup_problem problem;
    struct str body = e->body, line;

    while (str_line(&body, &line)) {
        if (entry_line(line) != LINE_RECORD)
            continue;
        if (!log_read_record(rec, t->room->match.setup.book, &names, ++t->record, line, &problem))
            return false;
        tell_record(t, rec);
    }
    return t->out->len < HISTORY_BYTES;
}

void room_history(struct room *r, struct conn *c, int64_t tag)
{
    struct buf text = {0};
    struct telling t = {
        .room = r, .seats = c->screen ? 0 : party_seats_of(&r->party, c->guest), .out = &text};

    frame_begin(&text);
    buf_printf(&text, "{\"told\":%lld,\"history\":[", (long long)tag);
    if (r->match.table)
        store_read(r->house->config.store, r->id, r->began, tell_entry, &t);
    buf_adds(&text, "]}");
    conn_send(c, &text);
    buf_fini(&text);
}
