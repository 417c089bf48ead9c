#include "room/stock.h"

#include "rules/deck_check.h"
#include "rules/deck_stem.h"
#include "rules/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCES = OWN_DECKS + 1 };
/* Stems of what own decks say: open addressing, never more than half full. */
enum { SAID = 2 * DECK_ENTRIES };

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
    int refs;
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
    const uint64_t *stem;  /* of its entries; NULL: of the game's */
    int units, from, take; /* how many it has, and which of them are taken, round and round */
    int *first, *end;      /* entries of each unit */
};

struct mixing {
    struct stock *stock;
    struct arena arena; /* of what is needed only while mixing */
    const struct deck_kind *kind;
    int n;
    struct source source[SOURCES];
    struct deck *deck; /* what it makes */
    struct deck_entry *entry;
    int *card_at;
    struct mixed *mixed;
    uint64_t *said; /* 0: a free place; NULL: nobody asks */
};

/* ---- what there is to mix ---- */

static void add_unit(struct source *s, int first, int end)
{
    s->first[s->units] = first;
    s->end[s->units++] = end;
}

/* A card has at most so many entries as the kind says; a longer one is more than one card. */
static void add_source(struct mixing *m, uint16_t own, const struct deck *deck,
                       const uint64_t *stem)
{
    struct source *s = &m->source[m->n++];
    int size = m->kind->card ? m->kind->card : 1;
    size_t bytes = sizeof *s->first * (size_t)deck->entries;

    *s = (struct source){.own = own, .deck = deck, .stem = stem};
    s->first = arena_alloc(&m->arena, bytes);
    s->end = arena_alloc(&m->arena, bytes);
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

        if (d->kind != m->kind || !own_deck_used(d, &m->stock->setup) || !d->text ||
            !deck_text_read(d->text))
            continue;
        add_source(m, d->id, d->text->deck, d->text->stem);
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
    k->picture[k->pictures++] = s->own ? arena_copy(&k->arena, name) : name;
    return true;
}

/* What a deck of the table says is copied: its text need not stay. */
static void copy_entry(struct arena *a, struct deck_entry *e)
{
    e->text = arena_copy(a, e->text);
    if (!e->fields)
        return;
    struct deck_field *field = arena_alloc(a, sizeof *field * (size_t)e->fields);
    for (int i = 0; i < e->fields; i++)
        field[i] =
            (struct deck_field){arena_copy(a, e->field[i].key), arena_copy(a, e->field[i].value)};
    e->field = field;
}

/* Where a stem is among those said, or would be. 0 is none: it stands for 1. */
static uint64_t *place_of_stem(const struct mixing *m, uint64_t *stem)
{
    *stem += !*stem;
    size_t at = *stem % SAID;
    while (m->said[at] && m->said[at] != *stem)
        at = (at + 1) % SAID;
    return &m->said[at];
}

static void lay(struct mixing *m, const struct source *s, int unit, int place)
{
    struct deck *d = m->deck;
    int first = d->entries;

    for (int i = s->first[unit]; i < s->end[unit]; i++) {
        struct deck_entry e = s->deck->entry[i];
        int card = e.card;

        if (is_picture(m) && !add_picture(m, s, place, &e))
            continue; /* there may be no room for another */
        if (s->own && !is_picture(m))
            copy_entry(&m->stock->arena, &e);
        if (s->own && m->said) {
            uint64_t stem = s->stem[i];

            *place_of_stem(m, &stem) = stem;
        }
        /* Where entries are dealt alone a card is a chapter, and begins with its first entry. */
        bool opens =
            m->kind->card ? d->entries == first : d->entries == 0 || i == s->deck->card_at[card];
        if (opens)
            m->card_at[d->cards++] = d->entries;
        e.card = d->cards - 1;
        m->entry[d->entries++] = e;
    }
    if (d->entries > first)
        m->mixed->unit[m->mixed->units++] = (struct unit){s->own, (uint16_t)unit};
}

/* Whether an own deck says what this entry of the game's says. */
static bool said(const struct mixing *m, const struct source *s, int unit)
{
    if (!m->said || s->own)
        return false;
    uint64_t stem = deck_stem(s->deck->language, s->deck->entry[s->first[unit]].text);
    return *place_of_stem(m, &stem);
}

static void mix(struct mixing *m, int place)
{
    for (int i = 0; i < m->n; i++) { /* the game's deck comes last */
        const struct source *s = &m->source[i];

        for (int j = 0; j < s->take; j++) {
            int unit = (s->from + j) % s->units;

            if (!said(m, s, unit))
                lay(m, s, unit, place);
        }
    }
    m->card_at[m->deck->cards] = m->deck->entries;
}

/* Entries that it can have at most. */
static size_t most_entries(const struct mixing *m)
{
    size_t n = 0;

    if (is_picture(m))
        return m->kind->most;
    for (int i = 0; i < m->n; i++)
        n += (size_t)m->source[i].take * (m->kind->card ? m->kind->card : 1);
    return n;
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

static struct mixture *mixture_of(struct stock *k)
{
    if (!k->mixture) {
        k->mixture = arena_alloc(&k->arena, sizeof *k->mixture);
        k->mixture->shelf = *k->shelf;
        k->shelf = &k->mixture->shelf;
    }
    return k->mixture;
}

/* Room for what is mixed, and no more: it stays for as long as the game lasts. */
static void make_room(struct mixing *m, int place)
{
    struct arena *a = &m->stock->arena;
    size_t most = most_entries(m);

    m->deck = arena_alloc(a, sizeof *m->deck);
    *m->deck = *m->stock->shelf->deck[place];
    m->deck->entries = m->deck->cards = 0;
    m->entry = arena_alloc(a, most * sizeof *m->entry);
    m->card_at = arena_alloc(a, (most + 1) * sizeof *m->card_at);
    m->mixed = arena_alloc(a, sizeof *m->mixed);
    m->mixed->cards = m->kind->card > 0;
    m->mixed->unit = arena_alloc(a, most * sizeof *m->mixed->unit);
    if (is_picture(m))
        m->stock->picture = arena_alloc(a, m->kind->most * sizeof *m->stock->picture);
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
            add_source(m, 0, k->shelf->deck[place], NULL);
        if (!is_picture(m))
            share(m, DECK_ENTRIES / (kind->card ? kind->card : 1), p->games);
        if (!alone && !kind->card && !is_picture(m))
            m->said = arena_alloc(&m->arena, SAID * sizeof *m->said);
        make_room(m, place);
        mix(m, place);
        m->deck->entry = m->entry;
        m->deck->card_at = m->card_at;
        if (m->deck->entries) {
            struct mixture *mixture = mixture_of(k);

            mixture->shelf.deck[place] = m->deck;
            mixture->mixed[place] = m->mixed;
        }
    }
    arena_fini(&m->arena);
    free(m);
}

struct stock *stock_new(const struct party *p, const struct setup *s)
{
    static const struct shelf none = {0};
    const struct shelf *shelf = registry_shelf(s->book, s->language);
    struct stock *k = calloc(1, sizeof *k);

    if (!k)
        abort();
    k->refs = 1;
    k->setup = *s;
    k->shelf = shelf ? shelf : &none;
    for (const struct deck_kind *kind = s->book->game->kinds; kind && kind->name; kind++)
        mix_kind(k, kind, p);
    return k;
}

struct stock *stock_ref(struct stock *k)
{
    if (k)
        k->refs++;
    return k;
}

void stock_unref(struct stock *k)
{
    if (!k || --k->refs)
        return;
    arena_fini(&k->arena);
    free(k);
}

const struct shelf *stock_shelf(const struct stock *k)
{
    return k->shelf;
}

/* ---- what was seen ---- */

static const uint64_t *mixed_seen(struct stock *k, const struct party *p, int place)
{
    struct mixed *m = mixed_at(k, place);
    const uint64_t *game = party_seen(p, k->setup.book, k->setup.language, place);
    bool any = false;

    memset(m->seen, 0, sizeof m->seen);
    for (int i = 0; i < m->units; i++) {
        const struct own_deck *own = m->unit[i].own ? party_deck(p, m->unit[i].own) : NULL;
        const uint64_t *seen = m->unit[i].own ? own ? own->seen : NULL : game;

        if (seen && deck_set_has(seen, m->unit[i].item)) {
            deck_set_add(m->seen, i);
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
    return PARTY_FACT(card_seen, .deck = deck, .item = unit.item);
}

int stock_pictures(const struct stock *k, const struct str **out)
{
    *out = k ? k->picture : NULL;
    return k ? k->pictures : 0;
}
