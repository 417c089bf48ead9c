#include "toy.h"

#include "rules/bot.h"
#include "rules/words.h"

#include <stdlib.h>
#include <string.h>

enum { TOY_SEATS = 6, TOY_ROUNDS = 2 };

#define GAME_DEF    "laws/toy.def"
#define GAME_PREFIX toy
#include "rules/define.h"

/* ---- facts ---- */

APPLY(toy_written, me)
{
    word_set(&me->word, f->word);
}

APPLY(toy_finished, t)
{
    t->done |= (uint8_t)(1u << f->seat);
}

APPLY(toy_was_read, t)
{
    word_set(&t->word[f->seat], f->word);
}

APPLY(toy_next, t)
{
    t->done = 0;
    t->round++;
}

/* ---- actions ---- */

static const struct toy_public *board(const struct decision *d)
{
    return decision_public(d);
}

CAN(toy_write)
{
    const struct toy_public *t = k->table;

    return !(t->done >> k->seat & 1);
}

/* Writes the word and tells something about it, which is 0 in a lawful game. */
static bool write_word(struct decision *d, struct str text, bool tell_length)
{
    struct word word;

    if (board(d)->done >> d->by & 1)
        return refuse(d, "not_now");
    if (word_set(&word, text) != WORD_OK)
        return refuse(d, "word_empty");
    TELL(d, SEAT(d->by), toy_written, .word = word_str(&word));
    EMIT(d, toy_finished, .seat = d->by, .letters = tell_length ? word.len : 0);
    return true;
}

DECIDE(toy_write)
{
    return write_word(d, a->word, false);
}

/* The tables of the lawful toy, then those of copies that differ in one entry. */
#include "rules/define_tables.h"

#define FACTS(fold, reveals)                                                       \
    {                                                                              \
        {"written", "word:text", FOR_SOME, reveals, toy_written_fold},             \
            {"finished", "seat:seat letters:int:0..80", FOR_ALL, false, fold},     \
            {"was_read", "seat:seat word:text", FOR_ALL, true, toy_was_read_fold}, \
            {"next", "", FOR_ALL, false, toy_next_fold}, {0},                      \
    }
#define WRITE(decide)                                            \
    {                                                            \
        {"write", "word:text*", BY_SEAT, toy_write_can, decide}, \
        {                                                        \
            0                                                    \
        }                                                        \
    }

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

        EMIT(d, toy_was_read, .seat = seat, .word = word_str(&s->word));
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
    EMIT(d, toy_next);
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

#define TOY_WITH(name, opening, seeing, ...)                       \
    const struct game name = {.id = #name,                         \
                              .edition = 1,                        \
                              .min_seats = 2,                      \
                              .max_seats = TOY_SEATS,              \
                              .public_layout = &toy_public_layout, \
                              .seat_layout = &toy_seat_layout,     \
                              .phases = toy_phases,                \
                              .subjects = toy_subjects,            \
                              .chances = toy_chances,              \
                              .shapes = toy_shapes,                \
                              .open = opening,                     \
                              .awaits = awaits,                    \
                              .view = seeing,                      \
                              .own = own,                          \
                              __VA_ARGS__}

#define TOY(name, ...)         TOY_WITH(name, open_table, view, __VA_ARGS__)
#define TOY_DEALING(name, ...) TOY_WITH(name, open_dealing, view, __VA_ARGS__)

/* ---- bots ---- */

static bool think_of(const struct known *k, struct thinking *t, struct str word)
{
    if (!toy_write_can(k))
        return false;
    BOT_DO(t, toy_write, .word = bot_text(t, word).s);
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

TOY(toy_lawful, .actions = toy_actions, .facts = toy_facts, .follow = follow,
    .bot = {.think = think});

/* ---- the shape of a view ---- */

static void view_renamed(const struct known *k, struct jw *w)
{
    const struct toy_public *t = k->table;

    jw_key(w, "words");
    jw_array(w);
    jw_end_array(w);
    jw_key_int(w, "rounds", t->round);
}

TOY_WITH(toy_renamed, open_table, view_renamed, .actions = toy_actions, .facts = toy_facts,
         .follow = follow);

/* ---- law 1 ---- */

static void finished_forgetful(void *block, const struct known *k, const struct fact *f)
{
    static unsigned calls;
    struct toy_public *t = block;

    toy_finished_fold(block, k, f);
    t->echo = (uint8_t)calls++;
}

static const struct fact_spec forgetful_facts[] = FACTS(finished_forgetful, false);
TOY(toy_forgetful, .actions = toy_actions, .facts = forgetful_facts, .follow = follow);

/* ---- law 2: reaches beyond the block it was given ---- */

static void finished_leaking(void *block, const struct known *k, const struct fact *f)
{
    struct toy_public *t = block;
    size_t at = (sizeof *t + 7) / 8 * 8, size = (sizeof(struct toy_seat) + 7) / 8 * 8;
    const struct toy_seat *secret =
        (const void *)((const char *)block + at + size * (size_t)FACT_AS(toy_finished, f).seat);

    toy_finished_fold(block, k, f);
    t->word[FACT_AS(toy_finished, f).seat] = secret->word;
}

static const struct fact_spec leaking_facts[] = FACTS(finished_leaking, false);
TOY(toy_leaking, .actions = toy_actions, .facts = leaking_facts, .follow = follow);

/* ---- damage: a number of a log is taken for an index into the next block ---- */

static void finished_spilling(void *block, const struct known *k, const struct fact *f)
{
    size_t beyond = (sizeof(struct toy_public) + 7) / 8 * 8;

    toy_finished_fold(block, k, f);
    if (FACT_AS(toy_finished, f).letters > 40) /* the game itself never says so */
        ((unsigned char *)block)[beyond] ^= 1;
}

static const struct fact_spec spilling_facts[] = FACTS(finished_spilling, false);
TOY(toy_spilling, .actions = toy_actions, .facts = spilling_facts, .follow = follow);

/* ---- law 3 ---- */

static bool decide_whispering(struct decision *d, const struct value *v)
{
    return write_word(d, toy_write_of(v).word, true);
}

static const struct action_spec whispering_actions[] = WRITE(decide_whispering);
TOY(toy_whispering, .actions = whispering_actions, .facts = toy_facts, .follow = follow);

static bool decide_prejudiced(struct decision *d, const struct value *v)
{
    for (int seat = 0; seat < d->core->seats; seat++) {
        const struct toy_seat *other = decision_seat(d, seat);
        if (board(d)->done >> seat & 1 && other->word.len % 2 == (int)toy_write_of(v).word.len % 2)
            return refuse(d, "word_same");
    }
    return toy_write_ask(d, v);
}

static const struct action_spec prejudiced_actions[] = WRITE(decide_prejudiced);
TOY(toy_prejudiced, .actions = prejudiced_actions, .facts = toy_facts, .follow = follow);

/* Everyone is dealt a word by hidden chance; a public fact tells something of another's. */
static void open_dealing(struct decision *d)
{
    static const char *const dealt[] = {"A", "BB", "CCC", "DDDD"};

    phase_begin(d, TOY_WRITE, 0);
    for (int seat = 0; seat < d->core->seats; seat++)
        TELL(d, SEAT(seat), toy_written,
             .word = str_of(dealt[chance_below(d, TOY_CHANCE_CARD, 4)]));
}

static bool decide_peeking(struct decision *d, const struct value *v)
{
    const struct toy_seat *me = decision_seat(d, d->by);

    (void)v;
    if (board(d)->done >> d->by & 1)
        return refuse(d, "not_now");
    EMIT(d, toy_finished, .seat = d->by, .letters = me->word.len);
    return true;
}

static const struct action_spec peeking_actions[] = WRITE(decide_peeking);
static const struct fact_spec peeking_facts[] = FACTS(toy_finished_fold, true);
TOY_DEALING(toy_peeking, .actions = peeking_actions, .facts = peeking_facts, .follow = follow);

/* ---- law 4 ---- */

static bool decide_trickling(struct decision *d, const struct value *v)
{
    if (board(d)->done >> d->by & 1) {
        ((struct toy_public *)decision_public(d))->word[d->by].len = 3;
        return refuse(d, "not_now");
    }
    return toy_write_ask(d, v);
}

static const struct action_spec trickling_actions[] = WRITE(decide_trickling);
TOY(toy_trickling, .actions = trickling_actions, .facts = toy_facts, .follow = follow);

/* ---- law 5 ---- */

static void follow_hanging(struct decision *d)
{
    if (board(d)->done == seats_all(d->core->seats))
        read_words(d, TOY_ROUNDS, false);
}

TOY(toy_hanging, .actions = toy_actions, .facts = toy_facts, .follow = follow_hanging);

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

TOY(toy_endless, .actions = toy_actions, .facts = toy_facts, .follow = follow_endless);
TOY(toy_unjust, .actions = toy_actions, .facts = toy_facts, .follow = follow_unjust);

/* ---- T-10 ---- */

static bool decide_gambling(struct decision *d, const struct value *v)
{
    static unsigned calls;

    if (!toy_write_ask(d, v))
        return false;
    if (calls++ % 3 == 0)
        score_add(d, d->by, 1);
    return true;
}

static const struct action_spec gambling_actions[] = WRITE(decide_gambling);
TOY(toy_gambling, .actions = gambling_actions, .facts = toy_facts, .follow = follow);

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

TOY(toy_cheating, .actions = toy_actions, .facts = toy_facts, .follow = follow,
    .bot = {.think = think_cheating});

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

TOY(toy_blundering, .actions = toy_actions, .facts = toy_facts, .follow = follow,
    .bot = {.think = think_blundering});
TOY(toy_dozing, .actions = toy_actions, .facts = toy_facts, .follow = follow,
    .bot = {.think = think_dozing});

/* ---- law 11 ---- */

static void open_to_look(struct decision *d)
{
    phase_begin(d, TOY_LOOK, 60);
}

static void follow_hurrying(struct decision *d)
{
    if (d->core->bots && !(table_waiting(d->table) & d->core->bots))
        read_words(d, TOY_ROUNDS, false);
}

TOY_WITH(toy_hurrying, open_to_look, view, .actions = toy_actions, .facts = toy_facts,
         .follow = follow_hurrying, .bot = {.think = think});
