#include "base/err.h"
#include "cli/cli.h"
#include "keepsake/keepsake.h"
#include "lexicon/mind.h"
#include "lexicon/referee.h"
#include "party/facts.h"
#include "rules/record.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Keepsakes: a recorded game as the page, the picture or the text that a table keeps of it. */

/* False after a message. */
static bool hear_log(const struct command *c, const char *file, struct str text,
                     struct log_head *head, struct keepsake *k)
{
    struct match m;
    struct record *r = record_new();
    struct setup_problem problem;
    struct str line;
    uint32_t records = 0;
    bool fine = true;

    match_init(&m, &head->setup, &(struct world){0}); /* for the names of its phases alone */
    struct names names = table_names(m.table);
    for (int number = 2; fine && str_line(&text, &line); number++) {
        if (str_trim(line).len == 0)
            continue;
        fine = log_read_record(r, head->setup.book, &names, ++records, line, &problem);
        if (fine)
            keepsake_hear(k, r->at, r->fact, r->facts);
        else
            cli_fail(c, 0, "%s:%d: %s", file, number, problem.reason);
    }
    record_free(r);
    match_fini(&m);
    return fine;
}

/* The first line of a log, with what an exported one has beside its setup. */
static json_t *first_line(struct str log)
{
    struct jr_problem problem;
    struct str line = {0};

    str_line(&log, &line);
    return jr_parse(line, &problem);
}

/* What those who looked on said. */
static void hear_crowd(const json_t *json, struct keepsake *k)
{
    size_t i;
    json_t *item;

    json_array_foreach(json_object_get(json, "crowd"), i, item)
    {
        struct party_fact fact = {0};
        struct crowd_sum sum;

        if (json_is_object(item) && party_fact_read(&fact, item, PARTY_LENIENT) &&
            party_crowd_sum(&fact, &sum))
            keepsake_hear_crowd(k, &sum);
    }
}

/* What it is made into, as --as names it. */
#define FORM_NAMES "html|svg|png|text|json"
enum form { AS_HTML, AS_SVG, AS_PNG, AS_TEXT, AS_JSON };

static void write_as(enum form form, struct str doc, const struct keepsake_wish *wish,
                     struct buf *out)
{
    switch (form) {
    case AS_HTML:
        keepsake_page(doc, wish, out);
        break;
    case AS_SVG:
    case AS_PNG:
        keepsake_svg(doc, wish, out);
        break;
    case AS_TEXT:
        keepsake_text(doc, wish, out);
        break;
    case AS_JSON:
        buf_add(out, doc);
        buf_addc(out, '\n');
        break;
    }
}

/* Letters need fonts and somebody who paints them: librsvg does, twice as large, as browsers do. It
 * writes to our standard output by itself. */
static int paint_png(const struct command *c, struct str svg)
{
    static const char *const order[] = {"rsvg-convert", "--format", "png", "--zoom", "2", NULL};
    posix_spawn_file_actions_t files;
    int line[2], status = -1;
    size_t sent = 0;
    pid_t painter;

    signal(SIGPIPE, SIG_IGN);
    if (pipe2(line, O_CLOEXEC) != 0)
        return cli_fail(c, EXIT_DIFFERS, "%s", strerror(errno));
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, line[0], 0);
    int wrong = posix_spawnp(&painter, order[0], &files, NULL, (char *const *)order, environ);
    posix_spawn_file_actions_destroy(&files);
    close(line[0]);
    while (!wrong && sent < svg.len) {
        ssize_t n = write(line[1], svg.at + sent, svg.len - sent);

        if (n < 0 && errno != EINTR)
            break;
        sent += n > 0 ? (size_t)n : 0;
    }
    close(line[1]);
    if (wrong)
        return cli_fail(c, EXIT_DIFFERS, "a PNG needs rsvg-convert (Debian: librsvg2-bin): %s",
                        strerror(wrong));
    while (waitpid(painter, &status, 0) < 0 && errno == EINTR)
        ;
    if (sent < svg.len || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return cli_fail(c, EXIT_DIFFERS, "rsvg-convert could not paint it");
    return EXIT_FINE;
}

static int make(const struct command *c, const char *file, struct str log, struct str text,
                struct log_head *head, const char *words, enum form form,
                const struct keepsake_wish *wish)
{
    struct keepsake_head about = {.setup = &head->setup};
    char number[SEATS_MAX][8];
    struct buf doc = {0}, out = {0};
    struct lex_referee referee;
    struct lex_mind mind;
    int code = EXIT_USAGE;
    json_t *beside = first_line(log);
    const json_t *marks = json_object_get(beside, "marks");

    for (int seat = 0; seat < head->setup.seats; seat++) {
        snprintf(number[seat], sizeof number[seat], "%d", seat + 1);
        about.name[seat] = str_of(seat < head->n_names ? head->name[seat] : number[seat]);
        const json_t *mark = json_array_get(marks, (size_t)seat);
        about.mark[seat] = json_is_integer(mark) ? (int)(json_integer_value(mark) % 64) : seat;
    }
    struct keepsake *k = keepsake_new(&about);
    party_facts_init();
    hear_crowd(beside, k);
    referee_open(&referee, words, NULL, NULL); /* without files words lie by their company */
    lex_mind_init(&mind, &referee);
    if (!hear_log(c, file, text, head, k)) {
        code = EXIT_USAGE;
    } else if (!keepsake_worth(k)) {
        code = cli_fail(c, EXIT_DIFFERS, "%s: this game has not come to its end", file);
    } else {
        while (keepsake_work(k, &mind.mind))
            ;
        keepsake_write(k, &doc);
        write_as(form, buf_str(&doc), wish, &out);
        if (form == AS_PNG)
            code = paint_png(c, buf_str(&out));
        else
            code = fwrite(out.at, 1, out.len, stdout) == out.len ? EXIT_FINE : EXIT_DIFFERS;
    }
    json_decref(beside);
    keepsake_free(k);
    referee_close(&referee);
    buf_fini(&doc);
    buf_fini(&out);
    return code;
}

static int run(const struct command *c, int argc, char **argv)
{
    const char *as = "html", *lang = NULL, *words = referee_dir();
    bool nameless = false;
    const struct flag flags[] = {
        {"as", FLAG_TEXT, "html (one file, unless set), svg, png, text or json", &as, 0, 0},
        {"lang", FLAG_TEXT, "language of its sentences; the table's unless set", &lang, 0, 0},
        {"no-names", FLAG_SWITCH, "without the names of players", &nameless, 0, 0},
        {"lexicon", FLAG_TEXT, "folder with the word files that the map goes by", &words, 0, 0},
        {0},
    };
    int code, files = cli_operands(c, flags, argc, argv, "LOG", 1, &code);

    if (files < 0)
        return code;
    int form = choice_index(STR(FORM_NAMES), str_of(as));
    if (form < 0)
        return cli_fail(c, EXIT_USAGE, "--as: '%.40s' is none of html, svg, png, text, json", as);
    struct buf file = {0};
    struct str text;
    struct log_head head;

    code = EXIT_USAGE;
    if (cli_log(c, argv[0], &file, &text, &head)) {
        int language = lang ? cli_language(c, "lang", lang) : (int)head.setup.language;
        const struct keepsake_wish wish = {
            .lang = (enum language)language, .names = !nameless, .file = true};

        if (language >= 0)
            code = make(c, argv[0], buf_str(&file), text, &head, words, (enum form)form, &wish);
    }
    buf_fini(&file);
    return code;
}

const struct command cmd_keepsake = {
    "keepsake", "LOG", "make a page, a picture or a text of a finished game",
    "A log is what 'unisono rehearse --log' and a server's export write (docs/log-format.md).\n"
    "What was never revealed to everybody is not in it. A PNG is painted by rsvg-convert (Debian:\n"
    "librsvg2-bin), which has to be there for that; browsers paint their own.",
    run};
