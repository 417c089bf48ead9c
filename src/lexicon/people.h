/*
 * people - what people answered when they were given a word: association norms, read from text
 * files where somebody has them, and a mind (rules/mind.h) that answers as one of those people.
 *
 * Norms are no part of the project and never shipped (docs/lexicon.md). With them the simulator
 * seats a simulated person beside bots, so that figures speak about people and not about bots among
 * themselves. A person answers a word as often with something as people did; what nobody was asked
 * is thought about as the mind below it does, another one that is given.
 *
 *     struct people *p = people_open("../shared/people");
 *     struct people_mind someone;
 *     people_mind_init(&someone, p, &head.mind);
 *     struct bot_head h = {.mind = &someone.mind, .shelf = shelf};
 */
#ifndef LEXICON_PEOPLE_H
#define LEXICON_PEOPLE_H

#include "rules/mind.h"

struct people;

struct people_answer {
    struct str cue; /* key */
    struct str key, word;
    float share; /* of those who were asked */
};

/* Files associations.<lang>*.tsv in a folder: cue, response, count, with a line of titles. NULL
 * where there is none. */
struct people *people_open(const char *folder);
void people_free(struct people *p);
/* All answers to a word; borrowed. */
const struct people_answer *people_answers(const struct people *p, enum language lang,
                                           struct str cue, int *n);
/* Everything, by cue; borrowed. */
const struct people_answer *people_all(const struct people *p, enum language lang, int *n);
/* How near people say two words are: 0 to about 1. */
float people_closeness(const struct people *p, enum language lang, struct str a, struct str b);
/* Which gap of a circle people point at who go by these answers: the nearest, or any of those that
 * are as near. False, chances untouched, where nobody said anything about the clue. */
bool people_gaps(const struct people *p, enum language lang, struct str clue,
                 const struct str *circle, int n, float *chances);

struct people_mind {
    struct mind mind; /* first: a pointer to it is a pointer to the whole */
    const struct people *people;
    const struct mind *below;
};

void people_mind_init(struct people_mind *m, const struct people *p, const struct mind *below);

#endif
