/* paint - the colours of players, and texts in HTML and SVG: for all who draw. */
#ifndef KEEPSAKE_PAINT_H
#define KEEPSAKE_PAINT_H

#include "base/buf.h"

const char *mark_colour(int mark);
const char *mark_ink(int mark); /* what is written on it */
/* For HTML and SVG. */
void add_escaped(struct str text, struct buf *out);

#endif
