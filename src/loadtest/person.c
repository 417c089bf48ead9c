/* What a person does: comes in, sits down, plays at random, and is as unreliable as people are. */
#include "loadtest/inside.h"
#include "loadtest/scan.h"

#include <assert.h>
#include <string.h>

enum {
    MS = 1000,
    AWAY_SHORT = 500,  /* ms */
    AWAY_LONG = 8000,  /* ms; the table notices after half of it */
    SLEEP_MOST = 4000, /* ms */
    ARRIVING_MOST = 200,
    RETRY = 30, /* ms */
};

/* ---- connections ---- */

static uint32_t source_of(const struct person *p)
{
    uint32_t to = ntohl(p->load->o->peer.at.sin_addr.s_addr);

    return to >> 24 == 127 ? UINT32_C(0x7F400001) + (uint32_t)p->group->number : 0;
}

static void dial(struct device *d)
{
    struct load *l = d->person->load;

    /* A crowd does not come in the same millisecond: a server's limits on handshakes stand. */
    if (l->arriving >= ARRIVING_MOST) {
        wake_at(d->person, l->now + RETRY * MS);
        return;
    }
    d->arriving = true;
    l->arriving++;
    if (wire_connect(&d->wire, &l->o->peer, source_of(d->person)))
        device_watch(d);
    else
        person_disconnected(d);
}

void person_connected(struct device *d)
{
    struct person *p = d->person;
    struct buf hello = {0};

    d->least = p->acked;
    if (!p->group->code[0])
        buf_printf(&hello,
                   "{\"hello\":1,\"mend\":true,\"create\":{\"language\":\"en\"},\"token\":\"%s\"}",
                   p->token);
    else
        buf_printf(&hello, "{\"hello\":1,\"mend\":true,\"room\":\"%s\",\"token\":\"%s\"",
                   p->group->code, p->token);
    /* Half of them reload the page and have forgotten everything. */
    if (p->group->code[0] && d->epoch[0] && draw(p->load, 2))
        buf_printf(&hello, ",\"seen\":{\"epoch\":\"%s\",\"rev\":%lld}", d->epoch,
                   (long long)d->rev);
    if (p->group->code[0])
        buf_addc(&hello, '}');
    wire_send(&d->wire, buf_str(&hello));
    buf_fini(&hello);
}

void person_disconnected(struct device *d)
{
    struct person *p = d->person;
    struct load *l = p->load;
    int code = d->wire.code;
    bool expected = l->o->survive || d->asleep || code == 1013;

    if (!expected)
        violation(l, p, "the connection ended %s with %d: %s", d->in ? "in the room" : "before it",
                  code, d->wire.error ? strerror(d->wire.error) : "the server hung up");
    device_drop(d);
    /* What the other device may have under way is settled by coming back with one. */
    for (int i = 0; i < DEVICES; i++)
        device_drop(&p->device[i]);
    wake_at(p, l->now + (RETRY + draw(l, RETRY)) * MS);
}

void person_ask_history(struct device *d)
{
    struct buf ask = {0};

    d->asked = ++d->person->load->tags;
    buf_printf(&ask, "{\"ask\":\"history\",\"tag\":%lld}", (long long)d->asked);
    wire_send(&d->wire, buf_str(&ask));
    buf_fini(&ask);
}

void person_applied(struct person *p)
{
    FILE *ledger = p->load->o->ledger;

    p->acked = p->pending;
    p->pending = 0;
    if (ledger)
        fprintf(ledger, "%s %lld %u\n", p->group->code, (long long)p->guest, p->acked);
}

void person_resume(struct device *d, uint32_t applied)
{
    struct person *p = d->person;
    struct load *l = p->load;

    p->probe = 0;
    if (p->playing)
        person_ask_history(d);
    if (d != &p->device[p->now] || !p->pending)
        return;
    p->sent = 0;
    if (applied < p->pending) {
        wire_send(&d->wire, buf_str(&p->text));
    } else {
        /* It was applied, only its answer was lost. */
        person_applied(p);
        if (draw(l, 2)) {
            p->probe = p->acked;
            wire_send(&d->wire, buf_str(&p->text));
        }
    }
}

/* Mostly too short to be missed; sometimes the table goes on without them. */
static int64_t absence(struct load *l)
{
    return draw(l, draw(l, 3) ? AWAY_SHORT : AWAY_LONG) * MS;
}

/* ---- requests ---- */

static bool sent(struct person *p, bool order)
{
    struct load *l = p->load;
    struct device *d = &p->device[p->now];

    p->pending = p->n;
    p->order = order;
    p->sent = l->now;
    wire_send(&d->wire, buf_str(&p->text));
    if (!order && !l->calm && draw(l, 200) < l->o->drops) {
        device_drop(d); /* with the move under way */
        wake_at(p, l->now + absence(l));
    } else {
        device_watch(d);
        wake_at(p, NEVER);
    }
    return true;
}

static bool order(struct person *p, const char *name, const char *with)
{
    buf_clear(&p->text);
    buf_printf(&p->text, "{\"n\":%u,\"do\":\"%s\",\"with\":{%s}}", ++p->n, name, with);
    return sent(p, true);
}

static bool play(struct person *p, const struct move *m)
{
    const struct table *t = p->device[p->now].mirror.table;
    struct names names = table_names(t);
    struct jw w = jw_to(&p->text);

    buf_clear(&p->text);
    jw_object(&w);
    jw_key_int(&w, "n", ++p->n);
    jw_key_str(&w, "play", str_of(t->book->action[m->action]->name));
    jw_key_int(&w, "seat", m->seat);
    jw_key(&w, "with");
    jw_object(&w);
    schema_encode(&t->book->action_args[m->action], &names, m->v, &w);
    jw_end_object(&w);
    jw_end_object(&w);
    return sent(p, false);
}

/* ---- before a game ---- */

/* The host sets what was asked for, one after the other. */
static bool set_option(struct person *p)
{
    struct str rest = str_of(p->load->o->options), item, name, value;
    char with[200];

    for (int i = 0; str_piece(&rest, ',', &item); i++) {
        if (i < p->options || !str_split(item, '=', &name, &value))
            continue;
        p->options = i + 1;
        snprintf(with, sizeof with, "\"option\":\"%.*s\",\"value\":\"%.*s\"",
                 STR_FMT(str_shown(name)), STR_FMT(str_shown(value)));
        return order(p, "set", with);
    }
    return false;
}

static bool prepare(struct person *p)
{
    const struct load_options *o = p->load->o;
    const char *id = p->group->book->game->id;
    char with[64];

    if (!p->seated) {
        /* Who rose is named until the game is over: a name is not taken twice. */
        snprintf(with, sizeof with, "\"name\":\"P%d-%u\"", (int)(p - p->group->person) + 1, p->n);
        return order(p, "sit", with);
    }
    /* Who opens a table for bots is needed in the room, where somebody must be for the clock to
     * run, but not at the table. */
    if (o->bots && p->playing && !p->over && p->seat != NO_SEAT) {
        snprintf(with, sizeof with, "\"player\":%lld", (long long)p->player);
        return order(p, "rise", with);
    }
    if (o->lobby || p->playing || p->host != p->guest || p->players < o->players)
        return false;
    if (p->bots < o->bots)
        return order(p, "add_bot", "\"level\":\"sharp\"");
    if (strcmp(p->game, id) != 0) {
        snprintf(with, sizeof with, "\"game\":\"%s\"", id);
        return order(p, "choose", with);
    }
    return set_option(p) || order(p, "start", "");
}

/* ---- during a game ---- */

static bool leave(struct person *p)
{
    struct load *l = p->load;
    struct device *d = &p->device[p->now];

    if (l->calm)
        return false;
    if (draw(l, 100) < l->o->reconnects) {
        device_drop(d);
        wake_at(p, l->now);
        return true;
    }
    if (draw(l, 100) < l->o->drops) {
        device_drop(d);
        wake_at(p, l->now + absence(l));
        return true;
    }
    if (draw(l, 100) < l->o->sleeps) {
        d->asleep = true;
        p->group->in--;
        device_watch(d);
        wake_at(p, l->now + draw(l, SLEEP_MOST) * MS);
        return true;
    }
    if (draw(l, 100) < l->o->devices) {
        struct device *other = &p->device[1 - p->now];

        if (other->wire.state == WIRE_CLOSED)
            dial(other);
        wake_at(p, l->now + think(l));
        return true;
    }
    return false;
}

/* Once the other device is ready, it is the one in use; the first is put away sooner or later. */
static void change_device(struct person *p)
{
    struct device *other = &p->device[1 - p->now];

    if (!other->in || other->asked)
        return;
    if (draw(p->load, 2))
        device_drop(other);
    else
        p->now = 1 - p->now;
}

static bool waited_for(const struct table *t, int seat)
{
    FOR_BALLOTS (b, &t->core) {
        if (seats_has(votes_missing(b), seat))
            return true;
    }
    return seats_has(table_waiting(t), seat);
}

static bool skip_somebody(struct person *p, const struct table *t)
{
    seat_set absent = table_waiting(t) & t->core.away;
    char with[32];

    if (p->host != p->guest || !absent || draw(p->load, 4))
        return false;
    snprintf(with, sizeof with, "\"seat\":%d", seats_next(absent, 0, t->core.seats));
    return order(p, "skip", with);
}

static bool move(struct person *p)
{
    struct load *l = p->load;
    const struct mirror *m = &p->device[p->now].mirror;
    struct move proposal;

    if (!m->whole || !m->table || m->seat == NO_SEAT || m->table->core.outcome)
        return false;
    if (leave(p) || skip_somebody(p, m->table))
        return true;
    /* Who need not do anything mostly watches. */
    if (!waited_for(m->table, m->seat) && draw(l, 8)) {
        wake_at(p, l->now + think(l));
        return true;
    }
    return play_propose(m->table, (seat_set)SEAT(m->seat), &l->sampler, &proposal) &&
           play(p, &proposal);
}

static bool go_on(struct person *p)
{
    const struct load_options *o = p->load->o;

    return p->over && p->host == p->guest && (!o->games || p->group->games < o->games) &&
           order(p, "again", "");
}

void person_wake(struct person *p)
{
    struct load *l = p->load;
    struct device *d = &p->device[p->now];

    p->wake = NEVER;
    if (d->wire.state == WIRE_CLOSED) {
        dial(d);
        return;
    }
    if (d->asleep) {
        d->asleep = false;
        p->group->in++;
        device_watch(d);
        wake_at(p, l->now + think(l));
        return;
    }
    if (!d->in || d->asked || p->pending || p->probe || l->ending)
        return;
    change_device(p);
    if (prepare(p) || !p->playing)
        return;
    if (p->over)
        go_on(p);
    else if (!move(p))
        wake_at(p, NEVER);
}
