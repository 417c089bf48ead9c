/* Letter Dice: what random play says and does, so that tests and benches reach every rule. */
#include "letterdice.h"

#include <string.h>

/* A word of the right letters that no dictionary has; now and then one that was said before. */
static void sample_word(const struct ld_public *t, struct sampler *s, struct value *v)
{
    static const char common[] = "AEIOURSTNLDMCPBGFHVW";
    enum { COMMON = sizeof common - 1 };
    const struct str first_name = STR("ANN ");
    uint64_t dice = sampler_next(s); /* one draw is enough for all letters */
    int len = 4 + (int)(dice % 4), n = 0;
    char *room = s->list[0];

    if (t->claims && dice / 4 % 16 == 0) {
        struct str said = word_str(&t->claim[dice % t->claims].word);

        len = said.len < LIST_MAX ? (int)said.len : LIST_MAX;
        memcpy(room, said.at, (size_t)len);
        v[0] = TEXT(str_n(room, (size_t)len));
        return;
    }
    if (dice / 64 % 8 == 0) { /* LD-6 */
        memcpy(room, first_name.at, first_name.len);
        n = (int)first_name.len;
        len += n;
    }
    if (!ld_black(t))
        room[n++] = (char)('A' + t->letter[t->colour]);
    for (dice /= 512; n < len && dice; dice /= COMMON) {
        char c = common[dice % COMMON];

        if (!ld_black(t) || ld_first_hit(t->letter, str_n(&c, 1)) < 0)
            room[n++] = c;
    }
    v[0] = TEXT(str_n(room, (size_t)n));
}

bool ld_sample(const struct known *k, int action, struct sampler *s, struct value *v)
{
    const struct ld_public *t = k->table;

    if (action == LD_ACT_OBJECT) {
        int from = (int)sampler_below(s, LD_CLAIMS);

        for (int i = 0; i < t->claims; i++) {
            v[0] = NUM((from + i) % t->claims);
            if (!ld_unobjectionable(k, (int)v[0].i))
                return true;
        }
    }
    if (action != LD_ACT_SAY)
        return false;
    sample_word(t, s, v);
    int theme = 1 + (int)sampler_below(s, LD_THEMES);
    for (int i = 0; i < LD_THEMES && ld_theme_closed(t, theme); i++)
        theme = theme % LD_THEMES + 1;
    v[1] = NUM(theme);
    v[2] = NUM(word_parts(v[0].s) > 1 || sampler_below(s, 8) == 0);
    v[3] = NUM(sampler_below(s, 4) != 0);
    /* Now and then the whole name, where the last part is offered. */
    v[4] = word_parts(v[0].s) > 1 && sampler_below(s, 4) == 0 ? v[0] : TEXT(STR(""));
    return true;
}
