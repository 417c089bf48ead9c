/* How words are judged: the lexicon of lines, and rules over any lexicon. */
#include "check.h"
#include "rules/lexicon_list.h"
#include "rules/words.h"

#include <string.h>

/* ---- the lexicon of lines ---- */

static void lexicon_lines_are_asked(void **state)
{
    struct lexicon_list list;
    const struct lexicon *l = &list.lexicon;

    (void)state;
    lexicon_list_init(&list);
    assert_true(lexicon_list_add(&list, STR("synonym OCEAN SEA")));
    assert_true(lexicon_list_add(&list, STR("abbreviation HGV HEAVY GOODS VEHICLE")));
    assert_true(lexicon_list_add(&list, STR("unrelated NUT NUTRIA")));
    assert_true(lexicon_list_add(&list, STR("animal CAT")));
    assert_true(lexicon_list_add(&list, STR("name PETER_PAN")));
    assert_true(lexicon_list_add(&list, STR("fits FRUIT APPLE PEAR")));
    assert_false(lexicon_list_add(&list, STR("")));
    assert_false(lexicon_list_add(&list, STR("synonym")));
    assert_false(lexicon_list_add(&list, STR("antonym HOT COLD")));
    assert_false(lexicon_list_add(&list, STR("synonym A* B")));
    assert_int_equal(l->likeness(l, LANG_EN, STR("SEA"), STR("OCEAN")), LIKENESS_SYNONYM);
    assert_int_equal(l->likeness(l, LANG_EN, STR("SEA"), STR("LAKE")), LIKENESS_NONE);
    assert_int_equal(l->related(l, LANG_EN, STR("VEHICLE"), STR("HGV")).kind,
                     RELATION_ABBREVIATION);
    assert_int_equal(l->related(l, LANG_EN, STR("HGV"), STR("VEHICLE")).kind,
                     RELATION_ABBREVIATION);
    assert_int_equal(l->related(l, LANG_EN, STR("NUT"), STR("NUTRIA")).kind, RELATION_NONE);
    assert_int_equal(l->related(l, LANG_EN, STR("SUN"), STR("SUNFLOWER")).kind, RELATION_PART);
    assert_int_equal(l->animal(l, LANG_EN, STR("CAT")), OPINION_YES);
    assert_int_equal(l->animal(l, LANG_EN, STR("DOG")), OPINION_NO);
    assert_int_equal(l->exists(l, LANG_EN, STR("DOG")), OPINION_NONE);
    assert_int_equal(l->is_kind(l, LANG_EN, STR("PETER PAN"), KIND_NAME), OPINION_YES);
    assert_int_equal(l->fits(l, LANG_EN, STR("PEAR"), STR("FRUIT")), OPINION_YES);
    assert_int_equal(l->fits(l, LANG_EN, STR("CAR"), STR("FRUIT")), OPINION_NO);
    assert_int_equal(l->fits(l, LANG_EN, STR("CAR"), STR("TOOLS")), OPINION_NONE);
    /* T-2: what a lexicon knows across languages, and one that knows nothing. */
    struct word said = {0};
    assert_true(lexicon_list_add(&list, STR("translation SUN SONNE SOLEIL")));
    assert_int_equal(lexicon_likeness(l, LANG_DE, STR("SONNE"), LANG_FR, STR("SOLEIL")),
                     LIKENESS_SYNONYM);
    assert_int_equal(lexicon_likeness(l, LANG_DE, STR("SONNE"), LANG_FR, STR("MER")),
                     LIKENESS_NONE);
    struct related r = lexicon_related(l, LANG_DE, STR("SONNE"), LANG_EN, STR("SUNFLOWER"));
    assert_int_equal(r.kind, RELATION_PART);
    assert_false(r.certain);
    assert_true(lexicon_translate(l, LANG_FR, STR("SOLEIL"), LANG_DE, &said));
    assert_true(str_is(word_str(&said), "SONNE"));
    assert_false(lexicon_translate(l, LANG_DE, STR("SONNE"), LANG_DE, &said));
    assert_false(lexicon_translate(lexicon_plain(), LANG_FR, STR("SOLEIL"), LANG_DE, &said));
    assert_int_equal(
        lexicon_related(lexicon_plain(), LANG_DE, STR("SUN"), LANG_EN, STR("SUN")).kind,
        RELATION_NONE);
    lexicon_list_fini(&list);
}

/* ---- judging words ---- */

static enum fault judged(const char *word, bool name, const struct word_rules *rules)
{
    return words_judge(lexicon_plain(), LANG_EN, str_of(word), name, rules).fault;
}

static void t_6_words_are_judged_by_the_rules_given(void **state)
{
    struct str table[] = {STR_INIT("SUNFLOWER"), STR_INIT("BUS")};
    struct word_rules rules = {.initial = 'S', .on_table = table, .n_on_table = 2};

    (void)state;
    assert_int_equal(judged("SUN", false, &rules), FAULT_PART);
    assert_int_equal(judged("SUNFLOWER", false, &rules), FAULT_SAME);
    assert_int_equal(judged("TREE", false, &rules), FAULT_INITIAL);
    assert_int_equal(judged("SANTA CLAUS", false, &rules), FAULT_SEVERAL);
    assert_int_equal(judged("SANTA CLAUS", true, &rules), FAULT_NONE);
    assert_int_equal(judged("STONE", false, &(struct word_rules){.forbidden = 'T'}), FAULT_LETTER);
    assert_int_equal(judged("STONE", false, &(struct word_rules){.longest = 4}), FAULT_LONG);
    assert_int_equal(judged("STONE", false, &(struct word_rules){.longest = 5}), FAULT_NONE);
    assert_int_equal(judged("R&B", false, &(struct word_rules){.longest = 2}), FAULT_NONE);
    assert_int_equal(judged("МОРЕ", false, &(struct word_rules){.longest = 4}), FAULT_NONE);
    assert_int_equal(judged("МОРЕ", false, &(struct word_rules){.longest = 3}), FAULT_LONG);
    /* T-4: in German AE in a part is Ä in the whole, and the other way round. */
    assert_int_equal(lexicon_letters(LANG_DE, STR("BAER"), STR("BÄRENHAUT")).kind, RELATION_PART);
    assert_int_equal(lexicon_letters(LANG_DE, STR("BÄRENHAUT"), STR("BAER")).kind, RELATION_PART);
    assert_int_equal(lexicon_letters(LANG_DE, STR("BÄR"), STR("BAERENHAUT")).kind, RELATION_PART);
    assert_int_equal(lexicon_letters(LANG_DE, STR("BAR"), STR("BAERENHAUT")).kind, RELATION_NONE);
    assert_int_equal(lexicon_letters(LANG_EN, STR("BÄR"), STR("BAERENHAUT")).kind, RELATION_NONE);
    /* A certain clash is told before an uncertain one. */
    struct judgement r =
        words_judge(lexicon_plain(), LANG_EN, STR("BUSSUNFLOWER"), false,
                    &(struct word_rules){.on_table = (struct str[]){STR("BUS"), STR("SUNFLOWER")},
                                         .n_on_table = 2});
    assert_true(r.certain);
    assert_memory_equal(r.with.text, "SUNFLOWER", 9);
}

/* MEETING is a form of MEET, and FARMER and FARMING are made of FARM. */
static struct related family(const struct lexicon *l, enum language lang, struct str word,
                             struct str on_table)
{
    bool farm = str_starts(word, STR("FARM")) && str_starts(on_table, STR("FARM"));
    struct related r = {.kind = farm ? RELATION_STEM : RELATION_SAME, .certain = true};

    (void)l, (void)lang;
    word_set(&r.shared, farm ? STR("FARM") : STR("MEET"));
    return r;
}

static struct judgement related_to(const char *word, struct str on_table)
{
    struct lexicon l = *lexicon_plain();

    l.related = family;
    return words_judge(&l, LANG_EN, str_of(word), false,
                       &(struct word_rules){.on_table = &on_table, .n_on_table = 1});
}

static void t_6_a_ruling_names_the_right_word(void **state)
{
    struct judgement r = related_to("MEETING", STR("MEET"));

    (void)state;
    assert_int_equal(r.fault, FAULT_STEM); /* MEETING does not lie there */
    assert_true(str_is(word_str(&r.root), "MEET"));
    r = related_to("MEET", STR("MEETING"));
    assert_true(str_is(word_str(&r.with), "MEETING"));
    assert_true(str_is(word_str(&r.root), "MEET"));
    r = related_to("FARMER", STR("FARMING"));
    assert_true(str_is(word_str(&r.root), "FARM"));
    r = related_to("MEET", STR("MEET"));
    assert_int_equal(r.fault, FAULT_SAME);
    assert_int_equal(r.root.len, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lexicon_lines_are_asked),
        cmocka_unit_test(t_6_words_are_judged_by_the_rules_given),
        cmocka_unit_test(t_6_a_ruling_names_the_right_word),
    };

    return cmocka_run_group_tests_name("judging", tests, NULL, NULL);
}
