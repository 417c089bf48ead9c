/* What a group remembers: who somebody is, what comes back, what is forgotten, and how much at
 * most. */
#include "base/jw.h"
#include "check.h"
#include "group.h"
#include "memory/tell.h"
#include "rules/registry.h"

#include <stdio.h>
#include <string.h>

static const char phone[] = "0123456789abcdef0123456789abcdef";
static const char laptop[] = "ffffffffffffffff0123456789abcdef";

static int who(struct memory *m, const char *key, const char *name, bool alone)
{
    return memory_person(
        m, &(struct memory_who){.key = str_of(key), .name = str_of(name), .alone = alone}, 1000);
}

static void knows_people_by_their_devices(void **state)
{
    struct memory *m = memory_new(STR("Six"), 1);
    int ann = who(m, phone, "Ann", true);

    (void)state;
    assert_int_equal(who(m, phone, "Ann", true), ann);
    assert_int_equal(who(m, phone, "Anna", true), ann);     /* she has another name now */
    assert_int_not_equal(who(m, phone, "Ben", false), ann); /* two play on this one */
    int other = who(m, laptop, "Anna", true);
    assert_int_not_equal(other, ann); /* a name is no proof … */
    assert_int_equal(memory_namesake(m, other), ann);
    assert_true(memory_join(m, other, ann)); /* … but the host may say so */
    assert_int_equal(who(m, laptop, "Anna", true), ann);
    assert_false(memory_join(m, ann, ann));
    assert_false(memory_join(m, 77, ann));
    memory_free(m);
}

/* Who left before the end has no key. Neither they nor whoever comes under their name are taken for
 * somebody else: else a name would be enough to read and delete what is another's. */
static void a_name_alone_opens_nothing(void **state)
{
    struct memory *m = memory_new(STR("Six"), 1);
    int ann = who(m, phone, "Ann", true), gone = who(m, "", "Ben", true);

    (void)state;
    assert_int_equal(who(m, "", "Ann", true), NOBODY);
    assert_int_not_equal(gone, NOBODY);
    assert_int_equal(who(m, "", "Ben", true), gone);
    int ben = who(m, laptop, "Ben", true);
    assert_int_not_equal(ben, gone);
    assert_int_equal(memory_find(m, gone)->keys, 0);
    assert_int_equal(memory_namesake(m, ben), gone); /* the host is asked */
    assert_true(memory_join(m, ben, gone));
    assert_true(memory_has_key(memory_find(m, gone), str_of(laptop)));
    assert_int_equal(memory_find(m, ann)->keys, 1);
    memory_free(m);
}

static void two_who_played_together_are_not_one(void **state)
{
    struct group g;

    (void)state;
    group_init(&g, 3);
    group_play(&g, 0);
    assert_false(memory_join(g.memory, g.person[1], g.person[0]));
    group_fini(&g);
}

static struct buf written(const struct memory *m)
{
    struct buf doc = {0};

    memory_write(m, &doc);
    return doc;
}

static void is_the_same_when_it_is_read_again(void **state)
{
    struct group g;

    (void)state;
    group_init(&g, 4);
    for (int evening = 0; evening < 3; evening++) {
        group_play(&g, evening);
        group_play(&g, evening);
    }
    struct buf doc = written(g.memory);
    struct memory *again = memory_read(buf_str(&doc));
    assert_non_null(again);
    struct buf copy = written(again);
    assert_true(str_eq(buf_str(&doc), buf_str(&copy)));
    assert_int_equal(again->evenings, 3);
    assert_int_equal(again->games, 6);
    assert_int_equal(again->word[0].games, 6); /* NUT, every time */
    assert_int_equal(again->word[0].evenings, 3);
    assert_null(memory_read(STR("{}")));
    assert_null(memory_read(STR("[]")));
    assert_null(memory_read(str_n(doc.at, doc.len - 1)));
    memory_free(again);
    buf_fini(&copy);
    buf_fini(&doc);
    group_fini(&g);
}

/* The same keepsake twice is one game: a crash between two writes adds nothing. */
static void adds_a_game_once(void **state)
{
    struct group g;

    (void)state;
    group_init(&g, 5);
    group_play(&g, 0);
    g.games--;
    struct buf doc = written(g.memory);
    int hits[GROUP][GROUP] = {{0}};
    struct buf keepsake = {0};
    char address[KEEPSAKE_ADDRESS + 1];
    snprintf(address, sizeof address, "%048d", 1);
    group_keepsake(registry_at(0)->game->id, GROUP, 5, 6, 125, hits, &keepsake);
    assert_true(memory_knows(g.memory, str_of(address)));
    assert_false(memory_add(g.memory, str_of(address), buf_str(&keepsake), g.person));
    assert_false(memory_add(g.memory, STR("x"), STR("{}"), g.person));
    struct buf same = written(g.memory);
    assert_true(str_eq(buf_str(&doc), buf_str(&same)));
    assert_true(memory_lose(g.memory, str_of(address)));
    assert_false(memory_knows(g.memory, str_of(address)));
    buf_fini(&doc);
    buf_fini(&same);
    buf_fini(&keepsake);
    group_fini(&g);
}

static void forgets_somebody_whole(void **state)
{
    struct group g;

    (void)state;
    group_init(&g, 6);
    assert_true(memory_join(g.memory, who(g.memory, phone, "Cleo", true), g.person[2]));
    group_play(&g, 0);
    group_play(&g, 1);
    assert_true(memory_forget(g.memory, g.person[2]));
    struct buf doc = written(g.memory), told = {0};
    struct jw w = jw_to(&told);
    jw_object(&w);
    memory_tell(g.memory, &(struct memory_wish){.all = true}, &w);
    memory_picture(g.memory, &(struct picture_wish){LANG_EN, true}, &doc);
    jw_end_object(&w);
    assert_true(str_find(buf_str(&doc), STR("Cleo")) < 0);
    assert_true(str_find(buf_str(&doc), str_of(phone)) < 0);
    assert_true(str_find(buf_str(&told), STR("Cleo")) < 0);
    for (int i = 0; i < g.memory->pairs; i++)
        assert_true(g.memory->pair[i].a != 3 && g.memory->pair[i].b != 3);
    assert_false(memory_forget(g.memory, g.person[2]));
    buf_fini(&doc);
    buf_fini(&told);
    group_fini(&g);
}

/* What is told holds no key of a device, and what one person takes away is about them. */
static void tells_no_keys(void **state)
{
    struct group g;
    struct buf told = {0};

    (void)state;
    group_init(&g, 7);
    who(g.memory, phone, "Ann", true);
    group_play(&g, 0);
    struct jw w = jw_to(&told);
    jw_object(&w);
    memory_tell(g.memory,
                &(struct memory_wish){.key = str_of(phone), .person = g.person[0], .all = true},
                &w);
    jw_end_object(&w);
    assert_true(str_find(buf_str(&told), str_of(phone)) < 0);
    assert_true(str_find(buf_str(&told), STR("\"mine\":true")) >= 0);
    assert_true(str_find(buf_str(&told), STR("\"persons\":[1,2]")) >= 0);
    assert_true(str_find(buf_str(&told), STR("\"persons\":[2,3]")) < 0);
    buf_fini(&told);
    group_fini(&g);
}

/* However many come and however long they play: it stays a document that a store takes. */
static void never_grows_beyond_its_bounds(void **state)
{
    struct memory *m = memory_new(STR("Many"), 1);
    struct buf doc = {0}, keepsake = {0};
    int hits[GROUP][GROUP] = {{0}}, person[SEATS_MAX] = {0};
    char name[MEMORY_NAME + 1], address[KEEPSAKE_ADDRESS + 1];

    (void)state;
    for (int i = 0; i < 60; i++) {
        snprintf(name, sizeof name, "Somebody with a long name, number %d", i);
        int id = memory_person(m, &(struct memory_who){.name = str_of(name)}, i);
        assert_true(i < MEMORY_PERSONS ? id == i + 1 : id == NOBODY);
    }
    for (int i = 0; i < 700; i++) {
        buf_clear(&keepsake);
        for (int seat = 0; seat < GROUP; seat++)
            person[seat] = 1 + (i * GROUP + seat * 7) % MEMORY_PERSONS;
        group_keepsake(registry_at(i % registry_count())->game->id, GROUP,
                       1000 + i * INT64_C(30000000), 6, 125, hits, &keepsake);
        snprintf(address, sizeof address, "%048d", i);
        assert_true(memory_add(m, str_of(address), buf_str(&keepsake), person));
    }
    assert_int_equal(m->games, MEMORY_GAMES);
    memory_write(m, &doc);
    assert_true(doc.len < 1 << 20);
    struct memory *again = memory_read(buf_str(&doc));
    assert_non_null(again);
    assert_int_equal(again->games, MEMORY_GAMES);
    memory_free(again);
    buf_fini(&doc);
    buf_fini(&keepsake);
    memory_free(m);
}

/* Whoever stayed at home has no star tonight, and one in the memory. */
static void tonight_is_of_those_who_were_there(void **state)
{
    struct group g;
    struct buf told = {0}, whole = {0}, svg = {0};
    const struct memory_wish all = {.person = NOBODY};
    const struct picture_wish wish = {.lang = LANG_EN, .names = true};

    (void)state;
    group_init(&g, 9);
    who(g.memory, laptop, "Zacharias", true);
    group_play(&g, 0);
    struct jw w = jw_to(&told);
    jw_object(&w);
    memory_tonight(g.memory, &w);
    jw_end_object(&w);
    w = jw_to(&whole);
    jw_object(&w);
    memory_tell(g.memory, &all, &w);
    jw_end_object(&w);
    memory_picture(g.memory, &wish, &svg);
    assert_true(str_find(buf_str(&told), STR("Zacharias")) < 0);
    assert_true(str_find(buf_str(&told), STR("Finn")) >= 0);
    assert_true(str_find(buf_str(&svg), STR("Zacharias")) < 0);
    assert_true(str_find(buf_str(&svg), STR("Finn")) >= 0);
    assert_true(str_find(buf_str(&whole), STR("Zacharias")) >= 0);
    buf_fini(&told);
    buf_fini(&whole);
    buf_fini(&svg);
    group_fini(&g);
}

/* Screens do not count evenings themselves: each game says of which it is. */
static void games_are_told_with_their_evening(void **state)
{
    struct group g;
    struct buf told = {0};
    const struct memory_wish all = {.person = NOBODY};

    (void)state;
    group_init(&g, 11);
    for (int evening = 0; evening < 3; evening++) {
        for (int i = 0; i < GAMES_AN_EVENING; i++)
            group_play(&g, evening);
    }
    struct jw w = jw_to(&told);
    jw_object(&w);
    memory_tell(g.memory, &all, &w);
    jw_end_object(&w);
    struct jr_problem problem;
    json_t *json = jr_parse(buf_str(&told), &problem), *games = json_object_get(json, "games");
    assert_int_equal(json_array_size(games), 3 * GAMES_AN_EVENING);
    for (size_t i = 0; i < json_array_size(games); i++) {
        const json_t *first = json_array_get(games, i / GAMES_AN_EVENING * GAMES_AN_EVENING);

        assert_int_equal(json_integer_value(json_object_get(json_array_get(games, i), "evening")),
                         json_integer_value(json_object_get(first, "ended")));
    }
    assert_int_equal(json_integer_value(json_object_get(json, "evening")), g.memory->evening);
    json_decref(json);
    buf_fini(&told);
    group_fini(&g);
}

/* As an import may bring it: of the right shape, and nothing in it can be true. */
static void a_document_of_nonsense_is_harmless(void **state)
{
    struct memory *m = memory_read(
        STR("{\"unisono_group\":1,\"name\":\"x\",\"kept\":0,\"evening\":0,"
            "\"evenings\":9000000000000000,\"last_person\":9000000000000000,"
            "\"persons\":[{\"person\":9000000000000000,\"name\":\"Ann\",\"mark\":2147483648,"
            "\"keys\":[],\"since\":0,\"last\":0,\"games\":9000000000000000,\"wins\":1}],"
            "\"pairs\":[],\"games\":[{\"address\":\"\",\"game\":\"onemind\",\"ended\":1,"
            "\"outcome\":\"won\",\"persons\":[4294967297,7],\"scores\":[-1],"
            "\"winners\":[-1,13],\"steps\":9000000000000000}],\"words\":[],\"records\":[]}"));

    (void)state;
    assert_non_null(m);
    assert_int_equal(m->persons, 1);
    assert_true(m->last_person > 0 && m->last_person + 1 > m->last_person);
    assert_true(m->person[0].games > 0 && m->person[0].mark >= 0);
    assert_int_equal(m->games, 1);
    assert_int_equal(m->game[0].winners, 0); /* seats that the game did not have */
    struct buf told = {0};
    struct jw w = jw_to(&told);
    jw_object(&w);
    memory_tell(m, &(struct memory_wish){.person = NOBODY}, &w);
    jw_end_object(&w);
    assert_true(told.len > 0);
    buf_fini(&told);
    memory_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_document_of_nonsense_is_harmless),
        cmocka_unit_test(knows_people_by_their_devices),
        cmocka_unit_test(a_name_alone_opens_nothing),
        cmocka_unit_test(two_who_played_together_are_not_one),
        cmocka_unit_test(is_the_same_when_it_is_read_again),
        cmocka_unit_test(adds_a_game_once),
        cmocka_unit_test(forgets_somebody_whole),
        cmocka_unit_test(tells_no_keys),
        cmocka_unit_test(games_are_told_with_their_evening),
        cmocka_unit_test(never_grows_beyond_its_bounds),
        cmocka_unit_test(tonight_is_of_those_who_were_there),
    };

    registry_init();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    registry_fini();
    return failed;
}
