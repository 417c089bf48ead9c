/* `unisono backup` and `restore`: a copy of all tables, made while they are played. */
#include "archive/archive.h"
#include "base/err.h"
#include "cli/cli.h"
#include "lexicon/referee.h"
#include "store/backends.h"

#include <stdio.h>
#include <string.h>

static void complain(void *arg, const char *text)
{
    cli_fail(arg, 0, "%s", text);
}

/* Opens the copy again and reads every log to its end. */
static int verify_copy(const struct command *c, const char *path, const char *words)
{
    const struct store_sqlite_options options = {.read_only = true};
    struct archive_report report = {.problem = complain, .arg = (void *)c};
    struct store_problem problem;
    struct lex_referee referee;
    struct store *s;

    if (store_sqlite_open(&s, path, &options, &problem) < 0)
        return cli_fail(c, EXIT_DIFFERS, "%s", problem.reason);
    referee_open(&referee, words, NULL, NULL);
    archive_verify(s, &referee.lexicon, &report);
    referee_close(&referee);
    store_free(s);
    printf("%s: %lld rooms, %lld entries, %lld games: %lld problems\n", path,
           (long long)report.rooms, (long long)report.entries, (long long)report.games,
           (long long)report.problems);
    return report.problems ? EXIT_DIFFERS : EXIT_FINE;
}

/* The file that a command is about, or NULL after a message. */
static const char *file_of(const struct command *c, const char *given, struct buf *own)
{
    const char *path = cli_store(c, given, own);

    if (!path || (strcmp(path, ":memory:") != 0 && !store_is_pg(path)))
        return path;
    /* Not by its name, which may hold a password. */
    cli_fail(c, 0, "the store is no file (a database has tools of its own for that)");
    return NULL;
}

static int failed(const struct command *c, int error, const struct store_problem *problem)
{
    return cli_fail(c, error == ERR_CORRUPT ? EXIT_DIFFERS : EXIT_USAGE, "%s", problem->reason);
}

/* What both are told. */
struct order {
    const char *file, *words;
    const char *store; /* NULL: there is none, and that was said */
    struct buf own;
};

/* False with the exit code; order_fini() in any case. */
static bool read_order(const struct command *c, int argc, char **argv, struct order *o, int *code)
{
    const char *given = NULL;
    const struct flag flags[] = {
        {"store", FLAG_TEXT, "the store [the one of serve]", &given, 0, 0},
        {"lexicon", FLAG_TEXT, "the folder of word files, as for serve", &o->words, 0, 0},
        {0},
    };

    *o = (struct order){.words = referee_dir()};
    if (cli_operands(c, flags, argc, argv, "FILE", 1, code) < 0)
        return false;
    o->file = argv[0];
    o->store = file_of(c, given, &o->own);
    *code = EXIT_USAGE;
    return o->store;
}

static void order_fini(struct order *o)
{
    buf_fini(&o->own);
}

static int backup_run(const struct command *c, int argc, char **argv)
{
    struct store_problem problem;
    struct order o;
    int code;

    if (read_order(c, argc, argv, &o, &code)) {
        int error = store_sqlite_copy(o.store, o.file, &problem);

        code = error < 0 ? failed(c, error, &problem) : verify_copy(c, o.file, o.words);
    }
    order_fini(&o);
    return code;
}

static int put_back(const struct command *c, const char *from, const char *path)
{
    struct store_problem problem;
    char before[4096];
    int error = store_sqlite_replace(from, path, before, sizeof before, &problem);

    if (error == ERR_BUSY)
        return cli_fail(c, EXIT_USAGE, "%s: stop it first", problem.reason);
    if (error < 0)
        return failed(c, error, &problem);
    if (*before)
        printf("what was there is now %s\n", before);
    return EXIT_FINE;
}

static int restore_run(const struct command *c, int argc, char **argv)
{
    struct order o;
    int code;

    if (read_order(c, argc, argv, &o, &code)) {
        /* What cannot be read is not put in the place of anything. */
        code = verify_copy(c, o.file, o.words);
        if (code == EXIT_FINE)
            code = put_back(c, o.file, o.store);
    }
    order_fini(&o);
    return code;
}

const struct command cmd_backup = {"backup", "FILE", "copy a store while it is played",
                                   "The copy is of one moment, in a new file. It is opened again, "
                                   "and every log in it read to its\n"
                                   "end: exit code 1 where something is wrong.",
                                   backup_run};
const struct command cmd_restore = {
    "restore", "FILE", "put a backup in the place of a store",
    "No server may use the store. What was there is kept beside it under another name.",
    restore_run};
