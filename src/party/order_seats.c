/* Orders about the order of seats: it decides who plays with whom, so the lobby lets the host
 * choose it, or leave it to chance. */
#include "base/rng.h"
#include "party/order_decide.h"

bool decide_move(struct order *o, const struct order_scene *s, const struct value *v)
{
    if (!scene_player(s, v[0].i))
        return order_refuse(o, "no_player");
    if (v[1].i >= s->party->players)
        return order_refuse_number(o, "place", "limit", s->party->players);
    DECIDED(o, player_moved, .player = v[0].i, .to = v[1].i);
    return true;
}

bool decide_youngest(struct order *o, const struct order_scene *s, const struct value *v)
{
    if (v[0].i != NO_PLAYER && !scene_player(s, v[0].i))
        return order_refuse(o, "no_player");
    DECIDED(o, youngest_named, .player = v[0].i);
    return true;
}

/* A running game keeps its seats; the order is that of the next one. */
static int place_of(const struct order_scene *s, int64_t player)
{
    return (int)(scene_player(s, player) - s->party->player);
}

bool decide_swap(struct order *o, const struct order_scene *s, const struct value *v)
{
    if (!scene_player(s, v[0].i) || !scene_player(s, v[1].i) || v[0].i == v[1].i)
        return order_refuse(o, "no_player");
    int a = place_of(s, v[0].i), b = place_of(s, v[1].i);
    bool first = a < b;

    /* The first of the two goes to the place of the second, who moves up by one, and then to the
     * place of the first. */
    DECIDED(o, player_moved, .player = v[first ? 0 : 1].i, .to = first ? b : a);
    DECIDED(o, player_moved, .player = v[first ? 1 : 0].i, .to = first ? a : b);
    return true;
}

/* Whether somebody has another partner when places[i] sits at i: numbers of teams alone tell
 * nothing. Where there are no teams any other order is one. */
static bool mixed(const struct setup *s, const int place[])
{
    for (int a = 0; a < s->seats; a++) {
        if (lobby_team(s, a) < 0 && place[a] != a)
            return true;
        for (int b = a + 1; b < s->seats && lobby_team(s, a) >= 0; b++) {
            bool now = lobby_team(s, a) == lobby_team(s, b);
            bool before = lobby_team(s, place[a]) == lobby_team(s, place[b]);

            if (now != before)
                return true;
        }
    }
    return false;
}

static void shuffle(struct rng *chance, int place[], int n)
{
    for (int i = 0; i < n; i++)
        place[i] = i;
    for (int i = n - 1; i > 0; i--) {
        int j = (int)rng_below(chance, (uint32_t)i + 1), kept = place[i];

        place[i] = place[j];
        place[j] = kept;
    }
}

bool decide_mix(struct order *o, const struct order_scene *s, const struct value *v)
{
    enum { TRIES = 64 }; /* with two in one team no other order changes anything */
    struct rng chance = rng_at(s->chance, 0);
    int seats[PLAYERS_MAX], place[PLAYERS_MAX], n = 0;
    struct setup setup;
    int64_t limit;

    (void)v;
    lobby_problem(s->party, &setup, &limit);
    for (int i = 0; i < s->party->players; i++) {
        if (!s->party->player[i].left)
            seats[n++] = i;
    }
    if (n < 2)
        return order_refuse(o, "no_player");
    for (int i = 0; i < TRIES; i++) {
        shuffle(&chance, place, n);
        if (mixed(&setup, place))
            break;
    }
    for (int i = 0; i < n; i++)
        DECIDED(o, player_moved, .player = s->party->player[seats[place[i]]].id, .to = i);
    return true;
}
