/*
 * party - who is in a room and what they want to play: everything durable besides the game itself.
 *
 * It changes only by facts (party/facts.h), which are stored in the room's log like those of a game
 * and folded again when the room is loaded. All of it is public to everybody in the room, except
 * the guests' keys. A guest is a device, a player is a person or a bot. Numbers of both count up
 * from 1; none is used twice before all are used up.
 *
 *     struct party p;
 *     party_init(&p);
 *     party_fold(&p, &fact);
 *     party_fini(&p);
 */
#ifndef PARTY_PARTY_H
#define PARTY_PARTY_H

#include "party/code.h"
#include "party/deck_text.h"
#include "party/filter.h"
#include "party/key.h"
#include "rules/bot.h"
#include "rules/crowd.h"
#include "rules/match.h"
#include "rules/setup.h"

enum {
    GUESTS_MAX = 40,
    BARRED_MAX = 32,
    VEILED_MAX = 24,
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

/* Why a game was left: the host led the people back to the lobby, the rules have another edition
 * now, it went on for too long, these rules would have played it otherwise (an import), or it was
 * for practice and its first round is over. */
enum game_end { END_ASKED, END_EDITION, END_LONG, END_OTHER, END_PRACTICE, GAME_ENDS };
#define GAME_END_NAMES "asked|edition|long|other|practice"

/* How much time people have at this table: a second of the rules takes two, five or ten while
 * anybody is waited for, or no clock runs out at all. What is shown to all goes on as usual. */
enum clocks { CLOCKS_USUAL, CLOCKS_DOUBLE, CLOCKS_FIVE, CLOCKS_TEN, CLOCKS_OFF };
#define CLOCKS_NAMES "usual|double|five|ten|off"

struct guest {
    struct key key;
    uint32_t n; /* of the last action that was applied */
    uint16_t id;
    bool screen;
    bool moved; /* its last player went to another device: its token opens nothing any more */
};

struct player {
    uint16_t id;
    uint16_t guest; /* NO_GUEST: a bot */
    uint8_t mark;
    uint8_t rank;  /* RANK_NONE, or a level of rules/bot.h plus 1 */
    int8_t seat;   /* in the running or last game, or NO_SEAT */
    bool left;     /* rose during the game: named by its seat until the game is left */
    bool learning; /* the table's language: gets hints, and more time */
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

/* A deck that the table brought (docs/decks.md): what follows from its text. The text itself stands
 * in the table's log, and here only while somebody needs it. */
enum deck_use { DECK_OFF, DECK_MIXED, DECK_ALONE, DECK_USES };
#define DECK_USE_NAMES "off|mix|only"
enum { OWN_DECKS = 10 };

struct own_deck {
    uint16_t id;
    uint16_t edition; /* from 1: every change of its text makes the next */
    uint8_t use;      /* enum deck_use */
    const struct book *book;
    const struct deck_kind *kind;
    enum language language;
    int entries, cards;
    int bytes;
    struct seed sum;         /* the hash of its text */
    int64_t at;              /* the entry of the log that has its text */
    struct str name;         /* owned */
    struct deck_text *text;  /* NULL: it is not here */
    uint64_t seen[DECK_SET]; /* what was dealt of it: entries, or cards */
};

struct party {
    struct code code;
    int64_t entry; /* of the log, that is being written or read */
    bool locked;
    enum clocks clocks;
    enum filter_level filter; /* as the host has chosen it */
    bool hidden;              /* screens do not show the code: somebody films them */
    bool has_password;        /* who is new says it: … */
    struct key password;      /* … its hash */
    uint8_t places;           /* for players; 0: as many as there can be */
    bool playing;             /* there is a game, perhaps over */
    bool practice;            /* it does not count, and ends after its first round */
    enum game_end end;        /* why the last game was left; END_ASKED while there is one */
    uint16_t host;
    uint16_t second;   /* a guest who may do nearly all that the host may; NO_GUEST: nobody */
    uint16_t youngest; /* player, or NO_PLAYER */
    uint16_t last_guest, last_player;
    uint16_t games; /* begun so far */
    int guests, guests_cap;
    struct guest *guest;
    int barred; /* devices that were shown out and stay out, the first of them first */
    struct key *bar;
    int players, players_cap; /* in the order of seats; memory for those who came … */
    struct player *player;    /* … as a rule four, never more than PLAYERS_MAX */
    struct seen *seen;
    struct won *won;
    int veiled; /* words that no screen shows in this game, the first of them first */
    struct phrase *veil;
    int decks;              /* that it brought, in their order */
    struct own_deck **deck; /* OWN_DECKS places; NULL before the first */
    uint16_t last_deck;
    uint64_t met;            /* games that were begun here, by their place in the registry */
    struct crowd_sum *crowd; /* what those who look on said last in this game; NULL: nothing */
    bool secret_kept;        /* the next game's chance is sealed: … */
    struct seed secret;      /* … by this, which nobody sees before that game is over */
    bool spent_kept;         /* the same of the game that began last */
    struct seed spent;
    struct setup lobby; /* what would start; its seats, youngest and seed are filled in then */
};

void party_init(struct party *p);
void party_fini(struct party *p);

struct guest *party_guest(const struct party *p, uint16_t id);                  /* or NULL */
struct guest *party_guest_by_key(const struct party *p, const struct key *key); /* or NULL */
struct player *party_player(const struct party *p, int64_t id);                 /* or NULL */
struct player *party_at_seat(const struct party *p, int seat);                  /* or NULL */
struct str player_name(const struct player *p);
/* Whether it is a person, though a bot may play for them just now. */
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
bool party_bars(const struct party *p, const struct key *key);
bool party_has_player(const struct party *p, uint16_t guest);
/* Whether the players of this device have gone to another one. */
bool party_moved(const struct party *p, const struct key *key);
/* The host, or the second one. */
bool party_hosts(const struct party *p, uint16_t guest);
int party_places(const struct party *p);
/* The number of whoever comes or sits down next; once all were used, the lowest that is free. */
uint16_t party_next_guest(const struct party *p);
uint16_t party_next_player(const struct party *p);
/* The level that a game which is over has won, with its best score; 0: none. */
int level_won(const struct match *m, int *score);
/* The scores by level, or NULL: none was won. */
const int16_t *party_won(const struct party *p, const struct book *b, enum language language);
/* The set of what was seen, or NULL: nothing. */
const uint64_t *party_seen(const struct party *p, const struct book *b, enum language language,
                           int deck);
/* The same to be added to; made where there is none yet. */
uint64_t *party_seen_set(struct party *p, const struct book *b, enum language language, int deck);
int16_t *party_won_scores(struct party *p, const struct book *b, enum language language);
/* Whether this game was begun here before, for practice or not. */
bool party_met(const struct party *p, const struct book *b);
/* A deck that the table brought, or NULL. */
struct own_deck *party_deck(const struct party *p, int64_t id);
/* Whether a game of this setup is dealt from it. */
bool own_deck_used(const struct own_deck *d, const struct setup *s);
/* Frees the texts of its decks: they are read from the log again when somebody needs them. */
void party_forget_texts(struct party *p);
/* What the decks in use lack for the lobby's game: entries or cards, or 0. */
int party_decks_lack(const struct party *p);
/* What the filter is now: the host's choice, or what goes with the chosen pack. */
enum filter_level party_filter(const struct party *p);
/* Seats of the running game that belong to a guest. */
seat_set party_seats_of(const struct party *p, uint16_t guest);
/* Those of people who are learning its language, whom no bot plays for. */
seat_set party_learners(const struct party *p);

#endif
