/* version - which Unisono this is: told by --version, by /healthz and in every welcome. Written by
 * the build. */
#ifndef BASE_VERSION_H
#define BASE_VERSION_H

extern const char unisono_version[]; /* "0.2.0" */
extern const char unisono_commit[];  /* "1a2b3c4d5e6f", "" where the sources came without history */
extern const char unisono_lexicon[]; /* where it looks for its word files: "build/lexicon" */

#endif
