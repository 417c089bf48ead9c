#include "memory/tell.h"

#include "memory/inside.h"
#include "memory/kinship.h"

#include <math.h>

enum { SHOWN_GAMES = 60, SHOWN_WORDS = 24 };

static bool among(const int *person, int n, int id)
{
    for (int i = 0; i < n; i++) {
        if (person[i] == id)
            return true;
    }
    return false;
}

static void tell_persons(const struct memory *m, const struct kinship *k, int n, bool tonight,
                         struct str key, struct jw *w)
{
    struct star star[MEMORY_PERSONS];
    int stars = stars_of(m, k, n, tonight, star);

    jw_key(w, "persons");
    jw_array(w);
    for (int i = 0; i < stars; i++) {
        const struct memory_person *p = memory_find(m, star[i].person);
        int namesake = memory_namesake(m, p->id);

        jw_object(w);
        jw_key_int(w, "person", p->id);
        jw_key_str(w, "name", str_of(p->name));
        jw_key_int(w, "mark", p->mark);
        jw_key_int(w, "games", p->games);
        jw_key_int(w, "wins", p->wins);
        jw_key_int(w, "since", p->since);
        jw_key_int(w, "x", star[i].x);
        jw_key_int(w, "y", star[i].y);
        if (key.len && memory_has_key(p, key))
            jw_key_bool(w, "mine", true);
        if (namesake != NOBODY)
            jw_key_int(w, "namesake", namesake);
        jw_end_object(w);
    }
    jw_end_array(w);
}

/* The number as it was before this evening, where it was told then. */
static const struct kinship *earlier(const struct kinship *k, int n, int a, int b)
{
    for (int i = 0; i < n; i++) {
        if (k[i].a == a && k[i].b == b && k[i].shown)
            return &k[i];
    }
    return NULL;
}

static void tell_pair(const struct kinship *k, const struct kinship *was, struct jw *w)
{
    const int both[] = {k->a, k->b};

    jw_object(w);
    key_people(w, "persons", both, 2);
    jw_key_int(w, "tries", k->tries);
    jw_key_int(w, "hits", k->hits);
    jw_key_int(w, "chance", (int64_t)floor(k->chance + 0.5));
    if (k->shown)
        jw_key_int(w, "above", (int64_t)floor(k->above + 0.5));
    if (k->close)
        jw_key_bool(w, "close", true);
    if (was)
        jw_key_int(w, "before", (int64_t)floor(was->above + 0.5));
    jw_end_object(w);
}

/* `evening`: when the first of its evening ended. */
static void tell_game(const struct memory_game *g, int64_t evening, struct jw *w)
{
    int winners[SEATS_MAX];

    memory_winners(g, winners);
    jw_object(w);
    jw_key_str(w, "game", str_of(g->book->game->id));
    jw_key_int(w, "ended", g->ended);
    jw_key_int(w, "evening", evening);
    jw_key_str(w, "outcome", str_of(memory_outcomes[g->outcome]));
    if (g->address[0])
        jw_key_str(w, "address", str_of(g->address));
    key_people(w, "persons", g->person, g->seats);
    key_people(w, "winners", winners, SEATS_MAX);
    if (g->word[0]) {
        jw_key_str(w, "word", str_of(g->word));
        key_people(w, "by", g->by, MEMORY_BY);
    }
    jw_end_object(w);
}

static void tell_record(const struct memory_record *r, struct jw *w)
{
    jw_object(w);
    record_write(r, w);
    if (r->before)
        jw_key_int(w, "before", r->before);
    jw_end_object(w);
}

static void tell_word(const struct memory_word *word, struct jw *w)
{
    jw_object(w);
    word_write(word, w);
    jw_end_object(w);
}

/* Words that came back, the most faithful first: those of several evenings, then of several games.
 */
static void tell_words(const struct memory *m, const struct memory_wish *wish, int64_t since,
                       struct jw *w)
{
    int told = 0, most = wish->all ? MEMORY_WORDS : SHOWN_WORDS;
    bool done[MEMORY_WORDS] = {false};

    jw_key(w, "words");
    jw_array(w);
    for (; told < most; told++) {
        int best = -1;

        for (int i = 0; i < m->words; i++) {
            const struct memory_word *one = &m->word[i];
            const struct memory_word *so_far = best < 0 ? NULL : &m->word[best];

            if (done[i] || one->last < since || (!wish->all && one->games < 2) ||
                (wish->person != NOBODY && !among(one->by, MEMORY_BY, wish->person)))
                continue;
            if (!so_far || one->evenings > so_far->evenings ||
                (one->evenings == so_far->evenings && one->games > so_far->games))
                best = i;
        }
        if (best < 0)
            break;
        done[best] = true;
        tell_word(&m->word[best], w);
    }
    jw_end_array(w);
}

static void tell_records(const struct memory *m, const struct memory_wish *wish, int64_t since,
                         struct jw *w)
{
    jw_key(w, "records");
    jw_array(w);
    for (int i = 0; i < m->records; i++) {
        const struct memory_record *r = &m->record[i];

        if (r->ended >= since &&
            (wish->person == NOBODY || among(r->person, SEATS_MAX, wish->person)))
            tell_record(r, w);
    }
    jw_end_array(w);
}

static void tell_games(const struct memory *m, const struct memory_wish *wish, int64_t since,
                       struct jw *w)
{
    int most = wish->all ? MEMORY_GAMES : SHOWN_GAMES;
    int64_t evening = 0;

    jw_key(w, "games");
    jw_array(w);
    for (int i = 0; i < m->games; i++) {
        const struct memory_game *g = &m->game[i];

        if (i == 0 || !same_evening(m->game[i - 1].ended, g->ended))
            evening = g->ended;
        if (i >= m->games - most && g->ended >= since &&
            (wish->person == NOBODY || among(g->person, g->seats, wish->person)))
            tell_game(g, evening, w);
    }
    jw_end_array(w);
}

void memory_tell(const struct memory *m, const struct memory_wish *wish, struct jw *w)
{
    struct kinship now[KINSHIPS], before[KINSHIPS];
    int n = kinship_of(m, KIN_ALL, now), were = kinship_of(m, KIN_BEFORE, before);

    jw_key_str(w, "name", str_of(m->name));
    jw_key_int(w, "kept", m->kept);
    jw_key_int(w, "evening", m->evening);
    jw_key_int(w, "evenings", m->evenings);
    tell_persons(m, now, n, false, wish->key, w);
    jw_key(w, "pairs");
    jw_array(w);
    for (int i = 0; i < n; i++) {
        if (wish->person == NOBODY || now[i].a == wish->person || now[i].b == wish->person)
            tell_pair(&now[i], earlier(before, were, now[i].a, now[i].b), w);
    }
    jw_end_array(w);
    tell_games(m, wish, 0, w);
    tell_records(m, wish, 0, w);
    tell_words(m, wish, 0, w);
}

/* Two who are called close since this evening. */
static void tell_new_pairs(const struct memory *m, struct jw *w)
{
    struct kinship now[KINSHIPS], before[KINSHIPS];
    int n = kinship_of(m, KIN_ALL, now), were = kinship_of(m, KIN_BEFORE, before);

    jw_key(w, "closer");
    jw_array(w);
    for (int i = 0; i < n; i++) {
        const struct kinship *was = earlier(before, were, now[i].a, now[i].b);

        if (now[i].close && !(was && was->close))
            tell_pair(&now[i], was, w);
    }
    jw_end_array(w);
}

void memory_tonight(const struct memory *m, struct jw *w)
{
    const struct memory_wish everything = {.person = NOBODY};
    struct kinship tonight[KINSHIPS];
    int n = kinship_of(m, KIN_TONIGHT, tonight);

    jw_key_str(w, "name", str_of(m->name));
    jw_key_int(w, "evening", m->evening);
    jw_key_int(w, "evenings", m->evenings);
    tell_persons(m, tonight, n, true, STR(""), w);
    tell_games(m, &everything, m->evening, w);
    if (n && tonight[0].shown && tonight[0].above > 0) {
        jw_key(w, "closest");
        tell_pair(&tonight[0], NULL, w);
    }
    tell_new_pairs(m, w);
    tell_records(m, &everything, m->evening, w);
    tell_words(m, &everything, m->evening, w);
}
