/* Compatibility: a round from the number that is called to the last ranking (CO-2 to CO-5, CO-11 to
 * CO-13). */
#include "compatibility.h"

/* ---- number and theme ---- */

void co_begin_round(struct decision *d, int round, int announcer)
{
    EMIT(d, co_round_began, .round = round, .seat = announcer);
    phase_begin(d, CO_CALL, option(d->core, CO_CALL_TIME));
}

static bool all_used(const uint64_t *used, int cards)
{
    for (int i = 0; i < cards; i++) {
        if (!deck_set_has(used, i))
            return false;
    }
    return true;
}

/* CO-3: the number first, then the card. A card of another size than six is read round and round,
 * and a table without a deck says its themes aloud. */
static void turn_theme(struct decision *d, int number, bool by_chance)
{
    const struct co_public *t = co_board(d);
    int themes = CO_DECK_THEMES + option(d->core, CO_PACK);
    const struct deck *deck = decision_deck(d, themes);
    const uint64_t *used = t->used;
    struct str theme = STR("");
    int card = 0;

    EMIT(d, co_number_called, .seat = t->announcer, .number = number, .by = by_chance);
    if (deck) {
        if (all_used(used, deck->cards)) { /* CO-15 */
            EMIT(d, co_themes_reshuffled);
            used = NULL;
        }
        card = deck_draw(d, CO_CHANCE_CARD, themes, used, true);
        int first = deck->card_at[card], size = deck->card_at[card + 1] - first;
        theme = deck->entry[first + (number - 1) % size].text;
    }
    EMIT(d, co_theme_turned, .card = card, .theme = theme);
    phase_begin(d, CO_CHOOSE, option(d->core, CO_CHOOSE_TIME));
}

/* Nobody is waited for any more and no number has been called: who is skipped or gone hands the
 * role on, who let the time pass keeps it and chance calls. */
void co_settle_call(struct decision *d)
{
    const struct co_public *t = co_board(d);
    seat_set here = seats_waited(d->core);
    uint64_t numbers = 0x7e; /* 1 to 6 */

    if (here && !seats_has(here, t->announcer))
        EMIT(d, co_role_passed, .from = t->announcer,
             .seat = seats_next(here, t->announcer, d->core->seats));
    else
        turn_theme(d, chance_pick(d, CO_CHANCE_NUMBER, &numbers, CO_NUMBERS + 1), true);
}

CAN(co_call)
{
    const struct co_public *t = k->table;

    return k->core->phase == CO_CALL && t->announcer == k->seat;
}

DECIDE(co_call)
{
    if (d->core->phase != CO_CALL)
        return refuse(d, "not_now");
    if (co_board(d)->announcer != d->by)
        return refuse(d, "not_yours");
    turn_theme(d, a->number, false);
    return true;
}

/* ---- choosing ---- */

CAN(co_choose)
{
    return k->core->phase == CO_CHOOSE;
}

DECIDE(co_choose)
{
    const struct co_public *t = co_board(d);
    struct str list = a->pictures;
    uint64_t chosen = 0;

    if (d->core->phase != CO_CHOOSE)
        return refuse(d, "not_now");
    if (list.len != t->count[d->by])
        return refuse_number(d, "picture_count", t->count[d->by]);
    for (size_t i = 0; i < list.len; i++) {
        int picture = (unsigned char)list.at[i];

        if (picture >= CO_PICTURES)
            return refuse(d, "picture_unknown");
        if (chosen >> picture & 1)
            return refuse(d, "picture_twice");
        chosen |= UINT64_C(1) << picture;
    }
    TELL(d, SEAT(d->by), co_pictures_laid, .pictures = list);
    if (!seats_has(t->finished, d->by))
        EMIT(d, co_seat_finished, .seat = d->by);
    return true;
}

CAN(co_take_back)
{
    const struct co_public *t = k->table;

    return k->core->phase == CO_CHOOSE && seats_has(t->finished, k->seat);
}

DECIDE(co_take_back)
{
    if (!decision_can(d, co_take_back_can))
        return false;
    TELL(d, SEAT(d->by), co_pictures_taken);
    EMIT(d, co_seat_reopened, .seat = d->by);
    return true;
}

const char *co_double_refusal(const struct known *k)
{
    const struct co_public *t = k->table;

    if (k->core->phase != CO_CHOOSE)
        return "not_now"; /* CO-11: after the theme, before the first reveal */
    if (!co_pairs(k->core) && t->announcer == k->seat)
        return "double_referent"; /* CO-13 */
    if (seats_has(t->spent, k->seat))
        return "double_spent";
    if (t->doubler && !seats_has(t->doubler, k->seat))
        return "double_taken"; /* CO-12 */
    return NULL;
}

CAN(co_double)
{
    return co_double_refusal(k) == NULL;
}

LEGAL(co_double)
{
    const struct co_public *t = k->table;

    return a->position <= t->count[k->seat];
}

/* Who has announced the token may still lay it elsewhere; nobody else hears of that. */
DECIDE(co_double)
{
    const struct co_public *t = co_board(d);
    struct known k = table_known(d->table, d->by);
    const char *wrong = co_double_refusal(&k);

    if (wrong)
        return refuse(d, wrong);
    if (a->position > t->count[d->by])
        return refuse_number(d, "double_position", t->count[d->by]);
    if (!t->doubler)
        EMIT(d, co_double_announced, .seat = d->by);
    TELL(d, SEAT(d->by), co_double_placed, .position = a->position);
    return true;
}
