/* Files of the web app on their way to nodes of another version. */
#include "check.h"
#include "server/web_doc.h"

#include <stdlib.h>
#include <string.h>

static const char PATH[] = "/assets/app-Ab3dE6gh.js";

static bool read_back(struct str body, struct web_file *out, char **memory)
{
    return web_doc_read(str_of(PATH), body, out, memory);
}

static void assert_travels(const struct web_file *f)
{
    struct buf doc = {0};
    struct web_file got;
    char *memory = NULL;

    web_doc_write(f, &doc);
    assert_true(read_back(buf_str(&doc), &got, &memory));
    buf_fini(&doc); /* nothing of it is borrowed */
    assert_string_equal(got.path, PATH);
    assert_string_equal(got.type, f->type);
    assert_string_equal(got.etag, f->etag);
    assert_true(got.immutable);
    for (int i = 0; i < CODINGS; i++)
        assert_true(str_eq(got.body[i], f->body[i]));
    free(memory);
}

static void a_file_comes_as_it_left(void **state)
{
    (void)state;
    /* Scripts and styles have three bodies of different sizes, a font has one, and any of the
     * compressed ones may be missing. */
    assert_travels(
        &(struct web_file){.type = "text/javascript; charset=utf-8",
                           .etag = "a1b2",
                           .body = {STR("export const long = 1;\n"), STR("zipped"), STR("br")}});
    assert_travels(
        &(struct web_file){.type = "font/woff2", .etag = "c3", .body = {STR("\0\1\n\2")}});
    assert_travels(&(struct web_file){
        .type = "text/css", .etag = "d4", .body = {STR("a{}"), STR(""), STR("x y")}});
}

static void what_is_no_such_document_is_not_taken(void **state)
{
    static const char *const wrong[] = {
        "",
        "text/css\n",
        "text/css\ntag\n",
        "text/css\ntag\n3 0\nabc",     /* a size is missing */
        "text/css\ntag\n3 0 0 0\nabc", /* or there is one too many */
        "text/css\ntag\n0 3 0\nabc",   /* a file has a plain body */
        "text/css\ntag\n3 0 1\nabc",   /* more than there is */
        "text/css\ntag\n3 0 0\nabcd",  /* or less */
        "text/css\ntag\n-1 2 2\nabc",
        "text/css\ntag\nx 0 0\nabc",
        "text/css\ntag\n9223372036854775807 9223372036854775807 5\nabc",
    };
    struct web_file f;
    char *memory;

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        if (read_back(str_of(wrong[i]), &f, &memory))
            fail_msg("document %zu was taken", i);
    }
    assert_false(web_doc_read(STR("assets/x.js"), STR("a\nb\n1 0 0\nc"), &f, &memory));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_comes_as_it_left),
        cmocka_unit_test(what_is_no_such_document_is_not_taken),
    };

    return cmocka_run_group_tests_name("web_doc", tests, NULL, NULL);
}
