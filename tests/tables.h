/* tables - what tests do with a whole table: copy it, and write down all that it holds. */
#ifndef TESTS_TABLES_H
#define TESTS_TABLES_H

#include "rules/table.h"

struct table *table_clone(const struct table *t);            /* freed with table_free() */
void table_copy(struct table *to, const struct table *from); /* of equal size */
/* The canonical dump: every field that is not zero, one a line: "public.gems 8",
 * "public.card[3].word FEED". Two tables are the same if their dumps are. */
void table_dump(const struct table *t, struct buf *out);

#endif
