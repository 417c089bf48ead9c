/*
 * Logs from strangers: real exports of every game, damaged in hundreds of ways, are imported; those
 * that come in are opened in a house and played on. Nothing that comes in may ever hurt: an assert
 * or a report of a sanitizer ends this program.
 *
 * All chance is drawn here (secure_random() and secure_seed() are ours), so every run does the
 * same.
 */
#include "archive/archive.h"
#include "check.h"
#include "damage.h"
#include "dream.h"
#include "fixture.h"
#include "rules/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PEOPLE = 2,
    MOVES_BEFORE = 60,  /* tries in the game that is exported */
    STEPS_AFTER = 6000, /* tries in a room that came in */
    DAMAGES = 48,       /* a game: three of each way */
};

uint64_t __wrap_secure_random(void);
struct seed __wrap_secure_seed(void);
static uint64_t chance;

uint64_t __wrap_secure_random(void)
{
    return rng_quick(&chance);
}

struct seed __wrap_secure_seed(void)
{
    return seed_number(rng_quick(&chance));
}

/* ---- playing ---- */

static bool runs(const struct client *c)
{
    const struct room *r = client_room(c);

    return r && r->match.table && !r->match.table->core.outcome;
}

/* Until the game is over, or for so many tries. */
static void play_on(struct fixture *s, struct client *const *people, uint64_t seed, int steps)
{
    struct sampler sampler = sampler_new(seed);

    for (int i = 0; i < steps && runs(people[0]); i++) {
        s->together = i % 5 == 0; /* moves that come together share an entry */
        if (s->together)
            client_move_any(people[(i + 1) % PEOPLE], &sampler);
        bool moved = client_move_any(people[i % PEOPLE], &sampler);
        if (s->together) {
            s->together = false;
            fixture_settle(s);
        }

        /* People may change their minds all the time; others want a turn. */
        if (!moved || i % 4 == 0)
            fixture_pass(s, 700 + 900 * (i % 7));
    }
}

/* ---- a room that was really played ---- */

static bool keep_room(void *arg, const struct code *code, struct str text)
{
    (void)code;
    buf_add(arg, text);
    return true;
}

static bool keep_game(void *arg, const struct code *code, int number, struct str log)
{
    (void)arg, (void)code, (void)number, (void)log;
    return true;
}

/* Two people and bots, a game that was left, and one that is being played. */
static void played_room(const struct book *book, struct buf *text)
{
    struct fixture s;
    struct client *people[PEOPLE];
    char choose[64];

    fixture_init(&s, NULL);
    s.house->services.mind = dream_mind();
    for (int i = 0; i < PEOPLE; i++)
        people[i] = client_new(&s);
    snprintf(choose, sizeof choose, "{\"game\":\"%s\"}", book->game->id);
    client_create(people[0], "en");
    client_enter(people[1], people[0]->code, false);
    assert_true(client_do(people[0], "sit", "{\"name\":\"Ann\"}"));
    assert_true(client_do(people[1], "sit", "{\"name\":\"Ben\"}"));
    assert_true(client_do(people[0], "add_bot", "{\"level\":\"easy\"}"));
    assert_true(client_do(people[0], "add_bot", "{\"level\":\"sharp\"}"));
    assert_true(client_do(people[0], "choose", choose));
    assert_true(client_do(people[0], "start", NULL));
    play_on(&s, people, 3, MOVES_BEFORE / 4);
    assert_true(client_do(people[0], "lobby", NULL));
    assert_true(client_do(people[0], "start", NULL));
    for (uint64_t seed = 5; seed < 60 && client_room(people[0])->match.records < 12; seed++)
        play_on(&s, people, seed, MOVES_BEFORE / 20); /* little at a time: it must not end */
    assert_true(runs(people[0]));

    struct archive_report report = {0};
    const struct archive_sink sink = {keep_room, keep_game, text};
    archive_export(s.store, NULL, true, &sink, &report);
    assert_int_equal(report.problems, 0);
    assert_int_equal(report.rooms, 1);
    fixture_close(&s);
}

/* ---- bringing it in ---- */

enum fate { REFUSED, PUT_AWAY, GOES_ON, FATES };
static int ended; /* games that were played to their end after they came in */

static void hear_problem(void *arg, const char *text)
{
    snprintf(arg, 200, "%s", text);
}

/* Whoever is there does what people do: plays, leaves, starts again. */
static enum fate live_on(struct fixture *s, struct str code, uint64_t seed)
{
    struct client *people[PEOPLE];
    char name[8];

    snprintf(name, sizeof name, "%.*s", STR_FMT(code));
    for (int i = 0; i < PEOPLE; i++) {
        people[i] = client_new(s);
        client_enter(people[i], name, false);
        assert_int_equal(people[i]->hung_up, 0);
        assert_non_null(client_room(people[i]));
    }
    enum fate fate = client_room(people[0])->match.table ? GOES_ON : PUT_AWAY;
    client_send(people[0], "{\"ask\":\"history\",\"tag\":1}");
    play_on(s, people, seed, STEPS_AFTER);
    ended += fate == GOES_ON && !runs(people[0]);
    client_do(people[0], "pause", NULL);
    client_do(people[0], "resume", NULL);
    client_do(people[0], "lobby", NULL);
    client_do(people[0], "start", NULL);
    play_on(s, people, seed + 1, STEPS_AFTER / 100);
    client_drop(people[1]);
    fixture_pass(s, 60000);
    return fate;
}

static enum fate bring_in(struct str text, uint64_t seed, char why[200])
{
    struct archive_report report = {.problem = hear_problem, .arg = why};
    struct fixture s;
    enum fate fate = REFUSED;

    fixture_init(&s, NULL);
    archive_import(s.store, text, s.lexicon, &report);
    assert_int_equal(report.rooms + report.problems, 1);
    if (report.rooms) {
        ptrdiff_t code = str_find(text, STR("\"code\":\""));

        assert_true(code >= 0);
        fixture_crash(&s); /* the next house finds it */
        s.house->services.mind = dream_mind();
        fate = live_on(&s, str_n(text.at + code + 8, CODE_MIN), seed);
        struct archive_report after = {.problem = hear_problem, .arg = why};
        archive_verify(s.store, s.lexicon, &after);
        assert_int_equal(after.problems, 0);
    }
    fixture_close(&s);
    return fate;
}

/* ---- the tests ---- */

static void whole(void **state)
{
    (void)state;
    for (int i = 0; i < registry_count(); i++) {
        struct buf text = {0};
        char why[200] = "";

        chance = (uint64_t)i;
        played_room(registry_at(i), &text);
        assert_int_equal(bring_in(buf_str(&text), 1, why), GOES_ON);
        buf_fini(&text);
    }
}

static void damaged(void **state)
{
    int fates[FATES] = {0};

    (void)state;
    for (int i = 0; i < registry_count(); i++) {
        struct buf text = {0}, other = {0};

        chance = (uint64_t)i + 100;
        played_room(registry_at(i), &text);
        for (uint64_t number = 0; number < DAMAGES; number++) {
            char why[200] = "";
            const char *how = damage(buf_str(&text), number, &other);

            /* Whoever finds the test ended by an assert finds here by what. */
            fprintf(stderr, "# %s, damage %d: %s\n", registry_at(i)->game->id, (int)number, how);
            enum fate fate = bring_in(buf_str(&other), number, why);

            fates[fate]++;
        }
        buf_fini(&text);
        buf_fini(&other);
    }
    fprintf(stderr,
            "# %d refused, %d came in without their game, %d go on, %d of them to the end\n",
            fates[REFUSED], fates[PUT_AWAY], fates[GOES_ON], ended);
    for (int fate = 0; fate < FATES; fate++)
        assert_true(fates[fate] >= registry_count());
    assert_true(ended >= registry_count() * 4);
}

int main(void)
{
    registry_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole),
        cmocka_unit_test(damaged),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    registry_fini();
    return failed;
}
