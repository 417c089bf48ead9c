/* inside - what the files of keepsake share among themselves. */
#ifndef KEEPSAKE_INSIDE_H
#define KEEPSAKE_INSIDE_H

#include "base/catalog.h"
#include "base/jr.h"
#include "keepsake/keepsake.h"
#include "keepsake/paint.h"
#include "rules/crowd.h"
#include "rules/keep.h"
#include "rules/table.h"

/* ---- map.c ---- */

struct map;
struct map *map_new(const struct keep *kept, enum language lang);
void map_free(struct map *m);
/* True: there is more to do. */
bool map_work(struct map *m, const struct mind *mind);
void map_draw(const struct map *m, const struct keep *kept, struct picture *out);

/* ---- evidence.c ---- */

/* Who thinks like whom, of people: bots do not count. */
void write_pairs(const struct setup *setup, const struct keep *kept, seat_set bots, struct jw *w);
/* The least expected of the words that met; where there is no map (NULL), the word of the best
 * moment. */
void write_surprise(const struct map *m, const struct keep *kept, struct jw *w);

/* ---- crowd.c ---- */

enum { KEPT_QUESTIONS = 256, KEPT_SUMS = KEEP_STEPS };

struct kept_crowd {
    uint8_t step[KEPT_QUESTIONS]; /* in which each was asked, from 1; 0: none */
    int n;
    struct crowd_sum sum[KEPT_SUMS];
};

/* After a record was folded; `steps` are known so far. */
void crowd_ask(struct kept_crowd *c, const struct setup *s, const struct table *t, int steps);
void crowd_take(struct kept_crowd *c, const struct crowd_sum *sum);
/* What it said in this step, if it was asked. */
void write_crowd(const struct kept_crowd *c, int step, struct jw *w);

/* ---- reel.c ---- */

/* What an onlooker sees of the table at one moment: the members of a view. */
struct seen_view {
    struct buf text;
    struct jw_members members;
};

struct reel {
    int n, n_steps;
    int clean; /* words looked at so far, whether they are to be hidden */
    struct seen_view last, spare;
    struct buf frames, steps;
};

/* After a record was folded; `steps` are known so far. */
void reel_take(struct reel *r, const struct setup *s, const struct table *t, int64_t at,
               const struct fact *f, int n, int steps);
/* Whether a game of so many records is short enough to be shown again. */
bool reel_fits(int records);
/* Hides one word that the table has erased. False: there is none left. */
bool reel_clean(struct reel *r, const struct keep *kept);
/* False: it became too long. */
bool reel_write(const struct reel *r, const struct keepsake_head *head, struct buf *out);
void reel_fini(struct reel *r);

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
int score_of_seat(const struct sayer *s, int seat);
/* The picture; `inside` a page, whose title it need not repeat, it begins below its head. */
void svg_write(const struct sayer *s, bool inside, struct buf *out);
void text_write(const struct sayer *s, struct buf *out);
/* Of an award its name and what it was for, and what happened at a moment. */
void say_award(const struct sayer *s, const json_t *award, struct buf *out);
void say_award_why(const struct sayer *s, const json_t *award, struct buf *out);
void say_moment(const struct sayer *s, const json_t *moment, struct buf *out);
/* What a step is called, and what became of an item. */
void say_step(const struct sayer *s, const json_t *step, struct buf *out);
void say_note(const struct sayer *s, const json_t *item, struct buf *out);
/* crowd.c: what the crowd would have done. */
void say_crowd(const struct sayer *s, const json_t *crowd, struct buf *out);

#endif
