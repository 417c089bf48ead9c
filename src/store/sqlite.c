/* Appending, reading and forgetting in an SQLite file; who opened it is in sqlite_open.c. */
#include "store/sqlite.h"

#include "base/err.h"

#include <stdio.h>
#include <stdlib.h>

/* Frees the statement for its next use and tells how it went. */
static int finish(sqlite3_stmt *st)
{
    int code = sqlite3_reset(st);

    sqlite3_clear_bindings(st);
    return code;
}

static int run(struct sqlite_store *q, enum sqlite_statement which)
{
    sqlite3_step(q->statement[which]);
    return finish(q->statement[which]);
}

static sqlite3_stmt *bound(struct sqlite_store *q, enum sqlite_statement which, int64_t a,
                           int64_t b, int64_t c)
{
    sqlite3_stmt *st = q->statement[which];
    const int64_t value[] = {a, b, c};
    int n = sqlite3_bind_parameter_count(st);

    for (int i = 0; i < n && i < 3; i++)
        sqlite3_bind_int64(st, i + 1, value[i]);
    return st;
}

static int run_with(struct sqlite_store *q, enum sqlite_statement which, int64_t a, int64_t b,
                    int64_t c)
{
    bound(q, which, a, b, c);
    return run(q, which);
}

static bool is_damage(int code)
{
    return (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB;
}

/* A failure of SQLite itself, before a commit: nothing is written. */
static enum store_result failed(struct sqlite_store *q, int code)
{
    char why[160];

    sqlite_explain(q->db, why, sizeof why);
    return store_because(&q->base, is_damage(code) ? STORE_CORRUPT : STORE_UNAVAILABLE, "%s", why);
}

/* CRC-32 over everything an entry says. SQLite's own checks see pages, not the values in them. */
static uint32_t crc(uint32_t sum, const void *bytes, size_t n)
{
    static const uint32_t nibble[16] = {
        0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4,
        0x4DB26158, 0x5005713C, 0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
        0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C,
    };
    const uint8_t *p = bytes;

    for (size_t i = 0; i < n; i++) {
        sum ^= p[i];
        sum = (sum >> 4) ^ nibble[sum & 15];
        sum = (sum >> 4) ^ nibble[sum & 15];
    }
    return sum;
}

static uint32_t entry_sum(const struct store_entry *e)
{
    const uint64_t value[] = {(uint64_t)e->room, (uint64_t)e->seq, (uint64_t)e->epoch, e->op};
    uint8_t head[sizeof value];

    for (size_t i = 0; i < sizeof head; i++)
        head[i] = (uint8_t)(value[i / 8] >> (8 * (i % 8)));
    return ~crc(crc(0xFFFFFFFF, head, sizeof head), e->body.at, e->body.len);
}

/* Columns epoch, op, sum, body from `first` on; false when the sum does not fit. */
static bool entry_at(sqlite3_stmt *st, int first, struct store_entry *e)
{
    e->epoch = sqlite3_column_int64(st, first);
    e->op = (uint64_t)sqlite3_column_int64(st, first + 1);
    e->body.at = sqlite3_column_blob(st, first + 3);
    e->body.len = (size_t)sqlite3_column_bytes(st, first + 3);
    return sqlite3_column_int64(st, first + 2) == (int64_t)entry_sum(e);
}

/* -1: the statement failed; otherwise whether (room, seq) is there, and what its writer hears. */
static int stored_before(struct sqlite_store *q, const struct store_entry *e,
                         enum store_result *result)
{
    sqlite3_stmt *st = bound(q, ST_ENTRY, e->room, e->seq, 0);
    int found = sqlite3_step(st) == SQLITE_ROW;

    if (found) {
        struct store_entry there = {.room = e->room, .seq = e->seq};

        if (!entry_at(st, 0, &there))
            *result = store_because(&q->base, STORE_CORRUPT, "the entry there is damaged");
        else if (store_same(&there, e))
            *result = STORE_OK;
        else
            *result = store_because(&q->base, STORE_CONFLICT, "another entry is there");
    }
    return finish(st) == SQLITE_OK ? found : -1;
}

/* State and head of a room; state -1 where it is not known. */
static int room_state(struct sqlite_store *q, int64_t room, int *state, int64_t *head)
{
    sqlite3_stmt *st = bound(q, ST_STATE, room, 0, 0);

    *state = -1;
    *head = 0;
    if (sqlite3_step(st) == SQLITE_ROW) {
        *state = sqlite3_column_int(st, 0);
        *head = sqlite3_column_int64(st, 1);
    }
    return finish(st);
}

/* Nothing was inserted: why? */
static int why_not(struct sqlite_store *q, const struct store_entry *e, enum store_result *result)
{
    int64_t head;
    int state, code = room_state(q, e->room, &state, &head);

    if (code != SQLITE_OK)
        return code;
    if (state == ROOM_PURGED) {
        *result = store_because(&q->base, STORE_GONE, "the room was purged");
        return SQLITE_OK;
    }
    int found = stored_before(q, e, result);
    if (found < 0)
        return sqlite3_errcode(q->db);
    if (found > 0)
        return SQLITE_OK;
    if (state >= 0 && head == 0)
        *result = store_because(&q->base, STORE_CORRUPT, "the log is lost");
    else if (e->seq < head)
        *result = store_because(&q->base, STORE_CORRUPT, "the log has a gap");
    else if (e->seq > head + 1)
        *result = store_because(&q->base, STORE_CONFLICT, "the entry before it is missing");
    else if (state == ROOM_SEALED)
        *result = store_because(&q->base, STORE_CONFLICT, "the room is sealed");
    else
        *result = store_because(&q->base, STORE_CONFLICT, "the room has a later owner");
    return SQLITE_OK;
}

static int append(struct sqlite_store *q, const struct store_entry *e, enum store_result *result)
{
    int code = e->seq == 1 ? run_with(q, ST_ENTER, e->room, 0, 0) : SQLITE_OK;

    if (code != SQLITE_OK)
        return code;
    if (e->seq == 1 && !sqlite3_changes(q->db))
        return why_not(q, e, result);
    sqlite3_stmt *st = bound(q, ST_APPEND, e->room, e->seq, e->epoch);
    sqlite3_bind_int64(st, 4, (int64_t)e->op);
    sqlite3_bind_int64(st, 5, entry_sum(e));
    sqlite3_bind_blob64(st, 6, e->body.len ? e->body.at : "", e->body.len, SQLITE_STATIC);
    code = run(q, ST_APPEND);
    if (code != SQLITE_OK)
        return code;
    *result = STORE_OK;
    return sqlite3_changes(q->db) ? SQLITE_OK : why_not(q, e, result);
}

static int seal(struct sqlite_store *q, const struct store_request *r, enum store_result *result)
{
    int64_t head;
    int state, code = room_state(q, r->entry.room, &state, &head);

    if (code != SQLITE_OK)
        return code;
    if (state == ROOM_PURGED)
        *result = store_because(&q->base, STORE_GONE, "the room was purged");
    else if (head != r->entry.seq)
        *result = store_because(&q->base, STORE_CONFLICT, "another entry is the last one");
    else {
        *result = STORE_OK;
        return run_with(q, ST_SEAL, r->entry.room, r->at, 0);
    }
    return SQLITE_OK;
}

/* One request inside the transaction: a code of SQLite, and on success what to answer. */
static int apply(struct sqlite_store *q, struct store_request *r)
{
    int64_t now = q->base.clock();
    int code = SQLITE_OK;

    switch (r->kind) {
    case STORE_APPEND:
        return append(q, &r->entry, &r->result);
    case STORE_SEAL:
        return seal(q, r, &r->result);
    case STORE_PURGE:
        r->result = STORE_OK;
        code = run_with(q, ST_ERASE, r->entry.room, 0, 0);
        return code == SQLITE_OK ? run_with(q, ST_PURGE, r->entry.room, 0, 0) : code;
    case STORE_BEAT:
        r->result = STORE_OK;
        code = run_with(q, ST_BEAT, (int64_t)r->entry.op, now, r->at);
        return code == SQLITE_OK ? run_with(q, ST_EXPIRE, now, 0, 0) : code;
    }
    return code;
}

static void roll_back(struct sqlite_store *q)
{
    if (!sqlite3_get_autocommit(q->db))
        run(q, ST_ROLLBACK);
}

static void answer_all(struct batch *batch, enum store_result result)
{
    for (size_t i = 0; i < batch->n; i++)
        batch->at[i]->result = result;
}

/* A file that was moved or deleted takes writes that nobody will ever find again. */
static bool has_moved(struct sqlite_store *q)
{
    int moved = 0;

    sqlite3_file_control(q->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    return moved;
}

static void commit(struct sqlite_store *q, struct batch *batch)
{
    int code;

    if (has_moved(q)) {
        answer_all(batch,
                   store_because(&q->base, STORE_UNAVAILABLE, "the file was moved or deleted"));
        return;
    }
    code = run(q, ST_BEGIN);
    if (code != SQLITE_OK) {
        answer_all(batch, failed(q, code));
        return;
    }
    for (size_t i = 0; i < batch->n; i++) {
        code = apply(q, batch->at[i]);
        if (code == SQLITE_OK)
            continue;
        /* Only the one that met the damage is stopped; the others may try again without it. */
        enum store_result result = failed(q, code);
        roll_back(q);
        answer_all(batch, STORE_UNAVAILABLE);
        batch->at[i]->result = result;
        return;
    }
    code = run(q, ST_COMMIT);
    if (code == SQLITE_OK)
        return;
    /*
     * Full, locked or read-only: the commit record cannot be complete. After any other failure (of
     * the sync, say) it may stand in the file and come to life in the recovery after a crash.
     */
    int kind = code & 0xff;
    bool certain = kind == SQLITE_FULL || kind == SQLITE_BUSY || kind == SQLITE_READONLY;
    failed(q, code);
    roll_back(q);
    for (size_t i = 0; i < batch->n; i++) {
        if (batch->at[i]->result == STORE_OK)
            batch->at[i]->result = certain ? STORE_UNAVAILABLE : STORE_UNKNOWN;
    }
}

static int sqlite_submit(struct store *s, const struct store_request *request)
{
    return queue_put(&((struct sqlite_store *)s)->queue, request);
}

static int sqlite_pump(struct store *s, int ms)
{
    struct sqlite_store *q = (struct sqlite_store *)s;
    struct batch batch = queue_take(&q->queue);

    (void)ms; /* answers come from the disk, at once */
    if (batch.n == 0)
        return 0;
    commit(q, &batch);
    int answered = queue_answer(&q->queue, &batch);
    /* After the answers, so that nobody waits for it. A failure shows when the disk is full. */
    if (q->wal_pages >= q->checkpoint_pages) {
        q->wal_pages = 0;
        sqlite3_wal_checkpoint_v2(q->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    }
    return answered;
}

static int note_pages(void *arg, sqlite3 *db, const char *name, int pages)
{
    struct sqlite_store *q = arg;

    (void)db;
    (void)name;
    q->wal_pages = pages;
    return SQLITE_OK;
}

static int sqlite_fd(const struct store *s)
{
    return ((const struct sqlite_store *)s)->queue.fd;
}

static enum store_result sqlite_read(struct store *s, int64_t room, int64_t from,
                                     store_each_entry *each, void *arg)
{
    struct sqlite_store *q = (struct sqlite_store *)s;
    sqlite3_stmt *st = bound(q, ST_READ, room, from, 0);
    struct store_entry e = {.room = room, .seq = from};
    enum store_result result = STORE_OK;
    int code;

    for (; (code = sqlite3_step(st)) == SQLITE_ROW; e.seq++) {
        if (sqlite3_column_int(st, 0) == ROOM_PURGED)
            result = store_because(s, STORE_GONE, "the room was purged");
        else if (sqlite3_column_type(st, 1) == SQLITE_NULL && from > 1)
            break; /* the room is known, and nothing is behind its head */
        else if (sqlite3_column_int64(st, 1) != e.seq)
            result = store_because(s, STORE_CORRUPT, "the log has a gap before entry %lld",
                                   (long long)sqlite3_column_int64(st, 1));
        else if (!entry_at(st, 2, &e))
            result = store_because(s, STORE_CORRUPT, "entry %lld is damaged", (long long)e.seq);
        else if (each(arg, &e))
            continue;
        break;
    }
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        result = failed(q, code);
    finish(st);
    return result;
}

static enum store_result sqlite_rooms(struct store *s, store_each_room *each, void *arg)
{
    struct sqlite_store *q = (struct sqlite_store *)s;
    sqlite3_stmt *st = q->statement[ST_ROOMS];
    enum store_result result = STORE_OK;
    int code;

    while ((code = sqlite3_step(st)) == SQLITE_ROW) {
        struct store_room r = {.room = sqlite3_column_int64(st, 0),
                               .sealed_at = sqlite3_column_int64(st, 1),
                               .head = sqlite3_column_int64(st, 2)};

        if (!each(arg, &r))
            break;
    }
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        result = failed(q, code);
    finish(st);
    return result;
}

static enum store_result sqlite_session(struct store *s, uint64_t node, int64_t *beat, int64_t *ttl)
{
    struct sqlite_store *q = (struct sqlite_store *)s;
    sqlite3_stmt *st = bound(q, ST_ALIVE, (int64_t)node, 0, 0);
    int code = sqlite3_step(st);
    bool known = code == SQLITE_ROW;
    int64_t last = known ? sqlite3_column_int64(st, 0) : 0;
    int64_t lasts = known ? sqlite3_column_int64(st, 1) : 0;
    enum store_result result =
        code == SQLITE_ROW || code == SQLITE_DONE ? STORE_OK : failed(q, code);

    finish(st);
    if (result == STORE_OK) {
        *beat = last;
        *ttl = lasts;
    }
    return result;
}

static void sqlite_free(struct store *s)
{
    struct sqlite_store *q = (struct sqlite_store *)s;

    queue_refuse(&q->queue);
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(q->statement[i]);
    sqlite3_close(q->db);
    queue_fini(&q->queue);
    store_fini(&q->base);
    free(q);
}

static const struct store_ops sqlite_ops = {
    .name = "sqlite",
    .submit = sqlite_submit,
    .pump = sqlite_pump,
    .fd = sqlite_fd,
    .read = sqlite_read,
    .rooms = sqlite_rooms,
    .session = sqlite_session,
    .free = sqlite_free,
};

int store_sqlite_open(struct store **out, const char *path,
                      const struct store_sqlite_options *options, struct store_problem *problem)
{
    static const char *const sql[STATEMENTS] = {
#define X(name, text) [name] = text,
        SQLITE_STATEMENTS(X)
#undef X
    };
    struct store_sqlite_options o = options ? *options : (struct store_sqlite_options){0};
    sqlite3 *db;

    o.busy_ms = o.busy_ms ? o.busy_ms : 1000;
    o.checkpoint_pages = o.checkpoint_pages ? o.checkpoint_pages : 1000;
    int error = sqlite_connect(&db, path, &o, problem);
    if (error < 0)
        return error;
    struct sqlite_store *q = calloc(1, sizeof *q);
    if (!q)
        abort();
    store_init(&q->base, &sqlite_ops);
    queue_init(&q->queue);
    q->db = db;
    q->checkpoint_pages = o.checkpoint_pages;
    sqlite3_wal_hook(db, note_pages, q);
    for (int i = 0; i < STATEMENTS; i++) {
        if (sqlite3_prepare_v3(db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &q->statement[i], NULL) ==
            SQLITE_OK)
            continue;
        /* The version fits, the tables do not: somebody changed them. */
        snprintf(problem->reason, sizeof problem->reason, "%s: %s", path, sqlite3_errmsg(db));
        sqlite_free(&q->base);
        return ERR_CORRUPT;
    }
    *out = &q->base;
    return 0;
}
