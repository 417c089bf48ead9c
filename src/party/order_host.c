/* Orders about the table itself: who leads it, who may come in, what screens show of its code. */
#include "party/order_decide.h"

enum { PASSWORD_MOST = 60 };

bool scene_is_first(const struct order_scene *s)
{
    return s->guest != NO_GUEST && s->guest == s->party->host;
}

bool decide_hand_over(struct order *o, const struct order_scene *s, const struct value *v)
{
    const struct player *p = scene_player(s, v[0].i);

    if (!scene_is_first(s))
        return order_refuse(o, "not_host");
    if (!p || !player_person(p))
        return order_refuse(o, "no_player");
    if (p->guest == s->party->host)
        return order_refuse(o, "host_already");
    DECIDED(o, host_changed, .guest = p->guest);
    return true;
}

/* Somebody who helps to lead; 0: nobody any more. Only the host chooses, the second may leave it.
 */
bool decide_second(struct order *o, const struct order_scene *s, const struct value *v)
{
    const struct player *p = scene_player(s, v[0].i);

    if (!scene_is_first(s) && v[0].i)
        return order_refuse(o, "not_host");
    if (v[0].i && (!p || !player_person(p)))
        return order_refuse(o, "no_player");
    if (p && p->guest == s->party->host)
        return order_refuse(o, "host_already");
    if (!s->log_of_today)
        return order_refuse(o, "game_runs");
    DECIDED(o, second_named, .guest = v[0].i ? p->guest : NO_GUEST);
    return true;
}

bool decide_lock(struct order *o, const struct order_scene *s, const struct value *v)
{
    (void)s;
    DECIDED(o, door_locked, .on = v[0].i);
    return true;
}

/* Its hash alone is kept. Empty: there is none any more. */
bool decide_password(struct order *o, const struct order_scene *s, const struct value *v)
{
    struct str word = str_trim(v[0].s);
    struct key key;

    if (!scene_is_first(s))
        return order_refuse(o, "not_host");
    if (!s->log_of_today)
        return order_refuse(o, "game_runs");
    if (word.len > PASSWORD_MOST)
        return order_refuse_number(o, "password_long", "limit", PASSWORD_MOST);
    if (!word.len) {
        DECIDED(o, password_set, .hash = STR(""));
        return true;
    }
    key_of_password(&key, s->party->code.text, word);
    key_write(&key, o->other_key);
    DECIDED(o, password_set, .hash = str_n(o->other_key, KEY_TEXT));
    return true;
}

bool decide_hide_code(struct order *o, const struct order_scene *s, const struct value *v)
{
    if (!s->log_of_today)
        return order_refuse(o, "game_runs");
    DECIDED(o, code_hidden, .on = v[0].i);
    return true;
}

/* Whoever sits already stays. */
bool decide_places(struct order *o, const struct order_scene *s, const struct value *v)
{
    if (!s->log_of_today)
        return order_refuse(o, "game_runs");
    DECIDED(o, places_set, .places = v[0].i);
    return true;
}

/* No screen shows the word any more, or does again. What the rules count is not touched. */
bool decide_veil(struct order *o, const struct order_scene *s, const struct value *v)
{
    if (!s->match || !v[0].s.len)
        return order_refuse(o, "no_game");
    if (!s->log_of_today)
        return order_refuse(o, "game_runs");
    DECIDED(o, word_veiled, .word = v[0].s, .on = v[1].i);
    return true;
}
