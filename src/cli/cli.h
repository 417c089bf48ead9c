/*
 * cli - what the commands of the `unisono` program share: options, messages, exit codes.
 *
 * Exit codes: 0 all is well; 1 what was asked for does not hold (a rehearsal differs, a table got
 * stuck); 2 the command could not be understood or its input could not be read.
 */
#ifndef CLI_H
#define CLI_H

#include "base/buf.h"
#include "base/jw.h"

struct log_head;

enum exit_code { EXIT_FINE = 0, EXIT_DIFFERS = 1, EXIT_USAGE = 2 };

enum flag_kind { FLAG_SWITCH, FLAG_TEXT, FLAG_NUMBER };

struct flag {
    const char *name; /* without the dashes */
    enum flag_kind kind;
    const char *help;
    void *into; /* bool, const char * or int64_t */
    int64_t min, max;
};

struct command {
    const char *name;
    const char *operands; /* "FILE…" for the usage line, or "" */
    const char *summary;
    const char *more; /* further help, or NULL */
    int (*run)(const struct command *c, int argc, char **argv);
};

/* Reads the flags; what is no flag is moved to the front of argv. Returns how many operands there
 * are, or -1 after a message (also after --help, with *code set to 0). */
int cli_parse(const struct command *c, const struct flag *flags, int argc, char **argv, int *code);
/* The same for a command that has no operands: false after a message, with *code set. */
bool cli_flags(const struct command *c, const struct flag *flags, int argc, char **argv, int *code);
/* The same for one that has operands, one to `most`, each a `what` ("LOG"): how many there are, or
 * -1 after a message, with *code set. */
int cli_operands(const struct command *c, const struct flag *flags, int argc, char **argv,
                 const char *what, int most, int *code);
/* The language that --`flag` names; -1 after a message. */
int cli_language(const struct command *c, const char *flag, const char *given);
/* "unisono rehearse: FILE:12: reason" on standard error; returns `code`. */
int cli_fail(const struct command *c, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A game's log: its bytes in `file`, what follows the first line in `text`. False: it was said why
 * not. */
bool cli_log(const struct command *c, const char *path, struct buf *file, struct str *text,
             struct log_head *head);
/* The store that `serve` would open here, by its environment and /etc/unisono.conf, where `given`
 * is NULL; in `own`, which is the caller's. NULL after a message. */
const char *cli_store(const struct command *c, const char *given, struct buf *own);
/* Makes the file, or writes it anew. False after a message. */
bool cli_write_file(const struct command *c, const char *path, struct str text);
/* Prints a line of JSON and frees the buffer. */
void cli_json(struct buf *line);

struct setup;
/* The table that a command plays at, as flags say it. `seats` 0: the smallest number. */
struct table_flags {
    const char *game, *lang, *options;
    int64_t seats, seed;
};
#define TABLE_DEFAULTS                         \
    {                                          \
        .lang = "en", .options = "", .seed = 1 \
    }
/* The flags themselves, for a list of them; `t` is a struct table_flags. */
#define TABLE_FLAGS(t)                                                                        \
    {"game", FLAG_TEXT, "which game (see 'unisono games')", &(t).game, 0, 0},                 \
        {"seats", FLAG_NUMBER, "players; the smallest number unless set", &(t).seats, 1, 14}, \
        {"options", FLAG_TEXT, "name=value,name=value", &(t).options, 0, 0},                  \
        {"lang", FLAG_TEXT, "language of the table: en, de or fr", &(t).lang, 0, 0},          \
    {                                                                                         \
        "seed", FLAG_NUMBER, "where chance begins, 1 unless set", &(t).seed, 0, INT64_MAX     \
    }
/* False after a message. */
bool cli_setup(const struct command *c, const struct table_flags *t, struct setup *out);
/* A shelf with the game's decks, where "name=FILE,name=FILE" puts a host's own in their place.
 * False after a message. The decks live in `arena`. */
struct book;
struct shelf;
struct arena;
bool cli_shelf(const struct command *c, const struct book *b, int language, struct str own,
               struct arena *arena, struct shelf *out);

/* `unisono verify --deal`: whether the chance of a game is what its secret and parts make; with
 * more logs of the same table, whether it also goes on from the games before. */
int verify_deals(const struct command *c, const char *path, int more, char **paths,
                 const char *words);

extern const struct command cmd_admin, cmd_backup, cmd_cluster, cmd_decks, cmd_export, cmd_games,
    cmd_import, cmd_keepsake, cmd_lexicon, cmd_load, cmd_play, cmd_protocol, cmd_reach,
    cmd_rehearse, cmd_replay, cmd_restore, cmd_serve, cmd_simulate, cmd_store, cmd_story,
    cmd_verify;

#endif
