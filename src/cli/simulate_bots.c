/* `unisono simulate --bots`: whole games among bots, and how well they play. */
#include "base/clock.h"
#include "cli/simulate.h"
#include "lexicon/mind.h"
#include "lexicon/people.h"
#include "rules/bot_play.h"
#include "rules/record.h"
#include "rules/registry.h"
#include "rules/tally.h"
#include "rules/telling.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 400, BUCKETS_PER_DECADE = 50 };

/* Sums over games of one figure: enough for a ratio and its interval. */
struct figure {
    double sum, count, sum2, count2, cross;
};

struct study {
    bool watch;
    FILE *log; /* of the last game; NULL: nobody wants one */
    struct buf lines;
    const struct catalog *texts;
    const struct book *book;
    struct tally tally; /* of the game being played */
    struct figure figure[FIGURES_MAX];
    int64_t games, stuck, outcome[OUTCOME_KINDS], moves, refusals;
    const char *refused;
    int refused_action;
    int64_t thoughts;
    double cpu_ns;
    int64_t bucket[BUCKETS]; /* of thoughts by the logarithm of their time */
    int64_t now;             /* of the last record, on the table's clock */
    double *minutes;         /* that each game took there */
    double first_won;        /* games that the first seat won, alone or with others … */
    double first_ahead; /* … and the share of the others that it left behind, a tie for half */
};

static int64_t cpu_now(void)
{
    return clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

static const char *const names[SEATS_MAX] = {"bot 1",  "bot 2",  "bot 3",  "bot 4", "bot 5",
                                             "bot 6",  "bot 7",  "bot 8",  "bot 9", "bot 10",
                                             "bot 11", "bot 12", "bot 13", "bot 14"};

static void tell_record(const struct study *s, const struct match *m, const struct decision *d)
{
    for (int i = 0; i < d->facts; i++) {
        const struct fact *f = &d->fact[i];
        struct buf line = {0};

        if (f->kind == PHASE_BEGAN || s->book->fact[f->kind]->audience != FOR_ALL)
            continue;
        tell_fact(s->texts, m->table, names, f, &line);
        printf("%8.1f  %s\n", (double)d->now / 1000, buf_cstr(&line));
        buf_fini(&line);
    }
}

static void on_move(void *arg, const struct match *m, int seat, const struct bot_move *move)
{
    const struct study *s = arg;
    struct buf line = {0};

    (void)m;
    bot_tell(s->texts, s->book->game, &move->why, &line);
    if (s->watch && line.len)
        printf("          (%s: %s)\n", names[seat], buf_cstr(&line));
    buf_fini(&line);
}

static void write_record(struct study *s, const struct match *m, const struct decision *d)
{
    if (s->log)
        log_write_record(m, d, d->action == NO_ACTION ? "open" : s->book->action[d->action]->name,
                         &s->lines);
}

static void on_record(void *arg, const struct match *m, const struct decision *d)
{
    struct study *s = arg;
    struct known k = table_known(m->table, NO_SEAT);

    s->now = d->now;
    write_record(s, m, d);
    if (s->watch)
        tell_record(s, m, d);
    for (int i = 0; i < d->facts && s->book->game->test.measure; i++)
        s->book->game->test.measure(&k, &d->fact[i], &s->tally);
}

static void on_thought(void *arg, int seat, int64_t ns)
{
    struct study *s = arg;
    int at = ns > 1 ? (int)(log10((double)ns) * BUCKETS_PER_DECADE) : 0;

    (void)seat;
    s->thoughts++;
    s->cpu_ns += (double)ns;
    s->bucket[at < BUCKETS ? at : BUCKETS - 1]++;
}

/* Microseconds below which this share of the thoughts stayed. */
static double percentile(const struct study *s, double share)
{
    double seen = 0;

    for (int i = 0; i < BUCKETS; i++) {
        seen += (double)s->bucket[i];
        if (seen >= share * (double)s->thoughts)
            return pow(10, (double)(i + 1) / BUCKETS_PER_DECADE) / 1000;
    }
    return 0;
}

static double ratio(const struct figure *f)
{
    return f->count > 0 ? f->sum / f->count : 0;
}

/* Half of the 95 % interval of a ratio over independent games (delta method). */
static double half_width(const struct figure *f)
{
    double r = ratio(f);
    double spread = f->sum2 - 2 * r * f->cross + r * r * f->count2;

    return f->count > 0 && spread > 0 ? 1.96 * sqrt(spread) / f->count : 0;
}

static void add_game(struct study *s)
{
    for (int i = 0; i < FIGURES_MAX; i++) {
        double sum = s->tally.sum[i], count = s->tally.count[i];
        struct figure *f = &s->figure[i];

        f->sum += sum;
        f->count += count;
        f->sum2 += sum * sum;
        f->count2 += count * count;
        f->cross += sum * count;
    }
    s->tally = (struct tally){0};
}

/* Where association norms lie that somebody has (docs/lexicon.md). */
static const char *people_dir(void)
{
    const char *dir = getenv("UNISONO_PEOPLE");

    return dir && *dir ? dir : "../shared/people";
}

/* The levels that are given go round the table. */
static bool read_levels(const char *text, enum bot_level level[SEATS_MAX])
{
    struct str rest = str_of(text), item;
    int n = 0, given[SEATS_MAX];

    while (n < SEATS_MAX && str_piece(&rest, ',', &item)) {
        given[n] = choice_index(STR(BOT_LEVEL_NAMES "|person"), item);
        if (given[n++] < 0)
            return false;
    }
    for (int seat = 0; n && seat < SEATS_MAX; seat++)
        level[seat] = (enum bot_level)given[seat % n];
    return n > 0;
}

/* How the first seat did: what one person among bots is to be told (docs/bots.md). */
static void judge_first(struct study *s, const struct core *c)
{
    double ahead = 0;

    s->first_won += seats_has(c->winners, 0) || c->outcome == OUTCOME_WON;
    for (int seat = 1; seat < c->seats; seat++)
        ahead += c->score[0] > c->score[seat] ? 1 : c->score[0] == c->score[seat] ? .5 : 0;
    s->first_ahead += ahead / (c->seats - 1);
}

static int by_size(const void *a, const void *b)
{
    const double *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

/* So many minutes or less did this share of the games take. */
static double minutes_of(const struct study *s, double share)
{
    return s->games ? s->minutes[(int64_t)(share * (double)(s->games - 1) + .5)] : 0;
}

static void play_game(struct study *s, const struct setup *setup, const struct world *world,
                      struct bot_company *company, struct decision *d)
{
    struct match m;

    match_init(&m, setup, world);
    buf_clear(&s->lines);
    if (s->log)
        log_write_setup(setup, names, NULL, &s->lines);
    match_open(&m, d, 0);
    on_record(s, &m, d);
    /* As in a room: nobody waits for people who are not there. */
    for (int seat = 0; seat < setup->seats; seat++) {
        match_act(&m, d, 0, NO_SEAT, ACT_HAND, (struct value[]){NUM(seat), NUM(true)});
        write_record(s, &m, d);
    }
    s->stuck += !bot_play_out(&m, d, company, SIMULATE_STEPS);
    s->minutes[s->games++] = (double)s->now / 60000;
    s->outcome[m.table->core.outcome]++;
    judge_first(s, &m.table->core);
    s->moves += company->moves;
    s->refusals += company->refusals;
    if (company->refusals) {
        s->refused = company->refused;
        s->refused_action = company->refused_action;
    }
    add_game(s);
    match_fini(&m);
}

static void print_json(const struct study *s, const struct setup *setup, const char *levels)
{
    const struct game *g = s->book->game;
    struct buf line = {0};
    struct jw w = jw_to(&line);

    jw_object(&w);
    jw_key(&w, "game"), jw_str(&w, str_of(g->id));
    jw_key(&w, "lang"), jw_str(&w, str_of(language_codes[setup->language]));
    jw_key(&w, "seats"), jw_int(&w, setup->seats);
    jw_key(&w, "bots"), jw_str(&w, str_of(levels));
    jw_key(&w, "games"), jw_int(&w, s->games);
    jw_key(&w, "stuck"), jw_int(&w, s->stuck);
    simulate_outcomes(&w, s->outcome);
    jw_key(&w, "moves"), jw_int(&w, s->moves);
    jw_key(&w, "refusals"), jw_int(&w, s->refusals);
    jw_key(&w, "figures");
    jw_object(&w);
    for (int i = 0; g->test.figures && g->test.figures[i]; i++) {
        jw_key(&w, g->test.figures[i]);
        jw_object(&w);
        jw_key(&w, "mean"), jw_number(&w, ratio(&s->figure[i]));
        jw_key(&w, "plus_minus"), jw_number(&w, half_width(&s->figure[i]));
        jw_end_object(&w);
    }
    jw_end_object(&w);
    jw_key(&w, "minutes");
    jw_array(&w);
    for (int tenth = 1; tenth <= 9; tenth += 4)
        jw_number(&w, minutes_of(s, tenth / 10.));
    jw_end_array(&w);
    jw_key(&w, "first_won"), jw_number(&w, s->first_won / (double)s->games);
    jw_key(&w, "first_ahead"), jw_number(&w, s->first_ahead / (double)s->games);
    jw_key(&w, "thoughts"), jw_int(&w, s->thoughts);
    jw_key(&w, "think_us_mean");
    jw_number(&w, s->thoughts ? s->cpu_ns / 1000 / (double)s->thoughts : 0);
    jw_key(&w, "think_us_p50"), jw_number(&w, percentile(s, .5));
    jw_key(&w, "think_us_p99"), jw_number(&w, percentile(s, .99));
    jw_end_object(&w);
    cli_json(&line);
}

static void print_text(const struct study *s, const struct setup *setup, const char *levels)
{
    const struct game *g = s->book->game;

    printf("%s, %s, %d seats, %s bots: %" PRId64 " games\n", g->id, language_codes[setup->language],
           setup->seats, levels, s->games);
    for (int i = 0; g->test.figures && g->test.figures[i]; i++)
        printf("  %-20s %.3f ± %.3f\n", g->test.figures[i], ratio(&s->figure[i]),
               half_width(&s->figure[i]));
    printf("  %-20s %.1f a game, %" PRId64 " refused\n", "moves",
           (double)s->moves / (double)s->games, s->refusals);
    printf("  %-20s %.0f, %.0f … %.0f for eight of ten games\n", "minutes", minutes_of(s, .5),
           minutes_of(s, .1), minutes_of(s, .9));
    printf("  %-20s won %.2f, left %.2f of the others behind\n", "first seat",
           s->first_won / (double)s->games, s->first_ahead / (double)s->games);
    printf("  %-20s p50 %.0f µs, p99 %.0f µs\n", "thinking", percentile(s, .5), percentile(s, .99));
}

/* What the seats think with: the words of the program, and for simulated people their own. */
struct minds {
    struct lex_referee referee;
    struct lex_mind bots;
    struct people *norms; /* NULL: nobody is a person */
    struct people_mind person;
};

static bool is_person(enum bot_level level)
{
    return (int)level == BOT_PLAIN;
}

static void close_minds(struct minds *m)
{
    people_free(m->norms);
    referee_close(&m->referee);
}

/* False where somebody is a person and there is nothing to make one of. */
static bool open_minds(struct minds *m, const enum bot_level *level, int seats)
{
    bool person = false;

    for (int seat = 0; seat < seats; seat++)
        person = person || is_person(level[seat]);
    m->norms = person ? people_open(people_dir()) : NULL;
    if (person && !m->norms)
        return false;
    referee_open(&m->referee, referee_dir(), NULL, NULL);
    lex_mind_init(&m->bots, &m->referee);
    if (person)
        people_mind_init(&m->person, m->norms, &m->bots.mind);
    return true;
}

static void play_games(struct study *s, struct setup *setup, const struct bots_asked *asked,
                       const enum bot_level *level, const struct minds *minds)
{
    struct world world = {.lexicon = &minds->referee.lexicon,
                          .shelf = registry_shelf(setup->book, setup->language)};
    struct rng chance = rng_at(asked->seed, 0);
    struct decision *d = decision_new();

    for (int64_t i = 0; i < asked->games; i++) {
        struct bot_company company = {
            .head = {.mind = &minds->bots.mind, .shelf = world.shelf, .pace = (int)asked->pace},
            .record = on_record,
            .thought = on_thought,
            .moved = on_move,
            .cpu = cpu_now,
            .arg = s};

        setup->seed = seed_number(rng_next(&chance));
        for (int seat = 0; seat < setup->seats; seat++) {
            company.bot[seat] = (struct bot){level[seat], rng_next(&chance)};
            company.mind[seat] = is_person(level[seat]) ? &minds->person.mind : NULL;
        }
        play_game(s, setup, &world, &company, d);
    }
    decision_free(d);
}

/* The last game, into the file that was opened for it. */
static bool write_log(struct study *s)
{
    bool written = fwrite(s->lines.at, 1, s->lines.len, s->log) == s->lines.len;

    return fclose(s->log) == 0 && written;
}

static int judge(const struct command *c, const struct study *s)
{
    if (s->refusals)
        return cli_fail(c, EXIT_DIFFERS, "%" PRId64 " moves were refused, the last: %s (%s)",
                        s->refusals, s->book->action[s->refused_action]->name, s->refused);
    if (s->stuck)
        return cli_fail(c, EXIT_DIFFERS, "%" PRId64 " tables got stuck", s->stuck);
    return EXIT_FINE;
}

int simulate_bots(const struct command *c, const struct setup *fixed,
                  const struct bots_asked *asked)
{
    enum bot_level level[SEATS_MAX];
    struct setup setup = *fixed;
    struct minds minds;
    struct study s = {
        .book = setup.book, .watch = asked->watch, .texts = registry_strings(setup.language)};

    if (!setup.book->game->bot.think)
        return cli_fail(c, EXIT_USAGE, "no bot can play this game");
    if (!read_levels(asked->levels, level))
        return cli_fail(c, EXIT_USAGE, "bots are easy, normal, sharp or person, not '%.40s'",
                        asked->levels);
    if (!open_minds(&minds, level, setup.seats))
        return cli_fail(c, EXIT_USAGE, "%s: no norms to make a person of ($UNISONO_PEOPLE)",
                        people_dir());
    if (asked->log && !(s.log = fopen(asked->log, "we"))) {
        close_minds(&minds);
        return cli_fail(c, EXIT_USAGE, "%s: %s", asked->log, strerror(errno));
    }
    s.minutes = calloc((size_t)asked->games, sizeof *s.minutes);
    if (!s.minutes)
        abort();
    play_games(&s, &setup, asked, level, &minds);
    qsort(s.minutes, (size_t)s.games, sizeof *s.minutes, by_size);
    (asked->json ? print_json : print_text)(&s, &setup, asked->levels);
    int code = s.log && !write_log(&s)
                   ? cli_fail(c, EXIT_DIFFERS, "%s: %s", asked->log, strerror(errno))
                   : judge(c, &s);

    buf_fini(&s.lines);
    free(s.minutes);
    close_minds(&minds);
    return code;
}
