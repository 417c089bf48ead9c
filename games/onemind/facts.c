/* One Mind: what each fact changes. Total functions, one block each. */
#include "onemind.h"

#include <string.h>

APPLY(om_gems_placed, t)
{
    t->gems = f->gems;
    t->reader = NO_SEAT;
}

APPLY(om_letter_drawn, t)
{
    t->letter[f->seat] = f->letter;
}

static void lay(struct om_public *t, int seat, struct str word, int stack, int flags)
{
    if (t->laid[t->round] == OM_SEATS)
        return; /* only a damaged log lays more cards than there are players */
    struct om_card *card = &t->card[t->round][t->laid[t->round]];
    *card = (struct om_card){.seat = (uint8_t)seat,
                             .stack = (uint8_t)(stack < 0 ? t->laid[t->round] : stack),
                             .flags = (uint8_t)flags};
    word_set(&card->word, word);
    t->laid[t->round]++;
}

APPLY(om_start_laid, t)
{
    int seat = f->seat, place = om_place(t, seat);

    t->ready = 0;
    if (place < 0) {
        lay(t, seat, f->word, -1, 0);
        return;
    }
    struct om_card *card = &t->card[t->round][place]; /* it was struck, and is written anew */
    card->flags = 0;
    word_set(&card->word, f->word);
}

APPLY(om_round_began, t)
{
    t->round = f->round;
    t->token[t->round] = OM_NO_TOKEN;
    memset(t->shown, 0, sizeof t->shown);
    memset(t->finished, 0, sizeof t->finished);
    t->read = t->matched = t->ready = 0;
    t->joined = t->declined = t->refused = t->by_ear = t->struck = t->cleared = 0;
    t->reader = NO_SEAT;
}

APPLY(om_token_drawn, s)
{
    s->drawn |= UINT32_C(1) << f->letter;
}

APPLY(om_letter_tossed, t)
{
    t->token[t->round] = f->letter;
}

APPLY(om_question_tossed, t)
{
    t->token[t->round] = OM_QUESTION;
}

APPLY(om_word_written, me)
{
    word_set(&me->word, f->word);
    me->name = f->name;
    me->fault = f->fault;
    me->with = (struct word){0};
    if (f->with.len)
        word_set(&me->with, f->with);
    me->suggested = LIKENESS_NONE;
}

APPLY(om_word_dropped, me)
{
    *me =
        (struct om_seat){.hint = me->hint, .gloss = me->gloss}; /* what was suggested stays known */
}

/* Ranks stay dense, however often somebody writes anew. Returns how many have finished. */
static int forget_rank(struct om_public *t, int seat)
{
    int old = t->finished[seat], count = 0;

    t->finished[seat] = 0;
    for (int i = 0; i < OM_SEATS; i++) {
        if (old && t->finished[i] > old)
            t->finished[i]--;
        count += t->finished[i] != 0;
    }
    return count;
}

APPLY(om_seat_finished, t)
{
    int seat = f->seat;

    t->finished[seat] = (uint8_t)(forget_rank(t, seat) + 1);
}

APPLY(om_seat_reopened, t)
{
    forget_rank(t, f->seat);
}

static void count_quickest(struct om_public *t)
{
    for (int seat = 0; seat < OM_SEATS; seat++) {
        if (t->finished[seat] == 1)
            t->quickest[seat]++;
    }
}

APPLY(om_word_read, t)
{
    int seat = f->seat;

    if (!t->read) /* the first word of the round: nobody's final version comes later */
        count_quickest(t);
    lay(t, seat, f->word, -1, 0);
    t->reader = (int16_t)seat;
    t->read |= SEAT(seat);
    t->joined = t->declined = t->refused = t->by_ear = t->ready = 0;
    t->struck = t->cleared = 0;
    t->tried = t->joins = 0;
    memset(t->join_order, 0, sizeof t->join_order);
}

APPLY(om_match_suggested, me)
{
    me->suggested = f->likeness;
}

APPLY(om_match_claimed, t)
{
    word_set(&t->shown[f->seat], f->word);
    t->declined &= (seat_set)~SEAT(f->seat);
    t->ready = 0; /* something new lies open: everyone looks again */
}

APPLY(om_card_joined, t)
{
    int seat = f->seat;

    word_set(&t->shown[seat], f->word);
    t->joined |= SEAT(seat);
    t->ready = 0;
    if (f->why == OM_BY_EAR)
        t->by_ear |= SEAT(seat);
    else
        t->by_ear &= (seat_set)~SEAT(seat);
    for (int i = 0; i < t->joins; i++) {
        if (t->join_order[i] == seat)
            return; /* it lay there already: a doubt was voted down */
    }
    if (t->joins < OM_SEATS)
        t->join_order[t->joins++] = (uint8_t)seat;
}

static void take_out(struct om_public *t, int seat)
{
    int kept = 0;

    for (int i = 0; i < t->joins; i++) {
        if (t->join_order[i] != seat)
            t->join_order[kept++] = t->join_order[i];
    }
    memset(t->join_order + kept, 0, sizeof t->join_order - (size_t)kept);
    t->joins = (uint8_t)kept;
    t->joined &= (seat_set)~SEAT(seat);
    t->by_ear &= (seat_set)~SEAT(seat);
}

APPLY(om_card_returned, t)
{
    take_out(t, f->seat);
    t->refused |= SEAT(f->seat);
}

APPLY(om_match_declined, t)
{
    t->declined |= SEAT(f->seat);
}

APPLY(om_seat_ready, t)
{
    t->ready |= SEAT(f->seat);
}

APPLY(om_word_struck, t)
{
    int seat = f->seat;
    int flags = OM_STRUCK | (f->erased ? OM_ERASED : 0);

    int place = om_place(t, seat);

    t->ready = 0;
    if (t->round == 0) { /* OM-2: the card waits for another word */
        forget_rank(t, seat);
        if (place >= 0)
            t->card[0][place].flags = (uint8_t)flags;
        return;
    }
    t->struck |= SEAT(seat);
    if (place >= 0) { /* it leaves the stack that was repaired, or the word being read leaves it */
        int read = om_place(t, t->reader);

        if (read >= 0 && t->card[t->round][read].stack == place)
            t->card[t->round][read].stack = (uint8_t)read;
        t->card[t->round][place].flags = (uint8_t)flags;
        t->card[t->round][place].stack = (uint8_t)place;
        return;
    }
    /* A claimed card leaves the hand: it lies there as the table ruled, matched with nobody. */
    struct word word = t->shown[seat];
    take_out(t, seat);
    t->read |= SEAT(seat);
    lay(t, seat, word_str(&word), -1, flags);
}

APPLY(om_word_cleared, t)
{
    t->cleared |= SEAT(f->seat);
    t->ready = 0;
}

APPLY(om_card_laid, t)
{
    int seat = f->seat, place = om_place(t, t->reader);
    struct word word = t->shown[seat];

    if (place < 0)
        return;
    lay(t, seat, word_str(&word), t->card[t->round][place].stack, OM_MATCHED);
    t->read |= SEAT(seat);
}

APPLY(om_match_made, t)
{
    int read = om_place(t, t->reader);

    t->matched |= f->seats;
    for (int place = 0; read >= 0 && place < t->laid[t->round]; place++) {
        if (t->card[t->round][place].stack == t->card[t->round][read].stack)
            t->card[t->round][place].flags |= OM_MATCHED;
    }
}

APPLY(om_gems_taken, t)
{
    t->gems = (uint8_t)(t->gems - f->gems);
}

APPLY(om_start_hinted, me)
{
    word_set(&me->hint, f->word);
    me->gloss = (struct word){0};
    if (f->gloss.len)
        word_set(&me->gloss, f->gloss);
}

/* Everyone looks again; who claimed it is told, not kept. */
APPLY(om_earlier_claimed, t)
{
    t->ready = 0;
}

APPLY(om_card_moved, t)
{
    int from = om_place(t, f->seat), to = om_place(t, f->on);

    if (from >= 0 && to >= 0)
        t->card[t->round][from].stack = t->card[t->round][to].stack;
    t->ready = 0;
}

APPLY(om_earlier_refused, t)
{
    int on = om_place(t, f->on);

    if (on >= 0)
        t->tried |= (uint8_t)(1u << t->card[t->round][on].stack);
}

/* ---- tables of mixed languages ---- */

APPLY(om_language_chosen, t)
{
    t->spoke |= SEAT(f->seat);
    t->language[f->seat] = f->language;
}

APPLY(om_word_glossed, t)
{
    om_keep_gloss(t, k->core, f);
}
