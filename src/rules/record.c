#include "rules/record.h"

#include "rules/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Logs of format 1 have a shorter seed and know no editions: their games can be shown, not played
 * on. */
enum { FORMAT = 2, FORMAT_FIRST = 1, FIRST_SEED_TEXT = 16 };

void fact_write(const struct book *b, const struct names *names, const struct fact *f,
                bool audience, struct jw *w)
{
    jw_object(w);
    jw_key(w, "is");
    jw_str(w, str_of(b->fact[f->kind]->name));
    if (audience && b->fact[f->kind]->audience == FOR_SOME) {
        jw_key(w, "to");
        jw_seats(w, f->to);
    }
    (audience ? schema_encode : schema_encode_short)(&b->fact_args[f->kind], names, f->arg, w);
    jw_end_object(w);
}

void log_write_setup(const struct setup *s, const char *const *names, struct buf *out)
{
    struct jw w = jw_to(out);
    struct buf seed = {0};

    seed_write(&s->seed, &seed);
    jw_object(&w);
    jw_key(&w, "unisono");
    jw_int(&w, FORMAT);
    jw_key(&w, "setup");
    setup_write(s, &w);
    jw_key(&w, "seed");
    jw_str(&w, buf_str(&seed));
    buf_fini(&seed);
    if (names) {
        jw_key(&w, "names");
        jw_array(&w);
        for (int seat = 0; seat < s->seats; seat++)
            jw_str(&w, str_of(names[seat]));
        jw_end_array(&w);
    }
    jw_end_object(&w);
    buf_addc(out, '\n');
}

/* The arguments as a request would have them: what may be left out and says nothing is. */
static void write_asked(const struct decision *d, const struct names *names, struct jw *w)
{
    const struct schema *s = d->action == NO_ACTION ? NULL : &d->book->action_args[d->action];
    struct schema given = {0};
    struct value v[ARGS_MAX];

    for (int i = 0; s && i < s->n; i++) {
        if (s->arg[i].optional && !d->asked[i].i && !d->asked[i].s.len)
            continue;
        given.arg[given.n] = s->arg[i];
        v[given.n++] = d->asked[i];
    }
    if (!given.n)
        return;
    jw_key(w, "with");
    jw_object(w);
    schema_encode(&given, names, v, w);
    jw_end_object(w);
}

void log_write_record(const struct match *m, const struct decision *d, const char *action,
                      struct buf *out)
{
    struct names names = table_names(m->table);
    struct jw w = jw_to(out);

    jw_object(&w);
    jw_key(&w, "seq");
    jw_int(&w, m->records);
    jw_key(&w, "at");
    jw_int(&w, d->now);
    if (d->by != NO_SEAT) {
        jw_key(&w, "by");
        jw_int(&w, d->by);
    }
    jw_key(&w, "do");
    jw_str(&w, str_of(action));
    write_asked(d, &names, &w);
    jw_key(&w, "facts");
    jw_array(&w);
    for (int i = 0; i < d->facts; i++)
        fact_write(d->book, &names, &d->fact[i], true, &w);
    jw_end_array(&w);
    jw_end_object(&w);
    buf_addc(out, '\n');
}

struct record *record_new(void)
{
    struct record *r = calloc(1, sizeof *r);

    if (!r)
        abort();
    return r;
}

void record_free(struct record *r)
{
    if (r)
        json_decref(r->json);
    free(r);
}

static bool fail(struct setup_problem *p, const char *reason)
{
    snprintf(p->reason, sizeof p->reason, "%s", reason);
    return false;
}

static bool read_audience(const json_t *to, int seats, seat_set *out)
{
    size_t i;
    json_t *item;
    seat_set set = 0;

    json_array_foreach((json_t *)to, i, item)
    {
        json_int_t seat = json_is_integer(item) ? json_integer_value(item) : -1;
        if (seat < 0 || seat >= seats)
            return false;
        set |= SEAT(seat);
    }
    *out = set;
    return set != 0;
}

static bool read_fact(struct record *r, const struct book *b, const struct names *names,
                      json_t *json, struct setup_problem *p)
{
    struct fact *f = &r->fact[r->facts];
    struct schema_problem wrong;
    struct args args;

    if (!json_is_object(json))
        return fail(p, "a fact is not an object");
    int kind = book_fact(b, jr_str(json_object_get(json, "is")));
    if (kind < 0)
        return fail(p, "there is no such fact");
    *f = (struct fact){.kind = (uint8_t)kind};
    if (b->fact[kind]->audience == FOR_SOME &&
        !read_audience(json_object_get(json, "to"), names->seats, &f->to))
        return fail(p, "a fact is for nobody at this table");
    json_object_del(json, "is");
    json_object_del(json, "to");
    if (!schema_decode(&b->fact_args[kind], names, json, &args, &wrong)) {
        snprintf(p->reason, sizeof p->reason, "fact %s: '%.*s' is wrong (%s)", b->fact[kind]->name,
                 (int)(wrong.arg.len < 40 ? wrong.arg.len : 40), wrong.arg.at, wrong.reason);
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

bool log_read_record(struct record *r, const struct book *b, const struct names *names,
                     uint32_t expected, struct str line, struct setup_problem *problem)
{
    struct jr_problem wrong;
    size_t i;
    json_t *fact;

    json_decref(r->json);
    r->facts = 0;
    r->json = jr_parse(line, &wrong);
    if (!r->json)
        return fail(problem, wrong.reason);
    const json_t *seq = json_object_get(r->json, "seq"), *at = json_object_get(r->json, "at");
    const json_t *by = json_object_get(r->json, "by");
    json_t *facts = json_object_get(r->json, "facts");
    if (!json_is_integer(seq) || json_integer_value(seq) != expected)
        return fail(problem, "the record is out of sequence");
    if (!json_is_integer(at) || json_integer_value(at) < 0 || !json_is_array(facts))
        return fail(problem, "a record has 'at' and 'facts'");
    if (by && (!json_is_integer(by) || json_integer_value(by) < 0 ||
               json_integer_value(by) >= names->seats))
        return fail(problem, "'by' is not a seat of this table");
    if (json_array_size(facts) > DECISION_FACTS)
        return fail(problem, "too many facts in one record");
    r->at = json_integer_value(at);
    r->by = by ? (int)json_integer_value(by) : NO_SEAT;
    r->action = jr_str(json_object_get(r->json, "do"));
    r->with = json_object_get(r->json, "with");
    if (r->with && !json_is_object(r->with))
        return fail(problem, "'with' is not an object");
    json_array_foreach(facts, i, fact)
    {
        if (!read_fact(r, b, names, fact, problem))
            return false;
    }
    return true;
}

static bool act_again(struct match *m, struct decision *d, const struct record *r)
{
    const struct book *b = m->setup.book;
    struct names names = table_names(m->table);
    struct schema_problem wrong;
    struct args args;
    int action = book_action(b, r->action);

    if (m->records == 0) {
        if (!str_is(r->action, "open") || r->by != NO_SEAT)
            return false;
        match_open(m, d, r->at);
        return true;
    }
    if (action < 0)
        return false;
    json_t *nothing = r->with ? NULL : json_object();
    bool fine = schema_decode(&b->action_args[action], &names, r->with ? r->with : nothing, &args,
                              &wrong) &&
                match_act(m, d, r->at, r->by, action, args.v);
    json_decref(nothing);
    return fine;
}

static bool same_fact(const struct book *b, const struct fact *a, const struct fact *other)
{
    const struct schema *s = &b->fact_args[a->kind];

    if (a->kind != other->kind || a->to != other->to)
        return false;
    for (int i = 0; i < s->n; i++) {
        bool bytes = s->arg[i].type == ARG_TEXT || s->arg[i].type == ARG_LIST;

        if (bytes ? !str_eq(a->arg[i].s, other->arg[i].s) : a->arg[i].i != other->arg[i].i)
            return false;
    }
    return true;
}

bool log_replay_record(struct match *m, struct decision *d, const struct record *r)
{
    if (!act_again(m, d, r) || d->facts != r->facts)
        return false;
    for (int i = 0; i < d->facts; i++) {
        if (!same_fact(d->book, &d->fact[i], &r->fact[i]))
            return false;
    }
    return true;
}

static bool read_seed(struct str text, int64_t format, struct seed *out)
{
    char whole[SEED_TEXT];

    if (format == FORMAT)
        return seed_read(out, text);
    if (text.len != FIRST_SEED_TEXT)
        return false;
    memset(whole, '0', sizeof whole);
    memcpy(whole, text.at, text.len);
    return seed_read(out, str_n(whole, sizeof whole));
}

static void read_names(struct log_head *head, const json_t *names)
{
    head->n_names = 0;
    for (size_t i = 0; i < json_array_size(names) && i < SEATS_MAX; i++) {
        struct str name = str_shown(jr_str(json_array_get(names, i)));

        snprintf(head->name[i], sizeof head->name[i], "%.*s", STR_FMT(name));
        head->n_names++;
    }
}

bool log_read_setup(struct log_head *head, struct str line, struct setup_problem *problem)
{
    struct jr_problem wrong;
    json_t *json = jr_parse(line, &wrong);

    if (!json)
        return fail(problem, wrong.reason);
    const json_t *setup = json_object_get(json, "setup");
    const struct book *book = registry_find(jr_str(json_object_get(setup, "game")));
    int64_t format = json_integer_value(json_object_get(json, "unisono"));
    bool ok = false;
    if (format > FORMAT)
        fail(problem, "this log is from a newer version of the program");
    else if (format < FORMAT_FIRST)
        fail(problem, "this is not a log of a game");
    else if (!book)
        fail(problem, "there is no such game");
    else
        ok = setup_read(&head->setup, book, setup, problem);
    if (ok && !read_seed(jr_str(json_object_get(json, "seed")), format, &head->setup.seed))
        ok = fail(problem, "'seed' is not a number of hexadecimal digits as long as it should be");
    read_names(head, json_object_get(json, "names"));
    json_decref(json);
    return ok;
}
