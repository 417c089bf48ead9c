/* Loaded into a server before everything else: its disk fails and its clock is set as a test wants
 * it. Not part of the program.
 *
 * What is wanted stands in a file that the environment names (UNISONO_FAULT), as numbers: whether
 * writes of a store fail and with which error, whether syncs do, how long a sync takes in
 * milliseconds, and by how many milliseconds the clock of the wall is wrong. It is read at most
 * every few milliseconds. */
#undef _FILE_OFFSET_BITS /* each name stands for itself here */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { READ_EVERY_MS = 5 };

static atomic_llong write_error, sync_error, sync_ms, clock_ms, read_at;

#define REAL(name)                 \
    static __typeof__(name) *real; \
    if (!real)                     \
    real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static int real_clock(clockid_t clock, struct timespec *out)
{
    REAL(clock_gettime);
    return real(clock, out);
}

static void look(void)
{
    struct timespec now;
    long long want[4] = {0};
    char text[200] = "";
    const char *path = getenv("UNISONO_FAULT");

    real_clock(CLOCK_MONOTONIC, &now);
    long long ms = now.tv_sec * 1000LL + now.tv_nsec / 1000000, last = atomic_load(&read_at);
    if (!path || ms < last + READ_EVERY_MS || !atomic_compare_exchange_strong(&read_at, &last, ms))
        return;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    if (n <= 0 || sscanf(text, "%lld %lld %lld %lld", &want[0], &want[1], &want[2], &want[3]) != 4)
        return;
    atomic_store(&write_error, want[0]);
    atomic_store(&sync_error, want[1]);
    atomic_store(&sync_ms, want[2]);
    atomic_store(&clock_ms, want[3]);
}

/* The store and what lies beside it, but not the log of the server. */
static int of_store(int fd)
{
    char link[64], path[4096];

    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, sizeof path - 1);
    if (n <= 0)
        return 0;
    path[n] = '\0';
    return strstr(path, ".db") != NULL && !strstr(path, "-alive");
}

static int fails(int fd, atomic_llong *error)
{
    look();
    int code = (int)atomic_load(error);

    if (!code || !of_store(fd))
        return 0;
    errno = code;
    return 1;
}

ssize_t pwrite(int fd, const void *at, size_t n, off_t where)
{
    REAL(pwrite);
    return fails(fd, &write_error) ? -1 : real(fd, at, n, where);
}

ssize_t pwrite64(int fd, const void *at, size_t n, off64_t where)
{
    REAL(pwrite64);
    return fails(fd, &write_error) ? -1 : real(fd, at, n, where);
}

ssize_t write(int fd, const void *at, size_t n)
{
    REAL(write);
    return atomic_load(&write_error) && fails(fd, &write_error) ? -1 : real(fd, at, n);
}

static void drag(void)
{
    long long ms = atomic_load(&sync_ms);

    if (ms > 0)
        nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

int fsync(int fd)
{
    REAL(fsync);
    if (fails(fd, &sync_error))
        return -1;
    drag();
    return real(fd);
}

int fdatasync(int fd)
{
    REAL(fdatasync);
    if (fails(fd, &sync_error))
        return -1;
    drag();
    return real(fd);
}

static long long set_by(void)
{
    look();
    return atomic_load(&clock_ms);
}

int clock_gettime(clockid_t clock, struct timespec *out)
{
    int code = real_clock(clock, out);

    if (code == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        long long ms = set_by();

        out->tv_sec += ms / 1000;
        out->tv_nsec += ms % 1000 * 1000000;
        if (out->tv_nsec < 0) {
            out->tv_nsec += 1000000000;
            out->tv_sec--;
        } else if (out->tv_nsec >= 1000000000) {
            out->tv_nsec -= 1000000000;
            out->tv_sec++;
        }
    }
    return code;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    struct timespec now;

    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        return -1;
    *out = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *out)
{
    struct timespec now = {0};

    clock_gettime(CLOCK_REALTIME, &now);
    if (out)
        *out = now.tv_sec;
    return now.tv_sec;
}
