/* What people say to each other and the signs they show: for those who may hear and see it, and not
 * stored. */
#include "party/name.h"
#include "room/inside.h"

static seat_set hearers(const struct room *r, int seat)
{
    const struct game *g = r->match.setup.book->game;
    struct known k = table_known(r->match.table, seat);

    return g->talk ? g->talk(&k) : 0;
}

/* A frame that tells one thing of a player. */
static struct buf *write_of(struct room *r, const char *what, const struct player *who,
                            const char *key, struct str value)
{
    struct jw w = jw_to(&r->services->scratch->answer);

    frame_begin(w.out);
    jw_object(&w);
    jw_key(&w, what);
    jw_object(&w);
    jw_key_int(&w, "player", who->id);
    jw_key_str(&w, key, value);
    jw_end_object(&w);
    jw_end_object(&w);
    return w.out;
}

/* Those who look on hear it when there is time. */
static void say_to_onlookers(struct room *r, const struct buf *text)
{
    struct str said = str_n(text->at + FRAME_HEAD + 1, text->len - FRAME_HEAD - 1);
    struct show *show = NULL;

    for (struct conn *c = r->conns; c; c = c->next) {
        if (c->waiting || party_has_player(&r->party, c->guest))
            continue;
        if (!show)
            show = show_begin(r, (struct str[LOOKS]){[LOOKS_ON] = said}, false);
        show_later(c, show, false);
    }
    if (show)
        room_schedule(r, 0);
}

void request_say(struct room *r, struct conn *c, const struct message *m)
{
    bool table_talk = r->match.table && !room_over(r);
    int seat = table_talk ? request_seat(r, c, m) : NO_SEAT;
    const struct player *who = NULL;
    seat_set to = 0;

    for (int i = 0; i < r->party.players && !who; i++) {
        const struct player *p = &r->party.player[i];

        if (c->guest != NO_GUEST && p->guest == c->guest && (!table_talk || p->seat == seat))
            who = p;
    }
    if (table_talk && seat != NO_SEAT)
        to = hearers(r, seat);
    if (!who || (table_talk && !to)) {
        conn_error(c, "no_talk");
        return;
    }
    struct buf text = {0};
    if (!line_clean(m->name, TALK_CHARS, TALK_BYTES, &text)) {
        conn_error(c, "talk");
        buf_fini(&text);
        return;
    }
    if (room_stops(r, buf_str(&text))) {
        conn_error(c, "talk_filtered");
        buf_fini(&text);
        return;
    }
    struct buf *said = write_of(r, "said", who, "text", buf_str(&text));
    for (struct conn *other = r->conns, *next; other; other = next) {
        next = other->next;
        if (other->waiting)
            continue; /* it is let in first */
        /* What the whole table hears, its screen shows. */
        bool stage = table_talk && other->screen && to == seats_active(&r->match.table->core);
        if (table_talk ? stage || (party_seats_of(&r->party, other->guest) & to) != 0
                       : party_has_player(&r->party, other->guest))
            conn_send(other, said);
    }
    if (!table_talk)
        say_to_onlookers(r, said);
    buf_fini(&text);
}

/* So many signs at once, and then one in a while. */
enum { SIGNS_AT_ONCE = 6, SIGN_EVERY = 1000 /* ms */ };

/* A player of this guest: at the seat that was named, else the first. */
static const struct player *player_of(const struct room *r, const struct conn *c, int seat)
{
    const struct player *found = NULL;

    for (int i = 0; i < r->party.players && c->guest != NO_GUEST; i++) {
        const struct player *p = &r->party.player[i];

        if (p->guest == c->guest && (!found || p->seat == seat))
            found = p;
    }
    return found;
}

/* A sign that comes too often or from nobody is no mistake: it is not shown. Only a host may wish
 * to see the end of what a table screen tells. */
void request_react(struct room *r, struct conn *c, const struct message *m)
{
    const struct player *who = player_of(r, c, m->seat);

    if (choice_index(STR(REACTIONS), m->name) < 0) {
        conn_error(c, "message");
        return;
    }
    if (str_is(m->name, "skip") && !party_hosts(&r->party, c->guest))
        return;
    int64_t now = c->services->now();
    if (!who || !pace_may(&c->signs, now, SIGNS_AT_ONCE, SIGN_EVERY))
        return;
    pace_step(&c->signs, now, SIGN_EVERY);
    struct buf *shown = write_of(r, "reacted", who, "sign", m->name);

    for (struct conn *other = r->conns, *next; other; other = next) {
        next = other->next;
        if (!other->waiting && party_has_player(&r->party, other->guest))
            conn_send(other, shown);
    }
    say_to_onlookers(r, shown);
}
