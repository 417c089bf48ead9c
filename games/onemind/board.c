/* One Mind: small facts about the table. */
#include "onemind.h"

int om_gems(int seats, int level)
{
    return seats < 3 ? 0 : 2 * seats + 2 * level;
}

int om_rounds(const struct core *c)
{
    return option(c, OM_FREE) ? OM_ROUNDS_FREE : OM_ROUNDS;
}

bool om_letter_counts(const struct om_public *t, const struct core *c)
{
    return !option(c, OM_FREE) && t->round > 0 && t->token[t->round] < 26;
}

char om_initial(const struct om_public *t, const struct core *c, int seat)
{
    if (t->round == 0)
        return option(c, OM_FREE) || seat == NO_SEAT ? '\0' : (char)('A' + t->letter[seat]);
    return om_letter_counts(t, c) ? (char)('A' + t->token[t->round]) : '\0';
}

bool om_start_lies(const struct om_public *t, int seat)
{
    int place = om_place(t, seat);

    return t->round == 0 && place >= 0 && !(t->card[0][place].flags & OM_STRUCK);
}

seat_set om_finished(const struct om_public *t)
{
    seat_set set = 0;

    for (int seat = 0; seat < OM_SEATS; seat++) {
        if (t->finished[seat])
            set |= SEAT(seat);
    }
    return set;
}

seat_set om_holders(const struct om_public *t, const struct core *c)
{
    return om_finished(t) & seats_active(c) & (seat_set)~t->read;
}

int om_place(const struct om_public *t, int seat)
{
    for (int place = 0; place < t->laid[t->round]; place++) {
        if (t->card[t->round][place].seat == seat)
            return place;
    }
    return -1;
}

int om_linked_row(const struct om_public *t)
{
    for (int row = t->round - 1; row > 0; row--) {
        for (int place = 0; place < t->laid[row]; place++) {
            if (om_open(t, row, place))
                return row;
        }
    }
    return 0;
}

bool om_open(const struct om_public *t, int row, int place)
{
    const struct om_card *card = &t->card[row][place];

    if (card->flags & OM_ERASED)
        return false;
    for (int above = place + 1; above < t->laid[row]; above++) {
        if (t->card[row][above].stack == card->stack)
            return false;
    }
    return true;
}

bool om_moved(const struct om_public *t)
{
    int place = om_place(t, t->reader);

    return place >= 0 && t->card[t->round][place].stack != place;
}

seat_set om_stack(const struct om_public *t, int row, int stack)
{
    seat_set seats = 0;

    for (int place = 0; place < t->laid[row]; place++) {
        if (t->card[row][place].stack == stack) /* a damaged log may name a seat that nobody has */
            seats |= seats_one(t->card[row][place].seat);
    }
    return seats & seats_all(OM_SEATS);
}

const struct om_card *om_struck_like(const struct om_public *t, const struct core *c, int seat,
                                     struct str word)
{
    for (int place = 0; place < t->laid[t->round]; place++) {
        const struct om_card *card = &t->card[t->round][place];

        if ((card->flags & OM_STRUCK) &&
            om_equal(t, c, card->seat, word_str(&card->word), seat, word))
            return card;
    }
    return NULL;
}

bool om_reading(const struct core *c)
{
    return c->phase == OM_READ || c->phase == OM_CHECK;
}

int64_t om_window(const struct core *c)
{
    static const int64_t milliseconds[] = {8000, 5000, 3000}; /* relaxed, normal, brisk */

    return milliseconds[option(c, OM_PACE)];
}
