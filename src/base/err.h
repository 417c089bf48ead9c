/*
 * err - the one list of things that can go wrong outside the rules, as negative codes.
 *
 * Functions that can fail return 0 or one of these; err_text() gives a sentence for a person who
 * runs the program. What a *player* does wrong is not an error but a refusal (rules/decision.h).
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#define ERRORS(X)                                      \
    X(ERR_NOT_FOUND, -1, "there is no such file")      \
    X(ERR_UNREADABLE, -2, "cannot be read")            \
    X(ERR_TOO_LARGE, -3, "is too large")               \
    X(ERR_NOT_UTF8, -4, "is not valid UTF-8")          \
    X(ERR_SYNTAX, -5, "does not have the right form")  \
    X(ERR_RANGE, -6, "is out of range")                \
    X(ERR_UNKNOWN, -7, "is not known")                 \
    X(ERR_CORRUPT, -8, "contradicts what came before") \
    X(ERR_UNWRITABLE, -9, "cannot be written")         \
    X(ERR_BUSY, -10, "is still busy with something else")

enum err {
    ERR_NONE = 0,
#define X(name, code, text) name = (code),
    ERRORS(X)
#undef X
};

const char *err_text(int code);

#endif
