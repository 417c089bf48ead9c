/* What a device makes of a frame: takes it apart, keeps what it shows, and objects to what does not
 * fit. */
#include "loadtest/inside.h"
#include "loadtest/scan.h"

#include <string.h>

/* A frame, as far as we look at it; what is not there is empty. */
struct frame {
    struct str ack, again, refused, welcome, epoch, rev, guest, room, views, mend, facts, told,
        number, history, error;
};

static void take_apart(struct frame *f, struct str text)
{
    static const struct {
        const char *name;
        size_t at;
    } members[] = {
#define MEMBER(name) {#name, offsetof(struct frame, name)}
        MEMBER(ack),   MEMBER(again), MEMBER(refused), MEMBER(welcome), MEMBER(epoch),
        MEMBER(rev),   MEMBER(guest), MEMBER(room),    MEMBER(views),   MEMBER(mend),
        MEMBER(facts), MEMBER(told),  MEMBER(number),  MEMBER(error),   MEMBER(history),
#undef MEMBER
    };
    struct str inside, name, value;

    *f = (struct frame){0};
    for (scan_open(text, &inside); scan_member(&inside, &name, &value);) {
        for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
            if (str_is(name, members[i].name))
                *(struct str *)((char *)f + members[i].at) = value;
        }
    }
}

/* ---- sections of the room ---- */

static void take_people(struct person *p, struct str list)
{
    struct str inside, item;

    p->players = p->bots = 0;
    p->seated = false;
    p->seat = NO_SEAT;
    for (scan_open(list, &inside); scan_item(&inside, &item);) {
        int64_t guest = scan_int(scan_get(item, "guest"), 0);

        if (str_is(scan_get(item, "left"), "true"))
            continue;
        p->players += guest != 0;
        p->bots += guest == 0;
        if (p->guest && guest == p->guest) {
            p->seated = true;
            p->seat = scan_int(scan_get(item, "seat"), NO_SEAT);
            p->player = scan_int(scan_get(item, "player"), 0);
        }
    }
}

static void take_room(struct device *d, struct str sections)
{
    struct person *p = d->person;
    struct str inside, name, value;

    for (scan_open(sections, &inside); scan_member(&inside, &name, &value);) {
        if (str_is(name, "info")) {
            p->host = scan_int(scan_get(value, "host"), 0);
        } else if (str_is(name, "people")) {
            take_people(p, value);
        } else if (str_is(name, "lobby")) {
            struct str game = scan_text(scan_get(value, "game"));

            snprintf(p->game, sizeof p->game, "%.*s", STR_FMT(game));
        } else if (str_is(name, "table")) {
            buf_clear(&d->table);
            buf_add(&d->table, value);
            p->playing = !str_is(value, "null");
            p->over = str_is(scan_get(value, "over"), "true");
        }
    }
}

/* ---- the game ---- */

static void count_end(struct device *d)
{
    struct group *g = d->person->group;
    const struct mirror *m = &d->mirror;

    if (!m->whole || !m->table || !m->table->core.outcome || g->ended == m->game)
        return;
    g->ended = m->game;
    g->games++;
    d->person->load->result->games++;
}

static void check(struct device *d)
{
    struct load *l = d->person->load;

    l->result->checks++;
    if (!mirror_check(&d->mirror))
        violation(l, d->person, "%s", d->mirror.reason);
    count_end(d);
}

static void take_game(struct device *d, const struct frame *f)
{
    struct load *l = d->person->load;
    struct mirror *m = &d->mirror;
    struct str inside, entry;
    bool fine = true;

    if (!d->person->playing) {
        mirror_fini(m);
        return;
    }
    int64_t number = scan_int(scan_get(buf_str(&d->table), "number"), 0);
    bool same_game = m->game == number;
    if (f->welcome.len)
        mirror_gap(m);
    for (scan_open(f->views, &inside); fine && scan_item(&inside, &entry);) {
        fine = mirror_view(m, entry);
        if (!fine || f->welcome.len || !str_is(scan_get(entry, "fresh"), "true"))
            continue;
        if (same_game) { /* who rose sees with an onlooker's eyes, which have seen nothing yet */
            mirror_gap(m);
            person_ask_history(d);
        } else {
            fine = mirror_begin(m, buf_str(&d->table));
        }
    }
    if (!fine || !mirror_mend(m, f->mend) || !mirror_facts(m, f->facts))
        violation(l, d->person, "%s", m->reason);
    else if (f->views.len || f->mend.len || f->facts.len)
        check(d);
}

static void take_history(struct device *d, const struct frame *f)
{
    struct load *l = d->person->load;

    if (scan_int(f->told, 0) != d->asked)
        return; /* of a connection that broke */
    d->asked = 0;
    if (!f->history.len)
        return; /* it is asked to wait */
    l->result->histories++;
    if (!d->person->playing ||
        scan_int(f->number, 0) != scan_int(scan_get(buf_str(&d->table), "number"), 0))
        return; /* the game that it is about has gone, and the next was seen from its start */
    if (!mirror_history(&d->mirror, buf_str(&d->table), f->history))
        violation(l, d->person, "%s", d->mirror.reason);
    else
        check(d);
}

/* ---- revisions, and how long they take to everybody ---- */

static struct revision *revision_at(struct group *g, int64_t rev)
{
    struct revision *s = &g->revision[rev % REVISIONS];

    if (s->rev != rev)
        *s = (struct revision){.rev = rev};
    return s;
}

static void arrived(struct device *d, struct revision *s)
{
    struct load *l = d->person->load;
    const struct group *g = d->person->group;

    if (!s->acked || s->arrived < g->in || !l->measuring)
        return;
    latency_add(&l->result->shown, s->last - s->sent);
    if (s->reveal)
        latency_add(&l->result->reveal, s->last - s->sent);
    s->acked = false;
}

static void take_revision(struct device *d, const struct frame *f)
{
    struct load *l = d->person->load;
    int64_t rev = scan_int(f->rev, -1);

    if (!f->rev.len)
        return;
    if (!f->welcome.len && rev != d->rev + 1)
        violation(l, d->person, "revision %lld after %lld", (long long)rev, (long long)d->rev);
    d->rev = rev;
    if (f->welcome.len)
        return;
    struct revision *s = revision_at(d->person->group, rev);
    s->arrived++;
    s->last = l->now;
}

/* ---- answers ---- */

static void take_ack(struct device *d, const struct frame *f, int phase_before)
{
    struct person *p = d->person;
    struct load *l = p->load;
    uint32_t n = (uint32_t)scan_int(f->ack, 0);
    bool again = str_is(f->again, "true");

    if (again && p->probe == n) {
        p->probe = 0;
        return;
    }
    if (!p->pending || n != p->pending || again) {
        violation(l, p, "%u was acknowledged%s while %u was waiting", n, again ? " again" : "",
                  p->pending);
        return;
    }
    person_applied(p);
    if (p->order)
        l->result->orders++;
    else if (l->measuring)
        l->result->moves++;
    if (f->rev.len && p->sent) {
        struct revision *s = revision_at(p->group, scan_int(f->rev, 0));
        const struct table *t = d->mirror.table;

        s->acked = true;
        s->sent = p->sent;
        s->reveal = t && !p->order && (int)t->core.phase != phase_before;
    }
}

static void take_refusal(struct device *d, const struct frame *f)
{
    struct person *p = d->person;
    uint32_t n = (uint32_t)scan_int(f->refused, 0);

    if (!p->pending || n != p->pending) {
        violation(p->load, p, "%u was refused while %u was waiting", n, p->pending);
        return;
    }
    p->pending = 0;
    p->load->result->refusals++;
}

static void take_welcome(struct device *d, const struct frame *f)
{
    struct person *p = d->person;
    struct load *l = p->load;
    struct str code = scan_text(scan_get(f->welcome, "room"));
    struct str epoch = scan_text(f->epoch);
    int64_t n = scan_int(scan_get(f->welcome, "n"), -1);

    l->result->arrivals++;
    if (!p->group->code[0]) {
        snprintf(p->group->code, sizeof p->group->code, "%.*s", STR_FMT(code));
        for (int i = 1; i < l->o->players; i++)
            wake_at(&p->group->person[i], l->now);
    }
    if (!str_is(code, p->group->code))
        violation(l, p, "came into another room");
    if (d->epoch[0] && !str_is(epoch, d->epoch))
        l->result->restarts++;
    snprintf(d->epoch, sizeof d->epoch, "%.*s", STR_FMT(epoch));
    /* What was acknowledged is there; what was not, is there or not; nothing else is. Only what was
     * acknowledged on another device since this one said hello may have come after the welcome. */
    bool crossed = d != &p->device[p->now] && n >= d->least && n <= p->acked;
    if (n != p->acked && !(p->pending && n == p->pending) && !crossed)
        violation(l, p, "%lld were applied, %u acknowledged, %u waiting", (long long)n, p->acked,
                  p->pending);
    int64_t guest = scan_int(scan_get(f->welcome, "guest"), -1);
    if (p->guest && guest != p->guest && (p->acked || guest))
        violation(l, p, "guest %lld came back as %lld", (long long)p->guest, (long long)guest);
    p->guest = guest;
}

void device_hear(struct device *d, struct str text)
{
    struct person *p = d->person;
    struct load *l = p->load;
    int phase_before = d->mirror.table ? d->mirror.table->core.phase : -1;
    bool seated = p->seated, came = false;
    struct frame f;

    if (!l->ending) {
        l->result->frames++;
        l->result->bytes += (int64_t)text.len;
    }
    take_apart(&f, text);
    /* Bots are not heard to move: what happened at their table is what they did. */
    if (l->o->bots && l->measuring && !l->ending && f.facts.len)
        l->result->moves++;
    if (f.error.len) {
        struct str key = scan_text(scan_get(f.error, "key"));

        if (!(l->o->survive && str_is(key, "restart")))
            violation(l, p, "error %.*s", STR_FMT(str_shown(key)));
        return;
    }
    if (f.welcome.len) {
        take_welcome(d, &f);
        device_arrived(d);
        came = !d->in;
        p->group->in += !d->in && !d->asleep;
        d->in = true;
    }
    if (f.guest.len)
        p->guest = scan_int(f.guest, 0);
    take_revision(d, &f);
    take_room(d, f.room);
    take_game(d, &f);
    if (f.told.len)
        take_history(d, &f);
    if (f.ack.len)
        take_ack(d, &f, phase_before);
    if (f.refused.len)
        take_refusal(d, &f);
    if (f.rev.len && !f.welcome.len)
        arrived(d, revision_at(p->group, scan_int(f.rev, 0)));
    if (f.welcome.len && seated && !p->seated)
        violation(l, p, "lost the seat");
    if (came)
        person_resume(d, (uint32_t)scan_int(scan_get(f.welcome, "n"), 0));
    if (p->playing && !p->group->begun) {
        p->group->begun = true;
        l->begun++;
    }
    if (p->wake == NEVER)
        wake_at(p, p->playing ? l->now + think(l) : l->now);
}
