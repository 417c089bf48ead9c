/*
 * deck_check - whether a text is a deck that a table can play with, and if not, in which lines.
 *
 * Used while somebody types, by `unisono decks` and by the tests of the decks that come with the
 * program, so that all mean the same by "a deck". What is wrong has to be mended; an entry that
 * seems to be there twice is only advice. A text without faults can be read by deck_read().
 *
 * Ownership: the report borrows its name from the text.
 *
 *     struct deck_report r;
 *     deck_check(game, deck_kind_of(game, STR("words")), text, &r);
 *     if (r.wrong)
 *         show(r.fault[0].line, deck_flaw_name(r.fault[0].flaw));
 */
#ifndef RULES_DECK_CHECK_H
#define RULES_DECK_CHECK_H

#include "rules/deck.h"
#include "rules/game.h"

/* Limits of a deck that a table brings. */
enum { OWN_ENTRIES = 2000, OWN_BYTES = 128 * 1024, OWN_NAME = 40, FAULTS_SHOWN = 40 };
/* An entry with all its fields is shorter, and no line has to be read that is not. */
enum { OWN_LINE = 16 * 1024 };

#define DECK_FLAWS(X)                                                                  \
    X(FLAW_UNREADABLE, "unreadable") /* no UTF-8 in NFC */                             \
    X(FLAW_CHARACTER, "character")   /* a sign that nobody sees, or that bends text */ \
    X(FLAW_LONG, "long")                                                               \
    X(FLAW_WORD, "word")         /* not one word */                                    \
    X(FLAW_THREE, "three")       /* not three words */                                 \
    X(FLAW_PICTURE, "picture")   /* no picture of the library */                       \
    X(FLAW_FIELD, "field")       /* not ' | key: value', or too many */                \
    X(FLAW_PROPERTY, "property") /* not '@key value', or too many */                   \
    X(FLAW_NAME, "name")         /* no @name, or too long a one */                     \
    X(FLAW_LANGUAGE, "language") /* no @language, or none of ours */                   \
    X(FLAW_EMPTY, "empty")                                                             \
    X(FLAW_MANY, "many")                                                               \
    X(FLAW_LARGE, "large")                                                             \
    X(FLAW_TWICE, "twice") /* another line says it already */

enum deck_flaw {
#define X(flaw, name) flaw,
    DECK_FLAWS(X)
#undef X
};

struct deck_fault {
    enum deck_flaw flaw;
    int line; /* from 1; 0: the text as a whole */
    int with; /* FLAW_TWICE: the line that says it first */
};

struct deck_report {
    struct str name;
    int language; /* -1: none */
    int lines, entries, cards;
    int faults, wrong; /* all of them, and those that are not advice */
    int shown;
    struct deck_fault fault[FAULTS_SHOWN];
};

const char *deck_flaw_name(enum deck_flaw flaw);
/* A kind of a game's decks by its name, or NULL. */
const struct deck_kind *deck_kind_of(const struct game *g, struct str name);
void deck_check(const struct game *g, const struct deck_kind *k, struct str text,
                struct deck_report *out);
/* The same in steps of a fraction of a millisecond, for whoever has others waiting. The text is
 * borrowed until the end. A step is true when it was the last. */
struct deck_checking;
struct deck_checking *deck_checking_new(const struct game *g, const struct deck_kind *k,
                                        struct str text);
bool deck_checking_step(struct deck_checking *c);
/* Frees it; `out` may be NULL, and is whole only after the last step. NULL is fine. */
void deck_checking_end(struct deck_checking *c, struct deck_report *out);
/* The same for a text that was checked before, in a twentieth of the time: its name, its language
 * and how much there is of it. False: it is no deck at all. */
bool deck_outline(const struct deck_kind *k, struct str text, struct deck_report *out);
/* The picture that "set/name" means, in a language: an entry of one of the game's decks, or NULL.
 */
const struct deck_entry *deck_picture(const struct game *g, const struct deck_kind *k,
                                      enum language lang, struct str name);
/* Its set, as it stands in the names of the game's decks: "home" of "pictures-home". */
struct str deck_set(const struct game *g, const struct deck_kind *k, int place);

#endif
