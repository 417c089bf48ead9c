#include "tables.h"

#include "rules/layout.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct table *table_clone(const struct table *t)
{
    struct table *copy = malloc(t->size);

    if (!copy)
        abort();
    memcpy(copy, t, t->size);
    return copy;
}

void table_copy(struct table *to, const struct table *from)
{
    assert(to->size == from->size);
    memcpy(to, from, from->size);
}

/* ---- the dump ---- */

static bool all_zero(const unsigned char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (bytes[i])
            return false;
    }
    return true;
}

static void dump_number(const struct field *f, const unsigned char *at, struct buf *out)
{
    uint64_t raw = 0;
    bool is_signed = f->kind == FIELD_SIGNED;

    switch (f->size) {
    case 1:
        raw = is_signed ? (uint64_t)(int64_t)(int8_t)*at : *at;
        break;
    case 2: {
        uint16_t n;
        memcpy(&n, at, sizeof n);
        raw = is_signed ? (uint64_t)(int64_t)(int16_t)n : n;
        break;
    }
    case 4: {
        uint32_t n;
        memcpy(&n, at, sizeof n);
        raw = is_signed ? (uint64_t)(int64_t)(int32_t)n : n;
        break;
    }
    default:
        memcpy(&raw, at, sizeof raw);
    }
    buf_addc(out, ' ');
    buf_int(out, (int64_t)raw);
}

static void layout_dump(const struct layout *l, const void *block, const char *prefix,
                        struct buf *out);

static void dump_field(const struct field *f, const unsigned char *at, const char *prefix,
                       struct buf *out)
{
    if (f->kind == FIELD_STRUCT) {
        for (size_t i = 0; i < f->count; i++) {
            struct buf inner = {0};

            if (f->count == 1)
                buf_printf(&inner, "%s.%s", prefix, f->name);
            else
                buf_printf(&inner, "%s.%s[%zu]", prefix, f->name, i);
            layout_dump(f->inner, at + i * f->size, buf_cstr(&inner), out);
            buf_fini(&inner);
        }
        return;
    }
    buf_printf(out, "%s.%s", prefix, f->name);
    for (size_t i = 0; i < f->count; i++) {
        if (f->kind == FIELD_WORD) {
            struct word w;

            memcpy(&w, at + i * f->size, sizeof w);
            buf_addc(out, ' ');
            buf_add(out, w.len <= WORD_BYTES ? word_str(&w) : STR("(damaged)"));
        } else if (f->kind == FIELD_PHRASE) {
            struct phrase l;

            memcpy(&l, at + i * f->size, sizeof l);
            buf_addc(out, ' ');
            buf_add(out, l.len <= PHRASE_BYTES ? phrase_str(&l) : STR("(damaged)"));
        } else {
            dump_number(f, at + i * f->size, out);
        }
    }
    buf_addc(out, '\n');
}

static void layout_dump(const struct layout *l, const void *block, const char *prefix,
                        struct buf *out)
{
    const unsigned char *at = block;

    for (size_t i = 0; i < l->fields; i++) {
        const struct field *f = &l->field[i];

        if (!all_zero(at, f->size * f->count))
            dump_field(f, at, prefix, out);
        at += f->size * f->count;
    }
}

void table_dump(const struct table *t, struct buf *out)
{
    const struct game *g = t->book->game;

    layout_dump(&core_layout, &t->core, "core", out);
    layout_dump(g->public_layout, table_public(t), "public", out);
    for (int seat = 0; seat < t->core.seats && g->seat_layout; seat++) {
        struct buf prefix = {0};

        buf_printf(&prefix, "seat[%d]", seat);
        layout_dump(g->seat_layout, table_seat(t, seat), buf_cstr(&prefix), out);
        buf_fini(&prefix);
    }
    if (g->secret_layout)
        layout_dump(g->secret_layout, table_secret(t), "secret", out);
}
