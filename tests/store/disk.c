#include "disk.h"

#include "base/rng.h"

#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct disk disk;

/* A write that is not synced: what was there, and what is there now. */
struct change {
    struct change *before; /* the one made earlier */
    char path[700];
    off_t at, size; /* size: of the file before it */
    size_t n, old_n;
    char *old, *new;
    bool lost; /* its sync failed: a later one does not reach it */
};

struct disk_file {
    sqlite3_file base;
    char path[700];
    bool wal;
    sqlite3_file *real; /* behind this struct */
};

static sqlite3_vfs *real_vfs;
static struct change *changes;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static sqlite3_file *real_of(sqlite3_file *f)
{
    return ((struct disk_file *)f)->real;
}

static void change_free(struct change *c)
{
    free(c->old);
    free(c->new);
    free(c);
}

static void remember(const struct disk_file *f, const void *bytes, int n, sqlite3_int64 at)
{
    struct change *c = calloc(1, sizeof *c);
    int fd = open(f->path, O_RDONLY | O_CLOEXEC);
    struct stat st = {0};

    if (!c || fd < 0 || fstat(fd, &st) < 0)
        abort();
    memcpy(c->path, f->path, sizeof c->path);
    c->at = at;
    c->size = st.st_size;
    c->n = (size_t)n;
    c->old = calloc(1, c->n);
    c->new = malloc(c->n);
    if (!c->old || !c->new)
        abort();
    memcpy(c->new, bytes, c->n);
    ssize_t got = pread(fd, c->old, c->n, at);
    c->old_n = got > 0 ? (size_t)got : 0;
    close(fd);
    c->before = changes;
    changes = c;
}

static void forget_if(bool (*fits)(const struct change *c, const void *arg), const void *arg)
{
    for (struct change **p = &changes; *p;) {
        struct change *c = *p;

        if (fits(c, arg)) {
            *p = c->before;
            change_free(c);
        } else {
            p = &c->before;
        }
    }
}

static bool is_kept(const struct change *c, const void *path)
{
    return !c->lost && strcmp(c->path, path) == 0;
}

/* Lost, and written anew since. */
static bool is_mended(const struct change *c, const void *path)
{
    for (const struct change *later = changes; c->lost && later && later != c;
         later = later->before) {
        if (!later->lost && later->at == c->at && strcmp(later->path, path) == 0 &&
            strcmp(c->path, path) == 0)
            return true;
    }
    return false;
}

/* The file is synced, or is no longer: its changes cannot be taken back. */
static void settle(const char *path)
{
    forget_if(is_mended, path);
    forget_if(is_kept, path);
}

static void lose(const char *path)
{
    for (struct change *c = changes; c; c = c->before)
        c->lost = c->lost || strcmp(c->path, path) == 0;
}

static void put_bytes(const char *path, const char *bytes, size_t n, off_t at)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);

    if (fd < 0 || pwrite(fd, bytes, n, at) != (ssize_t)n)
        abort();
    close(fd);
}

/* Takes every unsynced write back, the last one first, and then makes some of them again. */
static void cut_power(void)
{
    struct change *again = NULL;
    struct rng r = rng_at(disk.keep, 0);

    disk.dead = true;
    while (changes) {
        struct change *c = changes;

        changes = c->before;
        put_bytes(c->path, c->old, c->old_n, c->at);
        if (truncate(c->path, c->size) < 0)
            abort();
        c->before = again;
        again = c;
    }
    while (again) {
        struct change *c = again;

        again = c->before;
        if (disk.keep && rng_below(&r, 2))
            put_bytes(c->path, c->new, c->n, c->at);
        change_free(c);
    }
}

/* False when power is off, or goes off with this step. */
static bool step(void)
{
    if (!disk.dead && disk.cut_after && --disk.cut_after == 0)
        cut_power();
    return !disk.dead;
}

static int write_now(sqlite3_file *f, const void *bytes, int n, sqlite3_int64 at)
{
    struct disk_file *d = (struct disk_file *)f;

    if (!step())
        return SQLITE_IOERR_WRITE;
    if (disk.full_after && --disk.full_after == 0) {
        disk.full_after = 1;
        return SQLITE_FULL;
    }
    remember(d, bytes, n, at);
    disk.wal_unsynced += d->wal;
    return d->real->pMethods->xWrite(d->real, bytes, n, at);
}

static int sync_now(sqlite3_file *f, int flags)
{
    struct disk_file *d = (struct disk_file *)f;

    if (!step())
        return SQLITE_IOERR_FSYNC;
    if (disk.sync_lies)
        return SQLITE_OK;
    if (d->wal && disk.sync_fails && disk.sync_fails--)
        return SQLITE_IOERR_FSYNC;
    if (!d->wal && disk.file_sync_fails && disk.file_sync_fails--) {
        lose(d->path);
        return SQLITE_IOERR_FSYNC;
    }
    settle(d->path);
    if (d->wal) {
        disk.wal_syncs++;
        disk.wal_unsynced = 0;
    }
    (void)flags; /* the real one would only cost time: nothing here pulls a real plug */
    return SQLITE_OK;
}

static int truncate_now(sqlite3_file *f, sqlite3_int64 size)
{
    struct disk_file *d = (struct disk_file *)f;

    struct stat st;

    if (!step())
        return SQLITE_IOERR_TRUNCATE;
    /* SQLite does so after every checkpoint, mostly to the size that it has. */
    if (stat(d->path, &st) < 0 || size < st.st_size)
        settle(d->path);
    return d->real->pMethods->xTruncate(d->real, size);
}

static int disk_write(sqlite3_file *f, const void *bytes, int n, sqlite3_int64 at)
{
    if (!((struct disk_file *)f)->wal && disk.file_write_us)
        usleep((useconds_t)disk.file_write_us);
    pthread_mutex_lock(&lock);
    int code = write_now(f, bytes, n, at);
    pthread_mutex_unlock(&lock);
    return code;
}

static int disk_sync(sqlite3_file *f, int flags)
{
    pthread_mutex_lock(&lock);
    int code = sync_now(f, flags);
    pthread_mutex_unlock(&lock);
    return code;
}

static int disk_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    pthread_mutex_lock(&lock);
    int code = truncate_now(f, size);
    pthread_mutex_unlock(&lock);
    return code;
}

static int disk_close(sqlite3_file *f)
{
    return real_of(f)->pMethods->xClose(real_of(f));
}

static int disk_read(sqlite3_file *f, void *bytes, int n, sqlite3_int64 at)
{
    return real_of(f)->pMethods->xRead(real_of(f), bytes, n, at);
}

static int disk_size(sqlite3_file *f, sqlite3_int64 *size)
{
    return real_of(f)->pMethods->xFileSize(real_of(f), size);
}

static int disk_lock(sqlite3_file *f, int kind)
{
    return real_of(f)->pMethods->xLock(real_of(f), kind);
}

static int disk_unlock(sqlite3_file *f, int kind)
{
    return real_of(f)->pMethods->xUnlock(real_of(f), kind);
}

static int disk_check_lock(sqlite3_file *f, int *locked)
{
    return real_of(f)->pMethods->xCheckReservedLock(real_of(f), locked);
}

static int disk_control(sqlite3_file *f, int op, void *arg)
{
    return real_of(f)->pMethods->xFileControl(real_of(f), op, arg);
}

static int disk_sector(sqlite3_file *f)
{
    return real_of(f)->pMethods->xSectorSize(real_of(f));
}

static int disk_device(sqlite3_file *f)
{
    return real_of(f)->pMethods->xDeviceCharacteristics(real_of(f));
}

static int disk_shm_map(sqlite3_file *f, int page, int size, int extend, void volatile **out)
{
    return real_of(f)->pMethods->xShmMap(real_of(f), page, size, extend, out);
}

static int disk_shm_lock(sqlite3_file *f, int offset, int n, int flags)
{
    return real_of(f)->pMethods->xShmLock(real_of(f), offset, n, flags);
}

static void disk_shm_barrier(sqlite3_file *f)
{
    real_of(f)->pMethods->xShmBarrier(real_of(f));
}

static int disk_shm_unmap(sqlite3_file *f, int remove)
{
    return real_of(f)->pMethods->xShmUnmap(real_of(f), remove);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = disk_close,
    .xRead = disk_read,
    .xWrite = disk_write,
    .xTruncate = disk_truncate,
    .xSync = disk_sync,
    .xFileSize = disk_size,
    .xLock = disk_lock,
    .xUnlock = disk_unlock,
    .xCheckReservedLock = disk_check_lock,
    .xFileControl = disk_control,
    .xSectorSize = disk_sector,
    .xDeviceCharacteristics = disk_device,
    .xShmMap = disk_shm_map,
    .xShmLock = disk_shm_lock,
    .xShmBarrier = disk_shm_barrier,
    .xShmUnmap = disk_shm_unmap,
};

static int disk_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *f, int flags, int *out)
{
    struct disk_file *d = (struct disk_file *)f;

    (void)vfs;
    memset(d, 0, sizeof *d);
    d->real = (sqlite3_file *)(d + 1);
    d->wal = (flags & SQLITE_OPEN_WAL) != 0;
    if (path)
        strncpy(d->path, path, sizeof d->path - 1);
    int code = disk.dead ? SQLITE_IOERR : real_vfs->xOpen(real_vfs, path, d->real, flags, out);
    if (code == SQLITE_OK)
        d->base.pMethods = &methods;
    return code;
}

static int disk_delete(sqlite3_vfs *vfs, const char *path, int sync_folder)
{
    (void)vfs;
    if (!step())
        return SQLITE_IOERR_DELETE;
    settle(path);
    return real_vfs->xDelete(real_vfs, path, sync_folder);
}

void disk_install(void)
{
    static sqlite3_vfs vfs;

    if (real_vfs)
        return;
    real_vfs = sqlite3_vfs_find(NULL);
    vfs = *real_vfs;
    vfs.zName = "disk";
    vfs.szOsFile = (int)sizeof(struct disk_file) + real_vfs->szOsFile;
    vfs.pNext = NULL;
    vfs.xOpen = disk_open;
    vfs.xDelete = disk_delete;
    sqlite3_vfs_register(&vfs, 1);
}

void disk_cut(void)
{
    pthread_mutex_lock(&lock);
    cut_power();
    pthread_mutex_unlock(&lock);
}

void disk_heal(void)
{
    while (changes) {
        struct change *c = changes;

        changes = c->before;
        change_free(c);
    }
    disk = (struct disk){0};
}
