/* Letter Dice: what follows from the claims on the table. Everything here is public. */
#include "letterdice.h"

#include "rules/vote.h"

int ld_scoring(int players)
{
    return players - (players >= 5 ? 2 : 1);
}

int ld_standing(const struct ld_public *t)
{
    int n = 0;

    for (int i = 0; i < t->claims; i++)
        n += ld_counts(&t->claim[i]);
    return n;
}

seat_set ld_out(const struct ld_public *t, const struct core *c)
{
    seat_set out = 0;

    if (!ld_is(c, LD_CLASSIC))
        return 0; /* LD-14, LD-15 */
    for (int i = 0; i < t->claims; i++) {
        if (ld_counts(&t->claim[i]))
            out |= SEAT(t->claim[i].seat);
    }
    return out;
}

seat_set ld_playing(const struct ld_public *t, const struct core *c)
{
    return seats_active(c) & (seat_set) ~(ld_out(t, c) | t->passed);
}

bool ld_theme_closed(const struct ld_public *t, int theme)
{
    for (int i = 0; i < t->claims; i++) {
        if (t->claim[i].theme == theme && ld_counts(&t->claim[i]))
            return true;
    }
    return false;
}

static bool all_themes_closed(const struct ld_public *t)
{
    for (int theme = 1; theme <= LD_THEMES; theme++) {
        if (!ld_theme_closed(t, theme))
            return false;
    }
    return true;
}

enum ld_closed ld_over(const struct ld_public *t, const struct core *c)
{
    int standing = ld_standing(t);

    if (c->expired || t->closed == LD_TIME)
        return LD_TIME;
    if (ld_black(t) && standing)
        return LD_BLACK_WON;
    if (!ld_black(t) && t->scoring && standing >= t->scoring)
        return LD_ALL_SCORED;
    if (!ld_black(t) && t->middle == 0)
        return LD_EMPTY;
    if (ld_is(c, LD_OPEN) && all_themes_closed(t))
        return LD_ALL_THEMES;
    if (t->claims == LD_CLAIMS)
        return LD_FULL;
    return ld_playing(t, c) & seats_waited(c) ? LD_GOES_ON : LD_ALL_PASSED;
}

bool ld_from_reserve(const struct ld_public *t, const struct core *c)
{
    return ld_is(c, LD_LIMITED) && ld_black(t); /* LD-14 */
}

const char *ld_silenced(const struct ld_public *t, const struct core *c, int seat)
{
    if (!ld_dice_lie(c))
        return "not_now";
    if (seats_has(ld_out(t, c), seat))
        return "already_out"; /* LD-9 */
    /* The last ones may name their word while the others' are settled: it moves up if one falls. */
    if (c->phase == LD_SETTLE && t->closed != LD_ALL_SCORED)
        return "round_over";
    return t->claims == LD_CLAIMS ? "round_over" : NULL;
}

bool ld_contested(const struct core *c, int claim)
{
    return vote_pending_on(c, LD_SUBJECT_STRIKE, claim);
}

bool ld_any_open(const struct ld_public *t)
{
    for (int i = 0; i < t->claims; i++) {
        if (t->claim[i].state == LD_CLAIM_OPEN)
            return true;
    }
    return false;
}

int64_t ld_settles(const struct ld_public *t, const struct core *c)
{
    if (c->phase != LD_SETTLE || !ld_any_open(t))
        return 0;
    for (int i = 0; i < t->claims; i++) {
        if (t->claim[i].state == LD_CLAIM_OPEN && ld_contested(c, i))
            return 0;
    }
    /* A last claim that the table struck was one, too: the others keep their time. */
    return t->claim[t->claims - 1].at + option(c, LD_OBJECTION_TIME) * INT64_C(1000);
}
