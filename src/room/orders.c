#include "room/orders.h"

#include "room/name.h"
#include "rules/registry.h"

#include <assert.h>
#include <string.h>

/* ---- collecting ---- */

static bool no(struct order *o, const char *key)
{
    o->refusal = key;
    return false;
}

static bool no_number(struct order *o, const char *key, const char *name, int64_t number)
{
    o->arg_name = name;
    o->arg = number;
    return no(o, key);
}

static void fact(struct order *o, enum party_fact_kind kind, struct value a, struct value b,
                 struct value c, struct value d)
{
    assert(o->facts < ORDER_FACTS);
    o->fact[o->facts++] = (struct party_fact){.kind = (uint8_t)kind, .arg = {a, b, c, d}};
}

#define NONE           ((struct value){0})
#define FACT1(k, a)    fact(o, k, a, NONE, NONE, NONE)
#define FACT2(k, a, b) fact(o, k, a, b, NONE, NONE)

/* A guest that does something for the first time gets a number. */
static uint16_t introduce(struct order *o, const struct order_scene *s)
{
    const struct party *p = s->party;

    if (s->guest != NO_GUEST)
        return s->guest;
    if (p->last_guest == UINT16_MAX) { /* numbers are not used twice */
        no_number(o, "too_many_guests", "limit", UINT16_MAX);
        return NO_GUEST;
    }
    if (p->guests == GUESTS_MAX) {
        /* Somebody who only watched, long ago, makes room. */
        for (int i = 0; i < p->guests; i++) {
            bool seated = false;

            for (int j = 0; j < p->players; j++)
                seated = seated || p->player[j].guest == p->guest[i].id;
            if (!seated && p->guest[i].id != p->host && !s->here(s->arg, p->guest[i].id)) {
                FACT1(GUEST_FORGOTTEN, NUM(p->guest[i].id));
                break;
            }
        }
        if (!o->facts) {
            no_number(o, "too_many_guests", "limit", GUESTS_MAX);
            return NO_GUEST;
        }
    }
    key_write(s->key, o->key);
    fact(o, GUEST_CAME, NUM(p->last_guest + 1), TEXT(str_n(o->key, KEY_TEXT)), NUM(s->screen),
         NONE);
    return (uint16_t)(p->last_guest + 1);
}

static bool game_runs(const struct order_scene *s)
{
    return s->match && !s->match->table->core.outcome;
}

static struct player *find_player(const struct order_scene *s, int64_t id)
{
    struct player *p = party_player((struct party *)s->party, id);

    return p && !p->left ? p : NULL;
}

static bool is_host(const struct order_scene *s)
{
    return s->guest != NO_GUEST && s->guest == s->party->host;
}

/* ---- sitting down and standing up ---- */

static bool take_name(struct order *o, const struct order_scene *s, struct str typed,
                      uint16_t except)
{
    if (!line_clean(typed, NAME_CHARS, NAME_BYTES, &o->text))
        return no_number(o, "name", "limit", NAME_CHARS);
    for (int i = 0; i < s->party->players; i++) {
        const struct player *p = &s->party->player[i];

        if (p->id != except && str_eq(player_name(p), buf_str(&o->text)))
            return no(o, "name_taken");
    }
    return true;
}

static bool room_at_table(struct order *o, const struct order_scene *s)
{
    if (s->party->players == PLAYERS_MAX || s->party->last_player == UINT16_MAX)
        return no_number(o, "table_full", "limit", PLAYERS_MAX);
    return true;
}

static bool decide_sit(struct order *o, const struct order_scene *s, const struct value *v)
{
    const struct party *p = s->party;
    int64_t mark = v[1].i ? v[1].i - 1 : party_free_mark(p);

    if (p->locked && !is_host(s))
        return no(o, "door_locked");
    if (s->screen)
        return no(o, "screen_sits");
    if (!room_at_table(o, s) || !take_name(o, s, v[0].s, NO_PLAYER))
        return false;
    if (!party_mark_free(p, mark, NO_PLAYER))
        return no(o, "mark_taken");
    uint16_t guest = introduce(o, s);
    if (guest == NO_GUEST)
        return false;
    fact(o, PLAYER_SAT, NUM(p->last_player + 1), NUM(guest), TEXT(buf_str(&o->text)), NUM(mark));
    if (p->host == NO_GUEST)
        FACT1(HOST_CHANGED, NUM(guest));
    return true;
}

static bool decide_greet(struct order *o, const struct order_scene *s, const struct value *v)
{
    (void)v;
    if (s->guest != NO_GUEST)
        return no(o, "known");
    return introduce(o, s) != NO_GUEST;
}

static bool decide_change(struct order *o, const struct order_scene *s, const struct value *v)
{
    const struct player *p = find_player(s, v[0].i);

    if (!p)
        return no(o, "no_player");
    if (player_is_bot(p) ? !is_host(s) : p->guest != s->guest)
        return no(o, "not_yours");
    int64_t mark = v[2].i ? v[2].i - 1 : p->mark;
    struct str name = v[1].s.len ? v[1].s : player_name(p);
    if (!take_name(o, s, name, p->id))
        return false;
    if (!party_mark_free(s->party, mark, p->id))
        return no(o, "mark_taken");
    fact(o, PLAYER_CHANGED, NUM(p->id), TEXT(buf_str(&o->text)), NUM(mark), NONE);
    return true;
}

/* The first guest that has a player other than `without`, the ones that are here before the rest.
 */
static uint16_t heir(const struct order_scene *s, uint16_t without)
{
    uint16_t best = NO_GUEST;

    for (int i = 0; i < s->party->players; i++) {
        const struct player *p = &s->party->player[i];

        if (!player_person(p) || p->id == without)
            continue;
        if (s->here(s->arg, p->guest))
            return p->guest;
        if (best == NO_GUEST)
            best = p->guest;
    }
    return best;
}

static bool has_other_player(const struct party *p, uint16_t guest, uint16_t without)
{
    for (int i = 0; i < p->players; i++) {
        if (p->player[i].guest == guest && p->player[i].id != without)
            return true;
    }
    return false;
}

static void stand_up(struct order *o, const struct order_scene *s, const struct player *p)
{
    FACT1(PLAYER_ROSE, NUM(p->id));
    if (player_person(p) && p->guest == s->party->host &&
        !has_other_player(s->party, p->guest, p->id))
        FACT1(HOST_CHANGED, NUM(heir(s, p->id)));
    if (game_runs(s) && p->seat != NO_SEAT) {
        o->then = THEN_ACT;
        o->action = ACT_FREE;
        o->v = NUM(p->seat);
    }
}

static bool decide_rise(struct order *o, const struct order_scene *s, const struct value *v)
{
    const struct player *p = find_player(s, v[0].i);

    if (!p)
        return no(o, "no_player");
    if (p->guest != s->guest || s->guest == NO_GUEST)
        return no(o, "not_yours");
    stand_up(o, s, p);
    return true;
}

static int players_of(const struct party *p, uint16_t guest)
{
    int n = 0;

    for (int i = 0; i < p->players; i++)
        n += guest != NO_GUEST && p->player[i].guest == guest;
    return n;
}

static bool decide_remove(struct order *o, const struct order_scene *s, const struct value *v)
{
    const struct player *p = find_player(s, v[0].i);

    if (!p)
        return no(o, "no_player");
    /* Whoever lends a device to others stays for them, and a host does not show itself out. */
    if (p->guest != s->guest && players_of(s->party, p->guest) == 1)
        o->dismiss = p->guest;
    stand_up(o, s, p);
    return true;
}

/* ---- bots ---- */

static const char *const bot_names[] = {"Ada",  "Bit",  "Cleo", "Dot",  "Echo", "Fizz", "Gizmo",
                                        "Hugo", "Iris", "Juno", "Kiki", "Lumi", "Momo", "Nova"};

static bool decide_add_bot(struct order *o, const struct order_scene *s, const struct value *v)
{
    const struct party *p = s->party;

    if (!room_at_table(o, s))
        return false;
    /* There are as many names as places, so one is free. */
    for (size_t i = 0; i < sizeof bot_names / sizeof bot_names[0]; i++) {
        if (!take_name(o, s, str_of(bot_names[i]), NO_PLAYER))
            continue;
        o->refusal = NULL;
        fact(o, BOT_SAT, NUM(p->last_player + 1), TEXT(buf_str(&o->text)), NUM(party_free_mark(p)),
             NUM(v[0].i + 1));
        return true;
    }
    return no(o, "name_taken");
}

static bool decide_set_bot(struct order *o, const struct order_scene *s, const struct value *v)
{
    const struct player *p = find_player(s, v[0].i);

    if (!p || !player_is_bot(p))
        return no(o, "no_player");
    FACT2(BOT_SET, NUM(p->id), NUM(v[1].i + 1));
    return true;
}

static bool decide_bot_for(struct order *o, const struct order_scene *s, const struct value *v)
{
    const struct player *p = find_player(s, v[0].i);

    if (!p || !player_person(p) || p->seat == NO_SEAT)
        return no(o, "no_player");
    if (!game_runs(s))
        return no(o, "no_game");
    if (s->here(s->arg, p->guest))
        return no(o, "player_here");
    if (p->rank != RANK_NONE)
        return no(o, "bot_plays");
    FACT2(BOT_SET, NUM(p->id), NUM(v[1].i + 1));
    if (seats_has(s->match->table->core.away, p->seat)) {
        o->then = THEN_ACT;
        o->action = ACT_RETURN;
        o->v = NUM(p->seat);
    }
    return true;
}

/* ---- the host ---- */

static bool decide_move(struct order *o, const struct order_scene *s, const struct value *v)
{
    if (!find_player(s, v[0].i))
        return no(o, "no_player");
    if (v[1].i >= s->party->players)
        return no_number(o, "place", "limit", s->party->players);
    FACT2(PLAYER_MOVED, v[0], v[1]);
    return true;
}

static bool decide_youngest(struct order *o, const struct order_scene *s, const struct value *v)
{
    if (v[0].i != NO_PLAYER && !find_player(s, v[0].i))
        return no(o, "no_player");
    FACT1(YOUNGEST_NAMED, v[0]);
    return true;
}

static bool decide_hand_over(struct order *o, const struct order_scene *s, const struct value *v)
{
    const struct player *p = find_player(s, v[0].i);

    if (!p || !player_person(p))
        return no(o, "no_player");
    if (p->guest == s->party->host)
        return no(o, "host_already");
    FACT1(HOST_CHANGED, NUM(p->guest));
    return true;
}

static bool decide_lock(struct order *o, const struct order_scene *s, const struct value *v)
{
    (void)s;
    FACT1(DOOR_LOCKED, v[0]);
    return true;
}

static bool decide_choose(struct order *o, const struct order_scene *s, const struct value *v)
{
    const struct book *b = registry_find(v[0].s);

    if (!b)
        return no(o, "no_such_game");
    if (game_runs(s))
        return no(o, "game_runs");
    FACT1(GAME_CHOSEN, TEXT(str_of(b->game->id)));
    return true;
}

static bool decide_set(struct order *o, const struct order_scene *s, const struct value *v)
{
    struct setup next = s->party->lobby;
    struct setup_problem problem;

    if (game_runs(s))
        return no(o, "game_runs");
    if (!setup_option(&next, v[0].s, v[1].s, &problem))
        return no(o, "option");
    FACT2(OPTION_SET, v[0], v[1]);
    return true;
}

static bool decide_language(struct order *o, const struct order_scene *s, const struct value *v)
{
    if (game_runs(s))
        return no(o, "game_runs");
    FACT1(LANGUAGE_SET, v[0]);
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
    return s.book->game->check ? s.book->game->check(&s) : NULL;
}

static bool begin(struct order *o, const struct order_scene *s)
{
    int64_t limit;
    const char *problem = lobby_problem(s->party, NULL, &limit);

    if (problem)
        return no_number(o, problem, "limit", limit);
    fact(o, GAME_BEGAN, NONE, NONE, NONE, NONE);
    o->then = THEN_BEGIN;
    return true;
}

static bool decide_start(struct order *o, const struct order_scene *s, const struct value *v)
{
    (void)v;
    if (game_runs(s))
        return no(o, "game_runs");
    return begin(o, s);
}

static bool decide_again(struct order *o, const struct order_scene *s, const struct value *v)
{
    (void)v;
    if (!s->match)
        return no(o, "no_game");
    return decide_start(o, s, v);
}

static bool decide_harder(struct order *o, const struct order_scene *s, const struct value *v)
{
    struct setup now, next;
    int64_t limit;

    (void)v;
    if (!s->match)
        return no(o, "no_game");
    if (game_runs(s))
        return no(o, "game_runs");
    lobby_problem(s->party, &now, &limit); /* what is harder may depend on how many there are */
    if (!setup_harder(&now, &next))
        return no(o, "hardest");
    for (int i = 0; i < now.book->options; i++) {
        const struct option_spec *spec = now.book->option[i];

        if (now.option[i] == next.option[i])
            continue;
        buf_clear(&o->value[i]);
        option_text(spec, next.option[i], &o->value[i]);
        FACT2(OPTION_SET, TEXT(str_of(spec->name)), TEXT(buf_str(&o->value[i])));
    }
    return begin(o, s);
}

static bool decide_lobby(struct order *o, const struct order_scene *s, const struct value *v)
{
    (void)v;
    if (!s->match)
        return no(o, "no_game");
    fact(o, GAME_LEFT, NONE, NONE, NONE, NONE);
    o->then = THEN_LEAVE;
    return true;
}

static bool table_action(struct order *o, const struct order_scene *s, int action, struct value v)
{
    if (!s->match)
        return no(o, "no_game");
    o->then = THEN_ACT;
    o->action = action;
    o->v = v;
    return true;
}

static bool decide_pause(struct order *o, const struct order_scene *s, const struct value *v)
{
    (void)v;
    return table_action(o, s, ACT_PAUSE, NONE);
}

static bool decide_resume(struct order *o, const struct order_scene *s, const struct value *v)
{
    (void)v;
    return table_action(o, s, ACT_RESUME, NONE);
}

static bool decide_skip(struct order *o, const struct order_scene *s, const struct value *v)
{
    if (s->match && v[0].i >= s->match->setup.seats)
        return no(o, "no_player");
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
    {"add_bot", "level:" BOT_LEVEL_NAMES, true, decide_add_bot},
    {"set_bot", "player:int level:" BOT_LEVEL_NAMES, true, decide_set_bot},
    {"remove", "player:int", true, decide_remove},
    {"move", "player:int to:int", true, decide_move},
    {"youngest", "player:int", true, decide_youngest},
    {"hand_over", "player:int", true, decide_hand_over},
    {"lock", "on:bool", true, decide_lock},
    {"choose", "game:text", true, decide_choose},
    {"set", "option:text value:text", true, decide_set},
    {"language", "language:en|de|fr", true, decide_language},
    {"start", "", true, decide_start},
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
    o->dismiss = NO_GUEST;
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
        return no(o, "no_such_action");
    json_t *empty = with ? NULL : json_object();
    bool decoded = schema_decode(&schemas[i], &seats_only, with ? with : empty, &args, &wrong);
    json_decref(empty);
    if (!decoded)
        return no(o, "arguments");
    int mark = schema_find(&schemas[i], STR("mark"));
    if (mark >= 0 && with && json_object_get(with, "mark"))
        args.v[mark].i++;
    if (order_specs[i].host && !is_host(s))
        return no(o, "not_host");
    return order_specs[i].decide(o, s, args.v);
}

void order_fini(struct order *o)
{
    buf_fini(&o->text);
    for (int i = 0; i < OPTIONS_MAX; i++)
        buf_fini(&o->value[i]);
}
