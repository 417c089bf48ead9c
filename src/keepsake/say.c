/* What is said of a document: names, sentences, dates, colours, in the language of its reader. */
#include "base/embedded.h"
#include "keepsake/inside.h"
#include "rules/registry.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Read once a language, and kept for as long as the process lives, like those of the registry. */
static const struct catalog *shared_texts(enum language lang)
{
    static struct catalog texts[LANGUAGES];

    if (!texts[lang].n && !embedded_texts(&texts[lang], "src/keepsake", lang))
        abort(); /* they are compiled in */
    return &texts[lang];
}

json_t *keepsake_read(struct str doc)
{
    const struct shape_lists lists = {{keepsake_shapes, NULL}};
    const struct shape *kept = keepsake_shapes;
    struct shape_fault fault;

    if (doc.len < 2 || doc.at[0] != '{' ||
        !shape_members_fit(&lists, &kept, 1, str_n(doc.at + 1, doc.len - 2), &fault))
        return NULL;
    return json_loadb(doc.at, doc.len, 0, NULL);
}

bool sayer_init(struct sayer *s, struct str doc, const struct keepsake_wish *wish)
{
    json_t *json = keepsake_read(doc);

    if (!json)
        return false;
    *s = (struct sayer){.doc = json,
                        .game = jr_member_str(json, "game"),
                        .wish = wish,
                        .shared = shared_texts(wish->lang),
                        .texts = registry_strings(wish->lang),
                        .seats = (int)json_array_size(json_object_get(json, "players"))};
    if (!registry_find(s->game) || s->seats > SEATS_MAX) {
        sayer_fini(s);
        return false;
    }
    return true;
}

void sayer_fini(struct sayer *s)
{
    json_decref((json_t *)s->doc);
}

enum language keepsake_language(struct str doc)
{
    json_t *json = json_loadb(doc.at, doc.len, 0, NULL);
    int lang = language_of(jr_member_str(json, "language"));

    json_decref(json);
    return lang < 0 ? LANG_EN : (enum language)lang;
}

static const json_t *player(const struct sayer *s, int seat)
{
    return json_array_get(json_object_get(s->doc, "players"), (size_t)seat);
}

int mark_of_seat(const struct sayer *s, int seat)
{
    return (int)jr_member_int(player(s, seat), "mark");
}

int score_of_seat(const struct sayer *s, int seat)
{
    return (int)jr_member_int(player(s, seat), "score");
}

void say_name(const struct sayer *s, int seat, struct buf *out)
{
    if (s->wish->names)
        buf_add(out, jr_member_str(player(s, seat), "name"));
    else
        buf_printf(out, "%.*s %d", STR_FMT(catalog_get(s->shared, STR("keep.player"))), seat + 1);
}

void say_names(const struct sayer *s, const json_t *seats, struct buf *out)
{
    size_t n = json_array_size(seats);

    for (size_t i = 0; i < n; i++) {
        if (i)
            buf_printf(out, "%s%.*s ", i + 1 < n ? "," : " ",
                       i + 1 < n ? 0 : (int)catalog_get(s->shared, STR("keep.and")).len,
                       catalog_get(s->shared, STR("keep.and")).at);
        say_name(s, (int)json_integer_value(json_array_get(seats, i)), out);
    }
}

struct asked {
    const struct sayer *sayer;
    const json_t *about;
};

/* {n|one|many} picks by n, {names|one|many} and {by|one|many} by how many they are; French takes
 * the first form for 0 too. */
static bool add_form(const struct asked *q, struct str name, struct buf *out)
{
    struct str key, forms, one, many;

    if (!str_split(name, '|', &key, &forms) || !str_split(forms, '|', &one, &many))
        return false;
    char member[16];
    snprintf(member, sizeof member, "%.*s", STR_FMT(key));
    const char *people = strcmp(member, "names") == 0 ? "seats" : member;
    const json_t *list = json_object_get(q->about, people);
    int64_t n =
        json_is_array(list) ? (int64_t)json_array_size(list) : jr_member_int(q->about, member);
    bool single = n == 1 || (n == 0 && q->sayer->wish->lang == LANG_FR);
    buf_add(out, single ? one : many);
    return true;
}

static void add_signed(int64_t n, struct buf *out)
{
    if (n < 0)
        buf_adds(out, "−");
    buf_int(out, n < 0 ? -n : n);
}

static bool add_place(void *arg, struct str name, struct buf *out)
{
    const struct asked *q = arg;

    if (str_find(name, STR("|")) >= 0)
        return add_form(q, name, out);
    if (str_is(name, "n"))
        buf_int(out, jr_member_int(q->about, "n"));
    else if (str_is(name, "x") || str_is(name, "y"))
        add_signed(jr_member_int(q->about, str_is(name, "x") ? "x" : "y"), out);
    else if (str_is(name, "answers"))
        buf_int(out, jr_member_int(q->about, "answers"));
    else if (str_is(name, "names"))
        say_names(q->sayer, json_object_get(q->about, "seats"), out);
    else if (str_is(name, "by"))
        say_names(q->sayer, json_object_get(q->about, "by"), out);
    else if (str_is(name, "word"))
        buf_add(out, jr_member_str(q->about, "word"));
    else if (str_is(name, "with"))
        buf_add(out, jr_member_str(q->about, "with"));
    else
        return false;
    return true;
}

void say(const struct sayer *s, const json_t *about, struct buf *out, const char *format, ...)
{
    struct asked q = {s, about};
    char key[120];
    va_list args;

    va_start(args, format);
    vsnprintf(key, sizeof key, format, args);
    va_end(args);
    struct str text = catalog_get(s->shared, str_of(key));
    if (!text.len)
        text = catalog_get(s->texts, str_of(key));
    catalog_fill(text, add_place, &q, out);
}

void add_date(int64_t when, enum language lang, struct buf *out)
{
    time_t seconds = (time_t)(when / 1000);
    struct str months = catalog_get(shared_texts(lang), STR("keep.months")), month = STR("");
    struct tm day;

    if (!seconds || !gmtime_r(&seconds, &day))
        return;
    for (int i = 0; i <= day.tm_mon && str_piece(&months, '|', &month); i++)
        ;
    buf_printf(out, lang == LANG_DE ? "%d. %.*s %d" : "%d %.*s %d", day.tm_mday, STR_FMT(month),
               day.tm_year + 1900);
}

void say_date(const struct sayer *s, struct buf *out)
{
    add_date(jr_member_int(s->doc, "ended"), s->wish->lang, out);
}

void say_outcome(const struct sayer *s, struct buf *out)
{
    struct str outcome = jr_member_str(s->doc, "outcome");
    json_t *about = json_object();
    json_t *winners = json_object_get(s->doc, "winners");

    json_object_set(about, "seats", winners);
    json_object_set_new(about, "n", json_integer((json_int_t)json_array_size(winners)));
    if (str_is(outcome, "ranked") && json_array_size(winners))
        say(s, about, out, "keep.ranked");
    else
        say(s, about, out, "keep.%.*s", STR_FMT(outcome));
    json_decref(about);
}

void add_escaped(struct str text, struct buf *out)
{
    for (size_t i = 0; i < text.len; i++) {
        switch (text.at[i]) {
        case '<':
            buf_adds(out, "&lt;");
            break;
        case '>':
            buf_adds(out, "&gt;");
            break;
        case '&':
            buf_adds(out, "&amp;");
            break;
        case '"':
            buf_adds(out, "&quot;");
            break;
        default:
            if (str_starts(str_n(text.at + i, text.len - i), STR("\xef\xbf\xbe")) ||
                str_starts(str_n(text.at + i, text.len - i), STR("\xef\xbf\xbf")))
                i += 2; /* U+FFFE and U+FFFF are no characters, and XML has none of them */
            else if ((unsigned char)text.at[i] >= ' ') /* nor other controls */
                buf_addc(out, text.at[i]);
        }
    }
}
