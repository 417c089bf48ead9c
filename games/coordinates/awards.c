/* Coordinates: who did what, told at the end. */
#include "coordinates.h"

#include "rules/award.h"

void ax_awards(const struct ax_public *t, const struct core *c, struct jw *w)
{
    if (c->outcome != OUTCOME_RANKED)
        return;
    jw_key(w, "awards");
    jw_array(w);
    jw_award_closest(w, t->met, SEATS_MAX, c->seats, 2);
    jw_award_most(w, "sharpest", t->sharp, c->seats);
    jw_award_most(w, "clearest", t->clear, c->seats);
    jw_end_array(w);
}
