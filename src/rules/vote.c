#include "rules/vote.h"

#include "rules/core_facts.h"

int vote_count(int yes, int no, int open, enum opinion suggested)
{
    bool tie = suggested == OPINION_YES;

    /* Certain when even all the others on the other side would not change it. */
    if (yes > no + open || (yes == no + open && tie))
        return 1;
    if (no > yes + open || (no == yes + open && !tie))
        return 0;
    return -1;
}

const struct ballot *vote_find(const struct core *c, int id)
{
    FOR_BALLOTS (b, c) {
        if (b->id == id)
            return b;
    }
    return NULL;
}

static int free_slots(const struct core *c)
{
    int n = 0;

    for (int i = 0; i < BALLOTS_MAX; i++)
        n += c->ballot[i].id == 0;
    return n;
}

bool vote_holds(const struct core *c)
{
    FOR_BALLOTS (b, c) {
        if (b->holds)
            return true;
    }
    return false;
}

bool vote_open(struct decision *d, const struct question *q)
{
    const struct core *c = d->core;
    int id = c->ballots % 255 + 1; /* 1 … 255, then from 1 again */
    bool objection = q->kind == VOTE_OBJECTION;
    seat_set voters = objection ? q->voters & (seat_set)~SEAT(q->about) : q->voters;
    enum opinion says = objection ? OPINION_YES : q->says;

    if (free_slots(c) == 0 || vote_find(c, id))
        return refuse(d, "too_many_votes");
    if (q->holds && c->deadline && !c->expired)
        clock_hold(d);
    EMIT(d, core_vote_opened, .ballot = id, .subject = q->subject, .about = q->about,
         .voters = voters, .suggested = q->suggested, .holds = q->holds, .rider = q->rider,
         .topic = q->topic, .until = d->now + option(c, OPT_VOTE_TIME) * INT64_C(1000),
         .kind = q->kind, .by = seats_one(d->by), .called = voters & seats_present(c),
         .team_a = q->team[0], .team_b = q->team[1], .why = q->why, .with = q->with);
    if (says && seats_has(voters, d->by))
        EMIT(d, core_vote_cast, .ballot = id, .seat = d->by, .yes = says == OPINION_YES,
             .rider = q->rider && q->says_rider);
    return true;
}

CAN(core_vote)
{
    FOR_BALLOTS (b, k->core) {
        if (seats_has(b->voters, k->seat))
            return true;
    }
    return false;
}

DECIDE(core_vote)
{
    const struct ballot *b = vote_find(d->core, a->ballot);

    if (!b)
        return refuse(d, "vote_over");
    if (!seats_has(b->voters, d->by))
        return refuse(d, "not_your_vote");
    /* A changed mind is fine until the vote is over. */
    EMIT(d, core_vote_cast, .ballot = b->id, .seat = d->by, .yes = a->yes,
         .rider = b->rider && a->rider);
    return true;
}

static bool another_holds(const struct core *c, const struct ballot *except)
{
    FOR_BALLOTS (b, c) {
        if (b != except && b->holds)
            return true;
    }
    return false;
}

static void release_clock(struct decision *d, const struct ballot *b)
{
    const struct core *c = d->core;

    if (b->holds && c->held && !another_holds(c, b) && !table_stalled(d->table))
        EMIT(d, core_clock_released, .until = d->now + c->held);
}

void vote_drop(struct decision *d, const struct ballot *b)
{
    EMIT(d, core_vote_closed, .ballot = b->id, .yes = false, .at = d->now, .moot = true);
    release_clock(d, b);
}

static void close_ballot(struct decision *d, const struct ballot *b, bool yes, bool rider)
{
    const struct core *c = d->core;

    EMIT(d, core_vote_closed, .ballot = b->id, .yes = yes, .rider = rider, .at = d->now);
    release_clock(d, b);
    if (b->subject == SUBJECT_SKIP) {
        if (yes && !seats_has(c->skipped | c->gone, b->about))
            EMIT(d, core_seat_skipped, .seat = b->about);
    } else {
        d->book->game->decided(d, b, yes, rider);
    }
}

/* T-9: whoever did what was asked for, is not asked any more or is back need not be skipped; and a
 * vote from an earlier phase must not skip anybody in this one. */
static bool is_moot(const struct decision *d, const struct ballot *b)
{
    int64_t opened = b->until - option(d->core, OPT_VOTE_TIME) * INT64_C(1000);

    return b->subject == SUBJECT_SKIP &&
           (!seats_has(table_waiting(d->table), b->about) || opened < d->core->since ||
            (b->kind == VOTE_MATTER && !seats_has(d->core->away, b->about)));
}

/* ---- counting ---- */

/* Who has a say in an objection: those called and whoever else has voted. */
static seat_set entitled(const struct core *c, const struct ballot *b)
{
    return b->voters & seats_active(c) & (b->called | b->yes | b->no);
}

/* The voices of an objection: one for everybody, or one for every team that has somebody. */
struct voices {
    int all, yes, open;
};

static struct voices voices_of(const struct core *c, const struct ballot *b, seat_set yes,
                               seat_set open)
{
    seat_set who = entitled(c, b) | open;
    struct voices v = {0};

    if (!(b->team[0] | b->team[1]))
        return (struct voices){seats_count(who), seats_count(yes & who), seats_count(open)};
    for (int i = 0; i < VOTE_TEAMS; i++) {
        int members = seats_count(who & b->team[i]), agree = seats_count(yes & b->team[i]);
        int may = seats_count(open & b->team[i]);

        /* A team is for striking with more than half of its members: split, it is for the word. */
        v.all += members > 0;
        v.yes += 2 * agree > members;
        v.open += 2 * agree <= members && 2 * (agree + may) > members;
    }
    return v;
}

/* As vote_count(), where more than half of all `voices` must say yes. */
static int count_all(int yes, int open, int voices, enum opinion suggested)
{
    if (voices < 2)
        return voices == 1 && suggested == OPINION_YES;
    if (2 * yes > voices)
        return 1;
    return 2 * (yes + open) > voices ? -1 : 0;
}

int vote_needed(const struct core *c, const struct ballot *b)
{
    return b->kind == VOTE_OBJECTION ? voices_of(c, b, 0, 0).all / 2 + 1 : 0;
}

static int count_objection(const struct core *c, const struct ballot *b, seat_set open, int *rider)
{
    struct voices v = voices_of(c, b, b->yes, open);
    int result = count_all(v.yes, v.open, v.all, (enum opinion)b->suggested);

    if (result == 1 && b->rider) {
        struct voices with = voices_of(c, b, b->rider_yes, open);

        *rider = with.all < 2 ? with.yes : count_all(with.yes, with.open, with.all, 0);
    }
    return result;
}

static int count_matter(const struct core *c, const struct ballot *b, seat_set open, int *rider)
{
    seat_set voters = b->voters & seats_active(c);
    seat_set yes = b->yes & voters, no = b->no & voters;
    int waiting = seats_count(open);
    int result = vote_count(seats_count(yes), seats_count(no), waiting, (enum opinion)b->suggested);

    if (result == 1 && b->rider) {
        /* The second question is open as long as it could still turn. */
        int with = seats_count(b->rider_yes & voters);
        int without = seats_count((yes | no) & ~b->rider_yes);
        *rider = vote_count(with, without, waiting, OPINION_NONE);
    }
    return result;
}

bool vote_follow(struct decision *d)
{
    const struct core *c = d->core;

    FOR_BALLOTS (b, c) {
        seat_set open = d->now >= b->until ? 0 : votes_missing(b) & seats_present(c);
        int rider = 0;

        if (is_moot(d, b)) {
            vote_drop(d, b);
            return true;
        }
        int result = b->kind == VOTE_OBJECTION ? count_objection(c, b, open, &rider)
                                               : count_matter(c, b, open, &rider);
        if (result >= 0 && rider >= 0) {
            close_ballot(d, b, result == 1, rider == 1);
            return true;
        }
    }
    return false;
}
