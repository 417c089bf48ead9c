/* Letter Dice: who gets tokens and who gives them back (LD-7, LD-8, LD-10, LD-11, LD-14). */
#include "letterdice.h"

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* What a claim is worth at its place among those that count. Places shift when one is struck. Who
 * has left for good keeps what their words earned: it counts, though it cannot win (T-9). */
static int worth(const struct ld_public *t, int claim, int place)
{
    const struct ld_claim *it = &t->claim[claim];

    if (!ld_counts(it) || (t->scoring && place >= t->scoring))
        return 0; /* LD-10: the last ones */
    return it->points;
}

static void return_tokens(struct decision *d, int claim, int tokens, enum ld_purse into)
{
    int seat = ld_board(d)->claim[claim].seat;

    if (tokens <= 0)
        return;
    EMIT(d, ld_tokens_returned, .claim = claim, .seat = seat, .tokens = tokens, .into = into);
    score_add(d, seat, -tokens);
}

/* Tokens go back where they came from. */
static bool give_back(struct decision *d)
{
    const struct ld_public *t = ld_board(d);
    bool any = false;

    for (int i = 0, place = 0; i < t->claims; i++) {
        const struct ld_claim *claim = &t->claim[i];
        int over = smaller(claim->tokens - worth(t, i, place), d->core->score[claim->seat]);

        place += ld_counts(claim);
        if (over <= 0)
            continue;
        int reserved = smaller(over, claim->reserved);
        return_tokens(d, i, over - reserved, LD_MIDDLE);
        return_tokens(d, i, reserved, LD_RESERVE);
        any = true;
    }
    return any;
}

/* What is there, at most; how many. */
static int take_tokens(struct decision *d, int claim, int tokens, int *left, enum ld_purse from)
{
    int seat = ld_board(d)->claim[claim].seat, take = smaller(tokens, *left);

    if (take <= 0)
        return 0;
    EMIT(d, ld_tokens_taken, .claim = claim, .seat = seat, .tokens = take, .from = from);
    score_add(d, seat, take);
    *left -= take;
    return take;
}

/* In the order of arrival; when the tokens run short, what is there (LD-7). A claim that was short
 * or last is paid later, as if the one that was struck had never been said. */
static bool pay_out(struct decision *d)
{
    const struct ld_public *t = ld_board(d);
    int reserve = ld_from_reserve(t, d->core) ? t->reserve : 0, middle = t->middle;
    bool any = false;

    for (int i = 0, place = 0; i < t->claims; i++) {
        int due = worth(t, i, place) - t->claim[i].tokens;

        place += ld_counts(&t->claim[i]);
        int taken = take_tokens(d, i, due, &reserve, LD_RESERVE);
        taken += take_tokens(d, i, due - taken, &middle, LD_MIDDLE);
        any = any || taken;
    }
    return any;
}

bool ld_settle_accounts(struct decision *d)
{
    /* Between rounds the list shows how the last one went; it is settled. */
    return ld_dice_lie(d->core) && (give_back(d) || pay_out(d));
}

void ld_pay_penalty(struct decision *d, int seat)
{
    int pay = smaller(LD_BLACK_TOKENS, d->core->score[seat]);

    if (pay <= 0)
        return;
    EMIT(d, ld_tokens_paid, .seat = seat, .tokens = pay);
    score_add(d, seat, -pay);
}
