#include "match_fixture.h"

#include "check.h"
#include "rules/registry.h"
#include "rules/setup.h"

struct setup fixture_setup(const char *game, int seats, const char *options)
{
    struct setup s;
    struct setup_problem wrong = {""};

    setup_default(&s, registry_find(str_of(game)));
    s.seats = seats;
    if (!setup_options(&s, str_of(options), &wrong) || !setup_check(&s, &wrong))
        fail_msg("%s", wrong.reason);
    return s;
}

void fixture_rig(struct fixture *f, int chance, int64_t value)
{
    f->rig.item[f->rig.n].chance = chance;
    f->rig.item[f->rig.n++].value = value;
}

void fixture_open(struct fixture *f, const struct setup *s)
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

void fixture_close(struct fixture *f)
{
    match_fini(&f->m);
    decision_free(f->d);
}
