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

static void fold_opened(struct party *p, const struct party_fact *f)
{
    const struct book *b = registry_find(f->arg[2].s);

    if (!code_read(&p->code, f->arg[0].s))
        return;
    setup_default(&p->lobby, b ? b : registry_at(0));
    p->lobby.language = (enum language)f->arg[1].i;
}

static void fold_guest_came(struct party *p, const struct party_fact *f)
{
    struct guest g = {.id = (uint16_t)f->arg[0].i, .screen = f->arg[2].i != 0};

    if (p->guests == GUESTS_MAX || !key_read(&g.key, f->arg[1].s) || party_guest(p, g.id))
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

static void fold_sat(struct party *p, int64_t id, int64_t guest, struct str name, int64_t mark,
                     int64_t level)
{
    if (p->players == PLAYERS_MAX || party_player(p, id))
        return;
    if (p->players == p->players_cap) {
        p->players_cap = p->players_cap ? 2 * p->players_cap : 4;
        p->player = realloc(p->player, (size_t)p->players_cap * sizeof *p->player);
        if (!p->player)
            abort();
    }
    struct player *player = &p->player[p->players++];
    *player = (struct player){
        .id = (uint16_t)id,
        .guest = (uint16_t)guest,
        .mark = (uint8_t)mark,
        .rank = (uint8_t)level,
        .seat = NO_SEAT,
    };
    set_name(player, name);
    if (id > p->last_player)
        p->last_player = (uint16_t)id;
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

static void fold_crowd(struct party *p, const struct value *v)
{
    struct crowd_sum sum;

    if (!crowd_read(&sum, v[0].i, v[1].i, v[2].i, v[3].s))
        return;
    if (!p->crowd && !(p->crowd = malloc(sizeof *p->crowd)))
        abort();
    *p->crowd = sum;
}

static int find_deck(const struct book *b, struct str name)
{
    for (int at = 0; b && b->game->decks && b->game->decks[at]; at++) {
        if (str_is(name, b->game->decks[at]))
            return at;
    }
    return -1;
}

/* The set that a card belongs to: of a deck of the game, or of the table's own as "#3"; or NULL. */
static uint64_t *seen_of(struct party *p, struct str deck)
{
    int at = find_deck(p->lobby.book, deck);
    int64_t id;

    if (at >= 0)
        return party_seen_set(p, p->lobby.book, p->lobby.language, at);
    if (!str_starts(deck, STR("#")) || !str_int(str_n(deck.at + 1, deck.len - 1), &id))
        return NULL;
    struct own_deck *own = party_deck(p, id);
    return own ? own->seen : NULL;
}

static void fold_seen(struct party *p, struct str deck, int64_t item)
{
    uint64_t *set = item < DECK_ENTRIES ? seen_of(p, deck) : NULL;

    if (!set)
        return;
    uint64_t bit = UINT64_C(1) << (item & 63);
    if (set[item >> 6] & bit)
        memset(set, 0, DECK_SET * sizeof *set); /* the deck was used up: it begins again */
    set[item >> 6] |= bit;
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

static void fold_room_kept(struct party *p, const struct value *v)
{
    const struct book *b = registry_find(v[2].s);

    if (!code_read(&p->code, v[0].s) || v[3].i > UINT16_MAX || v[5].i > UINT16_MAX ||
        v[6].i > UINT16_MAX || v[7].i > UINT16_MAX)
        return;
    setup_default(&p->lobby, b ? b : registry_at(0));
    p->lobby.language = (enum language)v[1].i;
    p->host = (uint16_t)v[3].i;
    p->playing = v[4].i != 0;
    p->last_guest = (uint16_t)v[5].i;
    p->last_player = (uint16_t)v[6].i;
    p->games = (uint16_t)v[7].i;
    p->end = (enum game_end)v[8].i;
    p->last_deck = (uint16_t)(v[10].i <= UINT16_MAX ? v[10].i : 0);
    struct str rest = v[9].s, id;
    while (rest.len) {
        if (!str_split(rest, ' ', &id, &rest)) {
            id = rest;
            rest.len = 0;
        }
        meet(p, registry_find(id));
    }
}

static void fold_guest_kept(struct party *p, const struct party_fact *f)
{
    fold_guest_came(p, f);
    struct guest *g = party_guest(p, (uint16_t)f->arg[0].i);
    if (g) {
        g->n = (uint32_t)f->arg[3].i;
        g->moved = f->arg[4].i != 0;
    }
}

static void fold_player_kept(struct party *p, const struct value *v)
{
    int before = p->players;

    if (v[0].i > UINT16_MAX || v[1].i > UINT16_MAX || v[3].i >= MARKS || v[5].i > SEATS_MAX)
        return;
    fold_sat(p, v[0].i, v[1].i, v[2].s, v[3].i, v[4].i);
    if (p->players == before)
        return;
    p->player[before].seat = v[5].i ? (int8_t)(v[5].i - 1) : NO_SEAT;
    p->player[before].left = v[6].i != 0;
}

static void fold_cards_kept(struct party *p, const struct value *v)
{
    const struct book *b = registry_find(v[0].s);
    int deck = find_deck(b, v[2].s);

    if (deck < 0 || v[3].s.len > DECK_ENTRIES / 4)
        return;
    seen_read(party_seen_set(p, b, (enum language)v[1].i, deck), v[3].s);
}

static void fold_level_kept(struct party *p, const struct value *v)
{
    const struct book *b = registry_find(v[0].s);

    if (b && v[2].i >= 1 && v[2].i <= LEVELS_MAX && v[3].i <= INT16_MAX)
        party_won_scores(p, b, (enum language)v[1].i)[v[2].i] = (int16_t)v[3].i;
}

/* ---- all of them ---- */

void party_fold(struct party *p, const struct party_fact *f)
{
    const struct value *v = f->arg;
    struct player *player = party_player(p, v[0].i);
    struct setup_problem problem;

    switch ((enum party_fact_kind)f->kind) {
    case ROOM_OPENED:
        fold_opened(p, f);
        return;
    case GUEST_CAME:
        fold_guest_came(p, f);
        return;
    case GUEST_FORGOTTEN:
        fold_guest_forgotten(p, (uint16_t)v[0].i);
        return;
    case GUEST_BARRED:
        fold_guest_barred(p, v[0].s);
        return;
    case PLAYER_SAT:
        fold_sat(p, v[0].i, v[1].i, v[2].s, v[3].i, RANK_NONE);
        return;
    case BOT_SAT:
        fold_sat(p, v[0].i, NO_GUEST, v[1].s, v[2].i, v[3].i);
        return;
    case PLAYER_CHANGED:
        if (player) {
            set_name(player, v[1].s);
            player->mark = (uint8_t)v[2].i;
        }
        return;
    case PLAYER_ROSE:
        if (player)
            fold_rose(p, player);
        return;
    case PLAYER_MOVED:
        if (player)
            fold_moved(p, player, v[1].i);
        return;
    case YOUNGEST_NAMED:
        p->youngest = (uint16_t)v[0].i;
        return;
    case HOST_CHANGED:
        p->host = (uint16_t)v[0].i;
        if (p->second == p->host)
            p->second = NO_GUEST;
        return;
    case SECOND_NAMED:
        p->second = (uint16_t)v[0].i;
        return;
    case PLACES_SET:
        p->places = (uint8_t)(v[0].i <= PLAYERS_MAX ? v[0].i : 0);
        return;
    case CODE_HIDDEN:
        p->hidden = v[0].i != 0;
        return;
    case WORD_VEILED:
        fold_veiled(p, v[0].s, v[1].i != 0);
        return;
    case PLAYER_CARRIED:
        if (player)
            fold_carried(p, player, v[1].i);
        return;
    case LEARNER_NAMED:
        if (player)
            player->learning = v[1].i != 0;
        return;
    case PASSWORD_SET:
        p->has_password = key_read(&p->password, v[0].s);
        return;
    case DOOR_LOCKED:
        p->locked = v[0].i != 0;
        return;
    case FILTER_SET:
        p->filter = (enum filter_level)v[0].i;
        return;
    case GAME_CHOSEN:
        fold_chosen(p, v[0].s);
        return;
    case OPTION_SET:
        if (p->lobby.book)
            setup_option(&p->lobby, v[0].s, v[1].s, &problem);
        return;
    case CLOCKS_SET:
        p->clocks = (enum clocks)v[0].i;
        return;
    case LANGUAGE_SET:
        p->lobby.language = (enum language)v[0].i;
        return;
    case BOT_SET:
        if (player)
            player->rank = (uint8_t)v[1].i;
        return;
    case GAME_BEGAN:
        fold_began(p, v[0].i);
        return;
    case GAME_LEFT:
        fold_left(p, (enum game_end)v[0].i);
        return;
    case CARD_SEEN:
        fold_seen(p, v[0].s, v[1].i);
        return;
    case LEVEL_WON:
        fold_won(p, v[0].i, v[1].i);
        return;
    case CROWD_SAID:
        fold_crowd(p, v);
        return;
    case DEAL_SEALED:
        p->secret_kept = seed_read(&p->secret, v[0].s);
        return;
    case DECK_WRITTEN:
        fold_deck_written(p, v);
        return;
    case DECK_USED:
        if (party_deck(p, v[0].i))
            party_deck(p, v[0].i)->use = (uint8_t)v[1].i;
        return;
    case DECK_DROPPED:
        fold_deck_dropped(p, party_deck(p, v[0].i));
        return;
    case DECK_KEPT:
        fold_deck_kept(p, v);
        return;
    case DECK_LIES:
        fold_deck_lies(p, v);
        return;
    case ROOM_KEPT:
        fold_room_kept(p, v);
        return;
    case GUEST_KEPT:
        fold_guest_kept(p, f);
        return;
    case PLAYER_KEPT:
        fold_player_kept(p, v);
        return;
    case CARDS_KEPT:
        fold_cards_kept(p, v);
        return;
    case LEVEL_KEPT:
        fold_level_kept(p, v);
        return;
    case RULING_KEPT: /* of the room's rulings (room/log_fold.h) */
    case PARTY_FACT_KINDS:
        return;
    }
}
