#include "base/err.h"
#include "cli/cli.h"
#include "rules/crowd.h"
#include "rules/play.h"
#include "rules/record.h"
#include "rules/registry.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Stories: whole games at random, told as the views of some seats and of who looks on, a line of
 * JSON a step. Screens are looked at with them (docs/web.md): the same seed tells the same story.
 */

enum { STEPS_LIMIT = 20000, WORDS_LIMIT = 1 << 16, WORDS_MOST = 200, THINKING = 250 };
/* A hall of people who look on; now and then no two of them agree. */
enum { HALL = 240, AT_ODDS_EVERY = 4 };

/* Those who look on answer at once; it is told when the game says so, as rooms do (room/crowd.c).
 */
struct hall {
    struct sampler sampler; /* its own chance: who looks on changes no game */
    const struct shelf *shelf;
    struct crowd_scene asked;
    struct crowd_sum sum, told; /* what they answered last; what was told last */
};

struct teller {
    struct match match;
    struct decision *decision;
    seat_set eyes;     /* whose views are told */
    struct hall *hall; /* or NULL: nobody looks on */
    int64_t now;
};

static int by_initial(const void *a, const void *b)
{
    const struct str *x = a, *y = b;
    int order = word_initial(*x) - word_initial(*y);

    return order ? order : str_cmp(*x, *y);
}

/* One word a line; they borrow from `text`. How many. */
static uint32_t read_words(struct str text, struct str *out)
{
    struct str line;
    uint32_t n = 0;

    while (n < WORDS_MOST && str_line(&text, &line)) {
        line = str_trim(line);
        if (word_initial(line))
            out[n++] = line;
    }
    qsort(out, n, sizeof *out, by_initial);
    return n;
}

/* ---- those who look on ---- */

static void think(struct hall *h, struct crowd_answer *out)
{
    const struct crowd_scene *s = &h->asked;
    uint32_t wide = 2 * (uint32_t)s->edge + 1;

    *out = (struct crowd_answer){0};
    if (s->kind == CROWD_WORD) {
        word_set(&out->word, sampler_word(&h->sampler, s->initial));
    } else if (s->kind == CROWD_POINT) {
        out->x = (int16_t)((int)sampler_below(&h->sampler, wide) - s->edge);
        out->y = (int16_t)((int)sampler_below(&h->sampler, wide) - s->edge);
    } else {
        out->n = 1;
        out->thing[0] = (uint8_t)sampler_below(&h->sampler, s->of);
    }
}

/* Half of them think the first thing that comes to mind, a quarter each the others. */
static void answer(struct hall *h, const struct game *g, const struct known *k)
{
    const struct crowd_answer *given[HALL];
    struct crowd_answer idea[3];
    int n = 0;

    for (int i = 0; i < 3; i++)
        think(h, &idea[i]);
    for (int i = 0; i < HALL; i++) {
        const struct crowd_answer *a = &idea[i % 2 ? 0 : 1 + i / 2 % 2];

        if (crowd_fits(&h->asked, a))
            given[n++] = a;
    }
    crowd_sum(&h->sum, &h->asked, given, n);
    if (h->asked.asks % AT_ODDS_EVERY == 0 && h->asked.kind != CROWD_POINT)
        h->sum.n = 0;
    for (int i = 0; i < h->sum.n && h->asked.kind != CROWD_WORD && g->crowd_name; i++)
        g->crowd_name(k, h->shelf, h->sum.best[i].thing, &h->sum.best[i].name);
}

static void look_on(struct hall *h, const struct match *m, struct buf *out)
{
    const struct game *g = m->setup.book->game;
    struct known k = table_known(m->table, NO_SEAT);
    struct crowd_scene now = {0};

    g->crowd(&k, &now);
    if (m->table->core.outcome)
        now.asks = 0;
    if (h->sum.answers >= CROWD_LEAST && now.tells >= h->sum.question)
        h->told = h->sum;
    bool anew = now.asks && now.asks != h->asked.asks;
    h->asked = now;
    if (anew)
        answer(h, g, &k);
    struct jw w = jw_to(out);
    crowd_tell(now.asks ? &now : NULL, h->told.answers ? &h->told : NULL, &w);
}

/* ---- steps ---- */

/* What has happened, and what is seen now. A view writes itself whole, so the line is put together
 * by hand. */
static void write_step(struct teller *s, int by, const char *action)
{
    const struct table *t = s->match.table;
    struct names names = table_names(t);
    struct buf line = {0};

    buf_printf(&line, "{\"at\":%" PRId64 ",\"by\":%d,\"act\":\"%s\",\"facts\":", s->now, by,
               action);
    struct jw w = jw_to(&line);
    jw_array(&w);
    for (int i = 0; i < s->decision->facts; i++) {
        const struct fact *f = &s->decision->fact[i];

        if (s->decision->book->fact[f->kind]->audience == FOR_ALL)
            fact_write(s->decision->book, &names, f, false, &w);
    }
    jw_end_array(&w);
    buf_adds(&line, ",\"views\":{\"-1\":");
    table_view(t, -1, &line);
    FOR_SEATS (seat, s->eyes) {
        buf_printf(&line, ",\"%d\":", seat);
        table_view(t, seat, &line);
    }
    buf_addc(&line, '}');
    if (s->hall) {
        buf_adds(&line, ",\"crowd\":");
        look_on(s->hall, &s->match, &line);
    }
    buf_addc(&line, '}');
    cli_json(&line);
}

static void told_by_time(void *arg, struct match *m, struct decision *d)
{
    (void)m, (void)d;
    write_step(arg, -1, "tick");
}

static bool play_story(struct teller *s, struct sampler *sampler)
{
    struct match *m = &s->match;
    struct move move;

    for (int step = 0; !m->table->core.outcome && step < STEPS_LIMIT; step++) {
        if (play_propose(m->table, seats_present(&m->table->core), sampler, &move) &&
            match_act(m, s->decision, s->now, move.seat, move.action, move.v)) {
            write_step(s, move.seat, m->setup.book->action[move.action]->name);
            continue;
        }
        s->now += THINKING;
        if (table_due(m->table) <= s->now)
            match_pass_time(m, s->decision, s->now, told_by_time, s);
    }
    return m->table->core.outcome != OUTCOME_NONE;
}

static bool tell_game(const struct setup *setup, seat_set eyes, bool crowd, struct sampler *sampler)
{
    struct world world = {.lexicon = lexicon_plain(),
                          .shelf = registry_shelf(setup->book, setup->language)};
    struct hall hall = {.sampler = *sampler, .shelf = world.shelf};
    bool asks = crowd && setup->book->game->crowd;
    struct teller s = {.decision = decision_new(), .eyes = eyes, .hall = asks ? &hall : NULL};
    struct buf first = {0};

    hall.sampler.state = ~sampler->state;
    log_write_setup(setup, NULL, NULL, &first);
    printf("%s", buf_cstr(&first));
    buf_fini(&first);
    match_init(&s.match, setup, &world);
    match_open(&s.match, s.decision, 0);
    write_step(&s, -1, "open");
    bool ended = play_story(&s, sampler);
    match_fini(&s.match);
    decision_free(s.decision);
    return ended;
}

/* "0,3": those seats. False where one is not at the table. */
static bool read_eyes(const char *text, int seats, seat_set *out)
{
    char *end = NULL;

    for (*out = 0; *text; text = *end == ',' ? end + 1 : end) {
        long seat = strtol(text, &end, 10);

        if (end == text || (*end && *end != ',') || seat < 0 || seat >= seats)
            return false;
        *out |= SEAT(seat);
    }
    return true;
}

static int run(const struct command *c, int argc, char **argv)
{
    struct table_flags table = TABLE_DEFAULTS;
    const char *eyes = "0", *words = NULL;
    int64_t games = 1;
    bool any = false, clever = false, crowd = false;
    struct setup setup;
    const struct flag flags[] = {
        TABLE_FLAGS(table),
        {"games", FLAG_NUMBER, "how many games, one unless set", &games, 1, 1000},
        {"eyes", FLAG_TEXT, "seats whose views are told, 0 unless set: 0,3", &eyes, 0, 0},
        {"words", FLAG_TEXT, "a file with the words that are played, one a line", &words, 0, 0},
        {"any", FLAG_SWITCH, "draw options for every game", &any, 0, 0},
        {"clever", FLAG_SWITCH, "players understand each other", &clever, 0, 0},
        {"crowd", FLAG_SWITCH, "people look on and answer what they are asked", &crowd, 0, 0},
        {0},
    };
    struct str vocabulary[WORDS_MOST];
    struct buf text = {0};
    seat_set seen;
    int code;

    if (!cli_flags(c, flags, argc, argv, &code))
        return code;
    if (!cli_setup(c, &table, &setup))
        return EXIT_USAGE;
    if (!read_eyes(eyes, setup.seats, &seen))
        return cli_fail(c, EXIT_USAGE, "--eyes: '%.40s' are not seats of this table", eyes);
    int error = words ? buf_read_file(&text, words, WORDS_LIMIT) : 0;
    if (error)
        return cli_fail(c, EXIT_USAGE, "%s: %s", words, err_text(error));
    struct sampler sampler = sampler_new((uint64_t)table.seed);
    uint32_t n = read_words(buf_str(&text), vocabulary);
    if (n > 0)
        sampler_words(&sampler, vocabulary, n);
    sampler.clever = clever;
    code = EXIT_FINE;
    for (int64_t i = 0; i < games; i++) {
        enum language language = setup.language;

        if (any)
            play_setup(&setup, setup.book, setup.seats, &sampler);
        setup.language = language;
        setup.seed = seed_number(sampler_next(&sampler));
        if (!tell_game(&setup, seen, crowd, &sampler))
            code = cli_fail(c, EXIT_DIFFERS, "game %" PRId64 " did not end", i + 1);
    }
    buf_fini(&text);
    return code;
}

const struct command cmd_story = {
    "story", "", "play games at random and tell what screens show",
    "A line of JSON for the setup of each game and for each step: what happened, and the views of\n"
    "--eyes and of who looks on. With --crowd also what those who look on are asked, and what "
    "they\n"
    "said. The same seed tells the same story.",
    run};
