/*
 * layout - describes a block of memory field by field, for the canonical dump of a table.
 *
 * A block is a struct of fixed-width members. Its layout names every one of them; a test checks
 * that the fields cover the block completely, so there is no padding and nothing is forgotten:
 * equal tables have equal bytes and equal dumps, and a difference can be named.
 *
 *     struct shelf { uint8_t books; uint8_t height[3]; };
 *     static const struct field shelf_fields[] = {
 *         FIELD(struct shelf, books),
 *         ARRAY(struct shelf, height, uint8_t),
 *     };
 *     const struct layout shelf_layout = LAYOUT(struct shelf, shelf_fields);
 */
#ifndef RULES_LAYOUT_H
#define RULES_LAYOUT_H

#include "base/buf.h"
#include "base/word.h"

#include <stddef.h>

enum field_kind { FIELD_UNSIGNED, FIELD_SIGNED, FIELD_WORD, FIELD_PHRASE, FIELD_STRUCT };

struct layout;

/* The offset of a field that lies right after the one before it (rules/define.h). */
#define FIELD_NEXT SIZE_MAX

struct field {
    const char *name;
    enum field_kind kind;
    size_t offset;
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

#define FIELD(type, member)                                               \
    {                                                                     \
#member, FIELD_KIND(((type *)0)->member), offsetof(type, member), \
            sizeof(((type *)0)->member), 1, NULL                          \
    }
#define ARRAY(type, member, element)                                                 \
    {                                                                                \
#member, FIELD_KIND(*(element *)0), offsetof(type, member), sizeof(element), \
            sizeof(((type *)0)->member) / sizeof(element), NULL                      \
    }
#define STRUCTS(type, member, element, layout)                          \
    {                                                                   \
#member, FIELD_STRUCT, offsetof(type, member), sizeof(element), \
            sizeof(((type *)0)->member) / sizeof(element), layout       \
    }
#define LAYOUT(type, array)                                     \
    {                                                           \
        array, sizeof(array) / sizeof((array)[0]), sizeof(type) \
    }

/* Whether the fields cover every byte exactly once, nested blocks included. */
bool layout_complete(const struct layout *l);

#endif
