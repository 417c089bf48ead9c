/* paint - the marks of players, and texts in HTML and SVG: for all who draw. */
#ifndef KEEPSAKE_PAINT_H
#define KEEPSAKE_PAINT_H

#include "base/buf.h"

const char *mark_colour(int mark);
const char *mark_ink(int mark);  /* what is written on it */
const char *mark_dash(int mark); /* of lines; empty: they are whole */
/* The disc with its symbol, around 0 and with a radius of 12, as elements of an SVG. */
void add_mark(int mark, struct buf *out);
/* How far the middle of a curve leaves the straight line: short ones bend less. */
double curve_bend(double bend, double far);
/* For HTML and SVG. */
void add_escaped(struct str text, struct buf *out);

#endif
