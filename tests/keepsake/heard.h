/* heard - games that were played at random, with all their facts, and what is kept of them. */
#ifndef TESTS_KEEPSAKE_HEARD_H
#define TESTS_KEEPSAKE_HEARD_H

#include "keepsake/keepsake.h"
#include "rules/mind.h"

/* The longest name that a table takes, of the fifth seat: twenty characters of four bytes. */
#define FOUR_UNICORNS "\xf0\x9f\xa6\x84\xf0\x9f\xa6\x84\xf0\x9f\xa6\x84\xf0\x9f\xa6\x84"
#define HEARD_LONGEST FOUR_UNICORNS FOUR_UNICORNS FOUR_UNICORNS FOUR_UNICORNS FOUR_UNICORNS

/* A game with all its facts, as they were told. */
struct heard {
    struct setup setup;
    struct fact *fact;
    int facts, cap;
    char **text; /* what facts borrow */
    int texts;
    bool ended;
};

/* Random play to the end. */
struct heard heard_play(const struct book *b, int seats, uint64_t seed, bool clever);
/* With words of the test's own, `n` of them. */
struct heard heard_play_with(const struct book *b, int seats, uint64_t seed, bool clever,
                             const struct str *words, int n);
void heard_fini(struct heard *h);
struct keepsake *heard_keepsake(const struct heard *h);
/* One that hears it for its reel. */
struct keepsake *heard_reel(const struct heard *h);
/* The document; empty where there is nothing to keep. */
struct buf heard_kept(const struct heard *h, const struct mind *mind);
/* Some games of each, and their documents. */
void heard_each(void (*test)(const struct heard *h, const struct buf *doc));

#endif
