/* One Round?: turns, cards, lives and the end (OR-7, OR-9 to OR-12, OR-14 to OR-22). */
#include "oneround.h"

#include "rules/vote.h"

int or_team_at_turn(const struct decision *d)
{
    return or_team(d->core, or_board(d)->tipster);
}

/* ---- the end ---- */

/* OR-22: a star for every life left. */
static void win_together(struct decision *d)
{
    int stars = or_board(d)->lives[OR_ALL];

    for (int seat = 0; seat < d->core->seats && stars; seat++)
        score_add(d, seat, stars);
    game_end(d, OUTCOME_WON, seats_active(d->core));
}

/* Lives are points; who wins by the deciding card or because the others lost the match in their
 * overtime gets one more. OR_ALL wins: the match is drawn. */
static void win_match(struct decision *d, int team, int extra)
{
    for (int seat = 0; seat < d->core->seats; seat++) {
        int own = or_team(d->core, seat);
        int points = or_board(d)->lives[own] + (own == team ? extra : 0);

        if (points)
            score_add(d, seat, points);
    }
    game_end(d, OUTCOME_RANKED,
             team == OR_ALL ? seats_active(d->core) : or_team_seats(d->core, team));
}

/* OR-15, OR-19 */
static void lose(struct decision *d, int team)
{
    if (or_against(d->core))
        win_match(d, or_other(team), 1);
    else
        game_end(d, OUTCOME_LOST, 0);
}

/* False when there was no life to lose: then the game is over. */
static bool lose_life(struct decision *d, int team)
{
    int lives = or_board(d)->lives[team];

    if (lives == 0) {
        lose(d, team);
        return false;
    }
    EMIT(d, or_life_lost, .team = team, .left = lives - 1);
    return true;
}

/* ---- beginning a turn ---- */

void or_begin_turn(struct decision *d, int tipster)
{
    EMIT(d, or_tipster_named, .seat = tipster);
    phase_begin(d, OR_TURN, option(d->core, OR_TURN_TIME));
}

/* OR-21: one Tipster of each team; `again` keeps them (OR-12). */
void or_begin_duel(struct decision *d, bool again)
{
    const struct or_public *t = or_board(d);
    int team = or_other(or_team_at_turn(d));
    int tipster = or_next_tipster(t, d->core, team);
    int rival = or_next_tipster(t, d->core, or_other(team));

    if (again) {
        tipster = t->tipster;
        rival = t->rival;
    }
    EMIT(d, or_duel_began, .tipster = tipster, .rival = rival);
    phase_begin(d, OR_TURN, option(d->core, OR_TURN_TIME));
}

/* OR-12, and OR-8 for who was away with the card: whether the card was taken out of play without
 * ending the turn. */
static bool same_again(const struct decision *d)
{
    const struct core *c = d->core;
    const struct or_public *t = or_board(d);

    switch (t->end) {
    case OR_INVALID:
    case OR_SEEN:
        return !(or_holders(t) & c->gone);
    case OR_LEFT:
    case OR_ALONE:
        return !(or_holders(t) & ~(seats_present(c) & seats_waited(c)));
    default:
        return false;
    }
}

static void next_duel(struct decision *d)
{
    const struct or_public *t = or_board(d);

    if (t->duels >= OR_DUELS || (!t->pile && !t->spares)) {
        win_match(d, OR_ALL, 0);
        return;
    }
    if (!t->pile)
        EMIT(d, or_spare_added);
    or_begin_duel(d, t->duel && same_again(d));
}

/* OR-16: together the last card must be right. OR-20: against each other lives count. */
static void pile_is_empty(struct decision *d)
{
    const struct or_public *t = or_board(d);

    if (or_against(d->core)) {
        if (t->lives[OR_A] == t->lives[OR_B])
            next_duel(d);
        else
            win_match(d, t->lives[OR_A] > t->lives[OR_B] ? OR_A : OR_B, 0);
    } else if (t->end == OR_RIGHT) {
        win_together(d);
    } else if (t->spares) {
        EMIT(d, or_spare_added); /* the new last card */
    } else {
        lose(d, OR_ALL);
    }
}

void or_next_turn(struct decision *d)
{
    const struct or_public *t = or_board(d);
    int team = or_team_at_turn(d);

    if (t->duel) {
        next_duel(d);
    } else if (!t->pile) {
        pile_is_empty(d);
    } else if (same_again(d)) {
        or_begin_turn(d, t->tipster);
    } else {
        bool same_team = t->end >= OR_INVALID || !or_against(d->core);
        or_begin_turn(d, or_next_tipster(t, d->core, same_team ? team : or_other(team)));
    }
}

/* ---- the card ---- */

void or_draw_card(struct decision *d)
{
    const struct or_public *t = or_board(d);
    const struct or_secret *secret = decision_secret(d);
    uint64_t cards[2] = {~secret->drawn[0], ~secret->drawn[1]};
    bool timed = or_next_timed(t, d->core);
    int head_start = timed ? option(d->core, OR_HEAD_START) : 0;

    for (int place = 0; place < OR_STARTS; place++)
        cards[or_start_number(place) / 64] &= ~(UINT64_C(1) << or_start_number(place) % 64);
    int number = chance_pick(d, OR_CHANCE_CARD, cards, OR_NUMBERS);
    EMIT(d, or_card_drawn, .timed = timed);
    EMIT(d, or_card_taken, .number = number);
    TELL(d, or_holders(t), or_card_seen, .number = number);
    if (head_start)
        phase_begin(d, OR_THINK, head_start); /* OR-13 */
    else
        phase_begin(d, OR_CLUE, timed ? t->timer : 0);
}

int64_t or_sand(const struct or_public *t, const struct core *c, int64_t now)
{
    int64_t full = t->timer * INT64_C(1000);
    int64_t run = c->phase == OR_CLUE && c->deadline ? full - (c->deadline - now) : full;

    /* Turned at once it holds nothing; but nothing would mean no limit. */
    return run < 1 ? 1 : run < full ? run : full;
}

void or_begin_guess(struct decision *d, int64_t sand)
{
    const struct or_public *t = or_board(d);

    if (or_overtime(t, or_team(d->core, d->by)) && t->timed) /* OR-14, OR-19 */
        phase_begin_ms(d, OR_GUESS, sand);
    else
        phase_begin(d, OR_GUESS, option(d->core, OR_GUESS_TIME));
}

/* OR-10: always into its right gap. */
static void place_card(struct decision *d)
{
    const struct or_public *t = or_board(d);
    const struct or_secret *secret = decision_secret(d);

    EMIT(d, or_card_placed, .seat = t->tipster, .number = secret->card,
         .gap = or_gap(t, secret->card), .word = word_str(&t->clue));
}

void or_discard(struct decision *d, enum or_end why)
{
    const struct or_public *t = or_board(d);

    /* OR-13: a gentle timer takes no life but the last chance. */
    bool kind = why != OR_NO_CLUE ||
                (option(d->core, OR_GENTLE) && !t->duel && !or_overtime(t, or_team_at_turn(d)));

    EMIT(d, or_card_discarded, .why = why - OR_NO_CLUE);
    if (kind && t->spares)
        EMIT(d, or_spare_added); /* OR-12 */
    else if (!kind && !t->duel)
        lose_life(d, or_team_at_turn(d)); /* OR-7 */
}

/* ---- judging a gap ---- */

static bool right_gap(const struct decision *d, int gap)
{
    const struct or_secret *secret = decision_secret(d);

    return gap == or_gap(or_board(d), secret->card);
}

static void judge_guess(struct decision *d, int gap)
{
    const struct or_public *t = or_board(d);
    int team = or_team_at_turn(d), other = or_other(team);
    bool right = right_gap(d, gap);

    EMIT(d, or_guess_judged, .right = right);
    if (t->duel) { /* OR-21 */
        place_card(d);
        win_match(d, right ? team : other, 1);
        return;
    }
    if (right) {
        place_card(d);
        return;
    }
    if (or_overtime(t, team)) { /* the match is over, so nothing is left to win back */
        place_card(d);
        lose(d, team);
        return;
    }
    lose_life(d, team);
    if (or_against(d->core) && t->lives[other] < t->lives_at_start) {
        EMIT(d, or_steal_offered, .team = other);
        phase_begin(d, OR_STEAL, option(d->core, OR_GUESS_TIME));
    } else {
        place_card(d);
    }
}

/* OR-18 */
static void judge_steal(struct decision *d, int gap)
{
    int team = or_other(or_team_at_turn(d));
    bool right = right_gap(d, gap);

    EMIT(d, or_steal_judged, .right = right);
    if (right)
        EMIT(d, or_life_won, .team = team, .left = or_board(d)->lives[team] + 1);
    place_card(d);
}

void or_choose(struct decision *d, int gap, enum or_how how)
{
    const struct or_public *t = or_board(d);

    if (gap == OR_NOWHERE)
        EMIT(d, or_nothing_chosen);
    else
        EMIT(d, or_gap_chosen, .gap = gap, .low = t->circle[gap].number, .high = or_gap_end(t, gap),
             .how = how);
    if (d->core->phase == OR_STEAL)
        judge_steal(d, gap);
    else
        judge_guess(d, gap);
}

/* ---- objections (OR-12, T-7) ---- */

bool or_objecting(const struct or_public *t, const struct core *c)
{
    return votes_open(c) && (vote_pending(c, OR_SUBJECT_CLUE, t->tipster) ||
                             vote_pending(c, OR_SUBJECT_SEEN, t->tipster));
}

void or_decided(struct decision *d, const struct ballot *b, bool yes, bool rider)
{
    (void)rider;
    if (!or_board(d)->card_out)
        return;
    const struct or_seat *giver = decision_seat(d, or_board(d)->tipster);
    if (b->subject == OR_SUBJECT_CLUE)
        words_fault_ruled(d, (enum fault)giver->fault, word_str(&or_board(d)->clue),
                          word_str(&giver->with), yes);
    if (yes)
        or_discard(d, b->subject == OR_SUBJECT_CLUE ? OR_INVALID : OR_SEEN);
    else
        EMIT(d, or_objection_failed, .subject = b->subject, .at = d->now);
}
