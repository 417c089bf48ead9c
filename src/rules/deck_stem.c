#include "rules/deck_stem.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum { WORDS = 24, STEM = 48, SHORTEST = 3, LITTLE = 5 /* letters of a little word, at most */ };

/* Words that say little, as keys. */
static const char *const little[LANGUAGES] = {
    [LANG_EN] = " A AN THE OF TO IN ON AT FOR AND OR YOUR MY WITH ",
    [LANG_DE] = " EIN EINE EINEN EINEM EINER DER DIE DAS DES DEM DEN UND ODER ZU IM IN AM AN MIT ",
    [LANG_FR] = " UN UNE LE LA LES L D DE DU DES ET OU A AU AUX EN DANS SUR POUR ",
};

/* Endings of a language, the longer ones first, and what stands for them. */
struct ending {
    const char *cut, *put;
};

static const struct ending endings[LANGUAGES][12] = {
    [LANG_EN] = {{"IES", "Y"},
                 {"SSES", "SS"},
                 {"SHES", "SH"},
                 {"CHES", "CH"},
                 {"XES", "X"},
                 {"ING", ""},
                 {"SS", "SS"},
                 {"ED", ""},
                 {"ES", ""},
                 {"S", ""},
                 {"E", ""}},
    [LANG_DE] = {{"ERN", ""},
                 {"EM", ""},
                 {"EN", ""},
                 {"ER", ""},
                 {"ES", ""},
                 {"SS", "SS"},
                 {"E", ""},
                 {"N", ""},
                 {"S", ""}},
    [LANG_FR] = {{"EAUX", "EAU"},
                 {"AUX", "AL"},
                 {"EES", ""},
                 {"ES", ""},
                 {"EE", ""},
                 {"S", ""},
                 {"X", ""},
                 {"E", ""}},
};

static bool says_little(enum language lang, const char *word)
{
    char padded[STEM + 3];
    size_t n = strlen(word);

    if (n > LITTLE)
        return false;
    padded[0] = ' ';
    memcpy(padded + 1, word, n + 1);
    padded[n + 1] = ' ';
    padded[n + 2] = '\0';
    return strstr(little[lang], padded) != NULL;
}

static void take_ending_off(enum language lang, char word[STEM])
{
    size_t len = strlen(word);

    for (const struct ending *e = endings[lang]; e->cut; e++) {
        size_t cut = strlen(e->cut), put = strlen(e->put);

        assert(put <= cut);
        if (len < cut + SHORTEST || strcmp(word + len - cut, e->cut) != 0)
            continue;
        memcpy(word + len - cut, e->put, put + 1);
        return;
    }
}

/* A word as it is compared; what does not fit is cut. */
static void word_as_key(struct str text, char word[STEM])
{
    struct word_key key;

    word_key(&key, text, false);
    size_t n = key.len < STEM - 1 ? key.len : STEM - 1;
    memcpy(word, key.text, n);
    word[n] = '\0';
}

static bool is_of_a_word(int32_t c)
{
    if (c < 0x80)
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    utf8proc_category_t category = utf8proc_category(c);

    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO;
}

static int split(struct str text, char words[WORDS][STEM])
{
    const uint8_t *at = (const uint8_t *)text.at;
    utf8proc_ssize_t left = (utf8proc_ssize_t)text.len, size;
    const uint8_t *begin = NULL;
    int n = 0;

    for (; left > 0 && n < WORDS; at += size, left -= size) {
        int32_t c = *at;

        size = c < 0x80 ? 1 : utf8proc_iterate(at, left, &c);
        if (size <= 0)
            break;
        bool inside = is_of_a_word(c);

        if (inside && !begin)
            begin = at;
        if (begin && (!inside || left == size)) {
            const uint8_t *end = inside ? at + size : at;

            word_as_key(str_n((const char *)begin, (size_t)(end - begin)), words[n]);
            n += words[n][0] != '\0';
            begin = NULL;
        }
    }
    return n;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static uint64_t mix(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return (hash ^ ' ') * UINT64_C(0x100000001b3);
}

uint64_t deck_stem(enum language lang, struct str text)
{
    char words[WORDS][STEM];
    int n = split(text, words), kept = 0;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (int i = 0; i < n; i++) {
        if (says_little(lang, words[i]))
            continue;
        if (kept != i)
            memcpy(words[kept], words[i], STEM);
        take_ending_off(lang, words[kept++]);
    }
    if (!kept) { /* only little words, or none, or signs: it is what it is */
        hash = mix(hash, "=");
        for (size_t i = 0; i < text.len; i++)
            hash = (hash ^ (unsigned char)text.at[i]) * UINT64_C(0x100000001b3);
        return hash;
    }
    qsort(words, (size_t)kept, sizeof words[0], by_text);
    for (int i = 0; i < kept; i++)
        hash = mix(hash, words[i]);
    return hash;
}
