/*
 * entry - one entry of a room's log (docs/log-format.md), read and folded into a party and a game.
 *
 * Rooms are loaded with it, and exports, imports and checks of a store read with it, so that all of
 * them mean the same by "a log that can be used". A strict fold also refuses what this program
 * would never have written: rooms are loaded leniently, files from elsewhere strictly. With a
 * replay (replay.h) the games are also played again by the rules.
 *
 * Ownership: everything in here is borrowed; the game is closed with match_fini() by whoever owns
 * it. After a failure the party and the game are somewhere in between: throw them away.
 *
 *     struct party party;
 *     struct match match = {0};
 *     struct entry_fold f = {.party = &party, .match = &match, .record = record};
 *     party_init(&party);
 *     while (next(&body))
 *         if (!entry_fold(&f, body))
 *             complain(f.seq, f.reason);
 */
#ifndef ROOM_ENTRY_H
#define ROOM_ENTRY_H

#include "room/party.h"
#include "rules/record.h"

struct replay;

struct entry_fold {
    struct party *party;
    struct match *match; /* the running or last game; its table is NULL in the lobby */
    struct world world;  /* what games are given that begin here */
    struct record *record;
    /* Is shown each record after it was folded; may be NULL. It may change `world`. */
    void (*recorded)(struct entry_fold *f, const struct record *rec);
    void *arg;
    bool strict;
    struct replay *replay; /* may be NULL */

    int64_t seq;   /* of the last entry; counted here */
    int64_t began; /* the entry the game began in */
    int64_t wall;  /* when the last entry was written, on the wall's clock … */
    int64_t at;    /* … and on the table's */
    bool ran;      /* whether the table's clock ran on after it */
    int64_t games, records;
    char reason[240]; /* empty until something is wrong */
};

/* False with a reason. Texts in it are ours or numbers, never what a player wrote. */
bool entry_fold(struct entry_fold *f, struct str body);

/* What a line of a log is. A first line of an entry is none of the others'. */
enum entry_line { LINE_ENTRY, LINE_GAME, LINE_RECORD };
enum entry_line entry_line(struct str line);

#endif
