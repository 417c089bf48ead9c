/* Compatibility: the cards are turned, pawns move, and the round ends (CO-6 to CO-10, CO-14). */
#include "compatibility.h"

/* ---- revealing ---- */

static struct str title(const struct decision *d, int picture)
{
    const struct deck *deck = decision_deck(d, co_picture_deck(d->core));

    return deck && picture < deck->entries ? deck_field(&deck->entry[picture], "title") : STR("");
}

static void reveal_cards(struct decision *d, int position)
{
    const struct co_public *t = co_board(d);

    FOR_SEATS (seat, t->finished) { /* CO-6: all players at once */
        int picture = co_hand(d, seat)->picture[position - 1];

        if (position <= t->count[seat])
            EMIT(d, co_card_revealed, .seat = seat, .position = position, .picture = picture,
                 .title = title(d, picture));
    }
    FOR_SEATS (seat, t->doubler) {
        if (co_compared(t, d->core, seat) && co_hand(d, seat)->double_at == position)
            EMIT(d, co_double_shown, .seat = seat, .position = position);
    }
}

static bool doubled(const struct decision *d, int a, int b, int position)
{
    FOR_SEATS (seat, co_board(d)->doubler & (SEAT(a) | SEAT(b))) {
        if (co_hand(d, seat)->double_at == position)
            return true;
    }
    return false;
}

/* The spaces that two rankings win as this position is turned (CO-7, CO-8, CO-11). */
static int compare(struct decision *d, int seat, int with, int position)
{
    struct co_agreement found[2];
    int n = co_agreements(co_hand(d, seat), co_hand(d, with), position - 1, found), spaces = 0;

    for (int i = 0; i < n; i++) {
        int place = found[i].place, other = found[i].other;
        int picture = co_hand(d, seat)->picture[place];
        enum co_kind kind = place != other                     ? CO_INDIRECT
                            : doubled(d, seat, with, position) ? CO_DOUBLED
                                                               : CO_DIRECT;

        EMIT(d, co_agreed, .seat = seat, .position = place + 1, .with = with, .at = other + 1,
             .picture = picture, .title = title(d, picture), .kind = kind,
             .points = co_points(kind));
        spaces += co_points(kind);
    }
    return spaces;
}

/* A score is the space of the pawn, so it ends where the track ends. */
static void advance(struct decision *d, int seat, int spaces)
{
    int space = co_board(d)->space[seat], last = co_last_space(d->core);
    int to = space + spaces < last ? space + spaces : last;

    if (spaces == 0)
        return;
    EMIT(d, co_pawn_moved, .seats = co_side(d->core, seat), .spaces = spaces, .space = to);
    FOR_SEATS (player, co_side(d->core, seat)) {
        if (to != space)
            score_add(d, player, to - space);
    }
}

static void turn_position(struct decision *d, int position, int of)
{
    const struct co_public *t = co_board(d);
    const struct core *c = d->core;
    seat_set movers = co_pairs(c) ? seats_all(c->seats / 2) : co_counterparts(t, c, t->announcer);
    int most = 0;

    EMIT(d, co_position_turned, .position = position, .of = of);
    reveal_cards(d, position);
    FOR_SEATS (seat, movers & t->finished) {
        int spaces = 0;

        FOR_SEATS (with, co_counterparts(t, c, seat) & t->finished)
            spaces += compare(d, seat, with, position);
        advance(d, seat, spaces);
        if (t->gained[seat] + spaces > most)
            most = t->gained[seat] + spaces;
    }
    if (!co_pairs(c) && position == of)
        advance(d, t->announcer, most < CO_GAIN ? most : CO_GAIN); /* CO-9 */
    phase_begin(d, CO_REVEAL, option(c, CO_REVEAL_TIME));
}

/* ---- a round ends ---- */

static void end_round(struct decision *d)
{
    const struct co_public *t = co_board(d);
    const struct core *c = d->core;
    bool finish = false;

    for (int seat = 0; seat < c->seats; seat++)
        finish = finish || t->space[seat] >= co_last_space(c);
    if (finish || t->round >= CO_ROUNDS) {
        game_end(d, OUTCOME_RANKED, co_winners(t, c)); /* CO-14 */
        return;
    }
    if (t->finished)
        TELL(d, t->finished, co_pictures_taken); /* CO-10 */
    co_begin_round(d, t->round + 1, seats_next(seats_active(c), t->announcer, c->seats));
}

/* Choosing is over. Where nothing can be compared nothing is turned, and nobody's token is spent;
 * neither is one on a ranking that is compared with nobody's (T-9). */
void co_settle_choice(struct decision *d)
{
    const struct co_public *t = co_board(d);
    bool comparable = false;
    int of = 1;

    FOR_SEATS (seat, t->finished) {
        comparable = comparable || co_compared(t, d->core, seat);
        of = t->count[seat] > of ? t->count[seat] : of;
    }
    if (comparable) {
        FOR_SEATS (seat, t->doubler) {
            if (!co_compared(t, d->core, seat))
                EMIT(d, co_double_kept, .seat = seat);
        }
        turn_position(d, 1, of);
        return;
    }
    EMIT(d, co_round_voided);
    end_round(d);
}

void co_turn_next(struct decision *d)
{
    const struct co_public *t = co_board(d);

    if (t->position < t->positions)
        turn_position(d, t->position + 1, t->positions);
    else
        end_round(d);
}
