/* Letter Dice: objecting to a word, agreeing, and when the words of a round stand (LD-11). */
#include "letterdice.h"

#include "rules/vote.h"

static const struct ld_public *board(const struct decision *d)
{
    return decision_public(d);
}

/* ---- agreeing ---- */

bool ld_can_agree(const struct known *k)
{
    const struct ld_public *t = k->table;

    return k->core->phase == LD_SETTLE && !seats_has(t->agreed, k->seat);
}

bool ld_decide_agree(struct decision *d, const struct value *v)
{
    struct known k = table_known(d->table, d->by);

    (void)v;
    if (!ld_can_agree(&k))
        return refuse(d, "not_now");
    EMIT(d, LD_SEAT_AGREED, NUM(d->by));
    return true;
}

/* ---- objections ---- */

const char *ld_unobjectionable(const struct known *k, int claim)
{
    const struct ld_public *t = k->table;

    if (!ld_dice_lie(k->core) || claim >= t->claims || t->claim[claim].state != LD_CLAIM_OPEN)
        return "window_over";
    if (t->claim[claim].seat == k->seat)
        return "own_word";
    return ld_contested(k->core, claim) ? "vote_open" : NULL;
}

bool ld_can_object(const struct known *k)
{
    const struct ld_public *t = k->table;

    for (int i = 0; i < t->claims; i++) {
        if (!ld_unobjectionable(k, i))
            return true;
    }
    return false;
}

enum opinion ld_advice(const struct ld_claim *claim)
{
    if (claim->fault || claim->fits == OPINION_NO)
        return OPINION_YES;
    return claim->fits == OPINION_YES ? OPINION_NO : OPINION_NONE;
}

bool ld_decide_object(struct decision *d, const struct value *v)
{
    struct known k = table_known(d->table, d->by);
    int claim = (int)v[0].i;
    const char *reason = ld_unobjectionable(&k, claim);

    if (reason)
        return refuse(d, reason);
    const struct ld_claim *it = &board(d)->claim[claim];
    int theme = it->fits == OPINION_NO ? REASON_THEME : 0;
    return vote_open(d, &(struct question){.kind = VOTE_OBJECTION,
                                           .subject = LD_SUBJECT_STRIKE,
                                           .about = it->seat,
                                           .voters = seats_active(d->core),
                                           .suggested = ld_advice(it),
                                           .topic = claim,
                                           .why = it->fault ? it->fault : theme,
                                           .with = word_str(&it->with)});
}

void ld_decided(struct decision *d, const struct ballot *b, bool yes, bool rider)
{
    const struct ld_public *t = board(d);
    const struct ld_claim *claim = &t->claim[b->topic % LD_CLAIMS];

    (void)rider;
    if (b->topic >= t->claims || claim->state != LD_CLAIM_OPEN)
        return;
    /* A claim that stands is good in every way; why one is struck, only a fault tells. */
    words_fault_ruled(d, (enum fault)claim->fault, word_str(&claim->word), word_str(&claim->with),
                      yes);
    if (!yes || !claim->fault)
        words_ruled(d, RULED_FITS, word_str(&claim->word),
                    line_str(&t->theme_text[claim->theme - 1]), !yes);
    EMIT(d, yes ? LD_CLAIM_REJECTED : LD_CLAIM_STOOD, NUM(b->topic % LD_CLAIMS), NUM(claim->seat),
         TEXT(word_str(&claim->word)));
}

bool ld_close_windows(struct decision *d)
{
    const struct ld_public *t = board(d);
    int64_t end = ld_settles(t, d->core);

    if (!end || (d->now < end && table_waiting(d->table)))
        return false;
    for (int i = 0; i < t->claims; i++) {
        const struct ld_claim *claim = &t->claim[i];

        if (claim->state == LD_CLAIM_OPEN)
            EMIT(d, LD_CLAIM_STOOD, NUM(i), NUM(claim->seat), TEXT(word_str(&claim->word)));
    }
    return true;
}
