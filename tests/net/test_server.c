/* Options from four places, and what the banner says. */
#include "check.h"
#include "server/banner.h"
#include "server/risks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const *environment; /* name, value, …, NULL */

static char *variable(const char *name)
{
    for (const char *const *at = environment; at && *at; at += 2) {
        if (strcmp(at[0], name) == 0)
            return (char *)(uintptr_t)at[1];
    }
    return NULL;
}

static char file[] = "/tmp/unisono-config-XX"
                     "XX"
                     "XX";

static void write_file(const char *text)
{
    FILE *out = fopen(file, "w");

    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static int make_file(void **state)
{
    int fd = mkstemp(file);

    (void)state;
    if (fd >= 0)
        close(fd);
    return fd < 0;
}

static int remove_file(void **state)
{
    (void)state;
    environment = NULL;
    return unlink(file);
}

#define FLAGS(...) \
    (const char *[]){__VA_ARGS__}, (int)(sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *))

static enum config_result read_config(struct config *c, const char **flags, int n,
                                      struct config_problem *problem)
{
    return config_read(c, n, (char **)(uintptr_t)flags, variable, file, problem);
}

static void flags_over_environment_over_file_over_default(void **state)
{
    static const char *const set[] = {"UNISONO_PORT", "2", "UNISONO_MAX_ROOMS", "22", NULL};
    struct config_problem problem;
    struct config c;

    (void)state;
    environment = NULL;
    write_file("");
    assert_int_equal(read_config(&c, NULL, 0, &problem), CONFIG_OK);
    assert_int_equal(c.port, 8080);
    assert_int_equal(c.limit.message_bytes, 8192);
    assert_string_equal(c.store, "unisono.db");
    config_fini(&c);
    write_file("# ours\nport = 1\n max-rooms=11\n\nkeep-days = 111\nmessage-bytes = 100\n");
    assert_int_equal(read_config(&c, NULL, 0, &problem), CONFIG_OK);
    assert_int_equal(c.port, 1);
    assert_int_equal(c.limit.message_bytes, 100);
    config_fini(&c);
    environment = set;
    assert_int_equal(read_config(&c, FLAGS("--port=3", "--log-level", "warn"), &problem),
                     CONFIG_OK);
    assert_int_equal(c.port, 3);
    assert_int_equal(c.max_rooms, 22);
    assert_int_equal(c.keep_days, 111);
    assert_int_equal(c.log_level, LOG_WARN);
    config_fini(&c);
}

static void another_file_can_be_named(void **state)
{
    static const char *const named[] = {"UNISONO_CONFIG", "/nowhere/at/all", NULL};
    struct config_problem problem;
    struct config c;

    (void)state;
    environment = named;
    assert_int_equal(read_config(&c, NULL, 0, &problem), CONFIG_BAD);
    assert_string_equal(problem.reason, "/nowhere/at/all: there is no such file");
    write_file("port = 7\n");
    assert_int_equal(read_config(&c, FLAGS("--config", file), &problem), CONFIG_OK);
    assert_int_equal(c.port, 7);
    config_fini(&c);
}

static void errors_name_place_key_and_what_is_allowed(void **state)
{
    static const struct {
        const char *text, *reason;
    } cases[] = {
        {"port = 70000", ":1: port: '70000' is not a number from 0 to 65535"},
        {"\n\nqr = often", ":3: qr: 'often' is none of: auto always never"},
        {"port", ":1: 'port' is not key = value"},
        {"portt = 1", ":1: there is no option 'portt' (unisono serve --help lists them)"},
        {"port = 1\nport = 2", ":2: port: was set in line 1 already"},
        {"config = x", ":1: there is no option 'config' (unisono serve --help lists them)"},
        {"max_connections = 5", ":1: there is no option 'max_connections' (unisono serve --help "
                                "lists them)"},
        {"max-connections = 0", ":1: max-connections: '0' is not a number from 1 to 1000000"},
    };
    static const char *const set[] = {"UNISONO_PORT", "x", NULL};
    struct config_problem problem;
    struct config c;

    (void)state;
    environment = NULL;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char want[300];

        write_file(cases[i].text);
        snprintf(want, sizeof want, "%s%s", file, cases[i].reason);
        assert_int_equal(read_config(&c, NULL, 0, &problem), CONFIG_BAD);
        assert_string_equal(problem.reason, want);
    }
    write_file("");
    assert_int_equal(read_config(&c, FLAGS("--port", "x"), &problem), CONFIG_BAD);
    assert_string_equal(problem.reason, "--port: 'x' is not a number from 0 to 65535");
    assert_int_equal(read_config(&c, FLAGS("--port"), &problem), CONFIG_BAD);
    assert_string_equal(problem.reason, "--port: needs a value");
    assert_int_equal(read_config(&c, FLAGS("port"), &problem), CONFIG_BAD);
    assert_int_equal(read_config(&c, FLAGS("--tls-key", "k"), &problem), CONFIG_BAD);
    assert_string_equal(problem.reason, "--tls-cert: a certificate and its key come together");
    assert_int_equal(read_config(&c, FLAGS("--trusted-proxy=10.0.0.0/40"), &problem), CONFIG_BAD);
    assert_int_equal(read_config(&c, FLAGS("--public-url", "play.example"), &problem), CONFIG_BAD);
    assert_int_equal(read_config(&c, FLAGS("--public-url", "https://größe.example"), &problem),
                     CONFIG_BAD);
    assert_int_equal(read_config(&c, FLAGS("--names", "a.example, b:80"), &problem), CONFIG_BAD);
    assert_string_equal(problem.reason, "--names: 'b:80' is no name");
    assert_int_equal(read_config(&c, FLAGS("--pong-seconds", "25"), &problem), CONFIG_BAD);
    environment = set;
    assert_int_equal(read_config(&c, NULL, 0, &problem), CONFIG_BAD);
    assert_string_equal(problem.reason, "UNISONO_PORT: 'x' is not a number from 0 to 65535");
    assert_int_equal(read_config(&c, FLAGS("--help"), &problem), CONFIG_HELP);
}

static void the_public_address_is_an_origin_of_ours(void **state)
{
    struct config c;
    struct buf origins = {0};

    (void)state;
    config_default(&c);
    c.names = "b.example";
    c.origins = "https://a.example";
    c.public_url = "https://play.example:8443/tables/";
    struct net_options o = config_net(&c, &origins);
    assert_string_equal(o.origins, "https://a.example,https://play.example:8443");
    assert_string_equal(o.names, "b.example,play.example");
    assert_int_equal(o.port, 8080);
    assert_int_equal(o.limit.queue_bytes, 262144);
    buf_fini(&origins);
    config_fini(&c);
}

static int risks(const struct config *c, const char *addresses)
{
    struct str rest = str_of(addresses), word;
    struct address own[8];
    int n = 0;

    while (str_word(&rest, &word))
        assert_true(address_parse(&own[n++], word));
    return risks_of(c, false, own, n);
}

static void a_host_is_warned_of_what_strangers_can_do(void **state)
{
    static const char home[] = "127.0.0.1 ::1 192.168.1.20 2a02:810d::5 fe80::1";
    static const char rented[] = "127.0.0.1 ::1 8.8.8.8 10.0.0.3", newer[] = "::1 2a02:810d::5";
    struct config c;

    (void)state;
    config_default(&c);
    assert_int_equal(risks_of(&c, true, NULL, 0), RISK_ROOT);
    assert_int_equal(risks(&c, home), 0);
    assert_int_equal(risks(&c, "127.0.0.1 100.64.3.3"), 0);
    assert_int_equal(risks(&c, "127.0.0.1 172.32.0.1"), RISK_OPEN);
    assert_int_equal(risks(&c, rented), RISK_OPEN);
    assert_int_equal(risks(&c, newer), RISK_OPEN);
    c.host = "0.0.0.0";
    assert_int_equal(risks(&c, rented), RISK_OPEN);
    c.host = "10.0.0.3";
    assert_int_equal(risks(&c, rented), 0);
    c.host = "8.8.8.8";
    assert_int_equal(risks(&c, rented), RISK_OPEN);
    c.tls_cert = "cert.pem";
    assert_int_equal(risks(&c, rented), 0);
    assert_non_null(strstr(risk_advice(RISK_ROOT, "de_DE.UTF-8"), "eigener Benutzer"));
    assert_non_null(strstr(risk_advice(RISK_OPEN, "fr_FR"), "chiffre"));
    assert_non_null(strstr(risk_advice(RISK_OPEN, NULL), "does not encrypt"));
    config_fini(&c);
}

static void expect_url(const struct config *c, int port, const char *url)
{
    struct buf out = {0};

    banner_url(c, port, STR("192.168.1.20"), &out);
    assert_string_equal(buf_cstr(&out), url);
    buf_fini(&out);
}

static void the_banner_tells_the_address_players_need(void **state)
{
    struct config c;

    (void)state;
    config_default(&c);
    expect_url(&c, 8080, "http://192.168.1.20:8080/");
    expect_url(&c, 80, "http://192.168.1.20/");
    c.host = "::";
    expect_url(&c, 8080, "http://192.168.1.20:8080/");
    c.host = "fd00::5";
    expect_url(&c, 8080, "http://[fd00::5]:8080/");
    c.tls_cert = "cert.pem";
    expect_url(&c, 443, "https://[fd00::5]/");
    c.public_url = "https://play.example/";
    expect_url(&c, 443, "https://play.example/");
    config_fini(&c);
}

static void the_banner_speaks_three_languages(void **state)
{
    static const struct {
        const char *language, *word;
    } cases[] = {{"de_AT.UTF-8", "Die Tische sind offen"},
                 {"fr_FR", "Les tables sont ouvertes"},
                 {"en_GB", "The tables are open"},
                 {"it_IT", "The tables are open"},
                 {NULL, "The tables are open"}};
    struct config c;

    (void)state;
    config_default(&c);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct buf out = {0};

        banner(&c, 8080, cases[i].language, false, &out);
        assert_non_null(strstr(buf_cstr(&out), cases[i].word));
        assert_null(strstr(buf_cstr(&out), "▀")); /* no code into a file */
        buf_fini(&out);
    }
    config_fini(&c);
}

static void the_code_has_its_quiet_zone_and_corners(void **state)
{
    struct buf out = {0};
    struct str text, line;
    int lines = 0;

    (void)state;
    assert_true(banner_qr("http://192.168.1.20:8080/", false, &out));
    text = buf_str(&out);
    for (; str_line(&text, &line); lines++) {
        if (lines < 2)
            assert_int_equal(str_trim(line).len, 0);
        if (lines == 2) /* the upper edge of two corners */
            assert_true(str_find(line, STR("█▀▀▀▀▀█")) == 6);
    }
    assert_int_equal(lines, (25 + 8 + 1) / 2); /* version 2: 25 dots a side */
    buf_fini(&out);
    char long_url[4000];
    memset(long_url, 'a', sizeof long_url - 1);
    long_url[sizeof long_url - 1] = '\0';
    assert_false(banner_qr(long_url, false, &out));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flags_over_environment_over_file_over_default),
        cmocka_unit_test(another_file_can_be_named),
        cmocka_unit_test(errors_name_place_key_and_what_is_allowed),
        cmocka_unit_test(the_public_address_is_an_origin_of_ours),
        cmocka_unit_test(a_host_is_warned_of_what_strangers_can_do),
        cmocka_unit_test(the_banner_tells_the_address_players_need),
        cmocka_unit_test(the_banner_speaks_three_languages),
        cmocka_unit_test(the_code_has_its_quiet_zone_and_corners),
    };

    return cmocka_run_group_tests(tests, make_file, remove_file);
}
