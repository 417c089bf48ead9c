/* A draft of a deck is looked through in steps, a few of them in a turn: nobody at another table
 * waits for two thousand lines of somebody. Whoever asked is answered at the end. An order to
 * keep the deck waits for that, too, and goes by what was found. */
#include "room/inside.h"
#include "rules/deck_check.h"

#include <stdlib.h>

enum { STEPS_A_TURN = 2 };

struct draft_check {
    int64_t tag;  /* of the question, … */
    bool answers; /* … where there was one */
    const struct deck_kind *kind;
    struct deck_checking *checking;
};

static void write_report(const struct deck_report *r, struct jw *w)
{
    jw_key(w, "deck");
    jw_object(w);
    jw_key_int(w, "lines", r->lines);
    jw_key_int(w, "entries", r->entries);
    jw_key_int(w, "cards", r->cards);
    jw_key_int(w, "wrong", r->wrong);
    jw_key_int(w, "faults", r->faults);
    jw_key(w, "first");
    jw_array(w);
    for (int i = 0; i < r->shown; i++) {
        jw_object(w);
        jw_key_int(w, "line", r->fault[i].line);
        jw_key_str(w, "flaw", str_of(deck_flaw_name(r->fault[i].flaw)));
        if (r->fault[i].with)
            jw_key_int(w, "with", r->fault[i].with);
        jw_end_object(w);
    }
    jw_end_array(w);
    jw_end_object(w);
}

static void answer(struct conn *c, int64_t tag, const struct deck_report *report)
{
    struct jw w = told_begin(c, tag);

    write_report(report, &w);
    told_send(c, &w);
}

static void finish(struct conn *c)
{
    struct draft_check k = *c->check;
    struct deck_report report;

    deck_checking_end(k.checking, &report);
    free(c->check);
    c->check = NULL;
    c->draft_kind = k.kind;
    c->draft_wrong = report.wrong;
    if (k.answers) /* sending may close the connection */
        answer(c, k.tag, &report);
}

/* True: it is over. */
static bool step(struct conn *c)
{
    for (int i = 0; i < STEPS_A_TURN; i++) {
        if (deck_checking_step(c->check->checking)) {
            finish(c);
            return true;
        }
    }
    return false;
}

static void begin(struct room *r, struct conn *c, const struct draft_check *k, const struct book *b)
{
    c->check = malloc(sizeof *c->check);
    if (!c->check)
        abort();
    *c->check = *k;
    c->check->checking = deck_checking_new(b->game, k->kind, buf_str(c->draft));
    if (!step(c))
        room_schedule(r, 0);
}

void draft_check_begin(struct room *r, struct conn *c, int64_t tag, const struct book *b,
                       const struct deck_kind *kind)
{
    begin(r, c, &(struct draft_check){.tag = tag, .answers = true, .kind = kind}, b);
}

void draft_check_drop(struct conn *c)
{
    if (c->check)
        deck_checking_end(c->check->checking, NULL);
    free(c->check);
    c->check = NULL;
    c->draft_kind = NULL;
}

bool draft_check_asked(const struct conn *c, int64_t *tag)
{
    if (!c->check || !c->check->answers)
        return false;
    *tag = c->check->tag;
    return true;
}

static bool keeps(const struct message *m)
{
    return m->kind == MESSAGE_DO && str_is(m->name, "keep_deck");
}

static bool changes(const struct message *m)
{
    return m->kind == MESSAGE_ASK && (str_is(m->name, "draft") || str_is(m->name, "borrow"));
}

bool draft_check_delays(struct room *r, struct conn *c, const struct message *m)
{
    if (c->check)
        return keeps(m) || changes(m);
    if (!keeps(m) || !c->draft || !party_hosts(&r->party, c->guest))
        return false;
    const struct book *b;
    const struct deck_kind *kind = draft_kind(m, &b);

    if (kind && c->draft_kind != kind && manners_check(r, c->draft->len))
        begin(r, c, &(struct draft_check){.kind = kind}, b);
    return c->check;
}

/* One connection has its turn: sending may close it. */
int64_t draft_check_run(struct room *r)
{
    struct conn *c = r->conns;

    while (c && !c->check)
        c = c->next;
    if (!c)
        return INT64_MAX;
    step(c);
    room_schedule(r, 0);
    return r->services->now() + 1;
}
