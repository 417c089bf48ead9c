#include "match_fixture.h"

#include "check.h"
#include "rules/registry.h"
#include "rules/setup.h"

int games_set_up(void **state)
{
    (void)state;
    registry_init();
    return 0;
}

int games_tear_down(void **state)
{
    (void)state;
    registry_fini();
    return 0;
}

struct setup match_fixture_setup(const char *game, int seats, const char *options)
{
    struct setup s;
    struct setup_problem wrong = {""};

    setup_default(&s, registry_find(str_of(game)));
    s.seats = seats;
    if (!setup_options(&s, str_of(options), &wrong) || !setup_check(&s, &wrong))
        fail_msg("%s", wrong.reason);
    return s;
}

void match_fixture_rig(struct match_fixture *f, int chance, int64_t value)
{
    f->rig.item[f->rig.n].chance = chance;
    f->rig.item[f->rig.n++].value = value;
}

void match_fixture_open(struct match_fixture *f, const struct setup *s)
{
    if (!f->world.shelf)
        f->world.shelf = registry_shelf(s->book, s->language);
    f->world.rig = &f->rig;
    f->now = 0;
    f->d = decision_new();
    match_init(&f->m, s, &f->world);
    match_open(&f->m, f->d, 0);
    assert_false(f->rig.impossible);
}

void match_fixture_close(struct match_fixture *f)
{
    match_fini(&f->m);
    decision_free(f->d);
}

const struct core *match_fixture_core(const struct match_fixture *f)
{
    return &f->m.table->core;
}

bool match_fixture_act(struct match_fixture *f, int seat, int action, const struct value *v)
{
    return match_act(&f->m, f->d, f->now, seat, action, v);
}

bool match_fixture_step(struct match_fixture *f, seat_set players, struct sampler *s)
{
    struct move move;

    return play_propose(f->m.table, players, s, &move) &&
           match_fixture_act(f, move.seat, move.action, move.v);
}

void match_fixture_wait(struct match_fixture *f, int seconds)
{
    f->now += seconds * INT64_C(1000);
    match_pass_time(&f->m, f->d, f->now, NULL, NULL);
}
