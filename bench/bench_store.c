/*
 * Figures of the store, one line of JSON each: durable appends per second and the time from append
 * to answer, with 1, 64 and 512 rooms that each have one append in flight, on a file in TMPDIR; the
 * same for 512 rooms at human pace (1,000 appends per second in all); and what a start costs.
 * The device decides most of it: a line says how long one bare sync takes at the same place.
 */
#include "base/clock.h"
#include "base/jw.h"
#include "base/rng.h"
#include "store/backends.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BODY = 120, ROOMS_MAX = 512, SAMPLES_MAX = 1 << 20 };

static struct room {
    struct bench *bench;
    int64_t id, seq;
    double begun;
} rooms[ROOMS_MAX];

static struct bench {
    struct store *store;
    double *sample; /* ms; the last SAMPLES_MAX of them */
    int64_t n;
    int failed;
    bool more; /* a room appends again as soon as it was answered */
} bench;

static char body[BODY];

static void answered(void *arg, enum store_result result);

static void begin(struct room *r)
{
    struct store_entry e = {.room = r->id,
                            .seq = r->seq + 1,
                            .op = (uint64_t)r->seq,
                            .prev = r->seq > 1 ? (uint64_t)r->seq - 1 : 0};

    e.body = str_n(body, sizeof body);
    r->begun = clock_seconds(CLOCK_MONOTONIC);
    store_append(bench.store, &e, answered, r);
}

static void answered(void *arg, enum store_result result)
{
    struct room *r = arg;

    if (result != STORE_OK) {
        bench.failed++;
        return;
    }
    r->seq++;
    bench.sample[bench.n++ % SAMPLES_MAX] = (clock_seconds(CLOCK_MONOTONIC) - r->begun) * 1e3;
    if (bench.more)
        begin(r);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double percentile(size_t n, double share)
{
    return n ? bench.sample[(size_t)(share * (double)(n - 1))] : 0;
}

static void print(const char *name, const char *backend, int n, double wall, double cpu)
{
    struct buf line = {0};
    struct jw w = jw_to(&line);
    size_t samples = bench.n < SAMPLES_MAX ? (size_t)bench.n : SAMPLES_MAX;

    qsort(bench.sample, samples, sizeof *bench.sample, ascending);
    jw_object(&w);
    jw_key(&w, "bench"), jw_str(&w, str_of(name));
    jw_key(&w, "backend"), jw_str(&w, str_of(backend));
    jw_key(&w, "rooms"), jw_int(&w, n);
    jw_key(&w, "appends_per_second"), jw_number(&w, (double)bench.n / wall);
    jw_key(&w, "p50_ms"), jw_number(&w, percentile(samples, 0.50));
    jw_key(&w, "p99_ms"), jw_number(&w, percentile(samples, 0.99));
    jw_key(&w, "cpu_us_per_append"), jw_number(&w, bench.n ? cpu * 1e6 / (double)bench.n : 0);
    jw_key(&w, "failed"), jw_int(&w, bench.failed);
    jw_end_object(&w);
    puts(buf_cstr(&line));
    fflush(stdout);
    buf_fini(&line);
}

static void enter(int n, bool more)
{
    static uint64_t stream;
    struct rng r = rng_at(42, ++stream);

    bench.n = 0;
    bench.failed = 0;
    bench.more = more;
    for (int i = 0; i < n; i++)
        rooms[i] = (struct room){.id = (int64_t)(rng_next(&r) >> 1)};
}

static void closed_loop(const char *backend, int n)
{
    double start = clock_seconds(CLOCK_MONOTONIC), cpu = clock_seconds(CLOCK_PROCESS_CPUTIME_ID),
           wall;

    enter(n, true);
    for (int i = 0; i < n; i++)
        begin(&rooms[i]);
    do {
        store_pump(bench.store, 0);
        wall = clock_seconds(CLOCK_MONOTONIC) - start;
    } while (wall < 3);
    cpu = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    bench.more = false;
    store_pump(bench.store, 0);
    print("store_append", backend, n, wall, cpu);
}

/* Appends fall due at a steady rate, room by room; one that is late counts from when it was due. */
static void paced(const char *backend, int n, int rate)
{
    double start = clock_seconds(CLOCK_MONOTONIC), cpu = clock_seconds(CLOCK_PROCESS_CPUTIME_ID),
           wall;
    int64_t sent = 0;

    enter(n, false);
    do {
        wall = clock_seconds(CLOCK_MONOTONIC) - start;
        for (; (double)sent < wall * rate; sent++) {
            struct room *r = &rooms[sent % n];

            begin(r);
            r->begun = start + (double)sent / rate;
        }
        if (store_pump(bench.store, 0) == 0)
            usleep(100);
    } while (wall < 3);
    cpu = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    store_pump(bench.store, 0);
    print("store_paced", backend, n, wall, cpu);
}

static bool count_entry(void *arg, const struct store_entry *entry)
{
    (void)entry;
    ++*(int64_t *)arg;
    return true;
}

static bool list_room(void *arg, const struct store_room *room)
{
    struct buf *list = arg;

    buf_add(list, str_n((const char *)&room->room, sizeof room->room));
    return true;
}

/* Opening, checking and reading back everything, as a server does at its start. */
static void recovery(const char *path)
{
    struct store_problem problem;
    struct buf list = {0}, line = {0};
    struct jw w = jw_to(&line);
    struct stat st = {0};
    int64_t entries = 0;
    double start = clock_seconds(CLOCK_MONOTONIC);

    if (store_sqlite_open(&bench.store, path, NULL, &problem) < 0)
        exit(1);
    double opened = clock_seconds(CLOCK_MONOTONIC);
    store_rooms(bench.store, list_room, &list);
    for (size_t i = 0; i < list.len; i += sizeof(int64_t)) {
        int64_t room;

        memcpy(&room, list.at + i, sizeof room);
        store_read(bench.store, room, 1, count_entry, &entries);
    }
    double done = clock_seconds(CLOCK_MONOTONIC);
    stat(path, &st);
    jw_object(&w);
    jw_key(&w, "bench"), jw_str(&w, STR("store_recovery"));
    jw_key(&w, "backend"), jw_str(&w, STR("sqlite"));
    jw_key(&w, "file_mib"), jw_number(&w, (double)st.st_size / (1 << 20));
    jw_key(&w, "entries"), jw_int(&w, entries);
    jw_key(&w, "open_ms"), jw_number(&w, (opened - start) * 1e3);
    jw_key(&w, "read_us_per_entry"), jw_number(&w, (done - opened) * 1e6 / (double)entries);
    jw_end_object(&w);
    puts(buf_cstr(&line));
    buf_fini(&line);
    buf_fini(&list);
    store_free(bench.store);
}

static void bare_sync(const char *path)
{
    enum { SYNCS = 200 };
    char page[4096] = {1};
    int fd = open(path, O_RDWR | O_CREAT, 0600);
    double start = clock_seconds(CLOCK_MONOTONIC);

    for (int i = 0; fd >= 0 && i < SYNCS; i++) {
        if (pwrite(fd, page, sizeof page, (off_t)i * 4096) < 0 || fdatasync(fd) < 0)
            break;
    }
    printf("{\"bench\":\"store_bare_sync\",\"ms\":%.3g}\n",
           (clock_seconds(CLOCK_MONOTONIC) - start) * 1e3 / SYNCS);
    if (fd >= 0)
        close(fd);
}

int main(void)
{
    static const int sizes[] = {1, 64, 512};
    const char *tmp = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
    char folder[4000], file[4096];
    struct store_problem problem;

    snprintf(folder, sizeof folder, "%s/unisono-bench-XXXXXX", tmp);
    if (!mkdtemp(folder))
        return 1;
    bench.sample = calloc(SAMPLES_MAX, sizeof *bench.sample);
    memset(body, 'x', sizeof body);
    snprintf(file, sizeof file, "%s/sync", folder);
    bare_sync(file);
    unlink(file);
    snprintf(file, sizeof file, "%s/tables.db", folder);
    for (int i = 0; i < 3; i++) {
        bench.store = store_mem_new();
        closed_loop("mem", sizes[i]);
        store_free(bench.store);
    }
    if (store_sqlite_open(&bench.store, file, NULL, &problem) < 0) {
        fprintf(stderr, "%s\n", problem.reason);
        return 1;
    }
    for (int i = 0; i < 3; i++)
        closed_loop("sqlite", sizes[i]);
    paced("sqlite", ROOMS_MAX, 1000);
    store_free(bench.store);
    recovery(file);
    unlink(file);
    rmdir(folder);
    free(bench.sample);
    return 0;
}
