#include "court.h"

#include "check.h"
#include "rules/setup.h"

#include <string.h>

/* ---- the game ---- */

static struct question asked;
seat_set court_actors, court_waited;

static bool can_ask(const struct known *k)
{
    (void)k;
    return true;
}

static bool decide_ask(struct decision *d, const struct value *v)
{
    (void)v;
    return vote_open(d, &asked);
}

static void open_table(struct decision *d)
{
    phase_begin(d, 0, 60);
}

static void follow(struct decision *d)
{
    (void)d;
}

static void decided(struct decision *d, const struct ballot *b, bool yes, bool rider)
{
    (void)d, (void)b, (void)yes, (void)rider;
}

static seat_set awaits(const struct known *k)
{
    (void)k;
    return court_waited;
}

static seat_set actors(const struct known *k)
{
    (void)k;
    return court_actors;
}

static void view(const struct known *k, struct jw *w)
{
    (void)k, (void)w;
}

struct nothing {
    uint8_t zero;
};
static const struct field nothing_fields[] = {{"zero", FIELD_UNSIGNED, 1, 1, NULL}};
static const struct layout nothing_layout = LAYOUT(struct nothing, nothing_fields);
static const char *const phases[] = {"talk", NULL};
static const char *const subjects[] = {"skip", "strike", NULL};
static const char *const chances[] = {NULL};
static const struct action_spec actions[] = {{"ask", "", BY_SEAT, can_ask, decide_ask}, {0}};
static const struct fact_spec facts[] = {{0}};
static const struct game court = {.id = "court",
                                  .edition = 1,
                                  .min_seats = 2,
                                  .max_seats = 8,
                                  .public_layout = &nothing_layout,
                                  .phases = phases,
                                  .subjects = subjects,
                                  .actions = actions,
                                  .facts = facts,
                                  .chances = chances,
                                  .open = open_table,
                                  .follow = follow,
                                  .decided = decided,
                                  .awaits = awaits,
                                  .actors = actors,
                                  .view = view};

/* ---- a table of it ---- */

void court_open(struct match_fixture *f, int seats)
{
    static struct book book;
    struct setup s;

    court_actors = court_waited = seats_all(seats);
    book_init(&book, &court);
    setup_default(&s, &book);
    s.seats = seats;
    *f = (struct match_fixture){0};
    match_fixture_open(f, &s);
}

void court_table(struct match_fixture *f, int action, int seat)
{
    assert_true(match_fixture_act(f, NO_SEAT, action, (struct value[]){NUM(seat), NUM(1)}));
}

void court_ask(struct match_fixture *f, int by, struct question q)
{
    asked = q;
    asked.subject = CORE_SUBJECTS;
    assert_true(match_fixture_act(f, by, CORE_ACTIONS, NULL));
}

struct question court_objection(const struct match_fixture *f, int about, enum opinion suggested)
{
    return (struct question){.kind = VOTE_OBJECTION,
                             .about = about,
                             .voters = seats_active(match_fixture_core(f)),
                             .suggested = suggested};
}

bool court_vote(struct match_fixture *f, int seat, bool yes, bool rider)
{
    struct value v[] = {NUM(match_fixture_core(f)->ballots), NUM(yes), NUM(rider)};

    return match_fixture_act(f, seat, ACT_VOTE, v);
}

void court_votes(struct match_fixture *f, int seat, bool yes)
{
    assert_true(court_vote(f, seat, yes, false));
}

enum court_result court_result(const struct match_fixture *f)
{
    const struct core *c = match_fixture_core(f);

    if (vote_find(c, c->ballots))
        return COURT_RUNS;
    assert_int_equal(c->verdict.ballot.id, c->ballots);
    return c->verdict.yes ? COURT_FALLS : COURT_STANDS;
}

void court_shows(const struct match_fixture *f, const char *text, bool there)
{
    struct buf out = {0};

    table_view(f->m.table, NO_SEAT, &out);
    if ((strstr(buf_cstr(&out), text) != NULL) != there)
        fail_msg("%s: %s", text, buf_cstr(&out));
    buf_fini(&out);
}
