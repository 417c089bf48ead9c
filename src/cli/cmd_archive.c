/* `unisono export`, `import` and `verify`: the rooms of a store, outside of a server. */
#include "archive/archive.h"
#include "base/err.h"
#include "cli/cli.h"
#include "house/house.h"
#include "lexicon/referee.h"
#include "store/backends.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TEXT_LIMIT = 1 << 30 };

static void complain(void *arg, const char *text)
{
    cli_fail(arg, 0, "%s", text);
}

static void remark(void *arg, const char *text)
{
    (void)arg;
    fprintf(stderr, "unisono: %s\n", text);
}

/* To read, a store may have a running server, a full disk, or a folder that cannot be written. To
 * write, no server may use it: a server knows the rooms that were there at its start, and might
 * give the codes of new ones to others. A file that is not there is made. NULL after a message,
 * with *code set. */
static struct store *open_path(const struct command *c, const char *path, bool write, int *code)
{
    const struct store_sqlite_options options = {.read_only = !write, .exclusive = write};
    struct store_problem problem;
    struct store *s;

    *code = EXIT_USAGE;
    if (store_is_pg(path)) {
        /* What the server demands of its settings it does not need for an import by hand. */
        if (store_pg_open(&s, path, &(struct store_pg_options){.alone = true, .read_only = !write},
                          &problem) == 0)
            return s;
        cli_fail(c, 0, "%s", problem.reason);
        return NULL;
    }
    if (!write && access(path, F_OK) != 0) {
        cli_fail(c, 0, "%s: %s", path, errno == ENOENT ? err_text(ERR_NOT_FOUND) : strerror(errno));
        return NULL;
    }
    int error = store_sqlite_open(&s, path, &options, &problem);
    if (error == 0)
        return s;
    cli_fail(c, 0, "%s%s", problem.reason, error == ERR_BUSY ? ": stop it first" : "");
    if (error == ERR_CORRUPT)
        *code = EXIT_DIFFERS;
    return NULL;
}

static struct store *open_store(const struct command *c, const char *given, bool write, int *code)
{
    struct buf own = {0};
    const char *path = cli_store(c, given, &own);
    struct store *s = NULL;

    *code = EXIT_USAGE;
    if (path)
        s = open_path(c, path, write, code);
    buf_fini(&own);
    return s;
}

static void sum_up(const struct archive_report *r, const char *what)
{
    fprintf(stderr, "%lld room%s, %lld game%s %s\n", (long long)r->rooms, r->rooms == 1 ? "" : "s",
            (long long)r->games, r->games == 1 ? "" : "s", what);
}

/* ---- export ---- */

struct folder {
    const struct command *command;
    const char *path; /* NULL: standard output */
    bool failed;
};

static bool write_file(struct folder *f, const char *name, struct str text)
{
    char path[600];

    snprintf(path, sizeof path, "%s/%s", f->path, name);
    bool fine = cli_write_file(f->command, path, text);
    f->failed = f->failed || !fine;
    return fine;
}

static bool put_room(void *arg, const struct code *code, struct str text)
{
    struct folder *f = arg;
    char name[40];

    if (!f->path)
        return fwrite(text.at, 1, text.len, stdout) == text.len;
    snprintf(name, sizeof name, "%s.room", code->text);
    return write_file(f, name, text);
}

static bool put_game(void *arg, const struct code *code, int number, struct str log)
{
    struct folder *f = arg;
    char name[40];

    if (!f->path)
        return true; /* its lines are in the room's */
    snprintf(name, sizeof name, "%s-%d.log", code->text, number);
    return write_file(f, name, log);
}

static int export_run(const struct command *c, int argc, char **argv)
{
    const char *given = NULL, *room = NULL;
    bool all = false, keys = false;
    const struct flag flags[] = {
        {"store", FLAG_TEXT, "the store: a file or postgresql://… [the one of serve]", &given, 0,
         0},
        {"room", FLAG_TEXT, "only the room with this code", &room, 0, 0},
        {"all", FLAG_SWITCH, "every room", &all, 0, 0},
        {"with-keys", FLAG_SWITCH, "so that guests can come back after an import", &keys, 0, 0},
        {0},
    };
    struct code only;
    int code, operands = cli_parse(c, flags, argc, argv, &code);

    if (operands < 0)
        return code;
    if (operands != 1 || all == (room != NULL))
        return cli_fail(c, EXIT_USAGE, "--room CODE or --all, and where to (try --help)");
    if (room && !code_read(&only, str_of(room)))
        return cli_fail(c, EXIT_USAGE, "--room: '%.40s' is no code of a room", room);
    struct folder folder = {.command = c, .path = strcmp(argv[0], "-") == 0 ? NULL : argv[0]};
    if (folder.path && mkdir(folder.path, 0700) != 0 && errno != EEXIST)
        return cli_fail(c, EXIT_USAGE, "%s: %s", folder.path, err_text(ERR_UNWRITABLE));
    struct store *s = open_store(c, given, false, &code);
    if (!s)
        return code;
    struct archive_report report = {.problem = complain, .arg = (void *)c};
    const struct archive_sink sink = {put_room, put_game, &folder};
    archive_export(s, room ? &only : NULL, keys, &sink, &report);
    store_free(s);
    sum_up(&report, "exported");
    return folder.failed ? EXIT_USAGE : report.problems ? EXIT_DIFFERS : EXIT_FINE;
}

/* ---- import ---- */

static int import_run(const struct command *c, int argc, char **argv)
{
    const char *given = NULL, *words = referee_dir();
    const struct flag flags[] = {
        {"store", FLAG_TEXT,
         "the store: a file, made if it is not there, or postgresql://… [the one of serve]", &given,
         0, 0},
        {"lexicon", FLAG_TEXT, "the folder of word files, as for serve", &words, 0, 0},
        {0},
    };
    struct archive_report report = {.problem = complain, .note = remark, .arg = (void *)c};
    struct lex_referee referee;
    int code, files = cli_operands(c, flags, argc, argv, "FILE", INT_MAX, &code);

    if (files < 0)
        return code;
    struct store *s = open_store(c, given, true, &code);
    if (!s)
        return code;
    /* A room that is being written is written to its end. */
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    referee_open(&referee, words, NULL, NULL); /* without files it goes by the letters */
    code = EXIT_FINE;
    for (int i = 0; i < files; i++) {
        struct buf text = {0};
        int error = buf_read_file(&text, argv[i], TEXT_LIMIT);

        if (error)
            code = cli_fail(c, EXIT_USAGE, "%s: %s", argv[i], err_text(error));
        else if (!text.len)
            code = cli_fail(c, EXIT_USAGE, "%s: is empty", argv[i]);
        else
            archive_import(s, buf_str(&text), &referee.lexicon, &report);
        buf_fini(&text);
    }
    referee_close(&referee);
    store_free(s);
    sum_up(&report, "imported");
    return code != EXIT_FINE ? code : report.problems ? EXIT_DIFFERS : EXIT_FINE;
}

/* ---- verify ---- */

static int verify_run(const struct command *c, int argc, char **argv)
{
    const char *given = NULL, *words = referee_dir(), *deal = NULL;
    const struct flag flags[] = {
        {"store", FLAG_TEXT, "the store: a file or postgresql://… [the one of serve]", &given, 0,
         0},
        {"lexicon", FLAG_TEXT, "the folder of word files, as for serve", &words, 0, 0},
        {"deal", FLAG_TEXT, "instead: all that was drawn in the game of this log", &deal, 0, 0},
        {0},
    };
    struct lex_referee referee;
    struct archive_report report = {.problem = complain, .arg = (void *)c};
    int code;

    int more = cli_parse(c, flags, argc, argv, &code);
    if (more < 0)
        return code;
    if (deal)
        return verify_deals(c, deal, more, argv, words);
    if (more)
        return cli_fail(c, EXIT_USAGE, "'%.40s' is not an option (try --help)", argv[0]);
    struct store *s = open_store(c, given, false, &code);
    if (!s)
        return code;
    referee_open(&referee, words, NULL, NULL);
    archive_verify(s, &referee.lexicon, &report);
    referee_close(&referee);
    store_free(s);
    printf("%lld rooms, %lld entries, %lld games, %lld records: %lld problems\n",
           (long long)report.rooms, (long long)report.entries, (long long)report.games,
           (long long)report.records, (long long)report.problems);
    if (report.other)
        printf("%lld of the games would be played otherwise by the rules, words and decks here: "
               "their facts are believed\n",
               (long long)report.other);
    return report.problems ? EXIT_DIFFERS : EXIT_FINE;
}

const struct command cmd_export = {
    "export", "FOLDER|-", "write the rooms of a store as text",
    "Each room becomes CODE.room, and each of its games CODE-1.log, CODE-2.log …, which 'unisono\n"
    "replay' tells (docs/log-format.md). With - the rooms go to standard output. The text "
    "contains\n"
    "what players wrote.",
    export_run};
const struct command cmd_import = {"import", "FILE…", "bring exported rooms into a store",
                                   "Rooms keep their codes and get new ids. A room that is not "
                                   "right is refused as a whole, and so\n"
                                   "is one whose code is taken. A game that is still being played "
                                   "goes on where the rules and words\n"
                                   "here lead to the same facts; otherwise its room comes in "
                                   "without it.",
                                   import_run};
const struct command cmd_verify = {
    "verify", "[LOG…]", "check every room and every game of a store",
    "Every log is read and folded, every game replayed, by its "
    "facts and by the rules. Exit code 1\n"
    "where something is wrong. A game that the rules here would "
    "have played otherwise is not: rules,\n"
    "words and decks change.\n\n"
    "With --deal LOG the chance of one game is computed again: the "
    "seed from the server's secret,\n"
    "what the table had seen and the parts of the devices, every "
    "draw from the seed, and what was\n"
    "dealt from the draws. With the logs of all games of a table, in "
    "their order, what it had seen\n"
    "before each is checked as well.",
    verify_run};
