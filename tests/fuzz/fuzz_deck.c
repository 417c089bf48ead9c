/* Arbitrary bytes as a deck: a host's own file is never trusted. What the check lets pass can be
 * read, whatever kind it is for. */
#include "rules/deck_check.h"
#include "rules/registry.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(struct str text, bool readable)
{
    registry_init();
    for (int i = 0; i < registry_count(); i++) {
        const struct game *g = registry_at(i)->game;

        for (const struct deck_kind *k = g->kinds; k && k->name; k++) {
            struct deck_report report;

            deck_check(g, k, text, &report);
            if (report.wrong > report.faults || report.shown > FAULTS_SHOWN)
                abort();
            if (!report.wrong && !readable)
                abort();
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = {0};
    struct deck_problem problem = {0};
    struct str text = str_n((const char *)data, size);
    const struct deck *deck = deck_read(&arena, text, &problem);

    if (!deck && problem.reason[0] == '\0')
        abort();
    for (int i = 0; deck && i < deck->entries; i++) {
        if (deck->entry[i].text.len == 0 || deck->entry[i].card >= deck->cards)
            abort();
    }
    check(text, deck != NULL);
    arena_fini(&arena);
    return 0;
}
