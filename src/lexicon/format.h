/*
 * format - the layout of a lexicon file: one file per language, mapped into memory as it is.
 *
 * A file is a header of 64 bytes, a table of sections and the sections (docs/lexicon.md has the
 * byte tables). Numbers are in the byte order of the machine that built it; the mark tells a
 * foreign one. Keys (base/word.h) are numbered: lemmas first, then forms, each sorted. Links lead
 * from a key to what it is made of: a form to its lemma, a derived word to its base, a compound to
 * its parts, an abbreviation to the words it stands for. Matches are words with the same idea.
 */
#ifndef LEXICON_FORMAT_H
#define LEXICON_FORMAT_H

#include <stdint.h>

#define LEX_MAGIC "UNISOLEX"

enum { LEX_VERSION = 4, LEX_MARK = 0x1a2b3c4d, LEX_ALIGN = 64 };

struct lex_header {
    char magic[8];
    uint32_t mark;        /* LEX_MARK */
    uint32_t version;     /* LEX_VERSION */
    uint64_t size;        /* of the whole file */
    uint64_t checksum;    /* lex_checksum() of everything after the section table */
    uint64_t fingerprint; /* of the sources and the compiler: equal ones need no new build */
    uint32_t language;
    uint32_t sections;
    uint32_t lemmas; /* keys below this number are lemmas */
    uint32_t keys;
    uint64_t head_checksum; /* of the bytes before this field and of the section table */
};

enum lex_section_kind {
    LEX_KEY_START,   /* u32[keys + 1]: where each key begins in LEX_KEY_TEXT */
    LEX_KEY_TEXT,    /* the keys, one after the other */
    LEX_HASH,        /* u32[a power of two]: key number + 1 by lex_hash(), or 0 */
    LEX_ENTRIES,     /* struct lex_entry[keys] */
    LEX_SHOWN_START, /* u32[lemmas + 1]: the word as shown, in LEX_SHOWN_TEXT */
    LEX_SHOWN_TEXT,
    LEX_LINK_START,  /* u32[keys + 1] */
    LEX_LINKS,       /* u32: key (24 bits), kind (3), certainty (5) */
    LEX_MATCH_START, /* u32[lemmas + 1] */
    LEX_MATCHES,     /* u32: key (24 bits), score (8); sorted by key */
    LEX_REPORT,      /* text: what it was built from */
    LEX_SPEAKERS,   /* u32: lemmas that have associations, rising; this and the rest may be empty */
    LEX_VECTORS,    /* int8[speakers][dimensions] */
    LEX_PRIORS,     /* u8[speakers]: how readily the word comes to mind */
    LEX_EDGE_START, /* u32[speakers + 1] */
    LEX_EDGES,      /* u32: speaker (24 bits), weight (8); sorted by speaker */
    LEX_ENGLISH_START, /* u32[lemmas + 1]; empty in the English file, as are the next three */
    LEX_ENGLISH,       /* u32: lemma of the English file (24 bits), share (8); best first */
    LEX_HOME_START,    /* u32[lemmas of the English file + 1] */
    LEX_HOME,          /* u32: lemma (24 bits), share (8); best first */
    LEX_PROPERTY,      /* int8[speakers][LEX_PROPERTIES]; may be empty */
    LEX_SECTIONS
};

/* What a thing is like, from -LEX_PROPERTY_FULL, not at all, to LEX_PROPERTY_FULL: pleasant,
 * beautiful, funny, exciting, dangerous; expensive, large, soft, fast, loud; alive, edible,
 * tangible, modern, everyday; shared, dutiful, childlike, useful, clean. */
enum { LEX_PROPERTIES = 20, LEX_PROPERTY_FULL = 120 };

struct lex_section {
    uint32_t kind;
    uint32_t item; /* bytes of one item */
    uint64_t offset;
    uint64_t bytes;
};

struct lex_entry {
    uint16_t flags;
    uint8_t frequency; /* 16 · log10 of occurrences per thousand million, at most 255; 0 unknown */
    uint8_t animal;    /* how much speaks for an animal, of 255 */
};

enum lex_flags {
    LEX_NOUN = 1,
    LEX_VERB = 2,
    LEX_ADJECTIVE = 4,
    LEX_ADVERB = 8,
    LEX_NAME = 16,
    LEX_OTHER = 32, /* a word whose kind no source tells */
    LEX_POS = 63,
    LEX_STOPWORD = 64,
    LEX_ABBREVIATION = 128,
    LEX_VULGAR = 256,
    LEX_NO_ANIMAL = 512, /* said so by hand */
    LEX_COMMON = 1024    /* in a frequency list */
};

enum lex_link {
    LEX_LINK_FORM,
    LEX_LINK_DERIVED,
    LEX_LINK_PART,
    LEX_LINK_ABBREVIATION,
    LEX_LINK_UNRELATED, /* said so by hand: never related */
    LEX_LINKS_KINDS
};

enum { LEX_KEY_BITS = 24, LEX_KEY_MASK = 0xffffff, LEX_CERTAIN = 31, LEX_NONE = 0xffffffff };

/* Scores of matches: from these on it is the same idea, or the table should be asked. */
enum { LEX_MATCH_SYNONYM = 160, LEX_MATCH_PROBABLY = 80 };

static inline uint32_t lex_link_pack(uint32_t key, unsigned kind, unsigned certainty)
{
    return (key & LEX_KEY_MASK) | (kind & 7u) << 24 | (certainty & 31u) << 27;
}

static inline uint32_t lex_hash(const char *text, uint32_t len)
{
    uint32_t h = 0x811c9dc5u;

    for (uint32_t i = 0; i < len; i++)
        h = (h ^ (unsigned char)text[i]) * 0x01000193u;
    h ^= h >> 15;
    return h * 0x2c1b3c6du;
}

#endif
