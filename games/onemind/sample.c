/* One Mind: arguments for random play. */
#include "onemind.h"

/* Players try to think alike. Where no letter helps them, most have the same corner of the
 * vocabulary in mind, or a full table would hardly ever match. */
static char initial_in_mind(const struct known *k, struct sampler *s)
{
    const struct om_public *t = k->table;

    if (k->core->phase == OM_START && !option(k->core, OM_FREE))
        return (char)('A' + t->letter[k->seat]);
    if (k->core->phase == OM_WRITE && om_letter_counts(t, k->core))
        return (char)('A' + t->token[t->round]);
    return sampler_below(s, 4) ? (char)('A' + (t->round * 7 + t->gems) % 26) : 0;
}

static bool sample_word(const struct known *k, struct sampler *s, struct value *v)
{
    enum { LETTERS = 7 };
    char initial = initial_in_mind(k, s);
    struct str word = sampler_word(s, initial);

    if (sampler_below(s, 32) == 0) { /* the vocabulary may lie on the table already */
        for (int i = 0; i < LETTERS; i++)
            s->list[0][i] = (char)('A' + sampler_below(s, 26));
        if (initial)
            s->list[0][0] = initial;
        word = str_n(s->list[0], LETTERS);
    }
    v[0] = TEXT(word);
    v[1] = NUM(word_parts(word) > 1);
    v[2] = NUM(sampler_below(s, 4) != 0);
    return true;
}

bool om_sample(const struct known *k, int action, struct sampler *s, struct value *v)
{
    bool (*may)(const struct known *, int) = NULL;

    switch (action) {
    case OM_ACT_WRITE:
        return sample_word(k, s, v);
    case OM_ACT_CLAIM_EARLIER:
        may = om_may_claim_earlier;
        break;
    case OM_ACT_DOUBT:
        may = om_may_doubt;
        break;
    case OM_ACT_OBJECT:
        may = om_may_object;
        break;
    default:
        return false;
    }
    int from = (int)sampler_below(s, k->core->seats);
    for (int i = 0; i < k->core->seats; i++) {
        int seat = (from + i) % k->core->seats;
        if (may(k, seat)) {
            v[0] = NUM(seat);
            if (action == OM_ACT_OBJECT)
                v[1] = NUM(sampler_below(s, 2));
            return true;
        }
    }
    return false;
}
