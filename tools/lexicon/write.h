/* write - puts a finished dictionary into a lexicon file (lexicon/format.h). */
#ifndef TOOLS_WRITE_H
#define TOOLS_WRITE_H

#include "associations.h"

/* Writes beside the place and renames, so that a reader never sees half a file. */
bool lexicon_write(const struct dict *d, const struct matches *m, const struct associations *a,
                   const struct judge *j, uint64_t fingerprint, const char *path);
/* The fingerprint of a file that is there and whole, or 0. */
uint64_t lexicon_fingerprint(const char *path);

#endif
