/*
 * code - the five characters by which people find a room.
 *
 * The alphabet has no look-alikes (no 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B, U and V)
 * and is short of vowels, so that
 * codes rarely spell anything; those that still spell something unkind in one of our languages are
 * not given. 23^5 is over six million codes: joins are rate-limited so that they cannot be
 * searched.
 */
#ifndef PARTY_CODE_H
#define PARTY_CODE_H

#include "base/str.h"

enum { CODE_CHARS = 5 };

struct code {
    char text[CODE_CHARS + 1];
};

/* A code from a random number. False where it would spell something: draw again. */
bool code_make(struct code *out, uint64_t random);
/* What a person typed: small letters, blanks and hyphens are forgiven. */
bool code_read(struct code *out, struct str typed);
bool code_same(const struct code *a, const struct code *b);

#endif
