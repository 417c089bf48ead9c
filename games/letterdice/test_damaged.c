/* Letter Dice: what a log may hold that no game wrote. Nothing it says lets the process fall. */
#include "test.h"

#include "rules/play.h"
#include "rules/registry.h"

/* Any fact of the game that its schema allows, as a damaged log may hold it. */
static void fold_random_fact(struct table *t, const struct book *book, struct rng *rng)
{
    int kind = CORE_FACTS + (int)rng_below(rng, (uint32_t)(book->facts - CORE_FACTS));
    const struct schema *s = &book->fact_args[kind];
    struct names names = table_names(t);
    struct fact f = {.kind = (uint8_t)kind};

    for (int arg = 0; arg < s->n; arg++) {
        f.arg[arg] = TEXT(rng_below(rng, 3) ? STR("ŒUF") : STR("?"));
        do
            f.arg[arg].i = (int64_t)rng_below(rng, 100);
        while (!schema_allows(&s->arg[arg], &names, &f.arg[arg]));
    }
    table_fold(t, &f);
}

void facts_from_a_damaged_log_do_no_harm(void **state)
{
    const struct book *book = registry_find(STR("letterdice"));
    struct rng rng = rng_at(7, 7);
    struct play p;

    (void)state;
    open_play(&p, 6, LD_OPEN, 0);
    for (int i = 0; i < 20000; i++) {
        fold_random_fact(p.match.table, book, &rng);
        if (i % 50 == 0) {
            struct buf view = {0};
            table_view(p.match.table, 0, &view);
            assert_true(table_due(p.match.table) != 0);
            buf_fini(&view);
        }
    }
    close_play(&p);
}

/* Whoever loads such a log may play on: nothing it says lets the process fall. */
void play_goes_on_after_a_damaged_log(void **state)
{
    const struct book *book = registry_find(STR("letterdice"));
    struct rng rng = rng_at(8, 8);
    struct sampler sampler = sampler_new(9);

    (void)state;
    for (int game = 0; game < 500; game++) {
        struct play p;

        open_play(&p, 3 + game % 4, (enum ld_variant)(game % 3), 0);
        for (int step = 0; step < 60 && !p.match.table->core.outcome; step++) {
            struct move move;

            if (step % 10 == 5) {
                for (int i = 0; i < 20; i++)
                    fold_random_fact(p.match.table, book, &rng);
            }
            if (step == 50) {
                struct fact rich = {.kind = SCORED, .arg = {NUM(1), NUM(1000)}};
                struct value freed = NUM(1);

                table_fold(p.match.table, &rich);
                match_act(&p.match, p.d, p.now, NO_SEAT, ACT_FREE, &freed);
            }
            match_pass_time(&p.match, p.d, p.now += 700, NULL, NULL);
            if (play_propose(p.match.table, seats_all(p.match.table->core.seats), &sampler, &move))
                match_act(&p.match, p.d, p.now, move.seat, move.action, move.v);
        }
        close_play(&p);
    }
}

/* LD-11: the words are gone while one of them is voted on. */
void ld_11_a_vote_on_a_word_that_is_gone_strikes_nothing(void **state)
{
    struct fact thrown = {.kind = LD_DICE_THROWN};
    struct value v[ARGS_MAX] = {0};
    struct play p;

    (void)state;
    open_play(&p, 3, LD_CLASSIC, 1);
    throw_all(&p);
    assert_true(say(&p, 0, "BASTPI"));
    PUT(v, ld_object, .claim = 0);
    assert_true(match_act(&p.match, p.d, p.now, 1, LD_ACT_OBJECT, v));
    PUT(thrown.arg, ld_dice_thrown, .colour = LD_GREEN);
    table_fold(p.match.table, &thrown);
    v[0] = NUM(1);
    assert_true(match_act(&p.match, p.d, p.now, 2, ACT_VOTE, v));
    assert_false(votes_open(&p.match.table->core));
    for (int i = 0; i < p.d->facts; i++) {
        assert_int_not_equal(p.d->fact[i].kind, LD_CLAIM_REJECTED);
        assert_int_not_equal(p.d->fact[i].kind, WORD_RULED);
    }
    close_play(&p);
}
