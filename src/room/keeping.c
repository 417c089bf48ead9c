/*
 * What stays of a finished game: made after its end from the log, a little at a time, and kept as a
 * document that lives as long as the table. People are told its address when it is stored, not
 * before. The host may have it deleted; then a mark stays that there was one, so that nobody makes
 * it again.
 *
 * The store may answer when the room has gone, or whoever asked. So a question belongs to its
 * answer, which frees it; whoever goes earlier leaves a NULL in it.
 */
#include "keepsake/keepsake.h"
#include "room/inside.h"
#include "room/log_fold.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A maker holds 100 to 200 KB, so few are at work at a time; the others look again LATER. */
enum { PART = 24 << 10, PAUSE = 3, RETRY = 5000, MAKERS = 4, LATER = 100 };

enum step { LOOK, READ, DRAW, PUT, KEPT, NOTHING };

/* What the maker has to know of the game: the next one may have begun when its turn comes. */
struct about {
    struct setup setup;
    int64_t ended;
    int mark[SEATS_MAX], guest[SEATS_MAX];
    char name[SEATS_MAX][KEEPSAKE_NAME + 1];
};
_Static_assert((int)KEEPSAKE_NAME >= (int)NAME_BYTES, "a name is kept whole");

struct keeping {
    struct room *room; /* NULL: it has gone, and the store's answer frees this */
    struct services *services;
    enum step step;
    bool asked;          /* the store's answer is awaited */
    bool works;          /* the maker does, and counts among MAKERS */
    int64_t began, last; /* entries of the game */
    int64_t entry;       /* that is read next */
    int64_t retry_at;
    uint64_t op;
    uint32_t record;
    int read; /* records, by this question */
    struct names names;
    const struct book *book;
    struct about *about;    /* until there is a maker, … */
    struct keepsake *maker; /* … which comes with its turn */
    struct buf doc;
    char address[KEEPSAKE_ADDRESS + 1];
};

static struct keepsake *maker_of(const struct keeping *k)
{
    const struct about *about = k->about;
    struct keepsake_head head = {.setup = &about->setup, .ended = about->ended, .entry = k->began};

    for (int seat = 0; seat < about->setup.seats; seat++) {
        head.name[seat] = str_of(about->name[seat]);
        head.mark[seat] = about->mark[seat];
        head.guest[seat] = about->guest[seat];
    }
    return keepsake_new(&head);
}

/* Whether this maker may go on, or begin. */
static bool may_work(struct keeping *k)
{
    struct services *s = k->services;

    if (!k->works && s->makers < MAKERS) {
        k->works = true;
        s->makers++;
        k->maker = maker_of(k);
        free(k->about);
        k->about = NULL;
    }
    return k->works;
}

static void free_maker(struct keeping *k)
{
    keepsake_free(k->maker);
    free(k->about);
    k->maker = NULL;
    k->about = NULL;
    k->services->makers -= k->works;
    k->works = false;
}

static void keeping_free(struct keeping *k)
{
    free_maker(k);
    buf_fini(&k->doc);
    free(k);
}

void keeping_forget(struct room *r)
{
    struct keeping *k = r->keeping;

    r->keeping = NULL;
    if (!k)
        return;
    k->room = NULL;
    if (!k->asked)
        keeping_free(k);
}

const char *keeping_address(const struct room *r)
{
    const struct keeping *k = r->keeping;

    return k && k->step == KEPT && k->began == r->began ? k->address : NULL;
}

static void keeping_begin(struct room *r)
{
    struct keeping *k = calloc(1, sizeof *k);
    struct about *about = calloc(1, sizeof *about);

    if (!k || !about)
        abort();
    keeping_forget(r);
    r->keeping = k;
    k->room = r;
    k->services = r->services;
    k->began = k->entry = r->began;
    k->last = r->head;
    k->book = r->match.setup.book;
    k->names = table_names(r->match.table);
    keepsake_address(r->id, &r->match.setup.seed, k->address);
    k->about = about;
    about->setup = r->match.setup;
    about->ended = services_wall(r->services);
    for (int seat = 0; seat < r->match.setup.seats; seat++) {
        const struct player *p = party_at_seat(&r->party, seat);

        if (p)
            snprintf(about->name[seat], sizeof about->name[seat], "%.*s", STR_FMT(player_name(p)));
        about->mark[seat] = p ? p->mark : seat;
        about->guest[seat] = p ? p->guest : NO_GUEST;
    }
}

/* The store has answered. NULL: nobody waits for it any more. */
static struct keeping *answered(void *arg)
{
    struct keeping *k = arg;

    k->asked = false;
    if (k->room) {
        room_schedule(k->room, 0);
        return k;
    }
    keeping_free(k);
    return NULL;
}

static void try_later(struct keeping *k)
{
    k->retry_at = k->room->services->now() + RETRY;
}

/* ---- is it there already? ---- */

static bool seen(void *arg, const struct store_doc *doc)
{
    struct keeping *k = arg;

    k->step = str_is(doc->body, KEEPSAKE_DELETED) ? NOTHING : KEPT;
    return false;
}

static void looked(void *arg, enum store_result result)
{
    struct keeping *k = answered(arg);

    if (!k)
        return;
    if (result != STORE_OK)
        try_later(k);
    else if (k->step == LOOK)
        k->step = k->about ? READ : NOTHING; /* another node's, and gone again */
    else
        free_maker(k);
    k->room->stale |= k->step == KEPT;
}

static void look(struct keeping *k)
{
    struct buf key = {0};

    keepsake_key(str_of(k->address), &key);
    k->asked = store_doc(k->room->services->store, buf_str(&key), seen, looked, k) == 0;
    if (!k->asked)
        try_later(k);
    buf_fini(&key);
}

/* ---- the game, from its log ---- */

static void hear_crowd(struct keeping *k, struct str line)
{
    struct jr_problem problem;
    struct party_fact fact = {0};
    struct crowd_sum sum;

    if (str_find(line, STR("\"crowd_said\"")) < 0)
        return;
    json_t *item = jr_parse(line, &problem);
    if (item && party_fact_read(&fact, item, PARTY_LENIENT) && party_crowd_sum(&fact, &sum))
        keepsake_hear_crowd(k->maker, &sum);
    json_decref(item);
}

static bool hear_entry(void *arg, const struct store_entry *e)
{
    struct keeping *k = arg;
    struct str body = e->body, line;
    struct setup_problem problem;

    if (!k->room || e->seq > k->last)
        return false;
    k->entry = e->seq + 1;
    while (str_line(&body, &line)) {
        struct record *rec = k->room->services->scratch->record;

        if (log_line_kind(line) == LINE_FACT)
            hear_crowd(k, line);
        if (log_line_kind(line) != LINE_RECORD)
            continue;
        k->read++;
        services_read(k->services, 1);
        if (!log_read_record(rec, k->book, &k->names, ++k->record, line, &problem)) {
            k->step = NOTHING; /* verify tells about such logs; nobody's evening ends for it */
            return false;
        }
        keepsake_hear(k->maker, rec->at, rec->fact, rec->facts);
    }
    return k->read < READS_A_QUESTION;
}

static void heard(void *arg, enum store_result result)
{
    ((struct keeping *)arg)->services->questions--;
    struct keeping *k = answered(arg);

    if (!k)
        return;
    if (k->step == READ && result != STORE_OK)
        try_later(k);
    else if (k->step == READ && k->entry > k->last)
        k->step = keepsake_worth(k->maker) ? DRAW : NOTHING;
    else if (k->step == READ) /* others have their turns meanwhile */
        room_schedule(k->room, k->retry_at = k->services->now() + PAUSE);
    if (k->step == NOTHING)
        free_maker(k);
}

static void read_on(struct keeping *k)
{
    k->read = 0;
    k->asked = store_fetch(k->room->services->store, k->room->id, k->entry, PART, hear_entry, heard,
                           k) == 0;
    if (k->asked)
        k->services->questions++;
    else
        try_later(k);
}

/* ---- the document ---- */

static void draw_on(struct keeping *k)
{
    if (keepsake_work(k->maker, k->room->services->mind))
        return;
    keepsake_write(k->maker, &k->doc);
    free_maker(k);
    k->op = ++k->room->services->op;
    k->step = k->doc.len > STORE_BODY_MAX ? NOTHING : PUT;
}

static void was_put(void *arg, enum store_result result)
{
    struct keeping *k = answered(arg);

    if (!k)
        return;
    if (result == STORE_OK) {
        k->step = KEPT;
        k->room->stale = true;
        buf_fini(&k->doc);
    } else if (result == STORE_CONFLICT) {
        k->step = LOOK; /* another node was quicker */
    } else {
        try_later(k);
    }
}

static void put(struct keeping *k)
{
    struct buf key = {0};

    keepsake_key(str_of(k->address), &key);
    const struct store_doc doc = {.key = buf_str(&key), .op = k->op, .body = buf_str(&k->doc)};
    k->asked = store_doc_put(k->room->services->store, &doc, was_put, k) == 0;
    if (!k->asked)
        try_later(k);
    buf_fini(&key);
}

int64_t keeping_run(struct room *r)
{
    struct services *s = r->services;
    struct keeping *k = r->keeping;
    bool fresh = r->match.table && room_over(r) && !r->party.practice && !r->writing && !r->lost &&
                 !crowd_waits(r);

    if (fresh && (!k || (k->began != r->began && (k->step == KEPT || k->step == NOTHING))))
        keeping_begin(r);
    k = r->keeping;
    if (!k || k->asked || k->step == KEPT || k->step == NOTHING)
        return INT64_MAX;
    if (k->retry_at > s->now())
        return k->retry_at;
    if (k->step == READ && !may_work(k))
        return s->now() + LATER;
    if (k->step == READ && !services_may_ask(s))
        return s->now() + QUESTION_LATER;
    switch (k->step) {
    case LOOK:
        look(k);
        break;
    case READ:
        read_on(k);
        break;
    case DRAW:
        draw_on(k);
        break;
    case PUT:
        put(k);
        break;
    case KEPT:
    case NOTHING:
        break;
    }
    return k->asked ? INT64_MAX : s->now() + PAUSE;
}

void keeping_deleted(struct room *r, const char *address)
{
    if (!r->keeping || strcmp(r->keeping->address, address) != 0)
        return;
    r->keeping->step = NOTHING;
    r->stale = true;
    room_schedule(r, 0);
}
