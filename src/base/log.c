#include "base/log.h"

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
    buf_addc(&l->text, '\n');
    fwrite(l->text.at, 1, l->text.len, l->to);
    buf_fini(&l->text);
}
