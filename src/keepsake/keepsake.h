/*
 * keepsake - what stays of an evening: a finished game as a document, and the document as a
 * page, a picture and a text.
 *
 * It is made of the facts that were public and of nothing else: the maker folds each record as an
 * onlooker heard it, so what the rules never revealed is not in its reach. The document is JSON of
 * a declared shape (keepsake_shapes) and holds everything a page needs, the places of all words of
 * the picture too: the same game looks the same on every device and at every time.
 *
 * Making one takes a while, and tables wait for nobody's keepsake: keepsake_work() does a little of
 * it at a time. Nothing here knows a store, a socket or a clock.
 *
 *     struct keepsake *k = keepsake_new(&head);
 *     keepsake_hear(k, record->at, record->fact, record->facts);     // each record, in order
 *     keepsake_hear_crowd(k, &sum);                                  // where somebody looked on
 *     while (keepsake_work(k, mind))
 *         ;
 *     keepsake_write(k, &doc);
 *     keepsake_free(k);
 *     keepsake_page(buf_str(&doc), &(struct keepsake_wish){.lang = LANG_DE, .names = true}, &html);
 */
#ifndef KEEPSAKE_KEEPSAKE_H
#define KEEPSAKE_KEEPSAKE_H

#include "base/jr.h"
#include "rules/mind.h"
#include "rules/setup.h"
#include "rules/shape.h"

struct keepsake;

/* Bytes of a name: twenty characters, of whatever script. */
enum { KEEPSAKE_NAME = 80 };

struct keepsake_head {
    const struct setup *setup;
    struct str name[SEATS_MAX];
    int mark[SEATS_MAX];
    int guest[SEATS_MAX]; /* by whose device, in the table's numbers; 0: nobody knows */
    int64_t ended;        /* milliseconds since 1970; 0: nobody knows */
    int64_t entry;        /* of the table's log in which it began; 0: it lies in none */
    bool reel;            /* it is heard for its reel */
};

struct keepsake *keepsake_new(const struct keepsake_head *head); /* copies it */
void keepsake_free(struct keepsake *k);
/* A record: when it was made, by the table's clock, and its facts. */
void keepsake_hear(struct keepsake *k, int64_t at, const struct fact *f, int n);
/* What the crowd answered to one of the game's questions, at any time. */
struct crowd_sum;
void keepsake_hear_crowd(struct keepsake *k, const struct crowd_sum *sum);
/* True: there is more to do. `mind` may be NULL. */
bool keepsake_work(struct keepsake *k, const struct mind *mind);
/* The game came to an end of its own, and there is something to keep. */
bool keepsake_worth(const struct keepsake *k);
void keepsake_write(struct keepsake *k, struct buf *out);

/* ---- the game as onlookers saw it, for the stage to show it again ---- */

/* Of a maker that heard the game for its reel: a little work at a time. True: there is more to do.
 */
bool keepsake_reel_work(struct keepsake *k);
/* False: it was too long. */
bool keepsake_write_reel(const struct keepsake *k, struct buf *out);
/* What a document says about its reel. */
struct keepsake_reel {
    int64_t entry; /* the log's, in which its game began; 0: the reel lies in the store */
    int seats;
    char name[SEATS_MAX][KEEPSAKE_NAME + 1];
    int mark[SEATS_MAX];
};
/* False: it has none, or this is no document of ours. */
bool keepsake_read_reel(struct str doc, struct keepsake_reel *out);
extern const struct shape keepsake_shapes[];

/* ---- of a document ---- */

struct keepsake_wish {
    enum language lang;
    bool names;         /* of people; else "Player 1" */
    bool file;          /* a page that needs no server: styles and script inside */
    bool offered;       /* it has an address: other languages and the file are a tap away … */
    struct str address; /* … this one */
};

/* The document, to be freed with json_decref(); NULL where it is none of ours. */
json_t *keepsake_read(struct str doc);
/* What stands in the place of one that was deleted. */
#define KEEPSAKE_DELETED "{}"

/* Each appends, and returns false, having written nothing, where this is no document of ours. */
bool keepsake_page(struct str doc, const struct keepsake_wish *wish, struct buf *out);
bool keepsake_svg(struct str doc, const struct keepsake_wish *wish, struct buf *out);
bool keepsake_text(struct str doc, const struct keepsake_wish *wish, struct buf *out);
enum language keepsake_language(struct str doc); /* of its words */

/* Styles and script of the page, as files of their own. */
struct str keepsake_css(void);
struct str keepsake_js(void);

/* ---- where it is kept ---- */

enum { KEEPSAKE_ADDRESS = 48 };
/* What its page is found by: 16 digits of the room, and 128 bits that nobody can guess, which the
 * game's secret seed gives. The same game always has the same address. */
void keepsake_address(int64_t room, const struct seed *seed, char out[KEEPSAKE_ADDRESS + 1]);
bool keepsake_is_address(struct str text);
/* The room of an address, which keepsake_is_address() has found good. */
int64_t keepsake_room(struct str address);
/* Makes it that of the same game in another room. */
void keepsake_move(char address[KEEPSAKE_ADDRESS + 1], int64_t room);
/* Whether two of them are of the same game: the room may have been imported under another number.
 */
bool keepsake_same_game(const char *one, const char *other);
/* The document's key in a store, and back: false where it is no key of one, or of a reel. */
void keepsake_key(struct str address, struct buf *out);
bool keepsake_of_key(struct str key, char address[KEEPSAKE_ADDRESS + 1]);
/* What all keys of a room begin with. */
void keepsake_keys(int64_t room, struct buf *out);
/* The same of its reel, and of all reels of a room. */
void reel_key(struct str address, struct buf *out);
void reel_keys(int64_t room, struct buf *out);

#endif
