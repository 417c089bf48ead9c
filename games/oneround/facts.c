/* One Round?: what each fact changes. Total functions, one block each: a fact may come from a
 * damaged log, so every index is checked before it is used. */
#include "oneround.h"

#include <string.h>

static uint8_t letter(struct str s)
{
    return s.len == 1 && s.at[0] >= 'A' && s.at[0] <= 'Z' ? (uint8_t)s.at[0] : 0;
}

APPLY(or_challenge_opened, t)
{
    t->entry = (uint16_t)(f->entry + 1);
    phrase_set(&t->chapter, f->chapter);
    t->only = (uint8_t)f->only;
    t->without = letter(f->without);
    t->initial = letter(f->initial);
    t->longest = (uint8_t)f->longest;
    phrase_set(&t->theme, f->theme);
}

APPLY(or_pile_laid, t)
{
    int before_first = (k->core->youngest + k->core->seats - 1) % k->core->seats;

    t->lives_at_start = (uint8_t)f->lives;
    t->cards_at_start = t->pile = (uint8_t)f->cards;
    t->timer = (uint8_t)f->timer;
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

APPLY(or_start_written, t)
{
    insert(t, f->number, f->seat, f->word);
}

APPLY(or_start_drawn, t)
{
    insert(t, f->number, NO_SEAT, f->word);
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

APPLY(or_tipster_named, t)
{
    forget_turn(t);
    t->tipster = (int16_t)f->seat;
    t->last[or_team(k->core, t->tipster)] = (uint8_t)t->tipster;
}

APPLY(or_duel_began, t)
{
    forget_turn(t);
    t->duel = 1;
    t->tipster = (int16_t)f->tipster;
    t->rival = (int16_t)f->rival;
    t->last[or_team(k->core, t->tipster)] = (uint8_t)t->tipster;
    t->last[or_team(k->core, t->rival)] = (uint8_t)t->rival;
}

APPLY(or_spare_added, t)
{
    if (!t->spares)
        return;
    t->spares--;
    t->pile++;
}

APPLY(or_card_drawn, t)
{
    if (!t->pile)
        return;
    t->pile--;
    t->drawn++;
    t->card_out = 1;
    t->timed = (uint8_t)f->timed;
}

APPLY(or_card_taken, s)
{
    s->card = (uint8_t)f->number;
    deck_set_add(s->drawn, s->card);
}

APPLY(or_card_seen, me)
{
    *me = (struct or_seat){.card = (uint8_t)f->number};
}

APPLY(or_clue_given, t)
{
    int seat = f->seat;

    if (seat == t->rival) { /* OR-21: the faster Tipster's team guesses */
        t->rival = t->tipster;
        t->tipster = (int16_t)seat;
    }
    word_set(&t->clue, f->word);
    t->failed = 0;
}

APPLY(or_clue_ruled, me)
{
    me->fault = (uint8_t)f->fault;
    memset(&me->with, 0, sizeof me->with);
    word_set(&me->with, f->with);
    me->by_card = (uint8_t)f->card;
}

APPLY(or_objection_failed, t)
{
    t->failed |= (uint8_t)(1u << (f->subject & 7));
    t->asked_at = f->at; /* the time to think begins again */
    t->word_free = 0;
    forget_word(t);
}

APPLY(or_gap_pointed, t)
{
    int seat = f->seat;

    if (seat >= OR_SEATS)
        return;
    t->point[seat] = (uint8_t)(f->gap + 1);
    t->locked &= (uint16_t)~SEAT(seat); /* a new gap is a new thought */
    t->pointed_at = f->at;
    forget_word(t);
}

APPLY(or_seat_locked, t)
{
    if (f->seat < OR_SEATS &&
        t->point[f->seat]) /* only a damaged log locks what was never pointed at */
        t->locked |= SEAT(f->seat);
}

APPLY(or_gap_chosen, t)
{
    if (k->core->phase == OR_GUESS)
        t->tried = (uint8_t)f->gap;
}

APPLY(or_nothing_chosen, t)
{
    (void)f;
}

APPLY(or_guess_judged, t)
{
    t->end = f->right ? OR_RIGHT : OR_WRONG;
    t->last_stolen = 0;
}

APPLY(or_steal_offered, t)
{
    forget_points(t);
}

APPLY(or_steal_judged, t)
{
    t->last_stolen = (uint8_t)f->right;
}

/* A life is lost and won back alike: the fact tells how many are left. */
APPLY(or_life_lost, t)
{
    t->lives[f->team] = (uint8_t)f->left;
}

APPLY(or_life_won, t)
{
    t->lives[f->team] = (uint8_t)f->left;
}

/* Who understood whom, for the end: what the card shows now is known to all. */
static void count_met(struct or_public *t, int tipster, int number)
{
    int gap = or_gap(t, number), width = or_gap_end(t, gap) - t->circle[gap].number;

    t->last_knew = 0;
    if (tipster < 0 || tipster >= OR_SEATS)
        return;
    for (int seat = 0; seat < OR_SEATS; seat++) {
        if (t->point[seat] != gap + 1)
            continue;
        t->last_knew |= SEAT(seat);
        t->understood[tipster * OR_SEATS + seat]++;
    }
    if (t->end != OR_RIGHT)
        return;
    t->clear[tipster]++;
    if (!t->brave_number || width < t->brave_width) {
        t->brave_number = (uint8_t)number;
        t->brave_width = (uint8_t)width;
    }
}

APPLY(or_card_placed, t)
{
    bool chosen = t->tried < t->cards_on_circle;

    if (t->cards_on_circle)
        count_met(t, f->seat, f->number);
    t->last_seat = (int16_t)f->seat;
    t->last_number = (uint8_t)f->number;
    t->last_right = t->end == OR_RIGHT;
    t->last_from = chosen ? t->circle[t->tried].number : 0;
    t->last_to = chosen ? (uint8_t)or_gap_end(t, t->tried) : 0;
    insert(t, t->last_number, t->last_seat, f->word);
    t->card_out = 0;
}

APPLY(or_card_discarded, t)
{
    t->end = (uint8_t)(OR_NO_CLUE + f->why);
    t->card_out = 0;
    if (t->duel && t->end == OR_NO_CLUE && t->duels < OR_DUELS)
        t->duels++;
}

APPLY(or_table_waits, t)
{
    t->waits_for = (uint16_t)f->seats;
}

APPLY(or_table_went_on, t)
{
    t->waits_for = 0;
}

APPLY(or_word_free, t)
{
    t->word_free = 1;
}

APPLY(or_word_due, t)
{
    t->word_seat = (int16_t)f->seat;
    t->word_until = f->until;
}

APPLY(or_word_withdrawn, t)
{
    forget_word(t);
}
