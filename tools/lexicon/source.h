/*
 * source - readers of the packages that the lexicon is made from.
 *
 * Every source is read twice: first for its words and forms, then, when every source has told its
 * words, for what it says about them. A source that is not installed is skipped with a message.
 */
#ifndef TOOLS_SOURCE_H
#define TOOLS_SOURCE_H

#include "dict.h"

#include "base/buf.h"

#include <jansson.h>
#include <stdio.h>

enum phase { PHASE_WORDS, PHASE_EVIDENCE };

struct bridge {
    uint32_t word, english;
};

/* What readers of bilingual sources need beside the dictionary they fill. */
struct shelf {
    struct dict dict[LANGUAGES];
    const char *usr, *npm; /* where packages are installed */
    /* Pivot words with their English translations, for French by way of other languages. */
    struct pool pivot_words;
    VEC(struct bridge) bridges;
    struct pool english; /* English keys of the bridges */
};

typedef bool source_reader(struct shelf *s, struct dict *d, const char *path, enum phase phase);

struct source {
    const char *package; /* what to install */
    const char *path;    /* below usr (Debian) or npm */
    const char *files;   /* a pattern: what follows the path in the names of its files */
    bool npm;
    bool needed;        /* without it there is no lexicon */
    unsigned languages; /* bits of enum language */
    source_reader *read;
};

extern const struct source sources[];
extern const int n_sources;

/* About how often a word is used that has this rank, per million. */
float zipf(int rank);
/* Reads a file, packed with gzip or not, also under its name with .gz; false where there is none.
 */
bool source_text(const char *path, struct buf *out);
/* The same as JSON, which the caller lets go; NULL where there is none, or it is not whole. */
json_t *source_json(const char *path);
/* Hands out every line of a list of our own, without remarks (# …); blank ones are left out. False,
 * with a line on stderr, where there is no list, or `take` says that a line is not `what`. */
bool own_list(const char *path, const char *what, bool (*take)(void *arg, struct str line),
              void *arg);

bool read_hunspell(struct shelf *s, struct dict *d, const char *path, enum phase phase);
bool read_wordnet(struct shelf *s, struct dict *d, const char *path, enum phase phase);
bool read_gcide(struct shelf *s, struct dict *d, const char *path, enum phase phase);
bool read_thesaurus_de(struct shelf *s, struct dict *d, const char *path, enum phase phase);
bool read_thesaurus_fr(struct shelf *s, struct dict *d, const char *path, enum phase phase);
bool read_ding(struct shelf *s, struct dict *d, const char *path, enum phase phase);
bool read_freedict(struct shelf *s, struct dict *d, const char *path, enum phase phase);
bool read_german_nouns(struct shelf *s, struct dict *d, const char *path, enum phase phase);
bool read_german_verbs(struct shelf *s, struct dict *d, const char *path, enum phase phase);
bool read_german_adjectives(struct shelf *s, struct dict *d, const char *path, enum phase phase);
bool read_french_verbs(struct shelf *s, struct dict *d, const char *path, enum phase phase);
bool read_french_nouns(struct shelf *s, struct dict *d, const char *path, enum phase phase);
bool read_subtlex(struct shelf *s, struct dict *d, const char *path, enum phase phase);
bool read_onboard(struct shelf *s, struct dict *d, const char *path, enum phase phase);
bool read_spoken(struct shelf *s, struct dict *d, const char *path, enum phase phase);
bool read_emoji(struct shelf *s, struct dict *d, const char *path, enum phase phase);
bool read_emojilib(struct shelf *s, struct dict *d, const char *path, enum phase phase);
bool read_speech(struct shelf *s, struct dict *d, const char *path, enum phase phase);
bool read_vectors(struct shelf *s, struct dict *d, const char *path, enum phase phase);
bool read_stopwords(struct shelf *s, struct dict *d, const char *path, enum phase phase);

/* Not of a package: what well-known names bring to mind, by our own hand. False, and a line on
 * stderr, where a line of it is none. */
bool names_read(struct dict *d, const char *path, enum phase phase);
/* The same for what people say at once to a word, and what is the same idea; evidence only. */
bool answers_read(struct dict *d, const char *path);

/* Italian, Spanish, Portuguese: they share the looks of French words, false ones too. */
bool pivot_is_romance(unsigned pivot);
void translate(struct dict *d, uint32_t entry, unsigned pivot, struct str word, float weight);
/* French words get English translations by way of the bridges. */
void translate_by_bridges(struct shelf *s, struct dict *d);

#endif
