/* Compatibility: who did what, told at the end. */
#include "compatibility.h"

#include "rules/award.h"

void co_awards(const struct co_public *t, const struct core *c, struct jw *w)
{
    if (c->outcome != OUTCOME_RANKED)
        return;
    jw_key(w, "awards");
    jw_array(w);
    jw_award_closest(w, t->met, CO_SEATS, c->seats, 2);
    if (t->leap > 0)
        jw_award(w, "leap", t->leapers, t->leap, STR(""));
    if (t->bold)
        jw_award(w, "bold", t->bold, co_points(CO_DOUBLED), STR(""));
    jw_end_array(w);
}
