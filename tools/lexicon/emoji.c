/* Keywords of pictures: SUN, RAYS and BRIGHT lie on one picture, so one brings another to mind. The
 * fewer words a picture has, the more each says. */
#include "source.h"

#include <jansson.h>
#include <string.h>

enum { KEYWORDS = 24 };

struct keywords {
    uint32_t entry[KEYWORDS];
    int n;
};

static void add(const struct dict *d, struct keywords *k, const char *text)
{
    char plain[128];
    size_t n = 0;

    for (const char *p = text ? text : ""; *p && n + 1 < sizeof plain; p++)
        plain[n++] = strchr("_-:,()\"", *p) ? ' ' : *p;
    struct str rest = str_n(plain, n), word;
    while (str_word(&rest, &word)) {
        uint32_t e[1];
        int at = 0;

        if (k->n == KEYWORDS || dict_lemmas_of(d, word, e, 1) < 1 || dict_is_stopword(d, e[0]))
            continue;
        while (at < k->n && k->entry[at] != e[0])
            at++;
        k->entry[at] = e[0];
        k->n += at == k->n;
    }
}

static void connect(struct dict *d, const struct keywords *k)
{
    for (int i = 0; i < k->n; i++) {
        for (int o = i + 1; o < k->n; o++)
            *counts_at(&d->pictured, pair_both(k->entry[i], k->entry[o])) += 4 / (float)(k->n + 2);
    }
}

static void add_all(const struct dict *d, struct keywords *k, const json_t *list)
{
    json_t *item;
    size_t i;

    json_array_foreach(list, i, item) add(d, k, json_string_value(item));
}

/* emojibase: a list of {"label", "tags"} in each language. */
bool read_emoji(struct shelf *s, struct dict *d, const char *path, enum phase phase)
{
    char name[512];
    json_t *picture;
    size_t i;

    (void)s;
    snprintf(name, sizeof name, "%s/%s/compact.json", path, language_codes[d->lang]);
    json_t *all = source_json(name);
    bool found = json_is_array(all);
    json_array_foreach(all, i, picture)
    {
        struct keywords k = {.n = 0};

        if (phase != PHASE_EVIDENCE)
            break;
        add(d, &k, json_string_value(json_object_get(picture, "label")));
        add_all(d, &k, json_object_get(picture, "tags"));
        connect(d, &k);
    }
    if (found && phase == PHASE_EVIDENCE)
        dict_report(d, "%zu pictures from emojibase-data", json_array_size(all));
    json_decref(all);
    return found;
}

/* emojilib: {"picture": ["name_of_it", "keyword", …]}, in English. */
bool read_emojilib(struct shelf *s, struct dict *d, const char *path, enum phase phase)
{
    json_t *all = source_json(path), *list;
    const char *picture;
    bool found = json_is_object(all);

    (void)s;
    json_object_foreach(all, picture, list)
    {
        struct keywords k = {.n = 0};

        if (phase != PHASE_EVIDENCE)
            break;
        add_all(d, &k, list);
        connect(d, &k);
    }
    if (found && phase == PHASE_EVIDENCE)
        dict_report(d, "%zu pictures from emojilib", json_object_size(all));
    json_decref(all);
    return found;
}
