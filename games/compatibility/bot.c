/* Compatibility: how a bot plays. It ranks the pictures by how well their keywords show the theme,
 * each bot with whims of its own, and doubles when its first choice stands out. */
#include "compatibility.h"

#include "rules/bot.h"
#include "rules/tally.h"

/* Milliseconds a person takes. */
enum { TO_BROWSE = 8000, TO_CALL = 2000, TO_DOUBLE = 9000, TO_CHOOSE = 16000, TO_LOOK = 1500 };

static const struct co_public *table_of(const struct known *k)
{
    return k->table;
}

static const struct deck *pictures(const struct thinking *t)
{
    return bot_deck(t, co_picture_deck(t->known->core));
}

/* ---- ranking ---- */

static float distance(float a, float b)
{
    return a > b ? a - b : b - a;
}

/* How well each picture shows the theme, in mean deviations from the mean, whims included. Where
 * nothing is known there are only whims. */
static void judge(const struct thinking *t, float worth[CO_PICTURES])
{
    static const float WHIM = .22f;
    const struct co_public *table = table_of(t->known);
    const struct deck *deck = pictures(t);
    struct str theme = phrase_str(&table->theme);
    float sum = 0, spread = 0;

    for (int i = 0; i < CO_PICTURES; i++) {
        bool there = deck && i < deck->entries;
        struct str keywords = there ? deck_field(&deck->entry[i], "keywords") : STR("");
        float shown = t->mind->portrays(t->mind, t->lang, keywords, theme);

        worth[i] = shown > 0 ? shown : 0;
        sum += worth[i];
    }
    for (int i = 0; i < CO_PICTURES; i++) {
        worth[i] -= sum / CO_PICTURES;
        spread += distance(worth[i], 0) / CO_PICTURES;
    }
    for (int i = 0; i < CO_PICTURES; i++) {
        char name[] = {(char)i, (char)table->round};

        worth[i] = spread > 0 ? worth[i] / spread : 0;
        worth[i] += WHIM * t->nature.taste * bot_whim(t, str_n(name, sizeof name), 0);
    }
}

/* The best `n` pictures, best first. */
static void rank(const float worth[CO_PICTURES], uint8_t *out, int n)
{
    uint64_t taken = 0;

    for (int place = 0; place < n; place++) {
        int best = -1;

        for (int i = 0; i < CO_PICTURES; i++) {
            if (!(taken >> i & 1) && (best < 0 || worth[i] > worth[best]))
                best = i;
        }
        out[place] = (uint8_t)best;
        taken |= UINT64_C(1) << best;
    }
}

/* ---- choosing ---- */

/* CO-11: once in a game, so the first choice must stand out; near the finish it need not. */
static bool sure(const struct known *k, const float worth[CO_PICTURES], const uint8_t *ranking)
{
    static const float STANDS_OUT = 1.5f;
    const struct co_public *table = table_of(k);
    bool late = table->space[k->seat] * 10 >= co_last_space(k->core) * 6;

    return worth[ranking[0]] - worth[ranking[1]] >= (late ? STANDS_OUT / 3 : STANDS_OUT);
}

static bool think_choose(const struct known *k, struct thinking *t)
{
    const struct co_public *table = table_of(k);
    const struct deck *deck = pictures(t);
    int n = table->count[k->seat];
    uint8_t ranking[CO_RANKS + 1];
    float worth[CO_PICTURES];

    if (seats_has(table->finished, k->seat) || n < 1 || n > CO_RANKS)
        return false;
    judge(t, worth);
    rank(worth, ranking, n + 1); /* one more, to see how the first stands out */
    if (!co_double_refusal(k) && !table->doubler && sure(k, worth, ranking)) {
        BOT_DO(t, co_double, .position = 1);
        bot_when(t, k->core->since, TO_DOUBLE, CO_ACT_DOUBLE);
        return true;
    }
    BOT_DO(t, co_choose, .pictures = bot_list(t, ranking, n).s);
    bot_when(t, k->core->since, TO_CHOOSE, CO_ACT_CHOOSE);
    if (deck && ranking[0] < deck->entries) {
        bot_because(t, "first", CO_ROUND_BEGAN);
        bot_because_text(t, "theme", phrase_str(&table->theme));
        bot_because_text(t, "title", deck_field(&deck->entry[ranking[0]], "title"));
    }
    return true;
}

static bool think_call(const struct known *k, struct thinking *t)
{
    const struct co_public *table = table_of(k);
    struct rng r = bot_rng(t, table->round);

    if (table->announcer != k->seat)
        return false;
    BOT_DO(t, co_call, .number = 1 + (int)rng_below(&r, CO_NUMBERS));
    bot_when(t, k->core->since, TO_CALL, CO_ACT_CALL);
    return true;
}

static bool think_go_on(const struct known *k, struct thinking *t, int milliseconds)
{
    if (seats_has(table_of(k)->ready, k->seat))
        return false;
    BOT_DO(t, co_go_on);
    bot_when(t, k->core->since, milliseconds, CO_ACT_GO_ON);
    return true;
}

bool co_think(const struct known *k, struct thinking *t)
{
    switch (k->core->phase) {
    case CO_BROWSE:
        return think_go_on(k, t, TO_BROWSE);
    case CO_CALL:
        return think_call(k, t);
    case CO_CHOOSE:
        return think_choose(k, t);
    default:
        return think_go_on(k, t, TO_LOOK);
    }
}

/* ---- figures ---- */

enum { AGREED, DIRECT, DOUBLED, ROUNDS };

const char *const co_figures[] = {[AGREED] = "agreed",
                                  [DIRECT] = "agreed_directly",
                                  [DOUBLED] = "doubles_won",
                                  [ROUNDS] = "rounds",
                                  NULL};

/* Of the pictures that are compared: an agreement is two cards, and the Referent's are compared
 * with everybody's. */
void co_measure(const struct known *k, const struct fact *f, struct tally *out)
{
    const struct co_public *t = table_of(k);

    switch (f->kind) {
    case CO_CARD_REVEALED:
        if (co_pairs(k->core) || FACT_AS(co_card_revealed, f).seat != t->announcer) {
            double cards = co_pairs(k->core) ? .5 : 1;

            tally_add(out, AGREED, 0, cards);
            tally_add(out, DIRECT, 0, cards);
        }
        return;
    case CO_AGREED:
        tally_add(out, AGREED, 1, 0);
        tally_add(out, DIRECT, FACT_AS(co_agreed, f).kind != CO_INDIRECT, 0);
        tally_add(out, DOUBLED, FACT_AS(co_agreed, f).kind == CO_DOUBLED, 0);
        return;
    case CO_DOUBLE_SHOWN:
        tally_add(out, DOUBLED, 0, 1);
        return;
    case GAME_ENDED:
        tally_add(out, ROUNDS, t->round, 1);
        return;
    default:
        return;
    }
}
