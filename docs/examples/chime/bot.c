/* Chime: how a bot plays. */
#include "chime/chime.h"

#include "rules/bot.h"
#include "rules/tally.h"

bool chime_bot_thinks(const struct known *k, struct thinking *t)
{
    const struct chime_public *table = k->table;
    struct rng chance = bot_rng(t, table->round);

    if (!chime_think_can(k))
        return false;
    int number = 1 + (int)rng_below(&chance, 5);
    char digit = (char)('0' + number);
    BOT_DO(t, chime_think, .number = number);
    bot_when(t, k->core->since, 4000, table->round);
    bot_because(t, "liked", CHIME_TOLD);
    bot_because_text(t, "number", str_n(&digit, 1));
    return true;
}

/* ---- figures ---- */

enum { IN_TUNE };

const char *const chime_figures[] = {[IN_TUNE] = "in_tune", NULL};

/* Of the numbers that were told: how many had company. */
void chime_measure(const struct known *k, const struct fact *f, struct tally *out)
{
    (void)k;
    if (f->kind == CHIME_TOLD)
        tally_add(out, IN_TUNE, 0, 1);
    if (f->kind == SCORED)
        tally_add(out, IN_TUNE, 1, 0);
}
