#include "party/deck_text.h"

#include "rules/deck_stem.h"

#include <stdlib.h>
#include <string.h>

struct deck_text *deck_text_new(struct str text)
{
    struct deck_text *t = calloc(1, sizeof *t);
    char *copy = malloc(text.len + 1);

    if (!t || !copy)
        abort();
    memcpy(copy, text.at, text.len);
    copy[text.len] = '\0';
    t->text = str_n(copy, text.len);
    return t;
}

bool deck_text_read(struct deck_text *t)
{
    struct deck_problem problem;

    if (t->was_read)
        return t->deck;
    t->was_read = true;
    t->deck = deck_read_checked(&t->arena, t->text, &problem);
    if (!t->deck)
        return false;
    uint64_t *stem = arena_alloc(&t->arena, sizeof *stem * (size_t)t->deck->entries);
    for (int i = 0; i < t->deck->entries; i++)
        stem[i] = deck_stem(t->deck->language, t->deck->entry[i].text);
    t->stem = stem;
    return true;
}

void deck_text_free(struct deck_text *t)
{
    if (!t)
        return;
    arena_fini(&t->arena);
    free((char *)t->text.at);
    free(t);
}
