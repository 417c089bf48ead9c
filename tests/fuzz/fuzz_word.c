/* Arbitrary bytes as a word: the shown form is stable, and keys are made of it without harm. */
#include "base/word.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct word once = {0}, twice = {0};
    struct word_key key;

    if (word_set(&once, str_n((const char *)data, size)) == WORD_OK) {
        if (once.len == 0 || once.len > WORD_BYTES || !utf8_valid(word_str(&once)))
            abort();
        if (word_set(&twice, word_str(&once)) != WORD_OK || memcmp(&once, &twice, sizeof once) != 0)
            abort();
        if (!word_same(word_str(&once), word_str(&twice), LANG_DE))
            abort();
    }
    word_key(&key, str_n((const char *)data, size), size % 2);
    word_initial(str_n((const char *)data, size));
    return 0;
}
