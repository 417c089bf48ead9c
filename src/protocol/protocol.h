/*
 * protocol - the protocol described for others: JSON Schemas and TypeScript types.
 *
 * Written from the tables that the server itself uses: orders (party/orders.h), kinds of requests
 * (room/message.h), actions, facts, options, phases and subjects of games (rules/game.h); what the
 * server says is the table of protocol/shapes.h. The files are kept in the repository; a test
 * compares them with what is written now, and another holds real traffic against them.
 *
 *     struct buf text = {0};
 *     protocol_init();
 *     protocol_server_schema(&text);
 *     write_file("server.schema.json", buf_str(&text));
 *
 * Each adds a whole file to `out`.
 */
#ifndef PROTOCOL_PROTOCOL_H
#define PROTOCOL_PROTOCOL_H

#include "base/buf.h"
#include "rules/game.h"

/* Once, after registry_init(). */
void protocol_init(void);

void protocol_client_schema(struct buf *out);
void protocol_server_schema(struct buf *out);
/* GET /api/games */
void protocol_games_schema(struct buf *out);
void protocol_game_schema(const struct book *b, struct buf *out);

void protocol_types(struct buf *out);
void protocol_game_types(const struct book *b, struct buf *out);

#endif
