/* A game that lacks a part is refused when the program starts, not in the middle of an evening. */
#include "check.h"
#include "dies.h"
#include "rules/decision.h"
#include "rules/shape.h"
#include "toy.h"

#include <stdlib.h>

/* The lawful toy, which each test takes something from before it is opened. */
static struct game broken;

static void open_it(void)
{
    static struct book book;

    book_init(&book, &broken);
}

#define REFUSED(name, change, words) \
    static void name(void **state)   \
    {                                \
        (void)state;                 \
        broken = toy_lawful;         \
        change;                      \
        assert_dies(open_it, words); \
    }

static const char *const voting[] = {"skip", "spelling", NULL};
static const char *const unskippable[] = {"spelling", NULL};
static const char *const nothing[] = {NULL};
static const char *const figures[] = {"luck", NULL};
static const char *const two_chances[] = {"card:int other:int", NULL};
static const struct shape viewless[] = {{.name = "Own"}, {0}};
static const struct shape ownless[] = {{.name = "View"}, {0}};

static bool refuse_all(struct decision *d, const struct value *v)
{
    (void)v;
    return refuse(d, "not_now");
}

static bool always(const struct known *k)
{
    (void)k;
    return true;
}

static bool whatever(const struct known *k, const struct value *v)
{
    (void)k, (void)v;
    return true;
}

static int hints(const struct known *k, struct thinking *t, struct word *out, int most)
{
    (void)k, (void)t, (void)out, (void)most;
    return 0;
}

static const struct action_spec heedless[] = {{"nod", "", BY_SEAT, NULL, refuse_all}, {0}};
static const struct action_spec undecided[] = {{"nod", "", BY_SEAT, always, NULL}, {0}};
static const struct action_spec vague[] = {{"nod", "at:somebody", BY_SEAT, always, refuse_all},
                                           {0}};
static const struct action_spec again[] = {{"vote", "", BY_SEAT, always, refuse_all}, {0}};
static const struct action_spec boundless[] = {
    {.name = "nod", .args = "word:text", .can = always, .decide = refuse_all, .legal = whatever},
    {0}};
static const struct fact_spec idle[] = {{"nodded", "", FOR_ALL, false, NULL}, {0}};
static const struct option_spec choiceless[] = {{"pace", OPTION_CHOICE, 0, 2, 0, "slow|fast"}, {0}};
static const struct option_spec outside[] = {{"pace", OPTION_INT, 1, 5, 0, NULL}, {0}};
static const struct option_spec twice[] = {{"grace", OPTION_INT, 1, 5, 1, NULL}, {0}};
/* One field of two bytes. */
static const struct field gap_fields[] = {{"word", FIELD_UNSIGNED, 1, 1, NULL}};
static const struct layout gap = {gap_fields, 1, 2};

REFUSED(no_edition, broken.edition = 0, "its part edition")
REFUSED(more_seats_than_a_table_has, broken.max_seats = SEATS_MAX + 1, "its part min_seats")
REFUSED(no_public_block, broken.public_layout = NULL, "its part public_layout")
REFUSED(a_layout_that_forgets_a_byte, broken.seat_layout = &gap, "layout seat")
REFUSED(no_phase, broken.phases = nothing, "its part phases")
REFUSED(subjects_without_skip, broken.subjects = unskippable, "its part subjects")
REFUSED(subjects_without_decided, broken.subjects = voting, "its part decided")
REFUSED(no_open, broken.open = NULL, "its part open")
REFUSED(no_follow, broken.follow = NULL, "its part follow")
REFUSED(no_awaits, broken.awaits = NULL, "its part awaits")
REFUSED(no_view, broken.view = NULL, "its part view")
REFUSED(shapes_without_a_view, broken.shapes = viewless, "its part VIEW")
REFUSED(an_own_view_without_a_shape, broken.shapes = ownless, "its part OWN")
REFUSED(figures_that_nobody_measures, broken.test.figures = figures, "its part measure")
REFUSED(hints_without_a_bot, (broken.bot.think = NULL, broken.bot.hints = hints), "its part think")
REFUSED(an_action_without_can, broken.actions = heedless, "action without can: nod")
REFUSED(an_action_that_nobody_decides, broken.actions = undecided, "action nod")
REFUSED(an_argument_of_no_type, broken.actions = vague, "action nod")
REFUSED(a_second_action_of_a_name, broken.actions = again, "action vote")
REFUSED(a_list_of_all_texts, broken.actions = boundless, "action nod")
REFUSED(a_fact_that_does_nothing, broken.facts = idle, "fact nodded")
REFUSED(an_option_with_a_choice_too_few, broken.options = choiceless, "option pace")
REFUSED(an_option_that_begins_outside, broken.options = outside, "option pace")
REFUSED(a_second_option_of_a_name, broken.options = twice, "option grace")
REFUSED(a_chance_of_two_numbers, broken.chances = two_chances, "chance card")

static void a_whole_game_is_taken(void **state)
{
    (void)state;
    broken = toy_lawful;
    open_it();
    assert_false(dies_saying(open_it, ""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_edition),
        cmocka_unit_test(more_seats_than_a_table_has),
        cmocka_unit_test(no_public_block),
        cmocka_unit_test(a_layout_that_forgets_a_byte),
        cmocka_unit_test(no_phase),
        cmocka_unit_test(subjects_without_skip),
        cmocka_unit_test(subjects_without_decided),
        cmocka_unit_test(no_open),
        cmocka_unit_test(no_follow),
        cmocka_unit_test(no_awaits),
        cmocka_unit_test(no_view),
        cmocka_unit_test(shapes_without_a_view),
        cmocka_unit_test(an_own_view_without_a_shape),
        cmocka_unit_test(figures_that_nobody_measures),
        cmocka_unit_test(hints_without_a_bot),
        cmocka_unit_test(an_action_without_can),
        cmocka_unit_test(an_action_that_nobody_decides),
        cmocka_unit_test(an_argument_of_no_type),
        cmocka_unit_test(a_second_action_of_a_name),
        cmocka_unit_test(a_list_of_all_texts),
        cmocka_unit_test(a_fact_that_does_nothing),
        cmocka_unit_test(an_option_with_a_choice_too_few),
        cmocka_unit_test(an_option_that_begins_outside),
        cmocka_unit_test(a_second_option_of_a_name),
        cmocka_unit_test(a_chance_of_two_numbers),
        cmocka_unit_test(a_whole_game_is_taken),
    };

    return cmocka_run_group_tests_name("book", tests, NULL, NULL);
}
