/* `unisono reach`: why a server cannot be reached, from the machine it runs on or from elsewhere.
 */
#include "base/jw.h"
#include "cli/cli.h"
#include "cli/reach.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* What a stranger's server answered stays on its line, and does nothing to the terminal. */
static void tame(char *text)
{
    for (unsigned char *p = (unsigned char *)text; *p; p++) {
        bool control = *p < ' ' || *p == 0x7f;
        bool high = *p == 0xc2 && p[1] >= 0x80 && p[1] < 0xa0; /* U+0080 to U+009F */

        if (control || high)
            *p = ' ';
        if (high)
            *++p = ' ';
    }
}

void reach_say(struct reach *r, enum reach_mark mark, const char *step, const char *advice,
               const char *format, ...)
{
    static const char *const marks[] = {"good", "note", "wrong"};
    char text[512];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    tame(text);
    r->said++;
    r->wrong += mark == REACH_WRONG;
    if (r->json) {
        struct buf line = {0};
        struct jw w = jw_to(&line);

        jw_object(&w);
        jw_key_str(&w, "step", str_of(step));
        jw_key_str(&w, "is", str_of(marks[mark]));
        jw_key_str(&w, "text", str_of(text));
        if (advice)
            jw_key_str(&w, "advice", str_of(advice));
        jw_end_object(&w);
        cli_json(&line);
        return;
    }
    printf("%-5s  %-12s %s\n", marks[mark], step, text);
    if (advice && mark != REACH_GOOD)
        printf("%20s%s\n", "", advice);
    fflush(stdout);
}

static void look(struct reach *r, bool here, bool there)
{
    bool listens = true;

    if (here) {
        listens = reach_listens(r);
        if (listens)
            reach_where(r);
        reach_clock(r);
    }
    if (!r->has_url || !there) {
        if (listens && there)
            reach_say(r, REACH_NOTE, "name", "unisono reach https://play.example/",
                      "name the address that players use, and the way there is tried too");
        return;
    }
    if (reach_name(r) && reach_page(r)) {
        reach_proxy(r);
        reach_socket(r);
    }
}

static int run(const struct command *c, int argc, char **argv)
{
    const char *config_file = NULL, *port = NULL;
    bool elsewhere = false, here = false, json = false;
    const struct flag flags[] = {
        {"config", FLAG_TEXT, "the file of the server's options [/etc/unisono.conf]", &config_file,
         0, 0},
        {"port", FLAG_TEXT, "where it listens, if that is not what its options say", &port, 0, 0},
        {"elsewhere", FLAG_SWITCH, "it runs on another machine: only the way there is tried",
         &elsewhere, 0, 0},
        {"here", FLAG_SWITCH, "only this machine: whether the server is well, for health checks",
         &here, 0, 0},
        {"json", FLAG_SWITCH, "a line of JSON for each step", &json, 0, 0},
        {0},
    };
    struct config_problem problem;
    struct config config;
    char *given[4];
    char name_config[] = "--config", name_port[] = "--port";
    int code, n = 0, operands = cli_parse(c, flags, argc, argv, &code);

    if (operands < 0)
        return code;
    if (operands > 1 || (here && elsewhere))
        return cli_fail(c, EXIT_USAGE, "one address at a time");
    if (config_file) {
        given[n++] = name_config;
        given[n++] = (char *)config_file;
    }
    if (port) {
        given[n++] = name_port;
        given[n++] = (char *)port;
    }
    if (config_read(&config, n, given, getenv, "/etc/unisono.conf", &problem) != CONFIG_OK)
        return cli_fail(c, EXIT_USAGE, "%s", problem.reason);
    struct reach r = {.config = &config, .json = json};
    struct str url = str_of(operands ? argv[0] : config.public_url);
    if (url.len && !dial_url_read(&r.url, url)) {
        cli_fail(c, 0, "'%.*s' is not like https://play.example/", STR_FMT(str_shown(url)));
        config_fini(&config);
        return EXIT_USAGE;
    }
    r.has_url = url.len > 0;
    look(&r, !elsewhere, !here);
    config_fini(&config);
    return r.wrong ? EXIT_DIFFERS : EXIT_FINE;
}

const struct command cmd_reach = {
    "reach", "[URL]", "find out why a server cannot be reached",
    "Looks at this machine (does it listen, where, is the clock right) and then goes the way that\n"
    "players go: the name, the port, the certificate, the proxy, a WebSocket. URL is what they "
    "type;\n"
    "without it the server's public-url. Exit code 1 where something is wrong.",
    run};
