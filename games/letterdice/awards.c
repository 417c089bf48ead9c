/* Letter Dice: who did what, told at the end. */
#include "letterdice.h"

#include "rules/award.h"

int ld_letters(struct str word)
{
    int letters = 0;

    for (size_t i = 0; i < word.len; i++) {
        unsigned char byte = (unsigned char)word.at[i];

        /* The first byte of a letter; signs between words are all below the letters. */
        letters += byte >= 'A' && (byte & 0xc0) != 0x80;
    }
    return letters;
}

void ld_awards(const struct ld_public *t, const struct core *c, struct jw *w)
{
    if (c->outcome != OUTCOME_RANKED)
        return;
    jw_key(w, "awards");
    jw_array(w);
    if (t->bright_points > 1)
        jw_award(w, "brightest", SEAT(t->bright_seat), t->bright_points, word_str(&t->bright));
    jw_award_most(w, "quickest", t->first, c->seats < LD_SEATS ? c->seats : LD_SEATS);
    if (t->longest_letters)
        jw_award(w, "longest", SEAT(t->longest_seat), t->longest_letters, word_str(&t->longest));
    jw_end_array(w);
}
