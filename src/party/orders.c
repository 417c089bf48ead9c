#include "party/orders.h"

#include "party/alike.h"
#include "party/order_decide.h"
#include "rules/registry.h"

#include <assert.h>

/* ---- collecting ---- */

bool order_refuse(struct order *o, const char *key)
{
    o->refusal = key;
    return false;
}

bool order_refuse_number(struct order *o, const char *key, const char *name, int64_t number)
{
    o->arg_name = name;
    o->arg = number;
    return order_refuse(o, key);
}

void order_fact(struct order *o, struct party_fact f)
{
    assert(o->facts < ORDER_FACTS);
    o->fact[o->facts++] = f;
}

bool scene_game_runs(const struct order_scene *s)
{
    return s->match && !s->match->table->core.outcome;
}

const struct player *scene_player(const struct order_scene *s, int64_t id)
{
    const struct player *p = party_player(s->party, id);

    return p && !p->left ? p : NULL;
}

bool scene_is_host(const struct order_scene *s)
{
    return party_hosts(s->party, s->guest);
}

/* ---- what is played ---- */

/* Names that are there already stay, and are shown by their first letter. */
static bool decide_filter(struct order *o, const struct order_scene *s, const struct value *v)
{
    if (!s->log_of_today)
        return order_refuse(o, "game_runs"); /* in a log of an earlier format */
    DECIDED(o, filter_set, .level = (int)v[0].i);
    return true;
}

static bool decide_choose(struct order *o, const struct order_scene *s, const struct value *v)
{
    const struct book *b = registry_find(v[0].s);

    if (!b)
        return order_refuse(o, "no_such_game");
    if (scene_game_runs(s))
        return order_refuse(o, "game_runs");
    DECIDED(o, game_chosen, .game = str_of(b->game->id));
    return true;
}

/* What goes with an option is chosen with it; the host may take it back. */
static void set_what_it_brings(struct order *o, const struct setup *next, struct str name)
{
    const struct book *b = next->book;
    int value, brought = -1;

    for (int i = 0; b->game->brings && i < b->options; i++) {
        if (str_is(name, b->option[i]->name))
            brought = b->game->brings(next, i, &value);
    }
    if (brought < 0)
        return;
    const struct option_spec *spec = b->option[brought];
    assert(spec->type == OPTION_BOOL); /* nothing else is brought yet */
    DECIDED(o, option_set, .option = str_of(spec->name), .value = str_of(value ? "true" : "false"));
}

static bool decide_set(struct order *o, const struct order_scene *s, const struct value *v)
{
    struct setup next = s->party->lobby;
    struct setup_problem problem;

    if (scene_game_runs(s))
        return order_refuse(o, "game_runs");
    if (!setup_option(&next, v[0].s, v[1].s, &problem))
        return order_refuse(o, "option");
    DECIDED(o, option_set, .option = v[0].s, .value = v[1].s);
    set_what_it_brings(o, &next, v[0].s);
    return true;
}

static bool decide_language(struct order *o, const struct order_scene *s, const struct value *v)
{
    if (scene_game_runs(s))
        return order_refuse(o, "game_runs");
    DECIDED(o, language_set, .language = (int)v[0].i);
    return true;
}

/* Also in the middle of a game: that is when somebody notices that it is too fast. */
static bool decide_clocks(struct order *o, const struct order_scene *s, const struct value *v)
{
    if (v[0].i == (int64_t)s->party->clocks)
        return true;
    if (!s->log_of_today)
        return order_refuse(o, "game_runs"); /* in a log of an earlier format */
    DECIDED(o, clocks_set, .clocks = (int)v[0].i);
    return true;
}

/* ---- games ---- */

const char *lobby_problem(const struct party *p, struct setup *out, int64_t *limit)
{
    struct setup s = p->lobby;
    int seats = 0;

    s.youngest = 0;
    for (int i = 0; i < p->players; i++) {
        if (p->player[i].left)
            continue;
        if (p->player[i].id == p->youngest)
            s.youngest = seats;
        seats++;
    }
    s.seats = seats;
    if (out)
        *out = s;
    *limit = seats < s.book->game->min_seats ? s.book->game->min_seats : s.book->game->max_seats;
    if (seats < s.book->game->min_seats)
        return "too_few";
    if (seats > s.book->game->max_seats)
        return "too_many";
    *limit = party_decks_lack(p);
    if (*limit)
        return "decks_lack";
    return s.book->game->check ? s.book->game->check(&s) : NULL;
}

int lobby_team(const struct setup *s, int seat)
{
    return s->book->game->team ? s->book->game->team(s, seat) : -1;
}

static bool begin(struct order *o, const struct order_scene *s, bool practice)
{
    const struct book *b = s->party->lobby.book;
    int64_t limit;
    const char *problem = lobby_problem(s->party, NULL, &limit);

    if (problem)
        return order_refuse_number(o, problem, "limit", limit);
    if (practice && !b->game->round)
        return order_refuse(o, "no_practice");
    o->explain = !party_met(s->party, b);
    DECIDED(o, game_began, .practice = practice);
    o->then = THEN_BEGIN;
    return true;
}

static bool decide_start(struct order *o, const struct order_scene *s, const struct value *v)
{
    if (scene_game_runs(s))
        return order_refuse(o, "game_runs");
    return begin(o, s, v[0].i);
}

static bool decide_again(struct order *o, const struct order_scene *s, const struct value *v)
{
    (void)v;
    if (!s->match)
        return order_refuse(o, "no_game");
    return decide_start(o, s, &NUM(false));
}

static bool decide_harder(struct order *o, const struct order_scene *s, const struct value *v)
{
    struct setup now, next;
    int64_t limit;

    (void)v;
    if (!s->match)
        return order_refuse(o, "no_game");
    if (scene_game_runs(s))
        return order_refuse(o, "game_runs");
    lobby_problem(s->party, &now, &limit); /* what is harder may depend on how many there are */
    if (!setup_harder(&now, &next))
        return order_refuse(o, "hardest");
    for (int i = 0; i < now.book->options; i++) {
        const struct option_spec *spec = now.book->option[i];

        if (now.option[i] == next.option[i])
            continue;
        buf_clear(&o->value[i]);
        option_text(spec, next.option[i], &o->value[i]);
        DECIDED(o, option_set, .option = str_of(spec->name), .value = buf_str(&o->value[i]));
    }
    return begin(o, s, false);
}

static bool decide_lobby(struct order *o, const struct order_scene *s, const struct value *v)
{
    (void)v;
    if (!s->match)
        return order_refuse(o, "no_game");
    DECIDED(o, game_left, .why = END_ASKED);
    o->then = THEN_LEAVE;
    return true;
}

static bool decide_go(struct order *o, const struct order_scene *s, const struct value *v)
{
    (void)v;
    if (!s->match)
        return order_refuse(o, "no_game");
    o->then = THEN_GO;
    return true;
}

static bool table_action(struct order *o, const struct order_scene *s, int action, struct value v)
{
    if (!s->match)
        return order_refuse(o, "no_game");
    o->then = THEN_ACT;
    o->action = action;
    o->v = v;
    return true;
}

static bool decide_pause(struct order *o, const struct order_scene *s, const struct value *v)
{
    (void)v;
    return table_action(o, s, ACT_PAUSE, NUM(0));
}

static bool decide_resume(struct order *o, const struct order_scene *s, const struct value *v)
{
    (void)v;
    return table_action(o, s, ACT_RESUME, NUM(0));
}

static bool decide_skip(struct order *o, const struct order_scene *s, const struct value *v)
{
    if (s->match && v[0].i >= s->match->setup.seats)
        return order_refuse(o, "no_player");
    return table_action(o, s, ACT_SKIP, v[0]);
}

/* ---- the table ---- */

/* Marks and places are written from 0 in the protocol; an optional mark is moved by one when it is
 * read, so that 0 can mean "any". */
const struct order_spec order_specs[] = {
    {"sit", "name:text mark:int:0..13?", false, decide_sit},
    {"change", "player:int name:text? mark:int:0..13?", false, decide_change},
    {"rise", "player:int", false, decide_rise},
    {"greet", "", false, decide_greet},
    {"take", "ticket:text", false, decide_take},
    {"add_bot", "level:" BOT_LEVEL_NAMES, true, decide_add_bot},
    {"set_bot", "player:int level:" BOT_LEVEL_NAMES, true, decide_set_bot},
    {"remove", "player:int", true, decide_remove},
    {"show_out", "visitor:int", true, decide_show_out},
    {"let_in", "visitor:int", true, decide_let_in},
    {"give", "visitor:int player:int", true, decide_give},
    {"move", "player:int to:int", true, decide_move},
    {"swap", "player:int with:int", true, decide_swap},
    {"learn", "player:int on:bool", false, decide_learn},
    {"mix", "", true, decide_mix},
    {"youngest", "player:int", true, decide_youngest},
    {"hand_over", "player:int", true, decide_hand_over},
    {"second", "player:int", true, decide_second},
    {"lock", "on:bool", true, decide_lock},
    {"filter", "level:" FILTER_LEVEL_NAMES, true, decide_filter},
    {"password", "password:text?", true, decide_password},
    {"hide_code", "on:bool", true, decide_hide_code},
    {"veil", "word:text on:bool", true, decide_veil},
    {"places", "places:int:0..14", true, decide_places},
    {"choose", "game:text", true, decide_choose},
    {"set", "option:text value:text", true, decide_set},
    {"language", "language:en|de|fr", true, decide_language},
    {"clocks", "clocks:" CLOCKS_NAMES, true, decide_clocks},
    {"keep_deck", "deck:int? game:text kind:text", true, decide_keep_deck},
    {"use_deck", "deck:int use:" DECK_USE_NAMES, true, decide_use_deck},
    {"drop_deck", "deck:int", true, decide_drop_deck},
    {"start", "practice:bool?", true, decide_start},
    {"go", "", true, decide_go},
    {"pause", "", true, decide_pause},
    {"resume", "", true, decide_resume},
    {"skip", "seat:seat", true, decide_skip},
    {"bot_for", "player:int level:" BOT_LEVEL_NAMES "?", true, decide_bot_for},
    {"again", "", true, decide_again},
    {"harder", "", true, decide_harder},
    {"lobby", "", true, decide_lobby},
};

enum { ORDERS = sizeof order_specs / sizeof order_specs[0] };

static struct schema schemas[ORDERS];

void orders_init(void)
{
    names_alike(STR("Ann"), STR("Ben")); /* its table is read now, not while tables wait */
    for (int i = 0; i < ORDERS; i++) {
        int code = schema_parse(&schemas[i], order_specs[i].args);
        assert(code == 0);
        (void)code;
    }
}

int order_count(void)
{
    return ORDERS;
}

const struct schema *order_schema(int i)
{
    return &schemas[i];
}

static int find_order(struct str name)
{
    for (int i = 0; i < ORDERS; i++) {
        if (str_is(name, order_specs[i].name))
            return i;
    }
    return -1;
}

static void begin_order(struct order *o)
{
    o->facts = 0;
    o->then = THEN_NOTHING;
    o->explain = false;
    o->dismisses = false;
    o->refusal = NULL;
    o->arg_name = NULL;
    buf_clear(&o->text);
}

bool order_decide(struct order *o, const struct order_scene *s, struct str name, const json_t *with)
{
    static const struct names seats_only = {.seats = SEATS_MAX};
    struct schema_problem wrong;
    struct args args;
    int i = find_order(name);

    begin_order(o);
    if (i < 0)
        return order_refuse(o, "no_such_action");
    json_t *empty = with ? NULL : json_object();
    bool decoded = schema_decode(&schemas[i], &seats_only, with ? with : empty, &args, &wrong);
    json_decref(empty);
    if (!decoded)
        return order_refuse(o, "arguments");
    int mark = schema_find(&schemas[i], STR("mark"));
    if (mark >= 0 && with && json_object_get(with, "mark"))
        args.v[mark].i++;
    if (order_specs[i].host && !scene_is_host(s))
        return order_refuse(o, "not_host");
    return order_specs[i].decide(o, s, args.v);
}

void order_fini(struct order *o)
{
    buf_fini(&o->text);
    for (int i = 0; i < OPTIONS_MAX; i++)
        buf_fini(&o->value[i]);
}
