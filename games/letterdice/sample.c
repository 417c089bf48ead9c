/* Letter Dice: what random play says and does, so that tests and benches reach every rule. */
#include "letterdice.h"

#include <string.h>

const uint8_t ld_weights[] = {
    [LD_ACT_ROLL_THEME - CORE_ACTIONS] = 8, [LD_ACT_THROW_DICE - CORE_ACTIONS] = 8,
    [LD_ACT_SAY - CORE_ACTIONS] = 32,       [LD_ACT_PASS - CORE_ACTIONS] = 2,
    [LD_ACT_OBJECT - CORE_ACTIONS] = 1,     [LD_ACT_AGREE - CORE_ACTIONS] = 64,
};

/* A word of the right letters that no dictionary has; now and then one that was said before. */
static struct str sample_word(const struct ld_public *t, struct sampler *s)
{
    static const char common[] = "AEIOURSTNLDMCPBGFHVW";
    enum { COMMON = sizeof common - 1 };
    const struct str first_name = STR("ANN ");
    uint64_t dice = sampler_next(s); /* one draw is enough for all letters */
    int len = 4 + (int)(dice % 4), n = 0;
    char *space = s->list[0];

    if (t->claims && dice / 4 % 16 == 0) {
        struct str said = word_str(&t->claim[dice % t->claims].word);

        len = said.len < LIST_MAX ? (int)said.len : LIST_MAX;
        memcpy(space, said.at, (size_t)len);
        return str_n(space, (size_t)len);
    }
    if (s->wordy)
        return sampler_word(s, ld_initial(t));
    if (dice / 64 % 8 == 0) { /* LD-6 */
        memcpy(space, first_name.at, first_name.len);
        n = (int)first_name.len;
        len += n;
    }
    if (!ld_black(t))
        space[n++] = ld_initial(t);
    for (dice /= 512; n < len && dice; dice /= COMMON) {
        char c = common[dice % COMMON];

        if (!ld_black(t) || ld_first_hit(t->letter, str_n(&c, 1)) < 0)
            space[n++] = c;
    }
    return str_n(space, (size_t)n);
}

/* A claim that may be objected to, from a random one on. */
static bool sample_claim(const struct known *k, struct sampler *s, struct value *v)
{
    const struct ld_public *t = k->table;
    int from = (int)sampler_below(s, LD_CLAIMS);

    for (int i = 0; i < t->claims; i++) {
        int claim = (from + i) % t->claims;

        if (!ld_unobjectionable(k, claim)) {
            PUT(v, ld_object, .claim = claim);
            return true;
        }
    }
    return false;
}

bool ld_sample(const struct known *k, int action, struct sampler *s, struct value *v)
{
    const struct ld_public *t = k->table;

    if (action == LD_ACT_OBJECT)
        return sample_claim(k, s, v);
    if (action != LD_ACT_SAY)
        return false;
    struct ld_say say = {.word = sample_word(t, s), .theme = 1 + (int)sampler_below(s, LD_THEMES)};
    bool several = word_parts(say.word) > 1;

    for (int i = 0; i < LD_THEMES && ld_theme_closed(t, say.theme); i++)
        say.theme = say.theme % LD_THEMES + 1;
    say.name = several || sampler_below(s, 8) == 0;
    say.insist = sampler_below(s, 4) != 0;
    /* Now and then the whole name, where the last part is offered. */
    say.part = several && sampler_below(s, 4) == 0 ? say.word : STR("");
    ld_say_put(v, &say);
    return true;
}
