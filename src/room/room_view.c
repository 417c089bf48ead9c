/* What everybody sees of the room around the table: its people, its lobby, how the game stands. */
#include "room/inside.h"

static void write_info(struct room *r, struct jw *w)
{
    const struct party *p = &r->party;

    jw_object(w);
    jw_key_str(w, "code", str_of(p->code.text));
    jw_key_str(w, "language", str_of(language_codes[p->lobby.language]));
    jw_key_bool(w, "locked", p->locked);
    jw_key_str(w, "clocks", choice_name(STR(CLOCKS_NAMES), (int)p->clocks));
    if (p->filter != FILTER_BY_PACK)
        jw_key_str(w, "filter", choice_name(STR(FILTER_LEVEL_NAMES), (int)p->filter));
    jw_key_int(w, "host", p->host);
    if (p->second != NO_GUEST)
        jw_key_int(w, "second", p->second);
    for (int i = 0; i < p->veiled; i++) {
        if (i == 0) {
            jw_key(w, "veiled");
            jw_array(w);
        }
        jw_str(w, phrase_str(&p->veil[i]));
    }
    if (p->veiled)
        jw_end_array(w);
    if (p->places)
        jw_key_int(w, "places", p->places);
    if (p->hidden)
        jw_key_bool(w, "hidden", true);
    if (p->has_password)
        jw_key_bool(w, "password", true);
    if (r->kept)
        jw_key_str(w, "kept", str_of(r->kept));
    if (r->tonight)
        jw_key_bool(w, "tonight", true);
    if (!(r->services->words >> p->lobby.language & 1))
        jw_key_bool(w, "letters", true);
    if (r->services->public_url) {
        struct buf url = {0};

        buf_printf(&url, "%s/j/%s", r->services->public_url, p->code.text);
        jw_key_str(w, "url", buf_str(&url));
        buf_fini(&url);
    }
    jw_end_object(w);
}

/* A name that came before the filter is shown by its first letter. */
static void write_name(const struct room *r, const struct player *p, struct jw *w)
{
    struct buf shown = {0};

    if (room_stops(r, player_name(p)))
        filter_mask(player_name(p), &shown);
    else
        buf_add(&shown, player_name(p));
    jw_key_str(w, "name", buf_str(&shown));
    buf_fini(&shown);
}

static void write_people(struct room *r, struct jw *w)
{
    jw_array(w);
    for (int i = 0; i < r->party.players; i++) {
        const struct player *p = &r->party.player[i];

        jw_object(w);
        jw_key_int(w, "player", p->id);
        write_name(r, p, w);
        jw_key_int(w, "mark", p->mark);
        jw_key_int(w, "seat", p->seat);
        if (player_person(p)) {
            jw_key_int(w, "guest", p->guest);
            jw_key_bool(w, "here", room_guest_here(r, p->guest));
        }
        if (p->rank != RANK_NONE)
            jw_key_str(w, "bot", choice_name(STR(BOT_RANKS), p->rank));
        if (p->left)
            jw_key_bool(w, "left", true);
        if (r->party.youngest == p->id)
            jw_key_bool(w, "youngest", true);
        if (p->learning)
            jw_key_bool(w, "learning", true);
        jw_end_object(w);
    }
    jw_end_array(w);
}

/* Of many about how many: one more would be told to all of them, again and again. */
static int about(int n)
{
    if (n < 20)
        return n;
    return n < 100 ? n / 10 * 10 : n / 50 * 50;
}

static void write_guests(struct room *r, struct jw *w)
{
    int screens = 0, watchers = 0;

    for (const struct conn *c = r->conns; c; c = c->next) {
        screens += c->screen && !c->knocks;
        watchers += !c->screen && !c->knocks && !party_has_player(&r->party, c->guest);
    }
    jw_object(w);
    jw_key_int(w, "screens", about(screens));
    jw_key_int(w, "watchers", about(watchers));
    visitors_write(r, w);
    claims_write(r, w);
    jw_end_object(w);
}

static void write_won(const struct party *p, struct jw *w)
{
    const int16_t *won = party_won(p, p->lobby.book, p->lobby.language);

    if (!won)
        return;
    jw_key(w, "won");
    jw_object(w);
    for (int level = 1; level <= LEVELS_MAX; level++) {
        char name[8];

        if (won[level] == NOT_WON)
            continue;
        snprintf(name, sizeof name, "%d", level);
        jw_key_int(w, name, won[level]);
    }
    jw_end_object(w);
}

/* By seats, where anybody is in one. */
static void write_teams(const struct setup *s, struct jw *w)
{
    if (s->seats < 2 || lobby_team(s, 0) < 0)
        return;
    jw_key(w, "teams");
    jw_array(w);
    for (int seat = 0; seat < s->seats; seat++)
        jw_int(w, lobby_team(s, seat));
    jw_end_array(w);
}

static void write_lobby(struct room *r, struct jw *w)
{
    struct setup next;
    int64_t limit;
    const char *problem = lobby_problem(&r->party, &next, &limit);

    jw_object(w);
    jw_key_str(w, "game", str_of(r->party.lobby.book->game->id));
    jw_key(w, "options");
    setup_write_options(&r->party.lobby, w);
    write_won(&r->party, w);
    if (r->party.games)
        jw_key_int(w, "games", r->party.games);
    if (!problem)
        write_teams(&next, w);
    if (r->party.end != END_ASKED)
        jw_key_str(w, "ended", choice_name(STR(GAME_END_NAMES), (int)r->party.end));
    if (problem) {
        jw_key(w, "problem");
        jw_object(w);
        jw_key_str(w, "key", str_of(problem));
        jw_key_int(w, "limit", limit);
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
    jw_key_str(w, "game", str_of(r->match.setup.book->game->id));
    jw_key_str(w, "language", str_of(language_codes[r->match.setup.language]));
    jw_key(w, "seats");
    jw_array(w);
    for (int seat = 0; seat < r->match.setup.seats; seat++) {
        const struct player *p = party_at_seat(&r->party, seat);
        jw_int(w, p ? p->id : NO_PLAYER);
    }
    jw_end_array(w);
    jw_key_int(w, "number", r->party.games);
    jw_key_bool(w, "running", r->clock.running);
    if (r->clock.slow != 1)
        jw_key_int(w, "slow", r->clock.slow);
    jw_key_bool(w, "over", room_over(r));
    if (r->opening)
        jw_key_int(w, "opening", r->opening);
    if (r->party.practice)
        jw_key_bool(w, "practice", true);
    if (keeping_address(r))
        jw_key_str(w, "keepsake", str_of(keeping_address(r)));
    write_teams(&r->match.setup, w);
    jw_key_bool(w, "harder", setup_harder(&r->match.setup, &harder));
    jw_key(w, "options");
    setup_write_options(&r->match.setup, w);
    pictures_write(r, w);
    jw_end_object(w);
}

static const struct {
    const char *name;
    void (*write)(struct room *r, struct jw *w);
} room_sections[ROOM_SECTIONS] = {
    {"info", write_info},    {"people", write_people}, {"guests", write_guests},
    {"lobby", write_lobby},  {"table", write_table},   {"decks", decks_write},
    {"deal", dealing_write}, {"crowd", crowd_show},
};

static void add_member(struct buf *out, const char *name, struct str value)
{
    if (out->len)
        buf_addc(out, ',');
    buf_addc(out, '"');
    buf_adds(out, name);
    buf_adds(out, "\":");
    buf_add(out, value);
}

bool frames_write_room(struct room *r, uint32_t rev, uint32_t since, struct buf *out)
{
    struct buf *value = &r->services->scratch->section;

    buf_clear(out);
    for (int i = 0; i < ROOM_SECTIONS; i++) {
        struct room_section *s = &r->frames.room[i];
        struct jw w = jw_to(value);

        buf_clear(value);
        room_sections[i].write(r, &w);
        uint64_t hash = section_hash(buf_str(value));
        if (s->hash != hash || s->rev == 0) {
            s->hash = hash;
            s->rev = rev;
        }
        if (s->rev > since)
            add_member(out, room_sections[i].name, buf_str(value));
    }
    return out->len > 0;
}
