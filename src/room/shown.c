#include "room/shown.h"

#include "room/inside.h"

#include <assert.h>
#include <string.h>

/* ---- frames ---- */

static void add_spare(struct buf *text)
{
    static const char spare[FRAME_HEAD];

    buf_add(text, str_n(spare, FRAME_HEAD));
}

void frame_begin(struct buf *text)
{
    buf_clear(text);
    add_spare(text);
}

void conn_send_with(struct conn *c, char *at, size_t len, struct str front)
{
    assert(front.len <= FRAME_HEAD - 32);
    at -= front.len;
    memcpy(at, front.at, front.len);
    c->house->counts.frames++;
    c->house->counts.bytes_out += (int64_t)(len + front.len);
    c->house->config.line->send(c->line, at, len + front.len);
}

void conn_send(struct conn *c, struct buf *text)
{
    conn_send_with(c, text->at + FRAME_HEAD, text->len - FRAME_HEAD, STR(""));
}

seat_set seats_of(const struct room *r, const struct conn *c)
{
    return r->match.table && !c->screen ? party_seats_of(&r->party, c->guest) : 0;
}

/* ---- views ---- */

/* What everybody sees of the table, into the house's spans. */
static void look_at_table(struct room *r, uint32_t rev)
{
    struct house *h = r->house;
    struct jw_members members;
    struct jw w = jw_members_to(&h->view, &members);

    buf_clear(&h->view);
    buf_clear(&h->gone);
    table_view_common(r->match.table, &w);
    sections_update(&r->shown.table, &h->names, buf_str(&h->view), &members, rev, &h->common,
                    &h->gone);
}

/* What one seat sees alone; what is gone for it is told behind what is gone for all. */
static void look_at_own(struct room *r, int seat, uint32_t rev)
{
    struct house *h = r->house;
    struct jw_members members;
    struct jw w = jw_members_to(&h->own_view, &members);

    buf_clear(&h->own_view);
    buf_clear(&h->value);
    buf_add(&h->value, buf_str(&h->gone));
    h->own.n = 0;
    if (seat == NO_SEAT)
        return;
    table_view_own(r->match.table, seat, &w);
    sections_update(&r->shown.own[seat], &h->names, buf_str(&h->own_view), &members, rev, &h->own,
                    &h->value);
}

/* After a gap the client cannot know what was dropped in it: it is told what there is. */
static void add_names(const struct room *r, int seat, struct buf *out)
{
    size_t at;

    buf_adds(out, ",\"only\":");
    at = out->len;
    sections_write_names(&r->shown.table, &r->house->names, out);
    if (seat != NO_SEAT)
        sections_write_names(&r->shown.own[seat], &r->house->names, out);
    out->at[at] = '['; /* in place of the first comma: there is always a phase */
    buf_addc(out, ']');
}

enum how { CHANGES, FRESH, GAP };

/* The item of "views" for one viewer of a table that has been looked at; false and nothing where
 * there is nothing to say. */
static bool add_view(struct room *r, int seat, uint32_t rev, uint32_t since, enum how how,
                     bool first, struct buf *text)
{
    struct house *h = r->house;
    size_t begin = text->len;

    look_at_own(r, seat, rev);
    buf_adds(text, first ? ",\"views\":[{\"seat\":" : ",{\"seat\":");
    buf_int(text, seat);
    buf_adds(text, how == FRESH ? ",\"fresh\":true,\"set\":{" : ",\"set\":{");
    size_t empty = text->len;
    spans_write(&h->common, since, text);
    spans_write(&h->own, since, text);
    bool any = text->len > empty;
    buf_addc(text, '}');
    if (how == GAP) {
        add_names(r, seat, text);
    } else if (how == CHANGES && h->value.len) {
        buf_adds(text, ",\"drop\":[");
        buf_add(text, buf_str(&h->value));
        buf_addc(text, ']');
        any = true;
    }
    buf_addc(text, '}');
    if (any || how != CHANGES)
        return true;
    text->len = begin;
    return false;
}

static void add_views(struct room *r, seat_set seats, uint32_t rev, uint32_t since, enum how how,
                      struct buf *text)
{
    bool any = false;

    if (!seats)
        any = add_view(r, NO_SEAT, rev, since, how, true, text);
    FOR_SEATS (seat, seats)
        any = add_view(r, seat, rev, since, how, !any, text) || any;
    if (any)
        buf_addc(text, ']');
}

/* ---- facts ---- */

static bool known_to(const struct book *b, const struct fact *f, seat_set seats)
{
    if (fact_visible(b, f, NO_SEAT))
        return true;
    FOR_SEATS (seat, seats) {
        if (fact_visible(b, f, seat))
            return true;
    }
    return false;
}

/* What these seats may know of a decision, into the house's text. */
static void write_facts(const struct room *r, const struct decision *d, seat_set seats)
{
    struct buf *facts = &r->house->told;
    struct names names = table_names(r->match.table);
    struct jw w = jw_to(facts);

    buf_clear(facts);
    for (int i = 0; i < d->facts; i++) {
        if (known_to(d->book, &d->fact[i], seats))
            fact_write(d->book, &names, &d->fact[i], false, &w);
    }
}

static bool open_to_all(const struct decision *d)
{
    for (int i = 0; i < d->facts; i++) {
        if (!fact_visible(d->book, &d->fact[i], NO_SEAT))
            return false;
    }
    return true;
}

static void add_list(struct buf *text, struct str name, struct str items)
{
    if (!items.len)
        return;
    buf_add(text, name);
    buf_add(text, items);
    buf_addc(text, ']');
}

/* ---- volleys ---- */

static void add_time(const struct room *r, uint32_t rev, struct buf *text)
{
    buf_adds(text, "\"rev\":");
    buf_int(text, rev);
    if (r->match.table) {
        buf_adds(text, ",\"at\":");
        buf_int(text, room_now(r));
    }
}

/* What frames of one volley share besides the house's spans. */
struct news {
    const struct deed *deed;
    struct str room, thoughts;
    bool same_facts; /* for everybody: written once */
};

/* True: it says more of the table than the room's own sections. */
static bool add_frame(struct room *r, struct volley *v, const struct news *news, seat_set seats,
                      bool whole)
{
    struct frame *f = &v->frame[v->frames++];
    struct buf *text = &v->text;
    uint32_t rev = r->shown.rev + 1;

    add_spare(text);
    *f = (struct frame){.seats = seats, .whole = whole, .at = (uint32_t)text->len};
    add_time(r, rev, text);
    if (news->room.len) {
        buf_adds(text, ",\"room\":{");
        buf_add(text, news->room);
        buf_addc(text, '}');
    }
    size_t before = text->len;
    if (news->deed && r->match.table)
        add_views(r, seats, rev, whole ? 0 : rev - 1, news->deed->fresh || whole ? FRESH : CHANGES,
                  text);
    if (news->deed && news->deed->decision) {
        if (!news->same_facts)
            write_facts(r, news->deed->decision, seats);
        add_list(text, STR(",\"facts\":["), buf_str(&r->house->told));
    }
    add_list(text, STR(",\"thoughts\":["), news->thoughts);
    bool more = text->len > before;
    buf_addc(text, '}');
    f->len = (uint32_t)text->len - f->at;
    return more;
}

static void forget_table(struct shown *s)
{
    sections_fini(&s->table);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        sections_fini(&s->own[seat]);
}

static bool anybody_looks(const struct room *r)
{
    for (const struct conn *c = r->conns; c; c = c->next) {
        if (!c->waiting)
            return true;
    }
    return false;
}

struct volley *volley_new(struct room *r, const struct deed *deed)
{
    struct house *h = r->house;
    uint32_t rev = r->shown.rev + 1;
    /* A move at the table leaves the room as it is, unless it was the last; writing the room's
     * sections only to find them unchanged would cost as much as the move. */
    bool look = !deed || deed->fresh || r->stale || h->facts > 0 || room_over(r);
    struct news news = {.deed = deed};
    struct volley *v = volley_take(h);
    bool changed = false;

    buf_clear(&h->scratch);
    if (look)
        changed = room_view(r, rev, rev - 1, &h->scratch);
    news.room = buf_str(&h->scratch);
    r->stale = false;
    if (deed && deed->fresh)
        forget_table(&r->shown);
    buf_clear(&h->thoughts);
    if (deed && deed->decision)
        bots_tell(r, deed->decision, &h->thoughts);
    news.thoughts = buf_str(&h->thoughts);
    if (deed) {
        v->author = deed->author;
        v->n = deed->n;
    }
    if (!anybody_looks(r)) {
        if (changed)
            r->shown.rev = rev;
        return v;
    }
    if (deed && r->match.table)
        look_at_table(r, rev);
    if (deed && deed->decision && open_to_all(deed->decision)) {
        write_facts(r, deed->decision, 0);
        news.same_facts = true;
    }
    v->views = deed != NULL;
    /* Those who look as before come first: what is shown whole spoils the changes of its viewer. */
    for (int whole = 0; whole < 2; whole++) {
        for (const struct conn *c = r->conns; c; c = c->next) {
            seat_set seats = seats_of(r, c);

            if (c->waiting || volley_is_new_to(v, c, seats) != whole ||
                volley_frame(v, seats, whole))
                continue;
            changed = add_frame(r, v, &news, seats, whole) || changed;
        }
    }
    if (changed)
        r->shown.rev = rev;
    else
        v->frames = 0;
    return v;
}

void show_room(struct room *r)
{
    struct volley *v = volley_new(r, NULL);

    volley_send(r, v);
    volley_free(r->house, v);
}

void show_welcome(struct room *r, struct conn *c, uint32_t since)
{
    struct house *h = r->house;
    struct buf text = {0};
    const struct guest *g = party_guest(&r->party, c->guest);
    seat_set seats = seats_of(r, c);

    frame_begin(&text);
    buf_printf(
        &text,
        "{\"welcome\":{\"room\":\"%s\",\"guest\":%d,\"n\":%u,\"now\":%lld,\"version\":\"%s\"},"
        "\"epoch\":\"%016llx\",",
        r->party.code.text, c->guest, g ? g->n : 0, (long long)h->config.wall(), UNISONO_VERSION,
        (unsigned long long)r->shown.epoch);
    if (!r->shown.rev)
        r->shown.rev = 1;
    add_time(r, r->shown.rev, &text);
    if (room_view(r, r->shown.rev, since, &h->scratch)) {
        buf_adds(&text, ",\"room\":{");
        buf_add(&text, buf_str(&h->scratch));
        buf_addc(&text, '}');
    }
    if (r->match.table) {
        look_at_table(r, r->shown.rev);
        add_views(r, seats, r->shown.rev, since, since ? GAP : FRESH, &text);
    }
    buf_addc(&text, '}');
    c->seats = seats;
    c->told = c->guest;
    conn_send(c, &text);
    buf_fini(&text);
}

void shown_fini(struct shown *s)
{
    forget_table(s);
    *s = (struct shown){0};
}

void shown_reset(struct room *r)
{
    shown_fini(&r->shown);
    r->shown.epoch = secure_random();
}
