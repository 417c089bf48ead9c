/* One Round?: what players may do (rules OR-1 to OR-12, OR-18). */
#include "oneround.h"

#include "rules/vote.h"

static const struct or_public *table_of(const struct known *k)
{
    return k->table;
}

/* ---- start words (OR-1) ---- */

CAN(or_write_start)
{
    return k->core->phase == OR_WORDS && or_start_missing(k->table, k->core, k->seat) >= 0;
}

DECIDE(or_write_start)
{
    struct word word;

    if (d->core->phase != OR_WORDS)
        return refuse(d, "not_now");
    int number = or_start_missing(or_board(d), d->core, d->by);
    if (number < 0)
        return refuse(d, "not_yours");
    if (!or_accept_start(d, a, &word))
        return false;
    EMIT(d, or_start_written, .seat = d->by, .number = number, .word = word_str(&word));
    return true;
}

/* ---- drawing (OR-3) and the clue (OR-5) ---- */

CAN(or_turn_timer)
{
    return k->core->phase == OR_TURN && or_turner(k->table, k->core) == k->seat &&
           !or_missing(k->table, k->core);
}

DECIDE(or_turn_timer)
{
    if (d->core->phase != OR_TURN)
        return refuse(d, "not_now");
    if (or_turner(or_board(d), d->core) != d->by)
        return refuse(d, "not_yours");
    if (or_missing(or_board(d), d->core))
        return refuse(d, "table_waits");
    or_draw_card(d);
    return true;
}

CAN(or_clue)
{
    const struct or_public *t = table_of(k);

    return or_cluing(k->core) && t->card_out && seats_has(or_holders(t), k->seat) &&
           !or_objecting(t, k->core) && !or_missing(t, k->core);
}

DECIDE(or_clue)
{
    const struct or_public *t = or_board(d);
    struct word word;
    struct judgement judgement;
    bool by_card;

    if (!or_cluing(d->core))
        return refuse(d, "not_now");
    if (!seats_has(or_holders(t), d->by))
        return refuse(d, "not_yours");
    if (or_objecting(t, d->core))
        return refuse(d, "wait_for_vote");
    if (or_missing(t, d->core))
        return refuse(d, "table_waits"); /* of two Tipsters (OR-21), the other one is away */
    if (!or_accept_clue(d, a, &word, &judgement, &by_card))
        return false;
    EMIT(d, or_clue_given, .seat = d->by, .word = word_str(&word), .name = a->name);
    if (judgement.fault)
        TELL(d, SEAT(d->by), or_clue_ruled, .fault = judgement.fault,
             .with = word_str(&judgement.with), .card = by_card);
    or_begin_guess(d, or_sand(t, d->core, d->now));
    return true;
}

/* ---- guessing (OR-8, OR-18) ---- */

CAN(or_point)
{
    return or_guessing(k->core) && !or_objecting(k->table, k->core) &&
           seats_has(or_guessers(k->table, k->core), k->seat);
}

static bool may_guess(struct decision *d)
{
    if (!or_guessing(d->core))
        return refuse(d, "not_now");
    if (!seats_has(or_guessers(or_board(d), d->core), d->by))
        return refuse(d, "not_yours");
    /* OR-12: while the clue itself is in question, nothing moves. */
    return !or_objecting(or_board(d), d->core) || refuse(d, "wait_for_vote");
}

/* Why a gap may not be pointed at (a refusal key), or NULL. */
static const char *gap_refusal(const struct or_public *t, const struct core *c, int gap)
{
    if (gap >= t->cards_on_circle)
        return "no_such_gap";
    return c->phase == OR_STEAL && gap == t->tried ? "gap_tried" : NULL;
}

LEGAL(or_point)
{
    return !gap_refusal(k->table, k->core, a->gap);
}

DECIDE(or_point)
{
    const struct or_public *t = or_board(d);

    if (!may_guess(d))
        return false;
    const char *refusal = gap_refusal(t, d->core, a->gap);
    if (refusal)
        return refuse(d, refusal);
    EMIT(d, or_gap_pointed, .seat = d->by, .gap = a->gap, .low = t->circle[a->gap].number,
         .high = or_gap_end(t, a->gap), .at = d->now);
    return true;
}

CAN(or_lock)
{
    const struct or_public *t = table_of(k);

    return t->point[k->seat] && !seats_has(t->locked, k->seat) && or_point_can(k);
}

DECIDE(or_lock)
{
    const struct or_public *t = or_board(d);

    if (!may_guess(d))
        return false;
    if (!t->point[d->by])
        return refuse(d, "point_first");
    if (seats_has(t->locked, d->by))
        return refuse(d, "not_now");
    EMIT(d, or_seat_locked, .seat = d->by);
    return true;
}

CAN(or_decide)
{
    const struct or_public *t = table_of(k);

    return t->point[k->seat] && or_point_can(k) && or_decider(t, k->core) == k->seat &&
           (t->word_free || or_most_point(t, k->core));
}

/* The last word of the player on the right, once most have pointed or have had the time to. */
DECIDE(or_decide)
{
    const struct or_public *t = or_board(d);

    if (!may_guess(d))
        return false;
    if (or_decider(t, d->core) != d->by)
        return refuse(d, "not_yours");
    if (!t->point[d->by])
        return refuse(d, "point_first");
    if (!t->word_free && !or_most_point(t, d->core))
        return refuse(d, "most_point_first");
    or_choose(d, t->point[d->by] - 1, OR_DECIDER);
    return true;
}

/* ---- objections (OR-12) ---- */

static int subject_of(int why)
{
    return OR_SUBJECT_CLUE + why;
}

/* OR-12, T-7: that a card was seen needs more than half of those who do not know it, too. Whoever
 * is there alone with the Tipster can only tell themselves: they are believed. */
static bool ask_seen(struct decision *d)
{
    const struct or_public *t = or_board(d);
    seat_set voters = seats_active(d->core) & (seat_set)~or_holders(t);
    seat_set called = voters & seats_present(d->core);
    seat_set a = or_team_seats(d->core, OR_A), b = or_team_seats(d->core, OR_B);
    bool teams = (called & a) && (called & b); /* one voice each, where both have somebody */

    return vote_open(
        d, &(struct question){.kind = VOTE_OBJECTION,
                              .subject = OR_SUBJECT_SEEN,
                              .about = t->tipster,
                              .voters = voters,
                              .team = {teams ? a : 0, teams ? b : 0},
                              .suggested = seats_count(called) == 1 ? OPINION_YES : OPINION_NONE,
                              .holds = true});
}

/* Whether this seat may object now, to the clue or to a card that was seen. */
LEGAL(or_object)
{
    const struct or_public *t = table_of(k);
    const struct core *c = k->core;
    int subject = subject_of(a->why);

    if (!t->card_out || c->expired || or_objecting(t, c) || (t->failed >> subject & 1))
        return false;
    /* OR-8, OR-12: whoever knows the card keeps still, and cannot stop the sand. */
    if (seats_has(or_holders(t), k->seat))
        return false;
    return c->phase == OR_GUESS || (subject == OR_SUBJECT_SEEN && or_cluing(c));
}

bool or_may_object_to_clue(const struct known *k)
{
    return or_object_legal(k, &(struct or_object){.why = OR_OBJECT_CLUE});
}

CAN(or_object)
{
    return or_may_object_to_clue(k) ||
           or_object_legal(k, &(struct or_object){.why = OR_OBJECT_SEEN});
}

DECIDE(or_object)
{
    const struct or_public *t = or_board(d);
    struct known k = table_known(d->table, d->by);
    int subject = subject_of(a->why);

    if (or_objecting(t, d->core))
        return refuse(d, "vote_open");
    if (!or_object_legal(&k, a))
        return refuse(d, "not_now");
    if (subject == OR_SUBJECT_SEEN)
        return ask_seen(d);
    const struct or_seat *hand = decision_seat(d, t->tipster);
    bool faulty = hand->fault && !hand->by_card; /* OR-6: a vote never knows the card */
    return vote_open(
        d, &(struct question){.kind = VOTE_OBJECTION,
                              .subject = subject,
                              .about = t->tipster,
                              .voters = seats_active(d->core),
                              /* together there are no such teams */
                              .team = {or_team_seats(d->core, OR_A), or_team_seats(d->core, OR_B)},
                              .suggested = faulty ? OPINION_YES : OPINION_NONE,
                              .why = faulty ? hand->fault : FAULT_NONE,
                              .with = faulty ? word_str(&hand->with) : str_n("", 0),
                              .holds = true});
}
