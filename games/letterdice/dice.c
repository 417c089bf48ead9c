/* Letter Dice: the faces of the five dice, and what a word is worth on them (dice.md). */
#include "letterdice.h"

#include <string.h>

/* White and blue carry most of the vowels, so that a throw nearly always shows one. Letters that
 * begin few words (Q, X, Y and kin) are on no die, since any die may give the initial. */
static const char faces[LANGUAGES][LD_DICE][LD_FACES + 1] = {
    [LANG_EN] = {"AEIOUS", "CEHNRT", "ADLMPV", "AEIOLT", "BFGISW"},
    [LANG_DE] = {"AEIOUS", "EHKNRT", "ADMPVZ", "AEIULT", "BEFGSW"},
    [LANG_FR] = {"AEIOLS", "CEINRT", "ADEMPV", "AEIOCR", "ABFGPS"},
};

uint64_t ld_faces(enum language lang, int die)
{
    uint64_t set = 0;

    for (int face = 0; face < LD_FACES; face++)
        set |= UINT64_C(1) << (faces[lang][die][face] - 'A');
    return set;
}

static bool occurs(const struct word_key *key, int letter)
{
    return memchr(key->text, 'A' + letter, key->len) != NULL;
}

int ld_points(const uint8_t letter[LD_DICE], struct str word)
{
    struct word_key key;
    int points = 0;

    word_key(&key, word, false);
    for (int die = 0; die < LD_DICE; die++)
        points += occurs(&key, letter[die]);
    return points;
}

int ld_first_hit(const uint8_t letter[LD_DICE], struct str word)
{
    struct word_key key;

    word_key(&key, word, false);
    for (int die = 0; die < LD_DICE; die++) {
        if (occurs(&key, letter[die]))
            return die;
    }
    return -1;
}
