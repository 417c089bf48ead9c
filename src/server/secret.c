#include "server/secret.h"

#include "base/secure.h"

#include <stdio.h>
#include <string.h>

enum { TRIES = 20, PUMPS = 100, PUMP_MS = 100 };

static const struct str KEY = STR_INIT("cluster/secret");

struct asking {
    char text[LINKS_SECRET + 1];
    bool answered;
    enum store_result result;
};

static bool note(void *arg, const struct store_doc *doc)
{
    struct asking *a = arg;

    if (doc->body.len == LINKS_SECRET)
        memcpy(a->text, doc->body.at, LINKS_SECRET);
    return false;
}

static void done(void *arg, enum store_result result)
{
    struct asking *a = arg;

    a->answered = true;
    a->result = result;
}

static void await(struct store *s, struct asking *a)
{
    for (int i = 0; i < PUMPS && !a->answered; i++)
        store_pump(s, PUMP_MS);
}

/* Two nodes that start at once both try; one of them is refused and reads the other's. */
static void draw(struct store *s, struct asking *a)
{
    struct store_doc doc = {.key = KEY, .op = secure_random() | 1, .body = {a->text, LINKS_SECRET}};

    for (int i = 0; i < LINKS_SECRET; i += 16)
        snprintf(a->text + i, 17, "%016llx", (unsigned long long)secure_random());
    a->answered = false;
    if (store_doc_put(s, &doc, done, a) == 0)
        await(s, a);
    a->text[0] = '\0';
}

bool secret_read(struct store *s, char out[LINKS_SECRET + 1], struct net_problem *problem)
{
    static struct asking a; /* outlives an answer that comes too late */

    for (int i = 0; i < TRIES; i++) {
        a = (struct asking){0};
        if (store_doc(s, KEY, note, done, &a) < 0)
            break;
        await(s, &a);
        if (a.answered && a.result == STORE_OK && a.text[0]) {
            memcpy(out, a.text, sizeof a.text);
            return true;
        }
        if (!a.answered)
            break;
        if (a.result == STORE_OK)
            draw(s, &a);
    }
    snprintf(problem->reason, sizeof problem->reason, "the store does not answer: %.150s",
             store_reason(s));
    return false;
}
