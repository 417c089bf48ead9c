/*
 * Arbitrary bytes as a lexicon file and as words. The first byte chooses: a file that is all input,
 * or a small sound file, made here, whose body the input overwrites (its head is mended, so that
 * the damage reaches the questions). Nothing may crash, whatever the answers are.
 */
#include "lexicon/across.h"
#include "lexicon/associate.h"
#include "lexicon/checksum.h"
#include "lexicon/gaps.h"
#include "lexicon/likeness.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { KEYS = 6, LEMMAS = 5, SLOTS = 16, ROOM = 8192 };

static const char *const keys[KEYS] = {"SUN", "FLOWER", "SUNFLOWER", "OCEAN", "SEA", "SUNS"};

struct small {
    _Alignas(64) unsigned char bytes[ROOM];
    size_t size;
};

static void put(struct small *s, uint32_t kind, uint32_t item, const void *bytes, size_t n)
{
    struct lex_section *table = (struct lex_section *)(s->bytes + sizeof(struct lex_header));

    s->size = (s->size + 7) / 8 * 8;
    table[kind] = (struct lex_section){kind, item, s->size, n};
    if (n)
        memcpy(s->bytes + s->size, bytes, n);
    s->size += n;
}

static void mend(struct small *s)
{
    struct lex_header *h = (struct lex_header *)s->bytes;

    h->head_checksum = lex_checksum(lex_checksum(0, h, offsetof(struct lex_header, head_checksum)),
                                    h + 1, LEX_SECTIONS * sizeof(struct lex_section));
}

static void make(struct small *s)
{
    uint32_t start[KEYS + 1], hash[SLOTS] = {0}, zero[KEYS + 1] = {0}, n = 0;
    uint32_t link_start[KEYS + 1] = {0, 0, 0, 2, 2, 2, 3};
    uint32_t links[] = {lex_link_pack(0, LEX_LINK_PART, 31), lex_link_pack(1, LEX_LINK_PART, 31),
                        lex_link_pack(0, LEX_LINK_FORM, 31)};
    uint32_t match_start[LEMMAS + 1] = {0, 0, 0, 0, 1, 2};
    uint32_t matches[] = {4 | 200u << 24, 3 | 200u << 24};
    struct lex_entry entries[KEYS];
    char text[64];
    int8_t vectors[LEMMAS * 16] = {1, 2, 3};
    uint32_t speakers[LEMMAS] = {0, 1, 2, 3, 4};
    uint8_t priors[LEMMAS] = {9, 9, 9, 9, 9};

    memset(s, 0, sizeof *s);
    for (uint32_t i = 0; i < KEYS; i++) {
        uint32_t len = (uint32_t)strlen(keys[i]), h = lex_hash(keys[i], len) & (SLOTS - 1);

        start[i] = n;
        memcpy(text + n, keys[i], len);
        n += len;
        while (hash[h])
            h = (h + 1) & (SLOTS - 1);
        hash[h] = i + 1;
        entries[i] = (struct lex_entry){LEX_NOUN, 100, 0};
    }
    start[KEYS] = n;
    s->size = sizeof(struct lex_header) + LEX_SECTIONS * sizeof(struct lex_section);
    put(s, LEX_KEY_START, 4, start, sizeof start);
    put(s, LEX_KEY_TEXT, 1, text, n);
    put(s, LEX_HASH, 4, hash, sizeof hash);
    put(s, LEX_ENTRIES, sizeof *entries, entries, sizeof entries);
    put(s, LEX_SHOWN_START, 4, zero, (LEMMAS + 1) * 4);
    put(s, LEX_SHOWN_TEXT, 1, text, 0);
    put(s, LEX_LINK_START, 4, link_start, sizeof link_start);
    put(s, LEX_LINKS, 4, links, sizeof links);
    put(s, LEX_MATCH_START, 4, match_start, sizeof match_start);
    put(s, LEX_MATCHES, 4, matches, sizeof matches);
    put(s, LEX_REPORT, 1, text, 0);
    put(s, LEX_SPEAKERS, 4, speakers, sizeof speakers);
    put(s, LEX_VECTORS, 16, vectors, sizeof vectors);
    put(s, LEX_PRIORS, 1, priors, sizeof priors);
    put(s, LEX_EDGE_START, 4, zero, (LEMMAS + 1) * 4);
    put(s, LEX_EDGES, 4, links, sizeof links);
    put(s, LEX_ENGLISH_START, 4, match_start, sizeof match_start);
    put(s, LEX_ENGLISH, 4, matches, sizeof matches);
    put(s, LEX_HOME_START, 4, match_start, sizeof match_start);
    put(s, LEX_HOME, 4, matches, sizeof matches);
    struct lex_header h = {.mark = LEX_MARK,
                           .version = LEX_VERSION,
                           .size = s->size,
                           .language = LANG_DE,
                           .sections = LEX_SECTIONS,
                           .lemmas = LEMMAS,
                           .keys = KEYS};
    memcpy(h.magic, LEX_MAGIC, sizeof h.magic);
    memcpy(s->bytes, &h, sizeof h);
    mend(s);
}

static void ask(const struct lex *l, struct str a, struct str b)
{
    lex_related(l, a, b);
    lex_match(l, a, b);
    lex_animal(l, a);
    lex_flags_of(l, b);
    lex_frequency(l, a);
    lex_exists(l, b);
    struct lex other = *l;
    struct word shown;
    other.lang = l->lang == LANG_EN ? LANG_DE : LANG_EN;
    lex_match_across(&other, l, a, &other, b);
    lex_related_across(&other, l, a, &other, b);
    lex_translate(&other, l, a, &other, &shown);
    lex_translate(&other, &other, a, l, &shown);
    struct lex_thought t[8];
    struct str circle[] = {a, b, STR("SEA")};
    float scores[3];
    lex_associate(l, circle, 3, &(struct lex_wish){.initial = 'S'}, t, 8);
    lex_associate(l, circle, 2, NULL, t, 4);
    lex_fits(l, a, b);
    lex_portrays(l, a, b);
    lex_portrays_across(&other, l, a, b);
    lex_axis(l, b, a, STR("SEA, CAR"), scores);
    lex_axis_across(&other, l, b, a, STR("SEA, CAR"), scores);
    float chances[9];
    lex_gaps(l, circle, 3, circle, 3, chances);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct small sound, broken;
    struct lex l;
    struct lex_problem p;

    if (size < 2)
        return 0;
    if (sound.size == 0)
        make(&sound);
    struct str words = str_n((const char *)data + 1, size - 1), a = words, b = words;
    str_split(words, '\n', &a, &b);
    if (data[0] % 3 == 0) { /* the file is the input */
        size_t n = size - 1 < ROOM ? size - 1 : ROOM;

        memcpy(broken.bytes, data + 1, n);
        if (lex_open_memory(&l, broken.bytes, n, &p) == 0)
            ask(&l, STR("SUN"), STR("SUNFLOWER"));
        return 0;
    }
    broken = sound;
    if (data[0] % 3 == 1) { /* pairs of place and value, anywhere after the head */
        size_t head = sizeof(struct lex_header);

        for (size_t i = 1; i + 2 < size && i < 256; i += 3) {
            size_t at = head + ((size_t)data[i] << 8 | data[i + 1]) % (sound.size - head);
            broken.bytes[at] = data[i + 2];
        }
        mend(&broken);
    }
    if (lex_open_memory(&l, broken.bytes, broken.size, &p) != 0)
        return 0;
    lex_verify(&l, &p);
    for (int i = 0; i < KEYS; i++)
        ask(&l, str_of(keys[i]), str_of(keys[(i + 2) % KEYS]));
    ask(&l, a, b);
    return 0;
}
