#include "party/fact_check.h"

#include "party/name.h"
#include "party/orders.h"
#include "rules/deck_check.h"
#include "rules/registry.h"

#include <string.h>

static const struct player *find_player(const struct party *p, int64_t id)
{
    const struct player *player = party_player(p, id);

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

static bool guest_fits(const struct party *p, struct party_guest_came f)
{
    struct key key;

    return p->guests < GUESTS_MAX && f.guest == party_next_guest(p) && key_read(&key, f.key) &&
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
    return player_person(p) || rank != RANK_NONE;
}

/* A person goes to another device, which is no screen. */
static bool may_carry(const struct party *p, const struct player *player, int64_t to)
{
    return player_person(player) && names_guest(p, to) && to != player->guest &&
           !party_guest(p, (uint16_t)to)->screen && !party_guest(p, (uint16_t)to)->moved;
}

/* As somebody at the table could have written it. */
static bool deck_fits(const struct party *p, struct party_deck_written f)
{
    const struct book *b = registry_find(f.game);
    const struct deck_kind *k = b ? deck_kind_of(b->game, f.kind) : NULL;
    const struct own_deck *own = party_deck(p, f.deck);
    struct deck_report report;

    if (!k || (own ? own->kind != k : f.deck != p->last_deck + 1 || p->decks == OWN_DECKS))
        return false;
    deck_check(b->game, k, f.text, &report);
    return !report.wrong;
}

static bool room_fits(const struct party *p, struct party_room_opened f)
{
    struct code code;

    return !p->lobby.book && code_read(&code, f.code) && registry_find(f.game);
}

/* Who was never more than there, and does not lead the table. */
static bool may_forget(const struct party *p, int64_t guest)
{
    return names_guest(p, guest) && guest != p->host && !party_has_player(p, (uint16_t)guest);
}

static bool player_fits(const struct party *p, struct party_player_sat f)
{
    return may_sit(p, f.player, f.name, f.mark) && names_guest(p, f.guest);
}

static bool bot_fits(const struct party *p, struct party_bot_sat f)
{
    return may_sit(p, f.player, f.name, f.mark) && f.level != RANK_NONE;
}

/* Those about a player who is there, whose number comes first. */
static bool fits_player(const struct party *p, const struct player *player,
                        const struct party_fact *f)
{
    switch ((enum party_fact_kind)f->kind) {
    case PLAYER_CHANGED:
        return is_clean(party_player_changed_of(f).name) && party_player_changed_of(f).mark < MARKS;
    case PLAYER_ROSE:
        return true;
    case BOT_SET:
        return rank_fits(player, party_bot_set_of(f).level);
    case PLAYER_MOVED:
        return party_player_moved_of(f).to < p->players;
    case PLAYER_CARRIED:
        return may_carry(p, player, party_player_carried_of(f).guest);
    case LEARNER_NAMED:
        return player_person(player);
    default:
        return false;
    }
}

bool fact_check(const struct party *p, bool runs, const struct party_fact *f)
{
    const struct player *player = find_player(p, f->arg[0].i);

    switch ((enum party_fact_kind)f->kind) {
    case ROOM_OPENED:
        return room_fits(p, party_room_opened_of(f));
    case GUEST_CAME:
        return guest_fits(p, party_guest_came_of(f));
    case GUEST_FORGOTTEN:
        return may_forget(p, party_guest_forgotten_of(f).guest);
    case GUEST_BARRED:
        return may_bar(p, party_guest_barred_of(f).key);
    case PLAYER_SAT:
        return player_fits(p, party_player_sat_of(f));
    case BOT_SAT:
        return bot_fits(p, party_bot_sat_of(f));
    case PLAYER_CHANGED:
    case PLAYER_ROSE:
    case BOT_SET:
    case PLAYER_MOVED:
    case PLAYER_CARRIED:
    case LEARNER_NAMED:
        return player && fits_player(p, player, f);
    case YOUNGEST_NAMED:
        return party_youngest_named_of(f).player == NO_PLAYER || player;
    case HOST_CHANGED: {
        int64_t host = party_host_changed_of(f).guest;

        return host == NO_GUEST || names_guest(p, host);
    }
    case SECOND_NAMED: {
        int64_t second = party_second_named_of(f).guest;

        return second == NO_GUEST || (names_guest(p, second) && second != p->host);
    }
    case FILTER_SET:
        return p->lobby.book != NULL;
    case GAME_CHOSEN:
        return !runs && registry_find(party_game_chosen_of(f).game);
    case OPTION_SET:
        /* Options come and go with the editions of a game: one that is not known here changes
         * nothing. */
        return !runs && p->lobby.book;
    case LANGUAGE_SET:
        return !runs;
    case GAME_BEGAN:
        return !runs && p->lobby.book; /* with whom and how is asked of its setup */
    case GAME_LEFT:
        return p->playing;
    case PLACES_SET:
        return party_places_set_of(f).places <= PLAYERS_MAX;
    case PASSWORD_SET: {
        struct str hash = party_password_set_of(f).hash;

        return hash.len == 0 || key_read(&(struct key){0}, hash);
    }
    case WORD_VEILED:
        return party_word_veiled_of(f).word.len > 0;
    case CROWD_SAID:
        return p->playing && party_crowd_sum(f, &(struct crowd_sum){0});
    case DEAL_SEALED:
        return !runs && !p->secret_kept &&
               seed_read(&(struct seed){0}, party_deal_sealed_of(f).secret);
    case DECK_WRITTEN:
        return deck_fits(p, party_deck_written_of(f));
    case DECK_USED:
        return party_deck(p, party_deck_used_of(f).deck) != NULL;
    case DECK_DROPPED:
        return party_deck(p, party_deck_dropped_of(f).deck) != NULL;
    case CLOCKS_SET:
    case CODE_HIDDEN:
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
