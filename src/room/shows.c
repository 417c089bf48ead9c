/*
 * What those who look on are sent: the same as the table, after it, and some of them at a time.
 *
 * There may be hundreds of them at one table, and sending takes time that other tables wait for.
 * So a turn of the loop sends to so many onlookers, of all rooms together (room/services.h). For
 * whoever has to wait the frames are kept, in their order. Who falls behind too far is shown
 * everything as it is then.
 */
#include "room/shows.h"

#include "room/inside.h"

#include <assert.h>
#include <stdlib.h>

enum { SHOWS_KEPT = 16, WHOLE_COSTS = 4 };

struct show {
    struct show *next;
    struct {
        uint32_t at, len; /* in the text; len 0: there is none */
    } frame[LOOKS];
    bool announces; /* with it goes what the connection has to be told of itself */
    struct buf text;
};

static void show_free(struct show *w)
{
    buf_fini(&w->text);
    free(w);
}

struct show *show_begin(struct room *r, const struct str frame[LOOKS], bool announces)
{
    struct show *w = calloc(1, sizeof *w);

    if (!w)
        abort();
    w->announces = announces;
    for (int look = 0; look < LOOKS; look++) {
        if (!frame[look].len)
            continue;
        frame_spare(&w->text);
        w->frame[look].at = (uint32_t)w->text.len;
        w->frame[look].len = (uint32_t)frame[look].len;
        buf_add(&w->text, frame[look]);
    }
    if (!r->shows)
        r->shows = w;
    else
        r->last_show->next = w;
    r->last_show = w;
    r->shows_kept++;
    return w;
}

void show_later(struct conn *c, struct show *w, bool whole)
{
    if (c->show || c->behind)
        return; /* it comes to it by itself */
    c->show = w;
    c->show_whole = whole;
}

bool show_may_now(const struct room *r, const struct conn *c)
{
    return !c->show && !c->behind && r->services->shows < SHOWS_A_TURN;
}

/* What was made for its kind; else everything once more, or what others are shown. */
static enum look look_of(const struct conn *c)
{
    const struct show *w = c->show;
    enum look look = c->show_whole ? LOOKS_ANEW : c->mends ? LOOKS_AND_MENDS : LOOKS_ON;

    if (!w->frame[look].len)
        look = LOOKS_ANEW;
    return w->frame[look].len ? look : LOOKS_ON;
}

static void send_one(struct conn *c)
{
    struct show *w = c->show;
    enum look look = look_of(c);

    c->show = w->next;
    c->show_whole = false;
    services_show(c->services, 1);
    if (w->frame[look].len && w->announces)
        conn_send_front(c, w->text.at + w->frame[look].at, w->frame[look].len);
    else if (w->frame[look].len)
        conn_send_with(c, w->text.at + w->frame[look].at, w->frame[look].len, STR("{"));
}

void shows_catch_up(struct conn *c)
{
    while (c->show)
        send_one(c);
}

void show_settled(struct conn *c)
{
    c->show = NULL;
    c->show_whole = c->behind = false;
}

/* ---- at each run of the room ---- */

/* The oldest is given up; who has not seen it is shown everything instead. */
static void drop_oldest(struct room *r)
{
    struct show *w = r->shows;

    assert(w); /* `shows_kept` counts the list */
    for (struct conn *c = r->conns; c; c = c->next) {
        if (c->show != w)
            continue;
        c->show = NULL;
        c->behind = true;
    }
    r->shows = w->next;
    r->shows_kept--;
    show_free(w);
}

/* A slow one may be closed by the sending: the next is looked for anew. */
static struct conn *find(const struct room *r, const struct show *w)
{
    struct conn *c = r->conns;

    while (c && (w ? c->show != w : !c->behind || c->waiting))
        c = c->next;
    return c;
}

/* Whoever fell behind sees the room as it is: not while it holds something that is not stored. */
static bool show_whole_room(struct room *r)
{
    struct conn *c;

    if (r->writing)
        return false; /* the store wakes the room */
    while ((c = find(r, NULL))) {
        if (r->services->shows >= SHOWS_A_TURN)
            return true;
        services_show(r->services, WHOLE_COSTS);
        frames_welcome(r, c, 0);
    }
    return false;
}

int64_t shows_run(struct room *r)
{
    struct conn *c;

    while (r->shows_kept > SHOWS_KEPT)
        drop_oldest(r);
    while (r->shows && r->services->shows < SHOWS_A_TURN) {
        if ((c = find(r, r->shows)))
            send_one(c);
        else
            drop_oldest(r); /* everybody has seen it */
    }
    bool more = show_whole_room(r) || r->shows;
    return more ? r->services->now() + 1 : INT64_MAX;
}

void shows_free(struct room *r)
{
    for (struct conn *c = r->conns; c; c = c->next)
        show_settled(c);
    while (r->shows) {
        struct show *w = r->shows;

        r->shows = w->next;
        show_free(w);
    }
    r->shows_kept = 0;
}
