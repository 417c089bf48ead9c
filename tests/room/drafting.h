/* drafting - a host of a fixture's room who writes decks. */
#ifndef TESTS_ROOM_DRAFTING_H
#define TESTS_ROOM_DRAFTING_H

#include "fixture.h"

/* A game with a kind of deck that is dealt by entries of any text. */
const struct book *plain_game(const struct deck_kind **kind);
/* A host with bots enough for the game, in a lobby. */
struct client *open_lobby(struct fixture *s, const struct book *b);
/* A fixture of its own with such a host, for plain_game(). */
struct client *open_desk(struct fixture *s, const struct book **b, const struct deck_kind **k);
/* A deck of so many entries that begin with `stem`. */
void words(struct buf *out, const char *name, const char *stem, int n);
/* Sends a text as a client does: whole lines, at most some KiB at once. The answer is in `told`. */
void draft(struct client *c, const struct book *b, const struct deck_kind *k, struct str text);
int64_t reported(const struct client *c, const char *what);
bool keep(struct client *c, const struct book *b, const struct deck_kind *k, int deck);
/* A deck of so many entries that begin with `stem`, typed and kept. */
void keep_words(struct client *c, const struct book *b, const struct deck_kind *k, const char *name,
                const char *stem, int n);
/* Starts the game; with decks of its own a table takes some turns for that. */
bool begin(struct client *c);
/* A deck as everybody sees it. */
json_t *shown(const struct client *c, size_t i);
/* Whether the only room of the store is what a strict reader takes, game for game. */
bool log_is_sound(struct fixture *s);
/* The room's log again, as `as`, with every line as `line` writes it. */
void rewrite_log(struct fixture *s, int64_t room, int64_t as,
                 void (*line)(void *arg, struct str line, struct buf *out), void *arg);
/* A deck as snapshots had it until format 4: what a line `deck_lies` says, and the text with it. */
void write_deck_kept(struct str lies, struct str text, struct buf *out);
/* All that can be dealt to its table. */
void write_stock(const struct client *c, struct buf *out);

#endif
