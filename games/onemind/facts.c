/* One Mind: what each fact changes. Total functions, one block each. */
#include "onemind.h"

#include "rules/words.h"

#include <string.h>

static const struct field card_fields[] = {
    FIELD(struct om_card, word),
    FIELD(struct om_card, seat),
    FIELD(struct om_card, stack),
    FIELD(struct om_card, flags),
};
static const struct layout card_layout = LAYOUT(struct om_card, card_fields);

static const struct field public_fields[] = {
    STRUCTS(struct om_public, card, struct om_card, &card_layout),
    ARRAY(struct om_public, shown, struct word),
    FIELD(struct om_public, read),
    FIELD(struct om_public, joined),
    FIELD(struct om_public, declined),
    FIELD(struct om_public, refused),
    FIELD(struct om_public, by_ear),
    FIELD(struct om_public, ready),
    FIELD(struct om_public, matched),
    FIELD(struct om_public, struck),
    FIELD(struct om_public, cleared),
    FIELD(struct om_public, reader),
    ARRAY(struct om_public, laid, uint8_t),
    ARRAY(struct om_public, letter, uint8_t),
    ARRAY(struct om_public, token, uint8_t),
    ARRAY(struct om_public, finished, uint8_t),
    ARRAY(struct om_public, join_order, uint8_t),
    FIELD(struct om_public, joins),
    FIELD(struct om_public, round),
    FIELD(struct om_public, gems),
    FIELD(struct om_public, tried),
};
const struct layout om_public_layout = LAYOUT(struct om_public, public_fields);

static const struct field seat_fields[] = {
    FIELD(struct om_seat, word),  FIELD(struct om_seat, with), FIELD(struct om_seat, hint),
    FIELD(struct om_seat, fault), FIELD(struct om_seat, name), FIELD(struct om_seat, suggested),
};
const struct layout om_seat_layout = LAYOUT(struct om_seat, seat_fields);

static const struct field secret_fields[] = {FIELD(struct om_secret, drawn)};
const struct layout om_secret_layout = LAYOUT(struct om_secret, secret_fields);

#define APPLY(name) static void name(void *block, const struct known *k, const struct fact *f)
#define ON_TABLE                 \
    struct om_public *t = block; \
    (void)k
#define IN_HAND                 \
    struct om_seat *me = block; \
    (void)k

APPLY(gems_placed)
{
    ON_TABLE;
    t->gems = (uint8_t)f->arg[0].i;
    t->reader = NO_SEAT;
}

APPLY(letter_drawn)
{
    ON_TABLE;
    t->letter[f->arg[0].i] = (uint8_t)f->arg[1].i;
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

APPLY(start_laid)
{
    ON_TABLE;
    int seat = (int)f->arg[0].i, place = om_place(t, seat);

    t->ready = 0;
    if (place < 0) {
        lay(t, seat, f->arg[1].s, -1, 0);
        return;
    }
    struct om_card *card = &t->card[t->round][place]; /* it was struck, and is written anew */
    card->flags = 0;
    word_set(&card->word, f->arg[1].s);
}

APPLY(round_began)
{
    ON_TABLE;
    t->round = (uint8_t)f->arg[0].i;
    t->token[t->round] = OM_NO_TOKEN;
    memset(t->shown, 0, sizeof t->shown);
    memset(t->finished, 0, sizeof t->finished);
    t->read = t->matched = t->ready = 0;
    t->joined = t->declined = t->refused = t->by_ear = t->struck = t->cleared = 0;
    t->reader = NO_SEAT;
}

APPLY(token_drawn)
{
    struct om_secret *s = block;

    (void)k;
    s->drawn |= UINT32_C(1) << f->arg[0].i;
}

APPLY(letter_tossed)
{
    ON_TABLE;
    t->token[t->round] = (uint8_t)f->arg[0].i;
}

APPLY(question_tossed)
{
    ON_TABLE;
    (void)f;
    t->token[t->round] = OM_QUESTION;
}

APPLY(word_written)
{
    IN_HAND;
    word_set(&me->word, f->arg[0].s);
    me->name = (uint8_t)f->arg[1].i;
    me->fault = (uint8_t)f->arg[2].i;
    me->with = (struct word){0};
    if (f->arg[3].s.len)
        word_set(&me->with, f->arg[3].s);
    me->suggested = LIKENESS_NONE;
}

APPLY(word_dropped)
{
    IN_HAND;
    (void)f;
    *me = (struct om_seat){.hint = me->hint}; /* what was suggested stays known */
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

APPLY(seat_finished)
{
    ON_TABLE;
    int seat = (int)f->arg[0].i;

    t->finished[seat] = (uint8_t)(forget_rank(t, seat) + 1);
}

APPLY(seat_reopened)
{
    ON_TABLE;
    forget_rank(t, (int)f->arg[0].i);
}

APPLY(word_read)
{
    ON_TABLE;
    int seat = (int)f->arg[0].i;

    lay(t, seat, f->arg[1].s, -1, 0);
    t->reader = (int16_t)seat;
    t->read |= SEAT(seat);
    t->joined = t->declined = t->refused = t->by_ear = t->ready = 0;
    t->struck = t->cleared = 0;
    t->tried = t->joins = 0;
    memset(t->join_order, 0, sizeof t->join_order);
}

APPLY(match_suggested)
{
    IN_HAND;
    me->suggested = (uint8_t)f->arg[1].i;
}

APPLY(match_claimed)
{
    ON_TABLE;
    word_set(&t->shown[f->arg[0].i], f->arg[1].s);
    t->declined &= (seat_set)~SEAT(f->arg[0].i);
    t->ready = 0; /* something new lies open: everyone looks again */
}

APPLY(card_joined)
{
    ON_TABLE;
    int seat = (int)f->arg[0].i;

    word_set(&t->shown[seat], f->arg[1].s);
    t->joined |= SEAT(seat);
    t->ready = 0;
    if (f->arg[2].i == 1)
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

APPLY(card_returned)
{
    ON_TABLE;
    take_out(t, (int)f->arg[0].i);
    t->refused |= SEAT(f->arg[0].i);
}

APPLY(match_declined)
{
    ON_TABLE;
    t->declined |= SEAT(f->arg[0].i);
}

APPLY(seat_ready)
{
    ON_TABLE;
    t->ready |= SEAT(f->arg[0].i);
}

APPLY(word_struck)
{
    ON_TABLE;
    int seat = (int)f->arg[0].i;
    int flags = OM_STRUCK | (f->arg[1].i ? OM_ERASED : 0);

    int place = om_place(t, seat);

    t->ready = 0;
    if (t->round == 0) { /* OM-2: the card waits for another word */
        forget_rank(t, seat);
        if (place >= 0)
            t->card[0][place].flags = (uint8_t)flags;
        return;
    }
    t->struck |= SEAT(seat);
    if (seat == t->reader && place >= 0) {
        t->card[t->round][place].flags = (uint8_t)flags;
        t->card[t->round][place].stack = (uint8_t)place; /* it leaves an earlier stack again */
        return;
    }
    /* A claimed card leaves the hand: it lies there with its ruling, matched with nobody. */
    struct word word = t->shown[seat];
    take_out(t, seat);
    t->read |= SEAT(seat);
    lay(t, seat, word_str(&word), -1, flags);
}

APPLY(word_cleared)
{
    ON_TABLE;
    t->cleared |= SEAT(f->arg[0].i);
    t->ready = 0;
}

APPLY(card_laid)
{
    ON_TABLE;
    int seat = (int)f->arg[0].i, place = om_place(t, t->reader);
    struct word word = t->shown[seat];

    if (place < 0)
        return;
    lay(t, seat, word_str(&word), t->card[t->round][place].stack, OM_MATCHED);
    t->read |= SEAT(seat);
}

APPLY(match_made)
{
    ON_TABLE;
    int read = om_place(t, t->reader);

    t->matched |= (seat_set)f->arg[0].i;
    for (int place = 0; read >= 0 && place < t->laid[t->round]; place++) {
        if (t->card[t->round][place].stack == t->card[t->round][read].stack)
            t->card[t->round][place].flags |= OM_MATCHED;
    }
}

APPLY(gems_taken)
{
    ON_TABLE;
    t->gems = (uint8_t)(t->gems - f->arg[1].i);
}

APPLY(start_hinted)
{
    IN_HAND;
    word_set(&me->hint, f->arg[1].s);
}

/* Everyone looks again; who claimed it is told, not kept. */
APPLY(earlier_claimed)
{
    ON_TABLE;
    (void)f;
    t->ready = 0;
}

APPLY(card_moved)
{
    ON_TABLE;
    int from = om_place(t, (int)f->arg[0].i), to = om_place(t, (int)f->arg[1].i);

    if (from >= 0 && to >= 0)
        t->card[t->round][from].stack = t->card[t->round][to].stack;
    t->ready = 0;
}

APPLY(earlier_refused)
{
    ON_TABLE;
    int on = om_place(t, (int)f->arg[1].i);

    if (on >= 0)
        t->tried |= (uint8_t)(1u << t->card[t->round][on].stack);
}

#define FACT(name) [OM_##name - CORE_FACTS]

const struct fact_spec om_facts[] = {
    FACT(GEMS_PLACED) = {"gems_placed", "gems:int:0..24", FOR_ALL, false, gems_placed},
    FACT(LETTER_DRAWN) = {"letter_drawn", "seat:seat letter:letter", FOR_ALL, false, letter_drawn},
    FACT(START_LAID) = {"start_laid", "seat:seat word:text", FOR_ALL, true, start_laid},
    FACT(TOKEN_DRAWN) = {"token_drawn", "letter:letter", FOR_NOBODY, false, token_drawn},
    FACT(LETTER_TOSSED) = {"letter_tossed", "letter:letter", FOR_ALL, true, letter_tossed},
    FACT(QUESTION_TOSSED) = {"question_tossed", "", FOR_ALL, false, question_tossed},
    FACT(ROUND_BEGAN) = {"round_began", "round:int:1..8", FOR_ALL, false, round_began},
    FACT(WORD_WRITTEN) = {"word_written", "word:text name:bool fault:" FAULTS " with:text",
                          FOR_SOME, false, word_written},
    FACT(WORD_DROPPED) = {"word_dropped", "", FOR_SOME, false, word_dropped},
    FACT(SEAT_FINISHED) = {"seat_finished", "seat:seat", FOR_ALL, false, seat_finished},
    FACT(SEAT_REOPENED) = {"seat_reopened", "seat:seat", FOR_ALL, false, seat_reopened},
    FACT(WORD_READ) = {"word_read", "seat:seat word:text name:bool", FOR_ALL, true, word_read},
    FACT(MATCH_SUGGESTED) = {"match_suggested", "with:seat likeness:none|no|probably|synonym",
                             FOR_SOME, false, match_suggested},
    FACT(MATCH_CLAIMED) = {"match_claimed", "seat:seat word:text", FOR_ALL, true, match_claimed},
    FACT(CARD_JOINED) = {"card_joined", "seat:seat word:text why:same|synonym|vote", FOR_ALL, true,
                         card_joined},
    FACT(CARD_RETURNED) = {"card_returned", "seat:seat", FOR_ALL, false, card_returned},
    FACT(MATCH_DECLINED) = {"match_declined", "seat:seat", FOR_ALL, false, match_declined},
    FACT(SEAT_READY) = {"seat_ready", "seat:seat", FOR_ALL, false, seat_ready},
    FACT(WORD_STRUCK) = {"word_struck", "seat:seat erased:bool", FOR_ALL, false, word_struck},
    FACT(WORD_CLEARED) = {"word_cleared", "seat:seat", FOR_ALL, false, word_cleared},
    FACT(CARD_LAID) = {"card_laid", "seat:seat on:seat", FOR_ALL, false, card_laid},
    FACT(MATCH_MADE) = {"match_made", "seats:seats", FOR_ALL, false, match_made},
    FACT(GEMS_TAKEN) = {"gems_taken", "seat:seat gems:int:1..2", FOR_ALL, false, gems_taken},
    FACT(START_HINTED) = {"start_hinted", "entry:int word:text", FOR_SOME, true, start_hinted},
    FACT(EARLIER_CLAIMED) = {"earlier_claimed", "seat:seat on:seat", FOR_ALL, false,
                             earlier_claimed},
    FACT(CARD_MOVED) = {"card_moved", "seat:seat on:seat", FOR_ALL, false, card_moved},
    FACT(EARLIER_REFUSED) = {"earlier_refused", "seat:seat on:seat", FOR_ALL, false,
                             earlier_refused},
    FACT(FACTS_END) = {0},
};
