#include "server/server.h"

#include "base/err.h"
#include "server/banner.h"
#include "server/risks.h"

#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { SIGNALS = 3 };

struct server {
    const struct config *config;
    const struct server_part *part;
    struct net *net;
    uv_signal_t signal[SIGNALS];
    bool stopping;
};

static const char *const levels[] = {"debug", "info", "warn", "error"};

static bool wanted(const struct server *s, enum log_level level)
{
    return (int64_t)level >= s->config->log_level;
}

static void tell(const struct server *s, enum log_level level, const char *event, const char *key,
                 const char *value)
{
    if (!wanted(s, level))
        return;
    struct log_line l = log_begin(stderr, levels[level], event);
    if (key)
        log_str(&l, key, str_of(value));
    log_end(&l);
}

/* systemd listens on a datagram socket whose name it gives; an @ stands for an abstract one. */
static void notify(const char *state)
{
    const char *name = getenv("NOTIFY_SOCKET");
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    size_t len = name ? strlen(name) : 0;

    if (len < 2 || len >= sizeof to.sun_path || (name[0] != '/' && name[0] != '@'))
        return;
    memcpy(to.sun_path, name, len);
    if (name[0] == '@')
        to.sun_path[0] = '\0';
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return;
    sendto(fd, state, strlen(state), MSG_NOSIGNAL, (struct sockaddr *)&to,
           (socklen_t)(offsetof(struct sockaddr_un, sun_path) + len));
    close(fd);
}

static bool write_port(const char *path, int port)
{
    char beside[4096];

    /* Whoever waits for the file must never see it empty. */
    if (snprintf(beside, sizeof beside, "%s.new", path) >= (int)sizeof beside)
        return false;
    FILE *file = fopen(beside, "w");
    if (!file)
        return false;
    bool good = fprintf(file, "%d\n", port) > 0;
    good = fclose(file) == 0 && good;
    return good && rename(beside, path) == 0;
}

static void debug(void *arg, const char *event, int64_t connection, const char *coarse)
{
    struct server *s = arg;

    if (!wanted(s, LOG_DEBUG))
        return;
    struct log_line l = log_begin(stderr, "debug", event);
    log_int(&l, "connection", connection);
    log_str(&l, "from", str_of(coarse));
    log_end(&l);
}

static void stopped(void *arg)
{
    struct server *s = arg;

    uv_stop(net_loop(s->net));
}

static void left(void *arg, int64_t spread_ms)
{
    struct server *s = arg;

    net_stop(s->net, spread_ms, stopped, s);
}

static void reload(struct server *s)
{
    struct net_problem problem;

    notify("RELOADING=1");
    if (net_reload(s->net, &problem) < 0)
        tell(s, LOG_ERROR, "certificate_kept", "reason", problem.reason);
    else
        tell(s, LOG_INFO, "reloaded", NULL, NULL);
    notify("READY=1");
}

static void signalled(uv_signal_t *handle, int number)
{
    struct server *s = handle->data;

    if (number == SIGHUP) {
        reload(s);
        return;
    }
    if (s->stopping)
        _exit(128 + number); /* whoever asks twice does not want to wait */
    s->stopping = true;
    tell(s, LOG_INFO, "stopping", NULL, NULL);
    notify("STOPPING=1");
    net_drain(s->net, true);
    if (s->part->leave)
        s->part->leave(s->part->service.arg, left, s);
    else
        left(s, 0);
}

static void listen_to_signals(struct server *s)
{
    static const int numbers[SIGNALS] = {SIGTERM, SIGINT, SIGHUP};

    for (int i = 0; i < SIGNALS; i++) {
        uv_signal_init(net_loop(s->net), &s->signal[i]);
        s->signal[i].data = s;
        uv_signal_start(&s->signal[i], signalled, numbers[i]);
    }
}

static void announce(const struct server *s)
{
    const struct config *c = s->config;
    const char *language = getenv("LC_ALL");
    struct buf text = {0};
    int port = net_port(s->net);

    if (!language || !language[0])
        language = getenv("LC_MESSAGES");
    if (!language || !language[0])
        language = getenv("LANG");
    banner(c, port, language, isatty(STDOUT_FILENO) == 1, &text);
    int risks = risks_here(c);
    for (int risk = RISK_ROOT; risk <= RISK_OPEN; risk <<= 1) {
        if (!(risks & risk))
            continue;
        buf_printf(&text, "  ! %s\n\n", risk_advice((enum risk)risk, language));
        tell(s, LOG_WARN, risk_event((enum risk)risk), "advice",
             risk_advice((enum risk)risk, NULL));
    }
    fputs(buf_cstr(&text), stdout);
    fflush(stdout);
    buf_fini(&text);
    if (wanted(s, LOG_INFO)) {
        struct log_line l = log_begin(stderr, "info", "listening");
        log_int(&l, "port", port);
        log_int(&l, "tls", c->tls_cert[0] != '\0');
        log_end(&l);
    }
    notify("READY=1");
}

/* Memory comes and goes with every move: to hand it back to the kernel each time, and to ask for it
 * again page by page, would cost more than the move. */
static void keep_some_memory(void)
{
    mallopt(M_TRIM_THRESHOLD, 8 << 20);
    mallopt(M_TOP_PAD, 1 << 20);
}

int server_run(const struct config *c, const struct server_part *part)
{
    struct server s = {.config = c, .part = part};
    struct net_service service = part->service;
    struct buf lists = {0};
    struct net_options o = config_net(c, &lists);
    struct net_problem problem = {""};
    bool good;

    signal(SIGPIPE, SIG_IGN);
    /* A host may limit the size of files: that is a disk that is full, and no reason to die. */
    signal(SIGXFSZ, SIG_IGN);
    keep_some_memory();
    o.debug = debug;
    o.debug_arg = &s;
    good = net_new(&s.net, &o, &service, &problem) == 0;
    buf_fini(&lists);
    if (!good) {
        tell(&s, LOG_ERROR, "not_started", "reason", problem.reason);
        return EXIT_FAILURE;
    }
    listen_to_signals(&s);
    if (part->start)
        good = part->start(service.arg, s.net, c, &problem);
    if (good && c->port_file[0] && !write_port(c->port_file, net_port(s.net))) {
        snprintf(problem.reason, sizeof problem.reason, "%.200s %s", c->port_file,
                 err_text(ERR_UNWRITABLE));
        good = false;
    }
    if (good) {
        announce(&s);
        uv_run(net_loop(s.net), UV_RUN_DEFAULT);
    } else {
        tell(&s, LOG_ERROR, "not_started", "reason", problem.reason);
    }
    for (int i = 0; i < SIGNALS; i++)
        uv_close((uv_handle_t *)&s.signal[i], NULL);
    if (part->stop)
        part->stop(service.arg);
    net_free(s.net);
    if (good)
        tell(&s, LOG_INFO, "stopped", NULL, NULL);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
