/* Rooms of a store as text. */
#include "archive/inside.h"

#include <stdlib.h>

struct exporting {
    bool keys;
    struct buf room; /* its lines so far */
    int64_t entries, lines;
    struct buf game;  /* the log of the last game */
    int games;        /* that have begun */
    struct code code; /* of the room */
    const struct archive_sink *sink;
    bool stopped;
};

static bool end_game(struct exporting *x)
{
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

static bool has_key(enum log_line kind, struct str line)
{
    return (kind == LINE_FIRST || kind == LINE_FACT) && str_find(line, STR("\"key\":")) >= 0;
}

static bool export_entry(void *arg, const struct store_entry *e)
{
    struct exporting *x = arg;
    struct str body = e->body, line;

    while (str_line(&body, &line)) {
        enum log_line kind = log_line(line);

        x->entries += kind == LINE_ENTRY || kind == LINE_FIRST;
        x->lines++;
        if (!x->keys && has_key(kind, line)) {
            add_without_keys(&x->room, line);
            continue;
        }
        buf_add(&x->room, line);
        buf_addc(&x->room, '\n');
        if (kind != LINE_GAME && kind != LINE_RECORD)
            continue;
        if (kind == LINE_GAME) {
            if (!end_game(x))
                return false;
            x->games++;
        }
        buf_add(&x->game, line);
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
    if (store_read(s, room->room, 1, export_entry, x) == STORE_OK && end_game(x)) {
        write_first_line(x, &text);
        buf_add(&text, buf_str(&x->room));
        x->stopped = !x->sink->room(x->sink->arg, &x->code, buf_str(&text));
        report->rooms++;
        report->games += x->games;
        report->entries += x->entries;
    }
    buf_fini(&text);
    return !x->stopped;
}

void archive_export(struct store *s, const struct code *only, bool keys,
                    const struct archive_sink *sink, struct archive_report *report)
{
    struct exporting x = {.keys = keys, .sink = sink};
    struct room_list list;

    room_list(&list, s, report);
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
    free(list.room);
}
