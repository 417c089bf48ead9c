/* subjects - opens a backend for a test; ends the process where that fails. */
#ifndef TESTS_STORE_SUBJECTS_H
#define TESTS_STORE_SUBJECTS_H

#include "store/store.h"

struct store *open_mem(const char *path); /* the path is not used */
struct store *open_sqlite(const char *path);
struct store *open_sqlite_thread(const char *path); /* commits in a thread of its own */
/* In the database of $TEST_PG, whose tables are emptied for every new path. */
struct store *open_pg(const char *path);

/* Runs SQL on the file of a store, as nobody should. */
void sql(const char *path, const char *text);

#endif
