/* One Round?: which words may be written (OR-1, OR-6) and what a challenge asks of them (OR-22). */
#include "oneround.h"

static const struct or_public *board(const struct decision *d)
{
    return decision_public(d);
}

/* ---- hints at the number or the place (OR-6) ---- */

/* Normal forms (word_key); a word is only pointed out, the table decides. */
static const char *const hints[LANGUAGES] = {
    [LANG_EN] = ("ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN "
                 "FOURTEEN FIFTEEN SIXTEEN SEVENTEEN EIGHTEEN NINETEEN TWENTY THIRTY FORTY FIFTY "
                 "SIXTY SEVENTY EIGHTY NINETY HUNDRED OCLOCK NORTH SOUTH EAST WEST"),
    [LANG_DE] = ("NULL EINS ZWEI DREI VIER FUNF SECHS SIEBEN ACHT NEUN ZEHN ELF ZWOLF DREIZEHN "
                 "VIERZEHN FUNFZEHN SECHZEHN SIEBZEHN ACHTZEHN NEUNZEHN ZWANZIG DREISSIG VIERZIG "
                 "FUNFZIG SECHZIG SIEBZIG ACHTZIG NEUNZIG HUNDERT NORDEN SUDEN OSTEN WESTEN"),
    [LANG_FR] = ("ZERO DEUX TROIS QUATRE CINQ SIX SEPT HUIT NEUF DIX ONZE DOUZE TREIZE QUATORZE "
                 "QUINZE SEIZE VINGT TRENTE QUARANTE CINQUANTE SOIXANTE CENT NORD SUD EST OUEST"),
};

static bool has_digit(struct str s)
{
    for (size_t i = 0; i < s.len; i++) {
        if (s.at[i] >= '0' && s.at[i] <= '9')
            return true;
    }
    return false;
}

bool or_hints(enum language lang, struct str shown)
{
    struct str part, hint;

    if (has_digit(shown))
        return true;
    while (str_word(&shown, &part)) {
        struct str rest = str_of(hints[lang]);
        struct word_key key;

        word_key(&key, part, false);
        while (str_word(&rest, &hint)) {
            if (str_eq(word_key_str(&key), hint))
                return true;
        }
    }
    return false;
}

/* ---- what a player may write ---- */

static int words_on_circle(const struct or_public *t, struct str *out)
{
    for (int i = 0; i < t->cards_on_circle; i++)
        out[i] = word_str(&t->circle[i].word);
    return t->cards_on_circle;
}

bool or_accept_start(struct decision *d, const struct value *v, struct word *word)
{
    struct str on_table[OR_CIRCLE];
    struct word_rules rules = {.on_table = on_table,
                               .n_on_table = words_on_circle(board(d), on_table)};
    struct ruling ruling;

    return words_accept(d, v[0].s, v[1].i, v[2].i, &rules, word, &ruling);
}

enum fault or_own_fault(const struct or_public *t, const struct lexicon *l, enum language lang,
                        struct str shown)
{
    struct str theme = line_str(&t->theme);

    if (or_hints(lang, shown))
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

bool or_accept_clue(struct decision *d, const struct value *v, struct word *word,
                    struct ruling *ruling)
{
    bool name = v[1].i, insist = v[2].i;
    struct str on_table[OR_CIRCLE];
    struct word_rules rules = or_clue_rules(board(d), name, on_table);

    if (!words_accept(d, v[0].s, name, insist, &rules, word, ruling))
        return false;
    if (option(d->core, OPT_REFEREE) == REFEREE_TRUST || ruling->fault)
        return true;
    ruling->fault =
        or_own_fault(board(d), d->world->lexicon, (enum language)d->core->language, word_str(word));
    if (!ruling->fault || insist)
        return true;
    refuse_word(d, ruling->fault == FAULT_HINT ? "word_hint" : "word_kind", word_str(word));
    d->refusal.insist = true;
    return false;
}

/* ---- challenges ---- */

enum { LIVES = 3, CARDS = 12, SAND = 20 };

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

static const struct deck_entry *challenge(const struct decision *d, int *entry)
{
    const struct deck *deck = decision_deck(d, OR_DECK_CHALLENGES);

    if (!deck || option(d->core, OR_OPT_WORDS) == OR_FREE)
        return NULL;
    *entry = (option(d->core, OR_OPT_CHALLENGE) - 1) % deck->entries;
    return &deck->entry[*entry];
}

/* The title stands at the first challenge of a chapter. */
static struct str chapter(const struct decision *d, const struct deck_entry *e)
{
    const struct deck *deck = decision_deck(d, OR_DECK_CHALLENGES);

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

void or_open_challenge(struct decision *d)
{
    int entry = 0;
    const struct deck_entry *e = challenge(d, &entry);

    if (e)
        EMIT(d, OR_CHALLENGE_OPENED, NUM(entry), TEXT(chapter(d, e)), NUM(only_field(e)),
             TEXT(deck_field(e, "without")), TEXT(deck_field(e, "initial")),
             NUM(number_field(e, "longest", 3, 12, 0)), TEXT(deck_field(e, "theme")));
    EMIT(d, OR_PILE_LAID, NUM(number_field(e, "lives", 1, 3, LIVES)),
         NUM(number_field(e, "cards", 6, 20, CARDS)), NUM(number_field(e, "timer", 10, 30, SAND)));
    if (option(d->core, OR_OPT_WORDS) == OR_FREE)
        return;
    for (int place = 0; place < 3; place++) {
        struct word word;

        start_word(e, place, &word);
        EMIT(d, OR_START_DRAWN, NUM(entry), NUM(33 * place), TEXT(word_str(&word)));
    }
}

/* A start word nobody wrote comes from a challenge, one that is not on the circle yet. */
void or_draw_start(struct decision *d, int number)
{
    const struct deck *deck = decision_deck(d, OR_DECK_CHALLENGES);
    int entry = deck ? deck_draw(d, OR_CHANCE_ENTRY, OR_DECK_CHALLENGES, NULL, false) : 0;
    struct word word = {0};

    for (int place = 0; place < 3; place++) {
        const struct or_public *t = board(d);
        bool there = false;

        start_word(deck ? &deck->entry[entry] : NULL, (number / 33 + place) % 3, &word);
        for (int i = 0; i < t->cards_on_circle; i++)
            there |= word_same(word_str(&word), word_str(&t->circle[i].word),
                               (enum language)d->core->language);
        if (!there)
            break;
    }
    EMIT(d, OR_START_DRAWN, NUM(entry), NUM(number), TEXT(word_str(&word)));
}
