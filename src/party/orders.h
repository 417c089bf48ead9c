/*
 * orders - what guests ask of the room itself ("do" in docs/protocol.md), decided into facts.
 *
 * Like a game's decide(): reads, changes nothing; refuses with a key and arguments, or collects
 * facts of the party and says what the room has to do with its table. Every order is one line of a
 * table (name, arguments, who may), from which the schemas and types for clients are written too.
 */
#ifndef PARTY_ORDERS_H
#define PARTY_ORDERS_H

#include "party/facts.h"
#include "rules/match.h"

enum { ORDER_FACTS = OPTIONS_MAX + 8 }; /* and everybody may change the device at once */
_Static_assert((int)ORDER_FACTS >= (int)PLAYERS_MAX + 4, "facts of one order");

/* What goes with the facts: nothing, a new game, the end of one, an action of the table, or the end
 * of a game's explanation. */
enum order_then { THEN_NOTHING, THEN_BEGIN, THEN_LEAVE, THEN_ACT, THEN_GO };

/* Somebody who is connected and has no player, or who knocks; or who asks for one of a device that
 * is away. */
struct visitor {
    struct key key;
    bool screen, knocks;
    uint16_t claim;
};

/* What lets people go to another device: all of this one, or one of them. */
struct ticket {
    uint16_t guest;
    uint16_t player; /* NO_PLAYER: all */
};

/* What an order is decided on. */
struct order_scene {
    const struct party *party;
    const struct match *match; /* NULL in the lobby */
    uint16_t guest;            /* who asks; NO_GUEST: not known yet */
    const struct key *key;     /* whose */
    bool screen;
    uint64_t chance;                                                 /* for an order that draws */
    bool (*here)(void *arg, uint16_t guest);                         /* has a connection */
    bool (*visitor)(void *arg, int64_t number, struct visitor *out); /* false: there is none */
    bool (*claimant)(void *arg, int64_t number, struct visitor *out);
    bool (*ticket)(void *arg, struct str typed, struct ticket *out); /* false: not a good one */
    /* What the format of the room's log can tell: that a device stays out (from the third on), and
     * the facts of the fourth. A game that runs keeps the format it began with. */
    bool log_bars, log_of_today;
    struct str draft;                   /* of a deck that whoever asks has typed; empty: none … */
    const struct deck_kind *draft_kind; /* … checked for this kind (NULL: not yet), … */
    int draft_wrong;                    /* … with so many faults */
    const struct filter *filter;        /* NULL: none */
    void *arg;
};

struct order {
    int facts;
    struct party_fact fact[ORDER_FACTS];
    enum order_then then;
    bool explain;       /* THEN_BEGIN: nobody has seen this game here */
    int action;         /* THEN_ACT: an action of the table … */
    struct value v;     /* … and its argument */
    bool dismisses;     /* the connections of a device end with this, … */
    struct key dismiss; /* … of this one */
    const char *refusal;
    const char *arg_name; /* of the refusal, or NULL */
    int64_t arg;
    /* What texts among the facts borrow from: a name, keys, values of options. */
    struct buf text;
    char key[KEY_TEXT + 1], other_key[KEY_TEXT + 1];
    struct buf value[OPTIONS_MAX];
};

void orders_init(void);
/* Keep one and reuse it. */
void order_fini(struct order *o);
/* True: facts and what goes with them. False: refused, see `refusal`. `with` may be NULL. */
bool order_decide(struct order *o, const struct order_scene *s, struct str name,
                  const json_t *with);

/* Why what the lobby has chosen cannot start, or NULL: "too_few", "too_many" with the limit, or the
 * key of a check of the game ("setup.<game>.<key>"). */
const char *lobby_problem(const struct party *p, struct setup *out, int64_t *limit);

/* The team of a place in the lobby, as it would be played; -1: none. `s` is what lobby_problem()
 * put together. */
int lobby_team(const struct setup *s, int seat);

/* The table of orders, for the documentation of the protocol. */
struct order_spec {
    const char *name;
    const char *args;
    bool host; /* only the host may */
    bool (*decide)(struct order *o, const struct order_scene *s, const struct value *v);
};
extern const struct order_spec order_specs[];
int order_count(void);
const struct schema *order_schema(int i);

#endif
