/*
 * damage - a room as text, as `unisono export` writes it, changed in one of many ways that still
 * look like a log.
 *
 * Which way and where is drawn from a number, so that the same number always does the same. What
 * would only be noticed by counting is mended again: how many entries there are, where they are
 * folded from, the numbers of records, and (mostly) the order of requests; so that damage reaches
 * the rules and does not stop at the first line.
 *
 *     struct buf out = {0};
 *     const char *how = damage(text, 17, &out);
 */
#ifndef TESTS_ARCHIVE_DAMAGE_H
#define TESTS_ARCHIVE_DAMAGE_H

#include "base/buf.h"

/* Replaces the contents of `out`. Returns what was done, for messages. */
const char *damage(struct str room, uint64_t number, struct buf *out);

#endif
