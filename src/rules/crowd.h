/*
 * crowd - those who look on play along in secret: what a game asks them, and what their answers
 * come to.
 *
 * A game says with one pure function what is asked now, as an onlooker knows the table, and of
 * which question the answers may be told (the players' own answers are known by then). Questions
 * have numbers that never come again in a game. Answers are typed: a word, one of some things, an
 * order of some things, a point. A sum is bounded and does not depend on the order of the answers;
 * single answers are in no sum: what fewer than two gave is not named. Things have no texts here
 * (a picture has its number), unless the game names them.
 *
 *     void crowd(const struct known *k, struct crowd_scene *out)
 *     {
 *         if (k->core->phase == X_WRITE)
 *             *out = (struct crowd_scene){.asks = t->round, .kind = CROWD_WORD};
 *         out->tells = t->round - 1;
 *     }
 */
#ifndef RULES_CROWD_H
#define RULES_CROWD_H

#include "base/jw.h"
#include "base/word.h"

#include <stdint.h>

enum crowd_kind { CROWD_WORD, CROWD_CHOICE, CROWD_ORDER, CROWD_POINT, CROWD_KINDS };
#define CROWD_KIND_NAMES "word|choice|order|point"

enum {
    CROWD_THINGS = 64, /* of which one is chosen, or some are put in an order … */
    CROWD_ORDERED = 8, /* … at most so many of them */
    CROWD_EDGE = 1000, /* of a point's field, at most */
    CROWD_MOST = 500,  /* answers to a question */
    CROWD_LEAST = 5,   /* with fewer nothing is told */
    CROWD_NAMED = 2,   /* what fewer people gave is not named */
    CROWD_BEST = 3,    /* what was said most often, so many of these */
    CROWD_TEXT = CROWD_BEST * (PHRASE_BYTES + 16),
};

struct crowd_scene {
    uint16_t asks;  /* number of the question that is open, from 1; 0: none */
    uint16_t tells; /* answers to this one, and to those before, may be told; 0: to none */
    uint8_t kind;   /* enum crowd_kind */
    uint8_t of;     /* CHOICE, ORDER: things, from 0 */
    uint8_t most;   /* ORDER: so many are put in an order */
    uint8_t about;  /* what it is about, for the screens of the game */
    char initial;   /* WORD: its first letter; 0: any */
    int16_t edge;   /* POINT: both numbers lie between this and its negative */
};

struct crowd_answer {
    struct word word;
    uint8_t n; /* things in `thing` */
    uint8_t thing[CROWD_ORDERED];
    int16_t x, y;
};

/* Whether it answers the open question. */
bool crowd_fits(const struct crowd_scene *s, const struct crowd_answer *a);

struct crowd_sum {
    uint16_t question;
    uint8_t kind;
    int answers;
    int n; /* of the best, the first of them first */
    struct crowd_best {
        int count;          /* how many said it; of an order its points */
        struct word word;   /* WORD */
        int thing;          /* CHOICE, ORDER … */
        struct phrase name; /* … and what it is called, if the game has told */
    } best[CROWD_BEST];
    int x, y, spread; /* POINT: the middle, and how far from it they are on average */
};

/* `answers` are borrowed, and put in another order. */
void crowd_sum(struct crowd_sum *out, const struct crowd_scene *s,
               const struct crowd_answer **answers, int n);
/* As a text of a log: "41 NUT" or "41 3 SEA – FARM", one of the best a line; of
 * points "x y spread" before that. */
void crowd_write(const struct crowd_sum *s, struct buf *out);
/* False: nobody here would have written it. */
bool crowd_read(struct crowd_sum *out, int64_t question, int64_t kind, int64_t answers,
                struct str text);
/* As screens are told: what is asked and what was said, either of them NULL where there is none. */
void crowd_tell(const struct crowd_scene *asks, const struct crowd_sum *said, struct jw *w);

#endif
