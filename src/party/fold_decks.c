#include "party/fold_decks.h"

#include "base/sealed.h"
#include "rules/deck_check.h"
#include "rules/registry.h"

#include <stdlib.h>
#include <string.h>

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 0;
}

/* Cards that were seen, as a log writes them: four a digit, from the first on. */
static void seen_read(uint64_t *set, struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        set[i / 16] |= (uint64_t)digit(text.at[i]) << i % 16 * 4;
}

/* The deck of this number, or a new one; NULL: it is of no kind that there is, or one too many. */
static struct own_deck *deck_at(struct party *p, int64_t id, struct str game, struct str kind)
{
    const struct book *b = registry_find(game);
    const struct deck_kind *k = b ? deck_kind_of(b->game, kind) : NULL;
    struct own_deck *own = party_deck(p, id);

    if (!k || id < 1 || id > UINT16_MAX || (!own && p->decks == OWN_DECKS))
        return NULL;
    if (!own) {
        own = calloc(1, sizeof *own);
        if (!own)
            abort();
        *own = (struct own_deck){.id = (uint16_t)id, .use = DECK_MIXED};
        if (!p->deck && !(p->deck = calloc(OWN_DECKS, sizeof(struct own_deck *))))
            abort();
        p->deck[p->decks++] = own;
    }
    own->book = b;
    own->kind = k;
    if (id > p->last_deck)
        p->last_deck = (uint16_t)id;
    return own;
}

static void set_name(struct own_deck *own, struct str name)
{
    char *copy = malloc(name.len + 1);

    if (!copy)
        abort();
    memcpy(copy, name.at, name.len);
    copy[name.len] = '\0';
    free((char *)own->name.at);
    own->name = str_n(copy, name.len);
}

/* Whoever typed it was told what is wrong with it, and a strict reader looks again
 * (party/fact_check.h); here it is enough that it is a deck at all. */
static struct own_deck *write_deck(struct party *p, int64_t id, struct str game, struct str kind,
                                   struct str text)
{
    const struct book *b = registry_find(game);
    const struct deck_kind *k = b ? deck_kind_of(b->game, kind) : NULL;
    struct deck_report report;
    struct own_deck *own = k && deck_outline(k, text, &report) ? deck_at(p, id, game, kind) : NULL;

    if (!own)
        return NULL;
    deck_text_free(own->text);
    own->text = deck_text_new(text);
    set_name(own, report.name);
    own->edition++;
    own->language = (enum language)report.language;
    own->entries = report.entries;
    own->cards = report.cards;
    own->bytes = (int)text.len;
    own->sum = deck_sum(text);
    own->at = p->entry;
    return own;
}

void own_deck_free(struct own_deck *own)
{
    deck_text_free(own->text);
    free((char *)own->name.at);
    free(own);
}

void fold_deck_dropped(struct party *p, struct own_deck *own)
{
    for (int i = 0; i < p->decks; i++) {
        if (p->deck[i] != own)
            continue;
        memmove(&p->deck[i], &p->deck[i + 1], (size_t)(--p->decks - i) * sizeof(struct own_deck *));
        own_deck_free(own);
        return;
    }
}

static void keep_use(struct own_deck *own, int64_t edition, int use, struct str seen)
{
    own->edition = (uint16_t)edition;
    own->use = (uint8_t)use;
    if (seen.len <= DECK_ENTRIES / 4)
        seen_read(own->seen, seen);
}

void fold_deck_kept(struct party *p, struct party_deck_kept f)
{
    struct own_deck *own = write_deck(p, f.deck, f.game, f.kind, f.text);

    if (own)
        keep_use(own, f.edition, f.use, f.seen);
}

/* Its text stands further up in the log; who needs it reads it there. */
void fold_deck_lies(struct party *p, struct party_deck_lies f)
{
    struct seed sum;
    bool fits = seed_read(&sum, f.sum) && f.name.len > 0 && f.entries >= 1 &&
                f.entries <= OWN_ENTRIES && f.cards >= 1 && f.cards <= f.entries &&
                f.bytes <= OWN_BYTES;
    struct own_deck *own = fits ? deck_at(p, f.deck, f.game, f.kind) : NULL;

    if (!own)
        return;
    /* A stranger's snapshot may have told of another text before. */
    deck_text_free(own->text);
    own->text = NULL;
    keep_use(own, f.edition, f.use, f.seen);
    set_name(own, f.name);
    own->language = (enum language)f.language;
    own->entries = (int)f.entries;
    own->cards = (int)f.cards;
    own->bytes = (int)f.bytes;
    own->sum = sum;
    own->at = p->entry - f.back;
}

void fold_deck_written(struct party *p, struct party_deck_written f)
{
    write_deck(p, f.deck, f.game, f.kind, f.text);
}

void fold_deck_used(struct party *p, struct party_deck_used f)
{
    struct own_deck *own = party_deck(p, f.deck);

    if (own)
        own->use = (uint8_t)f.use;
}

/* ---- what was seen ---- */

static int find_deck(const struct book *b, struct str name)
{
    for (int at = 0; b && b->game->decks && b->game->decks[at]; at++) {
        if (str_is(name, b->game->decks[at]))
            return at;
    }
    return -1;
}

/* The set that a card belongs to: of a deck of the game, or of the table's own as "#3"; or NULL. */
static uint64_t *seen_of(struct party *p, struct str deck)
{
    int at = find_deck(p->lobby.book, deck);
    int64_t id;

    if (at >= 0)
        return party_seen_set(p, p->lobby.book, p->lobby.language, at);
    if (!str_starts(deck, STR("#")) || !str_int(str_n(deck.at + 1, deck.len - 1), &id))
        return NULL;
    struct own_deck *own = party_deck(p, id);
    return own ? own->seen : NULL;
}

void fold_card_seen(struct party *p, struct party_card_seen f)
{
    uint64_t *set = f.item < DECK_ENTRIES ? seen_of(p, f.deck) : NULL;

    if (!set)
        return;
    uint64_t bit = UINT64_C(1) << (f.item & 63);
    if (set[f.item >> 6] & bit)
        memset(set, 0, DECK_SET * sizeof *set); /* the deck was used up: it begins again */
    set[f.item >> 6] |= bit;
}

void fold_cards_kept(struct party *p, struct party_cards_kept f)
{
    const struct book *b = registry_find(f.game);
    int deck = find_deck(b, f.deck);

    if (deck < 0 || f.seen.len > DECK_ENTRIES / 4)
        return;
    seen_read(party_seen_set(p, b, (enum language)f.language, deck), f.seen);
}
