#include "room/replay.h"

#include "rules/registry.h"

void replay_init(struct replay *r, const struct lexicon *lexicon)
{
    *r = (struct replay){.decision = decision_new()};
    rulings_init(&r->rulings, lexicon);
}

void replay_fini(struct replay *r)
{
    match_fini(&r->match);
    decision_free(r->decision);
    r->decision = NULL;
}

void replay_begin(struct replay *r, const struct setup *setup)
{
    const struct world world = {.lexicon = &r->rulings.lexicon, .shelf = &r->shelf};

    match_fini(&r->match);
    match_init(&r->match, setup, &world);
    r->ours = false; /* it has yet to be opened */
    r->games++;
}

/* The decks as the room would have put them on the shelf at this moment. */
static void shelve(struct replay *r, const struct party *p)
{
    const struct setup *s = &r->match.setup;

    r->shelf = *registry_shelf(s->book, s->language);
    for (int i = 0; i < SHELF_DECKS; i++)
        r->shelf.seen[i] = party_seen(p, s->book, s->language, i);
}

void replay_record(struct replay *r, const struct record *rec, const struct party *p)
{
    if (r->match.table) {
        shelve(r, p);
        r->ours = log_replay_record(&r->match, r->decision, rec);
        if (!r->ours) {
            match_fini(&r->match);
            r->other++;
        }
    }
    /* What was ruled holds for the group all the same: its room will be loaded with it. */
    for (int i = 0; i < rec->facts; i++)
        rulings_note(&r->rulings, r->match.setup.language, &rec->fact[i]);
}

void replay_end(struct replay *r)
{
    match_fini(&r->match);
    r->ours = false;
}
