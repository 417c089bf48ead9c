/*
 * inside - a room as its own files see it.
 *
 * What a file of this folder offers to the others stands below under its name. A function that
 * returns when it "wants to be run again" is called by room_run(), which schedules the earliest.
 * One that returns "the room is writing" has begun a change: nothing else is begun before the store
 * has it.
 */
#ifndef ROOM_INSIDE_H
#define ROOM_INSIDE_H

#include "room/change.h"
#include "room/frames.h"
#include "room/manners.h"
#include "room/room.h"
#include "room/scratch.h"
#include "room/shows.h"
#include "rules/clock.h"
#include "rules/crowd.h"
#include "rules/match.h"

/* A request that came while the room was writing. */
struct waiting {
    struct waiting *next;
    struct conn *conn;
    struct message message;
};

/* An entry gathers moves until the turn of the loop is over; then it is the store's. */
enum writing { WRITES_NOTHING, GATHERS, STORES };

struct zeros;
struct bot_plan;
struct mailbox;
struct rulings;
struct shared_rulings;
struct stock;
struct loading;
struct manners;
struct outside;
struct tickets;
struct keeping;
struct dealing;
struct crowd;
struct dealt;
struct kept_ask;
struct job;
struct text_ask;

/* Of a seat that somebody is absent from, or that a bot has. */
struct at_seat {
    int64_t leave_at; /* when an absent person counts as away; 0: not absent */
    struct bot_plan *plan;
};

struct room {
    struct services *services;
    void *door; /* its place in the house, which is told when it is due */
    int64_t id;
    int64_t head;       /* last entry of the log, … */
    uint64_t head_op;   /* … and its name in the store: the next one names it */
    int64_t epoch;      /* of its owner: see room_claim() */
    int64_t base;       /* the entry that it is loaded from: the last snapshot, or the first */
    int64_t bytes;      /* of the log, all of it … */
    int64_t base_bytes; /* … and of what lies before the base */
    struct party party;
    struct match match;         /* match.table is NULL in the lobby, and while it is packed */
    struct zeros *packed;       /* the table, while the room is idle (idle.c) … */
    bool packed_over;           /* … and whether its game is over */
    struct room *newer, *older; /* among those awake */
    bool awake;
    struct stock *stock; /* what the game is dealt from; NULL: there is none … */
    struct shelf *shelf; /* … with what was seen of it; NULL: there was no game, or it is packed */
    struct text_ask *text_ask; /* the text of a deck is being fetched (texts.c), … */
    bool text_failed;          /* … could not be, … */
    int64_t text_due;        /* … and when it is tried again for whoever waits; 0: nobody does */
    int64_t texts_until;     /* until when texts of decks stay in memory; 0: there are none */
    struct rulings *rulings; /* what this group has decided about words; NULL: nothing yet */
    struct shared_rulings *bot_rulings; /* the same for bots; NULL: none has asked since */
    struct table_clock clock;
    int64_t opening; /* ms that its clock begins before 0 (opening.c); 0: the game has begun */
    int64_t began;   /* entry the game began in, for its history */

    struct crowd *crowd;        /* those who look on were asked something; NULL: nothing */
    struct dealing *dealing;    /* parts of the next game's chance; NULL: none so far … */
    struct dealt *dealt;        /* … and of the last one's; NULL: it was not made of parts */
    struct keeping *keeping;    /* what stays of the last game; NULL: none has ended */
    struct kept_ask *kept_asks; /* of people, that the store has yet to answer */
    struct job *jobs;           /* about its memory (remembering.c) */
    char *kept;                 /* the name it is kept under; NULL: it is not, … */
    bool remembers;             /* … once that was looked up */
    bool tonight;               /* screens show the evening */
    int64_t remembered;         /* the game that was added to its memory, by its first entry */
    struct manners *manners;    /* how often its guests changed it; NULL: nobody has */
    struct outside *outside;    /* from where people have to knock; NULL: from nowhere */
    struct tickets *tickets;    /* of devices that people are about to leave; NULL: none yet */
    int64_t last_visitor;       /* numbers those who come */
    struct conn *conns;
    struct waiting *queue, **queue_end;
    int queued;

    bool loaded;
    struct loading *load;    /* its log is being read; NULL: it was, or cannot be */
    struct fetched *fetched; /* what it is read from; NULL: the store */
    bool claims;             /* once it is read this node owns it: see room_claim() */
    int64_t alive_until;     /* of its owner before: see room_load() */
    int format;              /* of its log, as its base tells */
    bool outdated;           /* its log is of format 1: renewed before anything else */
    bool stale;              /* the sections of the room have to be written again */
    bool may_join;           /* while it gathers: further moves may share the entry */
    enum writing writing;
    struct key founder; /* who asked for the room; counts until its first entry is stored */
    bool dismisses;     /* a device is shown out once it is written, … */
    struct key dismiss; /* … this one */
    struct buf entry;   /* what is being written, … */
    uint64_t op;        /* … and its name, should the store be asked again */
    int64_t wrote_at;   /* when the last change was made … */
    int64_t head_at;    /* … and the last that is stored; 0: not by this process */
    int64_t asked_at;   /* when the store was given it, … */
    int64_t retry_at;   /* … when it is asked again; INT64_MAX: its answer is awaited */
    int failures;       /* how often it could not */
    bool lost;          /* another node may have the table: nothing is shown any more */
    uint64_t heir; /* the node that it is handed to as soon as nothing else is written; 0: none */
    bool handed;   /* the entry that says so is on its way */
    bool waits;    /* people were told that the table waits */
    struct broadcast *broadcast, *last_broadcast; /* sent when it is stored, in this order */
    struct show *shows, *last_show;               /* for onlookers who are sent it later */
    int shows_kept;
    struct frames frames;

    int64_t host_away_since; /* since when the host has had no connection; 0: here */
    int64_t opened;          /* when it was loaded */
    int64_t empty_since;
    struct at_seat *at_seat; /* by seat; NULL: nobody is absent, and no bot has thought */
    int64_t alone_since; /* table time since when it waits for bots alone; INT64_MAX: it does not */
    struct mailbox *mailbox; /* where thoughts of bots arrive; NULL: none was asked for */
};

/* ---- room.c ---- */

int64_t room_now(const struct room *r);
/* The same on screens: before a game begins it counts up to 0. */
int64_t room_clock(const struct room *r);
/* When it is run next. */
void room_schedule(struct room *r, int64_t due);
bool room_guest_here(const struct room *r, uint16_t guest);
bool room_anyone(const struct room *r); /* a person with a player has a connection */
/* Remembers what the group has ruled about words, for this game and those to come. */
void room_note_rulings(struct room *r, const struct fact *f, int n);
const struct lexicon *room_lexicon(const struct room *r);
void room_no_game(struct room *r);
/* The decks with what the room has seen of them. */
void room_shelve(struct room *r);
struct shelf *room_shelf(struct room *r); /* where they are */
/* What is kept of a seat, to be read and to be written. */
const struct at_seat *room_seat(const struct room *r, int seat);
struct at_seat *room_seat_open(struct room *r, int seat);
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
/* A room whose log is of an earlier format, or whose game cannot be played on under the rules of
 * today, goes on as this program writes it. True: something is being written. */
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

/* ---- idle.c ---- */

/* Opens the table of a room before it is looked at. */
void room_wake(struct room *r);
void idle_end(struct room *r); /* the room is */

/* ---- opening.c ---- */

/* A game is about to begin; `explain`: to people who have not seen it here. */
void opening_begin(struct room *r, bool explain);
/* Nobody needs more of the explanation. False: there is none any more. */
bool opening_skip(struct room *r);
/* The game begins, if it is time. True: the room is writing. */
bool opening_run(struct room *r);

/* ---- crowd.c ---- */

struct given {
    struct key key;
    struct crowd_answer answer;
};

struct crowd {
    struct crowd_scene scene; /* as the room was last shown it */
    bool waits;               /* `sum` may not be told yet */
    struct crowd_sum sum;
    int names;           /* of the things that are asked about, … */
    struct phrase *name; /* … as they were when the question was opened */
    int n, cap;          /* answers to the open question */
    struct given *given;
};

/* Opens and closes what those who look on are asked, and tells what they said when the game lets
 * it. True: the room is writing. */
bool crowd_run(struct room *r);
bool crowd_waits(const struct room *r); /* a sum is still to be told */
void request_crowd(struct room *r, struct conn *c, const struct message *m);
void crowd_show(struct room *r, struct jw *w); /* what everybody sees of it */
void crowd_forget(struct room *r);

/* ---- dealing.c ---- */

/* Seals a secret for the next game, if somebody is there to see it. True: the room is writing. */
bool dealing_run(struct room *r);
/* Whether this is an order that begins a game. */
bool dealing_begins(const struct room *r, const struct conn *c, const struct message *m);
/* Whether such an order has to wait: until the devices of players have shown their parts, or for
 * long enough. */
bool dealing_delays(struct room *r, const struct conn *c, const struct message *m);
int64_t dealing_due(const struct room *r); /* when that has been for long enough, or INT64_MAX */
/* A device pledges its part, or shows it. */
void request_deal(struct room *r, struct conn *c, const struct message *m);
/* The seed of a game that begins; the room keeps what it was made of. */
void dealing_seed(struct room *r, struct seed *out);
void room_dealt(struct room *r, const struct dealt *d); /* NULL: of nothing to be checked */
void dealing_write(struct room *r, struct jw *w);       /* what everybody sees of it */
void dealing_forget(struct room *r);

/* ---- requests.c ---- */

/* The answer to a question begins, and is sent: its tag, then what the asker is told. */
struct jw told_begin(struct conn *c, int64_t tag);
void told_send(struct conn *c, struct jw *w);
/* A question that costs something: a connection may ask `most` at once, and one in so many
 * milliseconds. False: it was told to wait. */
bool request_may_ask(struct conn *c, int64_t tag, int most, int64_t every);
/* There is no place for it now; whoever waits for an answer is given one. */
void request_turn_away(struct room *r, struct conn *c, const struct message *m);
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

/* ---- tickets.c ---- */

/* Questions: for a ticket; for a player whose device is away, 0: no longer; of the host: no. */
void ticket_ask(struct room *r, struct conn *c, const struct message *m);
void claim_ask(struct room *r, struct conn *c, const struct message *m);
void decline_ask(struct room *r, struct conn *c, const struct message *m);
/* Whom a ticket carries; false: it is none, or none any more. */
bool ticket_find(const struct room *r, struct str typed, struct ticket *out);
/* Until when somebody may come with a ticket; 0: nobody. The room stays in memory for them. */
int64_t tickets_until(const struct room *r);
/* Whoever asks for a player, by number. */
bool claimant_find(struct room *r, int64_t number, struct visitor *out);
/* Those who do, as a member of what everybody sees of the guests. */
void claims_write(struct room *r, struct jw *w);
/* After a change is stored: a device that nobody is left at is told so, and ends. */
void tickets_settle(struct room *r);

/* ---- filtered.c ---- */

/* Whether the table's filter stops this text. */
bool room_stops(const struct room *r, struct str text);
/* The same for a move, with the refusal that names the first text that is stopped. */
bool room_stops_move(const struct room *r, int action, const struct value *v, struct refusal *out);

/* ---- chat.c, hands.c: what is not stored ---- */

void request_say(struct room *r, struct conn *c, const struct message *m);
void request_react(struct room *r, struct conn *c, const struct message *m);
void request_wave(struct room *r, struct conn *c, const struct message *m);

/* ---- clock.c ---- */

/* The clock runs while somebody is there, the game goes on and is not paused. */
void room_set_clock(struct room *r);

/* ---- hints.c ---- */

void hint_ask(struct room *r, struct conn *c, const struct message *m);

/* ---- history.c ---- */

/* Begins to tell a connection the game so far, or what was drawn in a game that is over; a part of
 * it at each room_run(). */
void history_ask(struct room *r, struct conn *c, int64_t tag, bool draws);
/* Goes on with whoever waits; when it wants to be run again, or INT64_MAX. */
int64_t history_run(struct room *r);
void history_forget(struct conn *c);

/* ---- drafts.c ---- */

/* Decks of a host: lines of a draft are changed and checked, a text is read. */
void draft_ask(struct room *r, struct conn *c, const struct message *m);
void deck_ask(struct room *r, struct conn *c, const struct message *m);
/* The kind of deck that a message is about, and its game; NULL: there is no such kind. */
const struct deck_kind *draft_kind(const struct message *m, const struct book **b);
/* Another draft in the place of the one there is; takes the text over. False, and nothing taken:
 * too much is being written at all tables together. */
bool draft_replace(struct conn *c, struct buf *text);
void drafts_forget(struct conn *c); /* its draft, also because it is closed */
/* What everybody sees of the table's decks, and of pictures that a game is played with. */
void decks_write(struct room *r, struct jw *w);
void pictures_write(const struct room *r, struct jw *w);

/* ---- draft_check.c ---- */

/* Looks through a draft, and answers the question of this tag. */
void draft_check_begin(struct room *r, struct conn *c, int64_t tag, const struct book *b,
                       const struct deck_kind *kind);
/* The draft is about to be another one, or its connection is closed. */
void draft_check_drop(struct conn *c);
/* Whether a check is under way that somebody asked for, and that question's tag. */
bool draft_check_asked(const struct conn *c, int64_t *tag);
/* Whether a request has to wait until its draft was looked through: an order to keep it, for which
 * a check is begun here, and what would change it. */
bool draft_check_delays(struct room *r, struct conn *c, const struct message *m);
/* Goes on with one of them; when it wants to be run again, or INT64_MAX. */
int64_t draft_check_run(struct room *r);

/* ---- deck_links.c ---- */

/* A deck is given away by a link, or fetched by one. */
void share_ask(struct room *r, struct conn *c, const struct message *m);
void borrow_ask(struct room *r, struct conn *c, const struct message *m);
void deck_links_forget(struct conn *c); /* it is closed */

/* ---- texts.c ---- */

/* Whether a request has to wait for texts of decks that it needs; fetching or reading one is begun
 * here. */
bool texts_delay(struct room *r, const struct conn *c, const struct message *m);
/* Whether a game of the lobby could be dealt. */
bool texts_ready(const struct room *r);
void texts_written(struct room *r); /* there is one in memory that nobody fetched */
/* Lets texts go that nobody has used for a while; when it wants to be run again, or INT64_MAX. */
int64_t texts_run(struct room *r);
void texts_forget(struct room *r); /* its log is read anew, or the room goes */

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
void keeping_deleted(struct room *r, const char *address);

/* ---- keeping_asks.c ---- */

void keeping_asks_end(struct room *r); /* the room is about to go */

/* ---- remembering.c ---- */

/* Goes on with the table's memory; when it wants to be run again, or INT64_MAX. */
int64_t remembering_run(struct room *r);
/* False: this is no question about it. */
bool remembering_ask(struct room *r, struct conn *c, const struct message *m);
void remembering_lost(struct room *r, const char *address); /* a keepsake was deleted */
void remembering_left(struct room *r, const struct conn *c);
void remembering_end(struct room *r); /* the room is about to go */

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
