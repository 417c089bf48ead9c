/* Who is remembered, as whom, and how somebody is forgotten. */
#include "memory/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct memory *memory_new(struct str name, int64_t now)
{
    struct memory *m = calloc(1, sizeof *m);

    if (!m)
        abort();
    m->kept = now;
    snprintf(m->name, sizeof m->name, "%.*s", STR_FMT(name));
    return m;
}

void memory_free(struct memory *m)
{
    free(m);
}

void memory_key(int64_t room, struct buf *out)
{
    buf_printf(out, "group/%016llx", (unsigned long long)room);
}

/* ---- persons ---- */

struct memory_person *memory_at(struct memory *m, int id)
{
    for (int i = 0; i < m->persons; i++) {
        if (m->person[i].id == id)
            return &m->person[i];
    }
    return NULL;
}

const struct memory_person *memory_find(const struct memory *m, int id)
{
    return memory_at((struct memory *)m, id);
}

bool memory_has_key(const struct memory_person *p, struct str key)
{
    for (int i = 0; i < p->keys; i++) {
        if (str_is(key, p->key[i]))
            return true;
    }
    return false;
}

/* The last of their devices are known. */
static void add_key(struct memory_person *p, struct str key)
{
    if (key.len != MEMORY_KEY || memory_has_key(p, key))
        return;
    if (p->keys == MEMORY_KEYS) {
        memmove(p->key[0], p->key[1], sizeof p->key - sizeof p->key[0]);
        p->keys--;
    }
    memcpy(p->key[p->keys], key.at, MEMORY_KEY);
    p->key[p->keys++][MEMORY_KEY] = '\0';
}

/* A name is no proof: neither is somebody without a key taken for one who has the name and a key,
 * nor somebody with a key for one who left only the name. */
static struct memory_person *recognise(struct memory *m, const struct memory_who *who)
{
    struct memory_person *of_device = NULL;
    int on_device = 0;

    for (int i = 0; i < m->persons; i++) {
        struct memory_person *p = &m->person[i];
        bool same_name = str_is(who->name, p->name), same_key = memory_has_key(p, who->key);

        if (same_name && (same_key || (!who->key.len && !p->keys)))
            return p;
        on_device += same_key;
        if (same_key)
            of_device = p;
    }
    return who->alone && on_device == 1 ? of_device : NULL;
}

static bool name_taken(const struct memory *m, struct str name)
{
    for (int i = 0; i < m->persons; i++) {
        if (str_is(name, m->person[i].name))
            return true;
    }
    return false;
}

int memory_person(struct memory *m, const struct memory_who *who, int64_t now)
{
    struct memory_person *p = recognise(m, who);

    if (!p) {
        if (m->persons == MEMORY_PERSONS || !who->name.len ||
            (!who->key.len && name_taken(m, who->name)))
            return NOBODY;
        p = &m->person[m->persons++];
        *p = (struct memory_person){.id = ++m->last_person, .since = now};
    }
    snprintf(p->name, sizeof p->name, "%.*s", STR_FMT(who->name));
    p->mark = who->mark;
    p->last = now;
    add_key(p, who->key);
    return p->id;
}

int memory_namesake(const struct memory *m, int id)
{
    const struct memory_person *p = memory_find(m, id);

    for (int i = 0; p && i < m->persons; i++) {
        const struct memory_person *other = &m->person[i];

        if (other->id < id && strcmp(other->name, p->name) == 0)
            return other->id;
    }
    return NOBODY;
}

static void replace(int *person, int n, int from, int into)
{
    bool there = false;

    for (int i = 0; i < n; i++)
        there |= into != NOBODY && person[i] == into;
    for (int i = 0; i < n; i++) {
        if (person[i] == from)
            person[i] = there ? NOBODY : into;
    }
}

static void everywhere(struct memory *m, int from, int into)
{
    for (int i = 0; i < m->games; i++) {
        replace(m->game[i].person, m->game[i].seats, from, into);
        replace(m->game[i].by, MEMORY_BY, from, into);
    }
    for (int i = 0; i < m->words; i++)
        replace(m->word[i].by, MEMORY_BY, from, into);
    for (int i = 0; i < m->records; i++)
        replace(m->record[i].person, SEATS_MAX, from, into);
}

void sum_add(struct memory_sum *to, const struct memory_sum *more)
{
    to->tries += more->tries;
    to->hits += more->hits;
    to->chance += more->chance;
}

struct memory_pair *pair_of(struct memory *m, int a, int b, const struct book *book)
{
    int low = a < b ? a : b, high = a < b ? b : a;

    for (int i = 0; i < m->pairs; i++) {
        struct memory_pair *p = &m->pair[i];

        if (p->a == low && p->b == high && p->book == book)
            return p;
    }
    if (m->pairs == MEMORY_PAIRS)
        return NULL;
    m->pair[m->pairs] = (struct memory_pair){.a = low, .b = high, .book = book};
    return &m->pair[m->pairs++];
}

static void drop_person(struct memory *m, int id)
{
    int kept = 0;

    for (int i = 0; i < m->persons; i++) {
        if (m->person[i].id != id)
            m->person[kept++] = m->person[i];
    }
    m->persons = kept;
    memset(&m->person[kept], 0, sizeof m->person[0]);
}

static void drop_pairs(struct memory *m, int id)
{
    int kept = 0;

    for (int i = 0; i < m->pairs; i++) {
        if (m->pair[i].a != id && m->pair[i].b != id)
            m->pair[kept++] = m->pair[i];
    }
    m->pairs = kept;
}

bool memory_join(struct memory *m, int from, int into)
{
    struct memory_person *one = memory_at(m, from), *other = memory_at(m, into);

    if (!one || !other || from == into)
        return false;
    for (int i = 0; i < m->games; i++) {
        bool first = false, second = false;

        for (int seat = 0; seat < m->game[i].seats; seat++) {
            first |= m->game[i].person[seat] == from;
            second |= m->game[i].person[seat] == into;
        }
        if (first && second)
            return false;
    }
    for (int i = m->pairs - 1; i >= 0; i--) {
        struct memory_pair p = m->pair[i], *to;

        if (p.a != from && p.b != from)
            continue;
        to = pair_of(m, into, p.a == from ? p.b : p.a, p.book);
        if (to) {
            sum_add(&to->all, &p.all);
            sum_add(&to->before, &p.before);
        }
    }
    drop_pairs(m, from);
    everywhere(m, from, into);
    for (int k = 0; k < one->keys; k++)
        add_key(other, str_of(one->key[k]));
    other->games += one->games;
    other->wins += one->wins;
    other->since = one->since < other->since ? one->since : other->since;
    other->last = one->last > other->last ? one->last : other->last;
    drop_person(m, from);
    return true;
}

static bool anybody(const int *person, int n)
{
    for (int i = 0; i < n; i++) {
        if (person[i] != NOBODY)
            return true;
    }
    return false;
}

bool memory_forget(struct memory *m, int id)
{
    if (!memory_at(m, id))
        return false;
    everywhere(m, id, NOBODY);
    drop_pairs(m, id);
    /* A word that nobody else has said was theirs. */
    int kept = 0;
    for (int i = 0; i < m->words; i++) {
        if (anybody(m->word[i].by, MEMORY_BY))
            m->word[kept++] = m->word[i];
    }
    m->words = kept;
    for (int i = 0; i < m->games; i++) {
        if (!anybody(m->game[i].by, MEMORY_BY))
            m->game[i].word[0] = '\0';
    }
    kept = 0;
    for (int i = 0; i < m->records; i++) {
        if (anybody(m->record[i].person, SEATS_MAX))
            m->record[kept++] = m->record[i];
    }
    m->records = kept;
    drop_person(m, id);
    return true;
}
