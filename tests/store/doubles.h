/*
 * doubles - stores that stand before another store and do one thing wrong: negative controls for
 * the suite, and lost answers, which no healthy backend gives on demand.
 *
 * Ownership: the double owns the store it stands before; store_free() frees both.
 */
#ifndef TESTS_STORE_DOUBLES_H
#define TESTS_STORE_DOUBLES_H

#include "store/store.h"

enum fault {
    FAULT_NONE,
    FAULT_CARELESS,     /* appends after the head, whatever the sequence number says */
    FAULT_TRUSTING,     /* takes whatever is there for the predecessor */
    FAULT_SWEEPING,     /* purges also where somebody has come meanwhile */
    FAULT_OVERWRITING,  /* replaces whichever document is there */
    FAULT_EARLY,        /* says OK now and commits at the next pump */
    FAULT_TWICE,        /* calls every callback twice */
    FAULT_AMNESIA,      /* purges without remembering the id: the next room of that id is new */
    FAULT_LOST_REQUEST, /* the request never arrives: UNKNOWN */
    FAULT_LOST_ANSWER,  /* it is done, but the answer never arrives: UNKNOWN */
};

struct store *double_new(struct store *inner, enum fault fault);
void double_set(struct store *s, enum fault fault);

#endif
