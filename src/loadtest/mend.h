/*
 * mend - applies what a frame says has changed inside a section (docs/protocol.md).
 *
 *     {"name":"read","waiting":[0,1,3]}      was
 *     {"waiting":[0,1]}                      the changes
 *     {"name":"read","waiting":[0,1]}        is
 */
#ifndef LOADTEST_MEND_H
#define LOADTEST_MEND_H

#include "base/buf.h"

/* Adds `value` with its changes to `out`. False where they speak of what is not there. */
bool mend(struct str value, struct str changes, struct buf *out);

#endif
