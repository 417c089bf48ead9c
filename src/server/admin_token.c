#include "server/admin_token.h"

#include "base/secure.h"
#include "store/backends.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WORDS = 4, FILE_MOST = 1024 };

bool admin_token_path(const struct config *c, struct buf *out)
{
    if (strcmp(c->admin, "off") == 0)
        return false;
    if (c->admin[0])
        buf_adds(out, c->admin);
    else if (strcmp(c->store, ":memory:") != 0 && !store_is_pg(c->store))
        buf_printf(out, "%s.admin", c->store);
    return out->len > 0;
}

static bool fail(struct net_problem *problem, const char *path, const char *why)
{
    snprintf(problem->reason, sizeof problem->reason, "%.150s: %s", path, why);
    return false;
}

static bool read_open(int fd, const char *path, struct buf *out, struct net_problem *problem)
{
    char text[FILE_MOST];
    struct stat st;
    struct str rest, line;

    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        return fail(problem, path, "is no file");
    if (st.st_mode & (S_IRWXG | S_IRWXO))
        return fail(problem, path, "others can read the token of the console (chmod 600)");
    ssize_t n = read(fd, text, sizeof text);
    rest = str_n(text, n > 0 ? (size_t)n : 0);
    if (!str_line(&rest, &line))
        line = STR("");
    line = str_trim(line);
    if (line.len < TOKEN_LEAST || line.len > TOKEN_MOST)
        return fail(problem, path, "its first line has to be a token of 16 to 256 characters");
    buf_add(out, line);
    OPENSSL_cleanse(text, sizeof text);
    return true;
}

bool admin_token_read(const char *path, struct buf *out, struct net_problem *problem)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return fail(problem, path,
                    errno == EACCES ? "only root and the server's own user may read it (sudo)"
                                    : strerror(errno));
    bool good = read_open(fd, path, out, problem);
    close(fd);
    return good;
}

/* Two servers that start at once both try; one of them makes it. */
static bool make(const char *path, struct net_problem *problem)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);

    if (fd < 0)
        return errno == EEXIST || fail(problem, path, strerror(errno));
    bool good = true;
    for (int i = 0; i < WORDS; i++)
        good = good && dprintf(fd, "%016llx", (unsigned long long)secure_random()) == 16;
    good = good && dprintf(fd, "\n") == 1;
    good = close(fd) == 0 && good;
    if (!good)
        unlink(path); /* half of one would be the token of the next start, or none for ever */
    return good || fail(problem, path, "cannot be written");
}

static void digest(struct str text, unsigned char out[TOKEN_DIGEST])
{
    SHA256((const unsigned char *)text.at, text.len, out);
}

bool admin_token_open(struct admin_token *out, const char *path, struct net_problem *problem)
{
    struct buf token = {0};

    if (access(path, F_OK) != 0 && !make(path, problem))
        return false;
    if (!admin_token_read(path, &token, problem)) {
        buf_fini(&token);
        return false;
    }
    digest(buf_str(&token), out->digest);
    OPENSSL_cleanse(token.at, token.len);
    buf_fini(&token);
    return true;
}

bool admin_token_same(const struct admin_token *t, struct str text)
{
    unsigned char mine[TOKEN_DIGEST];

    digest(text, mine);
    return CRYPTO_memcmp(mine, t->digest, TOKEN_DIGEST) == 0;
}
