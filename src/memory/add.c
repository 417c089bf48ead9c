/* How a finished game is added: from its keepsake alone. */
#include "memory/inside.h"

#include "base/jr.h"
#include "rules/registry.h"

#include <stdio.h>
#include <string.h>

/* Games with more time than this between them are of two evenings. */
static const int64_t BETWEEN = INT64_C(6) * 3600 * 1000;

bool same_evening(int64_t earlier, int64_t later)
{
    return later - earlier <= BETWEEN;
}

bool memory_knows(const struct memory *m, struct str address)
{
    for (int i = 0; i < m->games; i++) {
        if (str_is(address, m->game[i].address))
            return true;
    }
    return false;
}

bool memory_lose(struct memory *m, struct str address)
{
    for (int i = 0; i < m->games; i++) {
        if (!str_is(address, m->game[i].address))
            continue;
        m->game[i].address[0] = '\0';
        return true;
    }
    return false;
}

struct adding {
    struct memory *m;
    const json_t *doc;
    const struct book *book;
    enum language language;
    int64_t ended;
    const int *person;
    int seats;
    bool new_evening;
};

static void note_by(int *by, int person)
{
    for (int i = 0; i < MEMORY_BY && person != NOBODY; i++) {
        if (by[i] == person)
            return;
        if (by[i] == NOBODY) {
            by[i] = person;
            return;
        }
    }
}

static void note_seats(const struct adding *a, const json_t *seats, int *by)
{
    for (size_t i = 0; i < json_array_size(seats); i++) {
        int64_t seat = json_integer_value(json_array_get(seats, i));

        if (seat >= 0 && seat < a->seats)
            note_by(by, a->person[seat]);
    }
}

/* What this evening adds is told apart from what was there before. */
static void begin_evening(struct adding *a)
{
    struct memory *m = a->m;

    a->new_evening = !m->games || !same_evening(m->game[m->games - 1].ended, a->ended);
    if (!a->new_evening)
        return;
    m->evening = a->ended;
    m->evenings++;
    for (int i = 0; i < m->pairs; i++)
        m->pair[i].before = m->pair[i].all;
}

static void add_pairs(const struct adding *a)
{
    const json_t *list = json_object_get(a->doc, "pairs");
    size_t i;
    json_t *one;

    json_array_foreach(list, i, one)
    {
        const json_t *seats = json_object_get(one, "seats");
        int64_t x = json_integer_value(json_array_get(seats, 0)),
                y = json_integer_value(json_array_get(seats, 1));
        struct memory_sum more = {jr_member_int(one, "tries"), jr_member_int(one, "hits"),
                                  jr_member_int(one, "chance")};

        if (x < 0 || y < 0 || x >= a->seats || y >= a->seats || a->person[x] == a->person[y] ||
            a->person[x] == NOBODY || a->person[y] == NOBODY)
            continue;
        struct memory_pair *p = pair_of(a->m, a->person[x], a->person[y], a->book);
        if (p)
            sum_add(&p->all, &more);
    }
}

/* Of words that were said once only, the oldest makes room. */
static struct memory_word *room_for_word(struct memory *m)
{
    int oldest = 0;

    if (m->words < MEMORY_WORDS)
        return &m->word[m->words++];
    for (int i = 1; i < m->words; i++) {
        const struct memory_word *one = &m->word[i], *other = &m->word[oldest];

        if ((one->games == 1) > (other->games == 1) ||
            ((one->games == 1) == (other->games == 1) && one->last < other->last))
            oldest = i;
    }
    return &m->word[oldest];
}

static void add_word(const struct adding *a, const json_t *line)
{
    struct memory *m = a->m;
    struct str word = jr_member_str(line, "word");
    struct memory_word *at = NULL;

    if (!word.len || word.len > MEMORY_WORD)
        return;
    for (int i = 0; i < m->words && !at; i++) {
        if (m->word[i].language == a->language && str_is(word, m->word[i].word))
            at = &m->word[i];
    }
    if (!at) {
        at = room_for_word(m);
        *at = (struct memory_word){.language = a->language};
        snprintf(at->word, sizeof at->word, "%.*s", STR_FMT(word));
    }
    if (at->last != a->ended) { /* once a game, however many have said it */
        at->evenings += !at->games || at->last < m->evening;
        at->games++;
        at->last = a->ended;
    }
    note_seats(a, json_object_get(line, "seats"), at->by);
}

static void add_words(const struct adding *a)
{
    size_t i, j;
    json_t *step, *line;

    json_array_foreach(json_object_get(a->doc, "steps"), i, step)
    {
        json_array_foreach(json_object_get(step, "lines"), j, line)
        {
            if (json_is_true(json_object_get(line, "said")))
                add_word(a, line);
        }
    }
}

/* A record is somebody's: a table of bots sets none. */
static void set_record(const struct adding *a, enum memory_record_kind kind, int n, seat_set by)
{
    struct memory *m = a->m;
    struct memory_record *r = NULL;
    struct memory_record set = {.book = a->book, .kind = kind, .n = n, .ended = a->ended};
    bool anybody = false;

    for (int i = 0; i < m->records && !r; i++) {
        if (m->record[i].book == a->book && m->record[i].kind == kind)
            r = &m->record[i];
    }
    FOR_SEATS (seat, by) {
        set.person[seat] = seat < a->seats ? a->person[seat] : NOBODY;
        anybody |= set.person[seat] != NOBODY;
    }
    if (!anybody || n <= 0 || (r && (kind == RECORD_POINTS ? n <= r->n : n >= r->n)))
        return;
    set.before = r ? r->n : 0;
    if (!r && m->records == MEMORY_RECORDS)
        return;
    if (!r)
        r = &m->record[m->records++];
    *r = set;
}

static void add_records(const struct adding *a, const struct memory_game *g)
{
    if (g->outcome == MEMORY_RANKED) {
        int best = 0;
        seat_set by = 0;

        for (int seat = 0; seat < g->seats; seat++)
            best = g->person[seat] != NOBODY && g->score[seat] > best ? g->score[seat] : best;
        for (int seat = 0; seat < g->seats; seat++)
            by |= g->person[seat] != NOBODY && g->score[seat] == best ? SEAT(seat) : 0;
        set_record(a, RECORD_POINTS, best, by);
    } else if (g->outcome == MEMORY_WON) {
        set_record(a, RECORD_ROUNDS, g->steps, g->winners ? g->winners : (seat_set)~0);
    }
}

/* What comes before the first round is none. */
static int rounds_of(const json_t *doc)
{
    size_t i;
    json_t *step;
    int n = 0;

    json_array_foreach(json_object_get(doc, "steps"), i, step) n += jr_member_int(step, "n") > 0;
    return n;
}

static void add_game(const struct adding *a, struct str address)
{
    struct memory *m = a->m;
    const json_t *players = json_object_get(a->doc, "players"),
                 *surprise = json_object_get(a->doc, "surprise");
    struct str outcome = jr_member_str(a->doc, "outcome");
    struct memory_game g = {.book = a->book,
                            .ended = a->ended,
                            .outcome = str_is(outcome, "won")    ? MEMORY_WON
                                       : str_is(outcome, "lost") ? MEMORY_LOST
                                                                 : MEMORY_RANKED,
                            .seats = a->seats,
                            .winners =
                                jr_seats(json_object_get(a->doc, "winners")) & seats_all(a->seats),
                            .steps = rounds_of(a->doc)};

    snprintf(g.address, sizeof g.address, "%.*s", STR_FMT(address));
    for (int seat = 0; seat < a->seats; seat++) {
        const json_t *player = json_array_get(players, (size_t)seat);

        g.person[seat] = a->person[seat];
        g.score[seat] = (int)jr_member_int(player, "score");
    }
    if (jr_member_str(surprise, "word").len <= MEMORY_WORD)
        snprintf(g.word, sizeof g.word, "%.*s", STR_FMT(jr_member_str(surprise, "word")));
    note_seats(a, json_object_get(surprise, "seats"), g.by);
    for (int seat = 0; seat < a->seats; seat++) {
        struct memory_person *p = memory_at(m, a->person[seat]);

        if (p) {
            p->games++;
            p->wins += seats_has(g.winners, seat) || (g.outcome == MEMORY_WON && !g.winners);
        }
    }
    add_records(a, &g);
    if (m->games == MEMORY_GAMES) {
        memmove(m->game, m->game + 1, sizeof m->game - sizeof m->game[0]);
        m->games--;
    }
    m->game[m->games++] = g;
}

bool memory_add(struct memory *m, struct str address, struct str keepsake, const int *person)
{
    struct memory_who who[SEATS_MAX];
    json_t *doc = NULL;
    int seats = memory_players(keepsake, who, &doc);
    int lang = language_of(jr_member_str(doc, "language"));
    struct adding a = {.m = m,
                       .doc = doc,
                       .book = registry_find(jr_member_str(doc, "game")),
                       .language = lang < 0 ? LANG_EN : (enum language)lang,
                       .ended = jr_member_int(doc, "ended"),
                       .person = person,
                       .seats = seats};
    bool good = seats && a.book && !memory_knows(m, address);

    if (good) {
        begin_evening(&a);
        add_pairs(&a);
        add_words(&a);
        add_game(&a, address);
    }
    json_decref(doc);
    return good;
}

int memory_players(struct str keepsake, struct memory_who who[SEATS_MAX], json_t **holds)
{
    json_t *json = keepsake_read(keepsake);
    const json_t *players = json_object_get(json, "players");

    if (!json_array_size(players) || json_array_size(players) > SEATS_MAX) {
        json_decref(json);
        return 0;
    }
    for (size_t seat = 0; seat < json_array_size(players); seat++) {
        const json_t *player = json_array_get(players, seat);
        bool bot = json_is_true(json_object_get(player, "bot"));

        who[seat] = (struct memory_who){.name = bot ? STR("") : jr_member_str(player, "name"),
                                        .mark = (int)jr_member_int(player, "mark"),
                                        .guest = (int)jr_member_int(player, "guest"),
                                        .alone = true};
        for (size_t other = 0; other < seat; other++) {
            if (who[other].guest == who[seat].guest)
                who[other].alone = who[seat].alone = false;
        }
    }
    *holds = json;
    return (int)json_array_size(players);
}
