/* Letter Dice: saying a word, and passing (LD-4 to LD-10, LD-12, LD-15). */
#include "letterdice.h"

/* ---- saying a word ---- */

CAN(ld_say)
{
    return !ld_silenced(k->table, k->core, k->seat);
}

int ld_said_before(const struct ld_public *t, enum language lang, struct str word)
{
    for (int i = 0; i < t->claims; i++) {
        if (word_same(word_str(&t->claim[i].word), word, lang))
            return i;
    }
    return -1;
}

int ld_words_said(const struct ld_public *t, bool name, int theme, struct str out[LD_CLAIMS])
{
    int n = 0;

    for (int i = 0; i < t->claims && !name; i++) { /* names may share a root */
        if (ld_counts(&t->claim[i]) || t->claim[i].theme == theme)
            out[n++] = word_str(&t->claim[i].word);
    }
    return n;
}

/* A word as a player says it. */
struct saying {
    struct word word;
    struct str counted; /* the part that counts; borrows from the word */
    bool name;
    struct judgement judgement;
};

/* LD-6: the part of a name that its player marked, or the one that is offered. False where what was
 * marked is not in it. */
static bool choose_part(const struct ld_public *t, struct str typed, int theme, struct saying *it)
{
    struct str whole = word_str(&it->word);
    struct word part;

    it->counted = ld_offered(t, theme, whole, it->name);
    if (!typed.len || !it->name)
        return true;
    if (word_set(&part, typed) != WORD_OK || !ld_part_in(whole, word_str(&part)).len)
        return false;
    it->counted = ld_part_in(whole, word_str(&part));
    return true;
}

/* What no referee level softens: the initial (LD-4) is a matter of letters, and a word that was
 * said is said (LD-5). */
static bool fits_round(struct decision *d, const struct saying *it)
{
    const struct ld_public *t = ld_board(d);
    char initial = ld_initial(t);
    int before = ld_said_before(t, (enum language)d->core->language, word_str(&it->word));

    if (initial && word_initial(it->counted) != initial)
        return refuse_words(d, "word_initial", it->counted, str_n(&initial, 1));
    if (before >= 0)
        return refuse_words(d, "word_same", word_str(&it->word), word_str(&t->claim[before].word));
    return true;
}

/* The word as the rules of the round let it be said, or a refusal. */
static bool accept_word(struct decision *d, const struct ld_say *a, int theme, struct saying *it)
{
    const struct ld_public *t = ld_board(d);
    struct str said[LD_CLAIMS];
    struct word_rules rules = {.exists = true, .on_table = said};

    if (word_set(&it->word, a->word) == WORD_OK) {
        it->name = ld_is_name(t, d->world->lexicon, (enum language)d->core->language, theme,
                              word_str(&it->word), a->name);
        if (!choose_part(t, a->part, theme, it))
            return refuse_words(d, "part_missing", word_str(&it->word), a->part);
        if (!fits_round(d, it))
            return false;
        rules.n_on_table = ld_words_said(t, it->name, theme, said);
    }
    return words_accept(d, a->word, it->name, a->insist, &rules, &it->word, &it->judgement);
}

static enum opinion fits_theme(const struct decision *d, struct str word, int theme)
{
    const struct lexicon *l = d->world->lexicon;
    struct str text = phrase_str(&ld_board(d)->theme_text[theme - 1]);

    if (option(d->core, OPT_REFEREE) == REFEREE_TRUST)
        return OPINION_NONE;
    enum opinion fits = l->fits(l, (enum language)d->core->language, word, text);
    /* No dictionary knows who is not famous. */
    return ld_names_only(ld_board(d), theme) && fits == OPINION_NO ? OPINION_NONE : fits;
}

/* LD-8: a word with a letter of the dice is said and costs tokens; nothing warns of it. */
static void say_black(struct decision *d, const struct ld_public *t, int hit)
{
    EMIT(d, ld_word_failed, .claim = t->claims, .seat = d->by, .letter = t->letter[hit]);
    ld_pay_penalty(d, d->by);
}

static int theme_of(const struct core *c, const struct ld_public *t, const struct ld_say *a)
{
    return ld_is(c, LD_OPEN) ? a->theme : t->theme;
}

/* What is lit while somebody types. The parts are counted from 0. */
PREVIEW(ld_say)
{
    const struct ld_public *t = k->table;
    enum language lang = (enum language)k->core->language;
    int theme = theme_of(k->core, t, a);
    struct saying it = {0};

    bool fine = word_set(&it.word, a->word) == WORD_OK;
    it.counted = word_str(&it.word);
    if (fine && theme >= 1 && theme <= LD_THEMES) {
        it.name = ld_is_name(t, l, lang, theme, word_str(&it.word), a->name);
        choose_part(t, a->part, theme, &it); /* that a part is missing is the referee's to say */
    }
    struct str before = str_n(it.word.text, (size_t)(it.counted.at - it.word.text));
    int first = word_parts(before), n = word_parts(it.counted);
    jw_key_int(w, "from", first);
    jw_key_int(w, "to", first + (n ? n - 1 : 0));
    if (!ld_black(t))
        jw_key_int(w, "points", ld_points(t->letter, it.counted));
}

DECIDE(ld_say)
{
    const struct ld_public *t = ld_board(d);
    const char *silenced = ld_silenced(t, d->core, d->by);
    int theme = theme_of(d->core, t, a);
    struct saying it = {0};

    if (silenced)
        return refuse(d, silenced);
    if (theme < 1 || theme > LD_THEMES)
        return refuse(d, "theme_missing");
    if (ld_is(d->core, LD_OPEN) && ld_theme_closed(t, theme))
        return refuse_number(d, "theme_closed", theme);
    if (!accept_word(d, a, theme, &it))
        return false;
    struct str word = word_str(&it.word);
    int hit = ld_black(t) ? ld_first_hit(t->letter, it.counted) : -1;
    int free = hit < 0 ? LD_BLACK_TOKENS : 0;
    EMIT(d, ld_word_said, .claim = t->claims, .seat = d->by, .word = word, .theme = theme,
         .name = it.name, .points = ld_black(t) ? free : ld_points(t->letter, it.counted),
         .fault = it.judgement.fault, .with = word_str(&it.judgement.with),
         .fits = fits_theme(d, word, theme), .at = d->now);
    if (it.counted.len < word.len)
        EMIT(d, ld_part_counted, .claim = t->claims, .seat = d->by, .part = it.counted);
    if (hit >= 0)
        say_black(d, t, hit);
    return true; /* what the word is worth is paid by ld_settle_accounts() */
}

/* ---- passing ---- */

CAN(ld_pass)
{
    return k->core->phase == LD_PLAY && seats_has(ld_playing(k->table, k->core), k->seat);
}

DECIDE(ld_pass)
{
    if (!decision_can(d, ld_pass_can))
        return false;
    EMIT(d, ld_seat_passed, .seat = d->by);
    return true;
}
