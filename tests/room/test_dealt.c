/* Deals checked by `unisono verify --deal`: every draw of every game, whatever is altered, and
 * dealers who lie about what a table had seen before. */
#include "archive/archive.h"
#include "check.h"
#include "deals.h"
#include "room/brought.h"
#include "room/log_fold.h"
#include "rules/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LOGS = 4 };

static const char *program;
static struct buf exported[LOGS]; /* the games of the last export */
static int games;
static struct buf said; /* what the program told last */

static bool keep_game(void *arg, const struct code *code, int number, struct str log)
{
    (void)arg, (void)code;
    assert_true(number <= LOGS);
    games = number;
    buf_clear(&exported[number - 1]);
    buf_add(&exported[number - 1], log);
    return true;
}

static bool keep_room(void *arg, const struct code *code, struct str text)
{
    (void)arg, (void)code, (void)text;
    return true;
}

static void export(struct company *p)
{
    struct archive_report report = {0};
    const struct archive_sink sink = {keep_room, keep_game, NULL};

    games = 0;
    archive_export(p->fixture.store, NULL, false, &sink, &report);
    assert_int_equal(report.problems, 0);
}

/* Exit code of the program for these logs, one after the other. */
static int verify(const struct str *log, int n)
{
    char file[LOGS][40], more[8192];
    struct buf line = {0};

    /* Words are judged by their letters, as in these rooms. */
    buf_printf(&line, "%s verify --lexicon /nowhere --deal", program);
    for (int i = 0; i < n; i++) {
        snprintf(file[i], sizeof file[i], "/tmp/unisono-deal-%s",
                 "XX"
                 "XX"
                 "XX");
        int fd = mkstemp(file[i]);

        assert_true(fd >= 0 && write(fd, log[i].at, log[i].len) == (ssize_t)log[i].len);
        close(fd);
        buf_printf(&line, " %s", file[i]);
    }
    buf_adds(&line, " 2>&1");
    FILE *out = popen(buf_cstr(&line), "r");
    assert_non_null(out);
    buf_clear(&said);
    for (size_t got; (got = fread(more, 1, sizeof more, out)) > 0;)
        buf_add(&said, str_n(more, got));
    int code = pclose(out);
    for (int i = 0; i < n; i++)
        unlink(file[i]);
    buf_fini(&line);
    return WEXITSTATUS(code);
}

static int verify_one(const struct buf *log)
{
    struct str text = buf_str(log);

    return verify(&text, 1);
}

static bool told(const char *text)
{
    return str_find(buf_str(&said), str_of(text)) >= 0;
}

static void forget(struct company *p)
{
    for (int i = 0; i < LOGS; i++)
        buf_fini(&exported[i]);
    buf_fini(&said);
    company_fini(p);
}

/* ---- what is so ---- */

/* Twice each, so that the second is dealt from what the first has left; nothing is believed. */
static void every_draw_of_every_game_is_checked(void **state)
{
    struct company p;

    (void)state;
    registry_init();
    int all = registry_count();
    for (int i = 0; i < all; i++) {
        registry_init();
        const struct book *b = registry_at(i);

        in_lobby_of(&p, b, b->game->min_seats);
        begin_dealt(&p, "start");
        assert_true(company_play_out(&p));
        fixture_settle(&p.fixture);
        begin_dealt(&p, "again");
        assert_true(company_play_out(&p));
        nothing_is_wrong(&p.fixture);
        export(&p);
        assert_int_equal(games, 2);
        struct str log[] = {buf_str(&exported[0]), buf_str(&exported[1])};
        int code = verify(log, 2);
        if (code || told("after record") || !told("game 1 of its table") ||
            !told("game 2 of its table"))
            fail_msg("%s: %d: %s", b->game->id, code, buf_cstr(&said));
        forget(&p);
    }
}

static void a_deck_of_the_table_is_dealt_from_by_the_check_too(void **state)
{
    struct company p;
    struct buf text = {0};

    (void)state;
    registry_init();
    for (int i = 0; i < registry_count() && !text.len; i++) {
        const struct book *b = registry_at(i);
        const struct deck_kind *k = b->game->kinds;

        while (k && k->name && (k->form != FORM_LINE || k->card))
            k++;
        if (!k || !k->name)
            continue;
        buf_adds(&text, "@name Ours\n@language en\n\n");
        for (int n = 0; n < 200; n++)
            buf_printf(&text, "Thing %c%c\n", 'a' + n % 25, 'b' + n / 25);
        in_lobby_of(&p, b, b->game->min_seats);
        struct change *c = change_begin(client_room(p.c[0]), STR("keep_deck"), NULL, 0);
        change_fact(c, PARTY_FACT(deck_written, .deck = 1, .game = str_of(b->game->id),
                                  .kind = str_of(k->name), .text = buf_str(&text)));
        change_commit(c);
        fixture_settle(&p.fixture);
    }
    assert_true(text.len);
    begin_dealt(&p, "start");
    assert_true(company_play_out(&p));
    export(&p);
    assert_int_equal(verify_one(&exported[0]), 0);
    assert_false(told("after record"));
    buf_fini(&text);
    forget(&p);
}

static void a_game_without_a_sealed_secret_cannot_be_checked(void **state)
{
    struct company p;

    (void)state;
    registry_init();
    assert_true(company_init(&p, registry_find(str_of(fixture_game(2))), 2, 3));
    export(&p);
    assert_int_equal(verify_one(&exported[0]), 1);
    forget(&p);
}

/* ---- what is altered ---- */

/* The digit after this text becomes another one. */
static int verify_altered(struct buf *log, const char *after)
{
    ssize_t at = str_find(buf_str(log), str_of(after));

    assert_true(at >= 0);
    char *digit = log->at + at + strlen(after), was = *digit;
    assert_true((was >= '0' && was <= '9') || (was >= 'a' && was <= 'f'));
    *digit = was == '1' ? '2' : '1';
    int code = verify_one(log);
    *digit = was;
    return code;
}

/* The text up to this many commas after the first draw of the log. */
static const char *into_draw(const struct buf *log, int commas, char before[60])
{
    ssize_t drew = str_find(buf_str(log), STR("\"drew\":[["));
    int n = 0;

    assert_true(drew >= 0);
    for (const char *c = log->at + drew; commas && n < 59; c++) {
        before[n++] = *c;
        commas -= *c == ',';
    }
    before[n] = '\0';
    return before;
}

/* A game that has begun and was dealt cards, whatever came of chance. */
static void begun_with_cards(struct company *p)
{
    registry_init();
    int all = registry_count();
    for (int i = 0; i < all; i++) {
        registry_init();
        const struct book *b = registry_at(i);

        in_lobby_of(p, b, b->game->min_seats);
        begin_dealt(p, "start");
        if (client_room(p->c[0])->party.seen)
            return;
        company_fini(p);
    }
    fail_msg("no game begins with cards");
}

static void whatever_is_altered_is_found(void **state)
{
    struct company p;
    struct buf *log = &exported[1];
    char before[60];

    (void)state;
    begun_with_cards(&p);
    assert_true(company_play_out(&p));
    fixture_settle(&p.fixture);
    begin_dealt(&p, "again");
    assert_true(company_play_out(&p));
    export(&p);
    assert_int_equal(verify_one(log), 0);
    assert_int_equal(verify_altered(log, "\"secret\":\""), 1);
    assert_int_equal(verify_altered(log, "\"decks\":\""), 1);
    assert_int_equal(verify_altered(log, "\"table\":\""), 1);
    assert_int_equal(verify_altered(log, "\"seen\":\""), 1);
    assert_int_equal(verify_altered(log, "{\"seat\":0,\"part\":\""), 1);
    assert_int_equal(verify_altered(log, "{\"seat\":1,\"part\":\""), 1);
    assert_int_equal(verify_altered(log, "\"seed\":\""), 1);
    /* A draw that says it was another one, and what was dealt from it. */
    assert_int_not_equal(verify_altered(log, into_draw(log, 1, before)), 0); /* of how many */
    assert_int_not_equal(verify_altered(log, into_draw(log, 2, before)), 0); /* which of them */
    assert_int_not_equal(verify_altered(log, into_draw(log, 3, before)), 0); /* what that is */
    /* A record that says it drew nothing. */
    ssize_t drew = str_find(buf_str(log), STR("\"drew\":[["));
    memcpy(log->at + drew, "\"drow\"", 6);
    assert_int_equal(verify_one(log), 1);
    forget(&p);
}

/* A first game of a table has seen nothing. */
static void what_was_seen_cannot_be_left_out(void **state)
{
    struct company p;
    struct buf log = {0};

    (void)state;
    begun(&p, 2);
    assert_true(company_play_out(&p));
    export(&p);
    ssize_t at = str_find(buf_str(&exported[0]), STR("\"brought\":["));
    assert_true(at >= 0);
    buf_add(&log, str_n(exported[0].at, (size_t)at));
    ssize_t end = str_find(str_n(exported[0].at + at, exported[0].len - (size_t)at), STR("],"));
    buf_add(&log, str_n(exported[0].at + at + end + 2, exported[0].len - (size_t)(at + end + 2)));
    assert_int_equal(verify_one(&log), 1);
    buf_fini(&log);
    forget(&p);
}

/* ---- the server as the cheat ---- */

/* All but one of every deck, so that whoever deals knows what comes. */
static void pretend_seen(struct room *r, int but)
{
    const struct setup *s = &r->party.lobby;
    const struct shelf *shelf = registry_shelf(s->book, s->language);

    for (int i = 0; s->book->game->decks && s->book->game->decks[i]; i++) {
        uint64_t *set = party_seen_set(&r->party, s->book, s->language, i);

        for (int k = 0; shelf->deck[i] && k < shelf->deck[i]->entries; k++)
            set[k / 64] |= k == but ? 0 : UINT64_C(1) << k % 64;
    }
}

static const char *table_told(const struct client *c, const char *which)
{
    const char *table = json_string_value(json_object_get(deal_of(c, which), "table"));

    return table ? table : "";
}

/* What the table has seen is told before the first part: after that another lie is seen by every
 * phone. */
static void what_was_seen_cannot_be_chosen_after_the_parts(void **state)
{
    struct company p;
    char before[SEED_TEXT + 1];

    (void)state;
    in_lobby(&p, 2);
    pledge(p.c[0], 0);
    pledge(p.c[1], 1);
    assert_string_equal(table_told(p.c[1], "next"), "");
    order(p.c[0], "start");
    snprintf(before, sizeof before, "%s", table_told(p.c[1], "next"));
    assert_int_equal(strlen(before), SEED_TEXT);
    give(p.c[0], 0);
    pretend_seen(client_room(p.c[0]), 3); /* the cheat */
    give(p.c[1], 1);
    assert_true(acked(p.c[0]));
    assert_int_equal(strlen(table_told(p.c[1], "game")), SEED_TEXT);
    assert_string_not_equal(table_told(p.c[1], "game"), before);
    struct archive_report report = {0};
    archive_verify(p.fixture.store, p.fixture.lexicon, &report);
    assert_true(report.problems > 0);
    company_fini(&p);
}

static void what_was_told_before_the_parts_is_what_it_is_dealt_from(void **state)
{
    struct company p;
    char before[SEED_TEXT + 1];

    (void)state;
    in_lobby(&p, 2);
    pledge(p.c[0], 0);
    pledge(p.c[1], 1);
    order(p.c[0], "start");
    snprintf(before, sizeof before, "%s", table_told(p.c[1], "next"));
    give(p.c[0], 0);
    give(p.c[1], 1);
    assert_string_equal(table_told(p.c[1], "game"), before);
    assert_string_equal(table_told(p.tv, "game"), before);
    company_fini(&p);
}

struct cheat {
    const char *brought;
    struct buf log;
    int game;
};

/* The log of the second game as a server writes it that believes its own lie. */
static bool write_lie(void *arg, const struct store_entry *e)
{
    struct cheat *x = arg;
    struct str body = e->body, line;

    while (str_line(&body, &line)) {
        enum log_line_kind kind = log_line_kind(line);

        x->game += kind == LINE_GAME;
        if (x->game < 2 || (kind != LINE_GAME && kind != LINE_RECORD))
            continue;
        if (kind == LINE_GAME) {
            size_t at = (size_t)str_find(line, STR("\"deal\":{")) + 8;

            buf_add(&x->log, str_n(line.at, at));
            buf_printf(&x->log, "\"brought\":[%s],", x->brought);
            line = str_n(line.at + at, line.len - at);
        }
        buf_add(&x->log, line);
        buf_addc(&x->log, '\n');
    }
    return true;
}

/* A lie that was told from the start fits all that one game's log says. The games before it tell
 * otherwise, and so does the room's log. */
static void a_lie_about_earlier_games_is_found_in_their_logs(void **state)
{
    struct company p;
    struct cheat x = {0};
    struct buf brought = {0};

    (void)state;
    begun_with_cards(&p);
    assert_true(company_play_out(&p));
    fixture_settle(&p.fixture);
    export(&p);
    struct room *r = client_room(p.c[0]);
    pretend_seen(r, 3); /* the cheat */
    struct seed decks = brought_decks(r->party.lobby.book, r->party.lobby.language);
    brought_write(&r->party, r->rulings, 2, &decks, BROUGHT_SUMS, &brought);
    brought.at[--brought.len] = '\0';
    for (size_t i = 0; i < brought.len; i++)
        brought.at[i] = brought.at[i] == '\n' ? ',' : brought.at[i];
    begin_dealt(&p, "again");
    assert_true(company_play_out(&p));
    x.brought = buf_cstr(&brought);
    store_read(p.fixture.store, r->id, 1, write_lie, &x);
    assert_int_equal(verify_one(&x.log), 0);
    struct str both[] = {buf_str(&exported[0]), buf_str(&x.log)};
    assert_int_equal(verify(both, 2), 1);
    assert_true(told("has not seen what it says"));
    struct archive_report report = {0};
    archive_verify(p.fixture.store, p.fixture.lexicon, &report);
    assert_true(report.problems > 0);
    buf_fini(&x.log);
    buf_fini(&brought);
    forget(&p);
}

int main(int argc, char **argv)
{
    program = argc > 1 ? argv[1] : "build/test/unisono";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_draw_of_every_game_is_checked),
        cmocka_unit_test(a_deck_of_the_table_is_dealt_from_by_the_check_too),
        cmocka_unit_test(a_game_without_a_sealed_secret_cannot_be_checked),
        cmocka_unit_test(whatever_is_altered_is_found),
        cmocka_unit_test(what_was_seen_cannot_be_left_out),
        cmocka_unit_test(what_was_told_before_the_parts_is_what_it_is_dealt_from),
        cmocka_unit_test(what_was_seen_cannot_be_chosen_after_the_parts),
        cmocka_unit_test(a_lie_about_earlier_games_is_found_in_their_logs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
