/* One Mind: what random play needs to meet more than refusals. */
#include "onemind.h"

const uint8_t om_weights[] = {
    [OM_ACT_WRITE - CORE_ACTIONS] = 16,        [OM_ACT_TAKE_BACK - CORE_ACTIONS] = 1,
    [OM_ACT_HINT - CORE_ACTIONS] = 1,          [OM_ACT_CLAIM - CORE_ACTIONS] = 2,
    [OM_ACT_CLAIM_EARLIER - CORE_ACTIONS] = 1, [OM_ACT_DECLINE - CORE_ACTIONS] = 8,
    [OM_ACT_DOUBT - CORE_ACTIONS] = 1,         [OM_ACT_OBJECT - CORE_ACTIONS] = 1,
    [OM_ACT_GO_ON - CORE_ACTIONS] = 16,        [OM_ACT_SPEAK - CORE_ACTIONS] = 2,
};

/* Players try to think alike. Where no letter helps them, most have the same corner of the
 * vocabulary in mind, or a full table would hardly ever match. */
static char initial_in_mind(const struct known *k, struct sampler *s)
{
    const struct om_public *t = k->table;
    char initial = om_initial(t, k->core, k->seat);

    if (initial)
        return initial;
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
    PUT(v, om_write, .word = word, .name = word_parts(word) > 1,
        .insist = sampler_below(s, 4) != 0);
    return true;
}

/* Somebody of whom this may be said; NO_SEAT: of nobody. */
static int some_seat(const struct known *k, struct sampler *s,
                     bool (*may)(const struct known *, int))
{
    int from = (int)sampler_below(s, k->core->seats);

    for (int i = 0; i < k->core->seats; i++) {
        int seat = (from + i) % k->core->seats;
        if (may(k, seat))
            return seat;
    }
    return NO_SEAT;
}

bool om_sample(const struct known *k, int action, struct sampler *s, struct value *v)
{
    int seat;

    switch (action) {
    case OM_ACT_WRITE:
        return sample_word(k, s, v);
    case OM_ACT_SPEAK:
        PUT(v, om_speak, .language = (int)sampler_below(s, LANGUAGES));
        return true;
    case OM_ACT_CLAIM_EARLIER:
        seat = some_seat(k, s, om_may_claim_earlier);
        PUT(v, om_claim_earlier, .seat = seat);
        return seat != NO_SEAT;
    case OM_ACT_DOUBT:
        seat = some_seat(k, s, om_may_doubt);
        PUT(v, om_doubt, .seat = seat);
        return seat != NO_SEAT;
    case OM_ACT_OBJECT:
        seat = some_seat(k, s, om_may_object);
        PUT(v, om_object, .seat = seat, .erase = sampler_below(s, 2) != 0);
        return seat != NO_SEAT;
    default:
        return false;
    }
}
