#include "party/code.h"

#include <string.h>

/* So many rooms at most have codes of five characters, and of six. */
enum { FEW = 1000, MANY = 30000 };

static const char alphabet[] = "34679ACDEFGHJKMNPQRTWXY";

/* Beginnings and parts that people would rather not read out, written with the alphabet's own
 * characters; digits stand for the letters they are read as. */
static const char *const unkind[] = {
    "FAG",   "FCK",  "DCK",  "CNT",   "KKK",   "NGR",  "N6R",   "NAZ",   "RAPE",  "HEXE",  "TWAT",
    "ARCH",  "CRAP", "DAMN", "DREK",  "FART",  "FETT", "HATE",  "HARN",  "KACK",  "MERD",  "PED",
    "PERV",  "PEE",  "FICK", "FECK",  "TARE",  "NAGE", "TTE",   "GAY",   "HAHN",  "DEAD",  "DEATH",
    "TRANN", "WANK", "WTF",  "NEGRE", "NEGER", "NEGR", "HAREM", "MADEN", "KRANK", "ARYAN", "FREAK",
    "PENE",  "CACA", "GACK", "KAKA",  "PRE7",  "666",  "6969",  "88",    "H4"};

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static bool spells(struct str code)
{
    for (size_t i = 0; i < sizeof unkind / sizeof unkind[0]; i++) {
        if (str_find(code, str_of(unkind[i])) >= 0)
            return true;
    }
    return false;
}

int code_chars(int64_t rooms)
{
    if (rooms < FEW)
        return CODE_MIN;
    return rooms < MANY ? CODE_MIN + 1 : CODE_MAX;
}

bool code_make(struct code *out, int chars, uint64_t random)
{
    const uint64_t n = sizeof alphabet - 1;
    struct code c = {{0}};

    for (int i = 0; i < chars; i++) {
        c.text[i] = alphabet[random % n];
        random /= n;
    }
    if (spells(str_n(c.text, (size_t)chars)))
        return false;
    *out = c;
    return true;
}

bool code_read(struct code *out, struct str typed)
{
    struct code c = {{0}};
    int n = 0;

    for (size_t i = 0; i < typed.len; i++) {
        char ch = upper(typed.at[i]);

        if (ch == ' ' || ch == '-')
            continue;
        if (n == CODE_MAX || !strchr(alphabet, ch) || !ch)
            return false;
        c.text[n++] = ch;
    }
    if (n < CODE_MIN)
        return false;
    *out = c;
    return true;
}

bool code_same(const struct code *a, const struct code *b)
{
    return memcmp(a->text, b->text, CODE_MAX) == 0;
}
