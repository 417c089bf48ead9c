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

int seats_most(const uint8_t *count, int seats, int least)
{
    int best = NO_SEAT, most = least - 1;

    for (int seat = 0; seat < seats; seat++) {
        if (count[seat] > most) {
            most = count[seat];
            best = seat;
        } else if (count[seat] == most) {
            best = NO_SEAT;
        }
    }
    return best;
}
