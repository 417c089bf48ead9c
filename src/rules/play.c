#include "rules/play.h"

#include "rules/setup.h"

enum { NORMAL_WEIGHT = 8, THINKING = 250 /* ms */ };

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

struct sampler sampler_new(uint64_t seed)
{
    return (struct sampler){.state = rng_quick(&seed), /* near seeds lie far apart */
                            .words = vocabulary,
                            .n_words = sizeof vocabulary / sizeof vocabulary[0]};
}

static uint32_t below(struct sampler *s, int64_t n)
{
    return n > 1 ? sampler_below(s, (uint32_t)n) : 0;
}

static int members(const char *const *list)
{
    int n = 0;

    while (list && list[n])
        n++;
    return n;
}

static void random_value(const struct table *t, const struct arg_spec *a, struct sampler *s,
                         char *room, struct value *v)
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
        v->s = str_n(room, below(s, 9));
        for (size_t i = 0; i < v->s.len; i++)
            room[i] = (char)below(s, 40);
        return;
    case ARG_PHASE:
        v->i = below(s, members(t->book->game->phases));
        return;
    case ARG_SUBJECT:
        v->i = below(s, members(t->book->game->subjects));
        return;
    case ARG_CHOICE:
        while (choice_name(a->choices, v->i + 1).len)
            v->i++;
        v->i = below(s, v->i + 1);
        return;
    }
}

static bool sample_core(const struct table *t, int seat, int action, struct sampler *s,
                        struct value *v)
{
    if (action == ACT_VOTE) {
        for (int i = 0; i < BALLOTS_MAX; i++) {
            const struct ballot *b = &t->core.ballot[i];

            if (b->id && seats_has(b->voters & (seat_set) ~(b->yes | b->no), seat)) {
                v[0] = NUM(b->id);
                v[1] = NUM(below(s, 2));
                v[2] = NUM(below(s, 2));
                return true;
            }
        }
    }
    return false;
}

void play_arguments(const struct table *t, int seat, int action, struct sampler *s, struct value *v)
{
    const struct schema *schema = &t->book->action_args[action];
    const struct game *g = t->book->game;
    struct known k = table_known(t, seat);

    for (int i = 0; i < schema->n; i++)
        random_value(t, &schema->arg[i], s, s->list[i], &v[i]);
    /* Now and then the types alone: random play must also meet what a game does not expect. */
    if (below(s, 16) == 0)
        return;
    if (action < CORE_ACTIONS)
        sample_core(t, seat, action, s, v);
    else if (g->sample)
        g->sample(&k, action, s, v);
}

static int pick_action(const struct table *t, int seat, struct sampler *s)
{
    const struct book *b = t->book;
    struct known k = table_known(t, seat);
    int total = 0, weight[ACTIONS_MAX] = {0};

    for (int i = 0; i < b->actions; i++) {
        const struct action_spec *a = b->action[i];
        bool can = a->actor == BY_SEAT && (!a->can || a->can(&k));

        weight[i] = can ? a->weight ? a->weight : NORMAL_WEIGHT : 0;
        total += weight[i];
    }
    if (total == 0)
        return -1;
    int at = (int)below(s, total), action = 0;
    while (action < b->actions - 1 && at >= weight[action])
        at -= weight[action++];
    return action;
}

bool play_propose(const struct table *t, seat_set players, struct sampler *s, struct move *out)
{
    seat_set active = players & seats_active(&t->core);
    seat_set waited = active & table_waiting(t);
    seat_set from = waited && !votes_open(&t->core) && below(s, 16) ? waited : active;
    int start = (int)below(s, t->core.seats);

    if (t->core.outcome || t->core.paused)
        return false;
    for (int i = 0; i < t->core.seats; i++) {
        int seat = (start + i) % t->core.seats;

        if (!seats_has(from, seat))
            continue;
        int action = pick_action(t, seat, s);
        if (action < 0)
            continue;
        out->seat = seat;
        out->action = action;
        play_arguments(t, seat, action, s, out->v);
        return true;
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
        s->seed = sampler_next(sampler);
        for (int i = 0; i < b->options; i++) {
            const struct option_spec *o = b->option[i];

            /* Half of the options stay as they are, so that rare combinations meet defaults too. */
            if (below(sampler, 2))
                s->option[i] = (int16_t)(o->min + (int)below(sampler, o->max - o->min + 1));
        }
    } while (!setup_check(s, &ignored));
}
