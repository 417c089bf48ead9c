/* One Round?: who did what, told at the end. */
#include "oneround.h"

#include "rules/award.h"

/* How often a seat pointed at the right gap, whoever gave the clue. */
static void award_sharpest(const struct or_public *t, const struct core *c, struct jw *w)
{
    uint8_t right[OR_SEATS] = {0};
    int seat;

    for (int tipster = 0; tipster < c->seats; tipster++) {
        for (int guesser = 0; guesser < c->seats; guesser++)
            right[guesser] += t->understood[tipster * OR_SEATS + guesser];
    }
    seat = seats_most(right, c->seats, 1);
    if (seat != NO_SEAT)
        jw_award(w, "sharpest", SEAT(seat), right[seat], STR(""));
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

/* The two who understood each other most often, twice at least; of equals the first. */
static void award_closest(const struct or_public *t, const struct core *c, struct jw *w)
{
    int most = 1;
    seat_set pair = 0;

    for (int a = 0; a < c->seats; a++) {
        for (int b = a + 1; b < c->seats; b++) {
            int n = t->understood[a * OR_SEATS + b] + t->understood[b * OR_SEATS + a];

            if (n > most) {
                most = n;
                pair = SEAT(a) | SEAT(b);
            }
        }
    }
    if (pair)
        jw_award(w, "closest", pair, most, STR(""));
}

static void award_clearest(const struct or_public *t, const struct core *c, struct jw *w)
{
    int seat = seats_most(t->clear, c->seats, 1);

    if (seat != NO_SEAT)
        jw_award(w, "clearest", SEAT(seat), t->clear[seat], STR(""));
}

void or_awards(const struct or_public *t, const struct core *c, struct jw *w)
{
    if (c->outcome == OUTCOME_NONE || c->outcome == OUTCOME_ABANDONED)
        return;
    jw_key(w, "awards");
    jw_array(w);
    award_sharpest(t, c, w);
    award_bravest(t, w);
    award_closest(t, c, w);
    award_clearest(t, c, w);
    jw_end_array(w);
}
