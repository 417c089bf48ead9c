/* Writing: a batch becomes one transaction that is sent in one go, ordered by room, and committed
 * at the sync. What was not inserted is looked at afterwards. */
#include "store/pg.h"

#include <stdlib.h>
#include <string.h>

/* So that one transaction neither grows without end nor lets others wait. */
enum { MOST_ROWS = 500, MOST_BYTES = 4 << 20 };

/* ---- arrays, in the server's binary form ---- */

enum { OID_INT8 = 20, OID_TEXT = 25, OID_BYTEA = 17 };

static void add_be(struct buf *b, uint64_t n, int bytes)
{
    for (int i = bytes - 1; i >= 0; i--)
        buf_addc(b, (char)(uint8_t)(n >> (8 * i)));
}

static void array_begin(struct buf *b, int type, size_t n, bool nulls)
{
    buf_clear(b);
    add_be(b, n > 0, 4); /* dimensions */
    add_be(b, nulls, 4);
    add_be(b, (uint64_t)type, 4);
    if (n) {
        add_be(b, n, 4);
        add_be(b, 1, 4); /* the first index */
    }
}

static void array_int(struct buf *b, int64_t n)
{
    add_be(b, 8, 4);
    add_be(b, (uint64_t)n, 8);
}

static void array_bytes(struct buf *b, struct str bytes)
{
    add_be(b, bytes.len, 4);
    buf_add(b, bytes);
}

static void array_text(struct buf *b, struct str text)
{
    if (text.len)
        array_bytes(b, text);
    else
        add_be(b, UINT32_MAX, 4); /* null */
}

/* ---- a transaction ---- */

struct sent {
    enum pg_statement statement;
    struct store_request *request; /* NULL: of many */
};

struct work {
    struct pg_conn *conn;
    struct store_request **append; /* sorted by room */
    size_t appends;
    bool *inserted; /* by append */
    struct sent *sent;
    size_t n, cap;
    bool found; /* something is answered by what was found: only a further commit proves that */
};

static bool send(struct work *w, enum pg_statement which, const struct pg_params *p,
                 struct store_request *r)
{
    if (w->n == w->cap) {
        w->cap = w->cap ? 2 * w->cap : 16;
        w->sent = realloc(w->sent, w->cap * sizeof *w->sent);
        if (!w->sent)
            abort();
    }
    w->sent[w->n++] = (struct sent){which, r};
    return pg_send(w->conn, which, p);
}

static bool send_guard(struct work *w)
{
    struct pg_params p = {0};

    pg_bool(&p, w->conn->alone);
    return send(w, PG_GUARD, &p, NULL);
}

/* The rows of new rooms, with what they are found by. */
static bool send_rooms(struct work *w)
{
    struct buf room = {0}, code = {0}, founder = {0};
    struct pg_params p = {0};
    size_t n = 0;
    bool fine = true;

    for (size_t i = 0; i < w->appends; i++)
        n += w->append[i]->entry.seq == 1;
    array_begin(&room, OID_INT8, n, false);
    array_begin(&code, OID_TEXT, n, true);
    array_begin(&founder, OID_TEXT, n, true);
    for (size_t i = 0; i < w->appends; i++) {
        const struct store_request *r = w->append[i];

        if (r->entry.seq != 1)
            continue;
        array_int(&room, r->entry.room);
        array_text(&code, r->names.code);
        array_text(&founder, r->names.founder);
    }
    pg_bytes(&p, buf_str(&room));
    pg_bytes(&p, buf_str(&code));
    pg_bytes(&p, buf_str(&founder));
    if (n)
        fine = send(w, PG_ENTER, &p, NULL);
    buf_fini(&room);
    buf_fini(&code);
    buf_fini(&founder);
    return fine;
}

static bool send_entries(struct work *w)
{
    enum { ROOM, SEQ, EPOCH, PREV, OP, SUM, BODY, COLUMNS };
    struct buf column[COLUMNS] = {{0}};
    struct pg_params p = {0};

    for (int i = 0; i < COLUMNS; i++)
        array_begin(&column[i], i == BODY ? OID_BYTEA : OID_INT8, w->appends, false);
    for (size_t i = 0; i < w->appends; i++) {
        const struct store_entry *e = &w->append[i]->entry;

        array_int(&column[ROOM], e->room);
        array_int(&column[SEQ], e->seq);
        array_int(&column[EPOCH], e->epoch);
        array_int(&column[PREV], (int64_t)e->prev);
        array_int(&column[OP], (int64_t)e->op);
        array_int(&column[SUM], store_entry_sum(e));
        array_bytes(&column[BODY], e->body);
    }
    for (int i = 0; i < COLUMNS; i++)
        pg_bytes(&p, buf_str(&column[i]));
    bool fine = send(w, PG_APPEND, &p, NULL);
    for (int i = 0; i < COLUMNS; i++)
        buf_fini(&column[i]);
    return fine;
}

static bool send_request(struct work *w, struct store_request *r)
{
    struct pg_params p = {0};

    switch (r->kind) {
    case STORE_PURGE:
        pg_int(&p, r->entry.room), pg_int(&p, r->entry.seq);
        return send(w, PG_PURGE, &p, r);
    case STORE_NAME:
        pg_int(&p, r->entry.room), pg_text(&p, r->names.code), pg_text(&p, r->names.founder);
        return send(w, PG_NAME, &p, r);
    case STORE_DOC_PUT:
        pg_bytes(&p, r->doc.key), pg_int(&p, (int64_t)r->doc.prev);
        pg_int(&p, (int64_t)r->doc.op), pg_int(&p, r->doc.until);
        pg_int(&p, store_doc_sum(&r->doc)), pg_bytes(&p, r->doc.body);
        return send(w, PG_DOC_PUT, &p, r);
    case STORE_DOC_REMOVE:
        pg_bytes(&p, r->doc.key), pg_int(&p, (int64_t)r->doc.prev);
        return send(w, PG_DOC_REMOVE, &p, r);
    case STORE_DOC_SWEEP:
        pg_int(&p, r->at), pg_int(&p, r->limit);
        return send(w, PG_DOC_SWEEP, &p, r);
    default: /* a beat */
        pg_int(&p, (int64_t)r->session.node);
        if (!r->session.ttl)
            return send(w, PG_LEAVE, &p, r);
        pg_int(&p, r->session.beat), pg_int(&p, r->session.ttl), pg_int(&p, r->session.format);
        pg_text(&p, r->session.address), pg_text(&p, r->session.version);
        return send(w, PG_BEAT, &p, r);
    }
}

/* ---- its answers ---- */

static int by_room(const void *a, const void *b)
{
    int64_t x = (*(struct store_request *const *)a)->entry.room;
    int64_t y = (*(struct store_request *const *)b)->entry.room;

    return (x > y) - (x < y);
}

static void note_inserted(struct work *w, const PGresult *r)
{
    for (int row = 0; row < PQntuples(r); row++) {
        struct store_request key = {.entry = {.room = pg_get_int(r, row, 0)}}, *wanted = &key;
        struct store_request **found =
            bsearch(&wanted, w->append, w->appends, sizeof(struct store_request *), by_room);

        if (found)
            w->inserted[found - w->append] = true;
    }
}

/* What a function of the schema has said. */
static void take_verdict(struct work *w, struct store_request *r, int64_t verdict)
{
    static const char doc[] = "another document is there";

    r->result = STORE_OK;
    w->found = w->found || verdict != 0;
    switch (r->kind) {
    case STORE_DOC_PUT:
    case STORE_DOC_REMOVE:
        if (verdict == 1)
            r->result = pg_because(w->conn, STORE_CONFLICT, doc);
        break;
    case STORE_NAME:
    case STORE_PURGE:
        if (verdict == 2)
            r->result = pg_because(w->conn, STORE_GONE, "the room was purged");
        else if (verdict == 1)
            r->result = pg_because(w->conn, STORE_CONFLICT,
                                   r->kind == STORE_NAME ? "another room has this name"
                                                         : "another entry is the last one");
        break;
    default:
        break;
    }
}

enum outcome {
    COMMITTED, /* and safe */
    FAILED,    /* nothing was written */
    UNSURE,    /* the answer got lost */
};

static void take_answer(struct work *w, const struct sent *s, const PGresult *r)
{
    if (s->statement == PG_APPEND)
        note_inserted(w, r);
    else if (s->request)
        take_verdict(w, s->request, PQntuples(r) ? pg_get_int(r, 0, 0) : 0);
}

/* Everything that was sent, up to its sync. */
static enum outcome finish(struct work *w)
{
    struct pg_conn *c = w->conn;
    bool failed = false;

    c->warned = false;
    /* After the commit once more: were the settings changed while it was under way? */
    size_t statements = w->n;
    if (c->broken || !pg_sync(c) || !send_guard(w) || !pg_sync(c))
        return UNSURE;
    for (size_t i = 0; i < statements; i++) {
        PGresult *r = pg_next(c);

        if (!r)
            return failed ? FAILED : UNSURE;
        if (PQresultStatus(r) == PGRES_FATAL_ERROR) {
            pg_because(c, STORE_OK, "%s",
                       PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY)
                           ? PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY)
                           : "the server refused");
            failed = true;
        } else if (!failed) {
            take_answer(w, &w->sent[i], r);
        }
        PQclear(r);
    }
    bool certain = true;
    for (int syncs = 0; syncs < 2;) {
        PGresult *r = pg_next(c);

        if (!r)
            return failed ? FAILED : UNSURE;
        if (PQresultStatus(r) == PGRES_PIPELINE_SYNC) {
            syncs++;
        } else if (PQresultStatus(r) == PGRES_FATAL_ERROR && !failed) {
            pg_because(c, STORE_OK, "%s",
                       PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY)
                           ? PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY)
                           : "the commit failed");
            certain = false;
        }
        PQclear(r);
    }
    if (failed)
        return FAILED;
    /* A warning means that the server stopped waiting for its standbys. */
    return certain && !c->warned ? COMMITTED : UNSURE;
}

/* ---- what was not inserted ---- */

static struct store_request *append_of(struct work *w, int64_t room)
{
    struct store_request key = {.entry = {.room = room}}, *wanted = &key;
    struct store_request **found =
        bsearch(&wanted, w->append, w->appends, sizeof(struct store_request *), by_room);

    return found ? *found : NULL;
}

/* One row of PG_WHY: room, state, head, and the entry that is there. */
static enum store_result why_not(struct work *w, const struct store_entry *e, const PGresult *r,
                                 int row)
{
    struct pg_conn *c = w->conn;
    int64_t state = pg_get_int(r, row, 1), head = pg_get_int(r, row, 2);

    if (state == PG_ROOM_PURGED)
        return pg_because(c, STORE_GONE, "the room was purged");
    if (!PQgetisnull(r, row, 3)) {
        struct store_entry there = {.room = e->room,
                                    .seq = e->seq,
                                    .epoch = pg_get_int(r, row, 3),
                                    .op = (uint64_t)pg_get_int(r, row, 4),
                                    .body = pg_get_bytes(r, row, 6)};

        if (pg_get_int(r, row, 5) != (int64_t)store_entry_sum(&there))
            return pg_because(c, STORE_CORRUPT, "the entry there is damaged");
        if (!store_same(&there, e))
            return pg_because(c, STORE_CONFLICT, "another entry is there");
        return STORE_OK;
    }
    if (state < 0 && e->seq == 1)
        return pg_because(c, STORE_CONFLICT, "another room has this name");
    if (state >= 0 && head == 0)
        return pg_because(c, STORE_CORRUPT, "the log is lost");
    if (e->seq < head)
        return pg_because(c, STORE_CORRUPT, "the log has a gap");
    if (e->seq > head + 1)
        return pg_because(c, STORE_CONFLICT, "the entry before it is missing");
    return pg_because(c, STORE_CONFLICT,
                      "the room has a later owner, or another entry is before it");
}

/* Looks at those that were not inserted; what the server does not tell stays open. */
static void explain(struct work *w)
{
    struct buf room = {0}, seq = {0};
    struct pg_params p = {0};
    size_t n = 0;

    for (size_t i = 0; i < w->appends; i++) {
        w->append[i]->result = w->inserted[i] ? STORE_OK : STORE_UNKNOWN;
        n += !w->inserted[i];
    }
    if (!n)
        return;
    w->found = true;
    array_begin(&room, OID_INT8, n, false);
    array_begin(&seq, OID_INT8, n, false);
    for (size_t i = 0; i < w->appends; i++) {
        if (!w->inserted[i]) {
            array_int(&room, w->append[i]->entry.room);
            array_int(&seq, w->append[i]->entry.seq);
        }
    }
    pg_bytes(&p, buf_str(&room));
    pg_bytes(&p, buf_str(&seq));
    PGresult *r = pg_ask(w->conn, PG_WHY, &p);
    for (int row = 0; r && row < PQntuples(r); row++) {
        struct store_request *request = append_of(w, pg_get_int(r, row, 0));

        if (request)
            request->result = why_not(w, &request->entry, r, row);
    }
    PQclear(r);
    buf_fini(&room);
    buf_fini(&seq);
}

/*
 * A row that was there already may be one whose wait for a standby was cut short; and what stands
 * in the way may stand there on a server alone that another has replaced, while the entry that was
 * refused is safe on that one. When a later commit has reached the standbys, so has everything
 * before it. (A transaction that writes nothing waits for nobody.)
 */
static bool prove(struct work *w)
{
    struct work proof = {.conn = w->conn};
    bool fine =
        send_guard(&proof) && send(&proof, PG_BARRIER, NULL, NULL) && finish(&proof) == COMMITTED;

    free(proof.sent);
    return fine;
}

static void answer(struct store_request **at, size_t n, enum store_result result)
{
    for (size_t i = 0; i < n; i++)
        at[i]->result = result;
}

/* What seemed settled is open. */
static void leave_open(struct store_request **at, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (at[i]->result != STORE_CORRUPT)
            at[i]->result = STORE_UNKNOWN;
    }
}

/* Requests of one transaction, appends first and sorted. */
static void commit(struct pg_conn *c, struct store_request **at, size_t n, size_t appends)
{
    struct work w = {.conn = c, .append = at, .appends = appends};

    if (!pg_ready(c)) {
        answer(at, n, STORE_UNAVAILABLE); /* nothing was sent */
        return;
    }
    w.inserted = calloc(appends + 1, sizeof *w.inserted);
    if (!w.inserted)
        abort();
    bool sent = send_guard(&w) && (!appends || (send_rooms(&w) && send_entries(&w)));
    for (size_t i = appends; i < n && sent; i++)
        sent = send_request(&w, at[i]);
    enum outcome outcome = finish(&w);
    if (outcome == COMMITTED) {
        explain(&w);
        if (w.found && !prove(&w))
            leave_open(at, n);
    } else {
        answer(at, n, outcome == FAILED ? STORE_UNAVAILABLE : STORE_UNKNOWN);
    }
    free(w.inserted);
    free(w.sent);
}

/* ---- a batch ---- */

/* Appends by room; then what is short; those that lock the table come last, in one of their own. */
static int rank(const struct store_request *r)
{
    return r->kind == STORE_APPEND ? 0 : r->kind == STORE_PURGE ? 2 : 1;
}

void pg_commit(struct pg_conn *c, struct batch *batch)
{
    struct store_request **at = malloc((batch->n + 1) * sizeof(struct store_request *));
    size_t n[3] = {0}, first[3] = {0};

    if (!at)
        abort();
    for (size_t i = 0; i < batch->n; i++)
        n[rank(batch->at[i])]++;
    first[1] = n[0];
    first[2] = n[0] + n[1];
    size_t place[3] = {first[0], first[1], first[2]};
    for (size_t i = 0; i < batch->n; i++)
        at[place[rank(batch->at[i])]++] = batch->at[i];
    qsort(at, n[0], sizeof(struct store_request *), by_room);
    qsort(at + first[2], n[2], sizeof(struct store_request *), by_room);
    /* What is short goes with the last of the appends: documents and beats in their order. */
    size_t begin = 0, end = 0, bytes = 0;
    while (begin < first[2]) {
        for (end = begin, bytes = 0;
             end < first[2] && end - begin < MOST_ROWS && bytes < MOST_BYTES; end++)
            bytes +=
                at[end]->kind == STORE_DOC_PUT ? at[end]->doc.body.len : at[end]->entry.body.len;
        commit(c, at + begin, end - begin, begin >= n[0] ? 0 : (end < n[0] ? end : n[0]) - begin);
        begin = end;
    }
    if (n[2])
        commit(c, at + first[2], n[2], 0);
    free(at);
}
