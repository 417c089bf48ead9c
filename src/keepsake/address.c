/* Where a keepsake and its reel are kept: an address that nobody can guess, and keys of the store.
 */
#include "base/deal.h"
#include "keepsake/keepsake.h"

#include <stdio.h>

/* No record of a game has this number, so no draw of it comes from here. */
static const uint64_t ADDRESS_STREAM = UINT64_MAX;

void keepsake_address(int64_t room, const struct seed *seed, char out[KEEPSAKE_ADDRESS + 1])
{
    struct deal d = deal_at(seed, ADDRESS_STREAM);
    uint64_t high = deal_next(&d), low = deal_next(&d);

    snprintf(out, KEEPSAKE_ADDRESS + 1, "%016llx%016llx%016llx", (unsigned long long)room,
             (unsigned long long)high, (unsigned long long)low);
}

bool keepsake_is_address(struct str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (!((text.at[i] >= '0' && text.at[i] <= '9') || (text.at[i] >= 'a' && text.at[i] <= 'f')))
            return false;
    }
    return text.len == KEEPSAKE_ADDRESS;
}

void keepsake_key(struct str address, struct buf *out)
{
    buf_printf(out, "keepsake/%.16s/%.*s", address.at, (int)address.len - 16, address.at + 16);
}

bool keepsake_of_key(struct str key, char address[KEEPSAKE_ADDRESS + 1])
{
    enum { ROOM = 16, REST = KEEPSAKE_ADDRESS - ROOM };

    if (key.len < ROOM + 1 + REST)
        return false;
    const char *tail = key.at + key.len - (ROOM + 1 + REST);
    snprintf(address, KEEPSAKE_ADDRESS + 1, "%.*s%.*s", ROOM, tail, REST, tail + ROOM + 1);
    return keepsake_is_address(str_of(address));
}

void reel_key(struct str address, struct buf *out)
{
    buf_printf(out, "reel/%.16s/%.*s", address.at, (int)address.len - 16, address.at + 16);
}

void reel_keys(int64_t room, struct buf *out)
{
    buf_printf(out, "reel/%016llx/", (unsigned long long)room);
}

void keepsake_keys(int64_t room, struct buf *out)
{
    buf_printf(out, "keepsake/%016llx/", (unsigned long long)room);
}
