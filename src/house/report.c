/* What a node tells all others of itself: a document `node/NUMBER`, in the commit of a beat, every
 * two seconds. Nothing depends on it but what people are shown. */
#include "base/jw.h"
#include "base/log.h"
#include "house/inside.h"

#include <stdio.h>

enum { EVERY = 2000, KEPT_FOR = 24 * 3600 * 1000 };

static struct str key_of(char out[32], const struct house *h)
{
    return str_n(out, (size_t)snprintf(out, 32, "node/%llx", (unsigned long long)h->config.node));
}

/* ---- one that got lost: what is there is asked for, and replaced next time ---- */

static bool see(void *arg, const struct store_doc *doc)
{
    ((struct house *)arg)->reported = doc->op;
    return false;
}

static void seen(void *arg, enum store_result result)
{
    struct house *h = arg;

    if (!h->services.ended)
        h->report = result == STORE_OK ? REPORT_SOUND : REPORT_LOST;
}

static void look(struct house *h)
{
    char key[32];

    h->reported = 0;
    if (store_doc(h->services.store, key_of(key, h), see, seen, h) == 0)
        h->report = REPORT_LOOKS;
}

static void told(void *arg, enum store_result result)
{
    struct house *h = arg;

    if (!h->services.ended && result != STORE_OK && h->report == REPORT_SOUND)
        h->report = REPORT_LOST;
}

void report_run(struct house *h, int64_t now)
{
    const struct counts *c = &h->services.counts;
    struct buf text = {0};
    struct jw w = jw_to(&text);
    char key[32];

    if (now < h->next_report || !nodes_may_own(h))
        return;
    h->next_report = now + EVERY;
    if (h->report == REPORT_LOST)
        look(h);
    if (h->report != REPORT_SOUND)
        return;
    jw_object(&w);
    jw_key_int(&w, "tables", c->loaded);
    jw_key_int(&w, "waiting", c->waiting);
    jw_key_int(&w, "guests", c->connections - c->relayed_in);
    jw_key_int(&w, "lines_out", c->relayed_out);
    jw_key_int(&w, "lines_in", c->relayed_in);
    jw_key_int(&w, "beat_ms", h->nodes.beat_took);
    jw_key_int(&w, "up_s", (now - h->began) / 1000);
    jw_end_object(&w);
    struct store_doc doc = {.key = key_of(key, h),
                            .prev = h->reported,
                            .op = ++h->services.op,
                            .until = services_wall(&h->services) + KEPT_FOR,
                            .body = buf_str(&text)};
    if (store_doc_put(h->services.store, &doc, told, h) == 0)
        h->reported = doc.op;
    buf_fini(&text);
}

void report_twin(struct house *h)
{
    if (h->nodes.twice)
        return;
    h->nodes.twice = true;
    if (h->config.quiet)
        return;
    struct log_line l = log_begin(stderr, "error", "peer_twice");
    log_str(&l, "why", STR("another node says that it is reached at the same address"));
    log_str(&l, "peer", str_of(h->config.address));
    log_end(&l);
}

void report_not_found(const struct house *h, uint64_t owner, bool asked)
{
    if (h->config.quiet || h->config.terse)
        return;
    struct log_line l = log_begin(stderr, "warn", "table_not_found");

    log_str(&l, "waits_for", asked ? STR("the store") : STR("its owner"));
    log_int(&l, "owner_is_us", owner == h->config.node);
    log_int(&l, "owner_alive", nodes_alive(h, owner) != NULL);
    log_int(&l, "lease_ms", nodes_lease(h));
    log_int(&l, "leaving", h->draining);
    log_end(&l);
}

void report_end(struct house *h)
{
    char key[32];

    if (h->reported)
        store_doc_remove(h->services.store, key_of(key, h), h->reported, NULL, NULL);
}
