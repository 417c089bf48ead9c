/* Checks of sessions: which nodes there are. */
#include "base/err.h"
#include "store/backend.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

static int64_t test_time;

static int64_t test_clock(void)
{
    return test_time;
}

static int beat_for(struct store *s, uint64_t node, int64_t ttl)
{
    return put_beat(s, &(struct store_session){.node = node, .ttl = ttl});
}

static int64_t seen(struct store *s, uint64_t node)
{
    int64_t at = -1;

    return store_session_seen(s, node, &at) == STORE_OK ? at : -1;
}

static bool sessions_live_as_long_as_they_beat(struct trial *t)
{
    struct store *s = t->store;

    test_time = 1000000;
    s->clock = test_clock;
    EXPECT(t, !session_alive(s, 77));
    EXPECT(t, beat_for(s, 77, 2000) == STORE_OK && beat_for(s, UINT64_MAX, 9000) == STORE_OK);
    EXPECT(t, session_alive(s, 77) && session_alive(s, UINT64_MAX) && !session_alive(s, 78));
    test_time += 1999;
    EXPECT(t, session_alive(s, 77));
    EXPECT(t, seen(s, 77) == 1000000 && seen(s, 78) == 0);
    test_time += 1;
    EXPECT(t, !session_alive(s, 77) && session_alive(s, UINT64_MAX));
    EXPECT(t, beat_for(s, 77, 2000) == STORE_OK);
    EXPECT(t, session_alive(s, 77));
    test_time -= 100000; /* somebody sets the clock back: a dead node must not live that long */
    EXPECT(t, !session_alive(s, 77));
    test_time += 100000;
    EXPECT(t, beat_for(s, 77, 0) == STORE_OK);
    EXPECT(t, !session_alive(s, 77));
    EXPECT(t, beat_for(s, 77, -1) == ERR_RANGE);
    return true;
}

struct nodes {
    char text[300];
    int done;
};

static bool note_node(void *arg, const struct store_session *n)
{
    struct nodes *nodes = arg;
    size_t used = strlen(nodes->text);

    snprintf(nodes->text + used, sizeof nodes->text - used, "%llu@%.*s v%.*s f%lld t%lld;",
             (unsigned long long)n->node, STR_FMT(n->address), STR_FMT(n->version),
             (long long)n->format, (long long)n->beat);
    return true;
}

static void nodes_done(void *arg, enum store_result result)
{
    ((struct nodes *)arg)->done += result == STORE_OK ? 1 : 100;
}

static const char *nodes_of(struct store *s)
{
    static struct nodes n;

    n = (struct nodes){0};
    if (store_sessions(s, note_node, nodes_done, &n) != 0)
        return "(refused)";
    for (int i = 0; i < 100 && !n.done; i++)
        store_pump(s, 100);
    return n.done == 1 ? n.text : "(failed)";
}

static bool sessions_tell_where_a_node_is_and_what_it_writes(struct trial *t)
{
    struct store_session n = {.node = 7,
                              .beat = 5000,
                              .ttl = 3000,
                              .format = 2,
                              .address = STR("10.0.0.7:8080"),
                              .version = STR("0.1.0")};

    EXPECT(t, strcmp(nodes_of(t->store), "") == 0);
    EXPECT(t, put_beat(t->store, &n) == STORE_OK);
    EXPECT(t, strcmp(nodes_of(t->store), "7@10.0.0.7:8080 v0.1.0 f2 t5000;") == 0);
    n.beat = 5500, n.format = 3, n.address = STR("[fe80::1]:80"), n.version = STR("");
    EXPECT(t, put_beat(t->store, &n) == STORE_OK);
    EXPECT(t, strcmp(nodes_of(t->store), "7@[fe80::1]:80 v f3 t5500;") == 0);
    n.node = 8, n.beat = 5600;
    EXPECT(t, put_beat(t->store, &n) == STORE_OK);
    EXPECT(t,
           strcmp(nodes_of(t->store), "7@[fe80::1]:80 v f3 t5500;8@[fe80::1]:80 v f3 t5600;") == 0);
    n.ttl = 0;
    EXPECT(t, put_beat(t->store, &n) == STORE_OK);
    EXPECT(t, strcmp(nodes_of(t->store), "7@[fe80::1]:80 v f3 t5500;") == 0);
    n.address = STR("a\0b");
    EXPECT(t, put_beat(t->store, &n) == ERR_RANGE);
    return true;
}

const struct check suite_of_sessions[] = {
    {"sessions_live_as_long_as_they_beat", sessions_live_as_long_as_they_beat},
    {"sessions_tell_where_a_node_is_and_what_it_writes",
     sessions_tell_where_a_node_is_and_what_it_writes},
};
const int suite_of_sessions_length = sizeof suite_of_sessions / sizeof suite_of_sessions[0];
