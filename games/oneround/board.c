/* One Round?: arithmetic on the circle, and who is who around the table. Public knowledge only. */
#include "oneround.h"

int or_gap(const struct or_public *t, int number)
{
    int gap = 0;

    while (gap + 1 < t->cards_on_circle && t->circle[gap + 1].number < number)
        gap++;
    return gap;
}

int or_gap_end(const struct or_public *t, int gap)
{
    return gap + 1 < t->cards_on_circle ? t->circle[gap + 1].number : OR_NUMBERS;
}

/* ---- teams ---- */

bool or_overtime(const struct or_public *t, int team)
{
    return t->lives[team] == 0;
}

/* ---- Tipster and the player on the right ---- */

int or_right(seat_set set, int from, int seats)
{
    for (int step = 1; step < seats; step++) {
        int seat = (from - step + seats) % seats;

        if (seats_has(set, seat))
            return seat;
    }
    return NO_SEAT;
}

int or_next_tipster(const struct or_public *t, const struct core *c, int team)
{
    seat_set all = or_team_seats(c, team), there = all & seats_present(c);

    return seats_next(there ? there : all, t->last[team], c->seats);
}

bool or_stale(const struct core *c, int seat)
{
    seat_set there = or_team_seats(c, or_team(c, seat)) & seats_present(c);

    return seats_has(c->gone, seat) || (there && !seats_has(there, seat));
}

seat_set or_holders(const struct or_public *t)
{
    return seats_one(t->tipster) | seats_one(t->rival);
}

int or_turner(const struct or_public *t, const struct core *c)
{
    seat_set all = seats_active(c) & ~or_holders(t), there = all & seats_present(c);

    return or_right(there ? there : all, t->tipster, c->seats);
}

bool or_next_timed(const struct or_public *t, const struct core *c)
{
    return option(c, OR_TIMER) && !t->duel && t->drawn >= option(c, OR_UNTIMED_CARDS);
}

bool or_cluing(const struct core *c)
{
    return c->phase == OR_THINK || c->phase == OR_CLUE || c->phase == OR_GRACE;
}

/* ---- guessing ---- */

bool or_guessing(const struct core *c)
{
    return (c->phase == OR_GUESS || c->phase == OR_STEAL) && !c->expired;
}

seat_set or_guessers(const struct or_public *t, const struct core *c)
{
    if (t->tipster < 0)
        return 0;
    int team = or_team(c, t->tipster);
    if (c->phase == OR_STEAL)
        return or_team_seats(c, or_other(team));
    return or_team_seats(c, team) & (seat_set)~SEAT(t->tipster);
}

seat_set or_asked(const struct or_public *t, const struct core *c)
{
    return or_guessers(t, c) & seats_waited(c);
}

seat_set or_voices(const struct or_public *t, const struct core *c)
{
    return or_asked(t, c) & seats_present(c);
}

int or_decider(const struct or_public *t, const struct core *c)
{
    seat_set voices = or_voices(t, c);

    return or_right(voices ? voices : or_guessers(t, c), t->tipster, c->seats);
}

bool or_most_point(const struct or_public *t, const struct core *c)
{
    seat_set asked = or_asked(t, c);
    int pointed = 0;

    FOR_SEATS (seat, asked)
        pointed += t->point[seat] > 0;
    return 2 * pointed > seats_count(asked);
}

bool or_all_point(const struct or_public *t, const struct core *c)
{
    FOR_SEATS (seat, or_voices(t, c)) {
        if (!t->point[seat])
            return false;
    }
    return true;
}

int or_agreed(const struct or_public *t, const struct core *c)
{
    seat_set asked = t->locked ? or_asked(t, c) : 0;
    int gap = OR_NOWHERE;

    if ((asked & ~t->locked) || !(asked & seats_present(c)))
        return OR_NOWHERE;
    FOR_SEATS (seat, asked) {
        if (gap != OR_NOWHERE && gap != t->point[seat] - 1)
            return OR_NOWHERE;
        gap = t->point[seat] - 1;
    }
    return gap;
}

bool or_divided(const struct or_public *t, const struct core *c)
{
    seat_set voices = t->locked ? or_voices(t, c) : 0;

    return voices && !(voices & ~t->locked) && or_agreed(t, c) == OR_NOWHERE;
}

int or_most_of(const struct or_public *t, const struct core *c, seat_set set)
{
    int decider = or_decider(t, c);
    int votes[OR_CIRCLE + 1] = {0}, best = 0;

    FOR_SEATS (seat, set)
        votes[t->point[seat]]++;
    for (int point = 1; point <= OR_CIRCLE; point++) {
        bool more = votes[point] > votes[best] || (best == 0 && votes[point]);
        bool decides =
            best && votes[point] == votes[best] && decider >= 0 && t->point[decider] == point;

        if (more || decides)
            best = point;
    }
    return best ? best - 1 : OR_NOWHERE;
}

int or_most(const struct or_public *t, const struct core *c)
{
    return or_most_of(t, c, or_guessers(t, c));
}

/* T-9: who is away is asked too, until they are skipped; a divided team waits for its decider as
 * well. */
seat_set or_undecided(const struct or_public *t, const struct core *c)
{
    seat_set asked = or_asked(t, c), voices = asked & seats_present(c);
    seat_set open = asked & (seat_set)~t->locked;

    if (!voices)
        return asked;
    return !(voices & open) && or_divided(t, c) ? open | seats_one(or_decider(t, c)) : open;
}

/* ---- start words ---- */

int or_start_writer(const struct core *c, int place)
{
    int seat = (c->youngest + place) % c->seats;

    return seats_has(c->gone, seat) ? seats_next(seats_active(c), seat, c->seats) : seat;
}

static bool on_circle(const struct or_public *t, int number)
{
    for (int i = 0; i < t->cards_on_circle; i++) {
        if (t->circle[i].number == number)
            return true;
    }
    return false;
}

int or_start_missing(const struct or_public *t, const struct core *c, int seat)
{
    for (int place = 0; place < OR_STARTS; place++) {
        bool mine = seat == NO_SEAT || or_start_writer(c, place) == seat;

        if (mine && !on_circle(t, or_start_number(place)))
            return or_start_number(place);
    }
    return -1;
}
