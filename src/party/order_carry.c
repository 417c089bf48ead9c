/* Orders about people who change their device: by a ticket that the old one has shown, or by the
 * host, who has been asked. */
#include "party/order_decide.h"

/* Players of one device, or one of them, and what the device was at this table. */
static bool carry(struct order *o, const struct order_scene *s, const struct ticket *from,
                  uint16_t to)
{
    const struct party *p = s->party;
    bool stays = false;

    for (int i = 0; i < p->players; i++) {
        const struct player *q = &p->player[i];

        if (q->guest != from->guest)
            continue;
        if (from->player == NO_PLAYER || from->player == q->id)
            DECIDED(o, player_carried, .player = q->id, .guest = to);
        else
            stays = true;
    }
    if (!stays && p->host == from->guest)
        DECIDED(o, host_changed, .guest = to);
    if (!stays && p->second == from->guest && p->host != to)
        DECIDED(o, second_named, .guest = to);
    return true;
}

static bool holds_a_player(const struct party *p, const struct ticket *t)
{
    for (int i = 0; i < p->players; i++) {
        if (p->player[i].guest == t->guest &&
            (t->player == NO_PLAYER || t->player == p->player[i].id))
            return true;
    }
    return false;
}

/* A ticket is good once: whom it carries has left the device that it is of. */
bool decide_take(struct order *o, const struct order_scene *s, const struct value *v)
{
    struct ticket from;

    if (s->screen)
        return order_refuse(o, "screen_sits");
    if (!s->log_of_today)
        return order_refuse(o, "game_runs");
    if (!s->ticket(s->arg, v[0].s, &from) || !holds_a_player(s->party, &from))
        return order_refuse(o, "no_ticket");
    if (from.guest == s->guest)
        return order_refuse(o, "ticket_own");
    uint16_t to = order_introduce(o, s, s->key, false);
    return to != NO_GUEST && carry(o, s, &from, to);
}

/* The host says yes to whoever has asked for a player whose device is away. */
bool decide_give(struct order *o, const struct order_scene *s, const struct value *v)
{
    const struct player *p = scene_player(s, v[1].i);
    struct visitor who;

    if (!s->claimant(s->arg, v[0].i, &who) || who.claim != v[1].i)
        return order_refuse(o, "no_visitor");
    if (!p || !player_person(p))
        return order_refuse(o, "no_player");
    if (s->here(s->arg, p->guest))
        return order_refuse(o, "player_here");
    if (p->guest == s->party->host && !scene_is_first(s))
        return order_refuse(o, "not_host");
    if (!s->log_of_today)
        return order_refuse(o, "game_runs");
    uint16_t to = order_introduce(o, s, &who.key, false);
    return to != NO_GUEST && carry(o, s, &(struct ticket){p->guest, p->id}, to);
}
