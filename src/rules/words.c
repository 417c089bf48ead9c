#include "rules/words.h"

#include "rules/core_facts.h"

#include <string.h>

static const char *const flaw_keys[] = {
    [WORD_EMPTY] = "word_empty",
    [WORD_TOO_LONG] = "word_too_long",
    [WORD_CHARACTER] = "word_character",
    [WORD_NOT_UTF8] = "word_not_utf8",
};

static const char *const fault_keys[] = {
    [FAULT_INITIAL] = "word_initial", [FAULT_SEVERAL] = "word_several",
    [FAULT_SAME] = "word_same",       [FAULT_STEM] = "word_stem",
    [FAULT_PART] = "word_part",       [FAULT_ABBREVIATION] = "word_abbreviation",
    [FAULT_ANIMAL] = "word_animal",   [FAULT_UNKNOWN] = "word_unknown",
    [FAULT_LETTER] = "word_letter",   [FAULT_LONG] = "word_long",
    [FAULT_KIND] = "word_kind",       [FAULT_HINT] = "word_hint",
};

static const enum fault relation_faults[] = {
    [RELATION_SAME] = FAULT_SAME,
    [RELATION_STEM] = FAULT_STEM,
    [RELATION_PART] = FAULT_PART,
    [RELATION_ABBREVIATION] = FAULT_ABBREVIATION,
};

/* The word of which both are made, spelled as it lies there where it is one of the two. */
static struct str root_of(enum language lang, const struct related *rel, struct str shown,
                          struct str with)
{
    struct str shared = word_str(&rel->shared);

    if (!shared.len || word_same(shared, with, lang))
        return shared.len ? with : shared;
    return word_same(shared, shown, lang) ? shown : shared;
}

static struct judgement found(enum fault fault, bool certain)
{
    return (struct judgement){.fault = fault, .certain = certain};
}

/* The worst relation to any word on the table: certain before uncertain, then the first found. */
static struct judgement judge_relations(const struct lexicon *l, enum language lang,
                                        struct str shown, const struct word_rules *r)
{
    struct judgement worst = {0};

    for (int i = 0; i < r->n_on_table; i++) {
        enum language other = r->languages ? (enum language)r->languages[i] : lang;
        bool same = other == lang && word_same(shown, r->on_table[i], lang);
        struct related rel = same ? (struct related){.kind = RELATION_SAME, .certain = true}
                                  : lexicon_related(l, lang, shown, other, r->on_table[i]);

        if (rel.kind == RELATION_NONE || (worst.fault && !(rel.certain && !worst.certain)))
            continue;
        /* Another form of it: MEETING does not lie there, MEET does. */
        if (rel.kind == RELATION_SAME && !same && other == lang)
            rel.kind = RELATION_STEM;
        worst = found(relation_faults[rel.kind], rel.certain);
        word_set(&worst.with, r->on_table[i]);
        struct str root = rel.kind == RELATION_SAME ? r->on_table[i] /* the same, by translation */
                                                    : root_of(lang, &rel, shown, r->on_table[i]);
        if (!same && root.len)
            word_set(&worst.root, root);
        if (worst.certain)
            break;
    }
    return worst;
}

static bool contains_letter(struct str shown, char letter)
{
    struct word_key space;
    struct str key = word_key_in(&space, shown, false);

    return key.len && memchr(key.at, letter, key.len) != NULL;
}

static int letters(struct str shown)
{
    struct word_key space;
    struct str key = word_key_in(&space, shown, false);
    int n = 0;

    for (size_t i = 0; i < key.len; i++) /* characters, not bytes, and no ampersand */
        n += ((unsigned char)key.at[i] & 0xC0) != 0x80 && key.at[i] != '&';
    return n;
}

/* As far as the lexicon can tell. */
static bool exists(const struct lexicon *l, enum language lang, struct str shown, bool listed)
{
    return l->exists(l, lang, shown) != OPINION_NO &&
           !(listed && l->listed(l, lang, shown) == OPINION_NO);
}

struct judgement words_judge(const struct lexicon *l, enum language lang, struct str shown,
                             bool name, const struct word_rules *r)
{
    if (r->initial && word_initial(shown) != r->initial)
        return found(FAULT_INITIAL, true);
    if (word_parts(shown) > 1 && !name && l->is_kind(l, lang, shown, KIND_NAME) != OPINION_YES)
        return found(FAULT_SEVERAL, true);
    if (r->forbidden && contains_letter(shown, r->forbidden))
        return found(FAULT_LETTER, true);
    if (r->longest && letters(shown) > r->longest)
        return found(FAULT_LONG, true);
    struct judgement relation = judge_relations(l, lang, shown, r);
    if (relation.fault)
        return relation;
    if (r->no_animals && l->animal(l, lang, shown) == OPINION_YES)
        return found(FAULT_ANIMAL, true);
    if (r->of_kind && l->is_kind(l, lang, shown, r->kind) == OPINION_NO)
        return found(FAULT_KIND, true);
    if (r->exists && !name && !exists(l, lang, shown, r->listed))
        return found(FAULT_UNKNOWN, true);
    return found(FAULT_NONE, false);
}

static void refuse_long(struct decision *d, const char *key, struct str word, int longest)
{
    refuse_number(d, key, longest);
    refusal_text(&d->refusal, "word", word);
}

/* A refusal names the word, the reason and what would be fine. */
static void refuse_fault(struct decision *d, const struct judgement *judgement, struct str word,
                         const struct word_rules *rules)
{
    const char *key = fault_keys[judgement->fault];

    if (judgement->fault == FAULT_LONG)
        refuse_long(d, key, word, rules->longest);
    else if (judgement->fault == FAULT_INITIAL)
        refuse_words(d, key, word, str_n(&rules->initial, 1));
    else if (judgement->fault == FAULT_LETTER)
        refuse_words(d, key, word, str_n(&rules->forbidden, 1));
    else
        refuse_words(d, key, word, word_str(&judgement->with));
    if (judgement->root.len)
        refusal_text(&d->refusal, "root", word_str(&judgement->root));
}

bool words_accept(struct decision *d, struct str typed, bool name, bool insist,
                  const struct word_rules *rules, struct word *word, struct judgement *judgement)
{
    enum word_flaw flaw = word_set(word, typed);
    int level = option(d->core, OPT_REFEREE);

    if (flaw != WORD_OK)
        return refuse(d, flaw_keys[flaw]);
    *judgement = (struct judgement){0};
    if (level == REFEREE_TRUST)
        return true;
    enum language lang = rules->foreign ? rules->language : (enum language)d->core->language;
    *judgement = words_judge(d->world->lexicon, lang, word_str(word), name, rules);
    bool strict = level == REFEREE_STRICT && judgement->certain;
    if (!judgement->fault || (insist && !strict))
        return true;
    refuse_fault(d, judgement, word_str(word), rules);
    d->refusal.insist = !strict;
    return false;
}

void words_ruled(struct decision *d, enum ruled question, struct str word, struct str with,
                 bool yes)
{
    EMIT(d, core_word_ruled, .question = question, .word = word, .with = with, .yes = yes);
}

void words_fault_ruled(struct decision *d, enum fault fault, struct str word, struct str with,
                       bool broken)
{
    switch (fault) {
    case FAULT_STEM:
    case FAULT_PART:
    case FAULT_ABBREVIATION:
        words_ruled(d, RULED_RELATED, word, with, broken);
        break;
    case FAULT_ANIMAL:
        words_ruled(d, RULED_ANIMAL, word, STR(""), broken);
        break;
    case FAULT_UNKNOWN:
        words_ruled(d, RULED_EXISTS, word, STR(""), !broken);
        break;
    default: /* the letter, the length, the same word again: no matter of opinion */
        break;
    }
}
