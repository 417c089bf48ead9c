#include "room/volley.h"

#include "room/inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SPARE_VOLLEYS = 192, SPARE_BYTES = 4096 };

/* ---- taken and given back ---- */

struct volley *volley_take(struct house *h)
{
    struct volley *v = h->spare_volley;

    if (v) {
        h->spare_volley = v->next;
        h->spare_volleys--;
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
    v->frames = 0;
    return v;
}

void volley_free(struct house *h, struct volley *v)
{
    if (h->spare_volleys == SPARE_VOLLEYS || v->text.cap > SPARE_BYTES) {
        buf_fini(&v->text);
        free(v);
        return;
    }
    v->next = h->spare_volley;
    h->spare_volley = v;
    h->spare_volleys++;
}

void volleys_fini(struct house *h)
{
    for (struct volley *v = h->spare_volley, *next; v; v = next) {
        next = v->next;
        buf_fini(&v->text);
        free(v);
    }
    h->spare_volley = NULL;
    h->spare_volleys = 0;
}

struct volley *volley_to(struct house *h, struct conn *c, uint32_t n, const struct buf *text)
{
    struct volley *v = volley_take(h);

    v->author = c;
    v->n = n;
    v->answer = true;
    buf_add(&v->text, buf_str(text));
    return v;
}

/* ---- sent ---- */

struct frame *volley_frame(struct volley *v, seat_set seats, bool whole)
{
    for (int i = 0; i < v->frames; i++) {
        if (v->frame[i].seats == seats && v->frame[i].whole == whole)
            return &v->frame[i];
    }
    return NULL;
}

/* Somebody who has left their seat becomes an onlooker and has not seen what onlookers have. */
bool volley_is_new_to(const struct volley *v, const struct conn *c, seat_set seats)
{
    return v->views && c->seats != seats;
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
    if (c->guest != c->told) {
        buf_adds(out, "\"guest\":");
        buf_int(out, c->guest);
        buf_addc(out, ',');
    }
    c->told = c->guest;
    return buf_str(out);
}

static void send_ack(struct conn *c, uint32_t n)
{
    struct buf *text = &c->house->scratch;

    frame_begin(text);
    buf_adds(text, "{\"ack\":");
    buf_int(text, n);
    buf_addc(text, '}');
    conn_send(c, text);
}

/* Whoever got everything from a volley before this one can be shown everything once more. */
static struct frame *frame_for(struct volley *v, const struct conn *c, seat_set seats)
{
    struct frame *f = volley_frame(v, seats, volley_is_new_to(v, c, seats));

    return f ? f : volley_frame(v, seats, true);
}

void volley_send(struct room *r, struct volley *v)
{
    struct house *h = r->house;

    if (v->answer) {
        if (v->author)
            conn_send(v->author, &v->text);
        return;
    }
    for (struct conn *c = r->conns, *next; c; c = next) {
        seat_set seats = seats_of(r, c);
        struct frame *f = c->waiting ? NULL : frame_for(v, c, seats);
        uint32_t n = c == v->author ? v->n : 0;

        next = c->next; /* a slow line may be closed by the sending */
        if (f) {
            if (v->views)
                c->seats = seats;
            conn_send_with(c, v->text.at + f->at, f->len, write_front(c, n, &h->value));
        } else if (n) {
            send_ack(c, n);
        }
    }
}

/* ---- held back ---- */

void volleys_add(struct room *r, struct volley *v)
{
    assert(!v->next);
    if (r->volley)
        r->last_volley->next = v;
    else
        r->volley = v;
    r->last_volley = v;
}

struct volley *volleys_take(struct room *r)
{
    struct volley *all = r->volley;

    r->volley = r->last_volley = NULL;
    return all;
}

void volleys_send(struct room *r, struct volley *all)
{
    for (struct volley *v = all; v; v = v->next)
        volley_send(r, v);
    volleys_free(r->house, all);
}

void volleys_lost(struct room *r, struct volley *all)
{
    for (const struct volley *v = all; v; v = v->next) {
        const struct guest *g = v->author ? party_guest(&r->party, v->author->guest) : NULL;

        if (!v->author)
            continue;
        if (g && v->n <= g->n)
            send_ack(v->author, v->n); /* an answer to something older, which is stored */
        else
            room_refuse(r, v->author, v->n, &(struct refusal){.key = "not_stored"});
    }
    volleys_free(r->house, all);
}

void volleys_free(struct house *h, struct volley *all)
{
    for (struct volley *v = all, *next; v; v = next) {
        next = v->next;
        volley_free(h, v);
    }
}

void volleys_forget(struct room *r, const struct conn *c)
{
    for (struct volley *v = r->volley; v; v = v->next) {
        if (v->author == c)
            v->author = NULL;
    }
}
