/* Parties: orders make facts that fit, facts make parties, and a snapshot makes the same one again.
 */
#include "base/rng.h"
#include "check.h"
#include "party/fact_check.h"
#include "party/orders.h"
#include "rules/deck_check.h"
#include "rules/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a crowd that asks for everything ---- */

enum { GUESTS = 6, ORDERS_ASKED = 4000 };

struct crowd {
    struct party party;
    struct order order;
    struct key key[GUESTS];
    uint64_t chance;
    int taken, refused;
};

static uint32_t below(struct crowd *c, uint32_t n)
{
    return (uint32_t)(rng_quick(&c->chance) % n);
}

static bool is_here(void *arg, uint16_t guest)
{
    (void)arg;
    return guest % 2;
}

/* Every device that has no player, those with even numbers knocking. */
static bool is_visitor(void *arg, int64_t number, struct visitor *out)
{
    const struct crowd *c = arg;
    const struct guest *g;

    if (number < 0 || number >= GUESTS || party_bars(&c->party, &c->key[number]))
        return false;
    g = party_guest_by_key(&c->party, &c->key[number]);
    if (g && (party_has_player(&c->party, g->id) || g->id == c->party.host))
        return false;
    *out = (struct visitor){.key = c->key[number], .knocks = !g && number % 2 == 0};
    return true;
}

static void take_fact(struct crowd *c, struct party_fact f)
{
    if (!fact_check(&c->party, false, &f))
        fail_msg("fact %d of an order does not fit", f.kind);
    party_fold(&c->party, &f);
}

static const char *const drafts[] = {"", "@name Own\n@language de\n\nHund\nKatze\n",
                                     "@name Own\n@language de\n\nNacht, Tag, Zeit\n"};

/* As a room does it before it asks whether a draft may be kept. */
static void check_draft(struct order_scene *s, const json_t *with)
{
    const struct book *b = registry_find(jr_str(json_object_get(with, "game")));
    struct deck_report report = {0};

    s->draft_kind = b ? deck_kind_of(b->game, jr_str(json_object_get(with, "kind"))) : NULL;
    if (s->draft_kind)
        deck_check(b->game, s->draft_kind, s->draft, &report);
    s->draft_wrong = report.wrong;
}

/* Decided as a lobby would; false: refused. */
static bool ask(struct crowd *c, int who, const char *name, const char *with)
{
    const struct guest *g = party_guest_by_key(&c->party, &c->key[who]);
    struct order_scene scene = {.party = &c->party,
                                .guest = g ? g->id : NO_GUEST,
                                .key = &c->key[who],
                                .chance = rng_quick(&c->chance),
                                .here = is_here,
                                .visitor = is_visitor,
                                .log_bars = true,
                                .log_of_today = true,
                                .draft = str_of(drafts[below(c, 3)]),
                                .arg = c};
    struct jr_problem problem;

    if (party_bars(&c->party, &c->key[who]))
        c->key[who].at[1]++; /* comes back with another token */
    json_t *json = with ? jr_parse(str_of(with), &problem) : NULL;
    check_draft(&scene, json);
    bool taken = order_decide(&c->order, &scene, str_of(name), json);

    assert_true(taken || c->order.refusal);
    for (int i = 0; taken && i < c->order.facts; i++)
        take_fact(c, c->order.fact[i]);
    json_decref(json);
    c->taken += taken;
    c->refused += !taken;
    return taken;
}

static void crowd_init(struct crowd *c, uint64_t seed)
{
    *c = (struct crowd){.chance = seed};
    party_facts_init();
    orders_init();
    party_init(&c->party);
    take_fact(c, PARTY_FACT(room_opened, .code = STR("KQ7TM"), .language = LANG_DE,
                            .game = str_of(registry_at(0)->game->id)));
    for (int i = 0; i < GUESTS; i++)
        c->key[i].at[0] = (unsigned char)(i + 1);
}

static void crowd_fini(struct crowd *c)
{
    party_fini(&c->party);
    order_fini(&c->order);
}

static void ask_about_the_table(struct crowd *c, const struct book *b, int who, int player)
{
    const struct deck_kind *kind = b->game->kinds;
    int deck = (int)below(c, 12);
    char with[200];

    switch (below(c, 7)) {
    case 0:
        snprintf(with, sizeof with, "{\"player\":%d}", below(c, 3) ? player : 0);
        ask(c, who, "second", with);
        return;
    case 1:
        snprintf(with, sizeof with, "{\"places\":%u}", below(c, 15));
        ask(c, who, "places", with);
        return;
    case 2:
        ask(c, who, "hide_code", below(c, 2) ? "{\"on\":true}" : "{\"on\":false}");
        return;
    case 3:
        ask(c, who, "password", below(c, 2) ? "{\"password\":\"tulip\"}" : NULL);
        return;
    case 4:
        snprintf(with, sizeof with, "{\"deck\":%d,\"use\":\"%s\"}", deck,
                 below(c, 2) ? "only" : "off");
        ask(c, who, "use_deck", with);
        return;
    case 5:
        snprintf(with, sizeof with, "{\"deck\":%d}", deck);
        ask(c, who, "drop_deck", with);
        return;
    default:
        if (!kind)
            return;
        snprintf(with, sizeof with, "{\"deck\":%d,\"game\":\"%s\",\"kind\":\"%s\"}",
                 below(c, 2) ? deck : 0, b->game->id, kind->name);
        ask(c, who, "keep_deck", with);
    }
}

/* Something that one of them might want, often nonsense. */
static void ask_anything(struct crowd *c)
{
    static const char *const names[] = {"Ann", "Ben", "Cleo", "  Dan ", "", "Änne"};
    const struct book *b = registry_at((int)below(c, (uint32_t)registry_count()));
    const struct option_spec *o = b->option[below(c, (uint32_t)b->options)];
    int who = (int)below(c, GUESTS), player = (int)below(c, c->party.last_player + 2u);
    char with[200];

    if (below(c, 6) == 0) {
        ask_about_the_table(c, b, who, player);
        return;
    }
    switch (below(c, 13)) {
    case 0:
    case 1:
        snprintf(with, sizeof with, "{\"name\":\"%s%u\"}", names[below(c, 6)], below(c, 30));
        ask(c, who, "sit", with);
        return;
    case 2:
        snprintf(with, sizeof with, "{\"player\":%d}", player);
        ask(c, who, below(c, 2) ? "rise" : "remove", with);
        return;
    case 3:
        snprintf(with, sizeof with, "{\"player\":%d,\"name\":\"%s\",\"mark\":%u}", player,
                 names[below(c, 6)], below(c, 14));
        ask(c, who, "change", with);
        return;
    case 4:
        ask(c, who, "add_bot", "{\"level\":\"sharp\"}");
        return;
    case 5:
        snprintf(with, sizeof with, "{\"player\":%d,\"%s\":%u}", player,
                 below(c, 2) ? "to" : "with", below(c, 15));
        if (!ask(c, who, "move", with) && !ask(c, who, "swap", with))
            ask(c, who, "mix", NULL);
        return;
    case 6:
        snprintf(with, sizeof with, "{\"player\":%d}", player);
        ask(c, who, below(c, 2) ? "youngest" : "hand_over", with);
        return;
    case 7:
        snprintf(with, sizeof with, "{\"game\":\"%s\"}", b->game->id);
        ask(c, who, "choose", with);
        return;
    case 8: {
        struct buf value = {0};

        option_text(o, o->min + (int)below(c, (uint32_t)(o->max - o->min + 1)), &value);
        snprintf(with, sizeof with, "{\"option\":\"%s\",\"value\":\"%s\"}", o->name,
                 buf_cstr(&value));
        buf_fini(&value);
        ask(c, who, "set", with);
        return;
    }
    case 9:
        ask(c, who, "lock", below(c, 2) ? "{\"on\":true}" : "{\"on\":false}");
        return;
    case 10:
        ask(c, who, "start", below(c, 2) ? "{}" : "{\"practice\":true}");
        return;
    case 11:
        snprintf(with, sizeof with, "{\"visitor\":%u}", below(c, GUESTS + 1));
        ask(c, who, below(c, 2) ? "show_out" : "let_in", with);
        return;
    default:
        /* What games bring. */
        party_fold(&c->party, &(struct party_fact){LEVEL_WON, {NUM(1 + below(c, 9)), NUM(3)}});
        if (c->party.lobby.book->game->decks)
            party_fold(&c->party,
                       &(struct party_fact){CARD_SEEN,
                                            {TEXT(str_of(c->party.lobby.book->game->decks[0])),
                                             NUM(below(c, DECK_ENTRIES))}});
        if (c->party.playing && below(c, 2))
            take_fact(c, PARTY_FACT(game_left, .why = (int)below(c, GAME_ENDS)));
        return;
    }
}

/* ---- tests ---- */

/* A party made of the lines of a snapshot. */
static bool from_lines(struct party *p, struct str text, enum party_reader reader)
{
    struct jr_problem problem;
    struct party_fact fact;
    struct str line;
    bool fine = true;

    party_init(p);
    while (fine && str_line(&text, &line)) {
        json_t *json = jr_parse(line, &problem);

        fine = json && party_fact_read(&fact, json, reader);
        if (fine)
            party_fold(p, &fact);
        json_decref(json);
    }
    return fine;
}

static void a_snapshot_makes_the_same_party(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        struct crowd c;

        crowd_init(&c, seed);
        for (int i = 0; i < ORDERS_ASKED; i++) {
            struct buf text = {0}, again = {0};
            struct party copy;

            ask_anything(&c);
            if (i % 16)
                continue;
            party_snapshot(&c.party, &text);
            assert_true(from_lines(&copy, buf_str(&text), PARTY_STRICT));
            party_snapshot(&copy, &again);
            assert_string_equal(buf_cstr(&text), buf_cstr(&again));
            assert_int_equal(copy.guests, c.party.guests);
            assert_int_equal(copy.players, c.party.players);
            assert_memory_equal(copy.lobby.option, c.party.lobby.option, sizeof copy.lobby.option);
            party_fini(&copy);
            buf_fini(&text);
            buf_fini(&again);
        }
        assert_true(c.taken > 100 && c.refused > 100);
        crowd_fini(&c);
    }
}

/* Whatever a snapshot says, folding it is safe. */
static void a_damaged_snapshot_does_no_harm(void **state)
{
    struct crowd c;
    struct buf text = {0}, scrap = {0};

    (void)state;
    crowd_init(&c, 3);
    for (int i = 0; i < ORDERS_ASKED; i++)
        ask_anything(&c);
    party_snapshot(&c.party, &text);
    for (int i = 0; i < 1000; i++) {
        struct str all = buf_str(&text), line;
        struct party copy;

        buf_clear(&scrap);
        while (str_line(&all, &line)) {
            size_t from = scrap.len;

            if (below(&c, 8) == 0)
                continue;
            buf_add(&scrap, line);
            if (below(&c, 4) == 0) {
                char *digit = scrap.at + from + below(&c, (uint32_t)line.len);

                if (*digit >= '0' && *digit <= '9')
                    *digit = (char)('0' + below(&c, 10));
            }
            buf_addc(&scrap, '\n');
        }
        from_lines(&copy, buf_str(&scrap), PARTY_LENIENT);
        assert_in_range(copy.players, 0, PLAYERS_MAX);
        assert_in_range(copy.guests, 0, GUESTS_MAX);
        for (int k = 0; k < copy.players; k++) {
            assert_true(copy.player[k].seat < SEATS_MAX);
            assert_true(copy.player[k].mark < MARKS);
        }
        party_fini(&copy);
    }
    buf_fini(&text);
    buf_fini(&scrap);
    crowd_fini(&c);
}

static void facts_of_snapshots_fit_nowhere_else(void **state)
{
    struct crowd c;

    (void)state;
    crowd_init(&c, 1);
    for (int kind = 0; kind < PARTY_FACT_KINDS; kind++) {
        struct party_fact f = {.kind = (uint8_t)kind};

        if (party_fact_kept(&f))
            assert_false(fact_check(&c.party, false, &f));
    }
    crowd_fini(&c);
}

static void a_lenient_reader_passes_over_what_it_does_not_know(void **state)
{
    static const char line[] =
        "{\"is\":\"door_locked\",\"why\":\"draught\",\"on\":true,\"since\":3}\n";
    struct party p;

    (void)state;
    party_facts_init();
    assert_false(from_lines(&p, str_of(line), PARTY_STRICT));
    party_fini(&p);
    assert_true(from_lines(&p, str_of(line), PARTY_LENIENT));
    assert_true(p.locked);
    party_fini(&p);
    assert_false(from_lines(&p, STR("{\"is\":\"door_painted\",\"on\":true}\n"), PARTY_LENIENT));
    party_fini(&p);
}

static void doors_that_nobody_can_open_are_not_closed(void **state)
{
    struct crowd c;

    (void)state;
    crowd_init(&c, 1);
    assert_true(ask(&c, 0, "sit", "{\"name\":\"Ann\"}") && ask(&c, 0, "lock", "{\"on\":true}"));
    assert_false(ask(&c, 1, "sit", "{\"name\":\"Ben\"}"));
    assert_true(ask(&c, 0, "rise", "{\"player\":1}"));
    assert_true(ask(&c, 1, "sit", "{\"name\":\"Ben\"}"));
    assert_int_equal(c.party.host, 2);
    assert_false(ask(&c, 0, "sit", "{\"name\":\"Ann\"}"));
    crowd_fini(&c);
}

static void why_a_game_ended_is_known_until_the_next(void **state)
{
    struct crowd c;

    (void)state;
    crowd_init(&c, 1);
    for (int i = 0; i < 4; i++)
        assert_true(i ? ask(&c, 0, "add_bot", "{\"level\":\"easy\"}")
                      : ask(&c, 0, "sit", "{\"name\":\"Ann\"}"));
    assert_true(ask(&c, 0, "start", "{}"));
    assert_int_equal(c.party.games, 1);
    take_fact(&c, PARTY_FACT(game_left, .why = END_EDITION));
    assert_int_equal(c.party.end, END_EDITION);
    assert_true(ask(&c, 0, "start", "{}"));
    assert_int_equal(c.party.end, END_ASKED);
    crowd_fini(&c);
}

/* What goes with an option is chosen with it, and can be taken back. */
static void an_option_brings_another_as_a_default(void **state)
{
    int found = 0;

    (void)state;
    for (int g = 0; g < registry_count(); g++) {
        const struct book *b = registry_at(g);
        struct setup all = {0};
        struct crowd c;
        char text[128];
        int value;

        if (!b->game->brings)
            continue;
        crowd_init(&c, 1);
        snprintf(text, sizeof text, "{\"game\":\"%s\"}", b->game->id);
        assert_true(ask(&c, 0, "sit", "{\"name\":\"Ann\"}") && ask(&c, 0, "choose", text));
        for (int i = 0; i < b->options; i++) {
            setup_default(&all, b);
            all.option[i] = 1;
            int brought = b->option[i]->type == OPTION_BOOL ? b->game->brings(&all, i, &value) : -1;
            if (brought < 0)
                continue;
            found++;
            snprintf(text, sizeof text, "{\"option\":\"%s\",\"value\":\"true\"}",
                     b->option[i]->name);
            assert_true(ask(&c, 0, "set", text));
            assert_int_equal(c.party.lobby.option[i], 1);
            assert_int_equal(c.party.lobby.option[brought], value);
            snprintf(text, sizeof text, "{\"option\":\"%s\",\"value\":\"%s\"}",
                     b->option[brought]->name, value ? "false" : "true");
            assert_true(ask(&c, 0, "set", text));
            assert_int_equal(c.party.lobby.option[i], 1);
            assert_int_equal(c.party.lobby.option[brought], !value);
        }
        crowd_fini(&c);
    }
    assert_true(found > 0);
}

int main(void)
{
    registry_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_snapshot_makes_the_same_party),
        cmocka_unit_test(a_damaged_snapshot_does_no_harm),
        cmocka_unit_test(facts_of_snapshots_fit_nowhere_else),
        cmocka_unit_test(a_lenient_reader_passes_over_what_it_does_not_know),
        cmocka_unit_test(doors_that_nobody_can_open_are_not_closed),
        cmocka_unit_test(why_a_game_ended_is_known_until_the_next),
        cmocka_unit_test(an_option_brings_another_as_a_default),
    };
    int failed = cmocka_run_group_tests_name("party", tests, NULL, NULL);
    registry_fini();
    return failed;
}
