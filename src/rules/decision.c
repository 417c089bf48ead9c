#include "rules/decision.h"

#include "rules/core_facts.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

/* Facts outlive what their texts were taken from, so the decision keeps its own copies. */
static struct str keep(struct decision *d, struct str s)
{
    assert(d->text_used + s.len <= sizeof d->text);
    char *space = d->text + d->text_used;

    memcpy(space, s.at, s.len);
    d->text_used += s.len;
    return str_n(space, s.len);
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
        f->arg[i] = (struct value){v[i].i, str_n(d->text, 0)};
        if (v[i].s.len)
            f->arg[i].s = keep(d, v[i].s);
    }
    (void)names;
}

bool refuse(struct decision *d, const char *key)
{
    d->refusal.key = key;
    d->refusal.insist = false;
    d->refusal.n = 0;
    return false;
}

bool decision_can(struct decision *d, bool (*can)(const struct known *k))
{
    struct known k = table_known(d->table, d->by);

    return can(&k) || refuse(d, "not_now");
}

void refusal_text(struct refusal *r, const char *name, struct str text)
{
    int i = r->n++;

    if (text.len > sizeof r->space[i])
        text.len = sizeof r->space[i];
    if (text.len)
        memcpy(r->space[i], text.at, text.len);
    r->name[i] = name;
    r->text[i] = str_n(r->space[i], text.len);
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

static struct deal *source(struct decision *d, int chance)
{
    assert(chance >= 0 && chance < d->book->chances);
    if (!d->book->chance[chance].secret) {
        if (d->open_chance.index == 0)
            d->open_chance = deal_at(d->seed, d->stream * 2);
        return &d->open_chance;
    }
    if (d->hidden_chance.index == 0) {
        struct seed hidden = seed_mixed(d->seed, d->world->twin);

        d->hidden_chance = deal_at(&hidden, d->stream * 2 + 1);
    }
    return &d->hidden_chance;
}

static int note(struct decision *d, int chance, uint32_t of, uint32_t value, int item)
{
    if (d->draws < DRAWS_MAX) /* no game draws nearly as often at once */
        d->draw[d->draws++] = (struct draw){(uint8_t)chance, of, value, (uint32_t)item};
    return item;
}

int chance_below(struct decision *d, int chance, int n)
{
    int forced;

    if (rigged(d, chance, &forced)) {
        if (forced >= 0 && forced < n)
            return note(d, chance, 0, 0, forced);
        d->world->rig->impossible = true;
    }
    uint32_t value = deal_below(source(d, chance), (uint32_t)n);
    return note(d, chance, (uint32_t)n, value, (int)value);
}

static bool in_set(const uint64_t *set, int i)
{
    return set[i / 64] >> (i % 64) & 1;
}

/* The numbers below `n`, as far as one word of a set holds them. */
static uint64_t below(int n)
{
    return n >= 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
}

int chance_pick(struct decision *d, int chance, const uint64_t *set, int bits)
{
    int forced, members = 0;

    if (rigged(d, chance, &forced)) {
        if (forced >= 0 && forced < bits && in_set(set, forced))
            return note(d, chance, 0, 0, forced);
        d->world->rig->impossible = true;
    }
    for (int i = 0; i < bits; i += 64)
        members += __builtin_popcountll(set[i / 64] & below(bits - i));
    assert(members > 0);
    uint32_t value = deal_below(source(d, chance), (uint32_t)members);
    int skip = (int)value;
    for (int i = 0; i < bits; i += 64) {
        uint64_t left = set[i / 64] & below(bits - i);
        int here = __builtin_popcountll(left);

        if (skip >= here) {
            skip -= here;
            continue;
        }
        while (skip-- > 0)
            left &= left - 1;
        return note(d, chance, (uint32_t)members, value, i + __builtin_ctzll(left));
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
    uint64_t fresh[DECK_SET], unused[DECK_SET], all[DECK_SET], any_fresh = 0, any_unused = 0;

    for (int i = 0; i * 64 < bits; i++) {
        all[i] = below(bits - i * 64);
        unused[i] = all[i] & ~(used ? used[i] : 0);
        fresh[i] = unused[i] & ~(seen ? seen[i] : 0);
        any_unused |= unused[i];
        any_fresh |= fresh[i];
    }
    int item = chance_pick(d, chance, any_fresh ? fresh : any_unused ? unused : all, bits);
    if (d->deck_items < DECK_ITEMS_MAX) {
        d->deck_item[d->deck_items].deck = (uint8_t)deck;
        d->deck_item[d->deck_items++].item = (uint16_t)item;
    }
    return item;
}

void phase_begin(struct decision *d, int phase, int seconds)
{
    phase_begin_ms(d, phase, seconds * INT64_C(1000));
}

void phase_begin_ms(struct decision *d, int phase, int64_t milliseconds)
{
    EMIT(d, core_phase_began, .phase = phase, .at = d->now,
         .until = milliseconds ? d->now + milliseconds : 0);
}

void clock_hold(struct decision *d)
{
    int64_t left = d->core->deadline - d->now;

    EMIT(d, core_clock_held, .left = left > 0 ? left : 1);
}

void score_add(struct decision *d, int seat, int points)
{
    EMIT(d, core_scored, .seat = seat, .points = points);
}

void game_end(struct decision *d, enum outcome outcome, seat_set winners)
{
    EMIT(d, core_game_ended, .outcome = outcome, .winners = winners);
}

void game_end_by_score(struct decision *d)
{
    const struct core *c = d->core;
    seat_set winners = 0;
    int best = INT_MIN;

    FOR_SEATS (seat, seats_active(c)) {
        if (c->score[seat] > best) {
            best = c->score[seat];
            winners = 0;
        }
        if (c->score[seat] == best)
            winners |= SEAT(seat);
    }
    game_end(d, OUTCOME_RANKED, winners);
}
