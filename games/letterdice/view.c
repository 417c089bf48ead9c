/* Letter Dice: what everyone sees; nothing here is secret. */
#include "letterdice.h"

#include "rules/words.h"

static const char colours[] = LD_COLOURS;
static const char closings[] = LD_CLOSINGS;
static const char states[] = LD_STATES;
static const char faults[] = FAULTS;

static void view_themes(const struct ld_public *t, const struct core *c, struct jw *w)
{
    bool open = ld_is(c, LD_OPEN);

    jw_key_int(w, "card", t->card + 1);
    jw_key(w, "themes");
    jw_array(w);
    for (int theme = 1; theme <= LD_THEMES; theme++) {
        bool closed = ld_dice_lie(c) && ld_theme_closed(t, theme);

        jw_object(w);
        jw_key_str(w, "text", phrase_str(&t->theme_text[theme - 1]));
        jw_key(w, "state"); /* open: words may be said for it */
        jw_str(w, open                ? closed ? STR("closed") : STR("open")
                                 : theme == t->theme ? STR("open")
                                      : STR("off"));
        if (ld_names_only(t, theme)) { /* LD-6: of people the last part, or the whole name */
            jw_key(w, "names");
            jw_str(w, t->whole >> (theme - 1) & 1 ? STR("whole") : STR("people"));
        }
        jw_end_object(w);
    }
    jw_end_array(w);
    if (t->theme)
        jw_key_int(w, "theme", t->theme);
}

static void view_dice(const struct ld_public *t, struct jw *w)
{
    jw_key(w, "dice");
    jw_array(w);
    for (int die = 0; die < LD_DICE; die++) {
        jw_object(w);
        jw_key_choice(w, "colour", colours, die);
        jw_key(w, "letter");
        jw_letter(w, t->letter[die]);
        jw_end_object(w);
    }
    jw_end_array(w);
    jw_key_choice(w, "colour", colours, t->colour);
    if (!ld_black(t)) {
        jw_key(w, "initial");
        jw_letter(w, t->letter[t->colour]);
    }
}

static void view_table(const struct ld_public *t, const struct core *c, struct jw *w)
{
    jw_key(w, "table");
    jw_object(w);
    jw_key_choice(w, "variant", "classic|limited|open", option(c, LD_VARIANT));
    jw_key_int(w, "round", t->round);
    jw_key_int(w, "thrower", t->thrower);
    jw_key_int(w, "middle", t->middle);
    jw_key_int(w, "reserve", t->reserve);
    view_themes(t, c, w);
    if (ld_dice_lie(c))
        view_dice(t, w);
    jw_end_object(w);
}

static void view_round(const struct ld_public *t, const struct core *c, struct jw *w)
{
    int left = t->scoring - ld_standing(t);

    jw_key(w, "round");
    jw_object(w);
    jw_key_seats(w, "playing", ld_playing(t, c));
    jw_key_seats(w, "out", ld_out(t, c));
    jw_key_seats(w, "passed", t->passed & (seat_set)~ld_out(t, c));
    if (t->scoring && !ld_black(t)) {
        jw_key(w, "scoring"); /* how many may score, and how many more */
        jw_int(w, t->scoring);
        jw_key_int(w, "places_left", left > 0 ? left : 0);
    }
    if (t->closed) {
        jw_key_choice(w, "closed", closings, t->closed);
        jw_key_seats(w, "agreed", t->agreed);
        if (ld_settles(t, c)) {
            jw_key(w, "until"); /* LD-11: then all its words stand */
            jw_int(w, ld_settles(t, c));
        }
    }
    jw_end_object(w);
}

static void view_claim(const struct ld_public *t, const struct core *c, int i, struct jw *w)
{
    const struct ld_claim *claim = &t->claim[i];

    jw_object(w);
    jw_key_int(w, "claim", i);
    jw_key_int(w, "seat", claim->seat);
    jw_key_str(w, "word", word_str(&claim->word));
    if (claim->part_len)
        jw_key_str(w, "part", ld_counted(claim)); /* LD-6: what counts of it */
    jw_key_int(w, "theme", claim->theme);
    jw_key_bool(w, "name", claim->name);
    jw_key_int(w, "points", claim->points);
    jw_key_int(w, "tokens", claim->tokens);
    jw_key_choice(w, "state", states, claim->state);
    jw_key_int(w, "at", claim->at);
    if (claim->state == LD_CLAIM_OPEN)
        jw_key_bool(w, "contested", ld_contested(c, i));
    if (claim->fits)
        jw_key_choice(w, "fits", "none|no|yes", claim->fits);
    if (claim->fault)
        jw_key_choice(w, "fault", faults, claim->fault);
    if (claim->with.len)
        jw_key_str(w, "with", word_str(&claim->with));
    jw_end_object(w);
}

/* Until the next dice fall these are the claims of the round before. */
static void view_claims(const struct ld_public *t, const struct core *c, struct jw *w)
{
    jw_key(w, "claims");
    jw_array(w);
    for (int i = 0; i < t->claims; i++)
        view_claim(t, c, i, w);
    jw_end_array(w);
}

void ld_own(const struct known *k, struct jw *w)
{
    const struct ld_public *t = k->table;

    jw_key(w, "me");
    jw_object(w);
    jw_key_bool(w, "thrower", k->seat == t->thrower);
    if (ld_dice_lie(k->core)) {
        jw_key_bool(w, "out", seats_has(ld_out(t, k->core), k->seat));
        jw_key_bool(w, "passed", seats_has(t->passed, k->seat));
    }
    jw_end_object(w);
}

void ld_view(const struct known *k, struct jw *w)
{
    const struct ld_public *t = k->table;

    view_table(t, k->core, w);
    if (ld_dice_lie(k->core))
        view_round(t, k->core, w);
    view_claims(t, k->core, w);
    ld_awards(t, k->core, w);
}

/* ---- what has to be read ---- */

/* The theme of the round, or all where words may be said for any; then what was said. */
int ld_reads(const struct known *k, struct phrase *out, int most)
{
    const struct ld_public *t = k->table;
    int n = 0;

    if (t->theme)
        n = reads_add(out, n, most, phrase_str(&t->theme_text[t->theme - 1]));
    for (int i = 0; i < LD_THEMES && !t->theme; i++)
        n = reads_add(out, n, most, phrase_str(&t->theme_text[i]));
    for (int i = t->claims - 1; i >= 0; i--) {
        if (!t->claim[i].name)
            n = reads_add(out, n, most, word_str(&t->claim[i].word));
    }
    return n;
}
