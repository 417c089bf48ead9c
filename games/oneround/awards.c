/* One Round?: who did what, told at the end. */
#include "oneround.h"

#include "rules/award.h"

/* How often a seat pointed at the right gap, whoever gave the clue. */
static void award_sharpest(const struct or_public *t, const struct core *c, struct jw *w)
{
    uint8_t right[OR_SEATS] = {0};

    for (int tipster = 0; tipster < c->seats; tipster++) {
        for (int guesser = 0; guesser < c->seats; guesser++)
            right[guesser] += t->understood[tipster * OR_SEATS + guesser];
    }
    jw_award_most(w, "sharpest", right, c->seats);
}

/* The clue for the narrowest gap that was found all the same. */
static void award_bravest(const struct or_public *t, struct jw *w)
{
    for (int i = 0; t->brave_number && i < t->cards_on_circle; i++) {
        const struct or_card *card = &t->circle[i];

        if (card->number == t->brave_number && card->seat >= 0)
            jw_award(w, "bravest", SEAT(card->seat % SEATS_MAX), t->brave_width,
                     word_str(&card->word));
    }
}

void or_awards(const struct or_public *t, const struct core *c, struct jw *w)
{
    if (c->outcome == OUTCOME_NONE || c->outcome == OUTCOME_ABANDONED)
        return;
    jw_key(w, "awards");
    jw_array(w);
    award_sharpest(t, c, w);
    award_bravest(t, w);
    jw_award_closest(w, t->understood, OR_SEATS, c->seats, 2);
    jw_award_most(w, "clearest", t->clear, c->seats);
    jw_end_array(w);
}
