/* Moves are read without a tree: to the same end as every other message. */
#include "check.h"
#include "room/message.h"
#include "rules/seats.h"

#include <string.h>

/* The same with a member that no message has: it is read as a tree. */
static struct buf with_more(const char *text)
{
    struct buf more = {0};

    buf_printf(&more, "{\"x\":0,%s", text + 1);
    return more;
}

/* Both ways to read it come to the same; `flaw`: NULL, or what is wrong. */
static void reads_both_ways(const char *text, const char *flaw)
{
    struct buf more = with_more(text);
    struct message a, b;
    const char *one = message_read(&a, str_of(text)), *other = message_read(&b, buf_str(&more));

    if (flaw) {
        assert_string_equal(one, flaw);
        assert_string_equal(other, flaw);
    } else {
        assert_null(one);
        assert_null(other);
        assert_null(a.json);
        assert_non_null(b.json);
        assert_int_equal(a.kind, b.kind);
        assert_int_equal(a.n, b.n);
        assert_int_equal(a.seat, b.seat);
        assert_int_equal(a.tag, b.tag);
        assert_true(str_eq(a.name, b.name));
        json_t *given = a.args.len ? json_loadb(a.args.at, a.args.len, 0, NULL) : NULL;
        assert_int_equal(given != NULL, b.with != NULL);
        assert_true(!given || json_equal(given, b.with));
        json_decref(given);
    }
    message_fini(&a);
    message_fini(&b);
    buf_fini(&more);
}

static void a_move_is_the_same_either_way(void **state)
{
    (void)state;
    reads_both_ways("{\"n\":3,\"play\":\"write\",\"with\":{\"word\":\"\\u00e9t\\\"\\u00e9\"}}",
                    NULL);
    reads_both_ways("{ \"play\" : \"pass\" , \"n\" : 4294967295 , \"seat\" : 13 }", NULL);
    reads_both_ways("{\"n\":1,\"play\":\"p\\u0061ss\",\"with\":{}}", NULL);
    reads_both_ways("{\"live\":\"move\",\"with\":{\"x\":10,\"y\":[1,{\"z\":true}]},\"seat\":0}",
                    NULL);
    reads_both_ways("{\"try\":\"write\",\"tag\":0,\"with\":{\"word\":\"cat\"}}", NULL);
    reads_both_ways("{\"n\":7,\"tag\":9,\"play\":\"pass\"}", NULL);
}

static void what_is_wrong_is_told_either_way(void **state)
{
    (void)state;
    reads_both_ways("{\"play\":\"pass\"}", "message");
    reads_both_ways("{\"n\":0,\"play\":\"pass\"}", "message");
    reads_both_ways("{\"n\":-1,\"play\":\"pass\"}", "message");
    reads_both_ways("{\"n\":4294967296,\"play\":\"pass\"}", "message");
    reads_both_ways("{\"n\":1.5,\"play\":\"pass\"}", "message");
    reads_both_ways("{\"n\":\"1\",\"play\":\"pass\"}", "message");
    reads_both_ways("{\"n\":1,\"n\":2,\"play\":\"pass\"}", "message");
    reads_both_ways("{\"n\":1,\"play\":\"pass\",\"play\":\"pass\"}", "message");
    reads_both_ways("{\"n\":1,\"play\":\"\"}", "message");
    reads_both_ways("{\"n\":1,\"play\":7}", "message");
    reads_both_ways("{\"n\":1,\"play\":\"pass\",\"seat\":14}", "message");
    reads_both_ways("{\"n\":1,\"play\":\"pass\",\"with\":[]}", "message");
    reads_both_ways("{\"n\":1,\"play\":\"pass\",\"with\":{},\"with\":{}}", "message");
    reads_both_ways("{\"n\":1,\"play\":\"pass\"} x", "message");
    reads_both_ways("{\"n\":1,\"play\":\"pass\"", "message");
    reads_both_ways("{\"n\":1,\"play\":\"\xff\"}", "message");
    reads_both_ways("{\"try\":\"pass\"}", "message");
    reads_both_ways("{\"try\":\"pass\",\"tag\":-1}", "message");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_the_same_either_way),
        cmocka_unit_test(what_is_wrong_is_told_either_way),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
