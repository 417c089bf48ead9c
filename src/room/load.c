/* A room out of its log: the party's facts and the running game's records, folded again. */
#include "room/entry.h"
#include "room/inside.h"

#include <stdlib.h>

static bool each_entry(void *arg, const struct store_entry *e)
{
    return entry_fold(arg, e->body);
}

static void recorded(struct entry_fold *f, const struct record *rec)
{
    struct room *r = f->arg;

    room_note_rulings(r, rec->fact, rec->facts);
    f->world.lexicon = room_lexicon(r);
}

bool room_load(struct room *r)
{
    struct house *h = r->house;
    struct entry_fold f = {
        .party = &r->party,
        .match = &r->match,
        .world = {.lexicon = room_lexicon(r), .shelf = &r->shelf},
        .record = h->record,
        .recorded = recorded,
        .arg = r,
    };

    party_init(&r->party);
    enum store_result result = store_read(h->config.store, r->id, 1, each_entry, &f);
    r->head = f.seq;
    r->began = f.began;
    if (result != STORE_OK || f.reason[0] || !f.seq) {
        room_log(r, "error", "room_unreadable",
                 result != STORE_OK ? store_result_name(result)
                 : f.reason[0]      ? f.reason
                                    : "it never began");
        room_unload(r);
        return false;
    }
    if (r->match.table)
        room_shelve(r);
    /* The clock ran on after the last entry for as long as the server was there. */
    int64_t alive = f.wall < h->started ? h->alive_until : h->config.wall();
    if (f.ran && alive > f.wall)
        f.at += alive - f.wall;
    r->clock = clock_at(f.at);
    shown_reset(r);
    r->opened = h->config.wall();
    r->loaded = true;
    h->counts.loaded++;
    return true;
}

void room_unload(struct room *r)
{
    if (r->loaded)
        r->house->counts.loaded--;
    r->loaded = false;
    room_no_game(r);
    bots_note_rulings(r);
    free(r->rulings);
    r->rulings = NULL;
    party_fini(&r->party);
    shown_fini(&r->shown);
    buf_fini(&r->entry);
    volleys_free(r->house, volleys_take(r));
}
