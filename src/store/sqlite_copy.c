/* Copies of a store: made while a server writes, and put back in its place. */
#include "base/err.h"
#include "store/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PATH_SIZE = 4096, BUSY_TRIES = 200, BUSY_MS = 50 };

static int refuse_errno(struct store_problem *problem, const char *path)
{
    int why = errno;

    return sqlite_refuse(problem, why == EEXIST ? ERR_BUSY : ERR_UNWRITABLE, "%.150s: %s", path,
                         strerror(why));
}

static bool join(char out[PATH_SIZE], const char *path, const char *tail)
{
    return (size_t)snprintf(out, PATH_SIZE, "%s%s", path, tail) < PATH_SIZE;
}

static int open_folder(const char *path)
{
    char folder[PATH_SIZE];
    const char *slash = strrchr(path, '/');
    size_t len = slash ? (size_t)(slash - path) : 1;

    if (len >= sizeof folder)
        return -1;
    memcpy(folder, slash ? path : ".", len);
    folder[len] = '\0';
    return open(len ? folder : "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* A new name is only sure to be there after a power cut when its folder was synced. */
static bool sync_folder(const char *path)
{
    int fd = open_folder(path);
    bool fine = fd >= 0 && fsync(fd) == 0;

    if (fd >= 0)
        close(fd);
    return fine;
}

/* All pages in one step: the copy is of one moment, and a writer is not held up, for the source has
 * a write-ahead log. */
static int copy_pages(sqlite3 *from, sqlite3 *to)
{
    sqlite3_backup *copy = sqlite3_backup_init(to, "main", from, "main");

    if (!copy)
        return sqlite3_errcode(to);
    int code = sqlite3_backup_step(copy, -1);
    for (int i = 0; i < BUSY_TRIES && (code == SQLITE_BUSY || code == SQLITE_LOCKED); i++) {
        sqlite3_sleep(BUSY_MS);
        code = sqlite3_backup_step(copy, -1);
    }
    int finish = sqlite3_backup_finish(copy);
    if (code != SQLITE_DONE || finish != SQLITE_OK)
        return code == SQLITE_DONE ? finish : code;
    /* One file that can be carried about, without a log beside it; a server turns it back. */
    return sqlite3_exec(to, "pragma journal_mode = delete", NULL, NULL, NULL);
}

static int copy_database(const char *from, const char *to, struct store_problem *problem)
{
    sqlite3 *source = NULL, *target = NULL;
    char why[160] = "";
    int error = 0;

    if (sqlite3_open_v2(from, &source, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
        sqlite_explain(source, why, sizeof why);
    else if (sqlite3_open_v2(to, &target, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK ||
             copy_pages(source, target) != SQLITE_OK)
        sqlite_explain(target, why, sizeof why);
    if (*why) {
        int code = sqlite3_errcode(target ? target : source) & 0xff;
        bool damaged = code == SQLITE_CORRUPT || code == SQLITE_NOTADB;

        error = sqlite_refuse(problem, damaged ? ERR_CORRUPT : ERR_UNWRITABLE, "%.100s: %s",
                              target ? to : from, why);
    }
    sqlite3_close(source);
    sqlite3_close(target);
    return error;
}

/* The pages and index of the copy are looked at as a server would. */
static int check_copy(const char *path, struct store_problem *problem)
{
    const struct store_sqlite_options options = {.read_only = true};
    struct store *s;
    int error = store_sqlite_open(&s, path, &options, problem);

    if (error == 0)
        store_free(s);
    return error;
}

int store_sqlite_copy(const char *from, const char *to, struct store_problem *problem)
{
    char part[PATH_SIZE];

    if (!join(part, to, ".part"))
        return sqlite_refuse(problem, ERR_SYNTAX, "the path is too long");
    if (access(from, R_OK) != 0)
        return refuse_errno(problem, from);
    if (access(to, F_OK) == 0)
        return sqlite_refuse(problem, ERR_BUSY, "%.150s: is there already", to);
    /* Readable by its owner only, as a store is. A part of an earlier try is of no use. */
    unlink(part);
    int fd = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return refuse_errno(problem, part);
    close(fd);
    int error = copy_database(from, part, problem);
    if (error == 0)
        error = check_copy(part, problem);
    /* link() instead of rename(): it never replaces a file that came meanwhile. */
    if (error == 0 && link(part, to) != 0) {
        error = refuse_errno(problem, to);
    } else if (error == 0 && !sync_folder(to)) {
        error = refuse_errno(problem, to);
        unlink(to);
    }
    unlink(part);
    return error;
}

/* One that is not there is fine. */
static bool move(const char *from, const char *to, const char *tail)
{
    char old[PATH_SIZE], new[PATH_SIZE];

    return join(old, from, tail) && join(new, to, tail) &&
           (rename(old, new) == 0 || errno == ENOENT);
}

/*
 * The store that is there gets the name `before`, and `fresh` its own, in one step. Until then it
 * has both names, and its write-ahead log has gone ahead: whatever ends the process meanwhile, a
 * store that lacks its log is noticed, which one with another's would not be. If it cannot be done
 * everything is where it was.
 */
static bool take_its_place(const char *path, const char *before, const char *fresh)
{
    bool named = link(path, before) == 0;

    if (!named && errno != ENOENT)
        return false;
    if (move(path, before, "-wal") && move(path, before, "-shm") && rename(fresh, path) == 0)
        return true;
    int why = errno;
    (void)move(before, path, "-shm");
    (void)move(before, path, "-wal");
    if (named)
        unlink(before);
    errno = why;
    return false;
}

static bool name_before(const char *path, char *out, size_t size)
{
    time_t now = time(NULL);
    struct tm day;
    char stamp[32];

    gmtime_r(&now, &day);
    strftime(stamp, sizeof stamp, "%Y%m%dT%H%M%SZ", &day);
    return (size_t)snprintf(out, size, "%s.before-%s", path, stamp) < size;
}

/* Whose the store is: the owner of what is there, else of its folder. */
static bool owner_of(const char *path, struct stat *out)
{
    if (stat(path, out) == 0)
        return true;
    int fd = open_folder(path);
    bool known = fd >= 0 && fstat(fd, out) == 0;
    if (fd >= 0)
        close(fd);
    return known;
}

/* Only a file that has no other name: whoever owns the folder could put one there that is not
 * theirs. */
static bool give(int fd, const struct stat *owner)
{
    struct stat st;

    if (fd < 0 || fstat(fd, &st) != 0)
        return false;
    errno = EPERM;
    return S_ISREG(st.st_mode) && st.st_nlink == 1 && fchown(fd, owner->st_uid, owner->st_gid) == 0;
}

/* Root brings a store back for the user that the server runs as, who can read no file of root's. */
static bool hand_over(const char *path, const char *fresh, const struct alive *lock)
{
    struct stat owner;

    if (geteuid() != 0)
        return true;
    int fd = open(fresh, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    bool done = owner_of(path, &owner) && give(fd, &owner) && give(lock->fd, &owner);
    if (fd >= 0)
        close(fd);
    return done;
}

int store_sqlite_replace(const char *from, const char *path, char *before, size_t size,
                         struct store_problem *problem)
{
    char fresh[PATH_SIZE];
    struct alive lock;
    int error;

    if (!join(fresh, path, ".new") || !name_before(path, before, size))
        return sqlite_refuse(problem, ERR_SYNTAX, "the path is too long");
    error = alive_open(&lock, path, true, problem);
    if (error < 0)
        return error;
    unlink(fresh);
    error = store_sqlite_copy(from, fresh, problem);
    if (error == 0 && !hand_over(path, fresh, &lock))
        error = refuse_errno(problem, path);
    bool had = access(path, F_OK) == 0;
    if (error == 0 && !take_its_place(path, before, fresh))
        error = sqlite_refuse(problem, ERR_UNWRITABLE, "%.150s: %s", path, strerror(errno));
    if (error == 0) {
        alive_note_row(&lock, 0); /* that was the last row of another */
        if (!sync_folder(path))
            error = refuse_errno(problem, path);
    }
    if (!had)
        *before = '\0';
    unlink(fresh);
    alive_close(&lock);
    return error;
}
