/*
 * order_decide - what the files that decide orders share: collecting facts and refusals.
 *
 *     if (!scene_is_host(s))
 *         return order_refuse(o, "not_host");
 *     DECIDED(o, door_locked, .on = true);
 *     return true;
 */
#ifndef PARTY_ORDER_DECIDE_H
#define PARTY_ORDER_DECIDE_H

#include "party/orders.h"

/* Both return false, which is what the one who refuses returns. */
bool order_refuse(struct order *o, const char *key);
bool order_refuse_number(struct order *o, const char *key, const char *name, int64_t number);
void order_fact(struct order *o, struct party_fact f);
/* A fact with its arguments by name (party/facts.h). */
#define DECIDED(o, name, ...) order_fact(o, PARTY_FACT(name, __VA_ARGS__))

bool scene_game_runs(const struct order_scene *s);
bool scene_is_host(const struct order_scene *s);  /* or the second one */
bool scene_is_first(const struct order_scene *s); /* the host, nobody else */
/* A player who has not left; NULL: there is none of this number. */
const struct player *scene_player(const struct order_scene *s, int64_t id);

/* The number of a device, which gets one where it has none. NO_GUEST: refused, too many are here.
 */
uint16_t order_introduce(struct order *o, const struct order_scene *s, const struct key *key,
                         bool screen);

typedef bool order_decider(struct order *o, const struct order_scene *s, const struct value *v);
order_decider decide_sit, decide_change, decide_rise, decide_greet, decide_add_bot, decide_set_bot,
    decide_bot_for, decide_remove, decide_show_out, decide_let_in, decide_move, decide_youngest,
    decide_swap, decide_mix, decide_keep_deck, decide_use_deck, decide_drop_deck, decide_hand_over,
    decide_second, decide_lock, decide_password, decide_hide_code, decide_places, decide_veil,
    decide_take, decide_give, decide_learn;

#endif
