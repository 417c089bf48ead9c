/* Letter Dice: objecting to a word, agreeing, and when the words of a round stand (LD-11). */
#include "letterdice.h"

#include "rules/vote.h"

/* ---- agreeing ---- */

CAN(ld_agree)
{
    const struct ld_public *t = k->table;

    return k->core->phase == LD_SETTLE && !seats_has(t->agreed, k->seat);
}

DECIDE(ld_agree)
{
    if (!decision_can(d, ld_agree_can))
        return false;
    EMIT(d, ld_seat_agreed, .seat = d->by);
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

CAN(ld_object)
{
    const struct ld_public *t = k->table;

    for (int i = 0; i < t->claims; i++) {
        if (!ld_unobjectionable(k, i))
            return true;
    }
    return false;
}

LEGAL(ld_object)
{
    return !ld_unobjectionable(k, a->claim);
}

enum opinion ld_advice(const struct ld_claim *claim)
{
    if (claim->fault || claim->fits == OPINION_NO)
        return OPINION_YES;
    return claim->fits == OPINION_YES ? OPINION_NO : OPINION_NONE;
}

DECIDE(ld_object)
{
    struct known k = table_known(d->table, d->by);
    const char *reason = ld_unobjectionable(&k, a->claim);

    if (reason)
        return refuse(d, reason);
    const struct ld_claim *it = &ld_board(d)->claim[a->claim];
    int theme = it->fits == OPINION_NO ? REASON_THEME : 0;
    return vote_open(d, &(struct question){.kind = VOTE_OBJECTION,
                                           .subject = LD_SUBJECT_STRIKE,
                                           .about = it->seat,
                                           .voters = seats_active(d->core),
                                           .suggested = ld_advice(it),
                                           .topic = a->claim,
                                           .why = it->fault ? it->fault : theme,
                                           .with = word_str(&it->with)});
}

void ld_decided(struct decision *d, const struct ballot *b, bool yes, bool rider)
{
    const struct ld_public *t = ld_board(d);
    const struct ld_claim *claim = &t->claim[b->topic % LD_CLAIMS];
    struct str word = word_str(&claim->word);

    (void)rider;
    if (b->topic >= t->claims || claim->state != LD_CLAIM_OPEN)
        return; /* where nothing was said, there is no theme either */
    /* A claim that stands is good in every way; why one is struck, only a fault tells. */
    words_fault_ruled(d, (enum fault)claim->fault, word, word_str(&claim->with), yes);
    if (!yes || !claim->fault)
        words_ruled(d, RULED_FITS, word, phrase_str(&t->theme_text[claim->theme - 1]), !yes);
    if (yes)
        EMIT(d, ld_claim_rejected, .claim = b->topic, .seat = claim->seat, .word = word);
    else
        EMIT(d, ld_claim_stood, .claim = b->topic, .seat = claim->seat, .word = word);
}

bool ld_close_windows(struct decision *d)
{
    const struct ld_public *t = ld_board(d);
    int64_t end = ld_settles(t, d->core);

    if (!end || (d->now < end && table_waiting(d->table)))
        return false;
    for (int i = 0; i < t->claims; i++) {
        const struct ld_claim *claim = &t->claim[i];

        if (claim->state == LD_CLAIM_OPEN)
            EMIT(d, ld_claim_stood, .claim = i, .seat = claim->seat,
                 .word = word_str(&claim->word));
    }
    return true;
}
