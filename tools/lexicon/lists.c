/* Lists from npm and of the on-screen keyboard: forms, frequencies, stop words. */
#include "source.h"

#include <jansson.h>
#include <string.h>

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
    if (phase != PHASE_WORDS)
        return true;
    json_t *all = source_json(path), *forms;
    bool found = json_is_object(all);
    const char *word;

    json_object_foreach(all, word, forms)
    {
        /* Names of the form ABC and phrases are no entries of a party game. */
        if (strchr(word, ' '))
            continue;
        uint32_t lemma = dict_lemma(d, str_of(word), pos);
        if (lemma != ENTRY_NONE && json_is_object(forms))
            forms_in(d, lemma, forms);
    }
    if (found)
        dict_report(d, "%zu words from %s", json_object_size(all), strrchr(path, '/') + 1);
    json_decref(all);
    return found;
}

#define FORMS_READER(name, pos)                                                    \
    bool name(struct shelf *s, struct dict *d, const char *path, enum phase phase) \
    {                                                                              \
        (void)s;                                                                   \
        return read_forms(d, path, phase, pos);                                    \
    }

FORMS_READER(read_german_nouns, LEX_NOUN)
FORMS_READER(read_german_verbs, LEX_VERB)
FORMS_READER(read_german_adjectives, LEX_ADJECTIVE)
FORMS_READER(read_french_verbs, LEX_VERB)

/* This list names plurals as well as lemmas: it only tells that a known word is a noun. */
bool read_french_nouns(struct shelf *s, struct dict *d, const char *path, enum phase phase)
{
    (void)s;
    if (phase != PHASE_WORDS)
        return true;
    json_t *all = source_json(path), *gender;
    bool found = json_is_object(all);
    const char *word;

    json_object_foreach(all, word, gender)
    {
        uint32_t e = dict_find(d, str_of(word));

        if (e != ENTRY_NONE && (d->entry.at[e].flags & LEX_POS))
            d->entry.at[e].flags |= LEX_NOUN;
    }
    if (found)
        dict_report(d, "%zu words from %s", json_object_size(all), strrchr(path, '/') + 1);
    json_decref(all);
    return found;
}

bool read_subtlex(struct shelf *s, struct dict *d, const char *path, enum phase phase)
{
    (void)s;
    if (phase != PHASE_WORDS)
        return true;
    json_t *all = source_json(path), *item;
    bool found = json_is_array(all);
    double total = 0;
    size_t i;

    json_array_foreach(all, i, item) total += json_number_value(json_object_get(item, "count"));
    json_array_foreach(all, i, item)
    {
        const char *word = json_string_value(json_object_get(item, "word"));

        if (word)
            dict_count(d, str_of(word),
                       (float)(json_number_value(json_object_get(item, "count")) * 1e6 / total));
    }
    if (found)
        dict_report(d, "%zu frequencies from subtlex", json_array_size(all));
    json_decref(all);
    return found;
}

float zipf(int rank)
{
    return 8e4f / ((float)rank + 2);
}

/* A name that English knows is the same name here: EINSTEIN, SPIDERMAN. */
static void meet_name(struct shelf *s, struct dict *d, struct str word)
{
    const struct dict *english = &s->dict[LANG_EN];
    uint32_t e = dict_find(english, word);

    if (d->lang == LANG_EN || e == ENTRY_NONE ||
        (english->entry.at[e].flags & LEX_POS & ~LEX_OTHER) != LEX_NAME)
        return;
    uint32_t mine = dict_find(d, word);
    if (mine == ENTRY_NONE)
        mine = dict_lemma(d, word, LEX_NAME);
    translate(d, mine, PIVOT_EN, word, .5f);
}

static size_t read_ranks(struct shelf *s, struct dict *d, const char *path, float share)
{
    json_t *all = source_json(path), *item;
    size_t i, n = json_array_size(all);

    json_array_foreach(all, i, item)
    {
        struct str word = str_n(json_string_value(item), json_string_length(item));

        meet_name(s, d, word);
        if (share > 0)
            dict_count(d, word, zipf((int)i + 1) * share);
    }
    json_decref(all);
    return n;
}

/* What people say in films, and what encyclopaedias write, commonest first; of the latter only the
 * names are new. */
bool read_spoken(struct shelf *s, struct dict *d, const char *path, enum phase phase)
{
    char name[512];

    snprintf(name, sizeof name, "%s-%s/src/commonWords.json", path, language_codes[d->lang]);
    if (phase != PHASE_WORDS)
        return true;
    size_t words = read_ranks(s, d, name, 1);
    snprintf(name, sizeof name, "%s-%s/src/wikipedia.json", path, language_codes[d->lang]);
    read_ranks(s, d, name, 0);
    if (words)
        dict_report(d, "%zu frequencies from zxcvbn-ts", words);
    return words > 0;
}

/* An ARPA-like file: counts of single words in its first part, of pairs in its second. */
bool read_onboard(struct shelf *s, struct dict *d, const char *path, enum phase phase)
{
    struct buf text = {0};
    bool found = source_text(path, &text);
    double total = 0;

    (void)s;
    for (int pass = 0; found && pass < 2; pass++) {
        struct str rest = buf_str(&text), line;
        int words = 0, pairs = 0, part = 0;

        while (str_line(&rest, &line)) {
            struct str count, word;
            int64_t n;

            if (line.len && line.at[0] == '\\') {
                part = str_is(line, "\\1-grams:") ? 1 : str_is(line, "\\2-grams:") ? 2 : 0;
                continue;
            }
            if (!part || !str_split(line, ' ', &count, &word) || !str_int(count, &n))
                continue;
            words += part == 1;
            pairs += part == 2;
            total += pass == 0 && part == 1 ? (double)n : 0;
            /* Encyclopaedias beside films: less than the half, or CENTURY would come to mind. */
            if (pass == 1 && part == 1 && phase == PHASE_WORDS)
                dict_count(d, word, (float)((double)n * 1e6 / total) * .3f);
            if (pass == 1 && part == 2 && phase == PHASE_EVIDENCE)
                dict_together(d, &d->set, word, .5f);
        }
        if (pass == 1)
            dict_report(d,
                        phase == PHASE_WORDS ? "%d frequencies from onboard-data"
                                             : "%d pairs from onboard-data",
                        phase == PHASE_WORDS ? words : pairs);
    }
    buf_fini(&text);
    return found;
}

bool read_stopwords(struct shelf *s, struct dict *d, const char *path, enum phase phase)
{
    json_t *all = phase == PHASE_WORDS ? source_json(path) : NULL, *item;
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
