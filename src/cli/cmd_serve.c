#include "cli/cli.h"
#include "server/server.h"

#include <stdlib.h>

/* There are no rooms in this build: whoever comes is asked to come again later. */
static void send_away(void *arg, struct net_conn *c)
{
    (void)arg;
    net_hangup(c, 1013, "no rooms yet");
}

static void ignore_text(void *arg, struct net_conn *c, struct str text)
{
    (void)arg, (void)c, (void)text;
}

static void ignore_end(void *arg, struct net_conn *c)
{
    (void)arg, (void)c;
}

static int run(const struct command *c, int argc, char **argv)
{
    struct server_part part = {
        .service = {.opened = send_away, .message = ignore_text, .closed = ignore_end}};
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
    code = server_run(&config, &part);
    config_fini(&config);
    return code;
}

const struct command cmd_serve = {"serve", "", "open the tables to players in the network", NULL,
                                  run};
