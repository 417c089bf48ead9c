/*
 * memory - what a group that keeps its table remembers of its evenings: a document.
 *
 * It is made of keepsakes (keepsake/keepsake.h) and of nothing else, so it cannot hold what the
 * rules never revealed. It knows persons, not seats: who they are is said by whoever adds a game,
 * from the keys of their devices. Everything is bounded; of what there is too much of, the oldest
 * goes. Sums of who thinks like whom stay.
 *
 * Pure: no store, no socket, no clock. Texts are copied.
 *
 *     struct memory *m = memory_new(STR("Friday"), now);
 *     int id = memory_person(m, &(struct memory_who){.key = key, .name = name, .mark = 3}, now);
 *     memory_add(m, address, keepsake_document, person_by_seat);
 *     memory_write(m, &doc);
 *     memory_free(m);
 */
#ifndef MEMORY_MEMORY_H
#define MEMORY_MEMORY_H

#include "base/buf.h"
#include "base/word.h"
#include "keepsake/keepsake.h"
#include "rules/seats.h"

enum {
    MEMORY_PERSONS = 40,
    MEMORY_KEYS = 6, /* devices of one person */
    MEMORY_PAIRS = 2000,
    MEMORY_GAMES = 600,
    MEMORY_WORDS = 500,
    MEMORY_RECORDS = 64,
    MEMORY_NAME = 80,
    MEMORY_KEY = 32,
    MEMORY_WORD = WORD_BYTES,
    MEMORY_BY = 8, /* people who are named with a word */
    NOBODY = 0,    /* a bot, or somebody who was forgotten */
};

struct memory_person {
    int id; /* from 1, never used twice */
    int mark;
    int games, wins;
    int64_t since, last;
    int keys;
    char key[MEMORY_KEYS][MEMORY_KEY + 1];
    char name[MEMORY_NAME + 1];
};

/* What speaks for two of them, of one game: in all, and before this evening. */
struct memory_sum {
    int64_t tries, hits, chance; /* chance in thousandths */
};

struct memory_pair {
    int a, b; /* a < b */
    const struct book *book;
    struct memory_sum all, before;
};

struct memory_game {
    char address[KEEPSAKE_ADDRESS + 1]; /* empty: its keepsake was deleted */
    const struct book *book;
    int64_t ended;
    enum { MEMORY_WON, MEMORY_LOST, MEMORY_RANKED } outcome;
    int seats;
    int person[SEATS_MAX];
    int score[SEATS_MAX];
    seat_set winners;
    int steps;
    char word[MEMORY_WORD + 1]; /* that nobody saw coming; empty: none */
    int by[MEMORY_BY];
};

/* A word that people have said, in how many games and evenings. */
struct memory_word {
    char word[MEMORY_WORD + 1];
    enum language language;
    int games, evenings;
    int64_t last;
    int by[MEMORY_BY];
};

/* The most points, or the fewest rounds of a game that was won together. */
enum memory_record_kind { RECORD_POINTS, RECORD_ROUNDS };
struct memory_record {
    const struct book *book;
    enum memory_record_kind kind;
    int n, before; /* before: what it was until then; 0: there was none */
    int64_t ended;
    int person[SEATS_MAX];
};

struct memory {
    char name[MEMORY_NAME + 1];
    int64_t kept;    /* since when */
    int64_t evening; /* when the last one began; 0: none yet */
    int evenings;
    int last_person;
    int persons, pairs, games, words, records;
    struct memory_person person[MEMORY_PERSONS];
    struct memory_pair pair[MEMORY_PAIRS];
    struct memory_game game[MEMORY_GAMES]; /* by when they ended */
    struct memory_word word[MEMORY_WORDS];
    struct memory_record record[MEMORY_RECORDS];
};

struct memory *memory_new(struct str name, int64_t now);
void memory_free(struct memory *m);
/* NULL: this is no document of ours. */
struct memory *memory_read(struct str doc);
void memory_write(const struct memory *m, struct buf *out);
extern const struct shape memory_shapes[];

/* ---- who it is ---- */

struct memory_who {
    struct str key; /* of their device, MEMORY_KEY digits; empty: nobody knows */
    struct str name;
    int mark;
    int guest;  /* of memory_players(): their device, in the table's numbers; 0: nobody knows */
    bool alone; /* nobody else plays on that device: a new name is the same person */
};

/* The person with this key and name, or with this key who has another name now; else a new one.
 * Whoever has another's name and none of their keys is a new person until the host says otherwise
 * (memory_join). Who left before the end has no key, and is known by their name among those without
 * one. NOBODY: there are too many, or the name is that of somebody with a key. */
int memory_person(struct memory *m, const struct memory_who *who, int64_t now);
const struct memory_person *memory_find(const struct memory *m, int id); /* or NULL */
bool memory_has_key(const struct memory_person *p, struct str key);
/* Another one of the same name who was there before: perhaps the same. NOBODY: none. */
int memory_namesake(const struct memory *m, int id);
/* `from` was `into` all the time; false: not two of them, or they have played together. */
bool memory_join(struct memory *m, int from, int into);
/* Nothing of this person stays: neither name nor key, and nothing that they and others share. */
bool memory_forget(struct memory *m, int id);

/* ---- what happened ---- */

bool memory_knows(const struct memory *m, struct str address);
/* A finished game, later than all others; `person` by seat. False: no keepsake, or known already.
 */
bool memory_add(struct memory *m, struct str address, struct str keepsake, const int *person);
/* Its keepsake was deleted. */
bool memory_lose(struct memory *m, struct str address);
/* The players of a keepsake by seat, as a table tells them to memory_person(); how many, or 0. */
int memory_players(struct str keepsake, struct memory_who who[SEATS_MAX], json_t **holds);

/* ---- where it is kept ---- */

void memory_key(int64_t room, struct buf *out);

#endif
