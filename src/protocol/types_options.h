/* types_options - options of games as TypeScript: their types, and their values for screens that
 * are looked at without a server. What every game has, and what several have alike, is written
 * once, beside the messages. Only for this folder. */
#ifndef PROTOCOL_TYPES_OPTIONS_H
#define PROTOCOL_TYPES_OPTIONS_H

#include "rules/game.h"

struct buf;

/* SharedOptions and CommonOptions with their values. */
void types_shared_options(struct buf *out);
/* Whether the next two name any of CommonOptions. */
bool types_has_common(const struct book *b);
/* The members of the game's own options. */
void types_game_options(struct buf *out, const struct book *b);
/* The game as GET /api/games tells it. */
void types_game_spec(struct buf *out, const struct book *b);

#endif
