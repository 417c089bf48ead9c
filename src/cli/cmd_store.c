/* `unisono store init|status`, `unisono cluster status`: a store in PostgreSQL and who uses it. */
#include "cli/cli.h"
#include "store/backends.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int init(const struct command *c, const char *uri)
{
    struct store_problem problem;

    if (store_pg_init(uri, &problem) < 0)
        return cli_fail(c, EXIT_USAGE, "%s", problem.reason);
    puts("the tables are there");
    return EXIT_FINE;
}

/* Which database, and the word that says what is wanted. */
struct request {
    const char *uri, *word;
    bool alone; /* without a standby */
};

/* False: `code` is the exit code. */
static bool read_request(const struct command *c, int argc, char **argv, struct request *out,
                         int *code)
{
    const char *uri = getenv("UNISONO_STORE"), *standby = getenv("UNISONO_STORE_STANDBY");
    const struct flag flags[] = {
        {"store", FLAG_TEXT, "postgresql://USER@HOST,HOST/DATABASE [$UNISONO_STORE]", &uri, 0, 0},
        {"store-standby", FLAG_TEXT, "as for serve: required or none [required]", &standby, 0, 0},
        {0},
    };
    int operands = cli_parse(c, flags, argc, argv, code);

    if (operands < 0)
        return false;
    if (!uri || !store_is_pg(uri)) {
        *code =
            cli_fail(c, EXIT_USAGE, "--store postgresql://…: a file needs no tables made for it");
        return false;
    }
    *out = (struct request){.uri = uri,
                            .word = operands == 1 ? argv[0] : "",
                            .alone = standby && strcmp(standby, "none") == 0};
    return true;
}

/* store_pg_status() or store_pg_cluster(). */
typedef int telling(const char *uri, bool alone, struct buf *out, bool *sound,
                    struct store_problem *problem);

static int status(const struct command *c, const struct request *r, telling *tell)
{
    struct store_problem problem;
    struct buf text = {0};
    bool sound;
    int error = tell(r->uri, r->alone, &text, &sound, &problem);

    fputs(buf_cstr(&text), stdout);
    buf_fini(&text);
    if (error < 0)
        return cli_fail(c, EXIT_USAGE, "%s", problem.reason);
    return sound ? EXIT_FINE : EXIT_DIFFERS;
}

static int run_store(const struct command *c, int argc, char **argv)
{
    struct request r;
    int code;

    if (!read_request(c, argc, argv, &r, &code))
        return code;
    if (strcmp(r.word, "init") == 0)
        return init(c, r.uri);
    if (strcmp(r.word, "status") == 0)
        return status(c, &r, store_pg_status);
    return cli_fail(c, EXIT_USAGE, "init or status? (try --help)");
}

static int run_cluster(const struct command *c, int argc, char **argv)
{
    struct request r;
    int code;

    if (!read_request(c, argc, argv, &r, &code))
        return code;
    if (strcmp(r.word, "status") == 0)
        return status(c, &r, store_pg_cluster);
    return cli_fail(c, EXIT_USAGE, "status? (try --help)");
}

const struct command cmd_store = {
    "store", "init|status", "the tables of a store in PostgreSQL",
    "'init' makes the tables in a database, in a schema of their own, or brings them up to date; "
    "it\n"
    "may be repeated. 'status' tells what is in them, which nodes and standbys there are, and\n"
    "whether a confirmed move would survive the loss of the server: exit code 1 where it would "
    "not.",
    run_store};

const struct command cmd_cluster = {
    "cluster", "status", "several servers over one PostgreSQL",
    "Tells which nodes are there, when each was heard of, how long its lease lasts, how many "
    "tables\n"
    "and guests it has and how long its commits take; and how far the standbys are behind. Exit\n"
    "code 1 where a confirmed move would not survive the loss of the server, or no node is there.",
    run_cluster};
