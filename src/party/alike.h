/* alike - whether two names look the same to people, though their characters differ. */
#ifndef PARTY_ALIKE_H
#define PARTY_ALIKE_H

#include "base/str.h"

/*
 * What shows nothing (joiners, variation selectors) is passed over. Letters that look the same in
 * different scripts (Cyrillic А and Latin A) count as the same, by Unicode's table of confusable
 * characters as ICU keeps it. Both are UTF-8. Where ICU has no table, nothing looks alike.
 */
bool names_alike(struct str a, struct str b);

#endif
