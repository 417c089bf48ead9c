/* Coordinates: how a bot plays. It grades every word on both axes by the seed words of the
 * criteria, measures from the reference word, and expects the others to do much the same: a vote is
 * the best matching of tokens to words. */
#include "coordinates.h"

#include "rules/bot.h"
#include "rules/tally.h"

#include <string.h>

/* Milliseconds a person takes. */
enum { TO_PLACE = 14000, TO_CONFIRM = 4000, TO_GUESS = 22000, TO_PROPOSE = 9000, TO_LOOK = 2200 };

enum { FULL = 100 /* an axis, in hundredths */ };

struct spot {
    float at[AX_AXES];
};

static const struct ax_public *table_of(const struct known *k)
{
    return k->table;
}

/* ---- grading ---- */

static const struct deck_entry *criterion(const struct thinking *t, int axis)
{
    const struct deck *deck = bot_deck(t, AX_DECK_CRITERIA + option(t->known->core, AX_PACK));
    struct str text = phrase_str(&table_of(t->known)->criterion[axis]);

    for (int i = 0; deck && i < deck->entries; i++) {
        if (str_eq(deck->entry[i].text, text))
            return &deck->entry[i];
    }
    return NULL;
}

/* How much a word has of a criterion: by its poles, else by the words of the criterion. */
static bool grade(const struct thinking *t, const struct deck_entry *e, int axis, struct str word,
                  float *out)
{
    struct str none = str_n("", 0);
    struct str more = e ? deck_field(e, "more") : none, less = e ? deck_field(e, "less") : none;

    if ((more.len || less.len) && t->mind->axis(t->mind, t->lang, word, more, less, out))
        return true;
    int fit =
        t->mind->fits(t->mind, t->lang, word, phrase_str(&table_of(t->known)->criterion[axis]));
    if (fit >= 0)
        *out = (float)fit / 100;
    return fit >= 0;
}

static float size(float x)
{
    return x < 0 ? -x : x;
}

/* Where this bot sees the words of the round on one axis: the reference word in the middle, the
 * word furthest from it at the end of the axis. What it knows nothing about lies where a whim puts
 * it. */
static void see_axis(const struct thinking *t, int axis, struct spot *spots, int n)
{
    static const float WHIM = .34f;
    const struct ax_public *table = table_of(t->known);
    const struct deck_entry *e = criterion(t, axis);
    struct str name = phrase_str(&table->criterion[axis]);
    float middle = 0, value[AX_NUMBERS] = {0}, most = 0;
    bool known[AX_NUMBERS] = {0};

    grade(t, e, axis, phrase_str(&table->reference), &middle);
    for (int i = 0; i < n; i++) {
        known[i] = grade(t, e, axis, phrase_str(&table->word[i]), &value[i]);
        value[i] = known[i] ? value[i] - middle : 0;
        most = size(value[i]) > most ? size(value[i]) : most;
    }
    for (int i = 0; i < n; i++) {
        float whim = bot_whim(t, phrase_str(&table->word[i]), (uint64_t)axis + name.len);

        spots[i].at[axis] = most > 0 ? value[i] / most * FULL : 0;
        spots[i].at[axis] += (known[i] ? WHIM * t->nature.taste : 1) * whim * FULL / 2;
        if (size(spots[i].at[axis]) > AX_EDGE)
            spots[i].at[axis] = spots[i].at[axis] < 0 ? -AX_EDGE : AX_EDGE;
    }
}

static int see(const struct thinking *t, struct spot *spots)
{
    int n = ax_numbers(table_of(t->known));

    for (int axis = 0; axis < AX_AXES; axis++)
        see_axis(t, axis, spots, n);
    return n;
}

/* ---- matching tokens to words ---- */

struct matching {
    int tokens, words;
    float cost[AX_NUMBERS][AX_NUMBERS + 1]; /* token by number; numbers count from 1 */
    uint8_t best[AX_NUMBERS], trial[AX_NUMBERS];
    float least;
};

/* At most seven of each: all ways, cut off where they cost more than the best. */
static void match_from(struct matching *m, int token, uint32_t taken, float cost)
{
    if (m->least >= 0 && cost >= m->least)
        return;
    if (token == m->tokens) {
        m->least = cost;
        memcpy(m->best, m->trial, sizeof m->best);
        return;
    }
    for (int number = 1; number <= m->words; number++) {
        if (taken >> number & 1)
            continue;
        m->trial[token] = (uint8_t)number;
        match_from(m, token + 1, taken | UINT32_C(1) << number, cost + m->cost[token][number]);
    }
}

/* Numbers for the tokens of `set`, as far as none of `taken` is needed; 0 elsewhere. */
static void match(const struct thinking *t, seat_set set, uint32_t taken, uint8_t out[SEATS_MAX])
{
    const struct ax_public *table = table_of(t->known);
    struct spot spots[AX_NUMBERS];
    struct matching m = {.words = see(t, spots), .least = -1};

    memset(out, 0, SEATS_MAX);
    FOR_SEATS (seat, set) {
        for (int i = 0; i < m.words; i++) {
            float dx = spots[i].at[AX_HORIZONTAL] - table->x[seat];
            float dy = spots[i].at[AX_VERTICAL] - table->y[seat];

            m.cost[m.tokens][i + 1] = dx * dx + dy * dy;
        }
        m.tokens++;
    }
    match_from(&m, 0, taken, 0);
    int token = 0;
    FOR_SEATS (seat, set)
        out[seat] = m.best[token++];
}

/* ---- moves ---- */

static struct str sign(float at)
{
    return at < 0 ? STR("−") : STR("+");
}

static bool think_place(const struct known *k, struct thinking *t)
{
    const struct ax_public *table = table_of(k);
    const struct ax_seat *me = k->mine;
    struct spot spots[AX_NUMBERS];

    if (!seats_has(table->players, k->seat) || seats_has(table->confirmed, k->seat))
        return false;
    if (seats_has(table->placed, k->seat)) {
        BOT_DO(t, ax_confirm);
        bot_when(t, k->core->since, TO_PLACE + TO_CONFIRM, AX_ACT_CONFIRM);
        return true;
    }
    int n = see(t, spots);
    if (me->number < 1 || me->number > n)
        return false;
    const struct spot *mine = &spots[me->number - 1];
    BOT_DO(t, ax_place, .x = (int)mine->at[AX_HORIZONTAL], .y = (int)mine->at[AX_VERTICAL]);
    bot_when(t, k->core->since, TO_PLACE, AX_ACT_PLACE);
    bot_because(t, "place", AX_ROUND_BEGAN);
    bot_because_text(t, "word", phrase_str(&table->word[me->number - 1]));
    bot_because_text(t, "right", phrase_str(&table->criterion[AX_HORIZONTAL]));
    bot_because_text(t, "up", phrase_str(&table->criterion[AX_VERTICAL]));
    bot_because_text(t, "x", sign(mine->at[AX_HORIZONTAL]));
    bot_because_text(t, "y", sign(mine->at[AX_VERTICAL]));
    return true;
}

static bool think_guess(const struct known *k, struct thinking *t)
{
    const struct ax_public *table = table_of(k);
    const struct ax_seat *me = k->mine;
    uint8_t numbers[SEATS_MAX];

    if (!seats_has(ax_voters(table, k->core), k->seat) || seats_has(table->voted, k->seat))
        return false;
    match(t, table->placed & (seat_set)~SEAT(k->seat), UINT32_C(1) << me->number, numbers);
    BOT_DO(t, ax_guess, .numbers = bot_list(t, numbers, k->core->seats).s);
    bot_when(t, k->core->since, TO_GUESS, AX_ACT_GUESS);
    return true;
}

/* AX-12: bots propose last. While people of the team have something to say, they wait for the end
 * of the time. */
static int64_t team_moment(const struct known *k, seat_set people)
{
    enum { BEFORE_THE_END = 12000, WITHOUT_A_LIMIT = 90000 };
    const struct core *c = k->core;

    if (!people)
        return c->since;
    if (!c->deadline)
        return c->since + WITHOUT_A_LIMIT;
    return c->deadline - BEFORE_THE_END > c->since ? c->deadline - BEFORE_THE_END : c->since;
}

/* What others have proposed stands; bots fill in what is missing, then agree. */
static bool think_team(const struct known *k, struct thinking *t)
{
    const struct ax_public *table = table_of(k);
    seat_set people = ax_team_voters(table, k->core) & seats_people(k->core);
    seat_set open = ax_open_tokens(table);
    uint8_t numbers[SEATS_MAX];

    if (!seats_has(ax_team_voters(table, k->core), k->seat) ||
        seats_has(ax_agreed(table), k->seat) || table->cast)
        return false;
    if (!open) {
        BOT_DO(t, ax_agree);
        bot_when(t, team_moment(k, people & (seat_set)~ax_agreed(table)), TO_PROPOSE + TO_GUESS,
                 AX_ACT_AGREE);
        return true;
    }
    match(t, open, ax_laid_numbers(table), numbers);
    int token = seats_next(open, k->seat, k->core->seats);
    BOT_DO(t, ax_propose, .token = token, .number = numbers[token]);
    bot_when(t, team_moment(k, people), TO_PROPOSE, (uint64_t)token);
    return numbers[token] > 0;
}

static bool think_go_on(const struct known *k, struct thinking *t)
{
    if (seats_has(table_of(k)->ready, k->seat))
        return false;
    BOT_DO(t, ax_go_on);
    bot_when(t, k->core->since, TO_LOOK, AX_ACT_GO_ON);
    return true;
}

bool ax_think(const struct known *k, struct thinking *t)
{
    switch (k->core->phase) {
    case AX_PLACE:
        return think_place(k, t);
    case AX_GUESS:
        return think_guess(k, t);
    case AX_TEAM:
        return think_team(k, t);
    default:
        return think_go_on(k, t);
    }
}

/* ---- figures ---- */

enum { GUESSED, TEAM_GUESSED };

const char *const ax_figures[] = {[GUESSED] = "guessed", [TEAM_GUESSED] = "guessed_by_team", NULL};

void ax_measure(const struct known *k, const struct fact *f, struct tally *out)
{
    const struct ax_public *t = table_of(k);

    switch (f->kind) {
    case AX_TOKEN_REVEALED: {
        struct ax_token_revealed token = FACT_AS(ax_token_revealed, f);

        FOR_SEATS (voter, t->players & (seat_set)~SEAT(token.seat)) {
            int guess = voter < (int)token.guesses.len ? token.guesses.at[voter] : 0;

            tally_add(out, GUESSED, guess == token.number, 1);
        }
        if (ax_teams(k->core))
            tally_add(out, TEAM_GUESSED, 0, 1);
        return;
    }
    case AX_TEAM_GUESSED:
        tally_add(out, TEAM_GUESSED, 1, 0);
        return;
    default:
        return;
    }
}
