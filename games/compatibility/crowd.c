/* Compatibility: the crowd puts three pictures in an order for the theme; it is told when all of
 * the players' pictures lie open. */
#include "rules/crowd.h"
#include "compatibility.h"
#include "rules/deck.h"

enum { CROWD_PICTURES = 3 };

void co_crowd(const struct known *k, struct crowd_scene *out)
{
    const struct co_public *t = k->table;
    bool all = k->core->phase == CO_REVEAL && t->position == t->positions;

    if (k->core->phase == CO_CHOOSE)
        *out = (struct crowd_scene){
            .asks = t->round, .kind = CROWD_ORDER, .of = CO_PICTURES, .most = CROWD_PICTURES};
    out->tells = crowd_tells(t->round, k->core->outcome || all);
}

void co_crowd_name(const struct known *k, const struct shelf *shelf, int thing, struct phrase *out)
{
    const struct deck *deck = shelf->deck[co_picture_deck(k->core)];

    if (deck && thing < deck->entries)
        phrase_set(out, deck_field(&deck->entry[thing], "title"));
}
