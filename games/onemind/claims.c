/*
 * One Mind: what people say about the words that lie there - claims, doubts, objections - and what
 * the table's votes make of it (rules OM-2, OM-12, OM-15).
 *
 * Equal words are one: they join, return, fall and stand together.
 */
#include "onemind.h"

#include "rules/core_facts.h"
#include "rules/vote.h"

/* ---- whose word can be spoken about ---- */

struct str om_word(const struct om_public *t, int seat)
{
    int place = om_place(t, seat);

    if (place >= 0 && (t->round == 0 || seat == t->reader))
        return word_str(&t->card[t->round][place].word);
    return seats_has(t->read, seat) ? STR("") : word_str(&t->shown[seat]);
}

bool om_in_question(const struct om_public *t, int seat)
{
    if (seat < 0 || seat >= OM_SEATS || seats_has(t->struck, seat))
        return false;
    if (t->round == 0) {
        int place = om_place(t, seat);

        return place >= 0 && !(t->card[0][place].flags & OM_STRUCK);
    }
    return om_word(t, seat).len > 0;
}

static bool same_word(const struct decision *d, int a, int b)
{
    return word_same(word_str(&om_hand(d, a)->word), word_str(&om_hand(d, b)->word),
                     (enum language)d->core->language);
}

/* Everyone of a set whose word is the same as this seat's. */
static seat_set same_among(const struct decision *d, int seat, seat_set set)
{
    seat_set same = 0;

    FOR_SEATS (other, set) {
        if (same_word(d, seat, other))
            same |= SEAT(other);
    }
    return same;
}

/* ---- the time to object ---- */

/* OM-15: whatever is said in public gives everybody the full time again. `over` is the vote that
 * ends with it, if any: another one may still hold the clock. */
static void restart_clock(struct decision *d, const struct ballot *over)
{
    const struct core *c = d->core;
    int64_t full = c->phase == OM_READ ? om_window(c) : INT64_C(1000) * option(c, OM_CHECK_TIME);
    bool held = false;

    FOR_BALLOTS (b, c)
        held = held || (b != over && b->holds);
    if (held)
        EMIT(d, core_clock_held, .left = full);
    else
        EMIT(d, core_clock_released, .until = full ? d->now + full : 0);
}

static bool ask_table(struct decision *d, const struct question *q)
{
    struct question asked = *q;

    asked.voters = seats_active(d->core);
    asked.holds = true;
    return vote_open(d, &asked);
}

static enum opinion likeness_opinion(enum likeness like)
{
    switch (like) {
    case LIKENESS_NO:
        return OPINION_NO;
    case LIKENESS_PROBABLY:
    case LIKENESS_SYNONYM:
        return OPINION_YES;
    case LIKENESS_NONE:
        break;
    }
    return OPINION_NONE;
}

/* ---- claims of holders ---- */

bool om_may_claim(const struct om_public *t, const struct core *c, int seat)
{
    return seats_has(om_holders(t, c), seat) && !seats_has(t->joined | t->refused, seat) &&
           !seats_has(t->struck, t->reader);
}

CAN(om_claim)
{
    return om_reading(k->core) && om_may_claim(k->table, k->core, k->seat) &&
           !vote_pending(k->core, OM_SUBJECT_MATCH, k->seat) &&
           !vote_pending(k->core, OM_SUBJECT_RULES, k->seat);
}

/* OM-12: all holders of an equal word join with a card, whatever they said before; or a match that
 * the table grants would take another one away. */
static void join(struct decision *d, int seat, enum om_why why)
{
    const struct om_public *t = om_board(d);
    seat_set free = om_holders(t, d->core) & (seat_set) ~(t->joined | SEAT(seat));
    seat_set same = same_among(d, seat, free);

    EMIT(d, om_card_joined, .seat = seat, .word = word_str(&om_hand(d, seat)->word), .why = why);
    for (int step = 1; step < d->core->seats; step++) {
        int other = (seat + step) % d->core->seats;

        if (seats_has(same, other))
            EMIT(d, om_card_joined, .seat = other, .word = word_str(&om_hand(d, other)->word),
                 .why = OM_SAME_WORD);
    }
}

DECIDE(om_claim)
{
    struct known k = table_known(d->table, d->by);
    const struct om_seat *me = om_hand(d, d->by);

    if (!om_claim_can(&k))
        return refuse(d, "not_now");
    EMIT(d, om_match_claimed, .seat = d->by, .word = word_str(&me->word));
    if (me->suggested == LIKENESS_SYNONYM) {
        join(d, d->by, OM_BY_EAR);
        restart_clock(d, NULL);
        return true;
    }
    return ask_table(d,
                     &(struct question){.subject = OM_SUBJECT_MATCH,
                                        .about = d->by,
                                        .suggested = likeness_opinion((enum likeness)me->suggested),
                                        .says = OPINION_YES});
}

CAN(om_decline)
{
    return k->core->phase == OM_READ && seats_has(om_undeclared(k->table, k->core), k->seat) &&
           !vote_pending(k->core, OM_SUBJECT_MATCH, k->seat);
}

DECIDE(om_decline)
{
    struct known k = table_known(d->table, d->by);

    if (!om_decline_can(&k))
        return refuse(d, "not_now");
    EMIT(d, om_match_declined, .seat = d->by);
    return true;
}

/* ---- a missed match is repaired ---- */

/* Whether the cards of an earlier stack can take the word being read: none is struck, the table has
 * not refused it, and no two matches would merge. */
static bool stack_takes(const struct om_public *t, int stack)
{
    for (int place = 0; place < t->laid[t->round]; place++) {
        const struct om_card *card = &t->card[t->round][place];

        if (card->stack != stack)
            continue;
        if (card->seat == t->reader || (card->flags & OM_STRUCK) ||
            ((card->flags & OM_MATCHED) && t->joined))
            return false;
    }
    return !(t->tried >> stack & 1);
}

bool om_may_claim_earlier(const struct known *k, int seat)
{
    const struct om_public *t = k->table;
    int place = om_reading(k->core) ? om_place(t, seat) : -1;

    return place >= 0 && seats_has(t->read, seat) && !seats_has(t->struck, t->reader) &&
           !om_moved(t) && !vote_pending(k->core, OM_SUBJECT_EARLIER, t->reader) &&
           !vote_pending(k->core, OM_SUBJECT_RULES, t->reader) &&
           stack_takes(t, t->card[t->round][place].stack);
}

static bool any_seat(const struct known *k, bool (*may)(const struct known *, int))
{
    for (int seat = 0; seat < k->core->seats; seat++) {
        if (may(k, seat))
            return true;
    }
    return false;
}

LEGAL(om_claim_earlier)
{
    return om_may_claim_earlier(k, a->seat);
}

CAN(om_claim_earlier)
{
    return any_seat(k, om_may_claim_earlier);
}

/* The open word of a stack in this round's row: that of the card laid last. */
static struct str top_word(const struct om_public *t, int stack)
{
    struct str word = STR("");

    for (int place = 0; place < t->laid[t->round]; place++) {
        if (t->card[t->round][place].stack == stack)
            word = word_str(&t->card[t->round][place].word);
    }
    return word;
}

DECIDE(om_claim_earlier)
{
    const struct om_public *t = om_board(d);
    struct known k = table_known(d->table, d->by);
    const struct lexicon *l = d->world->lexicon;
    enum likeness like = LIKENESS_NONE;
    int seat = a->seat;

    if (!om_may_claim_earlier(&k, seat))
        return refuse(d, "not_now");
    int stack = t->card[t->round][om_place(t, seat)].stack;
    if (option(d->core, OPT_REFEREE) != REFEREE_TRUST)
        like = l->likeness(l, (enum language)d->core->language, om_word(t, t->reader),
                           top_word(t, stack));
    EMIT(d, om_earlier_claimed, .seat = d->by, .on = seat);
    return ask_table(d, &(struct question){.subject = OM_SUBJECT_EARLIER,
                                           .about = t->reader,
                                           .suggested = likeness_opinion(like),
                                           .says = OPINION_YES,
                                           .topic = stack});
}

/* ---- doubts and objections ---- */

bool om_may_doubt(const struct known *k, int seat)
{
    const struct om_public *t = k->table;

    return om_reading(k->core) && seats_has(t->by_ear, seat) && seat != k->seat &&
           !vote_pending(k->core, OM_SUBJECT_MATCH, seat);
}

LEGAL(om_doubt)
{
    return om_may_doubt(k, a->seat);
}

CAN(om_doubt)
{
    return any_seat(k, om_may_doubt);
}

DECIDE(om_doubt)
{
    struct known k = table_known(d->table, d->by);

    if (!om_may_doubt(&k, a->seat))
        return refuse(d, "not_now");
    return ask_table(d, &(struct question){.subject = OM_SUBJECT_MATCH,
                                           .about = a->seat,
                                           .suggested = OPINION_YES,
                                           .says = OPINION_NO});
}

bool om_may_object(const struct known *k, int seat)
{
    const struct om_public *t = k->table;

    return (om_reading(k->core) || k->core->phase == OM_LOOK) && seat != k->seat &&
           om_in_question(t, seat) && !seats_has(t->cleared, seat) &&
           !vote_pending(k->core, OM_SUBJECT_RULES, seat);
}

LEGAL(om_object)
{
    return om_may_object(k, a->seat);
}

CAN(om_object)
{
    return any_seat(k, om_may_object);
}

DECIDE(om_object)
{
    struct known k = table_known(d->table, d->by);
    int seat = a->seat;

    if (!om_may_object(&k, seat))
        return refuse(d, "not_now");
    /* What the referee told the writer in private is told to all now, unless it keeps out of it. */
    bool silent = option(d->core, OPT_REFEREE) == REFEREE_TRUST;
    const struct om_seat *it = om_hand(d, seat);
    return ask_table(
        d, &(struct question){.kind = VOTE_OBJECTION,
                              .subject = OM_SUBJECT_RULES,
                              .about = seat,
                              .suggested = silent || !it->fault ? OPINION_NONE : OPINION_YES,
                              .rider = om_board(d)->round > 0,
                              .says_rider = a->erase,
                              .why = silent ? FAULT_NONE : it->fault,
                              .with = silent ? STR("") : word_str(&it->with)});
}

CAN(om_go_on)
{
    const struct om_public *t = k->table;

    return (k->core->phase == OM_LOOK || k->core->phase == OM_CHECK) &&
           !seats_has(om_content(t, k->core), k->seat);
}

DECIDE(om_go_on)
{
    struct known k = table_known(d->table, d->by);

    if (!om_go_on_can(&k))
        return refuse(d, "not_now");
    EMIT(d, om_seat_ready, .seat = d->by);
    return true;
}

/* ---- what the votes say ---- */

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

    if (!om_in_question(t, b->about) || seats_has(t->cleared, b->about))
        return; /* settled meanwhile, together with an equal word */
    for (int seat = 0; seat < d->core->seats; seat++) {
        if (om_in_question(t, seat))
            lying |= SEAT(seat);
    }
    seat_set same = same_among(d, b->about, lying);
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
    restart_clock(d, b);
}

static void match_decided(struct decision *d, const struct ballot *b, bool yes)
{
    const struct om_public *t = om_board(d);

    if (!seats_has(om_holders(t, d->core), b->about))
        return;
    words_ruled(d, RULED_MATCH, om_word(t, t->reader), word_str(&t->shown[b->about]), yes);
    if (yes && !seats_has(t->struck, t->reader)) {
        join(d, b->about, OM_BY_VOTE);
    } else {
        EMIT(d, om_card_returned, .seat = b->about);
        FOR_SEATS (seat, same_among(d, b->about, t->joined & (seat_set)~SEAT(b->about)))
            EMIT(d, om_card_returned, .seat = seat);
    }
    restart_clock(d, b);
}

static void earlier_decided(struct decision *d, const struct ballot *b, bool yes)
{
    const struct om_public *t = om_board(d);
    int stack = b->topic;

    if (b->about != t->reader || seats_has(t->struck, t->reader) || stack >= t->laid[t->round])
        return;
    int on = t->card[t->round][stack].seat;
    words_ruled(d, RULED_MATCH, om_word(t, t->reader), top_word(t, stack), yes);
    /* Somebody may have joined meanwhile: then two matches lie there. */
    if (yes && stack_takes(t, stack))
        EMIT(d, om_card_moved, .seat = t->reader, .on = on);
    else
        EMIT(d, om_earlier_refused, .seat = t->reader, .on = on);
    restart_clock(d, b);
}

void om_decided(struct decision *d, const struct ballot *b, bool yes, bool rider)
{
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
