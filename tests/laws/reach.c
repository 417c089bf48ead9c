#include "reach.h"

#include "trial.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void count_refusal(struct reach *r, int action, const char *key)
{
    int i = 0;

    while (i < r->refusals &&
           (r->refusal[i].action != action || strcmp(r->refusal[i].key, key) != 0))
        i++;
    if (i == REACH_REFUSALS)
        return;
    if (i == r->refusals) {
        r->refusals++;
        r->refusal[i].action = action;
        r->refusal[i].key = key;
    }
    r->refusal[i].n++;
}

static void count(struct reach *r, const struct decision *d, int action, bool done)
{
    if (!done) {
        count_refusal(r, action, d->refusal.key);
        return;
    }
    r->done[action]++;
    for (int i = 0; i < d->facts; i++)
        r->fact[d->fact[i].kind]++;
}

/* Something that nobody asked for, by anybody: what plausible players never do is refused too. */
static void meddle(struct reach *r, struct trial *s)
{
    struct sampler *sampler = &s->sampler;
    int seat = (int)sampler_below(sampler, (uint32_t)s->setup.seats);
    int action = (int)sampler_below(sampler, (uint32_t)s->law->book->actions);
    struct move move;

    play_arguments(s->match.table, seat, action, &s->sampler, move.v);
    if (s->law->book->action[action]->actor == BY_TABLE)
        seat = NO_SEAT;
    bool done = match_act(&s->match, s->decision, s->now, seat, action, move.v);
    count(r, s->decision, action, done);
}

void reach_play(struct reach *r, struct law *l)
{
    struct trial s;
    struct move move = {0};
    enum trial_step step;

    trial_open(&s, l);
    for (int i = 0; i < s.decision->facts; i++)
        r->fact[s.decision->fact[i].kind]++;
    s.hosted = l->seed % 2;
    while ((step = trial_step(&s, seats_all(s.setup.seats), &move)) != TRIAL_OVER &&
           s.steps < STEPS_BOUND) {
        if (step != TRIAL_WAITED)
            count(r, s.decision, move.action, step != TRIAL_REFUSED);
        if (s.hosted && sampler_below(&s.sampler, 8) == 0)
            meddle(r, &s);
    }
    r->outcome[s.match.table->core.outcome]++;
    l->weight += s.steps;
    trial_close(&s);
}

void reach_print(const struct reach *r, const struct book *b)
{
    static const char *const outcomes[] = {"none", "won", "lost", "ranked", "abandoned"};

    for (int i = 0; i < b->actions; i++)
        printf("# done %s %" PRId64 "\n", b->action[i]->name, r->done[i]);
    for (int i = 0; i < r->refusals; i++)
        printf("# refused %s %s %" PRId64 "\n", b->action[r->refusal[i].action]->name,
               r->refusal[i].key, r->refusal[i].n);
    for (int i = 0; i < b->facts; i++)
        printf("# fact %s %" PRId64 "\n", b->fact[i]->name, r->fact[i]);
    for (int i = 0; i <= OUTCOME_ABANDONED; i++)
        printf("# outcome %s %" PRId64 "\n", outcomes[i], r->outcome[i]);
}
