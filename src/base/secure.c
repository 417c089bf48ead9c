#include "base/secure.h"

#include <stdlib.h>
#include <sys/random.h>

struct seed secure_seed(void)
{
    struct seed s;

    if (getrandom(s.byte, sizeof s.byte, 0) != sizeof s.byte)
        abort();
    return s;
}

uint64_t secure_random(void)
{
    uint64_t n;

    /* So few bytes are never cut short once the kernel's generator is ready. */
    if (getrandom(&n, sizeof n, 0) != sizeof n)
        abort();
    return n;
}
