/*
 * admin_token - the secret of the console: a file that only the server's own user can read.
 *
 * Whoever can read that file runs the machine, or was given its first line by whoever does. It is
 * made with a token drawn by the kernel where there is none. Kept is only a digest of the token,
 * and it is compared in a time that tells nothing.
 *
 *     struct admin_token t;
 *     if (admin_token_path(config, &path) && admin_token_open(&t, buf_cstr(&path), &problem)) …
 */
#ifndef SERVER_ADMIN_TOKEN_H
#define SERVER_ADMIN_TOKEN_H

#include "server/config.h"

enum { TOKEN_LEAST = 16, TOKEN_MOST = 256, TOKEN_DIGEST = 32 };

struct admin_token {
    unsigned char digest[TOKEN_DIGEST];
};

/* Where the file is: what `admin` says, else beside the file of the store. False: there is none. */
bool admin_token_path(const struct config *c, struct buf *out);
/* Its first line, for a client. False with a reason, which never holds any of it. */
bool admin_token_read(const char *path, struct buf *out, struct net_problem *problem);
/* The same for the server, which makes the file where there is none. */
bool admin_token_open(struct admin_token *out, const char *path, struct net_problem *problem);
bool admin_token_same(const struct admin_token *t, struct str text);

#endif
