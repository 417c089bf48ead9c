/* A store that fails or does not answer holds the table: what was decided waits with its name and
 * bytes and is asked for again until the store has settled it. Nobody is sent away, and nobody is
 * told that it was not stored: it may still land. */
#include "base/log.h"
#include "room/inside.h"

/* People are told when a commit takes longer than any healthy disk does. */
enum { TOLD_AFTER = 1500, PAUSE = 250, LONG_PAUSE = 1000 };

static void tell_all(struct room *r, bool waits)
{
    for (struct conn *c = r->conns, *next; c; c = next) {
        next = c->next; /* a slow one may be closed by the sending */
        room_tell_waits(c, waits);
    }
}

void room_tell_waits(struct conn *c, bool waits)
{
    struct buf *text = &c->services->scratch->answer;

    frame_begin(text);
    buf_printf(text, "{\"waits\":%s}", waits ? "true" : "false");
    conn_send(c, text);
}

/* ---- what whoever runs the server is told ---- */

static void report(const struct services *s, const char *level, const char *event, const char *why)
{
    if (services_hush(s, level))
        return;
    struct log_line l = log_begin(stderr, level, event);

    log_str(&l, "why", str_of(why));
    log_end(&l);
}

const char *hold_reason(const struct services *s)
{
    if (!s->counts.waiting)
        return NULL;
    const char *why = store_reason(s->store);

    if (s->silent)
        return "it does not answer";
    return why[0] ? why : "it gives no reason";
}

/* ---- a room ---- */

static void begin(struct room *r)
{
    struct services *s = r->services;

    r->waits = true;
    s->silent = !r->failures;
    if (s->counts.waiting++ == 0)
        report(s, "error", "store_fails", hold_reason(s));
    tell_all(r, true);
}

void hold_asked(struct room *r)
{
    r->asked_at = r->services->now();
    r->retry_at = INT64_MAX;
    r->failures = 0;
}

void hold_failed(struct room *r)
{
    struct services *s = r->services;

    s->counts.store_failures++;
    s->silent = false;
    r->retry_at = s->now() + (r->failures++ ? LONG_PAUSE : PAUSE);
    room_schedule(r, hold_due(r));
}

bool hold_run(struct room *r)
{
    int64_t now = r->services->now();

    if (!r->waits && now >= r->asked_at + TOLD_AFTER)
        begin(r);
    if (now < r->retry_at)
        return false;
    r->retry_at = INT64_MAX;
    return true;
}

int64_t hold_due(const struct room *r)
{
    int64_t told = r->waits ? INT64_MAX : r->asked_at + TOLD_AFTER;

    return told < r->retry_at ? told : r->retry_at;
}

void hold_end(struct room *r)
{
    struct services *s = r->services;

    if (!r->waits)
        return;
    r->waits = false;
    /* Logged as an error, like its beginning: whoever reads of the one must read of the other. */
    if (--s->counts.waiting == 0)
        report(s, "error", "store_works", "entries are taken again");
    tell_all(r, false);
}
