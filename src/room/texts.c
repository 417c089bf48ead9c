/*
 * The texts of the table's own decks. They stand in the log, in the entries they were written in,
 * and are in memory only while somebody needs them: ten large decks would be more than all the rest
 * of a room. Who needs one waits in the queue until it was fetched and read, one of them in a turn;
 * some time after the last use they go.
 */
#include "room/inside.h"
#include "room/log_fold.h"

#include <stdlib.h>

enum { STAYS = 30000 };

/* A question to the store. */
struct text_ask {
    struct room *room; /* NULL: it is gone, or was read anew */
    struct services *services;
    int64_t at, deck;
    struct deck_text *got;
};

static bool take(void *arg, const struct store_entry *e)
{
    struct text_ask *a = arg;

    if (a->room && e->seq == a->at) {
        a->got = log_entry_text(e->body, a->deck);
        services_read(a->services, READS_A_QUESTION);
    }
    return false;
}

/* It is the text that this deck had when it was written, or it is none. */
static bool put(struct own_deck *d, struct deck_text *text, int64_t at)
{
    struct seed sum;

    if (!d || d->text || d->at != at || !text)
        return false;
    sum = deck_sum(text->text);
    if (!seed_same(&sum, &d->sum))
        return false;
    d->text = text;
    return true;
}

static void taken(void *arg, enum store_result result)
{
    struct text_ask *a = arg;
    struct room *r = a->room;

    a->services->questions--;
    if (r) {
        struct own_deck *d = party_deck(&r->party, a->deck);

        r->text_ask = NULL;
        if (result == STORE_OK && put(d, a->got, a->at))
            a->got = NULL;
        else
            r->text_failed = r->queue && d && !d->text && d->at == a->at;
        room_schedule(r, 0);
    }
    deck_text_free(a->got);
    free(a);
}

static void fetch(struct room *r, const struct own_deck *d)
{
    struct services *s = r->services;

    if (r->text_ask)
        return;
    if (!services_may_ask(s)) {
        r->text_due = s->now() + QUESTION_LATER;
        return;
    }
    struct text_ask *a = r->text_ask = calloc(1, sizeof *a);
    if (!a)
        abort();
    *a = (struct text_ask){.room = r, .services = s, .at = d->at, .deck = d->id};
    s->questions++;
    if (store_fetch(s->store, r->id, d->at, 1, take, taken, a) < 0)
        taken(a, STORE_UNAVAILABLE);
}

/* One step towards having it read. True: it is not yet. */
static bool step(struct room *r, struct own_deck *d)
{
    if (d->text && d->text->was_read)
        return false;
    if (d->text)
        deck_text_read(d->text);
    else
        fetch(r, d);
    return true;
}

static bool wait(struct room *r)
{
    if (r->text_ask) /* the answer wakes the room */
        r->text_due = 0;
    else if (!r->text_due)
        r->text_due = r->services->now() + 1;
    room_schedule(r, 0);
    return true;
}

static bool delay_game(struct room *r)
{
    for (int i = 0; i < r->party.decks; i++) {
        struct own_deck *d = r->party.deck[i];

        if (own_deck_used(d, &r->party.lobby) && step(r, d))
            return true;
    }
    return false;
}

static bool delay_deck(struct room *r, const struct message *m)
{
    struct own_deck *d = party_deck(&r->party, jr_member_int(m->with, "deck"));

    if (!d || d->text)
        return false;
    fetch(r, d);
    return true;
}

bool texts_delay(struct room *r, const struct conn *c, const struct message *m)
{
    bool asks = m->kind == MESSAGE_ASK && (str_is(m->name, "deck") || str_is(m->name, "share")) &&
                party_hosts(&r->party, c->guest);
    bool begins = !asks && r->party.decks && dealing_begins(r, c, m);

    if (!asks && !begins)
        return false;
    r->texts_until = r->services->now() + STAYS;
    r->text_due = 0;
    if (r->text_failed) { /* whoever asked is told so */
        r->text_failed = false;
        return false;
    }
    return (asks ? delay_deck(r, m) : delay_game(r)) && wait(r);
}

bool texts_ready(const struct room *r)
{
    for (int i = 0; i < r->party.decks; i++) {
        const struct own_deck *d = r->party.deck[i];

        if (own_deck_used(d, &r->party.lobby) && !d->text)
            return false;
    }
    return true;
}

void texts_written(struct room *r)
{
    r->texts_until = r->services->now() + STAYS;
}

int64_t texts_run(struct room *r)
{
    int64_t due = r->queue ? r->text_due : 0;

    r->text_due = 0;
    if (r->texts_until && !r->writing && !r->text_ask &&
        (!r->conns || r->services->now() >= r->texts_until)) {
        party_forget_texts(&r->party);
        r->texts_until = 0;
    }
    if (!due)
        due = r->texts_until && r->conns ? r->texts_until : INT64_MAX;
    return due;
}

void texts_forget(struct room *r)
{
    if (r->text_ask)
        r->text_ask->room = NULL;
    r->text_ask = NULL;
    r->text_failed = false;
    r->texts_until = r->text_due = 0;
}
