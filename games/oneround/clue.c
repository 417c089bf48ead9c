/* One Round?: which words may be written (OR-1, OR-6) and what a challenge asks of them (OR-22). */
#include "oneround.h"

/* ---- what a player may write ---- */

static int words_on_circle(const struct or_public *t, struct str *out)
{
    for (int i = 0; i < t->cards_on_circle; i++)
        out[i] = word_str(&t->circle[i].word);
    return t->cards_on_circle;
}

bool or_accept_start(struct decision *d, const struct or_write_start *a, struct word *word)
{
    struct str on_table[OR_CIRCLE];
    struct word_rules rules = {.on_table = on_table,
                               .n_on_table = words_on_circle(or_board(d), on_table)};
    struct judgement judgement;

    return words_accept(d, a->word, a->name, a->insist, &rules, word, &judgement);
}

enum fault or_own_fault(const struct or_public *t, const struct lexicon *l, enum language lang,
                        struct str shown)
{
    struct str theme = phrase_str(&t->theme);

    if (or_hint(lang, shown))
        return FAULT_HINT;
    if (theme.len && l->fits(l, lang, shown, theme) == OPINION_NO)
        return FAULT_KIND;
    return FAULT_NONE;
}

struct word_rules or_clue_rules(const struct or_public *t, bool name,
                                struct str on_table[OR_CIRCLE])
{
    return (struct word_rules){
        .exists = true,
        .listed = true, /* OR-6: a compound of one's own is a doubt */
        .initial = (char)t->initial,
        .forbidden = (char)t->without,
        .longest = t->longest,
        /* A name is one because the player says so, as anywhere (T-5). */
        .of_kind = t->only && !(t->only == OR_NAMES && name),
        .kind = t->only ? (enum word_kind)(KIND_NOUN + t->only - OR_NOUNS) : KIND_NOUN,
        .on_table = on_table,
        .n_on_table = words_on_circle(t, on_table),
    };
}

static const char *hint_key(enum or_hint hint)
{
    return hint == OR_HINT_PLACE ? "hint_place" : "hint_number";
}

static const char *refusal_key(enum fault fault, enum or_hint hint, bool by_card)
{
    if (fault != FAULT_HINT)
        return "word_kind";
    return by_card ? "hint_colour" : hint_key(hint);
}

/* T-6: why a strict table refuses a word whoever insists (a refusal key), or NULL. A number or a
 * place is one whatever the card is. A word that is only put together from others is no name. */
static const char *strict_refusal(const struct lexicon *l, enum language lang, struct str shown,
                                  bool name)
{
    enum or_hint hint = or_hint(lang, shown);

    if (hint)
        return hint_key(hint);
    bool compound = word_parts(shown) == 1 && l->exists(l, lang, shown) == OPINION_YES &&
                    l->listed(l, lang, shown) == OPINION_NO &&
                    l->is_kind(l, lang, shown, KIND_NAME) != OPINION_YES;
    return name && compound ? "word_unknown" : NULL;
}

bool or_accept_clue(struct decision *d, const struct or_clue *a, struct word *word,
                    struct judgement *judgement, bool *by_card)
{
    const struct or_seat *hand = decision_seat(d, d->by);
    enum language lang = (enum language)d->core->language;
    struct str on_table[OR_CIRCLE];
    struct word_rules rules = or_clue_rules(or_board(d), a->name, on_table);
    bool strict = option(d->core, OPT_REFEREE) == REFEREE_STRICT;

    *by_card = false;
    if (!words_accept(d, a->word, a->name, a->insist, &rules, word, judgement))
        return false;
    const char *refusal =
        strict ? strict_refusal(d->world->lexicon, lang, word_str(word), a->name) : NULL;
    if (refusal) {
        refuse_word(d, refusal, word_str(word));
        return false;
    }
    if (option(d->core, OPT_REFEREE) == REFEREE_TRUST || judgement->fault)
        return true;
    judgement->fault = or_own_fault(or_board(d), d->world->lexicon, lang, word_str(word));
    *by_card = !judgement->fault && or_names_colour(lang, word_str(word), hand->card);
    if (*by_card)
        judgement->fault = FAULT_HINT;
    if (!judgement->fault || a->insist)
        return true;
    refuse_word(d, refusal_key(judgement->fault, or_hint(lang, word_str(word)), *by_card),
                word_str(word));
    d->refusal.insist = true;
    return false;
}

/* ---- challenges ---- */

enum { LIVES = 3, CARDS = 12 };

static int number_field(const struct deck_entry *e, const char *key, int min, int max, int usual)
{
    int64_t n;

    if (!e || !str_int(deck_field(e, key), &n) || n < min || n > max)
        return usual;
    return (int)n;
}

static int only_field(const struct deck_entry *e)
{
    int only = choice_index(str_of(OR_ONLY), deck_field(e, "only"));

    return only < 0 ? OR_ANY : only;
}

static int challenges_of(const struct decision *d)
{
    return OR_DECK_CHALLENGES + option(d->core, OR_PACK);
}

static const struct deck_entry *challenge(const struct decision *d, int *entry)
{
    const struct deck *deck = decision_deck(d, challenges_of(d));

    if (!deck || option(d->core, OR_START_WORDS) == OR_FREE)
        return NULL;
    *entry = (option(d->core, OR_CHALLENGE) - 1) % deck->entries;
    return &deck->entry[*entry];
}

/* The title stands at the first challenge of a chapter. */
static struct str chapter(const struct decision *d, const struct deck_entry *e)
{
    const struct deck *deck = decision_deck(d, challenges_of(d));

    return deck_field(&deck->entry[deck->card_at[e->card]], "chapter");
}

/* The word at a place of "one, two, three", or a letter where a deck has none. */
static void start_word(const struct deck_entry *e, int place, struct word *out)
{
    static const char *const letters[] = {"A", "B", "C"};
    struct str rest = e ? e->text : str_n("", 0), head = rest;

    for (int i = 0; i <= place; i++) {
        if (!str_split(rest, ',', &head, &rest)) {
            head = rest;
            rest = str_n("", 0);
        }
    }
    if (word_set(out, head) != WORD_OK)
        word_set(out, str_of(letters[place]));
}

/* A level may have sand of its own; a table that has chosen its sand plays with that (OR-13). */
static int sand(const struct decision *d, const struct deck_entry *e)
{
    int chosen = option(d->core, OR_SAND_TIME);

    return chosen == OR_SAND ? number_field(e, "timer", 10, 60, OR_SAND) : chosen;
}

void or_open_challenge(struct decision *d)
{
    int entry = 0;
    const struct deck_entry *e = challenge(d, &entry);

    if (e)
        EMIT(d, or_challenge_opened, .entry = entry, .chapter = chapter(d, e),
             .only = only_field(e), .without = deck_field(e, "without"),
             .initial = deck_field(e, "initial"), .longest = number_field(e, "longest", 3, 12, 0),
             .theme = deck_field(e, "theme"));
    EMIT(d, or_pile_laid, .lives = number_field(e, "lives", 1, 3, LIVES),
         .cards = number_field(e, "cards", 6, 20, CARDS), .timer = sand(d, e));
    if (option(d->core, OR_START_WORDS) == OR_FREE)
        return;
    for (int place = 0; place < OR_STARTS; place++) {
        struct word word;

        start_word(e, place, &word);
        EMIT(d, or_start_drawn, .entry = entry, .number = or_start_number(place),
             .word = word_str(&word));
    }
}

/* A start word nobody wrote comes from a challenge, one that is not on the circle yet. */
void or_draw_start(struct decision *d, int number)
{
    const struct deck *deck = decision_deck(d, challenges_of(d));
    int entry = deck ? deck_draw(d, OR_CHANCE_ENTRY, challenges_of(d), NULL, false) : 0;
    struct word word = {0};

    for (int step = 0; step < OR_STARTS; step++) {
        const struct or_public *t = or_board(d);
        bool there = false;

        start_word(deck ? &deck->entry[entry] : NULL,
                   (number / or_start_number(1) + step) % OR_STARTS, &word);
        for (int i = 0; i < t->cards_on_circle; i++)
            there |= word_same(word_str(&word), word_str(&t->circle[i].word),
                               (enum language)d->core->language);
        if (!there)
            break;
    }
    EMIT(d, or_start_drawn, .entry = entry, .number = number, .word = word_str(&word));
}
