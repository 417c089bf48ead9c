/* Dictionaries of two languages: translations, definitions, phrases. */
#include "source.h"

#include <string.h>

enum { TERMS = 24 };

void translate(struct dict *d, uint32_t entry, unsigned pivot, struct str word, float weight)
{
    struct word_key key;
    struct str rest = word, part;

    if (entry == ENTRY_NONE || word.len > 120)
        return;
    word_key(&key, word, false);
    if (key.len == 0 || key.len >= WORD_KEY)
        return;
    vec_push(&d->translations,
             (struct translation){entry, pivot_add(&d->pivots, pivot, word_key_str(&key)),
                                  (uint16_t)pivot, weight});
    if (pivot == PIVOT_EN && memchr(word.at, ' ', word.len)) {
        while (str_word(&rest, &part))
            translate(d, entry, PIVOT_EN_PART, part, weight);
    }
}

/* "Breite {f} [tech.] (von)" -> "Breite". */
static struct str plain(struct str term, char *out, size_t size)
{
    size_t n = 0;
    int depth = 0;

    for (size_t i = 0; i < term.len && n + 1 < size; i++) {
        char c = term.at[i];

        if (c == '{' || c == '[' || c == '(' || c == '<')
            depth++;
        else if (c == '}' || c == ']' || c == ')' || c == '>')
            depth -= depth > 0;
        else if (c == '/' && depth == 0)
            break;
        else if (depth == 0 && !(c == ' ' && n && out[n - 1] == ' '))
            out[n++] = c;
    }
    return str_trim(str_n(out, n));
}

struct terms {
    struct str term[TERMS];
    char text[TERMS][96];
    int n;
};

/* The next part of a list, as it is; it may be empty. */
static struct str next_part(struct str *rest, char separator)
{
    struct str part = *rest;

    if (!str_split(*rest, separator, &part, rest))
        *rest = str_n("", 0);
    return part;
}

static void split_terms(struct str text, char separator, struct terms *out)
{
    out->n = 0;
    while (text.len && out->n < TERMS) {
        struct str term =
            plain(next_part(&text, separator), out->text[out->n], sizeof out->text[0]);

        if (str_starts(term, STR("to ")))
            term = str_n(term.at + 3, term.len - 3);
        if (term.len > 0)
            out->term[out->n++] = term;
    }
}

static uint32_t one_word(const struct dict *d, struct str term)
{
    uint32_t e[1];

    if (memchr(term.at, ' ', term.len) || dict_lemmas_of(d, term, e, 1) < 1)
        return ENTRY_NONE;
    return e[0];
}

static void pair_terms(struct dict *de, struct dict *en, struct terms *german,
                       struct terms *english, bool head)
{
    uint32_t dg = head && german->n > 1 ? de->groups++ : 0;
    uint32_t eg = head && english->n > 1 ? en->groups++ : 0;

    for (int i = 0; i < german->n; i++) {
        uint32_t g = one_word(de, german->term[i]);

        for (int k = 0; k < english->n && g != ENTRY_NONE; k++)
            translate(de, g, PIVOT_EN, english->term[k], head ? 1 : .5f);
        if (dg && g != ENTRY_NONE)
            vec_push(&de->members, (struct member){g, dg, .6f});
    }
    for (int k = 0; k < english->n; k++) {
        uint32_t e = one_word(en, english->term[k]);

        for (int i = 0; i < german->n && e != ENTRY_NONE; i++)
            translate(en, e, PIVOT_DE, german->term[i], head ? 1 : .5f);
        if (eg && e != ENTRY_NONE)
            vec_push(&en->members, (struct member){e, eg, .6f});
    }
}

static void together(struct dict *d, struct str phrase)
{
    char text[200];

    dict_together(d, &d->cooccur, plain(phrase, text, sizeof text), 1);
}

/* German :: English; variants between |, synonyms between ;. Fills both dictionaries. */
bool read_ding(struct shelf *s, struct dict *d, const char *path, enum phase phase)
{
    struct buf text = {0};
    bool found = source_text(path, &text);
    size_t lines = 0;

    if (found && phase == PHASE_EVIDENCE && d->lang == LANG_DE) {
        struct str rest = buf_str(&text), line;
        struct terms *german = zeroed(1, sizeof *german), *english = zeroed(1, sizeof *english);

        while (str_line(&rest, &line)) {
            ptrdiff_t middle = str_find(line, STR(" :: "));

            if (middle < 0 || line.at[0] == '#')
                continue;
            struct str de = str_n(line.at, (size_t)middle);
            struct str en = str_n(line.at + middle + 4, line.len - (size_t)middle - 4);
            lines++;
            for (bool head = true; de.len && en.len; head = false) {
                /* Variants of both languages belong together by their place. */
                split_terms(next_part(&de, '|'), ';', german);
                split_terms(next_part(&en, '|'), ';', english);
                pair_terms(&s->dict[LANG_DE], &s->dict[LANG_EN], german, english, head);
                for (int i = 0; i < german->n; i++)
                    together(&s->dict[LANG_DE], german->term[i]);
                for (int i = 0; i < english->n; i++)
                    together(&s->dict[LANG_EN], english->term[i]);
            }
        }
        free(german);
        free(english);
        dict_report(&s->dict[LANG_DE], "%zu translations from trans-de-en", lines);
        dict_report(&s->dict[LANG_EN], "%zu translations from trans-de-en", lines);
    }
    buf_fini(&text);
    return found;
}

static const struct {
    const char *code;
    int lang;
} codes[] = {{"eng", LANG_EN}, {"deu", LANG_DE}, {"fra", LANG_FR}, {"ita", -1},
             {"spa", -1},      {"por", -1},      {"nld", -1},      {"swe", -1},
             {"pol", -1},      {"rus", -1},      {"fin", -1},      {"tur", -1}};

static int code_of(struct str code)
{
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        if (str_is(code, codes[i].code))
            return (int)i;
    }
    return -1;
}

/* A language of `codes` as a pivot. */
static unsigned pivot_of(int code)
{
    return (unsigned)(codes[code].lang >= 0 ? PIVOT_EN + codes[code].lang : PIVOT_OTHER + code);
}

bool pivot_is_romance(unsigned pivot)
{
    unsigned i = pivot - PIVOT_OTHER;

    return pivot >= PIVOT_OTHER && i < sizeof codes / sizeof codes[0] &&
           (str_is(str_of(codes[i].code), "ita") || str_is(str_of(codes[i].code), "spa") ||
            str_is(str_of(codes[i].code), "por"));
}

static unsigned tag_pos(struct str head)
{
    ptrdiff_t at = str_find(head, STR(" <"));

    if (at < 0)
        return 0;
    struct str tag = str_n(head.at + at + 2, head.len - (size_t)at - 2);
    if (str_starts(tag, STR("n,")) || str_starts(tag, STR("n>")))
        return LEX_NOUN;
    if (str_starts(tag, STR("v")))
        return LEX_VERB;
    if (str_starts(tag, STR("adj")))
        return LEX_ADJECTIVE;
    if (str_starts(tag, STR("adv")))
        return LEX_ADVERB;
    return str_starts(tag, STR("pn")) ? LEX_NAME : 0;
}

static struct str head_word(struct str line)
{
    ptrdiff_t slash = str_find(line, STR(" /")), angle = str_find(line, STR(" <"));
    ptrdiff_t end = slash >= 0 && (angle < 0 || slash < angle) ? slash : angle;

    return str_trim(end >= 0 ? str_n(line.at, (size_t)end) : line);
}

/* Takes "2. " off the front of a line. */
static bool numbered(struct str *line)
{
    size_t i = 0;

    while (i < line->len && line->at[i] >= '0' && line->at[i] <= '9')
        i++;
    if (i == 0 || i + 1 >= line->len || line->at[i] != '.' || line->at[i + 1] != ' ')
        return false;
    *line = str_trim(str_n(line->at + i + 2, line->len - i - 2));
    return true;
}

static void count_article(struct dict *d, uint32_t e, unsigned pos)
{
    uint8_t *votes = e == ENTRY_NONE   ? NULL
                     : pos == LEX_NOUN ? &d->entry.at[e].as_noun
                     : pos == LEX_VERB ? &d->entry.at[e].as_verb
                                       : NULL;

    if (votes && *votes < UINT8_MAX)
        ++*votes;
}

/* A definition of one word is another word for it: "toutou: chien". */
static void explain_by_one(struct dict *d, uint32_t e, struct str definition)
{
    char text[96];
    uint32_t other = one_word(d, plain(definition, text, sizeof text));

    if (other == ENTRY_NONE || other == e)
        return;
    dict_evidence(d, e, other, EV_SYNONYM | EV_DEFINED);
    for (int i = 0; i < 2; i++)
        vec_push(&d->members, (struct member){i ? other : e, d->groups, 1});
    d->groups++;
}

static void read_article(struct shelf *s, int from, int to, struct str article, enum phase phase)
{
    struct str line, head;
    bool first = true;
    struct terms terms;

    if (!str_line(&article, &head))
        return;
    unsigned pos = tag_pos(head);
    head = head_word(head);
    if (head.len == 0 || str_starts(head, STR("00")))
        return;
    struct dict *source = codes[from].lang >= 0 ? &s->dict[codes[from].lang] : NULL;
    struct dict *target = codes[to].lang >= 0 ? &s->dict[codes[to].lang] : NULL;
    bool phrase = memchr(head.at, ' ', head.len) != NULL;

    if (phase == PHASE_WORDS) {
        if (source && pos && !phrase)
            count_article(source, dict_lemma(source, head, pos), pos);
        else if (source && pos == LEX_NAME)
            dict_lemma(source, head, pos);
        return;
    }
    uint32_t e = source ? one_word(source, head) : (uint32_t)ENTRY_NONE;
    if (source && phrase)
        dict_together(source, &source->set, head, 1);
    while (str_line(&article, &line)) {
        bool number = numbered(&line);

        if (line.len == 0 || line.at[0] == ' ')
            continue;
        if (!first && !number) {
            if (e != ENTRY_NONE) {
                dict_gloss(source, e, line, EV_GLOSS);
                explain_by_one(source, e, line);
                dict_paraphrase(source, e, line, ",;.");
            }
            if (source)
                together(source, line);
            continue;
        }
        first = false;
        split_terms(line, ',', &terms);
        for (int i = 0; i < terms.n; i++) {
            struct str term = terms.term[i];
            struct word_key hk, tk;

            while (term.len > 2 && term.at[term.len - 1] == '.' &&
                   term.at[term.len - 2] <= '9') /* " 2." of a sense without translation */
                term = str_trim(str_n(term.at, term.len - 2));
            if (e != ENTRY_NONE)
                translate(source, e, pivot_of(to), term, 1);
            if (target)
                translate(target, one_word(target, term), pivot_of(from), head, 1);
            word_key(&hk, head, false);
            word_key(&tk, term, false);
            if (codes[to].lang == LANG_EN && codes[from].lang != LANG_FR && hk.len && tk.len)
                vec_push(&s->bridges, (struct bridge){pivot_add(&s->pivot_words, pivot_of(from),
                                                                word_key_str(&hk)),
                                                      pool_add(&s->english, word_key_str(&tk))});
        }
    }
}

static uint64_t base64(struct str s)
{
    uint64_t n = 0;

    for (size_t i = 0; i < s.len; i++) {
        char c = s.at[i];
        unsigned digit = c >= 'A' && c <= 'Z'   ? (unsigned)(c - 'A')
                         : c >= 'a' && c <= 'z' ? (unsigned)(c - 'a') + 26
                         : c >= '0' && c <= '9' ? (unsigned)(c - '0') + 52
                         : c == '+'             ? 62
                                                : 63;
        n = n * 64 + digit;
    }
    return n;
}

bool read_freedict(struct shelf *s, struct dict *d, const char *path, enum phase phase)
{
    char name[512];
    struct buf text = {0}, index = {0};
    struct str base = str_of(strrchr(path, '-') - 3);
    int from = code_of(str_n(base.at, 3)), to = code_of(str_n(base.at + 4, 3));
    size_t articles = 0;

    (void)d;
    snprintf(name, sizeof name, "%s.dict.dz", path);
    bool found = source_text(name, &text);
    snprintf(name, sizeof name, "%s.index", path);
    found = found && from >= 0 && to >= 0 && source_text(name, &index);
    if (found) {
        struct str rest = buf_str(&index), line, key, place, size;
        struct counts seen = {0};

        while (str_line(&rest, &line)) {
            if (!str_split(line, '\t', &key, &place) || !str_split(place, '\t', &place, &size))
                continue;
            uint64_t at = base64(place), n = base64(size);
            float *read = counts_at(&seen, at + 1);
            if (*read > 0 || at + n > text.len)
                continue;
            *read = 1;
            read_article(s, from, to, str_n(text.at + at, n), phase);
            articles++;
        }
        counts_fini(&seen);
        if (phase == PHASE_EVIDENCE)
            fprintf(stderr, "  %zu articles from %s\n", articles, strrchr(path, '/') + 1);
    }
    buf_fini(&text);
    buf_fini(&index);
    return found;
}
