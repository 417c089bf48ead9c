#include "room/shown.h"

#include "room/inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A frame for all connections that look with the same eyes. `whole`: for those that looked with
 * others before, and so have to be shown everything. */
struct frame {
    seat_set seats;
    bool whole;
    struct buf text;
};

struct volley {
    bool views; /* shows the table, not only the room */
    int frames;
    struct frame frame[2 * VIEWERS];
};

/* ---- sections ---- */

static uint64_t hash_of(struct str s)
{
    const uint64_t k = UINT64_C(0x9E3779B97F4A7C15);
    uint64_t h = s.len * k, word = 0;
    size_t i = 0;

    for (; i + 8 <= s.len; i += 8) {
        memcpy(&word, s.at + i, 8);
        h = (h ^ word) * k;
        h ^= h >> 29;
    }
    word = 0;
    memcpy(&word, s.at + i, s.len - i);
    h = (h ^ word) * k;
    return h ^ h >> 32;
}

/* Takes the next member off the inside of an object that our own writer made. */
static bool next_member(struct str *rest, struct str *name, struct str *value)
{
    const char *p = rest->at, *end = rest->at + rest->len;
    int depth = 0;

    if (p == end || *p != '"')
        return false;
    const char *quote = memchr(p + 1, '"', (size_t)(end - p - 1));
    if (!quote)
        return false;
    *name = str_n(p + 1, (size_t)(quote - p - 1));
    const char *at = quote + 2; /* past the colon */
    for (p = at; p < end; p++) {
        if (*p == '"') {
            for (p++; p < end && *p != '"'; p++)
                p += *p == '\\';
        } else if (*p == '{' || *p == '[') {
            depth++;
        } else if (*p == '}' || *p == ']') {
            depth--;
        } else if (*p == ',' && depth == 0) {
            break;
        }
    }
    *value = str_n(at, (size_t)(p - at));
    *rest = p < end ? str_n(p + 1, (size_t)(end - p - 1)) : str_n(end, 0);
    return true;
}

static uint8_t name_number(struct house *h, struct str name)
{
    for (int i = 0; i < h->section_names; i++) {
        if (str_is(name, h->section_name[i]))
            return (uint8_t)i;
    }
    assert(h->section_names < SECTION_NAMES && name.len < SECTION_NAME);
    memcpy(h->section_name[h->section_names], name.at, name.len);
    h->section_name[h->section_names][name.len] = '\0';
    return (uint8_t)h->section_names++;
}

static void add_member(struct buf *out, struct str name, struct str value)
{
    if (out->len && out->at[out->len - 1] != '{')
        buf_addc(out, ',');
    buf_addc(out, '"');
    buf_add(out, name);
    buf_adds(out, "\":");
    buf_add(out, value);
}

static struct section *find_section(struct viewer *v, uint8_t name)
{
    for (int i = 0; i < v->sections; i++) {
        if (v->section[i].name == name)
            return &v->section[i];
    }
    return NULL;
}

/* Brings a viewer up to date with a view, writes what changed after `since` as members, and names
 * what is gone. */
static void compare(struct house *h, struct viewer *v, struct str view, uint32_t rev,
                    uint32_t since, struct buf *set, struct buf *drop)
{
    struct str rest = str_n(view.at + 1, view.len - 2), name, value;
    bool present[SECTIONS_MAX] = {false};

    while (next_member(&rest, &name, &value)) {
        uint8_t number = name_number(h, name);
        uint64_t hash = hash_of(value);
        struct section *s = find_section(v, number);

        if (!s) {
            assert(v->sections < SECTIONS_MAX);
            s = &v->section[v->sections++];
            *s = (struct section){.name = number, .hash = ~hash};
        }
        if (s->hash != hash) {
            s->hash = hash;
            s->rev = rev;
        }
        if (s->rev > since)
            add_member(set, name, value);
        present[s - v->section] = true;
    }
    for (int i = v->sections - 1; i >= 0; i--) {
        if (present[i])
            continue;
        if (drop) {
            buf_addc(drop, drop->len ? ',' : '[');
            buf_printf(drop, "\"%s\"", h->section_name[v->section[i].name]);
        }
        v->sections--;
        memmove(&v->section[i], &v->section[i + 1],
                (size_t)(v->sections - i) * sizeof v->section[0]);
        memmove(&present[i], &present[i + 1], (size_t)(v->sections - i) * sizeof present[0]);
    }
}

/* ---- the sections of the room ---- */

static void key_number(struct jw *w, const char *key, int64_t n)
{
    jw_key(w, key);
    jw_int(w, n);
}

static void key_flag(struct jw *w, const char *key, bool on)
{
    jw_key(w, key);
    jw_bool(w, on);
}

static void key_text(struct jw *w, const char *key, struct str text)
{
    jw_key(w, key);
    jw_str(w, text);
}

static void write_info(struct room *r, struct jw *w)
{
    const struct party *p = &r->party;

    jw_object(w);
    key_text(w, "code", str_of(p->code.text));
    key_text(w, "language", str_of(language_codes[p->lobby.language]));
    key_flag(w, "locked", p->locked);
    key_number(w, "host", p->host);
    if (r->house->config.public_url) {
        struct buf url = {0};

        buf_printf(&url, "%s/j/%s", r->house->config.public_url, p->code.text);
        key_text(w, "url", buf_str(&url));
        buf_fini(&url);
    }
    jw_end_object(w);
}

static void write_people(struct room *r, struct jw *w)
{
    jw_array(w);
    for (int i = 0; i < r->party.players; i++) {
        const struct player *p = &r->party.player[i];

        jw_object(w);
        key_number(w, "player", p->id);
        key_text(w, "name", player_name(p));
        key_number(w, "mark", p->mark);
        key_number(w, "seat", p->seat);
        if (player_person(p)) {
            key_number(w, "guest", p->guest);
            key_flag(w, "here", room_guest_here(r, p->guest));
        }
        if (p->rank != RANK_NONE)
            key_text(w, "bot", choice_name(STR(BOT_RANKS), p->rank));
        if (p->left)
            key_flag(w, "left", true);
        if (r->party.youngest == p->id)
            key_flag(w, "youngest", true);
        jw_end_object(w);
    }
    jw_end_array(w);
}

static void write_guests(struct room *r, struct jw *w)
{
    int screens = 0, watchers = 0;

    for (const struct conn *c = r->conns; c; c = c->next) {
        bool seated = false;

        for (int i = 0; i < r->party.players; i++)
            seated = seated || (c->guest != NO_GUEST && r->party.player[i].guest == c->guest);
        screens += c->screen;
        watchers += !c->screen && !seated;
    }
    jw_object(w);
    key_number(w, "screens", screens);
    key_number(w, "watchers", watchers);
    jw_end_object(w);
}

static void write_options(const struct setup *s, struct jw *w)
{
    jw_object(w);
    for (int i = 0; i < s->book->options; i++) {
        struct buf text = {0};

        option_text(s->book->option[i], s->option[i], &text);
        key_text(w, s->book->option[i]->name, buf_str(&text));
        buf_fini(&text);
    }
    jw_end_object(w);
}

static void write_lobby(struct room *r, struct jw *w)
{
    int64_t limit;
    const char *problem = lobby_problem(&r->party, NULL, &limit);

    jw_object(w);
    key_text(w, "game", str_of(r->party.lobby.book->game->id));
    jw_key(w, "options");
    write_options(&r->party.lobby, w);
    if (problem) {
        jw_key(w, "problem");
        jw_object(w);
        key_text(w, "key", str_of(problem));
        key_number(w, "limit", limit);
        jw_end_object(w);
    }
    jw_end_object(w);
}

static void write_table(struct room *r, struct jw *w)
{
    struct setup harder;

    if (!r->match.table) {
        jw_null(w);
        return;
    }
    jw_object(w);
    key_text(w, "game", str_of(r->match.setup.book->game->id));
    key_text(w, "language", str_of(language_codes[r->match.setup.language]));
    jw_key(w, "seats");
    jw_array(w);
    for (int seat = 0; seat < r->match.setup.seats; seat++) {
        const struct player *p = party_at_seat(&r->party, seat);
        jw_int(w, p ? p->id : NO_PLAYER);
    }
    jw_end_array(w);
    key_number(w, "number", r->party.games);
    key_flag(w, "running", r->clock.running);
    key_flag(w, "over", room_over(r));
    key_flag(w, "harder", setup_harder(&r->match.setup, &harder));
    jw_key(w, "options");
    write_options(&r->match.setup, w);
    jw_end_object(w);
}

static const struct {
    const char *name;
    void (*write)(struct room *r, struct jw *w);
} room_sections[ROOM_SECTIONS] = {
    {"info", write_info},   {"people", write_people}, {"guests", write_guests},
    {"lobby", write_lobby}, {"table", write_table},
};

/* Writes the sections of the room that changed after `since`; true if any did. */
static bool compare_room(struct room *r, uint32_t rev, uint32_t since, struct buf *out)
{
    struct buf *value = &r->house->value;

    buf_clear(out);
    for (int i = 0; i < ROOM_SECTIONS; i++) {
        struct section *s = &r->shown.room[i];
        struct jw w = jw_to(value);

        buf_clear(value);
        room_sections[i].write(r, &w);
        uint64_t hash = hash_of(buf_str(value));
        if (s->hash != hash || s->rev == 0) {
            s->hash = hash;
            s->rev = rev;
        }
        if (s->rev > since)
            add_member(out, str_of(room_sections[i].name), buf_str(value));
    }
    return out->len > 0;
}

/* ---- frames ---- */

void frame_begin(struct buf *text)
{
    static const char spare[FRAME_HEAD + 1] = "                                                    "
                                              "                                            ";

    buf_clear(text);
    buf_add(text, str_n(spare, FRAME_HEAD));
}

static void send_with(struct conn *c, struct buf *text, const char *front)
{
    size_t n = strlen(front);
    char *at = text->at + FRAME_HEAD - n;

    assert(n <= FRAME_HEAD - 32);
    memcpy(at, front, n);
    c->house->counts.frames++;
    c->house->counts.bytes_out += (int64_t)(text->len - FRAME_HEAD + n);
    c->house->config.line->send(c->line, at, text->len - FRAME_HEAD + n);
}

void conn_send(struct conn *c, struct buf *text)
{
    send_with(c, text, "");
}

static seat_set seats_of(const struct room *r, const struct conn *c)
{
    return r->match.table && !c->screen ? party_seats_of(&r->party, c->guest) : 0;
}

static struct viewer *viewer_of(struct room *r, int which)
{
    struct viewer **v = &r->shown.viewer[which];

    if (!*v) {
        *v = calloc(1, sizeof **v);
        if (!*v)
            abort();
    }
    return *v;
}

/* After a gap the client cannot know what was dropped in it: it is told what there is. */
static void write_names(const struct house *h, const struct viewer *v, struct buf *out)
{
    for (int i = 0; i < v->sections; i++)
        buf_printf(out, "%s\"%s\"", i ? "," : ",\"only\":[", h->section_name[v->section[i].name]);
    buf_addc(out, ']');
}

/* The entry of "views" for one viewer; left empty where nothing is to be said. */
static void write_view(struct room *r, int which, uint32_t rev, uint32_t since, bool fresh,
                       bool only, struct buf *out)
{
    struct house *h = r->house;
    struct buf drop = {0};
    int seat = which == ONLOOKER ? NO_SEAT : which;

    buf_clear(out);
    buf_clear(&h->view);
    table_view(r->match.table, seat, &h->view);
    buf_printf(out, "{\"seat\":%d,%s\"set\":{", seat, fresh ? "\"fresh\":true," : "");
    size_t empty = out->len;
    compare(h, viewer_of(r, which), buf_str(&h->view), rev, since, out, only ? NULL : &drop);
    buf_addc(out, '}');
    if (only)
        write_names(h, r->shown.viewer[which], out);
    if (drop.len) {
        buf_adds(out, ",\"drop\":");
        buf_add(out, buf_str(&drop));
        buf_addc(out, ']');
    }
    buf_addc(out, '}');
    if (out->len == empty + 2 && !fresh && !only)
        buf_clear(out);
    buf_fini(&drop);
}

static void add_views(const struct room *r, seat_set seats, struct buf *text)
{
    bool any = false;

    for (int which = 0; which < VIEWERS; which++) {
        const struct buf *delta = &r->house->delta[which];

        if (which == ONLOOKER ? seats != 0 : !seats_has(seats, which))
            continue;
        if (!delta->len)
            continue;
        buf_adds(text, any ? "," : ",\"views\":[");
        buf_add(text, buf_str(delta));
        any = true;
    }
    if (any)
        buf_addc(text, ']');
}

static bool known_to(const struct book *b, const struct fact *f, seat_set seats)
{
    if (fact_visible(b, f, NO_SEAT))
        return true;
    FOR_SEATS (seat, seats) {
        if (fact_visible(b, f, seat))
            return true;
    }
    return false;
}

static void add_facts(const struct room *r, const struct decision *d, seat_set seats,
                      struct buf *text)
{
    struct names names = table_names(r->match.table);
    struct jw w = jw_to(text);
    bool any = false;

    for (int i = 0; i < d->facts; i++) {
        if (!known_to(d->book, &d->fact[i], seats))
            continue;
        buf_adds(text, any ? "," : ",\"facts\":[");
        w.comma = false;
        fact_write(d->book, &names, &d->fact[i], false, &w);
        any = true;
    }
    if (any)
        buf_addc(text, ']');
}

static struct frame *frame_for(struct volley *v, seat_set seats, bool whole)
{
    for (int i = 0; i < v->frames; i++) {
        if (v->frame[i].seats == seats && v->frame[i].whole == whole)
            return &v->frame[i];
    }
    return NULL;
}

/* Somebody who has left their seat becomes an onlooker and has not seen what onlookers have. */
static bool looks_anew(const struct volley *v, const struct conn *c, seat_set seats)
{
    return v->views && c->seats != seats;
}

static void add_time(const struct room *r, uint32_t rev, struct buf *text)
{
    buf_adds(text, "\"rev\":");
    buf_int(text, rev);
    if (r->match.table) {
        buf_adds(text, ",\"at\":");
        buf_int(text, room_now(r));
    }
}

/* True: it says more of the table than the room's own sections. */
static bool add_frame(struct room *r, struct volley *v, const struct deed *deed, seat_set seats,
                      bool whole)
{
    struct house *h = r->house;
    struct frame *f = &v->frame[v->frames++];
    uint32_t rev = r->shown.rev + 1;

    f->seats = seats;
    f->whole = whole;
    for (int which = 0; deed && r->match.table && which < VIEWERS; which++) {
        if (which == ONLOOKER ? seats == 0 : seats_has(seats, which))
            write_view(r, which, rev, whole ? 0 : rev - 1, deed->fresh || whole, false,
                       &h->delta[which]);
    }
    frame_begin(&f->text);
    add_time(r, rev, &f->text);
    if (h->scratch.len) {
        buf_adds(&f->text, ",\"room\":{");
        buf_add(&f->text, buf_str(&h->scratch));
        buf_addc(&f->text, '}');
    }
    size_t before = f->text.len;
    add_views(r, seats, &f->text);
    if (deed && deed->decision)
        add_facts(r, deed->decision, seats, &f->text);
    if (h->value.len)
        buf_printf(&f->text, ",\"thoughts\":[%s]", buf_cstr(&h->value));
    bool more = f->text.len > before;
    buf_addc(&f->text, '}');
    return more;
}

struct volley *volley_new(struct room *r, const struct deed *deed)
{
    struct house *h = r->house;
    uint32_t rev = r->shown.rev + 1;
    bool changed = compare_room(r, rev, rev - 1, &h->scratch);

    r->stale = false;
    for (int which = 0; which < VIEWERS; which++) {
        buf_clear(&h->delta[which]);
        if (deed && deed->fresh && r->shown.viewer[which])
            r->shown.viewer[which]->sections = 0;
    }
    struct volley *v = calloc(1, sizeof *v);
    if (!v)
        abort();
    buf_clear(&h->value);
    if (deed && deed->decision)
        bots_tell(r, deed->decision, &h->value);
    v->views = deed != NULL;
    /* Those who look as before come first: what is shown whole spoils the changes of its viewer. */
    for (int whole = 0; whole < 2; whole++) {
        for (const struct conn *c = r->conns; c; c = c->next) {
            seat_set seats = seats_of(r, c);

            if (c->waiting || looks_anew(v, c, seats) != whole || frame_for(v, seats, whole))
                continue;
            changed = add_frame(r, v, deed, seats, whole) || changed;
        }
    }
    if (!changed) {
        volley_free(v);
        return NULL;
    }
    r->shown.rev = rev;
    return v;
}

/* What is a connection's own, before what it shares with others: the ack, and once its number. */
static void write_front(struct conn *c, uint32_t n, char out[64])
{
    int len = snprintf(out, 64, "{");

    if (n)
        len += snprintf(out + len, 64 - (size_t)len, "\"ack\":%u,", n);
    if (c->guest != c->told)
        snprintf(out + len, 64 - (size_t)len, "\"guest\":%d,", c->guest);
    c->told = c->guest;
}

void volley_send(struct room *r, struct volley *v, struct conn *author, uint32_t n)
{
    char front[64];

    for (struct conn *c = r->conns, *next; c; c = next) {
        seat_set seats = seats_of(r, c);
        struct frame *f = v && !c->waiting ? frame_for(v, seats, looks_anew(v, c, seats)) : NULL;

        next = c->next; /* a slow line may be closed by the sending */
        if (f) {
            c->rev = r->shown.rev;
            if (v->views)
                c->seats = seats;
            write_front(c, c == author ? n : 0, front);
            send_with(c, &f->text, front);
        } else if (c == author) {
            frame_begin(&r->house->scratch);
            buf_printf(&r->house->scratch, "{\"ack\":%u}", n);
            conn_send(c, &r->house->scratch);
        }
    }
}

void volley_free(struct volley *v)
{
    for (int i = 0; v && i < v->frames; i++)
        buf_fini(&v->frame[i].text);
    free(v);
}

void show_welcome(struct room *r, struct conn *c, uint32_t since)
{
    struct house *h = r->house;
    struct buf text = {0};
    const struct guest *g = party_guest(&r->party, c->guest);
    seat_set seats = seats_of(r, c);

    frame_begin(&text);
    buf_printf(
        &text,
        "{\"welcome\":{\"room\":\"%s\",\"guest\":%d,\"n\":%u,\"now\":%lld,\"version\":\"%s\"},"
        "\"epoch\":\"%016llx\",",
        r->party.code.text, c->guest, g ? g->n : 0, (long long)h->config.wall(), UNISONO_VERSION,
        (unsigned long long)r->shown.epoch);
    if (!r->shown.rev)
        r->shown.rev = 1;
    add_time(r, r->shown.rev, &text);
    if (compare_room(r, r->shown.rev, since, &h->scratch)) {
        buf_adds(&text, ",\"room\":{");
        buf_add(&text, buf_str(&h->scratch));
        buf_addc(&text, '}');
    }
    for (int which = 0; which < VIEWERS; which++) {
        buf_clear(&h->delta[which]);
        if (r->match.table && (which == ONLOOKER ? seats == 0 : seats_has(seats, which)))
            write_view(r, which, r->shown.rev, since, since == 0, since != 0, &h->delta[which]);
    }
    add_views(r, seats, &text);
    buf_addc(&text, '}');
    c->rev = r->shown.rev;
    c->seats = seats;
    c->told = c->guest;
    conn_send(c, &text);
    buf_fini(&text);
}

void shown_fini(struct shown *s)
{
    for (int i = 0; i < VIEWERS; i++)
        free(s->viewer[i]);
    *s = (struct shown){0};
}

void shown_reset(struct room *r)
{
    shown_fini(&r->shown);
    r->shown.epoch = secure_random();
}
