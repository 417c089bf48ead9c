/*
 * code - the characters by which people find a room: five at home, up to seven on a full server.
 *
 * The alphabet has no look-alikes (no 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B, U and V) and
 * few vowels, so that codes rarely spell anything. Those that still spell something unkind in one
 * of our languages are not given. 23^5 is over six million codes, and a server with more rooms
 * gives longer ones. Wrong codes are limited, so that codes cannot be searched (docs/security.md
 * has the sum).
 */
#ifndef PARTY_CODE_H
#define PARTY_CODE_H

#include "base/str.h"

enum { CODE_MIN = 5, CODE_MAX = 7 };

struct code {
    char text[CODE_MAX + 1]; /* zeros after its end */
};

/* How long a code should be where there are so many rooms. */
int code_chars(int64_t rooms);
/* A code from a random number. False where it would spell something: draw again. */
bool code_make(struct code *out, int chars, uint64_t random);
/* What a person typed: small letters, blanks and hyphens are forgiven. */
bool code_read(struct code *out, struct str typed);
bool code_same(const struct code *a, const struct code *b);

#endif
