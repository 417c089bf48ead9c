/*
 * zeros - bytes that are mostly zero, kept small: only what lies between longer runs of zeros.
 *
 *     struct zeros *small = zeros_pack(table, size);      // to be freed with free()
 *     zeros_unpack(small, table);                         // all `size` bytes as they were
 */
#ifndef BASE_ZEROS_H
#define BASE_ZEROS_H

#include <stddef.h>
#include <stdint.h>

struct zeros {
    uint32_t size;   /* of what it stands for */
    uint32_t packed; /* bytes that follow */
    unsigned char at[];
};

struct zeros *zeros_pack(const void *bytes, size_t size);
void zeros_unpack(const struct zeros *z, void *out);

#endif
