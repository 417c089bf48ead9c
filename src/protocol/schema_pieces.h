/* schema_pieces - what JSON Schemas are put together from: members of the object that is open in
 * `w`, unless said otherwise. Only for the files of this folder. */
#ifndef PROTOCOL_SCHEMA_PIECES_H
#define PROTOCOL_SCHEMA_PIECES_H

#include "rules/schema.h"
#include "rules/shape.h"

void js_begin_file(struct jw *w, const char *id, const char *title);
/* Adds what was written compactly as people like to read it, and frees it. */
void js_pretty(struct buf *compact, struct buf *out);

void js_type_is(struct jw *w, const char *type);
void js_whole(struct jw *w, int64_t min, int64_t max); /* INT64_MAX: no limit */
void js_help(struct jw *w, const char *text);          /* NULL or empty: none */
void js_refer(struct jw *w, struct str name);
void js_one_of_choices(struct jw *w, struct str choices);
void js_one_of_names(struct jw *w, const char *const *names);
void js_const_member(struct jw *w, const char *key, const char *value);
void js_key_str(struct jw *w, struct str key);
void js_key_of(struct jw *w, const char *prefix, const char *name);
/* A whole object: a reference as an item of a list. */
void js_refer_item(struct jw *w, const char *prefix, const char *name);

/* A whole object: arguments by their schema. With `is` it is a fact of that name, and whole. */
void js_write_args(struct jw *w, const struct schema *s, const struct names *names, const char *is);
bool js_needs_arguments(const struct schema *s);
/* A whole object: a shape. Others that it names are referred to. */
void js_write_shape(struct jw *w, const struct shape *s);

#endif
