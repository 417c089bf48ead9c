/*
 * schema - typed arguments, written as text and used for everything: "word:text* name:bool?*".
 *
 * Actions, facts and chances name their arguments this way. The parsed form decodes and validates
 * JSON, encodes it, drives random play, fuzzing, help and the readable log.
 *
 *   bool            true or false
 *   int  int:1..6   a whole number (without a range: 0 to 1,000,000)
 *   seat            a seat number; seats: a set of them
 *   letter          A to Z (0 to 25 in memory)
 *   text            UTF-8 of at most TEXT_MAX bytes; text:131072: of at most so many
 *   time            milliseconds on the table's clock
 *   list            at most LIST_MAX numbers from 0 to 255
 *   phase subject   a name from the game's tables
 *   one|two|three   a choice, in memory its index
 *
 * After the type: `?` may be left out (then 0 or empty), `*` secret until a fact reveals it.
 */
#ifndef RULES_SCHEMA_H
#define RULES_SCHEMA_H

#include "base/jp.h"
#include "base/jr.h"
#include "base/jw.h"
#include "rules/seats.h"

enum { ARGS_MAX = 16, TEXT_MAX = 1024, LIST_MAX = 32 };

enum arg_type {
    ARG_BOOL,
    ARG_INT,
    ARG_SEAT,
    ARG_SEATS,
    ARG_LETTER,
    ARG_TEXT,
    ARG_TIME,
    ARG_LIST,
    ARG_PHASE,
    ARG_SUBJECT,
    ARG_CHOICE,
};

struct arg_spec {
    struct str name;
    enum arg_type type;
    bool optional;
    bool secret;
    int64_t min, max;   /* of a number, of the index of a choice, or of the bytes of a text */
    struct str choices; /* "one|two|three" */
};

struct schema {
    int n;
    struct arg_spec arg[ARGS_MAX];
};

/* One argument: a number for every type but text and list, which are the bytes of `s`. */
struct value {
    int64_t i;
    struct str s;
};

/* Decoded arguments with room for the bytes of their lists. */
struct args {
    struct value v[ARGS_MAX];
    char list[ARGS_MAX][LIST_MAX];
};

#define NUM(n)   ((struct value){.i = (n)})
#define TEXT(st) ((struct value){.s = (st)})

/* What names mean at this table: how many seats, and the game's phases and vote subjects. */
struct names {
    int seats;
    const char *const *phases;
    const char *const *subjects;
};

/* How many names a list has that ends with NULL; 0 for no list. */
int names_count(const char *const *names);

/* 0, or ERR_SYNTAX for a text that is no schema. `spec` is borrowed for good. */
int schema_parse(struct schema *out, const char *spec);
int schema_find(const struct schema *s, struct str name);

struct schema_problem {
    struct str arg;     /* the argument, empty for the object as a whole */
    const char *reason; /* "missing", "unknown", "twice", "type", "range", "utf8" */
};

/* Fills `out` from a JSON object; texts borrow from it. False, with `problem` set, when
 * something is missing, unknown, of the wrong type or out of range. */
bool schema_decode(const struct schema *s, const struct names *names, const json_t *object,
                   struct args *out, struct schema_problem *problem);
/* The same from the members of an object that was entered, up to its end; texts borrow from there.
 */
bool schema_read(const struct schema *s, const struct names *names, struct jp *p, struct args *out,
                 struct schema_problem *problem);
/* A list of seats. */
bool schema_read_seats(struct jp *p, int seats, seat_set *out);
/* Writes the arguments as members of the object that is open in `w`. */
void schema_encode(const struct schema *s, const struct names *names, const struct value *v,
                   struct jw *w);
/* The same without what may be left out and is 0 or empty. */
void schema_encode_short(const struct schema *s, const struct names *names, const struct value *v,
                         struct jw *w);
/* Whether a value lies within what the schema allows. */
bool schema_allows(const struct arg_spec *a, const struct names *names, const struct value *v);
void jw_seats(struct jw *w, seat_set set);
/* And back: what is no seat is passed over. */
seat_set jr_seats(const json_t *list);
void jw_key_seats(struct jw *w, const char *key, seat_set set);
/* The name of choice `i` of "one|two|three". */
void jw_key_choice(struct jw *w, const char *key, const char *choices, int64_t i);
int choice_count(struct str choices);
/* Name of choice `i` of "one|two|three", or an empty str. */
struct str choice_name(struct str choices, int64_t i);
/* Index of a choice, or -1. */
int choice_index(struct str choices, struct str name);

#endif
