/*
 * archive - the rooms of a store as text, back into a store, and whether a store is sound.
 *
 * A room as text is one line that says what follows, then the entries of its log as they are stored
 * (docs/log-format.md). Reading it checks what loading a room would check, and more: whatever is
 * not as this program would have written it is refused, with the room and the entry it is in.
 *
 * Import and verify also play every game again by the rules (room/replay.h), with the lexicon they
 * are given. A game that comes out otherwise is no damage, for rules, words and decks change; but
 * it can only be looked at. Import puts it away where it still lies on its room's table, so that no
 * table is ever played on that the rules here could not have made (docs/decisions/0009).
 *
 *     struct archive_report report = {.problem = complain, .arg = stderr};
 *     archive_verify(store, &referee.lexicon, &report);
 *     if (report.problems) …
 */
#ifndef ARCHIVE_ARCHIVE_H
#define ARCHIVE_ARCHIVE_H

#include "base/buf.h"
#include "party/code.h"
#include "rules/lexicon.h"
#include "store/store.h"

struct archive_report {
    void (*problem)(void *arg, const char *text); /* one line, without its end */
    void (*note)(void *arg, const char *text);    /* likewise, of what is worth knowing */
    void *arg;
    int64_t problems, rooms, games, records, entries;
    int64_t other; /* games that the rules here play otherwise (import, verify) */
};

/* Where an export goes: a room's text, and each of its games as a log for `unisono replay`. Texts
 * are borrowed until the call returns. False ends the export. */
struct archive_sink {
    bool (*room)(void *arg, const struct code *code, struct str text);
    bool (*game)(void *arg, const struct code *code, int number, struct str log);
    void *arg;
};

/* `only` NULL: every room. Without `keys` nobody can come back as the guest they were. */
void archive_export(struct store *s, const struct code *only, bool keys,
                    const struct archive_sink *sink, struct archive_report *report);

/* The rooms of a text, each whole or not at all, under new ids and with the codes they had. A code
 * that is taken is a problem. Bring the rooms in while no server uses the store: it would not know
 * of them. */
void archive_import(struct store *s, struct str text, const struct lexicon *lexicon,
                    struct archive_report *report);

/* Every room can be read and folded, every game replays, codes are unique. */
void archive_verify(struct store *s, const struct lexicon *lexicon, struct archive_report *report);

#endif
