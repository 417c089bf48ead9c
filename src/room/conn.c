#include "room/conn.h"

#include "room/inside.h"
#include "room/scratch.h"

#include <assert.h>
#include <string.h>

void frame_spare(struct buf *text)
{
    static const char spare[FRAME_HEAD];

    buf_add(text, str_n(spare, FRAME_HEAD));
}

void frame_begin(struct buf *text)
{
    buf_clear(text);
    frame_spare(text);
}

void conn_send_with(struct conn *c, char *at, size_t len, struct str front)
{
    struct services *s = c->services;

    assert(front.len <= FRAME_HEAD - NETWORK_HEAD);
    at -= front.len;
    memcpy(at, front.at, front.len);
    s->counts.frames++;
    s->counts.bytes_out += (int64_t)(len + front.len);
    s->socket->send(c->socket, at, len + front.len);
}

void conn_send(struct conn *c, struct buf *text)
{
    conn_send_with(c, text->at + FRAME_HEAD, text->len - FRAME_HEAD, STR(""));
}

void conn_error(struct conn *c, const char *key)
{
    struct buf *text = &c->services->scratch->answer;

    frame_begin(text);
    buf_printf(text, "{\"error\":{\"key\":\"%s\"}}", key);
    conn_send(c, text);
}

void conn_dismiss(struct conn *c, int code, const char *key)
{
    struct room *r = c->room;

    if (!c->via || code != 1012) /* the node that passed it on looks again */
        conn_error(c, key);
    c->room = NULL;
    if (r)
        room_left(r, c);
    c->services->socket->hang_up(c->socket, code, key);
}
