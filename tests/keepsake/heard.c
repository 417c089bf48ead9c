#include "heard.h"

#include "check.h"
#include "rules/play.h"
#include "rules/registry.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 20000, GAMES_EACH = 4 };

static void hear(struct heard *h, const struct decision *d)
{
    for (int i = 0; i < d->facts; i++) {
        const struct schema *s = &d->book->fact_args[d->fact[i].kind];
        struct fact f = d->fact[i];

        if (h->facts == h->cap) {
            h->cap = h->cap ? 2 * h->cap : 1024;
            h->fact = realloc(h->fact, (size_t)h->cap * sizeof *h->fact);
            h->text = realloc(h->text, (size_t)h->cap * ARGS_MAX * sizeof *h->text);
            assert_non_null(h->fact);
            assert_non_null(h->text);
        }
        for (int a = 0; a < s->n; a++) {
            if (s->arg[a].type != ARG_TEXT && s->arg[a].type != ARG_LIST)
                continue;
            char *copy = malloc(f.arg[a].s.len + 1);
            assert_non_null(copy);
            memcpy(copy, f.arg[a].s.at, f.arg[a].s.len);
            copy[f.arg[a].s.len] = '\0';
            f.arg[a].s = str_n(copy, f.arg[a].s.len);
            h->text[h->texts++] = copy;
        }
        h->fact[h->facts++] = f;
    }
}

void heard_fini(struct heard *h)
{
    for (int i = 0; i < h->texts; i++)
        free(h->text[i]);
    free(h->text);
    free(h->fact);
}

static void hear_tick(void *arg, struct match *m, struct decision *d)
{
    (void)m;
    hear(arg, d);
}

struct heard heard_play(const struct book *b, int seats, uint64_t seed, bool clever)
{
    return heard_play_with(b, seats, seed, clever, NULL, 0);
}

struct heard heard_play_with(const struct book *b, int seats, uint64_t seed, bool clever,
                             const struct str *words, int n)
{
    struct heard h = {0};
    struct sampler sampler = sampler_new(seed);
    struct decision *d = decision_new();
    struct match m;
    struct move move;
    int64_t now = 0;

    sampler.clever = clever;
    if (n)
        sampler_words(&sampler, words, (uint32_t)n);
    setup_default(&h.setup, b);
    h.setup.seats = seats;
    h.setup.seed = seed_number(seed);
    match_init(&m, &h.setup,
               &(struct world){.lexicon = lexicon_plain(), .shelf = registry_shelf(b, LANG_EN)});
    match_open(&m, d, 0);
    hear(&h, d);
    for (int i = 0; i < STEPS && !m.table->core.outcome; i++) {
        if (play_propose(m.table, seats_present(&m.table->core), &sampler, &move) &&
            match_act(&m, d, now, move.seat, move.action, move.v)) {
            hear(&h, d);
            continue;
        }
        now += 250;
        if (table_due(m.table) <= now)
            match_pass_time(&m, d, now, hear_tick, &h);
    }
    h.ended = m.table->core.outcome != OUTCOME_NONE && m.table->core.outcome != OUTCOME_ABANDONED;
    match_fini(&m);
    decision_free(d);
    return h;
}

static const char *const people[SEATS_MAX] = {"Ann",
                                              "B\xef\xbf\xbf"
                                              "en",
                                              "Cl<eo>",
                                              "Dan & Co",
                                              HEARD_LONGEST,
                                              "Finn",
                                              "Gül",
                                              "Hannah-Marie",
                                              "Ida",
                                              "Jo",
                                              "Kim",
                                              "Lea",
                                              "Max",
                                              "Noa"};

static struct keepsake *maker(const struct heard *h, bool reel)
{
    struct keepsake_head head = {
        .setup = &h->setup, .ended = INT64_C(1794793682297), .entry = 7, .reel = reel};

    for (int seat = 0; seat < h->setup.seats; seat++) {
        head.name[seat] = str_of(people[seat]);
        head.mark[seat] = seat;
    }
    return keepsake_new(&head);
}

struct keepsake *heard_keepsake(const struct heard *h)
{
    return maker(h, false);
}

struct keepsake *heard_reel(const struct heard *h)
{
    return maker(h, true);
}

struct buf heard_kept(const struct heard *h, const struct mind *mind)
{
    struct keepsake *k = heard_keepsake(h);
    struct buf doc = {0};

    keepsake_hear(k, 0, h->fact, h->facts);
    if (keepsake_worth(k)) {
        while (keepsake_work(k, mind))
            ;
        keepsake_write(k, &doc);
    }
    keepsake_free(k);
    return doc;
}

void heard_each(void (*test)(const struct heard *h, const struct buf *doc))
{
    int kept = 0;

    for (int g = 0; g < registry_count(); g++) {
        const struct book *b = registry_at(g);

        for (int i = 0; i < GAMES_EACH; i++) {
            int seats = i % 2 ? b->game->max_seats : b->game->min_seats;
            struct heard h = heard_play(b, seats, (uint64_t)(100 * g + i), i >= 2);
            struct buf doc = heard_kept(&h, mind_none());

            if (doc.len) {
                kept++;
                test(&h, &doc);
            } else {
                assert_false(h.ended);
            }
            buf_fini(&doc);
            heard_fini(&h);
        }
    }
    assert_true(kept >= 3 * registry_count()); /* a test of nothing is no test */
}
