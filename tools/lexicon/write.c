#include "write.h"

#include "edges.h"

#include "base/err.h"
#include "lexicon/associate.h"
#include "lexicon/checksum.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct output {
    VEC(char) section[LEX_SECTIONS];
    uint32_t item[LEX_SECTIONS];
    /* Entries in file order, and the place of each in it. */
    VEC(uint32_t) order;
    uint32_t *place;
    uint32_t lemmas;
};

static void put(struct output *o, enum lex_section_kind kind, const void *bytes, size_t n)
{
    const char *p = bytes;

    for (size_t i = 0; i < n; i++)
        vec_push(&o->section[kind], p[i]);
}

static void put32(struct output *o, enum lex_section_kind kind, uint32_t n)
{
    put(o, kind, &n, sizeof n);
    o->item[kind] = 4;
}

static const struct dict *sorting;

static int by_kind_and_key(const void *x, const void *y)
{
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    bool la = dict_is_lemma(sorting, a), lb = dict_is_lemma(sorting, b);

    if (la != lb)
        return la ? -1 : 1;
    return str_cmp(dict_key(sorting, a), dict_key(sorting, b));
}

static void number_entries(struct output *o, const struct dict *d)
{
    o->place = zeroed(d->entry.n, sizeof *o->place);
    for (uint32_t e = 0; e < d->entry.n; e++) {
        o->place[e] = ENTRY_NONE;
        if (dict_is_lemma(d, e) || d->first_link.at[e] < d->first_link.at[e + 1])
            vec_push(&o->order, e);
    }
    sorting = d;
    if (o->order.n)
        qsort(o->order.at, o->order.n, sizeof *o->order.at, by_kind_and_key);
    for (uint32_t i = 0; i < o->order.n; i++) {
        o->place[o->order.at[i]] = i;
        o->lemmas += dict_is_lemma(d, o->order.at[i]);
    }
}

static void write_keys(struct output *o, const struct dict *d)
{
    uint32_t slots = 1024;

    while (slots < o->order.n * 3 / 2)
        slots *= 2;
    uint32_t *slot = zeroed(slots, sizeof *slot);

    for (uint32_t i = 0; i < o->order.n; i++) {
        struct str key = dict_key(d, o->order.at[i]);
        uint32_t h = lex_hash(key.at, (uint32_t)key.len) & (slots - 1);

        while (slot[h])
            h = (h + 1) & (slots - 1);
        slot[h] = i + 1;
        put32(o, LEX_KEY_START, (uint32_t)o->section[LEX_KEY_TEXT].n);
        put(o, LEX_KEY_TEXT, key.at, key.len);
    }
    put32(o, LEX_KEY_START, (uint32_t)o->section[LEX_KEY_TEXT].n);
    o->item[LEX_KEY_TEXT] = 1;
    put(o, LEX_HASH, slot, slots * sizeof *slot);
    o->item[LEX_HASH] = 4;
    free(slot);
}

static uint8_t frequency_byte(float per_million)
{
    float f = per_million > 0 ? 16 * log10f(per_million * 1000) : 0;

    return f <= 0 ? 0 : f >= 255 ? 255 : (uint8_t)f;
}

static void write_entries(struct output *o, const struct dict *d)
{
    for (uint32_t i = 0; i < o->order.n; i++) {
        const struct entry *e = &d->entry.at[o->order.at[i]];
        struct lex_entry out = {e->flags, frequency_byte(e->count), 0};
        float animal = e->animal > 1 ? 1 : e->animal;

        out.animal = (uint8_t)(animal * 255);
        if (dict_is_stopword(d, o->order.at[i]))
            out.flags |= LEX_STOPWORD;
        put(o, LEX_ENTRIES, &out, sizeof out);
        if (i >= o->lemmas)
            continue;
        struct str shown = pool_str(&d->shown, e->shown);
        put32(o, LEX_SHOWN_START, (uint32_t)o->section[LEX_SHOWN_TEXT].n);
        if (!str_eq(shown, dict_key(d, o->order.at[i])))
            put(o, LEX_SHOWN_TEXT, shown.at, shown.len);
    }
    put32(o, LEX_SHOWN_START, (uint32_t)o->section[LEX_SHOWN_TEXT].n);
    o->item[LEX_ENTRIES] = sizeof(struct lex_entry);
    o->item[LEX_SHOWN_TEXT] = 1;
}

static void write_links(struct output *o, const struct dict *d)
{
    for (uint32_t i = 0; i < o->order.n; i++) {
        uint32_t e = o->order.at[i];

        put32(o, LEX_LINK_START, (uint32_t)(o->section[LEX_LINKS].n / 4));
        for (uint32_t l = d->first_link.at[e]; l < d->first_link.at[e + 1]; l++) {
            const struct link *link = &d->links.at[l];

            if (o->place[link->to] != ENTRY_NONE)
                put32(o, LEX_LINKS,
                      lex_link_pack(o->place[link->to], link->kind,
                                    (unsigned)(link->certainty * LEX_CERTAIN + .5f)));
        }
    }
    put32(o, LEX_LINK_START, (uint32_t)(o->section[LEX_LINKS].n / 4));
    o->item[LEX_LINKS] = 4;
}

static int by_number(const void *x, const void *y)
{
    uint32_t a = *(const uint32_t *)x & LEX_KEY_MASK, b = *(const uint32_t *)y & LEX_KEY_MASK;

    return (a > b) - (a < b);
}

static void write_matches(struct output *o, const struct matches *m)
{
    VEC(uint32_t) row = {0};
    size_t *first = zeroed(o->lemmas, sizeof *first), *last = zeroed(o->lemmas, sizeof *last);

    for (size_t i = 0; i < m->at.n; i++) {
        uint32_t place = o->place[m->at.at[i].a];

        if (place >= o->lemmas)
            continue;
        if (!last[place])
            first[place] = i;
        last[place] = i + 1;
    }
    for (uint32_t i = 0; i < o->lemmas; i++) {
        put32(o, LEX_MATCH_START, (uint32_t)(o->section[LEX_MATCHES].n / 4));
        row.n = 0;
        for (size_t k = first[i]; k < last[i]; k++) {
            uint32_t to = o->place[m->at.at[k].b];
            float score = m->at.at[k].score * LEX_MATCH_SYNONYM;

            if (to < o->lemmas && (k == first[i] || m->at.at[k].b != m->at.at[k - 1].b))
                vec_push(&row, to | (uint32_t)(score > 255 ? 255 : score) << LEX_KEY_BITS);
        }
        if (row.n)
            qsort(row.at, row.n, sizeof *row.at, by_number);
        for (size_t k = 0; k < row.n; k++)
            put32(o, LEX_MATCHES, row.at[k]);
    }
    put32(o, LEX_MATCH_START, (uint32_t)(o->section[LEX_MATCHES].n / 4));
    o->item[LEX_MATCHES] = 4;
    free(first);
    free(last);
    vec_fini(&row);
}

static void write_associations(struct output *o, const struct associations *a)
{
    VEC(uint32_t) row = {0};

    o->item[LEX_SPEAKERS] = o->item[LEX_EDGES] = o->item[LEX_EDGE_START] = 4;
    o->item[LEX_PRIORS] = 1;
    o->item[LEX_VECTORS] = a->dimensions;
    put(o, LEX_VECTORS, a->vector.at, a->vector.n);
    put(o, LEX_PRIORS, a->prior.at, a->prior.n);
    o->item[LEX_PROPERTY] = LEX_PROPERTIES;
    put(o, LEX_PROPERTY, a->property.at, a->property.n);
    for (uint32_t s = 0; s < a->speaker.n; s++) {
        put32(o, LEX_SPEAKERS, o->place[a->speaker.at[s]]);
        put32(o, LEX_EDGE_START, (uint32_t)(o->section[LEX_EDGES].n / 4));
        row.n = 0;
        for (uint32_t k = a->start.at[s]; k < a->start.at[s + 1]; k++) {
            float weight = a->edge.at[k].weight * LEX_EDGE_UNIT;

            vec_push(&row, a->edge.at[k].to | (uint32_t)(weight > 255 ? 255 : weight)
                                                  << LEX_KEY_BITS);
        }
        if (row.n)
            qsort(row.at, row.n, sizeof *row.at, by_number);
        for (size_t k = 0; k < row.n; k++)
            put32(o, LEX_EDGES, row.at[k]);
    }
    put32(o, LEX_EDGE_START, (uint32_t)(o->section[LEX_EDGES].n / 4));
    vec_fini(&row);
}

static bool flush(struct output *o, const struct dict *d, uint64_t fingerprint, const char *path)
{
    struct lex_section table[LEX_SECTIONS];
    size_t head = sizeof(struct lex_header) + sizeof table, at;
    char beside[1024];
    VEC(char) body = {0};

    at = (head + LEX_ALIGN - 1) / LEX_ALIGN * LEX_ALIGN;
    while (head + body.n < at)
        vec_push(&body, 0);
    for (uint32_t k = LEX_ENGLISH_START; k <= LEX_HOME; k++)
        o->item[k] = 4;
    for (uint32_t k = 0; k < LEX_SECTIONS; k++) {
        table[k] =
            (struct lex_section){k, o->item[k] ? o->item[k] : 1, head + body.n, o->section[k].n};
        for (size_t i = 0; i < o->section[k].n; i++)
            vec_push(&body, o->section[k].at[i]);
        while ((head + body.n) % LEX_ALIGN)
            vec_push(&body, 0);
    }
    struct lex_header h = {.mark = LEX_MARK,
                           .version = LEX_VERSION,
                           .size = head + body.n,
                           .fingerprint = fingerprint,
                           .language = d->lang,
                           .sections = LEX_SECTIONS,
                           .lemmas = o->lemmas,
                           .keys = (uint32_t)o->order.n};
    memcpy(h.magic, LEX_MAGIC, sizeof h.magic);
    h.checksum = lex_checksum(0, body.at, body.n);
    h.head_checksum = lex_checksum(lex_checksum(0, &h, offsetof(struct lex_header, head_checksum)),
                                   table, sizeof table);
    snprintf(beside, sizeof beside, "%s.new", path);
    FILE *out = fopen(beside, "wb");
    bool ok = out && fwrite(&h, sizeof h, 1, out) == 1 &&
              fwrite(table, sizeof table, 1, out) == 1 && fwrite(body.at, 1, body.n, out) == body.n;
    if (out && fclose(out) != 0)
        ok = false;
    ok = ok && rename(beside, path) == 0;
    if (ok) {
        fprintf(stderr, "  %s: %s: %u lemmas, %u keys, %.1f MB\n", language_codes[d->lang], path,
                h.lemmas, h.keys, (double)h.size / 1e6);
    } else {
        fprintf(stderr, "lexicon-build: %s: %s\n", path, err_text(ERR_UNWRITABLE));
        remove(beside);
    }
    vec_fini(&body);
    return ok;
}

/* Rows of the best few, each with its share of the first one; between places in the files. */
static void write_crossings(struct output *o, enum lex_section_kind start, struct edge *c, size_t n,
                            uint32_t rows)
{
    enum { KEPT = 6 };
    size_t i = 0;

    edges_by_weight(c, n);
    for (uint32_t row = 0; row < rows; row++) {
        float first = i < n ? c[i].weight : 1;

        put32(o, start, (uint32_t)(o->section[start + 1].n / 4));
        for (int kept = 0; i < n && c[i].from == row; i++, kept++) {
            if (kept < KEPT)
                put32(o, start + 1,
                      c[i].to | (uint32_t)(255 * c[i].weight / first) << LEX_KEY_BITS);
        }
    }
    put32(o, start, (uint32_t)(o->section[start + 1].n / 4));
    o->item[start + 1] = 4;
}

/* Translations: there and back. Common words are meant before rare ones. */
static void write_translations(struct output *o, const struct judge *j)
{
    struct output english = {0};
    VEC(struct edge) there = {0};
    VEC(struct edge) back = {0};

    number_entries(&english, j->english->dict);
    for (uint32_t e = 0; e + 1 < j->glossary->start.n; e++) {
        for (uint32_t i = j->glossary->start.at[e]; i < j->glossary->start.at[e + 1]; i++) {
            uint32_t to = j->glossary->english.at[i];
            uint32_t mine = o->place[e], its = english.place[to];
            float votes = j->glossary->votes.at[i];

            if (!j->glossary->whole.at[i] || mine >= o->lemmas || its >= english.lemmas)
                continue;
            vec_push(&there,
                     (struct edge){mine, its, votes * dict_common_root(j->english->dict, to)});
            vec_push(&back, (struct edge){its, mine, votes * dict_common_root(j->d, e)});
        }
    }
    write_crossings(o, LEX_ENGLISH_START, there.at, there.n, o->lemmas);
    write_crossings(o, LEX_HOME_START, back.at, back.n, english.lemmas);
    vec_fini(&there);
    vec_fini(&back);
    vec_fini(&english.order);
    free(english.place);
}

bool lexicon_write(const struct dict *d, const struct matches *m, const struct associations *a,
                   const struct judge *j, uint64_t fingerprint, const char *path)
{
    struct output o = {0};

    number_entries(&o, d);
    write_keys(&o, d);
    write_entries(&o, d);
    write_links(&o, d);
    write_matches(&o, m);
    write_associations(&o, a);
    if (j->english)
        write_translations(&o, j);
    put(&o, LEX_REPORT, d->report.at, d->report.n);
    o.item[LEX_REPORT] = 1;
    bool ok = flush(&o, d, fingerprint, path);
    for (int k = 0; k < LEX_SECTIONS; k++)
        vec_fini(&o.section[k]);
    vec_fini(&o.order);
    free(o.place);
    return ok;
}

uint64_t lexicon_fingerprint(const char *path)
{
    struct lex_header h;
    FILE *in = fopen(path, "rb");
    bool ok = in && fread(&h, sizeof h, 1, in) == 1 && memcmp(h.magic, LEX_MAGIC, 8) == 0 &&
              h.version == LEX_VERSION && fseek(in, 0, SEEK_END) == 0 &&
              (uint64_t)ftell(in) == h.size;

    if (in)
        fclose(in);
    return ok ? h.fingerprint : 0;
}
