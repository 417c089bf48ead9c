#include "lexicon/likeness.h"

#include "lexicon/affix.h"

#include <string.h>

enum { SEEN = 3, SEEN_ALWAYS = 4 };
enum { CERTAIN = 25, REPORT = 10, WEAK = 20, LEMMAS = 6, LITERAL = 5 };
/* A root that English or German sources barely agree on is none (KAMM, KAMMER; FLOP, FAIL). */
static const unsigned rooted[LANGUAGES] = {[LANG_EN] = 24, [LANG_DE] = 24, [LANG_FR] = 18};

const char *const lex_relation_names[] = {"none", "same",      "stem",
                                          "part", "contained", "abbreviation"};
const char *const lex_idea_names[] = {"unknown", "no", "probably", "synonym", "same"};
const char *const lex_why_names[] = {"nothing", "word", "sources", "root", "opposite"};

static bool is_denied(const struct lex *l, uint32_t a, uint32_t b)
{
    uint32_t count;
    const uint32_t *link = lex_row(l, LEX_LINK_START, a, &count);

    for (uint32_t i = 0; i < count; i++) {
        if ((link[i] >> 24 & 7) == LEX_LINK_UNRELATED && (link[i] & LEX_KEY_MASK) == b)
            return true;
    }
    return false;
}

/* Whether a person said that two words have nothing to do with each other. */
static bool denied(const struct lex *l, const struct lex_reading *a, const struct lex_reading *b)
{
    for (int i = 0; i < a->n && a->atom[i].path <= PATH_FORM; i++) {
        for (int k = 0; k < b->n && b->atom[k].path <= PATH_FORM; k++) {
            if (is_denied(l, a->atom[i].id, b->atom[k].id))
                return true;
        }
    }
    return false;
}

static enum lex_relation relation_of(unsigned a, unsigned b)
{
    unsigned far = a > b ? a : b, near = a > b ? b : a;

    if (far == PATH_ABBREVIATION)
        return near <= PATH_DERIVED ? LEX_INSIDE : LEX_UNRELATED;
    if (far == PATH_PART)
        return LEX_PARTIAL;
    return far == PATH_DERIVED ? LEX_STEM : LEX_SAME;
}

static void meet(const struct lex *l, const struct lex_reading *a, const struct lex_reading *b,
                 struct lex_related *best)
{
    uint32_t shared = LEX_NONE;
    /* German puts words together all the time; elsewhere a split that is only possible is mostly
     * chance (PLAT and ÂNE in PLATANE), unless nobody lists the word. */
    unsigned least = a->guessed || b->guessed || l->lang == LANG_DE ? REPORT : WEAK;

    for (int i = 0; i < a->n; i++) {
        for (int k = 0; k < b->n; k++) {
            const struct lex_atom *x = &a->atom[i], *y = &b->atom[k];
            unsigned certainty = (unsigned)x->certainty * y->certainty / LEX_CERTAIN;
            enum lex_relation kind = relation_of(x->path, y->path);

            if (x->id != y->id || kind == LEX_UNRELATED)
                continue;
            /* A part that two compounds have in common: people may or may not mind. */
            if (x->path == PATH_PART && y->path == PATH_PART)
                certainty = certainty * 2 / 3;
            /* Two weak steps in a row are no root: COUNT is not in COUNTRY. */
            if (kind == LEX_STEM && certainty < rooted[l->lang])
                continue;
            if (certainty < least || certainty <= best->certainty)
                continue;
            best->kind = kind;
            best->certainty = (uint8_t)certainty;
            shared = x->id;
        }
    }
    if (shared != LEX_NONE)
        word_set(&best->shared, lex_shown(l, shared));
}

static bool stands_alone(const struct lex *l, struct str rest)
{
    uint32_t id = rest.len >= 3 ? lex_find_key(l, rest) : (uint32_t)LEX_NONE;
    struct lex_entry e = lex_entry_of(l, id);

    return id != LEX_NONE && lex_is_lemma(l, id) && e.frequency >= 56 &&
           !(e.flags & LEX_STOPWORD) && (e.flags & (LEX_NOUN | LEX_VERB | LEX_ADJECTIVE)) &&
           !affix_is_suffix(l->lang, rest);
}

/* BUTTER in BUTTERFLY: no root is known, but at the table everybody sees it. */
static void see(const struct lex *l, const struct lex_reading *a, const struct lex_reading *b,
                struct lex_related *best, struct str shown_a, struct str shown_b)
{
    bool first = a->key.len < b->key.len;
    struct str small = word_key_str(first ? &a->key : &b->key);
    struct str large = word_key_str(first ? &b->key : &a->key);
    size_t rest = large.len - small.len;
    bool unknown = a->guessed || b->guessed;

    if (rest == 0 || small.len < (unknown ? LITERAL - 1 : LITERAL))
        return;
    bool front =
        str_starts(large, small) && (unknown || stands_alone(l, str_n(large.at + small.len, rest)));
    bool back = str_eq(str_n(large.at + rest, small.len), small) &&
                (unknown || stands_alone(l, str_n(large.at, rest)));
    /* RHINO, HÉLICO: what is left of a longer word ends so more often than not. */
    bool clipped = small.at[small.len - 1] == 'O' && str_starts(large, small) && rest >= 3;
    if (!front && !back && !clipped)
        return;
    best->kind = LEX_CONTAINED;
    best->certainty = REPORT;
    word_set(&best->shared, first ? shown_a : shown_b);
}

/* Whether people at a table see that two words have to do with each other: four letters in a row,
 * or most of the shorter word. Sources may well know that WET and WATER have one root. */
static bool seen_alike(const struct lex_reading *a, const struct lex_reading *b)
{
    size_t shorter = a->key.len < b->key.len ? a->key.len : b->key.len, most = 0;

    for (size_t i = 0; i < a->key.len; i++) {
        for (size_t k = 0; k < b->key.len; k++) {
            size_t n = 0;

            while (i + n < a->key.len && k + n < b->key.len &&
                   a->key.text[i + n] == b->key.text[k + n])
                n++;
            most = n > most ? n : most;
        }
    }
    return most >= SEEN_ALWAYS || (most >= SEEN && 3 * most >= 2 * shorter) || most == shorter;
}

struct lex_related lex_related(const struct lex *l, struct str a, struct str b)
{
    struct lex_related best = {0};
    struct lex_reading ra, rb;

    if (word_same(a, b, l->lang)) {
        best.kind = LEX_SAME;
        best.certainty = LEX_CERTAIN;
        best.certain = true;
        word_set(&best.shared, a);
        return best;
    }
    lex_read(l, a, &ra);
    lex_read(l, b, &rb);
    if (denied(l, &ra, &rb) || denied(l, &rb, &ra))
        return best;
    meet(l, &ra, &rb, &best);
    if (best.kind == LEX_UNRELATED)
        see(l, &ra, &rb, &best, a, b);
    best.certain = best.certainty >= CERTAIN &&
                   (best.kind == LEX_SAME || best.kind == LEX_INSIDE || seen_alike(&ra, &rb));
    return best;
}

static int score_of(const struct lex *l, uint32_t a, uint32_t b)
{
    uint32_t count, low = 0;
    const uint32_t *row = lex_row(l, LEX_MATCH_START, a, &count);

    while (low < count) {
        uint32_t middle = low + (count - low) / 2, key = row[middle] & LEX_KEY_MASK;

        if (key == b)
            return (int)(row[middle] >> LEX_KEY_BITS);
        if (key < b)
            low = middle + 1;
        else
            count = middle;
    }
    return -1;
}

/* A pair may stand in the row of one of its words alone. */
static int either_score(const struct lex *l, uint32_t a, uint32_t b)
{
    int score = score_of(l, a, b), back = score_of(l, b, a);

    return score > back ? score : back;
}

unsigned lex_match_score(const struct lex *l, uint32_t a, uint32_t b)
{
    int score = either_score(l, a, b);

    return score > 0 ? (unsigned)score : 0;
}

/* UNHAPPY, UNGLÜCK, MALHEUREUX: of one root, and the opposite. */
static bool negates(const struct lex *l, struct str a, struct str b)
{
    static const char *const prefixes[LANGUAGES][8] = {
        [LANG_EN] = {"UN", "DIS", "IN", "IM", "IR", "IL", "NON", NULL},
        [LANG_DE] = {"UN", "MISS", "ENT", "IN", NULL},
        [LANG_FR] = {"MAL", "DE", "DES", "IN", "IM", "IR", "IL", NULL},
    };
    struct str small = a.len < b.len ? a : b, large = a.len < b.len ? b : a;

    for (const char *const *p = prefixes[l->lang]; *p; p++) {
        size_t n = strlen(*p);

        if (large.len == small.len + n && str_starts(large, str_of(*p)) &&
            str_eq(str_n(large.at + n, small.len), small))
            return true;
    }
    return false;
}

/* One root in two parts of speech carries much the same idea: FEED and FOOD. */
static bool same_root(const struct lex *l, const struct lex_reading *a, const struct lex_reading *b)
{
    struct lex_related r = {0};
    unsigned fa = 0, fb = 0;

    meet(l, a, b, &r);
    if (r.kind != LEX_STEM || r.certainty < 20)
        return false;
    if (negates(l, word_key_str(&a->key), word_key_str(&b->key)))
        return false;
    for (int i = 0; i < a->n; i++)
        fa |= a->atom[i].path <= PATH_FORM ? lex_entry_of(l, a->atom[i].id).flags : 0;
    for (int i = 0; i < b->n; i++)
        fb |= b->atom[i].path <= PATH_FORM ? lex_entry_of(l, b->atom[i].id).flags : 0;
    unsigned kinds = LEX_NOUN | LEX_VERB | LEX_ADJECTIVE;
    return (fa & kinds) != (fb & kinds) && (fa & kinds) && (fb & kinds);
}

struct lex_match lex_match(const struct lex *l, struct str a, struct str b)
{
    struct lex_match m = {LEX_OTHER_IDEA, LEX_WHY_NOTHING, 0};
    struct lex_reading ra, rb;
    uint32_t la[LEMMAS], lb[LEMMAS];
    int best = -1, direct = -1;

    if (word_same(a, b, l->lang))
        return (struct lex_match){LEX_SAME_WORD, LEX_WHY_WORD, 255};
    lex_read(l, a, &ra);
    lex_read(l, b, &rb);
    int na = lex_lemmas(l, &ra, la, LEMMAS), nb = lex_lemmas(l, &rb, lb, LEMMAS);
    for (int i = 0; i < na; i++) {
        for (int k = 0; k < nb; k++) {
            if (la[i] == lb[k])
                return (struct lex_match){LEX_SAME_WORD, LEX_WHY_WORD, 255};
            int score = either_score(l, la[i], lb[k]);
            /* The words themselves go before what they may be a form of: FUTTER, FUTTERN. */
            if (direct < LEX_MATCH_PROBABLY)
                best = score > best ? score : best;
            if (i == 0 && k == 0)
                direct = score;
        }
    }
    if (best >= LEX_MATCH_PROBABLY) {
        m.idea = best >= LEX_MATCH_SYNONYM ? LEX_SYNONYM : LEX_PROBABLY;
        m.why = LEX_WHY_SOURCES;
    } else if (best == 0) {
        m.why = LEX_WHY_OPPOSITE;
    } else if (same_root(l, &ra, &rb)) {
        m.idea = LEX_PROBABLY;
        m.why = LEX_WHY_ROOT;
    } else if (na == 0 || nb == 0) {
        m.idea = LEX_UNKNOWN_IDEA;
    }
    m.score = (uint8_t)(best > 0 ? best : 0);
    return m;
}

int lex_animal(const struct lex *l, struct str shown)
{
    struct lex_reading r;
    int best = -1;

    lex_read(l, shown, &r);
    for (int i = 0; i < r.n; i++) {
        struct lex_entry e = lex_entry_of(l, r.atom[i].id);

        if (r.atom[i].path > PATH_FORM)
            continue;
        if (i == 0 && (e.flags & LEX_NO_ANIMAL))
            return 0;
        if (e.animal > best)
            best = e.animal;
    }
    return best;
}

unsigned lex_flags_of(const struct lex *l, struct str shown)
{
    struct lex_reading r;
    unsigned flags = 0;

    lex_read(l, shown, &r);
    for (int i = 0; i < r.n; i++)
        flags |= r.atom[i].path <= PATH_FORM ? lex_entry_of(l, r.atom[i].id).flags : 0;
    return flags;
}

unsigned lex_frequency(const struct lex *l, struct str shown)
{
    struct lex_reading r;
    unsigned most = 0;

    lex_read(l, shown, &r);
    for (int i = 0; i < r.n; i++) {
        unsigned f = lex_entry_of(l, r.atom[i].id).frequency;

        most = r.atom[i].path <= PATH_FORM && f > most ? f : most;
    }
    return most;
}

bool lex_exists(const struct lex *l, struct str shown)
{
    struct lex_reading r;

    lex_read(l, shown, &r);
    if (r.id != LEX_NONE)
        return true;
    for (int i = 0; i < r.n; i++) {
        /* 24 is a corrected slip of the fingers: no word. */
        if (r.atom[i].certainty > 24 && r.atom[i].path <= PATH_PART)
            return true;
    }
    return false;
}

bool lex_listed(const struct lex *l, struct str shown)
{
    struct lex_reading r;
    bool compound = false;

    lex_read(l, shown, &r);
    if (r.id != LEX_NONE)
        return true;
    struct str key = word_key_str(&r.key);
    for (int i = 0; i < r.n; i++)
        compound |= r.atom[i].path == PATH_PART;
    /* Few German words have a plural in -ER, and they are listed with it unless they are the tail
     * of a compound (SCHULBÜCHER); SCHLAMMER is no form of SCHLAMM. */
    bool irregular = l->lang == LANG_DE && !compound && key.len > 2 &&
                     str_eq(str_n(key.at + key.len - 2, 2), STR("ER"));
    return r.n > 0 && r.atom[0].path == PATH_FORM && r.atom[0].certainty > 24 && !irregular;
}
