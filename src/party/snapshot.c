/* A party as facts that make it again: what a snapshot in a room's log is written with. */
#include "party/facts.h"
#include "rules/registry.h"

static void write_options(const struct setup *lobby, struct buf *out)
{
    for (int i = 0; i < lobby->book->options; i++) {
        const struct option_spec *o = lobby->book->option[i];
        struct buf text = {0};

        if (lobby->option[i] == o->initial)
            continue;
        option_text(o, lobby->option[i], &text);
        party_fact_write(PARTY_FACT(option_set, .option = str_of(o->name), .value = buf_str(&text)),
                         out);
        buf_fini(&text);
    }
}

static void write_room(const struct party *p, struct buf *out)
{
    struct buf met = {0};

    for (int i = 0; i < registry_count(); i++) {
        if (party_met(p, registry_at(i)))
            buf_printf(&met, "%s%s", met.len ? " " : "", registry_at(i)->game->id);
    }
    party_fact_write(
        PARTY_FACT(room_kept, .code = str_of(p->code.text), .language = p->lobby.language,
                   .game = str_of(p->lobby.book->game->id), .host = p->host, .playing = p->playing,
                   .last_guest = p->last_guest, .last_player = p->last_player, .games = p->games,
                   .end = p->end, .met = buf_str(&met), .last_deck = p->last_deck),
        out);
    buf_fini(&met);
    write_options(&p->lobby, out);
    if (p->filter != FILTER_BY_PACK)
        party_fact_write(PARTY_FACT(filter_set, .level = p->filter), out);
    if (p->locked)
        party_fact_write(PARTY_FACT(door_locked, .on = true), out);
    if (p->clocks != CLOCKS_USUAL)
        party_fact_write(PARTY_FACT(clocks_set, .clocks = p->clocks), out);
    for (int i = 0; i < p->veiled; i++)
        party_fact_write(PARTY_FACT(word_veiled, .word = phrase_str(&p->veil[i]), .on = true), out);
    if (p->hidden)
        party_fact_write(PARTY_FACT(code_hidden, .on = true), out);
    if (p->places)
        party_fact_write(PARTY_FACT(places_set, .places = p->places), out);
    if (p->second != NO_GUEST)
        party_fact_write(PARTY_FACT(second_named, .guest = p->second), out);
    if (p->has_password) {
        char hash[KEY_TEXT + 1];

        key_write(&p->password, hash);
        party_fact_write(PARTY_FACT(password_set, .hash = str_n(hash, KEY_TEXT)), out);
    }
    if (p->secret_kept) {
        struct buf secret = {0};

        seed_write(&p->secret, &secret);
        party_fact_write(PARTY_FACT(deal_sealed, .secret = buf_str(&secret)), out);
        buf_fini(&secret);
    }
    if (p->youngest != NO_PLAYER)
        party_fact_write(PARTY_FACT(youngest_named, .player = p->youngest), out);
}

static void write_people(const struct party *p, struct buf *out)
{
    char key[KEY_TEXT + 1];

    for (int i = 0; i < p->guests; i++) {
        const struct guest *g = &p->guest[i];

        key_write(&g->key, key);
        party_fact_write(PARTY_FACT(guest_kept, .guest = g->id, .key = str_n(key, KEY_TEXT),
                                    .screen = g->screen, .n = g->n, .moved = g->moved),
                         out);
    }
    for (int i = 0; i < p->barred; i++) {
        key_write(&p->bar[i], key);
        party_fact_write(PARTY_FACT(guest_barred, .key = str_n(key, KEY_TEXT)), out);
    }
    for (int i = 0; i < p->players; i++) {
        const struct player *q = &p->player[i];

        party_fact_write(PARTY_FACT(player_kept, .player = q->id, .guest = q->guest,
                                    .name = player_name(q), .mark = q->mark, .level = q->rank,
                                    .place = q->seat + 1, .left = q->left),
                         out);
        if (q->learning)
            party_fact_write(PARTY_FACT(learner_named, .player = q->id, .on = true), out);
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

    party_fact_write(PARTY_FACT(cards_kept, .game = str_of(b->game->id), .language = language,
                                .deck = str_of(b->game->decks[deck]), .seen = seen_text(set, text)),
                     out);
}

/* Its text stands `back` entries before. */
static void write_own(const struct own_deck *d, int64_t back, struct buf *out)
{
    char seen[SEEN_TEXT];
    struct buf sum = {0};

    seed_write(&d->sum, &sum);
    party_fact_write(PARTY_FACT(deck_lies, .deck = d->id, .edition = d->edition,
                                .game = str_of(d->book->game->id), .kind = str_of(d->kind->name),
                                .use = d->use, .seen = seen_text(d->seen, seen), .name = d->name,
                                .language = d->language, .entries = d->entries, .cards = d->cards,
                                .bytes = d->bytes, .sum = buf_str(&sum), .back = back),
                     out);
    buf_fini(&sum);
}

static void write_own_whole(const struct own_deck *d, struct buf *out)
{
    char seen[SEEN_TEXT];

    party_fact_write(PARTY_FACT(deck_kept, .deck = d->id, .edition = d->edition,
                                .game = str_of(d->book->game->id), .kind = str_of(d->kind->name),
                                .use = d->use, .seen = seen_text(d->seen, seen),
                                .text = d->text->text),
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
            party_fact_write(PARTY_FACT(level_kept, .game = str_of(b->game->id),
                                        .language = language, .level = level, .score = won[level]),
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
