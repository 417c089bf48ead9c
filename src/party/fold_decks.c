#include "party/fold_decks.h"

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

void seen_read(uint64_t *set, struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        set[i / 16] |= (uint64_t)digit(text.at[i]) << i % 16 * 4;
}

/* Whatever a log says, a deck in a party is one that can be played with. */
static struct own_deck *write_deck(struct party *p, int64_t id, struct str game, struct str kind,
                                   struct str text)
{
    const struct book *b = registry_find(game);
    const struct deck_kind *k = b ? deck_kind_of(b->game, kind) : NULL;
    struct own_deck *own = party_deck(p, id);
    struct deck_report report;

    if (!k || id < 1 || id > UINT16_MAX || (!own && p->decks == OWN_DECKS))
        return NULL;
    deck_check(b->game, k, text, &report);
    if (report.wrong)
        return NULL;
    if (!own) {
        own = calloc(1, sizeof *own);
        if (!own)
            abort();
        *own = (struct own_deck){.id = (uint16_t)id, .use = DECK_MIXED};
        if (!p->deck && !(p->deck = calloc(OWN_DECKS, sizeof *p->deck)))
            abort();
        p->deck[p->decks++] = own;
    }
    char *copy = malloc(text.len);
    if (!copy)
        abort();
    memcpy(copy, text.at, text.len);
    free((char *)own->text.at);
    own->text = str_n(copy, text.len);
    own->name = str_n(copy + (report.name.at - text.at), report.name.len);
    own->edition++;
    own->book = b;
    own->kind = k;
    own->language = (enum language)report.language;
    own->entries = report.entries;
    own->cards = report.cards;
    if (id > p->last_deck)
        p->last_deck = (uint16_t)id;
    return own;
}

void fold_deck_dropped(struct party *p, struct own_deck *own)
{
    for (int i = 0; i < p->decks; i++) {
        if (p->deck[i] != own)
            continue;
        memmove(&p->deck[i], &p->deck[i + 1], (size_t)(--p->decks - i) * sizeof p->deck[0]);
        free((char *)own->text.at);
        free(own);
        return;
    }
}

void fold_deck_kept(struct party *p, const struct value *v)
{
    struct own_deck *own = write_deck(p, v[0].i, v[2].s, v[3].s, v[6].s);

    if (!own)
        return;
    own->edition = (uint16_t)v[1].i;
    own->use = (uint8_t)v[4].i;
    if (v[5].s.len <= DECK_ENTRIES / 4)
        seen_read(own->seen, v[5].s);
}

void fold_deck_written(struct party *p, const struct value *v)
{
    write_deck(p, v[0].i, v[1].s, v[2].s, v[3].s);
}
