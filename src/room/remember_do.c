/* What is done with a table's memory once it is read: games are added, people told, changes made.
 */
#include "room/remember.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- who it was ---- */

/* The key of the device that they played on; empty: they left before the end, or long ago. A name
 * is no proof: somebody else may have it now. */
static void know_device(const struct room *r, struct memory_who *who, char key[KEY_TEXT + 1])
{
    const struct guest *g = NULL;

    key[0] = '\0';
    if (who->guest > NO_GUEST && who->guest <= UINT16_MAX)
        g = party_guest(&r->party, (uint16_t)who->guest);
    if (g)
        key_write(&g->key, key);
    who->key = str_of(key);
}

static void add_one(struct job *j, const struct kept_game *g)
{
    struct memory_who who[SEATS_MAX];
    int person[SEATS_MAX] = {0};
    json_t *holds = NULL;
    int seats = memory_players(buf_str(&g->body), who, &holds);

    for (int seat = 0; seat < seats; seat++) {
        char key[KEY_TEXT + 1];

        if (!who[seat].name.len)
            continue;
        know_device(j->room, &who[seat], key);
        person[seat] = memory_person(j->memory, &who[seat], g->ended);
    }
    j->changed |= memory_add(j->memory, str_of(g->address), buf_str(&g->body), person);
    json_decref(holds);
}

/* ---- what is done ---- */

/* What the room's own log remembers: levels that were won, with their stars, and how many prompts
 * were seen, which are not dealt again. */
static void tell_levels(const struct room *r, struct jw *w)
{
    int64_t prompts = 0;

    jw_key(w, "levels");
    jw_array(w);
    for (const struct won *won = r->party.won; won; won = won->next) {
        int levels = 0, stars = 0, highest = 0;

        for (int level = 1; level <= LEVELS_MAX; level++) {
            if (won->score[level] == NOT_WON)
                continue;
            levels++;
            stars += won->score[level];
            highest = level;
        }
        jw_object(w);
        jw_key_str(w, "game", str_of(won->book->game->id));
        jw_key_str(w, "language", str_of(language_codes[won->language]));
        jw_key_int(w, "levels", levels);
        jw_key_int(w, "stars", stars);
        jw_key_int(w, "highest", highest);
        jw_end_object(w);
    }
    jw_end_array(w);
    for (const struct seen *s = r->party.seen; s; s = s->next) {
        for (int i = 0; i < DECK_SET; i++)
            prompts += __builtin_popcountll(s->set[i]);
    }
    jw_key_int(w, "prompts", prompts);
}

static void job_tell(struct job *j)
{
    struct conn *c = j->conn;
    struct buf text = {0};
    char key[KEY_TEXT + 1] = "";

    if (c) {
        key_write(&c->key, key);
        frame_begin(&text);
        struct jw w = jw_to(&text);
        jw_object(&w);
        jw_key_int(&w, "told", j->tag);
        if (j->kind == JOB_PICTURE) {
            struct buf svg = {0};

            memory_picture(j->memory, &(struct picture_wish){j->lang, j->names}, &svg);
            jw_key_str(&w, "picture", buf_str(&svg));
            buf_fini(&svg);
        } else {
            jw_key(&w, j->kind == JOB_TELL ? "memory" : "tonight");
            jw_object(&w);
            if (j->kind == JOB_TELL) {
                memory_tell(j->memory, &(struct memory_wish){str_of(key), j->person, j->all}, &w);
                tell_levels(j->room, &w);
            } else {
                memory_tonight(j->memory, &w);
            }
            jw_end_object(&w);
        }
        jw_end_object(&w);
    }
    job_end(j);
    if (c)
        conn_send(c, &text);
    buf_fini(&text);
}

/* A person is forgotten by the host, or by themselves. */
static bool may_forget(const struct job *j)
{
    const struct memory_person *p = memory_find(j->memory, j->person);
    char key[KEY_TEXT + 1];

    if (!j->conn || !p)
        return false;
    key_write(&j->conn->key, key);
    return party_hosts(&j->room->party, j->conn->guest) || memory_has_key(p, str_of(key));
}

static void rename_it(struct job *j)
{
    snprintf(j->memory->name, sizeof j->memory->name, "%s", j->name);
}

void job_work(struct job *j)
{
    bool done = false;

    if (j->games) { /* one in a turn */
        struct kept_game *g = j->games;

        j->games = g->next;
        add_one(j, g);
        buf_fini(&g->body);
        free(g);
        return;
    }
    if (j->kind == JOB_LOOK || (j->kind == JOB_ADD && !j->changed)) {
        job_end(j);
        return;
    }
    if (!j->memory) {
        job_refuse(j, "not_kept");
        return;
    }
    switch (j->kind) {
    case JOB_TELL:
    case JOB_TONIGHT:
    case JOB_PICTURE:
        job_tell(j);
        return;
    case JOB_KEEP:
        rename_it(j);
        done = true;
        break;
    case JOB_FORGET:
        done = may_forget(j) && memory_forget(j->memory, j->person);
        break;
    case JOB_JOIN:
        done = memory_join(j->memory, j->person, j->as);
        break;
    case JOB_LOSE:
        done = memory_lose(j->memory, str_of(j->address));
        break;
    case JOB_LOOK:
    case JOB_ADD:
    case JOB_END:
        done = true;
        break;
    }
    if (done)
        j->step = STEP_PUT;
    else if (j->kind == JOB_LOSE)
        job_end(j);
    else
        job_refuse(j, "no_person");
}
