/*
 * Figures of the rules core, one line of JSON each: full random games per second and core, and the
 * size of a table, for every registered game at every number of seats, and at its largest in every
 * mode and language. The best of several runs is printed: noise of the machine only ever makes it
 * slower.
 *
 * usage: bench-rules [GAME]
 */
#include "base/clock.h"
#include "base/jw.h"
#include "rules/play.h"
#include "rules/registry.h"
#include "rules/setup.h"

#include <stdio.h>
#include <string.h>

enum { RUNS = 5, GAMES = 400, STEPS = 20000 };

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

static void report(const struct setup *setup, const char *mode, double rate,
                   const struct play_counts *counts, size_t bytes)
{
    struct buf line = {0};
    struct jw w = jw_to(&line);

    jw_object(&w);
    jw_key_str(&w, "bench", STR("random_play"));
    jw_key_str(&w, "game", str_of(setup->book->game->id));
    jw_key_str(&w, "mode", str_of(mode));
    jw_key_int(&w, "seats", setup->seats);
    jw_key(&w, "games_per_second"), jw_number(&w, rate);
    jw_key(&w, "actions_per_game"), jw_number(&w, (double)counts->actions / (RUNS * GAMES));
    jw_key(&w, "nanoseconds_per_action");
    jw_number(&w, 1e9 * GAMES * RUNS / (rate * (double)counts->actions));
    jw_key(&w, "refused"), jw_number(&w, (double)counts->refusals / (double)counts->actions);
    jw_key_int(&w, "table_bytes", (int64_t)bytes);
    jw_end_object(&w);
    puts(buf_cstr(&line));
    fflush(stdout);
    buf_fini(&line);
}

static void measure(struct setup setup, const char *mode, struct decision *d)
{
    struct sampler sampler = sampler_new(42);
    struct setup_problem problem;
    struct play_counts counts = {0};
    double best = 0;
    size_t bytes = 0;

    if (!setup_check(&setup, &problem))
        return;
    for (int run = 0; run < RUNS; run++) {
        double start = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);

        for (int game = 0; game < GAMES; game++) {
            setup.seed = seed_number(sampler_next(&sampler));
            play_game(&setup, &sampler, d, &counts, &bytes);
        }
        double rate = GAMES / (clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - start);
        best = rate > best ? rate : best;
    }
    report(&setup, mode, best, &counts, bytes);
}

/* Every other value of every option that is a choice, one at a time, and the other languages. */
static void measure_modes(const struct setup *usual, struct decision *d)
{
    const struct book *b = usual->book;
    struct buf mode = {0};

    for (int i = 0; i < b->options; i++) {
        const struct option_spec *o = b->option[i];

        for (int value = o->min; o->type != OPTION_INT && value <= o->max; value++) {
            struct setup other = *usual;

            if (value == o->initial)
                continue;
            buf_clear(&mode);
            if (o->type == OPTION_BOOL)
                buf_printf(&mode, "%s=%s", o->name, value ? "true" : "false");
            else
                buf_printf(&mode, "%s=%.*s", o->name,
                           STR_FMT(choice_name(str_of(o->choices), value)));
            other.option[i] = (int16_t)value;
            measure(other, buf_cstr(&mode), d);
        }
    }
    for (int lang = 0; lang < LANGUAGES; lang++) {
        struct setup other = *usual;

        if (lang == (int)usual->language)
            continue;
        other.language = (enum language)lang;
        measure(other, language_codes[lang], d);
    }
    buf_fini(&mode);
}

int main(int argc, char **argv)
{
    struct decision *d = decision_new();

    registry_init();
    for (int i = 0; i < registry_count(); i++) {
        const struct book *b = registry_at(i);
        struct setup setup;

        if (argc > 1 && strcmp(argv[1], b->game->id) != 0)
            continue;
        setup_default(&setup, b);
        for (setup.seats = b->game->min_seats; setup.seats <= b->game->max_seats; setup.seats++)
            measure(setup, "usual", d);
        setup.seats = b->game->max_seats;
        measure_modes(&setup, d);
    }
    decision_free(d);
    registry_fini();
    return 0;
}
