#include "trial.h"

#include "rules/registry.h"

#include <stdarg.h>
#include <stdio.h>

bool law_fails(struct law *l, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(l->reason, sizeof l->reason, format, args);
    va_end(args);
    return false;
}

bool law_differs(struct law *l, const char *what, struct str a, struct str b)
{
    struct str line_a, line_b;

    for (;;) {
        bool more_a = str_line(&a, &line_a), more_b = str_line(&b, &line_b);

        if (!more_a && !more_b)
            return true;
        if (!more_a || !more_b || !str_eq(line_a, line_b))
            return law_fails(l, "%s: '%.*s' is not '%.*s'", what,
                             more_a ? (int)(line_a.len < 240 ? line_a.len : 240) : 0, line_a.at,
                             more_b ? (int)(line_b.len < 240 ? line_b.len : 240) : 0, line_b.at);
    }
}

/* ---- a lexicon that has an opinion on everything: always the same on the same words ---- */

static uint32_t opinion_on(struct str a, struct str b, uint32_t question)
{
    uint32_t h = 2166136261u ^ question;

    for (size_t i = 0; i < a.len; i++)
        h = (h ^ (unsigned char)a.at[i]) * 16777619u;
    for (size_t i = 0; i < b.len; i++)
        h = (h ^ (unsigned char)b.at[i]) * 16777619u;
    return h >> 16;
}

static struct related sure_related(const struct lexicon *l, enum language lang, struct str word,
                                   struct str on_table)
{
    struct related r = lexicon_letters(lang, word, on_table);
    uint32_t opinion = opinion_on(word, on_table, 0) % 32;

    (void)l;
    if (r.kind == RELATION_NONE && opinion < 4) {
        r.kind = opinion < 2 ? RELATION_STEM : RELATION_ABBREVIATION;
        r.certain = opinion % 2;
        word_set(&r.shared, word);
    }
    return r;
}

static enum likeness sure_likeness(const struct lexicon *l, enum language lang, struct str a,
                                   struct str b)
{
    (void)l, (void)lang;
    return (enum likeness)(opinion_on(a, b, 1) % 4);
}

static enum opinion sure_exists(const struct lexicon *l, enum language lang, struct str word)
{
    (void)l, (void)lang;
    return opinion_on(word, word, 2) % 8 ? OPINION_YES : OPINION_NO;
}

static enum opinion sure_animal(const struct lexicon *l, enum language lang, struct str word)
{
    (void)l, (void)lang;
    return opinion_on(word, word, 3) % 8 ? OPINION_NO : OPINION_YES;
}

static enum opinion sure_kind(const struct lexicon *l, enum language lang, struct str word,
                              enum word_kind kind)
{
    (void)l, (void)lang;
    return (enum opinion)(opinion_on(word, word, 4 + (uint32_t)kind) % 3);
}

static enum opinion sure_fits(const struct lexicon *l, enum language lang, struct str word,
                              struct str theme)
{
    (void)l, (void)lang;
    return (enum opinion)(opinion_on(word, theme, 3) % 3);
}

static enum likeness sure_likeness_across(const struct lexicon *l, enum language la, struct str a,
                                          enum language lb, struct str b)
{
    (void)l, (void)la, (void)lb;
    return (enum likeness)(opinion_on(a, b, 5) % 4);
}

static struct related sure_related_across(const struct lexicon *l, enum language lang,
                                          struct str word, enum language table_lang,
                                          struct str on_table)
{
    (void)table_lang;
    return sure_related(l, lang, word, on_table);
}

/* Every third word has no translation, the others one that looks like them. */
static bool sure_translate(const struct lexicon *l, enum language from, struct str word,
                           enum language to, struct word *out)
{
    (void)l, (void)from, (void)to;
    return opinion_on(word, word, 6) % 3 && word_set(out, word) == WORD_OK;
}

static const struct lexicon_across know_across = {sure_likeness_across, sure_related_across,
                                                  sure_translate};

static const struct lexicon know_all = {sure_related, sure_likeness, sure_exists, sure_animal,
                                        sure_kind,    sure_fits,     sure_exists, &know_across};

/* ---- the table ---- */

/* The first cards of every deck: a game must go on when it has seen them all. */
static const struct shelf *short_shelf(struct trial *s, const struct shelf *full)
{
    enum { CARDS = 4 };

    s->shelf = *full;
    for (int i = 0; i < SHELF_DECKS; i++) {
        const struct deck *deck = full->deck[i];

        if (!deck || deck->cards <= CARDS)
            continue;
        s->short_deck[i] = *deck;
        s->short_deck[i].cards = CARDS;
        s->short_deck[i].entries = deck->card_at[CARDS];
        s->shelf.deck[i] = &s->short_deck[i];
    }
    return &s->shelf;
}

void trial_open(struct trial *s, struct law *l)
{
    *s = (struct trial){.law = l, .sampler = sampler_new(l->seed), .decision = decision_new()};
    s->sampler.restless = l->seed / 16 % 4 == 0;
    s->sampler.clever = l->seed / 32 % 3 == 0;
    play_setup(&s->setup, l->book, 0, &s->sampler);
    struct world world = {.lexicon = l->seed / 2 % 2 ? &know_all : lexicon_plain(),
                          .shelf = l->shelf ? l->shelf(l->book, s->setup.language) : NULL};
    if (world.shelf && l->seed / 4 % 4 == 0)
        world.shelf = short_shelf(s, world.shelf);
    match_init(&s->match, &s->setup, &world);
    match_open(&s->match, s->decision, 0);
}

void trial_close(struct trial *s)
{
    match_fini(&s->match);
    decision_free(s->decision);
}

/* T-9, T-8: what happens around a table. A paused table is resumed soon. */
static enum trial_step host_step(struct trial *s, struct move *move)
{
    static const int often[] = {ACT_LEAVE, ACT_LEAVE, ACT_RETURN, ACT_RETURN,
                                ACT_SKIP,  ACT_PAUSE, ACT_HAND};
    struct sampler *sampler = &s->sampler;
    int action = often[sampler_below(sampler, sizeof often / sizeof often[0])];

    if (s->match.table->core.paused && sampler_below(sampler, 2))
        action = ACT_RESUME;
    else if (sampler_below(sampler, 16) == 0)
        action = ACT_FREE;
    *move = (struct move){.seat = NO_SEAT, .action = action};
    move->v[0] = NUM(sampler_below(sampler, (uint32_t)s->setup.seats));
    move->v[1] = NUM(sampler_below(sampler, 2)); /* to a bot or back */
    if (action == ACT_SKIP) { /* nobody is skipped before the others have waited a while */
        int64_t later = s->now + option(&s->match.table->core, OPT_GRACE) * INT64_C(1000);

        s->now = later < table_due(s->match.table) ? later : s->now;
    }
    if (action == ACT_SKIP && table_waiting(s->match.table))
        move->v[0] =
            NUM(seats_next(table_waiting(s->match.table), (int)move->v[0].i, s->setup.seats));
    return match_act(&s->match, s->decision, s->now, NO_SEAT, action, move->v) ? TRIAL_ACTED
                                                                               : TRIAL_REFUSED;
}

enum trial_step trial_step(struct trial *s, seat_set players, struct move *move)
{
    struct match *m = &s->match;

    if (m->table->core.outcome)
        return TRIAL_OVER;
    s->steps++;
    if (s->hosted && (m->table->core.paused || sampler_below(&s->sampler, 30) == 0))
        return host_step(s, move);
    if (play_propose(m->table, players, &s->sampler, move) && sampler_below(&s->sampler, 20) != 0) {
        s->now += sampler_below(&s->sampler, 400);
        if (s->now > table_due(m->table))
            s->now = table_due(m->table); /* a clock never misses its moment */
        return match_act(m, s->decision, s->now, move->seat, move->action, move->v) ? TRIAL_ACTED
                                                                                    : TRIAL_REFUSED;
    }
    int64_t due = table_due(m->table);
    if (due == INT64_MAX) {
        s->now += 1000; /* time passes all the same */
        return TRIAL_WAITED;
    }
    s->now = due > s->now ? due : s->now;
    *move = (struct move){.seat = NO_SEAT, .action = ACT_TICK};
    match_act(m, s->decision, s->now, NO_SEAT, ACT_TICK, NULL);
    return TRIAL_TICKED;
}
