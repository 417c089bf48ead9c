/*
 * A room out of its log: the party's facts and the running game's records, folded again from the
 * last snapshot on.
 *
 * A long game takes a while to read, and other tables do not wait for it: a turn of the loop reads
 * a part, and whoever has come meanwhile is let in when all of it is there.
 */
#include "lexicon/rulings.h"
#include "party/code.h"
#include "room/inside.h"
#include "room/log_fold.h"
#include "rules/registry.h"

#include <stdlib.h>

/* ---- reading ---- */

/* So many bytes of facts take as long to read as a record does. */
enum { FACTS_BYTES = 1024 };

/* The last entry tells from where to fold. */
struct last_entry {
    int64_t seq;
    struct log_entry_head head;
};

static bool look_at_head(void *arg, const struct store_entry *e)
{
    struct last_entry *last = arg;

    last->seq = e->seq;
    log_entry_head(&last->head, e->body);
    return true;
}

/* What is known while the log is being read. */
struct loading {
    int64_t head;
    bool looked; /* for decks that the game needs and that lie before: fold.text has their places */
    int decks;   /* how many of them were read */
    struct log_fold fold;
    struct services *services;
    uint64_t op; /* of the last entry, … */
    int64_t epoch;
    struct broadcast *lost; /* the authors of these are told that it was not stored, then */
};

static bool each_entry(void *arg, const struct store_entry *e)
{
    struct loading *x = arg;
    int64_t before = x->fold.records, bytes = (int64_t)e->body.len;

    if (!x->looked) {
        x->looked = true;
        x->fold.texts = log_entry_decks(e->body, e->seq, x->fold.text);
        if (x->fold.texts)
            return false; /* these first */
    }
    bool fine = log_fold_entry(&x->fold, e->body);

    x->op = e->op;
    x->epoch = e->epoch;
    /* An entry without a record is a few facts; a snapshot has many. */
    services_read(x->services, (int)(x->fold.records - before + 1 + bytes / FACTS_BYTES));
    return fine && x->services->reads < READS_A_TURN;
}

/* From the store, or from what was fetched of it. */
static enum store_result read_from(const struct room *r, int64_t from, store_each_entry *each,
                                   void *arg)
{
    if (!r->fetched)
        return store_read(r->services->store, r->id, from, each, arg);
    for (const struct fetched *f = r->fetched; f; f = f->next) {
        if (f->entry.seq >= from && !each(arg, &f->entry))
            break;
    }
    return STORE_OK;
}

/* ---- decks that lie before ---- */

static bool take_deck(void *arg, const struct store_entry *e)
{
    struct loading *x = arg;
    struct fold_text *text = &x->fold.text[x->decks];

    if (e->seq == text->at)
        text->text = log_entry_text(e->body, text->deck);
    services_read(x->services, 1 + (int)(e->body.len / FACTS_BYTES));
    return false;
}

/* As many as this turn has time for; NULL or what is wrong. Without one of them it would be another
 * game. */
static const char *read_decks(struct room *r, struct loading *x)
{
    enum store_result result = STORE_OK;

    while (x->decks < x->fold.texts && x->services->reads < READS_A_TURN) {
        struct fold_text *text = &x->fold.text[x->decks];

        if (text->text) { /* a turn for fetching it, and one for reading */
            deck_text_read(text->text);
            services_read(x->services, READS_A_TURN);
            x->decks++;
            continue;
        }
        result = read_from(r, text->at, take_deck, x);
        if (result != STORE_OK)
            return store_result_name(result);
        if (!text->text)
            return "the text of a deck is not where the log says";
    }
    return NULL;
}

/* Where the log is folded from; NULL or what is wrong with it. */
static const char *read_last(struct room *r, struct loading *x)
{
    struct last_entry last = {0};

    if (x->head < 1)
        return "the log is lost";
    enum store_result result = read_from(r, x->head, look_at_head, &last);

    if (result != STORE_OK)
        return store_result_name(result);
    if (!last.seq)
        return "the log is shorter than it was";
    if (last.head.format > LOG_FORMAT)
        return "this log is from a newer version of the program";
    x->fold.seq = log_entry_base(&last.head, last.seq) - 1;
    x->head = last.seq;
    return NULL;
}

/* As much as this turn has time for; NULL or what is wrong. */
static const char *read_some(struct room *r, struct loading *x)
{
    enum store_result result = STORE_OK;
    int64_t before = x->fold.seq;

    const char *wrong = read_decks(r, x);
    if (wrong || r->services->reads >= READS_A_TURN)
        return wrong;
    result = read_from(r, x->fold.seq + 1, each_entry, x);
    if (result != STORE_OK)
        return store_result_name(result);
    if (x->fold.reason[0])
        return x->fold.reason;
    if (x->decks < x->fold.texts)
        return read_decks(r, x);
    return x->fold.seq > before ? NULL : "the log is shorter than it was";
}

/* The clock ran on after the last entry for as long as its owner was there. */
static int64_t ran_on(const struct room *r, int64_t head, const struct log_fold *f)
{
    /* Of an entry of our own no clock is asked that can be set. */
    if (r->head_at && f->seq == head)
        return r->services->now() - r->head_at;
    return r->alive_until > f->wall ? r->alive_until - f->wall : 0;
}

void fetched_free(struct fetched *entries)
{
    while (entries) {
        struct fetched *f = entries;

        entries = f->next;
        free(f);
    }
}

static void forget_loading(struct room *r)
{
    struct loading *x = r->load;

    if (!x)
        return;
    r->load = NULL;
    fetched_free(r->fetched);
    r->fetched = NULL;
    log_fold_fini(&x->fold);
    broadcasts_free(r->services->scratch, x->lost);
    free(x);
}

static enum load fail(struct room *r, const char *wrong)
{
    r->head = r->load->head;
    r->services->counts.unreadable++;
    room_report(r, "error", "room_unreadable", wrong);
    room_unload(r);
    return LOAD_BROKEN;
}

static int64_t next_epoch(const struct room *r, uint64_t node)
{
    return ((r->epoch >> EPOCH_NODE_BITS) + 1) << EPOCH_NODE_BITS | (int64_t)node;
}

/* A log of an earlier format is renewed before anything else; that says it as well. */
static void own(struct room *r)
{
    r->claims = false;
    r->services->counts.claimed++;
    r->epoch = next_epoch(r, r->services->node);
    if (!room_renew(r))
        change_commit(change_begin(r, STR("own"), NULL, 0));
}

static enum load finish(struct room *r)
{
    struct services *s = r->services;
    struct loading *x = r->load;
    struct log_fold *f = &x->fold;

    party_forget_texts(&r->party);
    r->rulings = f->rulings;
    f->rulings = NULL;
    r->stock = f->stock;
    f->stock = NULL;
    r->head = f->seq;
    r->head_op = x->op;
    r->epoch = x->epoch;
    r->base = f->base;
    r->base_bytes = f->base_bytes;
    r->bytes = f->base_bytes + f->bytes;
    r->began = f->began;
    room_dealt(r, f->has_dealt ? &f->dealt : NULL);
    r->format = f->format;
    r->outdated = f->format < LOG_FORMAT_SECOND;
    if (r->match.table)
        room_shelve(r);
    if (f->ran)
        f->at += ran_on(r, x->head, f);
    r->clock = clock_at(f->at);
    forget_loading(r);
    frames_reset(r);
    r->opened = s->now();
    r->loaded = true;
    s->counts.loaded++;
    visitors_loaded(r);
    if (r->claims)
        own(r);
    return LOAD_DONE;
}

static enum load go_on(struct room *r)
{
    const char *wrong = read_some(r, r->load);

    if (wrong)
        return fail(r, wrong);
    if (r->load->fold.seq >= r->load->head)
        return finish(r);
    room_schedule(r, r->services->now() + 1);
    return LOAD_MORE;
}

enum load room_load(struct room *r, int64_t head, int64_t alive_until)
{
    struct services *s = r->services;
    struct loading *x = r->load = calloc(1, sizeof *x);

    if (!x)
        abort();
    party_init(&r->party);
    r->alive_until = alive_until;
    x->head = head;
    x->services = s;
    x->fold = (struct log_fold){
        .party = &r->party,
        .match = &r->match,
        .lexicon = s->lexicon,
        .shelf = room_shelf(r),
        .record = s->scratch->record,
    };
    const char *wrong = read_last(r, x);
    return wrong ? fail(r, wrong) : go_on(r);
}

/* ---- again, after the store has refused ---- */

/* Everybody is shown the room as it is; whoever asked for what is lost is told so, after that. */
static void resume(struct room *r, struct broadcast *lost)
{
    for (struct conn *c = r->conns, *next; c; c = next) {
        const struct guest *g = party_guest_by_key(&r->party, &c->key);

        next = c->next;
        c->guest = g ? g->id : NO_GUEST;
        if (!c->waiting)
            frames_welcome(r, c, 0);
    }
    broadcasts_lost(r, lost);
}

/* The log cannot be read any more: everybody is told and shown out. */
static void give_up(struct room *r)
{
    while (r->conns)
        conn_dismiss(r->conns, 1013, "broken");
    room_schedule(r, 0);
}

void room_load_again(struct room *r, struct broadcast *lost)
{
    int64_t head = r->head;
    enum load load;

    room_unload(r);
    load = head ? room_load(r, head, r->alive_until) : LOAD_BROKEN;
    if (load == LOAD_DONE) {
        resume(r, lost);
    } else if (load == LOAD_MORE) {
        r->load->lost = lost;
    } else {
        broadcasts_free(r->services->scratch, lost);
        give_up(r);
    }
}

void room_load_on(struct room *r)
{
    struct broadcast *lost = r->load->lost;

    r->load->lost = NULL;
    switch (go_on(r)) {
    case LOAD_DONE:
        resume(r, lost);
        room_schedule(r, 0);
        return;
    case LOAD_MORE:
        r->load->lost = lost;
        return;
    case LOAD_BROKEN:
        broadcasts_free(r->services->scratch, lost);
        give_up(r);
        return;
    }
}

void room_load_forget(struct room *r, const struct conn *c)
{
    if (r->load)
        broadcasts_forget(r->load->lost, c);
}

/* ---- beginning and end ---- */

void room_found(struct room *r, const struct code *code, const struct key *founder,
                enum language language, struct str game)
{
    const struct book *b = registry_find(game);

    r->founder = *founder;
    r->epoch = (int64_t)r->services->node;
    r->loaded = true;
    r->services->counts.loaded++;
    party_init(&r->party);
    frames_reset(r);
    struct change *c = change_begin(r, STR("create"), NULL, 0);
    change_fact(c, PARTY_FACT(room_opened, .code = str_of(code->text), .language = language,
                              .game = str_of((b ? b : registry_at(0))->game->id)));
    change_commit(c);
}

void room_unload(struct room *r)
{
    if (r->loaded)
        r->services->counts.loaded--;
    r->loaded = false;
    forget_loading(r);
    keeping_forget(r);
    dealing_forget(r);
    crowd_forget(r);
    texts_forget(r);
    room_dealt(r, NULL);
    room_no_game(r);
    bots_note_rulings(r);
    free(r->shelf);
    r->shelf = NULL;
    rulings_free(r->rulings);
    r->rulings = NULL;
    party_fini(&r->party);
    frames_fini(&r->frames);
    buf_fini(&r->entry);
    broadcasts_free(r->services->scratch, broadcasts_take(r));
    shows_free(r);
    manners_free(r);
}

/* ---- going on ---- */

enum load room_claim(struct room *r, int64_t head, int64_t alive_until, struct fetched *entries)
{
    r->fetched = entries;
    r->claims = true;
    return room_load(r, head, alive_until);
}

void room_lose(struct room *r)
{
    bool asked = r->writing == STORES && r->retry_at == INT64_MAX;

    r->services->counts.lost += !r->lost && !r->handed;
    r->services->counts.handed += !r->lost && r->handed;
    r->lost = true;
    if (r->writing && !asked) {
        hold_end(r);
        r->writing = WRITES_NOTHING;
        r->services->counts.writing--;
    }
    if (!asked)
        room_unload(r);
    while (r->conns) {
        struct conn *c = r->conns;

        if (c->via) {
            conn_dismiss(c, 1012, "restart");
            continue;
        }
        room_left(r, c);
        c->room = NULL;
        c->waiting = false;
        c->seats = 0;
        c->announced = NO_GUEST;
        r->services->seek(r->services->house, c);
    }
    room_schedule(r, 0);
}

void room_hand(struct room *r, uint64_t heir)
{
    r->heir = heir;
    room_schedule(r, 0);
}

bool room_hand_on(struct room *r)
{
    if (!r->heir || r->load || !r->head)
        return false;
    r->epoch = next_epoch(r, r->heir);
    r->handed = true;
    change_commit(change_begin(r, STR("own"), NULL, 0));
    return true;
}

bool room_renew(struct room *r)
{
    bool runs = r->match.table && !room_over(r);

    if (r->writing || r->load) /* half a log is no game to judge */
        return false;
    if (!r->outdated && (!runs || setup_goes_on(&r->match.setup)))
        return false;
    struct change *c = change_begin(r, STR("renew"), NULL, 0);

    if (r->outdated)
        change_snapshot(c);
    change_leave_game(c, runs ? END_EDITION : END_ASKED);
    change_commit(c);
    r->outdated = false;
    return true;
}
