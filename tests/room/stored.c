#include "stored.h"

#include "check.h"
#include "store/backend.h"

/* ---- a log ---- */

static bool keep_entry(void *arg, const struct store_entry *e)
{
    struct stored_log *l = arg;

    assert_true((size_t)l->n < sizeof l->body / sizeof l->body[0]);
    buf_add(&l->body[l->n++], e->body);
    return true;
}

void stored_log_read(struct stored_log *l, struct store *s, int64_t room)
{
    *l = (struct stored_log){0};
    assert_int_equal(store_read(s, room, 1, keep_entry, l), STORE_OK);
}

void stored_log_free(struct stored_log *l)
{
    for (int i = 0; i < l->n; i++)
        buf_fini(&l->body[i]);
}

/* ---- how much is read ---- */

static const struct store_ops *honest;
static struct store_ops counting;
static struct reads *reads;

struct counted {
    store_each_entry *each;
    void *arg;
    int n;
};

static bool count_entry(void *arg, const struct store_entry *e)
{
    struct counted *c = arg;

    c->n++;
    return c->each(c->arg, e);
}

static enum store_result counted_read(struct store *s, int64_t room, int64_t from,
                                      store_each_entry *each, void *arg)
{
    struct counted c = {.each = each, .arg = arg};
    enum store_result result = honest->read(s, room, from, count_entry, &c);

    reads->all += c.n;
    reads->most = c.n > reads->most ? c.n : reads->most;
    return result;
}

void reads_count(struct store *s, struct reads *out)
{
    honest = s->ops;
    counting = *honest;
    counting.read = counted_read;
    *out = (struct reads){0};
    reads = out;
    s->ops = &counting;
}

void reads_end(struct store *s)
{
    s->ops = honest;
}
