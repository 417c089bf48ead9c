#include "loadtest/loadtest.h"

#include "base/clock.h"
#include "loadtest/inside.h"

#include <assert.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum {
    MS = 1000,
    SECOND = 1000 * MS,
    EVENTS = 256,
    TOLD_MOST = 20,
    ARRIVALS_A_SECOND = 1500,
    START_MOST = 60, /* seconds until everybody sits, besides the time their arrival takes */
    CALM_MOST = 90,  /* seconds for games to end once everybody stays */
    SETTLE_MOST = 20,
};

static volatile sig_atomic_t enough; /* somebody wants to see the figures now */

static void on_signal(int signal)
{
    (void)signal;
    enough = 1;
}

static int64_t clock_us(void)
{
    return clock_ns(CLOCK_MONOTONIC) / 1000;
}

void violation(struct load *l, const struct person *p, const char *format, ...)
{
    va_list args;

    l->result->violations++;
    if (l->told++ >= TOLD_MOST)
        return;
    if (p)
        fprintf(stderr, "violation: room %d %s, guest %lld: ", p->group->number, p->group->code,
                (long long)p->guest);
    else
        fputs("violation: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

int64_t draw(struct load *l, int64_t n)
{
    return n > 1 ? sampler_below(&l->sampler, (uint32_t)n) : 0;
}

int64_t think(struct load *l)
{
    const struct load_options *o = l->o;

    return (o->think_least + draw(l, o->think_most - o->think_least + 1)) * MS;
}

/* ---- the heap: people by when they do something ---- */

static void put(struct load *l, int at, struct person *p)
{
    l->heap[at] = p;
    p->place = at;
}

void wake_at(struct person *p, int64_t when)
{
    struct load *l = p->load;
    int at = p->place;

    p->wake = when;
    for (; at > 0 && l->heap[(at - 1) / 2]->wake > when; at = (at - 1) / 2)
        put(l, at, l->heap[(at - 1) / 2]);
    for (int child; (child = 2 * at + 1) < l->heap_n; at = child) {
        if (child + 1 < l->heap_n && l->heap[child + 1]->wake < l->heap[child]->wake)
            child++;
        if (l->heap[child]->wake >= when)
            break;
        put(l, at, l->heap[child]);
    }
    put(l, at, p);
}

static void wake_people(struct load *l)
{
    while (l->heap[0]->wake <= l->now) {
        struct person *p = l->heap[0];

        wake_at(p, NEVER);
        person_wake(p);
    }
}

/* ---- connections ---- */

void device_watch(struct device *d)
{
    uint32_t want =
        (d->asleep ? 0 : (uint32_t)EPOLLIN) | (wire_wants_out(&d->wire) ? (uint32_t)EPOLLOUT : 0);
    struct epoll_event e = {.events = want, .data.ptr = d};

    if (d->wire.state == WIRE_CLOSED || (d->known && want == d->watched))
        return;
    epoll_ctl(d->person->load->epoll, d->known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, d->wire.fd, &e);
    d->known = true;
    d->watched = want;
}

void device_arrived(struct device *d)
{
    d->person->load->arriving -= d->arriving;
    d->arriving = false;
}

void device_drop(struct device *d)
{
    device_arrived(d);
    if (d->in && !d->asleep)
        d->person->group->in--;
    wire_close(&d->wire);
    d->known = d->in = d->asleep = false;
    d->asked = 0;
}

static void device_event(struct device *d, uint32_t events)
{
    struct str text;
    enum wire_event event;

    if (d->wire.state == WIRE_CLOSED)
        return; /* closed by what came before in the same round */
    if (events & EPOLLOUT)
        wire_push(&d->wire);
    if (events & (EPOLLIN | EPOLLERR | EPOLLHUP))
        wire_pull(&d->wire);
    while ((event = wire_next(&d->wire, &text)) != WIRE_QUIET) {
        if (event == WIRE_OPENED)
            person_connected(d);
        else if (event == WIRE_TEXT)
            device_hear(d, text);
        else {
            person_disconnected(d);
            return;
        }
    }
    device_watch(d);
}

static void turn(struct load *l, int64_t until)
{
    struct epoll_event event[EVENTS];

    l->now = clock_us();
    wake_people(l);
    int64_t next = l->heap[0]->wake < until ? l->heap[0]->wake : until;
    int64_t wait = next > l->now ? (next - l->now + MS - 1) / MS : 0;
    int n = epoll_wait(l->epoll, event, EVENTS, wait < 100 ? (int)wait : 100);

    for (int i = 0; i < n; i++) {
        l->now = clock_us();
        device_event(event[i].data.ptr, event[i].events);
    }
}

/* ---- beginning and end ---- */

static void make_people(struct load *l)
{
    const struct load_options *o = l->o;
    int n = o->rooms * o->players;
    uint64_t state =
        o->seed * UINT64_C(0x9e3779b97f4a7c15) ^ ((uint64_t)time(NULL) << 20) ^ (uint64_t)getpid();

    assert(n > 0); /* the command asks for some of both */
    l->group = calloc((size_t)o->rooms, sizeof *l->group);
    l->people = calloc((size_t)n, sizeof *l->people);
    l->heap = calloc((size_t)n, sizeof(struct person *));
    if (!l->group || !l->people || !l->heap)
        abort();
    for (int i = 0; i < n; i++) {
        struct person *p = &l->people[i];
        struct group *g = &l->group[i / o->players];

        g->number = i / o->players;
        g->book = o->book[g->number % o->books];
        g->person = &l->people[g->number * o->players];
        *p = (struct person){.load = l, .group = g, .seat = NO_SEAT, .wake = NEVER, .place = i};
        for (int k = 0; k < DEVICES; k++)
            p->device[k] = (struct device){.person = p, .mirror = {.seat = NO_SEAT}};
        /* Tokens are new in every run, whatever the seed: rooms of earlier runs are not ours. */
        snprintf(p->token, sizeof p->token, "load-%016llx%016llx",
                 (unsigned long long)rng_quick(&state), (unsigned long long)rng_quick(&state));
        l->heap[i] = p;
        l->heap_n++;
    }
    for (int i = 0; i < o->rooms; i++)
        wake_at(&l->people[i * o->players],
                l->now + i * (int64_t)o->players * SECOND / ARRIVALS_A_SECOND);
}

static void free_people(struct load *l)
{
    int n = l->o->rooms * l->o->players;

    for (int i = 0; i < n; i++) {
        struct person *p = &l->people[i];

        for (int k = 0; k < DEVICES; k++) {
            device_drop(&p->device[k]);
            mirror_fini(&p->device[k].mirror);
            buf_fini(&p->device[k].table);
        }
        buf_fini(&p->text);
    }
    free(l->people);
    free(l->group);
    free(l->heap);
    close(l->epoll);
}

static int seated(const struct load *l)
{
    int n = 0;

    for (int i = 0; i < l->o->rooms * l->o->players; i++)
        n += l->people[i].seated && l->people[i].device[l->people[i].now].in;
    return n;
}

static bool all_begun(const struct load *l)
{
    const struct load_options *o = l->o;

    return o->lobby ? seated(l) == o->rooms * o->players : l->begun == o->rooms;
}

static bool all_ended(const struct load *l)
{
    for (int i = 0; l->o->games && i < l->o->rooms; i++) {
        if (l->group[i].games < l->o->games)
            return false;
    }
    return l->o->games > 0;
}

/* Everybody is in, with nothing under way. */
static bool settled(const struct load *l)
{
    for (int i = 0; i < l->o->rooms * l->o->players; i++) {
        const struct person *p = &l->people[i];
        const struct device *d = &p->device[p->now];

        if (!d->in || d->asleep || d->asked || p->pending || p->probe)
            return false;
    }
    return true;
}

/* Tells where a table is that should have ended. */
static void not_ended(struct load *l, const struct group *g)
{
    const struct person *p = g->person;
    const struct table *t = p->device[p->now].mirror.table;

    if (!t)
        violation(l, p, "%lld games have ended, none is known", (long long)g->games);
    else
        violation(l, p, "%lld games have ended; %s is in %s since %lld, waits for %x, away are %x",
                  (long long)g->games, g->book->game->id, g->book->game->phases[t->core.phase],
                  (long long)t->core.since, (unsigned)table_waiting(t), (unsigned)t->core.away);
}

static void measure(struct load *l)
{
    struct load_result *r = l->result;
    int64_t begin = clock_us(), end = begin + (int64_t)l->o->seconds * SECOND;
    double cpu = process_cpu(l->o->pid);

    l->measuring = true;
    r->frames = r->bytes = r->refusals = 0;
    while (clock_us() < end && !all_ended(l) && !enough)
        turn(l, end);
    /* From now on people are reliable: whatever was done to a table, it must end. */
    l->calm = true;
    end = clock_us() + (int64_t)CALM_MOST * SECOND;
    while (l->o->games && clock_us() < end && !all_ended(l) && !enough)
        turn(l, end);
    l->measuring = false;
    r->seconds = (double)(clock_us() - begin) / SECOND;
    r->memory_after = process_memory(l->o->pid);
    r->cpu = cpu < 0 ? -1 : process_cpu(l->o->pid) - cpu;
    for (int i = 0; i < l->o->rooms && l->o->games; i++) {
        if (l->group[i].games < l->o->games)
            not_ended(l, &l->group[i]);
    }
}

static void settle(struct load *l)
{
    int64_t end = clock_us() + (int64_t)SETTLE_MOST * SECOND;

    l->ending = true;
    while (clock_us() < end && !settled(l))
        turn(l, end);
    for (int i = 0; i < l->o->rooms * l->o->players; i++) {
        const struct person *p = &l->people[i];

        if (!p->device[p->now].in)
            violation(l, p, "could not come back");
        else if (p->pending || p->probe)
            violation(l, p, "%u was never answered", p->pending ? p->pending : p->probe);
    }
    l->result->people = seated(l);
}

static void raise_files(void)
{
    struct rlimit files;

    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
}

bool load_run(const struct load_options *o, struct load_result *out)
{
    struct load l = {.o = o, .result = out, .sampler = sampler_new(o->seed)};
    int64_t patience = START_MOST + (int64_t)o->rooms * o->players / ARRIVALS_A_SECOND;

    *out = (struct load_result){.cpu = -1, .memory_before = process_memory(o->pid)};
    enough = 0;
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    raise_files();
    l.epoll = epoll_create1(EPOLL_CLOEXEC);
    l.now = clock_us();
    make_people(&l);
    int64_t end = l.now + patience * SECOND;
    while (clock_us() < end && !all_begun(&l) && !enough)
        turn(&l, end);
    bool began = all_begun(&l);
    if (began) {
        measure(&l);
        settle(&l);
    } else {
        violation(&l, NULL, "%d of %d rooms could begin, %d people sit", l.begun, o->rooms,
                  seated(&l));
    }
    bool met = out->arrivals > 0;
    free_people(&l);
    return met;
}
