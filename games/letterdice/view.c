/* Letter Dice: what everyone sees; nothing here is secret. */
#include "letterdice.h"

#include "rules/words.h"

static const char colours[] = LD_COLOURS;
static const char closings[] = LD_CLOSINGS;
static const char states[] = LD_STATES;
static const char faults[] = FAULTS;

static void jw_choice(struct jw *w, const char *key, const char *choices, int i)
{
    jw_key(w, key);
    jw_str(w, choice_name(str_of(choices), i));
}

static void jw_letter(struct jw *w, int letter)
{
    char c = (char)('A' + letter);

    jw_str(w, str_n(&c, 1));
}

static void view_themes(const struct ld_public *t, const struct core *c, struct jw *w)
{
    bool open = option(c, LD_VARIANT) == LD_OPEN;

    jw_key(w, "card");
    jw_int(w, t->card + 1);
    jw_key(w, "themes");
    jw_array(w);
    for (int theme = 1; theme <= LD_THEMES; theme++) {
        bool closed = ld_dice_lie(c) && ld_theme_closed(t, theme);

        jw_object(w);
        jw_key(w, "text");
        jw_str(w, line_str(&t->theme_text[theme - 1]));
        jw_key(w, "state"); /* open: words may be said for it */
        jw_str(w, open                ? closed ? STR("closed") : STR("open")
                                 : theme == t->theme ? STR("open")
                                      : STR("off"));
        jw_end_object(w);
    }
    jw_end_array(w);
    if (t->theme) {
        jw_key(w, "theme");
        jw_int(w, t->theme);
    }
}

static void view_dice(const struct ld_public *t, struct jw *w)
{
    jw_key(w, "dice");
    jw_array(w);
    for (int die = 0; die < LD_DICE; die++) {
        jw_object(w);
        jw_choice(w, "colour", colours, die);
        jw_key(w, "letter");
        jw_letter(w, t->letter[die]);
        jw_end_object(w);
    }
    jw_end_array(w);
    jw_choice(w, "colour", colours, t->colour);
    if (!ld_black(t)) {
        jw_key(w, "initial");
        jw_letter(w, t->letter[t->colour]);
    }
}

static void view_table(const struct ld_public *t, const struct core *c, struct jw *w)
{
    jw_key(w, "table");
    jw_object(w);
    jw_choice(w, "variant", "classic|limited|open", option(c, LD_VARIANT));
    jw_key(w, "round");
    jw_int(w, t->round);
    jw_key(w, "thrower");
    jw_int(w, t->thrower);
    jw_key(w, "middle");
    jw_int(w, t->middle);
    jw_key(w, "reserve");
    jw_int(w, t->reserve);
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
    jw_key(w, "playing");
    jw_seats(w, ld_playing(t, c));
    jw_key(w, "out");
    jw_seats(w, ld_out(t, c));
    jw_key(w, "passed");
    jw_seats(w, t->passed & (seat_set)~ld_out(t, c));
    if (t->scoring && !ld_black(t)) {
        jw_key(w, "scoring"); /* how many may score, and how many more */
        jw_int(w, t->scoring);
        jw_key(w, "places_left");
        jw_int(w, left > 0 ? left : 0);
    }
    if (t->closed) {
        jw_choice(w, "closed", closings, t->closed);
        jw_key(w, "agreed");
        jw_seats(w, t->agreed);
    }
    jw_end_object(w);
}

static void view_claim(const struct ld_public *t, const struct core *c, int i, struct jw *w)
{
    const struct ld_claim *claim = &t->claim[i];

    jw_object(w);
    jw_key(w, "claim");
    jw_int(w, i);
    jw_key(w, "seat");
    jw_int(w, claim->seat);
    jw_key(w, "word");
    jw_str(w, word_str(&claim->word));
    jw_key(w, "theme");
    jw_int(w, claim->theme);
    jw_key(w, "name");
    jw_bool(w, claim->name);
    jw_key(w, "points");
    jw_int(w, claim->points);
    jw_key(w, "tokens");
    jw_int(w, claim->tokens);
    jw_choice(w, "state", states, claim->state);
    jw_key(w, "at");
    jw_int(w, claim->at);
    if (claim->state == LD_CLAIM_OPEN) {
        jw_key(w, "until");
        jw_int(w, ld_window(claim, c));
        jw_key(w, "contested");
        jw_bool(w, ld_contested(c, i));
    }
    if (claim->fits)
        jw_choice(w, "fits", "none|no|yes", claim->fits);
    if (claim->fault)
        jw_choice(w, "fault", faults, claim->fault);
    if (claim->with.len) {
        jw_key(w, "with");
        jw_str(w, word_str(&claim->with));
    }
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

static void view_me(const struct known *k, struct jw *w)
{
    const struct ld_public *t = k->table;

    jw_key(w, "me");
    jw_object(w);
    jw_key(w, "thrower");
    jw_bool(w, k->seat == t->thrower);
    if (ld_dice_lie(k->core)) {
        jw_key(w, "out");
        jw_bool(w, seats_has(ld_out(t, k->core), k->seat));
        jw_key(w, "passed");
        jw_bool(w, seats_has(t->passed, k->seat));
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
    if (k->mine)
        view_me(k, w);
}
