/* map - the map of meaning while it is made (map.c), for the files that give its words space, find
 * its paths and draw it (map_space.c, route.c, map_draw.c). */
#ifndef KEEPSAKE_MAP_H
#define KEEPSAKE_MAP_H

#include "keepsake/inside.h"

enum { MAP_WORDS = 160, MAP_WIDE = 1000, MAP_ROUTES = 400 };

struct place {
    struct keep_text word;
    int first; /* item */
    bool known;
    bool knot;
    seat_set seats, met;
    uint8_t step;
    int number;       /* on the ring, 0: it does not lie there … */
    uint8_t numbered; /* … since this step */
    double x, y;
    double half, above, below; /* what it covers, around x and y */
};

/* A player's way from one word to the next. */
struct route {
    int8_t seat;
    uint8_t step;
    int16_t from, to; /* places */
    int16_t bend;
};

enum map_work { MAP_ASK, MAP_SCALE, MAP_SPREAD, MAP_SEPARATE, MAP_ROUTE, MAP_DONE };

struct map {
    const struct keep *kept;
    enum language lang;
    enum map_work work;
    int n, row, pass;
    int size, height; /* of letters; of the sheet */
    struct place at[MAP_WORDS];
    short of[KEEP_ITEMS]; /* the place of an item, or -1 */
    int routes;
    struct route route[MAP_ROUTES]; /* a player's one after the other */
    struct curve *curves;           /* of the routes, and one that is tried, while they are found */
    double near[MAP_WORDS][MAP_WORDS];
    double far[MAP_WORDS][MAP_WORDS], weight[MAP_WORDS][MAP_WORDS];
};

/* Other tables wait meanwhile: so many passes over all pairs in one go. */
int map_passes(const struct map *m);

/* map_space.c: words move from where they belong to where each can be read. They are spread over
 * the sheet, then separated, some at a time until that returns false; what still lies on another
 * word is settled at the end. */
void map_spread(struct map *m);
bool map_separate(struct map *m);
void map_settle(struct map *m);

/* A knot is the larger, the more minds met there. */
int map_radius(const struct map *m, const struct place *p);
/* Beads on the rim of a dot tell whose it is; none: the dot itself does. */
seat_set map_beads(const struct map *m, const struct place *p, int *radius);
/* How far from the middle of a dot they sit: so far that all find room above its word. */
#define BEADS_APART 2.15
double map_rim(const struct map *m, const struct place *p);
/* The height of the letters of a word. */
int map_letters(const struct map *m, const struct place *p);

/* route.c: finds which paths there are; then how they bend, some at a time until it returns false.
 */
void routes_find(struct map *m);
bool routes_some(struct map *m);

#endif
