/*
 * define_args - facts and actions of a .def with their arguments by name (rules/define.h): structs,
 * how they become values and are read again, and what an author writes for each. Read once for
 * every game.
 */
/* The order of the includes is its meaning. */
/* clang-format off */

/* ---- facts and actions: structs, and their way into values and back ---- */

#include "rules/define_none.h"
#define DEF_STRUCT(name, args) \
    struct DEF(name) {         \
        args                   \
    };
#define ACTION(constant, name, args)           DEF_STRUCT(name, args)
#define LIVE_ACTION(constant, name, args)      DEF_STRUCT(name, args)
#define LISTED_ACTION(constant, name, args)    DEF_STRUCT(name, args)
#define PREVIEWED_ACTION(constant, name, args) DEF_STRUCT(name, args)
#define TABLE_ACTION(constant, name, args)     DEF_STRUCT(name, args)
#define FACT(constant, name, audience, args)   DEF_STRUCT(name, args)
#define REVEAL(constant, name, audience, args) DEF_STRUCT(name, args)
#define RETIRED(constant, name, audience, args) DEF_STRUCT(name, args)
#define ARG(type, name)                        DEF_TYPE_##type name;
#define RANGE(name, least, most)               int name;
#define CHOICE(name, choices)                  int name;
#define CHOICE_OF(name, choices)               int name;
#define OPTIONAL(arg)                          arg
#define SECRET(arg)                            arg
#define NOTHING                                char nothing;
#include "rules/define_read.h"
#undef DEF_STRUCT

#include "rules/define_none.h"
#define DEF_READ(name, args)                                                                 \
    static inline struct DEF(name) DEF_JOIN(DEF(name), of)(const struct value *v DEF_UNUSED) \
    {                                                                                        \
        struct DEF(name) a;                                                                  \
        args return a;                                                                       \
    }
#define ACTION(constant, name, args)           DEF_READ(name, args)
#define LIVE_ACTION(constant, name, args)      DEF_READ(name, args)
#define LISTED_ACTION(constant, name, args)    DEF_READ(name, args)
#define PREVIEWED_ACTION(constant, name, args) DEF_READ(name, args)
#define TABLE_ACTION(constant, name, args)     DEF_READ(name, args)
#define FACT(constant, name, audience, args)   DEF_READ(name, args)
#define REVEAL(constant, name, audience, args) DEF_READ(name, args)
#define RETIRED(constant, name, audience, args) DEF_READ(name, args)
#define ARG(type, name)          \
    a.name = DEF_GET_##type(*v); \
    v++;
#define RANGE(name, least, most) a.name = (int)v++->i;
#define CHOICE(name, choices)    a.name = (int)v++->i;
#define CHOICE_OF(name, choices) a.name = (int)v++->i;
#define OPTIONAL(arg)            arg
#define SECRET(arg)              arg
#define NOTHING                  a.nothing = 0;
#include "rules/define_read.h"
#undef DEF_READ

#include "rules/define_none.h"
#define DEF_WRITE(name, args)                                                         \
    static inline int DEF_JOIN(DEF(name), put)(struct value * v,                      \
                                               const struct DEF(name) * a DEF_UNUSED) \
    {                                                                                 \
        struct value *from = v;                                                       \
        args return (int)(v - from);                                                  \
    }
#define ACTION(constant, name, args)           DEF_WRITE(name, args)
#define LIVE_ACTION(constant, name, args)      DEF_WRITE(name, args)
#define LISTED_ACTION(constant, name, args)    DEF_WRITE(name, args)
#define PREVIEWED_ACTION(constant, name, args) DEF_WRITE(name, args)
#define TABLE_ACTION(constant, name, args)     DEF_WRITE(name, args)
#define FACT(constant, name, audience, args)   DEF_WRITE(name, args)
#define REVEAL(constant, name, audience, args) DEF_WRITE(name, args)
#define ARG(type, name)                        *v++ = DEF_PUT_##type(a->name);
#define RANGE(name, least, most)               *v++ = NUM(a->name);
#define CHOICE(name, choices)                  *v++ = NUM(a->name);
#define CHOICE_OF(name, choices)               *v++ = NUM(a->name);
#define OPTIONAL(arg)                          arg
#define SECRET(arg)                            arg
#define NOTHING
#include "rules/define_read.h"
#undef DEF_WRITE

/* ---- what the game's author writes for each, and how a fact is said ---- */

#include "rules/define_none.h"
#define DEF_ACTION(constant, name)                        \
    enum { DEF_JOIN(DEF(name), action) = constant };      \
    bool DEF_JOIN(DEF(name), can)(const struct known *k); \
    bool DEF_JOIN(DEF(name), decide)(struct decision * d, const struct DEF(name) * a);
#define ACTION(constant, name, args)      DEF_ACTION(constant, name)
#define LIVE_ACTION(constant, name, args) DEF_ACTION(constant, name)
#define LISTED_ACTION(constant, name, args) \
    DEF_ACTION(constant, name)              \
    bool DEF_JOIN(DEF(name), legal)(const struct known *k, const struct DEF(name) * a);
#define PREVIEWED_ACTION(constant, name, args)                                            \
    DEF_ACTION(constant, name)                                                            \
    void DEF_JOIN(DEF(name), preview)(const struct known *k, const struct DEF(name) * a, \
                                      const struct lexicon *l, struct jw *w);
#define DEF_SAY_FOR_ALL(constant, name)                                                           \
    static inline void DEF_JOIN(DEF(name), emit)(struct decision * d, const struct DEF(name) * f) \
    {                                                                                             \
        struct value v[ARGS_MAX];                                                                 \
        v[0] = NUM(0); /* where there are no arguments */                                         \
        emit_values(d, constant, 0, v, (size_t)DEF_JOIN(DEF(name), put)(v, f));                   \
    }
#define DEF_SAY_FOR_NOBODY(constant, name) DEF_SAY_FOR_ALL(constant, name)
#define DEF_SAY_FOR_SOME(constant, name)                                           \
    static inline void DEF_JOIN(DEF(name), tell)(struct decision * d, seat_set to, \
                                                 const struct DEF(name) * f)       \
    {                                                                              \
        struct value v[ARGS_MAX];                                                  \
        v[0] = NUM(0);                                                             \
        emit_values(d, constant, to, v, (size_t)DEF_JOIN(DEF(name), put)(v, f));   \
    }
#define TABLE_ACTION(constant, name, args) \
    bool DEF_JOIN(DEF(name), decide)(struct decision *d, const struct DEF(name) *a);
#define DEF_FACT(name, audience)                                                               \
    typedef DEF_BLOCK_##audience DEF_JOIN(DEF(name), block);                                   \
    void DEF_JOIN(DEF(name), apply)(DEF_JOIN(DEF(name), block) * block, const struct known *k, \
                                    const struct DEF(name) * f);
#define FACT(constant, name, audience, args) \
    DEF_FACT(name, audience)                 \
    DEF_SAY_##audience(constant, name)
#define REVEAL(constant, name, audience, args)  FACT(constant, name, audience, args)
#define RETIRED(constant, name, audience, args) DEF_FACT(name, audience) /* cannot be said */
#include "rules/define_read.h"
#undef DEF_ACTION
#undef DEF_FACT
#undef DEF_SAY_FOR_ALL
#undef DEF_SAY_FOR_NOBODY
#undef DEF_SAY_FOR_SOME

#include "rules/define_none.h"
/* clang-format on */
