/* Spelling dictionaries: which words exist, their forms, and some derivations. */
#include "source.h"

#include <string.h>

struct affix {
    struct str flag, strip, add, condition;
    bool suffix;
};

struct affixes {
    VEC(struct affix) rule; /* those of one flag stand together */
    struct pool flags;
    VEC(uint32_t) first; /* per flag in `flags`: its first rule, and where they end */
    VEC(uint32_t) last;
    struct str only_in_compound, forbidden, need_affix;
    bool wide; /* flags of two characters */
};

static const struct {
    enum language lang;
    const char *flags; /* suffixes and prefixes that make a new word, not a form */
} derivational[] = {
    {LANG_EN, "RZJYPNXVLBHUIAECFK"},
    {LANG_DE, "FLMBJUV"},
    {LANG_FR, ""},
};

static struct str next_flag(struct str *flags, bool wide)
{
    size_t n = 1;

    while (n < flags->len && ((unsigned char)flags->at[n] & 0xc0) == 0x80)
        n++;
    if (wide && n < flags->len) {
        n++;
        while (n < flags->len && ((unsigned char)flags->at[n] & 0xc0) == 0x80)
            n++;
    }
    struct str flag = str_n(flags->at, n);
    *flags = str_n(flags->at + n, flags->len - n);
    return flag;
}

static void read_affixes(struct str text, struct affixes *a)
{
    struct str line;

    while (str_line(&text, &line)) {
        struct str word[5];
        int n = 0;

        while (n < 5 && str_word(&line, &word[n]))
            n++;
        if (n >= 2 && str_is(word[0], "FLAG"))
            a->wide = str_is(word[1], "long");
        else if (n >= 2 && str_is(word[0], "ONLYINCOMPOUND"))
            a->only_in_compound = word[1];
        else if (n >= 2 && str_is(word[0], "FORBIDDENWORD"))
            a->forbidden = word[1];
        else if (n >= 2 && str_is(word[0], "NEEDAFFIX"))
            a->need_affix = word[1];
        else if (n == 5 && (str_is(word[0], "SFX") || str_is(word[0], "PFX"))) {
            struct affix rule = {word[1], word[2], word[3], word[4], word[0].at[0] == 'S'};
            struct str add;

            if (str_split(rule.add, '/', &add, &rule.add))
                rule.add = add;
            if (str_is(rule.strip, "0"))
                rule.strip = str_n("", 0);
            if (str_is(rule.add, "0"))
                rule.add = str_n("", 0);
            uint32_t flag = pool_add(&a->flags, rule.flag);
            if (flag == a->first.n) {
                vec_push(&a->first, (uint32_t)a->rule.n);
                vec_push(&a->last, 0);
            }
            vec_push(&a->rule, rule);
            a->last.at[flag] = (uint32_t)a->rule.n;
        }
    }
}

/* One character or class of a condition, matched at the end of `s`; eats both. */
static bool match_last(struct str *condition, struct str *s)
{
    if (s->len == 0)
        return false;
    size_t start = s->len - 1;
    while (start > 0 && ((unsigned char)s->at[start] & 0xc0) == 0x80)
        start--;
    struct str last = str_n(s->at + start, s->len - start);
    size_t c = condition->len - 1;
    bool ok;

    if (condition->at[c] == ']') {
        while (c > 0 && condition->at[c] != '[')
            c--;
        struct str class = str_n(condition->at + c + 1, condition->len - c - 2);
        bool negated = class.len > 0 && class.at[0] == '^';
        if (negated)
            class = str_n(class.at + 1, class.len - 1);
        ok = (str_find(class, last) >= 0) != negated;
    } else {
        while (c > 0 && ((unsigned char)condition->at[c] & 0xc0) == 0x80)
            c--;
        struct str one = str_n(condition->at + c, condition->len - c);
        ok = str_is(one, ".") || str_eq(one, last);
    }
    condition->len = c;
    s->len = start;
    return ok;
}

static bool suffix_applies(const struct affix *a, struct str word)
{
    struct str condition = a->condition, rest = word;

    if (word.len < a->strip.len ||
        !str_eq(str_n(word.at + word.len - a->strip.len, a->strip.len), a->strip))
        return false;
    if (str_is(condition, "."))
        return true;
    while (condition.len > 0) {
        if (!match_last(&condition, &rest))
            return false;
    }
    return true;
}

static unsigned part_of_speech(const struct dict *d, struct str word, struct str morphology)
{
    unsigned pos = 0;
    struct str tag;

    while (str_word(&morphology, &tag)) {
        if (str_starts(tag, STR("po:nom")))
            pos |= LEX_NOUN;
        else if (str_starts(tag, STR("po:adj")))
            pos |= LEX_ADJECTIVE;
        else if (str_starts(tag, STR("po:adv")) || str_starts(tag, STR("po:loc.adv")))
            pos |= LEX_ADVERB;
        else if (str_starts(tag, STR("po:v")))
            pos |= LEX_VERB;
        else if (str_starts(tag, STR("po:npr")) || str_starts(tag, STR("po:prn")) ||
                 str_starts(tag, STR("po:patr")))
            pos |= LEX_NAME;
    }
    if (pos)
        return pos;
    if (word.at[0] >= 'A' && word.at[0] <= 'Z')
        return d->lang == LANG_EN ? LEX_NAME : LEX_OTHER;
    return LEX_OTHER;
}

static bool has_flag(struct str flags, struct str flag, bool wide)
{
    while (flag.len && flags.len) {
        if (str_eq(next_flag(&flags, wide), flag))
            return true;
    }
    return false;
}

static void add_derived(struct dict *d, uint32_t base, struct str made)
{
    uint32_t e = dict_entry(d, made);

    if (e == ENTRY_NONE)
        return;
    if (!dict_is_lemma(d, e))
        dict_lemma(d, made, LEX_OTHER);
    dict_evidence(d, e, base, EV_SPELLER);
}

/* The speller lists HOP with the letters -ED for HOPED: the cheapest way to write the list down,
 * not what the form belongs to. A short word doubles its last letter (HOPPED), so HOPED is of HOPE.
 */
static uint32_t owner_of(const struct dict *d, struct str word, const struct affix *rule,
                         uint32_t lemma)
{
    char longer[64];
    bool ends = rule->strip.len == 0 && rule->add.len >= 2 && strchr("ei", rule->add.at[0]);

    if (d->lang != LANG_EN || !rule->suffix || !ends || word.len < 2 ||
        word.len + 1 >= sizeof longer)
        return lemma;
    memcpy(longer, word.at, word.len);
    longer[word.len] = 'e';
    uint32_t other = dict_find(d, str_n(longer, word.len + 1));
    if (other == ENTRY_NONE || !(d->entry.at[other].flags & (LEX_VERB | LEX_ADJECTIVE)))
        return lemma;
    const char *vowels = "aeiouy", *end = word.at + word.len;
    bool doubles = !strchr(vowels, end[-1]) && strchr(vowels, end[-2]) &&
                   (word.len == 2 || !strchr(vowels, end[-3]));
    return doubles || !(d->entry.at[lemma].flags & LEX_VERB) ? other : lemma;
}

static void expand(struct dict *d, const struct affixes *a, struct str word, struct str flags,
                   uint32_t lemma)
{
    while (flags.len) {
        struct str flag = next_flag(&flags, a->wide);
        bool derives = flag.len == 1 && strchr(derivational[d->lang].flags, flag.at[0]);

        uint32_t number = pool_find(&a->flags, flag);

        for (size_t i = number == POOL_NONE ? 0 : a->first.at[number];
             number != POOL_NONE && i < a->last.at[number]; i++) {
            const struct affix *rule = &a->rule.at[i];
            char made[256];

            if (!str_eq(rule->flag, flag) || word.len + rule->add.len >= sizeof made)
                continue;
            if (rule->suffix) {
                if (!suffix_applies(rule, word))
                    continue;
                size_t kept = word.len - rule->strip.len;
                memcpy(made, word.at, kept);
                memcpy(made + kept, rule->add.at, rule->add.len);
                struct str form = str_n(made, kept + rule->add.len);
                if (form.len > 2 && str_is(str_n(form.at + form.len - 2, 2), "'s"))
                    continue;
                uint32_t owner = owner_of(d, word, rule, lemma);
                if (derives)
                    add_derived(d, owner, form);
                else
                    dict_form(d, form, owner);
            } else if (derives) {
                memcpy(made, rule->add.at, rule->add.len);
                memcpy(made + rule->add.len, word.at, word.len);
                add_derived(d, lemma, str_n(made, word.len + rule->add.len));
            }
        }
    }
}

bool read_hunspell(struct shelf *s, struct dict *d, const char *path, enum phase phase)
{
    char name[512];
    struct buf aff = {0}, dic = {0};
    struct affixes a = {0};
    size_t words = 0;

    (void)s;
    snprintf(name, sizeof name, "%s.aff", path);
    bool found = source_text(name, &aff);
    snprintf(name, sizeof name, "%s.dic", path);
    found = found && source_text(name, &dic);
    if (found && phase == PHASE_WORDS) {
        struct str text = buf_str(&dic), line;

        read_affixes(buf_str(&aff), &a);
        str_line(&text, &line); /* the number of words */
        while (str_line(&text, &line)) {
            struct str morphology = line, word, flags = {0};

            if (!str_word(&morphology, &word))
                continue;
            struct str tail;
            if (str_split(word, '/', &word, &tail))
                flags = tail;
            if (word.len < 1 || has_flag(flags, a.only_in_compound, a.wide) ||
                has_flag(flags, a.forbidden, a.wide) ||
                (d->lang == LANG_DE && has_flag(flags, a.need_affix, a.wide)))
                continue;
            if (d->lang == LANG_FR && str_find(word, STR(".")) >= 0)
                continue;
            uint32_t lemma = dict_lemma(d, word, part_of_speech(d, word, morphology));
            if (lemma == ENTRY_NONE)
                continue;
            words++;
            expand(d, &a, word, flags, lemma);
        }
        dict_report(d, "%zu words from %s", words, strrchr(path, '/') + 1);
    }
    vec_fini(&a.rule);
    vec_fini(&a.first);
    vec_fini(&a.last);
    pool_fini(&a.flags);
    buf_fini(&aff);
    buf_fini(&dic);
    return found;
}
