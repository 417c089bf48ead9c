/* Coordinates: what a seat or an onlooker sees. */
#include "coordinates.h"

/* ---- the round ---- */

static void view_table(const struct ax_public *t, const struct core *c, struct jw *w)
{
    jw_key(w, "table");
    jw_object(w);
    jw_key_int(w, "round", t->round);
    jw_key_int(w, "rounds", ax_rounds(c));
    jw_key_seats(w, "players", t->players);
    jw_key(w, "words"); /* number 1 first */
    jw_array(w);
    for (int i = 0; i < ax_numbers(t); i++)
        jw_str(w, phrase_str(&t->word[i]));
    jw_end_array(w);
    jw_key_str(w, "reference", phrase_str(&t->reference));
    jw_key_str(w, "vertical", phrase_str(&t->criterion[AX_VERTICAL]));
    jw_key_str(w, "horizontal", phrase_str(&t->criterion[AX_HORIZONTAL]));
    jw_key_int(w, "edge", AX_EDGE);
    jw_end_object(w);
}

/* Votes on a revealed token: by whom, which number, and whether it was right. */
static void view_guesses(const struct ax_public *t, int token, struct jw *w)
{
    jw_key(w, "guesses");
    jw_array(w);
    FOR_SEATS (voter, t->players) {
        if (!t->guess[token][voter])
            continue;
        jw_object(w);
        jw_key_int(w, "seat", voter);
        jw_key_int(w, "number", t->guess[token][voter]);
        jw_key_bool(w, "right", seats_has(t->right[token], voter));
        jw_end_object(w);
    }
    jw_end_array(w);
}

static void view_token(const struct ax_public *t, int token, struct jw *w)
{
    jw_object(w);
    jw_key_int(w, "seat", token);
    jw_key_int(w, "x", t->x[token]);
    jw_key_int(w, "y", t->y[token]);
    if (t->proposal[token])
        jw_key_int(w, "team_guess", t->proposal[token]);
    if (seats_has(t->revealed, token)) {
        jw_key_int(w, "number", t->number[token]);
        view_guesses(t, token, w);
        if (t->proposal[token])
            jw_key_bool(w, "team_right", seats_has(t->team_right, token));
    }
    jw_end_object(w);
}

/* A section of its own: it changes with every token, the words do not. */
static void view_tokens(const struct ax_public *t, struct jw *w)
{
    jw_key(w, "tokens");
    jw_array(w);
    FOR_SEATS (token, t->placed)
        view_token(t, token, w);
    jw_end_array(w);
}

/* ---- who has done what in this phase ---- */

static void view_step(const struct ax_public *t, const struct core *c, struct jw *w)
{
    jw_key(w, "step");
    jw_object(w);
    switch (c->phase) {
    case AX_PLACE:
        jw_key_seats(w, "actors", t->players & seats_active(c));
        jw_key_seats(w, "done", t->confirmed);
        break;
    case AX_GUESS:
        jw_key_seats(w, "actors", ax_voters(t, c));
        jw_key_seats(w, "done", t->voted);
        break;
    case AX_TEAM:
        jw_key_seats(w, "actors", ax_team_voters(t, c));
        jw_key_seats(w, "done", ax_agreed(t));
        jw_key_bool(w, "complete", !ax_open_tokens(t));
        break;
    default:
        jw_key_seats(w, "actors", seats_active(c));
        jw_key_seats(w, "done", t->ready);
        jw_key_int(w, "counting", t->counting);
        jw_key_int(w, "left", seats_count(t->placed & (uint16_t)~t->revealed));
    }
    jw_end_object(w);
}

/* AX-12: who stands behind the number on each token. */
static void view_agreements(const struct ax_public *t, struct jw *w)
{
    jw_key(w, "agreements");
    jw_array(w);
    FOR_SEATS (token, t->placed) {
        jw_object(w);
        jw_key_int(w, "token", token);
        jw_key_seats(w, "seats", t->agreed[token]);
        jw_end_object(w);
    }
    jw_end_array(w);
}

/* AX-13: the track has 40 spaces, and a marker tells how often a team has been round. */
static void view_teams(const struct ax_public *t, const struct core *c, struct jw *w)
{
    jw_key(w, "teams");
    jw_array(w);
    for (int team = 0; team < AX_TEAMS; team++) {
        int score = c->score[team]; /* the seat with the team's number is a member */

        jw_object(w);
        jw_key_seats(w, "seats", ax_team(c, team));
        jw_key_bool(w, "active", team == ax_active_team(t));
        jw_key_int(w, "score", score);
        jw_key_int(w, "lap", ax_lap(score));
        jw_key_int(w, "space", score - ax_lap(score));
        jw_end_object(w);
    }
    jw_end_array(w);
}

/* ---- my hand ---- */

/* The numbers a player may lay: all but the own one (AX-6), and all of them for the team. */
static void view_numbers(const struct ax_public *t, int own, struct jw *w)
{
    jw_key(w, "numbers");
    jw_array(w);
    for (int number = 1; number <= ax_numbers(t); number++) {
        if (number != own)
            jw_int(w, number);
    }
    jw_end_array(w);
}

void ax_own(const struct known *k, struct jw *w)
{
    const struct ax_public *t = k->table;
    const struct ax_seat *me = k->mine;
    bool plays = seats_has(t->players, k->seat);

    jw_key(w, "me");
    jw_object(w);
    if (ax_teams(k->core))
        jw_key_int(w, "team", k->seat % AX_TEAMS);
    view_numbers(t, plays ? me->number : 0, w);
    if (plays && me->number) {
        jw_key_int(w, "number", me->number);
        jw_key_str(w, "word", phrase_str(&t->word[me->number - 1]));
        jw_key(w, "guesses"); /* by token: the seat of its owner */
        jw_array(w);
        for (int seat = 0; seat < k->core->seats; seat++)
            jw_int(w, me->guess[seat]);
        jw_end_array(w);
    }
    jw_end_object(w);
}

void ax_view(const struct known *k, struct jw *w)
{
    const struct ax_public *t = k->table;

    view_table(t, k->core, w);
    view_tokens(t, w);
    view_step(t, k->core, w);
    if (ax_teams(k->core))
        view_teams(t, k->core, w);
    if (k->core->phase == AX_TEAM)
        view_agreements(t, w);
    ax_awards(t, k->core, w);
}

/* ---- what has to be read ---- */

/* Of the words the own one is most urgent, but every phone would ask in another order: who looks
 * over a shoulder must not learn it from that. */
int ax_reads(const struct known *k, struct phrase *out, int most)
{
    const struct ax_public *t = k->table;
    int n = 0;

    for (int axis = 0; axis < AX_AXES; axis++)
        n = reads_add(out, n, most, phrase_str(&t->criterion[axis]));
    n = reads_add(out, n, most, phrase_str(&t->reference));
    for (int i = 0; i < AX_NUMBERS; i++)
        n = reads_add(out, n, most, phrase_str(&t->word[i]));
    return n;
}
