/*
 * A finished game as its onlookers saw it, made when somebody wants to see it: from the log, a few
 * records at a time, as histories are read. Hardly any game is ever asked for, so nothing is made
 * before and nothing is stored; those that were asked for lately are remembered.
 *
 * The keepsake decides whether there is one. It is looked for first, and once more before anything
 * is told, so that one that was deleted meanwhile is not shown. It says in which entry the game
 * began; the address says whether it is that game, because it comes from the game's secret seed.
 * In a log that was exported entries may have other numbers: then the game is looked for. The reel
 * of an earlier version of the program lies in the store.
 *
 * Whoever asks waits in a list; a few reels are made at a time.
 */
#include "house/inside.h"
#include "keepsake/keepsake.h"
#include "room/log_fold.h"
#include "room/scratch.h"
#include "rules/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PART = 24 << 10, PAUSE = 3, AT_ONCE = 2, MOST_WAIT = 64, REMEMBERED = 8 << 20 };

enum step { LOOK, STORED, READ, HIDE, SURE };

struct reeling {
    struct reeling *next;
    struct house *house;
    house_reel_done *done;
    void *arg;
    enum step step;
    bool asked, works;
    bool found;    /* by the question that is under way: the keepsake, or entries … */
    bool searches; /* … of the log from its first on, because the game is elsewhere in it */
    bool over;     /* the game was heard to its end, or cannot be heard */
    int status;    /* 0 until it is known */
    int64_t due;
    int64_t room, entry;
    uint64_t op; /* of the keepsake */
    uint32_t record;
    int read;
    struct keepsake_reel about;
    struct names names;
    const struct book *book;
    struct keepsake *maker; /* NULL: the game was not found yet */
    struct buf text;
    char address[KEEPSAKE_ADDRESS + 1];
};

/* One that was made lately. */
struct remembered {
    struct remembered *next;
    uint64_t op;
    struct buf text;
    char address[KEEPSAKE_ADDRESS + 1];
};

/* ---- those that were asked for lately ---- */

static void forget_one(struct remembered **at)
{
    struct remembered *m = *at;

    *at = m->next;
    buf_fini(&m->text);
    free(m);
}

/* The one of this address, which is the latest then. One of another keepsake is gone. */
static struct remembered *recall(struct house *h, const char *address, uint64_t op)
{
    for (struct remembered **at = &h->remembered; *at; at = &(*at)->next) {
        struct remembered *m = *at;

        if (strcmp(m->address, address) != 0)
            continue;
        if (m->op != op) {
            forget_one(at);
            return NULL;
        }
        *at = m->next;
        m->next = h->remembered;
        h->remembered = m;
        return m;
    }
    return NULL;
}

/* An empty text says that the game cannot be shown, so that nobody has its log read in vain again.
 */
static void remember(struct house *h, const struct reeling *r)
{
    struct remembered *m;
    size_t bytes = 0;

    if (recall(h, r->address, r->op))
        return; /* two who asked at once */
    m = calloc(1, sizeof *m);
    if (!m)
        abort();
    m->op = r->op;
    memcpy(m->address, r->address, sizeof m->address);
    buf_add(&m->text, buf_str(&r->text));
    m->next = h->remembered;
    h->remembered = m;
    for (struct remembered **at = &h->remembered; *at;) {
        bytes += sizeof **at + (*at)->text.cap;
        if (bytes > REMEMBERED && *at != m)
            forget_one(at);
        else
            at = &(*at)->next;
    }
}

/* ---- one that is being made ---- */

static void reeling_free(struct reeling *r)
{
    r->house->reelings_at_work -= r->works;
    keepsake_free(r->maker);
    buf_fini(&r->text);
    free(r);
}

static void tell(struct reeling *r, int status)
{
    r->done(r->arg, status, status == 200 ? buf_str(&r->text) : STR(""));
}

/* The store has answered. False: nobody hears it any more, or it did not know. */
static bool answered(struct reeling *r, enum store_result result)
{
    r->asked = false;
    r->due = 0;
    if (r->house->services.ended)
        return false;
    if (result == STORE_GONE)
        r->status = 404;
    else if (result != STORE_OK)
        r->status = 503;
    return !r->status;
}

static void ask(struct reeling *r, int error)
{
    r->asked = error == 0;
    if (error)
        r->status = 503;
}

/* ---- the keepsake ---- */

static bool see_keepsake(void *arg, const struct store_doc *doc)
{
    struct reeling *r = arg;

    r->found = keepsake_read_reel(doc->body, &r->about);
    r->op = doc->op;
    return false;
}

static void looked(void *arg, enum store_result result)
{
    struct reeling *r = arg;

    if (!answered(r, result))
        return;
    /* Where the keepsake is gone what is remembered goes, too. */
    const struct remembered *m = recall(r->house, r->address, r->found ? r->op : 0);
    if (m)
        buf_add(&r->text, buf_str(&m->text));
    r->status = m ? (m->text.len ? 200 : 404) : r->found ? 0 : 404;
    r->step = r->about.entry ? READ : STORED;
    r->entry = r->about.entry;
}

static void was_sure(void *arg, enum store_result result)
{
    struct reeling *r = arg;

    if (!answered(r, result))
        return;
    r->status = r->found ? 200 : 404;
    if (r->found)
        remember(r->house, r);
}

static void look(struct reeling *r, store_done *done)
{
    struct buf key = {0};

    r->found = false;
    keepsake_key(str_of(r->address), &key);
    ask(r, store_doc(r->house->services.store, buf_str(&key), see_keepsake, done, r));
    buf_fini(&key);
}

/* ---- of an earlier version ---- */

static bool see_reel(void *arg, const struct store_doc *doc)
{
    struct reeling *r = arg;

    buf_add(&r->text, doc->body);
    return false;
}

static void saw_reel(void *arg, enum store_result result)
{
    struct reeling *r = arg;

    if (!answered(r, result))
        return;
    r->status = r->text.len ? 200 : 404;
}

static void look_stored(struct reeling *r)
{
    struct buf key = {0};

    reel_key(str_of(r->address), &key);
    ask(r, store_doc(r->house->services.store, buf_str(&key), see_reel, saw_reel, r));
    buf_fini(&key);
}

/* ---- from the log ---- */

/* All of the log was read, and there is no such game in it, or it is too long. */
static void give_up(struct reeling *r)
{
    r->status = 404;
    remember(r->house, r);
}

/* It does not begin where it should. */
static void search(struct reeling *r)
{
    r->searches = true;
    r->entry = 1;
}

/* If this is the game of the keepsake: no other has its address. */
static void begin_game(struct reeling *r, struct str line)
{
    char address[KEEPSAKE_ADDRESS + 1];
    struct setup_problem problem;
    struct log_head head;

    if (!log_read_setup(&head, line, &problem))
        return;
    keepsake_address(r->room, &head.setup.seed, address);
    if (!keepsake_same_game(address, r->address) || head.setup.seats != r->about.seats)
        return;
    struct keepsake_head about = {.setup = &head.setup, .reel = true};
    for (int seat = 0; seat < head.setup.seats; seat++) {
        about.name[seat] = str_of(r->about.name[seat]);
        about.mark[seat] = r->about.mark[seat];
    }
    struct table *table = table_new(&head.setup); /* for the names of its phases alone */
    r->names = table_names(table);
    table_free(table);
    r->book = head.setup.book;
    r->maker = keepsake_new(&about);
    r->record = 0;
}

static void hear_line(struct reeling *r, struct str line)
{
    struct services *s = &r->house->services;
    struct record *rec = s->scratch->record;
    struct setup_problem problem;
    enum log_line_kind kind = log_line_kind(line);

    if (kind == LINE_GAME) {
        r->over = r->maker != NULL; /* the next one */
        if (!r->over)
            begin_game(r, line);
    } else if (kind == LINE_RECORD) {
        r->read++;
        services_read(s, 1);
        if (!r->maker)
            return;
        if (log_read_record(rec, r->book, &r->names, ++r->record, line, &problem))
            keepsake_hear(r->maker, rec->at, rec->fact, rec->facts);
        else
            r->over = true;
    }
}

static bool hear_entry(void *arg, const struct store_entry *e)
{
    struct reeling *r = arg;
    struct str body = e->body, line;

    r->found = true;
    r->entry = e->seq + 1;
    while (!r->over && str_line(&body, &line))
        hear_line(r, line);
    r->over = r->over || (r->maker && keepsake_worth(r->maker));
    if (!r->maker && !r->searches) {
        search(r);
        return false;
    }
    return !r->over && r->read < READS_A_QUESTION;
}

static void heard(void *arg, enum store_result result)
{
    struct reeling *r = arg;

    r->house->services.questions--;
    if (!answered(r, result))
        return;
    if (!r->found && !r->maker && !r->searches)
        search(r); /* the log is shorter than it was */
    else if (!r->found)
        r->over = true;
    r->due = r->house->services.now() + PAUSE; /* others have their turns meanwhile */
    if (!r->over)
        return;
    if (r->maker && keepsake_worth(r->maker))
        r->step = HIDE;
    else
        give_up(r);
}

static void read_on(struct reeling *r)
{
    r->read = 0;
    r->found = false;
    ask(r, store_fetch(r->house->services.store, r->room, r->entry, PART, hear_entry, heard, r));
    r->house->services.questions += r->asked;
}

static void hide_on(struct reeling *r)
{
    if (keepsake_reel_work(r->maker))
        return;
    if (!keepsake_write_reel(r->maker, &r->text))
        give_up(r);
    keepsake_free(r->maker);
    r->maker = NULL;
    r->step = SURE;
}

/* ---- all of them ---- */

static void work(struct reeling *r, int64_t now)
{
    struct services *s = &r->house->services;

    if (r->step == READ && !services_may_ask(s)) {
        r->due = now + QUESTION_LATER;
        return;
    }
    switch (r->step) {
    case LOOK:
        look(r, looked);
        break;
    case STORED:
        look_stored(r);
        break;
    case READ:
        read_on(r);
        break;
    case HIDE:
        hide_on(r);
        break;
    case SURE:
        look(r, was_sure);
        break;
    }
    r->due = now + PAUSE;
}

/* Telling may ask for another: nothing of the list is held on to meanwhile. */
void reels_run(struct house *h, int64_t now)
{
    for (struct reeling **at = &h->reelings, *r; (r = *at);) {
        if (!r->works && h->reelings_at_work < AT_ONCE) {
            r->works = true;
            h->reelings_at_work++;
        }
        if (r->works && !r->asked && !r->status && r->due <= now)
            work(r, now);
        if (!r->status || r->asked) {
            at = &r->next;
            continue;
        }
        *at = r->next;
        tell(r, r->status);
        reeling_free(r);
        at = &h->reelings;
    }
}

int64_t reels_due(const struct house *h)
{
    int64_t due = INT64_MAX;

    for (const struct reeling *r = h->reelings; r; r = r->next) {
        bool idle = r->works ? !r->asked : h->reelings_at_work < AT_ONCE;

        if (idle && r->due < due)
            due = r->due;
    }
    return due;
}

void house_reel(struct house *h, struct str address, house_reel_done *done, void *arg)
{
    struct reeling *r = NULL, **at = &h->reelings;
    int waiting = 0;

    for (; *at; at = &(*at)->next)
        waiting++;
    if (!keepsake_is_address(address) || waiting >= MOST_WAIT) {
        done(arg, waiting >= MOST_WAIT ? 503 : 404, STR(""));
        return;
    }
    r = calloc(1, sizeof *r);
    if (!r)
        abort();
    r->house = h;
    r->done = done;
    r->arg = arg;
    memcpy(r->address, address.at, KEEPSAKE_ADDRESS);
    r->room = keepsake_room(address);
    *at = r;
}

void reels_fini(struct house *h)
{
    while (h->reelings) {
        struct reeling *r = h->reelings;

        h->reelings = r->next;
        tell(r, 503);
        reeling_free(r); /* the store has answered everything: it is freed before the house */
    }
    while (h->remembered)
        forget_one(&h->remembered);
}
