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

static void write_deal(const struct dealt *deal, struct jw *w)
{
    jw_key(w, "deal");
    jw_object(w);
    jw_key_seed(w, "secret", &deal->sealed.secret);
    if (deal->sealed.bound) {
        jw_key_seed(w, "decks", &deal->sealed.decks);
        jw_key_seed(w, "table", &deal->sealed.table);
    }
    jw_key(w, "parts");
    jw_array(w);
    for (int i = 0; i < deal->sealed.parts; i++) {
        jw_object(w);
        jw_key_int(w, "seat", deal->sealed.part[i].seat);
        jw_key_seed(w, "part", &deal->sealed.part[i].part);
        jw_end_object(w);
    }
    jw_end_array(w);
    jw_key(w, "out");
    jw_seats(w, deal->out);
    jw_end_object(w);
}

void log_write_setup(const struct setup *s, const char *const *names, const struct dealt *deal,
                     struct buf *out)
{
    struct jw w = jw_to(out);

    jw_object(&w);
    jw_key(&w, "unisono");
    jw_int(&w, FORMAT);
    jw_key(&w, "setup");
    setup_write(s, &w);
    jw_key_seed(&w, "seed", &s->seed);
    if (deal)
        write_deal(deal, &w);
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
    bool any = false;

    for (int i = 0; s && i < s->n; i++)
        any = any || !s->arg[i].optional || d->asked[i].i || d->asked[i].s.len;
    if (!any)
        return;
    jw_key(w, "with");
    jw_object(w);
    schema_encode_short(s, names, d->asked, w);
    jw_end_object(w);
}

/* Name of the chance, of how many, which of them, and what that is. */
static void write_draws(const struct decision *d, struct jw *w)
{
    bool any = false;

    for (int i = 0; i < d->draws; i++) {
        const struct draw *x = &d->draw[i];

        if (!x->of)
            continue;
        if (!any) {
            jw_key(w, "drew");
            jw_array(w);
        }
        any = true;
        jw_array(w);
        jw_str(w, d->book->chance[x->chance].name);
        jw_int(w, x->of);
        jw_int(w, x->value);
        jw_int(w, x->item);
        jw_end_array(w);
    }
    if (any)
        jw_end_array(w);
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
    write_draws(d, &w);
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
        buf_fini(&r->line);
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

static bool act_again(struct match *m, struct decision *d, const struct record *r)
{
    const struct book *b = m->setup.book;
    struct names names = table_names(m->table);
    struct schema_problem wrong;
    struct args args;
    struct jr_problem unread;
    int action = book_action(b, r->action);

    if (m->records == 0) {
        if (!str_is(r->action, "open") || r->by != NO_SEAT)
            return false;
        match_open(m, d, r->at);
        return true;
    }
    if (action < 0)
        return false;
    json_t *with = r->with.len ? jr_parse(r->with, &unread) : json_object();
    bool fine = with && schema_decode(&b->action_args[action], &names, with, &args, &wrong) &&
                match_act(m, d, r->at, r->by, action, args.v);
    json_decref(with);
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

bool log_check_draws(const struct book *b, const struct seed *seed, uint32_t number,
                     const struct record *r)
{
    uint64_t stream = (uint64_t)(number - 1) * 2;
    struct deal open = deal_at(seed, stream), hidden = deal_at(seed, stream + 1);

    for (int i = 0; i < r->draws; i++) {
        const struct draw *x = &r->draw[i];

        if (deal_below(b->chance[x->chance].secret ? &hidden : &open, x->of) != x->value)
            return false;
    }
    return true;
}

/* What was recorded is what was drawn now, also where a script has rigged it. */
static bool same_draws(const struct decision *d, const struct record *r)
{
    if (r->draws >= 0 && r->draws != d->draws)
        return false;
    for (int i = 0; i < r->draws; i++) {
        const struct draw *a = &d->draw[i], *b = &r->draw[i];

        if (a->chance != b->chance || a->item != b->item ||
            (a->of && (a->of != b->of || a->value != b->value)))
            return false;
    }
    return true;
}

bool log_replay_record(struct match *m, struct decision *d, const struct record *r)
{
    if (!act_again(m, d, r) || d->facts != r->facts || !same_draws(d, r))
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

static bool read_part(struct sealed *s, const json_t *item, int seats)
{
    const json_t *seat = json_object_get(item, "seat");
    struct sealed_part *p = &s->part[s->parts];

    if (!json_is_integer(seat) || json_integer_value(seat) < 0 || json_integer_value(seat) >= seats)
        return false;
    p->seat = (uint8_t)json_integer_value(seat);
    if (s->parts && p[-1].seat >= p->seat)
        return false;
    s->parts++;
    return seed_read(&p->part, jr_member_str(item, "part"));
}

/* True also where it is from before deals were bound to what a table brings. */
static bool read_bound(struct sealed *s, const json_t *deal)
{
    const json_t *table = json_object_get(deal, "table");

    s->bound = table != NULL;
    return !table || (seed_read(&s->table, jr_str(table)) &&
                      seed_read(&s->decks, jr_member_str(deal, "decks")));
}

/* True also where there is none. */
static bool read_deal(struct log_head *head, const json_t *deal)
{
    const json_t *parts = json_object_get(deal, "parts"), *out = json_object_get(deal, "out");
    struct sealed *s = &head->deal.sealed;
    size_t i;
    json_t *item;

    head->dealt = deal != NULL;
    head->deal = (struct dealt){0};
    if (!deal)
        return true;
    if (!seed_read(&s->secret, jr_member_str(deal, "secret")) || !read_bound(s, deal) ||
        !json_is_array(parts) || json_array_size(parts) > SEALED_PARTS || !json_is_array(out))
        return false;
    json_array_foreach((json_t *)parts, i, item)
    {
        if (!read_part(s, item, head->setup.seats))
            return false;
    }
    return !json_array_size(out) || read_audience(out, head->setup.seats, &head->deal.out);
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
    const struct book *book = registry_find(jr_member_str(setup, "game"));
    int64_t format = jr_member_int(json, "unisono");
    bool ok = false;
    if (format > FORMAT)
        fail(problem, "this log is from a newer version of the program");
    else if (format < FORMAT_FIRST)
        fail(problem, "this is not a log of a game");
    else if (!book)
        fail(problem, "there is no such game");
    else
        ok = setup_read(&head->setup, book, setup, problem);
    if (ok && !read_seed(jr_member_str(json, "seed"), format, &head->setup.seed))
        ok = fail(problem, "'seed' is not a number of hexadecimal digits as long as it should be");
    if (ok && !read_deal(head, json_object_get(json, "deal")))
        ok = fail(problem, "'deal' is not what a seed is made of");
    read_names(head, json_object_get(json, "names"));
    json_decref(json);
    return ok;
}
