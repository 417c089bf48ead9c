/* Compatibility: the track, who belongs to whom, what agreements are worth, and the pictures. */
#include "compatibility.h"

/* ---- the track ---- */

/* A game of the first edition is shown on the longer track that it was played on. */
int co_band_end(const struct core *c, int band)
{
    static const uint8_t first[CO_TRACKS][CO_RANKS] = {
        [CO_SHORT] = {9, 16, 22, 27, 30},
        [CO_NORMAL] = {15, 27, 37, 45, 50},
        [CO_LONG] = {21, 38, 52, 63, 70},
    };
    static const uint8_t end[CO_TRACKS][CO_RANKS] = {
        [CO_SHORT] = {9, 15, 20, 24, 26},
        [CO_NORMAL] = {13, 23, 31, 37, 40},
        [CO_LONG] = {19, 32, 43, 52, 56},
    };
    int track = option(c, CO_TRACK);

    return c->edition < 2 ? first[track][band] : end[track][band];
}

int co_last_space(const struct core *c)
{
    return co_band_end(c, CO_RANKS - 1);
}

int co_number(const struct core *c, int space)
{
    for (int band = 0; band < CO_RANKS; band++) {
        if (space < co_band_end(c, band))
            return CO_RANKS - band;
    }
    return 1;
}

/* ---- partners, Referent ---- */

bool co_pairs(const struct core *c)
{
    return c->seats % 2 == 0;
}

static int partner(const struct core *c, int seat)
{
    return (seat + c->seats / 2) % c->seats;
}

seat_set co_side(const struct core *c, int seat)
{
    return co_pairs(c) ? SEAT(seat) | SEAT(partner(c, seat)) : SEAT(seat);
}

int co_sides(const struct core *c, seat_set set)
{
    int players = 0;

    FOR_SEATS (seat, set & seats_all(c->seats)) {
        if ((co_side(c, seat) & ~set) == 0)
            players++;
    }
    return co_pairs(c) ? players / 2 : players;
}

seat_set co_counterparts(const struct co_public *t, const struct core *c, int seat)
{
    if (co_pairs(c))
        return SEAT(partner(c, seat));
    if (seat == t->announcer)
        return seats_all(c->seats) & ~SEAT(seat);
    return SEAT(t->announcer);
}

bool co_compared(const struct co_public *t, const struct core *c, int seat)
{
    return seats_has(t->finished, seat) && (co_counterparts(t, c, seat) & t->finished) != 0;
}

int co_tokens(const struct co_public *t, const struct core *c, int seat)
{
    return seats_count(co_side(c, seat) & (seat_set)~t->spent);
}

seat_set co_winners(const struct co_public *t, const struct core *c)
{
    seat_set best = 0;
    int far = -1, tokens = -1;

    FOR_SEATS (seat, seats_active(c)) { /* T-9: a freed seat cannot win */
        int space = t->space[seat], left = co_tokens(t, c, seat);

        if (space < far || (space == far && left < tokens))
            continue;
        if (space > far || left > tokens)
            best = 0;
        far = space;
        tokens = left;
        best |= SEAT(seat);
    }
    return best;
}

/* ---- agreements ---- */

int co_place(const struct co_seat *s, int n, int picture)
{
    for (int i = 0; i < n && i < s->laid; i++) {
        if (s->picture[i] == picture)
            return i;
    }
    return -1;
}

int co_agreements(const struct co_seat *a, const struct co_seat *b, int place,
                  struct co_agreement out[2])
{
    int n = 0;

    /* An agreement counts when the second of its two cards is turned: the other one lies open
     * already or is turned with it. The direct one is found from a's card alone. */
    if (place < a->laid) {
        int other = co_place(b, place + 1, a->picture[place]);
        if (other >= 0)
            out[n++] = (struct co_agreement){(uint8_t)place, (uint8_t)other};
    }
    if (place < b->laid) {
        int mine = co_place(a, place, b->picture[place]);
        if (mine >= 0)
            out[n++] = (struct co_agreement){(uint8_t)mine, (uint8_t)place};
    }
    return n;
}

int co_points(enum co_kind kind)
{
    static const uint8_t points[] = {[CO_INDIRECT] = 2, [CO_DIRECT] = 3, [CO_DOUBLED] = 6};

    return points[kind];
}

const char *co_kind_name(enum co_kind kind)
{
    static const char *const names[] = {
        [CO_INDIRECT] = "indirect", [CO_DIRECT] = "direct", [CO_DOUBLED] = "doubled"};

    return names[kind];
}

/* ---- pictures ---- */

int co_picture_deck(const struct core *c)
{
    return CO_DECK_PICTURES + option(c, CO_PICTURE_SET);
}
