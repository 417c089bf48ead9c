/* script - the words of a script line: names, arguments, times. See rehearse.h. */
#ifndef REHEARSE_SCRIPT_H
#define REHEARSE_SCRIPT_H

#include "base/jr.h"
#include "rules/schema.h"

struct cast {
    int n;
    char name[SEATS_MAX][48];
};

/* Seat with this name, or -1. */
int cast_find(const struct cast *c, struct str name);
bool cast_add(struct cast *c, struct str name);

/* Takes "key=value" off the line; a value may be "quoted" or [in, brackets]. */
bool script_pair(struct str *rest, struct str *key, struct str *value);
/* A value as JSON, by the type of the argument it is for; NULL where it has the wrong form. */
json_t *script_value(const struct cast *c, const struct arg_spec *a, struct str value);
/* Reads "key=value key=value" into `object` by the schema; false with a reason. */
bool script_arguments(const struct cast *c, const struct schema *schema, struct str rest,
                      json_t *object, char *reason, size_t size);
/* "12s", "1500ms" or "2.5s" in milliseconds; -1 for anything else. */
int64_t script_time(struct str text);

#endif
