#include "kept.h"

#include "check.h"
#include "rules/registry.h"

#include <string.h>

/* The address that everybody is told, or an empty text. */
const char *told_address(const struct client *c)
{
    const char *text =
        json_string_value(json_object_get(json_object_get(c->room, "table"), "keepsake"));

    return text ? text : "";
}

/* Turns of the loop, until the keepsake is there or can be there no more. */
void let_it_be_made(struct company *p)
{
    for (int i = 0; i < 4000 && !*told_address(p->c[0]); i++)
        fixture_pass(&p->fixture, 5);
}

static bool see_doc(void *arg, const struct store_doc *doc)
{
    buf_add(arg, doc->body);
    return true;
}

/* What the store has at an address: the page, or the reel. */
struct buf stored_at(struct company *p, const char *address,
                     void (*key_of)(struct str address, struct buf *out))
{
    struct buf body = {0}, key = {0};

    key_of(str_of(address), &key);
    assert_int_equal(store_doc(p->fixture.store, buf_str(&key), see_doc, NULL, &body), 0);
    store_pump(p->fixture.store, 100);
    buf_fini(&key);
    return body;
}

void was_shown(void *arg, int status, struct str reel)
{
    struct shown *s = arg;

    assert_int_equal(s->status, 0);
    s->status = status;
    buf_add(&s->text, reel);
}

struct shown reel_at(struct company *p, const char *address)
{
    struct shown s = {0};

    house_reel(p->fixture.house, str_of(address), was_shown, &s);
    for (int i = 0; i < 400 && !s.status; i++)
        fixture_pass(&p->fixture, 5);
    return s;
}

int status_of_reel(struct company *p, const char *address)
{
    struct shown s = reel_at(p, address);

    buf_fini(&s.text);
    return s.status;
}

void assert_stored(struct company *p, const char *address, bool there)
{
    struct buf body = stored_at(p, address, keepsake_key);
    struct buf page = {0};

    assert_int_equal(status_of_reel(p, address), there ? 200 : 404);

    assert_int_equal(keepsake_page(buf_str(&body), &(struct keepsake_wish){.names = true}, &page),
                     there);
    buf_fini(&page);
    buf_fini(&body);
}

bool ended_well(const struct company *p)
{
    int outcome = client_room(p->c[0])->match.table->core.outcome;

    return outcome != OUTCOME_ABANDONED && outcome != OUTCOME_NONE;
}

void begin_and_keep(struct company *p, char address[KEEPSAKE_ADDRESS + 1])
{
    assert_true(company_init(p, registry_at(0), 2, 3));
    assert_true(company_play_out(p));
    assert_true(ended_well(p));
    let_it_be_made(p);
    assert_int_equal(strlen(told_address(p->c[0])), KEEPSAKE_ADDRESS);
    strcpy(address, told_address(p->c[0]));
}
