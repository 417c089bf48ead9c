/* Addresses: as texts, of sockets, of this machine, in groups and ranges. */
#include "check.h"
#include "net/hosts.h"
#include "net/limits.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

static struct address address(const char *text)
{
    struct address a;

    assert_true(address_parse(&a, str_of(text)));
    return a;
}

static void reads_addresses(void **state)
{
    static const char *const bad[] = {
        "",      "localhost", "1.2.3",  "1.2.3.4:80",
        "[::1]", "1.2.3.4 ",  "::1%lo", "12345678901234567890123456789012345678901234567"};
    struct address a = address("192.168.1.7"), before = a;
    char text[ADDRESS_TEXT];

    (void)state;
    assert_string_equal(address_text(&a, text), "192.168.1.7");
    assert_string_equal(address_coarse(&a, text), "192.168.x.x");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(address_parse(&a, str_of(bad[i])));
    assert_memory_equal(&a, &before, sizeof a);
    a = address("2001:db8:1:2:3:4:5:6");
    assert_string_equal(address_text(&a, text), "2001:db8:1:2:3:4:5:6");
    assert_string_equal(address_coarse(&a, text), "2001:db8:x");
    a = address("::ffff:10.0.0.1");
    assert_string_equal(address_text(&a, text), "10.0.0.1");
    assert_true(address_is_loopback(&(struct address){{[15] = 1}}));
    a = address("127.9.9.9");
    assert_true(address_is_loopback(&a));
    a = address("::2");
    assert_false(address_is_loopback(&a));
}

static void takes_addresses_of_sockets(void **state)
{
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x0a000001)};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    struct sockaddr other = {.sa_family = AF_UNIX};
    struct address a = address_of((struct sockaddr *)&four), b = address("10.0.0.1");

    (void)state;
    assert_memory_equal(&a, &b, sizeof a);
    inet_pton(AF_INET6, "fe80::9", &six.sin6_addr);
    a = address_of((struct sockaddr *)&six);
    b = address("fe80::9");
    assert_memory_equal(&a, &b, sizeof a);
    a = address_of(&other);
    b = address("::");
    assert_memory_equal(&a, &b, sizeof a);
}

/* In whatever form it is written: an address is no text. */
static void knows_addresses_of_this_machine(void **state)
{
    static const char *const others[] = {"192.0.2.1", "::ffff:192.0.2.1", "2001:db8::1",
                                         "::", "0.0.0.0"};
    struct ifaddrs *all = NULL;
    int looked = 0;

    (void)state;
    assert_int_equal(getifaddrs(&all), 0);
    for (struct ifaddrs *at = all; at; at = at->ifa_next) {
        char text[ADDRESS_TEXT];

        if (!at->ifa_addr ||
            (at->ifa_addr->sa_family != AF_INET && at->ifa_addr->sa_family != AF_INET6))
            continue;
        struct address a = address_of(at->ifa_addr), again;
        assert_true(address_is_own(&a));
        for (int i = 0; i < 16; i += 2) /* as IPv6, with all its zeros */
            snprintf(text + i / 2 * 5, 6, "%02X%02X:", a.byte[i], a.byte[i + 1]);
        text[39] = '\0';
        again = address(text);
        assert_true(address_is_own(&again));
        looked++;
    }
    freeifaddrs(all);
    assert_true(looked > 0);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        struct address a = address(others[i]);
        assert_false(address_is_own(&a));
    }
}

static void groups_ipv6_by_64_bits(void **state)
{
    struct address a = address("2001:db8:1:2:aaaa::1"), b = address("2001:db8:1:2:bbbb::2");
    struct address c = address("2001:db8:1:3::1"), four = address("10.0.0.1");
    struct address ga = address_group(&a), gb = address_group(&b), gc = address_group(&c);
    struct address gfour = address_group(&four);

    (void)state;
    assert_memory_equal(&ga, &gb, sizeof ga);
    assert_memory_not_equal(&ga, &gc, sizeof ga);
    assert_memory_equal(&gfour, &four, sizeof four);
}

static bool within(const char *text, const char *ranges)
{
    struct address_list list;
    struct address a = address(text);
    struct str bad;

    assert_true(address_list_parse(&list, str_of(ranges), &bad));
    return address_in(&a, &list);
}

static void knows_ranges(void **state)
{
    struct address_list list = {.n = 7};
    struct str bad;

    (void)state;
    assert_true(within("10.200.0.1", "10.0.0.0/8"));
    assert_false(within("11.0.0.1", "10.0.0.0/8"));
    assert_true(within("172.31.255.1", " 192.168.0.1 , 172.16.0.0/12,"));
    assert_false(within("172.32.0.1", "192.168.0.1,172.16.0.0/12"));
    assert_true(within("::1", "::1"));
    assert_false(within("::2", "::1"));
    assert_true(within("2001:db8:ffff::1", "2001:db8::/32"));
    assert_true(within("1.2.3.4", "0.0.0.0/0"));
    assert_false(within("::1", "0.0.0.0/0"));
    assert_false(within("1.2.3.4", ""));
    assert_false(address_list_parse(&list, STR("10.0.0.0/33"), &bad));
    assert_false(address_list_parse(&list, STR("::1, proxy"), &bad));
    assert_true(str_is(bad, "proxy"));
    assert_false(address_list_parse(&list, STR("1.1.1.1/-1"), &bad));
    assert_int_equal(list.n, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_addresses),
        cmocka_unit_test(takes_addresses_of_sockets),
        cmocka_unit_test(knows_addresses_of_this_machine),
        cmocka_unit_test(groups_ipv6_by_64_bits),
        cmocka_unit_test(knows_ranges),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
