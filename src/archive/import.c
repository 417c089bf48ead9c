/* Rooms from text into a store. All of it is read and checked first; then the rooms are written
 * side by side, so that they share the commits, and one that cannot be written to its end is
 * removed. */
#include "archive/inside.h"

#include "base/secure.h"

#include <stdlib.h>
#include <string.h>

struct arrival {
    struct arrival *next;
    struct store *store;
    struct code code;
    int64_t id;
    int64_t entries, games, records, other;
    struct str *body;
    struct str documents; /* lines */
    struct buf farewell;  /* the entry that puts a game away; empty: there is none */
    int64_t sent, stored;
    bool failed;
};

/* ---- reading ---- */

static bool begins_entry(struct str line)
{
    enum log_line_kind kind = log_line_kind(line);

    /* What no log has (the first line of the next room) is not of this entry either. */
    return kind == LINE_ENTRY || kind == LINE_FIRST || kind == LINE_OTHER;
}

/* Takes the lines of one entry off `rest`: the first, and those that follow. Changes of format 1
 * that shared an entry have become one each. */
static bool next_entry(struct str *rest, struct str *body)
{
    struct str left = *rest, line;

    if (!left.len || str_starts(left, STR(ARCHIVE_MARK)) || str_starts(left, STR(DOCUMENT_MARK)))
        return false;
    const char *begin = left.at;
    str_line(&left, &line);
    for (struct str ahead = left; str_line(&ahead, &line) && !begins_entry(line);)
        left = ahead;
    *body = str_n(begin, (size_t)(left.at - begin));
    *rest = left;
    return true;
}

static int64_t count_lines(struct str body)
{
    struct str line;
    int64_t n = 0;

    while (str_line(&body, &line))
        n++;
    return n;
}

static void skip_entries(struct str *rest)
{
    struct str body;

    while (next_entry(rest, &body))
        ;
}

static void arrival_free(struct arrival *a)
{
    buf_fini(&a->farewell);
    free(a->body);
    free(a);
}

/* The lines of what lies beside the log, off `rest`. */
static struct str take_documents(struct str *rest)
{
    struct str left = *rest, line;
    const char *begin = left.at;

    while (str_starts(left, STR(DOCUMENT_MARK)))
        str_line(&left, &line);
    *rest = left;
    return str_n(begin, (size_t)(left.at - begin));
}

/* On to the first line of the next room, whatever stands before it. */
static void skip_room(struct str *rest)
{
    while (rest->len && !str_starts(*rest, STR(ARCHIVE_MARK))) {
        skip_entries(rest);
        take_documents(rest);
    }
}

/* What the first line of a room promises. */
struct promise {
    struct code code;
    int64_t entries, lines; /* format 1 does not tell the lines: -1 */
    int64_t documents;
};

static bool is_count(const json_t *n)
{
    return json_is_integer(n) && json_integer_value(n) > 0 && json_integer_value(n) < INT32_MAX;
}

static bool read_first_line(struct str line, struct promise *p)
{
    struct jr_problem problem;
    json_t *json = jr_parse(line, &problem);
    const json_t *entries = json_object_get(json, "entries"),
                 *lines = json_object_get(json, "lines");
    int64_t format = jr_member_int(json, "unisono_room");
    bool fine = format >= ARCHIVE_FORMAT_FIRST && format <= ARCHIVE_FORMAT &&
                code_read(&p->code, jr_member_str(json, "code")) && is_count(entries) &&
                (format == ARCHIVE_FORMAT_FIRST || is_count(lines));

    p->entries = json_integer_value(entries);
    p->lines = lines ? json_integer_value(lines) : -1;
    p->documents = jr_member_int(json, "documents");
    json_decref(json);
    return fine;
}

static void add_body(struct arrival *a, struct str body)
{
    struct str *grown = realloc(a->body, (size_t)(a->entries + 1) * sizeof *grown);

    if (!grown)
        abort();
    a->body = grown;
    a->body[a->entries++] = body;
}

/* The room goes on in its lobby, as if somebody had led it there. A log of format 1 is left as it
 * is: whoever opens the room ends its game (room_renew). */
static bool put_away(struct arrival *a, struct reading *r)
{
    struct jw w = jw_to(&a->farewell);

    jw_object(&w);
    jw_key_int(&w, "base", r->fold.seq + 1 - r->fold.base);
    jw_key_str(&w, "change", STR("ended"));
    jw_key_int(&w, "t", r->fold.wall);
    jw_end_object(&w);
    buf_addc(&a->farewell, '\n');
    party_fact_write(PARTY_FACT(game_left, .why = END_OTHER), &a->farewell);
    add_body(a, buf_str(&a->farewell));
    return reading_take(r, buf_str(&a->farewell));
}

/* NULL after a problem; `rest` is after the room in both cases. */
static struct arrival *read_room(struct str *rest, const struct promise *promise,
                                 const struct lexicon *lexicon, struct archive_report *report)
{
    const struct code *code = &promise->code;
    int64_t lines = 0;
    struct arrival *a = calloc(1, sizeof *a);
    struct reading r;
    struct str body;
    bool fine = true;

    if (!a)
        abort();
    a->code = *code;
    reading_init(&r, lexicon);
    while (fine && a->entries < promise->entries && next_entry(rest, &body)) {
        add_body(a, body);
        lines += count_lines(body);
        fine =
            body.len <= STORE_BODY_MAX && body.at[body.len - 1] == '\n' && reading_take(&r, body);
    }
    struct str after = *rest;
    skip_entries(rest);
    bool whole = rest->at == after.at;
    a->documents = take_documents(rest);
    if (!fine)
        archive_problem(report, "room %s, entry %lld: %s", code->text, (long long)a->entries,
                        r.fold.reason[0] ? r.fold.reason : "it is cut off or too large");
    else if (a->entries < promise->entries || !whole)
        archive_problem(report, "room %s has %s than the %lld entries it promises", code->text,
                        a->entries < promise->entries ? "fewer" : "more",
                        (long long)promise->entries);
    else if (promise->lines >= 0 && lines != promise->lines)
        archive_problem(report, "room %s has %lld lines, not the %lld it promises", code->text,
                        (long long)lines, (long long)promise->lines);
    else if (count_lines(a->documents) != promise->documents || !documents_sound(a->documents))
        archive_problem(report, "room %s: what lies beside its log is damaged", code->text);
    else if (!code_same(&r.party.code, code))
        archive_problem(report, "room %s says that it is another", code->text);
    else if (r.fold.format >= LOG_FORMAT_SECOND && reading_has_other(&r) && !put_away(a, &r))
        archive_problem(report, "room %s: %s", code->text, r.fold.reason);
    else
        a->id = (int64_t)(secure_random() >> 1) | 1;
    a->games = r.fold.games;
    a->records = r.fold.records;
    a->other = r.replay.other;
    reading_fini(&r);
    if (a->id)
        return a;
    arrival_free(a);
    return NULL;
}

/* ---- codes ---- */

static bool code_taken(const struct code *codes, int n, const struct arrival *rooms,
                       const struct code *code)
{
    for (int i = 0; i < n; i++) {
        if (code_same(&codes[i], code))
            return true;
    }
    for (; rooms; rooms = rooms->next) {
        if (code_same(&rooms->code, code))
            return true;
    }
    return false;
}

static bool first_code(void *arg, const struct store_entry *e)
{
    struct reading r;

    reading_init(&r, NULL);
    r.fold.strict = false;
    if (log_fold_entry(&r.fold, e->body))
        *(struct code *)arg = r.party.code;
    reading_fini(&r);
    return false;
}

static struct code *codes_of(struct store *s, int *n, struct archive_report *report)
{
    struct room_list list;

    archive_rooms(&list, s, report);
    struct code *codes = calloc((size_t)list.n + 1, sizeof *codes);
    if (!codes)
        abort();
    for (int i = 0; i < list.n; i++)
        store_read(s, list.room[i].room, 1, first_code, &codes[i]);
    *n = list.n;
    room_list_fini(&list);
    return codes;
}

/* ---- writing ---- */

static void stored(void *arg, enum store_result result);

static void send_next(struct arrival *a)
{
    struct store_entry e = {
        .room = a->id,
        .seq = a->sent + 1,
        .epoch = 1,
        .prev = a->sent ? (uint64_t)a->id + (uint64_t)a->sent - 1 : 0,
        .op = (uint64_t)a->id + (uint64_t)a->sent,
        .body = a->body[a->sent],
    };
    struct store_names names = {.code = str_of(a->code.text)};

    if ((a->sent ? store_append(a->store, &e, stored, a)
                 : store_found(a->store, &e, &names, stored, a)) == 0)
        a->sent++;
    else
        a->failed = true;
}

static void stored(void *arg, enum store_result result)
{
    struct arrival *a = arg;

    if (result == STORE_UNKNOWN) {
        a->sent--; /* the same bytes and name again: only that settles it */
        send_next(a);
        return;
    }
    if (result != STORE_OK) {
        a->failed = true;
        return;
    }
    a->stored++;
    if (a->stored < a->entries)
        send_next(a);
}

static bool under_way(const struct arrival *rooms)
{
    for (; rooms; rooms = rooms->next) {
        if (!rooms->failed && rooms->stored < rooms->entries)
            return true;
    }
    return false;
}

static void write_rooms(struct store *s, struct arrival *rooms, struct archive_report *report)
{
    for (struct arrival *a = rooms; a; a = a->next) {
        a->store = s;
        send_next(a);
    }
    while (under_way(rooms))
        store_pump(s, 1000);
    for (struct arrival *a = rooms; a; a = a->next) {
        a->failed |= !a->failed && !documents_import(s, a->documents, a->id);
        if (!a->failed) {
            report->rooms++;
            report->entries += a->entries;
            report->games += a->games;
            report->records += a->records;
            report->other += a->other;
            if (a->farewell.len)
                archive_note(report,
                             "room %s: the rules, words or decks here would have played its last "
                             "game otherwise, so it cannot go on; the room is in its lobby",
                             a->code.text);
            continue;
        }
        archive_problem(report, "room %s could not be written: %s", a->code.text, store_reason(s));
        if (a->stored)
            store_purge(s, a->id, 0, NULL, NULL);
    }
    store_pump(s, 1000);
}

void archive_import(struct store *s, struct str text, const struct lexicon *lexicon,
                    struct archive_report *report)
{
    struct arrival *rooms = NULL;
    struct str line;
    int n;
    struct code *codes = codes_of(s, &n, report);

    while (text.len) {
        struct promise promise;

        if (!str_starts(text, STR(ARCHIVE_MARK))) {
            archive_problem(report, "this is not a room as 'unisono export' writes it");
            skip_room(&text);
            continue;
        }
        str_line(&text, &line);
        if (!read_first_line(line, &promise)) {
            archive_problem(report, "the first line of a room cannot be read");
            skip_room(&text);
            continue;
        }
        struct arrival *a = read_room(&text, &promise, lexicon, report);
        if (a && code_taken(codes, n, rooms, &promise.code)) {
            archive_problem(report, "there is a room %s already", promise.code.text);
            arrival_free(a);
        } else if (a) {
            a->next = rooms;
            rooms = a;
        }
    }
    write_rooms(s, rooms, report);
    while (rooms) {
        struct arrival *next = rooms->next;

        arrival_free(rooms);
        rooms = next;
    }
    free(codes);
}
