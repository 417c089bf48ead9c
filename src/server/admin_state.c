/* What the console shows: figures of every part, and nothing that belongs to players. */
#include "base/jw.h"
#include "base/version.h"
#include "server/admin.h"
#include "server/banner.h"
#include "store/backends.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { TABLES_SHOWN = 100, ADDRESSES_SHOWN = 60, GROUP_TEXT = 17 };

static int64_t resident_bytes(void)
{
    FILE *file = fopen("/proc/self/statm", "re");
    struct str rest, all, resident;
    char line[120] = "";
    int64_t pages;

    if (!file)
        return 0;
    rest = str_of(fgets(line, sizeof line, file) ? line : "");
    fclose(file);
    if (!str_word(&rest, &all) || !str_word(&rest, &resident) || !str_int(resident, &pages))
        return 0;
    return pages * sysconf(_SC_PAGESIZE);
}

static int64_t cpu_ms(void)
{
    struct rusage u;

    if (getrusage(RUSAGE_SELF, &u) != 0)
        return 0;
    return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * INT64_C(1000) +
           (u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1000;
}

static void figure(void *arg, const char *name, int64_t value)
{
    jw_key_int(arg, name, value);
}

static void load(const struct admin_world *w, struct jw *out)
{
    const struct turns *t = w->turns;

    jw_key(out, "load");
    jw_object(out);
    jw_key_int(out, "cpu_ms", cpu_ms());
    jw_key_int(out, "memory", resident_bytes());
    jw_key_int(out, "turns", t->n);
    jw_key_int(out, "long", t->long_ones);
    jw_key_int(out, "longest_us", t->longest);
    jw_end_object(out);
    jw_key(out, "net");
    jw_object(out);
    net_figures(w->net, figure, out);
    jw_end_object(out);
}

static void counts(const struct admin_world *w, struct jw *out)
{
    struct counts c = house_count(w->house);

    jw_key(out, "counts");
    jw_object(out);
    jw_key_int(out, "rooms", c.rooms);
    jw_key_int(out, "loaded", c.loaded);
    jw_key_int(out, "guests", c.connections);
    jw_key_int(out, "games", c.games);
    jw_key_int(out, "moves", c.moves);
    jw_key_int(out, "refusals", c.refusals);
    jw_key_int(out, "bad_messages", c.bad_messages);
    jw_key_int(out, "wrong_codes", c.wrong_codes);
    jw_key_int(out, "guesses_refused", c.guesses_refused);
    jw_key_int(out, "unreadable", c.unreadable);
    jw_key_bool(out, "searched", house_searched(w->house));
    jw_end_object(out);
}

static int64_t file_bytes(const char *path, const char *ending)
{
    char name[4096];
    struct stat st;

    if (snprintf(name, sizeof name, "%s%s", path, ending) >= (int)sizeof name)
        return 0;
    return stat(name, &st) == 0 ? st.st_size : 0;
}

/* Never its address: that of a database may hold a password. */
static void store(const struct admin_world *w, struct jw *out)
{
    const char *path = w->config->store, *trouble = house_trouble(w->house);
    bool memory = strcmp(path, ":memory:") == 0, pg = store_is_pg(path);
    struct counts c = house_count(w->house);

    jw_key(out, "store");
    jw_object(out);
    jw_key_str(out, "kind", str_of(memory ? "memory" : pg ? "postgresql" : "sqlite"));
    if (!memory && !pg)
        jw_key_int(out, "bytes", file_bytes(path, "") + file_bytes(path, "-wal"));
    jw_key_int(out, "records", c.records);
    jw_key_int(out, "failures", c.store_failures);
    jw_key_int(out, "waiting", c.waiting);
    if (trouble)
        jw_key_str(out, "trouble", str_of(trouble));
    jw_end_object(out);
}

static void lexicon(const struct admin_world *w, struct jw *out)
{
    unsigned known = words_known(w->words);

    jw_key(out, "lexicon");
    jw_object(out);
    for (int lang = 0; lang < LANGUAGES; lang++)
        jw_key_bool(out, language_codes[lang], known >> lang & 1);
    jw_end_object(out);
}

static void tables(const struct admin_world *w, struct jw *out)
{
    static struct table_report t[TABLES_SHOWN];
    int all = house_tables(w->house, t, TABLES_SHOWN);

    jw_key(out, "tables");
    jw_array(out);
    for (int i = 0; i < all && i < TABLES_SHOWN; i++) {
        jw_object(out);
        jw_key_str(out, "code", str_of(t[i].code.text));
        jw_key_str(out, "game", str_of(t[i].game));
        jw_key_str(out, "is",
                   t[i].over      ? STR("over")
                   : t[i].playing ? STR("playing")
                                  : STR("lobby"));
        jw_key_bool(out, "waits", t[i].waits);
        jw_key_int(out, "people", t[i].people);
        jw_key_int(out, "bots", t[i].bots);
        jw_key_int(out, "screens", t[i].screens);
        jw_key_int(out, "connections", t[i].connections);
        jw_key_int(out, "minutes", t[i].open_ms / 60000);
        jw_key_int(out, "games", t[i].games);
        jw_key_int(out, "bytes", t[i].bytes);
        jw_end_object(out);
    }
    jw_end_array(out);
}

struct tally {
    const struct net_address *at;
    int n;
    const struct code *last[ADDRESSES_SHOWN];
    int tables[ADDRESSES_SHOWN];
};

static void count_table(void *arg, const struct code *table, uint64_t address)
{
    struct tally *t = arg;

    for (int i = 0; i < t->n; i++) {
        if (t->at[i].group != address)
            continue;
        t->tables[i] += t->last[i] != table; /* guests come table by table */
        t->last[i] = table;
        return;
    }
}

static void addresses(const struct admin_world *w, struct jw *out)
{
    static struct net_address at[ADDRESSES_SHOWN];
    int all = net_addresses(w->net, at, ADDRESSES_SHOWN);
    struct tally t = {.at = at, .n = all < ADDRESSES_SHOWN ? all : ADDRESSES_SHOWN};

    house_guests(w->house, count_table, &t);
    jw_key_int(out, "addresses_all", all); /* also those that the list has no place for */
    jw_key(out, "addresses");
    jw_array(out);
    for (int i = 0; i < t.n; i++) {
        char group[GROUP_TEXT];

        snprintf(group, sizeof group, "%016llx", (unsigned long long)at[i].group);
        jw_object(out);
        jw_key_str(out, "id", str_of(group));
        jw_key_str(out, "from", str_of(at[i].coarse));
        jw_key_int(out, "connections", at[i].connections);
        jw_key_int(out, "players", at[i].websockets);
        jw_key_int(out, "tables", t.tables[i]);
        jw_key_int(out, "barred", at[i].barred);
        jw_end_object(out);
    }
    jw_end_array(out);
}

static void history(const struct admin *a, struct jw *out)
{
    static struct log_kept kept[LOG_KEPT];
    static struct deed deed[DEEDS];
    int n = log_recent(kept);

    jw_key(out, "errors");
    jw_array(out);
    for (int i = 0; i < n; i++) {
        jw_object(out);
        jw_key_int(out, "at", kept[i].at);
        jw_key_bool(out, "error", kept[i].error);
        jw_key_str(out, "text", str_of(kept[i].text));
        jw_end_object(out);
    }
    jw_end_array(out);
    n = admin_deeds(a, deed);
    jw_key(out, "deeds");
    jw_array(out);
    for (int i = 0; i < n; i++) {
        jw_object(out);
        jw_key_int(out, "at", deed[i].at);
        jw_key_str(out, "text", str_of(deed[i].text));
        jw_end_object(out);
    }
    jw_end_array(out);
}

void admin_state(const struct admin *a, const struct admin_world *w, struct jw *out)
{
    jw_object(out);
    jw_key_str(out, "version", str_of(unisono_version));
    jw_key_str(out, "commit", str_of(unisono_commit));
    jw_key_int(out, "now", time(NULL));
    jw_key_int(out, "uptime", admin_uptime(a));
    jw_key_bool(out, "draining", admin_draining(a));
    load(w, out);
    counts(w, out);
    store(w, out);
    lexicon(w, out);
    tables(w, out);
    addresses(w, out);
    history(a, out);
    jw_end_object(out);
}
