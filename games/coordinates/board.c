/* Coordinates: small facts about the table. */
#include "coordinates.h"

bool ax_teams(const struct core *c)
{
    return c->seats > AX_ALONE_SEATS;
}

int ax_rounds(const struct core *c)
{
    return ax_teams(c) ? AX_ROUNDS_TEAMS : AX_ROUNDS;
}

seat_set ax_team(const struct core *c, int team)
{
    seat_set even = 0x5555;

    return (seat_set)(seats_all(c->seats) & (team == 0 ? even : ~even));
}

int ax_team_of_round(int round)
{
    return (round + 1) % AX_TEAMS; /* AX-10: A, B, A, B */
}

int ax_active_team(const struct ax_public *t)
{
    return ax_team_of_round(t->round);
}

int ax_numbers(const struct ax_public *t)
{
    int n = seats_count(t->players);

    return n < AX_NUMBERS ? n : AX_NUMBERS;
}

seat_set ax_voters(const struct ax_public *t, const struct core *c)
{
    seat_set voters = 0;

    FOR_SEATS (seat, t->players & seats_active(c)) {
        if (t->placed & ~SEAT(seat))
            voters |= SEAT(seat);
    }
    return voters;
}

seat_set ax_team_voters(const struct ax_public *t, const struct core *c)
{
    return ax_teams(c) ? ax_team(c, 1 - ax_active_team(t)) & seats_active(c) : 0;
}

seat_set ax_open_tokens(const struct ax_public *t)
{
    seat_set open = 0;

    FOR_SEATS (token, t->placed)
        open |= t->proposal[token] ? 0 : SEAT(token);
    return open;
}

uint32_t ax_laid_numbers(const struct ax_public *t)
{
    uint32_t laid = 0;

    FOR_SEATS (token, t->placed)
        laid |= t->proposal[token] ? UINT32_C(1) << t->proposal[token] : 0;
    return laid;
}

seat_set ax_agreed(const struct ax_public *t)
{
    seat_set all = t->placed ? UINT16_MAX : 0;

    FOR_SEATS (token, t->placed)
        all &= t->agreed[token];
    return all;
}

int ax_lap(int score)
{
    if (score > 2 * AX_TRACK)
        return 2 * AX_TRACK;
    return score > AX_TRACK ? AX_TRACK : 0;
}
