#include "rules/bot.h"

#include "rules/vote.h"

#include <stdlib.h>
#include <string.h>

/* ---- levels and personalities ---- */

enum { PERSON_STREAM = 0x706572, TRIES = 200 };
enum { LAST_MOMENT = 800 /* ms before a time is up */ };

struct nature bot_nature(const struct bot *b)
{
    static const struct nature levels[BOT_LEVELS + 1] = {
        [BOT_EASY] = {.temper = 5.9f, .taste = 4.4f, .bend = 2.2f, .rarest = 66, .pace = 130},
        [BOT_NORMAL] = {.temper = 3.3f, .taste = 2.2f, .bend = 1.6f, .rarest = 58, .pace = 100},
        [BOT_SHARP] = {.temper = 1.4f, .taste = 1.1f, .bend = 1.2f, .rarest = 50, .pace = 75},
        [BOT_PLAIN] = {.pace = 100},
    };
    struct nature n = levels[(int)b->level <= BOT_PLAIN ? (int)b->level : BOT_SHARP];
    struct rng r = rng_at(b->seed, PERSON_STREAM);

    n.rarest = (uint8_t)(n.rarest + rng_below(&r, 9)); /* some read more than others */
    float calm = .8f + .4f * (float)rng_below(&r, 1000) / 1000;
    n.temper *= calm;
    n.taste *= calm;
    n.pace = n.pace * (85 + (int)rng_below(&r, 31)) / 100;
    return n;
}

static uint64_t hash(struct str s, uint64_t salt)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325) ^ salt * UINT64_C(0x9e3779b97f4a7c15);

    for (size_t i = 0; i < s.len; i++)
        h = (h ^ (unsigned char)s.at[i]) * UINT64_C(0x100000001b3);
    return h ^ h >> 29;
}

float bot_whim(const struct thinking *t, struct str thing, uint64_t salt)
{
    struct rng r = rng_at(t->bot->seed, hash(thing, salt));
    uint64_t bits = rng_next(&r);
    int sum = 0;

    /* Four dice of 16 bits: their sum has deviation √(4/12) · 65536. */
    for (int i = 0; i < 4; i++, bits >>= 16)
        sum += (int)(bits & 0xffff);
    return (float)(sum - 2 * 65535) / (65536 * .57735f);
}

float bot_log_odds(float chance)
{
    float x = .98f * (2 * chance - 1);

    return 2 * x / (1 - .6f * x * x);
}

float bot_lead(const float *chances, int n, int place)
{
    float mine = bot_log_odds(chances[place]), best = mine;

    for (int i = 0; i < n; i++)
        best = bot_log_odds(chances[i]) > best ? bot_log_odds(chances[i]) : best;
    return mine - 2 * (best - mine);
}

struct rng bot_rng(const struct thinking *t, uint64_t salt)
{
    return rng_at(t->bot->seed, hash(STR("chance"), salt));
}

const struct deck *bot_deck(const struct thinking *t, int deck)
{
    return t->shelf ? t->shelf->deck[deck] : NULL;
}

/* ---- making a move ---- */

struct value *bot_do(struct thinking *t, int action)
{
    t->move->action = action;
    for (int i = 0; i < ARGS_MAX; i++)
        t->move->v[i] = TEXT(str_n("", 0));
    return t->move->v;
}

struct value bot_text(struct thinking *t, struct str word)
{
    word_set(&t->move->word, word);
    return TEXT(word_str(&t->move->word));
}

struct value bot_list(struct thinking *t, const uint8_t *numbers, int n)
{
    n = n < LIST_MAX ? n : LIST_MAX;
    memcpy(t->move->list, numbers, (size_t)n);
    return TEXT(str_n(t->move->list, (size_t)n));
}

void bot_when(struct thinking *t, int64_t from, int milliseconds, uint64_t salt)
{
    const struct core *c = t->known->core;
    struct rng r = rng_at(t->bot->seed, hash(STR("when"), salt ^ (uint64_t)from));
    int64_t took = (int64_t)milliseconds * (50 + rng_below(&r, 101)) / 100 * t->nature.pace / 100;

    t->move->at = from + took;
    if (c->deadline && t->move->at > c->deadline - LAST_MOMENT) /* nobody lets it come to that */
        t->move->at = c->deadline - LAST_MOMENT > from ? c->deadline - LAST_MOMENT : from;
}

void bot_because(struct thinking *t, const char *key, int after)
{
    t->move->why.key = key;
    t->move->why.after = after;
    t->move->why.n = 0;
}

void bot_because_text(struct thinking *t, const char *place, struct str text)
{
    struct bot_reason *why = &t->move->why;

    if (why->n == BOT_PLACES)
        return;
    why->name[why->n] = place;
    phrase_set(&why->text[why->n++], text);
}

void bot_move_copy(struct bot_move *to, const struct bot_move *from)
{
    *to = *from;
    for (int i = 0; i < ARGS_MAX; i++) {
        if (from->v[i].s.at == from->word.text)
            to->v[i].s.at = to->word.text;
        else if (from->v[i].s.at == from->list)
            to->v[i].s.at = to->list;
    }
}

/* ---- words ---- */

int bot_associate(const struct thinking *t, const struct str *cues, int n, struct mind_wish wish,
                  uint64_t salt, struct thought *out, int k)
{
    wish.person = t->bot->seed;
    wish.bend = t->nature.bend;
    wish.rarest = t->nature.rarest;
    int found = t->mind->associate(t->mind, t->lang, cues, n, &wish, out, k);
    for (int i = 0; i < found; i++) {
        struct thought it = out[i];
        int at = i;

        it.score += t->nature.temper * bot_whim(t, word_str(&it.word), salt);
        for (; at > 0 && out[at - 1].score < it.score; at--)
            out[at] = out[at - 1];
        out[at] = it;
    }
    return found;
}

bool bot_lawful(const struct thinking *t, struct str word, const struct word_rules *rules)
{
    return !words_judge(t->lexicon, t->lang, word, false, rules).fault;
}

int bot_first_lawful(const struct thinking *t, const struct thought *thoughts, int n,
                     const struct word_rules *rules)
{
    for (int i = 0; i < n; i++) {
        if (bot_lawful(t, word_str(&thoughts[i].word), rules))
            return i;
    }
    return -1;
}

/* BALOKE: begins right and has vowels; for a bot that knows no words. */
static void invent(const struct word_rules *rules, struct rng *r, struct word *out)
{
    static const char vowels[] = "AEIOU", others[] = "BDFGKLMNPRSTV";
    enum { LETTERS = 6 };
    char text[LETTERS];
    bool vowel = rules->initial && strchr(vowels, rules->initial);
    int n = rules->longest && rules->longest < LETTERS ? rules->longest : LETTERS;

    for (int i = 0; i < n; i++) {
        const char *from = (i + vowel) % 2 ? vowels : others;

        do
            text[i] = from[rng_below(r, (uint32_t)strlen(from))];
        while (text[i] == rules->forbidden);
    }
    if (rules->initial)
        text[0] = rules->initial;
    word_set(out, str_n(text, (size_t)n));
}

/* Whether words_accept() takes a word on which its writer insists. */
static bool may_insist(const struct thinking *t, struct str word, const struct word_rules *rules)
{
    return option(t->known->core, OPT_REFEREE) != REFEREE_STRICT ||
           !words_judge(t->lexicon, t->lang, word, false, rules).certain;
}

bool bot_any_word(const struct thinking *t, const struct word_rules *rules, uint64_t salt,
                  struct word *out, bool *insist)
{
    struct thought common[MIND_THOUGHTS];
    struct mind_wish wish = {.initial = rules->initial,
                             .kinds = rules->of_kind ? 1u << rules->kind : 0,
                             .no_animals = rules->no_animals};
    int n = bot_associate(t, NULL, 0, wish, salt, common, MIND_THOUGHTS);
    int first = bot_first_lawful(t, common, n, rules);
    struct rng r = bot_rng(t, salt);

    *insist = false;
    if (first >= 0) {
        *out = common[first].word;
        return true;
    }
    for (int i = 0; i < TRIES; i++) {
        invent(rules, &r, out);
        if (bot_lawful(t, word_str(out), rules))
            return true;
    }
    *insist = true;
    for (int i = 0; i < TRIES; i++) {
        if (may_insist(t, word_str(out), rules))
            return true;
        invent(rules, &r, out);
    }
    return false;
}

int bot_hint_words(const struct thinking *t, const struct str *cues, int n, struct mind_wish wish,
                   const struct word_rules *rules, struct word *out, int most)
{
    struct thought thoughts[MIND_THOUGHTS];
    int found = bot_associate(t, cues, n, wish, 0, thoughts, MIND_THOUGHTS), hints = 0;

    for (int i = 0; i < found && hints < most; i++) {
        if (bot_lawful(t, word_str(&thoughts[i].word), rules))
            out[hints++] = thoughts[i].word;
    }
    return hints;
}

/* ---- votes (T-7) ---- */

/* Bots vote by the lexicon: as the table suggests, else as the referee in their own head says. To
 * go on without somebody (T-9) they agree while that player is away. */
static enum opinion opinion_on(struct thinking *t, const struct game *g, const struct ballot *b)
{
    if (b->subject == SUBJECT_SKIP)
        return seats_has(t->known->core->away, b->about) ? OPINION_YES : OPINION_NO;
    if (b->suggested)
        return (enum opinion)b->suggested;
    return g->bot.opinion ? g->bot.opinion(t->known, b, t) : OPINION_NONE;
}

/* When a bot votes. Bots decide nothing while people who are asked make up their minds: they keep
 * their votes for the last moment. Where only bots are asked, people may want to read the question.
 */
static void when_voting(struct thinking *t, const struct ballot *b, seat_set silent)
{
    enum { GLANCE = 2500, TO_READ = 4000 };
    const struct core *c = t->known->core;
    int64_t begun = b->until - option(c, OPT_VOTE_TIME) * INT64_C(1000);

    if (silent & seats_people(c))
        t->move->at = b->until - LAST_MOMENT;
    else
        bot_when(t, begun + (seats_people(c) & (seat_set)~b->voters ? TO_READ : 0), GLANCE, b->id);
}

static bool think_vote(struct thinking *t, const struct game *g)
{
    const struct core *c = t->known->core;

    for (int i = 0; i < BALLOTS_MAX && c->open; i++) {
        const struct ballot *b = &c->ballot[i];
        seat_set silent = votes_missing(b);

        /* Nobody asks a bot about itself. */
        if (!b->id || !seats_has(silent, t->known->seat) || b->about == t->known->seat)
            continue;
        struct value *v = bot_do(t, ACT_VOTE);
        v[0] = NUM(b->id);
        v[1] = NUM(opinion_on(t, g, b) == OPINION_YES);
        when_voting(t, b, silent);
        return true;
    }
    return false;
}

/* ---- thinking ---- */

static struct thinking begin(const struct known *k, const struct bot *bot,
                             const struct bot_head *head, struct bot_move *move)
{
    const struct mind *mind = head->mind ? head->mind : mind_none();
    struct nature nature = bot_nature(bot);

    if (head->pace)
        nature.pace = nature.pace * head->pace / 100;
    return (struct thinking){
        .bot = bot,
        .known = k,
        .mind = mind,
        .lexicon = head->lexicon ? head->lexicon : mind->lexicon,
        .shelf = head->shelf,
        .lang = (enum language)k->core->language,
        .nature = nature,
        .move = move,
    };
}

static bool takes_part(const struct known *k)
{
    const struct core *c = k->core;

    return !c->outcome && !c->paused && seats_has(seats_present(c), k->seat);
}

bool bot_think(const struct book *b, const struct known *k, const struct bot *bot,
               const struct bot_head *head, struct bot_move *out)
{
    struct thinking t = begin(k, bot, head, out);

    if (!takes_part(k))
        return false;
    out->why = (struct bot_reason){0};
    return think_vote(&t, b->game) || (b->game->bot.think && b->game->bot.think(k, &t));
}

int bot_hints(const struct book *b, const struct known *k, bool learning,
              const struct bot_head *head, struct word out[BOT_HINTS])
{
    static const struct bot helper = {BOT_SHARP, 1};
    struct bot_move unused;
    struct thinking t = begin(k, &helper, head, &unused);

    bool wanted = learning || option(k->core, OPT_HINTS);
    if (!wanted || !b->game->bot.hints || !takes_part(k))
        return 0;
    return b->game->bot.hints(k, &t, out, BOT_HINTS);
}

static bool place(void *arg, struct str name, struct buf *out)
{
    const struct bot_reason *why = arg;

    for (int i = 0; i < why->n; i++) {
        if (str_is(name, why->name[i])) {
            buf_add(out, phrase_str(&why->text[i]));
            return true;
        }
    }
    return false;
}

void bot_tell(const struct catalog *texts, const struct game *g, const struct bot_reason *why,
              struct buf *out)
{
    if (why->key)
        catalog_fill(catalog_getf(texts, "bot.%s.%s", g->id, why->key), place, (void *)why, out);
}

/* ---- what a seat knows, on its own ---- */

struct bot_known *bot_known_copy(const struct table *t, int seat)
{
    size_t core = (sizeof t->core + 7) / 8 * 8;
    size_t size = core + t->seat_at + t->seat_size;
    struct bot_known *k = malloc(sizeof *k + size);

    if (!k)
        abort();
    k->size = size;
    memcpy(k->bytes, &t->core, sizeof t->core);
    memcpy(k->bytes + core, table_public(t), t->seat_at);
    memcpy(k->bytes + core + t->seat_at, table_seat(t, seat), t->seat_size);
    k->known = (struct known){(const struct core *)k->bytes, k->bytes + core,
                              k->bytes + core + t->seat_at, seat};
    return k;
}

void bot_known_free(struct bot_known *k)
{
    free(k);
}
