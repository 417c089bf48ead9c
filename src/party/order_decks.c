/* Orders about the decks that a table brings: what was typed is kept, used or thrown away. */
#include "party/order_decide.h"
#include "rules/deck_check.h"
#include "rules/registry.h"

bool decide_keep_deck(struct order *o, const struct order_scene *s, const struct value *v)
{
    const struct party *p = s->party;
    const struct book *b = registry_find(v[1].s);
    const struct deck_kind *k = b ? deck_kind_of(b->game, v[2].s) : NULL;
    const struct own_deck *own = v[0].i ? party_deck(p, v[0].i) : NULL;

    if (!k || (v[0].i && (!own || own->kind != k)))
        return order_refuse(o, "no_deck");
    if (!s->log_of_today)
        return order_refuse(o, "game_runs");
    if (!s->draft.len)
        return order_refuse(o, "no_draft");
    if (!own && (p->decks == OWN_DECKS || p->last_deck == UINT16_MAX))
        return order_refuse_number(o, "decks_full", "limit", OWN_DECKS);
    if (s->draft_kind != k) /* so many were looked through that this one was not yet */
        return order_refuse(o, "too_fast");
    if (s->draft_wrong)
        return order_refuse_number(o, "deck_faulty", "n", s->draft_wrong);
    DECIDED(o, deck_written, .deck = own ? own->id : p->last_deck + 1, .game = str_of(b->game->id),
            .kind = str_of(k->name), .text = s->draft);
    return true;
}

bool decide_use_deck(struct order *o, const struct order_scene *s, const struct value *v)
{
    if (!party_deck(s->party, v[0].i))
        return order_refuse(o, "no_deck");
    DECIDED(o, deck_used, .deck = v[0].i, .use = (int)v[1].i);
    return true;
}

bool decide_drop_deck(struct order *o, const struct order_scene *s, const struct value *v)
{
    if (!party_deck(s->party, v[0].i))
        return order_refuse(o, "no_deck");
    DECIDED(o, deck_dropped, .deck = v[0].i);
    return true;
}
