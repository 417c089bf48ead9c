/* Chime: how a bot plays. */
#include "chime/chime.h"

#include "rules/bot.h"

bool chime_bot_thinks(const struct known *k, struct thinking *t)
{
    const struct chime_public *table = k->table;
    struct rng chance = bot_rng(t, table->round);

    if (!chime_think_can(k))
        return false;
    BOT_DO(t, chime_think, .number = 1 + (int)rng_below(&chance, 5));
    bot_when(t, k->core->since, 4000, table->round);
    return true;
}
