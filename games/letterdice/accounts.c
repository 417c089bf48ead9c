/* Letter Dice: who gets tokens and who gives them back (LD-7, LD-8, LD-10, LD-11, LD-14). */
#include "letterdice.h"

enum { FROM_MIDDLE, FROM_RESERVE };

static const struct ld_public *board(const struct decision *d)
{
    return decision_public(d);
}

static int purse(const struct decision *d)
{
    return ld_from_reserve(board(d), d->core) ? FROM_RESERVE : FROM_MIDDLE;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* What a claim is worth at its place among those that count. Places shift when one is struck. */
static int worth(const struct ld_public *t, const struct core *c, int claim, int place)
{
    const struct ld_claim *it = &t->claim[claim];

    if (!ld_counts(it) || seats_has(c->gone, it->seat))
        return 0;
    if (t->scoring && place >= t->scoring)
        return 0; /* LD-10: the last ones */
    return it->points;
}

/* Who left for good leaves the tokens behind, for those who play on. */
static bool collect_left(struct decision *d)
{
    const struct core *c = d->core;
    bool any = false;

    FOR_SEATS (seat, c->gone) {
        int tokens = smaller(c->score[seat], LD_TOKENS);
        bool reserve = option(c, LD_VARIANT) == LD_LIMITED;

        if (tokens <= 0)
            continue;
        EMIT(d, LD_TOKENS_LEFT, NUM(seat), NUM(tokens), NUM(reserve));
        score_add(d, seat, -tokens);
        any = true;
    }
    return any;
}

static bool give_back(struct decision *d)
{
    const struct ld_public *t = board(d);
    bool any = false;

    for (int i = 0, place = 0; i < t->claims; i++) {
        const struct ld_claim *claim = &t->claim[i];
        int over = claim->tokens - worth(t, d->core, i, place);

        over = smaller(over, d->core->score[claim->seat]);
        place += ld_counts(claim);
        if (over <= 0)
            continue;
        EMIT(d, LD_TOKENS_RETURNED, NUM(i), NUM(claim->seat), NUM(over), NUM(purse(d)));
        score_add(d, claim->seat, -over);
        any = true;
    }
    return any;
}

/* In the order of arrival; when the tokens run short, what is there (LD-7). A claim that was short
 * or last is paid later, as if the one that was struck had never been said. */
static bool pay_out(struct decision *d)
{
    const struct ld_public *t = board(d);
    int left = purse(d) == FROM_RESERVE ? t->reserve : t->middle;
    bool any = false;

    for (int i = 0, place = 0; i < t->claims && left > 0; i++) {
        const struct ld_claim *claim = &t->claim[i];
        int take = smaller(worth(t, d->core, i, place) - claim->tokens, left);

        place += ld_counts(claim);
        if (take <= 0)
            continue;
        EMIT(d, LD_TOKENS_TAKEN, NUM(i), NUM(claim->seat), NUM(take), NUM(purse(d)));
        score_add(d, claim->seat, take);
        left -= take;
        any = true;
    }
    return any;
}

bool ld_settle_accounts(struct decision *d)
{
    if (collect_left(d))
        return true;
    /* Between rounds the list shows how the last one went; it is settled. */
    return ld_dice_lie(d->core) && (give_back(d) || pay_out(d));
}

void ld_pay_penalty(struct decision *d, int seat)
{
    int pay = smaller(LD_BLACK_TOKENS, d->core->score[seat]);

    if (pay <= 0)
        return;
    EMIT(d, LD_TOKENS_PAID, NUM(seat), NUM(pay));
    score_add(d, seat, -pay);
}
