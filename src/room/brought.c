#include "room/brought.h"

#include "base/sealed.h"
#include "lexicon/rulings.h"
#include "room/log_fold.h"
#include "rules/registry.h"

#include <stdlib.h>

/* Every text ends with a byte that no text has, so that no two decks read alike. */
static void add(struct buf *out, struct str s)
{
    buf_add(out, s);
    buf_addc(out, '\0');
}

static void add_deck(struct buf *out, const struct deck *deck)
{
    add(out, deck->name);
    for (int i = 0; i < deck->entries; i++) {
        const struct deck_entry *e = &deck->entry[i];

        buf_int(out, e->card);
        buf_addc(out, ' ');
        add(out, e->text);
        for (int k = 0; k < e->fields; k++) {
            add(out, e->field[k].key);
            add(out, e->field[k].value);
        }
        buf_addc(out, '\n');
    }
}

static struct seed hash_decks(const struct book *b, enum language language)
{
    const struct shelf *shelf = registry_shelf(b, language);
    struct buf text = {0};

    for (int i = 0; shelf && b->game->decks && b->game->decks[i]; i++) {
        if (shelf->deck[i])
            add_deck(&text, shelf->deck[i]);
        buf_addc(&text, '\n');
    }
    struct seed hash = decks_of(buf_str(&text));
    buf_fini(&text);
    return hash;
}

/* They are part of the program and stay as they are, and every game that begins asks for their
 * hash: some hundred kilobytes are hashed once. A book of a test is in no registry. */
struct seed brought_decks(const struct book *b, enum language language)
{
    static struct known {
        bool known;
        struct seed hash;
    } * known;
    int place = registry_place(b);

    if (place < 0)
        return hash_decks(b, language);
    if (!known)
        known = calloc((size_t)registry_count() * LANGUAGES, sizeof *known);
    if (!known)
        abort();
    struct known *k = &known[place * LANGUAGES + (int)language];
    if (!k->known)
        *k = (struct known){true, hash_decks(b, language)};
    return k->hash;
}

static void write_all(const struct party *p, const struct rulings *r, int game,
                      const struct seed *decks, enum brought_form form, enum shelf_form shelf,
                      struct buf *out)
{
    buf_printf(out, "{\"game\":%d,\"decks\":\"", game);
    seed_write(decks, out);
    buf_adds(out, form == BROUGHT_SUMS ? "\",\"sums\":true}\n" : "\"}\n");
    party_write_shelf(p, shelf, out);
    log_write_rulings(r, out);
}

void brought_write(const struct party *p, const struct rulings *r, int game,
                   const struct seed *decks, enum brought_form form, struct buf *out)
{
    write_all(p, r, game, decks, form, SHELF_TEXTS, out);
}

struct seed brought_hash(const struct party *p, const struct rulings *r, int game,
                         const struct seed *decks, enum brought_form form)
{
    struct buf text = {0};

    write_all(p, r, game, decks, form, form == BROUGHT_SUMS ? SHELF_SUMS : SHELF_TEXTS, &text);
    struct seed hash = table_of(buf_str(&text));
    buf_fini(&text);
    return hash;
}

static bool read_first(const json_t *first, struct party *p, struct seed *decks,
                       enum brought_form *form)
{
    const json_t *game = json_object_get(first, "game");

    if (!json_is_integer(game) || json_integer_value(game) < 0 ||
        json_integer_value(game) > UINT16_MAX)
        return false;
    p->games = (uint16_t)json_integer_value(game);
    *form = json_is_true(json_object_get(first, "sums")) ? BROUGHT_SUMS : BROUGHT_TEXTS;
    return seed_read(decks, jr_member_str(first, "decks"));
}

bool brought_read(const json_t *list, struct party *p, struct rulings *r, struct seed *decks,
                  enum brought_form *form)
{
    if (!read_first(json_array_get(list, 0), p, decks, form))
        return false;
    for (size_t i = 1; i < json_array_size(list); i++) {
        json_t *item = json_array_get(list, i);
        struct party_fact fact = {0};

        if (!json_is_object(item) || !party_fact_read(&fact, item, PARTY_STRICT))
            return false;
        switch (fact.kind) {
        case CARDS_KEPT:
        case DECK_KEPT:
            party_fold(p, &fact);
            break;
        case RULING_KEPT:
            log_read_ruling(&fact, r);
            break;
        default:
            return false;
        }
    }
    return true;
}
