#include "protocol/types_options.h"

#include "base/jr.h"
#include "party/games.h"
#include "rules/core_tables.h"
#include "rules/registry.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool same(const struct option_spec *a, const struct option_spec *b)
{
    return a->type == b->type && a->min == b->min && a->max == b->max && a->initial == b->initial &&
           strcmp(a->choices ? a->choices : "", b->choices ? b->choices : "") == 0;
}

/* The first game with an option of this name, if others have it too and all mean the same by it;
 * NULL otherwise. */
static const struct book *first_of_several(const struct option_spec *o)
{
    const struct book *first = NULL;
    int n = 0;

    for (int g = 0; g < registry_count(); g++) {
        const struct book *b = registry_at(g);

        for (int i = CORE_OPTIONS; i < b->options; i++) {
            if (strcmp(b->option[i]->name, o->name) != 0)
                continue;
            if (!same(b->option[i], o))
                return NULL;
            if (n++ == 0)
                first = b;
        }
    }
    return n > 1 ? first : NULL;
}

static void member(struct buf *out, const struct option_spec *o)
{
    struct str name;

    buf_printf(out, "  %s: ", o->name);
    switch (o->type) {
    case OPTION_BOOL:
        buf_adds(out, "'true' | 'false'");
        break;
    case OPTION_INT:
        buf_adds(out, "`${number}`");
        break;
    case OPTION_CHOICE:
        for (int i = o->min; i <= o->max && (name = choice_name(str_of(o->choices), i)).len; i++)
            buf_printf(out, "%s'%.*s'", i > o->min ? " | " : "", STR_FMT(name));
        break;
    }
    buf_adds(out, ";\n");
}

/* The game as GET /api/games has it, which the caller frees. */
static json_t *game_json(const struct book *b)
{
    struct buf text = {0};
    struct jr_problem problem;

    game_write(b, &text);
    json_t *spec = jr_parse(buf_str(&text), &problem);
    assert(spec && "what we write is JSON");
    buf_fini(&text);
    return spec;
}

static void dump(const json_t *json, struct buf *out)
{
    char *text = json_dumps(json, JSON_ENCODE_ANY);

    buf_adds(out, text);
    free(text);
}

static void values(struct buf *out, const struct book *b, int from, int to)
{
    json_t *spec = game_json(b), *options = json_object_get(spec, "options");

    for (int i = from; i < to; i++) {
        buf_adds(out, "  ");
        dump(json_array_get(options, (size_t)i), out);
        buf_adds(out, ",\n");
    }
    json_decref(spec);
}

static void common_options(struct buf *out, bool with_values)
{
    for (int g = 0; g < registry_count(); g++) {
        const struct book *b = registry_at(g);

        for (int i = CORE_OPTIONS; i < b->options; i++) {
            if (first_of_several(b->option[i]) != b)
                continue;
            if (with_values) {
                buf_printf(out, "  %s:\n", b->option[i]->name);
                values(out, b, i, i + 1);
            } else {
                member(out, b->option[i]);
            }
        }
    }
}

/* Every book begins with what the rules themselves have (rules/core_tables.h): the first will do.
 */
void types_shared_options(struct buf *out)
{
    const struct book *b = registry_at(0);

    buf_adds(out, "\n/* Options that every game has; values are text. */\n"
                  "export type SharedOptions = {\n");
    for (int i = 0; i < CORE_OPTIONS; i++)
        member(out, b->option[i]);
    buf_adds(out, "};\n\n/* As GET /api/games tells them, before those of the game. */\n"
                  "export const sharedOptions: OptionSpec[] = [\n");
    values(out, b, 0, CORE_OPTIONS);
    buf_adds(out, "];\n\n/* Options that several games have, by their names. */\n"
                  "export type CommonOptions = {\n");
    common_options(out, false);
    buf_adds(out,
             "};\n\nexport const commonOptions: Record<keyof CommonOptions, OptionSpec> = {\n");
    common_options(out, true);
    buf_adds(out, "};\n");
}

bool types_has_common(const struct book *b)
{
    for (int i = CORE_OPTIONS; i < b->options; i++) {
        if (first_of_several(b->option[i]))
            return true;
    }
    return false;
}

void types_game_options(struct buf *out, const struct book *b)
{
    for (int i = CORE_OPTIONS; i < b->options; i++) {
        const char *name = b->option[i]->name;

        if (first_of_several(b->option[i]))
            buf_printf(out, "  %s: CommonOptions['%s'];\n", name, name);
        else
            member(out, b->option[i]);
    }
}

void types_game_spec(struct buf *out, const struct book *b)
{
    json_t *spec = game_json(b);
    const char *key;
    json_t *value;

    buf_adds(out, "{\n");
    json_object_foreach(spec, key, value)
    {
        buf_printf(out, "  %s: ", key);
        if (strcmp(key, "options") != 0) {
            dump(value, out);
            buf_adds(out, ",\n");
            continue;
        }
        buf_adds(out, "[\n  ...sharedOptions,\n");
        for (int i = CORE_OPTIONS; i < b->options; i++) {
            if (first_of_several(b->option[i]))
                buf_printf(out, "  commonOptions.%s,\n", b->option[i]->name);
            else
                values(out, b, i, i + 1);
        }
        buf_adds(out, "  ],\n");
    }
    buf_adds(out, "};\n");
    json_decref(spec);
}
