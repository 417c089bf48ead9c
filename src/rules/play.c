#include "rules/play.h"

#include "rules/setup.h"

#include <string.h>

enum { THINKING = 250 /* ms */ };

#define W(text) STR_INIT(text)
/* Words for random play: every initial, accents, names, a compound, an abbreviation. */
static const struct str vocabulary[] = {
    W("APPLE"),     W("ANGEL"),    W("AUTUMN"),    W("ÄRGER"),   W("BREAD"),   W("BAG"),
    W("BUTTERFLY"), W("BALL"),     W("CAT"),       W("CASTLE"),  W("CLOUD"),   W("CHEESE"),
    W("DOG"),       W("DREAM"),    W("DANCE"),     W("DUST"),    W("EARTH"),   W("EGG"),
    W("ÉTÉ"),       W("ECHO"),     W("FISH"),      W("FOOD"),    W("FEED"),    W("FOREST"),
    W("GARDEN"),    W("GOLD"),     W("GHOST"),     W("GLASS"),   W("HOUSE"),   W("HGV"),
    W("HEART"),     W("HAMMER"),   W("ICE"),       W("ISLAND"),  W("INK"),     W("IGLOO"),
    W("JOY"),       W("JUNGLE"),   W("JAM"),       W("JOKE"),    W("KING"),    W("KEY"),
    W("KITE"),      W("KNIFE"),    W("LAMP"),      W("LEMON"),   W("LOVE"),    W("LION"),
    W("MOON"),      W("MUSIC"),    W("MILK"),      W("MIRROR"),  W("NUT"),     W("NUTRIA"),
    W("NIGHT"),     W("NOËL"),     W("OCEAN"),     W("ORANGE"),  W("OPERA"),   W("ŒUF"),
    W("PUZZLE"),    W("PRESENT"),  W("PETER PAN"), W("PIRATE"),  W("QUEEN"),   W("QUIZ"),
    W("RAIN"),      W("ROSE"),     W("RIVER"),     W("ROBOT"),   W("SUN"),     W("SUNFLOWER"),
    W("SEA"),       W("SURPRISE"), W("SNOW"),      W("TREE"),    W("TRAIN"),   W("TGV"),
    W("TEA"),       W("UMBRELLA"), W("UNCLE"),     W("UNICORN"), W("VEHICLE"), W("VIOLIN"),
    W("VALLEY"),    W("VIRUS"),    W("WATER"),     W("WINTER"),  W("WARM"),    W("WITCH"),
    W("X-RAY"),     W("YELLOW"),   W("YOGHURT"),   W("ZEBRA"),   W("ZERO"),    W("ZOO"),
};

static void set_words(struct sampler *s, const struct str *words, uint32_t n)
{
    s->words = words, s->n_words = n;
    memset(s->first, 0, sizeof s->first);
    for (uint32_t i = 0; i < n; i++)
        s->first[word_initial(words[i]) - 'A' + 1]++;
    for (int letter = 0; letter < 26; letter++)
        s->first[letter + 1] = (uint8_t)(s->first[letter + 1] + s->first[letter]);
}

struct sampler sampler_new(uint64_t seed)
{
    struct sampler s = {.state = rng_quick(&seed)}; /* near seeds lie far apart */

    set_words(&s, vocabulary, sizeof vocabulary / sizeof vocabulary[0]);
    return s;
}

void sampler_words(struct sampler *s, const struct str *words, uint32_t n)
{
    set_words(s, words, n);
    s->wordy = true;
}

static uint32_t below(struct sampler *s, int64_t n)
{
    return n > 1 ? sampler_below(s, (uint32_t)n) : 0;
}

static void random_value(const struct table *t, const struct arg_spec *a, struct sampler *s,
                         char *space, struct value *v)
{
    *v = (struct value){.s = str_n("", 0)};
    switch (a->type) {
    case ARG_BOOL:
        v->i = below(s, 2);
        return;
    case ARG_INT:
        v->i = a->min + below(s, a->max - a->min < 40 ? a->max - a->min + 1 : 40);
        return;
    case ARG_SEAT:
        v->i = below(s, t->core.seats);
        return;
    case ARG_SEATS:
        v->i = below(s, INT64_C(1) << t->core.seats);
        return;
    case ARG_LETTER:
        v->i = below(s, 26);
        return;
    case ARG_TEXT:
        v->s = s->words[below(s, s->n_words)];
        return;
    case ARG_TIME:
        v->i = below(s, 60000);
        return;
    case ARG_LIST:
        v->s = str_n(space, below(s, 9));
        for (size_t i = 0; i < v->s.len; i++)
            space[i] = (char)below(s, 40);
        return;
    case ARG_PHASE:
        v->i = below(s, names_count(t->book->game->phases));
        return;
    case ARG_SUBJECT:
        v->i = below(s, names_count(t->book->game->subjects));
        return;
    case ARG_CHOICE:
        v->i = below(s, a->max + 1);
        return;
    }
}

/* A slip for a vote that this seat has not cast; with none left a vote is changed. */
static bool sample_vote(const struct core *c, int seat, struct sampler *s, struct value *v)
{
    const struct ballot *mine = NULL;

    FOR_BALLOTS (b, c) {
        if (!seats_has(b->voters, seat))
            continue;
        mine = b;
        if (!seats_has(b->yes | b->no, seat))
            break;
    }
    if (!mine)
        return false;
    v[0] = NUM(mine->id);
    v[1] = NUM(below(s, 2));
    v[2] = NUM(below(s, 2));
    return true;
}

static bool sample(const struct table *t, int seat, int action, struct sampler *s, struct value *v)
{
    const struct game *g = t->book->game;
    struct known k = table_known(t, seat);

    if (action < CORE_ACTIONS)
        return action == ACT_VOTE && sample_vote(&t->core, seat, s, v);
    return g->test.sample && g->test.sample(&k, action, s, v);
}

void play_arguments(const struct table *t, int seat, int action, struct sampler *s, struct value *v)
{
    const struct schema *schema = &t->book->action_args[action];

    if (schema->n == 0)
        return;
    /* Now and then the types alone: random play must also meet what a game does not expect. */
    if (below(s, 16) && sample(t, seat, action, s, v))
        return;
    for (int i = 0; i < schema->n; i++)
        random_value(t, &schema->arg[i], s, s->list[i], &v[i]);
}

/* One of the actions that a seat can do now, by their weights. Drawn before it is asked whether it
 * can be done, because few have to be asked then. */
static int pick_action(const struct table *t, int seat, struct sampler *s)
{
    const struct book *b = t->book;
    struct known k = table_known(t, seat);
    uint64_t tried = 0;
    int total = b->weights;

    /* The first two of every game are rare: an open vote, somebody away. */
    if (!votes_open(&t->core))
        total -= b->weight[0], tried |= 1;
    if (!t->core.away)
        total -= b->weight[1], tried |= 2;
    while (total > 0) {
        int at = (int)below(s, total), i = 0;

        for (; tried >> i & 1 || at >= b->weight[i]; i++)
            at -= tried >> i & 1 ? 0 : b->weight[i];
        const struct action_spec *a = b->action[b->seat_action[i]];
        if (a->can(&k))
            return b->seat_action[i];
        tried |= UINT64_C(1) << i;
        total -= b->weight[i];
    }
    return -1;
}

/* Mostly somebody moves whom the table waits for: while it votes, who has not voted. But nobody has
 * to wait for the others. */
bool play_propose(const struct table *t, seat_set players, struct sampler *s, struct move *out)
{
    const struct core *c = &t->core;
    seat_set active = players & seats_active(c);
    seat_set voting = s->restless ? 0 : votes_missing_in(c) & active;
    seat_set waited = voting ? voting : active & table_waiting(t);

    if (c->outcome || c->paused)
        return false;
    if (s->restless && votes_open(c))
        waited = 0;
    seat_set from = waited && below(s, voting ? 4 : 16) ? waited : active;
    int seat = seats_next(from, (int)below(s, c->seats), c->seats);
    for (; seat != NO_SEAT; seat = seats_next(from, seat, c->seats)) {
        bool votes = seats_has(voting, seat) && below(s, 4);
        int action = votes ? ACT_VOTE : pick_action(t, seat, s);

        if (action >= 0) {
            out->seat = seat;
            out->action = action;
            play_arguments(t, seat, action, s, out->v);
            return true;
        }
        from &= (seat_set)~SEAT(seat);
    }
    return false;
}

bool play_out(struct match *m, struct decision *d, struct sampler *s, int bound,
              struct play_counts *counts)
{
    struct move move;
    int64_t now = 0;

    for (int step = 0; !m->table->core.outcome && step < bound; step++) {
        if (play_propose(m->table, seats_present(&m->table->core), s, &move)) {
            bool done = match_act(m, d, now, move.seat, move.action, move.v);

            counts->actions++;
            counts->refusals += !done;
            counts->facts += d->facts;
            if (done)
                continue;
        }
        now += THINKING;
        if (table_due(m->table) <= now)
            match_pass_time(m, d, now, NULL, NULL);
    }
    return m->table->core.outcome != OUTCOME_NONE;
}

void play_setup(struct setup *s, const struct book *b, int seats, struct sampler *sampler)
{
    struct setup_problem ignored;

    do {
        setup_default(s, b);
        s->seats = seats ? seats
                         : b->game->min_seats +
                               (int)below(sampler, b->game->max_seats - b->game->min_seats + 1);
        s->youngest = (int)below(sampler, s->seats);
        s->language = (enum language)below(sampler, LANGUAGES);
        s->seed = seed_number(sampler_next(sampler));
        for (int i = 0; i < b->options; i++) {
            const struct option_spec *o = b->option[i];

            /* Half of the options stay as they are, so that rare combinations meet defaults too. */
            if (below(sampler, 2))
                s->option[i] = (int16_t)(o->min + (int)below(sampler, o->max - o->min + 1));
        }
    } while (!setup_check(s, &ignored));
}
