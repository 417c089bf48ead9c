/*
 * loadtest - many people at many tables, who play real games over real WebSockets and watch the
 * server.
 *
 * Every person is a client that knows only what its own frames told it: it sits down, plays at
 * random from the table it has folded from its facts, goes away, comes back, and compares whatever
 * it is shown with the rules. What does not fit is a violation: a view that its facts do not
 * explain, a gap in the revisions, an answer that comes twice or never, something acknowledged that
 * is gone after a restart, a table that does not end. With `bots` one person opens each table,
 * fills it, and looks on while bots play.
 *
 * One thread, one epoll. Against a server on 127.0.0.1 each room comes from an address of its own
 * (127.64.0.1 and up), as rooms in the world do, so that limits per address hold as they are.
 *
 *     struct load_result result;
 *     if (load_run(&options, &result) && result.violations == 0) …
 */
#ifndef LOADTEST_LOADTEST_H
#define LOADTEST_LOADTEST_H

#include "loadtest/figures.h"
#include "loadtest/wire.h"

#include <stdio.h>

struct book;

enum { LOAD_GAMES_MAX = 32, LOAD_PLAYERS_MAX = 14 };

struct load_options {
    struct wire_peer peer;
    int rooms, players;
    int bots;  /* at each table: the people who open it rise when it begins, and watch */
    int books; /* rooms take turns with them */
    const struct book *book[LOAD_GAMES_MAX];
    const char *options;         /* "name=value,name=value": what hosts set */
    int think_least, think_most; /* milliseconds between what a person sees and does */
    int seconds; /* until the figures; with `games`: how long people are unreliable */
    int games;   /* each room stops after so many and must end them; 0: goes on */
    /* In a hundred things that a person is about to do: */
    int reconnects; /* comes back at once, on the same device */
    int drops;    /* goes away, or its connection breaks with a move under way; comes back later */
    int sleeps;   /* stops reading for a while */
    int devices;  /* goes on with a second device */
    bool lobby;   /* sit down and do nothing */
    bool survive; /* the server may vanish and come back at any moment */
    uint64_t seed;
    pid_t pid;    /* of the server, for its CPU and memory; 0: not known */
    FILE *ledger; /* "CODE GUEST N" for everything acknowledged; NULL: none */
};

struct load_result {
    int64_t violations;
    int64_t people; /* in their seats at the end */
    int64_t games, moves, orders, refusals, frames, bytes, checks, histories;
    int64_t arrivals, restarts;          /* welcomes; of these, after the server had forgotten us */
    struct latency shown;                /* from sending an action to its last view in the room */
    struct latency reveal;               /* of these, where a phase ended by it */
    double seconds, cpu;                 /* of the measured time; cpu -1: not known */
    int64_t memory_before, memory_after; /* of the server; -1: not known */
};

/* False where not even one connection could be made. Violations are told on standard error. SIGINT
 * and SIGTERM end it early, with everything settled as at its end. */
bool load_run(const struct load_options *o, struct load_result *out);

#endif
