/*
 * Frames that gather for a while: what one round of work sends to a connection goes out in one
 * write, which costs the system, and a phone's radio, as much as a single frame.
 *
 * All texts lie one after the other in one buffer, each with room for its header; a connection
 * knows its first and its last piece.
 */
#include "base/err.h"
#include "net/inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* More than this is not worth waiting for, nor the memory it would hold. */
enum { CORK_BYTES = 1 << 17 };

struct piece {
    struct net_conn *conn; /* NULL: its connection has gone */
    size_t at, len;
    int next; /* of the same connection, counted from 1; 0: none */
};

static struct piece *piece_at(const struct cork *k, int number)
{
    return &k->piece[number - 1];
}

static struct piece *add_piece(struct cork *k)
{
    if (k->pieces == k->cap) {
        k->cap = k->cap ? 2 * k->cap : 64;
        k->piece = realloc(k->piece, (size_t)k->cap * sizeof *k->piece);
        if (!k->piece)
            abort();
    }
    return &k->piece[k->pieces++];
}

/* The header of a whole text frame; a server does not mask (RFC 6455, 5.2). */
static void add_header(struct buf *out, size_t len)
{
    int bytes = len < 126 ? 0 : len < 65536 ? 2 : 8;

    buf_addc(out, (char)0x81);
    buf_addc(out, (char)(bytes == 0 ? len : bytes == 2 ? 126 : 127));
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8)
        buf_addc(out, (char)(len >> shift));
}

static void write_joined(struct net_conn *c, struct cork *k, int first)
{
    size_t texts = 0;
    int frames = 0;

    buf_clear(&k->joined);
    for (int i = first; i; i = piece_at(k, i)->next) {
        const struct piece *p = piece_at(k, i);

        add_header(&k->joined, p->len);
        buf_add(&k->joined, str_n(k->text.at + p->at, p->len));
        texts += p->len;
        frames++;
    }
    conn_write(c, (unsigned char *)k->joined.at, k->joined.len, WRITE_FRAMES, frames, texts);
}

static void flush_one(struct net_conn *c, struct cork *k)
{
    int first = c->first_piece;

    c->first_piece = c->last_piece = 0;
    if (!c->websocket || c->ending)
        return;
    if (conn_blocked(c)) {
        /* Who lets too much wait is closed: nothing may follow what was dropped. */
        for (int i = first; i; i = piece_at(k, i)->next) {
            if (conn_enqueue(c, str_n(k->text.at + piece_at(k, i)->at, piece_at(k, i)->len)) < 0)
                return;
        }
    } else if (piece_at(k, first)->next) {
        write_joined(c, k, first);
    } else {
        const struct piece *p = piece_at(k, first);

        conn_write(c, (unsigned char *)k->text.at + p->at, p->len, WRITE_TEXT, 1, p->len);
    }
}

static void flush(struct net *n)
{
    struct cork *k = &n->cork;

    for (int i = 1; i <= k->pieces; i++) {
        struct net_conn *c = piece_at(k, i)->conn;

        if (c && c->first_piece)
            flush_one(c, k);
    }
    k->pieces = 0;
    buf_clear(&k->text);
}

int cork_add(struct net_conn *c, struct str text)
{
    static const char space[NET_HEAD];
    struct cork *k = &c->net->cork;

    if (k->text.len > CORK_BYTES)
        flush(c->net);
    if (c->code)
        return ERR_UNWRITABLE; /* it was too slow for what has gathered */
    buf_add(&k->text, str_n(space, sizeof space));
    *add_piece(k) = (struct piece){.conn = c, .at = k->text.len, .len = text.len};
    buf_add(&k->text, text);
    if (c->last_piece)
        piece_at(k, c->last_piece)->next = k->pieces;
    else
        c->first_piece = k->pieces;
    c->last_piece = k->pieces;
    return 0;
}

void cork_forget(struct net_conn *c)
{
    for (int i = c->first_piece; i; i = piece_at(&c->net->cork, i)->next)
        piece_at(&c->net->cork, i)->conn = NULL;
    c->first_piece = c->last_piece = 0;
}

void cork_fini(struct cork *k)
{
    buf_fini(&k->text);
    buf_fini(&k->joined);
    free(k->piece);
}

void net_cork(struct net *n)
{
    assert(!n->cork.in);
    n->cork.in = true;
}

void net_uncork(struct net *n)
{
    assert(n->cork.in);
    flush(n);
    n->cork.in = false;
}
