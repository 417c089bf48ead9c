/* version - which Unisono this is: told by --version, /healthz, and every welcome. */
#ifndef BASE_VERSION_H
#define BASE_VERSION_H

extern const char unisono_version[]; /* "0.2.0" */
extern const char unisono_commit[];  /* "1a2b3c4d5e6f", "" where the sources came without history */

#endif
