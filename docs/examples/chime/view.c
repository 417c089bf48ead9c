/* Chime: what is seen. */
#include "chime/chime.h"

void chime_view(const struct known *k, struct jw *w)
{
    const struct chime_public *t = k->table;

    jw_key(w, "table");
    jw_object(w);
    jw_key_int(w, "round", t->round);
    jw_key_seats(w, "ready", t->ready);
    jw_key(w, "told");
    jw_array(w);
    for (int seat = 0; seat < k->core->seats; seat++)
        jw_int(w, t->told[seat]);
    jw_end_array(w);
    jw_end_object(w);
}

void chime_own(const struct known *k, struct jw *w)
{
    const struct chime_public *t = k->table;
    const struct chime_seat *me = k->mine;

    jw_key(w, "me");
    jw_object(w);
    if (seats_has(t->ready, k->seat))
        jw_key_int(w, "number", me->number);
    jw_end_object(w);
}
