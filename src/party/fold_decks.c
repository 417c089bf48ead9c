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

void seen_read(uint64_t *set, struct str text)
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
        if (!p->deck && !(p->deck = calloc(OWN_DECKS, sizeof *p->deck)))
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
        memmove(&p->deck[i], &p->deck[i + 1], (size_t)(--p->decks - i) * sizeof p->deck[0]);
        own_deck_free(own);
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

/* Its text stands further up in the log; who needs it reads it there. */
void fold_deck_lies(struct party *p, const struct value *v)
{
    struct seed sum;
    bool fits = seed_read(&sum, v[11].s) && v[6].s.len > 0 && v[8].i >= 1 &&
                v[8].i <= OWN_ENTRIES && v[9].i >= 1 && v[9].i <= v[8].i && v[10].i <= OWN_BYTES;
    struct own_deck *own = fits ? deck_at(p, v[0].i, v[2].s, v[3].s) : NULL;

    if (!own)
        return;
    own->edition = (uint16_t)v[1].i;
    own->use = (uint8_t)v[4].i;
    if (v[5].s.len <= DECK_ENTRIES / 4)
        seen_read(own->seen, v[5].s);
    set_name(own, v[6].s);
    own->language = (enum language)v[7].i;
    own->entries = (int)v[8].i;
    own->cards = (int)v[9].i;
    own->bytes = (int)v[10].i;
    own->sum = sum;
    own->at = p->entry - v[12].i;
}

void fold_deck_written(struct party *p, const struct value *v)
{
    write_deck(p, v[0].i, v[1].s, v[2].s, v[3].s);
}
