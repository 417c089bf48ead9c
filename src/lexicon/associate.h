/*
 * associate - what people think of when they hear words: for bots, hints and the map.
 *
 * Needs a file with associations (lex_has_associations()); without them there are no answers, which
 * is no error. Closeness z of two words is the evidence that connects them plus the agreement of
 * their vectors; what comes to mind for several words is near to all of them and common.
 *
 *     struct lex_thought t[10];
 *     struct str words[] = {STR("BEACH"), STR("SUMMER")};
 *     int n = lex_associate(l, words, 2, &(struct lex_wish){.initial = 'S'}, t, 10);
 */
#ifndef LEXICON_ASSOCIATE_H
#define LEXICON_ASSOCIATE_H

#include "lexicon/lex.h"

enum {
    LEX_PRIOR_UNIT = 40, /* a prior of 1 in the file */
    LEX_EDGE_UNIT = 40,  /* a weight of 1 in the file */
    LEX_THOUGHTS = 64,   /* most answers at a time */
    LEX_CUES = 16        /* most words at a time */
};

/* Closeness z = LEX_VECTOR_WEIGHT · (product of vectors / LEX_VECTOR_SQUARE) + edge; what comes to
 * mind for one word: LEX_CLOSE_WEIGHT · z + LEX_PRIOR_WEIGHT · prior, the logarithm of how likely
 * it is, but for a constant. The compiler (tools/lexicon) makes its numbers for these. */
#define LEX_VECTOR_SQUARE (127 * 2.2f * 127 * 2.2f)
#define LEX_VECTOR_WEIGHT 2.6f
#define LEX_CLOSE_WEIGHT  2.4f
#define LEX_PRIOR_WEIGHT  1.5f

struct lex_thought {
    uint32_t id;
    float score;
};

/* What an answer must be like; zero asks for anything. */
struct lex_wish {
    char initial;   /* 'A' to 'Z' */
    unsigned kinds; /* LEX_NOUN …: one of these; 0: a noun, or a verb or adjective that is nearer */
    bool no_animals;
    bool related; /* people also say words that are related to a cue; games allow none of them */
    const struct str *apart; /* words it must not be related to, beside the cues */
    int n_apart;
};

bool lex_has_associations(const struct lex *l);
/* The best `k` answers to all of the words together; how many there are. */
int lex_associate(const struct lex *l, const struct str *words, int n, const struct lex_wish *wish,
                  struct lex_thought *out, int k);
/* How near two words are: 0 strangers, 1 near, 3 and more very near; -1 for an unknown word. */
float lex_closeness(const struct lex *l, struct str a, struct str b);
/* How well a word fits a theme or criterion of several words: 0 to 100, or -1 for no opinion. */
int lex_fits(const struct lex *l, struct str word, struct str theme);
/* How well a picture with these keywords (commas between them) shows a theme of several words: 0 to
 * 1, or -1 for no opinion. */
float lex_portrays(const struct lex *l, struct str keywords, struct str theme);
/* The same with what English knows about the translations; both files of one build. */
float lex_portrays_across(const struct lex *english, const struct lex *l, struct str keywords,
                          struct str theme);
/* Where a thing lies between two poles, each told by a few words with commas between them: -1 to 1,
 * above 0 nearer to `more`. False, output untouched, where nothing is known. */
bool lex_axis(const struct lex *l, struct str thing, struct str more, struct str less, float *out);
/* The same for a word of another language that leans on English: by its own words and, for half as
 * much, by their translations. */
bool lex_axis_across(const struct lex *english, const struct lex *l, struct str thing,
                     struct str more, struct str less, float *out);
/* LEX_PROPERTIES numbers that tell what a speaker is like (format.h); NULL where the file has none.
 */
const int8_t *lex_speaker_properties(const struct lex *l, uint32_t speaker);
/* The vector of a word, for maps, or NULL. */
const int8_t *lex_vector(const struct lex *l, struct str word, uint32_t *dimensions);

/* For many questions about the same words: a word is looked up once and asked about by its number
 * among the speakers, the words that have associations. LEX_NONE: it has none. */
uint32_t lex_speaker(const struct lex *l, struct str word);
float lex_speaker_closeness(const struct lex *l, uint32_t a, uint32_t b);
/* The same with a sign: below 0 two words turn away from each other. 0 for an unknown one. */
float lex_speaker_affinity(const struct lex *l, uint32_t a, uint32_t b);
/* How likely people say a word to another: the associations as shares of all that might be said. */
struct lex_likely {
    uint32_t speaker; /* LEX_NONE: it has no associations */
    float all;        /* logarithm of what all answers to it weigh together, near enough */
};
/* What all words weigh that have nothing to do with a cue: asked for once, for many words. */
float lex_background(const struct lex *l);
struct lex_likely lex_likely(const struct lex *l, float background, struct str word);
/* How likely a person who is given `cue` says `word`, and the other way round, and how near they
 * are, with a sign; both are speakers. */
void lex_likelihood(const struct lex *l, const struct lex_likely *cue,
                    const struct lex_likely *word, float *said, float *back, float *affinity);
/* The lemma of a speaker, or LEX_NONE beyond the last one. */
uint32_t lex_speaker_lemma(const struct lex *l, uint32_t s);

#endif
