/* Writing by one connection: what a request does inside the transaction, and what it is told. */
#include "store/sqlite.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum store_result sqlite_because(struct sqlite_conn *c, enum store_result result,
                                 const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(c->why, sizeof c->why, format, args);
    va_end(args);
    return result;
}

int sqlite_finish(sqlite3_stmt *st)
{
    int code = sqlite3_reset(st);

    sqlite3_clear_bindings(st);
    return code;
}

int sqlite_step(struct sqlite_conn *c, enum sqlite_statement which)
{
    sqlite3_step(c->statement[which]);
    return sqlite_finish(c->statement[which]);
}

sqlite3_stmt *sqlite_bound(struct sqlite_conn *c, enum sqlite_statement which, int64_t a, int64_t b,
                           int64_t d)
{
    sqlite3_stmt *st = c->statement[which];
    const int64_t value[] = {a, b, d};
    int n = sqlite3_bind_parameter_count(st);

    for (int i = 0; i < n && i < 3; i++)
        sqlite3_bind_int64(st, i + 1, value[i]);
    return st;
}

void sqlite_bind(sqlite3_stmt *st, int at, struct str text, bool null)
{
    if (!text.len && null)
        sqlite3_bind_null(st, at);
    else if (null)
        sqlite3_bind_text64(st, at, text.at, text.len, SQLITE_STATIC, SQLITE_UTF8);
    else
        sqlite3_bind_blob64(st, at, text.len ? text.at : "", text.len, SQLITE_STATIC);
}

static int run_with(struct sqlite_conn *c, enum sqlite_statement which, int64_t a, int64_t b,
                    int64_t d)
{
    sqlite_bound(c, which, a, b, d);
    return sqlite_step(c, which);
}

static bool is_damage(int code)
{
    return (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB;
}

/* A failure of SQLite itself, before a commit: nothing is written. */
enum store_result sqlite_failed(struct sqlite_conn *c, int code)
{
    char why[160];

    sqlite_explain(c->db, why, sizeof why);
    return sqlite_because(c, is_damage(code) ? STORE_CORRUPT : STORE_UNAVAILABLE, "%s", why);
}

bool sqlite_entry_at(sqlite3_stmt *st, int first, struct store_entry *e)
{
    e->epoch = sqlite3_column_int64(st, first);
    e->op = (uint64_t)sqlite3_column_int64(st, first + 1);
    e->body.at = sqlite3_column_blob(st, first + 3);
    e->body.len = (size_t)sqlite3_column_bytes(st, first + 3);
    return sqlite3_column_int64(st, first + 2) == (int64_t)store_entry_sum(e);
}

/* -1: the statement failed; otherwise whether (room, seq) is there, and what its writer hears. */
static int stored_before(struct sqlite_conn *c, const struct store_entry *e,
                         enum store_result *result)
{
    sqlite3_stmt *st = sqlite_bound(c, ST_ENTRY, e->room, e->seq, 0);
    int found = sqlite3_step(st) == SQLITE_ROW;

    if (found) {
        struct store_entry there = {.room = e->room, .seq = e->seq};

        if (!sqlite_entry_at(st, 0, &there))
            *result = sqlite_because(c, STORE_CORRUPT, "the entry there is damaged");
        else if (store_same(&there, e))
            *result = STORE_OK;
        else
            *result = sqlite_because(c, STORE_CONFLICT, "another entry is there");
    }
    return sqlite_finish(st) == SQLITE_OK ? found : -1;
}

/* State and head of a room; state -1 where it is not known. */
static int room_state(struct sqlite_conn *c, int64_t room, int *state, int64_t *head)
{
    sqlite3_stmt *st = sqlite_bound(c, ST_STATE, room, 0, 0);

    *state = -1;
    *head = 0;
    if (sqlite3_step(st) == SQLITE_ROW) {
        *state = sqlite3_column_int(st, 0);
        *head = sqlite3_column_int64(st, 1);
    }
    return sqlite_finish(st);
}

/* Nothing was inserted: why? */
static int why_not(struct sqlite_conn *c, const struct store_entry *e, enum store_result *result)
{
    int64_t head;
    int state, code = room_state(c, e->room, &state, &head);

    if (code != SQLITE_OK)
        return code;
    if (state == ROOM_PURGED) {
        *result = sqlite_because(c, STORE_GONE, "the room was purged");
        return SQLITE_OK;
    }
    int found = stored_before(c, e, result);
    if (found < 0)
        return sqlite3_errcode(c->db);
    if (found > 0)
        return SQLITE_OK;
    if (state < 0 && e->seq == 1)
        *result = sqlite_because(c, STORE_CONFLICT, "another room has this name");
    else if (state >= 0 && head == 0)
        *result = sqlite_because(c, STORE_CORRUPT, "the log is lost");
    else if (e->seq < head)
        *result = sqlite_because(c, STORE_CORRUPT, "the log has a gap");
    else if (e->seq > head + 1)
        *result = sqlite_because(c, STORE_CONFLICT, "the entry before it is missing");
    else
        *result = sqlite_because(c, STORE_CONFLICT,
                                 "the room has a later owner, or another entry is before it");
    return SQLITE_OK;
}

/* ---- what is known of rooms ---- */

/* The tail of a room, or the place where it would be kept: a free one of its set, else its first.
 */
static struct tail *tail_of(struct sqlite_conn *c, int64_t room)
{
    uint64_t mixed = (uint64_t)room * UINT64_C(0x9E3779B97F4A7C15) >> 32;
    struct tail *set = &c->tail[(mixed * TAIL_SET) & (c->tails - 1)], *vacant = NULL;

    for (struct tail *t = set; t < set + TAIL_SET; t++) {
        if (t->room == room)
            return t;
        if (!vacant && t->age != c->age)
            vacant = t;
    }
    return vacant ? vacant : set;
}

static void new_tails(struct sqlite_conn *c, size_t n)
{
    c->tail = calloc(n, sizeof *c->tail);
    if (!c->tail)
        abort();
    c->tails = n;
}

static void double_tails(struct sqlite_conn *c)
{
    struct tail *old = c->tail;
    size_t n = c->tails;

    new_tails(c, 2 * n);
    for (const struct tail *t = old; t < old + n; t++) {
        if (t->age == c->age)
            *tail_of(c, t->room) = *t;
    }
    free(old);
}

static void forget_tails(struct sqlite_conn *c)
{
    c->age++;
}

/* Inside the transaction: has somebody else written to the file? */
static int look_around(struct sqlite_conn *c)
{
    sqlite3_stmt *st = c->statement[ST_VERSION];
    int64_t version = sqlite3_step(st) == SQLITE_ROW ? sqlite3_column_int64(st, 0) : -1;

    if (!c->tail) {
        new_tails(c, TAILS_FIRST);
        c->age = 1;
    }
    if (version != c->version)
        forget_tails(c);
    c->version = version;
    return sqlite_finish(st);
}

static bool follows(struct sqlite_conn *c, const struct store_entry *e)
{
    const struct tail *t = tail_of(c, e->room);

    return t->age == c->age && t->room == e->room && t->seq == e->seq - 1 && t->epoch <= e->epoch &&
           t->op == e->prev;
}

static void remember_tail(struct sqlite_conn *c, const struct store_entry *e)
{
    const struct tail *t = tail_of(c, e->room);

    if (t->age == c->age && t->room != e->room && c->tails < TAILS_MOST)
        double_tails(c);
    *tail_of(c, e->room) = (struct tail){
        .room = e->room, .seq = e->seq, .epoch = e->epoch, .op = e->op, .age = c->age};
}

static void forget_tail(struct sqlite_conn *c, int64_t room)
{
    tail_of(c, room)->age = 0;
}

/* ---- requests ---- */

static sqlite3_stmt *bound_names(struct sqlite_conn *c, enum sqlite_statement which, int64_t room,
                                 const struct store_names *names)
{
    sqlite3_stmt *st = sqlite_bound(c, which, room, 0, 0);

    sqlite_bind(st, 2, names->code, true);
    sqlite_bind(st, 3, names->founder, true);
    return st;
}

/* A new id, with what it is found by; `entered` tells whether both were free. */
static int enter(struct sqlite_conn *c, int64_t room, const struct store_names *names,
                 bool *entered)
{
    bound_names(c, ST_ENTER, room, names);
    int code = sqlite_step(c, ST_ENTER);
    *entered = code == SQLITE_OK && sqlite3_changes(c->db);
    return code;
}

static int append(struct sqlite_conn *c, const struct store_request *r, enum store_result *result)
{
    const struct store_entry *e = &r->entry;
    enum sqlite_statement how = follows(c, e) ? ST_APPEND_NEXT : ST_APPEND;
    bool entered = true;
    int code = e->seq == 1 ? enter(c, e->room, &r->names, &entered) : SQLITE_OK;

    if (code != SQLITE_OK)
        return code;
    if (!entered)
        return why_not(c, e, result);
    sqlite3_stmt *st = sqlite_bound(c, how, e->room, e->seq, e->epoch);
    sqlite3_bind_int64(st, 4, (int64_t)e->op);
    sqlite3_bind_int64(st, 5, store_entry_sum(e));
    sqlite_bind(st, 6, e->body, false);
    if (how == ST_APPEND)
        sqlite3_bind_int64(st, 7, (int64_t)e->prev);
    code = sqlite_step(c, how);
    if (code != SQLITE_OK)
        return code;
    *result = STORE_OK;
    if (!sqlite3_changes(c->db))
        return why_not(c, e, result);
    c->last_row = sqlite3_last_insert_rowid(c->db);
    remember_tail(c, e);
    return SQLITE_OK;
}

static int name(struct sqlite_conn *c, const struct store_request *r, enum store_result *result)
{
    int64_t head;
    int state, code = room_state(c, r->entry.room, &state, &head);

    *result = STORE_OK;
    if (code != SQLITE_OK)
        return code;
    if (state == ROOM_PURGED) {
        *result = sqlite_because(c, STORE_GONE, "the room was purged");
        return SQLITE_OK;
    }
    bound_names(c, ST_NAME, r->entry.room, &r->names);
    code = sqlite_step(c, ST_NAME);
    if (code != SQLITE_OK || sqlite3_changes(c->db))
        return code;
    sqlite3_stmt *st = bound_names(c, ST_HAS_NAME, r->entry.room, &r->names);
    if (sqlite3_step(st) != SQLITE_ROW)
        *result = sqlite_because(c, STORE_CONFLICT, "another room has this name");
    return sqlite_finish(st);
}

static int purge(struct sqlite_conn *c, const struct store_request *r, enum store_result *result)
{
    int64_t head;
    int state, code = room_state(c, r->entry.room, &state, &head);

    if (code != SQLITE_OK)
        return code;
    if (r->entry.seq && state != ROOM_PURGED && head != r->entry.seq) {
        *result = sqlite_because(c, STORE_CONFLICT, "another entry is the last one");
        return SQLITE_OK;
    }
    *result = STORE_OK;
    code = run_with(c, ST_ERASE, r->entry.room, 0, 0);
    return code == SQLITE_OK ? run_with(c, ST_PURGE, r->entry.room, 0, 0) : code;
}

/* One request inside the transaction: a code of SQLite, and on success what to answer. */
static int apply(struct sqlite_conn *c, struct store_request *r)
{
    if (r->kind == STORE_PURGE)
        forget_tail(c, r->entry.room);
    switch (r->kind) {
    case STORE_APPEND:
        return append(c, r, &r->result);
    case STORE_PURGE:
        return purge(c, r, &r->result);
    case STORE_NAME:
        return name(c, r, &r->result);
    case STORE_DOC_PUT:
        return sqlite_doc_put(c, &r->doc, &r->result);
    case STORE_DOC_REMOVE:
        return sqlite_doc_remove(c, r->doc.key, r->doc.prev, &r->result);
    case STORE_DOC_SWEEP:
        r->result = STORE_OK;
        return run_with(c, ST_DOC_SWEEP, r->at, r->limit, 0);
    default:
        r->result = alive_beat(c->alive, &r->session);
        return SQLITE_OK;
    }
}

static void roll_back(struct sqlite_conn *c)
{
    forget_tails(c);
    if (!sqlite3_get_autocommit(c->db))
        sqlite_step(c, ST_ROLLBACK);
}

static void answer_all(struct batch *batch, enum store_result result)
{
    for (size_t i = 0; i < batch->n; i++)
        batch->at[i]->result = result;
}

/* A file that was moved or deleted takes writes that nobody will ever find again. */
static bool has_moved(struct sqlite_conn *c)
{
    int moved = 0;

    sqlite3_file_control(c->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    return moved;
}

/* Beats alone need no transaction: where nothing else happens nothing is synced. */
static bool only_beats(const struct batch *batch)
{
    for (size_t i = 0; i < batch->n; i++) {
        if (batch->at[i]->kind != STORE_BEAT)
            return false;
    }
    return true;
}

static bool has_purge(const struct batch *batch)
{
    for (size_t i = 0; i < batch->n; i++) {
        if (batch->at[i]->kind == STORE_PURGE)
            return true;
    }
    return false;
}

/* So that a lost write-ahead log is noticed when the store is opened again. Rows come in order:
 * what was appended last is the last row, unless rows were erased. */
static void note_last_row(struct sqlite_conn *c, bool erased)
{
    sqlite3_stmt *st = c->statement[ST_LAST_ROW];

    if (erased) {
        c->last_row = sqlite3_step(st) == SQLITE_ROW ? sqlite3_column_int64(st, 0) : 0;
        if (sqlite_finish(st) != SQLITE_OK)
            return;
    }
    if (erased || c->last_row)
        alive_note_row(c->alive, c->last_row);
}

void sqlite_commit(struct sqlite_conn *c, struct batch *batch)
{
    int code;

    if (only_beats(batch)) {
        for (size_t i = 0; i < batch->n; i++)
            apply(c, batch->at[i]);
        return;
    }
    if (has_moved(c)) {
        answer_all(batch, sqlite_because(c, STORE_UNAVAILABLE, "the file was moved or deleted"));
        return;
    }
    c->last_row = 0;
    code = sqlite_step(c, ST_BEGIN);
    if (code == SQLITE_OK)
        code = look_around(c);
    if (code != SQLITE_OK) {
        answer_all(batch, sqlite_failed(c, code));
        roll_back(c);
        return;
    }
    for (size_t i = 0; i < batch->n; i++) {
        code = apply(c, batch->at[i]);
        if (code == SQLITE_OK)
            continue;
        /* Only the one that met the damage is stopped; the others may try again without it. */
        enum store_result result = sqlite_failed(c, code);
        roll_back(c);
        answer_all(batch, STORE_UNAVAILABLE);
        batch->at[i]->result = result;
        return;
    }
    /* After a purge the last row may be an earlier one: until that is committed and noted nothing
     * is known, whatever ends the process meanwhile. */
    bool erased = has_purge(batch);
    if (erased)
        alive_note_row(c->alive, 0);
    code = sqlite_step(c, ST_COMMIT);
    if (code == SQLITE_OK) {
        note_last_row(c, erased);
        return;
    }
    /*
     * Full, locked or read-only: the commit record cannot be complete. After any other failure (of
     * the sync, say) it may stand in the file and come to life in the recovery after a crash.
     */
    int kind = code & 0xff;
    bool certain = kind == SQLITE_FULL || kind == SQLITE_BUSY || kind == SQLITE_READONLY;
    sqlite_failed(c, code);
    roll_back(c);
    for (size_t i = 0; i < batch->n; i++) {
        if (batch->at[i]->result == STORE_OK)
            batch->at[i]->result = certain ? STORE_UNAVAILABLE : STORE_UNKNOWN;
    }
}
