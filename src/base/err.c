#include "base/err.h"

const char *err_text(int code)
{
    switch (code) {
#define X(name, value, text) \
    case name:               \
        return text;
        ERRORS(X)
#undef X
    default:
        return code == 0 ? "is fine" : "failed";
    }
}
