/* The sums that are stored with entries and documents. */
#include "store/backend.h"

#include <zlib.h>

/* CRC-32 over numbers and bytes. An engine's own checks see pages, not the values in
 * them. */
static uint32_t sum_of(const uint64_t *value, size_t n, struct str bytes)
{
    uint8_t head[4 * 8];

    for (size_t i = 0; i < 8 * n; i++)
        head[i] = (uint8_t)(value[i / 8] >> (8 * (i % 8)));
    uint32_t sum = (uint32_t)crc32_z(0, head, 8 * n);
    /* Of nothing at all zlib would begin anew. */
    return bytes.len ? (uint32_t)crc32_z(sum, (const uint8_t *)bytes.at, bytes.len) : sum;
}

uint32_t store_entry_sum(const struct store_entry *e)
{
    const uint64_t value[] = {(uint64_t)e->room, (uint64_t)e->seq, (uint64_t)e->epoch, e->op};

    return sum_of(value, 4, e->body);
}

uint32_t store_doc_sum(const struct store_doc *doc)
{
    const uint64_t value[] = {doc->op, (uint64_t)doc->until,
                              crc32_z(0, (const uint8_t *)doc->key.at, doc->key.len)};

    return sum_of(value, 3, doc->body);
}
