#include "room/manners.h"

#include "base/pace.h"
#include "room/inside.h"

#include <stdlib.h>

enum { MINUTE = 60000, CHANGES = 60, ADDRESSES = 16, CHANGE_BYTES = 8192 };
enum { CHECK_DEBT = 1000 };

/* Of one guest that has, or had, a player. */
struct guest_pace {
    uint16_t guest;
    struct pace moves, orders;
};

/* Of those without a player. */
struct strangers {
    struct pace all, address[ADDRESSES];
};

struct manners {
    struct pace checks;          /* of decks that are being written */
    struct strangers *strangers; /* NULL: none has asked for anything */
    int guests;
    struct guest_pace guest[];
};

/* So often at once, and then once in this time. */
struct measure {
    struct pace *pace;
    int64_t most, interval;
};

static struct manners *manners_of(struct room *r)
{
    if (!r->manners) {
        r->manners = calloc(1, sizeof *r->manners);
        if (!r->manners)
            abort();
    }
    return r->manners;
}

static struct strangers *strangers_of(struct room *r)
{
    struct manners *m = manners_of(r);

    if (!m->strangers && !(m->strangers = calloc(1, sizeof *m->strangers)))
        abort();
    return m->strangers;
}

/* Guests that are no more make room: there are never more than a room has guests. */
static struct guest_pace *pace_of(struct room *r, uint16_t guest)
{
    struct manners *m = manners_of(r);
    int kept = 0;

    for (int i = 0; i < m->guests; i++) {
        if (m->guest[i].guest == guest)
            return &m->guest[i];
    }
    for (int i = 0; i < m->guests; i++) {
        if (party_guest(&r->party, m->guest[i].guest))
            m->guest[kept++] = m->guest[i];
    }
    m = realloc(m, sizeof *m + ((size_t)kept + 1) * sizeof *m->guest);
    if (!m)
        abort();
    r->manners = m;
    m->guests = kept + 1;
    m->guest[kept] = (struct guest_pace){.guest = guest};
    return &m->guest[kept];
}

/* Up to two measures that hold for this connection; how many. */
static int measures(struct room *r, const struct conn *c, bool move, struct measure out[2])
{
    int64_t n = r->services->guest_changes ? r->services->guest_changes : CHANGES;
    int64_t interval = MINUTE / n;
    bool host = party_hosts(&r->party, c->guest);

    if (host || party_has_player(&r->party, c->guest)) {
        struct guest_pace *g = pace_of(r, c->guest);

        out[0] =
            (struct measure){move ? &g->moves : &g->orders, host || move ? 2 * n : n, interval};
        return 1;
    }
    struct strangers *s = strangers_of(r);
    out[0] = (struct measure){&s->address[c->address % ADDRESSES], n / 2 + 1, 3 * interval};
    out[1] = (struct measure){&s->all, 4 * n, 2 * interval};
    return 2;
}

bool manners_may(struct room *r, const struct conn *c, bool move)
{
    struct measure m[2];
    int64_t now = r->services->now();
    bool may = true;

    for (int i = measures(r, c, move, m) - 1; i >= 0; i--)
        may = may && pace_may(m[i].pace, now, m[i].most, m[i].interval);
    return may;
}

void manners_did(struct room *r, const struct conn *c, bool move)
{
    struct measure m[2];
    int64_t now = r->services->now();

    for (int i = measures(r, c, move, m) - 1; i >= 0; i--)
        pace_step(m[i].pace, now, m[i].interval);
}

void manners_wrote(struct room *r, const struct conn *c, size_t bytes)
{
    for (size_t n = CHANGE_BYTES; n < bytes; n += CHANGE_BYTES)
        manners_did(r, c, false);
}

/* The largest deck takes some milliseconds: its table may ask four times a second, and all of them
 * together some thirty times; a small one costs a few thousandths of that. */
bool manners_check(struct room *r, size_t bytes)
{
    struct pace *mine = &manners_of(r)->checks, *all = &r->services->checks;
    int64_t now = r->services->now();

    if (pace_debt(mine, now) > CHECK_DEBT || pace_debt(all, now) > CHECK_DEBT)
        return false;
    pace_step(mine, now, 5 + (int64_t)bytes / 512);
    pace_step(all, now, 1 + (int64_t)bytes / 4096);
    return true;
}

void manners_free(struct room *r)
{
    if (r->manners)
        free(r->manners->strangers);
    free(r->manners);
    r->manners = NULL;
}
