/*
 * table - the memory of one game: the core, one public block, one block per seat, one secret block.
 *
 * One flat piece of heap; a clone is a copy. Only table_fold() writes into it.
 */
#ifndef RULES_TABLE_H
#define RULES_TABLE_H

#include "rules/game.h"

#include <assert.h>

struct table {
    const struct book *book;
    uint32_t size;    /* of the whole piece */
    uint32_t seat_at; /* offsets from `blocks` */
    uint32_t secret_at;
    uint32_t seat_size;
    struct core core;
    unsigned char blocks[];
};

struct table *table_new(const struct setup *s);
void table_free(struct table *t);

/* The blocks, to read. Every decision and every view begins with these: they cost nothing. */
static inline const void *table_public(const struct table *t)
{
    return t->blocks;
}

static inline const void *table_seat(const struct table *t, int seat)
{
    assert(seat >= 0 && seat < t->core.seats);
    return t->blocks + t->seat_at + t->seat_size * (uint32_t)seat;
}

static inline const void *table_secret(const struct table *t)
{
    return t->blocks + t->secret_at;
}

static inline struct known table_known(const struct table *t, int seat)
{
    return (struct known){&t->core, t->blocks, seat == NO_SEAT ? NULL : table_seat(t, seat), seat};
}

static inline struct names table_names(const struct table *t)
{
    return (struct names){t->core.seats, t->book->game->phases, t->book->game->subjects};
}

/* Writes a fact into the blocks its audience names. */
void table_fold(struct table *t, const struct fact *f);
/* Whether this seat (NO_SEAT: an onlooker) may know of the fact. */
bool fact_visible(const struct book *b, const struct fact *f, int seat);
/* Folds only what `seat` may know: a table as it is in that player's head. */
void table_fold_for(struct table *t, const struct fact *f, int seat);

/* The view of one seat (or NO_SEAT) as a JSON object of sections. */
void table_view(const struct table *t, int seat, struct buf *out);
/* Its two parts, as members: the sections that everybody sees, and those of a seat alone. */
void table_view_common(const struct table *t, struct jw *w);
void table_view_own(const struct table *t, int seat, struct jw *w);
/* Whether a seat may do this now, as far as it knows. */
bool table_can(const struct table *t, int seat, int action);
/* `preview` for a seat that tries an action, where the game has one for it and the seat may act. */
void table_preview(const struct table *t, int seat, int action, const struct value *v,
                   const struct lexicon *l, struct jw *w);
/* Seats the table waits for right now. */
seat_set table_waiting(const struct table *t);
/* T-9: absent seats that it waits for by itself, with the clock standing still, until they return,
 * are skipped or a bot takes over: nobody who could act is there, or nobody but one. */
seat_set table_stalled(const struct table *t);
/* When the next tick is due on the table's clock; INT64_MAX: never. */
int64_t table_due(const struct table *t);

#endif
