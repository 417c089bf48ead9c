/*
 * Logs of format 1, which are read and not written any more.
 *
 * The first line of a change has all facts of the room in a list, before the lines of the game.
 * What a record has brought (the cards it drew, the level it won) is folded after it, all else
 * before.
 */
#include "room/log_lines.h"

#include <string.h>

static bool head_check(struct log_fold *f, const json_t *head)
{
    const json_t *at = json_object_get(head, "at"), *facts = json_object_get(head, "room");

    if (!fold_is_time(json_object_get(head, "t")) || !json_is_string(json_object_get(head, "do")))
        return fold_fail(f, "an entry has 't' and 'do'");
    if (at && !fold_is_time(at))
        return fold_fail(f, "'at' is not a time");
    return !facts || json_is_array(facts) || fold_fail(f, "'room' is not a list of facts");
}

static bool follows_a_record(const json_t *item)
{
    struct str is = jr_member_str(item, "is");

    return str_is(is, "card_seen") || str_is(is, "level_won");
}

static bool fold_list(struct log_fold *f, const json_t *head, bool after_records)
{
    size_t i;
    json_t *item;

    json_array_foreach(json_object_get(head, "room"), i, item)
    {
        if (follows_a_record(item) == after_records && !fold_fact(f, item))
            return false;
    }
    return true;
}

static bool fold_head(struct log_fold *f, const json_t *head)
{
    if (f->strict && !head_check(f, head))
        return false;
    if (!fold_list(f, head, false))
        return false;
    if (!f->party->lobby.book)
        return fold_fail(f, "the room never began");
    return fold_author(f, head);
}

bool fold_first(struct log_fold *f, struct str line, struct str *rest)
{
    struct jr_problem problem;

    if (f->format > LOG_FORMAT_FIRST)
        return fold_fail(f, "an earlier format after a later one");
    f->format = LOG_FORMAT_FIRST;
    json_t *head = jr_parse(line, &problem);
    bool fine =
        json_is_object(head) ? fold_head(f, head) : fold_fail(f, "an entry that is no JSON object");

    for (struct str ahead = *rest; fine && str_line(&ahead, &line); *rest = ahead) {
        enum log_line_kind kind = log_line_kind(line);

        if (kind != LINE_GAME && kind != LINE_RECORD)
            break;
        fine = kind == LINE_GAME ? fold_setup(f, line) : fold_record(f, line);
    }
    if (fine && f->strict && f->now.begins)
        fine = fold_fail(f, "a game began without its first line");
    f->now.begins = false;
    fine = fine && fold_list(f, head, true) && fold_times(f, head);
    json_decref(head);
    return fine;
}
