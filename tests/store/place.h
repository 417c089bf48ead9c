/*
 * place - a folder of its own for one test, and the path of a store in it.
 *
 *     struct place p;
 *     place_make(&p);
 *     ... p.file ...
 *     place_remove(&p);      // with everything in it
 */
#ifndef TESTS_STORE_PLACE_H
#define TESTS_STORE_PLACE_H

struct place {
    char folder[512];
    char file[600], wal[600];
};

void place_make(struct place *p);
void place_remove(struct place *p);

#endif
