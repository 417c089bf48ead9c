/* `unisono store init|status`: the tables of a store in PostgreSQL. */
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

static int status(const struct command *c, const char *uri, bool alone)
{
    struct store_problem problem;
    struct buf text = {0};
    bool sound;
    int error = store_pg_status(uri, alone, &text, &sound, &problem);

    fputs(buf_cstr(&text), stdout);
    buf_fini(&text);
    if (error < 0)
        return cli_fail(c, EXIT_USAGE, "%s", problem.reason);
    return sound ? EXIT_FINE : EXIT_DIFFERS;
}

static int run(const struct command *c, int argc, char **argv)
{
    const char *uri = getenv("UNISONO_STORE"), *standby = getenv("UNISONO_STORE_STANDBY");
    const struct flag flags[] = {
        {"store", FLAG_TEXT, "postgresql://USER@HOST,HOST/DATABASE [$UNISONO_STORE]", &uri, 0, 0},
        {"store-standby", FLAG_TEXT, "as for serve: required or none [required]", &standby, 0, 0},
        {0},
    };
    int code, operands = cli_parse(c, flags, argc, argv, &code);

    if (operands < 0)
        return code;
    if (!uri || !store_is_pg(uri))
        return cli_fail(c, EXIT_USAGE,
                        "--store postgresql://…: a file needs no tables made for it");
    if (operands == 1 && strcmp(argv[0], "init") == 0)
        return init(c, uri);
    if (operands == 1 && strcmp(argv[0], "status") == 0)
        return status(c, uri, standby && strcmp(standby, "none") == 0);
    return cli_fail(c, EXIT_USAGE, "init or status? (try --help)");
}

const struct command cmd_store = {
    "store", "init|status", "the tables of a store in PostgreSQL",
    "'init' makes the tables in a database, in a schema of their own, or brings them up to date; "
    "it\n"
    "may be repeated. 'status' tells what is in them, which nodes and standbys there are, and\n"
    "whether a confirmed move would survive the loss of the server: exit code 1 where it would "
    "not.",
    run};
