/* One Round?: hints at the number, the place and the colour of a card (OR-6). */
#include "check.h"
#include "oneround.h"
#include "test.h"

static void expect(enum language lang, const char *words, enum or_hint hint)
{
    struct str rest = str_of(words), word;

    while (str_piece(&rest, ',', &word)) {
        struct word shown;

        assert_int_equal(word_set(&shown, word), WORD_OK);
        if (or_hint(lang, word_str(&shown)) != hint)
            fail_msg("%.*s: %d, not %d", STR_FMT(word_str(&shown)), or_hint(lang, word_str(&shown)),
                     hint);
    }
}

void or_6_numbers_are_read_in_three_languages(void **state)
{
    (void)state;
    expect(LANG_EN,
           "99, B52, zero, six, ten, twelve, seventeen, forty, eighty-three, ninety nine, hundred, "
           "a hundred and one, hundreds, first, third, twenty-first, fifth, twelfth, thirtieth, "
           "83rd, seventeenth, half, quarter, dozen, twice",
           OR_HINT_NUMBER);
    expect(LANG_DE,
           "99, null, eins, fünf, fuenf, zwölf, sechzehn, dreißig, dreiundachtzig, einundzwanzig, "
           "hundert, einhundert, hunderteins, erste, dritter, siebte, zwanzigster, achtziger, "
           "dreimal, vierfach, viertel, Drittel, halb, Hälfte, Dutzend",
           OR_HINT_NUMBER);
    expect(
        LANG_FR,
        "99, zéro, un, six, onze, dix-sept, vingt et un, trente, soixante-dix, soixante et onze, "
        "soixante-dix-neuf, quatre-vingts, quatre-vingt-trois, quatre-vingt-sept, "
        "quatre-vingt-seize, quatre-vingt-dix-neuf, septante, nonante, cent, cent un, premier, "
        "deuxième, cinquième, neuvième, vingtième, quatre-vingt-troisième, douzaine, centaine, "
        "moitié, tiers",
        OR_HINT_NUMBER);
    expect(LANG_EN, "tent, weight, oneself, tension, sixpence, atone, secondhand, fortress, cent",
           OR_NO_HINT);
    expect(LANG_DE, "Elfe, Dreirad, Achtung, Zweig, einsam, Hundertfüßer, Klavier, Neuling",
           OR_NO_HINT);
    expect(LANG_FR, "dixième siècle", OR_HINT_NUMBER); /* each of several words */
    expect(LANG_FR, "centre, unique, sixtine, septembre, quatuor, onzain, vingtuple", OR_NO_HINT);
}

void or_6_places_and_hours_are_hints_in_three_languages(void **state)
{
    (void)state;
    expect(LANG_EN,
           "south, north-east, Southwest, western, top, left, right, bottom, noon, midnight, "
           "clockwise, six o'clock",
           OR_HINT_PLACE);
    expect(LANG_DE,
           "Süden, Sueden, Nordost, Südwesten, westlich, oben, unten, links, rechts, Mittag, "
           "Mitternacht, Uhrzeigersinn, zwölf Uhr",
           OR_HINT_PLACE);
    expect(LANG_FR, "sud, nord-est, ouest, haut, bas, gauche, droite, midi, minuit, douze heures",
           OR_HINT_PLACE);
    expect(LANG_EN, "sud, Easter, topic, lefty, afternoon, rightful, westie", OR_NO_HINT);
    expect(LANG_DE, "Weste, Ostern, Linkshänder, Mittagessen, Uhr, Obst", OR_NO_HINT);
    expect(LANG_FR, "sudoku, estrade, basket, heure, hauteur", OR_NO_HINT);
}

void or_6_a_colour_is_a_hint_for_its_cards_only(void **state)
{
    static const struct {
        int card;
        const char *name[LANGUAGES];
    } of[] = {
        {2, {"RED", "ROT", "ROUGE"}},      {97, {"RED", "ROT", "ROUGE"}},
        {17, {"YELLOW", "GELB", "JAUNE"}}, {34, {"GREEN", "GRÜN", "VERT"}},
        {65, {"BLUE", "BLAU", "BLEU"}},    {77, {"PURPLE", "LILA", "VIOLET"}},
    };

    (void)state;
    for (int i = 0; i < (int)(sizeof of / sizeof of[0]); i++) {
        for (int lang = 0; lang < LANGUAGES; lang++) {
            struct str name = str_of(of[i].name[lang]);

            assert_true(or_names_colour((enum language)lang, name, of[i].card));
            assert_false(
                or_names_colour((enum language)lang, name, (of[i].card + 50) % OR_NUMBERS));
            assert_int_equal(or_hint((enum language)lang, name), OR_NO_HINT);
        }
    }
}
