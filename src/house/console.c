#include "house/console.h"

#include "house/inside.h"
#include "room/scratch.h"

#include <string.h>

enum { PURGE_AGAIN = 60000 };

static struct table_report report_of(const struct house *h, const struct door *door)
{
    const struct room *r = door->room;
    const struct party *party = room_party(r);
    struct table_report t = {.code = door->code,
                             .game = "",
                             .open_ms = h->services.now() - door->opened,
                             .entries = room_head(r),
                             .bytes = room_bytes(r)};

    for (const struct conn *c = room_conns(r); c; c = c->next) {
        t.connections++;
        t.screens += c->screen;
    }
    if (!party)
        return t;
    if (party->lobby.book)
        t.game = party->lobby.book->game->id;
    t.playing = party->playing;
    t.over = room_over(r);
    t.locked = party->locked;
    t.waits = room_waits(r);
    t.games = party->games;
    for (int i = 0; i < party->players; i++) {
        const struct player *p = &party->player[i];

        t.people += player_person(p);
        t.bots += player_is_bot(p);
    }
    return t;
}

int house_tables(const struct house *h, struct table_report *out, int most)
{
    int n = 0;

    for (int i = 0; i < h->heap_n; i++) {
        struct table_report t = report_of(h, h->heap[i]);
        int at = n;

        while (at > 0 && out[at - 1].connections < t.connections)
            at--;
        if (at >= most)
            continue;
        int kept = n < most ? n++ : most - 1;
        memmove(&out[at + 1], &out[at], (size_t)(kept - at) * sizeof *out);
        out[at] = t;
    }
    return h->heap_n;
}

void house_guests(const struct house *h,
                  void (*each)(void *arg, const struct code *table, uint64_t address), void *arg)
{
    for (int i = 0; i < h->heap_n; i++) {
        for (const struct conn *c = room_conns(h->heap[i]->room); c; c = c->next)
            each(arg, &h->heap[i]->code, c->address);
    }
}

/* What is on its way to the store is waited for: the log has to end before it is removed. */
static bool finish(struct house *h, struct door *door)
{
    if (door->room && room_busy(door->room))
        return false;
    door_shut(h, door);
    return true;
}

const char *house_close_table(struct house *h, struct str typed, int64_t *id)
{
    struct code code;
    struct door *door = code_read(&code, typed) ? door_find(h, &code) : NULL;

    if (!door || door->closed)
        return "no_room";
    *id = door->id;
    door->closed = true;
    h->closed++;
    for (struct conn *c = door->room ? room_conns(door->room) : NULL, *next; c; c = next) {
        next = c->next;
        conn_dismiss(c, 4010, "closed");
    }
    finish(h, door);
    return NULL;
}

void console_run(struct house *h, int64_t now)
{
    /* From the end: one that goes is replaced by one that was looked at. */
    for (int i = h->heap_n; i-- > 0;) {
        struct door *door = h->heap[i];

        if (door->closed && finish(h, door))
            i = h->heap_n;
    }
    if (now < h->next_purge)
        return;
    h->next_purge = now + PURGE_AGAIN;
    doors_purge_closed(h);
}

int house_say(struct house *h, struct str said)
{
    struct buf *text = &h->services.scratch->answer;
    int told = 0;

    for (int i = 0; i < h->heap_n; i++) {
        for (struct conn *c = room_conns(h->heap[i]->room), *next; c; c = next, told++) {
            next = c->next;
            frame_begin(text);
            struct jw w = jw_to(text);
            jw_object(&w);
            jw_key_str(&w, "notice", said);
            jw_end_object(&w);
            conn_send(c, text);
        }
    }
    return told;
}
