/*
 * mend - what has changed inside a value, so that a small change is a small frame.
 *
 * Both texts are JSON as base/jw.h writes it. Of two objects, or of a list and one that is not
 * shorter, only what differs is written, as an object:
 *
 *     {"name":"read","until":900,"waiting":[0,1,3],"held":{"a":1,"b":2}}     was
 *     {"name":"read","waiting":[0,1],"held":{"a":1,"b":3}}                   is
 *     {"until":null,"waiting":[0,1],"held~":{"b":3}}                         the changes
 *
 * A plain name has a new value, null where it is gone; with a "~" it has changes of its own. Items
 * of a list are named by their index, new ones follow the last. Values are never null themselves.
 */
#ifndef BASE_MEND_H
#define BASE_MEND_H

#include "base/jw.h"

/* Adds the changes to `out`; false and nothing where the new value is no longer than they are. */
bool mend_write(struct str old, struct str now, struct buf *out);
/* The same of two objects whose writers noted their members, without the braces around these; what
 * is equal is not walked over. Writes the changes however long they are. */
void mend_members(struct str old, const struct jw_members *old_at, struct str now,
                  const struct jw_members *now_at, struct buf *out);

#endif
