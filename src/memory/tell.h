/*
 * tell - what people are shown of a memory: as JSON for screens (the shapes Memory and Tonight of
 * the protocol), and the evening as a picture to take home.
 *
 *     memory_tell(m, &(struct memory_wish){.key = key}, &w);
 *     memory_tonight(m, &w);
 *     memory_picture(m, &(struct picture_wish){.lang = LANG_FR, .names = true}, &svg);
 */
#ifndef MEMORY_TELL_H
#define MEMORY_TELL_H

#include "base/jw.h"
#include "memory/memory.h"

struct memory_wish {
    struct str key; /* of who asks: which of the persons they are */
    int person;     /* what there is about this one alone; NOBODY: everything … */
    bool all;       /* … that there is, to take away; else what fits a page */
};

/* Members of the object that is open in `w`. */
void memory_tell(const struct memory *m, const struct memory_wish *wish, struct jw *w);
/* The last evening, and what it has changed. */
void memory_tonight(const struct memory *m, struct jw *w);

struct picture_wish {
    enum language lang;
    bool names; /* else "Player 1" */
};
/* The last evening as one file: SVG, made for messengers. */
void memory_picture(const struct memory *m, const struct picture_wish *wish, struct buf *out);

#endif
