#include "room/frames.h"

#include "base/secure.h"
#include "base/version.h"
#include "room/inside.h"

#include <assert.h>
#include <string.h>

seat_set frames_eyes(const struct room *r, const struct conn *c)
{
    return r->match.table && !c->screen ? party_seats_of(&r->party, c->guest) : 0;
}

/* ---- views ---- */

/* What everybody sees of the table, into the painting. */
static void look_at_table(struct room *r, uint32_t rev)
{
    struct painting *p = &r->services->scratch->painting;
    struct jw_members members;
    struct jw w = jw_members_to(&p->common, &members);

    buf_clear(&p->common);
    buf_clear(&p->dropped);
    table_view_common(r->match.table, &w);
    sections_update(&r->frames.table, &r->services->scratch->names, buf_str(&p->common), &members,
                    rev, &p->in_common, &p->dropped);
}

/* What one seat sees alone; what it has lost is told after what all have lost. */
static void look_at_own(struct room *r, int seat, uint32_t rev)
{
    struct painting *p = &r->services->scratch->painting;
    struct jw_members members;
    struct jw w = jw_members_to(&p->own, &members);

    buf_clear(&p->own);
    buf_clear(&p->own_dropped);
    buf_add(&p->own_dropped, buf_str(&p->dropped));
    p->in_own.n = 0;
    if (seat == NO_SEAT)
        return;
    table_view_own(r->match.table, seat, &w);
    sections_update(&r->frames.own[seat], &r->services->scratch->names, buf_str(&p->own), &members,
                    rev, &p->in_own, &p->own_dropped);
}

/* After a gap the client cannot know what was dropped in it: it is told what there is. */
static void add_names(const struct room *r, int seat, struct buf *out)
{
    size_t at;

    buf_adds(out, ",\"only\":");
    at = out->len;
    sections_write_names(&r->frames.table, &r->services->scratch->names, out);
    if (seat != NO_SEAT)
        sections_write_names(&r->frames.own[seat], &r->services->scratch->names, out);
    out->at[at] = '['; /* in place of the first comma: there is always a phase */
    buf_addc(out, ']');
}

enum how { CHANGES, FRESH, GAP };

/* The item of "views" for one viewer of a table that has been looked at; false and nothing where
 * there is nothing to say. */
static bool add_view(struct room *r, int seat, uint32_t rev, uint32_t since, enum how how,
                     bool first, struct buf *text)
{
    struct painting *p = &r->services->scratch->painting;
    size_t begin = text->len;

    look_at_own(r, seat, rev);
    buf_adds(text, first ? ",\"views\":[{\"seat\":" : ",{\"seat\":");
    buf_int(text, seat);
    buf_adds(text, how == FRESH ? ",\"fresh\":true,\"set\":{" : ",\"set\":{");
    size_t empty = text->len;
    spans_write(&p->in_common, since, text);
    spans_write(&p->in_own, since, text);
    bool any = text->len > empty;
    buf_addc(text, '}');
    if (how == GAP) {
        add_names(r, seat, text);
    } else if (how == CHANGES && p->own_dropped.len) {
        buf_adds(text, ",\"drop\":[");
        buf_add(text, buf_str(&p->own_dropped));
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

/* Names as they stand in a list, as members that are gone. */
static void add_gone(struct str names, struct buf *text)
{
    struct str name, rest;

    for (; names.len; names = rest) {
        if (!str_split(names, ',', &name, &rest))
            name = names, rest = str_n("", 0);
        if (text->at[text->len - 1] != '{')
            buf_addc(text, ',');
        buf_add(text, name);
        buf_adds(text, ":null");
    }
}

/* The member of "mend" for one viewer, likewise. */
static bool add_mend(struct room *r, int seat, uint32_t rev, bool first, struct buf *text)
{
    struct painting *p = &r->services->scratch->painting;
    size_t begin = text->len;

    look_at_own(r, seat, rev);
    buf_adds(text, first ? ",\"mend\":{\"" : ",\"");
    buf_int(text, seat);
    buf_adds(text, "\":{");
    size_t empty = text->len;
    spans_write_changes(&p->in_common, rev - 1, text);
    spans_write_changes(&p->in_own, rev - 1, text);
    add_gone(buf_str(&p->own_dropped), text);
    if (text->len == empty) {
        text->len = begin;
        return false;
    }
    buf_addc(text, '}');
    return true;
}

static void add_mends(struct room *r, seat_set seats, uint32_t rev, struct buf *text)
{
    bool any = false;

    if (!seats)
        any = add_mend(r, NO_SEAT, rev, true, text);
    FOR_SEATS (seat, seats)
        any = add_mend(r, seat, rev, !any, text) || any;
    if (any)
        buf_addc(text, '}');
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

/* What these seats may know of a decision, into the painting. */
static void write_facts(const struct room *r, const struct decision *d, seat_set seats)
{
    struct buf *facts = &r->services->scratch->painting.facts;
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

/* ---- broadcasts ---- */

static void add_time(const struct room *r, uint32_t rev, struct buf *text)
{
    buf_adds(text, "\"rev\":");
    buf_int(text, rev);
    if (r->match.table) {
        buf_adds(text, ",\"at\":");
        buf_int(text, room_clock(r));
    }
}

/* What frames of one broadcast share besides the painting. */
struct news {
    const struct change *change;
    struct str room, thoughts;
    bool same_facts; /* for everybody: written once */
};

/* True: it says more of the table than the room's own sections. */
static bool add_frame(struct room *r, struct broadcast *v, const struct news *news, seat_set seats,
                      enum look look)
{
    struct frame *f = &v->frame[v->frames++];
    struct buf *text = &v->text;
    uint32_t rev = r->frames.rev + 1;

    frame_spare(text);
    *f = (struct frame){.seats = seats, .look = look, .at = (uint32_t)text->len};
    add_time(r, rev, text);
    if (news->room.len) {
        buf_adds(text, ",\"room\":{");
        buf_add(text, news->room);
        buf_addc(text, '}');
    }
    size_t before = text->len;
    if (news->change && r->match.table) {
        bool fresh = news->change->fresh || look == LOOKS_ANEW;

        if (look == LOOKS_AND_MENDS && !fresh)
            add_mends(r, seats, rev, text);
        else
            add_views(r, seats, rev, look == LOOKS_ANEW ? 0 : rev - 1, fresh ? FRESH : CHANGES,
                      text);
    }
    if (news->change && news->change->acted) {
        if (!news->same_facts)
            write_facts(r, news->change->decision, seats);
        add_list(text, STR(",\"facts\":["), buf_str(&r->services->scratch->painting.facts));
    }
    add_list(text, STR(",\"thoughts\":["), news->thoughts);
    bool more = text->len > before;
    buf_addc(text, '}');
    f->len = (uint32_t)text->len - f->at;
    return more;
}

static void forget_table(struct frames *f)
{
    sections_fini(&f->table);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        sections_fini(&f->own[seat]);
}

static bool anybody_looks(const struct room *r)
{
    for (const struct conn *c = r->conns; c; c = c->next) {
        if (!c->waiting)
            return true;
    }
    return false;
}

struct broadcast *broadcast_make(struct room *r, const struct change *change)
{
    struct painting *p = &r->services->scratch->painting;
    uint32_t rev = r->frames.rev + 1;
    /* A move at the table leaves the room as it is, unless it was the last; writing the room's
     * sections only to find them unchanged would cost as much as the move. */
    bool room_too = !change || change->fresh || r->stale || change->facts > 0 || room_over(r);
    struct news news = {.change = change};
    struct broadcast *v = broadcast_take(r->services->scratch);
    bool changed = false;

    buf_clear(&p->room);
    if (room_too)
        changed = frames_write_room(r, rev, rev - 1, &p->room);
    news.room = buf_str(&p->room);
    r->stale = false;
    if (change && change->fresh)
        forget_table(&r->frames);
    buf_clear(&p->thoughts);
    if (change && change->acted)
        bots_tell(r, change->decision, &p->thoughts);
    news.thoughts = buf_str(&p->thoughts);
    if (change) {
        v->author = change->author;
        v->n = change->n;
    }
    if (!anybody_looks(r)) {
        if (changed)
            r->frames.rev = rev;
        return v;
    }
    if (change && r->match.table)
        look_at_table(r, rev);
    if (change && change->acted && open_to_all(change->decision)) {
        write_facts(r, change->decision, 0);
        news.same_facts = true;
    }
    v->views = change != NULL;
    /* Those who mend come first: who looks once more at a seat finds it as it is. What is shown
     * whole spoils the changes of its viewer. */
    for (enum look look = LOOKS_AND_MENDS; look <= LOOKS_ANEW; look++) {
        for (const struct conn *c = r->conns; c; c = c->next) {
            seat_set seats = frames_eyes(r, c);

            if (c->waiting || broadcast_look(v, c, seats) != look ||
                broadcast_frame(v, seats, look))
                continue;
            changed = add_frame(r, v, &news, seats, look) || changed;
        }
    }
    if (changed)
        r->frames.rev = rev;
    else
        v->frames = 0;
    return v;
}

void frames_room(struct room *r)
{
    struct broadcast *v = broadcast_make(r, NULL);

    broadcast_send(r, v);
    broadcast_free(r->services->scratch, v);
}

void frames_welcome(struct room *r, struct conn *c, uint32_t since)
{
    struct painting *p = &r->services->scratch->painting;
    struct buf text = {0};
    const struct guest *g = party_guest(&r->party, c->guest);
    seat_set seats = frames_eyes(r, c);

    frame_begin(&text);
    buf_printf(
        &text,
        "{\"welcome\":{\"room\":\"%s\",\"guest\":%d,\"n\":%u,\"now\":%lld,\"version\":\"%s\"},"
        "\"epoch\":\"%016llx\",",
        r->party.code.text, c->guest, g ? g->n : 0, (long long)services_wall(r->services),
        unisono_version, (unsigned long long)r->frames.epoch);
    if (!r->frames.rev)
        r->frames.rev = 1;
    add_time(r, r->frames.rev, &text);
    if (frames_write_room(r, r->frames.rev, since, &p->room)) {
        buf_adds(&text, ",\"room\":{");
        buf_add(&text, buf_str(&p->room));
        buf_addc(&text, '}');
    }
    if (r->match.table) {
        look_at_table(r, r->frames.rev);
        add_views(r, seats, r->frames.rev, since, since ? GAP : FRESH, &text);
    }
    buf_addc(&text, '}');
    c->seats = seats;
    c->announced = c->guest;
    show_settled(c);
    conn_send(c, &text);
    buf_fini(&text);
}

void painting_fini(struct painting *p)
{
    buf_fini(&p->room);
    buf_fini(&p->section);
    buf_fini(&p->common);
    buf_fini(&p->own);
    spans_fini(&p->in_common);
    spans_fini(&p->in_own);
    buf_fini(&p->dropped);
    buf_fini(&p->own_dropped);
    buf_fini(&p->facts);
    buf_fini(&p->thoughts);
}

void frames_fini(struct frames *f)
{
    forget_table(f);
    *f = (struct frames){0};
}

void frames_reset(struct room *r)
{
    frames_fini(&r->frames);
    r->frames.epoch = secure_random();
}
