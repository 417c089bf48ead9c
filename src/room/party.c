#include "room/party.h"

#include "rules/registry.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- facts as text ---- */

static const struct {
    const char *name, *args;
} fact_table[PARTY_FACT_KINDS] = {
#define X(kind, name, args) [kind] = {name, args},
    PARTY_FACTS(X)
#undef X
};

static struct schema fact_schema[PARTY_FACT_KINDS];
static const struct names no_names = {.seats = SEATS_MAX};

void party_facts_init(void)
{
    for (int i = 0; i < PARTY_FACT_KINDS; i++) {
        int code = schema_parse(&fact_schema[i], fact_table[i].args);
        assert(code == 0);
        (void)code;
    }
}

void party_fact_write(const struct party_fact *f, struct jw *w)
{
    jw_object(w);
    jw_key(w, "is");
    jw_str(w, str_of(fact_table[f->kind].name));
    schema_encode(&fact_schema[f->kind], &no_names, f->arg, w);
    jw_end_object(w);
}

bool party_fact_read(struct party_fact *out, json_t *object)
{
    struct str is = jr_str(json_object_get(object, "is"));
    struct schema_problem wrong;
    struct args args;

    for (int i = 0; i < PARTY_FACT_KINDS; i++) {
        if (!str_is(is, fact_table[i].name))
            continue;
        /* `is` goes last: removing it frees the text it is compared with. */
        json_object_del(object, "is");
        if (!schema_decode(&fact_schema[i], &no_names, object, &args, &wrong))
            return false;
        out->kind = (uint8_t)i;
        for (int a = 0; a < fact_schema[i].n; a++)
            out->arg[a] = args.v[a];
        return true;
    }
    return false;
}

/* ---- looking things up ---- */

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

struct player *party_player(struct party *p, int64_t id)
{
    for (int i = 0; i < p->players; i++) {
        if (p->player[i].id == id)
            return &p->player[i];
    }
    return NULL;
}

struct player *party_at_seat(struct party *p, int seat)
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

/* ---- folding ---- */

static void set_name(struct player *p, struct str name)
{
    size_t n = name.len < NAME_BYTES ? name.len : NAME_BYTES;

    memcpy(p->name, name.at, n);
    p->name_len = (uint8_t)n;
}

static void fold_opened(struct party *p, const struct party_fact *f)
{
    const struct book *b = registry_find(f->arg[2].s);

    if (!code_read(&p->code, f->arg[0].s))
        return;
    setup_default(&p->lobby, b ? b : registry_at(0));
    p->lobby.language = (enum language)f->arg[1].i;
}

static void fold_guest_came(struct party *p, const struct party_fact *f)
{
    struct guest g = {.id = (uint16_t)f->arg[0].i, .screen = f->arg[2].i != 0};

    if (p->guests == GUESTS_MAX || !key_read(&g.key, f->arg[1].s) || party_guest(p, g.id))
        return;
    if (p->guests == p->guests_cap) {
        p->guests_cap = p->guests_cap ? 2 * p->guests_cap : 4;
        p->guest = realloc(p->guest, (size_t)p->guests_cap * sizeof *p->guest);
        if (!p->guest)
            abort();
    }
    p->guest[p->guests++] = g;
    if (g.id > p->last_guest)
        p->last_guest = g.id;
}

static void fold_guest_forgotten(struct party *p, uint16_t id)
{
    for (int i = 0; i < p->guests; i++) {
        if (p->guest[i].id == id) {
            p->guest[i] = p->guest[--p->guests];
            return;
        }
    }
}

static void fold_sat(struct party *p, int64_t id, int64_t guest, struct str name, int64_t mark,
                     int64_t level)
{
    if (p->players == PLAYERS_MAX || party_player(p, id))
        return;
    struct player *player = &p->player[p->players++];
    *player = (struct player){
        .id = (uint16_t)id,
        .guest = (uint16_t)guest,
        .mark = (uint8_t)mark,
        .rank = (uint8_t)level,
        .seat = NO_SEAT,
    };
    set_name(player, name);
    if (id > p->last_player)
        p->last_player = (uint16_t)id;
}

static void fold_rose(struct party *p, struct player *player)
{
    int at = (int)(player - p->player);

    if (p->youngest == player->id)
        p->youngest = NO_PLAYER;
    if (p->playing && player->seat != NO_SEAT) {
        /* What they wrote still lies on the table, under their name. */
        player->left = true;
        player->guest = NO_GUEST;
        player->rank = RANK_NONE;
        return;
    }
    p->players--;
    memmove(player, player + 1, (size_t)(p->players - at) * sizeof *player);
}

static void fold_moved(struct party *p, struct player *player, int64_t to)
{
    struct player moved = *player;
    int from = (int)(player - p->player);

    if (to < 0 || to >= p->players)
        return;
    if (to > from)
        memmove(&p->player[from], &p->player[from + 1], (size_t)(to - from) * sizeof moved);
    else
        memmove(&p->player[to + 1], &p->player[to], (size_t)(from - to) * sizeof moved);
    p->player[to] = moved;
}

static void fold_chosen(struct party *p, struct str id)
{
    const struct book *b = registry_find(id);
    enum language language = p->lobby.language;

    if (!b)
        return;
    setup_default(&p->lobby, b);
    p->lobby.language = language;
}

static void forget_left(struct party *p)
{
    int kept = 0;

    for (int i = 0; i < p->players; i++) {
        if (!p->player[i].left)
            p->player[kept++] = p->player[i];
    }
    p->players = kept;
}

static void fold_began(struct party *p)
{
    forget_left(p);
    p->playing = true;
    p->games++;
    for (int i = 0; i < p->players; i++)
        p->player[i].seat = (int8_t)i;
}

static void fold_left(struct party *p)
{
    p->playing = false;
    forget_left(p);
    for (int i = 0; i < p->players; i++)
        p->player[i].seat = NO_SEAT;
}

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

static void fold_seen(struct party *p, struct str deck, int64_t item)
{
    const struct book *b = p->lobby.book;
    int at = 0;

    while (b && b->game->decks && b->game->decks[at] && !str_is(deck, b->game->decks[at]))
        at++;
    if (!b || !b->game->decks || !b->game->decks[at] || item >= DECK_ENTRIES)
        return;
    struct seen *s = find_seen(p, b, p->lobby.language, at);
    if (!s) {
        s = calloc(1, sizeof *s);
        if (!s)
            abort();
        *s = (struct seen){.next = p->seen, .book = b, .language = p->lobby.language, .deck = at};
        p->seen = s;
    }
    uint64_t bit = UINT64_C(1) << (item & 63);
    if (s->set[item >> 6] & bit)
        memset(s->set, 0, sizeof s->set); /* the deck was used up: it begins again */
    s->set[item >> 6] |= bit;
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

static void fold_won(struct party *p, int64_t level, int64_t score)
{
    if (!p->lobby.book || level < 1 || level > LEVELS_MAX || score < 0 || score > INT16_MAX)
        return;
    struct won *w = find_won(p, p->lobby.book, p->lobby.language);
    if (!w) {
        w = calloc(1, sizeof *w);
        if (!w)
            abort();
        *w = (struct won){.next = p->won, .book = p->lobby.book, .language = p->lobby.language};
        for (int i = 0; i <= LEVELS_MAX; i++)
            w->score[i] = NOT_WON;
        p->won = w;
    }
    if (w->score[level] < score)
        w->score[level] = (int16_t)score;
}

void party_fold(struct party *p, const struct party_fact *f)
{
    const struct value *v = f->arg;
    struct player *player = party_player(p, v[0].i);
    struct setup_problem problem;

    switch ((enum party_fact_kind)f->kind) {
    case ROOM_OPENED:
        fold_opened(p, f);
        return;
    case GUEST_CAME:
        fold_guest_came(p, f);
        return;
    case GUEST_FORGOTTEN:
        fold_guest_forgotten(p, (uint16_t)v[0].i);
        return;
    case PLAYER_SAT:
        fold_sat(p, v[0].i, v[1].i, v[2].s, v[3].i, RANK_NONE);
        return;
    case BOT_SAT:
        fold_sat(p, v[0].i, NO_GUEST, v[1].s, v[2].i, v[3].i);
        return;
    case PLAYER_CHANGED:
        if (player) {
            set_name(player, v[1].s);
            player->mark = (uint8_t)v[2].i;
        }
        return;
    case PLAYER_ROSE:
        if (player)
            fold_rose(p, player);
        return;
    case PLAYER_MOVED:
        if (player)
            fold_moved(p, player, v[1].i);
        return;
    case YOUNGEST_NAMED:
        p->youngest = (uint16_t)v[0].i;
        return;
    case HOST_CHANGED:
        p->host = (uint16_t)v[0].i;
        return;
    case DOOR_LOCKED:
        p->locked = v[0].i != 0;
        return;
    case GAME_CHOSEN:
        fold_chosen(p, v[0].s);
        return;
    case OPTION_SET:
        if (p->lobby.book)
            setup_option(&p->lobby, v[0].s, v[1].s, &problem);
        return;
    case LANGUAGE_SET:
        p->lobby.language = (enum language)v[0].i;
        return;
    case BOT_SET:
        if (player)
            player->rank = (uint8_t)v[1].i;
        return;
    case GAME_BEGAN:
        fold_began(p);
        return;
    case GAME_LEFT:
        fold_left(p);
        return;
    case CARD_SEEN:
        fold_seen(p, v[0].s, v[1].i);
        return;
    case LEVEL_WON:
        fold_won(p, v[0].i, v[1].i);
        return;
    case PARTY_FACT_KINDS:
        return;
    }
}

void party_init(struct party *p)
{
    *p = (struct party){0};
}

void party_fini(struct party *p)
{
    free(p->guest);
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
