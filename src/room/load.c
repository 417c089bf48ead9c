/* Reading a room's log: the party's facts and the running game's records, folded again. */
#include "room/inside.h"
#include "rules/registry.h"

#include <stdio.h>
#include <stdlib.h>

struct loading {
    struct room *room;
    int64_t at, wall; /* of the last entry, on the table's clock and on ours */
    bool ran;
    char reason[240];
};

static bool fail(struct loading *l, const char *reason)
{
    snprintf(l->reason, sizeof l->reason, "%s", reason);
    return false;
}

static int64_t number(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static bool fold_facts(struct loading *l, const json_t *head)
{
    struct room *r = l->room;
    size_t i;
    json_t *item;

    json_array_foreach(json_object_get(head, "room"), i, item)
    {
        struct party_fact f = {0};

        if (!json_is_object(item) || !party_fact_read(&f, item))
            return fail(l, "a fact of the room is not known");
        party_fold(&r->party, &f);
        if (f.kind == GAME_LEFT)
            room_no_game(r);
        if (f.kind == GAME_BEGAN)
            r->began = r->head;
    }
    return true;
}

static bool fold_setup(struct loading *l, struct str line)
{
    struct room *r = l->room;
    struct log_head head;
    struct setup_problem problem;

    if (!log_read_setup(&head, line, &problem))
        return fail(l, problem.reason);
    room_no_game(r);
    match_init(&r->match, &head.setup,
               &(struct world){.lexicon = room_lexicon(r), .shelf = &r->shelf});
    return true;
}

static bool fold_record(struct loading *l, struct str line)
{
    struct room *r = l->room;
    struct record *rec = r->house->record;
    struct setup_problem problem;

    if (!r->match.table)
        return fail(l, "a record without a game");
    struct names names = table_names(r->match.table);
    if (!log_read_record(rec, r->match.setup.book, &names, r->match.records + 1, line, &problem))
        return fail(l, problem.reason);
    match_refold(&r->match, rec->fact, rec->facts);
    room_note_rulings(r, rec->fact, rec->facts);
    l->at = rec->at;
    return true;
}

static bool fold_entry(struct loading *l, struct str body)
{
    struct room *r = l->room;
    struct jr_problem problem;
    struct str line;

    if (!str_line(&body, &line))
        return fail(l, "an empty entry");
    json_t *head = jr_parse(line, &problem);
    if (!json_is_object(head)) {
        json_decref(head);
        return fail(l, "an entry that is no JSON object");
    }
    bool fine = fold_facts(l, head);
    struct guest *g = party_guest(&r->party, (uint16_t)number(head, "by"));
    if (g)
        g->n = (uint32_t)number(head, "n");
    while (fine && str_line(&body, &line))
        fine = str_starts(line, STR("{\"unisono\"")) ? fold_setup(l, line) : fold_record(l, line);
    l->wall = number(head, "t");
    l->ran = json_is_true(json_object_get(head, "run"));
    if (json_object_get(head, "at"))
        l->at = number(head, "at");
    json_decref(head);
    return fine;
}

static bool each_entry(void *arg, const struct store_entry *e)
{
    struct loading *l = arg;

    l->room->head = e->seq;
    return fold_entry(l, e->body);
}

bool room_load(struct room *r)
{
    struct loading l = {.room = r};

    r->head = 0;
    r->queue_end = &r->queue;
    party_init(&r->party);
    enum store_result result = store_read(r->house->config.store, r->id, 1, each_entry, &l);
    if (result != STORE_OK || l.reason[0] || !r->party.lobby.book) {
        room_log(r, "error", "room_unreadable",
                 result != STORE_OK ? store_result_name(result)
                 : l.reason[0]      ? l.reason
                                    : "it never began");
        room_unload(r);
        return false;
    }
    if (r->match.table)
        room_shelve(r);
    /* The clock ran on after the last entry for as long as the server was there. */
    int64_t alive = l.wall < r->house->started ? r->house->alive_until : r->house->config.wall();
    if (l.ran && alive > l.wall)
        l.at += alive - l.wall;
    r->clock = clock_at(l.at);
    shown_reset(r);
    r->opened = r->house->config.wall();
    r->loaded = true;
    r->house->counts.loaded++;
    return true;
}

void room_unload(struct room *r)
{
    if (r->loaded)
        r->house->counts.loaded--;
    r->loaded = false;
    room_no_game(r);
    free(r->rulings);
    r->rulings = NULL;
    party_fini(&r->party);
    shown_fini(&r->shown);
    buf_fini(&r->entry);
    volley_free(r->volley);
    r->volley = NULL;
}
