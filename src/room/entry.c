#include "room/entry.h"

#include "rules/registry.h"

#include <stdio.h>

static bool fail(struct entry_fold *f, const char *reason)
{
    if (!f->reason[0])
        snprintf(f->reason, sizeof f->reason, "%s", reason);
    return false;
}

enum entry_line entry_line(struct str line)
{
    if (str_starts(line, STR("{\"unisono\"")))
        return LINE_GAME;
    return str_starts(line, STR("{\"seq\"")) ? LINE_RECORD : LINE_ENTRY;
}

/* ---- what this program would have written ---- */

static bool names_player(const struct party *p, int64_t id)
{
    for (int i = 0; i < p->players; i++) {
        if (p->player[i].id == id)
            return true;
    }
    return false;
}

static bool names_guest(const struct party *p, int64_t id)
{
    return id > NO_GUEST && id <= UINT16_MAX && party_guest(p, (uint16_t)id);
}

static bool may_sit(const struct party *p, int64_t id, int64_t mark)
{
    return p->players < PLAYERS_MAX && id > p->last_player && id <= UINT16_MAX && mark < MARKS;
}

static bool option_fits(const struct party *p, struct str name, struct str value)
{
    struct setup setup = p->lobby;
    struct setup_problem problem;

    return setup.book && setup_option(&setup, name, value, &problem);
}

/* Folding is total and lets pass what does not fit; here it is told. */
static bool fact_fits(const struct party *p, const struct party_fact *f)
{
    const struct value *v = f->arg;
    struct code code;
    struct key key;

    switch ((enum party_fact_kind)f->kind) {
    case ROOM_OPENED:
        return !p->lobby.book && code_read(&code, v[0].s) && registry_find(v[2].s);
    case GUEST_CAME:
        return p->guests < GUESTS_MAX && v[0].i > p->last_guest && v[0].i <= UINT16_MAX &&
               key_read(&key, v[1].s);
    case GUEST_FORGOTTEN:
        return names_guest(p, v[0].i);
    case PLAYER_SAT:
        return may_sit(p, v[0].i, v[3].i) && names_guest(p, v[1].i) && v[2].s.len <= NAME_BYTES;
    case BOT_SAT:
        return may_sit(p, v[0].i, v[2].i) && v[1].s.len <= NAME_BYTES;
    case PLAYER_CHANGED:
        return names_player(p, v[0].i) && v[1].s.len <= NAME_BYTES && v[2].i < MARKS;
    case PLAYER_ROSE:
    case BOT_SET:
        return names_player(p, v[0].i);
    case PLAYER_MOVED:
        return names_player(p, v[0].i) && v[1].i < p->players;
    case YOUNGEST_NAMED:
        return v[0].i == NO_PLAYER || names_player(p, v[0].i);
    case HOST_CHANGED:
        return v[0].i == NO_GUEST || names_guest(p, v[0].i);
    case GAME_CHOSEN:
        return registry_find(v[0].s) != NULL;
    case OPTION_SET:
        return option_fits(p, v[0].s, v[1].s);
    case DOOR_LOCKED:
    case LANGUAGE_SET:
    case GAME_BEGAN:
    case CARD_SEEN:
        return true;
    case GAME_LEFT:
        return p->playing;
    case PARTY_FACT_KINDS:
        break;
    }
    return false;
}

static bool head_fits(struct entry_fold *f, const json_t *head)
{
    const json_t *t = json_object_get(head, "t"), *at = json_object_get(head, "at");

    if (!json_is_integer(t) || json_integer_value(t) < 0 ||
        !json_is_string(json_object_get(head, "do")))
        return fail(f, "an entry has 't' and 'do'");
    if (at && (!json_is_integer(at) || json_integer_value(at) < 0))
        return fail(f, "'at' is not a time");
    if (json_object_get(head, "room") && !json_is_array(json_object_get(head, "room")))
        return fail(f, "'room' is not a list of facts");
    return true;
}

/* ---- folding ---- */

static int64_t number(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static bool fold_facts(struct entry_fold *f, const json_t *head, bool *began)
{
    size_t i;
    json_t *item;

    json_array_foreach(json_object_get(head, "room"), i, item)
    {
        struct party_fact fact = {0};

        if (!json_is_object(item) || !party_fact_read(&fact, item))
            return fail(f, "a fact of the room is not known");
        if (f->strict && !fact_fits(f->party, &fact))
            return fail(f, "a fact of the room does not fit");
        party_fold(f->party, &fact);
        if (fact.kind == GAME_LEFT)
            match_fini(f->match);
        if (fact.kind == GAME_BEGAN)
            *began = true;
    }
    if (!f->party->lobby.book)
        return fail(f, "the room never began");
    return true;
}

/* A guest's requests are numbered upwards: one that was applied twice is found here. */
static bool fold_author(struct entry_fold *f, const json_t *head)
{
    int64_t by = number(head, "by"), n = number(head, "n");
    struct guest *g =
        by > NO_GUEST && by <= UINT16_MAX ? party_guest(f->party, (uint16_t)by) : NULL;

    if (f->strict && json_object_get(head, "by") && !g)
        return fail(f, "'by' is not a guest");
    if (f->strict && g && (n <= g->n || n > UINT32_MAX))
        return fail(f, "a request of a guest is out of its order");
    if (g)
        g->n = (uint32_t)n;
    return true;
}

static bool fold_setup(struct entry_fold *f, struct str line, bool *began)
{
    struct log_head head;
    struct setup_problem problem;

    if (!log_read_setup(&head, line, &problem))
        return fail(f, problem.reason);
    if (f->strict && (!*began || head.setup.seats != f->party->players))
        return fail(f, "a game begins with other people than the room's");
    *began = false;
    match_fini(f->match);
    match_init(f->match, &head.setup, &f->world);
    f->at = 0;
    f->began = f->seq;
    f->games++;
    return true;
}

static bool fold_record(struct entry_fold *f, struct str line)
{
    struct record *rec = f->record;
    struct match *m = f->match;
    struct setup_problem problem;

    if (!m->table)
        return fail(f, "a record without a game");
    struct names names = table_names(m->table);
    if (!log_read_record(rec, m->setup.book, &names, m->records + 1, line, &problem))
        return fail(f, problem.reason);
    if (f->strict && rec->at < f->at)
        return fail(f, "the table's clock goes back");
    match_refold(m, rec->fact, rec->facts);
    if (f->recorded)
        f->recorded(f, rec);
    f->at = rec->at;
    f->records++;
    return true;
}

static bool fold_head(struct entry_fold *f, const json_t *head, bool *began)
{
    return (!f->strict || head_fits(f, head)) && fold_facts(f, head, began) && fold_author(f, head);
}

/* One deed: its first line, and the lines of the game up to the next. */
static bool fold_deed(struct entry_fold *f, struct str line, struct str *rest)
{
    struct jr_problem problem;
    bool began = false;
    json_t *head = jr_parse(line, &problem);
    bool fine = json_is_object(head) ? fold_head(f, head, &began)
                                     : fail(f, "an entry that is no JSON object");

    for (struct str ahead = *rest; fine && str_line(&ahead, &line); *rest = ahead) {
        enum entry_line kind = entry_line(line);

        if (kind == LINE_ENTRY)
            break;
        fine = kind == LINE_GAME ? fold_setup(f, line, &began) : fold_record(f, line);
    }
    if (fine && f->strict && began)
        fine = fail(f, "a game began without its first line");
    f->wall = number(head, "t");
    f->ran = json_is_true(json_object_get(head, "run"));
    if (json_object_get(head, "at"))
        f->at = number(head, "at");
    json_decref(head);
    return fine;
}

bool entry_fold(struct entry_fold *f, struct str body)
{
    struct str line;

    f->seq++;
    if (!str_line(&body, &line))
        return fail(f, "an empty entry");
    bool fine = fold_deed(f, line, &body);
    while (fine && str_line(&body, &line))
        fine = fold_deed(f, line, &body);
    return fine;
}
