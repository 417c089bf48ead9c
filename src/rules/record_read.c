/* One line of a log: a record, read as it stands. */
#include "rules/record.h"

#include <stdio.h>
#include <string.h>

static bool fail(struct setup_problem *p, const char *reason)
{
    snprintf(p->reason, sizeof p->reason, "%s", reason);
    return false;
}

/* What `is` says has to come first: nothing else can be read without it. */
static int read_kind(const struct book *b, struct jp *p)
{
    struct str name, kind;

    if (!jp_enter(p, '{') || !jp_member(p, &name) || !str_is(name, "is") || !jp_text(p, &kind))
        return -1;
    return book_fact(b, kind);
}

/* Whom it is for comes right after it, where somebody has to be named. */
static bool read_audience(const struct names *names, struct jp *p, seat_set *to)
{
    struct str name;

    return jp_member(p, &name) && str_is(name, "to") && schema_read_seats(p, names->seats, to) &&
           *to != 0;
}

static bool read_fact(struct record *r, const struct book *b, const struct names *names,
                      struct jp *p, struct setup_problem *problem)
{
    struct fact *f = &r->fact[r->facts];
    struct schema_problem wrong;
    struct args args;
    int kind = read_kind(b, p);

    if (kind < 0)
        return fail(problem, p->wrong ? p->wrong : "there is no such fact");
    *f = (struct fact){.kind = (uint8_t)kind};
    if (b->fact[kind]->audience == FOR_SOME && !read_audience(names, p, &f->to))
        return fail(problem, "a fact is for nobody at this table");
    if (!schema_read(&b->fact_args[kind], names, p, &args, &wrong)) {
        if (p->wrong)
            return fail(problem, p->wrong);
        snprintf(problem->reason, sizeof problem->reason, "fact %s: '%.*s' is wrong (%s)",
                 b->fact[kind]->name, (int)(wrong.arg.len < 40 ? wrong.arg.len : 40), wrong.arg.at,
                 wrong.reason);
        return false;
    }
    for (int i = 0; i < b->fact_args[kind].n; i++) {
        f->arg[i] = args.v[i];
        if (b->fact_args[kind].arg[i].type == ARG_LIST) {
            memcpy(r->list[r->facts], args.list[i], LIST_MAX);
            f->arg[i].s.at = r->list[r->facts];
        }
    }
    r->facts++;
    return true;
}

static bool read_facts(struct record *r, const struct book *b, const struct names *names,
                       struct jp *p, struct setup_problem *problem)
{
    if (jp_next(p) != '[')
        return fail(problem, "a record has 'at' and 'facts'");
    for (jp_enter(p, '['); jp_item(p);) {
        if (r->facts == DECISION_FACTS)
            return fail(problem, "too many facts in one record");
        if (jp_next(p) != '{')
            return fail(problem, "a fact is not an object");
        if (!read_fact(r, b, names, p, problem))
            return false;
    }
    return !p->wrong || fail(problem, p->wrong);
}

static int find_chance(const struct book *b, struct str name)
{
    for (int i = 0; i < b->chances; i++) {
        if (str_eq(b->chance[i].name, name))
            return i;
    }
    return -1;
}

/* Name of the chance, of how many, which of them, and what that is. */
static bool read_draw(const struct book *b, struct jp *p, struct draw *out)
{
    int64_t n[3] = {0};
    struct str name;

    if (!jp_enter(p, '[') || !jp_item(p) || !jp_text(p, &name))
        return false;
    for (int i = 0; i < 3; i++) {
        if (!jp_item(p) || !jp_int(p, &n[i]) || n[i] < 0 || n[i] > UINT16_MAX)
            return false;
    }
    int chance = find_chance(b, name);
    if (jp_item(p) || chance < 0 || n[1] >= n[0])
        return false;
    *out = (struct draw){(uint8_t)chance, (uint32_t)n[0], (uint32_t)n[1], (uint32_t)n[2]};
    return true;
}

static bool read_draws(struct record *r, const struct book *b, struct jp *p)
{
    for (jp_enter(p, '['); jp_item(p); r->draws++) {
        if (r->draws == DRAWS_MAX || !read_draw(b, p, &r->draw[r->draws]))
            return false;
    }
    return !p->wrong;
}

/* The members of a record, in any order; a bit for each that was there. */
enum { SEQ = 1, AT = 2, BY = 4, DO = 8, WITH = 16, DREW = 32, FACTS = 64 };

static int member_of(struct str name)
{
    static const struct {
        struct str name;
        int bit;
    } members[] = {{STR_INIT("seq"), SEQ},    {STR_INIT("at"), AT},     {STR_INIT("by"), BY},
                   {STR_INIT("do"), DO},      {STR_INIT("with"), WITH}, {STR_INIT("drew"), DREW},
                   {STR_INIT("facts"), FACTS}};

    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        if (str_eq(members[i].name, name))
            return members[i].bit;
    }
    return 0;
}

static bool read_member(struct record *r, const struct book *b, const struct names *names,
                        uint32_t expected, int member, struct jp *p, struct setup_problem *problem)
{
    int64_t n = -1;

    switch (member) {
    case SEQ:
        return (jp_next(p) == '0' && jp_int(p, &n) && n == expected) ||
               fail(problem, "the record is out of sequence");
    case AT:
        return (jp_next(p) == '0' && jp_int(p, &r->at) && r->at >= 0) ||
               fail(problem, "a record has 'at' and 'facts'");
    case BY:
        if (jp_next(p) != '0' || !jp_int(p, &n) || n < 0 || n >= names->seats)
            return fail(problem, "'by' is not a seat of this table");
        r->by = (int)n;
        return true;
    case DO: /* one that is no text is no action */
        return (jp_next(p) == '"' ? jp_text(p, &r->action) : jp_skip(p, NULL)) ||
               fail(problem, p->wrong);
    case WITH:
        if (jp_next(p) != '{')
            return fail(problem, "'with' is not an object");
        return jp_skip(p, &r->with) || fail(problem, p->wrong);
    case DREW:
        r->draws = 0;
        return (jp_next(p) == '[' && read_draws(r, b, p)) ||
               fail(problem, "'drew' is not a list of draws");
    case FACTS:
        return read_facts(r, b, names, p, problem);
    default: /* of a later version */
        return jp_skip(p, NULL) || fail(problem, p->wrong);
    }
}

bool log_read_record(struct record *r, const struct book *b, const struct names *names,
                     uint32_t expected, struct str line, struct setup_problem *problem)
{
    struct str name;
    int seen = 0;

    buf_clear(&r->line);
    buf_add(&r->line, line);
    struct jp p = jp_on(r->line.at, r->line.len);
    r->facts = 0;
    r->draws = -1;
    r->by = NO_SEAT;
    r->action = r->with = STR("");
    for (jp_enter(&p, '{'); jp_member(&p, &name);) {
        int member = member_of(name);

        if (seen & member)
            return fail(problem, "a member of the record comes twice");
        seen |= member;
        if (!read_member(r, b, names, expected, member, &p, problem))
            return false;
    }
    if (!jp_end(&p))
        return fail(problem, p.wrong);
    if (!(seen & SEQ))
        return fail(problem, "the record is out of sequence");
    return (seen & (AT | FACTS)) == (AT | FACTS) || fail(problem, "a record has 'at' and 'facts'");
}
