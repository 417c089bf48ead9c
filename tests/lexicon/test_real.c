/* The booklets' examples on the real files, where they are built (make lexicon); else skipped. */
#include "check.h"

#include "lexicon/associate.h"
#include "lexicon/gaps.h"
#include "lexicon/likeness.h"
#include "lexicon/referee.h"

#include <stdio.h>

static struct lex_referee referee;

struct pair {
    enum language lang;
    const char *a, *b;
};

/* What the referee says of each pair has to be right; skipped where a language is missing. */
#define EACH_RELATED(pairs, right) each_related(pairs, sizeof(pairs) / sizeof(pairs)[0], right)
static void each_related(const struct pair *pair, size_t n, bool (*right)(struct related r))
{
    const struct lexicon *l = &referee.lexicon;

    for (size_t i = 0; i < n; i++) {
        if (!referee.known[pair[i].lang])
            skip();
        if (!right(l->related(l, pair[i].lang, str_of(pair[i].a), str_of(pair[i].b))))
            fail_msg("%s - %s", pair[i].a, pair[i].b);
    }
}

static bool some(struct related r)
{
    return r.kind != RELATION_NONE;
}

static bool none(struct related r)
{
    return r.kind == RELATION_NONE;
}

static bool uncertain(struct related r)
{
    return !r.certain;
}

static void om_8_examples_of_the_booklets(void **state)
{
    static const struct pair pairs[] = {
        {LANG_EN, "SUN", "SUNFLOWER"},         {LANG_EN, "VEHICLE", "HGV"},
        {LANG_DE, "SONNE", "SONNENBLUME"},     {LANG_DE, "WAGEN", "LKW"},
        {LANG_FR, "TONNERRE", "PARATONNERRE"}, {LANG_FR, "TRAIN", "TGV"},
        {LANG_EN, "FARMER", "FARM"},           {LANG_FR, "ÉLÉPHANT", "ÉLÉPHANTEAU"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        const struct lexicon *l = &referee.lexicon;

        if (!referee.known[pairs[i].lang])
            skip();
        for (int turn = 0; turn < 2; turn++) { /* in either direction */
            struct related r = l->related(l, pairs[i].lang, str_of(turn ? pairs[i].b : pairs[i].a),
                                          str_of(turn ? pairs[i].a : pairs[i].b));

            if (r.kind == RELATION_NONE || !r.certain)
                fail_msg("%s - %s", pairs[i].a, pairs[i].b);
        }
    }
}

static void om_8_associates_are_never_refused(void **state)
{
    static const struct pair pairs[] = {
        {LANG_EN, "CAB", "TAXI"},    {LANG_EN, "WET", "WATER"},   {LANG_EN, "FLOP", "FAIL"},
        {LANG_EN, "SEAM", "SEW"},    {LANG_DE, "NASS", "WASSER"}, {LANG_DE, "STURM", "WIND"},
        {LANG_FR, "PLAGE", "SABLE"}, {LANG_FR, "MER", "MARIN"},   {LANG_EN, "BRISTLE", "BRUSH"},
    };

    (void)state;
    EACH_RELATED(pairs, uncertain);
}

/* Sources barely agree that they have a root in common: then the table is not even asked. */
static void om_8_a_root_nobody_is_sure_of_is_none(void **state)
{
    static const struct pair pairs[] = {
        {LANG_EN, "FLOP", "FAIL"},
        {LANG_DE, "KAMM", "KAMMER"},
        {LANG_DE, "MOND", "MONTAG"},
    };

    (void)state;
    EACH_RELATED(pairs, none);
}

static void om_8_irregular_forms_and_short_ones(void **state)
{
    static const struct pair pairs[] = {
        {LANG_EN, "GO", "GONE"},
        {LANG_EN, "FORGET", "FORGOTTEN"},
        {LANG_EN, "LOL", "LAUGH"},
        {LANG_EN, "BFF", "FRIEND"},
        {LANG_DE, "VW", "WAGEN"},
        {LANG_DE, "BAFÖG", "AUSBILDUNG"},
        {LANG_FR, "JO", "OLYMPIQUE"},
        {LANG_FR, "ADN", "ACIDE"},
        {LANG_FR, "HÉLICO", "HÉLICOPTÈRE"},
    };

    (void)state;
    EACH_RELATED(pairs, some);
}

/* What the language makes by a rule is known though no dictionary connects the two. */
static void om_8_what_a_rule_makes_is_one_family(void **state)
{
    static const struct pair pairs[] = {
        {LANG_DE, "ERFINDEN", "FINDEN"},   {LANG_DE, "AGENTIN", "AGENT"},
        {LANG_DE, "WIDERLICH", "WIDER"},   {LANG_FR, "CALMEMENT", "CALME"},
        {LANG_FR, "REDEVENIR", "DEVENIR"}, {LANG_FR, "TRANSPORTEUR", "TRANSPORT"},
    };

    (void)state;
    EACH_RELATED(pairs, some);
    const struct lexicon *l = &referee.lexicon;
    if (l->related(l, LANG_DE, STR("KRANICH"), STR("KRAN")).kind == RELATION_PART)
        fail_msg("KRANICH is made of KRAN and ICH");
}

static void om_12_same_ideas_and_mere_associates(void **state)
{
    static const struct pair same[] = {{LANG_EN, "LOO", "TOILET"},
                                       {LANG_EN, "CUP", "MUG"},
                                       {LANG_EN, "ENORMOUS", "GIGANTIC"},
                                       {LANG_DE, "STURM", "ORKAN"},
                                       {LANG_FR, "TOUTOU", "CHIEN"}};
    static const struct pair other[] = {{LANG_FR, "PLAGE", "SABLE"},
                                        {LANG_FR, "ÉCLAIR", "TONNERRE"}};
    const struct lexicon *l = &referee.lexicon;

    (void)state;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        if (!referee.known[same[i].lang])
            skip();
        if (l->likeness(l, same[i].lang, str_of(same[i].a), str_of(same[i].b)) < LIKENESS_PROBABLY)
            fail_msg("%s - %s", same[i].a, same[i].b);
    }
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++) {
        if (l->likeness(l, other[i].lang, str_of(other[i].a), str_of(other[i].b)) != LIKENESS_NO)
            fail_msg("%s - %s", other[i].a, other[i].b);
    }
}

static void words_are_shown_in_their_commonest_spelling(void **state)
{
    static const struct pair shown[] = {
        {LANG_DE, "MUTTER", "MUTTER"},
        {LANG_FR, "FROMAGE", "FROMAGE"},
        {LANG_FR, "JAMBE", "JAMBE"},
        {LANG_FR, "VERRE", "VERRE"},
        /* ÉLEVÉ, ÉPICÉ and KALTE are written more often, and are no nouns. */
        {LANG_FR, "ELEVE", "ÉLÈVE"},
        {LANG_FR, "EPICE", "ÉPICE"},
        {LANG_DE, "KALTE", "KÄLTE"}};
    const struct lex *fr = &referee.lex[LANG_FR];

    (void)state;
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
        const struct lex *l = &referee.lex[shown[i].lang];

        if (!referee.known[shown[i].lang])
            skip();
        assert_true(str_is(lex_shown(l, lex_find(l, str_of(shown[i].a))), shown[i].b));
    }
    assert_false(lex_flags_of(fr, STR("DIRE")) & LEX_NOUN);
    assert_false(lex_flags_of(fr, STR("PLACER")) & LEX_NOUN);
    assert_true(lex_flags_of(fr, STR("SOUVENIR")) & LEX_NOUN);
}

static void om_12_examples_of_the_booklets(void **state)
{
    static const struct pair same[] = {{LANG_EN, "OCEAN", "SEA"},  {LANG_EN, "WARM", "HOT"},
                                       {LANG_DE, "OZEAN", "MEER"}, {LANG_DE, "WARM", "HEISS"},
                                       {LANG_FR, "OCÉAN", "MER"},  {LANG_FR, "BEAU", "JOLI"}};
    static const struct pair perhaps[] = {{LANG_EN, "FEED", "FOOD"},
                                          {LANG_DE, "FRESSEN", "FUTTER"},
                                          {LANG_FR, "NOURRIR", "NOURRITURE"}};
    const struct lexicon *l = &referee.lexicon;

    (void)state;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        if (!referee.known[same[i].lang])
            skip();
        if (l->likeness(l, same[i].lang, str_of(same[i].a), str_of(same[i].b)) != LIKENESS_SYNONYM)
            fail_msg("%s - %s", same[i].a, same[i].b);
    }
    for (size_t i = 0; i < sizeof perhaps / sizeof perhaps[0]; i++) {
        if (l->likeness(l, perhaps[i].lang, str_of(perhaps[i].a), str_of(perhaps[i].b)) !=
            LIKENESS_PROBABLY)
            fail_msg("%s - %s", perhaps[i].a, perhaps[i].b);
    }
    if (referee.known[LANG_EN])
        assert_int_equal(l->likeness(l, LANG_EN, STR("NUT"), STR("NUTRIA")), LIKENESS_NO);
}

/* The words of the worked example are all allowed, and only what the booklet matches is matched. */
static void om_8_and_12_the_worked_example(void **state)
{
    enum { START = 4, FIRST = 4, SECOND = 4 };
    static const struct {
        enum language lang;
        const char *start[START], *first[FIRST], *second[SECOND];
    } examples[] = {
        {LANG_EN,
         {"CAT", "JOY", "PUZZLE", "BAG"},
         {"FEED", "PRESENT", "FOOD", "SURPRISE"},
         {"NUT", "NUT", "NUTRIA", "NIBBLE"}},
        {LANG_DE,
         {"KATZE", "JUBELN", "RÄTSEL", "TÜTE"},
         {"FRESSEN", "GESCHENK", "FUTTER", "ÜBERRASCHUNG"},
         {"NUSS", "NUSS", "NAGETIER", "NASCHEN"}},
        {LANG_FR,
         {"CHAT", "JOIE", "PUZZLE", "BOÎTE"},
         {"NOURRIR", "CADEAU", "NOURRITURE", "SURPRISE"},
         {"NOËL", "NOËL", "NŒUD", "NOIX"}},
    };
    const struct lexicon *l = &referee.lexicon;

    (void)state;
    for (size_t e = 0; e < sizeof examples / sizeof examples[0]; e++) {
        enum language lang = examples[e].lang;

        for (int i = 0; i < FIRST && referee.known[lang]; i++) {
            struct str first = str_of(examples[e].first[i]);

            assert_int_equal(l->exists(l, lang, first), OPINION_YES);
            for (int k = 0; k < START; k++) {
                struct str start = str_of(examples[e].start[k]);

                if (l->related(l, lang, first, start).kind != RELATION_NONE)
                    fail_msg("%s - %s", examples[e].first[i], examples[e].start[k]);
            }
            for (int k = 0; k < SECOND; k++) {
                struct str second = str_of(examples[e].second[k]);

                if (l->related(l, lang, second, first).kind != RELATION_NONE)
                    fail_msg("%s - %s", examples[e].second[k], examples[e].first[i]);
            }
        }
        for (int k = 2; k < SECOND && referee.known[lang]; k++) {
            enum likeness like =
                l->likeness(l, lang, str_of(examples[e].second[0]), str_of(examples[e].second[k]));
            if (like == LIKENESS_SYNONYM || like == LIKENESS_PROBABLY)
                fail_msg("%s - %s match", examples[e].second[0], examples[e].second[k]);
        }
    }
}

static void ld_5_names_that_look_alike(void **state)
{
    const struct lexicon *l = &referee.lexicon;

    (void)state;
    if (!referee.known[LANG_FR])
        skip();
    assert_int_equal(l->related(l, LANG_FR, STR("DINAN"), STR("DINARD")).kind, RELATION_NONE);
}

/* Invented words are doubted; what dictionaries list, and its forms, is not. */
static void or_6_only_listed_compounds_are_words(void **state)
{
    static const char *const invented[LANGUAGES][3] = {
        {"SNAKEHAMMER", "HAMMERSNAKE", "CHAIR-CLOUD"},
        {"SCHLANGENHÄMMER", "SCHLAMMER", "WOLKENSTUHL"},
        {"MOUTON-TONDEUSE", "MOUTONDEUSE", "NUAGE-CHAISE"}};
    static const char *const listed[LANGUAGES][4] = {
        {"SUNFLOWER", "MOTHER-IN-LAW", "LIGHTHOUSES", "ICE-CREAM"},
        {"HAUSTÜR", "SCHULBÜCHER", "SCHNEEMÄNNER", "KINDER"},
        {"ARC-EN-CIEL", "CHOU-FLEUR", "CHEVAUX", "PORTEMANTEAU"}};
    const struct lexicon *l = &referee.lexicon;

    (void)state;
    for (int lang = 0; lang < LANGUAGES; lang++) {
        for (int i = 0; i < 3 && referee.known[lang]; i++) {
            if (l->listed(l, (enum language)lang, str_of(invented[lang][i])) != OPINION_NO)
                fail_msg("%s is listed", invented[lang][i]);
        }
        for (int i = 0; i < 4 && referee.known[lang]; i++) {
            if (l->listed(l, (enum language)lang, str_of(listed[lang][i])) != OPINION_YES)
                fail_msg("%s is not listed", listed[lang][i]);
        }
    }
}

static void om_22_animals(void **state)
{
    static const char *const animals[LANGUAGES][3] = {{"CAT", "NUTRIA", "ELEPHANT"},
                                                      {"KATZE", "NAGETIER", "ELEFANT"},
                                                      {"CHAT", "ÉLÉPHANT", "ÉLÉPHANTEAU"}};
    static const char *const others[LANGUAGES] = {"BAG", "TÜTE", "BOÎTE"};
    const struct lexicon *l = &referee.lexicon;

    (void)state;
    for (int lang = 0; lang < LANGUAGES; lang++) {
        for (int i = 0; i < 3 && referee.known[lang]; i++)
            assert_int_equal(l->animal(l, (enum language)lang, str_of(animals[lang][i])),
                             OPINION_YES);
        if (referee.known[lang])
            assert_int_equal(l->animal(l, (enum language)lang, str_of(others[lang])), OPINION_NO);
    }
}

/* What people are likely to say, not what can be explained. */
static void or_4_a_clue_leads_to_the_gap_whose_cards_bring_it_to_mind(void **state)
{
    static const struct {
        enum language lang;
        const char *circle[5], *clue;
        int gap;
    } tables[] = {
        {LANG_EN, {"DOG", "LIBRARY", "SHELF", "OCEAN", "GUITAR"}, "BOOK", 1},
        {LANG_DE, {"HUND", "STRAND", "OZEAN", "KÖNIG", "SCHULE"}, "WASSER", 1},
        {LANG_FR, {"CHIEN", "PLAGE", "OCÉAN", "LIVRE", "VOITURE"}, "VAGUE", 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        const struct lex *l = &referee.lex[tables[i].lang];
        struct str circle[5], clues[2] = {str_of(tables[i].clue), STR("QWXYZ")};
        float chance[10], all = 0;

        if (!referee.known[tables[i].lang])
            skip();
        for (int k = 0; k < 5; k++)
            circle[k] = str_of(tables[i].circle[k]);
        lex_gaps(l, clues, 2, circle, 5, chance);
        for (int k = 0; k < 5; k++) {
            all += chance[k];
            if (k != tables[i].gap && chance[k] >= chance[tables[i].gap])
                fail_msg("%s: %d", tables[i].clue, k);
            assert_true(chance[5 + k] <= 0); /* unknown: no opinion */
        }
        assert_true(all > .99f && all < 1.01f);
    }
}

/* Few German words about GLETSCHER are known, and many English ones about GLACIER. */
static void an_axis_is_seen_with_what_english_knows(void **state)
{
    static const struct {
        enum language lang;
        const char *thing, *more, *less;
    } axes[] = {
        {LANG_DE, "GLETSCHER", "Feuer, Sauna, Ofen, Wüste", "Eis, Schnee, Kühlschrank, Winter"},
        {LANG_FR, "GLACIER", "feu, sauna, four, désert", "neige, frigo, hiver, glaçon"},
    };
    const struct lex *english = &referee.lex[LANG_EN];

    (void)state;
    for (size_t i = 0; i < sizeof axes / sizeof axes[0]; i++) {
        const struct lex *l = &referee.lex[axes[i].lang];
        struct str thing = str_of(axes[i].thing), more = str_of(axes[i].more);
        struct str less = str_of(axes[i].less);
        float alone, across, turned;

        if (!referee.known[LANG_EN] || !referee.known[axes[i].lang])
            skip();
        assert_true(lex_axis(l, thing, more, less, &alone));
        assert_true(lex_axis_across(english, l, thing, more, less, &across));
        assert_true(lex_axis_across(english, l, thing, less, more, &turned));
        assert_true(across < 0 && turned > 0);
        assert_true(across < alone / 3); /* English has said something, and the same */
        assert_false(lex_axis_across(english, l, STR("QWXYZ"), more, less, &across));
    }
}

/* LIBRARY brings BOOK to mind, and its neighbours say nothing: people are divided, and who must
 * choose has still a favourite. */
static void or_4_a_clue_for_one_card_is_pointed_at_on_both_of_its_sides(void **state)
{
    const struct str circle[] = {STR("DOG"), STR("LIBRARY"), STR("TIGER"), STR("OCEAN"),
                                 STR("GUITAR")};
    const struct str clue = STR("BOOK");
    float chance[5];

    (void)state;
    if (!referee.known[LANG_EN])
        skip();
    lex_gaps(&referee.lex[LANG_EN], &clue, 1, circle, 5, chance);
    float low = chance[0] < chance[1] ? chance[0] : chance[1];
    float high = chance[0] < chance[1] ? chance[1] : chance[0];
    assert_true(low > .3f);
    assert_true(high > low);
}

/* A word that is in every second sentence says little about a picture. */
static void the_rare_word_of_a_theme_says_most(void **state)
{
    const struct str theme = STR("Weapon of choice in a pillow fight");
    const struct lex *l = &referee.lex[LANG_EN];

    (void)state;
    if (!referee.known[LANG_EN])
        skip();
    assert_true(lex_portrays(l, STR("monster, bed, child, fear, dark, bedtime"), theme) >
                lex_portrays(l, STR("door, choice, start, unknown, exit, chance"), theme));
}

/* ROUND is what "perfectly round" is about, not PERFECT. */
static void an_adverb_says_least_about_a_picture(void **state)
{
    const struct str theme = STR("Perfectly round");
    const struct lex *l = &referee.lex[LANG_EN];

    (void)state;
    if (!referee.known[LANG_EN])
        skip();
    assert_true(lex_portrays(l, STR("egg, pan, breakfast, kitchen, round, yellow"), theme) >
                lex_portrays(l, STR("jewel, perfect, flawless, ring, perfection"), theme));
}

static bool comes_to_mind(const struct lex *l, struct str cue, struct str word)
{
    struct lex_thought t[8];
    int n = lex_associate(l, &cue, 1, NULL, t, 8);

    for (int i = 0; i < n; i++) {
        if (str_eq(lex_shown(l, t[i].id), word))
            return true;
    }
    return false;
}

static void names_of_today_bring_something_to_mind(void **state)
{
    static const struct {
        enum language lang;
        const char *name, *word;
    } known[] = {
        {LANG_EN, "SPIDERMAN", "HERO"},   {LANG_EN, "TIKTOK", "VIDEO"},
        {LANG_EN, "MACRON", "PRESIDENT"}, {LANG_EN, "CHRISTMAS", "TREE"},
        {LANG_EN, "BEAGLE", "DOG"},       {LANG_DE, "TIKTOK", "VIDEO"},
        {LANG_DE, "MACRON", "PRÄSIDENT"}, {LANG_DE, "SPIDERMAN", "SPINNE"},
        {LANG_DE, "WEIHNACHTEN", "BAUM"}, {LANG_FR, "TIKTOK", "VIDÉO"},
        {LANG_FR, "MACRON", "PRÉSIDENT"}, {LANG_FR, "SPIDERMAN", "ARAIGNÉE"},
        {LANG_FR, "NOËL", "CADEAU"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (!referee.known[known[i].lang])
            skip();
        if (!comes_to_mind(&referee.lex[known[i].lang], str_of(known[i].name),
                           str_of(known[i].word)))
            fail_msg("%s does not bring %s to mind", known[i].name, known[i].word);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(om_8_examples_of_the_booklets),
        cmocka_unit_test(om_8_associates_are_never_refused),
        cmocka_unit_test(om_8_a_root_nobody_is_sure_of_is_none),
        cmocka_unit_test(om_8_irregular_forms_and_short_ones),
        cmocka_unit_test(om_8_what_a_rule_makes_is_one_family),
        cmocka_unit_test(or_4_a_clue_leads_to_the_gap_whose_cards_bring_it_to_mind),
        cmocka_unit_test(or_4_a_clue_for_one_card_is_pointed_at_on_both_of_its_sides),
        cmocka_unit_test(an_axis_is_seen_with_what_english_knows),
        cmocka_unit_test(om_12_same_ideas_and_mere_associates),
        cmocka_unit_test(words_are_shown_in_their_commonest_spelling),
        cmocka_unit_test(om_12_examples_of_the_booklets),
        cmocka_unit_test(om_8_and_12_the_worked_example),
        cmocka_unit_test(ld_5_names_that_look_alike),
        cmocka_unit_test(or_6_only_listed_compounds_are_words),
        cmocka_unit_test(om_22_animals),
        cmocka_unit_test(the_rare_word_of_a_theme_says_most),
        cmocka_unit_test(an_adverb_says_least_about_a_picture),
        cmocka_unit_test(names_of_today_bring_something_to_mind),
    };

    referee_open(&referee, argc > 1 ? argv[1] : referee_dir(), NULL, NULL);
    if (!referee.known[LANG_EN] && !referee.known[LANG_DE] && !referee.known[LANG_FR]) {
        puts("1..0 # SKIP the lexicon is not built (make lexicon)");
        return 0;
    }
    int failed = cmocka_run_group_tests_name("lexicon-real", tests, NULL, NULL);
    referee_close(&referee);
    return failed;
}
