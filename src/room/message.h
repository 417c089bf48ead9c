/*
 * message - what a client sends, read and checked before anything else looks at it.
 *
 * Only the shape is judged here (docs/protocol.md); whether it makes sense is the room's business.
 */
#ifndef ROOM_MESSAGE_H
#define ROOM_MESSAGE_H

#include "base/buf.h"
#include "base/jr.h"
#include "base/word.h"
#include "party/code.h"
#include "party/key.h"

/* Signs that people show without words; in the order of the screen. */
#define REACTIONS "laugh|heart|cheer|wow|hmm|oops|skip"

/* What a device does in a deal (dealing.c). */
#define MESSAGE_OFFERS "pledge|part"

/* What may be asked. */
#define MESSAGE_QUESTIONS                                                 \
    "history|hint|tv|draft|deck|share|borrow|keepsakes|forget|"           \
    "memory|tonight|picture|keep|unkeep|forget_person|same_person|draws|" \
    "ticket|claim|decline"

enum { PROTOCOL = 1, TALK_CHARS = 200, TALK_BYTES = 800, NO_TAG = -1 };

enum message_kind {
    MESSAGE_CREATE,
    MESSAGE_ENTER,
    MESSAGE_TV,
    MESSAGE_DO,
    MESSAGE_PLAY,
    MESSAGE_TRY,
    MESSAGE_ASK,
    MESSAGE_SAY,
    MESSAGE_REACT,
    MESSAGE_LIVE,
    MESSAGE_DEAL,
    MESSAGE_CROWD,
    MESSAGE_KNOCK,
    MESSAGE_PING,
};

struct message {
    enum message_kind kind;
    json_t *json;    /* owns the texts … */
    struct buf text; /* … or this does, of a move: it was read without a tree */
    /* hello */
    struct key key;
    bool screen;
    bool mends;
    bool deals;
    enum language language;
    struct str game;
    struct code code;
    struct str ticket;     /* empty: none */
    struct str seen_epoch; /* empty: nothing seen */
    int64_t seen_rev;
    /* the rest */
    uint32_t n;
    struct str name; /* of the order, action, question or sign; what is said */
    json_t *with;    /* borrowed; NULL: no arguments, or they are … */
    struct str args; /* … of a move: an object as it came, to be read once; empty: none */
    int seat;        /* NO_SEAT where it was left out */
    int64_t tag;     /* of a try, an ask or a ping */
};

/* The requests of a guest that is in its room, by the member that names them. */
struct message_verb {
    const char *key;
    enum message_kind kind;
    bool counted; /* has `n`: applied exactly once */
    bool tagged;  /* has `tag`: named again by the answer */
};
enum { MESSAGE_VERBS = 9 };
extern const struct message_verb message_verbs[MESSAGE_VERBS];

/* NULL, or the key of what is wrong with it. Close with message_fini() in both cases. */
const char *message_read(struct message *m, struct str text);
void message_fini(struct message *m);

#endif
