/* filters - the lists of words that tables of this server do not take (party/filter.h), from a
 * folder of the operator's. */
#ifndef SERVER_FILTERS_H
#define SERVER_FILTERS_H

#include "party/filter.h"

/* en.txt, de.txt and fr.txt of the folder; for one that is not there, and without a folder (""),
 * the built-in list. False: `reason` says which file is wrong and why, and there is nothing to
 * free. */
bool filters_open(struct filter *f, const char *folder, char *reason, size_t size);

#endif
