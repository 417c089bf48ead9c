#include "room/replay.h"

#include "room/stock.h"

void replay_init(struct replay *r)
{
    *r = (struct replay){.decision = decision_new()};
}

void replay_fini(struct replay *r)
{
    match_fini(&r->match);
    stock_unref(r->stock);
    r->stock = NULL;
    decision_free(r->decision);
    r->decision = NULL;
}

void replay_begin(struct replay *r, const struct setup *setup, struct stock *stock)
{
    match_fini(&r->match);
    stock_ref(stock);
    stock_unref(r->stock);
    r->stock = stock;
    r->ours = false; /* it has yet to be opened */
    r->games++;
    if (setup_goes_on(setup))
        match_init(&r->match, setup, &(struct world){.shelf = &r->shelf});
    else
        r->other++;
}

void replay_record(struct replay *r, const struct record *rec, const struct party *p,
                   const struct lexicon *lexicon)
{
    if (!r->match.table)
        return;
    stock_shelve(r->stock, p, &r->shelf); /* as the room would have had them at this moment */
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
