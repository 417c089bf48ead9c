/* name - what people call themselves, and other short lines they type: visible, trimmed, bounded.
 */
#ifndef PARTY_NAME_H
#define PARTY_NAME_H

#include "base/buf.h"

/*
 * NFC, control and invisible characters gone, runs of blanks made one, trimmed. Replaces the
 * contents of `out`. False, with `out` empty, where nothing is left, where it has more than `chars`
 * characters or `bytes` bytes, or where it is not UTF-8.
 */
bool line_clean(struct str typed, int chars, size_t bytes, struct buf *out);

#endif
