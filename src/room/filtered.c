/* What the filter of a table stops: names, talk and the words of moves, before the rules or anybody
 * hear of them. */
#include "room/inside.h"

bool room_stops(const struct room *r, struct str text)
{
    return filter_stops(r->services->filter, party_filter(&r->party), r->party.lobby.language,
                        text);
}

bool room_stops_move(const struct room *r, int action, const struct value *v, struct refusal *out)
{
    const struct schema *args = &r->match.setup.book->action_args[action];

    for (int i = 0; i < args->n; i++) {
        if (args->arg[i].type != ARG_TEXT || !room_stops(r, v[i].s))
            continue;
        *out = (struct refusal){.key = "filtered", .n = 1, .name = {"word"}, .text = {v[i].s}};
        return true;
    }
    return false;
}
