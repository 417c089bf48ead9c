/*
 * web_doc - a file of the web app as a document of the store: lines with its type, its tag and the
 * sizes of its bodies, then the bodies themselves. Its path is in the key.
 *
 *     web_doc_write(file, &body);
 *     if (web_doc_read(path, buf_str(&body), &file, &memory)) …
 *     free(memory);                            // which the file borrows from
 */
#ifndef SERVER_WEB_DOC_H
#define SERVER_WEB_DOC_H

#include "base/buf.h"
#include "net/web_file.h"

void web_doc_write(const struct web_file *f, struct buf *out);
/* False, and nothing to free, for what is no such document. */
bool web_doc_read(struct str path, struct str body, struct web_file *out, char **memory);

#endif
