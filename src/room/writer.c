/* The writer of a room: what was decided gathers in one entry until the round of the loop is over,
 * goes to the store, and is shown when the store has confirmed it. */
#include "room/inside.h"

/* An entry that is larger takes no more moves; one move has a few hundred bytes. Memory that is
 * larger is not kept for the next. */
enum { GATHER_BYTES = 16384, SPARE_BYTES = 4096 };
enum { REST_AFTER_FAILURE = 1000 };

static void stored(void *arg, enum store_result result);

static int64_t wall(const struct room *r)
{
    return r->house->config.wall();
}

/* ---- a deed ---- */

void room_begin(struct room *r)
{
    r->house->facts = 0;
    buf_clear(&r->house->lines);
}

void room_fact(struct room *r, const struct party_fact *f)
{
    struct house *h = r->house;

    party_fold(&r->party, f);
    h->fact[h->facts++] = *f;
}

/* A level counts when it is won for the first time, and when it is won better. */
static void keep_level(struct room *r)
{
    const struct setup *s = &r->match.setup;
    const int16_t *won = party_won(&r->party, s->book, s->language);
    int score, level = level_won(&r->match, &score);

    if (level && (!won || won[level] < score))
        room_fact(r, &(struct party_fact){LEVEL_WON, {NUM(level), NUM(score)}});
}

void room_record(struct room *r, const char *action)
{
    const struct decision *d = r->house->decision;

    log_write_record(&r->match, d, action, &r->house->lines);
    for (int i = 0; i < d->drawn; i++) {
        const char *deck = d->book->game->decks[d->draw[i].deck];

        room_fact(r, &(struct party_fact){CARD_SEEN, {TEXT(str_of(deck)), NUM(d->draw[i].item)}});
    }
    if (d->drawn)
        room_shelve(r);
    keep_level(r);
}

static void write_head(const struct room *r, const struct deed *d, struct buf *out)
{
    const struct house *h = r->house;
    struct jw w = jw_to(out);

    jw_object(&w);
    jw_key(&w, "t");
    jw_int(&w, wall(r));
    if (d->author && d->author->guest != NO_GUEST) {
        jw_key(&w, "by");
        jw_int(&w, d->author->guest);
        jw_key(&w, "n");
        jw_int(&w, d->n);
    }
    jw_key(&w, "do");
    jw_str(&w, d->what);
    if (r->match.table) {
        jw_key(&w, "at");
        jw_int(&w, room_now(r));
        jw_key(&w, "run");
        jw_bool(&w, r->clock.running);
    }
    if (h->facts) {
        jw_key(&w, "room");
        jw_array(&w);
        for (int i = 0; i < h->facts; i++)
            party_fact_write(&h->fact[i], &w);
        jw_end_array(&w);
    }
    jw_end_object(&w);
    buf_addc(out, '\n');
}

/* A guest that has just been given a number: its connections learn who they are. */
static void introduce(struct room *r)
{
    for (struct conn *c = r->conns; c; c = c->next) {
        const struct guest *g =
            c->guest == NO_GUEST ? party_guest_by_key(&r->party, &c->key) : NULL;
        if (g)
            c->guest = g->id;
    }
}

bool room_gathers(const struct room *r)
{
    return r->writing == GATHERS && r->more_fits && r->entry.len < GATHER_BYTES;
}

/* Most rooms are quiet most of the time: who writes borrows the house's memory. */
static void entry_begin(struct room *r)
{
    struct house *h = r->house;

    if (h->spare_entries) {
        r->entry = h->spare_entry[--h->spare_entries];
        buf_clear(&r->entry);
    }
}

static void entry_end(struct room *r)
{
    struct house *h = r->house;

    if (h->spare_entries < SPARE_ENTRIES && r->entry.cap <= SPARE_BYTES)
        h->spare_entry[h->spare_entries++] = r->entry;
    else
        buf_fini(&r->entry);
    r->entry = (struct buf){0};
}

void room_write(struct room *r, const struct deed *deed)
{
    struct house *h = r->house;

    introduce(r);
    room_set_clock(r);
    if (deed->author && deed->author->guest != NO_GUEST)
        party_guest(&r->party, deed->author->guest)->n = deed->n;
    if (r->writing == WRITES_NOTHING) {
        entry_begin(r);
        h->counts.writing++;
        r->writing = GATHERS;
    }
    r->more_fits = deed->move;
    write_head(r, deed, &r->entry);
    buf_add(&r->entry, buf_str(&h->lines));
    volleys_add(r, volley_new(r, deed));
    r->due = 0;
    heap_update(h, r);
}

void room_answer(struct room *r, struct conn *c, uint32_t n, struct buf *text)
{
    if (r->writing == GATHERS)
        volleys_add(r, volley_to(r->house, c, n, text));
    else
        conn_send(c, text);
}

/* ---- the store ---- */

static void append(struct room *r)
{
    struct store_entry e = {
        .room = r->id, .seq = r->head + 1, .epoch = 1, .op = r->op, .body = buf_str(&r->entry)};

    if (store_append(r->house->config.store, &e, stored, r) < 0)
        stored(r, STORE_UNAVAILABLE); /* larger than an entry may be: nothing was written */
}

void room_store(struct room *r)
{
    if (r->writing != GATHERS)
        return;
    r->writing = STORES;
    r->op = ++r->house->op;
    append(r);
}

/* Nothing of what is held back has happened. Whoever asked for it is told, behind what they see. */
static void throw_away(struct room *r)
{
    struct volley *lost = volleys_take(r);

    r->dismiss = NO_GUEST;
    room_unload(r);
    if (!room_load(r)) {
        volleys_free(r->house, lost);
        while (r->conns)
            conn_dismiss(r->conns, 1013, "broken");
        return;
    }
    for (struct conn *c = r->conns, *next; c; c = next) {
        const struct guest *g = party_guest_by_key(&r->party, &c->key);

        next = c->next;
        c->guest = g ? g->id : NO_GUEST;
        if (!c->waiting)
            show_welcome(r, c, 0);
    }
    volleys_lost(r, lost);
}

/* The host has asked somebody to leave. */
static void show_out(struct room *r)
{
    uint16_t guest = r->dismiss;

    r->dismiss = NO_GUEST;
    for (struct conn *c = r->conns, *next; guest != NO_GUEST && c; c = next) {
        next = c->next;
        if (c->guest == guest && !c->screen)
            conn_dismiss(c, 4008, "removed");
    }
}

static void stored(void *arg, enum store_result result)
{
    struct room *r = arg;
    struct house *h = r->house;

    if (h->ended)
        return;
    room_wake(r);
    if (result == STORE_UNKNOWN) {
        append(r); /* the same name and bytes: the store tells whether the first try got through */
        return;
    }
    r->writing = WRITES_NOTHING;
    h->counts.writing--;
    entry_end(r);
    h->counts.store_fails = result != STORE_OK;
    if (result != STORE_OK) {
        room_log(r, "error", "not_stored", store_result_name(result));
        h->counts.store_failures++;
        throw_away(r);
    } else {
        r->head++;
        h->counts.records++;
        volleys_send(r, volleys_take(r));
        show_out(r);
    }
    /* A store that fails is not asked again and again for what nobody has asked for. */
    r->due = result == STORE_OK ? 0 : wall(r) + REST_AFTER_FAILURE;
    heap_update(h, r);
}
