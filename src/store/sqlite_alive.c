#include "store/sqlite_alive.h"

#include "base/err.h"
#include "store/backend.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { SLOT = 32, ROW_SLOT = 0, SLOTS = 1 + ALIVE_SESSIONS, SLOT_BYTES = SLOTS * SLOT };
enum {
    TEXT = STORE_NAME_MAX + 2,
    CARD = 3 * 8 + 2 * TEXT + 4,
    FILE_BYTES = SLOT_BYTES + SLOTS * CARD
};

struct session {
    uint64_t node;
    int64_t beat, ttl;
};

/* ---- slots ---- */

static void put_number(uint8_t *at, uint64_t n)
{
    for (int i = 0; i < 8; i++)
        at[i] = (uint8_t)(n >> (8 * i));
}

static uint64_t get_number(const uint8_t *at)
{
    uint64_t n = 0;

    for (int i = 0; i < 8; i++)
        n |= (uint64_t)at[i] << (8 * i);
    return n;
}

/* Of a slot that was half written, by a process that was killed or that writes just now. */
static uint64_t sum_of(const struct session *s)
{
    uint64_t sum = UINT64_C(0x9E3779B97F4A7C15);

    sum = (sum ^ s->node) * UINT64_C(0xBF58476D1CE4E5B9);
    sum = (sum ^ (uint64_t)s->beat) * UINT64_C(0x94D049BB133111EB);
    return (sum ^ (uint64_t)s->ttl) * UINT64_C(0x9E3779B97F4A7C15);
}

static void slot_write(uint8_t slot[SLOT], const struct session *s)
{
    put_number(slot, s->node);
    put_number(slot + 8, (uint64_t)s->beat);
    put_number(slot + 16, (uint64_t)s->ttl);
    put_number(slot + 24, s->ttl ? sum_of(s) : 0);
}

static bool slot_read(const uint8_t slot[SLOT], struct session *s)
{
    *s = (struct session){get_number(slot), (int64_t)get_number(slot + 8),
                          (int64_t)get_number(slot + 16)};
    return s->ttl > 0 && get_number(slot + 24) == sum_of(s);
}

/* ---- cards ---- */

static uint64_t card_sum(const uint8_t card[CARD])
{
    uint64_t sum = UINT64_C(0x9E3779B97F4A7C15);

    for (int i = 0; i < CARD; i++) {
        if (i < 16 || i >= 24)
            sum = (sum ^ card[i]) * UINT64_C(0xBF58476D1CE4E5B9);
    }
    return sum;
}

static void card_write(uint8_t card[CARD], const struct store_session *s)
{
    memset(card, 0, CARD);
    put_number(card, s->node);
    put_number(card + 8, (uint64_t)s->format);
    memcpy(card + 24, s->address.at ? s->address.at : "", s->address.len);
    memcpy(card + 24 + TEXT, s->version.at ? s->version.at : "", s->version.len);
    put_number(card + 16, card_sum(card));
}

/* A card that does not belong to the node, or was half written, tells nothing. */
static void card_read(const uint8_t card[CARD], struct store_session *s)
{
    if (get_number(card) != s->node || get_number(card + 16) != card_sum(card))
        return;
    s->format = (int64_t)get_number(card + 8);
    s->address = str_of((const char *)card + 24);
    s->version = str_of((const char *)card + 24 + TEXT);
}

static bool read_all(const struct alive *a, uint8_t bytes[FILE_BYTES])
{
    memset(bytes, 0, FILE_BYTES);
    return a->fd >= 0 && pread(a->fd, bytes, FILE_BYTES, 0) >= 0;
}

/* ---- the file ---- */

static bool name_of(const char *path, char name[4096])
{
    return (size_t)snprintf(name, 4096, "%s-alive", path) < 4096;
}

int alive_open(struct alive *a, const char *path, bool exclusive, struct store_problem *problem)
{
    char name[4096];
    const char *why = NULL;
    int error = ERR_UNWRITABLE;

    a->fd = -1;
    if (!name_of(path, name)) {
        snprintf(problem->reason, sizeof problem->reason, "the path is too long");
        return ERR_SYNTAX;
    }
    /* Also root opens it, in a folder of somebody else's, who must not lead it elsewhere. */
    int fd = open(name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0) {
        why = strerror(errno);
    } else if (exclusive && flock(fd, LOCK_EX | LOCK_NB) != 0) {
        error = ERR_BUSY;
        why = "another server uses this store";
    } else {
        /* Room for all slots, so that no beat will ever need a disk that is full. */
        int code = posix_fallocate(fd, 0, FILE_BYTES);

        if (code != 0)
            why = strerror(code);
    }
    if (why) {
        snprintf(problem->reason, sizeof problem->reason, "%.150s: %s", path, why);
        if (fd >= 0)
            close(fd);
        return error;
    }
    a->fd = fd;
    return 0;
}

void alive_look(struct alive *a, const char *path)
{
    char name[4096];

    a->fd = name_of(path, name) ? open(name, O_RDONLY | O_CLOEXEC) : -1;
}

void alive_close(struct alive *a)
{
    if (a->fd >= 0)
        close(a->fd);
    a->fd = -1;
}

/* ---- sessions ---- */

static bool write_slot(struct alive *a, int i, const struct session *s)
{
    uint8_t slot[SLOT];

    slot_write(slot, s);
    return pwrite(a->fd, slot, SLOT, (off_t)i * SLOT) == SLOT;
}

static bool write_card(struct alive *a, int i, const uint8_t *before, const struct store_session *s)
{
    uint8_t card[CARD];

    card_write(card, s);
    return memcmp(card, before, CARD) == 0 ||
           pwrite(a->fd, card, CARD, SLOT_BYTES + (off_t)i * CARD) == CARD;
}

enum store_result alive_beat(struct alive *a, const struct store_session *given)
{
    uint8_t bytes[FILE_BYTES];
    int place = -1;
    bool fine = read_all(a, bytes);

    for (int i = ROW_SLOT + 1; fine && i < SLOTS; i++) {
        struct session s;
        bool used = slot_read(bytes + i * SLOT, &s);

        if (used && s.node != given->node && !store_session_fresh(given->beat, s.beat, s.ttl)) {
            fine = write_slot(a, i, &(struct session){0});
            used = false;
        }
        if (used ? s.node == given->node : place < 0)
            place = i;
        if (used && s.node == given->node)
            break;
    }
    if (!fine || place < 0 || !write_card(a, place, bytes + SLOT_BYTES + place * CARD, given))
        return STORE_UNAVAILABLE;
    return write_slot(a, place, &(struct session){given->node, given->beat, given->ttl})
               ? STORE_OK
               : STORE_UNAVAILABLE;
}

void alive_each(const struct alive *a, store_each_session *each, void *arg)
{
    uint8_t bytes[FILE_BYTES];

    if (!read_all(a, bytes))
        return;
    for (int i = ROW_SLOT + 1; i < SLOTS; i++) {
        struct session s;

        if (!slot_read(bytes + i * SLOT, &s))
            continue;
        struct store_session shown = {
            .node = s.node, .beat = s.beat, .ttl = s.ttl, .address = STR(""), .version = STR("")};
        card_read(bytes + SLOT_BYTES + i * CARD, &shown);
        if (!each(arg, &shown))
            return;
    }
}

void alive_note_row(struct alive *a, int64_t row)
{
    if (a->fd >= 0)
        (void)write_slot(a, ROW_SLOT, &(struct session){0, row, row != 0});
}

int64_t alive_row(const struct alive *a)
{
    uint8_t bytes[FILE_BYTES];
    struct session s;

    return read_all(a, bytes) && slot_read(bytes + ROW_SLOT * SLOT, &s) ? s.beat : 0;
}
