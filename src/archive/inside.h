/* inside - what the files of the archive share: one room being read, and the list of all. */
#ifndef ARCHIVE_INSIDE_H
#define ARCHIVE_INSIDE_H

#include "archive/archive.h"
#include "room/log_fold.h"
#include "room/replay.h"
#include "store/room_list.h"

/* Its address must not change between init and fini: the fold points into it. */
struct reading {
    struct party party;
    struct match match;
    struct log_fold fold;
    struct replay replay;
};

/* With a lexicon games are also played again by the rules; NULL: their facts are believed. */
void reading_init(struct reading *r, const struct lexicon *lexicon);
void reading_fini(struct reading *r);
/* One entry; false with a reason in fold.reason. */
bool reading_take(struct reading *r, struct str body);
/* A room of a store, whole; false where it is not sound, after saying so. */
bool reading_store(struct reading *r, struct store *s, const struct store_room *room,
                   struct archive_report *report);

/* As room_list_read(); false after saying that they cannot be listed. */
bool archive_rooms(struct room_list *l, struct store *s, struct archive_report *report);

/* A game lies on the table that the rules here would have played otherwise. */
bool reading_has_other(const struct reading *r);

void archive_note(struct archive_report *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void archive_problem(struct archive_report *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- documents.c ---- */

#define DOCUMENT_MARK "{\"document\""
/* Keepsakes and memory of a room as lines; how many. */
int documents_export(struct store *store, int64_t room, const char *code, bool keys,
                     struct buf *out, struct archive_report *report);
void documents_verify(struct store *store, int64_t room, const char *code,
                      struct archive_report *report);
/* Whether all of these lines are documents of ours. */
bool documents_sound(struct str lines);
bool documents_import(struct store *store, struct str lines, int64_t room);

/* First line of a room as text: {"unisono_room":2,"code":…,"entries":…,"keys":…} */
enum { ARCHIVE_FORMAT = 2, ARCHIVE_FORMAT_FIRST = 1 };
#define ARCHIVE_MARK "{\"unisono_room\""

#endif
