#include "server/config.h"

#include "base/err.h"
#include "base/version.h"
#include "net/address.h"
#include "net/hosts.h"
#include "store/backends.h"

#include <stdarg.h>
#include <string.h>
#include <unistd.h>

enum kind { TEXT, NUMBER, CHOICE };

struct option {
    const char *key;
    enum kind kind;
    size_t at; /* in struct config */
    int64_t least, most;
    const char *fallback; /* as it would be written */
    const char *shown;    /* what stands for the value in the help */
    const char *choices;  /* parted by blanks, in the order of their enum */
    const char *help;
};

#define AT(member) offsetof(struct config, member)
#define QUOTE(x)   #x

static const struct option options[] = {
    {"port", NUMBER, AT(port), 0, 65535, "8080", "PORT", NULL, "where to listen; 0: any free port"},
    {"host", TEXT, AT(host), 0, 0, "", "ADDRESS", NULL,
     "the one address to listen on; empty: all of this machine"},
    {"public-url", TEXT, AT(public_url), 0, 0, "", "URL", NULL,
     "what players type, if it is not the address of this machine"},
    {"store", TEXT, AT(store), 0, 0, "unisono.db", "FILE", NULL,
     "where tables are kept: a file, postgresql://… for several machines, or :memory: for tables "
     "that end with the server"},
    {"store-standby", CHOICE, AT(store_standby), 0, 0, "required", "WHAT", "required none",
     "of a PostgreSQL server: a synchronous standby, or none where its storage is replicated"},
    {"peer", TEXT, AT(peer), 0, 0, "", "ADDRESS:PORT", NULL,
     "where other nodes over the same PostgreSQL reach this one, in a network of their own"},
    {"drain-seconds", NUMBER, AT(drain_seconds), 0, 3600, "20", "SECONDS", NULL,
     "how long a node that stops hands its tables to the others, at most"},
    {"keep-days", NUMBER, AT(keep_days), 0, 36500, "30", "DAYS", NULL,
     "how long an ended table is kept; 0: for ever"},
    {"max-rooms", NUMBER, AT(max_rooms), 1, 800000, "20000", "N", NULL,
     "rooms that are kept at one time"},
    {"address-rooms", NUMBER, AT(address_rooms), 1, 1000000, "60", "N", NULL,
     "new rooms from one address per minute"},
    {"guest-changes", NUMBER, AT(guest_changes), 1, 1000000, "60", "N", NULL,
     "changes of a room by one guest per minute, after as many at once"},
    {"bot-hurry", NUMBER, AT(bot_hurry), 0, 100, "0", "PERCENT", NULL,
     "by how much bots are quicker than people; 100: they act at once"},
    {"opening", NUMBER, AT(opening), 0, 60, "10", "SECONDS", NULL,
     "how long a game is explained to a table that has not played it; 0: games begin at once"},
    {"lexicon", TEXT, AT(lexicon), 0, 0, unisono_lexicon, "FOLDER", NULL,
     "where the compiled word files are"},
    {"filter", TEXT, AT(filter), 0, 0, "", "FOLDER", NULL,
     "your own lists of words that tables do not take: en.txt, de.txt, fr.txt"},
    {"tls-cert", TEXT, AT(tls_cert), 0, 0, "", "FILE", NULL,
     "certificate chain (PEM); with tls-key the server speaks HTTPS"},
    {"tls-key", TEXT, AT(tls_key), 0, 0, "", "FILE", NULL, "its private key (PEM)"},
    {"names", TEXT, AT(names), 0, 0, "", "NAMES", NULL,
     "further names the server answers to, parted by commas; *.example: all below it; *: any"},
    {"origins", TEXT, AT(origins), 0, 0, "", "URLS", NULL,
     "other sites whose pages may play here, parted by commas"},
    {"trusted-proxy", TEXT, AT(trusted_proxy), 0, 0, "", "ADDRESSES", NULL,
     "proxies whose X-Forwarded-For is believed: addresses or ranges, parted by commas"},
    {"metrics", CHOICE, AT(metrics), 0, 0, "local", "WHO", "local all off",
     "who may read /metrics"},
    {"admin", TEXT, AT(admin), 0, 0, "", "FILE", NULL,
     "the file with the token of the console, made if it is not there; empty: beside the store; "
     "off: no console"},
    {"admin-from", CHOICE, AT(admin_from), 0, 0, "local", "WHO", "local all",
     "from where the console may be used, always with its token"},
    {"qr", CHOICE, AT(qr), 0, 0, "auto", "WHEN", "auto always never",
     "draw the address as a code; auto: on a terminal"},
    {"port-file", TEXT, AT(port_file), 0, 0, "", "FILE", NULL,
     "a file to write the port to once the server listens"},
    {"log-level", CHOICE, AT(log_level), 0, 0, "info", "LEVEL", "debug info warn error",
     "how much is told on standard error"},
    {"config", TEXT, AT(config), 0, 0, "", "FILE", NULL,
     "options as lines key = value; without it /etc/unisono.conf, if there is one"},
#define X(name, value, least, most, help) \
    {#name, NUMBER, AT(limit.name), least, most, QUOTE(value), "N", NULL, help},
    NET_LIMITS(X)
#undef X
};
enum { OPTIONS = sizeof options / sizeof options[0] };

/* Where a value was found, for messages: "--port", "UNISONO_PORT" or "file:3: port". */
struct place {
    const char *file;
    int line;
    const char *variable;
};

static bool fail(struct config_problem *problem, const struct place *place, const char *key,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

static bool fail(struct config_problem *problem, const struct place *place, const char *key,
                 const char *format, ...)
{
    char where[200], what[200];
    va_list args;

    if (place && place->file)
        snprintf(where, sizeof where, "%.120s:%d: %.40s", place->file, place->line, key);
    else if (place && place->variable)
        snprintf(where, sizeof where, "%.100s", place->variable);
    else
        snprintf(where, sizeof where, "--%.40s", key);
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    snprintf(problem->reason, sizeof problem->reason, "%s: %s", where, what);
    return false;
}

/* Limits have the names of their struct's members; people write dashes. */
static bool same_key(struct str written, const char *key)
{
    if (written.len != strlen(key))
        return false;
    for (size_t i = 0; i < written.len; i++) {
        if (written.at[i] != (key[i] == '_' ? '-' : key[i]))
            return false;
    }
    return true;
}

static const struct option *find(struct str key)
{
    for (int i = 0; i < OPTIONS; i++) {
        if (same_key(key, options[i].key))
            return &options[i];
    }
    return NULL;
}

static void dashed(const char *key, char out[48])
{
    snprintf(out, 48, "%s", key);
    for (char *p = out; *p; p++)
        *p = *p == '_' ? '-' : *p;
}

static bool set(struct config *c, const struct option *o, struct str value,
                const struct place *place, struct config_problem *problem)
{
    void *into = (char *)c + o->at;
    struct str shown = str_shown(value), rest, choice;
    int64_t n = 0;
    char key[48];

    dashed(o->key, key);
    switch (o->kind) {
    case NUMBER:
        if (!str_int(value, &n) || n < o->least || n > o->most)
            return fail(problem, place, key, "'%.*s' is not a number from %lld to %lld",
                        STR_FMT(shown), (long long)o->least, (long long)o->most);
        *(int64_t *)into = n;
        return true;
    case CHOICE:
        rest = str_of(o->choices);
        for (n = 0; str_word(&rest, &choice); n++) {
            if (str_eq(choice, value)) {
                *(int64_t *)into = n;
                return true;
            }
        }
        return fail(problem, place, key, "'%.*s' is none of: %s", STR_FMT(shown), o->choices);
    case TEXT:
        if (value.len && memchr(value.at, '\0', value.len))
            return fail(problem, place, key, "a text cannot hold a NUL");
        *(const char **)into = arena_copy(&c->texts, value).at;
        return true;
    }
    return false;
}

void config_default(struct config *c)
{
    struct config_problem problem;

    memset(c, 0, sizeof *c);
    for (int i = 0; i < OPTIONS; i++)
        set(c, &options[i], str_of(options[i].fallback), NULL, &problem);
}

void config_fini(struct config *c)
{
    arena_fini(&c->texts);
}

bool config_read_text(struct config *c, const char *name, struct str text,
                      struct config_problem *problem)
{
    struct place place = {.file = name};
    int said[OPTIONS] = {0};
    struct str line, key, value;

    while (str_line(&text, &line)) {
        const struct option *o;

        place.line++;
        line = str_trim(line);
        if (line.len == 0 || line.at[0] == '#')
            continue;
        if (!str_split(line, '=', &key, &value)) {
            snprintf(problem->reason, sizeof problem->reason,
                     "%.120s:%d: '%.*s' is not key = value", name, place.line,
                     STR_FMT(str_shown(line)));
            return false;
        }
        key = str_trim(key);
        o = find(key);
        if (!o || o->at == AT(config)) {
            snprintf(problem->reason, sizeof problem->reason,
                     "%.120s:%d: there is no option '%.*s' (unisono serve --help lists them)", name,
                     place.line, STR_FMT(str_shown(key)));
            return false;
        }
        if (said[o - options])
            return fail(problem, &place, o->key, "was set in line %d already", said[o - options]);
        said[o - options] = place.line;
        if (!set(c, o, str_trim(value), &place, problem))
            return false;
    }
    return true;
}

static bool read_file(struct config *c, const char *path, struct config_problem *problem)
{
    struct buf text = {0};
    int error = buf_read_file(&text, path, 1 << 16);
    bool good = error == 0;

    if (error)
        snprintf(problem->reason, sizeof problem->reason, "%.200s: %s", path, err_text(error));
    else
        good = config_read_text(c, path, buf_str(&text), problem);
    buf_fini(&text);
    return good;
}

static void variable_name(const struct option *o, char out[64])
{
    snprintf(out, 64, "UNISONO_%s", o->key);
    for (char *p = out; *p; p++)
        *p = *p == '-' ? '_' : *p >= 'a' && *p <= 'z' ? (char)(*p - 'a' + 'A') : *p;
}

static bool read_variables(struct config *c, char *(*variable)(const char *name),
                           struct config_problem *problem)
{
    for (int i = 0; i < OPTIONS; i++) {
        char name[64];
        const char *value;

        variable_name(&options[i], name);
        value = variable(name);
        if (value &&
            !set(c, &options[i], str_of(value), &(struct place){.variable = name}, problem))
            return false;
    }
    return true;
}

/* Takes the flags, or, with `only`, looks just for that one. */
static bool read_flags(struct config *c, int argc, char **argv, const struct option *only,
                       struct config_problem *problem)
{
    for (int i = 0; i < argc; i++) {
        struct str name = str_of(argv[i]), value = {0};
        const struct option *o = NULL;
        bool joined = false;

        if (str_starts(name, STR("--"))) {
            name = str_n(name.at + 2, name.len - 2);
            joined = str_split(name, '=', &name, &value);
            o = find(name);
        }
        if (!o) {
            snprintf(problem->reason, sizeof problem->reason,
                     "there is no option '%.40s' (try --help)", argv[i]);
            return false;
        }
        if (!joined && i + 1 == argc)
            return fail(problem, NULL, o->key, "needs a value");
        if (!joined)
            value = str_of(argv[++i]);
        if ((!only || o == only) && !set(c, o, value, NULL, problem))
            return false;
    }
    return true;
}

/* An address as in a list of origins, without a path: "https://play.example:8080". */
static struct str origin_of(struct str url)
{
    size_t at = (size_t)str_find(url, STR("://")) + 3;

    if (url.len == 0)
        return url;
    while (at < url.len && url.at[at] != '/')
        at++;
    return str_n(url.at, at);
}

/* The name in it; false where there is none that a browser could ask for. */
static bool name_of(struct str url, struct str *name)
{
    struct str origin = origin_of(url);
    ptrdiff_t scheme = str_find(origin, STR("://"));

    return scheme > 0 &&
           host_name(str_n(origin.at + scheme + 3, origin.len - (size_t)scheme - 3), name);
}

/* What no option can know alone. */
static bool agree(const struct config *c, struct config_problem *problem)
{
    struct str url = str_of(c->public_url), name, bad;
    struct address_list proxies;

    if ((c->tls_cert[0] != '\0') != (c->tls_key[0] != '\0'))
        return fail(problem, NULL, c->tls_cert[0] ? "tls-key" : "tls-cert",
                    "a certificate and its key come together");
    if (url.len && !str_starts(url, STR("http://")) && !str_starts(url, STR("https://")))
        return fail(problem, NULL, "public-url", "'%.*s' does not begin with http:// or https://",
                    STR_FMT(str_shown(url)));
    if (url.len && !name_of(url, &name))
        return fail(problem, NULL, "public-url",
                    "'%.*s' has no name in it (letters beside a to z are written xn--…)",
                    STR_FMT(str_shown(url)));
    if (!hosts_check(str_of(c->names), &bad))
        return fail(problem, NULL, "names", "'%.*s' is no name", STR_FMT(str_shown(bad)));
    if (!address_list_parse(&proxies, str_of(c->trusted_proxy), &bad))
        return fail(problem, NULL, "trusted-proxy",
                    "'%.*s' is no address or range (or there are more than %d)",
                    STR_FMT(str_shown(bad)), ADDRESS_RANGES);
    if (c->peer[0] && !store_is_pg(c->store))
        return fail(problem, NULL, "peer",
                    "several servers need a store they share: '%.*s' is none",
                    STR_FMT(str_shown(str_of(c->store))));
    if (c->limit.pong_seconds <= c->limit.ping_seconds)
        return fail(problem, NULL, "pong-seconds", "must be more than ping-seconds, which is %lld",
                    (long long)c->limit.ping_seconds);
    return true;
}

enum config_result config_read(struct config *out, int argc, char **argv,
                               char *(*variable)(const char *name), const char *usual_file,
                               struct config_problem *problem)
{
    struct config c;
    const struct option *file = find(STR("config"));
    const char *named = variable("UNISONO_CONFIG");

    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0)
            return CONFIG_HELP;
        if (strcmp(argv[i], "--help-markdown") == 0)
            return CONFIG_MARKDOWN;
    }
    config_default(&c);
    if (named)
        set(&c, file, str_of(named), NULL, problem);
    bool good = read_flags(&c, argc, argv, file, problem);
    if (good && c.config[0])
        good = read_file(&c, c.config, problem);
    else if (good && usual_file && access(usual_file, F_OK) == 0)
        good = read_file(&c, usual_file, problem);
    good = good && read_variables(&c, variable, problem) &&
           read_flags(&c, argc, argv, NULL, problem) && agree(&c, problem);
    if (!good) {
        config_fini(&c);
        return CONFIG_BAD;
    }
    *out = c;
    return CONFIG_OK;
}

void config_help(FILE *to)
{
    fputs("usage: unisono serve [options]\n\nopen the tables to players in the network\n\n", to);
    for (int i = 0; i < OPTIONS; i++) {
        const struct option *o = &options[i];
        char key[48], left[80];

        dashed(o->key, key);
        snprintf(left, sizeof left, "--%s %s", key, o->shown);
        fprintf(to, "  %-28s %s", left, o->help);
        if (o->choices)
            fprintf(to, " (%s)", o->choices);
        fprintf(to, o->fallback[0] ? " [%s]\n" : "\n", o->fallback);
    }
    fputs("  --help                       this text\n\n"
          "Each option can also be set in the environment (--max-rooms is UNISONO_MAX_ROOMS) or as "
          "a\n"
          "line \"max-rooms = 50\" in a file. A flag counts more than the environment, that more "
          "than\n"
          "the file.\n",
          to);
}

void config_markdown(FILE *to)
{
    fputs("| option | default | allowed | what it is |\n|---|---|---|---|\n", to);
    for (int i = 0; i < OPTIONS; i++) {
        const struct option *o = &options[i];
        char key[48];

        dashed(o->key, key);
        fprintf(to, "| `%s` | %s%s%s | ", key, o->fallback[0] ? "`" : "", o->fallback,
                o->fallback[0] ? "`" : "");
        if (o->kind == NUMBER)
            fprintf(to, "%lld to %lld", (long long)o->least, (long long)o->most);
        else
            fputs(o->choices ? o->choices : o->shown, to);
        fprintf(to, " | %s |\n", o->help);
    }
}

struct net_options config_net(const struct config *c, struct buf *lists)
{
    struct net_options o = net_defaults();
    struct str origin = origin_of(str_of(c->public_url)), name;
    struct address listen;

    /* Pages of the public address are our own, and so is its name. */
    buf_printf(lists, "%s,%.*s", c->origins, STR_FMT(origin));
    buf_addc(lists, '\0');
    size_t names = lists->len;
    buf_adds(lists, c->names);
    if (name_of(origin, &name))
        buf_printf(lists, ",%.*s", STR_FMT(name));
    if (c->host[0] && !address_parse(&listen, str_of(c->host)))
        buf_printf(lists, ",%s", c->host);
    o.origins = buf_cstr(lists);
    o.names = o.origins + names;
    o.host = c->host;
    o.port = (int)c->port;
    o.tls_cert = c->tls_cert;
    o.tls_key = c->tls_key;
    o.proxies = c->trusted_proxy;
    o.metrics = (enum net_metrics_for)c->metrics;
    o.limit = c->limit;
    return o;
}
