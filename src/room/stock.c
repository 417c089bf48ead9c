#include "room/stock.h"

#include "rules/deck_check.h"
#include "rules/deck_stem.h"
#include "rules/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCES = OWN_DECKS + 1 };

/* Where a card of a mixed deck comes from: an own deck by number, or 0; and its place there. */
struct unit {
    uint16_t own, item;
};

struct mixed {
    bool cards; /* cards are dealt, not entries */
    int units;
    struct unit *unit;
    uint64_t seen[DECK_SET];
};

/* What differs where the table has brought decks of its own. */
struct mixture {
    struct shelf shelf;
    struct mixed *mixed[SHELF_DECKS]; /* NULL: as it comes with the game */
};

struct stock {
    int holders;
    struct setup setup;
    struct arena arena;
    const struct shelf *shelf; /* of the game, or of the mixture */
    struct mixture *mixture;   /* NULL: there is none */
    int pictures;
    struct str *picture;
};

static struct mixed *mixed_at(const struct stock *k, int place)
{
    return k->mixture ? k->mixture->mixed[place] : NULL;
}

/* One of the decks that are mixed. */
struct source {
    uint16_t own;
    const struct deck *deck;
    int units, from, take; /* how many it has, and which of them are taken, round and round */
    int *first, *end;      /* entries of each unit */
};

struct mixing {
    struct stock *stock;
    const struct deck_kind *kind;
    int n;
    struct source source[SOURCES];
    struct deck *deck; /* what it makes */
    struct deck_entry *entry;
    int *card_at;
    struct mixed *mixed;
};

/* ---- what there is to mix ---- */

static void add_unit(struct source *s, int first, int end)
{
    s->first[s->units] = first;
    s->end[s->units++] = end;
}

/* A card has at most so many entries as the kind says; a longer one is more than one card. */
static void add_source(struct mixing *m, uint16_t own, const struct deck *deck)
{
    struct source *s = &m->source[m->n++];
    int size = m->kind->card ? m->kind->card : 1;
    size_t bytes = sizeof *s->first * (size_t)deck->entries;

    *s = (struct source){.own = own, .deck = deck};
    s->first = arena_alloc(&m->stock->arena, bytes);
    s->end = arena_alloc(&m->stock->arena, bytes);
    for (int card = 0; card < deck->cards; card++) {
        for (int at = deck->card_at[card], end; at < deck->card_at[card + 1]; at = end) {
            end = at + size < deck->card_at[card + 1] ? at + size : deck->card_at[card + 1];
            add_unit(s, at, end);
        }
    }
    s->take = s->units;
}

static bool add_own(struct mixing *m, const struct party *p)
{
    bool alone = false;

    for (int i = 0; i < p->decks; i++) {
        const struct own_deck *d = p->deck[i];
        struct deck_problem problem;

        if (d->kind != m->kind || d->use == DECK_OFF || !own_deck_fits(d, &m->stock->setup))
            continue;
        const struct deck *deck = deck_read(&m->stock->arena, d->text, &problem);
        if (!deck)
            continue;
        add_source(m, d->id, deck);
        alone = alone || d->use == DECK_ALONE;
    }
    return alone;
}

/* Where all of it is too much, each deck gives what it has up to an even share. */
static void share(struct mixing *m, int limit, int games)
{
    bool all[SOURCES] = {0};
    int left = m->n, rest = limit, before;

    do {
        before = left;
        for (int i = 0; i < m->n; i++) {
            if (!all[i] && m->source[i].units <= rest / left) {
                all[i] = true;
                rest -= m->source[i].units;
                left--;
                break;
            }
        }
    } while (left && left < before);
    for (int i = 0; i < m->n; i++) {
        struct source *s = &m->source[i];

        if (all[i])
            continue;
        s->take = rest / left;
        s->from = (int)((int64_t)s->take * games % s->units);
    }
}

/* ---- mixing ---- */

static bool is_picture(const struct mixing *m)
{
    return m->kind->form == FORM_PICTURE;
}

static struct str qualified(struct mixing *m, int place, struct str name)
{
    struct str set = deck_set(m->stock->setup.book->game, m->kind, place);
    char text[2 * DECK_TEXT * 4];

    int n = snprintf(text, sizeof text, "%.*s/%.*s", STR_FMT(set), STR_FMT(name));
    return arena_copy(&m->stock->arena, str_n(text, (size_t)n));
}

/* The picture is the game's, in the language of the table. False: it is there already. */
static bool add_picture(struct mixing *m, const struct source *s, int place,
                        struct deck_entry *entry)
{
    struct stock *k = m->stock;
    struct str name = s->own ? entry->text : qualified(m, place, entry->text);
    const struct deck_entry *own =
        deck_picture(k->setup.book->game, m->kind, k->setup.language, name);

    if (!own || k->pictures == m->kind->most)
        return false;
    for (int i = 0; i < k->pictures; i++) {
        if (str_eq(k->picture[i], name))
            return false;
    }
    entry->text = own->text;
    entry->fields = own->fields;
    entry->field = own->field;
    k->picture[k->pictures++] = name;
    return true;
}

static void lay(struct mixing *m, const struct source *s, int unit, int place)
{
    struct deck *d = m->deck;
    int first = d->entries;

    for (int i = s->first[unit]; i < s->end[unit]; i++) {
        struct deck_entry *e = &m->entry[d->entries];

        *e = s->deck->entry[i];
        if (is_picture(m) && !add_picture(m, s, place, e))
            continue;
        /* Where entries are dealt alone a card is a chapter, and begins with its first entry. */
        bool opens =
            m->kind->card ? d->entries == first : d->entries == 0 || i == s->deck->card_at[e->card];
        if (opens)
            m->card_at[d->cards++] = d->entries;
        e->card = d->cards - 1;
        d->entries++;
    }
    if (d->entries > first)
        m->mixed->unit[m->mixed->units++] = (struct unit){s->own, (uint16_t)unit};
}

/* Whether an own deck says what this entry of the game's says. */
static bool said(const struct mixing *m, const uint64_t *stems, int n, const struct source *s,
                 int unit)
{
    uint64_t stem = 0;

    if (m->kind->card || is_picture(m) || s->own)
        return false;
    stem = deck_stem(s->deck->language, s->deck->entry[s->first[unit]].text);
    for (int i = 0; i < n; i++) {
        if (stems[i] == stem)
            return true;
    }
    return false;
}

static int stems_of(struct mixing *m, uint64_t *stems)
{
    if (m->kind->card || is_picture(m))
        return 0;
    for (int i = 0; i < m->deck->entries; i++)
        stems[i] = deck_stem(m->source[0].deck->language, m->entry[i].text);
    return m->deck->entries;
}

static void mix(struct mixing *m, int place)
{
    uint64_t *stems = NULL;
    int n = 0;

    for (int i = 0; i < m->n; i++) {
        const struct source *s = &m->source[i];

        if (!s->own && i > 0) { /* the game's deck comes last */
            stems = arena_alloc(&m->stock->arena, sizeof *stems * DECK_ENTRIES);
            n = stems_of(m, stems);
        }
        for (int j = 0; j < s->take; j++) {
            int unit = (s->from + j) % s->units;

            if (!said(m, stems, n, s, unit))
                lay(m, s, unit, place);
        }
    }
    m->card_at[m->deck->cards] = m->deck->entries;
}

/* ---- all kinds of a game ---- */

/* Which of the decks that a kind stands in for is played. */
static int place_of(const struct setup *s, const struct deck_kind *k)
{
    for (int i = 0; k->option && i < s->book->options; i++) {
        if (str_is(str_of(k->option), s->book->option[i]->name))
            return k->place + s->option[i];
    }
    return k->place;
}

static void *zeroed(struct arena *a, size_t n, size_t size)
{
    void *at = arena_alloc(a, n * size);

    memset(at, 0, n * size);
    return at;
}

static struct mixture *mixture_of(struct stock *k)
{
    if (!k->mixture) {
        k->mixture = zeroed(&k->arena, 1, sizeof *k->mixture);
        k->mixture->shelf = *k->shelf;
        k->shelf = &k->mixture->shelf;
    }
    return k->mixture;
}

static void mix_kind(struct stock *k, const struct deck_kind *kind, const struct party *p)
{
    struct mixing *m = calloc(1, sizeof *m);
    int place = place_of(&k->setup, kind);

    if (!m)
        abort();
    m->stock = k;
    m->kind = kind;
    bool alone = add_own(m, p);
    if (m->n && place < SHELF_DECKS) {
        if (!alone)
            add_source(m, 0, k->shelf->deck[place]);
        m->deck = zeroed(&k->arena, 1, sizeof *m->deck);
        *m->deck = *k->shelf->deck[place];
        m->deck->entries = m->deck->cards = 0;
        m->entry = zeroed(&k->arena, DECK_ENTRIES, sizeof *m->entry);
        m->card_at = zeroed(&k->arena, DECK_ENTRIES + 1, sizeof *m->card_at);
        m->mixed = zeroed(&k->arena, 1, sizeof *m->mixed);
        m->mixed->cards = kind->card > 0;
        m->mixed->unit = zeroed(&k->arena, DECK_ENTRIES, sizeof *m->mixed->unit);
        if (is_picture(m))
            k->picture = zeroed(&k->arena, kind->most, sizeof *k->picture);
        else
            share(m, DECK_ENTRIES / (kind->card ? kind->card : 1), p->games);
        mix(m, place);
        m->deck->entry = m->entry;
        m->deck->card_at = m->card_at;
        if (m->deck->entries) {
            struct mixture *mixture = mixture_of(k);

            mixture->shelf.deck[place] = m->deck;
            mixture->mixed[place] = m->mixed;
        }
    }
    free(m);
}

struct stock *stock_new(const struct party *p, const struct setup *s)
{
    static const struct shelf none = {0};
    const struct shelf *shelf = registry_shelf(s->book, s->language);
    struct stock *k = calloc(1, sizeof *k);

    if (!k)
        abort();
    k->holders = 1;
    k->setup = *s;
    k->shelf = shelf ? shelf : &none;
    for (const struct deck_kind *kind = s->book->game->kinds; kind && kind->name; kind++)
        mix_kind(k, kind, p);
    return k;
}

struct stock *stock_hold(struct stock *k)
{
    if (k)
        k->holders++;
    return k;
}

void stock_let_go(struct stock *k)
{
    if (!k || --k->holders)
        return;
    arena_fini(&k->arena);
    free(k);
}

const struct shelf *stock_shelf(const struct stock *k)
{
    return k->shelf;
}

/* ---- what was seen ---- */

static bool has(const uint64_t *set, int item)
{
    return set && set[item / 64] >> (item % 64) & 1;
}

static const uint64_t *mixed_seen(struct stock *k, const struct party *p, int place)
{
    struct mixed *m = mixed_at(k, place);
    const uint64_t *game = party_seen(p, k->setup.book, k->setup.language, place);
    bool any = false;

    memset(m->seen, 0, sizeof m->seen);
    for (int i = 0; i < m->units; i++) {
        const struct own_deck *own = m->unit[i].own ? party_deck(p, m->unit[i].own) : NULL;

        if (has(m->unit[i].own ? own ? own->seen : NULL : game, m->unit[i].item)) {
            m->seen[i / 64] |= UINT64_C(1) << (i % 64);
            any = true;
        }
    }
    return any ? m->seen : NULL;
}

void stock_shelve(struct stock *k, const struct party *p, struct shelf *out)
{
    *out = *k->shelf;
    for (int i = 0; i < SHELF_DECKS; i++)
        out->seen[i] = mixed_at(k, i) ? mixed_seen(k, p, i)
                                      : party_seen(p, k->setup.book, k->setup.language, i);
}

struct party_fact stock_seen(const struct stock *k, int place, int item, char name[STOCK_NAME])
{
    const struct mixed *m = mixed_at(k, place);
    struct unit unit = {0, (uint16_t)item};
    struct str deck = str_of(k->setup.book->game->decks[place]);

    if (m && item < m->units)
        unit = m->unit[item];
    if (unit.own) {
        snprintf(name, STOCK_NAME, "#%u", unit.own);
        deck = str_of(name);
    }
    return (struct party_fact){CARD_SEEN, {TEXT(deck), NUM(unit.item)}};
}

int stock_pictures(const struct stock *k, const struct str **out)
{
    *out = k ? k->picture : NULL;
    return k ? k->pictures : 0;
}
