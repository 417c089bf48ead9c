/* games - the games, their options and seats as clients need them in a lobby (GET /api/games of
 * docs/protocol.md). */
#ifndef PARTY_GAMES_H
#define PARTY_GAMES_H

#include "base/buf.h"

struct book;

/* All of them, and the languages. */
void games_write(struct buf *out);
/* One of them: an object. */
void game_write(const struct book *b, struct buf *out);

#endif
