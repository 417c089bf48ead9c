/* Awards: how they are written, and who has the most of something. */
#include "rules/award.h"

#include "rules/schema.h"

void jw_award(struct jw *w, const char *award, seat_set seats, int64_t n, struct str word)
{
    jw_object(w);
    jw_key_str(w, "award", str_of(award));
    jw_key_seats(w, "seats", seats);
    jw_key_int(w, "n", n);
    if (word.len)
        jw_key_str(w, "word", word);
    jw_end_object(w);
}

void jw_award_most(struct jw *w, const char *award, const uint8_t *count, int seats)
{
    int best = NO_SEAT, most = 0;

    for (int seat = 0; seat < seats; seat++) {
        if (count[seat] > most) {
            most = count[seat];
            best = seat;
        } else if (count[seat] == most) {
            best = NO_SEAT;
        }
    }
    if (best != NO_SEAT)
        jw_award(w, award, SEAT(best), most, STR(""));
}

void jw_award_closest(struct jw *w, const uint8_t *met, int row, int seats, int least)
{
    int most = least - 1;
    seat_set pair = 0;

    for (int a = 0; a < seats; a++) {
        for (int b = a + 1; b < seats; b++) {
            int n = met[a * row + b] + met[b * row + a];

            if (n > most) {
                most = n;
                pair = SEAT(a) | SEAT(b);
            }
        }
    }
    if (pair)
        jw_award(w, "closest", pair, most, STR(""));
}
