/*
 * dict - what the compiler knows of one language while it reads its sources.
 *
 * An entry is a folded key (base/word.h): words that differ only in case, accents or separators are
 * one entry, as they are at the table (T-4). Entries are lemmas (they have a part of speech) or
 * forms (they only have a link to their lemma). Sources add entries, links, evidence between
 * entries, translations and synonym groups; families.c, compounds.c, match.c and animals.c draw
 * conclusions; write.c writes them.
 *
 *     struct dict d = {.lang = LANG_DE};
 *     uint32_t sonne = dict_lemma(&d, STR("Sonne"), POS_NOUN);
 *     dict_form(&d, STR("Sonnen"), sonne);
 */
#ifndef TOOLS_DICT_H
#define TOOLS_DICT_H

#include "lexicon/format.h"
#include "vec.h"

#include "base/word.h"

/* Why two entries may have to do with each other; kept as bits. */
enum evidence {
    EV_GLOSS = 1,          /* a definition of the first names the second */
    EV_SYNONYM = 2,        /* a thesaurus lists the second under the first */
    EV_DERIVED = 4,        /* a dictionary says that they are derived from each other */
    EV_HYPERNYM = 8,       /* the second is the kind of thing the first is */
    EV_ANTONYM = 16,       /* opposites */
    EV_SIMILAR = 32,       /* adjectives of one cluster */
    EV_TRANSLATED = 64,    /* their translations are of one family, or one is inside the other */
    EV_PART = 128,         /* a part or member of it */
    EV_SPELLER = 256,      /* the spelling dictionary derives the first from the second */
    EV_NEAR = 512,         /* words that mean the same are derived from each other */
    EV_ROOT = 1024,        /* an etymology names it as the root */
    EV_MADE_OF = 2048,     /* its accents show two words, this is one of them */
    EV_OLD_GLOSS = 4096,   /* an old definition names it */
    EV_SENSE = 8192,       /* they share a meaning */
    EV_FIRST = 16384,      /* the definition of its first meaning names it */
    EV_DEFINED = 32768,    /* its whole definition is this one word */
    EV_LISTED = 65536,     /* an old dictionary lists it as a synonym */
    EV_PARAPHRASE = 131072 /* a piece of its definition is this one word */
};

enum { ENTRY_NONE = 0xffffffff, VECTOR_AXES = 100 };

struct entry {
    uint32_t shown; /* in `shown`, or ENTRY_NONE */
    uint16_t flags; /* LEX_* flags of lexicon/format.h, part of speech among them */
    uint16_t senses;
    uint8_t as_noun, as_verb; /* articles of dictionaries that have it as such */
    float count;              /* how often it occurs, per million */
    float animal;             /* how much speaks for an animal, 0 to 1 */
};

struct link {
    uint32_t from, to;
    uint8_t kind;    /* enum lex_link */
    float certainty; /* 1 at most; LINK_LISTED until forms_judge() has looked */
};
/* Of a form that somebody has listed by hand: GONE, FORGOTTEN. */
#define LINK_LISTED 1.5f

struct member {
    uint32_t entry, group;
    float weight;
};

/* One way to write a lemma: COTE, CÔTE and CÔTÉ are one entry. */
struct spelling {
    uint32_t entry;
    uint8_t pos; /* what it is when it is written so, of LEX_POS */
    float count; /* how often, per million */
};

/* A translation of an entry into a pivot language; its words are interned by pivot_add(). */
struct translation {
    uint32_t entry, word;
    uint16_t pivot;
    float weight;
};

struct dict {
    enum language lang;
    struct pool keys, shown, pivots;
    VEC(struct entry) entry;
    VEC(struct link) links;
    VEC(struct member) members; /* synonym groups */
    uint32_t groups;
    VEC(struct translation) translations;
    struct counts evidence;  /* by pair_name(): bits of enum evidence, as a number */
    struct counts cooccur;   /* by pair_name() with the smaller first: how often in one phrase */
    struct counts set;       /* the same for set phrases: ROLLER COASTER */
    struct counts pictured;  /* the same for keywords of one picture, each as its share */
    struct counts said_next; /* by pair_name(): the first and what is said right after it, as log(1
                                + how much likelier than by chance) */
    struct counts said_over; /* the same over a small word, SALT and PEPPER; smaller number first */
    struct counts told;      /* by pair_name(): a name and what it brings to mind, 1 or less */
    struct counts
        answered;        /* by pair_name(): a word and what people say to it at once, 1 or less */
    struct counts same;  /* by pair_both(): how many of the two have the other as the same idea */
    struct counts alike; /* by pair_both(): both are the same idea as a third */
    struct counts
        asked; /* by entry + 1: somebody has told what is the same idea, and what people say */
    VEC(struct spelling) spellings; /* by number in `shown` */
    struct counts vectored;         /* by entry + 1: which of the vectors is its own, + 1 */
    VEC(float) vectors;             /* from outside, VECTOR_AXES each; mostly there are none */
    struct pool stopwords;
    VEC(char) report; /* one line per source, for the file's own account */
    /* Built by dict_index(): lemmas of a form, sorted. */
    VEC(uint32_t) first_link; /* per entry, into links sorted by from; one more at the end */
};

/* PIVOT_EN_PART: a word inside an English phrase that translates the entry. */
enum { PIVOT_EN = 1, PIVOT_DE, PIVOT_FR, PIVOT_OTHER, PIVOT_EN_PART = 60 };
/* The folded word of a pivot language in `p`: MIST is one word in German and another in English. */
uint32_t pivot_add(struct pool *p, unsigned pivot, struct str key);
/* Its key again, of a translation's `word`. */
struct str pivot_key(const struct dict *d, uint32_t word);

void dict_fini(struct dict *d);
/* The entry for a spelling, made where there is none; ENTRY_NONE where it is no word (T-4). */
uint32_t dict_entry(struct dict *d, struct str spelling);
uint32_t dict_find(const struct dict *d, struct str spelling);
uint32_t dict_find_key(const struct dict *d, struct str key);
uint32_t dict_lemma(struct dict *d, struct str spelling, unsigned pos);
void dict_form(struct dict *d, struct str form, uint32_t lemma);
void dict_link(struct dict *d, uint32_t from, uint32_t to, enum lex_link kind, float certainty);
struct str dict_key(const struct dict *d, uint32_t entry);

/* With how many letters both keys begin. */
size_t common_start(struct str a, struct str b);

/* `n` occurrences of a word that is written like this, per million. */
void dict_count(struct dict *d, struct str spelling, float n);
/* The root of how often it is used, for one that is not counted a little: of two translations the
 * common word is meant before the rare one, but not by as much as it is common. */
float dict_common_root(const struct dict *d, uint32_t entry);
/* Every lemma is shown as it is written most often, as a noun where it can be one; not as it was
 * met first. */
void dict_spell(struct dict *d);

/* Two entries as one name of `struct counts`, and back. */
struct pair {
    uint32_t a, b;
};
uint64_t pair_name(uint32_t a, uint32_t b);
/* The same for both orders: the smaller number first. */
uint64_t pair_both(uint32_t a, uint32_t b);
struct pair pair_of(uint64_t name);
void dict_evidence(struct dict *d, uint32_t a, uint32_t b, unsigned bits);
unsigned dict_has_evidence(const struct dict *d, uint32_t a, uint32_t b); /* both directions */
/* What stands in one slot of `evidence`; false where it is empty. */
struct evidence_pair {
    uint32_t a, b;
    unsigned bits; /* of enum evidence */
};
bool dict_evidence_at(const struct dict *d, size_t slot, struct evidence_pair *out);
/* Sorts the links and drops repetitions (the most certain stays), and makes `first_link`. */
void dict_index(struct dict *d);
/* Lemmas that a token of running text may stand for, itself among them; at most `most`. */
int dict_lemmas_of(const struct dict *d, struct str token, uint32_t *out, int most);
int dict_lemmas_of_entry(const struct dict *d, uint32_t e, uint32_t *out, int most);
bool dict_is_lemma(const struct dict *d, uint32_t e);
bool dict_is_stopword(const struct dict *d, uint32_t e);
/* Of length 1, or NULL. */
const float *dict_vector(const struct dict *d, uint32_t e);
/* Words that stand together, for associations: added to `where`, each pair. */
void dict_together(struct dict *d, struct counts *where, struct str phrase, float weight);
/* Evidence from a definition: `head` is explained by the words of `text`. */
void dict_gloss(struct dict *d, uint32_t head, struct str text, unsigned bits);
/* The same where a piece of the definition is one word: "a defender; an advocate; a hero". */
void dict_paraphrase(struct dict *d, uint32_t head, struct str text, const char *separators);
/* Where `e` is an acronym and the phrase spells it out, links it with the phrase's words. */
void dict_spell_out(struct dict *d, uint32_t e, struct str phrase);
void dict_report(struct dict *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
