#include "room/replay.h"

#include "rules/registry.h"

void replay_init(struct replay *r)
{
    *r = (struct replay){.decision = decision_new()};
}

void replay_fini(struct replay *r)
{
    match_fini(&r->match);
    decision_free(r->decision);
    r->decision = NULL;
}

void replay_begin(struct replay *r, const struct setup *setup)
{
    match_fini(&r->match);
    r->ours = false; /* it has yet to be opened */
    r->games++;
    if (setup_is_current(setup))
        match_init(&r->match, setup, &(struct world){.shelf = &r->shelf});
    else
        r->other++;
}

/* The decks as the room would have put them on the shelf at this moment. */
static void shelve(struct replay *r, const struct party *p)
{
    const struct setup *s = &r->match.setup;

    r->shelf = *registry_shelf(s->book, s->language);
    for (int i = 0; i < SHELF_DECKS; i++)
        r->shelf.seen[i] = party_seen(p, s->book, s->language, i);
}

void replay_record(struct replay *r, const struct record *rec, const struct party *p,
                   const struct lexicon *lexicon)
{
    if (!r->match.table)
        return;
    shelve(r, p);
    r->match.world.lexicon = lexicon;
    r->ours = log_replay_record(&r->match, r->decision, rec);
    if (!r->ours) {
        match_fini(&r->match);
        r->other++;
    }
}

void replay_end(struct replay *r)
{
    match_fini(&r->match);
    r->ours = false;
}
