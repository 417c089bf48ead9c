/* One Round?: what happens when people are missing (T-9), and when they do not agree (OR-8). */
#include "oneround.h"

/* ---- who is missing ---- */

/* Those of a team who could guess, where none of them is there. */
static seat_set no_guesser(const struct core *c, seat_set guessers)
{
    return guessers & seats_present(c) ? 0 : guessers;
}

static seat_set missing_in_turn(const struct or_public *t, const struct core *c)
{
    seat_set holders = or_holders(t), missing = holders & c->away;

    /* Who could take their place has been asked already (game.c, pass_over). */
    FOR_SEATS (seat, holders & ~missing)
        missing |= no_guesser(c, or_team_seats(c, or_team(c, seat)) & (seat_set)~SEAT(seat));
    return missing;
}

seat_set or_missing(const struct or_public *t, const struct core *c)
{
    seat_set missing = 0;

    if (!c->away || t->tipster < 0 || c->outcome || c->expired)
        return 0;
    if (c->phase == OR_TURN)
        missing = missing_in_turn(t, c);
    else if (t->card_out && or_cluing(c))
        missing = or_holders(t) & c->away;
    else if (t->card_out)
        missing = or_voices(t, c) ? 0 : or_asked(t, c);
    return missing & seats_waited(c);
}

/* A Tipster who was away with the card in hand had all the time in the world: a spare one (OR-8).
 * Without any left the old one must do. */
static void return_card(struct decision *d, seat_set before)
{
    const struct or_public *t = or_board(d);

    if (t->card_out && or_cluing(d->core) && (before & or_holders(t)) &&
        (t->spares || !(before & seats_present(d->core))))
        or_discard(d, OR_LEFT);
}

seat_set or_actors(const struct known *k)
{
    return or_missing(k->table, k->core) ? 0 : seats_active(k->core);
}

/* OR-8: whose gap counts, unless somebody thinks again. */
static void name_word(struct decision *d)
{
    EMIT(d, or_word_due, .seat = or_decider(or_board(d), d->core), .until = d->now + OR_WORD_MS);
}

bool or_follow_missing(struct decision *d)
{
    const struct or_public *t = or_board(d);
    seat_set before = t->waits_for, missing = or_missing(t, d->core);

    if (missing == before)
        return false;
    if (missing) {
        EMIT(d, or_table_waits, .seats = missing);
    } else {
        EMIT(d, or_table_went_on);
        return_card(d, before);
        if (t->word_until && or_divided(t, d->core)) /* nobody could think while all were away */
            name_word(d);
    }
    return true;
}

/* ---- the card is set aside ---- */

/* Anybody who is there need not wait any longer: a spare card instead, no life lost. */
CAN(or_set_aside)
{
    const struct or_public *t = k->table;

    return t->waits_for && t->card_out && t->spares && k->core->phase != OR_STEAL &&
           seats_has(seats_present(k->core), k->seat);
}

DECIDE(or_set_aside)
{
    const struct core *c = d->core;
    if (!decision_can(d, or_set_aside_can))
        return false;
    FOR_SEATS (seat, or_board(d)->waits_for) {
        if (d->now < c->away_since[seat] + option(c, OPT_GRACE) * INT64_C(1000))
            return refuse(d, "too_soon");
    }
    or_discard(d, or_cluing(c) ? OR_LEFT : OR_ALONE);
    return true;
}

/* ---- the last word ---- */

/* From when on the guessers have had time to think. */
static int64_t thinking_since(const struct or_public *t, const struct core *c)
{
    return t->asked_at > c->since ? t->asked_at : c->since;
}

static bool can_argue(const struct or_public *t, const struct core *c)
{
    if (!or_guessing(c) || !t->card_out || t->waits_for || or_objecting(t, c))
        return false;
    seat_set asked = or_asked(t, c);
    return (asked & seats_present(c)) && seats_count(asked) > 1;
}

int64_t or_due(const struct known *k)
{
    const struct or_public *t = k->table;

    if (!can_argue(t, k->core))
        return 0;
    if (t->word_until)
        return t->word_until;
    return t->word_free ? 0 : thinking_since(t, k->core) + OR_WORD_MS;
}

bool or_follow_word(struct decision *d)
{
    const struct or_public *t = or_board(d);
    const struct core *c = d->core;

    if (!can_argue(t, c))
        return false;
    bool divided = or_divided(t, c);
    bool thought = !t->word_free && d->now >= thinking_since(t, c) + OR_WORD_MS;
    if (!divided && !t->word_until && !thought)
        return false;
    int decider = or_decider(t, c);
    if (t->word_until && !divided)
        EMIT(d, or_word_withdrawn); /* somebody came back, or thinks again */
    else if (divided && (!t->word_until || t->word_seat != decider))
        name_word(d);
    else if (divided && d->now >= t->word_until)
        or_choose(d, t->point[decider] - 1, OR_DECIDER);
    else if (thought)
        EMIT(d, or_word_free, .seat = decider);
    else
        return false;
    return true;
}
