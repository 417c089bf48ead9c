/* Coordinates: the team vote is cast, tokens are counted one by one, and points are given (AX-7,
 * AX-11, AX-12). */
#include "coordinates.h"

#include <string.h>

/* ---- the team vote ---- */

/* Of the members who are there; an agreement stands also while its member is away. */
static enum ax_consent consent(const struct ax_public *t, const struct core *c)
{
    seat_set members = ax_team_voters(t, c), present = seats_present(c) & (seat_set)~c->skipped;
    int agreed = seats_count(members & ax_agreed(t));
    int asked = seats_count(members & (present | ax_agreed(t)));

    if (agreed > 0 && agreed == asked)
        return AX_ALL_AGREED;
    return 2 * agreed > asked ? AX_MAJORITY_AGREED : AX_NOT_AGREED;
}

/* AX-12: cast when all who are there agree, or when the time is up: then what lies there, token by
 * token, whoever has agreed to it. */
void ax_cast_team_vote(struct decision *d)
{
    const struct ax_public *t = ax_board(d);
    char numbers[SEATS_MAX];

    memcpy(numbers, t->proposal, sizeof numbers);
    EMIT(d, ax_team_voted, .team = 1 - ax_active_team(t), .consent = consent(t, d->core),
         .numbers = str_n(numbers, d->core->seats));
}

/* ---- counting ---- */

static void score_team(struct decision *d, int team, int points)
{
    FOR_SEATS (seat, ax_team(d->core, team))
        score_add(d, seat, points);
}

static void score_alone(struct decision *d, int owner, seat_set right)
{
    if (right)
        score_add(d, owner, seats_count(right)); /* AX-7 */
    FOR_SEATS (seat, right)
        score_add(d, seat, 1);
}

static void score_teams(struct decision *d, int token, seat_set right)
{
    const struct ax_public *t = ax_board(d);
    int team = ax_active_team(t);

    if (right)
        score_team(d, team, seats_count(right)); /* AX-11 */
    if (t->proposal[token] == ax_hand(d, token)->number) {
        EMIT(d, ax_team_guessed, .team = 1 - team, .seat = token);
        score_team(d, 1 - team, 2); /* AX-12 */
    }
}

/* AX-7: more votes take longer to look at. */
static int64_t time_to_look(const struct decision *d, const char guesses[SEATS_MAX])
{
    enum { AT_A_GLANCE = 3, EACH_MORE = 500 };
    int64_t time = option(d->core, AX_COUNT_TIME) * INT64_C(1000);
    int votes = 0;

    for (int seat = 0; seat < SEATS_MAX; seat++)
        votes += guesses[seat] != 0;
    return time && votes > AT_A_GLANCE ? time + (votes - AT_A_GLANCE) * EACH_MORE : time;
}

/* AX-7: one token, the votes on it, and the points. */
static void count_token(struct decision *d, int token)
{
    const struct ax_public *t = ax_board(d);
    int number = ax_hand(d, token)->number;
    char guesses[SEATS_MAX] = {0};
    seat_set right = 0;

    FOR_SEATS (voter, t->players & (seat_set)~SEAT(token)) {
        guesses[voter] = (char)ax_hand(d, voter)->guess[token];
        if (guesses[voter] == number)
            right |= SEAT(voter);
    }
    EMIT(d, ax_token_revealed, .seat = token, .number = number,
         .word = phrase_str(&t->word[number - 1]), .guesses = str_n(guesses, d->core->seats));
    if (right)
        EMIT(d, ax_word_guessed, .seat = token, .by = right);
    if (ax_teams(d->core))
        score_teams(d, token, right);
    else
        score_alone(d, token, right);
    phase_begin_ms(d, AX_COUNT, time_to_look(d, guesses));
}

/* Seat by seat, so that the order tells nothing about the numbers. */
void ax_count_next(struct decision *d)
{
    const struct ax_public *t = ax_board(d);

    FOR_SEATS (token, t->placed & (uint16_t)~t->revealed) {
        if (ax_hand(d, token)->number) { /* always so, but for a damaged log */
            count_token(d, token);
            return;
        }
    }
    ax_next_round(d);
}
