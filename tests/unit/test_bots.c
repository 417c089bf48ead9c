/* What bots of all games share: levels, votes, moments, hints, and thinking elsewhere. The games
 * here are whichever are registered; what each bot does well is measured, not tested
 * (docs/bots.md).
 */
#include "check.h"
#include "dream.h"
#include "match_fixture.h"

#include "lexicon/unsaid.h"
#include "rules/bot_play.h"
#include "rules/play.h"
#include "rules/registry.h"
#include "rules/setup.h"
#include "rules/vote.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A table, and what the bots at it have in their heads. */
struct bot_table {
    struct match_fixture f;
    struct bot_head head;
};

static void open_game(struct bot_table *p, const struct book *b, int hints)
{
    struct setup s;

    setup_default(&s, b);
    s.seats = b->game->min_seats < 4 && b->game->max_seats >= 4 ? 4 : b->game->min_seats;
    s.seed = seed_number(11);
    s.option[OPT_HINTS] = (int16_t)hints;
    *p = (struct bot_table){.f.world.lexicon = lexicon_plain(),
                            .head = {dream_mind(), registry_shelf(b, s.language)}};
    match_fixture_open(&p->f, &s);
}

static void close_game(struct bot_table *p)
{
    match_fixture_close(&p->f);
}

static bool think(const struct bot_table *p, int seat, struct bot bot, struct bot_move *out)
{
    struct known k = table_known(p->f.m.table, seat);

    return bot_think(p->f.m.setup.book, &k, &bot, &p->head, out);
}

/* Somebody at the table has something to do, in every game. */
static int who_moves(const struct bot_table *p, struct bot bot, struct bot_move *out)
{
    for (int seat = 0; seat < p->f.m.table->core.seats; seat++) {
        if (think(p, seat, bot, out))
            return seat;
    }
    return NO_SEAT;
}

/* ---- every game ---- */

static void every_game_has_a_bot_that_can_begin(void **state)
{
    (void)state;
    for (int i = 0; i < registry_count(); i++) {
        struct bot_table p;
        struct bot_move move;

        open_game(&p, registry_at(i), 0);
        assert_non_null(registry_at(i)->game->bot.think);
        int seat = who_moves(&p, (struct bot){BOT_NORMAL, 3}, &move);
        assert_true(seat >= 0);
        assert_true(match_act(&p.f.m, p.f.d, move.at, seat, move.action, move.v));
        close_game(&p);
    }
}

/* ---- packs ---- */

static const char *const pack_suffixes[PACKS] = {
    "", "-children", "-office", "-after-dark", "-classroom", "-classroom-b1", "-wild"};

static int pack_option(const struct book *b)
{
    for (int i = CORE_OPTIONS; i < b->options; i++) {
        if (strcmp(b->option[i]->name, "pack") == 0)
            return i;
    }
    return -1;
}

/* What is drawn is of the table's pack: the file's name says of which. */
static void drawn_from_the_pack(void *arg, const struct match *m, const struct decision *d)
{
    const char *suffix = arg;

    for (int i = 0; i < d->deck_items; i++) {
        const char *name = m->setup.book->game->decks[d->deck_item[i].deck];
        const char *end = name + strlen(name) - strlen(suffix);

        assert_true(end > name && strcmp(end, suffix) == 0);
        for (int pack = PACK_CHILDREN; !*suffix && pack < PACKS; pack++)
            assert_null(strstr(name, pack_suffixes[pack]));
    }
}

static void bots_play_every_pack_in_every_language(void **state)
{
    (void)state;
    for (int i = 0; i < registry_count() * LANGUAGES * PACKS; i++) {
        const struct book *b = registry_at(i / LANGUAGES / PACKS);
        enum language lang = (enum language)(i / PACKS % LANGUAGES);
        int option = pack_option(b);
        struct setup s;

        if (option < 0)
            continue;
        setup_default(&s, b);
        s.seats = b->game->min_seats < 4 && b->game->max_seats >= 4 ? 4 : b->game->min_seats;
        s.seed = seed_number(21);
        s.language = lang;
        s.option[option] = (int16_t)(i % PACKS);
        struct match_fixture f = {.world.lexicon = lexicon_plain()};
        match_fixture_open(&f, &s);
        drawn_from_the_pack((void *)pack_suffixes[i % PACKS], &f.m, f.d);
        struct bot_company company = {.head = {dream_mind(), registry_shelf(b, lang)},
                                      .record = drawn_from_the_pack,
                                      .arg = (void *)pack_suffixes[i % PACKS]};
        for (int seat = 0; seat < s.seats; seat++)
            company.bot[seat] = (struct bot){BOT_NORMAL, (uint64_t)(3 + seat)};
        bot_play_out(&f.m, f.d, &company, 300);
        assert_true(f.m.records > 4);
        match_fixture_close(&f);
    }
}

static void a_table_that_stands_still_gets_no_moves(void **state)
{
    struct bot_table p;
    struct bot_move move;
    struct bot bot = {BOT_SHARP, 1};

    (void)state;
    open_game(&p, registry_at(0), 0);
    assert_true(think(&p, 1, bot, &move));
    struct value one = NUM(1);
    assert_true(match_act(&p.f.m, p.f.d, 10, NO_SEAT, ACT_LEAVE, &one));
    assert_false(think(&p, 1, bot, &move)); /* nobody thinks for who is away */
    assert_true(think(&p, 0, bot, &move));
    assert_true(match_act(&p.f.m, p.f.d, 20, NO_SEAT, ACT_PAUSE, NULL));
    assert_false(think(&p, 0, bot, &move));
    close_game(&p);
}

/* ---- votes ---- */

static const struct ballot *open_skip_vote(struct bot_table *p, int about, int by)
{
    struct value v = NUM(about);
    int64_t grace = option(&p->f.m.table->core, OPT_GRACE) * INT64_C(1000) + 1000;

    assert_true(match_act(&p->f.m, p->f.d, 0, NO_SEAT, ACT_LEAVE, &v));
    assert_true(match_act(&p->f.m, p->f.d, grace, by, ACT_PROPOSE_SKIP, &v));
    return &p->f.m.table->core.ballot[0];
}

static void t_7_t_9_bots_agree_to_go_on_without_who_is_away(void **state)
{
    struct bot_table p;
    struct bot_move move;

    (void)state;
    open_game(&p, registry_at(0), 0);
    const struct ballot *b = open_skip_vote(&p, 2, 0);
    int64_t opened = b->until - option(&p.f.m.table->core, OPT_VOTE_TIME) * INT64_C(1000);
    assert_true(think(&p, 1, (struct bot){BOT_EASY, 5}, &move));
    assert_int_equal(move.action, ACT_VOTE);
    assert_int_equal(move.v[0].i, b->id);
    assert_int_equal(move.v[1].i, 1);
    assert_true(move.at > opened && move.at < b->until);
    assert_true(match_act(&p.f.m, p.f.d, move.at, 1, move.action, move.v));
    close_game(&p);
}

static void t_7_bots_vote_as_the_table_suggests_and_never_on_themselves(void **state)
{
    struct bot_table p;
    struct bot_move move;

    (void)state;
    open_game(&p, registry_at(0), 0);
    for (int suggested = OPINION_NO; suggested <= OPINION_YES; suggested++) {
        struct ballot *b = &p.f.m.table->core.ballot[0];

        *b = (struct ballot){.id = 7,
                             .subject = CORE_SUBJECTS,
                             .about = 1,
                             .voters = seats_all(4),
                             .until = 60000,
                             .suggested = (uint8_t)suggested};
        p.f.m.table->core.open = 1;
        assert_true(think(&p, 3, (struct bot){BOT_SHARP, 5}, &move));
        assert_int_equal(move.action, ACT_VOTE);
        assert_int_equal(move.v[1].i, suggested == OPINION_YES);
        assert_true(move.at >= 59000 && move.at < 60000); /* people are asked: they speak first */
        assert_true(!think(&p, 1, (struct bot){BOT_SHARP, 5}, &move) || move.action != ACT_VOTE);
        b->no = SEAT(3); /* once is enough */
        think(&p, 3, (struct bot){BOT_SHARP, 5}, &move);
        assert_int_not_equal(move.action, ACT_VOTE);
    }
    close_game(&p);
}

/* Where only bots are asked nobody waits for long, but people who are there can read the question.
 */
static void t_7_bots_leave_people_time_to_read_what_is_voted_on(void **state)
{
    struct bot_table p;
    struct bot_move move;

    (void)state;
    open_game(&p, registry_at(0), 0);
    struct core *c = &p.f.m.table->core;
    int64_t opened = 60000 - option(c, OPT_VOTE_TIME) * INT64_C(1000);

    c->open = 1;
    c->ballot[0] = (struct ballot){
        .id = 7, .subject = CORE_SUBJECTS, .about = 1, .voters = SEAT(2) | SEAT(3), .until = 60000};
    c->bots = SEAT(1) | SEAT(2) | SEAT(3);
    for (uint64_t seed = 0; seed < 20; seed++) {
        assert_true(think(&p, 3, (struct bot){BOT_EASY, seed}, &move));
        assert_true(move.at >= opened + 4000 && move.at < opened + 10000);
    }
    c->bots |= SEAT(0);
    assert_true(think(&p, 3, (struct bot){BOT_SHARP, 5}, &move));
    assert_true(move.at < opened + 4000);
    close_game(&p);
}

/* ---- moments ---- */

static void moments_lie_within_the_clock_and_do_not_move(void **state)
{
    struct bot_table p;
    struct bot_move move, later;

    (void)state;
    open_game(&p, registry_at(0), 0);
    struct core *c = &p.f.m.table->core;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct bot bot = {(enum bot_level)(seed % BOT_LEVELS), seed};

        c->deadline = 0;
        assert_true(think(&p, 0, bot, &move));
        assert_true(move.at > c->since);
        c->deadline = c->since + 4000;
        assert_true(think(&p, 0, bot, &later));
        assert_true(later.at < c->deadline && later.at >= c->since);
    }
    c->deadline = 0;
    struct bot bot = {BOT_NORMAL, 9};
    assert_true(think(&p, 0, bot, &move));
    struct bot_move other;
    assert_true(think(&p, 1, bot, &other));
    assert_true(match_act(&p.f.m, p.f.d, other.at, 1, other.action, other.v)); /* others act … */
    assert_true(think(&p, 0, bot, &later));
    assert_int_equal(move.at, later.at); /* … and the moment stays */
    close_game(&p);
}

/* ---- personalities ---- */

static void several_bots_do_not_think_alike(void **state)
{
    (void)state;
    for (int i = 0; i < registry_count(); i++) {
        struct bot_table p;
        struct bot_move first, move;
        int differ = 0;

        open_game(&p, registry_at(i), 0);
        int seat = who_moves(&p, (struct bot){BOT_SHARP, 0}, &first);
        for (uint64_t seed = 1; seed < 20; seed++) {
            assert_true(think(&p, seat, (struct bot){BOT_SHARP, seed}, &move));
            differ += move.at != first.at;
        }
        assert_true(differ > 15);
        close_game(&p);
    }
}

static void a_whim_is_about_normal_and_stays(void **state)
{
    struct bot bot = {BOT_NORMAL, 4};
    struct thinking t = {.bot = &bot};
    double sum = 0, squares = 0;
    enum { N = 4000 };

    (void)state;
    for (uint64_t i = 0; i < N; i++) {
        double x = bot_whim(&t, STR("SEA"), i);

        assert_true(x == bot_whim(&t, STR("SEA"), i));
        sum += x;
        squares += x * x;
    }
    assert_true(sum / N > -.08 && sum / N < .08);
    assert_true(squares / N > .9 && squares / N < 1.1);
}

/* ---- hints ---- */

static int hints_of(const struct bot_table *p, int seat, struct word out[BOT_HINTS])
{
    struct known k = table_known(p->f.m.table, seat);

    return bot_hints(p->f.m.setup.book, &k, false, &p->head, out);
}

/* Of two clues that lead to a place as likely, the one without a better place is worth more. */
static void a_clue_that_leads_elsewhere_is_worth_less(void **state)
{
    static const float alone[] = {.4f, .3f, .3f}, elsewhere[] = {.4f, .55f, .05f};

    (void)state;
    assert_true(bot_lead(alone, 3, 0) > bot_lead(elsewhere, 3, 0));
    assert_true(bot_lead(elsewhere, 3, 1) > bot_lead(alone, 3, 0));
    assert_true(bot_log_odds(.8f) > bot_log_odds(.6f));
    assert_true(bot_log_odds(0) < bot_log_odds(.1f));
}

static void hints_are_off_unless_the_table_wants_them(void **state)
{
    struct bot_table p;
    struct word word[BOT_HINTS];

    (void)state;
    open_game(&p, registry_at(0), 0);
    assert_int_equal(hints_of(&p, 0, word), 0);
    close_game(&p);
    open_game(&p, registry_at(0), 1);
    for (int seat = 0; seat < 4; seat++) {
        int n = hints_of(&p, seat, word);
        struct value v[ARGS_MAX] = {TEXT(word_str(&word[0]))};

        assert_true(n >= 1 && n <= BOT_HINTS);
        assert_true(
            match_act(&p.f.m, p.f.d, 1000, seat, CORE_ACTIONS, v)); /* each could be written */
    }
    close_game(&p);
}

/* ---- thinking elsewhere ---- */

struct errand {
    const struct book *book;
    struct bot_known *known;
    struct bot_head head;
    struct bot bot;
    struct bot_move move;
    bool moves;
};

static void *run_errand(void *arg)
{
    struct errand *e = arg;

    e->moves = bot_think(e->book, &e->known->known, &e->bot, &e->head, &e->move);
    return NULL;
}

/* While a thread thinks about a copy, the table goes on and is gone. */
static void a_copy_can_be_thought_about_in_another_thread(void **state)
{
    enum { THREADS = 4 };

    (void)state;
    for (int i = 0; i < registry_count(); i++) {
        struct bot_table p;
        struct errand e[THREADS];
        struct bot_move here[THREADS];
        bool moves[THREADS];
        pthread_t thread[THREADS];

        open_game(&p, registry_at(i), 0);
        int seats = p.f.m.table->core.seats;
        for (int n = 0; n < THREADS; n++) {
            e[n] = (struct errand){.book = p.f.m.setup.book,
                                   .known = bot_known_copy(p.f.m.table, n % seats),
                                   .head = p.head,
                                   .bot = {BOT_SHARP, (uint64_t)n}};
            moves[n] = think(&p, n % seats, e[n].bot, &here[n]);
        }
        for (int n = 0; n < THREADS; n++)
            assert_int_equal(pthread_create(&thread[n], NULL, run_errand, &e[n]), 0);
        close_game(&p);
        for (int n = 0; n < THREADS; n++) {
            assert_int_equal(pthread_join(thread[n], NULL), 0);
            assert_true(e[n].moves == moves[n]);
            assert_true(!moves[n] ||
                        (e[n].move.at == here[n].at && e[n].move.action == here[n].action &&
                         str_eq(e[n].move.v[0].s, here[n].v[0].s)));
            bot_known_free(e[n].known);
        }
    }
}

static void a_copied_move_has_its_own_words(void **state)
{
    struct bot_table p;
    struct bot_move *move = malloc(sizeof *move), copy;

    (void)state;
    open_game(&p, registry_at(0), 0);
    assert_true(think(&p, 0, (struct bot){BOT_SHARP, 2}, move));
    struct word before = move->word;
    bot_move_copy(&copy, move);
    memset(move, 0, sizeof *move);
    free(move);
    assert_true(str_eq(copy.v[0].s, word_str(&before)));
    assert_true(match_act(&p.f.m, p.f.d, copy.at, 0, copy.action, copy.v));
    close_game(&p);
}

/* ---- why ---- */

static void a_reason_is_told_in_the_language_of_the_table(void **state)
{
    const struct game *g = registry_at(0)->game;
    struct bot_move move = {0};
    struct thinking t = {.move = &move};

    (void)state;
    bot_because(&t, "link", BOT_AT_ONCE);
    bot_because_text(&t, "a", STR("FARM"));
    bot_because_text(&t, "b", STR("FRUIT"));
    bot_because_text(&t, "word", STR("ORCHARD"));
    for (int lang = 0; lang < LANGUAGES; lang++) {
        struct buf line = {0};

        bot_tell(registry_strings((enum language)lang), g, &move.why, &line);
        assert_true(str_find(buf_str(&line), STR("FARM + FRUIT")) >= 0);
        assert_true(str_find(buf_str(&line), STR("ORCHARD")) >= 0);
        buf_fini(&line);
    }
    struct buf nothing = {0};
    bot_tell(registry_strings(LANG_EN), g, &(struct bot_reason){0}, &nothing);
    assert_int_equal(nothing.len, 0);
}

/* ---- manners ---- */

static void bots_do_not_say_what_hurts(void **state)
{
    (void)state;
    assert_true(lex_unsaid(LANG_EN, STR("BULLSHIT")));
    assert_true(lex_unsaid(LANG_EN, STR("PORNOGRAPHY"))); /* a root at the front */
    assert_true(lex_unsaid(LANG_DE, STR("SCHEISSE")));
    assert_true(lex_unsaid(LANG_FR, STR("NEGRE")));
    assert_false(lex_unsaid(LANG_EN, STR("ASSEMBLY")));
    assert_false(lex_unsaid(LANG_EN, STR("COCKTAIL")));
    assert_false(lex_unsaid(LANG_DE, STR("SECHS")));
    assert_false(lex_unsaid(LANG_FR, STR("CONCERT")));
    assert_false(lex_unsaid(LANG_FR, STR("")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_has_a_bot_that_can_begin),
        cmocka_unit_test(bots_play_every_pack_in_every_language),
        cmocka_unit_test(a_table_that_stands_still_gets_no_moves),
        cmocka_unit_test(t_7_t_9_bots_agree_to_go_on_without_who_is_away),
        cmocka_unit_test(t_7_bots_leave_people_time_to_read_what_is_voted_on),
        cmocka_unit_test(t_7_bots_vote_as_the_table_suggests_and_never_on_themselves),
        cmocka_unit_test(moments_lie_within_the_clock_and_do_not_move),
        cmocka_unit_test(several_bots_do_not_think_alike),
        cmocka_unit_test(a_whim_is_about_normal_and_stays),
        cmocka_unit_test(a_clue_that_leads_elsewhere_is_worth_less),
        cmocka_unit_test(hints_are_off_unless_the_table_wants_them),
        cmocka_unit_test(a_copy_can_be_thought_about_in_another_thread),
        cmocka_unit_test(a_copied_move_has_its_own_words),
        cmocka_unit_test(a_reason_is_told_in_the_language_of_the_table),
        cmocka_unit_test(bots_do_not_say_what_hurts),
    };

    return cmocka_run_group_tests_name("bots", tests, games_set_up, games_tear_down);
}
