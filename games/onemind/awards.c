/* One Mind: who did what, told at the end. */
#include "onemind.h"

#include "rules/award.h"

/* The two whose words met most often; of equals the first. */
static void award_closest(const struct om_public *t, const struct core *c, struct jw *w)
{
    uint8_t met[OM_SEATS * OM_SEATS] = {0};

    for (int row = 1; row <= t->round; row++) {
        for (int stack = 0; stack < t->laid[row]; stack++) {
            seat_set set = om_stack(t, row, stack);

            FOR_SEATS (a, set) {
                FOR_SEATS (b, set)
                    met[a * OM_SEATS + b] += a < b; /* each pair once */
            }
        }
    }
    jw_award_closest(w, met, OM_SEATS, c->seats, 1);
}

/* Whose words most often stood alone. Two players are alone together. */
static void award_lone_wolf(const struct om_public *t, const struct core *c, struct jw *w)
{
    uint8_t alone[OM_SEATS] = {0};

    if (c->seats <= 2)
        return;
    for (int row = 1; row <= t->round; row++) {
        for (int place = 0; place < t->laid[row]; place++) {
            const struct om_card *card = &t->card[row][place];

            if (card->seat < OM_SEATS && seats_count(om_stack(t, row, card->stack)) == 1)
                alone[card->seat]++;
        }
    }
    jw_award_most(w, "lone_wolf", alone, c->seats);
}

/* The word on which most minds met, three at least. */
static void award_crowd(const struct om_public *t, struct jw *w)
{
    seat_set crowd = 0;
    struct str word = STR("");

    for (int row = 1; row <= t->round; row++) {
        for (int place = 0; place < t->laid[row]; place++) {
            const struct om_card *card = &t->card[row][place];
            seat_set set = om_stack(t, row, card->stack);

            if ((card->flags & OM_ERASED) || seats_count(set) <= seats_count(crowd))
                continue;
            crowd = set;
            word = word_str(&card->word);
        }
    }
    if (seats_count(crowd) > 2)
        jw_award(w, "crowd", crowd, seats_count(crowd), word);
}

void om_awards(const struct om_public *t, const struct core *c, struct jw *w)
{
    if (c->outcome != OUTCOME_WON && c->outcome != OUTCOME_LOST)
        return;
    jw_key(w, "awards");
    jw_array(w);
    award_closest(t, c, w);
    jw_award_most(w, "quickest", t->quickest, c->seats);
    award_lone_wolf(t, c, w);
    award_crowd(t, w);
    jw_end_array(w);
}
