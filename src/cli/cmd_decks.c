/* Decks at the command line: what comes with a game, and whether a file of one's own is fine. */
#include "base/err.h"
#include "cli/cli.h"
#include "rules/deck_check.h"
#include "rules/registry.h"

#include <stdio.h>
#include <string.h>

enum { DECK_LIMIT = 1 << 20 };

static const struct deck *read_deck(const struct command *c, const char *path, struct arena *arena)
{
    struct deck_problem problem;
    struct buf file = {0};
    int error = buf_read_file(&file, path, DECK_LIMIT);
    const struct deck *deck = NULL;

    if (error)
        cli_fail(c, 0, "%s: %s", path, err_text(error));
    else if (!(deck = deck_read(arena, buf_str(&file), &problem)))
        cli_fail(c, 0, "%s:%d: %s", path, problem.line, problem.reason);
    buf_fini(&file);
    return deck;
}

static int deck_place(const struct game *g, struct str name)
{
    for (int i = 0; g->decks && g->decks[i]; i++) {
        if (str_is(name, g->decks[i]))
            return i;
    }
    return -1;
}

static bool put_own(const struct command *c, const struct book *b, int language, struct str name,
                    const char *path, struct arena *arena, struct shelf *out)
{
    int place = deck_place(b->game, name);

    if (place < 0) {
        cli_fail(c, 0, "%s has no deck '%.*s'", b->game->id, STR_FMT(str_shown(name)));
        return false;
    }
    const struct deck *deck = read_deck(c, path, arena);
    if (!deck)
        return false;
    if ((int)deck->language != language) {
        cli_fail(c, 0, "%s: the deck is in %s, the table in %s", path,
                 language_codes[deck->language], language_codes[language]);
        return false;
    }
    out->deck[place] = deck;
    return true;
}

bool cli_shelf(const struct command *c, const struct book *b, int language, struct str own,
               struct arena *arena, struct shelf *out)
{
    struct str item, name, path;

    *out = *registry_shelf(b, (enum language)language);
    while (str_piece(&own, ',', &item)) {
        if (!str_split(item, '=', &name, &path)) {
            cli_fail(c, 0, "decks are written name=FILE,name=FILE");
            return false;
        }
        struct str copy = arena_copy(arena, path);
        if (!put_own(c, b, language, name, copy.at, arena, out))
            return false;
    }
    return true;
}

static void describe(const char *title, const struct deck *d, bool json)
{
    struct buf line = {0};
    struct jw w = jw_to(&line);

    if (!json) {
        printf("%s: %.*s (%s), entries: %d, cards: %d\n", title, STR_FMT(d->name),
               language_codes[d->language], d->entries, d->cards);
        return;
    }
    jw_object(&w);
    jw_key(&w, "deck"), jw_str(&w, str_of(title));
    jw_key(&w, "name"), jw_str(&w, d->name);
    jw_key(&w, "language"), jw_str(&w, str_of(language_codes[d->language]));
    jw_key(&w, "entries"), jw_int(&w, d->entries);
    jw_key(&w, "cards"), jw_int(&w, d->cards);
    jw_end_object(&w);
    cli_json(&line);
}

static void list_all(bool json)
{
    for (int i = 0; i < registry_count(); i++) {
        const struct game *g = registry_at(i)->game;

        for (int d = 0; g->decks && g->decks[d]; d++) {
            for (int lang = 0; lang < LANGUAGES; lang++) {
                char title[96];

                snprintf(title, sizeof title, "%s %s", g->id, g->decks[d]);
                describe(title, registry_shelf(registry_at(i), (enum language)lang)->deck[d], json);
            }
        }
    }
}

/* Some have a number within: the line that says it already, or how long an entry may be. */
static const struct {
    const char *text, *after;
} flaws[] = {
    [FLAW_UNREADABLE] = {"the text is not UTF-8 in NFC", NULL},
    [FLAW_CHARACTER] = {"a hidden or strange character", NULL},
    [FLAW_LONG] = {"more than ", " characters, or none"},
    [FLAW_WORD] = {"not one word", NULL},
    [FLAW_THREE] = {"not three words with commas between", NULL},
    [FLAW_PICTURE] = {"not a picture of this game", NULL},
    [FLAW_FIELD] = {"a field is ' | key: value'", NULL},
    [FLAW_PROPERTY] = {"a property is '@key value'", NULL},
    [FLAW_NAME] = {"a deck needs a @name of up to 40 characters", NULL},
    [FLAW_LANGUAGE] = {"a deck needs a @language: en, de or fr", NULL},
    [FLAW_EMPTY] = {"no entry", NULL},
    [FLAW_MANY] = {"one too many: 2,000 entries are the limit", NULL},
    [FLAW_LARGE] = {"too large: 128 KiB is the limit", NULL},
    [FLAW_TWICE] = {"says what line ", " says (only advice)"},
};

/* As a table would check it (rules/deck_check.h). False where it could not be played with. */
static bool check_file(const struct command *c, struct str kind, const char *path)
{
    struct str id, name;
    const struct book *b = str_split(kind, '/', &id, &name) ? registry_find(id) : NULL;
    const struct deck_kind *k = b ? deck_kind_of(b->game, name) : NULL;
    struct deck_report report;
    struct buf file = {0};

    if (!k) {
        cli_fail(c, 0, "there is no kind of deck '%.*s'", STR_FMT(str_shown(kind)));
        return false;
    }
    int error = buf_read_file(&file, path, DECK_LIMIT);
    if (error) {
        cli_fail(c, 0, "%s: %s", path, err_text(error));
        return false;
    }
    deck_check(b->game, k, buf_str(&file), &report);
    for (int i = 0; i < report.shown; i++) {
        const struct deck_fault *f = &report.fault[i];

        printf("%s:%d: ", path, f->line);
        fputs(flaws[f->flaw].text, stdout);
        if (flaws[f->flaw].after)
            printf("%d%s", f->with ? f->with : k->longest, flaws[f->flaw].after);
        putchar('\n');
    }
    buf_fini(&file);
    return report.wrong == 0;
}

static int run(const struct command *c, int argc, char **argv)
{
    const char *kind = NULL;
    bool json = false;
    const struct flag flags[] = {
        {"json", FLAG_SWITCH, "one line of JSON per deck", &json, 0, 0},
        {"kind", FLAG_TEXT, "check files as decks of a table: GAME/KIND", &kind, 0, 0},
        {0},
    };
    int code, files = cli_parse(c, flags, argc, argv, &code);

    if (files < 0)
        return code;
    if (files == 0)
        list_all(json);
    code = EXIT_FINE;
    for (int i = 0; i < files; i++) {
        struct arena arena = {0};
        bool fine = !kind || check_file(c, str_of(kind), argv[i]); /* all that is wrong with it */
        const struct deck *deck = fine ? read_deck(c, argv[i], &arena) : NULL;

        if (deck)
            describe(argv[i], deck, json);
        else
            code = EXIT_USAGE;
        arena_fini(&arena);
    }
    return code;
}

const struct command cmd_decks = {"decks", "[FILE...]",
                                  "list the decks, or check files of your own",
                                  "Without a file it lists what comes with the games. The format "
                                  "is that of docs/decks.md; a table\n"
                                  "takes a deck of your own with 'unisono play --decks NAME=FILE'.",
                                  run};
