/*
 * sealed - a seed that nobody has chosen: made of a secret that was sealed before anybody could
 * know the rest, and of parts that were pledged before anybody showed one.
 *
 *   seal     SHA-256("unisono seal", secret): told to everybody before the first part
 *   pledge   SHA-256("unisono pledge", seal, part): of each device, before any part is told
 *   table    SHA-256("unisono table", what the table brings into the game): told before any part
 *   seed     SHA-256("unisono deal", secret, table, seat, part, seat, part …): by seat
 *
 * Texts are hashed without a byte after their end. Secret, seal, table and part have 32 bytes each,
 * a seat has one.
 *
 * Whoever sealed the secret did not know the parts. Whoever pledged a part knew neither the secret
 * nor the others' parts. So one honest one among them makes the seed random for all. What the table
 * brings (room/brought.h) says which cards can be dealt at all: it is fixed before anybody knows
 * the seed. Early deals were not bound to it: their seed is SHA-256("unisono seed", secret, seat,
 * part …).
 *
 *     struct seed seal = seal_of(&secret);       // before the first part
 *     struct sealed s = {.secret = secret, .parts = 2, …};
 *     setup.seed = sealed_seed(&s);              // the table's chance (base/deal.h)
 */
#ifndef BASE_SEALED_H
#define BASE_SEALED_H

#include "base/deal.h"

enum { SEALED_PARTS = 16 };

struct sealed {
    struct seed secret;
    bool bound;               /* to what the table brings: … */
    struct seed decks, table; /* … the hash of the decks that are part of it, and of all of it */
    int parts;                /* in the order of seats */
    struct sealed_part {
        uint8_t seat; /* the first one of its device */
        struct seed part;
    } part[SEALED_PARTS];
};

struct seed seal_of(const struct seed *secret);
struct seed pledge_of(const struct seed *seal, const struct seed *part);
/* Of a text that brought.h writes, and of decks as text. */
struct seed table_of(struct str brought);
struct seed decks_of(struct str decks);
/* Of the text of one deck. */
struct seed deck_sum(struct str text);
struct seed sealed_seed(const struct sealed *s);
bool seed_same(const struct seed *a, const struct seed *b);

#endif
