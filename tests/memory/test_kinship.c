/* Who thinks like whom: simulated groups whose kinship is known (issue 22). */
#include "base/rng.h"
#include "check.h"
#include "group.h"
#include "memory/kinship.h"
#include "rules/registry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GROUPS = 200, PAIRS = GROUP * (GROUP - 1) / 2 };

static double rank(const double *v, int n, int at)
{
    double below = 0;

    for (int i = 0; i < n; i++)
        below += v[i] < v[at] ? 1 : v[i] == v[at] && i != at ? 0.5 : 0;
    return below;
}

/* Spearman's. */
static double rank_correlation(const double *x, const double *y, int n)
{
    double mean = (n - 1) / 2.0, xy = 0, xx = 0, yy = 0;

    for (int i = 0; i < n; i++) {
        double a = rank(x, n, i) - mean, b = rank(y, n, i) - mean;

        xy += a * b;
        xx += a * a;
        yy += b * b;
    }
    return xy / (sqrt(xx) * sqrt(yy));
}

static void evenings(struct group *g)
{
    for (int evening = 0; evening < EVENINGS; evening++) {
        for (int game = 0; game < GAMES_AN_EVENING; game++)
            group_play(g, evening);
    }
}

static double ordered(struct group *g)
{
    struct kinship k[KINSHIPS];
    double truth[PAIRS], told[PAIRS];
    int n = kinship_of(g->memory, KIN_ALL, k);

    assert_int_equal(n, PAIRS);
    for (int i = 0; i < n; i++) {
        truth[i] = g->kin[k[i].a - 1][k[i].b - 1];
        told[i] = k[i].above;
        assert_true(k[i].shown);
    }
    return rank_correlation(truth, told, n);
}

/* Pairs that agree 10 to 40 points above chance, in five evenings of three games. */
static void orders_pairs_as_they_are(void **state)
{
    double sum = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= GROUPS; seed++) {
        struct group g;

        group_init(&g, seed);
        for (int a = 0; a < GROUP; a++) {
            for (int b = a + 1; b < GROUP; b++)
                g.kin[a][b] = 10 + (int)(group_draw(&g) * 31);
        }
        evenings(&g);
        sum += ordered(&g);
        group_fini(&g);
    }
    print_message("# rank correlation of %d groups: %.3f\n", GROUPS, sum / GROUPS);
    assert_true(sum / GROUPS >= 0.8);
}

/* How many groups are told that anybody is close, on any of their evenings. */
static int claimed(int easy, uint64_t from)
{
    int groups = 0;

    for (uint64_t seed = from; seed < from + GROUPS; seed++) {
        struct kinship k[KINSHIPS];
        struct group g;
        bool any = false;

        group_init(&g, seed);
        g.easy = easy;
        for (int evening = 0; evening < EVENINGS; evening++) {
            for (int game = 0; game < GAMES_AN_EVENING; game++)
                group_play(&g, evening);
            int n = kinship_of(g.memory, KIN_ALL, k);
            for (int i = 0; i < n; i++)
                any |= k[i].close;
        }
        groups += any;
        group_fini(&g);
    }
    return groups;
}

static void calls_nobody_close_by_luck(void **state)
{
    int by_luck = claimed(0, 1000);

    (void)state;
    print_message("# of %d groups without kinship %d were told of any\n", GROUPS, by_luck);
    assert_true(by_luck * 100 <= 5 * GROUPS);
}

/* Words that come to everybody, or people who guess well, are no kinship. */
static void calls_nobody_close_because_it_was_easy(void **state)
{
    int easy = claimed(15, 2000), easier = claimed(35, 3000);

    (void)state;
    print_message("# … and %d and %d where it was easy\n", easy, easier);
    assert_true(easy * 100 <= 5 * GROUPS);
    assert_true(easier * 100 <= 5 * GROUPS);
}

/* Two of six who really think alike are found, and nobody else is called so. */
static void finds_the_two_who_think_alike(void **state)
{
    int found = 0, others = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= GROUPS; seed++) {
        struct kinship k[KINSHIPS];
        struct group g;

        group_init(&g, seed + 5000);
        g.kin[1][4] = 30;
        evenings(&g);
        int n = kinship_of(g.memory, KIN_ALL, k);
        for (int i = 0; i < n; i++) {
            found += k[i].close && k[i].a == 2 && k[i].b == 5;
            others += k[i].close && !(k[i].a == 2 && k[i].b == 5);
        }
        group_fini(&g);
    }
    print_message("# found in %d of %d groups, and %d others\n", found, GROUPS, others);
    assert_true(found * 100 >= 90 * GROUPS);
    assert_true(others * 100 <= 5 * GROUPS);
}

/* One lucky game is not told as a number, and two people alone are measured by the game's figure.
 */
static void says_nothing_of_little(void **state)
{
    struct group g;
    struct kinship k[KINSHIPS];
    struct buf doc = {0};
    int all[GROUP][GROUP] = {{0}}, two[2];

    (void)state;
    for (int a = 0; a < GROUP; a++) {
        for (int b = 0; b < GROUP; b++)
            all[a][b] = 6;
    }
    group_init(&g, 1);
    group_keepsake(registry_at(0)->game->id, 2, 1000, 6, 125, all, &doc);
    two[0] = g.person[0];
    two[1] = g.person[1];
    assert_true(memory_add(g.memory, STR("0"), buf_str(&doc), two));
    assert_int_equal(kinship_of(g.memory, KIN_ALL, k), 1);
    assert_false(k[0].shown);
    assert_false(k[0].close);
    assert_true(memory_add(g.memory, STR("1"), buf_str(&doc), two));
    assert_int_equal(kinship_of(g.memory, KIN_ALL, k), 1);
    assert_true(k[0].shown);
    assert_true(k[0].close);
    assert_int_equal(k[0].tries, 12);
    assert_int_equal(k[0].hits, 12);
    assert_true(k[0].chance > 1.4 && k[0].chance < 1.6);
    buf_fini(&doc);
    group_fini(&g);
}

/* Those who think alike are neighbours, all have room, and it is the same at every run. */
static void draws_the_same_stars(void **state)
{
    struct group g;
    struct kinship k[KINSHIPS];
    struct star star[MEMORY_PERSONS], again[MEMORY_PERSONS];
    int nearest = 0;

    (void)state;
    group_init(&g, 77);
    g.kin[0][3] = 40;
    evenings(&g);
    int n = kinship_of(g.memory, KIN_ALL, k);
    assert_int_equal(stars_of(g.memory, k, n, false, star), GROUP);
    stars_of(g.memory, k, n, false, again);
    assert_memory_equal(star, again, GROUP * sizeof *star);
    for (int i = 0; i < GROUP; i++) {
        assert_true(star[i].x >= 0 && star[i].x <= 1000 && star[i].y >= 0 && star[i].y <= 1000);
        for (int j = 0; j < i; j++) {
            double far = hypot(star[i].x - star[j].x, star[i].y - star[j].y);
            double kin = hypot(star[0].x - star[3].x, star[0].y - star[3].y);

            assert_true(far > 100);
            nearest += far < kin;
        }
    }
    assert_true(nearest <= 1);
    group_fini(&g);
}

/* Pixels on the app's sheet (web/src/memory/Stars.svelte): a star, and a name below it. */
static double broad(const char *name)
{
    double letters = (double)strlen(name), size = letters > 12 ? 400 / letters : 34;

    return letters * size * 0.6;
}

/* As many as may sit at a table, with names as long as they may be; some of them all alike. */
static void names_do_not_lie_on_each_other(void **state)
{
    static const char *const names[] = {
        "Maximilian",   "Anne-Charlotte", "Ben",  "Cleo", "Dominique", "Alexandra-Josephine",
        "Friedrich W.", "Genevieve-Ann",  "Hans", "Ida",  "Jo",        "Kim",
        "Konstantin",   "Theodora-Amalia"};
    enum { MANY = sizeof names / sizeof names[0] };
    uint64_t chance = 5;

    (void)state;
    for (int people = 2; people <= MANY; people++) {
        for (int run = 0; run < 20; run++) {
            struct memory *m = memory_new(STR("Many"), 1);
            struct star star[MEMORY_PERSONS];
            struct kinship k[KINSHIPS];
            int n = 0;

            for (int i = 0; i < people; i++)
                memory_person(m, &(struct memory_who){.name = str_of(names[i])}, 1);
            for (int i = 0; i < people; i++) {
                for (int j = i + 1; j < people; j++)
                    k[n++] = (struct kinship){.a = m->person[i].id,
                                              .b = m->person[j].id,
                                              .shown = true,
                                              .above = run ? (double)(rng_quick(&chance) % 60) - 20
                                                           : 40};
            }
            assert_int_equal(stars_of(m, k, n, false, star), people);
            for (int i = 0; i < people; i++) {
                assert_true(80 + star[i].x * 0.84 - broad(names[i]) / 2 > 0);
                assert_true(80 + star[i].x * 0.84 + broad(names[i]) / 2 < 1000);
                for (int j = 0; j < i; j++) {
                    double room = (broad(names[i]) + broad(names[j])) / 2;

                    assert_true(abs(star[i].x - star[j].x) * 0.84 > room ||
                                abs(star[i].y - star[j].y) * 0.56 > 90);
                }
            }
            memory_free(m);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_pairs_as_they_are),
        cmocka_unit_test(calls_nobody_close_by_luck),
        cmocka_unit_test(calls_nobody_close_because_it_was_easy),
        cmocka_unit_test(finds_the_two_who_think_alike),
        cmocka_unit_test(says_nothing_of_little),
        cmocka_unit_test(draws_the_same_stars),
        cmocka_unit_test(names_do_not_lie_on_each_other),
    };

    registry_init();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    registry_fini();
    return failed;
}
