/* Thesauri in the MyThes format: OpenThesaurus for German, Dicollecte for French. */
#include "source.h"

#include <string.h>

enum { TERMS = 96 };

/* Cuts "(ugs.)" and other remarks off a term; tells about the ones that mean something. */
static struct str plain_term(struct str term, char *out, size_t size, bool *hypernym, bool *other)
{
    size_t n = 0;
    int depth = 0;

    *hypernym = str_find(term, STR("(Oberbegriff)")) >= 0;
    *other = str_find(term, STR("(Antonym)")) >= 0;
    for (size_t i = 0; i < term.len && n + 1 < size; i++) {
        if (term.at[i] == '(')
            depth++;
        else if (term.at[i] == ')')
            depth -= depth > 0;
        else if (depth == 0)
            out[n++] = term.at[i];
    }
    return str_trim(str_n(out, n));
}

static void read_set(struct dict *d, struct str line)
{
    uint32_t word[TERMS], kind[TERMS];
    int words = 0, kinds = 0;
    struct str term;

    while (str_piece(&line, '|', &term)) {
        char text[160];
        bool hypernym, antonym;

        term = plain_term(term, text, sizeof text, &hypernym, &antonym);
        uint32_t e[2];
        if (term.len < 2 || antonym || memchr(term.at, ' ', term.len) ||
            dict_lemmas_of(d, term, e, 1) < 1 || e[0] != dict_find(d, term))
            continue; /* a form (Grünes for Gras) would speak for another word */
        if (hypernym && kinds < TERMS)
            kind[kinds++] = e[0];
        else if (!hypernym && words < TERMS)
            word[words++] = e[0];
    }
    uint32_t group = d->groups++;
    for (int i = 0; i < words; i++) {
        vec_push(&d->members, (struct member){word[i], group, 1});
        for (int k = 0; k < kinds; k++)
            dict_evidence(d, word[i], kind[k], EV_HYPERNYM);
        for (int k = 0; k < words && words <= 24; k++)
            dict_evidence(d, word[i], word[k], EV_SYNONYM);
    }
}

bool read_thesaurus_de(struct shelf *s, struct dict *d, const char *path, enum phase phase)
{
    struct buf text = {0};
    bool found = source_text(path, &text);
    struct counts seen = {0};
    size_t sets = 0;

    (void)s;
    if (found && phase == PHASE_EVIDENCE) {
        struct str rest = buf_str(&text), line;

        while (str_line(&rest, &line)) {
            if (!str_starts(line, STR("-|")))
                continue;
            /* A set stands under each of its words: read it once. */
            float *n = counts_at(&seen, hash_bytes(2, line.at, line.len) | 1);
            if (*n > 0)
                continue;
            *n = 1;
            read_set(d, str_n(line.at + 2, line.len - 2));
            sets++;
        }
        dict_report(d, "%zu synonym sets from mythes-de", sets);
    }
    counts_fini(&seen);
    buf_fini(&text);
    return found;
}

bool read_thesaurus_fr(struct shelf *s, struct dict *d, const char *path, enum phase phase)
{
    struct buf text = {0};
    bool found = source_text(path, &text);
    size_t heads = 0;

    (void)s;
    if (found && phase == PHASE_EVIDENCE) {
        struct str rest = buf_str(&text), line, term;
        uint32_t head = ENTRY_NONE;

        while (str_line(&rest, &line)) {
            struct str count;
            int64_t n;

            if (line.len && line.at[0] != '(') {
                uint32_t e[1];

                if (str_split(line, '|', &term, &count) && str_int(count, &n))
                    head = dict_lemmas_of(d, term, e, 1) ? e[0] : (uint32_t)ENTRY_NONE;
                continue;
            }
            if (head == ENTRY_NONE || !str_split(line, '|', &term, &line))
                continue;
            /* The list is long and its order is the strength: each place weighs less. */
            uint32_t group = d->groups++;
            heads++;
            vec_push(&d->members, (struct member){head, group, 1});
            for (int place = 0; place < TERMS && str_piece(&line, '|', &term); place++) {
                uint32_t e[1];

                if (memchr(term.at, ' ', term.len) || dict_lemmas_of(d, term, e, 1) < 1 ||
                    e[0] == head)
                    continue;
                vec_push(&d->members,
                         (struct member){e[0], group, place < 6 ? .7f : 4.2f / (float)place});
                dict_evidence(d, head, e[0], EV_SYNONYM);
            }
        }
        dict_report(d, "%zu synonym lists from mythes-fr", heads);
    }
    buf_fini(&text);
    return found;
}
