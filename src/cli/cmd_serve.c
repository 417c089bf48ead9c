#include "cli/cli.h"
#include "server/rooms.h"

#include <stdlib.h>

static int run(const struct command *c, int argc, char **argv)
{
    struct config_problem problem;
    struct config config;
    int code;

    switch (config_read(&config, argc, argv, getenv, "/etc/unisono.conf", &problem)) {
    case CONFIG_HELP:
        config_help(stdout);
        return EXIT_FINE;
    case CONFIG_MARKDOWN:
        config_markdown(stdout);
        return EXIT_FINE;
    case CONFIG_BAD:
        return cli_fail(c, EXIT_USAGE, "%s", problem.reason);
    case CONFIG_OK:
        break;
    }
    struct rooms *rooms = rooms_new();
    struct server_part part = rooms_part(rooms);
    code = server_run(&config, &part);
    rooms_free(rooms);
    config_fini(&config);
    return code;
}

const struct command cmd_serve = {"serve", "", "open the tables to players in the network", NULL,
                                  run};
