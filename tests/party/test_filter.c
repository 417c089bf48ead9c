/* The filter: what it stops and what it lets through, its lists, and that the decks obey it. */
#include "base/embedded.h"
#include "check.h"
#include "filter_builtin.h"
#include "party/orders.h"
#include "rules/registry.h"

#include <stdio.h>
#include <string.h>

static bool stops(enum filter_level level, enum language lang, const char *text)
{
    return filter_stops(filter_builtin(), level, lang, str_of(text));
}

/* ---- what it stops ---- */

static void a_word_is_stopped_however_it_is_spelled(void **state)
{
    static const char *const same[] = {"shit",   "Shit!",    "SHITTY",        "sh1t",     "$hit",
                                       "shiiit", "s.h.i.t",  "s h i t",       "oh, SHIT", "shít",
                                       "sh-it",  "ＳＨＩＴ", "shit shit shit"};

    (void)state;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        if (!stops(FILTER_STRICT, LANG_EN, same[i]))
            fail_msg("'%s' passes", same[i]);
        assert_false(stops(FILTER_MODERATE, LANG_EN, same[i]));
        assert_false(stops(FILTER_OFF, LANG_EN, same[i]));
        assert_false(stops(FILTER_BY_PACK, LANG_EN, same[i]));
    }
}

static void words_that_only_look_alike_pass(void **state)
{
    static const struct {
        enum language lang;
        const char *text;
    } fine[] = {
        {LANG_EN, "Scunthorpe"},       {LANG_EN, "assembly"},  {LANG_EN, "classic cocktail"},
        {LANG_EN, "the pen is mine"},  {LANG_EN, "grape"},     {LANG_EN, "Essex"},
        {LANG_EN, "rapeseed"},         {LANG_EN, "sextet"},    {LANG_EN, "1st place"},
        {LANG_EN, "pass it on"},       {LANG_EN, "cockerel"},  {LANG_EN, "peacock"},
        {LANG_DE, "Sextett"},          {LANG_DE, "dick"},      {LANG_DE, "Vögeln"},
        {LANG_DE, "Barsche"},          {LANG_DE, "Marsch"},    {LANG_DE, "Hurra"},
        {LANG_FR, "concert"},          {LANG_FR, "un baiser"}, {LANG_FR, "culture"},
        {LANG_FR, "conseil"},          {LANG_FR, "violon"},    {LANG_FR, "godet"},
        {LANG_FR, "député"},           {LANG_FR, "reconnu"},   {LANG_EN, ""},
        {LANG_EN, "\xF0\x9F\x98\x80"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
        if (stops(FILTER_STRICT, fine[i].lang, fine[i].text))
            fail_msg("'%s' is stopped", fine[i].text);
    }
}

static void each_language_has_its_own_list(void **state)
{
    (void)state;
    assert_true(stops(FILTER_STRICT, LANG_EN, "dick"));
    assert_false(stops(FILTER_STRICT, LANG_DE, "dick"));
    assert_true(stops(FILTER_STRICT, LANG_FR, "merde"));
    assert_false(stops(FILTER_STRICT, LANG_EN, "merde"));
    assert_true(stops(FILTER_MODERATE, LANG_FR, "heil hitler")); /* everywhere */
    assert_true(stops(FILTER_MODERATE, LANG_DE, "Hitler"));
    assert_true(stops(FILTER_MODERATE, LANG_FR, "Fils de Pute"));
    assert_true(stops(FILTER_STRICT, LANG_DE, "So eine SCHEISSE"));
    assert_true(stops(FILTER_STRICT, LANG_DE, "Scheiße"));
}

/* ---- lists ---- */

static void a_list_is_a_text_that_a_person_can_edit(void **state)
{
    struct filter f = {0};
    struct deck_problem problem;
    const char *text = "@name Mine\n@language en\n\nturnip*\n*beet\nbrussels sprout\n"
                       "kale | level: strict\nleek | everywhere: yes\n";

    (void)state;
    assert_true(filter_read(&f, LANG_EN, str_of(text), &problem));
    assert_true(filter_stops(&f, FILTER_MODERATE, LANG_EN, STR("turnips")));
    assert_true(filter_stops(&f, FILTER_MODERATE, LANG_EN, STR("sugarbeet")));
    assert_true(filter_stops(&f, FILTER_MODERATE, LANG_EN, STR("a Brussels sprout, please")));
    assert_false(filter_stops(&f, FILTER_MODERATE, LANG_EN, STR("brussels")));
    assert_false(filter_stops(&f, FILTER_MODERATE, LANG_EN, STR("beetle")));
    assert_false(filter_stops(&f, FILTER_MODERATE, LANG_EN, STR("kale")));
    assert_true(filter_stops(&f, FILTER_STRICT, LANG_EN, STR("kale")));
    assert_true(filter_stops(&f, FILTER_MODERATE, LANG_FR, STR("leek")));
    assert_false(
        filter_read(&f, LANG_EN, STR("@name X\n@language en\n\nkale | level: mild\n"), &problem));
    assert_non_null(strstr(problem.reason, "kale"));
    assert_false(filter_read(&f, LANG_EN, STR("@name X\n@language en\n\n***\n"), &problem));
    assert_true(filter_stops(&f, FILTER_STRICT, LANG_EN, STR("kale"))); /* the old one stays */
    filter_fini(&f);
    assert_false(filter_stops(&f, FILTER_STRICT, LANG_EN, STR("kale")));
    assert_false(filter_stops(NULL, FILTER_STRICT, LANG_EN, STR("shit")));
}

static void a_name_from_before_is_shown_by_its_first_letter(void **state)
{
    struct buf shown = {0};

    (void)state;
    filter_mask(STR("Émile"), &shown);
    assert_string_equal(buf_cstr(&shown), "É…");
    buf_fini(&shown);
}

/* ---- decks ---- */

/* No entry of the list outside of the pack for adults; and there nothing that moderate stops. */
static void decks_keep_to_the_filter(void **state)
{
    int stopped = 0;

    (void)state;
    for (int at = 0; at < registry_count() * LANGUAGES; at++) {
        const struct book *b = registry_at(at / LANGUAGES);
        enum language lang = (enum language)(at % LANGUAGES);

        for (int d = 0; b->game->decks && b->game->decks[d]; d++) {
            const struct deck *deck = registry_shelf(b, lang)->deck[d];
            enum filter_level level =
                strstr(b->game->decks[d], "-after-dark") ? FILTER_MODERATE : FILTER_STRICT;

            for (int i = 0; i < deck->entries; i++) {
                const struct deck_entry *e = &deck->entry[i];
                bool bad = filter_stops(filter_builtin(), level, lang, e->text);

                for (int f = 0; f < e->fields; f++) {
                    int said = language_of(e->field[f].key); /* what it means in another one */

                    bad = bad ||
                          filter_stops(filter_builtin(), level,
                                       said < 0 ? lang : (enum language)said, e->field[f].value);
                }
                if (bad)
                    print_error("%s, %s, %s: '%.*s'\n", b->game->id, b->game->decks[d],
                                language_codes[lang], STR_FMT(e->text));
                stopped += bad;
            }
        }
    }
    assert_int_equal(stopped, 0);
}

/* ---- parties ---- */

static void open_party(struct party *p, const char *game)
{
    struct party_fact opened = {ROOM_OPENED,
                                {TEXT(STR("KQ7TM")), NUM(LANG_EN), TEXT(str_of(game))}};

    party_facts_init();
    orders_init();
    party_init(p);
    party_fold(p, &opened);
}

static void set(struct party *p, const char *option, const char *value)
{
    party_fold(p, &(struct party_fact){OPTION_SET, {TEXT(str_of(option)), TEXT(str_of(value))}});
}

static void moderate_unless_children_or_learners_play(void **state)
{
    struct party p;

    (void)state;
    for (int i = 0; i < registry_count(); i++) {
        open_party(&p, registry_at(i)->game->id);
        assert_int_equal(party_filter(&p), FILTER_MODERATE);
        set(&p, "pack", "children");
        assert_int_equal(party_filter(&p), FILTER_STRICT);
        set(&p, "pack", "classroom");
        assert_int_equal(party_filter(&p), FILTER_STRICT);
        set(&p, "pack", "after_dark");
        assert_int_equal(party_filter(&p), FILTER_MODERATE);
        party_fold(&p, &(struct party_fact){FILTER_SET, {NUM(FILTER_OFF)}});
        set(&p, "pack", "children");
        assert_int_equal(party_filter(&p), FILTER_OFF); /* the host has said so */
        party_fini(&p);
    }
}

static bool nobody_here(void *arg, uint16_t guest)
{
    (void)arg, (void)guest;
    return false;
}

static const char *sit(const struct party *p, const char *name)
{
    static struct order o;
    struct key key = {{1}};
    const struct order_scene scene = {
        .party = p, .key = &key, .here = nobody_here, .filter = filter_builtin()};
    json_t *with = json_pack("{s:s}", "name", name);
    const char *refusal = order_decide(&o, &scene, STR("sit"), with) ? NULL : o.refusal;

    json_decref(with);
    order_fini(&o);
    o = (struct order){0};
    return refusal;
}

static void names_are_refused_with_a_reason(void **state)
{
    struct party p;

    (void)state;
    open_party(&p, registry_at(0)->game->id);
    assert_string_equal(sit(&p, "H1tler"), "name_filtered");
    assert_null(sit(&p, "Dick"));
    set(&p, "pack", "children");
    assert_string_equal(sit(&p, "Dick"), "name_filtered");
    assert_null(sit(&p, "Ann"));
    party_fini(&p);
}

static void only_the_host_sets_it_and_a_snapshot_keeps_it(void **state)
{
    struct party p, again;
    struct buf text = {0};
    struct order o = {0};
    struct key key = {{1}};
    json_t *with = json_pack("{s:s}", "level", "strict");

    (void)state;
    open_party(&p, registry_at(0)->game->id);
    struct order_scene scene = {.party = &p,
                                .guest = 7,
                                .key = &key,
                                .here = nobody_here,
                                .log_bars = true,
                                .log_of_today = true};
    assert_false(order_decide(&o, &scene, STR("filter"), with));
    assert_string_equal(o.refusal, "not_host");
    p.host = 7;
    assert_true(order_decide(&o, &scene, STR("filter"), with));
    party_fold(&p, &o.fact[0]);
    assert_int_equal(party_filter(&p), FILTER_STRICT);
    party_snapshot(&p, &text);
    struct str rest = buf_str(&text), line;
    party_init(&again);
    while (str_line(&rest, &line)) {
        struct jr_problem problem;
        struct party_fact fact;
        json_t *json = jr_parse(line, &problem);

        assert_true(party_fact_read(&fact, json, PARTY_STRICT));
        party_fold(&again, &fact);
        json_decref(json);
    }
    assert_int_equal(again.filter, FILTER_STRICT);
    party_fini(&again);
    party_fini(&p);
    order_fini(&o);
    buf_fini(&text);
    json_decref(with);
}

int main(void)
{
    registry_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_word_is_stopped_however_it_is_spelled),
        cmocka_unit_test(words_that_only_look_alike_pass),
        cmocka_unit_test(each_language_has_its_own_list),
        cmocka_unit_test(a_list_is_a_text_that_a_person_can_edit),
        cmocka_unit_test(a_name_from_before_is_shown_by_its_first_letter),
        cmocka_unit_test(decks_keep_to_the_filter),
        cmocka_unit_test(moderate_unless_children_or_learners_play),
        cmocka_unit_test(names_are_refused_with_a_reason),
        cmocka_unit_test(only_the_host_sets_it_and_a_snapshot_keeps_it),
    };

    int failed = cmocka_run_group_tests_name("filter", tests, NULL, NULL);
    registry_fini();
    return failed;
}
