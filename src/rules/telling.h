/*
 * telling - a fact as a sentence in a person's language, from the string catalogs.
 *
 * The text of fact `word_read` is the key "fact.word_read": "{seat} reads {word}." Places are the
 * fact's arguments; choices and phases are looked up as "choice.<arg>.<value>" and "phase.<name>"
 * where such a key exists. A fact without a text is told as name and arguments.
 */
#ifndef RULES_TELLING_H
#define RULES_TELLING_H

#include "base/catalog.h"
#include "rules/table.h"

/* `names`: a name for each seat. */
void tell_fact(const struct catalog *texts, const struct table *t, const char *const *names,
               const struct fact *f, struct buf *out);

#endif
