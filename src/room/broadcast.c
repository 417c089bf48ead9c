#include "room/broadcast.h"

#include "room/inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SPARE_BROADCASTS = 192, SPARE_BYTES = 4096 };

/* ---- taken and given back ---- */

static struct broadcast *take(struct scratch *s)
{
    struct broadcast *v = s->spare_broadcast;

    if (v) {
        s->spare_broadcast = v->next;
        s->spare_broadcasts--;
    } else if (!(v = malloc(sizeof *v))) {
        abort();
    } else {
        v->text = (struct buf){0};
    }
    buf_clear(&v->text);
    v->next = NULL;
    v->author = NULL;
    v->n = 0;
    v->answer = v->views = false;
    v->show = NULL;
    v->frames = 0;
    return v;
}

void broadcast_free(struct scratch *s, struct broadcast *v)
{
    if (s->spare_broadcasts == SPARE_BROADCASTS || v->text.cap > SPARE_BYTES) {
        buf_fini(&v->text);
        free(v);
        return;
    }
    v->next = s->spare_broadcast;
    s->spare_broadcast = v;
    s->spare_broadcasts++;
}

void broadcasts_free_spare(struct scratch *s)
{
    for (struct broadcast *v = s->spare_broadcast, *next; v; v = next) {
        next = v->next;
        buf_fini(&v->text);
        free(v);
    }
    s->spare_broadcast = NULL;
    s->spare_broadcasts = 0;
}

struct broadcast *broadcast_to(struct scratch *s, struct conn *c, uint32_t n,
                               const struct buf *text)
{
    struct broadcast *v = take(s);

    v->author = c;
    v->n = n;
    v->answer = true;
    buf_add(&v->text, buf_str(text));
    return v;
}

/* ---- for whom ---- */

static struct frame *frame_of(struct broadcast *v, seat_set seats, enum look look)
{
    for (int i = 0; i < v->frames; i++) {
        if (v->frame[i].seats == seats && v->frame[i].look == look)
            return &v->frame[i];
    }
    return NULL;
}

/* Somebody who has left their seat becomes an onlooker and has not seen what onlookers have. */
static enum look look_of(const struct broadcast *v, const struct conn *c, seat_set seats)
{
    if (v->views && c->seats != seats)
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

/* ---- made: frames ---- */

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
    frames_add_time(r, rev, text);
    if (news->room.len) {
        buf_adds(text, ",\"room\":{");
        buf_add(text, news->room);
        buf_addc(text, '}');
    }
    size_t before = text->len;
    if (news->change && r->match.table) {
        bool fresh = news->change->fresh || look == LOOKS_ANEW;

        if (look == LOOKS_AND_MENDS && !fresh)
            frames_add_mends(r, seats, rev, text);
        else
            frames_add_views(r, seats, rev, look == LOOKS_ANEW ? 0 : rev - 1,
                             fresh ? VIEW_FRESH : VIEW_CHANGES, text);
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
    struct broadcast *v = take(r->services->scratch);
    bool changed = false;

    buf_clear(&p->room);
    if (room_too)
        changed = frames_write_room(r, rev, rev - 1, &p->room);
    news.room = buf_str(&p->room);
    r->stale = false;
    if (change && change->fresh)
        frames_forget_table(&r->frames);
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
        frames_look(r, rev);
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

            if (c->waiting || look_of(v, c, seats) != look || frame_of(v, seats, look))
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

/* Whoever got everything from a broadcast before this one can be shown everything once more. */
static struct frame *frame_for(struct broadcast *v, const struct conn *c, seat_set seats)
{
    struct frame *f = frame_of(v, seats, look_of(v, c, seats));

    return f ? f : frame_of(v, seats, LOOKS_ANEW);
}

static void send_to(struct room *r, struct broadcast *v, struct conn *c, seat_set seats)
{
    struct frame *f = c->waiting ? NULL : frame_for(v, c, seats);
    uint32_t n = c == v->author ? v->n : 0;

    if (f) {
        if (v->views)
            c->seats = seats;
        conn_send_with(c, v->text.at + f->at, f->len,
                       write_front(c, n, &r->services->scratch->front));
    } else if (n) {
        send_ack(c, n);
    }
}

/* Whoever sits at the table, or asked for this, does not wait for those who look on. */
static void send_to_table(struct room *r, struct broadcast *v)
{
    for (struct conn *c = r->conns, *next; c; c = next) {
        seat_set seats = frames_eyes(r, c);

        next = c->next; /* a slow one may be closed by the sending */
        if (!seats && c != v->author)
            continue;
        shows_catch_up(c);
        if (!c->behind)
            send_to(r, v, c, seats);
        else if (c == v->author && v->n)
            send_ack(c, v->n); /* it is shown everything soon */
    }
}

static struct show *keep_for_onlookers(struct room *r, struct broadcast *v)
{
    struct str text[LOOKS] = {0};

    for (enum look look = 0; look < LOOKS; look++) {
        const struct frame *f = frame_of(v, 0, look);

        if (f)
            text[look] = str_n(v->text.at + f->at, f->len);
    }
    return show_begin(r, text);
}

static void send_to_onlookers(struct room *r, struct broadcast *v, bool screens)
{
    for (struct conn *c = r->conns, *next; c; c = next) {
        bool fresh = look_of(v, c, 0) == LOOKS_ANEW;

        next = c->next;
        if (c->waiting || c == v->author || c->screen != screens || frames_eyes(r, c))
            continue;
        if (show_may_now(r, c)) {
            services_show(r->services, 1);
            send_to(r, v, c, 0);
            continue;
        }
        if (!v->show)
            v->show = keep_for_onlookers(r, v);
        if (v->views)
            c->seats = 0;
        show_later(c, v->show, fresh);
    }
}

void broadcast_send(struct room *r, struct broadcast *v)
{
    if (v->answer) {
        if (v->author)
            conn_send(v->author, &v->text);
        return;
    }
    send_to_table(r, v);
    if (!v->frames)
        return;
    send_to_onlookers(r, v, true);
    send_to_onlookers(r, v, false);
}

void conn_send_front(struct conn *c, char *at, size_t len)
{
    conn_send_with(c, at, len, write_front(c, 0, &c->services->scratch->front));
}

/* ---- held back ---- */

void broadcasts_add(struct room *r, struct broadcast *v)
{
    assert(!v->next);
    if (r->broadcast)
        r->last_broadcast->next = v;
    else
        r->broadcast = v;
    r->last_broadcast = v;
}

struct broadcast *broadcasts_take(struct room *r)
{
    struct broadcast *all = r->broadcast;

    r->broadcast = r->last_broadcast = NULL;
    return all;
}

void broadcasts_send(struct room *r, struct broadcast *all)
{
    for (struct broadcast *v = all; v; v = v->next)
        broadcast_send(r, v);
    broadcasts_free(r->services->scratch, all);
}

void broadcasts_lost(struct room *r, struct broadcast *all)
{
    for (const struct broadcast *v = all; v; v = v->next) {
        const struct guest *g = v->author ? party_guest(&r->party, v->author->guest) : NULL;

        if (!v->author)
            continue;
        if (g && v->n <= g->n)
            send_ack(v->author, v->n); /* an answer to something older, which is stored */
        else
            room_refuse(r, v->author, v->n, &(struct refusal){.key = "not_stored"});
    }
    broadcasts_free(r->services->scratch, all);
}

void broadcasts_free(struct scratch *s, struct broadcast *all)
{
    for (struct broadcast *v = all, *next; v; v = next) {
        next = v->next;
        broadcast_free(s, v);
    }
}

void broadcasts_forget(struct broadcast *all, const struct conn *c)
{
    for (struct broadcast *v = all; v; v = v->next) {
        if (v->author == c)
            v->author = NULL;
    }
}
