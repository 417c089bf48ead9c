#include "rules/layout.h"

bool layout_complete(const struct layout *l)
{
    size_t next = 0;

    for (size_t i = 0; i < l->fields; i++) {
        const struct field *f = &l->field[i];

        if (f->inner && (f->inner->size != f->size || !layout_complete(f->inner)))
            return false;
        next += f->size * f->count;
    }
    return next == l->size;
}
