#include "base/clock.h"
#include "cli/simulate.h"
#include "rules/play.h"
#include "rules/registry.h"
#include "rules/setup.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct statistics {
    int64_t games, stuck;
    struct play_counts counts;
    int64_t outcome[OUTCOME_KINDS];
    size_t table_bytes;
};

static void play_game(const struct setup *setup, struct sampler *s, struct decision *d,
                      struct statistics *stats)
{
    struct world world = {.lexicon = lexicon_plain(),
                          .shelf = registry_shelf(setup->book, setup->language)};
    struct match m;

    match_init(&m, setup, &world);
    match_open(&m, d, 0);
    stats->table_bytes = m.table->size;
    stats->stuck += !play_out(&m, d, s, SIMULATE_STEPS, &stats->counts);
    stats->games++;
    stats->outcome[m.table->core.outcome]++;
    match_fini(&m);
}

static void progress(int64_t done, int64_t all)
{
    if (!isatty(STDERR_FILENO))
        return;
    int filled = (int)(done * 40 / all);
    fprintf(stderr, "\r[%-40.*s] %" PRId64 "/%" PRId64, filled,
            "########################################", done, all);
    if (done == all)
        fputs("\r\033[K", stderr);
}

void simulate_outcomes(struct jw *w, const int64_t outcome[OUTCOME_KINDS])
{
    for (int i = OUTCOME_NONE + 1; i < OUTCOME_KINDS; i++) {
        struct str name = choice_name(STR(OUTCOMES), i);

        jw_key_n(w, name.at, name.len), jw_int(w, outcome[i]);
    }
}

static void print_text(const struct setup *s, const struct statistics *st, double rate)
{
    printf("%s, %d seats: %" PRId64 " games, %.0f games/s\n", s->book->game->id, s->seats,
           st->games, rate);
    for (int i = 0; i < OUTCOME_KINDS; i++) {
        struct str name = i ? choice_name(STR(OUTCOMES), i) : STR("stuck");

        if (st->outcome[i])
            printf("  %-12.*s %" PRId64 "\n", (int)name.len, name.at, st->outcome[i]);
    }
    printf("  %-12s %.1f a game, %.1f %% refused\n", "actions",
           (double)st->counts.actions / (double)st->games,
           100.0 * (double)st->counts.refusals /
               (double)(st->counts.actions ? st->counts.actions : 1));
    printf("  %-12s %.1f a game\n", "facts", (double)st->counts.facts / (double)st->games);
    printf("  %-12s %zu bytes\n", "table", st->table_bytes);
}

static void print_json(const struct setup *s, const struct statistics *st, double rate)
{
    struct buf line = {0};
    struct jw w = jw_to(&line);

    jw_object(&w);
    jw_key(&w, "game"), jw_str(&w, str_of(s->book->game->id));
    jw_key(&w, "seats"), jw_int(&w, s->seats);
    jw_key(&w, "games"), jw_int(&w, st->games);
    jw_key(&w, "stuck"), jw_int(&w, st->stuck);
    simulate_outcomes(&w, st->outcome);
    jw_key(&w, "actions"), jw_int(&w, st->counts.actions);
    jw_key(&w, "refusals"), jw_int(&w, st->counts.refusals);
    jw_key(&w, "facts"), jw_int(&w, st->counts.facts);
    jw_key(&w, "table_bytes"), jw_int(&w, (int64_t)st->table_bytes);
    jw_key(&w, "games_per_second"), jw_number(&w, rate);
    jw_end_object(&w);
    cli_json(&line);
}

static int simulate(const struct command *c, const struct setup *fixed, bool any, bool any_seats,
                    int64_t games, uint64_t seed, bool json)
{
    struct sampler sampler = sampler_new(seed);
    struct decision *d = decision_new();
    struct statistics stats = {0};
    struct setup setup = *fixed;
    double start = clock_seconds(CLOCK_MONOTONIC);

    for (int64_t i = 0; i < games; i++) {
        if (any)
            play_setup(&setup, fixed->book, any_seats ? 0 : fixed->seats, &sampler);
        setup.seed = seed_number(sampler_next(&sampler));
        play_game(&setup, &sampler, d, &stats);
        if (i % 64 == 63 || i + 1 == games)
            progress(i + 1, games);
    }
    double seconds = clock_seconds(CLOCK_MONOTONIC) - start;
    (json ? print_json : print_text)(&setup, &stats,
                                     seconds > 0 ? (double)stats.games / seconds : 0);
    decision_free(d);
    if (stats.stuck)
        return cli_fail(c, EXIT_DIFFERS, "%" PRId64 " tables got stuck", stats.stuck);
    return EXIT_FINE;
}

static int run(const struct command *c, int argc, char **argv)
{
    struct table_flags table = TABLE_DEFAULTS;
    struct bots_asked asked = {.games = 100, .pace = 100};
    bool any = false;
    struct setup setup;
    const struct flag flags[] = {
        TABLE_FLAGS(table),
        {"games", FLAG_NUMBER, "how many games, 100 unless set", &asked.games, 1, 100000000},
        {"any", FLAG_SWITCH, "draw options (and seats, unless set) for every game", &any, 0, 0},
        {"bots", FLAG_TEXT,
         "bots play: easy, normal, sharp or person, or one for each seat (sharp,easy)",
         &asked.levels, 0, 0},
        {"pace", FLAG_NUMBER,
         "with --bots: percent of the time that bots take; people need about 250", &asked.pace, 1,
         10000},
        {"watch", FLAG_SWITCH, "with --bots: tell what happens, and what bots have in mind",
         &asked.watch, 0, 0},
        {"log", FLAG_TEXT, "with --bots: write the last game as a log to this file", &asked.log, 0,
         0},
        {"json", FLAG_SWITCH, "one line of JSON", &asked.json, 0, 0},
        {0},
    };
    int code;

    if (!cli_flags(c, flags, argc, argv, &code))
        return code;
    if (!cli_setup(c, &table, &setup))
        return EXIT_USAGE;
    asked.seed = (uint64_t)table.seed;
    if (asked.levels)
        return simulate_bots(c, &setup, &asked);
    return simulate(c, &setup, any, table.seats == 0, asked.games, asked.seed, asked.json);
}

const struct command cmd_simulate = {
    "simulate", "", "play many games and count",
    "Every seat plays at random from what it may know, or with --bots thinks (docs/bots.md).\n"
    "The exit code is 1 if a table got stuck or, with --bots, if a bot's move was refused.",
    run};
