#include "party/key.h"

#include "base/hex.h"

#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <string.h>

static bool token_char(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
}

bool key_of_token(struct key *out, struct str token)
{
    unsigned char hash[SHA256_DIGEST_LENGTH];

    if (token.len < TOKEN_MIN || token.len > TOKEN_MAX)
        return false;
    for (size_t i = 0; i < token.len; i++) {
        if (!token_char(token.at[i]))
            return false;
    }
    SHA256((const unsigned char *)token.at, token.len, hash);
    memcpy(out->at, hash, KEY_BYTES);
    return true;
}

void key_of_password(struct key *out, const char *code, struct str password)
{
    unsigned char both[2 * SHA256_DIGEST_LENGTH], hash[SHA256_DIGEST_LENGTH];

    SHA256((const unsigned char *)code, strlen(code), both);
    SHA256((const unsigned char *)password.at, password.len, both + SHA256_DIGEST_LENGTH);
    SHA256(both, sizeof both, hash);
    memcpy(out->at, hash, KEY_BYTES);
}

bool key_same(const struct key *a, const struct key *b)
{
    return CRYPTO_memcmp(a->at, b->at, KEY_BYTES) == 0;
}

void key_write(const struct key *k, char out[KEY_TEXT + 1])
{
    hex_write(k->at, KEY_BYTES, out);
}

bool key_read(struct key *out, struct str text)
{
    return hex_read(out->at, KEY_BYTES, text);
}
