#include "party/party.h"

#include "party/fold_decks.h"
#include "rules/registry.h"

#include <stdlib.h>
#include <string.h>

/* ---- people ---- */

struct guest *party_guest(const struct party *p, uint16_t id)
{
    for (int i = 0; i < p->guests; i++) {
        if (p->guest[i].id == id)
            return &p->guest[i];
    }
    return NULL;
}

struct guest *party_guest_by_key(const struct party *p, const struct key *key)
{
    struct guest *found = NULL;

    /* All of them, always: how long it takes tells nothing. */
    for (int i = 0; i < p->guests; i++) {
        if (key_same(&p->guest[i].key, key))
            found = &p->guest[i];
    }
    return found;
}

struct player *party_player(const struct party *p, int64_t id)
{
    for (int i = 0; i < p->players; i++) {
        if (p->player[i].id == id)
            return &p->player[i];
    }
    return NULL;
}

struct player *party_at_seat(const struct party *p, int seat)
{
    for (int i = 0; i < p->players && seat != NO_SEAT; i++) {
        if (p->player[i].seat == seat)
            return &p->player[i];
    }
    return NULL;
}

struct str player_name(const struct player *p)
{
    return str_n(p->name, p->name_len);
}

bool party_mark_free(const struct party *p, int64_t mark, uint16_t except)
{
    for (int i = 0; i < p->players; i++) {
        if (p->player[i].mark == mark && p->player[i].id != except)
            return false;
    }
    return mark >= 0 && mark < MARKS;
}

bool party_bars(const struct party *p, const struct key *key)
{
    bool found = false;

    for (int i = 0; i < p->barred; i++)
        found = key_same(&p->bar[i], key) || found;
    return found;
}

bool party_has_player(const struct party *p, uint16_t guest)
{
    for (int i = 0; i < p->players; i++) {
        if (guest != NO_GUEST && p->player[i].guest == guest)
            return true;
    }
    return false;
}

bool party_moved(const struct party *p, const struct key *key)
{
    const struct guest *g = party_guest_by_key(p, key);

    return g && g->moved;
}

uint16_t party_next_guest(const struct party *p)
{
    uint16_t id = 1;

    if (p->last_guest < UINT16_MAX)
        return (uint16_t)(p->last_guest + 1);
    while (party_guest(p, id))
        id++; /* there are far fewer guests than numbers */
    return id;
}

uint16_t party_next_player(const struct party *p)
{
    uint16_t id = 1;

    if (p->last_player < UINT16_MAX)
        return (uint16_t)(p->last_player + 1);
    while (party_player(p, id))
        id++;
    return id;
}

int party_free_mark(const struct party *p)
{
    int mark = 0;

    while (mark < MARKS - 1 && !party_mark_free(p, mark, NO_PLAYER))
        mark++;
    return mark;
}

seat_set party_seats_of(const struct party *p, uint16_t guest)
{
    seat_set set = 0;

    for (int i = 0; i < p->players; i++) {
        if (guest != NO_GUEST && p->player[i].guest == guest && p->player[i].seat != NO_SEAT)
            set |= SEAT(p->player[i].seat);
    }
    return set;
}

seat_set party_learners(const struct party *p)
{
    seat_set set = 0;

    for (int i = 0; i < p->players; i++) {
        const struct player *q = &p->player[i];

        if (q->learning && q->rank == RANK_NONE && q->seat != NO_SEAT)
            set |= SEAT(q->seat);
    }
    return set;
}

/* ---- what a room remembers ---- */

static struct seen *find_seen(const struct party *p, const struct book *b, enum language language,
                              int deck)
{
    struct seen *s = p->seen;

    while (s && (s->book != b || s->language != language || s->deck != deck))
        s = s->next;
    return s;
}

const uint64_t *party_seen(const struct party *p, const struct book *b, enum language language,
                           int deck)
{
    const struct seen *s = find_seen(p, b, language, deck);

    return s ? s->set : NULL;
}

uint64_t *party_seen_set(struct party *p, const struct book *b, enum language language, int deck)
{
    struct seen *s = find_seen(p, b, language, deck);

    if (!s) {
        s = calloc(1, sizeof *s);
        if (!s)
            abort();
        *s = (struct seen){.next = p->seen, .book = b, .language = language, .deck = deck};
        p->seen = s;
    }
    return s->set;
}

bool party_hosts(const struct party *p, uint16_t guest)
{
    return guest != NO_GUEST && (guest == p->host || guest == p->second);
}

int party_places(const struct party *p)
{
    return p->places ? p->places : PLAYERS_MAX;
}

struct own_deck *party_deck(const struct party *p, int64_t id)
{
    for (int i = 0; i < p->decks; i++) {
        if (p->deck[i]->id == id)
            return p->deck[i];
    }
    return NULL;
}

bool own_deck_used(const struct own_deck *d, const struct setup *s)
{
    /* Pictures speak every language. */
    return d->use != DECK_OFF && d->book == s->book &&
           (d->language == s->language || d->kind->form == FORM_PICTURE);
}

void party_forget_texts(struct party *p)
{
    for (int i = 0; i < p->decks; i++) {
        deck_text_free(p->deck[i]->text);
        p->deck[i]->text = NULL;
    }
}

int party_decks_lack(const struct party *p)
{
    const struct setup *s = &p->lobby;

    for (const struct deck_kind *k = s->book->game->kinds; k && k->name; k++) {
        bool alone = false;
        int there = 0;

        for (int i = 0; i < p->decks; i++) {
            const struct own_deck *d = p->deck[i];

            if (d->kind != k || !own_deck_used(d, s))
                continue;
            alone = alone || d->use == DECK_ALONE;
            there += k->card ? d->cards : d->entries;
        }
        if (alone && there < k->least)
            return k->least - there;
    }
    return 0;
}

bool party_met(const struct party *p, const struct book *b)
{
    int at = registry_place(b);

    return at >= 0 && p->met >> at & 1;
}

static struct won *find_won(const struct party *p, const struct book *b, enum language language)
{
    struct won *w = p->won;

    while (w && (w->book != b || w->language != language))
        w = w->next;
    return w;
}

const int16_t *party_won(const struct party *p, const struct book *b, enum language language)
{
    const struct won *w = find_won(p, b, language);

    return w ? w->score : NULL;
}

int level_won(const struct match *m, int *score)
{
    const struct game *g = m->table ? m->setup.book->game : NULL;

    *score = 0;
    if (!g || !g->level || m->table->core.outcome != OUTCOME_WON)
        return 0;
    for (int seat = 0; seat < m->setup.seats; seat++) {
        if (m->table->core.score[seat] > *score)
            *score = m->table->core.score[seat];
    }
    return g->level(&m->setup);
}

int16_t *party_won_scores(struct party *p, const struct book *b, enum language language)
{
    struct won *w = find_won(p, b, language);

    if (!w) {
        w = calloc(1, sizeof *w);
        if (!w)
            abort();
        *w = (struct won){.next = p->won, .book = b, .language = language};
        for (int i = 0; i <= LEVELS_MAX; i++)
            w->score[i] = NOT_WON;
        p->won = w;
    }
    return w->score;
}

/* ---- beginning and end ---- */

void party_init(struct party *p)
{
    *p = (struct party){0};
}

void party_fini(struct party *p)
{
    free(p->crowd);
    free(p->guest);
    free(p->player);
    free(p->bar);
    free(p->veil);
    for (int i = 0; i < p->decks; i++) {
        own_deck_free(p->deck[i]);
    }
    free(p->deck);
    for (struct seen *s = p->seen, *next; s; s = next) {
        next = s->next;
        free(s);
    }
    for (struct won *w = p->won, *next; w; w = next) {
        next = w->next;
        free(w);
    }
    *p = (struct party){0};
}

enum filter_level party_filter(const struct party *p)
{
    const struct book *b = p->lobby.book;

    if (p->filter != FILTER_BY_PACK)
        return p->filter;
    for (int i = CORE_OPTIONS; b && i < b->options; i++) {
        int pack = p->lobby.option[i];

        if (str_is(STR("pack"), b->option[i]->name) &&
            (pack == PACK_CHILDREN || pack == PACK_CLASSROOM || pack == PACK_CLASSROOM_B1))
            return FILTER_STRICT;
    }
    return FILTER_MODERATE;
}
