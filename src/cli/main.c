#include "base/err.h"
#include "base/version.h"
#include "cli/cli.h"
#include "rules/registry.h"

#include <stdio.h>
#include <string.h>

static const struct command *const commands[] = {
    &cmd_play,     &cmd_serve,   &cmd_admin,    &cmd_reach,    &cmd_games,  &cmd_decks,
    &cmd_rehearse, &cmd_replay,  &cmd_keepsake, &cmd_simulate, &cmd_story,  &cmd_lexicon,
    &cmd_protocol, &cmd_export,  &cmd_import,   &cmd_verify,   &cmd_backup, &cmd_restore,
    &cmd_store,    &cmd_cluster, &cmd_load};

static void usage(FILE *to)
{
    fputs("unisono: party games about thinking alike\n\nusage: unisono COMMAND [options]\n\n", to);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        fprintf(to, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
    fputs("\n'unisono COMMAND --help' tells more, 'unisono --version' which one this is.\n", to);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        usage(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        usage(stdout);
        return EXIT_FINE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("unisono %s%s%s\n", unisono_version, *unisono_commit ? " " : "", unisono_commit);
        return EXIT_FINE;
    }
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(argv[1], commands[i]->name) == 0) {
            registry_init();
            int code = commands[i]->run(commands[i], argc - 2, argv + 2);
            registry_fini();
            if (fflush(stdout) != 0 || ferror(stdout)) {
                fprintf(stderr, "unisono: standard output %s\n", err_text(ERR_UNWRITABLE));
                return EXIT_USAGE;
            }
            return code;
        }
    }
    fprintf(stderr, "unisono: there is no command '%.40s' (try --help)\n", argv[1]);
    return EXIT_USAGE;
}
