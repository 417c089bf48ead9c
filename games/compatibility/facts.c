/* Compatibility: what each fact changes. Total functions, one block each. */
#include "compatibility.h"

#include <string.h>

static const struct field public_fields[] = {
    ARRAY(struct co_public, used, uint64_t), FIELD(struct co_public, ready),
    FIELD(struct co_public, finished),       FIELD(struct co_public, doubler),
    FIELD(struct co_public, spent),          FIELD(struct co_public, round),
    FIELD(struct co_public, announcer),      FIELD(struct co_public, number),
    FIELD(struct co_public, position),       FIELD(struct co_public, positions),
    FIELD(struct co_public, double_at),      ARRAY(struct co_public, space, uint8_t),
    ARRAY(struct co_public, count, uint8_t), ARRAY(struct co_public, gained, uint8_t),
    ARRAY(struct co_public, shown, uint8_t), ARRAY(struct co_public, agreed, uint8_t),
    FIELD(struct co_public, theme),          ARRAY(struct co_public, spare, uint8_t),
};
const struct layout co_public_layout = LAYOUT(struct co_public, public_fields);

static const struct field seat_fields[] = {
    ARRAY(struct co_seat, picture, uint8_t),
    FIELD(struct co_seat, laid),
    FIELD(struct co_seat, double_at),
    FIELD(struct co_seat, double_on),
};
const struct layout co_seat_layout = LAYOUT(struct co_seat, seat_fields);

#define APPLY(name) static void name(void *block, const struct known *k, const struct fact *f)
#define ON_TABLE                 \
    struct co_public *t = block; \
    (void)k
#define IN_HAND                 \
    struct co_seat *me = block; \
    (void)k

/* Facts may come from a damaged log: what does not exist is not written. */
static bool is_card(int64_t seat, int64_t position)
{
    return seat >= 0 && seat < CO_SEATS && position >= 1 && position <= CO_RANKS;
}

APPLY(seat_ready)
{
    ON_TABLE;
    t->ready |= SEAT(f->arg[0].i);
}

APPLY(round_began)
{
    ON_TABLE;
    t->round = (uint8_t)f->arg[0].i;
    t->announcer = (uint8_t)f->arg[1].i;
    t->ready = t->finished = t->doubler = 0;
    t->number = t->position = t->positions = t->double_at = 0;
    for (int seat = 0; seat < CO_SEATS && seat < k->core->seats; seat++)
        t->count[seat] = (uint8_t)co_number(k->core, t->space[seat]);
    memset(t->gained, 0, sizeof t->gained);
    memset(t->shown, 0, sizeof t->shown);
    memset(t->agreed, 0, sizeof t->agreed);
    memset(&t->theme, 0, sizeof t->theme);
}

APPLY(role_passed)
{
    ON_TABLE;
    t->announcer = (uint8_t)f->arg[1].i;
}

APPLY(number_called)
{
    ON_TABLE;
    t->number = (uint8_t)f->arg[1].i;
}

APPLY(themes_reshuffled)
{
    ON_TABLE;
    (void)f;
    memset(t->used, 0, sizeof t->used);
}

APPLY(theme_turned)
{
    ON_TABLE;
    int64_t card = f->arg[0].i;

    if (card >= 0 && card < DECK_ENTRIES)
        t->used[card / 64] |= UINT64_C(1) << (card % 64);
    line_set(&t->theme, f->arg[1].s);
}

static int place_of(const struct co_seat *me, int picture)
{
    for (int i = 0; i < me->laid; i++) {
        if (me->picture[i] == picture)
            return i;
    }
    return -1;
}

/* CO-11: the token stays with its card. What it lay on may be no longer there, or was not there
 * yet: then it lies on whatever came to its place. */
static void carry_token(struct co_seat *me)
{
    int place = me->double_on ? place_of(me, me->double_on - 1) : -1;

    if (place >= 0)
        me->double_at = (uint8_t)(place + 1);
    me->double_on = me->double_at && me->double_at <= me->laid
                        ? (uint8_t)(me->picture[me->double_at - 1] + 1)
                        : 0;
}

APPLY(pictures_laid)
{
    IN_HAND;
    struct str list = f->arg[0].s;

    memset(me->picture, 0, sizeof me->picture);
    me->laid = 0;
    for (size_t i = 0; i < list.len && i < CO_RANKS; i++) {
        uint8_t picture = (uint8_t)list.at[i];

        if (picture < CO_PICTURES)
            me->picture[me->laid++] = picture;
    }
    if (k->core->edition >= 2)
        carry_token(me);
}

APPLY(pictures_taken)
{
    IN_HAND;
    (void)f;
    memset(me->picture, 0, sizeof me->picture);
    me->laid = 0;
}

APPLY(seat_finished)
{
    ON_TABLE;
    t->finished |= SEAT(f->arg[0].i);
}

APPLY(seat_reopened)
{
    ON_TABLE;
    t->finished &= (uint16_t)~SEAT(f->arg[0].i);
}

APPLY(double_announced)
{
    ON_TABLE;
    t->doubler = SEAT(f->arg[0].i);
}

APPLY(double_placed)
{
    IN_HAND;
    me->double_at = (uint8_t)f->arg[0].i;
    me->double_on = 0;
    if (me->laid && k->core->edition >= 2)
        carry_token(me);
}

APPLY(position_turned)
{
    ON_TABLE;
    t->position = (uint8_t)f->arg[0].i;
    t->positions = (uint8_t)f->arg[1].i;
    t->ready = 0;
    /* CO-11: whatever comes of it, if its owner has laid cards at all. */
    t->spent |= k->core->edition < 2 ? t->doubler : t->doubler & t->finished;
}

APPLY(card_revealed)
{
    ON_TABLE;
    int64_t seat = f->arg[0].i, position = f->arg[1].i;

    if (is_card(seat, position))
        t->shown[seat][position - 1] = (uint8_t)(f->arg[2].i + 1);
}

APPLY(double_shown)
{
    ON_TABLE;
    t->double_at = (uint8_t)f->arg[1].i;
}

static void mark(struct co_public *t, int64_t seat, int64_t position, int64_t kind)
{
    if (is_card(seat, position))
        t->agreed[seat][position - 1] = (uint8_t)(kind + 1);
}

/* With a Referent only the other player's card is marked: one card of the Referent's may agree
 * with several players in several ways. */
APPLY(agreed)
{
    ON_TABLE;
    mark(t, f->arg[0].i, f->arg[1].i, f->arg[6].i);
    if (co_pairs(k->core))
        mark(t, f->arg[2].i, f->arg[3].i, f->arg[6].i);
}

APPLY(pawn_moved)
{
    ON_TABLE;
    FOR_SEATS (seat, f->arg[0].i) {
        if (seat >= CO_SEATS)
            return;
        int gained = t->gained[seat] + (int)f->arg[1].i;

        t->gained[seat] = (uint8_t)(gained < CO_GAIN ? gained : CO_GAIN);
        t->space[seat] = (uint8_t)f->arg[2].i;
    }
}

APPLY(round_voided)
{
    (void)block, (void)k, (void)f; /* the next round begins as any other */
}

#define FACT(name) [CO_##name - CORE_FACTS]

const struct fact_spec co_facts[] = {
    FACT(SEAT_READY) = {"seat_ready", "seat:seat", FOR_ALL, false, seat_ready},
    FACT(ROUND_BEGAN) = {"round_began", "round:int:1..200 seat:seat", FOR_ALL, false, round_began},
    FACT(ROLE_PASSED) = {"role_passed", "from:seat seat:seat", FOR_ALL, false, role_passed},
    FACT(NUMBER_CALLED) = {"number_called", "seat:seat number:int:1..6 by:player|chance", FOR_ALL,
                           false, number_called},
    FACT(THEMES_RESHUFFLED) = {"themes_reshuffled", "", FOR_ALL, false, themes_reshuffled},
    FACT(THEME_TURNED) = {"theme_turned", "card:int:0..2047 theme:text", FOR_ALL, false,
                          theme_turned},
    FACT(PICTURES_LAID) = {"pictures_laid", "pictures:list", FOR_SOME, false, pictures_laid},
    FACT(PICTURES_TAKEN) = {"pictures_taken", "", FOR_SOME, false, pictures_taken},
    FACT(SEAT_FINISHED) = {"seat_finished", "seat:seat", FOR_ALL, false, seat_finished},
    FACT(SEAT_REOPENED) = {"seat_reopened", "seat:seat", FOR_ALL, false, seat_reopened},
    FACT(DOUBLE_ANNOUNCED) = {"double_announced", "seat:seat", FOR_ALL, false, double_announced},
    FACT(DOUBLE_PLACED) = {"double_placed", "position:int:1..5", FOR_SOME, false, double_placed},
    FACT(POSITION_TURNED) = {"position_turned", "position:int:1..5 of:int:1..5", FOR_ALL, false,
                             position_turned},
    FACT(CARD_REVEALED) = {"card_revealed",
                           "seat:seat position:int:1..5 picture:int:0..39 title:text", FOR_ALL,
                           true, card_revealed},
    FACT(DOUBLE_SHOWN) = {"double_shown", "seat:seat position:int:1..5", FOR_ALL, true,
                          double_shown},
    FACT(AGREED) = {"agreed",
                    "seat:seat position:int:1..5 with:seat at:int:1..5 picture:int:0..39 "
                    "title:text kind:indirect|direct|doubled points:int:2..6",
                    FOR_ALL, false, agreed},
    FACT(PAWN_MOVED) = {"pawn_moved", "seats:seats spaces:int:1..18 space:int:0..70", FOR_ALL,
                        false, pawn_moved},
    FACT(ROUND_VOIDED) = {"round_voided", "", FOR_ALL, false, round_voided},
    FACT(FACTS_END) = {0},
};
