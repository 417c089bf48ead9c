/* Compatibility: what a seat or an onlooker sees. Pictures are numbers in the deck that the table
 * names; positions count from 1. */
#include "compatibility.h"

/* The bands of the track from the start: where each ends and its number. */
static void view_track(const struct core *c, struct jw *w)
{
    jw_key(w, "track");
    jw_object(w);
    jw_key_int(w, "last", co_last_space(c));
    jw_key(w, "bands");
    jw_array(w);
    for (int band = 0; band < CO_RANKS; band++) {
        jw_object(w);
        jw_key_int(w, "number", CO_RANKS - band);
        jw_key_int(w, "until", co_band_end(c, band));
        jw_end_object(w);
    }
    jw_end_array(w);
    jw_end_object(w);
}

static void view_pawn(const struct co_public *t, const struct core *c, int seat, struct jw *w)
{
    jw_object(w);
    jw_key_seats(w, "seats", co_side(c, seat));
    jw_key_int(w, "space", t->space[seat]);
    jw_key_int(w, "number", co_number(c, t->space[seat]));
    jw_key_int(w, "moved", t->gained[seat]);
    jw_key_int(w, "tokens", co_tokens(t, c, seat));
    jw_end_object(w);
}

static void view_table(const struct co_public *t, const struct core *c, struct jw *w)
{
    int pawns = co_pairs(c) ? c->seats / 2 : c->seats;

    jw_key(w, "table");
    jw_object(w);
    jw_key_str(w, "mode", co_pairs(c) ? STR("pairs") : STR("referent"));
    jw_key_str(w, "pictures", str_of(compatibility.decks[co_picture_deck(c)]));
    jw_key_bool(w, "titles", option(c, CO_TITLES));
    view_track(c, w);
    jw_key(w, "pawns");
    jw_array(w);
    for (int seat = 0; seat < pawns; seat++)
        view_pawn(t, c, seat, w);
    jw_end_array(w);
    jw_key_seats(w, "spent", t->spent);
    jw_end_object(w);
}

static void view_round(const struct co_public *t, struct jw *w)
{
    jw_key(w, "round");
    jw_object(w);
    jw_key_int(w, "number", t->round);
    jw_key_int(w, "announcer", t->announcer);
    if (t->number) {
        jw_key_int(w, "called", t->number);
        jw_key_str(w, "theme", phrase_str(&t->theme));
    }
    FOR_SEATS (seat, t->doubler)
        jw_key_int(w, "doubler", seat);
    if (t->double_at)
        jw_key_int(w, "double_at", t->double_at);
    jw_end_object(w);
}

/* Who has laid how many cards, face down until their position is turned. */
static void view_row(const struct co_public *t, const struct core *c, int seat, struct jw *w)
{
    seat_set with = co_counterparts(t, c, seat);

    jw_object(w);
    jw_key_int(w, "seat", seat);
    if (seats_count(with) == 1)
        jw_key_int(w, "with", seats_first(with));
    jw_key_int(w, "count", t->count[seat]);
    jw_key_bool(w, "laid", seats_has(t->finished, seat));
    jw_key(w, "cards");
    jw_array(w);
    for (int i = 0; i < CO_RANKS && t->shown[seat][i]; i++) {
        jw_object(w);
        jw_key_int(w, "picture", t->shown[seat][i] - 1);
        if (t->agreed[seat][i]) {
            enum co_kind kind = (enum co_kind)(t->agreed[seat][i] - 1);

            jw_key_str(w, "agreement", str_of(co_kind_name(kind)));
            jw_key_int(w, "points", co_points(kind));
        }
        jw_end_object(w);
    }
    jw_end_array(w);
    jw_end_object(w);
}

static void view_rankings(const struct co_public *t, const struct core *c, struct jw *w)
{
    jw_key(w, "rankings");
    jw_object(w);
    if (t->position) {
        jw_key_int(w, "position", t->position);
        jw_key_int(w, "positions", t->positions);
    }
    jw_key(w, "rows");
    jw_array(w);
    for (int seat = 0; seat < c->seats; seat++)
        view_row(t, c, seat, w);
    jw_end_array(w);
    jw_end_object(w);
}

void co_own(const struct known *k, struct jw *w)
{
    const struct co_public *t = k->table;
    const struct co_seat *me = k->mine;

    jw_key(w, "me");
    jw_object(w);
    jw_key_seats(w, "compared_with", t->round ? co_counterparts(t, k->core, k->seat) : 0);
    jw_key_int(w, "count", t->count[k->seat]);
    jw_key_bool(w, "token", !seats_has(t->spent, k->seat));
    if (me->laid) {
        jw_key(w, "pictures");
        jw_array(w);
        for (int i = 0; i < me->laid; i++)
            jw_int(w, me->picture[i]);
        jw_end_array(w);
    }
    if (seats_has(t->doubler, k->seat))
        jw_key_int(w, "double_at", me->double_at);
    jw_end_object(w);
}

void co_view(const struct known *k, struct jw *w)
{
    const struct co_public *t = k->table;

    view_table(t, k->core, w);
    if (t->round)
        view_round(t, w);
    if (k->core->phase == CO_CHOOSE || k->core->phase == CO_REVEAL)
        view_rankings(t, k->core, w);
    if (k->core->phase == CO_BROWSE || k->core->phase == CO_REVEAL)
        jw_key_seats(w, "ready", t->ready);
    co_awards(t, k->core, w);
}

/* ---- what has to be read ---- */

int co_reads(const struct known *k, struct phrase *out, int most)
{
    const struct co_public *t = k->table;

    return reads_add(out, 0, most, phrase_str(&t->theme));
}
