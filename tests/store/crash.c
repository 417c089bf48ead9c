#include "crash.h"

#include "base/rng.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROOMS = 24 };

struct ack {
    int64_t room, seq;
    uint64_t op;
};

__attribute__((format(printf, 2, 3))) static bool wrong(struct crash_report *report,
                                                        const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(report->why, sizeof report->why, format, args);
    va_end(args);
    return false;
}

/* The bytes of an entry follow from its place, so that the parent knows them too. */
static struct str body_of(int64_t room, int64_t seq, char text[600])
{
    int n = snprintf(text, 600, "room %lld entry %lld ", (long long)room, (long long)seq);
    int length = n + (int)((room * 31 + seq * 7) % 500);

    memset(text + n, 'a' + (int)(seq % 26), (size_t)(length - n));
    return str_n(text, (size_t)length);
}

static bool write_all(int fd, const struct ack *ack)
{
    return write(fd, ack, sizeof *ack) == (ssize_t)sizeof *ack; /* atomic: less than PIPE_BUF */
}

static bool read_ack(int fd, struct ack *ack)
{
    ssize_t n;

    do
        n = read(fd, ack, sizeof *ack);
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)sizeof *ack;
}

/* --- the writer that is killed --- */

struct writer {
    struct store *store;
    int to;
    struct writing {
        struct writer *writer;
        int64_t room, seq;
    } at[ROOMS];
};

static void acknowledge(void *arg, enum store_result result);

static void write_next(struct writing *w)
{
    char text[600];
    struct store_entry e = {.room = w->room,
                            .seq = w->seq,
                            .op = (uint64_t)(w->seq * 1000),
                            .prev = (uint64_t)(w->seq - 1) * 1000};

    e.body = body_of(w->room, w->seq, text);
    if (store_append(w->writer->store, &e, acknowledge, w) < 0)
        _exit(3);
}

static void acknowledge(void *arg, enum store_result result)
{
    struct writing *w = arg;
    struct ack ack = {.room = w->room, .seq = w->seq};

    if (result != STORE_OK)
        _exit(4);
    if (!write_all(w->writer->to, &ack))
        _exit(5);
    w->seq++;
    write_next(w);
}

static bool note_head(void *arg, const struct store_room *room)
{
    struct writer *w = arg;

    if (room->room <= ROOMS)
        w->at[room->room - 1].seq = room->head;
    return true;
}

/* Begins with the last entry of every room, whose answer may have been lost: a repeat (G5). */
static void writer_main(const struct subject *subject, const char *path, int to)
{
    struct writer w = {.store = subject->open(path), .to = to};

    for (int i = 0; i < ROOMS; i++)
        w.at[i] = (struct writing){.writer = &w, .room = i + 1, .seq = 1};
    if (store_rooms(w.store, note_head, &w) != STORE_OK)
        _exit(6);
    for (int i = 0; i < ROOMS; i++)
        write_next(&w.at[i]);
    for (;;)
        store_pump(w.store, 100);
}

/* --- the witness --- */

struct ledger {
    int64_t head[ROOMS + 1]; /* the last acknowledged entry */
};

struct witness {
    int64_t seq;
    bool right;
};

static bool see_entry(void *arg, const struct store_entry *entry)
{
    struct witness *w = arg;
    char text[600];

    w->seq++;
    w->right = w->right && entry->seq == w->seq && entry->op == (uint64_t)(w->seq * 1000) &&
               str_eq(entry->body, body_of(entry->room, w->seq, text));
    return true;
}

static bool examine(const struct subject *subject, const char *path, struct ledger *ledger,
                    struct crash_report *report)
{
    struct store *s = subject->open(path);
    bool fine = true;

    for (int64_t room = 1; room <= ROOMS && fine; room++) {
        struct witness w = {.right = true};
        enum store_result result = store_read(s, room, 1, see_entry, &w);

        if (result != STORE_OK || !w.right)
            fine = wrong(report, "kill %d: room %lld reads %s", report->kills, (long long)room,
                         result != STORE_OK ? store_result_name(result) : "wrong entries");
        else if (w.seq < ledger->head[room])
            fine = wrong(report, "kill %d: room %lld lost entry %lld of %lld", report->kills,
                         (long long)room, (long long)w.seq + 1, (long long)ledger->head[room]);
        else if (w.seq > ledger->head[room] + 1)
            fine = wrong(report, "kill %d: room %lld has %lld entries, %lld acknowledged",
                         report->kills, (long long)room, (long long)w.seq,
                         (long long)ledger->head[room]);
    }
    store_free(s);
    return fine;
}

static pid_t start_writer(const struct subject *subject, const char *path, int *from)
{
    int ends[2];

    if (pipe(ends) < 0)
        abort();
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        writer_main(subject, path, ends[1]);
        _exit(0);
    }
    close(ends[1]);
    *from = ends[0];
    return child;
}

static void note_ack(const struct ack *ack, struct ledger *ledger, struct crash_report *report)
{
    if (ack->room < 1 || ack->room > ROOMS)
        abort();
    if (ack->seq > ledger->head[ack->room]) {
        ledger->head[ack->room] = ack->seq;
        report->acknowledged++;
    }
}

static bool crash_once(const struct subject *subject, const char *path, struct rng *r,
                       struct ledger *ledger, struct crash_report *report)
{
    /* Every fourth is killed before it has answered anything: while opening or recovering. */
    int answers = rng_below(r, 4) == 0 ? 0 : 1 + (int)rng_below(r, 400), seen = 0;
    struct timespec moment = {.tv_nsec = (long)rng_below(r, answers ? 3000000 : 30000000)};
    struct ack ack;
    int from, status;
    pid_t child = start_writer(subject, path, &from);

    while (seen < answers && read_ack(from, &ack)) {
        note_ack(&ack, ledger, report);
        seen++;
    }
    nanosleep(&moment, NULL);
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    while (read_ack(from, &ack)) {
        note_ack(&ack, ledger, report);
        seen++;
    }
    close(from);
    report->kills++;
    report->killed_early += seen == 0;
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
        return wrong(report, "kill %d: the writer ended by itself (%d)", report->kills, status);
    return examine(subject, path, ledger, report);
}

bool crash_rounds(const struct subject *subject, const char *path, int rounds, uint64_t seed,
                  struct crash_report *report)
{
    struct ledger ledger = {0};
    struct rng r = rng_at(seed, 0);

    *report = (struct crash_report){0};
    for (int i = 0; i < rounds; i++) {
        if (!crash_once(subject, path, &r, &ledger, report))
            return false;
    }
    return true;
}

/* --- two at once --- */

struct racer {
    pid_t child;
    int go; /* a byte for every entry to fight for */
};

/* Waits for the word, then tries to write the entry; tells when it was told that it is its own. */
static void racer_main(const struct subject *subject, const char *path, uint64_t op, int go, int to)
{
    struct store *s = subject->open(path);
    char byte;

    for (int64_t seq = 1; read(go, &byte, 1) == 1; seq++) {
        struct ack ack = {.seq = seq};
        int result;

        do
            result = put(s, 1, seq, op, op == 1 ? "left" : "right");
        while (result == STORE_UNAVAILABLE);
        if (result != STORE_OK && result != STORE_CONFLICT)
            _exit(6);
        ack.op = result == STORE_OK ? op : 0;
        if (!write_all(to, &ack))
            _exit(5);
    }
    store_free(s);
    _exit(0);
}

static struct racer start_racer(const struct subject *subject, const char *path, uint64_t op,
                                const int answers[2], int other)
{
    int go[2];

    if (pipe(go) < 0)
        abort();
    pid_t child = fork();
    if (child == 0) {
        close(go[1]);
        close(answers[0]);
        if (other >= 0)
            close(other); /* or the other one would never see the end */
        racer_main(subject, path, op, go[0], answers[1]);
    }
    close(go[0]);
    return (struct racer){.child = child, .go = go[1]};
}

/* Lets both try the next entry; who won, or 0 with a reason when it was not exactly one. */
static uint64_t race_once(const struct racer racer[2], int answers, struct crash_report *report)
{
    struct ack a, b;

    if (write(racer[0].go, "", 1) != 1 || write(racer[1].go, "", 1) != 1 ||
        !read_ack(answers, &a) || !read_ack(answers, &b)) {
        wrong(report, "a process ended by itself");
        return 0;
    }
    if ((a.op == 0) == (b.op == 0)) {
        wrong(report, "entry %lld was won by %s", (long long)a.seq, a.op ? "both" : "nobody");
        return 0;
    }
    return a.op | b.op;
}

bool crash_race(const struct subject *subject, const char *path, int length,
                struct crash_report *report)
{
    struct racer racer[2];
    int answers[2];
    bool fine = true;

    *report = (struct crash_report){0};
    if (pipe(answers) < 0)
        abort();
    store_free(subject->open(path));
    racer[0] = start_racer(subject, path, 1, answers, -1);
    racer[1] = start_racer(subject, path, 2, answers, racer[0].go);
    close(answers[1]);
    struct store *s = subject->open(path);
    for (int64_t seq = 1; seq <= length && fine; seq++) {
        uint64_t op = race_once(racer, answers[0], report);

        fine = op != 0;
        if (fine && !log_has(s, 1, seq, op, op == 1 ? "left" : "right"))
            fine = wrong(report, "entry %lld is not its winner's", (long long)seq);
        report->acknowledged += op == 1;
    }
    for (int i = 0; i < 2; i++) {
        int status;

        close(racer[i].go);
        waitpid(racer[i].child, &status, 0);
        if (fine && status != 0)
            fine = wrong(report, "process %d ended with %d", i, status);
    }
    close(answers[0]);
    if (fine && log_length(s, 1) != length)
        fine = wrong(report, "the log has %lld entries", (long long)log_length(s, 1));
    store_free(s);
    return fine;
}
