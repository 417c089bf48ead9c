/* Lists from npm and of the on-screen keyboard: forms, frequencies, stop words. */
#include "source.h"

#include <jansson.h>
#include <string.h>

static json_t *load(const char *path)
{
    json_error_t error;

    return json_load_file(path, 0, &error);
}

/* Every string in a tree of forms belongs to the lemma. */
static void forms_in(struct dict *d, uint32_t lemma, const json_t *value)
{
    const char *key;
    json_t *item;
    size_t i;

    if (json_is_string(value)) {
        struct str form = str_n(json_string_value(value), json_string_length(value));

        if (form.len > 1 && !str_is(form, "NA"))
            dict_form(d, form, lemma);
    } else if (json_is_array(value)) {
        /* Separable verbs give ["arbeite", "ab"]: the pieces alone are forms of other verbs. */
        if (json_array_size(value) == 2 && d->lang == LANG_DE &&
            json_string_length(json_array_get(value, 1)) <= 5 &&
            json_string_length(json_array_get(value, 1)) <
                json_string_length(json_array_get(value, 0)))
            return;
        json_array_foreach(value, i, item) forms_in(d, lemma, item);
    } else if (json_is_object(value)) {
        json_object_foreach((json_t *)value, key, item)
        {
            if (strcmp(key, "G") != 0 || !json_is_string(item))
                forms_in(d, lemma, item);
        }
    }
}

static bool read_forms(struct dict *d, const char *path, enum phase phase, unsigned pos)
{
    json_t *all = phase == PHASE_WORDS ? load(path) : NULL, *forms;
    const char *word;

    if (phase != PHASE_WORDS)
        return true;
    if (!json_is_object(all)) {
        json_decref(all);
        return false;
    }
    json_object_foreach(all, word, forms)
    {
        /* Names of the form ABC and phrases are no entries of a party game. */
        if (strchr(word, ' '))
            continue;
        uint32_t lemma = dict_lemma(d, str_of(word), pos);
        if (lemma != ENTRY_NONE && json_is_object(forms))
            forms_in(d, lemma, forms);
    }
    dict_report(d, "%zu words from %s", json_object_size(all), strrchr(path, '/') + 1);
    json_decref(all);
    return true;
}

bool read_german_nouns(struct shelf *s, struct dict *d, const char *path, enum phase phase)
{
    (void)s;
    return read_forms(d, path, phase, LEX_NOUN);
}

bool read_german_verbs(struct shelf *s, struct dict *d, const char *path, enum phase phase)
{
    (void)s;
    return read_forms(d, path, phase, LEX_VERB);
}

bool read_german_adjectives(struct shelf *s, struct dict *d, const char *path, enum phase phase)
{
    (void)s;
    return read_forms(d, path, phase, LEX_ADJECTIVE);
}

bool read_french_verbs(struct shelf *s, struct dict *d, const char *path, enum phase phase)
{
    (void)s;
    return read_forms(d, path, phase, LEX_VERB);
}

bool read_french_nouns(struct shelf *s, struct dict *d, const char *path, enum phase phase)
{
    /* This list names plurals as well as lemmas: it only tells that a known word is a noun. */
    json_t *all = phase == PHASE_WORDS ? load(path) : NULL, *gender;
    const char *word;

    (void)s;
    if (phase != PHASE_WORDS)
        return true;
    if (!json_is_object(all)) {
        json_decref(all);
        return false;
    }
    json_object_foreach(all, word, gender)
    {
        uint32_t e = dict_find(d, str_of(word));

        if (e != ENTRY_NONE && (d->entry.at[e].flags & LEX_POS))
            d->entry.at[e].flags |= LEX_NOUN;
    }
    dict_report(d, "%zu words from %s", json_object_size(all), strrchr(path, '/') + 1);
    json_decref(all);
    return true;
}

bool read_subtlex(struct shelf *s, struct dict *d, const char *path, enum phase phase)
{
    json_t *all = phase == PHASE_WORDS ? load(path) : NULL, *item;
    double total = 0;
    size_t i;

    (void)s;
    if (phase != PHASE_WORDS)
        return true;
    if (!json_is_array(all)) {
        json_decref(all);
        return false;
    }
    json_array_foreach(all, i, item) total += json_number_value(json_object_get(item, "count"));
    json_array_foreach(all, i, item)
    {
        const char *word = json_string_value(json_object_get(item, "word"));
        uint32_t e = word ? dict_find(d, str_of(word)) : (uint32_t)ENTRY_NONE;

        if (e != ENTRY_NONE)
            d->entry.at[e].count +=
                (float)(json_number_value(json_object_get(item, "count")) * 1e6 / total);
    }
    dict_report(d, "%zu frequencies from subtlex", json_array_size(all));
    json_decref(all);
    return true;
}

/* An ARPA-like file: counts of single words in its first part. */
bool read_onboard(struct shelf *s, struct dict *d, const char *path, enum phase phase)
{
    struct buf text = {0};
    bool found = source_text(path, &text);
    double total = 0;

    (void)s;
    for (int pass = 0; found && phase == PHASE_WORDS && pass < 2; pass++) {
        struct str rest = buf_str(&text), line;
        bool inside = false;
        size_t words = 0;

        while (str_line(&rest, &line)) {
            struct str count, word;
            int64_t n;

            if (str_is(line, "\\1-grams:"))
                inside = true;
            else if (inside && line.len && line.at[0] == '\\')
                break;
            if (!inside || !str_split(line, ' ', &count, &word) || !str_int(count, &n))
                continue;
            words++;
            total += pass == 0 ? (double)n : 0;
            uint32_t e = pass == 1 ? dict_find(d, word) : (uint32_t)ENTRY_NONE;
            /* Two lists for English: the mean of both keeps films and encyclopaedias in balance. */
            if (e != ENTRY_NONE)
                d->entry.at[e].count +=
                    (float)((double)n * 1e6 / total) * (d->lang == LANG_EN ? .3f : 1.f);
        }
        if (pass == 1)
            dict_report(d, "%zu frequencies from onboard-data", words);
    }
    buf_fini(&text);
    return found;
}

bool read_stopwords(struct shelf *s, struct dict *d, const char *path, enum phase phase)
{
    json_t *all = phase == PHASE_WORDS ? load(path) : NULL, *item;
    size_t i;

    (void)s;
    if (phase != PHASE_WORDS)
        return true;
    json_t *list = json_object_get(all, language_codes[d->lang]);
    json_array_foreach(list, i, item)
    {
        struct word_key key;

        word_key(&key, str_of(json_string_value(item)), false);
        pool_add(&d->stopwords, word_key_str(&key));
    }
    bool found = json_is_array(list);
    json_decref(all);
    return found;
}
