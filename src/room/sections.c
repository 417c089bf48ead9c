#include "room/sections.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

uint64_t section_hash(struct str s)
{
    const uint64_t k = UINT64_C(0x9E3779B97F4A7C15);
    uint64_t h = s.len * k, word = 0;
    size_t i = 0;

    for (; i + 8 <= s.len; i += 8) {
        memcpy(&word, s.at + i, 8);
        h = (h ^ word) * k;
        h ^= h >> 29;
    }
    word = 0;
    memcpy(&word, s.at + i, s.len - i);
    h = (h ^ word) * k;
    return h ^ h >> 32;
}

static bool named(const struct section_names *names, int number, struct str name)
{
    const char *text = names->text[number];

    return memcmp(text, name.at, name.len) == 0 && text[name.len] == '\0';
}

static uint8_t number_of(struct section_names *names, struct str name)
{
    for (int i = 0; i < names->n; i++) {
        if (named(names, i, name))
            return (uint8_t)i;
    }
    assert(names->n < SECTION_NAMES);
    memcpy(names->text[names->n], name.at, name.len);
    names->text[names->n][name.len] = '\0';
    return (uint8_t)names->n++;
}

/* Views are written in one order: what comes next is usually the section at `guess`. */
static int find(const struct sections *s, const struct section_names *names, struct str name,
                int guess)
{
    for (int i = 0; i < s->n; i++) {
        int at = (guess + i) % s->n;

        if (named(names, s->at[at].name, name))
            return at;
    }
    return -1;
}

static void tell_gone(const struct sections *s, const struct section_names *names,
                      const bool *still, struct buf *gone)
{
    for (int i = 0; i < s->n; i++) {
        if (still[i])
            continue;
        if (gone->len)
            buf_addc(gone, ',');
        buf_addc(gone, '"');
        buf_adds(gone, names->text[s->at[i].name]);
        buf_addc(gone, '"');
    }
}

static void keep(struct sections *s, const struct section *now, int n)
{
    if (n != s->n) {
        s->at = realloc(s->at, (size_t)(n ? n : 1) * sizeof *s->at);
        if (!s->at)
            abort();
    }
    s->n = (uint8_t)n;
    if (n)
        memcpy(s->at, now, (size_t)n * sizeof *now);
}

/* A member without the comma that follows it. */
static struct str member_at(struct str text, const struct jw_members *m, int i)
{
    size_t end = i + 1 < m->n ? m->begin[i + 1] - 1 : text.len;

    return str_n(text.at + m->begin[i], end - m->begin[i]);
}

static struct str name_of(struct str member)
{
    const char *quote = memchr(member.at + 1, '"', member.len - 1);

    assert(quote && quote - member.at - 1 < SECTION_NAME);
    return str_n(member.at + 1, (size_t)(quote - member.at - 1));
}

void sections_update(struct sections *s, struct section_names *names, struct str text,
                     const struct jw_members *members, uint32_t rev, struct spans *out,
                     struct buf *gone)
{
    struct section now[SECTIONS_MAX];
    bool still[SECTIONS_MAX] = {false};
    int n = 0, guess = 0, found = 0;

    assert(members->n <= SECTIONS_MAX);
    for (; n < members->n; n++) {
        struct str member = member_at(text, members, n), name = name_of(member);
        uint64_t hash = section_hash(member);
        int at = find(s, names, name, guess);

        if (at < 0) {
            now[n] = (struct section){.name = number_of(names, name), .hash = hash, .rev = rev};
        } else {
            now[n] = s->at[at];
            still[at] = true;
            found++;
            guess = at + 1;
            if (now[n].hash != hash) {
                now[n].hash = hash;
                now[n].rev = rev;
            }
        }
        out->at[n].text = member;
        out->at[n].rev = now[n].rev;
    }
    out->n = n;
    if (found < s->n)
        tell_gone(s, names, still, gone);
    keep(s, now, n);
}

void sections_write_names(const struct sections *s, const struct section_names *names,
                          struct buf *out)
{
    for (int i = 0; i < s->n; i++) {
        buf_adds(out, ",\"");
        buf_adds(out, names->text[s->at[i].name]);
        buf_addc(out, '"');
    }
}

void sections_fini(struct sections *s)
{
    free(s->at);
    *s = (struct sections){0};
}

void spans_write(const struct spans *s, uint32_t since, struct buf *out)
{
    for (int i = 0; i < s->n; i++) {
        if (s->at[i].rev <= since)
            continue;
        if (out->len && out->at[out->len - 1] != '{')
            buf_addc(out, ',');
        buf_add(out, s->at[i].text);
    }
}
