/* A party as facts that make it again: what a snapshot in a room's log is written with. */
#include "party/facts.h"
#include "rules/registry.h"

static void write_room(const struct party *p, struct buf *out)
{
    struct buf met = {0};

    for (int i = 0; i < registry_count(); i++) {
        if (party_met(p, registry_at(i)))
            buf_printf(&met, "%s%s", met.len ? " " : "", registry_at(i)->game->id);
    }
    party_fact_write(
        &(struct party_fact){ROOM_KEPT,
                             {TEXT(str_of(p->code.text)), NUM(p->lobby.language),
                              TEXT(str_of(p->lobby.book->game->id)), NUM(p->host), NUM(p->playing),
                              NUM(p->last_guest), NUM(p->last_player), NUM(p->games), NUM(p->end),
                              TEXT(buf_str(&met)), NUM(p->last_deck)}},
        out);
    buf_fini(&met);
    for (int i = 0; i < p->lobby.book->options; i++) {
        const struct option_spec *o = p->lobby.book->option[i];
        struct buf text = {0};

        if (p->lobby.option[i] == o->initial)
            continue;
        option_text(o, p->lobby.option[i], &text);
        party_fact_write(
            &(struct party_fact){OPTION_SET, {TEXT(str_of(o->name)), TEXT(buf_str(&text))}}, out);
        buf_fini(&text);
    }
    if (p->filter != FILTER_BY_PACK)
        party_fact_write(&(struct party_fact){FILTER_SET, {NUM(p->filter)}}, out);
    if (p->locked)
        party_fact_write(&(struct party_fact){DOOR_LOCKED, {NUM(true)}}, out);
    if (p->clocks != CLOCKS_USUAL)
        party_fact_write(&(struct party_fact){CLOCKS_SET, {NUM(p->clocks)}}, out);
    for (int i = 0; i < p->veiled; i++)
        party_fact_write(
            &(struct party_fact){WORD_VEILED, {TEXT(phrase_str(&p->veil[i])), NUM(true)}}, out);
    if (p->hidden)
        party_fact_write(&(struct party_fact){CODE_HIDDEN, {NUM(true)}}, out);
    if (p->places)
        party_fact_write(&(struct party_fact){PLACES_SET, {NUM(p->places)}}, out);
    if (p->second != NO_GUEST)
        party_fact_write(&(struct party_fact){SECOND_NAMED, {NUM(p->second)}}, out);
    if (p->has_password) {
        char hash[KEY_TEXT + 1];

        key_write(&p->password, hash);
        party_fact_write(&(struct party_fact){PASSWORD_SET, {TEXT(str_n(hash, KEY_TEXT))}}, out);
    }
    if (p->secret_kept) {
        struct buf secret = {0};

        seed_write(&p->secret, &secret);
        party_fact_write(&(struct party_fact){DEAL_SEALED, {TEXT(buf_str(&secret))}}, out);
        buf_fini(&secret);
    }
    if (p->youngest != NO_PLAYER)
        party_fact_write(&(struct party_fact){YOUNGEST_NAMED, {NUM(p->youngest)}}, out);
}

static void write_people(const struct party *p, struct buf *out)
{
    for (int i = 0; i < p->guests; i++) {
        const struct guest *g = &p->guest[i];
        char key[KEY_TEXT + 1];

        key_write(&g->key, key);
        party_fact_write(&(struct party_fact){GUEST_KEPT,
                                              {NUM(g->id), TEXT(str_n(key, KEY_TEXT)),
                                               NUM(g->screen), NUM(g->n), NUM(g->moved)}},
                         out);
    }
    for (int i = 0; i < p->barred; i++) {
        char key[KEY_TEXT + 1];

        key_write(&p->bar[i], key);
        party_fact_write(&(struct party_fact){GUEST_BARRED, {TEXT(str_n(key, KEY_TEXT))}}, out);
    }
    for (int i = 0; i < p->players; i++) {
        const struct player *q = &p->player[i];

        party_fact_write(
            &(struct party_fact){PLAYER_KEPT,
                                 {NUM(q->id), NUM(q->guest), TEXT(player_name(q)), NUM(q->mark),
                                  NUM(q->rank), NUM(q->seat + 1), NUM(q->left)}},
            out);
        if (q->learning)
            party_fact_write(&(struct party_fact){LEARNER_NAMED, {NUM(q->id), NUM(true)}}, out);
    }
}

enum { SEEN_TEXT = DECK_ENTRIES / 4 };

static struct str seen_text(const uint64_t *set, char text[SEEN_TEXT])
{
    size_t n = 0;

    for (size_t i = 0; i < SEEN_TEXT; i++) {
        unsigned four = set[i / 16] >> i % 16 * 4 & 15;

        text[i] = "0123456789abcdef"[four];
        if (four)
            n = i + 1;
    }
    return str_n(text, n);
}

static void write_cards(const struct book *b, enum language language, int deck, const uint64_t *set,
                        struct buf *out)
{
    char text[SEEN_TEXT];

    party_fact_write(
        &(struct party_fact){CARDS_KEPT,
                             {TEXT(str_of(b->game->id)), NUM(language),
                              TEXT(str_of(b->game->decks[deck])), TEXT(seen_text(set, text))}},
        out);
}

/* Its text stands `back` entries before. */
static void write_own(const struct own_deck *d, int64_t back, struct buf *out)
{
    char seen[SEEN_TEXT];
    struct buf sum = {0};

    seed_write(&d->sum, &sum);
    party_fact_write(
        &(struct party_fact){DECK_LIES,
                             {NUM(d->id), NUM(d->edition), TEXT(str_of(d->book->game->id)),
                              TEXT(str_of(d->kind->name)), NUM(d->use),
                              TEXT(seen_text(d->seen, seen)), TEXT(d->name), NUM(d->language),
                              NUM(d->entries), NUM(d->cards), NUM(d->bytes), TEXT(buf_str(&sum)),
                              NUM(back)}},
        out);
    buf_fini(&sum);
}

static void write_own_whole(const struct own_deck *d, struct buf *out)
{
    char seen[SEEN_TEXT];

    party_fact_write(
        &(struct party_fact){DECK_KEPT,
                             {NUM(d->id), NUM(d->edition), TEXT(str_of(d->book->game->id)),
                              TEXT(str_of(d->kind->name)), NUM(d->use),
                              TEXT(seen_text(d->seen, seen)), TEXT(d->text->text)}},
        out);
}

static void write_seen(const struct party *p, const struct book *b, enum language language,
                       struct buf *out)
{
    for (int deck = 0; b->game->decks && b->game->decks[deck]; deck++) {
        const uint64_t *set = party_seen(p, b, language, deck);

        if (set)
            write_cards(b, language, deck, set, out);
    }
}

void party_write_shelf(const struct party *p, enum shelf_form form, struct buf *out)
{
    for (int i = 0; i < p->decks; i++) {
        const struct own_deck *d = p->deck[i];

        if (!own_deck_used(d, &p->lobby))
            continue;
        if (form == SHELF_SUMS)
            write_own(d, 0, out);
        else if (d->text)
            write_own_whole(d, out);
    }
    write_seen(p, p->lobby.book, p->lobby.language, out);
}

static void write_levels(const struct book *b, enum language language, const int16_t *won,
                         struct buf *out)
{
    for (int level = 1; won && level <= LEVELS_MAX; level++) {
        if (won[level] != NOT_WON)
            party_fact_write(&(struct party_fact){LEVEL_KEPT,
                                                  {TEXT(str_of(b->game->id)), NUM(language),
                                                   NUM(level), NUM(won[level])}},
                             out);
    }
}

void party_snapshot(const struct party *p, struct buf *out)
{
    write_room(p, out);
    write_people(p, out);
    for (int i = 0; i < p->decks; i++)
        write_own(p->deck[i], p->entry - p->deck[i]->at, out);
    for (int i = 0; (p->seen || p->won) && i < registry_count(); i++) {
        const struct book *b = registry_at(i);

        for (int lang = 0; lang < LANGUAGES; lang++) {
            write_seen(p, b, (enum language)lang, out);
            write_levels(b, (enum language)lang, party_won(p, b, (enum language)lang), out);
        }
    }
}
