/* inside - what the files of memory share among themselves. */
#ifndef MEMORY_INSIDE_H
#define MEMORY_INSIDE_H

#include "base/jw.h"
#include "memory/memory.h"

/* ---- persons.c ---- */

struct memory_person *memory_at(struct memory *m, int id); /* or NULL */
/* What two people have in one game; NULL: there are too many. */
struct memory_pair *pair_of(struct memory *m, int a, int b, const struct book *book);
void sum_add(struct memory_sum *to, const struct memory_sum *more);

/* ---- add.c ---- */

/* Of two games that follow each other, by when they ended. */
bool same_evening(int64_t earlier, int64_t later);

/* ---- doc.c: what a document and what people are told have in common ---- */

extern const char *const memory_outcomes[], *const memory_records[];
/* Those who are somebody. */
void key_people(struct jw *w, const char *key, const int *person, int most);
/* Who has won a game, by seat; NOBODY: not they. */
void memory_winners(const struct memory_game *g, int person[SEATS_MAX]);
/* Members of an object that is open. */
void word_write(const struct memory_word *word, struct jw *w);
void record_write(const struct memory_record *r, struct jw *w);

#endif
