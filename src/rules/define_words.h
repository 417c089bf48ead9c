/* define_words - the words that rules are written with: APPLY, CAN, DECIDE, LEGAL, PREVIEW, EMIT,
 * TELL and their kind (rules/define.h), the same for the core and for every game. */
#ifndef RULES_DEFINE_WORDS_H
#define RULES_DEFINE_WORDS_H

#include "rules/decision.h"

/* Packs (rules/deck.h): the same choice and the same names of files in every game. They are texts,
 * so no blank may come between. */
/* clang-format off */
#define PACK_OPTION(constant)                                                         \
    CHOICE_OPTION(constant, pack,                                                     \
                  everyday|children|office|after_dark|classroom|classroom_b1|wild,    \
                  PACK_WILD, PACK_EVERYDAY)
#define PACKED_DECK(constant, name)              \
    DECK(constant, name)                         \
    DECK(constant##_CHILDREN, name-children)     \
    DECK(constant##_OFFICE, name-office)         \
    DECK(constant##_AFTER_DARK, name-after-dark) \
    DECK(constant##_CLASSROOM, name-classroom)   \
    DECK(constant##_CLASSROOM_B1, name-classroom-b1) \
    DECK(constant##_WILD, name-wild)
/* clang-format on */

#define DEF_UNUSED __attribute__((unused))

/* What a fact does to the block that its audience names. */
#define APPLY(fact, block)                                                              \
    void fact##_apply(fact##_block *block DEF_UNUSED, const struct known *k DEF_UNUSED, \
                      const struct fact *f DEF_UNUSED)
#define CAN(action)    bool action##_can(const struct known *k DEF_UNUSED)
#define DECIDE(action) bool action##_decide(struct decision *d, const struct action *a DEF_UNUSED)
#define LEGAL(action)  bool action##_legal(const struct known *k, const struct action *a DEF_UNUSED)
#define PREVIEW(action)                                                  \
    void action##_preview(const struct known *k, const struct action *a, \
                          const struct lexicon *l DEF_UNUSED, struct jw *w)

/* A fact for all or for nobody happens; one for some is told to these seats. */
#define EMIT(d, fact, ...)        fact##_emit(d, &(const struct fact){__VA_ARGS__})
#define TELL(d, seats, fact, ...) fact##_tell(d, seats, &(const struct fact){__VA_ARGS__})
/* The arguments of a fact whose kind is known, by their names. */
#define FACT_AS(name, f) name##_of((f)->arg)
/* Arguments as everything else carries them. */
#define PUT(v, name, ...) name##_put(v, &(const struct name){__VA_ARGS__})
/* The move of a bot (rules/bot.h). */
#define BOT_DO(t, action, ...) \
    action##_put(bot_do(t, action##_action), &(const struct action){__VA_ARGS__})

/* The types of arguments in C, and how they lie in a struct value. */
#define DEF_TYPE_bool      bool
#define DEF_TYPE_int       int
#define DEF_TYPE_seat      int
#define DEF_TYPE_seats     seat_set
#define DEF_TYPE_letter    int
#define DEF_TYPE_text      struct str
#define DEF_TYPE_time      int64_t
#define DEF_TYPE_list      struct str
#define DEF_TYPE_phase     int
#define DEF_TYPE_subject   int
#define DEF_GET_bool(v)    ((v).i != 0)
#define DEF_GET_int(v)     ((int)(v).i)
#define DEF_GET_seat(v)    ((int)(v).i)
#define DEF_GET_seats(v)   ((seat_set)(v).i)
#define DEF_GET_letter(v)  ((int)(v).i)
#define DEF_GET_text(v)    ((v).s)
#define DEF_GET_time(v)    ((v).i)
#define DEF_GET_list(v)    ((v).s)
#define DEF_GET_phase(v)   ((int)(v).i)
#define DEF_GET_subject(v) ((int)(v).i)
#define DEF_PUT_bool(x)    NUM(x)
#define DEF_PUT_int(x)     NUM(x)
#define DEF_PUT_seat(x)    NUM(x)
#define DEF_PUT_seats(x)   NUM(x)
#define DEF_PUT_letter(x)  NUM(x)
#define DEF_PUT_text(x)    TEXT(x)
#define DEF_PUT_time(x)    NUM(x)
#define DEF_PUT_list(x)    TEXT(x)
#define DEF_PUT_phase(x)   NUM(x)
#define DEF_PUT_subject(x) NUM(x)

/* The block that a fact is written into. */
#define DEF_BLOCK_FOR_ALL    struct DEF(public)
#define DEF_BLOCK_FOR_SOME   struct DEF(seat)
#define DEF_BLOCK_FOR_NOBODY struct DEF(secret)

#endif
