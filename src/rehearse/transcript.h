/* transcript - writes down what happens at a rehearsed table, for goldens. See rehearse.h. */
#ifndef REHEARSE_TRANSCRIPT_H
#define REHEARSE_TRANSCRIPT_H

#include "rehearse/script.h"
#include "rules/match.h"

struct transcript {
    struct buf *out; /* NULL: nothing is written */
    const struct cast *cast;
    json_t *last[SEATS_MAX + 1]; /* views after the last step; the onlooker's comes first */
};

void transcript_fini(struct transcript *t);
void transcript_step(struct transcript *t, struct str line);
void transcript_facts(struct transcript *t, const struct match *m, const struct decision *d);
void transcript_refusal(struct transcript *t, const struct refusal *r);
/* The sections that changed since the last call, each once for those who see the same. */
void transcript_views(struct transcript *t, const struct match *m);

#endif
