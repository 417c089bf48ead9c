/* Coordinates: while the players place theirs, the crowd places one word of the round, the same for
 * all of them; it is told when every token of the round was counted. */
#include "rules/crowd.h"
#include "coordinates.h"

void ax_crowd(const struct known *k, struct crowd_scene *out)
{
    const struct ax_public *t = k->table;
    int numbers = ax_numbers(t);
    bool counted = k->core->phase == AX_COUNT && t->revealed == t->placed;

    if (k->core->phase == AX_PLACE && numbers)
        *out = (struct crowd_scene){.asks = t->round,
                                    .kind = CROWD_POINT,
                                    .edge = AX_EDGE,
                                    .about = (uint8_t)(1 + t->round * 2 % numbers)};
    out->tells = crowd_tells(t->round, k->core->outcome || counted);
}

/* The word that is laid, by its number. */
void ax_crowd_name(const struct known *k, const struct shelf *shelf, int thing, struct phrase *out)
{
    const struct ax_public *t = k->table;

    (void)shelf;
    if (thing >= 1 && thing <= AX_NUMBERS)
        *out = t->word[thing - 1];
}
