#include "base/err.h"
#include "cli/cli.h"
#include "rehearse/rehearse.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { SCRIPT_LIMIT = 4 << 20 };

struct choices {
    bool json, update, transcript;
    const char *log;
};

static void report(const char *file, const struct rehearse_result *r,
                   const struct rehearse_problem *p, bool json)
{
    struct buf line = {0};
    struct jw w = jw_to(&line);

    if (!json) {
        if (!p)
            printf("%s: %d steps, %d checks: ok\n", file, r->steps, r->checks);
        return;
    }
    jw_object(&w);
    jw_key(&w, "file"), jw_str(&w, str_of(file));
    jw_key(&w, "ok"), jw_bool(&w, !p);
    jw_key(&w, "steps"), jw_int(&w, r->steps);
    jw_key(&w, "checks"), jw_int(&w, r->checks);
    if (p) {
        jw_key(&w, "line"), jw_int(&w, p->line);
        jw_key(&w, "reason"), jw_str(&w, str_of(p->reason));
    }
    jw_end_object(&w);
    cli_json(&line);
}

/* The recording of example.script is example.golden. */
static void golden_path(const char *file, struct buf *out)
{
    const char *dot = strrchr(file, '.');

    buf_add(out,
            dot && strcmp(dot, ".script") == 0 ? str_n(file, (size_t)(dot - file)) : str_of(file));
    buf_adds(out, ".golden");
}

static void note_file(const char *path, int error, struct rehearse_problem *p)
{
    p->line = 0;
    snprintf(p->reason, sizeof p->reason, "%.300s: %s", path, err_text(error));
}

/* A file that cannot be read: told, and noted for --json. */
static int fail_file(const struct command *c, const char *path, int error,
                     struct rehearse_problem *p)
{
    note_file(path, error, p);
    return cli_fail(c, EXIT_USAGE, "%s: %s", path, err_text(error));
}

static int write_file(const struct command *c, const char *path, struct str text,
                      struct rehearse_problem *p)
{
    if (cli_write_file(c, path, text))
        return EXIT_FINE;
    note_file(path, ERR_UNWRITABLE, p);
    return EXIT_USAGE;
}

static int compare(const struct command *c, const char *file, struct str transcript, bool update,
                   struct rehearse_problem *p)
{
    struct buf path = {0}, golden = {0};
    int code = EXIT_FINE;

    golden_path(file, &path);
    if (update) {
        code = write_file(c, buf_cstr(&path), transcript, p);
    } else {
        int error = buf_read_file(&golden, buf_cstr(&path), SCRIPT_LIMIT);

        if (error && error != ERR_NOT_FOUND)
            code = fail_file(c, buf_cstr(&path), error, p);
        else if (!error && !rehearse_compare(buf_str(&golden), transcript, p))
            code = cli_fail(c, EXIT_DIFFERS, "%s:%d: %s", buf_cstr(&path), p->line, p->reason);
    }
    buf_fini(&path);
    buf_fini(&golden);
    return code;
}

static int rehearse_file(const struct command *c, const char *file, const struct choices *choices)
{
    struct rehearse_problem problem = {0};
    struct rehearse_result result = {0};
    struct buf script = {0}, transcript = {0}, log = {0};
    int error = buf_read_file(&script, file, SCRIPT_LIMIT);
    int code = EXIT_FINE;

    if (error)
        code = fail_file(c, file, error, &problem);
    else if (!rehearse(buf_str(&script), &transcript, &log, &result, &problem))
        code = cli_fail(c, EXIT_DIFFERS, "%s:%d: %s", file, problem.line, problem.reason);
    else
        code = compare(c, file, buf_str(&transcript), choices->update, &problem);
    if (choices->log && code == EXIT_FINE)
        code = write_file(c, choices->log, buf_str(&log), &problem);
    if (choices->transcript)
        fputs(buf_cstr(&transcript), stdout);
    report(file, &result, code == EXIT_FINE ? NULL : &problem, choices->json);
    buf_fini(&script);
    buf_fini(&transcript);
    buf_fini(&log);
    return code;
}

static int run(const struct command *c, int argc, char **argv)
{
    struct choices choices = {0};
    const struct flag flags[] = {
        {"transcript", FLAG_SWITCH, "print everything that happens", &choices.transcript, 0, 0},
        {"update", FLAG_SWITCH, "write the recording anew", &choices.update, 0, 0},
        {"log", FLAG_TEXT, "write the game as a log to this file", &choices.log, 0, 0},
        {"json", FLAG_SWITCH, "one line of JSON per file", &choices.json, 0, 0},
        {0},
    };
    int code, files = cli_operands(c, flags, argc, argv, "FILE", INT_MAX, &code);

    if (files < 0)
        return code;
    code = EXIT_FINE;
    for (int i = 0; i < files; i++) {
        int result = rehearse_file(c, argv[i], &choices);
        code = result > code ? result : code;
    }
    return code;
}

const struct command cmd_rehearse = {
    "rehearse", "FILE...", "play a script and check what it expects",
    "A script sets up a table, rigs chance, acts and tells what must follow (docs/rehearse.md).\n"
    "Where FILE.golden stands beside FILE.script, the whole run is compared with it.\n"
    "FILE - reads standard input.",
    run};
