#include "house/callers.h"

#include <stdlib.h>
#include <string.h>

/* Messages after a hello that waits: so many, and so many bytes. */
enum { LATER_MOST = 16, LATER_BYTES = 32 << 10 };

static void later_add(struct caller *k, struct str text)
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
    k->bytes += text.len;
}

void caller_free(struct caller *k)
{
    while (k->first) {
        struct later *l = k->first;

        k->first = l->next;
        free(l);
    }
    message_fini(&k->message);
    free(k);
}

static void unlink_caller(struct caller *k)
{
    struct caller **at = k->list;

    while (*at != k)
        at = &(*at)->next;
    *at = k->next;
    k->conn->caller = NULL;
}

void caller_open(struct caller *k)
{
    unlink_caller(k);
    if (k->told)
        room_tell_waits(k->conn, false);
}

void caller_leave(struct conn *c)
{
    struct caller *k = c->caller;

    unlink_caller(k);
    caller_free(k);
}

void caller_hear(struct conn *c, struct str text)
{
    const struct caller *k = c->caller;

    if (k->laters < LATER_MOST && k->bytes + text.len <= LATER_BYTES)
        later_add(c->caller, text);
    else
        conn_dismiss(c, 1013, "busy");
}

void caller_go_on(struct caller *k)
{
    struct conn *c = k->conn;

    for (const struct later *l = k->first->next; l && c->room; l = l->next)
        house_hear(c, l->text);
    caller_free(k);
}

struct caller *caller_new(struct conn *c, struct message *m, struct str text, int64_t now)
{
    struct caller *k = calloc(1, sizeof *k);

    if (!k)
        abort();
    *k = (struct caller){.conn = c, .message = *m, .since = now};
    *m = (struct message){0};
    later_add(k, text);
    c->caller = k;
    return k;
}
