#include "cli/cli.h"
#include "loadtest/loadtest.h"
#include "rules/registry.h"
#include "rules/setup.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* "one", "one,two" or "all". */
static bool read_games(const struct command *c, const char *text, struct load_options *o)
{
    struct str rest = str_of(text), id;

    if (strcmp(text, "all") == 0) {
        for (int i = 0; i < registry_count() && i < LOAD_GAMES_MAX; i++)
            o->book[o->books++] = registry_at(i);
        return true;
    }
    while (str_piece(&rest, ',', &id)) {
        const struct book *b = registry_find(id);

        if (!b || o->books == LOAD_GAMES_MAX) {
            cli_fail(c, 0, "there is no game '%.*s'", STR_FMT(str_shown(id)));
            return false;
        }
        o->book[o->books++] = b;
    }
    if (!o->books)
        cli_fail(c, 0, "which --game? (see 'unisono games')");
    return o->books > 0;
}

static bool check_seats(const struct command *c, const struct load_options *o)
{
    for (int i = 0; i < o->books; i++) {
        const struct game *g = o->book[i]->game;

        if (o->bots ? o->bots < g->min_seats || o->bots + 1 > g->max_seats
                    : o->players < g->min_seats || o->players > g->max_seats) {
            cli_fail(c, 0, "%s: %s is for %d to %d",
                     o->bots ? "--bots, and who opens the table" : "--players", g->id, g->min_seats,
                     g->max_seats);
            return false;
        }
    }
    return true;
}

/* "200..900" or "500". */
static bool read_think(const struct command *c, const char *text, struct load_options *o)
{
    struct str least = str_of(text), most = least;
    ptrdiff_t dots = str_find(least, STR(".."));
    int64_t a, b;

    if (dots >= 0) {
        most = str_n(least.at + dots + 2, least.len - (size_t)dots - 2);
        least.len = (size_t)dots;
    }
    if (!str_int(least, &a) || !str_int(most, &b) || a < 0 || b < a || b > 86400000) {
        cli_fail(c, 0, "--think-ms: '%.40s' is no time like 500 or 200..900", text);
        return false;
    }
    o->think_least = (int)a;
    o->think_most = (int)b;
    return true;
}

static double per(double what, int64_t n)
{
    return n ? what / (double)n : 0;
}

static void write_latency(struct jw *w, const char *name, const struct latency *l)
{
    jw_key(w, name);
    jw_object(w);
    jw_key_int(w, "n", l->n);
    jw_key(w, "p50_ms"), jw_number(w, latency_at(l, 0.5));
    jw_key(w, "p99_ms"), jw_number(w, latency_at(l, 0.99));
    jw_key(w, "p999_ms"), jw_number(w, latency_at(l, 0.999));
    jw_key(w, "most_ms"), jw_number(w, (double)l->most / 1000);
    jw_end_object(w);
}

static void report_json(const struct load_options *o, const struct load_result *r)
{
    struct buf line = {0};
    struct jw w = jw_to(&line);

    jw_object(&w);
    jw_key_int(&w, "rooms", o->rooms);
    jw_key_int(&w, "players", o->players);
    jw_key_int(&w, "bots", o->bots);
    jw_key_int(&w, "violations", r->violations);
    jw_key_int(&w, "people", r->people);
    jw_key_int(&w, "games", r->games);
    jw_key_int(&w, "moves", r->moves);
    jw_key_int(&w, "orders", r->orders);
    jw_key_int(&w, "refusals", r->refusals);
    jw_key_int(&w, "arrivals", r->arrivals);
    jw_key_int(&w, "restarts", r->restarts);
    jw_key_int(&w, "histories", r->histories);
    jw_key_int(&w, "checks", r->checks);
    jw_key_int(&w, "frames", r->frames);
    jw_key_int(&w, "frame_bytes", r->bytes);
    jw_key(&w, "seconds"), jw_number(&w, r->seconds);
    jw_key(&w, "moves_per_second"),
        jw_number(&w, r->seconds > 0 ? (double)r->moves / r->seconds : 0);
    write_latency(&w, "shown", &r->shown);
    write_latency(&w, "reveal", &r->reveal);
    if (r->cpu >= 0) {
        jw_key(&w, "cpu_us_per_move"), jw_number(&w, per(r->cpu * 1e6, r->moves));
        jw_key(&w, "cores"), jw_number(&w, r->seconds > 0 ? r->cpu / r->seconds : 0);
    }
    if (r->memory_before >= 0 && r->memory_after >= 0)
        jw_key(&w, "bytes_per_room"),
            jw_number(&w, per((double)(r->memory_after - r->memory_before), o->rooms));
    jw_end_object(&w);
    cli_json(&line);
}

static void print_latency(const char *name, const struct latency *l)
{
    printf("  %-12s %.2f ms in the middle, 99 %% within %.2f, 99.9 %% within %.2f (%" PRId64 ")\n",
           name, latency_at(l, 0.5), latency_at(l, 0.99), latency_at(l, 0.999), l->n);
}

static void report(const struct load_options *o, const struct load_result *r)
{
    printf("%d rooms of %d%s: %" PRId64 " moves in %.1f s, %.0f a second, %" PRId64
           " games ended\n",
           o->rooms, o->bots ? o->bots : o->players, o->bots ? " bots" : "", r->moves, r->seconds,
           r->seconds > 0 ? (double)r->moves / r->seconds : 0, r->games);
    print_latency("shown", &r->shown);
    print_latency("reveal", &r->reveal);
    printf("  %-12s %" PRId64 " views against their facts, %" PRId64 " histories, %" PRId64
           " refusals\n",
           "checked", r->checks, r->histories, r->refusals);
    printf("  %-12s %" PRId64 ", of these %" PRId64 " to a server that had restarted\n", "arrivals",
           r->arrivals, r->restarts);
    if (r->cpu >= 0)
        printf("  %-12s %.1f us a move, %.3f cores\n", "server CPU", per(r->cpu * 1e6, r->moves),
               r->seconds > 0 ? r->cpu / r->seconds : 0);
    if (r->memory_before >= 0 && r->memory_after >= 0)
        printf("  %-12s %.0f bytes a room\n", "memory",
               per((double)(r->memory_after - r->memory_before), o->rooms));
    printf("  %-12s %" PRId64 "\n", "violations", r->violations);
}

static int run(const struct command *c, int argc, char **argv)
{
    const char *url = NULL, *game = "all", *options = "", *think = "500..3000", *ledger = NULL;
    int64_t rooms = 10, players = 4, seconds = 10, games = 0, reconnects = 0, drops = 0, sleeps = 0;
    int64_t devices = 0, seed = 1, pid = 0, bots = 0;
    bool lobby = false, survive = false, json = false;
    struct load_options o = {0};
    struct load_result r;
    const struct flag flags[] = {
        {"url", FLAG_TEXT, "the server: ws://127.0.0.1:8080/ws", &url, 0, 0},
        {"rooms", FLAG_NUMBER, "how many tables, 10 unless set", &rooms, 1, 100000},
        {"players", FLAG_NUMBER, "at each of them, 4 unless set", &players, 1, LOAD_PLAYERS_MAX},
        {"bots", FLAG_NUMBER, "at each table, with one person who opens it and looks on", &bots, 0,
         LOAD_PLAYERS_MAX - 1},
        {"game", FLAG_TEXT, "one or some (see 'unisono games'), or all", &game, 0, 0},
        {"options", FLAG_TEXT, "name=value,name=value: what hosts set", &options, 0, 0},
        {"think-ms", FLAG_TEXT, "time between seeing and doing: 500..3000", &think, 0, 0},
        {"seconds", FLAG_NUMBER, "how long, 10 unless set", &seconds, 1, 86400},
        {"games", FLAG_NUMBER, "each table stops after so many, and must end them", &games, 0,
         1000000},
        {"reconnects", FLAG_NUMBER, "of 100 times a person reloads instead of acting", &reconnects,
         0, 100},
        {"drops", FLAG_NUMBER, "of 100 times somebody goes away, to return within 8 s", &drops, 0,
         100},
        {"sleeps", FLAG_NUMBER, "of 100 times somebody stops reading for up to 4 s", &sleeps, 0,
         100},
        {"devices", FLAG_NUMBER, "of 100 times somebody takes a second device", &devices, 0, 100},
        {"lobby", FLAG_SWITCH, "sit down, do nothing", &lobby, 0, 0},
        {"survive", FLAG_SWITCH, "the server may vanish and come back", &survive, 0, 0},
        {"ledger", FLAG_TEXT, "a file for everything that was acknowledged", &ledger, 0, 0},
        {"pid", FLAG_NUMBER, "process of the server, to measure it", &pid, 0, INT32_MAX},
        {"seed", FLAG_NUMBER, "where chance begins, 1 unless set", &seed, 0, INT64_MAX},
        {"json", FLAG_SWITCH, "one line of JSON", &json, 0, 0},
        {0},
    };
    int code;

    if (!cli_flags(c, flags, argc, argv, &code))
        return code;
    if (!url || !wire_peer_read(&o.peer, str_of(url)))
        return cli_fail(c, EXIT_USAGE, "which --url? (like ws://127.0.0.1:8080/ws)");
    o.bots = (int)bots;
    o.players = bots ? 1 : (int)players;
    if (!read_games(c, game, &o) || !check_seats(c, &o) || !read_think(c, think, &o))
        return EXIT_USAGE;
    if (ledger && !(o.ledger = fopen(ledger, "w")))
        return cli_fail(c, EXIT_USAGE, "%s cannot be written", ledger);
    if (o.ledger)
        setvbuf(o.ledger, NULL, _IOLBF, 0); /* others read it while it grows */
    o.rooms = (int)rooms, o.seconds = (int)seconds, o.games = (int)games, o.options = options;
    o.reconnects = (int)reconnects, o.drops = (int)drops, o.sleeps = (int)sleeps;
    o.devices = (int)devices, o.lobby = lobby, o.survive = survive;
    o.seed = (uint64_t)seed, o.pid = (pid_t)pid;
    bool met = load_run(&o, &r);
    if (o.ledger)
        fclose(o.ledger);
    if (!met)
        return cli_fail(c, EXIT_USAGE, "nobody answers at %s", url);
    if (json)
        report_json(&o, &r);
    else
        report(&o, &r);
    return r.violations ? EXIT_DIFFERS : EXIT_FINE;
}

const struct command cmd_load = {
    "load", "", "play many tables of a running server at once, and watch it",
    "People sit down and play at random over real WebSockets, knowing only what they were sent.\n"
    "Every view is compared with the facts it should follow from. The exit code is 1 if anything\n"
    "did not fit (docs/operations.md).",
    run};
