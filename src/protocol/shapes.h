/*
 * shapes - the objects of the protocol (docs/protocol.md) as one table, for those who write about
 * them: JSON Schemas and TypeScript types are both made from it.
 *
 * Orders, actions, facts and options are not in here: they come from the tables that the server
 * decides by (room/orders.h, room/message.h, rules/game.h). What the server writes by hand is here,
 * and a test holds real traffic against it.
 *
 * A type is written as
 *
 *     int bool text args         a number from 0, true or false, a string, an object of anything
 *     number seat                any whole number; a seat, or -1 for none
 *     true  =1                   only this value
 *     token code                 strings of a certain form
 *     one|two                    one of these strings
 *     Person  Person[]           another shape; a list of them (also int[], text[])
 *     TableInfo|null             a shape or nothing
 *     map text                   an object with values of this type under any name
 *     pair int                   a list of exactly two
 *
 * and a member whose name ends in `?` may be missing.
 */
#ifndef PROTOCOL_SHAPES_H
#define PROTOCOL_SHAPES_H

#include "base/str.h"

enum { SHAPE_FIELDS = 20 };

/* Whose it is: only parts of others, or a whole message of one side. */
enum shape_side { SHAPE_PART, SHAPE_CLIENT, SHAPE_SERVER };

struct shape_field {
    const char *name;
    const char *type;
    const char *help; /* or NULL */
};

struct shape {
    const char *name;
    const char *help; /* or NULL */
    enum shape_side side;
    bool open;         /* may have more members than these */
    const char *alias; /* it is only another name for this type; no members then */
    struct shape_field field[SHAPE_FIELDS];
};

extern const struct shape shapes[];
int shape_count(void);
const struct shape *shape_find(struct str name); /* or NULL */

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
