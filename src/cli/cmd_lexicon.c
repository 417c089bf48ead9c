#include "cli/cli.h"
#include "lexicon/across.h"
#include "lexicon/associate.h"
#include "lexicon/likeness.h"
#include "lexicon/referee.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct asked {
    const struct command *c;
    struct lex lex;
    const struct lex *english, *other; /* with --with: the language of the second word */
    bool json;
    struct lex_wish wish;
    int64_t top;
};

struct question {
    const char *name;
    int words; /* how many it asks about */
    void (*answer)(const struct asked *q, const struct str *word, struct jw *w, struct buf *text);
};

static void word_json(struct jw *w, const char *key, struct str word)
{
    struct word shown;

    jw_key(w, key);
    jw_str(w, word_set(&shown, word) == WORD_OK ? word_str(&shown) : word);
}

static const struct {
    unsigned flag;
    const char *name;
} kinds[] = {{LEX_NOUN, "noun"},     {LEX_VERB, "verb"}, {LEX_ADJECTIVE, "adjective"},
             {LEX_ADVERB, "adverb"}, {LEX_NAME, "name"}, {LEX_OTHER, "other"}};

static const char *const paths[] = {"self", "form", "derived", "part", "abbreviation"};

static void check(const struct asked *q, const struct str *word, struct jw *w, struct buf *text)
{
    const struct lex *l = &q->lex;
    struct lex_reading r;
    unsigned flags = lex_flags_of(l, word[0]);
    int animal = lex_animal(l, word[0]);

    lex_read(l, word[0], &r);
    bool exists = lex_exists(l, word[0]);
    bool listed = lex_listed(l, word[0]);
    jw_key(w, "exists"), jw_bool(w, exists);
    jw_key(w, "listed"), jw_bool(w, listed);
    buf_adds(text, !exists ? "unknown" : listed ? "exists" : "exists, in no dictionary");
    if (!exists) {
        uint32_t meant = lex_correct(l, word_key_str(&r.key));

        if (meant != LEX_NONE) {
            jw_key(w, "meant"), jw_str(w, lex_shown(l, meant));
            buf_printf(text, ", perhaps %.*s", STR_FMT(lex_shown(l, meant)));
        }
    }
    jw_key(w, "normal"), jw_str(w, word_key_str(&r.key));
    jw_key(w, "kinds"), jw_array(w);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (flags & kinds[i].flag) {
            jw_str(w, str_of(kinds[i].name));
            buf_printf(text, ", %s", kinds[i].name);
        }
    }
    jw_end_array(w);
    jw_key(w, "animal"), jw_bool(w, animal >= LEX_ANIMAL);
    jw_key(w, "animal_score"), jw_int(w, animal);
    jw_key(w, "frequency"), jw_int(w, lex_frequency(l, word[0]));
    jw_key(w, "parts"), jw_array(w);
    if (animal >= LEX_ANIMAL)
        buf_adds(text, ", animal");
    for (int i = 0; i < r.n; i++) {
        if (r.atom[i].path == PATH_SELF)
            continue;
        jw_object(w);
        jw_key(w, "word"), jw_str(w, lex_shown(l, r.atom[i].id));
        jw_key(w, "as"), jw_str(w, str_of(paths[r.atom[i].path]));
        jw_key(w, "certainty"), jw_int(w, r.atom[i].certainty * 100 / LEX_CERTAIN);
        jw_end_object(w);
        buf_printf(text, "%s%.*s (%s)", i > 1 ? ", " : "; ", STR_FMT(lex_shown(l, r.atom[i].id)),
                   paths[r.atom[i].path]);
    }
    jw_end_array(w);
}

static void related(const struct asked *q, const struct str *word, struct jw *w, struct buf *text)
{
    struct lex_related r = lex_related_across(q->english, &q->lex, word[0], q->other, word[1]);

    jw_key(w, "relation"), jw_str(w, str_of(lex_relation_names[r.kind]));
    jw_key(w, "certain"), jw_bool(w, r.certain);
    jw_key(w, "certainty"), jw_int(w, r.certainty * 100 / LEX_CERTAIN);
    jw_key(w, "shared"), jw_str(w, word_str(&r.shared));
    buf_adds(text, lex_relation_names[r.kind]);
    if (r.kind)
        buf_printf(text, ": %.*s%s", STR_FMT(word_str(&r.shared)), r.certain ? "" : " (uncertain)");
}

static void match(const struct asked *q, const struct str *word, struct jw *w, struct buf *text)
{
    struct lex_match m = lex_match_across(q->english, &q->lex, word[0], q->other, word[1]);

    jw_key(w, "match"), jw_str(w, str_of(lex_idea_names[m.idea]));
    jw_key(w, "because"), jw_str(w, str_of(lex_why_names[m.why]));
    jw_key(w, "score"), jw_int(w, m.score);
    buf_printf(text, "%s (%s, %u)", lex_idea_names[m.idea], lex_why_names[m.why], m.score);
}

static void thoughts(const struct asked *q, const struct lex_thought *t, int n, struct jw *w,
                     struct buf *text)
{
    jw_key(w, "answers"), jw_array(w);
    for (int i = 0; i < n; i++) {
        jw_object(w);
        jw_key(w, "word"), jw_str(w, lex_shown(&q->lex, t[i].id));
        jw_key(w, "score"), jw_number(w, (double)t[i].score);
        jw_end_object(w);
        buf_printf(text, "%s%.*s", i ? ", " : "", STR_FMT(lex_shown(&q->lex, t[i].id)));
    }
    jw_end_array(w);
    if (n == 0)
        buf_adds(text, lex_has_associations(&q->lex) ? "nothing comes to mind"
                                                     : "this lexicon has no associations");
}

static void associate(const struct asked *q, const struct str *word, struct jw *w, struct buf *text)
{
    struct lex_thought t[LEX_THOUGHTS];
    struct str cue[LEX_CUES], rest = word[0];
    struct lex_wish wish = q->wish;
    int n = 0;

    wish.related = true; /* nobody plays here */
    while (n < LEX_CUES && str_word(&rest, &cue[n]))
        n++;
    thoughts(q, t, lex_associate(&q->lex, cue, n, &wish, t, (int)q->top), w, text);
}

static void link_words(const struct asked *q, const struct str *word, struct jw *w,
                       struct buf *text)
{
    struct lex_thought t[LEX_THOUGHTS];

    jw_key(w, "closeness"), jw_number(w, (double)lex_closeness(&q->lex, word[0], word[1]));
    thoughts(q, t, lex_associate(&q->lex, word, 2, &q->wish, t, (int)q->top), w, text);
}

static void translation(const struct asked *q, const struct str *word, struct jw *w,
                        struct buf *text)
{
    struct word out;
    bool known = lex_translate(q->english, &q->lex, word[0], q->other, &out);

    jw_key(w, "translation"), jw_str(w, known ? word_str(&out) : str_n("", 0));
    buf_add(text, known ? word_str(&out) : STR("unknown"));
}

static const struct question questions[] = {
    {"associate", 1, associate}, {"link", 2, link_words}, {"check", 1, check},
    {"related", 2, related},     {"match", 2, match},     {"translate", 1, translation}};

static void ask(const struct asked *q, const struct question *question, const struct str *word)
{
    struct buf line = {0}, text = {0};
    struct jw w = jw_to(&line);

    jw_object(&w);
    word_json(&w, question->words > 1 ? "a" : "word", word[0]);
    if (question->words > 1)
        word_json(&w, "b", word[1]);
    question->answer(q, word, &w, &text);
    jw_end_object(&w);
    if (q->json)
        puts(buf_cstr(&line));
    else if (question->words > 1)
        printf("%.*s %.*s: %s\n", STR_FMT(word[0]), STR_FMT(word[1]), buf_cstr(&text));
    else
        printf("%.*s: %s\n", STR_FMT(word[0]), buf_cstr(&text));
    buf_fini(&line);
    buf_fini(&text);
}

/* One question a line; words are parted by blanks, _ stands for a blank inside a name. */
static int ask_lines(const struct asked *q, const struct question *question)
{
    char line[4096];
    int number = 0;

    while (fgets(line, sizeof line, stdin)) {
        struct str rest = str_of(line), word[2];
        int n = 0;

        number++;
        if (question->words == 1) {
            word[0] = str_trim(rest);
            n = word[0].len > 0;
        } else {
            while (n < 2 && str_word(&rest, &word[n]))
                n++;
        }
        /* After the words were told apart; what comes to mind is asked about a whole line, whose
         * words are parted later, and a hyphen is as good as a blank there. */
        for (char *p = line; *p; p++)
            *p = *p != '_' ? *p : question->answer == associate ? '-' : ' ';
        if (n == 0)
            continue;
        if (n < question->words)
            return cli_fail(q->c, EXIT_USAGE, "line %d: %s asks about %d words", number,
                            question->name, question->words);
        ask(q, question, word);
    }
    return EXIT_FINE;
}

static int info(const struct asked *q, const char *path)
{
    struct lex_problem p = {""};
    int error = lex_verify(&q->lex, &p);
    struct str report = lex_report(&q->lex), line;
    struct buf out = {0};
    struct jw w = jw_to(&out);

    if (q->json) {
        jw_object(&w);
        jw_key(&w, "file"), jw_str(&w, str_of(path));
        jw_key(&w, "lang"), jw_str(&w, str_of(language_codes[q->lex.lang]));
        jw_key(&w, "bytes"), jw_int(&w, (int64_t)q->lex.size);
        jw_key(&w, "lemmas"), jw_int(&w, q->lex.lemmas);
        jw_key(&w, "keys"), jw_int(&w, q->lex.keys);
        jw_key(&w, "associations"), jw_bool(&w, q->lex.dimensions > 0);
        jw_key(&w, "sound"), jw_bool(&w, error == 0);
        jw_key(&w, "sources"), jw_array(&w);
        while (str_line(&report, &line))
            jw_str(&w, line);
        jw_end_array(&w);
        jw_end_object(&w);
        cli_json(&out);
    } else {
        printf("%s: %s, %.1f MB, %u lemmas, %u keys, %s\n%.*s", path, language_codes[q->lex.lang],
               (double)q->lex.size / 1e6, q->lex.lemmas, q->lex.keys, error ? p.reason : "sound",
               STR_FMT(report));
    }
    return error ? EXIT_DIFFERS : EXIT_FINE;
}

static int run_question(const struct asked *q, const struct question *question, int n, char **argv)
{
    struct str word[2] = {{0}};
    struct buf cues = {0};

    if (n == 0 || (n == 1 && strcmp(argv[0], "-") == 0))
        return ask_lines(q, question);
    if (question->answer == associate) { /* all words are one question */
        for (int i = 0; i < n; i++)
            buf_printf(&cues, "%s%s", i ? " " : "", argv[i]);
        word[0] = buf_str(&cues);
        ask(q, question, word);
        buf_fini(&cues);
        return EXIT_FINE;
    }
    if (n % question->words != 0)
        return cli_fail(q->c, EXIT_USAGE, "%s asks about %d words at a time", question->name,
                        question->words);
    for (int i = 0; i < n; i += question->words) {
        for (int k = 0; k < question->words; k++)
            word[k] = str_of(argv[i + k]);
        ask(q, question, word);
    }
    return EXIT_FINE;
}

static const struct question *find_question(const char *name)
{
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        if (strcmp(name, questions[i].name) == 0)
            return &questions[i];
    }
    return NULL;
}

/* Word files that are open besides the one of the language. */
struct files {
    struct lex english, other; /* with a second language, by way of English */
    char path[1024];           /* of the one that was opened last */
};

static bool open_file(const struct asked *q, struct files *f, const char *dir, const char *lang,
                      struct lex *out)
{
    struct lex_problem problem;

    snprintf(f->path, sizeof f->path, "%s/%s.lex", dir, lang);
    if (lex_open(out, f->path, &problem) == 0)
        return true;
    cli_fail(q->c, 0, "%s: %s (make lexicon builds it)", f->path, problem.reason);
    return false;
}

/* False after a message. */
static bool open_files(struct asked *q, struct files *f, const char *dir, const char *lang,
                       const char *with)
{
    q->english = q->other = &q->lex;
    if (*with && cli_language(q->c, "with", with) < 0)
        return false;
    if (!open_file(q, f, dir, lang, &q->lex))
        return false;
    if (!*with)
        return true;
    q->english = &f->english;
    q->other = &f->other;
    return open_file(q, f, dir, with, &f->other) && open_file(q, f, dir, "en", &f->english);
}

static int run(const struct command *c, int argc, char **argv)
{
    const char *lang = "en", *with = "", *dir = referee_dir();
    const char *initial = "";
    bool nouns = false;
    struct asked q = {.c = c, .top = 10};
    struct files files = {0};
    const struct flag flags[] = {
        {"lang", FLAG_TEXT, "language of the words: en, de or fr", &lang, 0, 0},
        {"with", FLAG_TEXT, "language of the second word, or to translate into", &with, 0, 0},
        {"dir", FLAG_TEXT, "where the lexicon files are, as for serve", &dir, 0, 0},
        {"json", FLAG_SWITCH, "one line of JSON per answer", &q.json, 0, 0},
        {"top", FLAG_NUMBER, "how many answers of associate and link (10)", &q.top, 1,
         LEX_THOUGHTS},
        {"initial", FLAG_TEXT, "first letter of these answers", &initial, 0, 0},
        {"nouns", FLAG_SWITCH, "only nouns", &nouns, 0, 0},
        {"no-animals", FLAG_SWITCH, "no animals", &q.wish.no_animals, 0, 0},
        {0},
    };
    int code, n = cli_parse(c, flags, argc, argv, &code);

    if (n < 0)
        return code;
    if (cli_language(c, "lang", lang) < 0)
        return EXIT_USAGE;
    if (n == 0)
        return cli_fail(c, EXIT_USAGE, "which question? (try --help)");
    q.wish.initial = word_initial(str_of(initial));
    q.wish.kinds = nouns ? LEX_NOUN : 0;
    const struct question *question = find_question(argv[0]);
    if (!question && strcmp(argv[0], "info") != 0)
        return cli_fail(c, EXIT_USAGE, "there is no question '%.40s' (try --help)", argv[0]);
    code = EXIT_USAGE;
    if (open_files(&q, &files, dir, lang, with))
        code = question ? run_question(&q, question, n - 1, argv + 1) : info(&q, files.path);
    lex_close(&q.lex);
    lex_close(&files.other);
    lex_close(&files.english);
    return code;
}

const struct command cmd_lexicon = {
    "lexicon", "QUESTION [WORD...]", "ask what the lexicon knows about words",
    "  check WORD...     does it exist, what kind of word is it, what is it made of\n"
    "  related A B...    do they share a stem or a part\n"
    "  match A B...      do they carry the same idea\n"
    "  associate WORDS   what comes to mind for all of them together, also what no game allows\n"
    "  link A B...       what the two have in common\n"
    "  translate WORD... how it is said in the language of --with\n"
    "  info              what the file holds and what it was built from\n"
    "\n"
    "Without words the questions are read from standard input, one a line; _ stands for a blank\n"
    "inside a name. With --with LANG the second word is of another language. The files are looked "
    "for in --dir, in $UNISONO_LEXICON or where serve does.",
    run};
