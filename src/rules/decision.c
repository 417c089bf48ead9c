#include "rules/decision.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const void *decision_public(const struct decision *d)
{
    return table_public(d->table);
}

const void *decision_seat(const struct decision *d, int seat)
{
    return table_seat(d->table, seat);
}

const void *decision_secret(const struct decision *d)
{
    return table_secret(d->table);
}

/* Facts outlive what their texts were taken from, so the decision keeps its own copies. */
static struct str keep(struct decision *d, struct str s)
{
    assert(d->text_used + s.len <= sizeof d->text);
    char *room = d->text + d->text_used;

    if (s.len)
        memcpy(room, s.at, s.len);
    d->text_used += s.len;
    return str_n(room, s.len);
}

void emit_values(struct decision *d, int kind, seat_set to, const struct value *v, size_t n)
{
    assert(kind >= 0 && kind < d->book->facts);
    assert(d->facts < DECISION_FACTS);
    const struct schema *s = &d->book->fact_args[kind];
    struct names names = table_names(d->table);
    struct fact *f = &d->fact[d->facts++];

    assert((size_t)s->n == n);
    assert((d->book->fact[kind]->audience == FOR_SOME) == (to != 0));
    f->kind = (uint8_t)kind;
    f->to = to;
    for (size_t i = 0; i < n; i++) {
        assert(schema_allows(&s->arg[i], &names, &v[i]));
        f->arg[i].i = v[i].i;
        f->arg[i].s = keep(d, v[i].s);
    }
    (void)names;
}

void emit(struct decision *d, int kind)
{
    emit_values(d, kind, 0, NULL, 0);
}

void tell(struct decision *d, seat_set to, int kind)
{
    emit_values(d, kind, to, NULL, 0);
}

bool refuse(struct decision *d, const char *key)
{
    d->refusal = (struct refusal){.key = key};
    return false;
}

static void refusal_text(struct refusal *r, const char *name, struct str text)
{
    int i = r->n++;

    if (text.len > sizeof r->room[i])
        text.len = sizeof r->room[i];
    if (text.len)
        memcpy(r->room[i], text.at, text.len);
    r->name[i] = name;
    r->text[i] = str_n(r->room[i], text.len);
}

bool refuse_word(struct decision *d, const char *key, struct str word)
{
    refuse(d, key);
    refusal_text(&d->refusal, "word", word);
    return false;
}

bool refuse_words(struct decision *d, const char *key, struct str word, struct str with)
{
    refuse_word(d, key, word);
    refusal_text(&d->refusal, "with", with);
    return false;
}

bool refuse_number(struct decision *d, const char *key, int64_t number)
{
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%lld", (long long)number);

    refuse(d, key);
    refusal_text(&d->refusal, "number", str_n(digits, (size_t)n));
    return false;
}

static bool rigged(struct decision *d, int chance, int *out)
{
    struct rig *rig = d->world->rig;

    for (int i = 0; rig && i < rig->n; i++) {
        if (rig->item[i].chance == chance && !rig->item[i].used) {
            rig->item[i].used = true;
            *out = (int)rig->item[i].value;
            return true;
        }
    }
    return false;
}

static struct rng *source(struct decision *d, int chance)
{
    assert(chance >= 0 && chance < d->book->chances);
    return d->book->chance[chance].secret ? &d->hidden_chance : &d->open_chance;
}

int chance_below(struct decision *d, int chance, int n)
{
    int forced;

    if (rigged(d, chance, &forced)) {
        if (forced >= 0 && forced < n)
            return forced;
        d->world->rig->impossible = true;
    }
    return (int)rng_below(source(d, chance), (uint32_t)n);
}

static bool in_set(const uint64_t *set, int i)
{
    return set[i / 64] >> (i % 64) & 1;
}

int chance_pick(struct decision *d, int chance, const uint64_t *set, int bits)
{
    int forced, members = 0;

    if (rigged(d, chance, &forced)) {
        if (forced >= 0 && forced < bits && in_set(set, forced))
            return forced;
        d->world->rig->impossible = true;
    }
    for (int i = 0; i < bits; i++)
        members += in_set(set, i);
    assert(members > 0);
    int skip = (int)rng_below(source(d, chance), (uint32_t)members);
    for (int i = 0; i < bits; i++) {
        if (in_set(set, i) && skip-- == 0)
            return i;
    }
    return 0;
}

const struct deck *decision_deck(const struct decision *d, int deck)
{
    return d->world->shelf ? d->world->shelf->deck[deck] : NULL;
}

int deck_draw(struct decision *d, int chance, int deck, const uint64_t *used, bool cards)
{
    const struct deck *k = decision_deck(d, deck);
    const uint64_t *seen = d->world->shelf->seen[deck];
    int bits = cards ? k->cards : k->entries;
    uint64_t fresh[DECK_SET] = {0}, unused[DECK_SET] = {0}, all[DECK_SET] = {0};
    bool any_fresh = false, any_unused = false;

    for (int i = 0; i < bits; i++) {
        uint64_t bit = UINT64_C(1) << (i % 64);

        all[i / 64] |= bit;
        if (used && used[i / 64] & bit)
            continue;
        unused[i / 64] |= bit;
        any_unused = true;
        if (seen && seen[i / 64] & bit)
            continue;
        fresh[i / 64] |= bit;
        any_fresh = true;
    }
    return chance_pick(d, chance, any_fresh ? fresh : any_unused ? unused : all, bits);
}

void phase_begin(struct decision *d, int phase, int seconds)
{
    phase_begin_ms(d, phase, seconds * INT64_C(1000));
}

void phase_begin_ms(struct decision *d, int phase, int64_t milliseconds)
{
    EMIT(d, PHASE_BEGAN, NUM(phase), NUM(d->now), NUM(milliseconds ? d->now + milliseconds : 0));
}

void score_add(struct decision *d, int seat, int points)
{
    EMIT(d, SCORED, NUM(seat), NUM(points));
}

void game_end(struct decision *d, enum outcome outcome, seat_set winners)
{
    EMIT(d, GAME_ENDED, NUM(outcome), NUM(winners));
}
