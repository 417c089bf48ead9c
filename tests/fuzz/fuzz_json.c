/* Arbitrary bytes as a log: its first line and its records. */
#include "rules/record.h"
#include "rules/registry.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct record *record;
    struct str text = str_n((const char *)data, size), line;
    struct setup_problem problem;
    struct log_head head;
    struct world world = {0};
    struct match m;

    registry_init();
    if (!record)
        record = record_new();
    if (!str_line(&text, &line) || !log_read_setup(&head, line, &problem))
        return 0;
    match_init(&m, &head.setup, &world);
    while (str_line(&text, &line)) {
        struct names names = table_names(m.table);

        if (!log_read_record(record, head.setup.book, &names, m.records + 1, line, &problem))
            break;
        match_refold(&m, record->fact, record->facts);
        for (int seat = NO_SEAT; seat < head.setup.seats; seat++) {
            struct buf view = {0};

            table_view(m.table, seat, &view);
            buf_fini(&view);
        }
    }
    match_fini(&m);
    return 0;
}
