#include "room/sections.h"

#include "base/mend.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

uint64_t section_hash(struct str text)
{
    const uint64_t k = UINT64_C(0x9E3779B97F4A7C15);
    uint64_t h = text.len * k, word = 0;
    size_t i = 0;

    for (; i + 8 <= text.len; i += 8) {
        memcpy(&word, text.at + i, 8);
        h = (h ^ word) * k;
        h ^= h >> 29;
    }
    word = 0;
    memcpy(&word, text.at + i, text.len - i);
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

static void tell_dropped(const struct sections *s, const struct section_names *names,
                         const bool *still, struct buf *dropped)
{
    for (int i = 0; i < s->n; i++) {
        if (still[i])
            continue;
        if (dropped->len)
            buf_addc(dropped, ',');
        buf_addc(dropped, '"');
        buf_adds(dropped, names->text[s->at[i].name]);
        buf_addc(dropped, '"');
    }
}

/* Views grow and shrink by a word or two: memory comes in steps, and a view that has become much
 * smaller gives its own back. */
enum { STEP = 32, MUCH = 512 };

static void make_room(struct sections *s, size_t bytes)
{
    if (bytes == 0) {
        sections_fini(s);
        return;
    }
    if (bytes <= s->cap && s->cap - bytes < MUCH)
        return;
    s->cap = (uint32_t)((bytes + STEP - 1) / STEP * STEP);
    s->at = realloc(s->at, s->cap);
    if (!s->at)
        abort();
}

static char *texts(const struct sections *s, int n)
{
    return n ? (char *)(s->at + n) : (char *)s->at; /* there may be none at all */
}

static void keep(struct sections *s, const struct section *now, int n, const struct spans *spans)
{
    size_t bytes = 0;

    for (int i = 0; i < n; i++)
        bytes += sizeof *now + now[i].len;
    make_room(s, bytes);
    s->n = (uint8_t)n;
    if (!n)
        return;
    memcpy(s->at, now, (size_t)n * sizeof *now);
    char *text = texts(s, n);
    for (int i = 0; i < n; text += now[i++].len)
        memcpy(text, spans->at[i].text.at, now[i].len);
}

static struct str name_of(struct str member)
{
    const char *quote = memchr(member.at + 1, '"', member.len - 1);

    assert(quote && quote - member.at - 1 < SECTION_NAME);
    return str_n(member.at + 1, (size_t)(quote - member.at - 1));
}

static void note_mend(struct spans *out, int i, struct str old, struct str member, size_t name)
{
    size_t head = name + 3, begin = out->mended.len; /* two quotes and a colon */

    buf_add(&out->mended, str_n(member.at, head - 2));
    buf_adds(&out->mended, "~\":");
    if (mend_write(str_n(old.at + head, old.len - head), str_n(member.at + head, member.len - head),
                   &out->mended)) {
        out->at[i].mend = (uint32_t)begin;
        out->at[i].mend_len = (uint32_t)(out->mended.len - begin);
    } else {
        out->mended.len = begin;
    }
}

void sections_update(struct sections *s, struct section_names *names, struct str text,
                     const struct jw_members *members, uint32_t rev, struct spans *out,
                     struct buf *dropped)
{
    struct section now[SECTIONS_MAX];
    bool still[SECTIONS_MAX] = {false};
    const char *old[SECTIONS_MAX];
    int n = 0, guess = 0, found = 0;
    bool changed = false;

    assert(members->n <= SECTIONS_MAX);
    const char *next = texts(s, s->n);
    for (int i = 0; i < s->n; next += s->at[i++].len)
        old[i] = next;
    buf_clear(&out->mended);
    for (; n < members->n; n++) {
        struct str member = jw_member(text, members, n), name = name_of(member);
        int at = find(s, names, name, guess);

        now[n] = (struct section){.rev = rev, .len = (uint32_t)member.len};
        out->at[n].text = member;
        out->at[n].mend_len = 0;
        if (at < 0) {
            now[n].name = number_of(names, name);
            changed = true;
        } else {
            struct str was = str_n(old[at], s->at[at].len);

            now[n].name = s->at[at].name;
            changed = changed || at != n;
            still[at] = true;
            found++;
            guess = at + 1;
            if (str_eq(was, member)) {
                now[n].rev = s->at[at].rev;
            } else {
                note_mend(out, n, was, member, name.len);
                changed = true;
            }
        }
        out->at[n].rev = now[n].rev;
    }
    out->n = n;
    if (found < s->n)
        tell_dropped(s, names, still, dropped);
    if (changed || found < s->n)
        keep(s, now, n, out);
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

static void add_member(struct str member, struct buf *out)
{
    if (out->len && out->at[out->len - 1] != '{')
        buf_addc(out, ',');
    buf_add(out, member);
}

void spans_write(const struct spans *s, uint32_t since, struct buf *out)
{
    for (int i = 0; i < s->n; i++) {
        if (s->at[i].rev > since)
            add_member(s->at[i].text, out);
    }
}

void spans_write_changes(const struct spans *s, uint32_t since, struct buf *out)
{
    for (int i = 0; i < s->n; i++) {
        struct str mend = str_n(s->mended.at + s->at[i].mend, s->at[i].mend_len);

        if (s->at[i].rev > since)
            add_member(mend.len ? mend : s->at[i].text, out);
    }
}

void spans_fini(struct spans *s)
{
    buf_fini(&s->mended);
}
