/* Arbitrary bytes as a script: refused with a line, or played; never a crash. */
#include "rehearse/rehearse.h"
#include "rules/registry.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rehearse_problem problem;
    struct rehearse_result result;
    struct buf transcript = {0}, log = {0};

    registry_init();
    if (!rehearse(str_n((const char *)data, size), &transcript, &log, &result, &problem)) {
        if (problem.line < 0 || problem.reason[0] == '\0')
            abort(); /* a refusal always says where and why */
    }
    buf_fini(&transcript);
    buf_fini(&log);
    return 0;
}
