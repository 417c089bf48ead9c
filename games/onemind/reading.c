/*
 * One Mind: words are read one after the other, and matches take gems (rules OM-11 to OM-19).
 *
 * A word that is read lies there for a window of time that is the same whatever anybody holds: who
 * says nothing has no match, and where all who hold a card say no it is over. Where more time to
 * object is due than the window gave, or nobody who could say no is left, the word is looked at
 * (OM_CHECK).
 */
#include "onemind.h"

#include "rules/vote.h"

/* One card is read; equal words join by themselves, alike ones are pointed out to their holders. A
 * word that was struck this round is struck again as the table ruled then (OM-15): equal words are
 * one, but whoever held it in secret has kept it until now. */
static void read_card(struct decision *d, int reader, seat_set others)
{
    struct str word = word_str(&om_hand(d, reader)->word);
    bool silent = option(d->core, OPT_REFEREE) == REFEREE_TRUST;
    const struct om_card *struck = om_struck_like(om_board(d), d->core, reader, word);

    EMIT(d, om_word_read, .seat = reader, .word = word, .name = om_hand(d, reader)->name);
    om_tell_gloss(d, reader);
    if (struck)
        EMIT(d, om_word_struck, .seat = reader, .erased = struck->flags & OM_ERASED);
    for (int step = 1; step < d->core->seats; step++) {
        int seat = (reader + step) % d->core->seats;
        struct str other = word_str(&om_hand(d, seat)->word);

        if (!seats_has(others, seat))
            continue;
        if (!struck && om_one_word(d, reader, seat)) {
            EMIT(d, om_card_joined, .seat = seat, .word = other, .why = OM_SAME_WORD);
            om_tell_gloss(d, seat);
            continue;
        }
        enum likeness like =
            silent || struck ? LIKENESS_NONE : om_likeness(d, reader, word, seat, other);
        if (like != om_hand(d, seat)->suggested)
            TELL(d, SEAT(seat), om_match_suggested, .with = reader, .likeness = like);
    }
    phase_begin_ms(d, OM_READ, om_window(d->core));
}

static void end_round(struct decision *d)
{
    const struct om_public *t = om_board(d);

    if (t->round >= om_rounds(d->core))
        game_end(d, OUTCOME_LOST, 0); /* OM-19 */
    else
        om_begin_round(d, t->round + 1);
}

void om_start_reading(struct decision *d)
{
    const struct om_public *t = om_board(d);
    seat_set holders = om_holders(t, d->core);
    int last = NO_SEAT;

    FOR_SEATS (seat, holders) { /* OM-11: who finished last reads first */
        if (last == NO_SEAT || t->finished[seat] > t->finished[last])
            last = seat;
    }
    if (last == NO_SEAT)
        end_round(d);
    else
        read_card(d, last, holders & ~SEAT(last));
}

seat_set om_undeclared(const struct om_public *t, const struct core *c)
{
    if (seats_has(t->struck, t->reader))
        return 0;
    return om_holders(t, c) & (seat_set) ~(t->joined | t->declined | t->refused);
}

/* Whether gems or the game hang on the word being read as it lies there. */
static bool scores(const struct om_public *t)
{
    return !seats_has(t->struck, t->reader) && (t->joined || om_moved(t));
}

seat_set om_content(const struct om_public *t)
{
    /* Where nothing will score, a holder who said "no match" has spoken. */
    return t->reader != NO_SEAT && !scores(t) ? t->ready | t->declined : t->ready;
}

/* OM-12: whether everyone who still holds a card has said no. Bots alone hurry nobody. */
static bool all_said_no(const struct om_public *t, const struct core *c)
{
    seat_set holders = om_holders(t, c);

    return !(holders & (seat_set)~t->declined) && (holders & (seat_set)~c->bots);
}

/* OM-15: what scores can be objected to for the full time since the last thing that was said. What
 * does not score is over when all holders have said no; else it lies there for the rest of its
 * window. */
void om_close_window(struct decision *d)
{
    const struct core *c = d->core;
    int64_t until = c->deadline;

    if (scores(om_board(d))) {
        int check = option(c, OM_CHECK_TIME);

        if (!check) {
            phase_begin(d, OM_CHECK, 0);
            return;
        }
        until += check * INT64_C(1000) - om_window(c); /* the window began with that last thing */
    } else if (all_said_no(om_board(d), c)) {
        until = d->now;
    }
    if (until > d->now)
        phase_begin_ms(d, OM_CHECK, until - d->now);
    else
        om_settle(d);
}

/* OM-13: reader first, then clockwise; when the middle runs short, what is there. */
static int share_gems(struct decision *d, seat_set group)
{
    const struct om_public *t = om_board(d);
    int left = t->gems;

    for (int step = 0; step < d->core->seats; step++) {
        int seat = (t->reader + step) % d->core->seats;
        int take = d->core->score[seat] == 0 ? 2 : 1;

        if (!seats_has(group, seat))
            continue;
        take = take < left ? take : left;
        if (take > 0) {
            EMIT(d, om_gems_taken, .seat = seat, .gems = take);
            score_add(d, seat, take);
            left -= take;
        }
    }
    return left;
}

void om_settle(struct decision *d)
{
    const struct om_public *t = om_board(d);
    seat_set active = seats_active(d->core);
    seat_set joined = t->joined & active;
    seat_set matched = t->matched;
    int gems = t->gems;

    if ((joined || om_moved(t)) && !seats_has(t->struck, t->reader)) {
        /* The reader's own stack, which may be an earlier one (OM-12). */
        seat_set group =
            joined | om_stack(t, t->round, t->card[t->round][om_place(t, t->reader)].stack);

        for (int i = 0; i < t->joins; i++) {
            if (seats_has(joined, t->join_order[i]))
                EMIT(d, om_card_laid, .seat = t->join_order[i], .on = t->reader);
        }
        EMIT(d, om_match_made, .seats = group);
        gems = share_gems(d, group & (seat_set)~matched); /* a match counts once a round */
        matched |= group;
    }
    /* Also without a match just now: the last one who had none may have left for good. */
    bool all_gems = om_gems(d->core->seats, option(d->core, OM_LEVEL)) > 0 && gems == 0;
    bool all_players = matched && (active & ~matched) == 0;
    if (all_gems || all_players) { /* OM-17, OM-18, OM-21 */
        game_end(d, OUTCOME_WON, active);
        return;
    }
    seat_set holders = om_holders(t, d->core) & ~joined;
    int next = seats_next(holders, t->reader, d->core->seats);
    if (next == NO_SEAT)
        end_round(d);
    else
        read_card(d, next, holders & ~SEAT(next));
}
