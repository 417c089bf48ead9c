/* Compatibility: who did what, told at the end. */
#include "compatibility.h"

#include "rules/award.h"

/* The two whose pictures agreed most often, twice at least; of equals the first. */
static void award_closest(const struct co_public *t, const struct core *c, struct jw *w)
{
    int most = 1;
    seat_set pair = 0;

    for (int a = 0; a < c->seats; a++) {
        for (int b = a + 1; b < c->seats; b++) {
            int n = t->met[a * CO_SEATS + b] + t->met[b * CO_SEATS + a];

            if (n > most) {
                most = n;
                pair = SEAT(a) | SEAT(b);
            }
        }
    }
    if (pair)
        jw_award(w, "closest", pair, most, STR(""));
}

void co_awards(const struct co_public *t, const struct core *c, struct jw *w)
{
    if (c->outcome != OUTCOME_RANKED)
        return;
    jw_key(w, "awards");
    jw_array(w);
    award_closest(t, c, w);
    if (t->leap > 0)
        jw_award(w, "leap", t->leapers, t->leap, STR(""));
    if (t->bold)
        jw_award(w, "bold", t->bold, co_points(CO_DOUBLED), STR(""));
    jw_end_array(w);
}
