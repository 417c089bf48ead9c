#include "server/turns.h"

#include "base/clock.h"

static uint64_t cpu_time(void)
{
    return (uint64_t)clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

/* The loop is about to wait: a turn has ended. */
static void ended(uv_prepare_t *prepare)
{
    struct turns *t = prepare->data;
    uint64_t now = uv_hrtime(), idle = uv_metrics_idle_time(prepare->loop);
    uint64_t cpu = cpu_time();
    int64_t passed = (int64_t)(now - t->at) - (int64_t)(idle - t->idle);
    int64_t took = passed > 0 ? passed / 1000 : 0;

    if (t->at) {
        t->n++;
        t->long_ones += took > TURN_LONG_US;
        if (took > t->longest)
            t->longest = took;
        int64_t work = (int64_t)(cpu - t->cpu) / 1000;
        t->worked += work;
        if (work > t->most_work)
            t->most_work = work;
    }
    t->cpu = cpu;
    t->at = now;
    t->idle = idle;
}

void turns_begin(struct turns *t, uv_loop_t *loop)
{
    *t = (struct turns){0};
    uv_loop_configure(loop, UV_METRICS_IDLE_TIME);
    uv_prepare_init(loop, &t->prepare);
    t->prepare.data = t;
    uv_prepare_start(&t->prepare, ended);
    uv_unref((uv_handle_t *)&t->prepare);
}

void turns_end(struct turns *t)
{
    uv_close((uv_handle_t *)&t->prepare, NULL);
}
