/* Letter Dice: the crowd looks for a word as well; what most of them found is told when the round
 * is over. */
#include "rules/crowd.h"
#include "letterdice.h"

void ld_crowd(const struct known *k, struct crowd_scene *out)
{
    const struct ld_public *t = k->table;
    bool plays = k->core->phase == LD_PLAY;

    if (plays)
        *out = (struct crowd_scene){.asks = t->round, .kind = CROWD_WORD, .initial = ld_initial(t)};
    if (k->core->outcome || !(plays || k->core->phase == LD_SETTLE))
        out->tells = crowd_tells(t->round, k->core->outcome);
}
