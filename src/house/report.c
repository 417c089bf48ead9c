/* What a node tells all others of itself: a document `node/NUMBER`, in the commit of a beat, every
 * two seconds. Nothing depends on it but what people are shown. */
#include "base/jw.h"
#include "house/inside.h"

#include <stdio.h>

enum { EVERY = 2000, KEPT_FOR = 24 * 3600 * 1000 };

static struct str key_of(char out[32], const struct house *h)
{
    return str_n(out, (size_t)snprintf(out, 32, "node/%llx", (unsigned long long)h->config.node));
}

void report_run(struct house *h, int64_t now)
{
    const struct counts *c = &h->services.counts;
    struct buf text = {0};
    struct jw w = jw_to(&text);
    char key[32];

    if (now < h->next_report || !nodes_hold(h))
        return;
    h->next_report = now + EVERY;
    jw_object(&w);
    jw_key_int(&w, "tables", c->loaded);
    jw_key_int(&w, "waiting", c->waiting);
    jw_key_int(&w, "guests", c->connections - c->lines_in);
    jw_key_int(&w, "lines_out", c->lines_out);
    jw_key_int(&w, "lines_in", c->lines_in);
    jw_key_int(&w, "beat_ms", h->nodes.beat_took);
    jw_key_int(&w, "up_s", (now - h->began) / 1000);
    jw_end_object(&w);
    struct store_doc doc = {.key = key_of(key, h),
                            .prev = h->reported,
                            .op = ++h->services.op,
                            .until = services_wall(&h->services) + KEPT_FOR,
                            .body = buf_str(&text)};
    /* Where one got lost the next ones are refused: a number is used once, and the figures are of
     * no matter to anybody who plays. */
    if (store_doc_put(h->services.store, &doc, NULL, NULL) == 0)
        h->reported = doc.op;
    buf_fini(&text);
}

void report_end(struct house *h)
{
    char key[32];

    if (h->reported)
        store_doc_remove(h->services.store, key_of(key, h), h->reported, NULL, NULL);
}
