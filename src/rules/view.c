/* The sections every view has; the game adds its own. What a section shows is public or the
 * seat's own by construction: nothing else is reachable from `struct known`. */
#include "rules/table.h"
#include "rules/vote.h"

static const char *seat_state(const struct core *c, int seat)
{
    if (seats_has(c->gone, seat))
        return "gone";
    if (seats_has(c->skipped, seat))
        return "skipped";
    return seats_has(c->away, seat) ? "away" : "here";
}

static void view_phase(const struct table *t, struct jw *w)
{
    const struct core *c = &t->core;

    jw_key(w, "phase");
    jw_object(w);
    jw_key_str(w, "name", str_of(t->book->game->phases[c->phase]));
    jw_key_int(w, "since", c->since);
    if (c->deadline)
        jw_key_int(w, "until", c->deadline);
    if (c->held)
        jw_key_int(w, "held", c->held);
    jw_key_bool(w, "paused", c->paused);
    jw_key_seats(w, "waiting", table_waiting(t));
    seat_set absent = table_stalled(t);
    if (absent)
        jw_key_seats(w, "absent", absent);
    jw_end_object(w);
}

static void view_seats(const struct core *c, struct jw *w)
{
    jw_key(w, "seats");
    jw_array(w);
    for (int seat = 0; seat < c->seats; seat++) {
        jw_object(w);
        jw_key_str(w, "state", str_of(seat_state(c, seat)));
        jw_key_int(w, "score", c->score[seat]);
        jw_end_object(w);
    }
    jw_end_array(w);
}

/* Who opened it and why. */
static void view_grounds(const struct table *t, const struct ballot *b, struct jw *w)
{
    FOR_SEATS (seat, b->by)
        jw_key_int(w, "by", seat);
    jw_key_choice(w, "kind", VOTE_KINDS, b->kind);
    if (b->why)
        jw_key_choice(w, "why", REASONS, b->why);
    if (b->with.len)
        jw_key_str(w, "with", word_str(&b->with));
    if (b->kind == VOTE_OBJECTION)
        jw_key_int(w, "needed", vote_needed(&t->core, b));
    if (b->team[0] | b->team[1]) {
        jw_key_seats(w, "team_a", b->team[0]);
        jw_key_seats(w, "team_b", b->team[1]);
    }
}

static void view_ballot(const struct table *t, const struct ballot *b, struct jw *w)
{
    static const char *const opinions[] = {"none", "no", "yes"};

    jw_object(w);
    jw_key_int(w, "ballot", b->id);
    jw_key_str(w, "subject", str_of(t->book->game->subjects[b->subject]));
    jw_key_int(w, "about", b->about);
    jw_key_int(w, "topic", b->topic);
    jw_key_str(w, "suggested", str_of(opinions[b->suggested]));
    jw_key_seats(w, "voters", b->voters);
    jw_key_seats(w, "yes", b->yes);
    jw_key_seats(w, "no", b->no);
    if (b->rider)
        jw_key_seats(w, "rider", b->rider_yes);
    jw_key_int(w, "until", b->until);
    view_grounds(t, b, w);
    jw_end_object(w);
}

static void view_votes(const struct table *t, struct jw *w)
{
    jw_key(w, "votes");
    jw_array(w);
    /* The oldest first; a number comes again after 255. */
    for (int age = 254; age >= 0 && t->core.open; age--) {
        FOR_BALLOTS (b, &t->core) {
            if ((t->core.ballots - b->id + 255) % 255 == age)
                view_ballot(t, b, w);
        }
    }
    jw_end_array(w);
}

/* T-7: for a moment everybody sees the result. Screens look at the time. */
static void view_verdict(const struct table *t, struct jw *w)
{
    const struct verdict *v = &t->core.verdict;

    jw_key(w, "verdict");
    jw_object(w);
    jw_key(w, "vote");
    view_ballot(t, &v->ballot, w);
    jw_key_bool(w, "passed", v->yes);
    if (v->ballot.rider)
        jw_key_bool(w, "rider_passed", v->rider);
    jw_key_int(w, "at", v->at);
    jw_end_object(w);
}

static void view_can(const struct table *t, int seat, struct jw *w)
{
    const struct book *b = t->book;
    struct known k = table_known(t, seat);

    jw_key(w, "can");
    jw_array(w);
    for (int i = 0; i < b->actions; i++) {
        const struct action_spec *a = b->action[i];

        if (a->actor != BY_SEAT || t->core.outcome || t->core.paused ||
            seats_has(t->core.gone, seat))
            continue;
        if (!a->can || a->can(&k))
            jw_str(w, str_of(a->name));
    }
    jw_end_array(w);
}

static void view_result(const struct core *c, struct jw *w)
{
    static const char *const outcomes[] = {"none", "won", "lost", "ranked", "abandoned"};

    jw_key(w, "result");
    jw_object(w);
    jw_key_str(w, "outcome", str_of(outcomes[c->outcome]));
    jw_key_seats(w, "winners", c->winners);
    jw_end_object(w);
}

void table_view_common(const struct table *t, struct jw *w)
{
    struct known k = table_known(t, NO_SEAT);

    view_phase(t, w);
    view_seats(&t->core, w);
    view_votes(t, w);
    if (t->core.verdict.ballot.id)
        view_verdict(t, w);
    t->book->game->view(&k, w);
    if (t->core.outcome)
        view_result(&t->core, w);
}

void table_view_own(const struct table *t, int seat, struct jw *w)
{
    struct known k = table_known(t, seat);

    if (t->book->game->own)
        t->book->game->own(&k, w);
    view_can(t, seat, w);
}

void table_view(const struct table *t, int seat, struct buf *out)
{
    struct jw w = jw_to(out);

    jw_object(&w);
    table_view_common(t, &w);
    if (seat != NO_SEAT)
        table_view_own(t, seat, &w);
    jw_end_object(&w);
}
