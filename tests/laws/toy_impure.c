/* A game that looks at the wall clock and remembers between tables: law 8 must find both. */
#include "rules/decision.h"

#include <time.h>

int64_t toy_impure_now(const struct decision *d);

int64_t toy_impure_now(const struct decision *d)
{
    static int64_t calls;

    return d->now + time(NULL) + calls++;
}
