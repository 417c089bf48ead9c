/* map - the map of meaning while it is made (map.c), for the file that draws it (map_draw.c). */
#ifndef KEEPSAKE_MAP_H
#define KEEPSAKE_MAP_H

#include "keepsake/inside.h"

enum { MAP_WORDS = 160, MAP_WIDE = 1000 };

struct place {
    struct keep_text word;
    int first; /* item */
    bool known;
    bool knot;
    seat_set seats, met;
    uint8_t step;
    double x, y;
    double half, above, below; /* what it covers, around x and y */
};

enum map_work { MAP_ASK, MAP_SCALE, MAP_SPREAD, MAP_SEPARATE, MAP_DONE };

struct map {
    const struct keep *kept;
    enum language lang;
    enum map_work work;
    int n, row, pass;
    int size, height; /* of letters; of the sheet */
    struct place at[MAP_WORDS];
    short of[KEEP_ITEMS]; /* the place of an item, or -1 */
    double near[MAP_WORDS][MAP_WORDS];
    double far[MAP_WORDS][MAP_WORDS], weight[MAP_WORDS][MAP_WORDS];
};

/* A knot is the larger, the more minds met there. */
int map_radius(const struct map *m, const struct place *p);
/* Beads on the rim of a dot tell whose it is; none: the dot itself does. */
seat_set map_beads(const struct map *m, const struct place *p, int *radius);
/* The height of the letters of a word. */
int map_letters(const struct map *m, const struct place *p);

#endif
