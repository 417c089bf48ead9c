/*
 * sections - which parts of a view have changed since somebody last saw them.
 *
 * A view is written whole, as members of a JSON object, and only the members that differ are sent,
 * whole or, to those who can mend, only what has changed inside them (base/mend.h). Of each section
 * the text and the revision of its last change are kept, in the order of the view.
 *
 *     struct jw w = jw_members_to(&text, &members);
 *     …
 *     sections_update(&mine, &names, buf_str(&text), &members, ++rev, &spans, &dropped);
 *     spans_write(&spans, rev - 1, &out);       // what this revision changed
 *     spans_write(&spans, 0, &out);             // everything
 */
#ifndef ROOM_SECTIONS_H
#define ROOM_SECTIONS_H

#include "base/jw.h"

enum { SECTIONS_MAX = 24, SECTION_NAMES = 96, SECTION_NAME = 16 };

/* Names of sections by number, so that a section needs not keep its own. */
struct section_names {
    int n;
    char text[SECTION_NAMES][SECTION_NAME];
};

struct section {
    uint32_t rev;
    uint32_t len; /* of its text: the member, with its name */
    uint8_t name;
};

/* Both in one piece of memory: the sections, then their texts one after the other. */
struct sections {
    struct section *at;
    uint32_t cap; /* bytes of it */
    uint8_t n;
};

/* The members of a view that was just written, borrowed from it, with the revision of each. `mend`
 * is the member as `"name~":` and its changes since the revision before; empty: not shorter. */
struct spans {
    int n;
    struct {
        struct str text;
        uint32_t rev;
        uint32_t mend, mend_len; /* in `mended` */
    } at[SECTIONS_MAX];
    struct buf mended;
};

uint64_t section_hash(struct str text);

/* What differs is from `rev` on; the names of sections that are no more are added to `dropped` as
 * they stand in an array. */
void sections_update(struct sections *s, struct section_names *names, struct str text,
                     const struct jw_members *members, uint32_t rev, struct spans *out,
                     struct buf *dropped);
/* Adds `,"name"` for each. */
void sections_write_names(const struct sections *s, const struct section_names *names,
                          struct buf *out);
void sections_fini(struct sections *s);

/* Adds the members that changed after `since`, with commas between them and to what is before. */
void spans_write(const struct spans *s, uint32_t since, struct buf *out);
/* The same for those who can mend. */
void spans_write_changes(const struct spans *s, uint32_t since, struct buf *out);
void spans_fini(struct spans *s);

#endif
