#include "room/entry.h"

#include "room/fits.h"
#include "room/replay.h"

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

/* Far enough for any game, and far from where times would overflow: games add to them. */
static const int64_t TIME_FAR = INT64_C(1) << 50;

static bool is_time(const json_t *t)
{
    return json_is_integer(t) && json_integer_value(t) >= 0 && json_integer_value(t) < TIME_FAR;
}

static bool head_fits(struct entry_fold *f, const json_t *head)
{
    const json_t *t = json_object_get(head, "t"), *at = json_object_get(head, "at");

    if (!is_time(t) || !json_is_string(json_object_get(head, "do")))
        return fail(f, "an entry has 't' and 'do'");
    if (at && !is_time(at))
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

static bool fits_game(const struct match *m, const struct party_fact *fact)
{
    int score, level = level_won(m, &score);

    return fact->kind != LEVEL_WON || (level && fact->arg[0].i == level && fact->arg[1].i == score);
}

static bool fold_fact(struct entry_fold *f, json_t *item, bool *began)
{
    struct party_fact fact = {0};
    bool runs = f->match->table && !f->match->table->core.outcome;

    if (!json_is_object(item) || !party_fact_read(&fact, item))
        return fail(f, "a fact of the room is not known");
    if (f->strict && (*began || !fits_fact(f->party, runs, &fact) || !fits_game(f->match, &fact)))
        return fail(f, "a fact of the room does not fit");
    party_fold(f->party, &fact);
    if (fact.kind == GAME_LEFT) {
        match_fini(f->match);
        if (f->replay)
            replay_end(f->replay);
    }
    *began = fact.kind == GAME_BEGAN;
    return true;
}

static bool is_behind(const json_t *item)
{
    struct str is = jr_str(json_object_get(item, "is"));

    return str_is(is, "card_seen") || str_is(is, "level_won");
}

/* What a record has brought (the cards it drew, the level it won) is folded behind it, all else
 * before. */
static bool fold_behind(struct entry_fold *f, const json_t *head)
{
    size_t i;
    json_t *item;
    bool began = false;

    json_array_foreach(json_object_get(head, "room"), i, item)
    {
        if (is_behind(item) && !fold_fact(f, item, &began))
            return false;
    }
    return true;
}

static bool fold_facts(struct entry_fold *f, const json_t *head, bool *began)
{
    size_t i;
    json_t *item;

    json_array_foreach(json_object_get(head, "room"), i, item)
    {
        if (!is_behind(item) && !fold_fact(f, item, began))
            return false;
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
    if (f->strict && (!*began || !fits_setup(f->party, &head.setup)))
        return fail(f, "a game begins otherwise than the room's people chose");
    *began = false;
    match_fini(f->match);
    match_init(f->match, &head.setup, &f->world);
    if (f->replay)
        replay_begin(f->replay, &head.setup);
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
    if (f->strict && (rec->at < f->at || rec->at >= TIME_FAR))
        return fail(f, "the table's clock goes back, or is lost in the future");
    if (f->replay)
        replay_record(f->replay, rec, f->party);
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
    fine = fine && fold_behind(f, head);
    if (fine && f->strict && json_object_get(head, "at") && number(head, "at") < f->at)
        fine = fail(f, "the table's clock goes back");
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
