#include "base/log.h"

#include <pthread.h>
#include <time.h>

static pthread_mutex_t kept_lock = PTHREAD_MUTEX_INITIALIZER;
static struct log_kept kept[LOG_KEPT];
static int64_t kept_n; /* so far */

static void keep(struct str line)
{
    bool error = str_starts(line, STR("level=error "));
    size_t skip = error ? sizeof "level=error " - 1 : sizeof "level=warn " - 1;

    if (!error && !str_starts(line, STR("level=warn ")))
        return;
    line = str_n(line.at + skip, line.len - skip);
    pthread_mutex_lock(&kept_lock);
    struct log_kept *k = &kept[kept_n++ % LOG_KEPT];
    k->at = time(NULL);
    k->error = error;
    snprintf(k->text, sizeof k->text, "%.*s", STR_FMT(line));
    pthread_mutex_unlock(&kept_lock);
}

int log_recent(struct log_kept out[LOG_KEPT])
{
    pthread_mutex_lock(&kept_lock);
    int n = kept_n < LOG_KEPT ? (int)kept_n : LOG_KEPT;
    for (int i = 0; i < n; i++)
        out[i] = kept[(kept_n - 1 - i) % LOG_KEPT];
    pthread_mutex_unlock(&kept_lock);
    return n;
}

struct log_line log_begin(FILE *to, const char *level, const char *event)
{
    struct log_line l = {.to = to};

    buf_printf(&l.text, "level=%s event=%s", level, event);
    return l;
}

void log_int(struct log_line *l, const char *key, int64_t value)
{
    buf_printf(&l->text, " %s=", key);
    buf_int(&l->text, value);
}

static bool needs_quotes(struct str s)
{
    for (size_t i = 0; i < s.len; i++) {
        unsigned char c = (unsigned char)s.at[i];
        if (c <= ' ' || c == '"' || c == '=' || c == '\\' || c == 0x7f)
            return true;
    }
    return s.len == 0;
}

void log_str(struct log_line *l, const char *key, struct str value)
{
    buf_printf(&l->text, " %s=", key);
    if (!needs_quotes(value)) {
        buf_add(&l->text, value);
        return;
    }
    buf_addc(&l->text, '"');
    for (size_t i = 0; i < value.len; i++) {
        unsigned char c = (unsigned char)value.at[i];

        if (c == '"' || c == '\\')
            buf_addc(&l->text, '\\');
        if (c < ' ' || c == 0x7f)
            buf_printf(&l->text, "\\x%02x", c);
        else
            buf_addc(&l->text, (char)c);
    }
    buf_addc(&l->text, '"');
}

void log_end(struct log_line *l)
{
    keep(buf_str(&l->text));
    buf_addc(&l->text, '\n');
    fwrite(l->text.at, 1, l->text.len, l->to);
    buf_fini(&l->text);
}
