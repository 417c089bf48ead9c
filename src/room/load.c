/* A room out of its log: the party's facts and the running game's records, folded again from the
 * last snapshot on. */
#include "lexicon/rulings.h"
#include "party/code.h"
#include "room/inside.h"
#include "room/log_fold.h"
#include "rules/registry.h"

#include <stdlib.h>

/* ---- reading ---- */

/* The last entry tells from where to fold. */
struct last_entry {
    int64_t seq;
    bool readable;
    struct log_entry_head head;
};

static bool look_at_head(void *arg, const struct store_entry *e)
{
    struct last_entry *last = arg;

    last->seq = e->seq;
    last->readable = log_entry_head(&last->head, e->body);
    return true;
}

static int64_t fold_from(const struct last_entry *last)
{
    int64_t base = last->head.base;

    return last->readable && base >= 0 && base < last->seq ? last->seq - base : 1;
}

struct folding {
    struct log_fold *fold;
    uint64_t op; /* of the last entry … */
    int64_t epoch;
};

static bool each_entry(void *arg, const struct store_entry *e)
{
    struct folding *x = arg;

    x->op = e->op;
    x->epoch = e->epoch;
    return log_fold_entry(x->fold, e->body);
}

static enum store_result read_from(const struct room *r, int64_t from, store_each_entry *each,
                                   void *arg)
{
    const struct services *s = r->services;

    return s->read ? s->read(s->house, r->id, from, each, arg)
                   : store_read(s->store, r->id, from, each, arg);
}

/* What is wrong with the log, or NULL. */
static const char *read_log(struct room *r, int64_t head, struct log_fold *f)
{
    struct last_entry last = {0};
    struct folding folding = {.fold = f};
    enum store_result result = read_from(r, head, look_at_head, &last);

    if (result != STORE_OK)
        return store_result_name(result);
    if (!last.seq)
        return "the log is shorter than it was";
    if (last.head.format > LOG_FORMAT)
        return "this log is from a newer version of the program";
    f->seq = fold_from(&last) - 1;
    result = read_from(r, f->seq + 1, each_entry, &folding);
    r->head_op = folding.op;
    r->epoch = folding.epoch;
    if (result != STORE_OK)
        return store_result_name(result);
    return f->reason[0] ? f->reason : NULL;
}

/* The clock ran on after the last entry for as long as the server was there. */
static int64_t ran_on(const struct room *r, int64_t head, const struct log_fold *f)
{
    const struct services *s = r->services;

    if (r->head_at && f->seq == head)
        return s->now() - r->head_at; /* that entry is ours: no clock that can be set is asked */
    return s->alive_until > f->wall ? s->alive_until - f->wall : 0;
}

bool room_load(struct room *r, int64_t head)
{
    struct services *s = r->services;
    struct log_fold f = {
        .party = &r->party,
        .match = &r->match,
        .lexicon = s->lexicon,
        .shelf = &r->shelf,
        .record = s->scratch->record,
    };

    party_init(&r->party);
    const char *wrong = read_log(r, head, &f);
    r->rulings = f.rulings;
    f.rulings = NULL;
    r->head = wrong ? head : f.seq;
    if (wrong) {
        s->counts.unreadable++;
        room_report(r, "error", "room_unreadable", wrong);
        log_fold_fini(&f);
        room_unload(r);
        return false;
    }
    log_fold_fini(&f);
    r->base = f.base;
    r->base_bytes = f.base_bytes;
    r->bytes = f.base_bytes + f.bytes;
    r->began = f.began;
    r->outdated = f.format < LOG_FORMAT;
    if (r->match.table)
        room_shelve(r);
    if (f.ran)
        f.at += ran_on(r, head, &f);
    r->clock = clock_at(f.at);
    frames_reset(r);
    r->opened = s->now();
    r->loaded = true;
    s->counts.loaded++;
    return true;
}

/* ---- beginning and end ---- */

void room_found(struct room *r, const struct code *code, const struct key *founder,
                enum language language, struct str game)
{
    const struct book *b = registry_find(game);

    r->founder = *founder;
    r->loaded = true;
    r->services->counts.loaded++;
    party_init(&r->party);
    frames_reset(r);
    struct change *c = change_begin(r, STR("create"), NULL, 0);
    change_fact(c, &(struct party_fact){ROOM_OPENED,
                                        {TEXT(str_of(code->text)), NUM(language),
                                         TEXT(str_of((b ? b : registry_at(0))->game->id))}});
    change_commit(c);
}

void room_unload(struct room *r)
{
    if (r->loaded)
        r->services->counts.loaded--;
    r->loaded = false;
    room_no_game(r);
    bots_note_rulings(r);
    free(r->rulings);
    r->rulings = NULL;
    party_fini(&r->party);
    frames_fini(&r->frames);
    buf_fini(&r->entry);
    broadcasts_free(r->services->scratch, broadcasts_take(r));
}

void room_close(struct room *r)
{
    while (r->conns)
        conn_dismiss(r->conns, 1013, "broken");
    room_schedule(r, 0);
}

/* ---- going on ---- */

void room_claim(struct room *r)
{
    r->epoch = ((r->epoch >> EPOCH_NODE_BITS) + 1) << EPOCH_NODE_BITS | (int64_t)r->services->node;
    /* A log of an earlier format is renewed before anything else; that says it as well. */
    if (!room_renew(r))
        change_commit(change_begin(r, STR("own"), NULL, 0));
}

void room_lose(struct room *r)
{
    bool asked = r->writing == STORES && r->retry_at == INT64_MAX;

    r->lost = true;
    if (r->writing && !asked) {
        hold_end(r);
        r->writing = WRITES_NOTHING;
        r->services->counts.writing--;
    }
    if (!asked)
        room_unload(r);
    while (r->conns)
        conn_dismiss(r->conns, 1012, "restart");
    room_schedule(r, 0);
}

bool room_renew(struct room *r)
{
    bool runs = r->match.table && !room_over(r);

    if (r->writing || (!r->outdated && (!runs || setup_is_current(&r->match.setup))))
        return false;
    struct change *c = change_begin(r, STR("renew"), NULL, 0);

    if (r->outdated)
        change_snapshot(c);
    change_leave_game(c, runs ? END_EDITION : END_ASKED);
    change_commit(c);
    r->outdated = false;
    return true;
}
