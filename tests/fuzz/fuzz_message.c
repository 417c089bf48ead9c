/* What a client sends, before a room looks at it. Whatever is taken is within what docs/protocol.md
 * allows: later code relies on it. */
#include "room/message.h"

#include "rules/seats.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
    if (!holds)
        abort();
}

static void check(const struct message *m)
{
    require(m->seat == NO_SEAT || (m->seat >= 0 && m->seat < SEATS_MAX));
    require(!m->with || json_is_object(m->with));
    require(!m->args.len || (!m->json && m->args.at[0] == '{'));
    switch (m->kind) {
    case MESSAGE_CREATE:
        require(m->language < LANGUAGES);
        return;
    case MESSAGE_ENTER:
        require(strlen(m->code.text) >= CODE_MIN && strlen(m->code.text) <= CODE_MAX);
        require(m->seen_rev >= 0);
        return;
    case MESSAGE_DO:
    case MESSAGE_PLAY:
        require(m->n > 0 && m->name.len > 0);
        return;
    case MESSAGE_TRY:
    case MESSAGE_ASK:
        require(m->name.len > 0);
        require(m->tag >= 0);
        return;
    case MESSAGE_SAY:
    case MESSAGE_LIVE:
    case MESSAGE_DEAL:
    case MESSAGE_CROWD:
        require(m->name.len > 0);
        return;
    case MESSAGE_TV:
    case MESSAGE_REACT:
    case MESSAGE_KNOCK:
        return;
    case MESSAGE_PING:
        require(m->tag >= 0);
        return;
    }
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct message m;
    const char *flaw = message_read(&m, str_n((const char *)data, size));

    if (flaw)
        require(strlen(flaw) > 0);
    else
        check(&m);
    message_fini(&m);
    return 0;
}
