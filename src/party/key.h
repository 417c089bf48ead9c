/*
 * key - who a guest is: the hash of a token that only the guest knows.
 *
 * A token is drawn by the client and sent with every hello. The server keeps its hash, compares
 * hashes in constant time, and neither stores, shows nor logs the token itself.
 */
#ifndef PARTY_KEY_H
#define PARTY_KEY_H

#include "base/str.h"

enum { KEY_BYTES = 16, TOKEN_MIN = 32, TOKEN_MAX = 64 };

struct key {
    unsigned char at[KEY_BYTES];
};

/* False for what is no token: 32 to 64 characters of A-Z a-z 0-9 - _ */
bool key_of_token(struct key *out, struct str token);
/* Of a table's password: the same word is another key at another table. */
void key_of_password(struct key *out, const char *code, struct str password);
bool key_same(const struct key *a, const struct key *b);

/* As 32 hexadecimal digits, for the log of a room. */
enum { KEY_TEXT = 2 * KEY_BYTES };
void key_write(const struct key *k, char out[KEY_TEXT + 1]);
bool key_read(struct key *out, struct str text);

#endif
