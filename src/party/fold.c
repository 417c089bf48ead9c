/* What facts make of a party. */
#include "party/facts.h"
#include "party/fold_decks.h"
#include "rules/registry.h"

#include <stdlib.h>
#include <string.h>

/* ---- people ---- */

static void set_name(struct player *p, struct str name)
{
    size_t n = name.len < NAME_BYTES ? name.len : NAME_BYTES;

    memcpy(p->name, name.at, n);
    p->name_len = (uint8_t)n;
}

static void fold_opened(struct party *p, struct party_room_opened f)
{
    const struct book *b = registry_find(f.game);

    if (!code_read(&p->code, f.code))
        return;
    setup_default(&p->lobby, b ? b : registry_at(0));
    p->lobby.language = (enum language)f.language;
}

static void fold_guest_came(struct party *p, struct party_guest_came f)
{
    struct guest g = {.id = (uint16_t)f.guest, .screen = f.screen};

    if (p->guests == GUESTS_MAX || !key_read(&g.key, f.key) || party_guest(p, g.id))
        return;
    if (p->guests == p->guests_cap) {
        p->guests_cap = p->guests_cap ? 2 * p->guests_cap : 4;
        p->guest = realloc(p->guest, (size_t)p->guests_cap * sizeof *p->guest);
        if (!p->guest)
            abort();
    }
    p->guest[p->guests++] = g;
    if (g.id > p->last_guest)
        p->last_guest = g.id;
}

static void fold_guest_forgotten(struct party *p, uint16_t id)
{
    for (int i = 0; i < p->guests; i++) {
        if (p->guest[i].id == id) {
            if (p->second == id)
                p->second = NO_GUEST;
            p->guest[i] = p->guest[--p->guests];
            return;
        }
    }
}

/* Whoever was shown out first is forgotten where too many were. */
static void fold_guest_barred(struct party *p, struct str text)
{
    struct key key;

    if (!key_read(&key, text))
        return;
    const struct guest *g = party_guest_by_key(p, &key);
    if (g)
        fold_guest_forgotten(p, g->id);
    if (party_bars(p, &key))
        return;
    if (!p->bar && !(p->bar = calloc(BARRED_MAX, sizeof *p->bar)))
        abort();
    if (p->barred == BARRED_MAX)
        memmove(p->bar, p->bar + 1, (size_t)--p->barred * sizeof *p->bar);
    p->bar[p->barred++] = key;
}

/* Somebody sits down, as a snapshot would have it. */
static void fold_sat(struct party *p, struct party_player_kept f)
{
    if (p->players == PLAYERS_MAX || party_player(p, f.player))
        return;
    if (p->players == p->players_cap) {
        p->players_cap = p->players_cap ? 2 * p->players_cap : 4;
        p->player = realloc(p->player, (size_t)p->players_cap * sizeof *p->player);
        if (!p->player)
            abort();
    }
    struct player *player = &p->player[p->players++];
    *player = (struct player){
        .id = (uint16_t)f.player,
        .guest = (uint16_t)f.guest,
        .mark = (uint8_t)f.mark,
        .rank = (uint8_t)f.level,
        .seat = f.place ? (int8_t)(f.place - 1) : NO_SEAT,
        .left = f.left,
    };
    set_name(player, f.name);
    if (f.player > p->last_player)
        p->last_player = (uint16_t)f.player;
}

static void fold_rose(struct party *p, struct player *player)
{
    int at = (int)(player - p->player);

    if (p->youngest == player->id)
        p->youngest = NO_PLAYER;
    if (p->playing && player->seat != NO_SEAT) {
        /* What they wrote still lies on the table, under their name. */
        player->left = true;
        player->guest = NO_GUEST;
        player->rank = RANK_NONE;
        player->learning = false;
        return;
    }
    p->players--;
    memmove(player, player + 1, (size_t)(p->players - at) * sizeof *player);
}

/* To another device, where the person is now. One that nobody is left at is no guest any more. */
static void fold_carried(struct party *p, struct player *player, int64_t to)
{
    struct guest *from = party_guest(p, player->guest);

    if (!player_person(player) || !party_guest(p, (uint16_t)to))
        return;
    player->guest = (uint16_t)to;
    if (from && !party_has_player(p, from->id))
        from->moved = true;
}

static void fold_moved(struct party *p, struct player *player, int64_t to)
{
    struct player moved = *player;
    int from = (int)(player - p->player);

    if (to < 0 || to >= p->players)
        return;
    if (to > from)
        memmove(&p->player[from], &p->player[from + 1], (size_t)(to - from) * sizeof moved);
    else
        memmove(&p->player[to + 1], &p->player[to], (size_t)(from - to) * sizeof moved);
    p->player[to] = moved;
}

static void fold_chosen(struct party *p, struct str id)
{
    const struct book *b = registry_find(id);
    enum language language = p->lobby.language;

    if (!b)
        return;
    setup_default(&p->lobby, b);
    p->lobby.language = language;
}

static void forget_left(struct party *p)
{
    int kept = 0;

    for (int i = 0; i < p->players; i++) {
        if (!p->player[i].left)
            p->player[kept++] = p->player[i];
    }
    p->players = kept;
}

static void meet(struct party *p, const struct book *b)
{
    int at = registry_place(b);

    if (at >= 0)
        p->met |= UINT64_C(1) << at;
}

/* Where too many are veiled the first one is seen again. */
static void fold_veiled(struct party *p, struct str word, bool on)
{
    struct phrase line;

    phrase_set(&line, word);
    for (int i = 0; i < p->veiled; i++) {
        if (str_eq(phrase_str(&p->veil[i]), phrase_str(&line)))
            memmove(&p->veil[i], &p->veil[i + 1], (size_t)(--p->veiled - i) * sizeof line);
    }
    if (!on)
        return;
    if (!p->veil && !(p->veil = calloc(VEILED_MAX, sizeof *p->veil)))
        abort();
    if (p->veiled == VEILED_MAX)
        memmove(p->veil, p->veil + 1, (size_t)--p->veiled * sizeof line);
    p->veil[p->veiled++] = line;
}

static void fold_began(struct party *p, bool practice)
{
    p->veiled = 0;
    free(p->crowd);
    p->crowd = NULL;
    p->spent_kept = p->secret_kept;
    p->spent = p->secret;
    p->secret_kept = false;
    forget_left(p);
    p->playing = true;
    p->practice = practice;
    meet(p, p->lobby.book);
    p->end = END_ASKED;
    p->games++;
    for (int i = 0; i < p->players; i++)
        p->player[i].seat = (int8_t)i;
}

static void fold_left(struct party *p, enum game_end end)
{
    p->playing = p->practice = false;
    p->end = end;
    forget_left(p);
    for (int i = 0; i < p->players; i++)
        p->player[i].seat = NO_SEAT;
}

static void fold_crowd(struct party *p, const struct party_fact *f)
{
    struct crowd_sum sum;

    if (!party_crowd_sum(f, &sum))
        return;
    if (!p->crowd && !(p->crowd = malloc(sizeof *p->crowd)))
        abort();
    *p->crowd = sum;
}

static void fold_won(struct party *p, int64_t level, int64_t score)
{
    if (!p->lobby.book || level < 1 || level > LEVELS_MAX || score < 0 || score > INT16_MAX)
        return;
    int16_t *won = party_won_scores(p, p->lobby.book, p->lobby.language);
    if (won[level] < score)
        won[level] = (int16_t)score;
}

/* ---- a snapshot ---- */

static void fold_room_kept(struct party *p, struct party_room_kept f)
{
    const struct book *b = registry_find(f.game);
    struct str id;

    if (!code_read(&p->code, f.code) || f.host > UINT16_MAX || f.last_guest > UINT16_MAX ||
        f.last_player > UINT16_MAX || f.games > UINT16_MAX)
        return;
    setup_default(&p->lobby, b ? b : registry_at(0));
    p->lobby.language = (enum language)f.language;
    p->host = (uint16_t)f.host;
    p->playing = f.playing;
    p->last_guest = (uint16_t)f.last_guest;
    p->last_player = (uint16_t)f.last_player;
    p->games = (uint16_t)f.games;
    p->end = (enum game_end)f.end;
    p->last_deck = (uint16_t)(f.last_deck <= UINT16_MAX ? f.last_deck : 0);
    while (str_word(&f.met, &id))
        meet(p, registry_find(id));
}

static void fold_guest_kept(struct party *p, struct party_guest_kept f)
{
    fold_guest_came(p, (struct party_guest_came){f.guest, f.key, f.screen});
    struct guest *g = party_guest(p, (uint16_t)f.guest);
    if (g) {
        g->n = (uint32_t)f.n;
        g->moved = f.moved;
    }
}

static void fold_player_kept(struct party *p, struct party_player_kept f)
{
    if (f.player <= UINT16_MAX && f.guest <= UINT16_MAX && f.mark < MARKS && f.place <= SEATS_MAX)
        fold_sat(p, f);
}

static void fold_level_kept(struct party *p, struct party_level_kept f)
{
    const struct book *b = registry_find(f.game);

    if (b && f.level >= 1 && f.level <= LEVELS_MAX && f.score <= INT16_MAX)
        party_won_scores(p, b, (enum language)f.language)[f.level] = (int16_t)f.score;
}

/* ---- all of them ---- */

/* Many are about a player, whose number comes first. */
static void fold_of_player(struct party *p, const struct party_fact *f)
{
    struct player *player = party_player(p, f->arg[0].i);

    if (!player)
        return;
    switch ((enum party_fact_kind)f->kind) {
    case PLAYER_CHANGED:
        set_name(player, party_player_changed_of(f).name);
        player->mark = (uint8_t)party_player_changed_of(f).mark;
        return;
    case PLAYER_ROSE:
        fold_rose(p, player);
        return;
    case PLAYER_MOVED:
        fold_moved(p, player, party_player_moved_of(f).to);
        return;
    case PLAYER_CARRIED:
        fold_carried(p, player, party_player_carried_of(f).guest);
        return;
    case LEARNER_NAMED:
        player->learning = party_learner_named_of(f).on;
        return;
    case BOT_SET:
        player->rank = (uint8_t)party_bot_set_of(f).level;
        return;
    default:
        return;
    }
}

static void fold_option(struct party *p, struct party_option_set f)
{
    struct setup_problem ignored;

    if (p->lobby.book)
        setup_option(&p->lobby, f.option, f.value, &ignored);
}

static void fold_places(struct party *p, int64_t places)
{
    p->places = (uint8_t)(places <= PLAYERS_MAX ? places : 0);
}

static void fold_host(struct party *p, uint16_t guest)
{
    p->host = guest;
    if (p->second == guest)
        p->second = NO_GUEST;
}

void party_fold(struct party *p, const struct party_fact *f)
{
    switch ((enum party_fact_kind)f->kind) {
    case ROOM_OPENED:
        fold_opened(p, party_room_opened_of(f));
        return;
    case GUEST_CAME:
        fold_guest_came(p, party_guest_came_of(f));
        return;
    case GUEST_FORGOTTEN:
        fold_guest_forgotten(p, (uint16_t)party_guest_forgotten_of(f).guest);
        return;
    case GUEST_BARRED:
        fold_guest_barred(p, party_guest_barred_of(f).key);
        return;
    case PLAYER_SAT: {
        struct party_player_sat sat = party_player_sat_of(f);

        fold_sat(p,
                 (struct party_player_kept){
                     .player = sat.player, .guest = sat.guest, .name = sat.name, .mark = sat.mark});
        return;
    }
    case BOT_SAT: {
        struct party_bot_sat sat = party_bot_sat_of(f);

        fold_sat(p,
                 (struct party_player_kept){
                     .player = sat.player, .name = sat.name, .mark = sat.mark, .level = sat.level});
        return;
    }
    case PLAYER_CHANGED:
    case PLAYER_ROSE:
    case PLAYER_MOVED:
    case PLAYER_CARRIED:
    case LEARNER_NAMED:
    case BOT_SET:
        fold_of_player(p, f);
        return;
    case YOUNGEST_NAMED:
        p->youngest = (uint16_t)party_youngest_named_of(f).player;
        return;
    case HOST_CHANGED:
        fold_host(p, (uint16_t)party_host_changed_of(f).guest);
        return;
    case SECOND_NAMED:
        p->second = (uint16_t)party_second_named_of(f).guest;
        return;
    case PLACES_SET:
        fold_places(p, party_places_set_of(f).places);
        return;
    case CODE_HIDDEN:
        p->hidden = party_code_hidden_of(f).on;
        return;
    case WORD_VEILED:
        fold_veiled(p, party_word_veiled_of(f).word, party_word_veiled_of(f).on);
        return;
    case PASSWORD_SET:
        p->has_password = key_read(&p->password, party_password_set_of(f).hash);
        return;
    case DOOR_LOCKED:
        p->locked = party_door_locked_of(f).on;
        return;
    case FILTER_SET:
        p->filter = (enum filter_level)party_filter_set_of(f).level;
        return;
    case GAME_CHOSEN:
        fold_chosen(p, party_game_chosen_of(f).game);
        return;
    case OPTION_SET:
        fold_option(p, party_option_set_of(f));
        return;
    case CLOCKS_SET:
        p->clocks = (enum clocks)party_clocks_set_of(f).clocks;
        return;
    case LANGUAGE_SET:
        p->lobby.language = (enum language)party_language_set_of(f).language;
        return;
    case GAME_BEGAN:
        fold_began(p, party_game_began_of(f).practice);
        return;
    case GAME_LEFT:
        fold_left(p, (enum game_end)party_game_left_of(f).why);
        return;
    case CARD_SEEN:
        fold_card_seen(p, party_card_seen_of(f));
        return;
    case LEVEL_WON:
        fold_won(p, party_level_won_of(f).level, party_level_won_of(f).score);
        return;
    case CROWD_SAID:
        fold_crowd(p, f);
        return;
    case DEAL_SEALED:
        p->secret_kept = seed_read(&p->secret, party_deal_sealed_of(f).secret);
        return;
    case DECK_WRITTEN:
        fold_deck_written(p, party_deck_written_of(f));
        return;
    case DECK_USED:
        fold_deck_used(p, party_deck_used_of(f));
        return;
    case DECK_DROPPED:
        fold_deck_dropped(p, party_deck(p, party_deck_dropped_of(f).deck));
        return;
    case DECK_KEPT:
        fold_deck_kept(p, party_deck_kept_of(f));
        return;
    case DECK_LIES:
        fold_deck_lies(p, party_deck_lies_of(f));
        return;
    case ROOM_KEPT:
        fold_room_kept(p, party_room_kept_of(f));
        return;
    case GUEST_KEPT:
        fold_guest_kept(p, party_guest_kept_of(f));
        return;
    case PLAYER_KEPT:
        fold_player_kept(p, party_player_kept_of(f));
        return;
    case CARDS_KEPT:
        fold_cards_kept(p, party_cards_kept_of(f));
        return;
    case LEVEL_KEPT:
        fold_level_kept(p, party_level_kept_of(f));
        return;
    case RULING_KEPT: /* of the room's rulings (room/log_fold.h) */
    case PARTY_FACT_KINDS:
        return;
    }
}
