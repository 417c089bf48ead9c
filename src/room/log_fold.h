/*
 * log_fold - a room's log (docs/log-format.md), entry by entry folded into a party, a game and what
 * the group has ruled about words.
 *
 * Rooms are loaded with it, and exports, imports and checks of a store read with it, so that all of
 * them mean the same by "a log that can be used". A lenient fold may begin at any entry whose
 * `base` is 0: that has everything in it. A strict one reads all of a log, refuses what this
 * program would never have written, and compares every snapshot with what came before it: rooms are
 * loaded leniently, files from elsewhere strictly. With a replay (replay.h) the games are also
 * played again by the rules. Logs of format 1 are read too (log_first.c).
 *
 * Ownership: the party and the match are the caller's, closed with party_fini() and match_fini()
 * also after a failure, when they are somewhere in between. log_fold_fini() frees the rest; who
 * wants the rulings or the stock takes them before and leaves NULL.
 *
 *     struct log_fold f = {.party = &party, .match = &match, .record = record};
 *     party_init(&party);
 *     while (next(&body))
 *         if (!log_fold_entry(&f, body))
 *             complain(f.seq, f.reason);
 *     log_fold_fini(&f);
 */
#ifndef ROOM_LOG_FOLD_H
#define ROOM_LOG_FOLD_H

#include "party/facts.h"
#include "room/brought.h"
#include "rules/record.h"

/* A log with a higher number is of a newer version of this program. */
enum {
    LOG_FORMAT = 5,
    LOG_FORMAT_FOURTH = 4, /* with the texts of the table's decks in every snapshot */
    LOG_FORMAT_THIRD = 3,  /* without decks that tables bring, clocks_set and filter_set */
    LOG_FORMAT_SECOND = 2, /* without the days that the store has seen, and without guest_barred */
    LOG_FORMAT_FIRST = 1,  /* of another kind (log_first.c) */
};

struct replay;
struct stock;
struct rulings;

/* The text of a deck that lies before the entry that folding begins with. */
struct fold_text {
    int64_t at;
    int64_t deck;
    struct deck_text *text; /* NULL: it was taken */
};

struct log_fold {
    struct party *party;
    struct match *match;           /* the running or last game; its table is NULL in the lobby */
    const struct lexicon *lexicon; /* what games are given that begin here, under the rulings … */
    const struct shelf *shelf;     /* … and their decks */
    struct stock *stock;           /* what the game is dealt from; NULL: there is none */
    struct rulings *rulings;       /* what the group has decided; NULL: nothing yet */
    struct record *record;
    bool strict;
    struct replay *replay; /* may be NULL */
    int texts;             /* where it does not begin with the log, see log_entry_decks() */
    struct fold_text text[OWN_DECKS];
    /* A game begins; the party is as it was then. May be NULL. */
    void (*began_game)(void *arg, const struct log_fold *f, const struct log_head *head);
    void *arg;

    int format;         /* of the last change, as its base tells */
    int64_t seq;        /* of the last entry; counted here */
    int64_t base;       /* the last entry that can be folded from */
    int64_t bytes;      /* of all entries so far … */
    int64_t base_bytes; /* … and before the base */
    bool has_dealt;     /* what the seed of the last game was made of */
    struct dealt dealt;
    int64_t began; /* the entry the game began in */
    int64_t wall;  /* when the last change was written, on the wall's clock … */
    int64_t at;    /* … and on the table's */
    bool ran;      /* whether the table's clock ran on after it */
    int64_t games, records;
    char reason[240]; /* empty until something is wrong */

    /* The change that is being read. */
    struct {
        json_t *head;
        bool begins;                      /* a game was said to begin: its setup has to follow */
        struct party *snapshot;           /* that is being read; NULL: none is … */
        struct rulings *snapshot_rulings; /* … and what it tells of words */
    } now;
};

/* False with a reason. Texts in it are ours or numbers, never what a player wrote. */
bool log_fold_entry(struct log_fold *f, struct str body);
void log_fold_fini(struct log_fold *f);

/* What a line of a log is, by its first member. */
enum log_line_kind {
    LINE_FIRST,  /* {"t"       begins an entry of format 1 */
    LINE_ENTRY,  /* {"base"    begins an entry, and its first change */
    LINE_CHANGE, /* {"change"  begins a further change of the same entry */
    LINE_FACT,   /* {"is"      of the party */
    LINE_GAME,   /* {"unisono" the setup of a game */
    LINE_RECORD, /* {"seq"     of the game */
    LINE_OTHER,
};
enum log_line_kind log_line_kind(struct str line);

/* The first line of an entry: where folding begins, when it was written, and whether nobody has
 * begun a game yet. */
struct log_entry_head {
    int format;   /* 0: not told */
    int64_t base; /* entries before this one; -1: all of the log (format 1) */
    int64_t t;
    int64_t day; /* days the store had seen; -1: not told */
    bool blank;
};
/* False where it cannot be read: then nothing is told but that all of the log is needed. */
bool log_entry_head(struct log_entry_head *out, struct str body);
/* The entry from which a log is folded whose last entry is `seq` and begins so. */
int64_t log_entry_base(const struct log_entry_head *last, int64_t seq);

/* Decks that the game which begins in this entry is dealt from, and which lie before it: where. 0:
 * none does, or no game begins. */
int log_entry_decks(struct str body, int64_t seq, struct fold_text out[OWN_DECKS]);
/* The text of a deck in the entry it was written in, or NULL. */
struct deck_text *log_entry_text(struct str body, int64_t deck);
/* How what the table brings into a game is hashed in a log of this format. */
enum brought_form log_brought_form(const struct log_fold *f);

/* What a group has decided about words, as lines of a snapshot. NULL is fine. */
void log_write_rulings(const struct rulings *r, struct buf *out);
/* And one of them, a fact RULING_KEPT, back. */
void log_read_ruling(const struct party_fact *fact, struct rulings *r);

#endif
