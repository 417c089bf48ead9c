/* inside - a rehearsal that is under way, as the files of this folder share it: run.c takes the
 * steps, setting.c reads what stands before the game begins, expect.c what a script expects of a
 * step. */
#ifndef REHEARSE_INSIDE_H
#define REHEARSE_INSIDE_H

#include "rehearse/rehearse.h"
#include "rehearse/transcript.h"
#include "rules/lexicon_list.h"
#include "rules/record.h"

enum { SCRIPT_TEXT_MAX = 4096 };

struct rehearsal {
    struct setup setup;
    struct cast cast;
    struct lexicon_list lexicon;
    struct rig rig;
    struct match match;
    struct decision *decision;
    struct transcript transcript;
    struct buf *log;
    const char *doing; /* the action whose facts come next */
    bool begun;
    int64_t now;
    json_t *facts;  /* of the last step, in order */
    size_t checked; /* how many of them earlier expectations have passed */
    char refused[64];
    json_t *refusal;   /* its arguments */
    bool refusal_open; /* the last step was refused and nothing has expected it yet */
    int line;
    struct rehearse_problem *problem;
    struct rehearse_result *result;
};

/* Remembers why the script ends here; always false. */
bool rehearsal_fails(struct rehearsal *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* "name=value …" as an object, by a schema. */
bool rehearsal_arguments(struct rehearsal *r, const struct schema *schema, struct str rest,
                         json_t *object);
/* A line that begins with this word, where it is one about the table, its lexicon or its chance;
 * `known`: whether it is. */
bool rehearsal_set(struct rehearsal *r, struct str word, struct str rest, bool *known);
/* What a line after '>', '!' or '?' expects of the last step. */
bool rehearsal_expect(struct rehearsal *r, char sign, struct str rest);

#endif
