/* One Round?: what follows from what happened: turns, cards, lives and the end. */
#include "oneround.h"

#include "rules/vote.h"

static const struct or_public *board(const struct decision *d)
{
    return decision_public(d);
}

static int team_at_turn(const struct decision *d)
{
    return or_team(d->core, board(d)->tipster);
}

static bool against(const struct core *c)
{
    return option(c, OR_OPT_MODE) == OR_AGAINST;
}

/* ---- the end ---- */

/* OR-22: a star for every life left. */
static void win_together(struct decision *d)
{
    int stars = board(d)->lives[OR_ALL];

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
        int points = board(d)->lives[own] + (own == team ? extra : 0);

        if (points)
            score_add(d, seat, points);
    }
    game_end(d, OUTCOME_RANKED,
             team == OR_ALL ? seats_active(d->core) : or_team_seats(d->core, team));
}

/* OR-15, OR-19 */
static void lose(struct decision *d, int team)
{
    if (against(d->core))
        win_match(d, or_other(team), 1);
    else
        game_end(d, OUTCOME_LOST, 0);
}

/* False when there was no life to lose: then the game is over. */
static bool lose_life(struct decision *d, int team)
{
    int lives = board(d)->lives[team];

    if (lives == 0) {
        lose(d, team);
        return false;
    }
    EMIT(d, OR_LIFE_LOST, NUM(team), NUM(lives - 1));
    return true;
}

/* ---- beginning a turn ---- */

static void begin_turn(struct decision *d, int tipster)
{
    EMIT(d, OR_TIPSTER_NAMED, NUM(tipster));
    phase_begin(d, OR_TURN, option(d->core, OR_OPT_TURN_TIME));
}

/* OR-21: one Tipster of each team; `again` keeps them (OR-12). */
static void begin_duel(struct decision *d, bool again)
{
    const struct or_public *t = board(d);
    int team = or_other(team_at_turn(d));
    int tipster = or_next_tipster(t, d->core, team);
    int rival = or_next_tipster(t, d->core, or_other(team));

    if (again) {
        tipster = t->tipster;
        rival = t->rival;
    }
    EMIT(d, OR_DUEL_BEGAN, NUM(tipster), NUM(rival));
    phase_begin(d, OR_TURN, option(d->core, OR_OPT_TURN_TIME));
}

/* OR-12, and OR-8 for who was away with the card: whether the card was taken out of play without
 * ending the turn. */
static bool same_again(const struct decision *d)
{
    const struct core *c = d->core;
    const struct or_public *t = board(d);

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
    const struct or_public *t = board(d);

    if (t->duels >= OR_DUELS || (!t->pile && !t->spares)) {
        win_match(d, OR_ALL, 0);
        return;
    }
    if (!t->pile)
        emit(d, OR_SPARE_ADDED);
    begin_duel(d, t->duel && same_again(d));
}

/* OR-16: together the last card must be right. OR-20: against each other lives count. */
static void pile_is_empty(struct decision *d)
{
    const struct or_public *t = board(d);

    if (against(d->core)) {
        if (t->lives[OR_A] == t->lives[OR_B])
            next_duel(d);
        else
            win_match(d, t->lives[OR_A] > t->lives[OR_B] ? OR_A : OR_B, 0);
    } else if (t->end == OR_RIGHT) {
        win_together(d);
    } else if (t->spares) {
        emit(d, OR_SPARE_ADDED); /* the new last card */
    } else {
        lose(d, OR_ALL);
    }
}

static void next_turn(struct decision *d)
{
    const struct or_public *t = board(d);
    int team = team_at_turn(d);

    if (t->duel) {
        next_duel(d);
    } else if (!t->pile) {
        pile_is_empty(d);
    } else if (same_again(d)) {
        begin_turn(d, t->tipster);
    } else {
        bool same_team = t->end >= OR_INVALID || !against(d->core);
        begin_turn(d, or_next_tipster(t, d->core, same_team ? team : or_other(team)));
    }
}

/* ---- the card ---- */

void or_draw_card(struct decision *d)
{
    const struct or_public *t = board(d);
    const struct or_secret *secret = decision_secret(d);
    uint64_t cards[2] = {~secret->drawn[0], ~secret->drawn[1]};
    bool timed = option(d->core, OR_OPT_TIMER) && t->drawn >= option(d->core, OR_OPT_UNTIMED_CARDS);
    int head_start = timed ? option(d->core, OR_OPT_HEAD_START) : 0;

    cards[0] &= ~(UINT64_C(1) | UINT64_C(1) << 33); /* start cards: 0, 33, 66 */
    cards[1] &= ((UINT64_C(1) << (OR_NUMBERS - 64)) - 1) & ~(UINT64_C(1) << (66 - 64));
    int number = chance_pick(d, OR_CHANCE_CARD, cards, OR_NUMBERS);
    EMIT(d, OR_CARD_DRAWN, NUM(timed));
    EMIT(d, OR_CARD_TAKEN, NUM(number));
    TELL(d, or_holders(t), OR_CARD_SEEN, NUM(number));
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
    const struct or_public *t = board(d);

    /* OR-14, OR-19; the deciding card is guessed without sand (OR-21) */
    if (or_overtime(t, or_team(d->core, d->by)) && t->timed && !t->duel)
        phase_begin_ms(d, OR_GUESS, sand);
    else
        phase_begin(d, OR_GUESS, option(d->core, OR_OPT_GUESS_TIME));
}

/* OR-10: always into its right gap. */
static void place_card(struct decision *d)
{
    const struct or_public *t = board(d);
    const struct or_secret *secret = decision_secret(d);

    EMIT(d, OR_CARD_PLACED, NUM(t->tipster), NUM(secret->card), NUM(or_gap(t, secret->card)),
         TEXT(word_str(&t->clue)));
}

void or_discard(struct decision *d, enum or_end why)
{
    const struct or_public *t = board(d);

    /* OR-13: a gentle timer takes no life but the last chance. */
    bool kind = why != OR_NO_CLUE ||
                (option(d->core, OR_OPT_GENTLE) && !t->duel && !or_overtime(t, team_at_turn(d)));

    EMIT(d, OR_CARD_DISCARDED, NUM(why - OR_NO_CLUE));
    if (kind && t->spares)
        emit(d, OR_SPARE_ADDED); /* OR-12 */
    else if (!kind && !t->duel)
        lose_life(d, team_at_turn(d)); /* OR-7 */
}

/* ---- judging a gap ---- */

static bool right_gap(const struct decision *d, int gap)
{
    const struct or_secret *secret = decision_secret(d);

    return gap == or_gap(board(d), secret->card);
}

static void judge_guess(struct decision *d, int gap)
{
    const struct or_public *t = board(d);
    int team = team_at_turn(d), other = or_other(team);
    bool right = right_gap(d, gap);

    EMIT(d, OR_GUESS_JUDGED, NUM(right));
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
    if (against(d->core) && t->lives[other] < t->lives_at_start) {
        EMIT(d, OR_STEAL_OFFERED, NUM(other));
        phase_begin(d, OR_STEAL, option(d->core, OR_OPT_GUESS_TIME));
    } else {
        place_card(d);
    }
}

/* OR-18 */
static void judge_steal(struct decision *d, int gap)
{
    int team = or_other(team_at_turn(d));
    bool right = right_gap(d, gap);

    EMIT(d, OR_STEAL_JUDGED, NUM(right));
    if (right)
        EMIT(d, OR_LIFE_WON, NUM(team), NUM(board(d)->lives[team] + 1));
    place_card(d);
}

void or_choose(struct decision *d, int gap, enum or_how how)
{
    const struct or_public *t = board(d);

    if (gap == OR_NOWHERE)
        emit(d, OR_NOTHING_CHOSEN);
    else
        EMIT(d, OR_GAP_CHOSEN, NUM(gap), NUM(t->circle[gap].number), NUM(or_gap_end(t, gap)),
             NUM(how));
    if (d->core->phase == OR_STEAL)
        judge_steal(d, gap);
    else
        judge_guess(d, gap);
}

/* ---- objections (OR-12, T-7) ---- */

bool or_objecting(const struct or_public *t, const struct core *c)
{
    return vote_pending(c, OR_SUBJECT_CLUE, t->tipster) ||
           vote_pending(c, OR_SUBJECT_SEEN, t->tipster);
}

void or_decided(struct decision *d, const struct ballot *b, bool yes, bool rider)
{
    (void)rider;
    if (!board(d)->card_out)
        return;
    const struct or_seat *giver = decision_seat(d, board(d)->tipster);
    if (b->subject == OR_SUBJECT_CLUE)
        words_fault_ruled(d, (enum fault)giver->fault, word_str(&board(d)->clue),
                          word_str(&giver->with), yes);
    if (yes)
        or_discard(d, b->subject == OR_SUBJECT_CLUE ? OR_INVALID : OR_SEEN);
    else
        EMIT(d, OR_OBJECTION_FAILED, NUM(b->subject), NUM(d->now));
}

/* ---- the flow ---- */

void or_open(struct decision *d)
{
    or_open_challenge(d);
    if (option(d->core, OR_OPT_WORDS) == OR_FREE)
        phase_begin(d, OR_WORDS, option(d->core, OR_OPT_WORDS_TIME));
    else
        begin_turn(d, d->core->youngest);
}

static void follow_words(struct decision *d)
{
    int missing = or_start_missing(board(d), d->core, NO_SEAT);

    if (missing >= 0)
        or_draw_start(d, missing);
    else
        begin_turn(d, or_next_tipster(board(d), d->core, or_team(d->core, d->core->youngest)));
}

/* A Tipster who is not there is passed over before a card is drawn. Where nobody of the team is, it
 * waits; if one is skipped then, the turn is the other team's, where somebody of that is there. */
static bool pass_over(struct decision *d)
{
    const struct core *c = d->core;
    const struct or_public *t = board(d);
    int team = team_at_turn(d), other = or_other(team);
    bool skipped = seats_has(c->away & c->skipped, t->tipster) && !t->duel &&
                   (or_team_seats(c, other) & seats_present(c));

    if (t->duel && (or_stale(c, t->tipster) || or_stale(c, t->rival)))
        begin_duel(d, false);
    else if (skipped || or_stale(c, t->tipster))
        begin_turn(d, or_next_tipster(t, c, skipped ? other : team));
    else
        return false;
    return true;
}

/* Nobody is waited for while a clue is: the sand ran out, or its Tipster was skipped or is gone. */
static void follow_clue(struct decision *d)
{
    const struct core *c = d->core;

    if (c->expired && c->phase == OR_THINK)
        phase_begin(d, OR_CLUE, board(d)->timer); /* only a timed card has a head start */
    else if (c->expired && c->phase == OR_CLUE && option(c, OR_OPT_SAND_GRACE))
        phase_begin(d, OR_GRACE, option(c, OR_OPT_SAND_GRACE));
    else
        or_discard(d, OR_NO_CLUE);
}

static void follow_guess(struct decision *d)
{
    const struct or_public *t = board(d);
    const struct core *c = d->core;
    int agreed = or_agreed(t, c);

    if (agreed != OR_NOWHERE)
        or_choose(d, agreed, OR_TOGETHER);
    else if (!c->expired && c->phase == OR_GUESS && !(or_guessers(t, c) & seats_present(c)))
        or_discard(d, OR_ALONE); /* T-9: all were skipped, and none of them is there */
    else
        or_choose(d, or_most(t, d->core), OR_MOST);
}

/* Two teams of at least two: nobody can guess for a team of one. */
static bool team_too_small(const struct core *c)
{
    return against(c) &&
           (seats_count(or_team_seats(c, OR_A)) < 2 || seats_count(or_team_seats(c, OR_B)) < 2);
}

void or_follow(struct decision *d)
{
    const struct core *c = d->core;
    const struct or_public *t = board(d);

    if (team_too_small(c)) {
        game_end(d, OUTCOME_ABANDONED, 0);
        return;
    }
    if (c->phase > OR_TURN && !t->card_out) {
        next_turn(d);
        return;
    }
    if (or_cluing(c) && (or_holders(t) & c->gone)) {
        or_discard(d, OR_LEFT); /* T-9: the card goes along; nobody pays for it */
        return;
    }
    if ((c->phase == OR_TURN && pass_over(d)) || or_follow_missing(d) || or_objecting(t, c))
        return;
    if (or_follow_word(d) || table_waiting(d->table))
        return;
    switch (c->phase) {
    case OR_WORDS:
        follow_words(d);
        return;
    case OR_TURN:
        or_draw_card(d);
        return;
    case OR_GUESS:
    case OR_STEAL:
        follow_guess(d);
        return;
    default:
        follow_clue(d);
    }
}
