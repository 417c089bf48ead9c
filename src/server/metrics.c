#include "server/metrics.h"

static void metric(struct buf *out, const char *name, const char *type, const char *help,
                   int64_t value)
{
    buf_printf(out, "# HELP unisono_%s %s\n# TYPE unisono_%s %s\nunisono_%s %lld\n", name, help,
               name, type, name, (long long)value);
}

/* Of a node among others: what an alert has to know. */
static void nodes(struct buf *out, const struct house *h)
{
    struct counts c = house_count(h);
    struct house_node n = house_node(h);

    if (!n.number)
        return;
    metric(out, "nodes", "gauge", "Nodes that are there and can be reached, with this one.",
           n.nodes);
    metric(out, "node_lease_ms", "gauge",
           "For how much longer this node may have tables; 0: it may have none.", n.lease_ms);
    metric(out, "node_beat_ms", "gauge",
           "Milliseconds until the last beat was confirmed: what a move waits for the store.",
           n.beat_ms);
    metric(out, "node_draining", "gauge", "1 while tables are handed to others.", n.draining);
    metric(out, "node_searches", "gauge", "Tables that are being looked for.", n.searches);
    metric(out, "lines_out", "gauge", "Guests here whose table is on another node.", c.relayed_out);
    metric(out, "lines_in", "gauge", "Guests of tables here whose phone is on another node.",
           c.relayed_in);
    metric(out, "tables_claimed_total", "counter", "Tables taken over.", c.claimed);
    metric(out, "tables_handed_total", "counter", "Tables handed to another node.", c.handed);
    metric(out, "tables_lost_total", "counter",
           "Tables given up, or refused by the store as another's.", c.lost);
    metric(out, "rooms_swept_total", "counter", "Rooms removed that nobody had used.", c.swept);
}

void metrics_write(struct buf *out, const struct house *h, const struct turns *t)
{
    struct counts c = house_count(h);

    metric(out, "rooms", "gauge", "Rooms in the store.", c.rooms);
    metric(out, "rooms_loaded", "gauge", "Rooms in memory.", c.loaded);
    metric(out, "guests", "gauge", "Open connections of guests.", c.connections);
    metric(out, "games_total", "counter", "Games begun.", c.games);
    metric(out, "moves_total", "counter", "Moves of people that were taken.", c.moves);
    metric(out, "refusals_total", "counter", "Requests that were refused.", c.refusals);
    metric(out, "records_total", "counter", "Entries stored.", c.records);
    metric(out, "frames_total", "counter", "Frames sent to guests.", c.frames);
    metric(out, "frame_bytes_total", "counter", "Bytes of these frames.", c.bytes_out);
    metric(out, "bad_messages_total", "counter", "Messages that could not be read.",
           c.bad_messages);
    metric(out, "thoughts_total", "counter", "Decisions of bots.", c.thoughts);
    metric(out, "bots_refused_total", "counter", "Moves of bots that their table refused.",
           c.bots_refused);
    metric(out, "store_failures_total", "counter", "Tries to store an entry that failed.",
           c.store_failures);
    metric(out, "wrong_codes_total", "counter", "Codes of rooms that there are not.",
           c.wrong_codes);
    metric(out, "guesses_refused_total", "counter", "Codes that were not looked at any more.",
           c.guesses_refused);
    metric(out, "searched", "gauge", "1 while somebody seems to search for tables.",
           house_searched(h));
    metric(out, "tables_waiting", "gauge", "Tables that wait for the store.", c.waiting);
    metric(out, "turns_total", "counter", "Turns of the loop: every table waits for each of them.",
           t->n);
    metric(out, "turns_long_total", "counter", "Turns that took more than 2 ms.", t->long_ones);
    metric(out, "turn_longest_us", "gauge", "Microseconds of the longest turn.", t->longest);
    metric(out, "turn_most_work_us", "gauge", "Microseconds of processor of a turn, at most.",
           t->most_work);
    metric(out, "turns_work_us_total", "counter", "Microseconds of processor of all turns.",
           t->worked);
    metric(out, "turn_reads_most", "gauge", "Records of logs read in one turn, at most.",
           c.most_reads);
    metric(out, "turn_shows_most", "gauge", "Frames sent to onlookers in one turn, at most.",
           c.most_shows);
    metric(out, "rooms_unreadable_total", "counter", "Rooms whose log could not be read.",
           c.unreadable);
    nodes(out, h);
}
