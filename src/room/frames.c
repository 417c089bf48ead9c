#include "room/frames.h"

#include "base/secure.h"
#include "base/version.h"
#include "room/inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

seat_set frames_eyes(const struct room *r, const struct conn *c)
{
    return r->match.table && !c->screen ? party_seats_of(&r->party, c->guest) : 0;
}

/* ---- views ---- */

void frames_look(struct room *r, uint32_t rev, struct frame_parts *p)
{
    struct jw_members members;
    struct jw w = jw_members_to(&p->common, &members);

    buf_clear(&p->common);
    buf_clear(&p->dropped);
    table_view_common(r->match.table, &w);
    sections_update(&r->frames.table, &r->services->scratch->names, buf_str(&p->common), &members,
                    rev, &p->in_common, &p->dropped);
}

static struct sections *own_of(struct room *r, int seat)
{
    struct frames *f = &r->frames;

    if (!f->own) {
        f->seats = r->match.setup.seats;
        f->own = calloc((size_t)f->seats, sizeof *f->own);
        if (!f->own)
            abort();
    }
    return &f->own[seat];
}

/* What one seat sees alone. Sections that it has lost are named after those that all have lost. */
static void look_at_own(struct room *r, struct frame_parts *p, int seat, uint32_t rev)
{
    struct jw_members members;
    struct jw w = jw_members_to(&p->own, &members);

    buf_clear(&p->own);
    buf_clear(&p->own_dropped);
    buf_add(&p->own_dropped, buf_str(&p->dropped));
    p->in_own.n = 0;
    if (seat == NO_SEAT)
        return;
    table_view_own(r->match.table, seat, &w);
    sections_update(own_of(r, seat), &r->services->scratch->names, buf_str(&p->own), &members, rev,
                    &p->in_own, &p->own_dropped);
}

/* After a gap the client cannot know what was dropped in it: it is told what there is. */
static void add_names(struct room *r, int seat, struct buf *out)
{
    size_t at;

    buf_adds(out, ",\"only\":");
    at = out->len;
    sections_write_names(&r->frames.table, &r->services->scratch->names, out);
    if (seat != NO_SEAT)
        sections_write_names(own_of(r, seat), &r->services->scratch->names, out);
    out->at[at] = '['; /* in place of the first comma: there is always a phase */
    buf_addc(out, ']');
}

/* The item of "views" for one viewer; false, and nothing added, where nothing has changed. */
static bool add_view(struct room *r, struct frame_parts *p, int seat, uint32_t rev, uint32_t since,
                     enum view_kind kind, bool first, struct buf *text)
{
    size_t begin = text->len;

    look_at_own(r, p, seat, rev);
    buf_adds(text, first ? ",\"views\":[{\"seat\":" : ",{\"seat\":");
    buf_int(text, seat);
    buf_adds(text, kind == VIEW_FRESH ? ",\"fresh\":true,\"set\":{" : ",\"set\":{");
    size_t empty = text->len;
    spans_write(&p->in_common, since, text);
    spans_write(&p->in_own, since, text);
    bool any = text->len > empty;
    buf_addc(text, '}');
    if (kind == VIEW_AFTER_GAP) {
        add_names(r, seat, text);
    } else if (kind == VIEW_CHANGES && p->own_dropped.len) {
        buf_adds(text, ",\"drop\":[");
        buf_add(text, buf_str(&p->own_dropped));
        buf_addc(text, ']');
        any = true;
    }
    buf_addc(text, '}');
    if (any || kind != VIEW_CHANGES)
        return true;
    text->len = begin;
    return false;
}

void frames_add_views(struct room *r, struct frame_parts *p, seat_set seats, uint32_t rev,
                      uint32_t since, enum view_kind kind, struct buf *text)
{
    bool any = false;

    if (!seats)
        any = add_view(r, p, NO_SEAT, rev, since, kind, true, text);
    FOR_SEATS (seat, seats)
        any = add_view(r, p, seat, rev, since, kind, !any, text) || any;
    if (any)
        buf_addc(text, ']');
}

/* Names as they stand in a list, as members that are gone. */
static void add_dropped(struct str names, struct buf *text)
{
    struct str name;

    while (str_piece(&names, ',', &name)) {
        if (text->at[text->len - 1] != '{')
            buf_addc(text, ',');
        buf_add(text, name);
        buf_adds(text, ":null");
    }
}

/* The member of "mend" for one viewer, likewise. */
static bool add_mend(struct room *r, struct frame_parts *p, int seat, uint32_t rev, bool first,
                     struct buf *text)
{
    size_t begin = text->len;

    look_at_own(r, p, seat, rev);
    buf_adds(text, first ? ",\"mend\":{\"" : ",\"");
    buf_int(text, seat);
    buf_adds(text, "\":{");
    size_t empty = text->len;
    spans_write_changes(&p->in_common, rev - 1, text);
    spans_write_changes(&p->in_own, rev - 1, text);
    add_dropped(buf_str(&p->own_dropped), text);
    if (text->len == empty) {
        text->len = begin;
        return false;
    }
    buf_addc(text, '}');
    return true;
}

void frames_add_mends(struct room *r, struct frame_parts *p, seat_set seats, uint32_t rev,
                      struct buf *text)
{
    bool any = false;

    if (!seats)
        any = add_mend(r, p, NO_SEAT, rev, true, text);
    FOR_SEATS (seat, seats)
        any = add_mend(r, p, seat, rev, !any, text) || any;
    if (any)
        buf_addc(text, '}');
}

/* ---- frames ---- */

void frames_add_time(const struct room *r, uint32_t rev, struct buf *text)
{
    buf_adds(text, "\"rev\":");
    buf_int(text, rev);
    if (r->match.table) {
        buf_adds(text, ",\"at\":");
        buf_int(text, room_clock(r));
    }
}

void frames_forget_table(struct frames *f)
{
    sections_fini(&f->table);
    for (int seat = 0; f->own && seat < f->seats; seat++)
        sections_fini(&f->own[seat]);
    free(f->own);
    f->own = NULL;
}

void frames_room(struct room *r)
{
    struct broadcast *b = broadcast_make(r, NULL);

    broadcast_send(r, b);
    broadcast_free(r->services->scratch, b);
}

void frames_welcome(struct room *r, struct conn *c, uint32_t since)
{
    struct frame_parts *p = &r->services->scratch->frame_parts;
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
    frames_add_time(r, r->frames.rev, &text);
    if (frames_write_room(r, r->frames.rev, since, &p->room)) {
        buf_adds(&text, ",\"room\":{");
        buf_add(&text, buf_str(&p->room));
        buf_addc(&text, '}');
    }
    if (r->match.table) {
        frames_look(r, r->frames.rev, p);
        frames_add_views(r, p, seats, r->frames.rev, since, since ? VIEW_AFTER_GAP : VIEW_FRESH,
                         &text);
    }
    buf_addc(&text, '}');
    c->seats = seats;
    c->announced = c->guest;
    show_settled(c);
    conn_send(c, &text);
    buf_fini(&text);
}

void frame_parts_fini(struct frame_parts *p)
{
    buf_fini(&p->room);
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
    frames_forget_table(f);
    *f = (struct frames){0};
}

void frames_reset(struct room *r)
{
    frames_fini(&r->frames);
    r->frames.epoch = secure_random();
}
