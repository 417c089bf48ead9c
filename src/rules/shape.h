/*
 * shape - what a JSON object looks like, as a table: its members and their types.
 *
 * JSON Schemas and TypeScript types are made from shapes (src/protocol), and what the program
 * writes by hand is held against them: a view that does not have its shape ends a test build
 * (rules/view.c). A type is written as
 *
 *     int bool text args         a number from 0, true or false, a string, an object of anything
 *     number seat                any whole number; a seat, or -1 for none
 *     true  =1                   only this value
 *     token code languages       strings of a certain form
 *     value                      whatever an argument of an action may be
 *     one|two                    one of these strings
 *     Person  Person[]           another shape; a list of them (also int[], text[])
 *     TableInfo|null             a shape or nothing
 *     map text                   an object with values of this type under any name
 *     pair int                   a list of exactly two
 *
 * and a member whose name ends in `?` may be missing.
 *
 * A game writes the shapes of its sections in its .def (rules/define.h): VIEW has the sections that
 * everybody sees, OWN those of one seat, and SHAPE names a part of them. The third of HAS is a
 * comment for those who read the types; it may be left out.
 *
 *     SHAPE(Card, HAS(word, text) HAS(seat, seat) MAY_HAVE(struck, true, "a vote took it"))
 *     VIEW(HAS(round, int) HAS(cards, Card[]))
 */
#ifndef RULES_SHAPE_H
#define RULES_SHAPE_H

#include "base/str.h"

enum { SHAPE_FIELDS = 24 }; /* and one without a name after the last */

/* Whose it is: only parts of others, or a whole message of one side. */
enum shape_side { SHAPE_PART, SHAPE_CLIENT, SHAPE_SERVER };

struct shape_field {
    const char *name;
    const char *type;
    const char *help; /* NULL or empty: none */
};

struct shape {
    const char *name;
    const char *help; /* or NULL */
    enum shape_side side;
    bool open;         /* may have more members than these */
    const char *alias; /* it is only another name for this type; no members then */
    struct shape_field field[SHAPE_FIELDS];
};

#define HAS(name, type, ...)      {#name, #type, "" __VA_ARGS__},
#define MAY_HAVE(name, type, ...) {#name "?", #type, "" __VA_ARGS__},

/* The sections that every view has, ended by one without a name. */
extern const struct shape core_shapes[];

/* A shape among those of a list that is ended by one without a name, or NULL. */
const struct shape *shape_among(const struct shape *list, struct str name);

/* Shapes that may name each other: several lists. */
enum { SHAPE_LISTS = 2 };

struct shape_lists {
    const struct shape *list[SHAPE_LISTS]; /* NULL: none */
};

/* Where JSON differs from its shape. */
struct shape_fault {
    struct str member; /* borrowed from the JSON or from the shape */
    struct str in;     /* the shape whose member it is */
    const char *what;  /* "unknown", "missing", "not text" … */
};

/* Whether the members in `json` (without the braces around them) are those of one of the `n` shapes
 * at `s`: none that no shape knows, none missing. */
bool shape_members_fit(const struct shape_lists *l, const struct shape *const *s, int n,
                       struct str json, struct shape_fault *fault);

static inline bool shape_field_optional(const struct shape_field *f)
{
    struct str name = str_of(f->name);

    return name.at[name.len - 1] == '?';
}

static inline struct str shape_field_name(const struct shape_field *f)
{
    struct str name = str_of(f->name);

    return str_n(name.at, name.len - shape_field_optional(f));
}

#endif
