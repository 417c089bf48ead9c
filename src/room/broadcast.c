#include "room/broadcast.h"

#include "room/inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SPARE_BROADCASTS = 192, SPARE_BYTES = 4096 };

/* ---- taken and given back ---- */

static struct broadcast *take(struct scratch *s)
{
    struct broadcast *b = s->spare_broadcast;

    if (b) {
        s->spare_broadcast = b->next;
        s->spare_broadcasts--;
    } else if (!(b = malloc(sizeof *b))) {
        abort();
    } else {
        b->text = (struct buf){0};
    }
    buf_clear(&b->text);
    b->next = NULL;
    b->author = NULL;
    b->n = 0;
    b->answer = b->views = false;
    b->show = NULL;
    b->frames = 0;
    return b;
}

void broadcast_free(struct scratch *s, struct broadcast *b)
{
    if (s->spare_broadcasts == SPARE_BROADCASTS || b->text.cap > SPARE_BYTES) {
        buf_fini(&b->text);
        free(b);
        return;
    }
    b->next = s->spare_broadcast;
    s->spare_broadcast = b;
    s->spare_broadcasts++;
}

void broadcasts_free_spare(struct scratch *s)
{
    for (struct broadcast *b = s->spare_broadcast, *next; b; b = next) {
        next = b->next;
        buf_fini(&b->text);
        free(b);
    }
    s->spare_broadcast = NULL;
    s->spare_broadcasts = 0;
}

struct broadcast *broadcast_to(struct scratch *s, struct conn *c, uint32_t n,
                               const struct buf *text)
{
    struct broadcast *b = take(s);

    b->author = c;
    b->n = n;
    b->answer = true;
    buf_add(&b->text, buf_str(text));
    return b;
}

/* ---- for whom ---- */

static struct frame *frame_of(struct broadcast *b, seat_set seats, enum look look)
{
    for (int i = 0; i < b->frames; i++) {
        if (b->frame[i].seats == seats && b->frame[i].look == look)
            return &b->frame[i];
    }
    return NULL;
}

/* Somebody who has left their seat becomes an onlooker and has not seen what onlookers have. */
static enum look look_of(const struct broadcast *b, const struct conn *c, seat_set seats)
{
    if (b->views && c->seats != seats)
        return LOOKS_ANEW;
    return c->mends ? LOOKS_AND_MENDS : LOOKS_ON;
}

/* ---- made: facts ---- */

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

/* What these seats may know of a decision. */
static void write_facts(const struct room *r, const struct decision *d, seat_set seats,
                        struct buf *facts)
{
    assert(r->match.table); /* which has decided something */
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

/* ---- made: frames ---- */

/* What the frames of one broadcast are made of. */
struct news {
    const struct change *change;
    struct frame_parts *parts;
    bool same_facts; /* for everybody: they are in the parts */
};

/* True: it says more of the table than the room's own sections. */
static bool add_frame(struct room *r, struct broadcast *b, const struct news *news, seat_set seats,
                      enum look look)
{
    struct frame *f = &b->frame[b->frames++];
    struct frame_parts *p = news->parts;
    struct buf *text = &b->text;
    uint32_t rev = r->frames.rev + 1;

    frame_spare(text);
    *f = (struct frame){.seats = seats, .look = look, .at = (uint32_t)text->len};
    frames_add_time(r, rev, text);
    if (p->room.len) {
        buf_adds(text, ",\"room\":{");
        buf_add(text, buf_str(&p->room));
        buf_addc(text, '}');
    }
    size_t before = text->len;
    if (news->change && r->match.table) {
        bool fresh = news->change->fresh || look == LOOKS_ANEW;

        if (look == LOOKS_AND_MENDS && !fresh)
            frames_add_mends(r, p, seats, rev, text);
        else
            frames_add_views(r, p, seats, rev, look == LOOKS_ANEW ? 0 : rev - 1,
                             fresh ? VIEW_FRESH : VIEW_CHANGES, text);
    }
    if (news->change && news->change->acted) {
        if (!news->same_facts)
            write_facts(r, news->change->decision, seats, &p->facts);
        add_list(text, STR(",\"facts\":["), buf_str(&p->facts));
    }
    add_list(text, STR(",\"thoughts\":["), buf_str(&p->thoughts));
    bool more = text->len > before;
    buf_addc(text, '}');
    f->len = (uint32_t)text->len - f->at;
    return more;
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
    struct frame_parts *p = &r->services->scratch->frame_parts;
    uint32_t rev = r->frames.rev + 1;
    /* A move at the table leaves the room as it is, unless it was the last; writing the room's
     * sections only to find them unchanged would cost as much as the move. */
    bool room_too = !change || change->fresh || r->stale || change->facts > 0 || room_over(r);
    struct news news = {.change = change, .parts = p};
    struct broadcast *b = take(r->services->scratch);
    bool changed = false;

    buf_clear(&p->room);
    if (room_too)
        changed = frames_write_room(r, rev, rev - 1, &p->room);
    r->stale = false;
    if (change && change->fresh)
        frames_forget_table(&r->frames);
    buf_clear(&p->thoughts);
    if (change && change->acted)
        bots_tell(r, change->decision, &p->thoughts);
    if (change) {
        b->author = change->author;
        b->n = change->n;
    }
    if (!anybody_looks(r)) {
        if (changed)
            r->frames.rev = rev;
        return b;
    }
    if (change && r->match.table)
        frames_look(r, rev, p);
    if (change && change->acted && open_to_all(change->decision)) {
        write_facts(r, change->decision, 0, &p->facts);
        news.same_facts = true;
    }
    b->views = change != NULL;
    /* Mends are written first: they tell the difference to what a seat was shown before, and
     * writing its whole view makes that the same as what is shown now. */
    for (enum look look = LOOKS_AND_MENDS; look <= LOOKS_ANEW; look++) {
        for (const struct conn *c = r->conns; c; c = c->next) {
            seat_set seats = frames_eyes(r, c);

            if (c->waiting || look_of(b, c, seats) != look || frame_of(b, seats, look))
                continue;
            changed = add_frame(r, b, &news, seats, look) || changed;
        }
    }
    if (changed)
        r->frames.rev = rev;
    else
        b->frames = 0;
    return b;
}

/* ---- sent ---- */

/* What is a connection's own, before what it shares with others: the ack, and once its number. */
static struct str write_front(struct conn *c, uint32_t n, struct buf *out)
{
    buf_clear(out);
    buf_addc(out, '{');
    if (n) {
        buf_adds(out, "\"ack\":");
        buf_int(out, n);
        buf_addc(out, ',');
    }
    if (c->guest != c->announced) {
        buf_adds(out, "\"guest\":");
        buf_int(out, c->guest);
        buf_addc(out, ',');
    }
    c->announced = c->guest;
    return buf_str(out);
}

static void send_ack(struct conn *c, uint32_t n)
{
    struct buf *text = &c->services->scratch->answer;

    frame_begin(text);
    buf_adds(text, "{\"ack\":");
    buf_int(text, n);
    buf_addc(text, '}');
    conn_send(c, text);
}

/* Where this was made before an earlier broadcast had shown a connection everything, there is only
 * everything for it here: it is shown that once more. */
static struct frame *frame_for(struct broadcast *b, const struct conn *c, seat_set seats)
{
    struct frame *f = frame_of(b, seats, look_of(b, c, seats));

    return f ? f : frame_of(b, seats, LOOKS_ANEW);
}

static void send_to(struct room *r, struct broadcast *b, struct conn *c, seat_set seats)
{
    struct frame *f = c->waiting ? NULL : frame_for(b, c, seats);
    uint32_t n = c == b->author ? b->n : 0;

    if (f) {
        if (b->views)
            c->seats = seats;
        conn_send_with(c, b->text.at + f->at, f->len,
                       write_front(c, n, &r->services->scratch->front));
    } else if (n) {
        send_ack(c, n);
    }
}

/* Whoever sits at the table, or asked for this, does not wait for those who look on. */
static void send_to_table(struct room *r, struct broadcast *b)
{
    for (struct conn *c = r->conns, *next; c; c = next) {
        seat_set seats = frames_eyes(r, c);

        next = c->next; /* a slow one may be closed by the sending */
        if (!seats && c != b->author)
            continue;
        shows_catch_up(c);
        if (!c->behind)
            send_to(r, b, c, seats);
        else if (c == b->author && b->n)
            send_ack(c, b->n); /* it is shown everything soon */
    }
}

static struct show *keep_for_onlookers(struct room *r, struct broadcast *b)
{
    struct str text[LOOKS] = {0};

    for (enum look look = 0; look < LOOKS; look++) {
        const struct frame *f = frame_of(b, 0, look);

        if (f)
            text[look] = str_n(b->text.at + f->at, f->len);
    }
    return show_begin(r, text, true);
}

static void send_to_onlookers(struct room *r, struct broadcast *b, bool screens)
{
    for (struct conn *c = r->conns, *next; c; c = next) {
        bool fresh = look_of(b, c, 0) == LOOKS_ANEW;

        next = c->next;
        if (c->waiting || c == b->author || c->screen != screens || frames_eyes(r, c))
            continue;
        if (show_may_now(r, c)) {
            services_show(r->services, 1);
            send_to(r, b, c, 0);
            continue;
        }
        if (!b->show)
            b->show = keep_for_onlookers(r, b);
        if (b->views)
            c->seats = 0;
        show_later(c, b->show, fresh);
    }
}

void broadcast_send(struct room *r, struct broadcast *b)
{
    if (b->answer) {
        if (b->author)
            conn_send(b->author, &b->text);
        return;
    }
    send_to_table(r, b);
    if (!b->frames)
        return;
    send_to_onlookers(r, b, true);
    send_to_onlookers(r, b, false);
}

void conn_send_front(struct conn *c, char *at, size_t len)
{
    conn_send_with(c, at, len, write_front(c, 0, &c->services->scratch->front));
}

/* ---- held back ---- */

void broadcasts_add(struct room *r, struct broadcast *b)
{
    assert(!b->next);
    if (r->broadcast)
        r->last_broadcast->next = b;
    else
        r->broadcast = b;
    r->last_broadcast = b;
}

struct broadcast *broadcasts_take(struct room *r)
{
    struct broadcast *all = r->broadcast;

    r->broadcast = r->last_broadcast = NULL;
    return all;
}

void broadcasts_send(struct room *r, struct broadcast *all)
{
    for (struct broadcast *b = all; b; b = b->next)
        broadcast_send(r, b);
    broadcasts_free(r->services->scratch, all);
}

void broadcasts_lost(struct room *r, struct broadcast *all)
{
    for (const struct broadcast *b = all; b; b = b->next) {
        const struct guest *g = b->author ? party_guest(&r->party, b->author->guest) : NULL;

        if (!b->author)
            continue;
        if (g && b->n <= g->n)
            send_ack(b->author, b->n); /* an answer to something older, which is stored */
        else
            room_refuse(r, b->author, b->n, &(struct refusal){.key = "not_stored"});
    }
    broadcasts_free(r->services->scratch, all);
}

void broadcasts_free(struct scratch *s, struct broadcast *all)
{
    for (struct broadcast *b = all, *next; b; b = next) {
        next = b->next;
        broadcast_free(s, b);
    }
}

void broadcasts_forget(struct broadcast *all, const struct conn *c)
{
    for (struct broadcast *b = all; b; b = b->next) {
        if (b->author == c)
            b->author = NULL;
    }
}
