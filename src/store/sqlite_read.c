/* Reading by one connection. What is shown is checked: a log that is dense, sums that fit. */
#include "store/sqlite.h"

#include <stdio.h>

/* The statement is done, or somebody has seen enough. */
static enum store_result ended(struct sqlite_conn *c, sqlite3_stmt *st, int code,
                               enum store_result result)
{
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        result = sqlite_failed(c, code);
    sqlite_finish(st);
    return result;
}

/* What one row of ST_READ says about the log; true: it is entry `e`. */
static bool row_is_entry(struct sqlite_conn *c, sqlite3_stmt *st, int64_t from,
                         struct store_entry *e, enum store_result *result)
{
    if (sqlite3_column_int(st, 0) == ROOM_PURGED)
        *result = sqlite_because(c, STORE_GONE, "the room was purged");
    else if (sqlite3_column_type(st, 1) == SQLITE_NULL && from > 1)
        return false; /* the room is known, and nothing is after its head */
    else if (sqlite3_column_int64(st, 1) != e->seq)
        *result = sqlite_because(c, STORE_CORRUPT, "the log has a gap before entry %lld",
                                 (long long)sqlite3_column_int64(st, 1));
    else if (!sqlite_entry_at(st, 2, e))
        *result = sqlite_because(c, STORE_CORRUPT, "entry %lld is damaged", (long long)e->seq);
    else
        return true;
    return false;
}

enum store_result sqlite_read_log(struct sqlite_conn *c, int64_t room, int64_t from,
                                  store_each_entry *each, void *arg)
{
    sqlite3_stmt *st = sqlite_bound(c, ST_READ, room, from, 0);
    struct store_entry e = {.room = room, .seq = from};
    enum store_result result = STORE_OK;
    int code;

    while ((code = sqlite3_step(st)) == SQLITE_ROW) {
        if (!row_is_entry(c, st, from, &e, &result) || !each(arg, &e))
            break;
        e.seq++;
    }
    return ended(c, st, code, result);
}

static void room_at(sqlite3_stmt *st, struct store_room *r)
{
    const char *code = (const char *)sqlite3_column_text(st, 2);

    *r = (struct store_room){.room = sqlite3_column_int64(st, 0),
                             .head = sqlite3_column_int64(st, 1)};
    snprintf(r->code, sizeof r->code, "%s", code ? code : "");
}

enum store_result sqlite_read_rooms(struct sqlite_conn *c, store_each_room *each, void *arg)
{
    sqlite3_stmt *st = c->statement[ST_ROOMS];
    int code;

    while ((code = sqlite3_step(st)) == SQLITE_ROW) {
        struct store_room r;

        room_at(st, &r);
        if (!each(arg, &r))
            break;
    }
    return ended(c, st, code, STORE_OK);
}

enum store_result sqlite_find_room(struct sqlite_conn *c, const struct store_names *names,
                                   struct store_room *room)
{
    sqlite3_stmt *st = c->statement[names->code.len ? ST_FIND_CODE : ST_FIND_FOUNDER];

    sqlite_bind(st, 1, names->code.len ? names->code : names->founder, true);
    int code = sqlite3_step(st);
    if (code == SQLITE_ROW)
        room_at(st, room);
    return ended(c, st, code, STORE_OK);
}

static struct str bytes_at(sqlite3_stmt *st, int column)
{
    const char *at = sqlite3_column_blob(st, column);

    return str_n(at, (size_t)sqlite3_column_bytes(st, column));
}

enum store_result sqlite_read_docs(struct sqlite_conn *c, struct str key, int64_t limit,
                                   store_each_doc *each, void *arg)
{
    bool keys = limit < 0;
    sqlite3_stmt *st = c->statement[keys ? ST_DOC_KEYS : ST_DOCS];
    enum store_result result = STORE_OK;
    int code;

    sqlite_bind(st, 1, key, false);
    sqlite3_bind_int64(st, 2, keys ? -limit : limit ? limit : 1);
    while ((code = sqlite3_step(st)) == SQLITE_ROW) {
        struct store_doc doc = {.key = bytes_at(st, 0),
                                .op = (uint64_t)sqlite3_column_int64(st, 1),
                                .until = sqlite3_column_int64(st, 2)};

        if (!store_doc_fits(doc.key, key, limit))
            break;
        if (!keys)
            doc.body = bytes_at(st, 4);
        if (!keys && sqlite3_column_int64(st, 3) != (int64_t)store_doc_sum(&doc)) {
            result = sqlite_because(c, STORE_CORRUPT, "a document is damaged");
            break;
        }
        if (!each(arg, &doc))
            break;
    }
    return ended(c, st, code, result);
}
