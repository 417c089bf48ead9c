/* metrics - what GET /metrics tells of the rooms of a process, in Prometheus' text. */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include "base/buf.h"
#include "house/house.h"
#include "server/turns.h"

void metrics_write(struct buf *out, const struct house *h, const struct turns *t);

#endif
