/* One Mind: the crowd writes a word in every round, under the same letter; what most of them wrote
 * is told when the round has been read. */
#include "rules/crowd.h"
#include "onemind.h"

void om_crowd(const struct known *k, struct crowd_scene *out)
{
    const struct om_public *t = k->table;

    if (k->core->phase == OM_WRITE)
        *out = (struct crowd_scene){
            .asks = t->round, .kind = CROWD_WORD, .initial = om_initial(t, k->core, NO_SEAT)};
    if (k->core->outcome || !om_reading(k->core))
        out->tells = crowd_tells(t->round, k->core->outcome);
}
