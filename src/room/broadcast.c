#include "room/broadcast.h"

#include "room/inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SPARE_BROADCASTS = 192, SPARE_BYTES = 4096 };

/* ---- taken and given back ---- */

struct broadcast *broadcast_take(struct scratch *s)
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
    struct broadcast *v = broadcast_take(s);

    v->author = c;
    v->n = n;
    v->answer = true;
    buf_add(&v->text, buf_str(text));
    return v;
}

/* ---- sent ---- */

struct frame *broadcast_frame(struct broadcast *v, seat_set seats, enum look look)
{
    for (int i = 0; i < v->frames; i++) {
        if (v->frame[i].seats == seats && v->frame[i].look == look)
            return &v->frame[i];
    }
    return NULL;
}

/* Somebody who has left their seat becomes an onlooker and has not seen what onlookers have. */
enum look broadcast_look(const struct broadcast *v, const struct conn *c, seat_set seats)
{
    if (v->views && c->seats != seats)
        return LOOKS_ANEW;
    return c->mends ? LOOKS_AND_MENDS : LOOKS_ON;
}

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
    struct frame *f = broadcast_frame(v, seats, broadcast_look(v, c, seats));

    return f ? f : broadcast_frame(v, seats, LOOKS_ANEW);
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
        const struct frame *f = broadcast_frame(v, 0, look);

        if (f)
            text[look] = str_n(v->text.at + f->at, f->len);
    }
    return show_begin(r, text);
}

static void send_to_onlookers(struct room *r, struct broadcast *v, bool screens)
{
    for (struct conn *c = r->conns, *next; c; c = next) {
        bool fresh = broadcast_look(v, c, 0) == LOOKS_ANEW;

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
