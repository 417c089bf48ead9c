#include "party/fact_check.h"

#include "party/name.h"
#include "party/orders.h"
#include "rules/deck_check.h"
#include "rules/registry.h"

#include <string.h>

static const struct player *find_player(const struct party *p, int64_t id)
{
    const struct player *player = party_player((struct party *)p, id);

    return player && !player->left ? player : NULL;
}

static bool names_guest(const struct party *p, int64_t id)
{
    return id > NO_GUEST && id <= UINT16_MAX && party_guest(p, (uint16_t)id);
}

static bool is_clean(struct str name)
{
    struct buf clean = {0};
    bool same = line_clean(name, NAME_CHARS, NAME_BYTES, &clean) && str_eq(buf_str(&clean), name);

    buf_fini(&clean);
    return same;
}

static bool may_sit(const struct party *p, int64_t id, struct str name, int64_t mark)
{
    return p->players < PLAYERS_MAX && id == party_next_player(p) && mark < MARKS && is_clean(name);
}

static bool guest_fits(const struct party *p, const struct value *v)
{
    struct key key;

    return p->guests < GUESTS_MAX && v[0].i == party_next_guest(p) && key_read(&key, v[1].s) &&
           !party_bars(p, &key);
}

/* Neither the host nor anybody with a player. */
static bool may_bar(const struct party *p, struct str text)
{
    struct key key;
    const struct guest *g;

    if (!key_read(&key, text))
        return false;
    g = party_guest_by_key(p, &key);
    return !g || (g->id != p->host && !party_has_player(p, g->id));
}

/* Whoever is no person is played by a bot of some level. */
static bool rank_fits(const struct player *p, int64_t rank)
{
    return p && (player_person(p) || rank != RANK_NONE);
}

/* A person goes to another device, which is no screen. */
static bool may_carry(const struct party *p, const struct player *player, int64_t to)
{
    return player && player_person(player) && names_guest(p, to) && to != player->guest &&
           !party_guest(p, (uint16_t)to)->screen && !party_guest(p, (uint16_t)to)->moved;
}

/* As somebody at the table could have written it. */
static bool deck_fits(const struct party *p, const struct value *v)
{
    const struct book *b = registry_find(v[1].s);
    const struct deck_kind *k = b ? deck_kind_of(b->game, v[2].s) : NULL;
    const struct own_deck *own = party_deck(p, v[0].i);
    struct deck_report report;

    if (!k || (own ? own->kind != k : v[0].i != p->last_deck + 1 || p->decks == OWN_DECKS))
        return false;
    deck_check(b->game, k, v[3].s, &report);
    return !report.wrong;
}

bool fact_check(const struct party *p, bool runs, const struct party_fact *f)
{
    const struct value *v = f->arg;
    struct code code;

    switch ((enum party_fact_kind)f->kind) {
    case ROOM_OPENED:
        return !p->lobby.book && code_read(&code, v[0].s) && registry_find(v[2].s);
    case GUEST_CAME:
        return guest_fits(p, v);
    case GUEST_FORGOTTEN:
        return names_guest(p, v[0].i) && v[0].i != p->host &&
               !party_has_player(p, (uint16_t)v[0].i);
    case GUEST_BARRED:
        return may_bar(p, v[0].s);
    case PLAYER_SAT:
        return may_sit(p, v[0].i, v[2].s, v[3].i) && names_guest(p, v[1].i);
    case BOT_SAT:
        return may_sit(p, v[0].i, v[1].s, v[2].i) && v[3].i != RANK_NONE;
    case PLAYER_CHANGED:
        return find_player(p, v[0].i) && is_clean(v[1].s) && v[2].i < MARKS;
    case PLAYER_ROSE:
        return find_player(p, v[0].i);
    case BOT_SET:
        return rank_fits(find_player(p, v[0].i), v[1].i);
    case PLAYER_MOVED:
        return find_player(p, v[0].i) && v[1].i < p->players;
    case YOUNGEST_NAMED:
        return v[0].i == NO_PLAYER || find_player(p, v[0].i);
    case HOST_CHANGED:
        return v[0].i == NO_GUEST || names_guest(p, v[0].i);
    case FILTER_SET:
        return p->lobby.book != NULL;
    case GAME_CHOSEN:
        return !runs && registry_find(v[0].s);
    case OPTION_SET:
        /* Options come and go with the editions of a game: one that is not known here changes
         * nothing. */
        return !runs && p->lobby.book;
    case CLOCKS_SET:
        return true;
    case LANGUAGE_SET:
        return !runs;
    case GAME_BEGAN:
        return !runs && p->lobby.book; /* with whom and how is asked of its setup */
    case GAME_LEFT:
        return p->playing;
    case SECOND_NAMED:
        return v[0].i == NO_GUEST || (names_guest(p, v[0].i) && v[0].i != p->host);
    case PLACES_SET:
        return v[0].i <= PLAYERS_MAX;
    case PASSWORD_SET:
        return v[0].s.len == 0 || key_read(&(struct key){0}, v[0].s);
    case WORD_VEILED:
        return v[0].s.len > 0;
    case PLAYER_CARRIED:
        return may_carry(p, find_player(p, v[0].i), v[1].i);
    case LEARNER_NAMED:
        return find_player(p, v[0].i) && player_person(find_player(p, v[0].i));
    case CODE_HIDDEN:
        return true;
    case CROWD_SAID:
        return p->playing && crowd_read(&(struct crowd_sum){0}, v[0].i, v[1].i, v[2].i, v[3].s);
    case DEAL_SEALED:
        return !runs && !p->secret_kept && seed_read(&(struct seed){0}, v[0].s);
    case DECK_WRITTEN:
        return deck_fits(p, v);
    case DECK_USED:
    case DECK_DROPPED:
        return party_deck(p, v[0].i) != NULL;
    case DOOR_LOCKED:
    case CARD_SEEN:
    case LEVEL_WON: /* asked of the game that won it (room/log_fold.c) */
        return true;
    case ROOM_KEPT: /* these stand in snapshots only */
    case GUEST_KEPT:
    case PLAYER_KEPT:
    case CARDS_KEPT:
    case DECK_KEPT:
    case DECK_LIES:
    case LEVEL_KEPT:
    case RULING_KEPT:
    case PARTY_FACT_KINDS:
        break;
    }
    return false;
}

bool fact_check_setup(const struct party *p, const struct setup *s)
{
    struct setup lobby;
    int64_t limit;

    const char *problem = lobby_problem(p, &lobby, &limit);
    if (lobby.book != s->book || lobby.seats != s->seats || lobby.youngest != s->youngest ||
        lobby.language != s->language)
        return false;
    /* What another edition let people choose need not be a choice here. */
    return !setup_is_current(s) ||
           (!problem && memcmp(lobby.option, s->option, sizeof lobby.option) == 0);
}
