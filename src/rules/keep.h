/*
 * keep - what stays of a game when it is over: its steps, its words, its best moments, its picture.
 *
 * A game notes them from its public facts, one after the other, and is given nothing else: what the
 * rules never revealed cannot be kept. `k` is what an onlooker knows after the record of the fact.
 * The keepsake (src/keepsake) makes a page, a picture and a text of it.
 *
 * An item is a word that somebody laid, said or found. Items of one step that have the same knot
 * met. A game without a picture of its own gets the map of meaning: the words of its items by how
 * near they are to each other.
 *
 * Everything is bounded and lies in one piece; what does not fit is not kept. Texts are copied.
 * Roles and keys are literals: "keep.<game>.role.<role>", "….moment.<key>" and "….step.<key>" are
 * their texts.
 *
 *     keep_step(out, "round", 3, STR(""));
 *     keep_item(out, "read", SEAT(2), STR("FOOD"))->n = 1;
 *     keep_moment(out, 30, "match", seats, 3, STR("FOOD"), STR("MEAL"));
 */
#ifndef RULES_KEEP_H
#define RULES_KEEP_H

#include "base/str.h"
#include "rules/seats.h"

enum {
    KEEP_STEPS = 160,
    KEEP_ITEMS = 900,
    KEEP_MOMENTS = 160,
    KEEP_BYTES = 60000,
    PICTURE_STROKES = 2400,
    PICTURE_BYTES = 40000
};

struct keep_text {
    uint32_t at;
    uint32_t len;
};

struct keep_step {
    const char *key;
    int n;
    struct keep_text text;
};

struct keep_item {
    const char *role;
    struct keep_text word;
    seat_set seats;  /* whose it is */
    seat_set by;     /* who found, guessed or understood it … */
    seat_set tried;  /* … of those who could have: known once it was revealed */
    uint8_t step;    /* index */
    uint8_t knot;    /* 0: it met no other */
    bool taken_back; /* taken back or erased: it is not shown */
    bool said;       /* somebody's own word; else it was dealt */
    int32_t n;       /* points, a number, what the role says */
    int32_t x, y;    /* for the picture */
};

struct keep_moment {
    const char *key;
    struct keep_text word, with;
    seat_set seats;
    uint8_t step;
    int16_t worth; /* the best are told */
    int32_t n;
};

struct keep {
    int steps, items, moments;
    uint8_t knots;
    bool
        ring; /* words lie on a circle in the order of their n: the map has a thread through them */
    uint32_t bytes;
    struct keep_step step[KEEP_STEPS];
    struct keep_item item[KEEP_ITEMS + 1]; /* the last takes what does not fit */
    struct keep_moment moment[KEEP_MOMENTS];
    char text[KEEP_BYTES];
};

void keep_init(struct keep *k);
struct str keep_str(const struct keep *k, struct keep_text text);
/* What follows belongs to this step. */
void keep_step(struct keep *k, const char *key, int n, struct str text);
/* The text of the step that goes on, where it is told later than its beginning. */
void keep_about(struct keep *k, struct str text);
/* Never NULL; without a word it is for the picture alone. */
struct keep_item *keep_item(struct keep *k, const char *role, seat_set seats, struct str word);
/* The last item of this step that is this seat's and was not taken back; `role` NULL: any. */
struct keep_item *keep_last(struct keep *k, const char *role, int seat);
void keep_moment(struct keep *k, int worth, const char *key, seat_set seats, int n, struct str word,
                 struct str with);

/*
 * A picture: strokes on a sheet, in the order in which they lie on each other. A stroke of a seat
 * has its colour. One of a step belongs to it (from 1; 0: to none), so that a screen can go through
 * the game. Tags are words at a point: picture_settle() finds a place for each beside its point,
 * and a thin line ties it to that where it had to go further. A mark is a player's disc with its
 * symbol: nobody is known by their colour alone.
 */
enum stroke_kind {
    STROKE_LINE,
    STROKE_CURVE,
    STROKE_BOX,
    STROKE_DOT,
    STROKE_KNOT,
    STROKE_WORD,
    STROKE_TAG,
    STROKE_SAY,
    STROKE_NAME,
    STROKE_MARK
};
enum tone { TONE_INK, TONE_SOFT, TONE_FAINT, TONE_GOLD, TONE_PAPER };
enum anchor { ANCHOR_MIDDLE, ANCHOR_START, ANCHOR_END };

struct stroke {
    uint8_t kind, tone, step, anchor;
    int8_t seat;  /* its colour; NO_SEAT: the tone */
    int16_t x, y; /* where it is or begins; of a word the middle of its height */
    int16_t w, h; /* to where a line leads, from x and y; size of a box; of a tag the least and the
                   * largest x that it may cover, 0 and 0: the sheet's, … */
    int16_t low, high; /* … and the least and the largest y */
    int16_t size;      /* height of letters, radius of dots, breadth of lines */
    int16_t bend;      /* of a curve: how far its middle leaves the straight line */
    int32_t n;         /* of a SAY; what stands in a dot, -1: nothing; of a NAME the set of seats */
    struct keep_text text; /* a word; of a SAY the key below "keep.<game>." */
    struct keep_text with; /* of a SAY: its {word} */
};

struct picture {
    int16_t w, h;
    int strokes;
    uint32_t bytes;
    struct stroke stroke[PICTURE_STROKES];
    char text[PICTURE_BYTES];
};

void picture_init(struct picture *p, int w, int h);
struct str picture_str(const struct picture *p, struct keep_text text);
/* False: the sheet is full. */
bool picture_add(struct picture *p, struct stroke s, struct str text);
bool picture_say(struct picture *p, struct stroke s, const char *key, struct str word);
/* How broad a text is, in letters of this height. */
int picture_breadth(struct str text, int size);
void picture_settle(struct picture *p);

#endif
