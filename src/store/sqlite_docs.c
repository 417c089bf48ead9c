/* Documents inside a transaction: compared, then set. */
#include "store/sqlite.h"

/* The op of the document at a key, 0 where there is none. */
static int op_at(struct sqlite_conn *c, struct str key, uint64_t *op)
{
    sqlite3_stmt *st = c->statement[ST_DOC_OP];

    sqlite_bind(st, 1, key, false);
    *op = sqlite3_step(st) == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(st, 0) : 0;
    return sqlite_finish(st);
}

/* Nothing was changed: is it there already? */
static int why_not(struct sqlite_conn *c, struct str key, uint64_t wanted,
                   enum store_result *result)
{
    uint64_t op;
    int code = op_at(c, key, &op);

    *result =
        op == wanted ? STORE_OK : sqlite_because(c, STORE_CONFLICT, "another document is there");
    return code;
}

int sqlite_doc_put(struct sqlite_conn *c, const struct store_doc *doc, enum store_result *result)
{
    enum sqlite_statement how = doc->prev ? ST_DOC_CHANGE : ST_DOC_NEW;
    sqlite3_stmt *st = c->statement[how];

    sqlite_bind(st, 1, doc->key, false);
    sqlite3_bind_int64(st, 2, (int64_t)doc->op);
    sqlite3_bind_int64(st, 3, doc->until);
    sqlite3_bind_int64(st, 4, store_doc_sum(doc));
    sqlite_bind(st, 5, doc->body, false);
    if (doc->prev)
        sqlite3_bind_int64(st, 6, (int64_t)doc->prev);
    int code = sqlite_step(c, how);

    *result = STORE_OK;
    if (code != SQLITE_OK || sqlite3_changes(c->db))
        return code;
    return why_not(c, doc->key, doc->op, result);
}

int sqlite_doc_remove(struct sqlite_conn *c, struct str key, uint64_t op, enum store_result *result)
{
    sqlite3_stmt *st = c->statement[ST_DOC_REMOVE];

    sqlite_bind(st, 1, key, false);
    sqlite3_bind_int64(st, 2, (int64_t)op);
    int code = sqlite_step(c, ST_DOC_REMOVE);

    *result = STORE_OK;
    if (code != SQLITE_OK || sqlite3_changes(c->db))
        return code;
    return why_not(c, key, 0, result);
}
