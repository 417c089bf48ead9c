/* One Round?: what a seat or an onlooker sees. */
#include "oneround.h"

static void member_letter(struct jw *w, const char *key, uint8_t letter)
{
    char c = (char)letter;

    if (letter)
        jw_key_str(w, key, str_n(&c, 1));
}

/* The numbers at both ends of a gap: [66, 100]. */
static void member_between(struct jw *w, const char *key, int from, int to)
{
    jw_key(w, key);
    jw_array(w);
    jw_int(w, from);
    jw_int(w, to);
    jw_end_array(w);
}

static void view_circle(const struct or_public *t, struct jw *w)
{
    jw_key(w, "circle");
    jw_array(w);
    for (int i = 0; i < t->cards_on_circle; i++) {
        const struct or_card *card = &t->circle[i];

        jw_object(w);
        jw_key_int(w, "number", card->number);
        jw_key_str(w, "word", word_str(&card->word));
        if (card->seat != NO_SEAT)
            jw_key_int(w, "seat", card->seat);
        jw_end_object(w);
    }
    jw_end_array(w);
}

static void view_challenge(const struct or_public *t, struct jw *w)
{
    if (!t->entry)
        return;
    jw_key(w, "challenge");
    jw_object(w);
    jw_key_int(w, "number", t->entry);
    jw_key_str(w, "chapter", phrase_str(&t->chapter));
    if (t->only)
        jw_key_choice(w, "only", OR_ONLY, t->only);
    member_letter(w, "without", t->without);
    member_letter(w, "initial", t->initial);
    if (t->longest)
        jw_key_int(w, "longest", t->longest);
    if (t->theme.len)
        jw_key_str(w, "theme", phrase_str(&t->theme));
    jw_end_object(w);
}

static void view_teams(const struct or_public *t, const struct core *c, struct jw *w)
{
    bool teams = or_against(c);

    jw_key(w, "teams");
    jw_array(w);
    for (int team = teams ? OR_A : OR_ALL; team <= (teams ? OR_B : OR_ALL); team++) {
        jw_object(w);
        jw_key_choice(w, "team", OR_TEAM_NAMES, team);
        jw_key_seats(w, "seats", or_team_seats(c, team));
        jw_key_int(w, "lives", t->lives[team]);
        jw_key_bool(w, "overtime", or_overtime(t, team));
        jw_end_object(w);
    }
    jw_end_array(w);
}

static void view_table(const struct or_public *t, const struct core *c, struct jw *w)
{
    jw_key(w, "table");
    jw_object(w);
    jw_key_int(w, "lives_at_start", t->lives_at_start);
    jw_key_int(w, "cards_at_start", t->cards_at_start);
    jw_key_int(w, "pile", t->pile);
    jw_key_int(w, "spares", t->spares);
    jw_key_int(w, "timer", option(c, OR_TIMER) ? t->timer : 0);
    view_teams(t, c, w);
    view_challenge(t, w);
    view_circle(t, w);
    if (c->outcome == OUTCOME_WON)
        jw_key_int(w, "stars", t->lives[OR_ALL]);
    jw_end_object(w);
}

static void view_points(const struct or_public *t, const struct core *c, struct jw *w)
{
    jw_key_seats(w, "guessers", or_guessers(t, c));
    if (or_decider(t, c) != NO_SEAT)
        jw_key_int(w, "decider", or_decider(t, c));
    if (or_objecting(t, c))
        jw_key_bool(w, "frozen", true);
    if (t->word_until && !t->waits_for) { /* this seat's gap counts, then at the latest (OR-8) */
        jw_key(w, "word");
        jw_object(w);
        jw_key_int(w, "seat", t->word_seat);
        jw_key_int(w, "until", t->word_until);
        jw_end_object(w);
    }
    jw_key(w, "points");
    jw_array(w);
    FOR_SEATS (seat, or_guessers(t, c)) {
        if (!t->point[seat])
            continue;
        jw_object(w);
        jw_key_int(w, "seat", seat);
        jw_key_int(w, "gap", t->point[seat] - 1);
        jw_key_bool(w, "locked", seats_has(t->locked, seat));
        jw_end_object(w);
    }
    jw_end_array(w);
    if (c->phase == OR_STEAL && t->tried < t->cards_on_circle)
        jw_key_int(w, "tried", t->tried);
}

/* Objections that cannot be raised again about this card. */
static void view_failed(const struct or_public *t, struct jw *w)
{
    if (!t->failed)
        return;
    jw_key(w, "failed");
    jw_array(w);
    if (t->failed >> OR_SUBJECT_CLUE & 1)
        jw_str(w, STR("clue"));
    if (t->failed >> OR_SUBJECT_SEEN & 1)
        jw_str(w, STR("seen"));
    jw_end_array(w);
}

static void view_turn(const struct or_public *t, const struct core *c, struct jw *w)
{
    jw_key(w, "turn");
    jw_object(w);
    jw_key_int(w, "tipster", t->tipster);
    if (t->rival != NO_SEAT)
        jw_key_int(w, "rival", t->rival);
    jw_key_bool(w, "deciding", t->duel);
    jw_key_choice(w, "team", OR_TEAM_NAMES, or_team(c, t->tipster));
    jw_key_bool(w, "last_card", t->pile == (t->card_out ? 0 : 1));
    if (c->phase == OR_TURN && or_turner(t, c) != NO_SEAT)
        jw_key_int(w, "turner", or_turner(t, c));
    jw_key_bool(w, "timed", t->card_out ? t->timed : or_next_timed(t, c));
    if (t->card_out) {
        jw_key(w, "silent"); /* OR-8: who has seen the card keeps still, in chats too */
        jw_seats(w, or_holders(t));
        view_failed(t, w);
    }
    if (t->clue.len)
        jw_key_str(w, "clue", word_str(&t->clue));
    if (c->phase == OR_GUESS || c->phase == OR_STEAL)
        view_points(t, c, w);
    jw_end_object(w);
}

static void view_start(const struct core *c, struct jw *w)
{
    jw_key(w, "writers");
    jw_array(w);
    for (int place = 0; place < OR_STARTS; place++) {
        jw_object(w);
        jw_key_int(w, "number", or_start_number(place));
        jw_key_int(w, "seat", or_start_writer(c, place));
        jw_end_object(w);
    }
    jw_end_array(w);
}

/* The card placed last: it stays to be seen while the next one is played. */
static void view_last(const struct or_public *t, struct jw *w)
{
    if (!t->last_number)
        return;
    jw_key(w, "last");
    jw_object(w);
    jw_key_int(w, "number", t->last_number);
    jw_key_int(w, "seat", t->last_seat);
    jw_key_bool(w, "right", t->last_right);
    if (t->last_from != t->last_to)
        member_between(w, "chosen", t->last_from, t->last_to);
    if (t->last_knew)
        jw_key_seats(w, "knew", t->last_knew);
    if (t->last_stolen)
        jw_key_bool(w, "stolen", true);
    jw_end_object(w);
}

void or_own(const struct known *k, struct jw *w)
{
    const struct or_public *t = k->table;
    const struct or_seat *me = k->mine;
    bool holds = t->card_out && seats_has(or_holders(t), k->seat);

    jw_key(w, "me");
    jw_object(w);
    if (k->core->phase == OR_WORDS && or_start_missing(t, k->core, k->seat) >= 0)
        jw_key_int(w, "start", or_start_missing(t, k->core, k->seat));
    if (holds && me->card) {
        int gap = or_gap(t, me->card);

        jw_key_int(w, "card", me->card);
        jw_key_int(w, "gap", gap);
        member_between(w, "between", t->circle[gap].number, or_gap_end(t, gap));
        if (me->fault) {
            jw_key_choice(w, "fault", FAULTS, me->fault);
            jw_key_str(w, "with", word_str(&me->with));
        }
    }
    jw_end_object(w);
}

void or_view(const struct known *k, struct jw *w)
{
    const struct or_public *t = k->table;

    view_table(t, k->core, w);
    if (k->core->phase == OR_WORDS)
        view_start(k->core, w);
    else if (t->tipster != NO_SEAT)
        view_turn(t, k->core, w);
    view_last(t, w);
    or_awards(t, k->core, w);
}

/* ---- what has to be read ---- */

/* The clue, what every clue is about, and the circle as far as there is room. The card itself is a
 * number and needs no words. */
int or_reads(const struct known *k, struct phrase *out, int most)
{
    const struct or_public *t = k->table;
    int n = reads_add(out, 0, most, word_str(&t->clue));

    n = reads_add(out, n, most, phrase_str(&t->theme));
    for (int i = 0; i < t->cards_on_circle; i++)
        n = reads_add(out, n, most, word_str(&t->circle[i].word));
    return n;
}
