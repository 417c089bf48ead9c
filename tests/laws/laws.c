#include "laws.h"

#include "rules/bot.h"
#include "rules/core_facts.h"
#include "rules/record.h"
#include "tables.h"
#include "trial.h"

#include <string.h>

/* ---- law 1: the stored facts rebuild the table, and the stored actions the facts ---- */

static bool same_dump(struct law *l, const struct table *a, const struct table *b)
{
    struct buf da = {0}, db = {0};

    table_dump(a, &da);
    table_dump(b, &db);
    bool same = law_differs(l, "the rebuilt table differs", buf_str(&da), buf_str(&db));
    buf_fini(&da);
    buf_fini(&db);
    return same;
}

static bool rebuild(struct law *l, const struct trial *s, struct str log)
{
    struct setup_problem problem;
    struct world world = {0};
    struct match m, again;
    struct decision *d = decision_new();
    struct record *r = record_new();
    struct str line;
    bool ok = true;

    match_init(&m, &s->setup, &world);
    match_init(&again, &s->setup, &s->match.world);
    while (ok && str_line(&log, &line)) {
        struct names names = table_names(m.table);

        ok = log_read_record(r, l->book, &names, m.records + 1, line, &problem);
        if (!ok) {
            law_fails(l, "a record cannot be read again: %s", problem.reason);
            break;
        }
        match_refold(&m, r->fact, r->facts);
        ok = log_replay_record(&again, d, r);
        if (!ok)
            law_fails(l, "record %u has other facts when it is played again", m.records);
    }
    ok = ok && same_dump(l, s->match.table, m.table) && same_dump(l, s->match.table, again.table);
    record_free(r);
    decision_free(d);
    match_fini(&m);
    match_fini(&again);
    return ok;
}

static const char *action_name(const struct law *l, const struct move *m)
{
    return l->book->action[m->action]->name;
}

bool law_replay(struct law *l)
{
    struct trial s;
    struct buf log = {0};
    struct move move;
    enum trial_step step;

    trial_open(&s, l);
    s.hosted = true;
    log_write_record(&s.match, s.decision, "open", &log);
    while ((step = trial_step(&s, seats_all(s.setup.seats), &move)) != TRIAL_OVER &&
           s.steps < STEPS_BOUND) {
        if (step == TRIAL_ACTED || step == TRIAL_TICKED)
            log_write_record(&s.match, s.decision, action_name(l, &move), &log);
    }
    l->weight += s.steps;
    bool ok = rebuild(l, &s, buf_str(&log));
    buf_fini(&log);
    trial_close(&s);
    return ok;
}

/* T-10: the same seed and the same moves give the same log. The trial draws moves from its own
 * generator, so running it twice repeats both. */
static void log_of_game(struct law *l, struct buf *log)
{
    struct trial s;
    struct move move;
    enum trial_step step;

    trial_open(&s, l);
    s.hosted = true;
    log_write_record(&s.match, s.decision, "open", log);
    while ((step = trial_step(&s, seats_all(s.setup.seats), &move)) != TRIAL_OVER &&
           s.steps < STEPS_BOUND) {
        if (step == TRIAL_ACTED || step == TRIAL_TICKED)
            log_write_record(&s.match, s.decision, action_name(l, &move), log);
    }
    l->weight += s.steps;
    trial_close(&s);
}

bool law_chance(struct law *l)
{
    struct buf once = {0}, again = {0};

    log_of_game(l, &once);
    log_of_game(l, &again);
    bool ok = law_differs(l, "the same seed and moves gave another game", buf_str(&once),
                          buf_str(&again));
    buf_fini(&once);
    buf_fini(&again);
    return ok;
}

/* ---- law 2: a view needs no more than the facts its seat was told ---- */

static bool same_view(struct law *l, const struct table *a, const struct table *b, int seat,
                      const char *what)
{
    struct buf va = {0}, vb = {0};

    table_view(a, seat, &va);
    table_view(b, seat, &vb);
    bool same = law_differs(l, what, buf_str(&va), buf_str(&vb));
    buf_fini(&va);
    buf_fini(&vb);
    return same;
}

bool law_knowledge(struct law *l)
{
    struct trial s;
    struct table *head[SEATS_MAX + 1];
    struct move move;
    enum trial_step step = TRIAL_ACTED;
    bool ok = true;

    trial_open(&s, l);
    s.hosted = true;
    for (int i = 0; i <= s.setup.seats; i++)
        head[i] = table_new(&s.setup);
    for (; ok && step != TRIAL_OVER && s.steps < STEPS_BOUND;
         step = trial_step(&s, seats_all(s.setup.seats), &move)) {
        if (step != TRIAL_ACTED && step != TRIAL_TICKED)
            continue;
        for (int i = 0; ok && i <= s.setup.seats; i++) {
            for (int f = 0; f < s.decision->facts; f++)
                table_fold_for(head[i], &s.decision->fact[f], i - 1);
            ok = same_view(l, s.match.table, head[i], i - 1,
                           "a view shows what its seat was not told");
            l->weight++;
        }
    }
    for (int i = 0; i <= s.setup.seats; i++)
        table_free(head[i]);
    trial_close(&s);
    return ok;
}

/* ---- law 4: a refused action leaves no trace ---- */

bool law_refusal(struct law *l)
{
    struct trial s;
    struct move move;
    bool ok = true;

    trial_open(&s, l);
    struct table *before = table_clone(s.match.table);
    while (ok && trial_step(&s, seats_all(s.setup.seats), &move) != TRIAL_OVER &&
           s.steps < STEPS_BOUND) {
        /* Something that nobody asked for, by anybody, with any arguments. */
        int seat = (int)sampler_below(&s.sampler, (uint32_t)s.setup.seats + 1) - 1;
        int action = (int)sampler_below(&s.sampler, (uint32_t)l->book->actions);
        uint32_t records = s.match.records;

        play_arguments(s.match.table, seat < 0 ? 0 : seat, action, &s.sampler, move.v);
        table_copy(before, s.match.table);
        if (match_act(&s.match, s.decision, s.now, seat, action, move.v))
            continue;
        l->weight++;
        if (memcmp(before, s.match.table, before->size) != 0 || s.match.records != records ||
            s.decision->facts != 0)
            ok = law_fails(l, "%s was refused (%s) but changed the table",
                           l->book->action[action]->name, s.decision->refusal.key);
    }
    table_free(before);
    trial_close(&s);
    return ok;
}

/* ---- law 5: whoever drops out, the game ends, or waits for absent seats that it names ---- */

static void drop(struct trial *s, seat_set leaving)
{
    FOR_SEATS (seat, leaving) {
        struct value v = NUM(seat);
        /* Most only vanish; some are freed for good. */
        int action = sampler_below(&s->sampler, 4) ? ACT_LEAVE : ACT_FREE;

        match_act(&s->match, s->decision, s->now, NO_SEAT, action, &v);
    }
}

/* Nobody is there who could act, and the table says whom it waits for. Those who are left go on
 * without the first of them: that must help. */
static bool skip_absent(struct trial *s)
{
    seat_set absent = table_stalled(s->match.table);
    int seat = seats_next(absent, NO_SEAT, s->setup.seats);
    struct value v = NUM(seat);

    s->now += option(&s->match.table->core, OPT_GRACE) * INT64_C(1000);
    return absent && match_act(&s->match, s->decision, s->now, NO_SEAT, ACT_SKIP, &v);
}

bool law_liveness(struct law *l)
{
    struct trial s;
    struct move move;
    enum trial_step step = TRIAL_ACTED;
    seat_set players;

    trial_open(&s, l);
    players = seats_all(s.setup.seats);
    int moment = (int)sampler_below(&s.sampler, 60);
    for (int i = 0; i < moment && step != TRIAL_OVER; i++)
        step = trial_step(&s, players, &move);
    seat_set leaving = (seat_set)sampler_next(&s.sampler) & players;
    drop(&s, leaving);
    players &= (seat_set)~leaving;
    s.steps = 0;
    while ((step = trial_step(&s, players, &move)) != TRIAL_OVER && s.steps < STEPS_BOUND) {
        /* Nothing is due and nobody who is left can do anything: it would stand like this forever.
         */
        if (step == TRIAL_WAITED && !play_propose(s.match.table, players, &s.sampler, &move) &&
            !skip_absent(&s))
            break;
        /* They can do something, but it does not help: only the absent could. */
        if (step == TRIAL_ACTED && table_stalled(s.match.table) && !sampler_below(&s.sampler, 4))
            skip_absent(&s);
    }
    l->weight += s.steps;
    bool ended = s.match.table->core.outcome != OUTCOME_NONE;
    if (!ended)
        law_fails(l, "%d seats, %d of them left after %d steps: the game hangs in phase %s",
                  s.setup.seats, seats_count(leaving), moment,
                  l->book->game->phases[s.match.table->core.phase]);
    trial_close(&s);
    return ended;
}

/* What the one who is left does: whatever comes to mind, or at every second table what a bot would
 * do in that seat. `thought` holds the bot's words. */
static bool think_alone(struct trial *s, int seat, struct bot_move *thought, struct move *out)
{
    struct known k = table_known(s->match.table, seat);
    struct bot bot = {BOT_NORMAL, s->law->seed};
    struct bot_head head = {.shelf = s->match.world.shelf, .lexicon = s->match.world.lexicon};

    if (s->law->seed % 2 == 0)
        return play_propose(s->match.table, SEAT(seat), &s->sampler, out);
    if (!bot_think(s->law->book, &k, &bot, &head, thought))
        return false;
    *out = (struct move){.seat = seat, .action = thought->action};
    memcpy(out->v, thought->v, sizeof out->v);
    return true;
}

/* T-9: absence alone never ends a game. One person is left and does anything, except to go on
 * without the others. What was laid before may still win, and whoever may act alone may
 * lose alone: by a move that waited for nobody else, or by none while the table waited for them. */
bool law_company(struct law *l)
{
    enum { STEPS_ALONE = 400 };
    struct trial s;
    struct move move;
    enum trial_step step = TRIAL_ACTED;

    trial_open(&s, l);
    seat_set players = seats_all(s.setup.seats);
    int moment = (int)sampler_below(&s.sampler, 40);
    for (int i = 0; i < moment && step != TRIAL_OVER; i++)
        step = trial_step(&s, players, &move);
    int alone = (int)sampler_below(&s.sampler, (uint32_t)s.setup.seats);
    seat_set left = SEAT(alone);
    struct bot_move thought = {0};
    const struct core *c = &s.match.table->core;
    bool before = c->outcome != OUTCOME_NONE;
    FOR_SEATS (seat, players & (seat_set)~left)
        match_act(&s.match, s.decision, s.now, NO_SEAT, ACT_LEAVE, &NUM(seat));
    /* What was asked before is decided, and those who stay may have waited for nobody else. */
    before = before || votes_open(c) || (c->outcome && c->outcome != OUTCOME_ABANDONED);
    bool own = false;
    for (int i = 0; i < STEPS_ALONE && !c->outcome; i++) {
        bool moves = think_alone(&s, alone, &thought, &move);

        s.now += 1000;
        if (table_due(s.match.table) <= s.now) {
            bool asked = table_waiting(s.match.table) & left;

            match_act(&s.match, s.decision, table_due(s.match.table), NO_SEAT, ACT_TICK, NULL);
            own = asked && c->outcome;
        } else if (moves && move.action != ACT_PROPOSE_SKIP) {
            bool free = !table_stalled(s.match.table);

            match_act(&s.match, s.decision, s.now, move.seat, move.action, move.v);
            own = free && c->outcome;
        }
    }
    l->weight += STEPS_ALONE;
    bool lost = !before && !own && c->outcome != OUTCOME_NONE && c->outcome != OUTCOME_WON;
    if (lost)
        law_fails(l, "%d seats, one of them left after %d steps: the game ends in phase %s",
                  s.setup.seats, moment, l->book->game->phases[c->phase]);
    trial_close(&s);
    return !lost;
}

/* ---- law 6: random play ends, and the result agrees with the scores ---- */

static bool result_holds(struct law *l, const struct core *c, const int64_t *scored)
{
    seat_set active = seats_active(c);
    int best = INT16_MIN;

    for (int seat = 0; seat < c->seats; seat++) {
        if (scored[seat] != c->score[seat])
            return law_fails(l, "seat %d has %d points, but scored %lld", seat, c->score[seat],
                             (long long)scored[seat]);
        if (seats_has(active, seat) && c->score[seat] > best)
            best = c->score[seat];
    }
    if ((c->winners & ~seats_all(c->seats)) != 0)
        return law_fails(l, "somebody won who does not play");
    if (c->outcome == OUTCOME_LOST || c->outcome == OUTCOME_ABANDONED)
        return c->winners == 0 || law_fails(l, "somebody won a game that nobody won");
    if (c->winners == 0)
        return law_fails(l, "nobody won a game that was won");
    FOR_SEATS (seat, c->winners) {
        if (c->outcome == OUTCOME_RANKED && seats_has(active, seat) && c->score[seat] < best)
            return law_fails(l, "seat %d won with %d points against %d", seat, c->score[seat],
                             best);
    }
    return true;
}

bool law_ends(struct law *l)
{
    struct trial s;
    struct move move;
    enum trial_step step = TRIAL_ACTED;
    int64_t scored[SEATS_MAX] = {0};

    trial_open(&s, l);
    s.hosted = l->seed % 2; /* half of the games are played out by everyone */
    for (; step != TRIAL_OVER && s.steps < STEPS_BOUND;
         step = trial_step(&s, seats_all(s.setup.seats), &move)) {
        for (int f = 0; f < s.decision->facts && (step == TRIAL_ACTED || step == TRIAL_TICKED);
             f++) {
            const struct fact *fact = &s.decision->fact[f];
            if (fact->kind == SCORED)
                scored[FACT_AS(core_scored, fact).seat] += FACT_AS(core_scored, fact).points;
        }
    }
    l->weight += s.steps;
    bool ok = s.match.table->core.outcome
                  ? result_holds(l, &s.match.table->core, scored)
                  : law_fails(l, "%d seats: no end after %d steps, phase %s", s.setup.seats,
                              s.steps, l->book->game->phases[s.match.table->core.phase]);
    trial_close(&s);
    return ok;
}
