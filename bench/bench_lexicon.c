/*
 * Figures of the lexicon, one line of JSON each, on the real files (make lexicon); silent without
 * them. The best of several runs is printed: noise of the machine only ever makes it slower.
 */
#include "base/clock.h"
#include "base/jw.h"
#include "lexicon/associate.h"
#include "lexicon/likeness.h"
#include "lexicon/referee.h"

#include <stdio.h>

enum { RUNS = 5, TURNS = 2000, THOUGHTS = 50 };

static const char *const words[LANGUAGES][12] = {
    [LANG_EN] = {"SUN", "SUNFLOWER", "OCEAN", "SEA", "FARMERS", "TEACHING", "HAPPY", "MICE", "HGV",
                 "BREAKFAST", "RAILWAY", "GIRAFFE"},
    [LANG_DE] = {"SONNE", "SONNENBLUME", "OZEAN", "MEER", "BÄUERIN", "UNTERRICHT", "GLÜCKLICH",
                 "MÄUSE", "LKW", "FRÜHSTÜCK", "EISENBAHN", "GIRAFFE"},
    [LANG_FR] = {"SOLEIL", "TOURNESOL", "OCÉAN", "MER", "FERMIÈRE", "ENSEIGNER", "HEUREUX",
                 "SOURIS", "TGV", "DÉJEUNER", "CHEMIN", "GIRAFE"},
};

static volatile unsigned sink;

static void print(const char *what, const char *lang, double microseconds)
{
    struct buf line = {0};
    struct jw w = jw_to(&line);

    jw_object(&w);
    jw_key(&w, "bench"), jw_str(&w, STR("lexicon"));
    jw_key(&w, "what"), jw_str(&w, str_of(what));
    jw_key(&w, "lang"), jw_str(&w, str_of(lang));
    jw_key(&w, "us"), jw_number(&w, microseconds);
    jw_end_object(&w);
    puts(buf_cstr(&line));
    buf_fini(&line);
}

static void ask_related(const struct lex *l, struct str a, struct str b)
{
    sink += lex_related(l, a, b).kind;
}

static void ask_match(const struct lex *l, struct str a, struct str b)
{
    sink += lex_match(l, a, b).idea;
}

static void ask_associate(const struct lex *l, struct str a, struct str b)
{
    struct lex_thought t[10];
    struct str cues[] = {a, b};

    sink += (unsigned)lex_associate(l, cues, 2, NULL, t, 10);
}

static void measure(const struct lex *l, const char *what, int turns,
                    void (*ask)(const struct lex *l, struct str a, struct str b))
{
    double best = 1e9;

    for (int run = 0; run < RUNS; run++) {
        double begun = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);

        for (int i = 0; i < turns; i++)
            ask(l, str_of(words[l->lang][i % 12]), str_of(words[l->lang][(i * 5 + 1) % 12]));
        double each = (clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - begun) / turns * 1e6;
        best = each < best ? each : best;
    }
    print(what, language_codes[l->lang], best);
}

int main(int argc, char **argv)
{
    const char *dir = argc > 1 ? argv[1] : referee_dir();

    for (int lang = 0; lang < LANGUAGES; lang++) {
        char path[1024];
        struct lex l;
        struct lex_problem p;
        double best = 1e9;

        snprintf(path, sizeof path, "%s/%s.lex", dir, language_codes[lang]);
        for (int run = 0; run < RUNS; run++) {
            double begun = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);

            if (lex_open(&l, path, &p) != 0)
                break;
            double took = (clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - begun) * 1e6;
            best = took < best ? took : best;
            if (run + 1 < RUNS)
                lex_close(&l);
        }
        if (best == 1e9) {
            fprintf(stderr, "bench-lexicon: %s: %s\n", path, p.reason);
            continue;
        }
        print("open", language_codes[lang], best);
        measure(&l, "related", TURNS, ask_related);
        measure(&l, "match", TURNS, ask_match);
        if (lex_has_associations(&l))
            measure(&l, "associate top 10", THOUGHTS, ask_associate);
        lex_close(&l);
    }
    return 0;
}
