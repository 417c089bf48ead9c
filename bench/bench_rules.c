/*
 * Figures of the rules core, one line of JSON each: full random games per second and core, and the
 * size of a table, for every registered game at its smallest, a middle and its largest number of
 * seats. The best of several runs is printed: noise of the machine only ever makes it slower.
 */
#include "base/jw.h"
#include "rules/play.h"
#include "rules/registry.h"
#include "rules/setup.h"

#include <stdio.h>
#include <time.h>

enum { RUNS = 5, GAMES = 400, STEPS = 20000 };

static double cpu_seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void play_game(const struct setup *setup, struct sampler *s, struct decision *d,
                      struct play_counts *counts, size_t *bytes)
{
    struct world world = {.lexicon = lexicon_plain(),
                          .shelf = registry_shelf(setup->book, setup->language)};
    struct match m;

    match_init(&m, setup, &world);
    match_open(&m, d, 0);
    *bytes = m.table->size;
    play_out(&m, d, s, STEPS, counts);
    match_fini(&m);
}

static void measure(const struct book *b, int seats, struct decision *d)
{
    struct sampler sampler = sampler_new(42);
    struct setup setup;
    struct setup_problem problem;
    struct buf line = {0};
    struct jw w = jw_to(&line);
    double best = 0;
    struct play_counts counts = {0};
    size_t bytes = 0;

    setup_default(&setup, b);
    setup.seats = seats;
    if (!setup_check(&setup, &problem))
        return;
    for (int run = 0; run < RUNS; run++) {
        double start = cpu_seconds();

        for (int game = 0; game < GAMES; game++) {
            setup.seed = sampler_next(&sampler);
            play_game(&setup, &sampler, d, &counts, &bytes);
        }
        double rate = GAMES / (cpu_seconds() - start);
        best = rate > best ? rate : best;
    }
    jw_object(&w);
    jw_key(&w, "bench"), jw_str(&w, STR("random_play"));
    jw_key(&w, "game"), jw_str(&w, str_of(b->game->id));
    jw_key(&w, "seats"), jw_int(&w, seats);
    jw_key(&w, "games_per_second"), jw_number(&w, best);
    jw_key(&w, "actions_per_game"), jw_number(&w, (double)counts.actions / (RUNS * GAMES));
    jw_key(&w, "table_bytes"), jw_int(&w, (int64_t)bytes);
    jw_end_object(&w);
    puts(buf_cstr(&line));
    fflush(stdout);
    buf_fini(&line);
}

int main(void)
{
    struct decision *d = decision_new();

    registry_init();
    for (int i = 0; i < registry_count(); i++) {
        const struct book *b = registry_at(i);
        int middle = b->game->min_seats <= 4 && b->game->max_seats >= 4 ? 4 : b->game->min_seats;

        for (int seats = b->game->min_seats; seats <= b->game->max_seats; seats++) {
            if (seats == b->game->min_seats || seats == middle || seats == b->game->max_seats)
                measure(b, seats, d);
        }
    }
    decision_free(d);
    registry_fini();
    return 0;
}
