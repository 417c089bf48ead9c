/* Chime: what each fact changes. */
#include "chime/chime.h"

APPLY(chime_thought, me)
{
    me->number = f->number;
}

APPLY(chime_ready, t)
{
    t->ready |= SEAT(f->seat);
}

APPLY(chime_told, t)
{
    t->told[f->seat] = f->number;
}

APPLY(chime_round_ended, t)
{
    t->round = f->round;
    t->ready = 0;
}
