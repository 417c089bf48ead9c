/* A memory as a document, and back. */
#include "memory/inside.h"

#include "base/jr.h"
#include "base/jw.h"
#include "rules/registry.h"

#include <stdio.h>
#include <stdlib.h>

/* clang-format off */
const struct shape memory_shapes[] = {
    {"Group", "What a group remembers that keeps its table.", SHAPE_SERVER, false, NULL, {
        {"unisono_group", "int", "version: 1"},
        {"name", "text", NULL},
        {"kept", "int", "since when, in milliseconds since 1970 like all times here"},
        {"evening", "int", "when the last one began"},
        {"evenings", "int", NULL},
        {"last_person", "int", NULL},
        {"persons", "GroupPerson[]", NULL},
        {"pairs", "GroupPair[]", NULL},
        {"games", "GroupGame[]", NULL},
        {"words", "GroupWord[]", NULL},
        {"records", "GroupRecord[]", NULL},
    }},
    {"GroupPerson", NULL, SHAPE_PART, false, NULL, {
        {"person", "int", NULL},
        {"name", "text", NULL},
        {"mark", "int", NULL},
        {"keys", "text[]", "of their devices"},
        {"since", "int", NULL},
        {"last", "int", NULL},
        {"games", "int", NULL},
        {"wins", "int", NULL},
    }},
    {"GroupPair", "Tries, hits and what chance would give, in thousandths: in all, and before this evening.", SHAPE_PART, false, NULL, {
        {"persons", "pair int", NULL},
        {"game", "text", NULL},
        {"all", "int[]", NULL},
        {"before", "int[]", NULL},
    }},
    {"GroupGame", NULL, SHAPE_PART, false, NULL, {
        {"address", "text", "of its keepsake; empty: that was deleted"},
        {"game", "text", NULL},
        {"ended", "int", NULL},
        {"outcome", "won|lost|ranked", NULL},
        {"persons", "int[]", "by seat; 0: a bot, or forgotten"},
        {"scores", "number[]", NULL},
        {"winners", "seat[]", NULL},
        {"steps", "int", NULL},
        {"word?", "text", "that nobody saw coming"},
        {"by?", "int[]", "persons who had it"},
    }},
    {"GroupWord", NULL, SHAPE_PART, false, NULL, {
        {"word", "text", NULL},
        {"language", "text", NULL},
        {"games", "int", NULL},
        {"evenings", "int", NULL},
        {"last", "int", NULL},
        {"by", "int[]", NULL},
    }},
    {"GroupRecord", NULL, SHAPE_PART, false, NULL, {
        {"game", "text", NULL},
        {"record", "points|rounds", NULL},
        {"n", "int", NULL},
        {"before", "int", "what it was until then; 0: there was none"},
        {"ended", "int", NULL},
        {"persons", "int[]", NULL},
    }},
    {0},
};
/* clang-format on */

enum { MOST = 1000000000 };

const char *const memory_outcomes[] = {"won", "lost", "ranked"};
const char *const memory_records[] = {"points", "rounds"};

/* ---- writing ---- */

void key_people(struct jw *w, const char *key, const int *person, int most)
{
    jw_key(w, key);
    jw_array(w);
    for (int i = 0; i < most; i++) {
        if (person[i] != NOBODY)
            jw_int(w, person[i]);
    }
    jw_end_array(w);
}

static void key_numbers(struct jw *w, const char *key, const int *number, int n)
{
    jw_key(w, key);
    jw_array(w);
    for (int i = 0; i < n; i++)
        jw_int(w, number[i]);
    jw_end_array(w);
}

void memory_winners(const struct memory_game *g, int person[SEATS_MAX])
{
    for (int seat = 0; seat < SEATS_MAX; seat++)
        person[seat] = seat < g->seats && seats_has(g->winners, seat) ? g->person[seat] : NOBODY;
}

static void key_sum(struct jw *w, const char *key, const struct memory_sum *s)
{
    jw_key(w, key);
    jw_array(w);
    jw_int(w, s->tries);
    jw_int(w, s->hits);
    jw_int(w, s->chance);
    jw_end_array(w);
}

static void write_person(const struct memory_person *p, struct jw *w)
{
    jw_object(w);
    jw_key_int(w, "person", p->id);
    jw_key_str(w, "name", str_of(p->name));
    jw_key_int(w, "mark", p->mark);
    jw_key(w, "keys");
    jw_array(w);
    for (int i = 0; i < p->keys; i++)
        jw_str(w, str_of(p->key[i]));
    jw_end_array(w);
    jw_key_int(w, "since", p->since);
    jw_key_int(w, "last", p->last);
    jw_key_int(w, "games", p->games);
    jw_key_int(w, "wins", p->wins);
    jw_end_object(w);
}

static void write_pair(const struct memory_pair *p, struct jw *w)
{
    const int both[] = {p->a, p->b};

    jw_object(w);
    key_people(w, "persons", both, 2);
    jw_key_str(w, "game", str_of(p->book->game->id));
    key_sum(w, "all", &p->all);
    key_sum(w, "before", &p->before);
    jw_end_object(w);
}

static void write_game(const struct memory_game *g, struct jw *w)
{
    jw_object(w);
    jw_key_str(w, "address", str_of(g->address));
    jw_key_str(w, "game", str_of(g->book->game->id));
    jw_key_int(w, "ended", g->ended);
    jw_key_str(w, "outcome", str_of(memory_outcomes[g->outcome]));
    key_numbers(w, "persons", g->person, g->seats);
    key_numbers(w, "scores", g->score, g->seats);
    jw_key_seats(w, "winners", g->winners);
    jw_key_int(w, "steps", g->steps);
    if (g->word[0]) {
        jw_key_str(w, "word", str_of(g->word));
        key_people(w, "by", g->by, MEMORY_BY);
    }
    jw_end_object(w);
}

void word_write(const struct memory_word *word, struct jw *w)
{
    jw_key_str(w, "word", str_of(word->word));
    jw_key_str(w, "language", str_of(language_codes[word->language]));
    jw_key_int(w, "games", word->games);
    jw_key_int(w, "evenings", word->evenings);
    key_people(w, "by", word->by, MEMORY_BY);
}

static void write_word(const struct memory_word *word, struct jw *w)
{
    jw_object(w);
    word_write(word, w);
    jw_key_int(w, "last", word->last);
    jw_end_object(w);
}

void record_write(const struct memory_record *r, struct jw *w)
{
    jw_key_str(w, "game", str_of(r->book->game->id));
    jw_key_str(w, "record", str_of(memory_records[r->kind]));
    jw_key_int(w, "n", r->n);
    jw_key_int(w, "ended", r->ended);
    key_people(w, "persons", r->person, SEATS_MAX);
}

static void write_record(const struct memory_record *r, struct jw *w)
{
    jw_object(w);
    record_write(r, w);
    jw_key_int(w, "before", r->before);
    jw_end_object(w);
}

#define WRITE_ALL(w, m, name, n, item, write_one) \
    do {                                          \
        jw_key(w, name);                          \
        jw_array(w);                              \
        for (int i = 0; i < (m)->n; i++)          \
            write_one(&(m)->item[i], w);          \
        jw_end_array(w);                          \
    } while (0)

void memory_write(const struct memory *m, struct buf *out)
{
    struct jw w = jw_to(out);

    jw_object(&w);
    jw_key_int(&w, "unisono_group", 1);
    jw_key_str(&w, "name", str_of(m->name));
    jw_key_int(&w, "kept", m->kept);
    jw_key_int(&w, "evening", m->evening);
    jw_key_int(&w, "evenings", m->evenings);
    jw_key_int(&w, "last_person", m->last_person);
    WRITE_ALL(&w, m, "persons", persons, person, write_person);
    WRITE_ALL(&w, m, "pairs", pairs, pair, write_pair);
    WRITE_ALL(&w, m, "games", games, game, write_game);
    WRITE_ALL(&w, m, "words", words, word, write_word);
    WRITE_ALL(&w, m, "records", records, record, write_record);
    jw_end_object(&w);
}

/* ---- reading ---- */

/* A document may come from somebody else's server: what counts up from here must find room. */
static int bounded(const json_t *number)
{
    int64_t n = json_integer_value(number);

    return n < 0 ? 0 : n > MOST ? MOST : (int)n;
}

static int count(const json_t *object, const char *key)
{
    return bounded(json_object_get(object, key));
}

static void text(const json_t *object, const char *key, char *out, size_t size)
{
    snprintf(out, size, "%.*s", STR_FMT(jr_member_str(object, key)));
}

static int choice(const json_t *object, const char *key, const char *const *names, int n)
{
    for (int i = 0; i < n; i++) {
        if (str_is(jr_member_str(object, key), names[i]))
            return i;
    }
    return 0;
}

static void people(const json_t *object, const char *key, int *out, int most)
{
    const json_t *list = json_object_get(object, key);

    for (size_t i = 0; i < json_array_size(list) && i < (size_t)most; i++)
        out[i] = (int)json_integer_value(json_array_get(list, i));
}

static struct memory_sum sum(const json_t *object, const char *key)
{
    const json_t *list = json_object_get(object, key);

    return (struct memory_sum){bounded(json_array_get(list, 0)), bounded(json_array_get(list, 1)),
                               bounded(json_array_get(list, 2))};
}

static void read_persons(struct memory *m, const json_t *list)
{
    size_t i;
    json_t *one;

    json_array_foreach(list, i, one)
    {
        struct memory_person *p = &m->person[m->persons];
        const json_t *keys = json_object_get(one, "keys");

        if (m->persons == MEMORY_PERSONS)
            return;
        *p = (struct memory_person){.id = count(one, "person"),
                                    .mark = count(one, "mark"),
                                    .games = count(one, "games"),
                                    .wins = count(one, "wins"),
                                    .since = jr_member_int(one, "since"),
                                    .last = jr_member_int(one, "last")};
        text(one, "name", p->name, sizeof p->name);
        for (size_t k = 0; k < json_array_size(keys) && p->keys < MEMORY_KEYS; k++)
            snprintf(p->key[p->keys++], MEMORY_KEY + 1, "%.*s",
                     STR_FMT(jr_str(json_array_get(keys, k))));
        if (p->id > NOBODY)
            m->persons++;
    }
}

static void read_pairs(struct memory *m, const json_t *list)
{
    size_t i;
    json_t *one;

    json_array_foreach(list, i, one)
    {
        struct memory_pair *p = &m->pair[m->pairs];
        int both[2] = {0};

        if (m->pairs == MEMORY_PAIRS)
            return;
        people(one, "persons", both, 2);
        *p = (struct memory_pair){.a = both[0],
                                  .b = both[1],
                                  .book = registry_find(jr_member_str(one, "game")),
                                  .all = sum(one, "all"),
                                  .before = sum(one, "before")};
        if (p->book && p->a < p->b)
            m->pairs++;
    }
}

static void read_games(struct memory *m, const json_t *list)
{
    size_t i;
    json_t *one;

    json_array_foreach(list, i, one)
    {
        struct memory_game *g = &m->game[m->games];

        if (m->games == MEMORY_GAMES)
            return;
        *g = (struct memory_game){.book = registry_find(jr_member_str(one, "game")),
                                  .ended = jr_member_int(one, "ended"),
                                  .outcome = choice(one, "outcome", memory_outcomes, 3),
                                  .seats = (int)json_array_size(json_object_get(one, "persons")),
                                  .steps = count(one, "steps")};
        if (!g->book || g->seats > SEATS_MAX)
            continue;
        text(one, "address", g->address, sizeof g->address);
        text(one, "word", g->word, sizeof g->word);
        people(one, "persons", g->person, SEATS_MAX);
        people(one, "scores", g->score, SEATS_MAX);
        people(one, "by", g->by, MEMORY_BY);
        g->winners = jr_seats(json_object_get(one, "winners")) & seats_all(g->seats);
        m->games++;
    }
}

static void read_words(struct memory *m, const json_t *list)
{
    size_t i;
    json_t *one;

    json_array_foreach(list, i, one)
    {
        struct memory_word *word = &m->word[m->words];
        int lang = language_of(jr_member_str(one, "language"));

        if (m->words == MEMORY_WORDS)
            return;
        *word = (struct memory_word){.language = lang < 0 ? LANG_EN : (enum language)lang,
                                     .games = count(one, "games"),
                                     .evenings = count(one, "evenings"),
                                     .last = jr_member_int(one, "last")};
        text(one, "word", word->word, sizeof word->word);
        people(one, "by", word->by, MEMORY_BY);
        m->words++;
    }
}

static void read_records(struct memory *m, const json_t *list)
{
    size_t i;
    json_t *one;

    json_array_foreach(list, i, one)
    {
        struct memory_record *r = &m->record[m->records];

        if (m->records == MEMORY_RECORDS)
            return;
        *r = (struct memory_record){.book = registry_find(jr_member_str(one, "game")),
                                    .kind = choice(one, "record", memory_records, 2),
                                    .n = count(one, "n"),
                                    .before = count(one, "before"),
                                    .ended = jr_member_int(one, "ended")};
        people(one, "persons", r->person, SEATS_MAX);
        if (r->book)
            m->records++;
    }
}

struct memory *memory_read(struct str doc)
{
    const struct shape_lists lists = {{memory_shapes, NULL}};
    const struct shape *group = memory_shapes;
    struct shape_fault fault;
    struct memory *m;

    if (doc.len < 2 || doc.at[0] != '{' ||
        !shape_members_fit(&lists, &group, 1, str_n(doc.at + 1, doc.len - 2), &fault))
        return NULL;
    json_t *json = json_loadb(doc.at, doc.len, 0, NULL);
    if (!json || jr_member_int(json, "unisono_group") != 1) {
        json_decref(json);
        return NULL;
    }
    m = memory_new(jr_member_str(json, "name"), jr_member_int(json, "kept"));
    m->evening = jr_member_int(json, "evening");
    m->evenings = count(json, "evenings");
    m->last_person = count(json, "last_person");
    read_persons(m, json_object_get(json, "persons"));
    read_pairs(m, json_object_get(json, "pairs"));
    read_games(m, json_object_get(json, "games"));
    read_words(m, json_object_get(json, "words"));
    read_records(m, json_object_get(json, "records"));
    json_decref(json);
    return m;
}
