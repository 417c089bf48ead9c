/*
 * scale - a simulation of placement and failover at a million tables (docs/scale.md).
 *
 * Tables have codes; a part of the code names their cell (one PostgreSQL set and its nodes), a hash
 * of it the node to which the balancer leads everybody, and a node that is asked for a table whose
 * owner has gone takes it over. All of that is done here for every single table; what a table
 * costs, how long a lease lasts and how fast tables are claimed and handed over are inputs, and
 * were measured. Out comes how even the load is, what one failure means for how many, how long
 * tables stand, and what a year of failures and new versions adds up to. One line of JSON a figure;
 * the same seed gives the same lines.
 *
 *     scale [NAME=NUMBER …]        names are those of the inputs below
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* name, value, what it is */
#define INPUTS(X)                                                                      \
    X(tables, 1000000, "that are played at, at one time")                              \
    X(seed, 1, "of chance")                                                            \
    X(cpu_us, 260, "of a node for an append of a table of its own")                    \
    X(passed_on, 0.05, "share of guests whose phone is not where their table is")      \
    X(passed_times, 2.0, "what their tables cost more on all nodes together")          \
    X(memory_kb, 37, "of a busy table")                                                \
    X(appends, 0.54, "of a busy table, a second")                                      \
    X(append_bytes, 365, "in the log, with what the engine adds")                      \
    X(node_cores, 0.6, "of the one thread of rooms that may be used in normal times")  \
    X(engine_appends, 9000, "a second that an engine is given; it does twice as many") \
    X(lease, 3.0, "seconds")                                                           \
    X(beat, 0.5, "seconds")                                                            \
    X(retry, 0.25, "seconds until a node that looks for a table looks again")          \
    X(claims, 250, "tables a second that a node takes over")                           \
    X(promote, 10, "seconds until a standby has taken the primary's place")            \
    X(reconnect, 1.5, "seconds until nodes have found it, at most")                    \
    X(blink, 0.12, "seconds that a table stands when it is handed over")               \
    X(node_days, 60, "between two failures of a node")                                 \
    X(engine_days, 120, "between two failures of a primary")                           \
    X(rollout_days, 7, "between two new versions")

static struct {
#define X(name, value, what) double name;
    INPUTS(X)
#undef X
} in = {
#define X(name, value, what) .name = (value),
    INPUTS(X)
#undef X
};

static uint64_t state;

static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static uint64_t draw(void)
{
    return mix(state += UINT64_C(0x9e3779b97f4a7c15));
}

static double chance(void) /* 0 up to 1 */
{
    return (double)(draw() >> 11) / 9007199254740992.0;
}

/* ---- the world ---- */

static struct table {
    uint64_t code;
    int cell, node; /* the node of all cells, in one row */
} * table;
static long tables;
static int cells, nodes_of_cell, nodes;
static int *owned; /* tables by node */
static char *dead; /* by node */

static double table_cores(void)
{
    return in.appends * in.cpu_us * 1e-6 * (1 + in.passed_on * (in.passed_times - 1));
}

/* Whom a consistent hash leads to, among those that are there; each table by itself. */
static int node_for(const struct table *t)
{
    uint64_t most = 0;
    int best = -1;

    for (int i = 0; i < nodes_of_cell; i++) {
        int node = t->cell * nodes_of_cell + i;
        uint64_t rank = mix(t->code ^ (uint64_t)(node + 1) * UINT64_C(0x9e3779b97f4a7c15));

        if (!dead[node] && (best < 0 || rank > most)) {
            most = rank;
            best = node;
        }
    }
    return best;
}

static void *need(size_t n, size_t size)
{
    void *at = calloc(n, size);

    if (!at)
        abort();
    return at;
}

static void build(void)
{
    double cell_tables = in.engine_appends / in.appends;
    double node_tables = in.node_cores / table_cores();

    tables = (long)in.tables;
    cells = (int)ceil(in.tables / cell_tables);
    /* One node more than is needed: what fails must not take the others with it. */
    nodes_of_cell = (int)ceil(in.tables / cells / node_tables) + 1;
    nodes_of_cell = nodes_of_cell < 3 ? 3 : nodes_of_cell;
    nodes = cells * nodes_of_cell;
    table = need((size_t)tables, sizeof *table);
    owned = need((size_t)nodes, sizeof *owned);
    dead = need((size_t)nodes, 1);
    for (long i = 0; i < tables; i++) {
        struct table *t = &table[i];

        t->code = draw();
        t->cell = (int)(mix(t->code) % (uint64_t)cells);
        t->node = node_for(t);
        owned[t->node]++;
    }
}

/* ---- what comes out ---- */

static int by_number(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

struct waits {
    double *at;
    long n, cap;
};

static void note(struct waits *w, double seconds)
{
    if (w->n == w->cap) {
        w->cap = w->cap ? 2 * w->cap : 4096;
        w->at = realloc(w->at, (size_t)w->cap * sizeof *w->at);
        if (!w->at)
            abort();
    }
    w->at[w->n++] = seconds;
}

static void tell_waits(const char *what, struct waits *w, const char *more)
{
    qsort(w->at, (size_t)w->n, sizeof *w->at, by_number);
    if (w->n)
        printf("{\"scale\":\"%s\",\"tables\":%ld,\"p50_s\":%.2f,\"p99_s\":%.2f,\"longest_s\":%.2f%"
               "s}\n",
               what, w->n, w->at[w->n / 2], w->at[w->n * 99 / 100], w->at[w->n - 1], more);
    free(w->at);
    *w = (struct waits){0};
}

static void tell_placement(void)
{
    int cell_least = INT32_MAX, cell_most = 0, node_most = 0;

    for (int c = 0; c < cells; c++) {
        int all = 0;

        for (int i = 0; i < nodes_of_cell; i++) {
            int n = owned[c * nodes_of_cell + i];

            all += n;
            node_most = n > node_most ? n : node_most;
        }
        cell_least = all < cell_least ? all : cell_least;
        cell_most = all > cell_most ? all : cell_most;
    }
    printf("{\"scale\":\"placement\",\"tables\":%ld,\"cells\":%d,\"nodes\":%d,\"engines\":%d,"
           "\"cell_least\":%d,\"cell_most\":%d,\"node_mean\":%.0f,\"node_most\":%d,"
           "\"node_most_cores\":%.2f,\"node_most_mb\":%.0f,\"engine_most_appends_s\":%.0f,"
           "\"engine_gb_a_day\":%.0f}\n",
           tables, cells, nodes, 3 * cells, cell_least, cell_most, (double)tables / nodes,
           node_most, node_most * table_cores(), node_most * in.memory_kb / 1024,
           cell_most * in.appends, cell_most * in.appends * in.append_bytes * 86400 / 1e9);
}

/* ---- failures ---- */

/* All that are marked dead die at once: when is each of their tables there again? */
static void take_over(struct waits *w)
{
    double *free_at = need((size_t)nodes, sizeof *free_at);

    /* The last beat of a dead node was some time ago, others look every half second, and whoever
     * holds a phone of the table asks again and again. */
    for (long i = 0; i < tables; i++) {
        struct table *t = &table[i];

        if (!dead[t->node])
            continue;
        double lost_beat =
            in.beat * (double)(mix((uint64_t)t->node + 77) >> 11) / 9007199254740992.0;
        double asked = in.lease - lost_beat + in.beat * chance() + in.retry * chance();
        int node = node_for(t);

        owned[t->node]--;
        if (node < 0) { /* nobody is left in its cell */
            note(w, INFINITY);
            continue;
        }
        double begin = asked > free_at[node] ? asked : free_at[node];
        free_at[node] = begin + 1 / in.claims;
        note(w, free_at[node]);
        t->node = node;
        owned[node]++;
    }
    free(free_at);
}

static void everybody_back(void)
{
    memset(dead, 0, (size_t)nodes);
    memset(owned, 0, (size_t)nodes * sizeof *owned);
    for (long i = 0; i < tables; i++) {
        table[i].node = node_for(&table[i]);
        owned[table[i].node]++;
    }
}

static double most_cores(void)
{
    int most = 0;

    for (int i = 0; i < nodes; i++)
        most = owned[i] > most ? owned[i] : most;
    return most * table_cores();
}

static void fail(const char *what, int of_each_cell, double share_of_cells)
{
    struct waits w = {0};
    char more[80];

    for (int c = 0; c < cells; c++) {
        for (int i = 0; i < of_each_cell && c < cells * share_of_cells; i++)
            dead[c * nodes_of_cell + i] = 1;
    }
    take_over(&w);
    snprintf(more, sizeof more, ",\"node_most_cores_after\":%.2f", most_cores());
    tell_waits(what, &w, more);
    everybody_back();
}

static void fail_engine(void)
{
    struct waits w = {0};

    for (long i = 0; i < tables; i++) {
        if (table[i].cell == 0)
            note(&w, in.promote + in.reconnect * chance());
    }
    tell_waits("one_primary_dies", &w, "");
}

/* Every day of a year: what fails, and for how long how many tables stand. */
static void live_a_year(void)
{
    double stood = 0;
    long failures = 0, failovers = 0, most = 0;

    for (int day = 0; day < 365; day++) {
        for (int node = 0; node < nodes; node++) {
            if (chance() >= 1 / in.node_days)
                continue;
            double queue = owned[node] / (in.claims * (nodes_of_cell - 1));

            failures++;
            stood += owned[node] * (in.lease + in.retry / 2 + queue / 2);
            most = owned[node] > most ? owned[node] : most;
        }
        for (int cell = 0; cell < cells; cell++) {
            if (chance() >= 1 / in.engine_days)
                continue;
            long of_cell = tables / cells;

            failovers++;
            stood += (double)of_cell * (in.promote + in.reconnect / 2);
            most = of_cell > most ? of_cell : most;
        }
        if (day % (int)in.rollout_days == 0)
            stood += (double)tables * in.blink;
    }
    printf("{\"scale\":\"a_year\",\"tables\":%ld,\"node_failures\":%ld,\"engine_failovers\":%ld,"
           "\"rollouts\":%d,\"most_tables_at_once\":%ld,\"seconds_a_table_stood\":%.1f,"
           "\"available\":%.7f}\n",
           tables, failures, failovers, 365 / (int)in.rollout_days + 1, most,
           stood / (double)tables, 1 - stood / (double)tables / (365.0 * 86400));
}

static int usage(const char *wrong)
{
    fprintf(stderr, "scale: '%s' is no NAME=NUMBER; names, with what they are unless set:\n",
            wrong);
#define X(name, value, what) fprintf(stderr, "  %-15s %-8g %s\n", #name, (double)(value), what);
    INPUTS(X)
#undef X
    return EXIT_FAILURE;
}

static int set(const char *text)
{
    const char *equals = strchr(text, '=');
    size_t len = equals ? (size_t)(equals - text) : 0;
    char *end = NULL;
    double value = equals ? strtod(equals + 1, &end) : 0;

    if (!equals || end == equals + 1 || *end || !(value >= 0))
        return 0;
#define X(name, usual, what)                                      \
    if (strlen(#name) == len && strncmp(#name, text, len) == 0) { \
        in.name = value;                                          \
        return 1;                                                 \
    }
    INPUTS(X)
#undef X
    return 0;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (!set(argv[i]))
            return usage(argv[i]);
    }
    state = (uint64_t)in.seed;
    build();
    tell_placement();
    fail("one_node_dies", 1, 1.0 / cells);
    fail("a_node_of_every_cell_dies", 1, 1);
    fail("two_nodes_of_every_cell_die", 2, 1);
    fail_engine();
    live_a_year();
    free(table);
    free(owned);
    free(dead);
    return EXIT_SUCCESS;
}
