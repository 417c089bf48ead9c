/* One entry of a log, looked at without folding it: its first line, and decks. */
#include "room/log_fold.h"

bool log_entry_head(struct log_entry_head *out, struct str body)
{
    struct jr_problem problem;
    struct str line;
    json_t *head = str_line(&body, &line) ? jr_parse(line, &problem) : NULL;
    const json_t *base = json_object_get(head, "base");
    bool fine = json_is_object(head);

    *out = (struct log_entry_head){
        .format = (int)jr_member_int(head, "format"),
        .base = json_is_integer(base) ? json_integer_value(base) : -1,
        .t = jr_member_int(head, "t"),
        .day = json_object_get(head, "day") ? jr_member_int(head, "day") : -1,
        .blank = json_is_true(json_object_get(head, "blank")),
    };
    json_decref(head);
    return fine;
}

int64_t log_entry_base(const struct log_entry_head *last, int64_t seq)
{
    return last->base >= 0 && last->base < seq ? seq - last->base : 1;
}

/* ---- decks ---- */

static const struct str LIES = {"\"deck_lies\"", 11}, WRITTEN = {"\"deck_written\"", 14},
                        KEPT = {"\"deck_kept\"", 11};

/* A line of some kind of fact, as JSON, or NULL. What it is stands at its beginning. */
static json_t *fact_line(struct str line, struct str is)
{
    struct str begin = str_n(line.at, line.len < 64 ? line.len : 64);
    struct jr_problem problem;

    if (log_line_kind(line) != LINE_FACT || str_find(begin, is) < 0)
        return NULL;
    return jr_parse(line, &problem);
}

/* The game that begins in an entry; NULL: none does. */
static json_t *game_in(struct str body)
{
    struct jr_problem problem;
    struct str line;

    while (str_line(&body, &line)) {
        if (log_line_kind(line) == LINE_GAME)
            return jr_parse(line, &problem);
    }
    return NULL;
}

static bool is_dealt(const json_t *deck, const json_t *game)
{
    struct str id = jr_str(json_object_get(json_object_get(game, "setup"), "game"));

    return str_eq(jr_member_str(deck, "game"), id) && !str_is(jr_member_str(deck, "use"), "off");
}

int log_entry_decks(struct str body, int64_t seq, struct fold_text out[OWN_DECKS])
{
    json_t *game = str_find(body, LIES) < 0 ? NULL : game_in(body);
    struct str line;
    int n = 0;

    while (game && n < OWN_DECKS && str_line(&body, &line)) {
        json_t *deck = fact_line(line, LIES);
        int64_t back = jr_member_int(deck, "back");

        if (deck && is_dealt(deck, game) && back > 0 && back < seq)
            out[n++] = (struct fold_text){.at = seq - back, .deck = jr_member_int(deck, "deck")};
        json_decref(deck);
    }
    json_decref(game);
    return n;
}

struct deck_text *log_entry_text(struct str body, int64_t deck)
{
    struct deck_text *text = NULL;
    struct str line;

    while (str_line(&body, &line)) {
        json_t *fact = fact_line(line, WRITTEN);

        if (!fact)
            fact = fact_line(line, KEPT); /* as snapshots were until format 4 */
        if (fact && jr_member_int(fact, "deck") == deck) {
            deck_text_free(text);
            text = deck_text_new(jr_member_str(fact, "text"));
        }
        json_decref(fact);
    }
    return text;
}
