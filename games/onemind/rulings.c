/*
 * One Mind: what the table's votes make of claims, doubts and objections (rules OM-2, OM-12,
 * OM-15).
 */
#include "onemind.h"

#include "rules/core_facts.h"
#include "rules/vote.h"

/* OM-15: a word that broke a rule matches nobody, whoever wrote it. If it is the one being read,
 * the other cards that joined it go back. */
static void strike(struct decision *d, seat_set same, bool erase)
{
    const struct om_public *t = om_board(d);

    FOR_SEATS (seat, same)
        EMIT(d, om_word_struck, .seat = seat, .erased = erase);
    if (!seats_has(same, t->reader))
        return;
    FOR_SEATS (seat, t->joined & (seat_set)~same)
        EMIT(d, om_card_returned, .seat = seat);
}

static void rules_decided(struct decision *d, const struct ballot *b, bool yes, bool rider)
{
    const struct om_public *t = om_board(d);
    const struct om_seat *it = om_hand(d, b->about);
    seat_set lying = 0;

    for (int seat = 0; seat < d->core->seats; seat++) {
        if (om_in_question(t, seat))
            lying |= SEAT(seat);
    }
    seat_set same = om_same_among(d, b->about, lying);
    if (om_native(t, d->core, b->about, b->about))
        words_fault_ruled(d, (enum fault)it->fault, word_str(&it->word), word_str(&it->with), yes);
    if (yes && t->round == 0) { /* OM-2: written anew, with the same letter */
        strike(d, same, true);
        TELL(d, same, om_word_dropped);
        phase_begin(d, OM_START, option(d->core, OM_WRITE_TIME));
        return;
    }
    if (yes)
        strike(d, same, rider);
    else
        FOR_SEATS (equal, same)
            EMIT(d, om_word_cleared, .seat = equal);
    om_restart_clock(d, b);
}

/* Those who said yes with a card that everybody has seen. */
static seat_set claimants(const struct om_public *t, const struct ballot *b)
{
    seat_set set = 0;

    FOR_SEATS (seat, b->yes) {
        if (t->shown[seat].len)
            set |= SEAT(seat);
    }
    return set;
}

static void match_decided(struct decision *d, const struct ballot *b, bool yes)
{
    const struct om_public *t = om_board(d);

    if (om_native(t, d->core, t->reader, b->about))
        words_ruled(d, RULED_MATCH, om_word(t, t->reader), word_str(&t->shown[b->about]), yes);
    if (yes) {
        om_join(d, b->about, OM_BY_VOTE);
    } else {
        /* Cards that lie open go back; who holds an equal word in secret keeps the secret. */
        seat_set open = om_holders(t, d->core) & (t->joined | claimants(t, b));

        EMIT(d, om_card_returned, .seat = b->about);
        FOR_SEATS (seat, om_same_among(d, b->about, open & (seat_set)~SEAT(b->about)))
            EMIT(d, om_card_returned, .seat = seat);
    }
    om_restart_clock(d, b);
}

static void earlier_decided(struct decision *d, const struct ballot *b, bool yes)
{
    const struct om_public *t = om_board(d);
    int stack = b->topic;

    if (b->about != t->reader || seats_has(t->struck, t->reader) || stack >= t->laid[t->round])
        return;
    int on = t->card[t->round][stack].seat;
    if (om_native(t, d->core, t->reader, om_top_seat(t, stack)))
        words_ruled(d, RULED_MATCH, om_word(t, t->reader), om_top_word(t, stack), yes);
    if (yes)
        EMIT(d, om_card_moved, .seat = t->reader, .on = on);
    else
        EMIT(d, om_earlier_refused, .seat = t->reader, .on = on);
    om_restart_clock(d, b);
}

/* ---- questions that nobody needs to answer any more ---- */

/* Whether something else has settled what a vote asks. */
static bool is_moot(const struct om_public *t, const struct core *c, const struct ballot *b)
{
    switch (b->subject) {
    case OM_SUBJECT_RULES:
        return !om_in_question(t, b->about) || seats_has(t->cleared, b->about);
    case OM_SUBJECT_MATCH: /* a claim, or a doubt about what joined by ear */
        return seats_has(t->struck, t->reader) || !seats_has(om_holders(t, c), b->about) ||
               seats_has(t->refused | (t->joined & (seat_set)~t->by_ear), b->about);
    case OM_SUBJECT_EARLIER: /* somebody may have joined: then two matches lie there */
        return seats_has(t->struck, t->reader) || om_moved(t) || !om_stack_takes(t, b->topic);
    default:
        return false;
    }
}

bool om_close_moot(struct decision *d)
{
    const struct core *c = d->core;

    FOR_BALLOTS (b, c) {
        if (is_moot(om_board(d), c, b)) {
            vote_drop(d, b);
            return true;
        }
    }
    return false;
}

void om_decided(struct decision *d, const struct ballot *b, bool yes, bool rider)
{
    if (is_moot(om_board(d), d->core, b))
        return;
    switch (b->subject) {
    case OM_SUBJECT_RULES:
        rules_decided(d, b, yes, rider);
        return;
    case OM_SUBJECT_MATCH:
        match_decided(d, b, yes);
        return;
    default:
        earlier_decided(d, b, yes);
    }
}
