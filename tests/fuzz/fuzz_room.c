/*
 * Several clients, a clock and a store in memory: every line of the input is something that one of
 * them does. The first character says who (a to d), the second what:
 *
 *     a{…            sends this as it is            a+  comes in, or founds the room
 *     a!sit {…}      {"n":next,"do":"sit","with":…}  a=  comes back with what it has seen
 *     a>write {…}    the same with "play"            a-  its line breaks
 *     a?7            a plausible move of its seat     a*  becomes a table screen
 *     a~             repeats its last request         t9  time passes; k  the server is killed
 *
 * Whatever happens: no refused request leaves a trace in the room, every frame is JSON, and every
 * client believes what the table says.
 */
#include "fixture.h"
#include "rules/play.h"
#include "rules/registry.h"
#include "tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CLIENTS = 4, LINES = 80, PASS_MS = 20000 };

struct fuzz {
    struct fixture fixture;
    struct client *client[CLIENTS];
    struct buf text[CLIENTS]; /* the last numbered request of each */
    struct buf before, after;
};

/* ---- a refused request leaves no trace ---- */

/* Everything that a request could change. Padding and addresses are left out by writing it down. */
static void fingerprint(const struct room *r, struct buf *out)
{
    const struct party *p = &r->party;

    buf_clear(out);
    buf_printf(out, "%lld %d %d %d %d %d %d %d %d\n", (long long)r->head, r->writing, p->locked,
               p->playing, p->host, p->youngest, p->last_guest, p->last_player, p->games);
    for (int i = 0; i < p->guests; i++)
        buf_printf(out, "g %d %u %d\n", p->guest[i].id, p->guest[i].n, p->guest[i].screen);
    for (int i = 0; i < p->players; i++) {
        const struct player *q = &p->player[i];

        buf_printf(out, "p %d %d %d %d %d %d %.*s\n", q->id, q->guest, q->mark, q->rank, q->seat,
                   q->left, STR_FMT(player_name(q)));
    }
    struct jw w = jw_to(out);
    setup_write(&p->lobby, &w);
    if (r->match.table) {
        buf_printf(out, "\n%u\n", r->match.records);
        table_dump(r->match.table, out);
    }
}

static void hear(struct fuzz *f, struct client *c, struct str text)
{
    struct room *r = client_room(c);
    uint32_t refused = c->refused;

    if (!c->conn || c->hung_up)
        return;
    c->refused = 0;
    if (r)
        fingerprint(r, &f->before);
    house_hear(c->conn, text);
    if (r && c->refused && c->conn->room == r) {
        fingerprint(r, &f->after);
        if (!str_eq(buf_str(&f->before), buf_str(&f->after))) {
            fprintf(stderr, "refused, but changed:\n%s\n%s\n%s\n", c->refusal, buf_cstr(&f->before),
                    buf_cstr(&f->after));
            abort();
        }
    }
    if (!c->refused)
        c->refused = refused;
    fixture_settle(&f->fixture);
}

/* ---- what clients do ---- */

static void numbered(struct fuzz *f, int who, const char *verb, struct str rest, int seat)
{
    struct client *c = f->client[who];
    struct buf *text = &f->text[who];
    struct str name = rest, with = STR("");

    str_split(rest, ' ', &name, &with);
    buf_clear(text);
    buf_printf(text, "{\"n\":%u,\"%s\":\"%.*s\"", ++c->n, verb, STR_FMT(name));
    if (with.len)
        buf_printf(text, ",\"with\":%.*s", STR_FMT(with));
    if (seat != NO_SEAT)
        buf_printf(text, ",\"seat\":%d", seat);
    buf_addc(text, '}');
    hear(f, c, buf_str(text));
}

static void move(struct fuzz *f, int who, uint64_t seed)
{
    struct client *c = f->client[who];
    const struct room *r = client_room(c);
    struct sampler sampler = sampler_new(seed);
    struct buf text = {0};
    struct move m;

    if (!r || !r->match.table)
        return;
    seat_set mine = party_seats_of(&r->party, c->conn->guest);
    if (!mine || !play_propose(r->match.table, mine, &sampler, &m))
        return;
    const struct book *b = r->match.setup.book;
    struct names names = table_names(r->match.table);
    struct jw w = jw_to(&text);
    buf_printf(&text, "%s ", b->action[m.action]->name);
    jw_object(&w);
    schema_encode(&b->action_args[m.action], &names, m.v, &w);
    jw_end_object(&w);
    numbered(f, who, "play", buf_str(&text), m.seat);
    buf_fini(&text);
}

static void enter_room(struct fuzz *f, struct client *c, bool seen)
{
    const char *code = f->client[0]->code;

    if (code[0])
        client_enter(c, code, seen && c->epoch[0]);
    else
        client_create(c, "en");
}

static void check_beliefs(struct fuzz *f)
{
    struct buf difference = {0};

    for (int i = 0; i < CLIENTS; i++) {
        if (f->client[i]->conn && !client_agrees(f->client[i], &difference)) {
            fprintf(stderr, "%s", buf_cstr(&difference));
            abort();
        }
    }
}

static void act(struct fuzz *f, struct str line)
{
    int who = line.at[0] - 'a';
    struct str rest = str_n(line.at + 2, line.len < 2 ? 0 : line.len - 2);
    struct client *c = who >= 0 && who < CLIENTS ? f->client[who] : NULL;

    if (line.at[0] == 'k')
        fixture_crash(&f->fixture);
    else if (line.at[0] == 't')
        fixture_pass(&f->fixture, line.len > 1 ? (unsigned char)line.at[1] * PASS_MS / 60 : 1);
    if (!c || line.len < 2)
        return;
    switch (line.at[1]) {
    case '+':
    case '=':
        enter_room(f, c, line.at[1] == '=');
        break;
    case '*':
        c->screen = true;
        enter_room(f, c, false);
        break;
    case '-':
        client_drop(c);
        fixture_settle(&f->fixture);
        break;
    case '!':
        numbered(f, who, "do", rest, NO_SEAT);
        break;
    case '>':
        numbered(f, who, "play", rest, NO_SEAT);
        break;
    case '?':
        move(f, who, rest.len ? (unsigned char)rest.at[0] : 0);
        break;
    case '~':
        hear(f, c, buf_str(&f->text[who]));
        break;
    default:
        hear(f, c, str_n(line.at + 1, line.len - 1));
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct fuzz fuzz;
    struct fuzz *f = &fuzz;
    struct str text = str_n((const char *)data, size), line;

    registry_init();
    *f = (struct fuzz){0};
    fixture_init(&f->fixture, NULL);
    for (int i = 0; i < CLIENTS; i++)
        f->client[i] = client_new(&f->fixture);
    client_create(f->client[0], "en");
    for (int n = 0; n < LINES && str_line(&text, &line); n++) {
        if (!line.len)
            continue;
        act(f, line);
        /* Looking costs more than most acts: now and then will do. */
        if (n % 8 == 7)
            check_beliefs(f);
    }
    fixture_pass(&f->fixture, 1000);
    check_beliefs(f);
    fixture_close(&f->fixture);
    for (int i = 0; i < CLIENTS; i++)
        buf_fini(&f->text[i]);
    buf_fini(&f->before);
    buf_fini(&f->after);
    return 0;
}
