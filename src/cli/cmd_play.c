/*
 * One table in one terminal, any registered game: a line names who does what. It is how a rule is
 * tried out by hand; it uses the same match, the same texts and the same clock as everything else.
 */
#include "base/arena.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "lexicon/mind.h"
#include "rehearse/script.h"
#include "rules/bot.h"
#include "rules/clock.h"
#include "rules/match.h"
#include "rules/registry.h"
#include "rules/setup.h"
#include "rules/telling.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 4096 };

struct parlour {
    struct cast cast;
    const char *names[SEATS_MAX];
    const struct catalog *texts;
    struct match match;
    struct decision *decision;
    struct table_clock clock;
    struct bot_head head; /* for hints */
};

static int64_t wall(void)
{
    return clock_ms(CLOCK_MONOTONIC);
}

static void tell_decision(void *arg, struct match *m, struct decision *d)
{
    const struct parlour *p = arg;

    for (int i = 0; i < d->facts; i++) {
        struct buf line = {0};
        const struct fact *f = &d->fact[i];

        if (d->book->fact[f->kind]->audience == FOR_NOBODY)
            continue;
        if (d->book->fact[f->kind]->audience == FOR_SOME) {
            buf_adds(&line, "(");
            FOR_SEATS (seat, f->to)
                buf_printf(&line, "%s ", p->names[seat]);
            buf_adds(&line, "only) ");
        }
        tell_fact(p->texts, m->table, p->names, f, &line);
        printf("  %s\n", buf_cstr(&line));
        buf_fini(&line);
    }
}

static bool refusal_place(void *arg, struct str name, struct buf *out)
{
    const struct refusal *r = arg;

    for (int i = 0; i < r->n; i++) {
        if (str_is(name, r->name[i])) {
            buf_add(out, r->text[i]);
            return true;
        }
    }
    return false;
}

static void tell_refusal(const struct parlour *p)
{
    struct refusal *r = &p->decision->refusal;
    struct buf line = {0};
    struct str own = catalog_getf(p->texts, "refusal.%s.%s", p->match.setup.book->game->id, r->key);
    struct str text = own.len ? own : catalog_getf(p->texts, "refusal.%s", r->key);

    catalog_fill(text.len ? text : str_of(r->key), refusal_place, r, &line);
    printf("  ! %s%s\n", buf_cstr(&line), r->insist ? "  (insist=true)" : "");
    buf_fini(&line);
}

static void look(const struct parlour *p, int seat)
{
    struct buf view = {0};

    table_view(p->match.table, seat, &view);
    puts(buf_cstr(&view));
    buf_fini(&view);
}

static void hint(const struct parlour *p, int seat)
{
    struct known k = table_known(p->match.table, seat);
    struct word word[BOT_HINTS];
    int n = bot_hints(p->match.setup.book, &k, false, &p->head, word);

    for (int i = 0; i < n; i++)
        printf("  %.*s\n", STR_FMT(word_str(&word[i])));
    if (n == 0)
        puts("  no hint (they are an option of the table: --options hints=true)");
}

static void list_actions(const struct parlour *p)
{
    const struct book *b = p->match.setup.book;

    puts("  NAME ACTION key=value …   e.g. Ann write word=SEA, or with a name: word=\"PETER PAN\"");
    for (int i = 0; i < b->actions; i++) {
        const struct action_spec *a = b->action[i];

        if (a->actor == BY_SEAT)
            printf("  NAME %s %s\n", a->name, a->args);
        else if (i != ACT_TICK)
            printf("  table %s %s\n", a->name, a->args);
    }
    puts("  look NAME (or: look table)   stuck NAME (with hints=true)   help   quit");
}

static void act(struct parlour *p, int seat, struct str name, struct str rest)
{
    const struct book *b = p->match.setup.book;
    struct names names = table_names(p->match.table);
    struct schema_problem wrong;
    struct args args;
    char reason[160];
    int action = book_action(b, name);

    if (action < 0) {
        printf("  there is no action '%.*s' (help lists them)\n", STR_FMT(str_shown(name)));
        return;
    }
    json_t *object = json_object();
    if (!script_arguments(&p->cast, &b->action_args[action], rest, object, reason, sizeof reason))
        printf("  %s\n", reason);
    else if (!schema_decode(&b->action_args[action], &names, object, &args, &wrong))
        printf("  '%.*s' is wrong: %s\n", STR_FMT(wrong.arg), wrong.reason);
    else if (match_act(&p->match, p->decision, clock_now(&p->clock, wall()), seat, action, args.v))
        tell_decision(p, &p->match, p->decision);
    else
        tell_refusal(p);
    json_decref(object);
    if (p->match.table->core.paused)
        clock_stop(&p->clock, wall());
    else
        clock_run(&p->clock, wall());
}

/* Words that begin a line of their own, so that nobody can be called so. */
static bool is_command(struct str word)
{
    return str_is(word, "quit") || str_is(word, "look") || str_is(word, "help") ||
           str_is(word, "stuck");
}

/* False when the players want to stop. */
static bool obey(struct parlour *p, struct str line)
{
    struct str rest = line, who, what;

    if (!str_word(&rest, &who))
        return true;
    if (str_is(who, "quit"))
        return false;
    if (!utf8_valid(line)) {
        puts("  this line is not valid UTF-8");
        return true;
    }
    bool stuck = str_is(who, "stuck") && str_word(&rest, &who);
    bool looking = !stuck && str_is(who, "look") && str_word(&rest, &who);
    int seat = str_is(who, "table") ? NO_SEAT : cast_find(&p->cast, who);
    if (str_is(who, "help"))
        list_actions(p);
    else if (seat < 0 && !str_is(who, "table"))
        printf("  nobody here is called '%.*s' (help)\n", STR_FMT(str_shown(who)));
    else if (looking)
        look(p, seat);
    else if (stuck && seat >= 0)
        hint(p, seat);
    else if (!str_word(&rest, &what))
        list_actions(p);
    else
        act(p, seat, what, rest);
    return true;
}

static void let_time_pass(struct parlour *p)
{
    match_pass_time(&p->match, p->decision, clock_now(&p->clock, wall()), tell_decision, p);
}

/* Waits for a line, or until something is due at the table. False at the end of the input. */
static bool next_line(struct parlour *p, char *line, size_t size, bool *ready)
{
    int64_t due = table_due(p->match.table);
    int64_t wait = due == INT64_MAX ? -1 : clock_wall(&p->clock, due) - wall();
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};

    *ready = poll(&input, 1, due == INT64_MAX ? -1 : wait > 0 ? (int)wait : 0) > 0;
    if (!*ready)
        return true;
    if (!fgets(line, (int)size, stdin))
        return false;
    if (strlen(line) == size - 1 && line[size - 2] != '\n') {
        for (int c = getchar(); c != '\n' && c != EOF;)
            c = getchar();
        puts("  this line is too long");
        line[0] = '\0';
    }
    return true;
}

static void run_table(struct parlour *p)
{
    char line[LINE_MAX_BYTES];
    bool ready;

    setvbuf(stdin, NULL, _IONBF, 0); /* poll() must see every line that is still to be read */
    match_open(&p->match, p->decision, 0);
    p->clock = clock_at(0);
    clock_run(&p->clock, wall());
    list_actions(p);
    tell_decision(p, &p->match, p->decision);
    while (!p->match.table->core.outcome && next_line(p, line, sizeof line, &ready)) {
        let_time_pass(p);
        if (ready && !obey(p, str_of(line)))
            return;
        fflush(stdout);
    }
}

static int run(const struct command *c, int argc, char **argv)
{
    struct table_flags table = TABLE_DEFAULTS;
    const char *decks = "";
    struct arena arena = {0};
    struct shelf shelf;
    struct setup setup;
    struct parlour p = {0};
    const struct flag flags[] = {
        {"game", FLAG_TEXT, "which game; the first one unless set", &table.game, 0, 0},
        {"lang", FLAG_TEXT, "language of the table: en, de or fr", &table.lang, 0, 0},
        {"options", FLAG_TEXT, "name=value,name=value (see 'unisono games')", &table.options, 0, 0},
        {"decks", FLAG_TEXT, "decks of your own: name=FILE,name=FILE", &decks, 0, 0},
        {0},
    };
    int code, names = cli_parse(c, flags, argc, argv, &code);

    if (names < 0)
        return code;
    static const char *const somebody[] = {"Ann", "Ben", "Cleo", "Dan"};
    for (int i = 0; i < (names ? names : 4); i++) {
        const char *name = names ? argv[i] : somebody[i];

        if (is_command(str_of(name)) || !cast_add(&p.cast, str_of(name)))
            return cli_fail(c, EXIT_USAGE, "'%.40s' cannot be a player here", name);
        p.names[i] = p.cast.name[i];
    }
    if (!table.game)
        table.game = registry_at(0)->game->id;
    table.seats = p.cast.n;
    if (!cli_setup(c, &table, &setup))
        return EXIT_USAGE;
    setup.seed = seed_number((uint64_t)time(NULL));
    p.texts = registry_strings(setup.language);
    if (!cli_shelf(c, setup.book, (int)setup.language, str_of(decks), &arena, &shelf)) {
        arena_fini(&arena);
        return EXIT_USAGE;
    }
    struct lex_referee referee; /* without files it goes by the letters */
    struct lex_mind mind;
    referee_open(&referee, referee_dir(), NULL, NULL);
    lex_mind_init(&mind, &referee);
    p.head = (struct bot_head){.mind = &mind.mind, .shelf = &shelf};
    struct world world = {.lexicon = &referee.lexicon, .shelf = &shelf};
    match_init(&p.match, &setup, &world);
    p.decision = decision_new();
    run_table(&p);
    decision_free(p.decision);
    match_fini(&p.match);
    referee_close(&referee);
    arena_fini(&arena);
    return EXIT_FINE;
}

const struct command cmd_play = {
    "play", "[NAME...]", "one table in this terminal, to try a game out",
    "Everyone sits at the same keyboard: a line names who does what, secrets are marked as such.\n"
    "Without names Ann, Ben, Cleo and Dan play.",
    run};
