/* One Mind: what must hold at every moment of games that nobody planned. */
#include "check.h"
#include "match_fixture.h"
#include "onemind.h"
#include "test.h"

#include "rules/registry.h"

/* What a whole run has shown: a test that met nothing proves nothing. */
static struct {
    int matches, moved, repeated, restarts, struck, votes;
} met;

struct watch {
    struct match_fixture f;
    int64_t said;       /* when the last public thing was said about the word being read */
    seat_set ready;     /* who was ready before this step */
    seat_set took;      /* seats that have taken gems this round */
    bool restless_card; /* something was said after the word was read */
};

static const struct om_public *table_of(const struct watch *w)
{
    return table_public(w->f.m.table);
}

/* OM-12: equal words are one, so two of them never lie in different stacks, and OM-15: where one is
 * struck, both are. */
static void check_equal_words(const struct watch *w)
{
    const struct om_public *t = table_of(w);
    const struct core *c = &w->f.m.table->core;

    for (int row = 1; row <= t->round; row++) {
        for (int a = 0; a < t->laid[row]; a++) {
            for (int b = 0; b < a; b++) {
                const struct om_card *one = &t->card[row][a], *other = &t->card[row][b];

                if (!om_equal(t, c, one->seat, word_str(&one->word), other->seat,
                              word_str(&other->word)))
                    continue;
                assert_int_equal(one->flags & OM_STRUCK, other->flags & OM_STRUCK);
                if (one->flags & OM_STRUCK) {
                    met.struck++;
                    continue;
                }
                /* Those that join the word being read are laid when it is settled. */
                assert_int_equal(one->stack, other->stack);
                met.repeated++;
            }
        }
    }
}

/* OM-12: one question is asked once, and not any more when the word being read was struck. */
static void check_votes(const struct watch *w)
{
    const struct om_public *t = table_of(w);
    const struct core *c = match_fixture_core(&w->f);

    if (c->outcome || c->paused)
        return;
    FOR_BALLOTS (b, c) {
        if (b->subject != OM_SUBJECT_MATCH)
            continue;
        assert_false(seats_has(t->struck, t->reader));
        met.votes++;
        FOR_BALLOTS (other, c)
            assert_false(other != b && other->subject == OM_SUBJECT_MATCH &&
                         om_equal(t, c, b->about, word_str(&t->shown[b->about]), other->about,
                                  word_str(&t->shown[other->about])));
    }
}

/* OM-13: no gem is lost, and nobody takes gems twice in a round. */
static void check_gems(const struct watch *w)
{
    const struct core *c = match_fixture_core(&w->f);
    int held = table_of(w)->gems;

    for (int seat = 0; seat < c->seats; seat++)
        held += c->score[seat];
    assert_int_equal(held, om_gems(c->seats, option(c, OM_LEVEL)));
}

/* OM-15: nothing scores that nobody had the time to object to. */
static void check_time(struct watch *w)
{
    const struct core *c = match_fixture_core(&w->f);
    int64_t now = w->f.d->now, check = option(c, OM_CHECK_TIME) * INT64_C(1000);

    for (int i = 0; i < w->f.d->facts; i++) {
        const struct fact *f = &w->f.d->fact[i];

        switch (f->kind) {
        case OM_ROUND_BEGAN:
            w->took = 0;
            break;
        case OM_WORD_READ:
            w->ready = 0;
            w->said = now;
            w->restless_card = false;
            break;
        case OM_MATCH_CLAIMED:
        case OM_CARD_JOINED:
        case OM_CARD_MOVED:
        case OM_WORD_CLEARED:
        case OM_WORD_STRUCK:
            w->restless_card = w->restless_card || now > w->said;
            w->ready = 0;
            w->said = now;
            break;
        case OM_SEAT_READY:
            w->ready |= SEAT(FACT_AS(om_seat_ready, f).seat);
            break;
        case OM_MATCH_MADE:
            met.matches++;
            met.restarts += w->restless_card;
            assert_true((check && now - w->said >= check) ||
                        !(seats_waited(c) & (seat_set)~w->ready) || c->skipped);
            break;
        case OM_GEMS_TAKEN:
            assert_false(seats_has(w->took, FACT_AS(om_gems_taken, f).seat));
            w->took |= SEAT(FACT_AS(om_gems_taken, f).seat);
            break;
        default:
            break;
        }
        met.moved += f->kind == OM_CARD_MOVED;
    }
    check_gems(w);
    check_equal_words(w);
    check_votes(w);
}

static void after_tick(void *arg, struct match *m, struct decision *d)
{
    (void)m, (void)d;
    check_time(arg);
}

static void play_one(uint64_t seed)
{
    struct sampler sampler = sampler_new(seed);
    struct watch w = {.f.world.lexicon = lexicon_plain()};
    const struct core *c;
    struct setup setup;

    play_setup(&setup, registry_find(STR("onemind")), 0, &sampler);
    match_fixture_open(&w.f, &setup);
    c = match_fixture_core(&w.f);
    for (int step = 0; !c->outcome; step++) {
        assert_true(step < 100000);
        w.f.now += sampler_below(&sampler, 900);
        match_pass_time(&w.f.m, w.f.d, w.f.now, after_tick, &w);
        if (!c->outcome && match_fixture_step(&w.f, seats_present(c), &sampler))
            check_time(&w);
    }
    match_fixture_close(&w.f);
}

void om_12_om_13_om_15_hold_in_random_play(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++)
        play_one(seed);
    assert_true(met.matches > 100);
    assert_true(met.moved > 10);
    assert_true(met.repeated > 100);
    assert_true(met.restarts > 10);
    assert_true(met.struck > 10);
    assert_true(met.votes > 100);
}
