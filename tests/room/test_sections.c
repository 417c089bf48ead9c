/* Which parts of a view have changed: also where a view has become empty. */
#include "check.h"
#include "room/sections.h"

#include <string.h>

struct view {
    struct sections kept;
    struct section_names names;
    struct spans spans;
    struct buf dropped, sent;
    uint32_t rev;
};

/* One more revision: a section `theme` with a text of so many letters, or none where it is 0. */
static void write_theme(struct view *v, size_t letters)
{
    struct buf text = {0}, theme = {0};
    struct jw_members members = {0};
    struct jw w = jw_members_to(&text, &members);

    for (size_t i = 0; i < letters; i++)
        buf_addc(&theme, 'a');
    if (letters)
        jw_key(&w, "theme"), jw_str(&w, buf_str(&theme));
    buf_clear(&v->dropped);
    buf_clear(&v->sent);
    v->rev++;
    sections_update(&v->kept, &v->names, buf_str(&text), &members, v->rev, &v->spans, &v->dropped);
    spans_write(&v->spans, v->rev - 1, &v->sent);
    buf_fini(&text);
    buf_fini(&theme);
}

static void a_large_view_may_become_empty_and_come_back(void **state)
{
    static struct view v;

    (void)state;
    write_theme(&v, 2000);
    assert_int_equal(v.sent.len, strlen("\"theme\":\"\"") + 2000);
    write_theme(&v, 2000);
    assert_int_equal(v.sent.len, 0);
    write_theme(&v, 0);
    assert_string_equal(buf_cstr(&v.dropped), "\"theme\"");
    assert_int_equal(v.kept.cap, 0); /* its memory was given back */
    write_theme(&v, 3);
    assert_string_equal(buf_cstr(&v.sent), "\"theme\":\"aaa\"");
    assert_int_equal(v.dropped.len, 0);
    sections_fini(&v.kept);
    spans_fini(&v.spans);
    buf_fini(&v.dropped);
    buf_fini(&v.sent);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_large_view_may_become_empty_and_come_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
