/*
 * Chime - everyone thinks of a number from 1 to 5 in secret. Whoever thought of the same number as
 * somebody else scores a point. Three rounds; most points win. The example of docs/add-a-game.md.
 */
#ifndef CHIME_H
#define CHIME_H

enum { CHIME_SEATS = 8, CHIME_ROUNDS = 3 };

#define GAME_DEF    "chime/chime.def"
#define GAME_PREFIX chime
#include "rules/define.h"

/* view.c */
void chime_view(const struct known *k, struct jw *w);
void chime_own(const struct known *k, struct jw *w);
/* bot.c */
bool chime_bot_thinks(const struct known *k, struct thinking *t);
extern const char *const chime_figures[];
void chime_measure(const struct known *k, const struct fact *f, struct tally *out);

#endif
