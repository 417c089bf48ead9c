/* Where keepsakes and reels are found: the addresses of their pages, and their keys in a store. */
#include "base/deal.h"
#include "keepsake/keepsake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Digits of an address: of the room, and what nobody can guess. */
enum { ROOM = 16, REST = KEEPSAKE_ADDRESS - ROOM };

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

int64_t keepsake_room(struct str address)
{
    char digits[ROOM + 1];

    snprintf(digits, sizeof digits, "%.*s", ROOM, address.at);
    return (int64_t)strtoull(digits, NULL, 16);
}

void keepsake_move(char address[KEEPSAKE_ADDRESS + 1], int64_t room)
{
    char digits[ROOM + 1];

    snprintf(digits, sizeof digits, "%0*llx", ROOM, (unsigned long long)room);
    memcpy(address, digits, ROOM);
}

bool keepsake_same_game(const char *one, const char *other)
{
    return strcmp(one + ROOM, other + ROOM) == 0;
}

void keepsake_key(struct str address, struct buf *out)
{
    buf_printf(out, "keepsake/%.*s/%.*s", ROOM, address.at, REST, address.at + ROOM);
}

bool keepsake_of_key(struct str key, char address[KEEPSAKE_ADDRESS + 1])
{
    if (key.len < ROOM + 1 + REST)
        return false;
    const char *tail = key.at + key.len - (ROOM + 1 + REST);
    snprintf(address, KEEPSAKE_ADDRESS + 1, "%.*s%.*s", ROOM, tail, REST, tail + ROOM + 1);
    return keepsake_is_address(str_of(address));
}

void reel_key(struct str address, struct buf *out)
{
    buf_printf(out, "reel/%.*s/%.*s", ROOM, address.at, REST, address.at + ROOM);
}

void reel_keys(int64_t room, struct buf *out)
{
    buf_printf(out, "reel/%016llx/", (unsigned long long)room);
}

void keepsake_keys(int64_t room, struct buf *out)
{
    buf_printf(out, "keepsake/%016llx/", (unsigned long long)room);
}
