/*
 * secure - numbers nobody can foresee, from the kernel: seeds of games, codes and ids of rooms.
 *
 * Without the kernel's chance nothing can be kept secret, so failing ends the process.
 */
#ifndef BASE_SECURE_H
#define BASE_SECURE_H

#include "base/deal.h"

uint64_t secure_random(void);
struct seed secure_seed(void);

#endif
