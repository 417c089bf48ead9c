/* inside - what the files of memory share among themselves. */
#ifndef MEMORY_INSIDE_H
#define MEMORY_INSIDE_H

#include "memory/memory.h"

/* ---- persons.c ---- */

struct memory_person *memory_at(struct memory *m, int id); /* or NULL */
/* What two people have in one game; NULL: there are too many. */
struct memory_pair *pair_of(struct memory *m, int a, int b, const struct book *book);
void sum_add(struct memory_sum *to, const struct memory_sum *more);

#endif
