/* WordNet: English synonyms, kinds, opposites, derivations, definitions and animals. */
#include "source.h"

#include <string.h>

enum { FILE_ANIMAL = 5, SENSES_READ = 6, SENSES_MEANT = 2, SENSES_SHARED = 3, WORDS_READ = 24 };

static const struct {
    const char *name;
    char letter;
    unsigned pos;
} parts[] = {{"noun", 'n', LEX_NOUN},
             {"verb", 'v', LEX_VERB},
             {"adj", 'a', LEX_ADJECTIVE},
             {"adv", 'r', LEX_ADVERB}};

struct synset {
    uint32_t word[WORDS_READ];
    uint8_t words, file;
    bool human; /* below hominid: an animal only for biologists */
    struct str pointers, gloss;
};

struct wordnet {
    struct dict *d;
    VEC(struct synset) synset;
    struct counts place; /* part of speech and offset: index of the synset + 1 */
    struct counts rank;  /* entry and synset: 1 for the first sense */
};

static uint64_t place_name(char letter, int64_t offset)
{
    if (letter == 's')
        letter = 'a';
    return (uint64_t)(unsigned char)letter << 40 | (uint64_t)offset;
}

static void spelled(struct str word, char *out, size_t size)
{
    size_t n = 0;

    for (size_t i = 0; i < word.len && n + 1 < size; i++) {
        if (word.at[i] == '(') /* adjective markers: galore(ip) */
            break;
        out[n++] = word.at[i] == '_' ? ' ' : word.at[i];
    }
    out[n] = '\0';
}

static bool is_acronym(const char *text)
{
    size_t n = strlen(text);

    for (size_t i = 0; i < n; i++) {
        if (text[i] < 'A' || text[i] > 'Z')
            return false;
    }
    return n >= 2 && n <= 6;
}

static int64_t hex(struct str s)
{
    int64_t n = 0;

    for (size_t i = 0; i < s.len; i++) {
        char c = s.at[i];
        n = n * 16 + (c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
    }
    return n;
}

static void read_synset(struct wordnet *w, int part, struct str line)
{
    struct synset s = {0};
    struct str offset, file, type, count, word, skip;
    int64_t at, number;

    if (!str_word(&line, &offset) || !str_int(offset, &at) || !str_word(&line, &file) ||
        !str_int(file, &number) || !str_word(&line, &type) || !str_word(&line, &count))
        return;
    s.file = (uint8_t)number;
    for (int64_t i = hex(count); i > 0 && str_word(&line, &word); i--) {
        char text[128];
        bool name = word.at[0] >= 'A' && word.at[0] <= 'Z';

        str_word(&line, &skip);
        spelled(word, text, sizeof text);
        uint32_t e = dict_lemma(w->d, str_of(text),
                                name && part == 0 ? (unsigned)LEX_NAME : parts[part].pos);
        if (s.words < WORDS_READ)
            s.word[s.words++] = e;
        if (e != ENTRY_NONE && is_acronym(text))
            w->d->entry.at[e].flags |= LEX_ABBREVIATION;
    }
    if (!str_split(line, '|', &s.pointers, &s.gloss))
        s.pointers = line;
    vec_push(&w->synset, s);
    *counts_at(&w->place, place_name(parts[part].letter, at)) = (float)w->synset.n;
}

/* lemma pos synset_cnt p_cnt [pointer…] sense_cnt tagsense_cnt offset… : offsets by frequency. */
static void read_index(struct wordnet *w, int part, struct str line)
{
    struct str lemma, pos, synsets, pointers, skip, offset;
    int64_t n, p, at;
    char text[128];

    if (!str_word(&line, &lemma) || !str_word(&line, &pos) || !str_word(&line, &synsets) ||
        !str_int(synsets, &n) || !str_word(&line, &pointers) || !str_int(pointers, &p))
        return;
    for (int64_t i = 0; i < p + 2; i++)
        str_word(&line, &skip);
    spelled(lemma, text, sizeof text);
    uint32_t e = dict_find(w->d, str_of(text));
    for (int rank = 1; e != ENTRY_NONE && str_word(&line, &offset) && str_int(offset, &at);
         rank++) {
        float synset = counts_get(&w->place, place_name(parts[part].letter, at));

        if (synset > 0) {
            float *known = counts_at(&w->rank, pair_name(e, (uint32_t)synset));
            if (*known == 0 || *known > (float)rank)
                *known = (float)rank;
        }
    }
    if (e != ENTRY_NONE)
        w->d->entry.at[e].senses = (uint16_t)(w->d->entry.at[e].senses + n);
}

static float rank_of(const struct wordnet *w, uint32_t e, size_t synset)
{
    float rank = counts_get(&w->rank, pair_name(e, (uint32_t)synset + 1));

    return rank > 0 ? rank : 9;
}

static unsigned pointer_evidence(struct str symbol)
{
    switch (symbol.at[0]) {
    case '@':
        return EV_HYPERNYM;
    case '!':
        return EV_ANTONYM;
    case '&':
        return EV_SIMILAR;
    case '+':
    case '=': /* WARM and WARMTH: a quality and what has it */
    case '\\':
    case '<':
        return EV_DERIVED;
    case '#':
    case '%':
        return EV_PART;
    default:
        return 0;
    }
}

static void read_pointers(struct wordnet *w, size_t index)
{
    struct synset *s = &w->synset.at[index];
    struct str line = s->pointers, count, symbol, offset, pos, which;
    int64_t n, at;

    if (!str_word(&line, &count) || !str_int(count, &n))
        return;
    while (n-- > 0 && str_word(&line, &symbol) && str_word(&line, &offset) &&
           str_int(offset, &at) && str_word(&line, &pos) && str_word(&line, &which)) {
        unsigned bits = pointer_evidence(symbol);
        float place = counts_get(&w->place, place_name(pos.at[0], at));
        int64_t from = hex(str_n(which.at, 2)), to = hex(str_n(which.at + 2, 2));

        if (!bits || place <= 0)
            continue;
        const struct synset *t = &w->synset.at[(size_t)place - 1];
        for (int i = 0; i < s->words; i++) {
            for (int k = 0; k < t->words; k++) {
                /* 00: between the synsets; otherwise between two of their words. */
                bool meant = (!from || from == i + 1) && (!to || to == k + 1);
                float rank = rank_of(w, s->word[i], index);

                /* A derivation between two words also speaks for their synonyms: FLYING is derived
                 * from FLY, so FLIGHT may be. In a rare sense it speaks softly. */
                if (bits == EV_DERIVED && (!meant || rank > SENSES_MEANT))
                    dict_evidence(w->d, s->word[i], t->word[k], EV_NEAR);
                else if (meant && rank <= SENSES_READ)
                    dict_evidence(w->d, s->word[i], t->word[k], bits);
            }
        }
        if (symbol.at[0] == '@' && t->human)
            s->human = true;
    }
}

static void explain(struct dict *d, uint32_t e, struct str gloss, float rank)
{
    ptrdiff_t example = str_find(gloss, STR("\""));

    dict_gloss(d, e, gloss, EV_GLOSS | (rank <= 1 ? EV_FIRST : 0));
    dict_paraphrase(d, e, example >= 0 ? str_n(gloss.at, (size_t)example) : gloss, ";");
}

static void conclude(struct wordnet *w)
{
    uint32_t hominid = dict_find(w->d, STR("hominid"));

    for (size_t i = 0; i < w->synset.n; i++) {
        for (int k = 0; k < w->synset.at[i].words; k++) {
            if (w->synset.at[i].word[k] == hominid && w->synset.at[i].file == FILE_ANIMAL)
                w->synset.at[i].human = true;
        }
    }
    for (int pass = 0; pass < 4; pass++) { /* hominid, homo, Homo sapiens: a few levels */
        for (size_t i = 0; i < w->synset.n; i++) {
            if (pass == 0 || w->synset.at[i].file == FILE_ANIMAL)
                read_pointers(w, i);
        }
    }
    for (size_t i = 0; i < w->synset.n; i++) {
        struct synset *s = &w->synset.at[i];
        uint32_t group = w->d->groups++;
        struct str text = s->gloss, before, example;

        while (str_split(text, '"', &before, &text) && str_split(text, '"', &example, &text))
            dict_together(w->d, &w->d->cooccur, example, 1);
        for (int k = 0; k < s->words; k++) {
            uint32_t e = s->word[k];
            float rank = e == ENTRY_NONE ? 9 : rank_of(w, e, i);

            if (e == ENTRY_NONE)
                continue;
            vec_push(&w->d->members, (struct member){e, group, 1 / rank});
            if (rank <= SENSES_MEANT)
                explain(w->d, e, s->gloss, rank);
            dict_together(w->d, &w->d->set, pool_str(&w->d->shown, w->d->entry.at[e].shown), 1);
            for (int o = 0; o < s->words; o++) {
                if (o == k || s->word[o] == ENTRY_NONE)
                    continue;
                if (rank <= SENSES_SHARED || rank_of(w, s->word[o], i) <= SENSES_SHARED)
                    dict_evidence(w->d, e, s->word[o], EV_SENSE);
                dict_spell_out(w->d, e, pool_str(&w->d->shown, w->d->entry.at[s->word[o]].shown));
            }
            if (s->file == FILE_ANIMAL && !s->human) {
                float animal = rank <= 1 ? 1 : rank <= 2 ? .8f : rank <= 3 ? .6f : .2f;

                if (w->d->entry.at[e].animal < animal)
                    w->d->entry.at[e].animal = animal;
            }
        }
    }
}

/* Irregular forms: "mice mouse". */
static void read_exceptions(struct dict *d, const char *path, int part)
{
    char name[512];
    struct buf text = {0};

    snprintf(name, sizeof name, "%s/%s.exc", path, parts[part].name);
    if (source_text(name, &text)) {
        struct str rest = buf_str(&text), line, form, lemma;

        while (str_line(&rest, &line)) {
            if (!str_word(&line, &form))
                continue;
            while (str_word(&line, &lemma)) {
                uint32_t e = dict_find(d, lemma);

                if (e != ENTRY_NONE && dict_is_lemma(d, e))
                    dict_link(d, dict_entry(d, form), e, LEX_LINK_FORM, LINK_LISTED);
            }
        }
    }
    buf_fini(&text);
}

bool read_wordnet(struct shelf *s, struct dict *d, const char *path, enum phase phase)
{
    struct wordnet w = {.d = d};
    struct buf data[4] = {0}, index[4] = {0};
    bool found = true;

    (void)s;
    for (int p = 0; p < 4; p++) {
        char name[512];

        snprintf(name, sizeof name, "%s/data.%s", path, parts[p].name);
        found = found && source_text(name, &data[p]);
        snprintf(name, sizeof name, "%s/index.%s", path, parts[p].name);
        found = found && source_text(name, &index[p]);
    }
    for (int p = 0; found && p < 4; p++) {
        struct str rest = buf_str(&data[p]), line;

        while (str_line(&rest, &line)) {
            if (line.len && line.at[0] != ' ')
                read_synset(&w, p, line);
        }
        if (phase == PHASE_WORDS)
            read_exceptions(d, path, p);
        rest = buf_str(&index[p]);
        while (phase == PHASE_EVIDENCE && str_line(&rest, &line)) {
            if (line.len && line.at[0] != ' ')
                read_index(&w, p, line);
        }
    }
    if (found && phase == PHASE_EVIDENCE) {
        conclude(&w);
        dict_report(d, "%zu meanings from wordnet", w.synset.n);
    }
    for (int p = 0; p < 4; p++) {
        buf_fini(&data[p]);
        buf_fini(&index[p]);
    }
    vec_fini(&w.synset);
    counts_fini(&w.place);
    counts_fini(&w.rank);
    return found;
}
