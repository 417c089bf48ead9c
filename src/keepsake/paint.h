/* paint - the marks of players, dates, and texts in HTML and SVG: for all who draw. */
#ifndef KEEPSAKE_PAINT_H
#define KEEPSAKE_PAINT_H

#include "base/buf.h"
#include "base/word.h"

/* Colours and letters of what is drawn on a night sheet, as on the screens of the app. */
#define INK   "#fbf3e2"
#define SOFT  "#c9bddb"
#define GOLD  "#f2b134"
#define NIGHT "#1d1530"
#define FONT  "Bricolage,'Bricolage Grotesque',system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"

/* Three discs over each other: the sign of the house. */
void add_sign(int x, int y, struct buf *out);

const char *mark_colour(int mark);
const char *mark_ink(int mark);  /* what is written on it */
const char *mark_dash(int mark); /* of lines; empty: they are whole */
/* The disc with its symbol, around 0 and with a radius of 12, as elements of an SVG. */
void add_mark(int mark, struct buf *out);
/* How far the middle of a curve leaves the straight line: short ones bend less. */
double curve_bend(double bend, double far);
/* The day of a time in milliseconds since 1970; nothing for 0. */
void add_date(int64_t when, enum language lang, struct buf *out);
/* For HTML and SVG. */
void add_escaped(struct str text, struct buf *out);

#endif
