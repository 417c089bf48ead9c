#include "lexicon/lex.h"

#include "base/err.h"
#include "lexicon/checksum.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes of one item, and of how many items a section must have at least; 0: any number. */
static const struct {
    uint32_t item;
    enum { ANY, PER_KEY, PER_KEY_AND_ONE, PER_LEMMA_AND_ONE } count;
} kinds[LEX_SECTIONS] = {
    [LEX_KEY_START] = {4, PER_KEY_AND_ONE},
    [LEX_KEY_TEXT] = {1, ANY},
    [LEX_HASH] = {4, ANY},
    [LEX_ENTRIES] = {sizeof(struct lex_entry), PER_KEY},
    [LEX_SHOWN_START] = {4, PER_LEMMA_AND_ONE},
    [LEX_SHOWN_TEXT] = {1, ANY},
    [LEX_LINK_START] = {4, PER_KEY_AND_ONE},
    [LEX_LINKS] = {4, ANY},
    [LEX_MATCH_START] = {4, PER_LEMMA_AND_ONE},
    [LEX_MATCHES] = {4, ANY},
    [LEX_SPEAKERS] = {4, ANY},
    [LEX_REPORT] = {1, ANY},
    [LEX_VECTORS] = {0, ANY},
    [LEX_PRIORS] = {1, ANY},
    [LEX_EDGE_START] = {4, ANY},
    [LEX_EDGES] = {4, ANY},
    [LEX_ENGLISH_START] = {4, ANY},
    [LEX_ENGLISH] = {4, ANY},
    [LEX_HOME_START] = {4, ANY},
    [LEX_HOME] = {4, ANY},
    [LEX_PROPERTY] = {LEX_PROPERTIES, ANY},
};

static int refuse(struct lex_problem *p, int error, const char *reason)
{
    snprintf(p->reason, sizeof p->reason, "%s", reason);
    return error;
}

static uint64_t least(const struct lex_header *h, uint32_t kind)
{
    switch (kinds[kind].count) {
    case PER_KEY:
        return h->keys;
    case PER_KEY_AND_ONE:
        return (uint64_t)h->keys + 1;
    case PER_LEMMA_AND_ONE:
        return (uint64_t)h->lemmas + 1;
    default:
        return 0;
    }
}

static int check_sections(struct lex *l, const struct lex_header *h, struct lex_problem *p)
{
    const struct lex_section *table = (const void *)(h + 1);

    for (uint32_t k = 0; k < LEX_SECTIONS; k++) {
        const struct lex_section *s = &table[k];
        uint32_t item = kinds[k].item ? kinds[k].item : s->item;

        if (s->kind != k || s->item != item || item == 0 || s->offset % 8 != 0 ||
            s->offset > h->size || s->bytes > h->size - s->offset || s->bytes % item != 0 ||
            s->bytes / item < least(h, k))
            return refuse(p, ERR_CORRUPT, "a section does not lie inside the file");
        l->part[k] = (struct lex_part){(const char *)h + s->offset, s->bytes / item};
        if (k == LEX_VECTORS)
            l->dimensions = s->bytes ? item : 0;
    }
    uint64_t slots = l->part[LEX_HASH].items;
    if (slots == 0 || (slots & (slots - 1)) != 0 || slots > UINT32_MAX)
        return refuse(p, ERR_CORRUPT, "the index has an impossible size");
    uint64_t speakers = l->part[LEX_SPEAKERS].items;
    if (l->dimensions &&
        (l->part[LEX_VECTORS].items < speakers || l->dimensions > 256 || speakers > h->lemmas ||
         l->part[LEX_PRIORS].items < speakers || l->part[LEX_EDGE_START].items < speakers + 1))
        return refuse(p, ERR_CORRUPT, "the associations are incomplete");
    if (l->part[LEX_PROPERTY].items && l->part[LEX_PROPERTY].items != speakers)
        return refuse(p, ERR_CORRUPT, "the properties are incomplete");
    return 0;
}

int lex_open_memory(struct lex *l, const void *bytes, uint64_t size, struct lex_problem *p)
{
    const struct lex_header *h = bytes;
    struct lex opened = {.map = bytes, .size = size};
    size_t table = LEX_SECTIONS * sizeof(struct lex_section);

    if (size < sizeof *h || memcmp(h->magic, LEX_MAGIC, sizeof h->magic) != 0)
        return refuse(p, ERR_SYNTAX, "is not a lexicon");
    if (h->mark == __builtin_bswap32(LEX_MARK))
        return refuse(p, ERR_SYNTAX, "was built on a machine of the other byte order");
    if (h->mark != LEX_MARK)
        return refuse(p, ERR_SYNTAX, "is not a lexicon");
    if (h->version != LEX_VERSION) {
        snprintf(p->reason, sizeof p->reason, "has version %u, this program reads %u", h->version,
                 LEX_VERSION);
        return ERR_SYNTAX;
    }
    if (h->size != size)
        return refuse(p, ERR_CORRUPT, "is cut off");
    if (h->sections != LEX_SECTIONS || size < sizeof *h + table || h->language >= LANGUAGES ||
        h->lemmas > h->keys || h->keys > LEX_KEY_MASK)
        return refuse(p, ERR_CORRUPT, "has a damaged head");
    uint64_t sum = lex_checksum(0, h, offsetof(struct lex_header, head_checksum));
    if (lex_checksum(sum, h + 1, table) != h->head_checksum)
        return refuse(p, ERR_CORRUPT, "has a damaged head");
    int error = check_sections(&opened, h, p);
    if (error)
        return error;
    opened.lang = (enum language)h->language;
    opened.lemmas = h->lemmas;
    opened.keys = h->keys;
    opened.fingerprint = h->fingerprint;
    *l = opened;
    return 0;
}

int lex_open(struct lex *l, const char *path, struct lex_problem *p)
{
    struct stat st;
    int file = open(path, O_RDONLY | O_CLOEXEC);

    if (file < 0)
        return refuse(p, errno == ENOENT ? ERR_NOT_FOUND : ERR_UNREADABLE,
                      errno == ENOENT ? "there is no such file" : "cannot be read");
    if (fstat(file, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size <= 0) {
        close(file);
        return refuse(p, ERR_SYNTAX, "is not a lexicon");
    }
    /* Shared and read-only: the pages are the same for every process on the machine. */
    void *map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (map == MAP_FAILED)
        return refuse(p, ERR_UNREADABLE, "cannot be mapped into memory");
    int error = lex_open_memory(l, map, (uint64_t)st.st_size, p);
    if (error)
        munmap(map, (size_t)st.st_size);
    else
        l->mapped = true;
    return error;
}

int lex_verify(const struct lex *l, struct lex_problem *p)
{
    const struct lex_header *h = l->map;
    size_t head = sizeof *h + LEX_SECTIONS * sizeof(struct lex_section);

    if (lex_checksum(0, (const char *)l->map + head, l->size - head) != h->checksum)
        return refuse(p, ERR_CORRUPT, "is damaged: its checksum does not fit");
    return 0;
}

void lex_close(struct lex *l)
{
    if (l->mapped)
        munmap((void *)l->map, l->size);
    *l = (struct lex){0};
}

static struct str piece(const struct lex *l, enum lex_section_kind starts,
                        enum lex_section_kind texts, uint32_t id)
{
    const uint32_t *start = l->part[starts].at;
    uint64_t limit = l->part[texts].items;

    if (id + 1ull >= l->part[starts].items || start[id] > start[id + 1] || start[id + 1] > limit ||
        start[id + 1] - start[id] > WORD_KEY)
        return str_n("", 0);
    return str_n((const char *)l->part[texts].at + start[id], start[id + 1] - start[id]);
}

struct str lex_key(const struct lex *l, uint32_t id)
{
    return piece(l, LEX_KEY_START, LEX_KEY_TEXT, id);
}

struct str lex_shown(const struct lex *l, uint32_t id)
{
    struct str shown =
        id < l->lemmas ? piece(l, LEX_SHOWN_START, LEX_SHOWN_TEXT, id) : str_n("", 0);

    return shown.len ? shown : lex_key(l, id);
}

struct lex_entry lex_entry_of(const struct lex *l, uint32_t id)
{
    const struct lex_entry *e = l->part[LEX_ENTRIES].at;

    return id < l->keys ? e[id] : (struct lex_entry){0};
}

bool lex_is_lemma(const struct lex *l, uint32_t id)
{
    return id < l->lemmas;
}

const uint32_t *lex_row(const struct lex *l, enum lex_section_kind start, uint32_t id,
                        uint32_t *count)
{
    const uint32_t *at = l->part[start].at, *items = l->part[start + 1].at;
    uint64_t limit = l->part[start + 1].items;

    *count = 0;
    if (id + 1ull >= l->part[start].items || at[id] > at[id + 1] || at[id + 1] > limit)
        return items;
    *count = at[id + 1] - at[id];
    return items + at[id];
}

struct str lex_report(const struct lex *l)
{
    return str_n(l->part[LEX_REPORT].at, l->part[LEX_REPORT].items);
}

uint32_t lex_find_key(const struct lex *l, struct str key)
{
    const uint32_t *slot = l->part[LEX_HASH].at;
    uint32_t mask = (uint32_t)(l->part[LEX_HASH].items - 1);
    uint32_t h = lex_hash(key.at, (uint32_t)key.len) & mask;

    if (key.len == 0 || key.len > WORD_KEY)
        return LEX_NONE;
    /* A sound index has empty slots; a damaged one must not keep us here for ever. */
    for (int tries = 0; tries < 256 && slot[h]; tries++, h = (h + 1) & mask) {
        if (slot[h] <= l->keys && str_eq(lex_key(l, slot[h] - 1), key))
            return slot[h] - 1;
    }
    return LEX_NONE;
}

uint32_t lex_find(const struct lex *l, struct str shown)
{
    struct word_key key;

    word_key(&key, shown, false);
    uint32_t id = lex_find_key(l, word_key_str(&key));
    if (id != LEX_NONE || l->lang != LANG_DE)
        return id;
    /* MAEUSE for MÄUSE: keys are without umlauts, so the E goes. */
    struct word_key plain = {0};
    for (int i = 0; i < key.len; i++) {
        if (key.text[i] == 'E' && i > 0 && strchr("AOU", key.text[i - 1]))
            continue;
        plain.text[plain.len++] = key.text[i];
    }
    return plain.len < key.len ? lex_find_key(l, word_key_str(&plain)) : LEX_NONE;
}
