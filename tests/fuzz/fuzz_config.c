/* Arbitrary bytes as a config file: read, or refused with file, line and reason. */
#include "server/config.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct config_problem problem = {""};
    struct config c;
    struct buf origins = {0};

    config_default(&c);
    if (config_read_text(&c, "f", str_n((const char *)data, size), &problem)) {
        struct net_options o = config_net(&c, &origins);

#define X(name, value, least, most, help)                \
    if (o.limit.name < (least) || o.limit.name > (most)) \
        abort();
        NET_LIMITS(X)
#undef X
        if (o.port < 0 || o.port > 65535 || c.qr < QR_AUTO || c.qr > QR_NEVER ||
            c.log_level < LOG_DEBUG || c.log_level > LOG_ERROR)
            abort();
    } else if (strncmp(problem.reason, "f:", 2) != 0 || strtol(problem.reason + 2, NULL, 10) < 1) {
        abort(); /* a refusal always says where */
    }
    buf_fini(&origins);
    config_fini(&c);
    return 0;
}
