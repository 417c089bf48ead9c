/* What people ask of their table's memory: to see it, to keep it, to be forgotten. */
#include "room/remember.h"

#include <string.h>

enum { JOBS = 12, ASKS = 20, ASK_EVERY = 1500 };

static bool may_ask(struct room *r, struct conn *c, int64_t tag)
{
    int jobs = 0;

    for (const struct job *j = r->jobs; j; j = j->next)
        jobs++;
    if (jobs >= JOBS) {
        request_told(c, tag, "busy");
        return false;
    }
    return request_may_ask(c, tag, ASKS, ASK_EVERY);
}

/* Those who sit at the table, and its screen: a passer-by learns nothing of its evenings. */
static bool belongs(const struct room *r, const struct conn *c)
{
    return (c->screen && r->tonight) || party_has_player(&r->party, c->guest) ||
           party_hosts(&r->party, c->guest);
}

static void ask_keep(struct room *r, struct conn *c, const struct message *m)
{
    struct str name = str_trim(jr_member_str(m->with, "name"));

    if (!name.len || str_characters(name) > 2 * NAME_CHARS || name.len > MEMORY_NAME) {
        request_told(c, m->tag, "table_name");
        return;
    }
    if (room_stops(r, name)) {
        request_told(c, m->tag, "name_filtered");
        return;
    }
    memcpy(job_add(r, JOB_KEEP, c, m->tag)->name, name.at, name.len);
}

static void ask_tonight(struct room *r, struct conn *c, const struct message *m, bool host)
{
    const json_t *on = json_object_get(m->with, "on");

    if (!on) {
        job_add(r, JOB_TONIGHT, c, m->tag);
    } else if (!host) {
        request_told(c, m->tag, "not_host");
    } else {
        r->tonight = json_is_true(on) && !(r->match.table && !room_over(r));
        r->stale = true;
        request_told(c, m->tag, NULL);
        room_schedule(r, 0);
    }
}

bool remembering_ask(struct room *r, struct conn *c, const struct message *m)
{
    static const struct {
        const char *name;
        enum job_kind kind;
        bool host;
    } asks[] = {{"memory", JOB_TELL, false},     {"tonight", JOB_TONIGHT, false},
                {"picture", JOB_PICTURE, false}, {"keep", JOB_KEEP, true},
                {"unkeep", JOB_END, true},       {"forget_person", JOB_FORGET, false},
                {"same_person", JOB_JOIN, true}};
    bool host = party_hosts(&r->party, c->guest);

    for (size_t i = 0; i < sizeof asks / sizeof asks[0]; i++) {
        if (!str_is(m->name, asks[i].name))
            continue;
        if (!may_ask(r, c, m->tag))
            return true;
        if (!belongs(r, c) || (asks[i].host && !host)) {
            request_told(c, m->tag, asks[i].host ? "not_host" : "not_at_table");
        } else if (asks[i].kind == JOB_KEEP) {
            ask_keep(r, c, m);
        } else if (asks[i].kind == JOB_TONIGHT) {
            ask_tonight(r, c, m, host);
        } else {
            struct job *j = job_add(r, asks[i].kind, c, m->tag);
            int lang = language_of(jr_member_str(m->with, "language"));

            j->person = (int)jr_member_int(m->with, "person");
            j->as = (int)jr_member_int(m->with, "as");
            j->all = json_is_true(json_object_get(m->with, "all"));
            j->names = !json_is_false(json_object_get(m->with, "names"));
            j->lang = lang < 0 ? LANG_EN : (enum language)lang;
        }
        return true;
    }
    return false;
}
