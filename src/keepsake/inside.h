/* inside - what the files of keepsake share among themselves. */
#ifndef KEEPSAKE_INSIDE_H
#define KEEPSAKE_INSIDE_H

#include "base/catalog.h"
#include "base/jr.h"
#include "keepsake/keepsake.h"
#include "rules/keep.h"

/* ---- map.c ---- */

struct map;
struct map *map_new(const struct keep *kept, enum language lang);
void map_free(struct map *m);
/* True: there is more to do. */
bool map_work(struct map *m, const struct mind *mind);
void map_draw(const struct map *m, const struct keep *kept, struct picture *out);

/* ---- say.c: what the readers of a document say with ---- */

struct sayer {
    const json_t *doc;
    struct str game;
    const struct keepsake_wish *wish;
    const struct catalog *shared, *texts;
    int seats;
};

/* False: this is no document of ours. It is closed with sayer_fini() if true. */
bool sayer_init(struct sayer *s, struct str doc, const struct keepsake_wish *wish);
void sayer_fini(struct sayer *s);
int64_t doc_int(const json_t *object, const char *key);
struct str doc_str(const json_t *object, const char *key);
void say_name(const struct sayer *s, int seat, struct buf *out);
/* "Ann, Ben and Cleo" */
void say_names(const struct sayer *s, const json_t *seats, struct buf *out);
/* The text of a key, of the page or of the game, with {n}, {word}, {with} and {names} of `about`.
 */
void say(const struct sayer *s, const json_t *about, struct buf *out, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void say_date(const struct sayer *s, struct buf *out);
/* Won, lost, or who has won. */
void say_outcome(const struct sayer *s, struct buf *out);
int mark_of_seat(const struct sayer *s, int seat);
const char *mark_colour(int mark);
const char *mark_ink(int mark); /* what is written on it */
/* For HTML and SVG. */
void add_escaped(struct str text, struct buf *out);
/* The picture; `inside` a page, whose title it need not repeat, it begins below its head. */
void svg_write(const struct sayer *s, bool inside, struct buf *out);
void text_write(const struct sayer *s, struct buf *out);
/* What a step is called, and what became of a line. */
void say_step(const struct sayer *s, const json_t *step, struct buf *out);
void say_note(const struct sayer *s, const json_t *line, struct buf *out);

#endif
