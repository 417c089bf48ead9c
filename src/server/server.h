/*
 * server - the process around a service: listens, tells its address, and ends in order.
 *
 * SIGTERM and SIGINT stop it: no new players, those who are there are told, and the process ends
 * within a few seconds; a second signal ends it at once. SIGHUP reads the certificate again. Under
 * systemd it tells when it is ready. Logs go to standard error, the banner to standard output.
 *
 *     struct server_part part = {.service = …, .start = rooms_start, .stop = rooms_stop};
 *     return server_run(&config, &part);
 */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include "base/log.h"
#include "server/config.h"

/* What the server is for. The functions get service.arg; each may be NULL. */
struct server_part {
    struct net_service service;
    /* Before the first connection: open what you need, put your handles on net_loop(n). False, with
     * a reason, ends the server. */
    bool (*start)(void *arg, struct net *n, const struct config *c, struct net_problem *problem);
    /* The server was told to stop: hand over what others can go on with, send your last words, and
     * say so with `left`: everybody is hung up with 1012 after it, within `spread_ms`. */
    void (*leave)(void *arg, void (*left)(void *server, int64_t spread_ms), void *server);
    /* After the last connection: uv_close() what you put on the loop. */
    void (*stop)(void *arg);
};

/* Runs until it is told to stop; the exit code of the process. */
int server_run(const struct config *c, const struct server_part *part);

#endif
