#include "base/err.h"
#include "cli/cli.h"
#include "rules/record.h"
#include "rules/registry.h"
#include "rules/telling.h"

#include <stdio.h>
#include <string.h>

struct eyes {
    const struct catalog *texts;
    const char *names[SEATS_MAX];
    int seat;        /* NO_SEAT: an onlooker */
    bool everything; /* the server's eyes */
    bool json;
};

static void print_fact(const struct eyes *e, const struct match *m, const struct record *r,
                       const struct fact *f)
{
    struct names names = table_names(m->table);
    struct buf line = {0};

    if (!e->everything && !fact_visible(m->setup.book, f, e->seat))
        return;
    if (e->json) {
        struct jw w = jw_to(&line);

        fact_write(m->setup.book, &names, f, e->everything, &w);
        cli_json(&line);
        return;
    }
    buf_printf(&line, "%3lld:%02lld  ", (long long)(r->at / 60000), (long long)(r->at / 1000 % 60));
    tell_fact(e->texts, m->table, e->names, f, &line);
    for (size_t i = 0; i < line.len; i++) { /* a log may hold anything, a terminal obeys some */
        if ((unsigned char)line.at[i] < ' ' || line.at[i] == 0x7f)
            line.at[i] = ' ';
    }
    puts(buf_cstr(&line));
    buf_fini(&line);
}

static void print_view(const struct eyes *e, const struct match *m)
{
    struct buf view = {0};

    table_view(m->table, e->seat, &view);
    cli_json(&view);
}

static int replay(const struct command *c, const char *file, struct str text, struct log_head *head,
                  struct eyes *e, bool view)
{
    struct setup_problem problem;
    struct world world = {0};
    struct match m;
    struct str line;
    struct record *r = record_new();
    int number = 1, code = EXIT_FINE;

    match_init(&m, &head->setup, &world);
    while (code == EXIT_FINE && str_line(&text, &line)) {
        struct names names = table_names(m.table);

        number++;
        if (str_trim(line).len == 0)
            continue;
        if (!log_read_record(r, head->setup.book, &names, m.records + 1, line, &problem)) {
            code = cli_fail(c, EXIT_USAGE, "%s:%d: %s", file, number, problem.reason);
            break;
        }
        for (int i = 0; i < r->facts; i++) {
            table_fold(m.table, &r->fact[i]);
            if (!view)
                print_fact(e, &m, r, &r->fact[i]);
        }
        m.records++;
    }
    if (view && code == EXIT_FINE)
        print_view(e, &m);
    record_free(r);
    match_fini(&m);
    return code;
}

static int find_seat(const struct log_head *head, const struct eyes *e, const char *who)
{
    int64_t number;

    for (int seat = 0; seat < head->setup.seats; seat++) {
        if (strcmp(who, e->names[seat]) == 0)
            return seat;
    }
    if (str_int(str_of(who), &number) && number >= 1 && number <= head->setup.seats)
        return (int)number - 1;
    return NO_SEAT;
}

static int run(const struct command *c, int argc, char **argv)
{
    static const char *const numbers[SEATS_MAX] = {"1", "2", "3",  "4",  "5",  "6",  "7",
                                                   "8", "9", "10", "11", "12", "13", "14"};
    const char *who = NULL, *lang = NULL;
    bool view = false;
    struct eyes e = {.seat = NO_SEAT};
    const struct flag flags[] = {
        {"seat", FLAG_TEXT, "what this player (name or number from 1) may know", &who, 0, 0},
        {"all", FLAG_SWITCH, "everything, secrets included", &e.everything, 0, 0},
        {"view", FLAG_SWITCH, "only the view at the end, as JSON", &view, 0, 0},
        {"lang", FLAG_TEXT, "language of the sentences; the table's unless set", &lang, 0, 0},
        {"json", FLAG_SWITCH, "one line of JSON per fact", &e.json, 0, 0},
        {0},
    };
    int code, files = cli_operands(c, flags, argc, argv, "LOG", 1, &code);

    if (files < 0)
        return code;
    struct buf file = {0};
    struct str text;
    struct log_head head;

    code = EXIT_USAGE;
    if (cli_log(c, argv[0], &file, &text, &head)) {
        for (int seat = 0; seat < SEATS_MAX; seat++)
            e.names[seat] = seat < head.n_names ? head.name[seat] : numbers[seat];
        e.seat = who ? find_seat(&head, &e, who) : NO_SEAT;
        int language = lang ? cli_language(c, "lang", lang) : (int)head.setup.language;
        if (who && e.seat == NO_SEAT) {
            cli_fail(c, 0, "nobody at this table is '%.40s'", who);
        } else if (language >= 0) {
            e.texts = registry_strings((enum language)language);
            code = replay(c, argv[0], text, &head, &e, view);
        }
    }
    buf_fini(&file);
    return code;
}

const struct command cmd_replay = {
    "replay", "LOG", "tell a recorded game, as any seat saw it",
    "A log is what 'unisono rehearse --log' and a server's export write (docs/log-format.md).\n"
    "Without --seat the story is told as an onlooker saw it.",
    run};
