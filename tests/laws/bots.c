/*
 * What must hold for the bots of every game.
 *
 * Law 9, blindness: whatever stands in the blocks that a seat may not know, its bot decides the
 * same; so does a copy of what the seat knows, and so does the same bot asked again.
 *
 * Law 10, manners: no move of a bot is refused, whoever else sits at the table, and a table of bots
 * comes to its end.
 *
 * Law 11, patience: nothing that a person looks at in silence ends before its time because of bots,
 * neither what is shown nor a vote in which that person is asked.
 */
#include "laws.h"

#include "dream.h"
#include "rules/bot_play.h"
#include "tables.h"
#include "trial.h"

#include <string.h>

static struct bot some_bot(struct trial *s)
{
    return (struct bot){(enum bot_level)sampler_below(&s->sampler, BOT_LEVELS),
                        sampler_next(&s->sampler)};
}

/* Half of the games are thought about by a mind that knows nothing but what the referee says. */
static struct bot_head head_of(const struct trial *s, struct mind *mind)
{
    *mind = s->law->seed % 2 ? *dream_mind() : *mind_none();
    mind->lexicon = s->match.world.lexicon;
    return (struct bot_head){.mind = mind, .shelf = s->match.world.shelf};
}

/* ---- law 9 ---- */

/* Everything but the arguments of texts byte for byte; those by what they say. */
static bool same_move(const struct book *b, const struct bot_move *x, const struct bot_move *y)
{
    if (x->action != y->action || x->at != y->at || x->why.key != y->why.key ||
        x->why.n != y->why.n)
        return false;
    for (int i = 0; i < b->action_args[x->action].n; i++) {
        if (x->v[i].i != y->v[i].i || !str_eq(x->v[i].s, y->v[i].s))
            return false;
    }
    for (int i = 0; i < x->why.n; i++) {
        if (!str_eq(phrase_str(&x->why.text[i]), phrase_str(&y->why.text[i])))
            return false;
    }
    return true;
}

static void scramble(struct table *t, int seat, struct sampler *r)
{
    unsigned char *from = t->blocks + t->seat_at, *to = (unsigned char *)t + t->size;

    for (unsigned char *at = from; at < to; at++) {
        const unsigned char *mine = table_seat(t, seat);

        if (at < mine || at >= mine + t->seat_size)
            *at = (unsigned char)sampler_next(r);
    }
}

static bool decides_the_same(struct law *l, struct trial *s, struct table *other, int seat)
{
    struct bot bot = some_bot(s);
    struct mind mind;
    struct bot_head head = head_of(s, &mind);
    struct bot_move first, again;
    struct known k = table_known(s->match.table, seat);
    bool moves = bot_think(l->book, &k, &bot, &head, &first);

    table_copy(other, s->match.table);
    scramble(other, seat, &s->sampler);
    k = table_known(other, seat);
    if (bot_think(l->book, &k, &bot, &head, &again) != moves ||
        (moves && !same_move(l->book, &first, &again)))
        return law_fails(l, "phase %s: the bot decides by what it cannot know",
                         l->book->game->phases[s->match.table->core.phase]);
    struct bot_known *copy = bot_known_copy(s->match.table, seat);
    bool same = bot_think(l->book, &copy->known, &bot, &head, &again) == moves &&
                (!moves || same_move(l->book, &first, &again));
    bot_known_free(copy);
    l->weight += moves;
    return same || law_fails(l, "a copy of what a seat knows decides otherwise");
}

bool law_bots_blind(struct law *l)
{
    struct trial s;
    struct move move;
    bool ok = true;

    trial_open(&s, l);
    s.hosted = l->seed % 4 == 0;
    struct table *other = table_clone(s.match.table);
    while (ok && !s.match.table->core.outcome && s.steps < STEPS_BOUND) {
        int seat = (int)sampler_below(&s.sampler, (uint32_t)s.setup.seats);

        /* Thinking is dear: every fourth moment will do. */
        ok = s.steps % 4 || decides_the_same(l, &s, other, seat);
        trial_step(&s, seats_all(s.setup.seats), &move);
    }
    table_free(other);
    trial_close(&s);
    return ok;
}

/* ---- law 10 ---- */

static bool refused(struct law *l, const struct trial *s, const struct bot_move *move,
                    const char *key)
{
    const struct word *w = &move->word;

    return law_fails(l, "phase %s: a bot's %s was refused (%s, '%.*s')",
                     l->book->game->phases[s->match.table->core.phase],
                     l->book->action[move->action]->name, key, STR_FMT(word_str(w)));
}

/* Bots among people who do anything at any time. */
static bool play_among_people(struct law *l, struct trial *s)
{
    struct bot bot[SEATS_MAX];
    seat_set people = (seat_set)sampler_next(&s->sampler) & seats_all(s->setup.seats);
    struct mind mind;
    struct bot_head head = head_of(s, &mind);
    struct bot_move move = {0};
    struct move other;

    for (int seat = 0; seat < s->setup.seats; seat++)
        bot[seat] = some_bot(s);
    while (!s->match.table->core.outcome && s->steps < STEPS_BOUND) {
        int seat = (int)sampler_below(&s->sampler, (uint32_t)s->setup.seats);
        struct known k = table_known(s->match.table, seat);

        if (seats_has(people, seat) || s->steps % 2 ||
            !bot_think(l->book, &k, &bot[seat], &head, &move) ||
            (move.at > table_due(s->match.table))) {
            trial_step(s, people, &other);
            continue;
        }
        s->steps++;
        s->now = move.at > s->now ? move.at : s->now;
        if (!match_act(&s->match, s->decision, s->now, seat, move.action, move.v))
            return refused(l, s, &move, s->decision->refusal.key);
        l->weight++;
    }
    return true;
}

static bool play_alone(struct law *l, struct trial *s)
{
    struct mind mind;
    struct bot_company company = {.head = head_of(s, &mind)};

    for (int seat = 0; seat < s->setup.seats; seat++)
        company.bot[seat] = some_bot(s);
    bool ended = bot_play_out(&s->match, s->decision, &company, STEPS_BOUND);
    l->weight += company.moves;
    if (company.refusals)
        return law_fails(l, "a bot's %s was refused (%s)",
                         l->book->action[company.refused_action]->name, company.refused);
    return ended ||
           law_fails(l, "bots hang in phase %s", l->book->game->phases[s->match.table->core.phase]);
}

bool law_bots_mannered(struct law *l)
{
    struct trial s;

    trial_open(&s, l);
    s.hosted = l->seed % 8 == 0;
    bool ok = l->seed % 3 ? play_alone(l, &s) : play_among_people(l, &s);
    trial_close(&s);
    return ok;
}

/* ---- law 11 ---- */

struct shown {
    int phase;
    int64_t since;
    int64_t until;  /* 0: nothing is shown */
    uint32_t votes; /* ids of those that ask the person, modulo 32, … */
    int64_t end;    /* … and when the first of them ends */
};

/* Votes are given up to the last second by bots: what they decide there ends nothing early. */
enum { LAST_SECOND = 1000, PATIENT_STEPS = 4000 };

/* Phases in which something lies there to be looked at, as games call them. */
static bool is_shown(const char *phase)
{
    static const char *const names[] = {"look", "read", "check", "reveal", "count", "settle"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(phase, names[i]) == 0)
            return true;
    }
    return false;
}

bool shows_something(const struct game *g)
{
    for (int i = 0; g->phases[i]; i++) {
        if (is_shown(g->phases[i]))
            return true;
    }
    return false;
}

/* What the person at this seat looks at now. */
static struct shown look(const struct table *t, int person)
{
    const struct core *c = &t->core;
    struct shown s = {.phase = c->phase, .since = c->since, .end = INT64_MAX};

    if (!c->open && is_shown(t->book->game->phases[c->phase]) && table_due(t) != INT64_MAX)
        s.until = table_due(t);
    FOR_BALLOTS (b, c) {
        if (!seats_has(b->voters & (seat_set) ~(b->yes | b->no), person) || b->about == person)
            continue;
        s.votes |= UINT32_C(1) << b->id % 32;
        s.end = b->until < s.end ? b->until : s.end;
    }
    return s;
}

/* Whether a move has put something else in the place of what was shown. */
static bool goes_on(const struct trial *s)
{
    const struct core *c = &s->match.table->core;
    const struct book *b = s->match.table->book;

    for (int i = 0; i < s->decision->facts; i++) {
        if (b->fact[s->decision->fact[i].kind]->reveal)
            return true;
    }
    return c->outcome || !is_shown(b->game->phases[c->phase]);
}

/* Whether a bot's move has ended what the person was looking at. */
static bool cut_short(struct law *l, struct trial *s, const struct shown *was, int person,
                      const char *action)
{
    struct shown is = look(s->match.table, person);
    const char *phase = l->book->game->phases[was->phase];

    if (was->until > s->now && goes_on(s))
        return !law_fails(l, "phase %s: a bot's %s ends what a person looks at", phase, action);
    if (was->votes & ~is.votes && s->now < was->end - LAST_SECOND)
        return !law_fails(l, "phase %s: a bot's %s ends a vote that a person thinks about", phase,
                          action);
    return false;
}

/* The bot that is to move next; NO_SEAT: none before the table's own next moment. A move points
 * into itself and is not copied. */
static int next_bot(struct law *l, struct trial *s, const struct bot *bot, seat_set people,
                    struct bot_move *moves)
{
    struct mind mind;
    struct bot_head head = head_of(s, &mind);
    int next = NO_SEAT;

    for (int seat = 0; seat < s->setup.seats; seat++) {
        struct known k = table_known(s->match.table, seat);

        if (seats_has(people, seat) || !bot_think(l->book, &k, &bot[seat], &head, &moves[seat]))
            continue;
        if (moves[seat].at < table_due(s->match.table) &&
            (next == NO_SEAT || moves[seat].at < moves[next].at))
            next = seat;
    }
    return next;
}

/* One person does what only people can do, and is silent wherever something can be looked at. The
 * other does whatever comes to mind: what is hurried then is not hurried by bots alone. */
static bool play_patiently(struct law *l, struct trial *s, const struct bot *bot, int person,
                           int other)
{
    struct bot_move moves[SEATS_MAX] = {0};
    struct move move;
    int64_t touched = -1; /* since when what is shown was there when a person did something */

    while (!s->match.table->core.outcome && s->steps < PATIENT_STEPS) {
        struct shown shown = look(s->match.table, person);
        bool silent = shown.until || shown.votes;
        bool asked = !silent && seats_has(table_waiting(s->match.table), person);
        seat_set people = (asked ? SEAT(person) : 0) | SEAT(other);

        if (touched == shown.since)
            shown.until = 0;
        s->steps++;
        if (s->steps % 2 && (asked || sampler_below(&s->sampler, 8) == 0) &&
            play_propose(s->match.table, people, &s->sampler, &move)) {
            if (match_act(&s->match, s->decision, s->now, move.seat, move.action, move.v))
                touched = s->match.table->core.since;
            continue;
        }
        int seat = next_bot(l, s, bot, SEAT(person) | SEAT(other), moves);
        if (seat != NO_SEAT) {
            const struct bot_move *next = &moves[seat];

            s->now = next->at > s->now ? next->at : s->now;
            if (match_act(&s->match, s->decision, s->now, seat, next->action, next->v) &&
                cut_short(l, s, &shown, person, l->book->action[next->action]->name))
                return false;
            l->weight += silent;
        } else if (table_due(s->match.table) != INT64_MAX) {
            s->now = table_due(s->match.table) > s->now ? table_due(s->match.table) : s->now;
            match_act(&s->match, s->decision, s->now, NO_SEAT, ACT_TICK, NULL);
        } else {
            s->now += 1000;
        }
    }
    return true;
}

bool law_bots_patient(struct law *l)
{
    enum { EVERY = 4 }; /* all bots think at every step, which is dear */
    struct bot bot[SEATS_MAX];
    struct trial s;

    if (l->seed % EVERY)
        return true;
    trial_open(&s, l);
    int person = (int)sampler_below(&s.sampler, (uint32_t)s.setup.seats);
    int other = s.setup.seats > 2 ? (person + 1) % s.setup.seats : person;
    for (int seat = 0; seat < s.setup.seats; seat++) {
        struct value v[] = {NUM(seat), NUM(1)};

        bot[seat] = some_bot(&s);
        if (seat != person && seat != other)
            match_act(&s.match, s.decision, s.now, NO_SEAT, ACT_HAND, v);
    }
    bool ok = play_patiently(l, &s, bot, person, other);
    trial_close(&s);
    return ok;
}
