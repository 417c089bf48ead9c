/* Actions as a client could send them, one JSON object a line, at a table of any game. */
#include "rules/play.h"
#include "rules/registry.h"
#include "rules/setup.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A move is read as it stands, a log's as a tree: both have to say the same of it. */
static bool decode(const struct schema *s, const struct names *names, const json_t *json,
                   char *text, struct args *out)
{
    struct schema_problem problem;
    struct jp p = jp_on(text, strlen(text));
    struct args tree;
    bool fine = jp_enter(&p, '{') && schema_read(s, names, &p, out, &problem);

    if (fine != schema_decode(s, names, json, &tree, &problem))
        abort();
    for (int i = 0; fine && i < s->n; i++) {
        if (s->arg[i].type == ARG_TEXT || s->arg[i].type == ARG_LIST) {
            if (!str_eq(out->v[i].s, tree.v[i].s))
                abort();
        } else if (out->v[i].i != tree.v[i].i) {
            abort();
        }
    }
    return fine;
}

static void act(struct match *m, struct decision *d, int64_t now, const json_t *json)
{
    const struct book *book = m->setup.book;
    struct names names = table_names(m->table);
    struct args args;
    int action = book_action(book, jr_str(json_object_get(json, "do")));
    json_int_t by = json_integer_value(json_object_get(json, "by"));
    const json_t *arguments = json_object_get(json, "with");

    if (action < 0 || by < NO_SEAT || by >= m->setup.seats || !json_is_object(arguments))
        return;
    char *text = json_dumps(arguments, JSON_COMPACT);
    if (!text)
        abort();
    if (decode(&book->action_args[action], &names, arguments, text, &args))
        match_act(m, d, now, (int)by, action, args.v);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct decision *decision;
    struct setup setup;
    struct sampler sampler;
    struct match m;
    struct str text, line;
    int64_t now = 0;

    registry_init();
    if (!decision)
        decision = decision_new();
    if (size < 2)
        return 0;
    sampler = sampler_new(data[1]);
    play_setup(&setup, registry_at(data[0] % registry_count()), 0, &sampler);
    struct world world = {.lexicon = lexicon_plain(),
                          .shelf = registry_shelf(setup.book, setup.language)};
    match_init(&m, &setup, &world);
    match_open(&m, decision, 0);
    text = str_n((const char *)data + 2, size - 2);
    while (str_line(&text, &line)) {
        struct jr_problem problem;
        json_t *json = jr_parse(line, &problem);

        now += 500;
        match_pass_time(&m, decision, now, NULL, NULL);
        if (json)
            act(&m, decision, now, json);
        json_decref(json);
    }
    match_fini(&m);
    return 0;
}
