/*
 * properties - what things are like: large, funny, dangerous, fit for children (docs/lexicon.md).
 *
 * Some 2,000 words a language are rated by our own hand, src/lexicon/properties.<lang>.txt. All
 * other speakers are rated as words like them are: by ridge regression on the vectors.
 *
 *     struct properties p = {0};
 *     ok = properties_read(&p, dict, path);
 *     properties_spread(&p, &associations);
 *     properties_fini(&p);
 */
#ifndef TOOLS_PROPERTIES_H
#define TOOLS_PROPERTIES_H

#include "associations.h"
#include "lexicon/format.h"

struct rating {
    uint32_t entry;
    int8_t value[LEX_PROPERTIES]; /* -LEX_PROPERTY_FULL to LEX_PROPERTY_FULL */
};

struct properties {
    VEC(struct rating) rating;
};

/* False, with a line on stderr, where the file is missing or a line of it is wrong. */
bool properties_read(struct properties *p, struct dict *d, const char *path);
/* Fills `a->property` for every speaker. */
void properties_spread(const struct properties *p, struct associations *a);
void properties_fini(struct properties *p);

#endif
