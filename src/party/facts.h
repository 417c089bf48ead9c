/*
 * facts - what changes a party: a line of the room's log each, written, read and folded.
 *
 * Those that end in KEPT are not things that happened. A snapshot is made of them: the whole party
 * at one moment, so that a room can be loaded without everything that came before. The same party
 * always makes the same text, so that two can be compared by it.
 *
 *     party_facts_init();
 *     if (party_fact_read(&fact, json, PARTY_STRICT))
 *         party_fold(&party, &fact);
 */
#ifndef PARTY_FACTS_H
#define PARTY_FACTS_H

#include "party/party.h"

#define RULING_QUESTIONS "match|related|exists|animal|fits"

#define PARTY_FACTS(X)                                                                            \
    X(ROOM_OPENED, "room_opened", "code:text language:en|de|fr game:text")                        \
    X(GUEST_CAME, "guest_came", "guest:int key:text screen:bool")                                 \
    X(GUEST_FORGOTTEN, "guest_forgotten", "guest:int")                                            \
    X(GUEST_BARRED, "guest_barred", "key:text")                                                   \
    X(PLAYER_SAT, "player_sat", "player:int guest:int name:text mark:int")                        \
    X(BOT_SAT, "bot_sat", "player:int name:text mark:int level:" BOT_RANKS)                       \
    X(PLAYER_CHANGED, "player_changed", "player:int name:text mark:int")                          \
    X(PLAYER_ROSE, "player_rose", "player:int")                                                   \
    X(PLAYER_MOVED, "player_moved", "player:int to:int")                                          \
    X(YOUNGEST_NAMED, "youngest_named", "player:int")                                             \
    X(HOST_CHANGED, "host_changed", "guest:int")                                                  \
    X(DOOR_LOCKED, "door_locked", "on:bool")                                                      \
    X(FILTER_SET, "filter_set", "level:" FILTER_LEVEL_NAMES)                                      \
    X(GAME_CHOSEN, "game_chosen", "game:text")                                                    \
    X(OPTION_SET, "option_set", "option:text value:text")                                         \
    X(LANGUAGE_SET, "language_set", "language:en|de|fr")                                          \
    X(CLOCKS_SET, "clocks_set", "clocks:" CLOCKS_NAMES)                                           \
    X(BOT_SET, "bot_set", "player:int level:" BOT_RANKS)                                          \
    X(GAME_BEGAN, "game_began", "practice:bool?")                                                 \
    X(GAME_LEFT, "game_left", "why:" GAME_END_NAMES "?")                                          \
    X(CARD_SEEN, "card_seen", "deck:text item:int")                                               \
    X(LEVEL_WON, "level_won", "level:int score:int")                                              \
    X(SECOND_NAMED, "second_named", "guest:int")                                                  \
    X(PLACES_SET, "places_set", "places:int")                                                     \
    X(CODE_HIDDEN, "code_hidden", "on:bool")                                                      \
    X(PASSWORD_SET, "password_set", "hash:text")                                                  \
    X(WORD_VEILED, "word_veiled", "word:text on:bool")                                            \
    X(DEAL_SEALED, "deal_sealed", "secret:text")                                                  \
    X(PLAYER_CARRIED, "player_carried", "player:int guest:int")                                   \
    X(LEARNER_NAMED, "learner_named", "player:int on:bool")                                       \
    X(CROWD_SAID, "crowd_said",                                                                   \
      "question:int asks:" CROWD_KIND_NAMES " answers:int best:text:600")                         \
    X(DECK_WRITTEN, "deck_written", "deck:int game:text kind:text text:text:131072")              \
    X(DECK_USED, "deck_used", "deck:int use:" DECK_USE_NAMES)                                     \
    X(DECK_DROPPED, "deck_dropped", "deck:int")                                                   \
    X(ROOM_KEPT, "room_kept",                                                                     \
      "code:text language:en|de|fr game:text host:int playing:bool "                              \
      "last_guest:int last_player:int games:int end:" GAME_END_NAMES " met:text? last_deck:int?") \
    X(GUEST_KEPT, "guest_kept", "guest:int key:text screen:bool n:int:0..4294967295 moved:bool?") \
    X(PLAYER_KEPT, "player_kept",                                                                 \
      "player:int guest:int name:text mark:int level:" BOT_RANKS " place:int left:bool")          \
    X(CARDS_KEPT, "cards_kept", "game:text language:en|de|fr deck:text seen:text")                \
    X(DECK_KEPT, "deck_kept",                                                                     \
      "deck:int edition:int game:text kind:text use:" DECK_USE_NAMES                              \
      " seen:text text:text:131072")                                                              \
    X(DECK_LIES, "deck_lies",                                                                     \
      "deck:int edition:int game:text kind:text use:" DECK_USE_NAMES                              \
      " seen:text name:text language:en|de|fr entries:int cards:int bytes:int sum:text "          \
      "back:int:0..4294967295")                                                                   \
    X(LEVEL_KEPT, "level_kept", "game:text language:en|de|fr level:int score:int")                \
    X(RULING_KEPT, "ruling_kept",                                                                 \
      "language:en|de|fr about:" RULING_QUESTIONS " word:text with:text yes:bool")

enum party_fact_kind {
#define X(kind, name, args) kind,
    PARTY_FACTS(X)
#undef X
        PARTY_FACT_KINDS,
};

struct party_fact {
    uint8_t kind;
    struct value arg[ARGS_MAX];
};

static inline bool party_fact_kept(const struct party_fact *f)
{
    return f->kind >= ROOM_KEPT;
}

/* Parses the schemas of facts; once, before anything else here. */
void party_facts_init(void);
/* A line of its own. */
void party_fact_write(const struct party_fact *f, struct buf *out);
/* Texts borrow from `object`. False for anything that is no fact of a party. A lenient reader
 * passes over members that it does not know. */
enum party_reader { PARTY_LENIENT, PARTY_STRICT };
bool party_fact_read(struct party_fact *out, json_t *object, enum party_reader reader);

/* Total: a fact that does not fit (from a damaged log) changes nothing. */
void party_fold(struct party *p, const struct party_fact *f);

/* The whole party as lines of facts. */
void party_snapshot(const struct party *p, struct buf *out);
/* The part of it that says what the lobby's game is dealt from: own decks, and what was seen. Of a
 * deck its text, which has to be there, or only the sum of it. */
enum shelf_form { SHELF_TEXTS, SHELF_SUMS };
void party_write_shelf(const struct party *p, enum shelf_form form, struct buf *out);

#endif
