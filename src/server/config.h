/*
 * config - how a server is to run: flags over environment over file over default.
 *
 * One table (config.c) names every option once; it drives --port, UNISONO_PORT, "port = 8080" in a
 * file, the help, and the list in docs/operations.md. What is wrong is told with where it stands
 * (flag, variable, file and line), its key, and what is allowed.
 *
 * Ownership: a config owns its texts; config_fini() frees them. After a failure there is nothing to
 * free.
 *
 *     struct config c;
 *     switch (config_read(&c, argc, argv, getenv, "/etc/unisono.conf", &problem)) …
 */
#ifndef SERVER_CONFIG_H
#define SERVER_CONFIG_H

#include "base/arena.h"
#include "net/net.h"

#include <stdio.h>

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARN, LOG_ERROR };
enum store_standby { STANDBY_REQUIRED, STANDBY_NONE };
enum admin_from { ADMIN_LOCAL, ADMIN_ALL };
enum qr_when { QR_AUTO, QR_ALWAYS, QR_NEVER };

/* Numbers and choices are int64_t, so that the table can point at them. */
struct config {
    int64_t port, max_rooms, address_rooms, guest_changes, keep_days, bot_hurry, opening,
        drain_seconds;
    int64_t log_level, qr, metrics; /* enum log_level, qr_when, net_metrics_for */
    int64_t store_standby;          /* enum store_standby */
    int64_t admin_from;             /* enum admin_from */
    const char *config, *host, *tls_cert, *tls_key, *public_url, *names, *origins, *trusted_proxy;
    const char *store, *peer, *lexicon, *port_file, *admin;
    struct net_limits limit;
    struct arena texts;
};

struct config_problem {
    char reason[400];
};

enum config_result { CONFIG_OK, CONFIG_BAD, CONFIG_HELP, CONFIG_MARKDOWN };

/*
 * `variable` is getenv or a test's own; `usual_file` is read where it exists and no other is named.
 * CONFIG_HELP and CONFIG_MARKDOWN: a flag asked for that, and nothing was read.
 */
enum config_result config_read(struct config *out, int argc, char **argv,
                               char *(*variable)(const char *name), const char *usual_file,
                               struct config_problem *problem);
/* The text of a file alone, on top of what is in *c; for config_read() and the fuzzer. */
bool config_read_text(struct config *c, const char *name, struct str text,
                      struct config_problem *problem);
void config_default(struct config *c);
void config_fini(struct config *c);
void config_help(FILE *to);
void config_markdown(FILE *to);
/* What the net needs of it; borrows from *c and from `lists`, which gets what was put together. */
struct net_options config_net(const struct config *c, struct buf *lists);

#endif
