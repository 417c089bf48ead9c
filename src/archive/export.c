/* Rooms of a store as text. */
#include "archive/inside.h"
#include "room/brought.h"

#include <stdlib.h>

struct exporting {
    bool keys;
    struct buf room; /* its lines so far */
    int64_t entries, lines;
    int documents;
    struct reading reading; /* the room up to the entry that is being written … */
    struct buf brought; /* … and what the table brought into each game of that, a line of JSON */
    size_t brought_at;
    struct buf crowd; /* what those who looked on said in the last game, facts one by one */
    struct buf marks; /* of those who sat down to it, by seat */
    struct buf game;  /* the log of the last game */
    int games;        /* that have begun */
    struct code code; /* of the room */
    const struct archive_sink *sink;
    bool stopped;
};

/* Who has which colour and symbol is known to the room. */
static void note_marks(struct exporting *x, int seats)
{
    buf_clear(&x->marks);
    for (int seat = 0; seat < seats; seat++) {
        const struct player *p = party_at_seat(&x->reading.party, seat);

        buf_printf(&x->marks, "%s%d", seat ? "," : "", p ? p->mark : seat);
    }
}

/* Marks, and sums of the crowd, which are facts of the room: a keepsake that is made of the log is
 * the same as the table's own. */
static void add_beside(struct exporting *x)
{
    struct buf whole = {0};
    ssize_t at = str_find(buf_str(&x->game), STR(","));

    if ((!x->crowd.len && !x->marks.len) || at < 0)
        return;
    buf_add(&whole, str_n(x->game.at, (size_t)at));
    if (x->marks.len)
        buf_printf(&whole, ",\"marks\":[%.*s]", STR_FMT(buf_str(&x->marks)));
    if (x->crowd.len)
        buf_printf(&whole, ",\"crowd\":[%.*s]", STR_FMT(buf_str(&x->crowd)));
    buf_add(&whole, str_n(x->game.at + at, x->game.len - (size_t)at));
    buf_clear(&x->crowd);
    buf_clear(&x->marks);
    buf_fini(&x->game);
    x->game = whole;
}

static bool end_game(struct exporting *x)
{
    add_beside(x);
    if (x->game.len && !x->sink->game(x->sink->arg, &x->code, x->games, buf_str(&x->game)))
        x->stopped = true;
    buf_clear(&x->game);
    return !x->stopped;
}

/* Whoever has a guest's key cannot be that guest, but could tell whether a token they know is. It
 * is replaced by one that no token has. */
static const char no_key[] = "00000000000000000000000000000000";

static void strip_key(json_t *fact)
{
    if (json_object_get(fact, "key"))
        json_object_set_new(fact, "key", json_string(no_key));
}

static void add_without_keys(struct buf *out, struct str line)
{
    struct jr_problem problem;
    json_t *json = jr_parse(line, &problem), *fact;
    size_t i;

    strip_key(json);
    json_array_foreach(json_object_get(json, "room"), i, fact) strip_key(fact); /* format 1 */
    char *text = json_dumps(json, JSON_COMPACT);
    if (text)
        buf_adds(out, text);
    buf_addc(out, '\n');
    free(text);
    json_decref(json);
}

static bool has_key(enum log_line_kind kind, struct str line)
{
    return (kind == LINE_FIRST || kind == LINE_FACT) && str_find(line, STR("\"key\":")) >= 0;
}

/* The log of one game alone does not tell what the table had seen before it: who checks its deal is
 * told here. */
static void note_brought(void *arg, const struct log_fold *f, const struct log_head *head)
{
    struct exporting *x = arg;
    struct buf text = {0};
    struct str lines, line;

    if (head->dealt && head->deal.sealed.bound)
        brought_write(f->party, f->rulings, f->party->games, &head->deal.sealed.decks,
                      log_brought_form(f), &text);
    lines = buf_str(&text);
    for (const char *between = ""; str_line(&lines, &line); between = ",") {
        buf_adds(&x->brought, between);
        buf_add(&x->brought, line);
    }
    buf_addc(&x->brought, '\n');
    buf_fini(&text);
}

static void add_first_line(struct exporting *x, struct str line)
{
    struct str rest = str_n(x->brought.at + x->brought_at, x->brought.len - x->brought_at);
    struct str all = rest, brought = {0};
    const struct str mark = STR(",\"deal\":{");
    ssize_t deal = str_find(line, mark);

    str_line(&rest, &brought);
    x->brought_at += all.len - rest.len;
    if (!brought.len || deal < 0) {
        buf_add(&x->game, line);
        return;
    }
    size_t at = (size_t)deal + mark.len;
    buf_add(&x->game, str_n(line.at, at));
    buf_adds(&x->game, "\"brought\":[");
    buf_add(&x->game, brought);
    buf_adds(&x->game, "],");
    buf_add(&x->game, str_n(line.at + at, line.len - at));
}

static bool export_entry(void *arg, const struct store_entry *e)
{
    struct exporting *x = arg;
    struct str body = e->body, line;

    buf_clear(&x->brought);
    x->brought_at = 0;
    if (!log_fold_entry(&x->reading.fold, body))
        return false;
    while (str_line(&body, &line)) {
        enum log_line_kind kind = log_line_kind(line);

        x->entries += kind == LINE_ENTRY || kind == LINE_FIRST;
        x->lines++;
        if (!x->keys && has_key(kind, line)) {
            add_without_keys(&x->room, line);
            continue;
        }
        buf_add(&x->room, line);
        buf_addc(&x->room, '\n');
        if (kind == LINE_FACT && str_starts(line, STR("{\"is\":\"crowd_said\"")))
            buf_printf(&x->crowd, "%s%.*s", x->crowd.len ? "," : "", STR_FMT(line));
        if (kind != LINE_GAME && kind != LINE_RECORD)
            continue;
        if (kind == LINE_GAME) {
            if (!end_game(x))
                return false;
            x->games++;
            note_marks(x, x->reading.match.table ? x->reading.match.setup.seats : 0);
            add_first_line(x, line);
        } else {
            buf_add(&x->game, line);
        }
        buf_addc(&x->game, '\n');
    }
    return true;
}

static void write_first_line(const struct exporting *x, struct buf *out)
{
    struct jw w = jw_to(out);

    jw_object(&w);
    jw_key_int(&w, "unisono_room", ARCHIVE_FORMAT);
    jw_key_str(&w, "code", str_of(x->code.text));
    jw_key_int(&w, "entries", x->entries);
    jw_key_int(&w, "lines", x->lines);
    jw_key_bool(&w, "keys", x->keys);
    if (x->documents)
        jw_key_int(&w, "documents", x->documents);
    jw_end_object(&w);
    buf_addc(out, '\n');
}

/* False: the sink has had enough. */
static bool export_room(struct store *s, const struct store_room *room, struct exporting *x,
                        struct archive_report *report)
{
    struct buf text = {0};

    x->games = 0;
    x->entries = x->lines = 0;
    buf_clear(&x->room);
    reading_init(&x->reading, NULL);
    x->reading.fold.began_game = note_brought;
    x->reading.fold.arg = x;
    if (store_read(s, room->room, 1, export_entry, x) == STORE_OK && end_game(x)) {
        x->documents = documents_export(s, room->room, x->code.text, x->keys, &x->room, report);
        write_first_line(x, &text);
        buf_add(&text, buf_str(&x->room));
        x->stopped = !x->sink->room(x->sink->arg, &x->code, buf_str(&text));
        report->rooms++;
        report->games += x->games;
        report->entries += x->entries;
    }
    reading_fini(&x->reading);
    buf_fini(&text);
    return !x->stopped;
}

void archive_export(struct store *s, const struct code *only, bool keys,
                    const struct archive_sink *sink, struct archive_report *report)
{
    struct exporting x = {.keys = keys, .sink = sink};
    struct room_list list;

    archive_rooms(&list, s, report);
    for (int i = 0; i < list.n && !x.stopped; i++) {
        struct reading r;

        /* Only what is sound leaves: nobody could bring the rest in again. */
        reading_init(&r, NULL);
        bool sound = reading_store(&r, s, &list.room[i], report);
        x.code = r.party.code;
        reading_fini(&r);
        if (sound && (!only || code_same(only, &x.code)))
            export_room(s, &list.room[i], &x, report);
    }
    if (only && !report->rooms && !x.stopped)
        archive_problem(report, "there is no room %s", only->text);
    buf_fini(&x.room);
    buf_fini(&x.game);
    buf_fini(&x.brought);
    buf_fini(&x.crowd);
    buf_fini(&x.marks);
    room_list_fini(&list);
}
