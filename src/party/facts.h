/*
 * facts - what changes a party: a line of the room's log each (party/facts.def), written, read and
 * folded.
 *
 * Those that end in KEPT are not things that happened. A snapshot is made of them: the whole party
 * at one moment, so that a room can be loaded without everything that came before. The same party
 * always makes the same text, so that two can be compared by it.
 *
 *     party_facts_init();
 *     if (party_fact_read(&fact, json, PARTY_STRICT))
 *         party_fold(&party, &fact);
 *     fact = PARTY_FACT(player_moved, .player = 3, .to = 0);
 *     party_player_moved_of(&fact).to
 */
#ifndef PARTY_FACTS_H
#define PARTY_FACTS_H

#include "party/party.h"

#define RULING_QUESTIONS "match|related|exists|animal|fits"
#define LANGUAGES_NAMED  "en|de|fr"

enum party_fact_kind {
#define FACT(kind, name, args) kind,
#include "party/facts.def"
#undef FACT
    PARTY_FACT_KINDS,
};

struct party_fact {
    uint8_t kind;
    struct value arg[ARGS_MAX];
};

/* ---- arguments by name: struct party_deck_used, and its way into a fact and back ---- */

/* clang-format off */
#define FACT(kind, name, args) \
    struct party_##name {      \
        args                   \
    };
#define PARTY_TYPE_int        int64_t
#define PARTY_TYPE_text       struct str
#define PARTY_TYPE_bool       bool
#define ARG(type, name)       PARTY_TYPE_##type name;
#define LONG_TEXT(name, most) struct str name;
#define COUNT(name)           int64_t name;
#define CHOICE_OF(name, of)   int name;
#define OPTIONAL(arg)         arg
#include "party/facts.def"
#include "party/facts_end.h"

#define FACT(kind, name, args)                                                        \
    static inline struct party_##name party_##name##_of(const struct party_fact *f)   \
    {                                                                                 \
        const struct value *v = f->arg;                                               \
        struct party_##name a;                                                        \
        args return a;                                                                \
    }
#define PARTY_GET_int(v)      (v).i
#define PARTY_GET_text(v)     (v).s
#define PARTY_GET_bool(v)     ((v).i != 0)
#define ARG(type, name)       a.name = PARTY_GET_##type(*v); v++;
#define LONG_TEXT(name, most) a.name = v++->s;
#define COUNT(name)           a.name = v++->i;
#define CHOICE_OF(name, of)   a.name = (int)v++->i;
#define OPTIONAL(arg)         arg
#include "party/facts.def"
#include "party/facts_end.h"

#define FACT(fact_kind, name, args)                                                        \
    static inline struct party_fact party_##name##_fact(const struct party_##name *a)      \
    {                                                                                      \
        struct party_fact f = {.kind = fact_kind};                                         \
        struct value *v = f.arg;                                                           \
        args return f;                                                                     \
    }
#define PARTY_PUT_int(x)      NUM(x)
#define PARTY_PUT_text(x)     TEXT(x)
#define PARTY_PUT_bool(x)     NUM(x)
#define ARG(type, name)       *v++ = PARTY_PUT_##type(a->name);
#define LONG_TEXT(name, most) *v++ = TEXT(a->name);
#define COUNT(name)           *v++ = NUM(a->name);
#define CHOICE_OF(name, of)   *v++ = NUM(a->name);
#define OPTIONAL(arg)         arg
#include "party/facts.def"
#include "party/facts_end.h"
/* clang-format on */

/* A fact with its arguments by name; what is not named is 0 or empty. */
#define PARTY_FACT(name, ...) party_##name##_fact(&(const struct party_##name){__VA_ARGS__})

static inline bool party_fact_kept(const struct party_fact *f)
{
    return f->kind >= ROOM_KEPT;
}

/* Parses the schemas of facts; once, before anything else here. */
void party_facts_init(void);
/* A line of its own. */
void party_fact_write(struct party_fact f, struct buf *out);
/* Texts borrow from `object`. False for anything that is no fact of a party. A lenient reader
 * passes over members that it does not know. */
enum party_reader { PARTY_LENIENT, PARTY_STRICT };
bool party_fact_read(struct party_fact *out, json_t *object, enum party_reader reader);

/* What a fact CROWD_SAID says; false where it is another, or one that nobody here would write. */
bool party_crowd_sum(const struct party_fact *f, struct crowd_sum *out);

/* Total: a fact that does not fit (from a damaged log) changes nothing. */
void party_fold(struct party *p, const struct party_fact *f);

/* The whole party as lines of facts. */
void party_snapshot(const struct party *p, struct buf *out);
/* The part of it that says what the lobby's game is dealt from: own decks, and what was seen. Of a
 * deck its text, which has to be there, or only the sum of it. */
enum shelf_form { SHELF_TEXTS, SHELF_SUMS };
void party_write_shelf(const struct party *p, enum shelf_form form, struct buf *out);

#endif
