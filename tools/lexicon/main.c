/*
 * lexicon-build - compiles the lexicon files from installed packages.
 *
 *     lexicon-build --out build/lexicon --npm tools/lexicon/node_modules
 *
 * The result is the same, byte for byte, for the same sources. A file whose fingerprint is that of
 * the sources and of this program is left alone. German and French lean on English, so all three
 * are built together; German and French at the same time.
 */
#include "match.h"
#include "properties.h"
#include "sameness.h"
#include "source.h"
#include "thoughts.h"
#include "write.h"

#include "lexicon/checksum.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct options {
    const char *usr, *npm, *exceptions, *out, *explain, *evidence;
    bool force;
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void progress(const char *what)
{
    static double begun;

    if (begun == 0)
        begun = now();
    fprintf(stderr, "[%5.1f s] %s\n", now() - begun, what);
}

static void source_path(const struct options *o, const struct source *s, char *out, size_t size)
{
    snprintf(out, size, "%s/%s", s->npm ? o->npm : o->usr, s->path);
}

static uint64_t file_hash(uint64_t h, const char *path)
{
    FILE *in = fopen(path, "rb");
    static char chunk[1 << 16];
    size_t n;

    h = lex_checksum(h, path, in ? strlen(path) : 0);
    while (in && (n = fread(chunk, 1, sizeof chunk, in)) > 0)
        h = lex_checksum(h, chunk, n);
    if (in)
        fclose(in);
    return h;
}

/* Lists that were written for this project, one a language. */
enum { EXCEPTIONS, NAMES, PROPERTIES, ANSWERS, OWN_LISTS };
static const char *const own_lists[OWN_LISTS] = {[EXCEPTIONS] = "exceptions",
                                                 [NAMES] = "names",
                                                 [PROPERTIES] = "properties",
                                                 [ANSWERS] = "answers"};

static void own_path(const struct options *o, const char *list, enum language lang, char *out,
                     size_t size)
{
    snprintf(out, size, "%s/%s.%s.txt", o->exceptions, list, language_codes[lang]);
}

/* Of every source file that is there, our own lists and this program. */
static uint64_t fingerprint(const struct options *o)
{
    uint64_t h = file_hash(LEX_VERSION, "/proc/self/exe");

    for (int i = 0; i < n_sources; i++) {
        char path[512], pattern[544];
        glob_t found;

        source_path(o, &sources[i], path, sizeof path);
        for (int packed = 0; packed < 2; packed++) {
            snprintf(pattern, sizeof pattern, "%s%s%s", path, sources[i].files,
                     packed ? ".gz" : "");
            if (glob(pattern, 0, NULL, &found) == 0) {
                for (size_t k = 0; k < found.gl_pathc; k++)
                    h = file_hash(h, found.gl_pathv[k]);
            }
            globfree(&found);
        }
    }
    for (int i = 0; i < OWN_LISTS; i++) {
        for (int l = 0; l < LANGUAGES; l++) {
            char path[512];

            own_path(o, own_lists[i], (enum language)l, path, sizeof path);
            h = file_hash(h, path);
        }
    }
    return h ? h : 1;
}

static bool read_all(const struct options *o, struct shelf *s, enum phase phase)
{
    bool complete = true;

    for (int i = 0; i < n_sources; i++) {
        char path[512];

        source_path(o, &sources[i], path, sizeof path);
        for (int l = 0; l < LANGUAGES; l++) {
            if (!(sources[i].languages & 1u << l) || sources[i].read(s, &s->dict[l], path, phase))
                continue;
            if (phase == PHASE_WORDS)
                fprintf(stderr, "  %s: %s is not installed (%s)%s\n", language_codes[l],
                        sources[i].package, path,
                        sources[i].needed ? "" : ": the lexicon will be smaller");
            complete = complete && !sources[i].needed;
        }
    }
    return complete;
}

static bool read_names(const struct options *o, struct shelf *s, enum phase phase)
{
    bool ok = true;

    for (int l = 0; l < LANGUAGES; l++) {
        char path[512];

        own_path(o, own_lists[NAMES], (enum language)l, path, sizeof path);
        ok = names_read(&s->dict[l], path, phase) && ok;
    }
    return ok;
}

static bool read_properties(const struct options *o, struct shelf *s,
                            struct properties p[LANGUAGES])
{
    bool ok = true;

    for (int l = 0; l < LANGUAGES; l++) {
        char path[512];

        own_path(o, own_lists[PROPERTIES], (enum language)l, path, sizeof path);
        ok = properties_read(&p[l], &s->dict[l], path) && ok;
    }
    return ok;
}

static bool read_answers(const struct options *o, struct shelf *s)
{
    bool ok = true;

    for (int l = 0; l < LANGUAGES; l++) {
        char path[512];

        own_path(o, own_lists[ANSWERS], (enum language)l, path, sizeof path);
        ok = answers_read(&s->dict[l], path) && ok;
    }
    return ok;
}

/* French dictionaries of forms call DIRE and PLACER nouns too. A verb in its plain form is one
 * where dictionaries of meanings have it as one often enough: SOUVENIR, DÎNER. */
static void settle_nouns(struct dict *d)
{
    for (uint32_t e = 0; d->lang == LANG_FR && e < d->entry.n; e++) {
        struct entry *it = &d->entry.at[e];

        if ((it->flags & LEX_VERB) && it->as_verb && 3 * it->as_noun < it->as_verb)
            it->flags &= (uint16_t)~LEX_NOUN;
    }
}

/* A lemma is as common as its forms together. */
static void gather_frequencies(struct dict *d)
{
    dict_spell(d);
    settle_nouns(d);
    for (uint32_t e = 0; e < d->entry.n; e++) {
        uint32_t lemma[4];
        int n = dict_is_lemma(d, e) ? 0 : dict_lemmas_of_entry(d, e, lemma, 4);

        for (int i = 0; i < n; i++)
            d->entry.at[lemma[i]].count += d->entry.at[e].count / (float)n;
    }
}

static void find_families(const struct judge *j)
{
    forms_judge(j);
    families_find(j);
    variants_find(j);
    dict_index(j->d);
    compounds_find(j);
    dict_index(j->d);
}

/* Draws the rest of the conclusions and writes the file; `a` is the caller's to free. */
static bool finish(const struct options *o, const struct judge *j, uint64_t print,
                   const struct associations *english, const struct thoughts *likely,
                   const struct properties *properties, struct associations *a)
{
    struct matches m = {0};
    char path[512], note[64];

    snprintf(note, sizeof note, "%s: synonyms", language_codes[j->d->lang]);
    progress(note);
    animals_find(j);
    if (o->explain)
        matches_explain(j, o->explain);
    else
        matches_find(&m, j);
    own_path(o, own_lists[EXCEPTIONS], j->d->lang, path, sizeof path);
    bool ok = exceptions_read(j->d, &m, path);
    dict_index(j->d);
    matches_sort(&m);
    snprintf(path, sizeof path, "%s/%s.lex", o->out, language_codes[j->d->lang]);
    snprintf(note, sizeof note, "%s: associations", language_codes[j->d->lang]);
    progress(note);
    if (!o->explain) {
        associations_find(a, j, &m, english, likely, o->evidence);
        properties_spread(properties, a);
        ok = ok && lexicon_write(j->d, &m, a, j, print, path);
    }
    matches_fini(&m);
    return ok;
}

/* A language that leans on English; French on German as well. */
struct bridged {
    struct judge judge;
    struct glossary glossary, german_glossary;
    struct pivots pivots;
};

static void find_bridged(struct shelf *s, int lang, const struct word_families *english,
                         const struct word_families *german, struct bridged *b)
{
    struct dict *d = &s->dict[lang];
    char note[64];

    if (lang == LANG_FR)
        translate_by_bridges(s, d);
    glossary_of(&b->glossary, d, &s->dict[LANG_EN], PIVOT_EN);
    pivots_of(&b->pivots, d);
    b->judge =
        (struct judge){.d = d, .english = english, .glossary = &b->glossary, .pivots = &b->pivots};
    b->judge.bridge[0].dict = &s->dict[LANG_EN];
    b->judge.bridge[0].glossary = &b->glossary;
    if (german) {
        glossary_of(&b->german_glossary, d, &s->dict[LANG_DE], PIVOT_DE);
        b->judge.german = german;
        b->judge.german_glossary = &b->german_glossary;
        b->judge.bridge[1].dict = &s->dict[LANG_DE];
        b->judge.bridge[1].glossary = &b->german_glossary;
    }
    snprintf(note, sizeof note, "%s: families and compounds", language_codes[lang]);
    progress(note);
    find_families(&b->judge);
}

static bool build(const struct options *o, uint64_t print)
{
    struct shelf s = {.usr = o->usr, .npm = o->npm};
    struct word_families english;
    bool ok = true;

    for (int l = 0; l < LANGUAGES; l++)
        s.dict[l].lang = (enum language)l;
    progress("reading words");
    if (!read_all(o, &s, PHASE_WORDS)) {
        fprintf(stderr,
                "lexicon-build: needed packages are missing (tools/packages-lexicon.txt)\n");
        return false;
    }
    if (!read_names(o, &s, PHASE_WORDS))
        return false;
    for (int l = 0; l < LANGUAGES; l++)
        dict_index(&s.dict[l]);
    progress("reading what is said about them");
    read_all(o, &s, PHASE_EVIDENCE);
    read_names(o, &s, PHASE_EVIDENCE);
    struct properties properties[LANGUAGES] = {0};
    if (!read_properties(o, &s, properties) || !read_answers(o, &s))
        return false;
    for (int l = 0; l < LANGUAGES; l++)
        gather_frequencies(&s.dict[l]);
    progress("en: families and compounds");
    struct pivots pivots;
    pivots_of(&pivots, &s.dict[LANG_EN]);
    struct glossary into_german;
    glossary_of(&into_german, &s.dict[LANG_EN], &s.dict[LANG_DE], PIVOT_DE);
    members_sort(&s.dict[LANG_DE]);
    struct judge j = {
        .d = &s.dict[LANG_EN], .pivots = &pivots, .bridge = {{&s.dict[LANG_DE], &into_german}}};
    struct bridged de = {0}, fr = {0};
    struct word_families german;

    find_families(&j);
    struct associations in_english = {0}, other = {0};
    ok = finish(o, &j, print, NULL, NULL, &properties[LANG_EN], &in_english);
    struct thoughts likely = {0};
    if (!o->explain)
        thoughts_find(&likely, &in_english);
    /* After the exceptions: what people said about English families helps the others. */
    word_families_of(&english, &s.dict[LANG_EN]);
    find_bridged(&s, LANG_DE, &english, NULL, &de);
    word_families_of(&german, &s.dict[LANG_DE]);
    /* The rest of German and French do not need each other. */
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        _exit(finish(o, &de.judge, print, &in_english, &likely, &properties[LANG_DE], &other) ? 0
                                                                                              : 1);
    find_bridged(&s, LANG_FR, &english, &german, &fr);
    ok = finish(o, &fr.judge, print, &in_english, &likely, &properties[LANG_FR], &other) && ok;
    thoughts_fini(&likely);
    associations_fini(&in_english);
    associations_fini(&other);
    int status = 1;
    ok = waitpid(child, &status, 0) == child && status == 0 && ok;
    pivots_fini(&pivots);
    pivots_fini(&de.pivots);
    pivots_fini(&fr.pivots);
    glossary_fini(&into_german);
    glossary_fini(&de.glossary);
    glossary_fini(&fr.glossary);
    glossary_fini(&fr.german_glossary);
    word_families_fini(&german);
    for (int l = 0; l < LANGUAGES; l++) {
        properties_fini(&properties[l]);
        dict_fini(&s.dict[l]);
    }
    word_families_fini(&english);
    pool_fini(&s.pivot_words);
    pool_fini(&s.english);
    vec_fini(&s.bridges);
    progress(ok ? "done" : "failed");
    return ok;
}

static bool is_current(const struct options *o, uint64_t print)
{
    for (int l = 0; l < LANGUAGES; l++) {
        char path[512];

        snprintf(path, sizeof path, "%s/%s.lex", o->out, language_codes[l]);
        if (lexicon_fingerprint(path) != print)
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    struct options o = {.usr = "/usr/share",
                        .npm = "tools/lexicon/node_modules",
                        .exceptions = "src/lexicon",
                        .out = "build/lexicon"};
    const struct {
        const char *name;
        const char **into;
    } flags[] = {{"--usr", &o.usr}, {"--npm", &o.npm},         {"--exceptions", &o.exceptions},
                 {"--out", &o.out}, {"--explain", &o.explain}, {"--evidence", &o.evidence}};

    for (int i = 1; i < argc; i++) {
        size_t f = 0;

        while (f < sizeof flags / sizeof flags[0] && strcmp(argv[i], flags[f].name) != 0)
            f++;
        if (strcmp(argv[i], "--force") == 0)
            o.force = true;
        else if (f < sizeof flags / sizeof flags[0] && i + 1 < argc)
            *flags[f].into = argv[++i];
        else {
            fprintf(stderr, "usage: lexicon-build [--usr DIR] [--npm DIR] [--exceptions DIR] "
                            "[--out DIR] [--force] [--explain DIR] [--evidence DIR]\n");
            return 2;
        }
    }
    if (mkdir(o.out, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "lexicon-build: %s: cannot be made\n", o.out);
        return 2;
    }
    uint64_t print = fingerprint(&o);
    if (!o.force && !o.explain && is_current(&o, print)) {
        fprintf(stderr, "lexicon-build: %s is up to date\n", o.out);
        return 0;
    }
    return build(&o, print) ? 0 : 1;
}
