/* What stands in a script before the game begins: the table, its lexicon, its chance. */
#include "rehearse/inside.h"
#include "rules/registry.h"

#include <stdlib.h>

static bool set_game(struct rehearsal *r, struct str rest)
{
    const struct book *book = registry_find(str_trim(rest));

    if (!book)
        return rehearsal_fails(r, "there is no game '%.*s'", STR_FMT(str_shown(rest)));
    if (r->setup.book)
        return rehearsal_fails(r, "a script has one game");
    setup_default(&r->setup, book);
    return true;
}

static bool set_seats(struct rehearsal *r, struct str rest)
{
    struct str name;

    while (str_word(&rest, &name)) {
        if (!cast_add(&r->cast, name))
            return rehearsal_fails(r, "'%.*s' cannot be a player here", STR_FMT(str_shown(name)));
    }
    r->setup.seats = r->cast.n;
    return true;
}

static bool set_language(struct rehearsal *r, struct str rest)
{
    int lang = language_of(str_trim(rest));

    if (lang < 0)
        return rehearsal_fails(r, "the language is none of en, de, fr");
    r->setup.language = (enum language)lang;
    return true;
}

static bool set_youngest(struct rehearsal *r, struct str rest)
{
    r->setup.youngest = cast_find(&r->cast, str_trim(rest));
    if (r->setup.youngest < 0)
        return rehearsal_fails(r, "nobody here is called '%.*s'", STR_FMT(str_shown(rest)));
    return true;
}

static bool set_option(struct rehearsal *r, struct str rest)
{
    struct setup_problem wrong;
    struct str name;

    if (!str_word(&rest, &name))
        return rehearsal_fails(r, "an option has a name and a value");
    return setup_option(&r->setup, name, str_trim(rest), &wrong) ||
           rehearsal_fails(r, "%s", wrong.reason);
}

static bool set_seed(struct rehearsal *r, struct str rest)
{
    int64_t seed;

    if (!str_int(str_trim(rest), &seed) || seed < 0)
        return rehearsal_fails(r, "the seed is a number");
    r->setup.seed = seed_number((uint64_t)seed);
    return true;
}

static bool add_lexicon(struct rehearsal *r, struct str rest)
{
    return lexicon_list_add(&r->lexicon, rest) ||
           rehearsal_fails(r, "the lexicon line has the wrong form");
}

static bool add_rig(struct rehearsal *r, struct str rest)
{
    const struct book *book = r->setup.book;
    struct names names = {r->cast.n, book->game->phases, book->game->subjects};
    struct schema schema = {.n = 1};
    struct str name, value;
    int chance = 0;

    if (!str_word(&rest, &name))
        return rehearsal_fails(r, "rig what?");
    while (chance < book->chances && !str_eq(book->chance[chance].name, name))
        chance++;
    if (chance == book->chances)
        return rehearsal_fails(r, "there is no chance '%.*s' in this game",
                               STR_FMT(str_shown(name)));
    schema.arg[0] = book->chance[chance];
    while (str_word(&rest, &value)) {
        struct schema_problem wrong;
        struct args args;
        json_t *json = script_value(&r->cast, &schema.arg[0], value);
        json_t *object = json_object();

        json_object_setn_new(object, name.at, name.len, json ? json : json_null());
        bool ok = schema_decode(&schema, &names, object, &args, &wrong);
        json_decref(object);
        if (!ok || r->rig.n == RIG_MAX)
            return rehearsal_fails(r, "'%.*s' cannot be rigged to '%.*s'", STR_FMT(str_shown(name)),
                                   STR_FMT(str_shown(value)));
        r->rig.item[r->rig.n].chance = chance;
        r->rig.item[r->rig.n++].value = args.v[0].i;
    }
    return true;
}

static const struct {
    const char *word;
    bool (*run)(struct rehearsal *r, struct str rest);
} settings[] = {
    {"game", set_game},     {"seats", set_seats}, {"language", set_language},
    {"option", set_option}, {"seed", set_seed},   {"youngest", set_youngest},
};

bool rehearsal_set(struct rehearsal *r, struct str word, struct str rest, bool *known)
{
    *known = true;
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        if (!str_is(word, settings[i].word))
            continue;
        if (r->begun)
            return rehearsal_fails(r, "'%s' stands before 'begin'", settings[i].word);
        if (!r->setup.book && settings[i].run != set_game)
            return rehearsal_fails(r, "the first line names the game");
        return settings[i].run(r, rest);
    }
    if (!r->setup.book)
        return rehearsal_fails(r, "the first line names the game");
    if (str_is(word, "lexicon"))
        return add_lexicon(r, rest);
    if (str_is(word, "rig"))
        return add_rig(r, rest);
    *known = false;
    return true;
}
