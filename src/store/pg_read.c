/* Reading: what is asked of the server, and what is shown of its answers. */
#include "store/pg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void keep(struct pg_answer *a, PGresult *r)
{
    a->part = realloc(a->part, (size_t)(a->parts + 1) * sizeof(PGresult *));
    if (!a->part)
        abort();
    a->part[a->parts++] = r;
}

void pg_answer_fini(struct pg_answer *a)
{
    for (int i = 0; i < a->parts; i++)
        PQclear(a->part[i]);
    free(a->part);
    *a = (struct pg_answer){0};
}

/* ---- asking ---- */

static PGresult *ask_rows(struct pg_conn *c, int64_t room, int64_t from)
{
    struct pg_params p = {0};

    pg_int(&p, room), pg_int(&p, from), pg_int(&p, PG_ROWS);
    return pg_ask(c, PG_READ, &p);
}

/* A log in pieces: it only ever grows, or is purged, which shows. */
static enum store_result ask_log(struct pg_conn *c, const struct store_request *r,
                                 struct pg_answer *a)
{
    int64_t from = r->entry.seq, bytes = 0;

    for (;;) {
        PGresult *rows = ask_rows(c, r->entry.room, from);
        int n = PQntuples(rows);

        if (!rows)
            return STORE_UNAVAILABLE;
        keep(a, rows);
        if (n && pg_get_int(rows, 0, 0) == PG_ROOM_PURGED)
            return pg_because(c, STORE_GONE, "the room was purged");
        for (int row = 0; row < n; row++)
            bytes += PQgetlength(rows, row, 5);
        if (n < PG_ROWS || (r->at && bytes >= r->at))
            return STORE_OK;
        from += n;
    }
}

static enum store_result ask_one(struct pg_conn *c, enum pg_statement which,
                                 const struct pg_params *p, struct pg_answer *a)
{
    PGresult *r = pg_ask(c, which, p);

    if (!r)
        return STORE_UNAVAILABLE;
    keep(a, r);
    return STORE_OK;
}

static enum store_result ask(struct pg_conn *c, const struct store_request *r, struct pg_answer *a)
{
    struct pg_params p = {0};

    switch (r->kind) {
    case STORE_FETCH:
        return ask_log(c, r, a);
    case STORE_ENDS:
        pg_int(&p, r->entry.room), pg_int(&p, r->limit);
        return ask_one(c, PG_ENDS, &p, a);
    case STORE_FIND:
        pg_bytes(&p, r->names.code.len ? r->names.code : r->names.founder);
        return ask_one(c, r->names.code.len ? PG_FIND_CODE : PG_FIND_FOUNDER, &p, a);
    case STORE_SESSIONS:
        return ask_one(c, PG_SESSIONS, NULL, a);
    default:
        pg_bytes(&p, r->doc.key), pg_int(&p, r->limit ? llabs(r->limit) : 1);
        return ask_one(c, r->limit < 0 ? PG_DOC_KEYS : PG_DOCS, &p, a);
    }
}

void pg_question(struct pg_conn *c, const struct store_request *r, struct pg_answer *a)
{
    *a = (struct pg_answer){0};
    a->result = pg_ready(c) ? ask(c, r, a) : STORE_UNAVAILABLE;
}

/* ---- showing ---- */

/* One row of PG_READ: state, and an entry unless nothing is after the head. */
static bool row_is_entry(struct store *s, const PGresult *r, int row, int64_t from,
                         struct store_entry *e, enum store_result *result)
{
    if (PQgetisnull(r, row, 1) && from > 1)
        return false;
    if (PQgetisnull(r, row, 1) || pg_get_int(r, row, 1) != e->seq) {
        *result = store_because(s, STORE_CORRUPT, "the log has a gap before entry %lld",
                                (long long)(PQgetisnull(r, row, 1) ? 1 : pg_get_int(r, row, 1)));
        return false;
    }
    e->epoch = pg_get_int(r, row, 2);
    e->op = (uint64_t)pg_get_int(r, row, 3);
    e->body = pg_get_bytes(r, row, 5);
    if (pg_get_int(r, row, 4) == (int64_t)store_entry_sum(e))
        return true;
    *result = store_because(s, STORE_CORRUPT, "entry %lld is damaged", (long long)e->seq);
    return false;
}

static enum store_result show_log(struct store *s, const struct store_request *r,
                                  const struct pg_answer *a)
{
    struct store_entry e = {.room = r->entry.room, .seq = r->entry.seq};
    enum store_result result = STORE_OK;
    int64_t bytes = 0;

    for (int i = 0; i < a->parts; i++) {
        for (int row = 0; row < PQntuples(a->part[i]); row++, e.seq++) {
            if (!row_is_entry(s, a->part[i], row, e.seq, &e, &result))
                return result;
            bytes += (int64_t)e.body.len;
            if (!r->each_entry(r->arg, &e) || (r->at && bytes >= r->at))
                return result;
        }
    }
    return result;
}

/* What is damaged is passed over: whoever opens that room finds out. */
static void show_ends(const struct store_request *r, const PGresult *rows)
{
    for (int row = 0; row < PQntuples(rows); row++) {
        struct store_entry e = {.room = pg_get_int(rows, row, 0),
                                .seq = pg_get_int(rows, row, 1),
                                .epoch = pg_get_int(rows, row, 2),
                                .op = (uint64_t)pg_get_int(rows, row, 3),
                                .body = pg_get_bytes(rows, row, 5)};

        if (pg_get_int(rows, row, 4) == (int64_t)store_entry_sum(&e) && !r->each_entry(r->arg, &e))
            return;
    }
}

static void room_at(const PGresult *r, int row, struct store_room *room)
{
    struct str code = pg_get_bytes(r, row, 2);

    *room = (struct store_room){.room = pg_get_int(r, row, 0), .head = pg_get_int(r, row, 1)};
    snprintf(room->code, sizeof room->code, "%.*s", STR_FMT(code));
}

static void show_sessions(const struct store_request *r, const PGresult *rows)
{
    for (int row = 0; row < PQntuples(rows); row++) {
        struct store_session n = {.node = (uint64_t)pg_get_int(rows, row, 0),
                                  .beat = pg_get_int(rows, row, 1),
                                  .ttl = pg_get_int(rows, row, 2),
                                  .format = pg_get_int(rows, row, 3),
                                  .address = pg_get_bytes(rows, row, 4),
                                  .version = pg_get_bytes(rows, row, 5),
                                  .age = pg_get_int(rows, row, 6)};

        if (!r->each_session(r->arg, &n))
            return;
    }
}

static enum store_result show_docs(struct store *s, const struct store_request *r,
                                   const PGresult *rows)
{
    for (int row = 0; row < PQntuples(rows); row++) {
        struct store_doc doc = {.key = pg_get_bytes(rows, row, 0),
                                .op = (uint64_t)pg_get_int(rows, row, 1),
                                .until = pg_get_int(rows, row, 2)};

        if (!store_doc_fits(doc.key, r->doc.key, r->limit))
            break;
        if (r->limit >= 0)
            doc.body = pg_get_bytes(rows, row, 4);
        if (r->limit >= 0 && pg_get_int(rows, row, 3) != (int64_t)store_doc_sum(&doc))
            return store_because(s, STORE_CORRUPT, "a document is damaged");
        if (!r->each_doc(r->arg, &doc))
            break;
    }
    return STORE_OK;
}

void pg_show(struct store *s, struct store_request *r, const struct pg_answer *a)
{
    const PGresult *first = a->parts ? a->part[0] : NULL;
    bool fine = a->result == STORE_OK && first;
    struct store_room room = {0};
    bool was = s->reading;

    r->result = a->result;
    s->reading = true;
    if (fine && r->kind == STORE_FETCH)
        r->result = show_log(s, r, a);
    else if (fine && r->kind == STORE_ENDS)
        show_ends(r, first);
    else if (fine && r->kind == STORE_SESSIONS)
        show_sessions(r, first);
    else if (fine && r->kind == STORE_DOCS)
        r->result = show_docs(s, r, first);
    else if (fine && PQntuples(first))
        room_at(first, 0, &room);
    s->reading = was;
    if (r->kind == STORE_FIND)
        r->found(r->arg, r->result, room.room ? &room : NULL);
}

enum store_result pg_list_rooms(struct pg_conn *c, store_each_room *each, void *arg)
{
    int64_t after = 0;

    for (;;) {
        struct pg_params p = {0};

        pg_int(&p, after), pg_int(&p, PG_ROWS);
        PGresult *r = pg_ready(c) ? pg_ask(c, PG_ROOMS, &p) : NULL;
        int n = PQntuples(r);

        if (!r)
            return STORE_UNAVAILABLE;
        bool more = n == PG_ROWS;
        for (int row = 0; row < n; row++) {
            struct store_room room;

            room_at(r, row, &room);
            after = room.room;
            if (!each(arg, &room)) {
                more = false;
                break;
            }
        }
        PQclear(r);
        if (!more)
            return STORE_OK;
    }
}
