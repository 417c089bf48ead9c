/* One Round?: what each fact changes. Total functions, one block each: a fact may come from a
 * damaged log, so every index is checked before it is used. */
#include "oneround.h"

#include <string.h>

static const struct field card_fields[] = {
    FIELD(struct or_card, word),
    FIELD(struct or_card, number),
    FIELD(struct or_card, seat),
};
static const struct layout card_layout = LAYOUT(struct or_card, card_fields);

static const struct field public_fields[] = {
    FIELD(struct or_public, asked_at),
    FIELD(struct or_public, pointed_at),
    FIELD(struct or_public, word_until),
    FIELD(struct or_public, waits_for),
    FIELD(struct or_public, word_seat),
    FIELD(struct or_public, locked),
    FIELD(struct or_public, entry),
    FIELD(struct or_public, tipster),
    FIELD(struct or_public, rival),
    FIELD(struct or_public, last_seat),
    FIELD(struct or_public, chapter),
    FIELD(struct or_public, theme),
    FIELD(struct or_public, only),
    FIELD(struct or_public, without),
    FIELD(struct or_public, initial),
    FIELD(struct or_public, longest),
    STRUCTS(struct or_public, circle, struct or_card, &card_layout),
    FIELD(struct or_public, clue),
    ARRAY(struct or_public, point, uint8_t),
    ARRAY(struct or_public, lives, uint8_t),
    ARRAY(struct or_public, last, uint8_t),
    FIELD(struct or_public, cards_on_circle),
    FIELD(struct or_public, lives_at_start),
    FIELD(struct or_public, cards_at_start),
    FIELD(struct or_public, timer),
    FIELD(struct or_public, pile),
    FIELD(struct or_public, spares),
    FIELD(struct or_public, drawn),
    FIELD(struct or_public, card_out),
    FIELD(struct or_public, timed),
    FIELD(struct or_public, failed),
    FIELD(struct or_public, tried),
    FIELD(struct or_public, end),
    FIELD(struct or_public, duel),
    FIELD(struct or_public, duels),
    FIELD(struct or_public, last_number),
    FIELD(struct or_public, last_from),
    FIELD(struct or_public, last_to),
    FIELD(struct or_public, last_right),
    FIELD(struct or_public, last_stolen),
    FIELD(struct or_public, word_free),
    ARRAY(struct or_public, spare, uint8_t),
};
const struct layout or_public_layout = LAYOUT(struct or_public, public_fields);

static const struct field seat_fields[] = {
    FIELD(struct or_seat, with),
    FIELD(struct or_seat, fault),
    FIELD(struct or_seat, card),
    FIELD(struct or_seat, by_card),
};
const struct layout or_seat_layout = LAYOUT(struct or_seat, seat_fields);

static const struct field secret_fields[] = {
    ARRAY(struct or_secret, drawn, uint64_t),
    FIELD(struct or_secret, card),
    ARRAY(struct or_secret, spare, uint8_t),
};
const struct layout or_secret_layout = LAYOUT(struct or_secret, secret_fields);

#define APPLY(name) static void name(void *block, const struct known *k, const struct fact *f)
#define ON_TABLE                 \
    struct or_public *t = block; \
    (void)k
#define IN_HAND                 \
    struct or_seat *me = block; \
    (void)k

static uint8_t letter(struct str s)
{
    return s.len == 1 && s.at[0] >= 'A' && s.at[0] <= 'Z' ? (uint8_t)s.at[0] : 0;
}

APPLY(challenge_opened)
{
    ON_TABLE;
    t->entry = (uint16_t)(f->arg[0].i + 1);
    line_set(&t->chapter, f->arg[1].s);
    t->only = (uint8_t)f->arg[2].i;
    t->without = letter(f->arg[3].s);
    t->initial = letter(f->arg[4].s);
    t->longest = (uint8_t)f->arg[5].i;
    line_set(&t->theme, f->arg[6].s);
}

APPLY(pile_laid)
{
    ON_TABLE;
    int before_first = (k->core->youngest + k->core->seats - 1) % k->core->seats;

    t->lives_at_start = (uint8_t)f->arg[0].i;
    t->cards_at_start = t->pile = (uint8_t)f->arg[1].i;
    t->timer = (uint8_t)f->arg[2].i;
    t->spares = (uint8_t)(OR_CARDS - t->pile);
    for (int team = 0; team < OR_TEAMS; team++) {
        t->lives[team] = t->lives_at_start;
        t->last[team] = (uint8_t)before_first;
    }
    t->tipster = t->rival = t->last_seat = t->word_seat = NO_SEAT;
    t->tried = OR_NOWHERE;
}

/* Cards lie sorted by number, whenever they come. */
static void insert(struct or_public *t, int number, int seat, struct str word)
{
    int n = t->cards_on_circle, at = 0;

    while (at < n && t->circle[at].number < number)
        at++;
    if (n >= OR_CIRCLE || (at < n && t->circle[at].number == number))
        return;
    memmove(&t->circle[at + 1], &t->circle[at], (size_t)(n - at) * sizeof t->circle[0]);
    t->circle[at] = (struct or_card){.number = (uint8_t)number, .seat = (int8_t)seat};
    word_set(&t->circle[at].word, word);
    t->cards_on_circle++;
}

APPLY(start_written)
{
    ON_TABLE;
    insert(t, (int)f->arg[1].i, (int)f->arg[0].i, f->arg[2].s);
}

APPLY(start_drawn)
{
    ON_TABLE;
    insert(t, (int)f->arg[1].i, NO_SEAT, f->arg[2].s);
}

static void forget_word(struct or_public *t)
{
    t->word_until = 0;
    t->word_seat = NO_SEAT;
}

static void forget_points(struct or_public *t)
{
    memset(t->point, 0, sizeof t->point);
    t->locked = 0;
    t->pointed_at = 0;
    t->word_free = 0;
    forget_word(t);
}

static void forget_turn(struct or_public *t)
{
    memset(&t->clue, 0, sizeof t->clue);
    forget_points(t);
    t->asked_at = 0;
    t->waits_for = 0;
    t->failed = t->card_out = t->timed = 0;
    t->tried = OR_NOWHERE;
    t->rival = NO_SEAT;
}

APPLY(tipster_named)
{
    ON_TABLE;
    forget_turn(t);
    t->tipster = (int16_t)f->arg[0].i;
    t->last[or_team(k->core, t->tipster)] = (uint8_t)t->tipster;
}

APPLY(duel_began)
{
    ON_TABLE;
    forget_turn(t);
    t->duel = 1;
    t->tipster = (int16_t)f->arg[0].i;
    t->rival = (int16_t)f->arg[1].i;
    t->last[or_team(k->core, t->tipster)] = (uint8_t)t->tipster;
    t->last[or_team(k->core, t->rival)] = (uint8_t)t->rival;
}

APPLY(spare_added)
{
    ON_TABLE;
    (void)f;
    if (!t->spares)
        return;
    t->spares--;
    t->pile++;
}

APPLY(card_drawn)
{
    ON_TABLE;
    if (!t->pile)
        return;
    t->pile--;
    t->drawn++;
    t->card_out = 1;
    t->timed = (uint8_t)f->arg[0].i;
}

APPLY(card_taken)
{
    struct or_secret *s = block;

    (void)k;
    s->card = (uint8_t)f->arg[0].i;
    s->drawn[s->card / 64] |= UINT64_C(1) << (s->card % 64);
}

APPLY(card_seen)
{
    IN_HAND;
    *me = (struct or_seat){.card = (uint8_t)f->arg[0].i};
}

APPLY(clue_given)
{
    ON_TABLE;
    int seat = (int)f->arg[0].i;

    if (seat == t->rival) { /* OR-21: the faster Tipster's team guesses */
        t->rival = t->tipster;
        t->tipster = (int16_t)seat;
    }
    word_set(&t->clue, f->arg[1].s);
    t->failed = 0;
}

APPLY(clue_ruled)
{
    IN_HAND;
    me->fault = (uint8_t)f->arg[0].i;
    memset(&me->with, 0, sizeof me->with);
    word_set(&me->with, f->arg[1].s);
    me->by_card = (uint8_t)f->arg[2].i;
}

APPLY(objection_failed)
{
    ON_TABLE;
    t->failed |= (uint8_t)(1u << (f->arg[0].i & 7));
    t->asked_at = f->arg[1].i; /* the time to think begins again */
    t->word_free = 0;
    forget_word(t);
}

APPLY(gap_pointed)
{
    ON_TABLE;
    int seat = (int)f->arg[0].i;

    if (seat >= OR_SEATS)
        return;
    t->point[seat] = (uint8_t)(f->arg[1].i + 1);
    t->locked &= (uint16_t)~SEAT(seat); /* a new gap is a new thought */
    t->pointed_at = f->arg[4].i;
    forget_word(t);
}

APPLY(seat_locked)
{
    ON_TABLE;
    if (t->point[f->arg[0].i]) /* only a damaged log locks what was never pointed at */
        t->locked |= SEAT(f->arg[0].i);
}

APPLY(gap_chosen)
{
    ON_TABLE;
    if (k->core->phase == OR_GUESS)
        t->tried = (uint8_t)f->arg[0].i;
}

APPLY(nothing_chosen)
{
    ON_TABLE;
    (void)t;
    (void)f;
}

APPLY(guess_judged)
{
    ON_TABLE;
    t->end = f->arg[0].i ? OR_RIGHT : OR_WRONG;
    t->last_stolen = 0;
}

APPLY(steal_offered)
{
    ON_TABLE;
    (void)f;
    forget_points(t);
}

APPLY(steal_judged)
{
    ON_TABLE;
    t->last_stolen = (uint8_t)f->arg[0].i;
}

/* A life is lost and won back alike: the fact tells how many are left. */
APPLY(lives_left)
{
    ON_TABLE;
    t->lives[f->arg[0].i] = (uint8_t)f->arg[1].i;
}

APPLY(card_placed)
{
    ON_TABLE;
    bool chosen = t->tried < t->cards_on_circle;

    t->last_seat = (int16_t)f->arg[0].i;
    t->last_number = (uint8_t)f->arg[1].i;
    t->last_right = t->end == OR_RIGHT;
    t->last_from = chosen ? t->circle[t->tried].number : 0;
    t->last_to = chosen ? (uint8_t)or_gap_end(t, t->tried) : 0;
    insert(t, t->last_number, t->last_seat, f->arg[3].s);
    t->card_out = 0;
}

APPLY(card_discarded)
{
    ON_TABLE;
    t->end = (uint8_t)(OR_NO_CLUE + f->arg[0].i);
    t->card_out = 0;
    if (t->duel && t->end == OR_NO_CLUE && t->duels < OR_DUELS)
        t->duels++;
}

APPLY(table_waits)
{
    ON_TABLE;
    t->waits_for = (uint16_t)f->arg[0].i;
}

APPLY(table_went_on)
{
    ON_TABLE;
    (void)f;
    t->waits_for = 0;
}

APPLY(word_free)
{
    ON_TABLE;
    (void)f;
    t->word_free = 1;
}

APPLY(word_due)
{
    ON_TABLE;
    t->word_seat = (int16_t)f->arg[0].i;
    t->word_until = f->arg[1].i;
}

APPLY(word_withdrawn)
{
    ON_TABLE;
    (void)f;
    forget_word(t);
}

#define FACT(name) [OR_##name - CORE_FACTS]

const struct fact_spec or_facts[] = {
    FACT(CHALLENGE_OPENED) = {"challenge_opened",
                              "entry:int:0..2047 chapter:text only:" OR_ONLY
                              " without:text initial:text longest:int:0..12 theme:text",
                              FOR_ALL, false, challenge_opened},
    FACT(PILE_LAID) = {"pile_laid", "lives:int:1..3 cards:int:6..20 timer:int:10..60", FOR_ALL,
                       false, pile_laid},
    FACT(START_WRITTEN) = {"start_written", "seat:seat number:int:0..99 word:text", FOR_ALL, false,
                           start_written},
    FACT(START_DRAWN) = {"start_drawn", "entry:int:0..2047 number:int:0..99 word:text", FOR_ALL,
                         false, start_drawn},
    FACT(TIPSTER_NAMED) = {"tipster_named", "seat:seat", FOR_ALL, false, tipster_named},
    FACT(DUEL_BEGAN) = {"duel_began", "tipster:seat rival:seat", FOR_ALL, false, duel_began},
    FACT(SPARE_ADDED) = {"spare_added", "", FOR_ALL, false, spare_added},
    FACT(CARD_DRAWN) = {"card_drawn", "timed:bool", FOR_ALL, false, card_drawn},
    FACT(CARD_TAKEN) = {"card_taken", "number:int:1..99", FOR_NOBODY, false, card_taken},
    FACT(CARD_SEEN) = {"card_seen", "number:int:1..99", FOR_SOME, true, card_seen},
    FACT(CLUE_GIVEN) = {"clue_given", "seat:seat word:text name:bool", FOR_ALL, false, clue_given},
    FACT(CLUE_RULED) = {"clue_ruled", "fault:" FAULTS " with:text card:bool?", FOR_SOME, false,
                        clue_ruled},
    FACT(OBJECTION_FAILED) = {"objection_failed", "subject:subject at:time?", FOR_ALL, false,
                              objection_failed},
    FACT(GAP_POINTED) = {"gap_pointed",
                         "seat:seat gap:int:0..31 low:int:0..99 high:int:1..100 at:time?", FOR_ALL,
                         false, gap_pointed},
    FACT(SEAT_LOCKED) = {"seat_locked", "seat:seat", FOR_ALL, false, seat_locked},
    FACT(GAP_CHOSEN) = {"gap_chosen", "gap:int:0..31 low:int:0..99 high:int:1..100 how:" OR_HOWS,
                        FOR_ALL, false, gap_chosen},
    FACT(NOTHING_CHOSEN) = {"nothing_chosen", "", FOR_ALL, false, nothing_chosen},
    FACT(GUESS_JUDGED) = {"guess_judged", "right:bool", FOR_ALL, true, guess_judged},
    FACT(STEAL_OFFERED) = {"steal_offered", "team:" OR_TEAM_NAMES, FOR_ALL, false, steal_offered},
    FACT(STEAL_JUDGED) = {"steal_judged", "right:bool", FOR_ALL, true, steal_judged},
    FACT(LIFE_LOST) = {"life_lost", "team:" OR_TEAM_NAMES " left:int:0..3", FOR_ALL, false,
                       lives_left},
    FACT(LIFE_WON) = {"life_won", "team:" OR_TEAM_NAMES " left:int:0..3", FOR_ALL, false,
                      lives_left},
    FACT(CARD_PLACED) = {"card_placed", "seat:seat number:int:1..99 gap:int:0..31 word:text",
                         FOR_ALL, true, card_placed},
    FACT(CARD_DISCARDED) = {"card_discarded", "why:" OR_DISCARDS, FOR_ALL, false, card_discarded},
    FACT(TABLE_WAITS) = {"table_waits", "seats:seats", FOR_ALL, false, table_waits},
    FACT(TABLE_WENT_ON) = {"table_went_on", "", FOR_ALL, false, table_went_on},
    FACT(WORD_FREE) = {"word_free", "seat:seat", FOR_ALL, false, word_free},
    FACT(WORD_DUE) = {"word_due", "seat:seat until:time", FOR_ALL, false, word_due},
    FACT(WORD_WITHDRAWN) = {"word_withdrawn", "", FOR_ALL, false, word_withdrawn},
    FACT(FACTS_END) = {0},
};
