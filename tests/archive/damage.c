#include "damage.h"

#include "base/jr.h"
#include "base/rng.h"

#include <stdlib.h>

enum { ENTRIES = 4096, LINES = 96 };

/* An entry: its first line, and those that follow. */
struct entry {
    int n;
    json_t *line[LINES];
};

struct log {
    uint64_t chance;
    json_t *head;
    int n;
    struct entry entry[ENTRIES];
};

static uint32_t below(struct log *l, size_t n)
{
    return n ? (uint32_t)(rng_quick(&l->chance) % n) : 0;
}

/* ---- reading and writing ---- */

static void read_log(struct log *l, struct str text)
{
    struct jr_problem problem;
    struct str line;

    str_line(&text, &line);
    l->head = jr_parse(line, &problem);
    while (str_line(&text, &line)) {
        json_t *json = jr_parse(line, &problem);
        struct entry *e = json_object_get(json, "base") ? &l->entry[l->n++] : &l->entry[l->n - 1];

        if (!json || e->n == LINES || l->n == ENTRIES)
            abort();
        e->line[e->n++] = json;
    }
}

/* The line's kind is told by its beginning, so the first member has to stay the first. */
static void write_line(const json_t *line, struct buf *out)
{
    static const char *const first[] = {"unisono", "seq", "is", "base", "change"};
    json_t *sorted = json_object();

    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++) {
        if (json_object_get(line, first[i]))
            json_object_set(sorted, first[i], json_object_get(line, first[i]));
    }
    json_object_update(sorted, (json_t *)line);
    char *text = json_dumps(sorted, JSON_COMPACT);
    buf_adds(out, text);
    buf_addc(out, '\n');
    free(text);
    json_decref(sorted);
}

static void write_log(struct log *l, struct buf *out)
{
    int64_t seq = 0;

    buf_clear(out);
    int64_t lines = 0;
    for (int i = 0; i < l->n; i++)
        lines += l->entry[i].n;
    json_object_set_new(l->head, "entries", json_integer(l->n));
    json_object_set_new(l->head, "lines", json_integer(lines));
    char *head = json_dumps(l->head, JSON_COMPACT);
    buf_adds(out, head);
    buf_addc(out, '\n');
    free(head);
    for (int i = 0, base = 0; i < l->n; i++) {
        json_t *first = l->entry[i].line[0];

        if (json_integer_value(json_object_get(first, "base")) == 0)
            base = i;
        json_object_set_new(first, "base", json_integer(i - base));
        for (int j = 0; j < l->entry[i].n; j++) {
            json_t *line = l->entry[i].line[j];

            if (json_object_get(line, "unisono"))
                seq = 0;
            if (json_object_get(line, "seq"))
                json_object_set_new(line, "seq", json_integer(++seq));
            write_line(line, out);
        }
    }
}

static void entry_free(struct entry *e)
{
    for (int i = 0; i < e->n; i++)
        json_decref(e->line[i]);
    e->n = 0;
}

static void remove_entry(struct log *l, int at)
{
    entry_free(&l->entry[at]);
    l->n--;
    for (int i = at; i < l->n; i++)
        l->entry[i] = l->entry[i + 1];
}

/* ---- picking ---- */

static struct entry *any_entry(struct log *l)
{
    return &l->entry[1 + below(l, (size_t)l->n - 1)];
}

static json_t *any_line(struct log *l)
{
    struct entry *e = any_entry(l);

    return e->line[below(l, (size_t)e->n)];
}

/* A record, the nearest to a place anywhere; there is one in every log that is damaged here. */
static json_t *any_record(struct log *l)
{
    for (int i = (int)below(l, (size_t)l->n);; i = (i + 1) % l->n) {
        for (int j = l->entry[i].n - 1; j >= 0; j--) {
            if (json_object_get(l->entry[i].line[j], "seq"))
                return l->entry[i].line[j];
        }
    }
}

static json_t *facts_of(json_t *record)
{
    return json_object_get(record, "facts");
}

static json_t *any_fact(struct log *l)
{
    for (;;) {
        json_t *facts = facts_of(any_record(l));

        if (json_array_size(facts))
            return json_array_get(facts, below(l, json_array_size(facts)));
    }
}

/* ---- single values ---- */

typedef bool (*wanted)(const json_t *value);

static bool is_number(const json_t *v)
{
    return json_is_integer(v);
}

static bool is_text(const json_t *v)
{
    return json_is_string(v);
}

static bool is_switch(const json_t *v)
{
    return json_is_boolean(v);
}

/* Counts the values of a kind; the one with number `*skip` is replaced by `with`. */
static int walk(json_t *at, wanted want, int *skip, json_t *with)
{
    const char *key;
    json_t *value;
    size_t i;
    int n = 0;

    if (json_is_object(at)) {
        json_object_foreach(at, key, value)
        {
            if (want(value) && with && (*skip)-- == 0) {
                json_object_set(at, key, with);
                return n + 1;
            }
            n += want(value) + walk(value, want, skip, with);
        }
    } else if (json_is_array(at)) {
        json_array_foreach(at, i, value)
        {
            if (want(value) && with && (*skip)-- == 0) {
                json_array_set(at, i, with);
                return n + 1;
            }
            n += want(value) + walk(value, want, skip, with);
        }
    }
    return n;
}

static json_t *find(json_t *at, wanted want, int *skip)
{
    const char *key;
    json_t *value, *found = NULL;
    size_t i;

    if (want(at))
        return (*skip)-- == 0 ? at : NULL;
    json_object_foreach(at, key, value)
    {
        if ((found = find(value, want, skip)))
            return found;
    }
    json_array_foreach(at, i, value)
    {
        if ((found = find(value, want, skip)))
            return found;
    }
    return found;
}

static void replace(struct log *l, json_t *in, wanted want, json_t *with)
{
    int skip = 0, n = walk(in, want, &skip, NULL);

    if (n) {
        skip = (int)below(l, (size_t)n);
        walk(in, want, &skip, with);
    }
    json_decref(with);
}

static json_t *other_number(struct log *l)
{
    static const int64_t odd[] = {0,   1,   2,     3,          5,          13,
                                  63,  127, 255,   1000,       30000,      65535,
                                  -1,  -2,  65536, 1000000,    2147483647, INT64_C(1) << 49,
                                  100, 7,   12,    1800000000, 4096,       INT64_MAX};

    return json_integer(odd[below(l, sizeof odd / sizeof odd[0])]);
}

/* A text that stands somewhere else in the log: a name, a word, a key, an action. */
static json_t *other_text(struct log *l)
{
    json_t *line = any_line(l);
    int skip = 0, n = walk(line, is_text, &skip, NULL);

    if (!n)
        return json_string("");
    skip = (int)below(l, (size_t)n);
    json_t *text = find(line, is_text, &skip);
    return text ? json_incref(text) : json_string("X");
}

/* ---- the ways ---- */

static void change_number(struct log *l)
{
    replace(l, any_line(l), is_number, other_number(l));
}

static void change_number_of_fact(struct log *l)
{
    replace(l, any_fact(l), is_number, other_number(l));
}

static void change_text(struct log *l)
{
    replace(l, any_line(l), is_text, other_text(l));
}

static void change_text_of_fact(struct log *l)
{
    replace(l, any_fact(l), is_text, other_text(l));
}

static void turn_switch(struct log *l)
{
    replace(l, any_line(l), is_switch, json_boolean(below(l, 2)));
}

static void drop_entry(struct log *l)
{
    remove_entry(l, 1 + (int)below(l, (size_t)l->n - 1));
}

static void drop_fact(struct log *l)
{
    json_t *facts = facts_of(any_record(l));

    json_array_remove(facts, below(l, json_array_size(facts)));
}

static void double_fact(struct log *l)
{
    json_t *facts = facts_of(any_record(l)), *copy = json_deep_copy(any_fact(l));

    json_array_insert_new(facts, below(l, json_array_size(facts) + 1), copy);
}

static void exchange_fact(struct log *l)
{
    json_t *facts = facts_of(any_record(l));

    if (json_array_size(facts))
        json_array_set_new(facts, below(l, json_array_size(facts)), json_deep_copy(any_fact(l)));
}

static void swap_facts(struct log *l)
{
    json_t *facts = facts_of(any_record(l));

    if (json_array_size(facts) > 1) {
        json_t *first = json_incref(json_array_get(facts, 0));

        json_array_remove(facts, 0);
        json_array_append_new(facts, first);
    }
}

static void swap_entries(struct log *l)
{
    struct entry *a = any_entry(l), *b = any_entry(l), kept = *a;

    *a = *b;
    *b = kept;
}

static void double_entry(struct log *l)
{
    int at = 1 + (int)below(l, (size_t)l->n - 1);

    if (l->n == ENTRIES)
        return;
    for (int i = l->n++; i > at; i--)
        l->entry[i] = l->entry[i - 1];
    for (int i = 0; i < l->entry[at].n; i++)
        l->entry[at].line[i] = json_deep_copy(l->entry[at].line[i]);
}

static void exchange_arguments(struct log *l)
{
    json_t *record = any_record(l), *other = json_object_get(any_record(l), "with");

    if (other)
        json_object_set_new(record, "with", json_deep_copy(other));
    else
        json_object_del(record, "with");
}

static void exchange_action(struct log *l)
{
    json_object_set(any_record(l), "do", json_object_get(any_record(l), "do"));
}

static void exchange_seat(struct log *l)
{
    json_object_set_new(any_record(l), "by", json_integer(below(l, 5)));
}

static void cut_off(struct log *l)
{
    while (l->n > 8 && below(l, 4))
        remove_entry(l, l->n - 1);
}

static const struct {
    const char *name;
    void (*run)(struct log *l);
} ways[] = {
    {"a number", change_number},
    {"a number of a fact", change_number_of_fact},
    {"a text", change_text},
    {"a text of a fact", change_text_of_fact},
    {"a switch", turn_switch},
    {"an entry less", drop_entry},
    {"a fact less", drop_fact},
    {"a fact more", double_fact},
    {"another fact", exchange_fact},
    {"facts in another order", swap_facts},
    {"entries in another order", swap_entries},
    {"an entry twice", double_entry},
    {"other arguments", exchange_arguments},
    {"another action", exchange_action},
    {"another seat", exchange_seat},
    {"an early end", cut_off},
};

/* Without authors nobody's requests are out of order. */
static void forget_authors(struct log *l)
{
    for (int i = 0; i < l->n; i++) {
        for (int j = 0; j < l->entry[i].n; j++) {
            if (!json_object_get(l->entry[i].line[j], "change"))
                continue;
            json_object_del(l->entry[i].line[j], "by");
            json_object_del(l->entry[i].line[j], "n");
        }
    }
}

const char *damage(struct str room, uint64_t number, struct buf *out)
{
    struct log *l = calloc(1, sizeof *l);
    size_t way = number % (sizeof ways / sizeof ways[0]);

    if (!l)
        abort();
    l->chance = number;
    read_log(l, room);
    ways[way].run(l);
    if (below(l, 4))
        forget_authors(l);
    write_log(l, out);
    for (int i = 0; i < l->n; i++)
        entry_free(&l->entry[i]);
    json_decref(l->head);
    free(l);
    return ways[way].name;
}
