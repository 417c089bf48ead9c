/* Checkpoints: the pages of the write-ahead log are copied into the file, once it has grown long.
 */
#include "store/sqlite.h"

/*
 * While others commit, SQLite counts pages as copied before the file was synced. If that sync fails
 * the system forgets what it could not write. Then the log alone has those pages and must not begin
 * anew: it is kept until the next start, which copies all of it.
 */
static void judge(struct sqlite_conn *c, int code)
{
    c->doubtful = c->doubtful || code == SQLITE_IOERR_FSYNC;
}

bool sqlite_checkpoint_due(const struct sqlite_conn *c)
{
    return c->wal_pages >= c->checkpoint_pages && !c->doubtful;
}

/* Only a failed sync matters here. Any other failure leaves the log as it is, and it grows until
 * the disk is full, which commits tell. */
void sqlite_checkpoint(struct sqlite_conn *c)
{
    if (c->doubtful)
        return;
    c->wal_pages = 0;
    judge(c, sqlite3_wal_checkpoint_v2(c->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL));
}

/* SQLite itself syncs the file only once nothing is left of the log. */
static int sync_file(struct sqlite_conn *c)
{
    sqlite3_file *file = NULL;

    if (sqlite3_file_control(c->db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK ||
        !file || !file->pMethods)
        return SQLITE_IOERR_FSYNC;
    return file->pMethods->xSync(file, SQLITE_SYNC_NORMAL) == SQLITE_OK ? SQLITE_OK
                                                                        : SQLITE_IOERR_FSYNC;
}

/* Twice: the first time copies many pages, the second only what was committed meanwhile. */
void sqlite_checkpoint_most(struct sqlite_conn *c)
{
    sqlite_checkpoint(c);
    sqlite_checkpoint(c);
    judge(c, sync_file(c));
}
