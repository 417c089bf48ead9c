/*
 * shapes - the objects of the protocol (docs/protocol.md) as one table (rules/shape.h), for those
 * who write about them: JSON Schemas and TypeScript types are both made from it.
 *
 * Orders, actions, facts and options are not in here: they come from the tables that the server
 * decides by (party/orders.h, room/message.h, rules/game.h), nor are the sections of a game: it has
 * shapes of its own. What the server writes by hand is here, and a test holds real traffic against
 * it.
 */
#ifndef PROTOCOL_SHAPES_H
#define PROTOCOL_SHAPES_H

#include "rules/shape.h"

extern const struct shape shapes[]; /* ended by one without a name */
int shape_count(void);

#endif
