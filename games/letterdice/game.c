/* Letter Dice: the tables of the game. */
#include "letterdice.h"

/* Cards rise in strangeness (T-11). Who lets the table choose has another one each time anyway. */
static bool harder(struct setup *s)
{
    if (s->option[LD_THEME_CARD] < 1 || s->option[LD_THEME_CARD] >= 10)
        return false;
    s->option[LD_THEME_CARD]++;
    return true;
}

/* ---- tables ---- */

static const char *const phases[] = {"theme", "throw", "play", "settle", NULL};
static const char *const subjects[] = {"skip", "strike", NULL};
static const char *const decks[] = {[LD_DECK_THEMES] = "themes", NULL};
static const char *const chances[] = {"card:int:0..2047", "theme:int:1..6", "letter:letter",
                                      ("colour:" LD_COLOURS), NULL};

static const struct action_spec actions[] = {
    {"roll_theme", "", BY_SEAT, ld_can_roll, ld_decide_roll},
    {"throw_dice", "", BY_SEAT, ld_can_throw, ld_decide_throw},
    {"say", "word:text theme:int:1..6? name:bool? insist:bool? part:text?", BY_SEAT, ld_can_say,
     ld_decide_say, 32},
    {"pass", "", BY_SEAT, ld_can_pass, ld_decide_pass, 2},
    {"object", "claim:int:0..63", BY_SEAT, ld_can_object, ld_decide_object, 1},
    {"agree", "", BY_SEAT, ld_can_agree, ld_decide_agree, 64},
    {0},
};

static const struct option_spec options[] = {
    {"variant", OPTION_CHOICE, 0, 2, LD_CLASSIC, "classic|limited|open"},
    {"theme_card", OPTION_INT, 0, 10, 0, NULL},
    {"objection_time", OPTION_INT, 3, 30, 6, NULL},
    {"throw_time", OPTION_INT, 0, 120, 0, NULL},
    {"play_time", OPTION_INT, 0, 600, 0, NULL},
    {0},
};

const struct game letterdice = {
    .id = "letterdice",
    .edition = 2,
    .min_seats = 3,
    .max_seats = LD_SEATS,
    .public_layout = &ld_public_layout,
    .phases = phases,
    .subjects = subjects,
    .actions = actions,
    .facts = ld_facts,
    .options = options,
    .chances = chances,
    .decks = decks,
    .open = ld_open,
    .follow = ld_follow,
    .decided = ld_decided,
    .awaits = ld_awaits,
    .due = ld_due,
    .view = ld_view,
    .own = ld_own,
    .harder = harder,
    .sample = ld_sample,
    .think = ld_think,
    .opinion = ld_opinion,
    .hints = ld_hints,
    .figures = ld_figures,
    .measure = ld_measure,
};
