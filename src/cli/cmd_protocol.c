#include "cli/cli.h"
#include "protocol/protocol.h"
#include "rules/registry.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Makes the folders a file lies in. */
static void make_folders(const char *path)
{
    char folder[512];

    for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
        mkdir(folder, 0777); /* one that is there is fine; one that cannot be is told below */
    }
}

/* Takes what `text` has. */
static bool write_file(const struct command *c, const char *folder, const char *name,
                       struct buf *text)
{
    char path[512];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    make_folders(path);
    bool fine = cli_write_file(c, path, buf_str(text));
    buf_fini(text);
    return fine;
}

static bool write_schemas(const struct command *c, const char *folder)
{
    struct buf text = {0};
    bool fine = true;

    protocol_client_schema(&text);
    fine = write_file(c, folder, "client.schema.json", &text);
    protocol_server_schema(&text);
    fine = write_file(c, folder, "server.schema.json", &text) && fine;
    protocol_games_schema(&text);
    fine = write_file(c, folder, "games.schema.json", &text) && fine;
    for (int i = 0; i < registry_count(); i++) {
        char name[100];

        snprintf(name, sizeof name, "game-%s.schema.json", registry_at(i)->game->id);
        protocol_game_schema(registry_at(i), &text);
        fine = write_file(c, folder, name, &text) && fine;
    }
    return fine;
}

static bool write_types(const struct command *c, const char *tree)
{
    struct buf text = {0};
    bool fine;

    protocol_types(&text);
    fine = write_file(c, tree, "web/src/generated/protocol.ts", &text);
    for (int i = 0; i < registry_count(); i++) {
        char name[100];

        snprintf(name, sizeof name, "games/%s/web/protocol.ts", registry_at(i)->game->id);
        protocol_game_types(registry_at(i), &text);
        fine = write_file(c, tree, name, &text) && fine;
    }
    return fine;
}

static int run(const struct command *c, int argc, char **argv)
{
    const char *schema = NULL, *typescript = NULL;
    const struct flag flags[] = {
        {"schema", FLAG_TEXT, "write JSON Schemas into this folder", &schema, 0, 0},
        {"typescript", FLAG_TEXT, "write types into this source tree", &typescript, 0, 0},
        {0},
    };
    int code, operands = cli_parse(c, flags, argc, argv, &code);

    if (operands < 0)
        return code;
    if (operands > 0 || (!schema && !typescript))
        return cli_fail(c, EXIT_USAGE, "--schema FOLDER or --typescript TREE (try --help)");
    protocol_init();
    bool fine = !schema || write_schemas(c, schema);
    if (typescript)
        fine = write_types(c, typescript) && fine;
    return fine ? EXIT_FINE : EXIT_USAGE;
}

const struct command cmd_protocol = {
    "protocol", "", "describe the protocol for those who write clients",
    "Schemas: client, server, games and one for each game. Types: web/src/generated/protocol.ts "
    "and\n"
    "games/<id>/web/protocol.ts in the tree. Both are written from the tables the server uses.",
    run};
