#include "toy.h"

#include "rules/bot.h"
#include "rules/decision.h"
#include "rules/words.h"

#include <stdlib.h>
#include <string.h>

enum { TOY_SEATS = 6, TOY_ROUNDS = 2 };
enum { TOY_WRITTEN = CORE_FACTS, TOY_FINISHED, TOY_READ, TOY_NEXT };
enum { TOY_WRITE };

struct toy_public {
    struct word word[TOY_SEATS];
    uint8_t done;
    uint8_t round;
    uint8_t echo;
};

struct toy_seat {
    struct word word;
};

static const struct field public_fields[] = {
    ARRAY(struct toy_public, word, struct word),
    FIELD(struct toy_public, done),
    FIELD(struct toy_public, round),
    FIELD(struct toy_public, echo),
};
static const struct layout public_layout = LAYOUT(struct toy_public, public_fields);
static const struct layout short_layout = {public_fields, 2, sizeof(struct toy_public)};
static const struct field seat_fields[] = {FIELD(struct toy_seat, word)};
static const struct layout seat_layout = LAYOUT(struct toy_seat, seat_fields);

/* ---- facts ---- */

static void written(void *block, const struct known *k, const struct fact *f)
{
    struct toy_seat *me = block;

    (void)k;
    word_set(&me->word, f->arg[0].s);
}

static void finished(void *block, const struct known *k, const struct fact *f)
{
    struct toy_public *t = block;

    (void)k;
    t->done |= (uint8_t)(1u << f->arg[0].i);
}

static void was_read(void *block, const struct known *k, const struct fact *f)
{
    struct toy_public *t = block;

    (void)k;
    word_set(&t->word[f->arg[0].i], f->arg[1].s);
}

static void next(void *block, const struct known *k, const struct fact *f)
{
    struct toy_public *t = block;

    (void)k;
    (void)f;
    t->done = 0;
    t->round++;
}

#define FACTS(finished_args, finished_apply)                              \
    {                                                                     \
        {"written", "word:text", FOR_SOME, false, written},               \
            {"finished", finished_args, FOR_ALL, false, finished_apply},  \
            {"was_read", "seat:seat word:text", FOR_ALL, true, was_read}, \
            {"next", "", FOR_ALL, false, next}, {0},                      \
    }

static const struct fact_spec facts[] = FACTS("seat:seat", finished);

/* ---- actions ---- */

static const struct toy_public *board(const struct decision *d)
{
    return decision_public(d);
}

static bool can_write(const struct known *k)
{
    const struct toy_public *t = k->table;

    return !(t->done >> k->seat & 1);
}

static bool decide_write(struct decision *d, const struct value *v)
{
    struct word word;

    if (board(d)->done >> d->by & 1)
        return refuse(d, "not_now");
    if (word_set(&word, v[0].s) != WORD_OK)
        return refuse(d, "word_empty");
    TELL(d, SEAT(d->by), TOY_WRITTEN, TEXT(word_str(&word)));
    EMIT(d, TOY_FINISHED, NUM(d->by));
    return true;
}

#define WRITE(decide)                                        \
    {                                                        \
        {"write", "word:text*", BY_SEAT, can_write, decide}, \
        {                                                    \
            0                                                \
        }                                                    \
    }

static const struct action_spec actions[] = WRITE(decide_write);

static void open_table(struct decision *d)
{
    phase_begin(d, TOY_WRITE, 0);
}

static seat_set awaits(const struct known *k)
{
    const struct toy_public *t = k->table;

    return seats_active(k->core) & (seat_set)~t->done;
}

static void read_words(struct decision *d, int rounds, bool unjust)
{
    int longest = -1;
    seat_set best = 0;

    FOR_SEATS (seat, board(d)->done & seats_active(d->core)) {
        const struct toy_seat *s = decision_seat(d, seat);

        EMIT(d, TOY_READ, NUM(seat), TEXT(word_str(&s->word)));
        if (s->word.len > longest) {
            longest = s->word.len;
            best = SEAT(seat);
        }
    }
    int16_t score[SEATS_MAX];
    memcpy(score, d->core->score, sizeof score);
    FOR_SEATS (seat, best) {
        score_add(d, seat, 1);
        score[seat]++;
    }
    emit(d, TOY_NEXT);
    if (board(d)->round + 1 < rounds) {
        phase_begin(d, TOY_WRITE, 0);
        return;
    }
    int most = INT16_MIN;
    seat_set winners = 0;
    FOR_SEATS (seat, seats_active(d->core)) {
        int points = unjust ? -score[seat] : score[seat];
        if (points > most)
            winners = 0;
        if (points >= most) {
            most = points;
            winners |= SEAT(seat);
        }
    }
    game_end(d, OUTCOME_RANKED, winners);
}

static void follow(struct decision *d)
{
    if (!table_waiting(d->table))
        read_words(d, TOY_ROUNDS, false);
}

static void decided(struct decision *d, const struct ballot *b, bool yes, bool rider)
{
    (void)d, (void)b, (void)yes, (void)rider;
}

static void view(const struct known *k, struct jw *w)
{
    const struct toy_public *t = k->table;

    jw_key(w, "words");
    jw_array(w);
    for (int seat = 0; seat < k->core->seats; seat++)
        jw_str(w, word_str(&t->word[seat]));
    jw_end_array(w);
    jw_key(w, "round");
    jw_int(w, t->round);
}

static void own(const struct known *k, struct jw *w)
{
    const struct toy_seat *me = k->mine;

    jw_key(w, "me");
    jw_str(w, word_str(&me->word));
}

static const char *const phases[] = {"write", NULL};
static const char *const subjects[] = {"skip", NULL};
static const char *const chances[] = {"card:int*", NULL};

#define TOY_WITH(name, layout, opening, ...)               \
    const struct game name = {.id = #name,                 \
                              .min_seats = 2,              \
                              .edition = 1,                \
                              .max_seats = TOY_SEATS,      \
                              .public_layout = &layout,    \
                              .seat_layout = &seat_layout, \
                              .phases = phases,            \
                              .subjects = subjects,        \
                              .chances = chances,          \
                              .open = opening,             \
                              .decided = decided,          \
                              .awaits = awaits,            \
                              .view = view,                \
                              .own = own,                  \
                              __VA_ARGS__}

#define TOY(name, ...)         TOY_WITH(name, public_layout, open_table, __VA_ARGS__)
#define TOY_DEALING(name, ...) TOY_WITH(name, public_layout, open_dealing, __VA_ARGS__)

/* ---- bots ---- */

static bool think_of(const struct known *k, struct thinking *t, struct str word)
{
    if (!can_write(k))
        return false;
    struct value text = bot_text(t, word);
    bot_do(t, CORE_ACTIONS)[0] = text;
    bot_when(t, k->core->since, 3000, 0);
    return true;
}

static bool think(const struct known *k, struct thinking *t)
{
    const struct toy_public *table = k->table;
    struct word word;
    bool insist;

    return bot_any_word(t, &(struct word_rules){0}, table->round, &word, &insist) &&
           think_of(k, t, word_str(&word));
}

TOY(toy_lawful, .actions = actions, .facts = facts, .follow = follow, .think = think);
TOY_WITH(toy_padded, short_layout, open_table, .actions = actions, .facts = facts,
         .follow = follow);

/* ---- law 1 ---- */

static void finished_forgetful(void *block, const struct known *k, const struct fact *f)
{
    static unsigned calls;
    struct toy_public *t = block;

    finished(block, k, f);
    t->echo = (uint8_t)calls++;
}

static const struct fact_spec forgetful_facts[] = FACTS("seat:seat", finished_forgetful);
TOY(toy_forgetful, .actions = actions, .facts = forgetful_facts, .follow = follow);

/* ---- law 2: reaches beyond the block it was given ---- */

static void finished_leaking(void *block, const struct known *k, const struct fact *f)
{
    struct toy_public *t = block;
    size_t at = (sizeof *t + 7) / 8 * 8, size = (sizeof(struct toy_seat) + 7) / 8 * 8;
    const struct toy_seat *secret =
        (const void *)((const char *)block + at + size * (size_t)f->arg[0].i);

    finished(block, k, f);
    t->word[f->arg[0].i] = secret->word;
}

static const struct fact_spec leaking_facts[] = FACTS("seat:seat", finished_leaking);
TOY(toy_leaking, .actions = actions, .facts = leaking_facts, .follow = follow);

/* ---- damage: a number of a log is taken for an index into the next block ---- */

static void finished_spilling(void *block, const struct known *k, const struct fact *f)
{
    size_t beyond = (sizeof(struct toy_public) + 7) / 8 * 8;

    finished(block, k, f);
    if (f->arg[1].i > 40) /* the game itself never says so */
        ((unsigned char *)block)[beyond] ^= 1;
}

static bool decide_spilling(struct decision *d, const struct value *v)
{
    struct word word;

    if (board(d)->done >> d->by & 1)
        return refuse(d, "not_now");
    if (word_set(&word, v[0].s) != WORD_OK)
        return refuse(d, "word_empty");
    TELL(d, SEAT(d->by), TOY_WRITTEN, TEXT(word_str(&word)));
    EMIT(d, TOY_FINISHED, NUM(d->by), NUM(1));
    return true;
}

static const struct action_spec spilling_actions[] = WRITE(decide_spilling);
static const struct fact_spec spilling_facts[] =
    FACTS("seat:seat letters:int:0..80", finished_spilling);
TOY(toy_spilling, .actions = spilling_actions, .facts = spilling_facts, .follow = follow);

/* ---- law 3 ---- */

static bool decide_whispering(struct decision *d, const struct value *v)
{
    struct word word;

    if (board(d)->done >> d->by & 1)
        return refuse(d, "not_now");
    if (word_set(&word, v[0].s) != WORD_OK)
        return refuse(d, "word_empty");
    TELL(d, SEAT(d->by), TOY_WRITTEN, TEXT(word_str(&word)));
    EMIT(d, TOY_FINISHED, NUM(d->by), NUM(word.len));
    return true;
}

static const struct action_spec whispering_actions[] = WRITE(decide_whispering);
static const struct fact_spec whispering_facts[] = FACTS("seat:seat letters:int:0..80", finished);
TOY(toy_whispering, .actions = whispering_actions, .facts = whispering_facts, .follow = follow);

static bool decide_prejudiced(struct decision *d, const struct value *v)
{
    for (int seat = 0; seat < d->core->seats; seat++) {
        const struct toy_seat *other = decision_seat(d, seat);
        if (board(d)->done >> seat & 1 && other->word.len % 2 == (int)v[0].s.len % 2)
            return refuse(d, "word_same");
    }
    return decide_write(d, v);
}

static const struct action_spec prejudiced_actions[] = WRITE(decide_prejudiced);
TOY(toy_prejudiced, .actions = prejudiced_actions, .facts = facts, .follow = follow);

/* Everyone is dealt a word by hidden chance; a public fact tells something of another's. */
static void open_dealing(struct decision *d)
{
    static const char *const dealt[] = {"A", "BB", "CCC", "DDDD"};

    phase_begin(d, TOY_WRITE, 0);
    for (int seat = 0; seat < d->core->seats; seat++)
        TELL(d, SEAT(seat), TOY_WRITTEN, TEXT(str_of(dealt[chance_below(d, 0, 4)])));
}

static bool decide_peeking(struct decision *d, const struct value *v)
{
    const struct toy_seat *me = decision_seat(d, d->by);

    (void)v;
    if (board(d)->done >> d->by & 1)
        return refuse(d, "not_now");
    EMIT(d, TOY_FINISHED, NUM(d->by), NUM(me->word.len));
    return true;
}

static const struct action_spec peeking_actions[] = WRITE(decide_peeking);
static const struct fact_spec peeking_facts[] = {
    {"written", "word:text", FOR_SOME, true, written},
    {"finished", "seat:seat letters:int:0..80", FOR_ALL, false, finished},
    {"was_read", "seat:seat word:text", FOR_ALL, true, was_read},
    {"next", "", FOR_ALL, false, next},
    {0},
};
TOY_DEALING(toy_peeking, .actions = peeking_actions, .facts = peeking_facts, .follow = follow);

/* ---- law 4 ---- */

static bool decide_trickling(struct decision *d, const struct value *v)
{
    if (board(d)->done >> d->by & 1) {
        ((struct toy_public *)decision_public(d))->word[d->by].len = 3;
        return refuse(d, "not_now");
    }
    return decide_write(d, v);
}

static const struct action_spec trickling_actions[] = WRITE(decide_trickling);
TOY(toy_trickling, .actions = trickling_actions, .facts = facts, .follow = follow);

/* ---- law 5 ---- */

static void follow_hanging(struct decision *d)
{
    if (board(d)->done == seats_all(d->core->seats))
        read_words(d, TOY_ROUNDS, false);
}

TOY(toy_hanging, .actions = actions, .facts = facts, .follow = follow_hanging);

/* ---- law 6 ---- */

static void follow_endless(struct decision *d)
{
    if (!table_waiting(d->table))
        read_words(d, 1000000, false);
}

static void follow_unjust(struct decision *d)
{
    if (!table_waiting(d->table))
        read_words(d, TOY_ROUNDS, true);
}

TOY(toy_endless, .actions = actions, .facts = facts, .follow = follow_endless);
TOY(toy_unjust, .actions = actions, .facts = facts, .follow = follow_unjust);

/* ---- T-10 ---- */

static bool decide_gambling(struct decision *d, const struct value *v)
{
    static unsigned calls;

    if (!decide_write(d, v))
        return false;
    if (calls++ % 3 == 0)
        score_add(d, d->by, 1);
    return true;
}

static const struct action_spec gambling_actions[] = WRITE(decide_gambling);
TOY(toy_gambling, .actions = gambling_actions, .facts = facts, .follow = follow);

/* ---- law 9 ---- */

static bool think_cheating(const struct known *k, struct thinking *t)
{
    /* Blocks of seats lie side by side, rounded up to eight bytes. */
    size_t size = (sizeof(struct toy_seat) + 7) / 8 * 8;
    const unsigned char *mine = k->mine, *other = k->seat ? mine - size : mine + size;
    char seen[8];

    for (size_t i = 0; i < sizeof seen; i++)
        seen[i] = (char)('A' + other[i] % 26);
    return think_of(k, t, str_n(seen, sizeof seen));
}

TOY(toy_cheating, .actions = actions, .facts = facts, .follow = follow, .think = think_cheating);

/* ---- law 10 ---- */

static bool think_blundering(const struct known *k, struct thinking *t)
{
    bool moves = think_of(k, t, STR("WORD"));

    if (moves)
        t->move->v[0] = TEXT(STR("?!"));
    return moves;
}

static bool think_dozing(const struct known *k, struct thinking *t)
{
    (void)k, (void)t;
    return false;
}

TOY(toy_blundering, .actions = actions, .facts = facts, .follow = follow,
    .think = think_blundering);
TOY(toy_dozing, .actions = actions, .facts = facts, .follow = follow, .think = think_dozing);
