/* inside - a room as its own files see it. */
#ifndef ROOM_INSIDE_H
#define ROOM_INSIDE_H

#include "room/change.h"
#include "room/manners.h"
#include "room/room.h"
#include "room/scratch.h"
#include "room/shows.h"

/* ---- room.c ---- */

int64_t room_now(const struct room *r);
/* The same on screens: before a game begins it counts up to 0. */
int64_t room_clock(const struct room *r);
/* When it is run next. */
void room_schedule(struct room *r, int64_t due);
bool room_guest_here(const struct room *r, uint16_t guest);
bool room_anyone(const struct room *r); /* a person with a player has a connection */
bool room_over(const struct room *r);
/* The clock runs while somebody is there, the game goes on and is not paused. */
void room_set_clock(struct room *r);
/* Remembers what the group has ruled about words, for this game and those to come. */
void room_note_rulings(struct room *r, const struct fact *f, int n);
const struct lexicon *room_lexicon(const struct room *r);
void room_no_game(struct room *r);
/* The decks with what the room has seen of them. */
void room_shelve(struct room *r);
bool services_hush(const struct services *s, const char *level); /* such a line is not wanted */
/* logfmt, never with names, words or tokens of players. */
void room_report(const struct room *r, const char *level, const char *event, const char *why);

/* ---- load.c ---- */

/* Goes on with a room that is being loaded, as far as this turn has time. */
void room_load_on(struct room *r);
/* The store has refused an entry: the room is read anew, and the authors of what it held back are
 * told. Takes `lost`. */
void room_load_again(struct room *r, struct broadcast *lost);
void room_load_forget(struct room *r, const struct conn *c); /* it is closed */
/* Frees what room_load() or room_found() made. */
void room_unload(struct room *r);
/* The log cannot be read any more: everybody is told and shown out. */
void room_close(struct room *r);
/* A room whose log is of an earlier format, or whose game is of another edition of its rules, goes
 * on as this program writes it. True: something is being written. */
bool room_renew(struct room *r);

/* A room that is to be handed to another node is, now that nothing is written. True: it is. */
bool room_hand_on(struct room *r);

/* ---- writer.c ---- */

/* Hands what has gathered to the store, if anything has. */
void room_store(struct room *r);
/* Asks the store once more for what it could not take, when it is time. */
void room_store_again(struct room *r);
/* Whether a move that is made now shares the entry of those before it. */
bool room_gathers(const struct room *r);
/* Sends an answer to a request; `text` as for conn_send(). After moves that are not stored yet it
 * waits for them: it may speak of them. */
void room_answer(struct room *r, struct conn *c, uint32_t n, struct buf *text);
/* No game begins in a log that is so long. */
bool room_log_full(const struct room *r);
/* The game has gone on for too long: it makes the log longer than a room is loaded from. */
bool room_game_too_long(const struct room *r);
/* The party and what the group has ruled, as lines of a snapshot. */
void log_write_snapshot(const struct room *r, struct buf *out);

/* ---- hold.c ---- */

/* An entry goes to the store; its answer is awaited. */
void hold_asked(struct room *r);
/* The store could not take it, or does not know whether it did. */
void hold_failed(struct room *r);
/* While an entry is at the store: tells people who have waited for long. True: ask again now. */
bool hold_run(struct room *r);
int64_t hold_due(const struct room *r); /* when hold_run() is next, or INT64_MAX */
void hold_end(struct room *r);          /* it is settled */
/* Whether the table waits for the store, to one who comes meanwhile. */
void hold_tell(struct conn *c, bool waits);

/* ---- idle.c ---- */

/* Opens the table of a room before it is looked at. */
void room_wake(struct room *r);
void idle_forget(struct room *r); /* the table is about to go */
void idle_end(struct room *r);    /* the room is */

/* ---- opening.c ---- */

/* A game is about to begin; `explain`: to people who have not seen it here. */
void opening_begin(struct room *r, bool explain);
/* Nobody needs more of the explanation. False: there is none any more. */
bool opening_skip(struct room *r);
/* The game begins, if it is time. True: the room is writing. */
bool opening_run(struct room *r);

/* ---- requests.c ---- */

/* Everything a connection asks of its room; the room is not writing. */
void request_heed(struct room *r, struct conn *c, const struct message *m);
/* The first message of a connection. */
void request_enter(struct room *r, struct conn *c, const struct message *m);
void room_refuse(struct room *r, struct conn *c, uint32_t n, const struct refusal *refusal);
/* Key of what is wrong with a request for the table, or NULL. */
const char *request_for_table(struct room *r, struct conn *c, const struct message *m, int *seat,
                              int *action, struct args *args);
/* The seat a request is for: one of the guest's own, or NO_SEAT. */
int request_seat(const struct room *r, const struct conn *c, const struct message *m);

/* ---- waiting.c ---- */

/* A request that has to wait until the room has written; takes the message over. False, and nothing
 * taken, where too many wait. */
bool room_wait(struct room *r, struct conn *c, struct message *m);
/* Takes the first of those that wait; there is one. Given back with waiting_end(). */
struct waiting *waiting_next(struct room *r);
void waiting_end(struct waiting *w);
void waiting_forget(struct room *r, const struct conn *c); /* it is closed */

/* ---- visitors.c ---- */

/* Somebody without a player, or who knocks, by number; false: there is none. */
bool visitor_find(struct room *r, int64_t number, struct visitor *out);
/* Lets a connection come in, lets it knock, or shows it out. True: it may come in. */
bool visitor_enters(struct room *r, struct conn *c);
/* What one that knocks has to say. */
void visitor_says(struct room *r, struct conn *c, const struct message *m);
/* After a change is stored: whoever was barred is shown out, whoever was let in comes in. */
void visitors_settle(struct room *r);
/* Those without a player and those who knock, as members of what everybody sees of the guests. */
void visitors_write(struct room *r, struct jw *w);
/* After a start nobody knows any more from where people came who were shown out. */
void visitors_loaded(struct room *r);
void visitor_left(struct conn *c);

/* ---- chat.c, hands.c: what is not stored ---- */

void request_say(struct room *r, struct conn *c, const struct message *m);
void request_react(struct room *r, struct conn *c, const struct message *m);
void request_wave(struct room *r, struct conn *c, const struct message *m);

/* ---- history.c ---- */

/* Begins to tell a connection the game so far; a part of it at each room_run(). */
void history_ask(struct room *r, struct conn *c, int64_t tag);
/* Goes on with whoever waits; when it wants to be run again, or INT64_MAX. */
int64_t history_run(struct room *r);
void history_forget(struct conn *c);

/* ---- drafts.c ---- */

/* Decks of a host: lines are changed and checked, a text is read, given away by a link, fetched by
 * one. */
void draft_ask(struct room *r, struct conn *c, const struct message *m);
void deck_ask(struct room *r, struct conn *c, const struct message *m);
void share_ask(struct room *r, struct conn *c, const struct message *m);
void borrow_ask(struct room *r, struct conn *c, const struct message *m);
void drafts_forget(struct conn *c); /* it is closed */
/* What everybody sees of the table's decks, and of pictures that a game is played with. */
void decks_write(const struct room *r, struct jw *w);
void pictures_write(const struct room *r, struct jw *w);

/* ---- keeping.c ---- */

/* Makes and keeps the keepsake of a game that is over; when it wants to be run again, or INT64_MAX.
 */
int64_t keeping_run(struct room *r);
/* The address of the keepsake of the game on the table, once it is stored; else NULL. */
const char *keeping_address(const struct room *r);
/* The keepsakes of this table, to one who asks. */
void keeping_list(struct room *r, struct conn *c, int64_t tag);
/* One of them is deleted, for the host. */
void keeping_delete(struct room *r, struct conn *c, int64_t tag, struct str address);
void keeping_left(struct room *r, const struct conn *c); /* it is closed */
void keeping_forget(struct room *r);                     /* its log is read anew */
void keeping_end(struct room *r);                        /* the room is about to go */

/* ---- bots.c ---- */

void bots_plan(struct room *r); /* lets bots think about a table that has changed */
/* The clock is slower or faster than before: what they plan to do happens when it would have. */
void bots_slowed(struct room *r, int before);
int64_t bots_due(const struct room *r); /* when the next move is, or INT64_MAX */
bool bots_act(struct room *r);          /* one move that is due; true: the room is writing */
/* What bots may say about earlier moves now that a decision has been made: items of an array. */
void bots_tell(struct room *r, const struct decision *d, struct buf *out);
void bots_forget(struct room *r);
/* The group has ruled again: thoughts that begin from now on know. */
void bots_note_rulings(struct room *r);
void mailbox_leave(struct mailbox *m); /* its room is about to go */

#endif
