#include "room/scratch.h"

#include <stdlib.h>

struct scratch *scratch_new(void)
{
    struct scratch *s = calloc(1, sizeof *s);

    if (!s)
        abort();
    change_init(&s->change);
    s->record = record_new();
    return s;
}

void scratch_free(struct scratch *s)
{
    if (!s)
        return;
    change_fini(&s->change);
    record_free(s->record);
    buf_fini(&s->answer);
    buf_fini(&s->front);
    frame_parts_fini(&s->frame_parts);
    buf_fini(&s->section);
    broadcasts_free_spare(s);
    while (s->spare_entries)
        buf_fini(&s->spare_entry[--s->spare_entries]);
    for (int i = 0; i < SPARE_TABLES; i++)
        table_free(s->spare_table[i]);
    free(s);
}
