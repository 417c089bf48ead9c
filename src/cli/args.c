#include "base/err.h"
#include "cli/cli.h"
#include "rules/record.h"
#include "rules/registry.h"
#include "rules/setup.h"
#include "server/config.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int cli_fail(const struct command *c, int code, const char *format, ...)
{
    va_list args;

    fprintf(stderr, "unisono %s: ", c->name);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return code;
}

const char *cli_store(const struct command *c, const char *given, struct buf *own)
{
    struct config_problem problem;
    struct config config;

    if (given)
        return given;
    if (config_read(&config, 0, NULL, getenv, "/etc/unisono.conf", &problem) != CONFIG_OK) {
        cli_fail(c, 0, "%s", problem.reason);
        return NULL;
    }
    buf_adds(own, config.store);
    config_fini(&config);
    return buf_cstr(own);
}

bool cli_write_file(const struct command *c, const char *path, struct str text)
{
    FILE *file = fopen(path, "we");
    bool fine = file && fwrite(text.at, 1, text.len, file) == text.len;

    if (file && fclose(file) != 0)
        fine = false;
    if (!fine)
        cli_fail(c, 0, "%s: %s (%s)", path, err_text(ERR_UNWRITABLE), strerror(errno));
    return fine;
}

void cli_json(struct buf *line)
{
    puts(buf_cstr(line));
    buf_fini(line);
}

static void help(const struct command *c, const struct flag *flags)
{
    printf("usage: unisono %s %s%s[options]\n\n%s\n\n", c->name, c->operands,
           c->operands[0] ? " " : "", c->summary);
    if (c->more)
        printf("%s\n\n", c->more);
    for (const struct flag *f = flags; f->name; f++) {
        char left[48];

        snprintf(left, sizeof left, "--%s%s", f->name,
                 f->kind == FLAG_SWITCH   ? ""
                 : f->kind == FLAG_NUMBER ? " N"
                                          : " TEXT");
        printf("  %-20s %s\n", left, f->help);
    }
    printf("  %-20s %s\n", "--help", "this text");
}

static const struct flag *find(const struct flag *flags, struct str name)
{
    for (const struct flag *f = flags; f->name; f++) {
        if (str_is(name, f->name))
            return f;
    }
    return NULL;
}

static bool take(const struct command *c, const struct flag *f, const char *value)
{
    int64_t n;

    switch (f->kind) {
    case FLAG_SWITCH:
        *(bool *)f->into = true;
        return true;
    case FLAG_TEXT:
        *(const char **)f->into = value;
        return true;
    case FLAG_NUMBER:
        if (!str_int(str_of(value), &n) || n < f->min || n > f->max) {
            cli_fail(c, 0, "--%s: '%.40s' is not a number from %lld to %lld", f->name, value,
                     (long long)f->min, (long long)f->max);
            return false;
        }
        *(int64_t *)f->into = n;
        return true;
    }
    return false;
}

int cli_parse(const struct command *c, const struct flag *flags, int argc, char **argv, int *code)
{
    int operands = 0;

    *code = EXIT_USAGE;
    for (int i = 0; i < argc; i++) {
        struct str arg = str_of(argv[i]), name, value;

        if (!str_starts(arg, STR("--"))) {
            argv[operands++] = argv[i];
            continue;
        }
        if (str_is(arg, "--help")) {
            help(c, flags);
            *code = EXIT_FINE;
            return -1;
        }
        name = str_n(arg.at + 2, arg.len - 2);
        bool joined = str_split(name, '=', &name, &value);
        const struct flag *f = find(flags, name);
        if (!f) {
            cli_fail(c, 0, "there is no option '%.40s' (try --help)", argv[i]);
            return -1;
        }
        if (f->kind == FLAG_SWITCH && joined) {
            cli_fail(c, 0, "--%s takes no value", f->name);
            return -1;
        }
        if (f->kind != FLAG_SWITCH && !joined && i + 1 == argc) {
            cli_fail(c, 0, "--%s needs a value", f->name);
            return -1;
        }
        const char *text = f->kind == FLAG_SWITCH ? NULL : joined ? value.at : argv[++i];
        if (!take(c, f, text))
            return -1;
    }
    return operands;
}

bool cli_flags(const struct command *c, const struct flag *flags, int argc, char **argv, int *code)
{
    int operands = cli_parse(c, flags, argc, argv, code);

    if (operands > 0)
        *code = cli_fail(c, EXIT_USAGE, "'%.40s' is not an option (try --help)", argv[0]);
    return operands == 0;
}

int cli_operands(const struct command *c, const struct flag *flags, int argc, char **argv,
                 const char *what, int most, int *code)
{
    int operands = cli_parse(c, flags, argc, argv, code);

    if (operands >= 0 && (operands == 0 || operands > most)) {
        *code = cli_fail(c, EXIT_USAGE, "which %s? (try --help)", what);
        return -1;
    }
    return operands;
}

int cli_language(const struct command *c, const char *flag, const char *given)
{
    int language = language_of(str_of(given));

    if (language < 0)
        cli_fail(c, 0, "--%s: '%.40s' is none of en, de, fr", flag, given);
    return language;
}

bool cli_setup(const struct command *c, const struct table_flags *t, struct setup *out)
{
    const struct book *book = t->game ? registry_find(str_of(t->game)) : NULL;
    struct setup_problem problem;

    if (!t->game) {
        cli_fail(c, 0, "which --game? (see 'unisono games')");
        return false;
    }
    if (!book) {
        cli_fail(c, 0, "there is no game '%.40s'", t->game);
        return false;
    }
    int language = cli_language(c, "lang", t->lang);
    if (language < 0)
        return false;
    setup_default(out, book);
    out->language = (enum language)language;
    if (t->seats)
        out->seats = (int)t->seats;
    if (!setup_options(out, str_of(t->options), &problem) || !setup_check(out, &problem)) {
        cli_fail(c, 0, "%s", problem.reason);
        return false;
    }
    return true;
}

enum { LOG_LIMIT = 64 << 20 };

bool cli_log(const struct command *c, const char *path, struct buf *file, struct str *text,
             struct log_head *head)
{
    struct setup_problem problem;
    struct str line;
    int error = buf_read_file(file, path, LOG_LIMIT);

    *text = buf_str(file);
    if (error)
        cli_fail(c, 0, "%s: %s", path, err_text(error));
    else if (!str_line(text, &line))
        cli_fail(c, 0, "%s:1: the log is empty", path);
    else if (!log_read_setup(head, line, &problem))
        cli_fail(c, 0, "%s:1: %s", path, problem.reason);
    else
        return true;
    return false;
}
