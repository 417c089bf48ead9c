/* Coordinates: what random play needs to meet more than refusals. */
#include "coordinates.h"

const uint8_t ax_weights[] = {
    [AX_ACT_CONFIRM - CORE_ACTIONS] = 16, [AX_ACT_TAKE_BACK - CORE_ACTIONS] = 1,
    [AX_ACT_PROPOSE - CORE_ACTIONS] = 1,  [AX_ACT_AGREE - CORE_ACTIONS] = 16,
    [AX_ACT_GO_ON - CORE_ACTIONS] = 8,
};

static int some(struct sampler *s, int n)
{
    return (int)sampler_below(s, (uint32_t)n);
}

/* A number that is not in `taken` (a bit per number), or 0 where all are. */
static int free_number(struct sampler *s, uint32_t taken, int n)
{
    int from = n > 0 ? some(s, n) : 0;

    for (int i = 0; i < n; i++) {
        int number = 1 + (from + i) % n;
        if (!(taken >> number & 1))
            return number;
    }
    return 0;
}

static void sample_place(struct sampler *s, struct value *v)
{
    int x = some(s, 2 * AX_EDGE + 1) - AX_EDGE;
    int y = some(s, 2 * AX_EDGE + 1) - AX_EDGE;

    PUT(v, ax_place, .x = x, .y = y);
}

static void sample_guess(const struct known *k, struct sampler *s, struct value *v)
{
    const struct ax_public *t = k->table;
    const struct ax_seat *me = k->mine;
    uint32_t taken = UINT32_C(1) << me->number;

    for (int seat = 0; seat < k->core->seats; seat++) {
        bool token = seats_has(t->placed & (uint16_t)~SEAT(k->seat), seat);
        int number = token ? free_number(s, taken, ax_numbers(t)) : 0;

        taken |= UINT32_C(1) << number;
        s->list[0][seat] = (char)number;
    }
    PUT(v, ax_guess, .numbers = str_n(s->list[0], k->core->seats));
}

/* A token without a number first; later a change of mind now and then. */
static bool sample_proposal(const struct known *k, struct sampler *s, struct value *v)
{
    const struct ax_public *t = k->table;
    seat_set open = ax_open_tokens(t);
    int token = seats_next(open ? open : t->placed, some(s, k->core->seats), k->core->seats);
    int number = free_number(s, ax_laid_numbers(t), ax_numbers(t));
    if (token == NO_SEAT)
        return false;
    PUT(v, ax_propose, .token = token, .number = number ? number : some(s, ax_numbers(t) + 1));
    return true;
}

bool ax_sample(const struct known *k, int action, struct sampler *s, struct value *v)
{
    switch (action) {
    case AX_ACT_PLACE:
        sample_place(s, v);
        return true;
    case AX_ACT_GUESS:
        sample_guess(k, s, v);
        return true;
    case AX_ACT_PROPOSE:
        return sample_proposal(k, s, v);
    default:
        return false;
    }
}
