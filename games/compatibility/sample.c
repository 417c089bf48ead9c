/* Compatibility: what random play needs to meet more than refusals. */
#include "compatibility.h"

const uint8_t co_weights[] = {
    [CO_ACT_CALL - CORE_ACTIONS] = 16,     [CO_ACT_CHOOSE - CORE_ACTIONS] = 16,
    [CO_ACT_TAKE_BACK - CORE_ACTIONS] = 1, [CO_ACT_DOUBLE - CORE_ACTIONS] = 1,
    [CO_ACT_GO_ON - CORE_ACTIONS] = 16,
};

static void swap(char *a, char *b)
{
    char kept = *a;

    *a = *b;
    *b = kept;
}

/* Rankings that are much alike, so that all agreements occur and games come to their end. */
static bool sample_ranking(const struct known *k, struct sampler *s, struct value *v)
{
    const struct co_public *t = k->table;
    uint32_t n = t->count[k->seat];
    char *list = s->list[0];

    if (n == 0)
        return false;
    for (uint32_t i = 0; i < n; i++)
        list[i] = (char)i;
    if (sampler_below(s, 2))
        swap(&list[sampler_below(s, n)], &list[sampler_below(s, n)]);
    if (sampler_below(s, 4) == 0)
        list[sampler_below(s, n)] = (char)(CO_RANKS + sampler_below(s, CO_PICTURES - CO_RANKS));
    PUT(v, co_choose, .pictures = str_n(list, n));
    return true;
}

bool co_sample(const struct known *k, int action, struct sampler *s, struct value *v)
{
    const struct co_public *t = k->table;

    if (action == CO_ACT_CHOOSE)
        return sample_ranking(k, s, v);
    if (action == CO_ACT_DOUBLE && t->count[k->seat]) {
        PUT(v, co_double, .position = 1 + (int)sampler_below(s, t->count[k->seat]));
        return true;
    }
    return false;
}
