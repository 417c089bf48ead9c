/*
 * lex - a lexicon file in memory, and what it knows about one word.
 *
 * lex_open() maps a file and checks its head and the bounds of its sections (well under 1 ms);
 * lex_verify() also reads all of it and compares the checksum. A file with a wrong body that was
 * not verified gives wrong answers, never a crash: every number from it is checked when used. An
 * open lexicon is constant: any number of threads may ask it, and no question allocates.
 *
 *     struct lex l;
 *     struct lex_problem p;
 *     if (lex_open(&l, "build/lexicon/en.lex", &p) == 0) {
 *         uint32_t id = lex_find(&l, STR("MICE"));
 *         lex_close(&l);
 *     }
 */
#ifndef LEXICON_LEX_H
#define LEXICON_LEX_H

#include "lexicon/format.h"

#include "base/word.h"

struct lex_part {
    const void *at;
    uint64_t items; /* of the size the section's kind asks for */
};

struct lex {
    const void *map;
    uint64_t size;
    bool mapped; /* lex_close() unmaps */
    enum language lang;
    uint32_t lemmas, keys, dimensions;
    uint64_t fingerprint; /* files of one build have the same */
    struct lex_part part[LEX_SECTIONS];
};

struct lex_problem {
    char reason[160];
};

/* 0, or a negative error of base/err.h with the reason. */
int lex_open(struct lex *l, const char *path, struct lex_problem *p);
/* The same over memory that the caller keeps until lex_close(); aligned for uint64_t. */
int lex_open_memory(struct lex *l, const void *bytes, uint64_t size, struct lex_problem *p);
/* Compares the checksum of the whole file. 0 or ERR_CORRUPT. */
int lex_verify(const struct lex *l, struct lex_problem *p);
void lex_close(struct lex *l);

/* The number of a key or of a word in any spelling, or LEX_NONE. */
uint32_t lex_find_key(const struct lex *l, struct str key);
uint32_t lex_find(const struct lex *l, struct str shown);

/* All of these answer for any number; one that is out of range is an empty word. */
struct str lex_key(const struct lex *l, uint32_t id);
struct str lex_shown(const struct lex *l, uint32_t id);
struct lex_entry lex_entry_of(const struct lex *l, uint32_t id);
bool lex_is_lemma(const struct lex *l, uint32_t id);
/* Rows of packed numbers: links, matches, edges. */
const uint32_t *lex_row(const struct lex *l, enum lex_section_kind start, uint32_t id,
                        uint32_t *count);
struct str lex_report(const struct lex *l);

#endif
