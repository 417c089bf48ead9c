/* Folding the write-ahead log into the file, once it has grown long. */
#include "store/sqlite.h"

/*
 * Where the log is folded in while others commit, SQLite counts pages as folded before the file was
 * synced. If that sync fails the system forgets what it could not write: the log alone has those
 * pages, and it may not begin anew. It is kept until the next start, which folds all of it.
 */
static void judge(struct sqlite_conn *c, int code)
{
    c->doubtful = c->doubtful || code == SQLITE_IOERR_FSYNC;
}

bool sqlite_fold_due(const struct sqlite_conn *c)
{
    return c->wal_pages >= c->checkpoint_pages && !c->doubtful;
}

/* Any other failure shows when the disk is full. */
void sqlite_fold(struct sqlite_conn *c)
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

/* Twice: what was committed while the many pages of the first time were written is much less. */
void sqlite_fold_most(struct sqlite_conn *c)
{
    sqlite_fold(c);
    sqlite_fold(c);
    judge(c, sync_file(c));
}
