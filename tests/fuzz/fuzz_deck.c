/* Arbitrary bytes as a deck: a host's own file is never trusted. */
#include "rules/deck.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = {0};
    struct deck_problem problem = {0};
    const struct deck *deck = deck_read(&arena, str_n((const char *)data, size), &problem);

    if (!deck && problem.reason[0] == '\0')
        abort();
    for (int i = 0; deck && i < deck->entries; i++) {
        if (deck->entry[i].text.len == 0 || deck->entry[i].card >= deck->cards)
            abort();
    }
    arena_fini(&arena);
    return 0;
}
