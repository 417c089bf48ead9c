/* The writer of a room: changes gather in one entry until the turn of the loop is over, go to the
 * store, and are shown when the store has confirmed them. */
#include "lexicon/rulings.h"
#include "room/inside.h"
#include "room/log_fold.h"

/* An entry that is larger takes no more moves; one move has a few hundred bytes. Memory that is
 * larger is not kept for the next. */
enum { GATHER_BYTES = 16384, SPARE_BYTES = 4096 };
enum { REST_AFTER_FAILURE = 1000 };

/* A long game has a few hundred moves, an evening a few thousand, a group that meets every week for
 * years some hundred thousand. Whoever comes waits until the whole game is loaded. */
static const struct log_limits LIMITS = {
    .game_entries = 10000,
    .game_bytes = INT64_C(8) << 20,
    .room_entries = 1000000,
    .room_bytes = INT64_C(256) << 20,
};

static void stored(void *arg, enum store_result result);

/* ---- limits ---- */

static bool reaches(int64_t n, int64_t set, int64_t meant)
{
    return n >= (set ? set : meant);
}

bool room_log_full(const struct room *r)
{
    const struct log_limits *l = &r->services->limits;

    return reaches(r->head, l->room_entries, LIMITS.room_entries) ||
           reaches(r->bytes, l->room_bytes, LIMITS.room_bytes);
}

bool room_game_too_long(const struct room *r)
{
    const struct log_limits *l = &r->services->limits;

    return reaches(r->head - r->base, l->game_entries, LIMITS.game_entries) ||
           reaches(r->bytes - r->base_bytes, l->game_bytes, LIMITS.game_bytes);
}

/* ---- lines ---- */

void log_write_snapshot(const struct room *r, struct buf *out)
{
    buf_clear(out);
    party_snapshot(&r->party, out);
    log_write_rulings(r->rulings, out);
}

/* The first line of an entry says from where the log is folded; with `base` 0, from here, it also
 * says in which format. */
static void begin_head(const struct room *r, struct jw *w, struct str what, bool first)
{
    jw_object(w);
    if (first) {
        jw_key(w, "base");
        jw_int(w, r->head + 1 - r->base);
    }
    jw_key(w, "change");
    jw_str(w, what);
    if (first && r->base == r->head + 1) {
        jw_key(w, "format");
        jw_int(w, LOG_FORMAT);
        jw_key(w, "bytes");
        jw_int(w, r->base_bytes);
    }
    jw_key(w, "t");
    jw_int(w, services_wall(r->services));
    if (first && !r->party.games) {
        jw_key(w, "blank");
        jw_bool(w, true);
    }
    if (first && r->format >= LOG_FORMAT_THIRD) {
        jw_key(w, "day");
        jw_int(w, r->services->day);
    }
}

static void end_head(struct jw *w)
{
    jw_end_object(w);
    buf_addc(w->out, '\n');
}

static void write_head(const struct change *c, bool first, struct buf *out)
{
    const struct room *r = c->room;
    struct jw w = jw_to(out);

    begin_head(r, &w, c->what, first);
    if (c->author && c->author->guest != NO_GUEST) {
        jw_key(&w, "by");
        jw_int(&w, c->author->guest);
        jw_key(&w, "n");
        jw_int(&w, c->n);
    }
    if (r->match.table) {
        jw_key(&w, "at");
        jw_int(&w, room_now(r));
        jw_key(&w, "run");
        jw_bool(&w, r->clock.running && !r->opening);
    }
    end_head(&w);
}

static void write_snapshot_change(const struct change *c, struct buf *out)
{
    struct jw w = jw_to(out);

    begin_head(c->room, &w, STR("snapshot"), true);
    end_head(&w);
    buf_add(out, buf_str(&c->snapshot));
}

/* ---- committing ---- */

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
    return r->writing == GATHERS && r->may_join && r->entry.len < GATHER_BYTES;
}

/* Most rooms are quiet most of the time: who writes borrows memory. */
static void entry_begin(struct room *r)
{
    struct scratch *s = r->services->scratch;

    if (s->spare_entries) {
        r->entry = s->spare_entry[--s->spare_entries];
        buf_clear(&r->entry);
    }
    r->services->counts.writing++;
    r->writing = GATHERS;
}

static void entry_end(struct room *r)
{
    struct scratch *s = r->services->scratch;

    if (s->spare_entries < SPARE_ENTRIES && r->entry.cap <= SPARE_BYTES)
        s->spare_entry[s->spare_entries++] = r->entry;
    else
        buf_fini(&r->entry);
    r->entry = (struct buf){0};
}

void change_commit(struct change *c)
{
    struct room *r = c->room;
    bool first = r->writing == WRITES_NOTHING;

    introduce(r);
    room_set_clock(r);
    if (c->author && c->author->guest != NO_GUEST)
        party_guest(&r->party, c->author->guest)->n = c->n;
    if (first)
        entry_begin(r);
    if (c->snapshot.len || !r->head) {
        r->base = r->head + 1;
        r->base_bytes = r->bytes;
        r->format = LOG_FORMAT;
    }
    if (c->snapshot.len)
        write_snapshot_change(c, &r->entry);
    write_head(c, first && !c->snapshot.len, &r->entry);
    r->wrote_at = r->services->now();
    buf_add(&r->entry, buf_str(&c->lines));
    r->may_join = c->move;
    r->dismisses = c->dismisses;
    r->dismiss = c->dismiss;
    broadcasts_add(r, broadcast_make(r, c));
    room_schedule(r, 0);
}

void room_answer(struct room *r, struct conn *c, uint32_t n, struct buf *text)
{
    if (r->writing == GATHERS)
        broadcasts_add(r, broadcast_to(r->services->scratch, c, n, text));
    else
        conn_send(c, text);
}

/* ---- the store ---- */

static void append(struct room *r)
{
    struct store_entry e = {.room = r->id,
                            .seq = r->head + 1,
                            .epoch = r->epoch,
                            .prev = r->head ? r->head_op : 0,
                            .op = r->op,
                            .body = buf_str(&r->entry)};
    char founder[KEY_TEXT + 1];
    struct store_names names = {.code = str_of(r->party.code.text)};

    /* Alone the house remembers who has asked for a table. */
    key_write(&r->founder, founder);
    if (r->services->shared)
        names.founder = str_n(founder, KEY_TEXT);
    if ((r->head ? store_append(r->services->store, &e, stored, r)
                 : store_found(r->services->store, &e, &names, stored, r)) < 0)
        stored(r, STORE_CONFLICT); /* larger than an entry may be: nothing was written */
}

void room_store(struct room *r)
{
    if (r->writing != GATHERS)
        return;
    r->writing = STORES;
    r->op = ++r->services->op;
    hold_asked(r);
    append(r);
}

/* The same name and bytes: the store tells whether an earlier try got through. */
void room_store_again(struct room *r)
{
    if (r->writing == STORES && hold_run(r))
        append(r);
}

/* Nothing of what is held back has happened. */
static void throw_away(struct room *r)
{
    r->dismisses = false;
    room_load_again(r, broadcasts_take(r));
}

static void stored(void *arg, enum store_result result)
{
    struct room *r = arg;
    struct services *s = r->services;
    int64_t written = (int64_t)r->entry.len;

    if (s->ended)
        return;
    if (r->lost) {
        r->writing = WRITES_NOTHING;
        s->counts.writing--;
        hold_end(r);
        room_lose(r);
        return;
    }
    room_wake(r);
    if (result == STORE_UNKNOWN || result == STORE_UNAVAILABLE) {
        hold_failed(r);
        return;
    }
    r->writing = WRITES_NOTHING;
    s->counts.writing--;
    entry_end(r);
    hold_end(r);
    if (result != STORE_OK) {
        room_report(r, "error", "not_stored", store_result_name(result));
        s->counts.store_failures++;
        if (s->shared) {
            room_lose(r);
            return;
        }
        throw_away(r);
    } else {
        r->head++;
        r->head_op = r->op;
        r->head_at = r->wrote_at;
        r->bytes += written;
        s->counts.records++;
        broadcasts_send(r, broadcasts_take(r));
        visitors_settle(r);
        tickets_settle(r);
        if (r->handed) {
            room_lose(r);
            return;
        }
    }
    /* A store that fails is not asked again and again for what nobody has asked for. */
    room_schedule(r, result == STORE_OK ? 0 : r->services->now() + REST_AFTER_FAILURE);
}
