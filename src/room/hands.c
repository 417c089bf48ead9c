/* Hands that move over the table while a move is being made: shown to the others, and not stored.
 */
#include "room/inside.h"

void request_wave(struct room *r, struct conn *c, const struct message *m)
{
    struct args args;
    int seat, action;

    if (request_for_table(r, c, m, &seat, &action, &args))
        return; /* a hand that comes too late is no mistake */
    const struct book *b = r->match.setup.book;
    const struct action_spec *a = b->action[action];
    if (!a->live || !table_can(r->match.table, seat, action))
        return;
    struct jw w = jw_to(&r->services->scratch->answer);
    frame_begin(w.out);
    jw_object(&w);
    jw_key(&w, "moved");
    jw_array(&w);
    jw_int(&w, seat);
    for (int i = 0; i < b->action_args[action].n; i++)
        jw_int(&w, args.v[i].i);
    jw_end_array(&w);
    jw_end_object(&w);
    for (struct conn *other = r->conns, *next; other; other = next) {
        next = other->next;
        if (other == c || other->waiting)
            continue;
        /* A hand that is not seen by everybody who looks on is no harm. */
        if (!frames_eyes(r, other)) {
            if (r->services->shows >= SHOWS_A_TURN)
                continue;
            services_show(r->services, 1);
        }
        conn_send(other, w.out);
    }
}
