/*
 * Chime - everyone thinks of a number from 1 to 5 in secret. Whoever thought of the same number as
 * somebody else scores a point. Three rounds; most points win. The example of docs/add-a-game.md.
 */
#include "rules/bot.h"
#include "rules/decision.h"

#include <string.h>

enum { CHIME_SEATS = 8, CHIME_ROUNDS = 3 };
enum chime_phase { CHIME_THINK };
enum chime_option { CHIME_TIME = CORE_OPTIONS };
enum chime_fact { CHIME_THOUGHT = CORE_FACTS, CHIME_READY, CHIME_TOLD, CHIME_ROUND_ENDED };

/* ---- what lies on the table, and what each player knows ---- */

struct chime_public {
    seat_set ready;
    uint8_t told[CHIME_SEATS]; /* the numbers of the last round; 0: none */
    uint8_t round;
    uint8_t spare;
};

struct chime_seat {
    uint8_t number;
};

static const struct field public_fields[] = {
    FIELD(struct chime_public, ready),
    ARRAY(struct chime_public, told, uint8_t),
    FIELD(struct chime_public, round),
    FIELD(struct chime_public, spare),
};
static const struct layout public_layout = LAYOUT(struct chime_public, public_fields);
static const struct field seat_fields[] = {FIELD(struct chime_seat, number)};
static const struct layout seat_layout = LAYOUT(struct chime_seat, seat_fields);

/* ---- facts ---- */

static void thought(void *block, const struct known *k, const struct fact *f)
{
    struct chime_seat *me = block;

    (void)k;
    me->number = (uint8_t)f->arg[0].i;
}

static void ready(void *block, const struct known *k, const struct fact *f)
{
    struct chime_public *t = block;

    (void)k;
    t->ready |= SEAT(f->arg[0].i);
}

static void told(void *block, const struct known *k, const struct fact *f)
{
    struct chime_public *t = block;

    (void)k;
    t->told[f->arg[0].i] = (uint8_t)f->arg[1].i;
}

static void round_ended(void *block, const struct known *k, const struct fact *f)
{
    struct chime_public *t = block;

    (void)k;
    t->round = (uint8_t)f->arg[0].i;
    t->ready = 0;
}

static const struct fact_spec facts[] = {
    {"thought", "number:int:1..5", FOR_SOME, false, thought},
    {"ready", "seat:seat", FOR_ALL, false, ready},
    {"told", "seat:seat number:int:1..5", FOR_ALL, true, told},
    {"round_ended", "round:int:1..3", FOR_ALL, false, round_ended},
    {0},
};

/* ---- actions ---- */

static const struct chime_public *board(const struct decision *d)
{
    return decision_public(d);
}

static bool can_think(const struct known *k)
{
    const struct chime_public *t = k->table;

    return !seats_has(t->ready, k->seat);
}

static bool decide_think(struct decision *d, const struct value *v)
{
    struct known k = table_known(d->table, d->by);

    if (!can_think(&k))
        return refuse(d, "thought_already");
    TELL(d, SEAT(d->by), CHIME_THOUGHT, v[0]);
    EMIT(d, CHIME_READY, NUM(d->by));
    return true;
}

static const struct action_spec actions[] = {
    {"think", "number:int:1..5*", BY_SEAT, can_think, decide_think},
    {0},
};

/* ---- what follows ---- */

static seat_set awaits(const struct known *k)
{
    const struct chime_public *t = k->table;

    return seats_active(k->core) & (seat_set)~t->ready;
}

static void open_table(struct decision *d)
{
    phase_begin(d, CHIME_THINK, option(d->core, CHIME_TIME));
}

static seat_set with_company(const struct decision *d)
{
    seat_set players = board(d)->ready & seats_active(d->core), matched = 0;

    FOR_SEATS (a, players) {
        FOR_SEATS (b, players & ~SEAT(a)) {
            const struct chime_seat *one = decision_seat(d, a), *other = decision_seat(d, b);
            if (one->number == other->number)
                matched |= SEAT(a);
        }
    }
    return matched;
}

static seat_set leaders(const int16_t *score, seat_set players)
{
    seat_set best = 0;
    int most = INT16_MIN;

    FOR_SEATS (seat, players) {
        if (score[seat] > most)
            best = 0;
        if (score[seat] >= most) {
            most = score[seat];
            best |= SEAT(seat);
        }
    }
    return best;
}

static void follow(struct decision *d)
{
    int16_t score[SEATS_MAX];
    seat_set matched = with_company(d);

    if (table_waiting(d->table))
        return;
    memcpy(score, d->core->score, sizeof score);
    FOR_SEATS (seat, board(d)->ready & seats_active(d->core)) {
        const struct chime_seat *s = decision_seat(d, seat);
        EMIT(d, CHIME_TOLD, NUM(seat), NUM(s->number));
    }
    FOR_SEATS (seat, matched) {
        score_add(d, seat, 1);
        score[seat]++;
    }
    EMIT(d, CHIME_ROUND_ENDED, NUM(board(d)->round + 1));
    if (board(d)->round + 1 == CHIME_ROUNDS)
        game_end(d, OUTCOME_RANKED, leaders(score, seats_active(d->core)));
    else
        phase_begin(d, CHIME_THINK, option(d->core, CHIME_TIME));
}

static void decided(struct decision *d, const struct ballot *b, bool yes, bool rider)
{
    (void)d, (void)b, (void)yes, (void)rider; /* this game has no votes of its own */
}

/* ---- view ---- */

static void view(const struct known *k, struct jw *w)
{
    const struct chime_public *t = k->table;

    jw_key(w, "table");
    jw_object(w);
    jw_key(w, "round");
    jw_int(w, t->round);
    jw_key(w, "told");
    jw_array(w);
    for (int seat = 0; seat < k->core->seats; seat++)
        jw_int(w, t->told[seat]);
    jw_end_array(w);
    jw_end_object(w);
}

static void own(const struct known *k, struct jw *w)
{
    const struct chime_seat *me = k->mine;

    jw_key(w, "me");
    jw_object(w);
    jw_key(w, "number");
    jw_int(w, me->number);
    jw_end_object(w);
}

/* ---- a bot ---- */

static bool think(const struct known *k, struct thinking *t)
{
    const struct chime_public *table = k->table;
    struct rng chance = bot_rng(t, table->round);

    if (!can_think(k))
        return false;
    bot_do(t, CORE_ACTIONS)[0] = NUM(1 + rng_below(&chance, 5));
    bot_when(t, k->core->since, 4000, table->round);
    return true;
}

/* ---- the game ---- */

static const char *const phases[] = {"think", NULL};
static const char *const subjects[] = {"skip", NULL};
static const struct option_spec options[] = {
    {"think_time", OPTION_INT, 0, 60, 0, NULL},
    {0},
};

const struct game chime = {
    .id = "chime",
    .edition = 1,
    .min_seats = 2,
    .max_seats = CHIME_SEATS,
    .public_layout = &public_layout,
    .seat_layout = &seat_layout,
    .phases = phases,
    .subjects = subjects,
    .actions = actions,
    .facts = facts,
    .options = options,
    .open = open_table,
    .follow = follow,
    .decided = decided,
    .awaits = awaits,
    .view = view,
    .own = own,
    .think = think,
};
