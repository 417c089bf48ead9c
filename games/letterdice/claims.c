/* Letter Dice: saying a word, passing, objecting and agreeing (LD-4 … LD-12, LD-15). */
#include "letterdice.h"

#include "rules/vote.h"
#include "rules/words.h"

#include <string.h>

static const struct ld_public *board(const struct decision *d)
{
    return decision_public(d);
}

/* ---- saying a word ---- */

bool ld_can_say(const struct known *k)
{
    return !ld_silenced(k->table, k->core, k->seat);
}

int ld_words_said(const struct ld_public *t, enum language lang, struct str word, bool name,
                  int theme, struct str out[LD_CLAIMS])
{
    int n = 0;

    for (int i = 0; i < t->claims; i++) {
        struct str other = word_str(&t->claim[i].word);

        if (!ld_counts(&t->claim[i]) && t->claim[i].theme != theme)
            continue;
        /* Names may share a root: only the same name does not stand twice. */
        if (!name || word_same(word, other, lang))
            out[n++] = other;
    }
    return n;
}

bool ld_is_name(const struct lexicon *l, enum language lang, struct str word, bool ticked)
{
    return ticked || (l->is_kind(l, lang, word, KIND_NAME) == OPINION_YES &&
                      l->is_kind(l, lang, word, KIND_NOUN) != OPINION_YES);
}

/* The word as the rules of the round let it be said, or a refusal. */
static bool accept_word(struct decision *d, const struct value *v, int theme, struct word *word,
                        bool *name, struct ruling *ruling)
{
    const struct ld_public *t = board(d);
    enum language lang = (enum language)d->core->language;
    struct str said[LD_CLAIMS];
    struct word_rules rules = {.exists = true, .on_table = said};

    *name = v[2].i;
    if (word_set(word, v[0].s) == WORD_OK) {
        /* LD-4 is a matter of letters, not of opinion: no referee level softens it. */
        char initial = ld_black(t) ? 0 : (char)('A' + t->letter[t->colour]);
        if (initial && word_initial(word_str(word)) != initial)
            return refuse_words(d, "word_initial", word_str(word), str_n(&initial, 1));
        *name = ld_is_name(d->world->lexicon, lang, word_str(word), v[2].i);
        rules.n_on_table = ld_words_said(t, lang, word_str(word), *name, theme, said);
    }
    return words_accept(d, v[0].s, *name, v[3].i, &rules, word, ruling);
}

static enum opinion fits_theme(const struct decision *d, struct str word, int theme)
{
    const struct lexicon *l = d->world->lexicon;

    if (option(d->core, OPT_REFEREE) == REFEREE_TRUST)
        return OPINION_NONE;
    return l->fits(l, (enum language)d->core->language, word,
                   line_str(&board(d)->theme_text[theme - 1]));
}

bool ld_decide_say(struct decision *d, const struct value *v)
{
    const struct ld_public *t = board(d);
    const char *silenced = ld_silenced(t, d->core, d->by);
    bool open = option(d->core, LD_VARIANT) == LD_OPEN;
    int theme = open ? (int)v[1].i : t->theme;
    struct word word;
    struct ruling ruling = {0};
    bool name;

    if (silenced)
        return refuse(d, silenced);
    if (theme < 1 || theme > LD_THEMES)
        return refuse(d, "theme_missing");
    if (open && ld_theme_closed(t, theme))
        return refuse_number(d, "theme_closed", theme);
    if (!accept_word(d, v, theme, &word, &name, &ruling))
        return false;
    int hit = ld_black(t) ? ld_first_hit(t->letter, word_str(&word)) : -1;
    int points =
        ld_black(t) ? (hit < 0 ? LD_BLACK_TOKENS : 0) : ld_points(t->letter, word_str(&word));
    EMIT(d, LD_WORD_SAID, NUM(t->claims), NUM(d->by), TEXT(word_str(&word)), NUM(theme), NUM(name),
         NUM(points), NUM(ruling.fault), TEXT(word_str(&ruling.with)),
         NUM(fits_theme(d, word_str(&word), theme)), NUM(d->now));
    if (hit >= 0) { /* LD-8 */
        EMIT(d, LD_WORD_FAILED, NUM(t->claims), NUM(d->by), NUM(t->letter[hit]));
        ld_pay_penalty(d, d->by);
    }
    return true; /* what the word is worth is paid by ld_settle_accounts() */
}

/* ---- passing and agreeing ---- */

bool ld_can_pass(const struct known *k)
{
    return k->core->phase == LD_PLAY && seats_has(ld_playing(k->table, k->core), k->seat);
}

bool ld_decide_pass(struct decision *d, const struct value *v)
{
    struct known k = table_known(d->table, d->by);

    (void)v;
    if (!ld_can_pass(&k))
        return refuse(d, "not_now");
    EMIT(d, LD_SEAT_PASSED, NUM(d->by));
    return true;
}

bool ld_can_agree(const struct known *k)
{
    const struct ld_public *t = k->table;

    return k->core->phase == LD_SETTLE && !seats_has(t->agreed, k->seat);
}

bool ld_decide_agree(struct decision *d, const struct value *v)
{
    struct known k = table_known(d->table, d->by);

    (void)v;
    if (!ld_can_agree(&k))
        return refuse(d, "not_now");
    EMIT(d, LD_SEAT_AGREED, NUM(d->by));
    return true;
}

/* ---- objections ---- */

const char *ld_unobjectionable(const struct known *k, int claim)
{
    const struct ld_public *t = k->table;

    if (!ld_dice_lie(k->core) || claim >= t->claims || t->claim[claim].state != LD_CLAIM_OPEN)
        return "window_over";
    if (t->claim[claim].seat == k->seat)
        return "own_word";
    return ld_contested(k->core, claim) ? "vote_open" : NULL;
}

bool ld_can_object(const struct known *k)
{
    const struct ld_public *t = k->table;

    for (int i = 0; i < t->claims; i++) {
        if (!ld_unobjectionable(k, i))
            return true;
    }
    return false;
}

enum opinion ld_advice(const struct ld_claim *claim)
{
    if (claim->fault || claim->fits == OPINION_NO)
        return OPINION_YES;
    return claim->fits == OPINION_YES ? OPINION_NO : OPINION_NONE;
}

bool ld_decide_object(struct decision *d, const struct value *v)
{
    struct known k = table_known(d->table, d->by);
    int claim = (int)v[0].i;
    const char *reason = ld_unobjectionable(&k, claim);

    if (reason)
        return refuse(d, reason);
    const struct ld_claim *it = &board(d)->claim[claim];
    return vote_open(d, &(struct question){.subject = LD_SUBJECT_STRIKE,
                                           .about = it->seat,
                                           .voters = seats_active(d->core),
                                           .suggested = ld_advice(it),
                                           .topic = claim});
}

void ld_decided(struct decision *d, const struct ballot *b, bool yes, bool rider)
{
    const struct ld_public *t = board(d);
    const struct ld_claim *claim = &t->claim[b->topic % LD_CLAIMS];

    (void)rider;
    if (claim->state != LD_CLAIM_OPEN)
        return;
    /* A claim that stands is good in every way; why one is struck, only a fault tells. */
    words_fault_ruled(d, (enum fault)claim->fault, word_str(&claim->word), word_str(&claim->with),
                      yes);
    if (!yes || !claim->fault)
        words_ruled(d, RULED_FITS, word_str(&claim->word),
                    line_str(&t->theme_text[claim->theme - 1]), !yes);
    EMIT(d, yes ? LD_CLAIM_REJECTED : LD_CLAIM_STOOD, NUM(b->topic % LD_CLAIMS), NUM(claim->seat),
         TEXT(word_str(&claim->word)));
}

bool ld_close_windows(struct decision *d)
{
    const struct ld_public *t = board(d);
    bool nobody_doubts = d->core->phase == LD_SETTLE && !table_waiting(d->table);
    bool any = false;

    for (int i = 0; i < t->claims; i++) {
        const struct ld_claim *claim = &t->claim[i];

        if (claim->state != LD_CLAIM_OPEN || ld_contested(d->core, i))
            continue;
        if (d->now < ld_window(claim, d->core) && !nobody_doubts)
            continue;
        EMIT(d, LD_CLAIM_STOOD, NUM(i), NUM(claim->seat), TEXT(word_str(&claim->word)));
        any = true;
    }
    return any;
}

/* ---- random play ---- */

/* A word of the right letters that no dictionary has; now and then one that was said before. */
static void sample_word(const struct ld_public *t, struct sampler *s, struct value *v)
{
    static const char common[] = "AEIOURSTNLDMCPBGFHVW";
    enum { COMMON = sizeof common - 1 };
    uint64_t dice = sampler_next(s); /* one draw is enough for all letters */
    int len = 4 + (int)(dice % 4), n = 0;
    char *room = s->list[0];

    if (t->claims && dice / 4 % 16 == 0) {
        struct str said = word_str(&t->claim[dice % t->claims].word);

        len = said.len < LIST_MAX ? (int)said.len : LIST_MAX;
        memcpy(room, said.at, (size_t)len);
        v[0] = TEXT(str_n(room, (size_t)len));
        return;
    }
    if (!ld_black(t))
        room[n++] = (char)('A' + t->letter[t->colour]);
    for (dice /= 64; n < len && dice; dice /= COMMON) {
        char c = common[dice % COMMON];

        if (!ld_black(t) || ld_first_hit(t->letter, str_n(&c, 1)) < 0)
            room[n++] = c;
    }
    v[0] = TEXT(str_n(room, (size_t)n));
}

bool ld_sample(const struct known *k, int action, struct sampler *s, struct value *v)
{
    const struct ld_public *t = k->table;

    if (action == LD_ACT_OBJECT) {
        int from = (int)sampler_below(s, LD_CLAIMS);

        for (int i = 0; i < t->claims; i++) {
            v[0] = NUM((from + i) % t->claims);
            if (!ld_unobjectionable(k, (int)v[0].i))
                return true;
        }
    }
    if (action != LD_ACT_SAY)
        return false;
    sample_word(t, s, v);
    int theme = 1 + (int)sampler_below(s, LD_THEMES);
    for (int i = 0; i < LD_THEMES && ld_theme_closed(t, theme); i++)
        theme = theme % LD_THEMES + 1;
    v[1] = NUM(theme);
    v[2] = NUM(word_parts(v[0].s) > 1 || sampler_below(s, 8) == 0);
    v[3] = NUM(sampler_below(s, 4) != 0);
    return true;
}
