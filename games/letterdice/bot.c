/* Letter Dice: how a bot plays. It recalls words for the theme (examples of the deck, and what
 * these and the theme bring to mind), and takes the one that fits and has most letters of the dice.
 * How fast, how well it remembers and how much it cares for letters is its level. */
#include "letterdice.h"

#include "rules/bot.h"
#include "rules/tally.h"

#include <string.h>

/* Milliseconds a person takes. */
enum {
    TO_THROW = 1800,
    TO_LOOK_BACK = 4500,
    TO_SAY = 9000,
    TO_PASS = 24000,
    TO_OBJECT = 2500,
    TO_LOOK = 2500
};

enum { IDEAS = 64, CUES = 8 };

/* A word that could be said, and for which theme. */
struct idea {
    struct word word;
    int theme;
    bool name;
    int points;
    float worth;
};

static const struct ld_public *table_of(const struct known *k)
{
    return k->table;
}

/* ---- what a theme brings to mind ---- */

static const struct deck_entry *theme_entry(const struct thinking *t, int theme)
{
    const struct deck *deck = bot_deck(t, ld_theme_deck(t->known->core));
    struct str text = phrase_str(&table_of(t->known)->theme_text[theme - 1]);

    for (int i = 0; deck && i < deck->entries; i++) {
        if (str_eq(deck->entry[i].text, text))
            return &deck->entry[i];
    }
    return NULL;
}

/* Takes the next example of an entry; `field` and `rest` say where, both zero at first. */
static bool next_example(const struct deck_entry *e, int *field, struct str *rest,
                         struct str *example)
{
    while (!str_piece(rest, ',', example)) {
        if (!e || *field >= e->fields)
            return false;
        const struct deck_field *f = &e->field[(*field)++];

        if (str_is(f->key, "such") || str_is(f->key, "about"))
            *rest = f->value;
    }
    return true;
}

static unsigned kinds_of(const struct deck_entry *e)
{
    struct str only = e ? deck_field(e, "only") : str_n("", 0);

    if (str_is(only, "verbs"))
        return 1u << KIND_VERB;
    return str_is(only, "adjectives") ? 1u << KIND_ADJECTIVE : 1u << KIND_NOUN;
}

static bool is_example(const struct deck_entry *e, enum language lang, struct str word)
{
    struct str rest = str_n("", 0), example;
    int field = 0;

    while (next_example(e, &field, &rest, &example)) {
        if (word_same(example, word, lang))
            return true;
    }
    return false;
}

/* ---- what may be said ---- */

static bool may_say(const struct thinking *t, struct str word, bool name, int theme)
{
    const struct ld_public *table = table_of(t->known);
    const struct lexicon *l = t->lexicon;
    struct str said[LD_CLAIMS];
    bool named = ld_is_name(table, l, t->lang, theme, word, name);
    struct str counted = ld_offered(table, theme, word, named);
    struct word_rules rules = {.exists = true, .on_table = said};

    if (ld_black(table) ? ld_first_hit(table->letter, counted) >= 0
                        : word_initial(counted) != ld_initial(table))
        return false;
    if (ld_said_before(table, t->lang, word) >= 0)
        return false;
    rules.n_on_table = ld_words_said(table, named, theme, said);
    return !words_judge(l, t->lang, word, named, &rules).fault;
}

/* Levels differ in what letters are worth to them beside the fit. */
static float letters_matter(const struct thinking *t)
{
    static const float matter[BOT_LEVELS] = {
        [BOT_EASY] = .2f, [BOT_NORMAL] = .7f, [BOT_SHARP] = 1.6f};

    return matter[t->bot->level];
}

static int keep(struct idea *ideas, int n, const struct thinking *t, struct idea it, float fit)
{
    const struct ld_public *table = table_of(t->known);
    struct str word = word_str(&it.word), counted = ld_offered(table, it.theme, word, it.name);

    it.points = ld_black(table) ? LD_BLACK_TOKENS : ld_points(table->letter, counted);
    it.worth = letters_matter(t) * (float)it.points + fit +
               .2f * t->nature.temper * bot_whim(t, word, table->round);
    for (int i = 0; i < n; i++) {
        if (word_same(word_str(&ideas[i].word), word, t->lang))
            return n;
    }
    if (n < IDEAS)
        ideas[n++] = it;
    return n;
}

/* Examples are what everybody knows; nobody thinks of all of them. */
static bool recalls(const struct thinking *t, struct str word)
{
    static const float memory[BOT_LEVELS] = {
        [BOT_EASY] = .1f, [BOT_NORMAL] = -.5f, [BOT_SHARP] = -1.3f};

    return bot_whim(t, word, 0x72656361) > memory[t->bot->level];
}

static int add_examples(const struct thinking *t, const struct deck_entry *e, int theme,
                        struct idea *ideas, int n)
{
    static const float FIT = 2.f;
    bool names = ld_names_only(table_of(t->known), theme);
    struct str rest = str_n("", 0), example;
    int field = 0;

    while (next_example(e, &field, &rest, &example)) {
        struct idea it = {.theme = theme, .name = names || word_parts(example) > 1};

        if (word_set(&it.word, example) == WORD_OK && recalls(t, word_str(&it.word)) &&
            may_say(t, word_str(&it.word), it.name, theme))
            n = keep(ideas, n, t, it, FIT);
    }
    return n;
}

static struct str field_of(const struct deck_entry *e, const char *key)
{
    return e ? deck_field(e, key) : str_n("", 0);
}

/* How well a word belongs to a theme, above 0 where it does: by the words that say what the theme
 * is about, else by its own. */
static float belonging(const struct thinking *t, const struct deck_entry *e, int theme,
                       struct str word)
{
    static const float ABOUT = .58f, THEME = .52f;
    struct str text = phrase_str(&table_of(t->known)->theme_text[theme - 1]);
    struct str about = field_of(e, "about");

    if (about.len)
        return t->mind->portrays(t->mind, t->lang, about, word) - ABOUT;
    return (float)t->mind->fits(t->mind, t->lang, word, text) / 100 - THEME;
}

/* What the words of a theme bring to mind together, or each of those it is about by itself. */
static int add_thoughts(const struct thinking *t, const struct deck_entry *e, int theme,
                        const struct str *cues, int n_cues, struct idea *ideas, int n)
{
    enum { MOST = 16 };
    static const float FIT = 8;
    const struct ld_public *table = table_of(t->known);
    struct thought thoughts[MOST];
    struct mind_wish wish = {.kinds = kinds_of(e), .initial = ld_initial(table)};

    int found = n_cues ? bot_associate(t, cues, n_cues, wish, table->round, thoughts, MOST) : 0;
    for (int i = 0; i < found; i++) {
        struct idea it = {.word = thoughts[i].word, .theme = theme};
        float fit = belonging(t, e, theme, word_str(&it.word));

        if (fit >= 0 && may_say(t, word_str(&it.word), false, theme))
            n = keep(ideas, n, t, it, FIT * fit);
    }
    return n;
}

/* Themes without words of their own: everybody begins somewhere else. */
static int think_around(const struct thinking *t, const struct deck_entry *e, int theme,
                        struct idea *ideas, int n)
{
    struct str text = phrase_str(&table_of(t->known)->theme_text[theme - 1]), cues[CUES], word;
    struct str rest = str_n("", 0);
    int field = 0, k = 0;

    if (ld_names_only(table_of(t->known), theme) && !field_of(e, "about").len)
        return n; /* names cannot be made up from other names */
    if (field_of(e, "about").len) {
        while (next_example(e, &field, &rest, &word)) {
            if (bot_whim(t, word, 0x637565) > .5f)
                n = add_thoughts(t, e, theme, &word, 1, ideas, n);
        }
        return n;
    }
    while (k < CUES && str_word(&text, &word)) {
        if (word.len > 3) /* of, in, und, la */
            cues[k++] = word;
    }
    return add_thoughts(t, e, theme, cues, k, ideas, n);
}

static int recall(const struct thinking *t, struct idea *ideas)
{
    const struct known *k = t->known;
    const struct ld_public *table = table_of(k);
    int n = 0;

    for (int theme = 1; theme <= LD_THEMES; theme++) {
        const struct deck_entry *e;

        if (ld_is(k->core, LD_OPEN) ? ld_theme_closed(table, theme) : theme != table->theme)
            continue;
        e = theme_entry(t, theme);
        n = add_examples(t, e, theme, ideas, n);
        /* Where examples say what belongs to a theme, what merely has to do with it does not. */
        if (!field_of(e, "such").len)
            n = think_around(t, e, theme, ideas, n);
    }
    return n;
}

static int best_of(const struct idea *ideas, int n)
{
    int best = -1;

    for (int i = 0; i < n; i++) {
        if (best < 0 || ideas[i].worth > ideas[best].worth)
            best = i;
    }
    return best;
}

/* ---- moves ---- */

/* From the dice on, or from the own last word where words may follow one another. */
static int64_t since_last(const struct known *k)
{
    const struct ld_public *table = table_of(k);
    int64_t from = k->core->since;

    for (int i = 0; i < table->claims; i++) {
        if (table->claim[i].seat == k->seat && table->claim[i].at > from)
            from = table->claim[i].at;
    }
    return from;
}

static bool think_say(const struct known *k, struct thinking *t)
{
    const struct ld_public *table = table_of(k);
    struct idea ideas[IDEAS];
    char digit[1];

    if (!seats_has(ld_playing(table, k->core), k->seat) || ld_silenced(table, k->core, k->seat))
        return false;
    int best = best_of(ideas, recall(t, ideas));
    if (best < 0) {
        BOT_DO(t, ld_pass);
        bot_when(t, since_last(k), TO_PASS, table->claims);
        return true;
    }
    const struct idea *it = &ideas[best];
    struct str word = bot_text(t, word_str(&it->word)).s;
    BOT_DO(t, ld_say, .word = word, .theme = ld_is(k->core, LD_OPEN) ? it->theme : 0,
           .name = it->name);
    bot_when(t, since_last(k), TO_SAY, LD_ACT_SAY);
    bot_because(t, "word", BOT_AT_ONCE);
    bot_because_text(t, "theme", phrase_str(&table->theme_text[it->theme - 1]));
    bot_because_text(t, "word", word_str(&it->word));
    digit[0] = (char)('0' + it->points);
    bot_because_text(t, "points", str_n(digit, 1));
    return true;
}

/* LD-11: what the referee advises to strike, unless the deck itself names it. */
static bool does_not_fit(const struct thinking *t, const struct ld_claim *claim)
{
    const struct ld_public *table = table_of(t->known);
    struct str word = word_str(&claim->word),
               text = phrase_str(&table->theme_text[claim->theme - 1]);
    enum opinion advice = ld_advice(claim);

    const struct deck_entry *e = theme_entry(t, claim->theme);
    if (is_example(e, t->lang, word) ||
        (field_of(e, "about").len && belonging(t, e, claim->theme, word) >= 0))
        return claim->fault != 0;
    if (advice == OPINION_NONE)
        return t->lexicon->fits(t->lexicon, t->lang, word, text) == OPINION_NO;
    return advice == OPINION_YES;
}

static bool think_object(const struct known *k, struct thinking *t)
{
    const struct ld_public *table = table_of(k);

    for (int i = 0; i < table->claims; i++) {
        const struct ld_claim *claim = &table->claim[i];

        if (claim->state != LD_CLAIM_OPEN || ld_unobjectionable(k, i) || !does_not_fit(t, claim))
            continue;
        BOT_DO(t, ld_object, .claim = i);
        bot_when(t, claim->at, TO_OBJECT, (uint64_t)i);
        return true;
    }
    return false;
}

static bool think_throw(const struct known *k, struct thinking *t, int action)
{
    const struct ld_public *table = table_of(k);
    /* With the first die the last round is over for good: people may want to look at it. */
    bool first = table->round > 1 && (action == LD_ACT_ROLL_THEME || ld_is(k->core, LD_OPEN));

    if (table->thrower != k->seat)
        return false;
    bot_do(t, action);
    bot_when(t, k->core->since, first ? TO_LOOK_BACK : TO_THROW, (uint64_t)action);
    return true;
}

static bool think_agree(const struct known *k, struct thinking *t)
{
    if (seats_has(table_of(k)->agreed, k->seat))
        return false;
    BOT_DO(t, ld_agree);
    bot_when(t, k->core->since, TO_LOOK, LD_ACT_AGREE);
    return true;
}

bool ld_think(const struct known *k, struct thinking *t)
{
    switch (k->core->phase) {
    case LD_THEME:
        return think_throw(k, t, LD_ACT_ROLL_THEME);
    case LD_THROW:
        return think_throw(k, t, LD_ACT_THROW_DICE);
    case LD_PLAY:
        return think_object(k, t) || think_say(k, t);
    default:
        return think_object(k, t) || think_agree(k, t);
    }
}

enum opinion ld_opinion(const struct known *k, const struct ballot *b, struct thinking *t)
{
    const struct ld_public *table = table_of(k);

    if (b->topic >= table->claims)
        return OPINION_NONE;
    return does_not_fit(t, &table->claim[b->topic]) ? OPINION_YES : OPINION_NO;
}

int ld_hints(const struct known *k, struct thinking *t, struct word *out, int most)
{
    const struct ld_public *table = table_of(k);
    struct idea ideas[IDEAS];
    int n = 0, hints = 0;

    if (k->core->phase == LD_PLAY && !ld_silenced(table, k->core, k->seat))
        n = recall(t, ideas);
    for (int best; hints < most && (best = best_of(ideas, n)) >= 0; hints++) {
        out[hints] = ideas[best].word;
        ideas[best] = ideas[--n];
    }
    return hints;
}

/* ---- figures ---- */

enum { LETTERS, STOOD, FOUND };

const char *const ld_figures[] = {
    [LETTERS] = "letters", [STOOD] = "words_stood", [FOUND] = "words_a_round", NULL};

/* Letters count where there are dice to use: not in a black round. */
void ld_measure(const struct known *k, const struct fact *f, struct tally *out)
{
    const struct ld_public *t = table_of(k);

    switch (f->kind) {
    case LD_WORD_SAID:
        if (t->colour != LD_BLACK)
            tally_add(out, LETTERS, FACT_AS(ld_word_said, f).points, 1);
        tally_add(out, FOUND, 1, 0);
        return;
    case LD_CLAIM_STOOD:
        tally_add(out, STOOD, 1, 1);
        return;
    case LD_CLAIM_REJECTED:
        tally_add(out, STOOD, 0, 1);
        return;
    case LD_ROUND_ENDED:
        tally_add(out, FOUND, 0, 1);
        return;
    default:
        return;
    }
}
