#include "base/websocket.h"

bool websocket_put(struct buf *out, enum websocket_op op, struct str text)
{
    char head[4] = {(char)(0x80 | op)};
    size_t n = 2;

    if (text.len > UINT16_MAX)
        return false;
    if (text.len < 126) {
        head[1] = (char)(0x80 | text.len);
    } else {
        head[1] = (char)(0x80 | 126);
        head[2] = (char)(text.len >> 8);
        head[3] = (char)text.len;
        n = 4;
    }
    buf_add(out, str_n(head, n));
    buf_add(out, str_n("\0\0\0\0", 4));
    buf_add(out, text);
    return true;
}

bool websocket_take(const struct buf *in, size_t *taken, int *op, struct str *text)
{
    const unsigned char *f = (const unsigned char *)in->at + *taken;
    size_t have = in->len - *taken, head = 2, size;

    if (have < 2)
        return false;
    size = f[1] & 127;
    if (size >= 126) {
        int bytes = size == 126 ? 2 : 8;

        head += (size_t)bytes;
        if (have < head)
            return false;
        size = 0;
        for (int i = 0; i < bytes; i++)
            size = size << 8 | f[2 + i];
    }
    if (size > have - head)
        return false;
    *op = f[0] & 15;
    *text = str_n((const char *)f + head, size);
    *taken += head + size;
    return true;
}

int websocket_code(struct str text)
{
    return text.len < 2 ? 0 : (unsigned char)text.at[0] << 8 | (unsigned char)text.at[1];
}
