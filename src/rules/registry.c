#include "rules/registry.h"

#include "base/embedded.h"

#include <stdio.h>
#include <stdlib.h>

#define GAME(id) extern const struct game id;
#include "games.def"
#undef GAME

static const struct game *const games[] = {
#define GAME(id) &id,
#include "games.def"
#undef GAME
};

enum { GAMES = sizeof games / sizeof games[0] };

static struct {
    bool ready;
    struct arena arena;
    struct book book[GAMES];
    struct shelf shelf[GAMES][LANGUAGES];
    struct catalog strings[LANGUAGES];
} registry;

static void broken(const char *path, int line, const char *reason)
{
    fprintf(stderr, "unisono: %s:%d: %s\n", path, line, reason);
    abort(); /* the program was built from a broken file: our bug */
}

static void add_decks(int game, enum language lang)
{
    const struct game *g = games[game];

    for (int i = 0; g->decks && g->decks[i]; i++) {
        struct deck_problem problem;
        char path[128];

        snprintf(path, sizeof path, "games/%s/decks/%s.%s.txt", g->id, g->decks[i],
                 language_codes[lang]);
        const struct embedded_file *file = embedded_find(path);
        if (!file)
            broken(path, 0, "is missing");
        const struct deck *deck = deck_read(&registry.arena, file->text, &problem);
        if (!deck)
            broken(path, problem.line, problem.reason);
        registry.shelf[game][lang].deck[i] = deck;
    }
}

void registry_init(void)
{
    if (registry.ready)
        return;
    registry.ready = true;
    for (int lang = 0; lang < LANGUAGES; lang++)
        embedded_texts(&registry.strings[lang], "src/rules", (enum language)lang);
    for (int game = 0; game < GAMES; game++) {
        char folder[80];

        book_init(&registry.book[game], games[game]);
        snprintf(folder, sizeof folder, "games/%s", games[game]->id);
        for (int lang = 0; lang < LANGUAGES; lang++) {
            embedded_texts(&registry.strings[lang], folder, (enum language)lang);
            add_decks(game, (enum language)lang);
        }
    }
}

void registry_fini(void)
{
    arena_fini(&registry.arena);
    for (int lang = 0; lang < LANGUAGES; lang++)
        catalog_fini(&registry.strings[lang]);
    registry.ready = false;
}

int registry_count(void)
{
    return GAMES;
}

const struct book *registry_at(int i)
{
    return &registry.book[i];
}

const struct book *registry_find(struct str id)
{
    for (int i = 0; i < GAMES; i++) {
        if (str_is(id, games[i]->id))
            return &registry.book[i];
    }
    return NULL;
}

int registry_place(const struct book *b)
{
    for (int i = 0; i < GAMES; i++) {
        if (b == &registry.book[i])
            return i;
    }
    return -1;
}

const struct catalog *registry_strings(enum language lang)
{
    return &registry.strings[lang];
}

const struct shelf *registry_shelf(const struct book *b, enum language lang)
{
    int place = registry_place(b);

    return place < 0 ? NULL : &registry.shelf[place][lang];
}
