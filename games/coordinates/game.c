/* Coordinates: how a game runs, from the words of a round to its count (rules AX-1 to AX-13). */
#include "coordinates.h"

#include "rules/decision.h"

#include <string.h>

static const struct ax_public *board(const struct decision *d)
{
    return decision_public(d);
}

static const struct ax_seat *hand(const struct decision *d, int seat)
{
    return decision_seat(d, seat);
}

/* ---- small facts about the table ---- */

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

static int team_of_round(int round)
{
    return (round + 1) % AX_TEAMS; /* AX-10: A, B, A, B */
}

int ax_active_team(const struct ax_public *t)
{
    return team_of_round(t->round);
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

bool ax_proposal_complete(const struct ax_public *t)
{
    FOR_SEATS (token, t->placed) {
        if (!t->proposal[token])
            return false;
    }
    return true;
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

/* ---- beginning a round ---- */

/* AX-8: what was drawn in this decision is used as well, though it is not on the table yet. */
static int draw(struct decision *d, int chance, int deck, uint64_t *used)
{
    int entry = deck_draw(d, chance, deck, used, false);

    used[entry / 64] |= UINT64_C(1) << (entry % 64);
    return entry;
}

static struct value entry_text(const struct decision *d, int deck, int entry)
{
    return TEXT(decision_deck(d, deck)->entry[entry].text);
}

static void lay_words(struct decision *d, int n)
{
    uint64_t used[DECK_SET];
    int entry;

    memcpy(used, board(d)->used_words, sizeof used);
    for (int number = 1; number <= n; number++) {
        entry = draw(d, AX_CHANCE_WORD, AX_DECK_WORDS, used);
        EMIT(d, AX_WORD_LAID, NUM(number), NUM(entry), entry_text(d, AX_DECK_WORDS, entry));
    }
    entry = draw(d, AX_CHANCE_WORD, AX_DECK_WORDS, used);
    EMIT(d, AX_REFERENCE_LAID, NUM(entry), entry_text(d, AX_DECK_WORDS, entry));
}

static void lay_criteria(struct decision *d)
{
    uint64_t used[DECK_SET];

    memcpy(used, board(d)->used_criteria, sizeof used);
    for (int axis = 0; axis < AX_AXES; axis++) {
        int entry = draw(d, AX_CHANCE_CRITERION, AX_DECK_CRITERIA, used);

        EMIT(d, AX_CRITERION_LAID, NUM(axis), NUM(entry), entry_text(d, AX_DECK_CRITERIA, entry));
    }
}

/* AX-2: every number from 1 to n once. */
static void deal_numbers(struct decision *d, seat_set players, int n)
{
    uint64_t cards = ((UINT64_C(1) << n) - 1) << 1;

    FOR_SEATS (seat, players) {
        int number = chance_pick(d, AX_CHANCE_NUMBER, &cards, AX_NUMBERS + 1);

        cards &= ~(UINT64_C(1) << number);
        TELL(d, SEAT(seat), AX_NUMBER_DEALT, NUM(number));
    }
}

static void begin_round(struct decision *d, int round, seat_set players)
{
    int n = seats_count(players);

    EMIT(d, AX_ROUND_BEGAN, NUM(round), NUM(players));
    lay_words(d, n);
    lay_criteria(d);
    deal_numbers(d, players, n);
    phase_begin(d, AX_PLACE, option(d->core, AX_PLACE_TIME));
}

/* AX-9, AX-13: the most points win, equal points share; in teams members have equal points. */
static void finish(struct decision *d)
{
    const struct core *c = d->core;
    seat_set winners = 0;
    int best = INT16_MIN;

    FOR_SEATS (seat, seats_active(c)) { /* T-9: a freed seat cannot win */
        if (c->score[seat] > best)
            best = c->score[seat];
    }
    FOR_SEATS (seat, seats_active(c)) {
        if (c->score[seat] == best)
            winners |= SEAT(seat);
    }
    game_end(d, OUTCOME_RANKED, winners);
}

/* The next round, or the end: also where too few are left to make something of a round. */
static void next_round(struct decision *d)
{
    const struct core *c = d->core;
    int round = board(d)->round + 1, team = team_of_round(round);
    seat_set active = seats_active(c);
    seat_set players = ax_teams(c) ? ax_team(c, team) & active : active;
    bool opponents = !ax_teams(c) || (ax_team(c, 1 - team) & active);

    if (round > ax_rounds(c) || seats_count(players) < AX_LEAST || !opponents)
        finish(d);
    else
        begin_round(d, round, players);
}

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
static void cast_team_vote(struct decision *d)
{
    const struct ax_public *t = board(d);
    char numbers[SEATS_MAX];

    memcpy(numbers, t->proposal, sizeof numbers);
    EMIT(d, AX_TEAM_VOTED, NUM(1 - ax_active_team(t)), NUM(consent(t, d->core)),
         TEXT(str_n(numbers, d->core->seats)));
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
    const struct ax_public *t = board(d);
    int team = ax_active_team(t);

    if (right)
        score_team(d, team, seats_count(right)); /* AX-11 */
    if (t->proposal[token] == hand(d, token)->number) {
        EMIT(d, AX_TEAM_GUESSED, NUM(1 - team), NUM(token));
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
    const struct ax_public *t = board(d);
    int number = hand(d, token)->number;
    char guesses[SEATS_MAX] = {0};
    seat_set right = 0;

    FOR_SEATS (voter, t->players & (seat_set)~SEAT(token)) {
        guesses[voter] = (char)hand(d, voter)->guess[token];
        if (guesses[voter] == number)
            right |= SEAT(voter);
    }
    EMIT(d, AX_TOKEN_REVEALED, NUM(token), NUM(number), TEXT(line_str(&t->word[number - 1])),
         TEXT(str_n(guesses, d->core->seats)));
    if (right)
        EMIT(d, AX_WORD_GUESSED, NUM(token), NUM(right));
    if (ax_teams(d->core))
        score_teams(d, token, right);
    else
        score_alone(d, token, right);
    phase_begin_ms(d, AX_COUNT, time_to_look(d, guesses));
}

/* Seat by seat, so that the order tells nothing about the numbers. */
static void count_next(struct decision *d)
{
    const struct ax_public *t = board(d);

    FOR_SEATS (token, t->placed & (uint16_t)~t->revealed) {
        if (hand(d, token)->number) { /* always so, but for a damaged log */
            count_token(d, token);
            return;
        }
    }
    next_round(d);
}

/* ---- the flow ---- */

/* Nobody waits for a team member who is not there, unless none of them is. */
static seat_set awaits_team(const struct ax_public *t, const struct core *c)
{
    seat_set members = ax_team_voters(t, c), present = members & seats_present(c);

    if (t->cast)
        return 0;
    return (seat_set)((present ? present : members) & ~ax_agreed(t));
}

/* AX-7: the count goes on as soon as most of the people who are there want it to. */
static seat_set awaits_count(const struct ax_public *t, const struct core *c)
{
    seat_set eyes = seats_looking(c, 0), left = seats_looking(c, t->ready);

    return 2 * seats_count(left) < seats_count(eyes) ? 0 : left;
}

static seat_set awaits(const struct known *k)
{
    const struct ax_public *t = k->table;

    switch (k->core->phase) {
    case AX_PLACE:
        return t->players & seats_active(k->core) & (seat_set)~t->confirmed;
    case AX_GUESS:
        return ax_voters(t, k->core) & (seat_set)~t->voted;
    case AX_TEAM:
        return awaits_team(t, k->core);
    default:
        return awaits_count(t, k->core);
    }
}

/* T-9: where none of these is there, the table waits. */
static seat_set actors(const struct known *k)
{
    const struct ax_public *t = k->table;

    switch (k->core->phase) {
    case AX_PLACE:
        return t->players;
    case AX_GUESS:
        return ax_voters(t, k->core);
    case AX_TEAM:
        return ax_team_voters(t, k->core);
    default:
        return seats_active(k->core);
    }
}

/* AX-12: a team that votes openly agrees by talking. Nobody else hears it, and at no other time is
 * there anything to say that would not give a word away. */
static seat_set talk(const struct known *k)
{
    seat_set members = ax_team_voters(k->table, k->core);

    return k->core->phase == AX_TEAM && seats_has(members, k->seat) ? members : 0;
}

static void open_table(struct decision *d)
{
    next_round(d);
}

/* Without a token on the field there is nothing to vote on, and the round is over. */
static void after_placing(struct decision *d)
{
    if (board(d)->placed)
        phase_begin(d, AX_GUESS, option(d->core, AX_GUESS_TIME));
    else
        next_round(d);
}

static void after_guessing(struct decision *d)
{
    if (ax_team_voters(board(d), d->core))
        phase_begin(d, AX_TEAM, option(d->core, AX_TEAM_TIME));
    else
        count_next(d);
}

static void follow(struct decision *d)
{
    if (table_waiting(d->table) || votes_open(d->core))
        return;
    switch (d->core->phase) {
    case AX_PLACE:
        after_placing(d);
        return;
    case AX_GUESS:
        after_guessing(d);
        return;
    case AX_TEAM:
        if (board(d)->cast)
            count_next(d);
        else
            cast_team_vote(d); /* counted in the next step, from what lies there then */
        return;
    default:
        count_next(d);
    }
}

/* ---- tables ---- */

static const char *const phases[] = {"place", "guess", "team", "count", NULL};
static const char *const subjects[] = {"skip", NULL};
static const char *const decks[] = {
    [AX_DECK_WORDS] = "words", [AX_DECK_CRITERIA] = "criteria", NULL};
static const char *const chances[] = {"word:int:0..2047", "criterion:int:0..2047",
                                      "number:int:1..7*", NULL};

static const struct option_spec options[] = {
    {"place_time", OPTION_INT, 0, 900, 0, NULL},
    {"guess_time", OPTION_INT, 0, 900, 0, NULL},
    {"team_time", OPTION_INT, 0, 900, 120, NULL},
    {"count_time", OPTION_INT, 0, 30, 8, NULL},
    {0},
};

const struct game coordinates = {
    .id = "coordinates",
    .edition = 2,
    .min_seats = 4,
    .max_seats = SEATS_MAX,
    .public_layout = &ax_public_layout,
    .seat_layout = &ax_seat_layout,
    .phases = phases,
    .subjects = subjects,
    .actions = ax_actions,
    .facts = ax_facts,
    .options = options,
    .chances = chances,
    .decks = decks,
    .open = open_table,
    .follow = follow,
    .awaits = awaits,
    .actors = actors,
    .talk = talk,
    .view = ax_view,
    .own = ax_own,
    .sample = ax_sample,
    .think = ax_think,
    .figures = ax_figures,
    .measure = ax_measure,
};
