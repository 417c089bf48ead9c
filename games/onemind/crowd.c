/* One Mind: the crowd writes a word in every round, under the same letter; what most of them wrote
 * is told when the round has been read. */
#include "rules/crowd.h"
#include "onemind.h"

void om_crowd(const struct known *k, struct crowd_scene *out)
{
    const struct om_public *t = k->table;
    uint8_t token = t->token[t->round];

    if (k->core->phase == OM_WRITE)
        *out = (struct crowd_scene){
            .asks = t->round,
            .kind = CROWD_WORD,
            .initial = om_letter_counts(t, k->core) && token < 26 ? (char)('A' + token) : '\0'};
    out->tells = k->core->outcome                   ? t->round
                 : om_reading(k->core) || !t->round ? 0
                                                    : (uint16_t)(t->round - 1);
}
