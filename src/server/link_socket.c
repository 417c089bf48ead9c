#include "server/link_socket.h"

#include "store/store.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

enum { IDLE_SECONDS = 2, UNCONFIRMED_MS = 5000, AGAIN_TO_CONNECT = 1 /* after one second */ };

bool link_address(struct str text, struct sockaddr_storage *out)
{
    char host[STORE_NAME_MAX + 1];
    struct str name = text;
    int64_t port;

    while (name.len && name.at[name.len - 1] != ':')
        name.len--;
    if (name.len < 2 || !str_int(str_n(text.at + name.len, text.len - name.len), &port) ||
        port < 1 || port > 65535)
        return false;
    name.len--;
    if (name.at[0] == '[' && name.at[name.len - 1] == ']')
        name = str_n(name.at + 1, name.len - 2);
    snprintf(host, sizeof host, "%.*s", STR_FMT(name));
    return uv_ip4_addr(host, (int)port, (struct sockaddr_in *)out) == 0 ||
           uv_ip6_addr(host, (int)port, (struct sockaddr_in6 *)out) == 0;
}

/* Where the kernel does not know one of these it waits for longer. */
static void set(uv_tcp_t *tcp, int option, int value)
{
    uv_os_fd_t fd;

    if (uv_fileno((uv_handle_t *)tcp, &fd) == 0)
        (void)setsockopt(fd, IPPROTO_TCP, option, &value, sizeof value);
}

void link_socket_new(uv_loop_t *loop, uv_tcp_t *tcp, const struct sockaddr_storage *to)
{
    if (uv_tcp_init_ex(loop, tcp, to->ss_family) != 0 && uv_tcp_init(loop, tcp) != 0)
        abort();
    set(tcp, TCP_SYNCNT, AGAIN_TO_CONNECT);
}

void link_socket_use(uv_tcp_t *tcp)
{
    uv_tcp_nodelay(tcp, 1);
    uv_tcp_keepalive(tcp, 1, IDLE_SECONDS);
    set(tcp, TCP_USER_TIMEOUT, UNCONFIRMED_MS);
}
