/* Orders about people: who sits down, stands up, is shown out, and bots. */
#include "party/alike.h"
#include "party/name.h"
#include "party/order_decide.h"

/* A device gets a number. */
static uint16_t introduce_device(struct order *o, const struct order_scene *s,
                                 const struct key *key, bool screen)
{
    const struct party *p = s->party;

    if (p->guests == GUESTS_MAX) {
        /* Somebody who only watched, long ago, makes room. */
        for (int i = 0; i < p->guests; i++) {
            uint16_t id = p->guest[i].id;

            if (!party_has_player(p, id) && id != p->host && !s->here(s->arg, id)) {
                DECIDED(o, guest_forgotten, .guest = id);
                break;
            }
        }
        if (!o->facts) {
            order_refuse_number(o, "too_many_guests", "limit", GUESTS_MAX);
            return NO_GUEST;
        }
    }
    key_write(key, o->key);
    uint16_t guest = party_next_guest(p);
    DECIDED(o, guest_came, .guest = guest, .key = str_n(o->key, KEY_TEXT), .screen = screen);
    return guest;
}

/* So does a guest that does something for the first time. */
static uint16_t introduce(struct order *o, const struct order_scene *s)
{
    return s->guest != NO_GUEST ? s->guest : introduce_device(o, s, s->key, s->screen);
}

uint16_t order_introduce(struct order *o, const struct order_scene *s, const struct key *key,
                         bool screen)
{
    const struct guest *g = party_guest_by_key(s->party, key);

    return g ? g->id : introduce_device(o, s, key, screen);
}

/* ---- sitting down and standing up ---- */

static bool take_name(struct order *o, const struct order_scene *s, struct str typed,
                      uint16_t except)
{
    if (!line_clean(typed, NAME_CHARS, NAME_BYTES, &o->text))
        return order_refuse_number(o, "name", "limit", NAME_CHARS);
    if (filter_stops(s->filter, party_filter(s->party), s->party->lobby.language,
                     buf_str(&o->text)))
        return order_refuse(o, "name_filtered");
    for (int i = 0; i < s->party->players; i++) {
        const struct player *p = &s->party->player[i];

        if (p->id == except)
            continue;
        if (str_eq(player_name(p), buf_str(&o->text)))
            return order_refuse(o, "name_taken");
        if (names_alike(player_name(p), buf_str(&o->text)))
            return order_refuse(o, "name_alike");
    }
    return true;
}

static bool table_has_place(struct order *o, const struct order_scene *s)
{
    if (s->party->players >= party_places(s->party))
        return order_refuse_number(o, "table_full", "limit", party_places(s->party));
    return true;
}

bool decide_sit(struct order *o, const struct order_scene *s, const struct value *v)
{
    const struct party *p = s->party;
    int64_t mark = v[1].i ? v[1].i - 1 : party_free_mark(p);

    /* Where nobody is left to open the doors, whoever sits down first is the host. */
    if (p->locked && p->host != NO_GUEST && !scene_is_host(s))
        return order_refuse(o, "door_locked");
    if (s->screen)
        return order_refuse(o, "screen_sits");
    if (!table_has_place(o, s) || !take_name(o, s, v[0].s, NO_PLAYER))
        return false;
    if (!party_mark_free(p, mark, NO_PLAYER))
        return order_refuse(o, "mark_taken");
    uint16_t guest = introduce(o, s);
    if (guest == NO_GUEST)
        return false;
    DECIDED(o, player_sat, .player = party_next_player(p), .guest = guest,
            .name = buf_str(&o->text), .mark = mark);
    if (p->host == NO_GUEST)
        DECIDED(o, host_changed, .guest = guest);
    return true;
}

bool decide_greet(struct order *o, const struct order_scene *s, const struct value *v)
{
    (void)v;
    if (s->guest != NO_GUEST)
        return order_refuse(o, "known");
    return introduce(o, s) != NO_GUEST;
}

bool decide_change(struct order *o, const struct order_scene *s, const struct value *v)
{
    const struct player *p = scene_player(s, v[0].i);

    if (!p)
        return order_refuse(o, "no_player");
    if (player_is_bot(p) ? !scene_is_host(s) : p->guest != s->guest)
        return order_refuse(o, "not_yours");
    int64_t mark = v[2].i ? v[2].i - 1 : p->mark;
    struct str name = v[1].s.len ? v[1].s : player_name(p);
    if (!take_name(o, s, name, p->id))
        return false;
    if (!party_mark_free(s->party, mark, p->id))
        return order_refuse(o, "mark_taken");
    DECIDED(o, player_changed, .player = p->id, .name = buf_str(&o->text), .mark = mark);
    return true;
}

static bool has_other_player(const struct party *p, uint16_t guest, uint16_t without)
{
    for (int i = 0; i < p->players; i++) {
        if (p->player[i].guest == guest && p->player[i].id != without)
            return true;
    }
    return false;
}

/* The first guest that has a player other than `without`, the ones that are here before the rest.
 */
static uint16_t heir(const struct order_scene *s, uint16_t without)
{
    uint16_t best = NO_GUEST;

    if (s->party->second != NO_GUEST && s->here(s->arg, s->party->second) &&
        has_other_player(s->party, s->party->second, without))
        return s->party->second;

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

static void stand_up(struct order *o, const struct order_scene *s, const struct player *p)
{
    DECIDED(o, player_rose, .player = p->id);
    if (player_person(p) && p->guest == s->party->host &&
        !has_other_player(s->party, p->guest, p->id))
        DECIDED(o, host_changed, .guest = heir(s, p->id));
    if (scene_game_runs(s) && p->seat != NO_SEAT) {
        o->then = THEN_ACT;
        o->action = ACT_FREE;
        o->v = NUM(p->seat);
    }
}

bool decide_rise(struct order *o, const struct order_scene *s, const struct value *v)
{
    const struct player *p = scene_player(s, v[0].i);

    if (!p)
        return order_refuse(o, "no_player");
    if (p->guest != s->guest || s->guest == NO_GUEST)
        return order_refuse(o, "not_yours");
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

/* The device is shown out and stays out. */
static void bar(struct order *o, const struct order_scene *s, const struct key *key)
{
    o->dismisses = true;
    o->dismiss = *key;
    if (!s->log_bars)
        return;
    key_write(key, o->other_key);
    DECIDED(o, guest_barred, .key = str_n(o->other_key, KEY_TEXT));
}

bool decide_remove(struct order *o, const struct order_scene *s, const struct value *v)
{
    const struct player *p = scene_player(s, v[0].i);

    if (!p)
        return order_refuse(o, "no_player");
    if (player_person(p) && p->guest == s->party->host && !scene_is_first(s))
        return order_refuse(o, "not_host");
    stand_up(o, s, p);
    /* Whoever lends a device to others stays for them, and a host does not show itself out. */
    if (p->guest != s->guest && players_of(s->party, p->guest) == 1)
        bar(o, s, &party_guest(s->party, p->guest)->key);
    return true;
}

/* ---- visitors: devices without a player ---- */

bool decide_show_out(struct order *o, const struct order_scene *s, const struct value *v)
{
    struct visitor who;

    if (!s->visitor(s->arg, v[0].i, &who))
        return order_refuse(o, "no_visitor");
    if (key_same(&who.key, s->key))
        return order_refuse(o, "host_stays");
    bar(o, s, &who.key);
    return true;
}

bool decide_let_in(struct order *o, const struct order_scene *s, const struct value *v)
{
    struct visitor who;

    if (!s->visitor(s->arg, v[0].i, &who) || !who.knocks)
        return order_refuse(o, "no_visitor");
    return introduce_device(o, s, &who.key, who.screen) != NO_GUEST;
}

/* ---- bots ---- */

static const char *const bot_names[] = {"Ada",  "Bit",  "Cleo", "Dot",  "Echo", "Fizz", "Gizmo",
                                        "Hugo", "Iris", "Juno", "Kiki", "Lumi", "Momo", "Nova"};

bool decide_add_bot(struct order *o, const struct order_scene *s, const struct value *v)
{
    const struct party *p = s->party;

    if (!table_has_place(o, s))
        return false;
    /* There are as many names as places, so one is free. */
    for (size_t i = 0; i < sizeof bot_names / sizeof bot_names[0]; i++) {
        if (!take_name(o, s, str_of(bot_names[i]), NO_PLAYER))
            continue;
        o->refusal = NULL;
        DECIDED(o, bot_sat, .player = party_next_player(p), .name = buf_str(&o->text),
                .mark = party_free_mark(p), .level = (int)v[0].i + 1);
        return true;
    }
    return order_refuse(o, "name_taken");
}

bool decide_set_bot(struct order *o, const struct order_scene *s, const struct value *v)
{
    const struct player *p = scene_player(s, v[0].i);

    if (!p || !player_is_bot(p))
        return order_refuse(o, "no_player");
    DECIDED(o, bot_set, .player = p->id, .level = (int)v[1].i + 1);
    return true;
}

bool decide_bot_for(struct order *o, const struct order_scene *s, const struct value *v)
{
    const struct player *p = scene_player(s, v[0].i);

    if (!p || !player_person(p) || p->seat == NO_SEAT)
        return order_refuse(o, "no_player");
    if (!scene_game_runs(s))
        return order_refuse(o, "no_game");
    if (s->here(s->arg, p->guest))
        return order_refuse(o, "player_here");
    if (p->rank != RANK_NONE)
        return order_refuse(o, "bot_plays");
    DECIDED(o, bot_set, .player = p->id, .level = (int)v[1].i + 1);
    if (seats_has(s->match->table->core.away, p->seat)) {
        o->then = THEN_ACT;
        o->action = ACT_RETURN;
        o->v = NUM(p->seat);
    }
    return true;
}

/* Whoever learns says so, or the host does: also in the middle of a game, as with the clocks. */
bool decide_learn(struct order *o, const struct order_scene *s, const struct value *v)
{
    const struct player *p = scene_player(s, v[0].i);

    if (!p || !player_person(p))
        return order_refuse(o, "no_player");
    if (p->guest != s->guest && !scene_is_host(s))
        return order_refuse(o, "not_yours");
    if (p->learning == (v[1].i != 0))
        return true;
    if (!s->log_of_today)
        return order_refuse(o, "game_runs"); /* in a log of an earlier format */
    DECIDED(o, learner_named, .player = p->id, .on = v[1].i);
    return true;
}
