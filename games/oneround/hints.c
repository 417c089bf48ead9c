/* One Round?: does a word hint at the number, the colour or the place of a card (OR-6)?
 *
 * Numbers are read as each language builds them, with their ordinals and the like; places are the
 * points of the compass, sides and hours. Neither asks for the card: a vote may hear of them. A
 * colour is a hint only where it is the card's own, and only the Tipster may be told.
 *
 * Everything works on keys (word_key): capitals without accents, blanks and hyphens, so that
 * EIGHTY-THREE, "Eighty three" and EIGHTYTHREE are one. */
#include "oneround.h"

/* ---- reading letters ---- */

/* Letters that a word begins with as `text` does. Most words end this at the first one, which is
 * why nothing here measures a text before it compares. */
static size_t shared(struct str word, const char *text)
{
    size_t n = 0;

    while (n < word.len && word.at[n] == text[n])
        n++;
    return n;
}

/* Takes a text off the front. */
static bool eat(struct str *s, const char *text)
{
    size_t n = shared(*s, text);

    if (text[n])
        return false;
    *s = str_n(s->at + n, s->len - n);
    return true;
}

/* Takes the longest of some words off the front; its place in the list, or -1. */
static int eat_one(struct str *s, const char *const *words, int n)
{
    int best = -1;
    size_t longest = 0;

    for (int i = 0; i < n; i++) {
        size_t len = shared(*s, words[i]);

        if (!words[i][len] && len > longest) {
            best = i;
            longest = len;
        }
    }
    *s = str_n(s->at + longest, s->len - longest);
    return best;
}

/* Whether a key, which has no blanks, is one of the words of a list. */
static bool is_one_of(struct str key, const char *list)
{
    while (*list) {
        size_t n = shared(key, list);

        if (n == key.len && (list[n] == ' ' || !list[n]))
            return true;
        while (*list && *list++ != ' ')
            continue;
    }
    return false;
}

/* The same of a list that ends with NULL, for lists that are long: most words end at the first
 * letter. */
static bool is_word_of(struct str key, const char *const *words)
{
    for (; *words; words++) {
        if (key.len && key.at[0] == **words) {
            size_t n = shared(key, *words);

            if (n == key.len && !(*words)[n])
                return true;
        }
    }
    return false;
}

/* Whether nothing is left of a number but an ending from a list. */
static bool ends(struct str rest, const char *endings)
{
    return rest.len == 0 || is_one_of(rest, endings);
}

#define COUNT(list) ((int)(sizeof(list) / sizeof(list)[0]))

/* ---- English: SIX, EIGHTY-THREE, A HUNDRED AND ONE, FORTIETH ---- */

static const char *const en_small[] = {"ZERO",    "ONE",     "TWO",       "THREE",    "FOUR",
                                       "FIVE",    "SIX",     "SEVEN",     "EIGHT",    "NINE",
                                       "TEN",     "ELEVEN",  "TWELVE",    "THIRTEEN", "FOURTEEN",
                                       "FIFTEEN", "SIXTEEN", "SEVENTEEN", "EIGHTEEN", "NINETEEN"};
static const char *const en_tens[] = {"TWENTY", "THIRTY",  "FORTY",  "FOURTY", "FIFTY",
                                      "SIXTY",  "SEVENTY", "EIGHTY", "NINETY"};
static const char *const en_last[] = {"FIRST", "SECOND", "THIRD",    "FOURTH",
                                      "FIFTH", "SIXTH",  "SEVENTH",  "EIGHTH",
                                      "NINTH", "TENTH",  "ELEVENTH", "TWELFTH"};
static const char *const en_tenth[] = {"TWENTIETH", "THIRTIETH",  "FORTIETH",  "FIFTIETH",
                                       "SIXTIETH",  "SEVENTIETH", "EIGHTIETH", "NINETIETH"};

static bool en_below_hundred(struct str s)
{
    struct str all = s;

    if (eat_one(&s, en_tenth, COUNT(en_tenth)) >= 0)
        return ends(s, "S");
    if (eat_one(&s, en_tens, COUNT(en_tens)) >= 0 && ends(s, "S"))
        return true;
    struct str unit = s; /* after the tens, if there are any */
    int small = eat_one(&s, en_small, COUNT(en_small));
    if (small >= 0 && (unit.len == all.len || (small > 0 && small < 10)) &&
        ends(s, "S TH THS FOLD"))
        return true;
    s = unit;
    return eat_one(&s, en_last, COUNT(en_last)) >= 0 && ends(s, "S");
}

static const char *const en_more_numbers[] = {"NOUGHT",   "NIL",    "DOZEN",   "DOZENS", "ONCE",
                                              "TWICE",    "THRICE", "HALF",    "HALVES", "QUARTER",
                                              "QUARTERS", "THIRDS", "PERCENT", NULL};

static bool en_number(struct str s)
{
    if (en_below_hundred(s) || is_word_of(s, en_more_numbers))
        return true;
    if (!eat(&s, "A"))
        eat_one(&s, en_small, 10);
    if (!eat(&s, "HUNDRED"))
        return false;
    return ends(s, "S TH THS FOLD") || (eat(&s, "AND"), en_below_hundred(s));
}

/* ---- German: SECHS, DREIUNDACHTZIG, HUNDERTEINS, VIERTE, ZWANZIGSTER ---- */

static const char *const de_small[] = {
    "NULL",     "EINS",     "ZWEI",     "DREI",     "VIER",  "FUNF",     "SECHS",    "SIEBEN",
    "ACHT",     "NEUN",     "ZEHN",     "ELF",      "ZWOLF", "DREIZEHN", "VIERZEHN", "FUNFZEHN",
    "SECHZEHN", "SIEBZEHN", "ACHTZEHN", "NEUNZEHN", "ZWO",   "FUENF",    "ZWOELF",   "FUENFZEHN"};
static const char *const de_units[] = {"EIN",   "ZWEI",   "DREI", "VIER", "FUNF", "FUENF",
                                       "SECHS", "SIEBEN", "ACHT", "NEUN", "ZWO"};
static const char *const de_tens[] = {"ZWANZIG", "DREISSIG", "VIERZIG", "FUNFZIG", "FUENFZIG",
                                      "SECHZIG", "SIEBZIG",  "ACHTZIG", "NEUNZIG"};
static const char *const de_first[] = {"ERST", "DRITT", "SIEBT", "ACHT"};

#define DE_TENTH "ER ERN ERS STE STER STEN STES STEM STEL MAL FACH"

static bool de_below_hundred(struct str s)
{
    struct str all = s;

    if (eat_one(&s, de_tens, COUNT(de_tens)) >= 0 && ends(s, DE_TENTH))
        return true;
    s = all;
    if (eat_one(&s, de_units, COUNT(de_units)) >= 0 && eat(&s, "UND") &&
        eat_one(&s, de_tens, COUNT(de_tens)) >= 0)
        return ends(s, DE_TENTH);
    s = all;
    if (eat_one(&s, de_first, COUNT(de_first)) >= 0 && s.len && ends(s, "E ER EN ES EM EL"))
        return true;
    s = all;
    return eat_one(&s, de_small, COUNT(de_small)) >= 0 &&
           ends(s, "TE TER TEN TES TEM TEL MAL FACH ERLEI");
}

static const char *const de_more_numbers[] = {"DUTZEND", "EINMAL",  "EINFACH", "HALB",
                                              "HALBE",   "HALBER",  "HALBES",  "HALFTE",
                                              "HAELFTE", "PROZENT", NULL};

static bool de_number(struct str s)
{
    if (de_below_hundred(s) || is_word_of(s, de_more_numbers))
        return true;
    eat_one(&s, de_units, COUNT(de_units));
    if (!eat(&s, "HUNDERT"))
        return false;
    return ends(s, "E ER " DE_TENTH) || (eat(&s, "UND"), de_below_hundred(s));
}

/* ---- French: SIX, QUATRE-VINGT-TROIS, SOIXANTE ET ONZE, CENT UN, NEUVIÈME, DOUZAINE ---- */

static const char *const fr_small[] = {
    "ZERO",     "UN",     "DEUX",  "TROIS",   "QUATRE",  "CINQ",    "SIX",
    "SEPT",     "HUIT",   "NEUF",  "DIX",     "ONZE",    "DOUZE",   "TREIZE",
    "QUATORZE", "QUINZE", "SEIZE", "DIXSEPT", "DIXHUIT", "DIXNEUF", "UNE"};
/* As they stand before -IÈME and -AINE. */
static const char *const fr_stems[] = {
    "UN",  "DEUX", "TROIS", "QUATR", "CINQU",   "SIX",   "SEPT", "HUIT",    "NEUV",    "DIX",
    "DIZ", "ONZ",  "DOUZ",  "TREIZ", "QUATORZ", "QUINZ", "SEIZ", "DIXSEPT", "DIXHUIT", "DIXNEUV"};
static const char *const fr_tens[] = {"SOIXANTE",  "QUATREVINGT", "VINGT",    "TRENTE",  "QUARANTE",
                                      "CINQUANTE", "SEPTANTE",    "HUITANTE", "OCTANTE", "NONANTE"};
static const char *const fr_tenth[] = {"SOIXANT",  "QUATREVINGT", "VINGT",   "TRENT",  "QUARANT",
                                       "CINQUANT", "SEPTANT",     "HUITANT", "OCTANT", "NONANT"};

static bool fr_up_to_nineteen(struct str s)
{
    struct str all = s;

    if (eat_one(&s, fr_small, COUNT(fr_small)) >= 0 && s.len == 0)
        return true;
    s = all;
    return eat_one(&s, fr_stems, COUNT(fr_stems)) >= 0 && s.len && ends(s, "IEME IEMES AINE AINES");
}

static bool fr_below_hundred(struct str s)
{
    struct str all = s;

    if (fr_up_to_nineteen(s))
        return true;
    if (eat_one(&s, fr_tenth, COUNT(fr_tenth)) >= 0 && s.len && ends(s, "IEME IEMES AINE AINES"))
        return true;
    s = all;
    if (eat_one(&s, fr_tens, COUNT(fr_tens)) < 0)
        return false;
    return ends(s, "S") || (eat(&s, "ET"), fr_up_to_nineteen(s));
}

static const char *const fr_more_numbers[] = {
    "PREMIER", "PREMIERE", "PREMIERS", "PREMIERES", "SECOND", "SECONDE",  "TIERS",
    "QUART",   "QUARTS",   "MOITIE",   "DEMI",      "DEMIE",  "POURCENT", NULL};

static bool fr_number(struct str s)
{
    if (fr_below_hundred(s) || is_word_of(s, fr_more_numbers))
        return true;
    eat_one(&s, fr_small, 10);
    if (!eat(&s, "CENT"))
        return false;
    return ends(s, "S IEME IEMES AINE AINES") || fr_below_hundred(s);
}

/* ---- places ---- */

static const char *const en_sides[] = {"TOP",     "BOTTOM",    "LEFT",          "RIGHT",
                                       "ABOVE",   "BELOW",     "UPPER",         "LOWER",
                                       "UPWARDS", "DOWNWARDS", "LEFTMOST",      "RIGHTMOST",
                                       "TOPMOST", "NOON",      "MIDDAY",        "MIDNIGHT",
                                       "OCLOCK",  "CLOCKWISE", "ANTICLOCKWISE", "COUNTERCLOCKWISE",
                                       NULL};
static const char *const de_sides[] = {"OBEN",
                                       "UNTEN",
                                       "LINKS",
                                       "RECHTS",
                                       "OBERHALB",
                                       "UNTERHALB",
                                       "OBERE",
                                       "UNTERE",
                                       "LINKE",
                                       "RECHTE",
                                       "AUFWARTS",
                                       "AUFWAERTS",
                                       "ABWARTS",
                                       "ABWAERTS",
                                       "MITTAG",
                                       "MITTAGS",
                                       "MITTERNACHT",
                                       "UHRZEIGERSINN",
                                       "GEGENUHRZEIGERSINN",
                                       NULL};
static const char *const fr_sides[] = {"HAUT",    "BAS",         "GAUCHE", "DROITE", "DESSUS",
                                       "DESSOUS", "ENHAUT",      "ENBAS",  "MIDI",   "MINUIT",
                                       "HORAIRE", "ANTIHORAIRE", NULL};
static const char *const *const sides[LANGUAGES] = {
    [LANG_EN] = en_sides, [LANG_DE] = de_sides, [LANG_FR] = fr_sides};

/* NORTH, SOUTH-WEST, NORTHERNMOST: one or two points and an ending. */
static bool is_compass(enum language lang, struct str s)
{
    static const struct {
        const char *poles[3], *sides[3], *endings;
    } compass[LANGUAGES] = {
        [LANG_EN] = {{"NORTH", "SOUTH"}, {"EAST", "WEST"}, "ERN ERLY WARD WARDS ERNMOST"},
        [LANG_DE] = {{"NORD", "SUD", "SUED"},
                     {"OST", "WEST"},
                     "EN LICH LICHE LICHER LICHES LICHEN WARTS WAERTS"},
        [LANG_FR] = {{"NORD", "SUD"}, {"EST", "OUEST"}, ""},
    };
    bool pole = false, side = false;

    for (int i = 0; i < 3 && !pole && compass[lang].poles[i]; i++)
        pole = eat(&s, compass[lang].poles[i]);
    for (int i = 0; i < 3 && !side && compass[lang].sides[i]; i++)
        side = eat(&s, compass[lang].sides[i]);
    return (pole || side) && ends(s, compass[lang].endings);
}

/* ---- one word, or each of several ---- */

static bool is_number(enum language lang, struct str key)
{
    static bool (*const readers[LANGUAGES])(struct str s) = {
        [LANG_EN] = en_number, [LANG_DE] = de_number, [LANG_FR] = fr_number};

    return readers[lang](key);
}

/* ZWÖLFUHR, SIXOCLOCK, DOUZEHEURES */
static bool is_hour(enum language lang, struct str key)
{
    static const char *const endings[LANGUAGES][2] = {
        [LANG_EN] = {"OCLOCK", "HOURS"}, [LANG_DE] = {"UHR"}, [LANG_FR] = {"HEURES", "HEURE"}};

    for (int i = 0; i < 2 && endings[lang][i]; i++) {
        struct str end = str_of(endings[lang][i]);

        if (key.len > end.len && str_eq(str_n(key.at + key.len - end.len, end.len), end) &&
            is_number(lang, str_n(key.at, key.len - end.len)))
            return true;
    }
    return false;
}

static enum or_hint key_hint(enum language lang, struct str key)
{
    if (key.len == 0)
        return OR_NO_HINT;
    if (is_hour(lang, key) || is_compass(lang, key) || is_word_of(key, sides[lang]))
        return OR_HINT_PLACE;
    return is_number(lang, key) ? OR_HINT_NUMBER : OR_NO_HINT;
}

static bool has_digit(struct str s)
{
    for (size_t i = 0; i < s.len; i++) {
        if (s.at[i] >= '0' && s.at[i] <= '9')
            return true;
    }
    return false;
}

enum or_hint or_hint(enum language lang, struct str shown)
{
    struct word_key key;
    struct str part;

    if (has_digit(shown))
        return OR_HINT_NUMBER;
    word_key(&key, shown, false);
    enum or_hint hint = key_hint(lang, word_key_str(&key));
    if (word_parts(shown) == 1)
        return hint;
    while (!hint && str_word(&shown, &part)) {
        word_key(&key, part, false);
        hint = key_hint(lang, word_key_str(&key));
    }
    return hint;
}

/* ---- the colour of a card ---- */

/* Cards go once around the colours as around the circle: red at 100/0, green at 33, blue at 66.
 * A name stands for the cards from its first number to its last. */
static const struct {
    uint8_t from, to;
    const char *names[LANGUAGES];
} colours[] = {
    {94, 99, {"RED SCARLET CRIMSON RUBY", "ROT ROTE ROTES ROTER RUBINROT", "ROUGE ECARLATE RUBIS"}},
    {1, 5, {"RED SCARLET CRIMSON RUBY", "ROT ROTE ROTES ROTER RUBINROT", "ROUGE ECARLATE RUBIS"}},
    {4, 13, {"ORANGE AMBER", "ORANGE BERNSTEIN", "ORANGE AMBRE"}},
    {12,
     21,
     {"YELLOW GOLD GOLDEN LEMON", "GELB GELBE GELBES GELBER GOLD GOLDEN", "JAUNE OR DORE CITRON"}},
    {20,
     45,
     {"GREEN LIME EMERALD", "GRUN GRUEN GRUNE GRUNES GRUNER SMARAGD", "VERT VERTE EMERAUDE"}},
    {43, 58, {"TURQUOISE CYAN TEAL AQUA", "TURKIS TUERKIS ZYAN CYAN", "TURQUOISE CYAN"}},
    {52,
     72,
     {"BLUE AZURE NAVY SAPPHIRE", "BLAU BLAUE BLAUES BLAUER AZUR", "BLEU BLEUE AZUR SAPHIR"}},
    {69,
     85,
     {"VIOLET PURPLE LILAC INDIGO", "VIOLETT LILA PURPUR INDIGO",
      "VIOLET VIOLETTE POURPRE MAUVE LILAS INDIGO"}},
    {80, 97, {"PINK MAGENTA ROSE FUCHSIA", "ROSA PINK MAGENTA", "ROSE MAGENTA FUCHSIA"}},
};

bool or_names_colour(enum language lang, struct str shown, int card)
{
    struct word_key space;
    struct str key = word_key_in(&space, shown, false);

    for (int i = 0; i < COUNT(colours); i++) {
        if (card >= colours[i].from && card <= colours[i].to &&
            is_one_of(key, colours[i].names[lang]))
            return true;
    }
    return false;
}
