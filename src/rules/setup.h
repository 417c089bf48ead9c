/*
 * setup - reading, checking and writing how a table is set up, from the option tables.
 *
 * The same table of a game's options drives the command line, the log's first line, the help and
 * the lobby. All functions that fail leave a one-line reason in `problem`.
 */
#ifndef RULES_SETUP_H
#define RULES_SETUP_H

#include "rules/game.h"

struct setup_problem {
    char reason[200];
};

/* Smallest number of seats, every option at its default, English. */
void setup_default(struct setup *s, const struct book *b);
bool setup_option(struct setup *s, struct str name, struct str value, struct setup_problem *p);
/* Several options: "level=pros,free=true". */
bool setup_options(struct setup *s, struct str text, struct setup_problem *p);
/* Whether the whole makes sense: seats, youngest, and combinations of options. */
bool setup_check(const struct setup *s, struct setup_problem *p);

/* The value of an option as a person reads it. */
void option_text(const struct option_spec *o, int value, struct buf *out);
/* As JSON: {"game":…,"edition":…,"seats":…,"language":…,"youngest":…,"options":{…}} without the
 * seed. */
void setup_write(const struct setup *s, struct jw *w);
/* The options alone, as today's edition calls them: for screens. */
void setup_write_options(const struct setup *s, struct jw *w);
/* Reads what setup_write() wrote, into a setup of the right book. */
bool setup_read(struct setup *s, const struct book *b, const json_t *object,
                struct setup_problem *p);

/* Whether it is of today's edition; and whether its game can be played on at least. */
bool setup_is_current(const struct setup *s);
bool setup_goes_on(const struct setup *s);

/* T-11: the same table again, one step harder where the game has a step. */
bool setup_harder(const struct setup *s, struct setup *next);

#endif
