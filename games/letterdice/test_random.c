/* Letter Dice: what holds at every moment of any game, whoever leaves, returns or is skipped. */
#include "test.h"

#include "rules/registry.h"

enum { GAMES = 200 };

/* LD-1, LD-7, LD-8, LD-11, LD-14: tokens are moved, never made or lost; freed seats keep theirs. */
static void check_tokens(const struct ld_public *t, const struct core *c)
{
    int sum = t->middle + t->reserve;

    for (int seat = 0; seat < c->seats; seat++) {
        assert_true(c->score[seat] >= 0);
        sum += c->score[seat];
    }
    assert_int_equal(sum, LD_TOKENS);
}

/* LD-7 to LD-10 and LD-15, read off the claims of the round. */
static void check_claims(const struct ld_public *t, const struct core *c)
{
    int variant = option(c, LD_VARIANT), scored = 0;
    int served[LD_THEMES + 1] = {0}, spoken[LD_SEATS] = {0};

    for (int i = 0; i < t->claims; i++) {
        const struct ld_claim *claim = &t->claim[i];

        assert_true(i == 0 || claim->at >= t->claim[i - 1].at); /* LD-12 */
        for (int j = 0; j < i; j++)                             /* LD-5: nothing is said twice */
            assert_false(word_same(word_str(&claim->word), word_str(&t->claim[j].word),
                                   (enum language)c->language));
        assert_true(claim->reserved <= claim->tokens);
        if (!ld_counts(claim)) {
            assert_int_equal(claim->tokens, 0);
            continue;
        }
        assert_true(claim->tokens <= claim->points && claim->points > 0);
        scored += claim->tokens > 0;
        served[claim->theme]++;
        spoken[claim->seat]++;
        if (variant == LD_OPEN)
            assert_int_equal(served[claim->theme], 1);
        if (variant == LD_CLASSIC)
            assert_int_equal(spoken[claim->seat], 1);
    }
    assert_true(!ld_black(t) || scored <= 1);
    /* Before the dice fall these are the claims of the last round, perhaps of more seats. */
    assert_true(!t->scoring || !ld_dice_lie(c) || scored <= t->scoring);
}

/* A round waits only while somebody could score or a claim is open. */
static void check_flow(const struct table *table)
{
    const struct ld_public *t = table_public(table);
    const struct core *c = &table->core;

    if (c->outcome)
        return;
    if (c->phase == LD_PLAY)
        assert_int_equal(ld_over(t, c), LD_GOES_ON);
    else
        assert_int_equal(ld_any_open(t), c->phase == LD_SETTLE);
    assert_true(t->middle > 0 || ld_dice_lie(c));
}

static void check_end(const struct ld_public *t, const struct core *c)
{
    int best = 0;

    if (c->outcome != OUTCOME_RANKED)
        return;
    FOR_SEATS (seat, seats_active(c))
        best = c->score[seat] > best ? c->score[seat] : best;
    for (int seat = 0; seat < c->seats; seat++) /* LD-13 */
        assert_int_equal(seats_has(c->winners, seat),
                         seats_has(seats_active(c), seat) && c->score[seat] == best);
    assert_true(t->middle + t->reserve == 0 || t->round == LD_ROUNDS || t->idle == LD_IDLE_ROUNDS);
}

/* Now and then the room does something to a seat. */
static void disturb(struct match_fixture *f, struct sampler *sampler)
{
    static const int actions[] = {ACT_LEAVE, ACT_RETURN, ACT_SKIP, ACT_LEAVE, ACT_RETURN, ACT_FREE};
    struct value seat = NUM(sampler_below(sampler, (uint32_t)f->m.setup.seats));
    int action = actions[sampler_below(sampler, sizeof actions / sizeof actions[0])];

    if (action != ACT_FREE || sampler_below(sampler, 8) == 0)
        match_fixture_act(f, NO_SEAT, action, &seat);
}

static void play_one(uint64_t seed)
{
    struct sampler sampler = sampler_new(seed);
    struct match_fixture f = {.world.lexicon = lexicon_plain()};
    struct setup setup;

    play_setup(&setup, registry_find(STR("letterdice")), 0, &sampler);
    match_fixture_open(&f, &setup);
    const struct core *c = match_fixture_core(&f);
    for (int step = 0; !c->outcome; step++) {
        assert_true(step < 100000);
        f.now += sampler_below(&sampler, 900);
        match_pass_time(&f.m, f.d, f.now, NULL, NULL);
        if (sampler_below(&sampler, 40) == 0)
            disturb(&f, &sampler);
        else
            match_fixture_step(&f, seats_present(c), &sampler);
        check_tokens(table_public(f.m.table), c);
        check_claims(table_public(f.m.table), c);
        check_flow(f.m.table);
    }
    check_end(table_public(f.m.table), c);
    match_fixture_close(&f);
}

void the_rules_hold_at_every_moment_of_random_play(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= GAMES; seed++)
        play_one(seed);
}
