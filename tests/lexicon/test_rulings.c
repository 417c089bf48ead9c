/* House rulings: what a group's votes have said about words lies over any lexicon. */
#include "check.h"

#include "lexicon/rulings.h"
#include "rules/lexicon_list.h"

#include <stdio.h>
#include <string.h>

static struct rulings house;

static void fresh_over(const struct lexicon *below)
{
    rulings_fini(&house);
    rulings_init(&house, below);
}

static void fresh(void)
{
    fresh_over(lexicon_none());
}

static enum likeness likeness(const char *a, const char *b)
{
    return house.lexicon.likeness(&house.lexicon, LANG_EN, str_of(a), str_of(b));
}

static bool add(enum ruled question, const char *word, const char *with, bool yes)
{
    return rulings_add(&house, LANG_EN, question, str_of(word), str_of(with), yes);
}

static void t_7_a_vote_on_a_match_is_remembered(void **state)
{
    (void)state;
    fresh();
    assert_int_equal(likeness("OCEAN", "SEA"), LIKENESS_NONE);
    assert_true(add(RULED_MATCH, "ocean", "Sea", true));
    assert_int_equal(likeness("OCEAN", "SEA"), LIKENESS_SYNONYM);
    assert_int_equal(likeness("SEA", "OCEAN"), LIKENESS_SYNONYM);
    assert_int_equal(likeness("SEA", "LAKE"), LIKENESS_NONE);
    /* The latest vote counts. */
    assert_true(add(RULED_MATCH, "SEA", "OCEAN", false));
    assert_int_equal(likeness("OCEAN", "SEA"), LIKENESS_NO);
    assert_int_equal(house.n, 1);
    /* Another language is another question. */
    assert_int_equal(house.lexicon.likeness(&house.lexicon, LANG_FR, STR("OCEAN"), STR("SEA")),
                     LIKENESS_NONE);
}

static void t_4_words_are_the_same_as_at_the_table(void **state)
{
    (void)state;
    fresh();
    assert_true(rulings_add(&house, LANG_DE, RULED_EXISTS, STR("Mädchen"), STR(""), false));
    assert_int_equal(house.lexicon.exists(&house.lexicon, LANG_DE, STR("MAEDCHEN")), OPINION_NO);
    assert_int_equal(house.lexicon.exists(&house.lexicon, LANG_DE, STR("JUNGE")), OPINION_NONE);
    /* OR-6: what the group lets stand is as good as listed. */
    assert_int_equal(house.lexicon.listed(&house.lexicon, LANG_DE, STR("MAEDCHEN")), OPINION_NO);
    assert_int_equal(house.lexicon.listed(&house.lexicon, LANG_DE, STR("JUNGE")), OPINION_NONE);
}

static void om_8_related_is_overruled_both_ways(void **state)
{
    const struct lexicon *l = &house.lexicon;

    (void)state;
    fresh_over(lexicon_plain());
    assert_int_equal(l->related(l, LANG_EN, STR("CAR"), STR("CARPET")).kind, RELATION_PART);
    add(RULED_RELATED, "CARPET", "CAR", false);
    assert_int_equal(l->related(l, LANG_EN, STR("CAR"), STR("CARPET")).kind, RELATION_NONE);
    add(RULED_RELATED, "FOAL", "FILLY", true);
    struct related r = l->related(l, LANG_EN, STR("FILLY"), STR("FOAL"));
    assert_int_equal(r.kind, RELATION_STEM);
    assert_true(r.certain);
    assert_int_equal(r.shared.len, 0); /* nobody has told what they have in common */
    /* No vote makes a word another than itself. */
    assert_false(add(RULED_RELATED, "CAR", "car", false));
    assert_int_equal(l->related(l, LANG_EN, STR("CAR"), STR("CAR")).kind, RELATION_SAME);
}

static void the_lexicon_below_answers_the_rest(void **state)
{
    struct lexicon_list list;
    const struct lexicon *l = &house.lexicon;

    (void)state;
    lexicon_list_init(&list);
    assert_true(lexicon_list_add(&list, STR("fits FRUIT APPLE PEAR")));
    assert_true(lexicon_list_add(&list, STR("noun APPLE")));
    assert_true(lexicon_list_add(&list, STR("animal CAT")));
    fresh_over(&list.lexicon);
    add(RULED_FITS, "TOMATO", "FRUIT", true);
    add(RULED_FITS, "PEAR", "FRUIT", false);
    add(RULED_ANIMAL, "MICROBE", "", true);
    assert_int_equal(l->fits(l, LANG_EN, STR("TOMATO"), STR("FRUIT")), OPINION_YES);
    assert_int_equal(l->fits(l, LANG_EN, STR("PEAR"), STR("FRUIT")), OPINION_NO);
    assert_int_equal(l->fits(l, LANG_EN, STR("APPLE"), STR("FRUIT")), OPINION_YES);
    assert_int_equal(l->animal(l, LANG_EN, STR("MICROBE")), OPINION_YES);
    assert_int_equal(l->animal(l, LANG_EN, STR("CAT")), OPINION_YES);
    assert_int_equal(l->is_kind(l, LANG_EN, STR("APPLE"), KIND_NOUN), OPINION_YES);
    lexicon_list_fini(&list);
}

static void facts_of_any_game_tell_rulings(void **state)
{
    struct fact ruled = {.kind = WORD_RULED,
                         .arg = {NUM(RULED_MATCH), TEXT(STR("FEED")), TEXT(STR("FOOD")), NUM(1)}};
    struct fact other = {.kind = VOTE_CLOSED, .arg = {NUM(1), NUM(1), NUM(0)}};

    (void)state;
    fresh();
    assert_false(rulings_note(&house, LANG_EN, &other));
    assert_true(rulings_note(&house, LANG_EN, &ruled));
    assert_int_equal(likeness("FOOD", "FEED"), LIKENESS_SYNONYM);
    assert_false(rulings_note(&house, LANG_EN, &ruled)); /* nothing new to store */
    ruled.arg[0].i = RULED_KINDS;
    assert_false(rulings_note(&house, LANG_EN, &ruled));
}

static void the_oldest_is_forgotten_first(void **state)
{
    (void)state;
    fresh();
    for (int i = 0; i < RULINGS_MOST + 10; i++) {
        char word[16];

        snprintf(word, sizeof word, "WORD%d", i);
        assert_true(add(RULED_EXISTS, word, "", true));
        if (i == 100) /* asked again: it stays */
            assert_true(add(RULED_EXISTS, "WORD0", "", false));
    }
    assert_int_equal(house.n, RULINGS_MOST);
    assert_int_equal(rulings_find(&house, LANG_EN, RULED_EXISTS, STR("WORD0"), STR("")),
                     OPINION_NO);
    assert_int_equal(rulings_find(&house, LANG_EN, RULED_EXISTS, STR("WORD1"), STR("")),
                     OPINION_NONE);
    assert_int_equal(rulings_find(&house, LANG_EN, RULED_EXISTS, STR("WORD265"), STR("")),
                     OPINION_YES);
}

static void few_words_need_little_memory_and_a_copy_stands_alone(void **state)
{
    struct rulings copy;

    (void)state;
    fresh();
    add(RULED_MATCH, "OCEAN", "SEA", true);
    assert_true(house.cap * sizeof house.at[0] < 1024);
    rulings_copy(&copy, &house);
    add(RULED_MATCH, "OCEAN", "SEA", false);
    for (int i = 0; i < 10; i++) {
        char word[16];

        snprintf(word, sizeof word, "WORD%d", i);
        assert_true(rulings_add(&copy, LANG_EN, RULED_EXISTS, str_of(word), STR(""), true));
    }
    assert_int_equal(house.n, 1);
    assert_int_equal(copy.n, 11);
    assert_int_equal(copy.lexicon.likeness(&copy.lexicon, LANG_EN, STR("SEA"), STR("OCEAN")),
                     LIKENESS_SYNONYM);
    assert_int_equal(likeness("SEA", "OCEAN"), LIKENESS_NO);
    rulings_fini(&copy);
    rulings_fini(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_7_a_vote_on_a_match_is_remembered),
        cmocka_unit_test(t_4_words_are_the_same_as_at_the_table),
        cmocka_unit_test(om_8_related_is_overruled_both_ways),
        cmocka_unit_test(the_lexicon_below_answers_the_rest),
        cmocka_unit_test(facts_of_any_game_tell_rulings),
        cmocka_unit_test(the_oldest_is_forgotten_first),
        cmocka_unit_test(few_words_need_little_memory_and_a_copy_stands_alone),
    };

    return cmocka_run_group_tests_name("rulings", tests, NULL, NULL);
}
