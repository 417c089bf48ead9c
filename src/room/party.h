/*
 * party - who is in a room and what they want to play: everything durable besides the game itself.
 *
 * It changes only by facts (party_facts), which are stored in the room's log like those of a game
 * and folded again when the room is loaded. All of it is public to everybody in the room, except
 * the guests' keys. A guest is a device, a player is a person or a bot; numbers of both count up
 * from 1 and are not used twice while the room exists.
 *
 *     struct party p;
 *     party_init(&p);
 *     party_fold(&p, &fact);
 *     party_fini(&p);
 */
#ifndef ROOM_PARTY_H
#define ROOM_PARTY_H

#include "room/code.h"
#include "room/key.h"
#include "rules/bot.h"
#include "rules/match.h"
#include "rules/setup.h"

enum {
    GUESTS_MAX = 40,
    PLAYERS_MAX = SEATS_MAX,
    MARKS = 14,
    NAME_CHARS = 20,
    NAME_BYTES = 80,
    NO_GUEST = 0,
    NO_PLAYER = 0,
};

/* Who plays for a player: nobody else, or a bot of level rank - 1. A person a bot plays for has
 * both a guest and a rank. */
enum { RANK_NONE = 0 };
#define BOT_RANKS "none|" BOT_LEVEL_NAMES

struct guest {
    struct key key;
    uint32_t n; /* of the last action that was applied */
    uint16_t id;
    bool screen;
};

struct player {
    uint16_t id;
    uint16_t guest; /* NO_GUEST: a bot */
    uint8_t mark;
    uint8_t rank; /* RANK_NONE, or a level of rules/bot.h plus 1 */
    int8_t seat;  /* in the running or last game, or NO_SEAT */
    bool left;    /* rose during the game: named by its seat until the game is left */
    uint8_t name_len;
    char name[NAME_BYTES];
};

/* What this room has been dealt from one deck: not dealt again until the deck is used up. */
struct seen {
    struct seen *next;
    const struct book *book;
    enum language language;
    int deck;
    uint64_t set[DECK_SET];
};

/* The levels this room has won in one game and language, and the best score of each. */
enum { LEVELS_MAX = 255 };
struct won {
    struct won *next;
    const struct book *book;
    enum language language;
    int16_t score[LEVELS_MAX + 1]; /* by level; NOT_WON */
};
enum { NOT_WON = -1 };

struct party {
    struct code code;
    bool locked;
    bool playing; /* there is a game, perhaps over */
    uint16_t host;
    uint16_t youngest; /* player, or NO_PLAYER */
    uint16_t last_guest, last_player;
    uint16_t games; /* begun so far */
    int guests, guests_cap;
    struct guest *guest;
    int players; /* in the order of seats */
    struct player player[PLAYERS_MAX];
    struct seen *seen;
    struct won *won;
    struct setup lobby; /* what would start; its seats, youngest and seed are filled in then */
};

#define PARTY_FACTS(X)                                                      \
    X(ROOM_OPENED, "room_opened", "code:text language:en|de|fr game:text")  \
    X(GUEST_CAME, "guest_came", "guest:int key:text screen:bool")           \
    X(GUEST_FORGOTTEN, "guest_forgotten", "guest:int")                      \
    X(PLAYER_SAT, "player_sat", "player:int guest:int name:text mark:int")  \
    X(BOT_SAT, "bot_sat", "player:int name:text mark:int level:" BOT_RANKS) \
    X(PLAYER_CHANGED, "player_changed", "player:int name:text mark:int")    \
    X(PLAYER_ROSE, "player_rose", "player:int")                             \
    X(PLAYER_MOVED, "player_moved", "player:int to:int")                    \
    X(YOUNGEST_NAMED, "youngest_named", "player:int")                       \
    X(HOST_CHANGED, "host_changed", "guest:int")                            \
    X(DOOR_LOCKED, "door_locked", "on:bool")                                \
    X(GAME_CHOSEN, "game_chosen", "game:text")                              \
    X(OPTION_SET, "option_set", "option:text value:text")                   \
    X(LANGUAGE_SET, "language_set", "language:en|de|fr")                    \
    X(BOT_SET, "bot_set", "player:int level:" BOT_RANKS)                    \
    X(GAME_BEGAN, "game_began", "")                                         \
    X(GAME_LEFT, "game_left", "")                                           \
    X(CARD_SEEN, "card_seen", "deck:text item:int")                         \
    X(LEVEL_WON, "level_won", "level:int score:int")

enum party_fact_kind {
#define X(kind, name, args) kind,
    PARTY_FACTS(X)
#undef X
        PARTY_FACT_KINDS,
};

struct party_fact {
    uint8_t kind;
    struct value arg[4];
};

/* Parses the schemas of facts; once, before anything else here. */
void party_facts_init(void);
void party_fact_write(const struct party_fact *f, struct jw *w);
/* Texts borrow from `object`. False for anything that is no fact of a party. */
bool party_fact_read(struct party_fact *out, json_t *object);

void party_init(struct party *p);
void party_fini(struct party *p);
/* Total: a fact that does not fit (from a damaged log) changes nothing. */
void party_fold(struct party *p, const struct party_fact *f);

struct guest *party_guest(const struct party *p, uint16_t id);                  /* or NULL */
struct guest *party_guest_by_key(const struct party *p, const struct key *key); /* or NULL */
struct player *party_player(struct party *p, int64_t id);                       /* or NULL */
struct player *party_at_seat(struct party *p, int seat);                        /* or NULL */
struct str player_name(const struct player *p);
/* Whether a person is behind it, though a bot may play for them just now. */
static inline bool player_person(const struct player *p)
{
    return p->guest != NO_GUEST;
}
static inline bool player_is_bot(const struct player *p)
{
    return p->guest == NO_GUEST && !p->left;
}
bool party_mark_free(const struct party *p, int64_t mark, uint16_t except);
int party_free_mark(const struct party *p);
/* The level that a game which is over has won, with its best score; 0: none. */
int level_won(const struct match *m, int *score);
/* The scores by level, or NULL: none was won. */
const int16_t *party_won(const struct party *p, const struct book *b, enum language language);
/* The set of what was seen, or NULL: nothing. */
const uint64_t *party_seen(const struct party *p, const struct book *b, enum language language,
                           int deck);
/* Seats of the running game that belong to a guest. */
seat_set party_seats_of(const struct party *p, uint16_t guest);

#endif
