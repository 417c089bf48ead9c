#include "archive/archive.h"

#include "archive/inside.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void tell(void (*to)(void *arg, const char *text), void *arg, const char *format,
                 va_list args) __attribute__((format(printf, 3, 0)));

static void tell(void (*to)(void *arg, const char *text), void *arg, const char *format,
                 va_list args)
{
    char text[400];

    vsnprintf(text, sizeof text, format, args);
    if (to)
        to(arg, text);
}

void archive_note(struct archive_report *r, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    tell(r->note, r->arg, format, args);
    va_end(args);
}

void archive_problem(struct archive_report *r, const char *format, ...)
{
    va_list args;

    r->problems++;
    va_start(args, format);
    tell(r->problem, r->arg, format, args);
    va_end(args);
}

/* ---- one room ---- */

void reading_init(struct reading *r, const struct lexicon *lexicon)
{
    r->party = (struct party){0};
    r->match = (struct match){0};
    r->replay = (struct replay){0};
    r->fold = (struct log_fold){.party = &r->party,
                                .match = &r->match,
                                .lexicon = lexicon,
                                .record = record_new(),
                                .strict = true};
    if (lexicon) {
        replay_init(&r->replay);
        r->fold.replay = &r->replay;
    }
    party_facts_init();
    party_init(&r->party);
}

void reading_fini(struct reading *r)
{
    party_fini(&r->party);
    match_fini(&r->match);
    record_free(r->fold.record);
    log_fold_fini(&r->fold);
    if (r->fold.replay)
        replay_fini(&r->replay);
}

bool reading_has_other(const struct reading *r)
{
    return r->match.table && !r->replay.ours;
}

/* A table that can be folded can also be shown; here it is. */
static void look(const struct match *m)
{
    struct buf view = {0};

    for (int seat = NO_SEAT; m->table && seat < m->setup.seats; seat++) {
        buf_clear(&view);
        table_view(m->table, seat, &view);
    }
    buf_fini(&view);
}

bool reading_take(struct reading *r, struct str body)
{
    if (!log_fold_entry(&r->fold, body))
        return false;
    look(&r->match);
    return true;
}

static bool read_entry(void *arg, const struct store_entry *e)
{
    return reading_take(arg, e->body);
}

bool reading_store(struct reading *r, struct store *s, const struct store_room *room,
                   struct archive_report *report)
{
    enum store_result result = store_read(s, room->room, 1, read_entry, r);

    if (result != STORE_OK)
        archive_problem(report, "room id %lld: %s: %s", (long long)room->room,
                        store_result_name(result), store_reason(s));
    else if (r->fold.reason[0] || !r->fold.seq)
        archive_problem(report, "room %s (id %lld), entry %lld: %s",
                        r->party.code.text[0] ? r->party.code.text : "?", (long long)room->room,
                        (long long)r->fold.seq, r->fold.seq ? r->fold.reason : "the log is empty");
    else if (r->fold.seq != room->head)
        archive_problem(report, "room %s (id %lld) has %lld entries, not %lld", r->party.code.text,
                        (long long)room->room, (long long)r->fold.seq, (long long)room->head);
    else
        return true;
    return false;
}

/* ---- all rooms ---- */

bool archive_rooms(struct room_list *l, struct store *s, struct archive_report *report)
{
    enum store_result result = room_list_read(l, s);

    if (result != STORE_OK)
        archive_problem(report, "the rooms cannot be listed: %s: %s", store_result_name(result),
                        store_reason(s));
    return result == STORE_OK;
}

static int compare_codes(const void *a, const void *b)
{
    return str_cmp(str_of(((const struct code *)a)->text), str_of(((const struct code *)b)->text));
}

void archive_verify(struct store *s, const struct lexicon *lexicon, struct archive_report *report)
{
    struct room_list list;
    int n = 0;

    archive_rooms(&list, s, report);
    struct code *codes = calloc((size_t)list.n + 1, sizeof *codes);
    if (!codes)
        abort();
    for (int i = 0; i < list.n; i++) {
        struct reading r;

        reading_init(&r, lexicon);
        if (reading_store(&r, s, &list.room[i], report))
            documents_verify(s, list.room[i].room, r.party.code.text, report);
        report->rooms++;
        report->other += r.replay.other;
        report->entries += r.fold.seq;
        report->games += r.fold.games;
        report->records += r.fold.records;
        if (r.party.code.text[0])
            codes[n++] = r.party.code;
        reading_fini(&r);
    }
    qsort(codes, (size_t)n, sizeof *codes, compare_codes);
    for (int i = 1; i < n; i++) {
        if (code_same(&codes[i - 1], &codes[i]))
            archive_problem(report, "room %s is there twice", codes[i].text);
    }
    free(codes);
    room_list_fini(&list);
}
