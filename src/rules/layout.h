/*
 * layout - describes a block of memory field by field, so that a table can be written down whole.
 *
 * A block is a struct of fixed-width members. Its layout names every one of them, in order and
 * without gaps: equal tables have equal bytes and equal dumps, and a difference can be named.
 * Layouts are made from the BLOCK lines of a .def (rules/define.h), and layout_complete() is asked
 * of each when the program starts.
 *
 *     BLOCK(public, FIELD(uint8_t, round) ARRAY(uint8_t, told, [3]))
 */
#ifndef RULES_LAYOUT_H
#define RULES_LAYOUT_H

#include "base/buf.h"
#include "base/word.h"

#include <stddef.h>

enum field_kind { FIELD_UNSIGNED, FIELD_SIGNED, FIELD_WORD, FIELD_PHRASE, FIELD_STRUCT };

struct layout;

struct field {
    const char *name;
    enum field_kind kind;
    size_t size;  /* of one element */
    size_t count; /* 1 for a scalar */
    const struct layout *inner;
};

struct layout {
    const struct field *field;
    size_t fields;
    size_t size;
};

#define FIELD_KIND(x)                    \
    _Generic((x), uint8_t                \
             : FIELD_UNSIGNED, uint16_t  \
             : FIELD_UNSIGNED, uint32_t  \
             : FIELD_UNSIGNED, uint64_t  \
             : FIELD_UNSIGNED, bool      \
             : FIELD_UNSIGNED, int8_t    \
             : FIELD_SIGNED, int16_t     \
             : FIELD_SIGNED, int32_t     \
             : FIELD_SIGNED, int64_t     \
             : FIELD_SIGNED, struct word \
             : FIELD_WORD, struct phrase \
             : FIELD_PHRASE)

#define LAYOUT(type, array)                                     \
    {                                                           \
        array, sizeof(array) / sizeof((array)[0]), sizeof(type) \
    }

/* Whether the fields cover every byte exactly once, nested blocks included. */
bool layout_complete(const struct layout *l);

#endif
