#include "base/secure.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>

/* So few bytes come whole or not at all. Only while the kernel's generator is not ready, right
 * after the machine has started, a signal may come first. */
static void fill(void *out, size_t size)
{
    while (getrandom(out, size, 0) < 0) {
        if (errno != EINTR)
            abort();
    }
}

struct seed secure_seed(void)
{
    struct seed s;

    fill(s.byte, sizeof s.byte);
    return s;
}

uint64_t secure_random(void)
{
    uint64_t n;

    fill(&n, sizeof n);
    return n;
}
