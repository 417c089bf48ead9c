/* One Round?: challenges, options, and a table with nobody to guess. */
#include "check.h"
#include "match_fixture.h"
#include "oneround.h"
#include "test.h"

#include "rules/registry.h"
#include "rules/setup.h"

void or_1_or_22_every_challenge_opens_in_every_language(void **state)
{
    const struct book *book = registry_find(STR("oneround"));

    (void)state;
    for (int at = 0; at < LANGUAGES * PACKS; at++) {
        enum language lang = (enum language)(at / PACKS);
        int pack = at % PACKS;
        const struct deck *deck = registry_shelf(book, lang)->deck[OR_DECK_CHALLENGES + pack];

        /* What the option offers, and after how many a pack begins again. */
        assert_int_equal(deck->entries, pack ? OR_PACK_CHALLENGES : OR_CHALLENGES);
        for (int i = 1; i <= deck->entries; i++) {
            struct setup setup = match_fixture_setup("oneround", 3, "");
            struct match_fixture f = {0};

            setup.language = lang;
            setup.option[OR_PACK] = (int16_t)pack;
            setup.option[OR_CHALLENGE] = (int16_t)i;
            match_fixture_open(&f, &setup);
            const struct or_public *t = table_public(f.m.table);
            assert_int_equal(t->entry, i);
            assert_true(t->chapter.len > 0);
            assert_int_equal(t->cards_on_circle, 3);
            for (int card = 0; card < 3; card++) {
                assert_int_equal(t->circle[card].number, 33 * card);
                assert_true(t->circle[card].word.len > 1);
            }
            match_fixture_close(&f);
        }
    }
}

void or_22_after_a_win_comes_the_next_challenge(void **state)
{
    struct setup s, next;

    (void)state;
    setup_default(&s, registry_find(STR("oneround")));
    assert_true(setup_harder(&s, &next));
    assert_int_equal(next.option[OR_CHALLENGE], 2);
    s.option[OR_CHALLENGE] = 96;
    assert_false(setup_harder(&s, &next));
    s.option[OR_CHALLENGE] = 5;
    assert_int_equal(s.book->game->level(&s), 5);
    s.option[OR_START_WORDS] = OR_FREE;
    assert_false(setup_harder(&s, &next));
    assert_int_equal(s.book->game->level(&s), 0);
}

/* A pack has twelve levels with stars of their own, and a number beyond begins again. */
void or_22_a_pack_has_levels_of_its_own(void **state)
{
    struct setup s, next;

    (void)state;
    setup_default(&s, registry_find(STR("oneround")));
    s.option[OR_PACK] = PACK_CHILDREN;
    assert_int_equal(s.book->game->level(&s), 97);
    s.option[OR_CHALLENGE] = 12;
    assert_int_equal(s.book->game->level(&s), 108);
    assert_false(setup_harder(&s, &next));
    s.option[OR_PACK] = PACK_OFFICE;
    s.option[OR_CHALLENGE] = 14; /* the second */
    assert_int_equal(s.book->game->level(&s), 110);
    assert_true(setup_harder(&s, &next));
    assert_int_equal(next.option[OR_CHALLENGE], 3);
}

void or_13_or_17_options_that_do_not_go_together(void **state)
{
    struct setup_problem wrong;
    struct setup s;

    (void)state;
    setup_default(&s, registry_find(STR("oneround")));
    s.seats = 3;
    s.option[OR_MODE] = OR_AGAINST;
    assert_false(setup_check(&s, &wrong));
    s.seats = 4;
    assert_true(setup_check(&s, &wrong));
    s.option[OR_HEAD_START] = 10;
    assert_true(setup_check(&s, &wrong));
    s.option[OR_TIMER] = 0;
    assert_false(setup_check(&s, &wrong));
    s.option[OR_HEAD_START] = 0;
    assert_true(setup_check(&s, &wrong));
    s.option[OR_GENTLE] = 1;
    assert_false(setup_check(&s, &wrong));
}

/* T-9, OR-8: whoever is left alone does what they like, for hours; nothing is lost by it. */
void or_8_nobody_loses_by_the_absence_of_others(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct sampler s = sampler_new(seed);
        struct match_fixture f = {0};
        struct setup setup;

        play_setup(&setup, registry_find(STR("oneround")), 2 + (int)(seed % 4), &s);
        setup.option[OR_MODE] = OR_COOP;
        setup.option[OR_START_WORDS] = OR_FROM_CHALLENGE;
        /* The sand of who is there still runs against them. */
        setup.option[OR_TIMER] = 0;
        setup.option[OR_HEAD_START] = setup.option[OR_UNTIMED_CARDS] = 0;
        setup.option[OR_GENTLE] = 0;
        match_fixture_open(&f, &setup);
        for (uint64_t i = 0; i < seed % 12; i++)
            match_fixture_step(&f, seats_all(setup.seats), &s);
        const struct core *c = match_fixture_core(&f);
        for (int seat = 1; seat < setup.seats && !c->outcome; seat++)
            match_fixture_act(&f, NO_SEAT, ACT_LEAVE, &NUM(seat));
        const struct or_public *t = table_public(f.m.table);
        /* What was locked before may still be right or wrong; a Tipster who is left has no one to
         * be wrong with. */
        for (int i = 0; i < 400 && !c->outcome; i++) {
            int lives = t->lives[OR_ALL];
            bool alone = !(or_guessers(t, c) & SEAT(0));
            struct move move;

            if (play_propose(f.m.table, SEAT(0), &s, &move) && move.action != ACT_VOTE)
                match_fixture_act(&f, move.seat, move.action, move.v);
            match_fixture_wait(&f, 60);
            assert_true(!alone || (!c->outcome && t->lives[OR_ALL] == lives));
        }
        match_fixture_close(&f);
    }
}
