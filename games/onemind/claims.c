/*
 * One Mind: what people say about the words that lie there - claims, doubts, objections (rules
 * OM-2, OM-12, OM-15). What the table's votes make of it is in rulings.c.
 *
 * Equal words are one: they are asked about, join, return, fall and stand together.
 */
#include "onemind.h"

#include "rules/core_facts.h"
#include "rules/vote.h"

/* ---- whose word can be spoken about ---- */

/* Whether an earlier card waits with the word that was moved to it, to be a match (OM-12). Those of
 * a match that was made before have scored: nothing is said about them any more. */
static bool in_repair(const struct om_public *t, int place)
{
    const struct om_card *card = &t->card[t->round][place];

    return om_moved(t) && card->stack == t->card[t->round][om_place(t, t->reader)].stack &&
           !(card->flags & (OM_STRUCK | OM_MATCHED));
}

struct str om_word(const struct om_public *t, int seat)
{
    int place = om_place(t, seat);

    if (seat < 0) /* nobody reads */
        return STR("");
    if (place >= 0 && (t->round == 0 || seat == t->reader || in_repair(t, place)))
        return word_str(&t->card[t->round][place].word);
    return seats_has(t->read, seat) ? STR("") : word_str(&t->shown[seat]);
}

bool om_in_question(const struct om_public *t, int seat)
{
    if (seat < 0 || seat >= OM_SEATS || seats_has(t->struck, seat))
        return false;
    return t->round == 0 ? om_start_lies(t, seat) : om_word(t, seat).len > 0;
}

seat_set om_same_among(const struct decision *d, int seat, seat_set set)
{
    seat_set same = 0;

    FOR_SEATS (other, set) {
        if (om_one_word(d, seat, other))
            same |= SEAT(other);
    }
    return same;
}

/* ---- the time to object ---- */

void om_restart_clock(struct decision *d, const struct ballot *over)
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

/* The open vote on whether this word matches the one being read, whoever's claim it is. */
static const struct ballot *asked_already(const struct om_public *t, const struct core *c, int seat,
                                          struct str word)
{
    FOR_BALLOTS (b, c) {
        if (b->subject == OM_SUBJECT_MATCH &&
            om_equal(t, c, b->about, word_str(&t->shown[b->about]), seat, word))
            return b;
    }
    return NULL;
}

/* OM-12: whether the table has said that this word does not match the one being read. */
static bool word_refused(const struct om_public *t, const struct core *c, int holder,
                         struct str word)
{
    FOR_SEATS (seat, t->refused) {
        if (om_equal(t, c, seat, word_str(&t->shown[seat]), holder, word))
            return true;
    }
    return false;
}

/* Whether this seat has said that its card is a match, and the table votes on its word. */
static bool has_claimed(const struct known *k)
{
    const struct om_seat *me = k->mine;
    const struct ballot *b = asked_already(k->table, k->core, k->seat, word_str(&me->word));

    return b && (b->about == k->seat || seats_has(b->yes, k->seat));
}

static bool may_claim(const struct known *k)
{
    const struct om_public *t = k->table;
    const struct om_seat *me = k->mine;

    return seats_has(om_holders(t, k->core), k->seat) && !seats_has(t->joined, k->seat) &&
           !seats_has(t->refused, k->seat) && !seats_has(t->struck, t->reader) &&
           !word_refused(t, k->core, k->seat, word_str(&me->word)) &&
           !om_struck_like(t, k->core, k->seat, word_str(&me->word));
}

CAN(om_claim)
{
    return om_reading(k->core) && may_claim(k) && !has_claimed(k) &&
           !vote_pending(k->core, OM_SUBJECT_RULES, k->seat);
}

void om_join(struct decision *d, int seat, enum om_why why)
{
    const struct om_public *t = om_board(d);
    seat_set free = om_holders(t, d->core) & (seat_set) ~(t->joined | SEAT(seat));
    seat_set same = om_same_among(d, seat, free);

    EMIT(d, om_card_joined, .seat = seat, .word = word_str(&om_hand(d, seat)->word), .why = why);
    om_tell_gloss(d, seat);
    for (int step = 1; step < d->core->seats; step++) {
        int other = (seat + step) % d->core->seats;

        if (!seats_has(same, other))
            continue;
        EMIT(d, om_card_joined, .seat = other, .word = word_str(&om_hand(d, other)->word),
             .why = OM_SAME_WORD);
        om_tell_gloss(d, other);
    }
}

DECIDE(om_claim)
{
    struct known k = table_known(d->table, d->by);
    const struct om_seat *me = om_hand(d, d->by);

    if (!om_claim_can(&k))
        return refuse(d, "not_now");
    const struct ballot *asked = asked_already(om_board(d), d->core, d->by, word_str(&me->word));
    EMIT(d, om_match_claimed, .seat = d->by, .word = word_str(&me->word));
    om_tell_gloss(d, d->by);
    if (asked) { /* equal words are one: so is the question */
        EMIT(d, core_vote_cast, .ballot = asked->id, .seat = d->by, .yes = true);
        om_restart_clock(d, NULL);
        return true;
    }
    if (me->suggested == LIKENESS_SYNONYM) {
        om_join(d, d->by, OM_BY_EAR);
        om_restart_clock(d, NULL);
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
           !has_claimed(k);
}

DECIDE(om_decline)
{
    if (!decision_can(d, om_decline_can))
        return false;
    EMIT(d, om_match_declined, .seat = d->by);
    return true;
}

/* ---- a missed match is repaired ---- */

bool om_stack_takes(const struct om_public *t, int stack)
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
           om_stack_takes(t, t->card[t->round][place].stack);
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

static const struct om_card *top_card(const struct om_public *t, int stack)
{
    const struct om_card *top = NULL;

    for (int place = 0; place < t->laid[t->round]; place++) {
        if (t->card[t->round][place].stack == stack)
            top = &t->card[t->round][place];
    }
    return top;
}

struct str om_top_word(const struct om_public *t, int stack)
{
    const struct om_card *top = top_card(t, stack);

    return top ? word_str(&top->word) : STR("");
}

int om_top_seat(const struct om_public *t, int stack)
{
    const struct om_card *top = top_card(t, stack);

    return top ? top->seat : NO_SEAT;
}

DECIDE(om_claim_earlier)
{
    const struct om_public *t = om_board(d);
    struct known k = table_known(d->table, d->by);
    enum likeness like = LIKENESS_NONE;
    int seat = a->seat;

    if (!om_may_claim_earlier(&k, seat))
        return refuse(d, "not_now");
    int stack = t->card[t->round][om_place(t, seat)].stack;
    if (option(d->core, OPT_REFEREE) != REFEREE_TRUST)
        like = om_likeness(d, t->reader, om_word(t, t->reader), om_top_seat(t, stack),
                           om_top_word(t, stack));
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
    int opened = d->facts;
    if (!ask_table(d, &(struct question){.subject = OM_SUBJECT_MATCH,
                                         .about = a->seat,
                                         .suggested = OPINION_YES,
                                         .says = OPINION_NO}))
        return false;
    /* T-7: whoever claimed the match has said yes by that. */
    for (int i = opened; i < d->facts && seats_has(seats_active(d->core), a->seat); i++) {
        if (d->fact[i].kind == VOTE_OPENED) {
            EMIT(d, core_vote_cast, .ballot = FACT_AS(core_vote_opened, &d->fact[i]).ballot,
                 .seat = a->seat, .yes = true);
            break;
        }
    }
    return true;
}

/* OM-15: the table has been asked about this word already, here or where an equal one lies. */
static bool objected_already(const struct known *k, int seat)
{
    const struct om_public *t = k->table;

    for (int other = 0; other < k->core->seats; other++) {
        if ((seats_has(t->cleared, other) || vote_pending(k->core, OM_SUBJECT_RULES, other)) &&
            (other == seat ||
             om_equal(t, k->core, seat, om_word(t, seat), other, om_word(t, other))))
            return true;
    }
    return false;
}

bool om_may_object(const struct known *k, int seat)
{
    const struct om_public *t = k->table;

    return (om_reading(k->core) || k->core->phase == OM_LOOK) && seat != k->seat &&
           om_in_question(t, seat) && !objected_already(k, seat);
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
           !seats_has(om_content(t), k->seat);
}

DECIDE(om_go_on)
{
    if (!decision_can(d, om_go_on_can))
        return false;
    EMIT(d, om_seat_ready, .seat = d->by);
    return true;
}
