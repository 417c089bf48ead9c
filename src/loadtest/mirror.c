#include "loadtest/mirror.h"

#include "loadtest/mend.h"
#include "loadtest/scan.h"
#include "rules/registry.h"
#include "rules/setup.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool fail(struct mirror *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(struct mirror *m, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(m->reason, sizeof m->reason, format, args);
    va_end(args);
    return false;
}

static void forget_sections(struct mirror *m)
{
    for (int i = 0; i < m->sections; i++)
        buf_fini(&m->section[i].value);
    m->sections = 0;
}

void mirror_fini(struct mirror *m)
{
    forget_sections(m);
    table_free(m->table);
    *m = (struct mirror){.seat = NO_SEAT};
}

/* ---- the table ---- */

static bool read_setup(struct str room_table, struct setup *out)
{
    const struct book *b = registry_find(scan_text(scan_get(room_table, "game")));
    int language = language_of(scan_text(scan_get(room_table, "language")));
    struct str inside, name, value;
    struct setup_problem problem;

    if (!b || language < 0)
        return false;
    setup_default(out, b);
    out->language = (enum language)language;
    out->seats = 0;
    for (scan_open(scan_get(room_table, "seats"), &inside); scan_item(&inside, &value);)
        out->seats++;
    for (scan_open(scan_get(room_table, "options"), &inside);
         scan_member(&inside, &name, &value);) {
        if (!setup_option(out, name, scan_text(value), &problem))
            return false;
    }
    return setup_check(out, &problem);
}

static bool begin(struct mirror *m, struct str room_table)
{
    struct setup setup;

    if (!read_setup(room_table, &setup))
        return fail(m, "the room's table cannot be set up: %.*s",
                    (int)(room_table.len < 200 ? room_table.len : 200), room_table.at);
    table_free(m->table);
    m->table = table_new(&setup);
    m->facts = 0;
    m->chain = 0;
    m->whole = true;
    return true;
}

bool mirror_begin(struct mirror *m, struct str room_table)
{
    m->game = scan_int(scan_get(room_table, "number"), 0);
    return begin(m, room_table);
}

void mirror_gap(struct mirror *m)
{
    m->whole = false;
}

static uint64_t link(uint64_t chain, struct str fact)
{
    for (size_t i = 0; i < fact.len; i++)
        chain = (chain ^ (unsigned char)fact.at[i]) * UINT64_C(0x100000001B3);
    return chain * UINT64_C(0x9E3779B97F4A7C15) + 1;
}

static bool fold(struct mirror *m, struct str text)
{
    const struct book *b = m->table->book;
    struct names names = table_names(m->table);
    struct schema_problem wrong;
    struct jr_problem problem;
    struct args args;
    json_t *json = jr_parse(text, &problem);
    int kind = book_fact(b, jr_member_str(json, "is"));
    bool known = kind >= 0 && b->fact[kind]->audience != FOR_NOBODY &&
                 !(b->fact[kind]->audience == FOR_SOME && m->seat == NO_SEAT);
    bool fine = false;

    if (known) {
        json_object_del(json, "is");
        fine = schema_decode(&b->fact_args[kind], &names, json, &args, &wrong);
    }
    if (fine) {
        /* Who else was told is not ours to know: what we are told, we are told. */
        struct fact f = {.kind = (uint8_t)kind,
                         .to = m->seat == NO_SEAT ? 0 : (seat_set)SEAT(m->seat)};

        memcpy(f.arg, args.v, sizeof f.arg);
        table_fold_for(m->table, &f, m->seat);
        m->facts++;
        m->chain = link(m->chain, text);
    }
    json_decref(json);
    return fine || fail(m, "a fact that seat %d cannot be told: %.*s", m->seat,
                        (int)(text.len < 300 ? text.len : 300), text.at);
}

bool mirror_facts(struct mirror *m, struct str list)
{
    struct str inside, fact;

    if (!m->whole || !m->table)
        return true;
    for (scan_open(list, &inside); scan_item(&inside, &fact);) {
        if (!fold(m, fact))
            return false;
    }
    return true;
}

bool mirror_history(struct mirror *m, struct str room_table, struct str list)
{
    int64_t game = scan_int(scan_get(room_table, "number"), 0);
    int64_t known = game == m->game ? m->facts : 0;
    uint64_t chain = m->chain;
    struct str inside, item;

    m->game = game;
    if (!begin(m, room_table))
        return false;
    for (scan_open(list, &inside); scan_item(&inside, &item);) {
        if (!fold(m, scan_get(item, "fact")))
            return false;
        if (m->facts == known && m->chain != chain)
            return fail(m, "the first %lld facts are not what seat %d was told before",
                        (long long)known, m->seat);
    }
    if (m->facts < known)
        return fail(m, "seat %d was told %lld facts, and %lld are left", m->seat, (long long)known,
                    (long long)m->facts);
    return true;
}

/* ---- the view ---- */

static struct mirror_section *find(struct mirror *m, struct str name)
{
    for (int i = 0; i < m->sections; i++) {
        if (str_is(name, m->section[i].name))
            return &m->section[i];
    }
    return NULL;
}

static bool set(struct mirror *m, struct str name, struct str value)
{
    struct mirror_section *s = find(m, name);

    if (!s) {
        if (m->sections == MIRROR_SECTIONS || name.len >= MIRROR_NAME)
            return fail(m, "too many sections");
        s = &m->section[m->sections++];
        *s = (struct mirror_section){0};
        memcpy(s->name, name.at, name.len);
    }
    buf_clear(&s->value);
    buf_add(&s->value, value);
    return true;
}

static bool change(struct mirror *m, struct str name, struct str changes)
{
    struct mirror_section *s = find(m, name);
    struct buf value = {0};

    if (!s || !mend(buf_str(&s->value), changes, &value)) {
        buf_fini(&value);
        return fail(m, "a section cannot be mended: %.*s", STR_FMT(str_shown(name)));
    }
    buf_fini(&s->value);
    s->value = value;
    return true;
}

static bool drop(struct mirror *m, struct str name)
{
    struct mirror_section *s = find(m, name);

    if (!s)
        return fail(m, "a section is dropped that is not there: %.*s", STR_FMT(str_shown(name)));
    buf_fini(&s->value);
    *s = m->section[--m->sections];
    return true;
}

/* After a gap: what is not named is no longer there. */
static bool keep_only(struct mirror *m, struct str list)
{
    bool named[MIRROR_SECTIONS] = {false};
    struct str inside, name;

    for (scan_open(list, &inside); scan_item(&inside, &name);) {
        struct mirror_section *s = find(m, scan_text(name));

        if (!s)
            return fail(m, "a section was never sent: %.*s", STR_FMT(str_shown(name)));
        named[s - m->section] = true;
    }
    for (int i = m->sections - 1; i >= 0; i--) {
        if (named[i])
            continue;
        buf_fini(&m->section[i].value);
        m->section[i] = m->section[--m->sections];
        named[i] = named[m->sections];
    }
    return true;
}

bool mirror_view(struct mirror *m, struct str entry)
{
    int seat = (int)scan_int(scan_get(entry, "seat"), NO_SEAT);
    struct str inside, name, value, only = scan_get(entry, "only");

    if (str_is(scan_get(entry, "fresh"), "true")) {
        forget_sections(m);
        if (seat != m->seat)
            m->game = 0; /* somebody else's eyes: what was known was known by another */
        m->seat = seat;
    }
    if (seat != m->seat)
        return fail(m, "a view of seat %d for seat %d", seat, m->seat);
    for (scan_open(scan_get(entry, "set"), &inside); scan_member(&inside, &name, &value);) {
        if (!set(m, name, value))
            return false;
    }
    for (scan_open(scan_get(entry, "drop"), &inside); scan_item(&inside, &name);) {
        if (!drop(m, scan_text(name)))
            return false;
    }
    return !only.len || keep_only(m, only);
}

bool mirror_mend(struct mirror *m, struct str by_seat)
{
    struct str seats, seat, changes, inside, name, value;

    for (scan_open(by_seat, &seats); scan_member(&seats, &seat, &changes);) {
        if (scan_int(seat, SEATS_MAX) != m->seat)
            return fail(m, "a view of seat %.*s for seat %d", STR_FMT(str_shown(seat)), m->seat);
        for (scan_open(changes, &inside); scan_member(&inside, &name, &value);) {
            bool marked = name.len && name.at[name.len - 1] == '~';
            bool fine = marked                  ? change(m, str_n(name.at, name.len - 1), value)
                        : str_is(value, "null") ? drop(m, name)
                                                : set(m, name, value);
            if (!fine)
                return false;
        }
    }
    return true;
}

/* Members that came later stand after the others: once the values are found to be the same, ours
 * is the one that was written whole. */
static bool same_value(struct buf *ours, struct str value)
{
    struct jr_problem problem;

    if (str_eq(buf_str(ours), value))
        return true;
    json_t *a = jr_parse(buf_str(ours), &problem), *b = jr_parse(value, &problem);
    bool same = a && json_equal(a, b);
    json_decref(a);
    json_decref(b);
    if (same) {
        buf_clear(ours);
        buf_add(ours, value);
    }
    return same;
}

static bool shows(struct mirror *m, struct str view)
{
    struct str inside, name, value;
    int sections = 0;

    for (scan_open(view, &inside); scan_member(&inside, &name, &value); sections++) {
        struct mirror_section *s = find(m, name);

        if (!s || !same_value(&s->value, value))
            return fail(
                m, "seat %d, section %.*s: shown %.*s but known %.*s", m->seat,
                STR_FMT(str_shown(name)), s ? (int)(s->value.len < 150 ? s->value.len : 150) : 7,
                s ? s->value.at : "nothing", (int)(value.len < 150 ? value.len : 150), value.at);
    }
    if (sections != m->sections)
        return fail(m, "seat %d is shown %d sections and knows %d", m->seat, m->sections, sections);
    return true;
}

bool mirror_check(struct mirror *m)
{
    struct buf view = {0};

    if (!m->table || !m->whole)
        return true;
    table_view(m->table, m->seat, &view);
    bool same = shows(m, buf_str(&view));
    buf_fini(&view);
    return same;
}
