/* Coordinates: who did what, told at the end. */
#include "coordinates.h"

#include "rules/award.h"

/* The two who guessed each other's tokens most often, twice at least; of equals the first. */
static void award_closest(const struct ax_public *t, const struct core *c, struct jw *w)
{
    int most = 1;
    seat_set pair = 0;

    for (int a = 0; a < c->seats; a++) {
        for (int b = a + 1; b < c->seats; b++) {
            int n = t->met[a * SEATS_MAX + b] + t->met[b * SEATS_MAX + a];

            if (n > most) {
                most = n;
                pair = SEAT(a) | SEAT(b);
            }
        }
    }
    if (pair)
        jw_award(w, "closest", pair, most, STR(""));
}

static void award_one(struct jw *w, const char *award, const uint8_t *count, const struct core *c)
{
    int seat = seats_most(count, c->seats, 1);

    if (seat != NO_SEAT)
        jw_award(w, award, SEAT(seat), count[seat], STR(""));
}

void ax_awards(const struct ax_public *t, const struct core *c, struct jw *w)
{
    if (c->outcome != OUTCOME_RANKED)
        return;
    jw_key(w, "awards");
    jw_array(w);
    award_closest(t, c, w);
    award_one(w, "sharpest", t->sharp, c);
    award_one(w, "clearest", t->clear, c);
    jw_end_array(w);
}
