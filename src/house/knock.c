#include "house/knock.h"

#include <stdlib.h>
#include <string.h>

enum { LATER_MOST = 16 }; /* messages behind a hello that waits */

static void later_add(struct knock *k, struct str text)
{
    struct later **at = &k->first, *l = malloc(sizeof *l + text.len);

    if (!l)
        abort();
    while (*at)
        at = &(*at)->next;
    memcpy(l + 1, text.at, text.len);
    *l = (struct later){.text = str_n((char *)(l + 1), text.len)};
    *at = l;
    k->laters++;
}

void knock_free(struct knock *k)
{
    while (k->first) {
        struct later *l = k->first;

        k->first = l->next;
        free(l);
    }
    message_fini(&k->message);
    free(k);
}

static void unlink_knock(struct knock *k)
{
    struct knock **at = k->list;

    while (*at != k)
        at = &(*at)->next;
    *at = k->next;
    k->conn->knock = NULL;
}

void knock_open(struct knock *k)
{
    unlink_knock(k);
    if (k->told)
        room_tell_waits(k->conn, false);
}

void knock_leave(struct conn *c)
{
    struct knock *k = c->knock;

    unlink_knock(k);
    knock_free(k);
}

void knock_hear(struct conn *c, struct str text)
{
    if (c->knock->laters < LATER_MOST)
        later_add(c->knock, text);
    else
        conn_dismiss(c, 1013, "busy");
}

void knock_go_on(struct knock *k)
{
    struct conn *c = k->conn;

    for (const struct later *l = k->first->next; l && c->room; l = l->next)
        house_hear(c, l->text);
    knock_free(k);
}

struct knock *knock_new(struct conn *c, struct message *m, struct str text, int64_t now)
{
    struct knock *k = calloc(1, sizeof *k);

    if (!k)
        abort();
    *k = (struct knock){.conn = c, .message = *m, .since = now};
    *m = (struct message){0};
    later_add(k, text);
    c->knock = k;
    return k;
}
