/*
 * A bot from outside: comes into a room by its code, sits down, and plays One Mind with words from
 * a list until the game is over. docs/write-a-bot.md takes it apart; docs/protocol.md is all it
 * knows of the server.
 *
 *     unisono-bot ws://127.0.0.1:8080/ws KQ7TM Robbie /usr/share/dict/words [PAUSE_MS]
 *
 * It thinks little on purpose: a word with the right letter, a match where the table's dictionary
 * sees one. Everything around it is what any bot needs: hello, numbered requests that are applied
 * once, sections that are merged, coming back after a broken line.
 */
#include "loadtest/wire.h"

#include <jansson.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <time.h>

enum { WORDS_MOST = 200000, RETRY_MS = 1000, TRIES = 30 };

struct bot {
    struct wire_peer server;
    struct wire wire;
    const char *code, *name;
    char token[44]; /* who we are, also after a broken line */
    int pause;      /* ms between seeing and doing */
    /* what the server has told */
    int64_t guest, seat; /* seat -1: none in the running game */
    bool welcomed, seated, playing, over;
    json_t *view; /* sections of the game, by name */
    /* what we have asked for */
    int64_t n, pending; /* the last number; the one that is not answered, or 0 */
    json_t *request;    /* that one: sent again after a broken line */
    /* the words */
    char **word;
    int words, next;
};

/* ---- speaking ---- */

static void send_json(struct bot *b, json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);

    wire_send(&b->wire, str_of(text));
    free(text);
}

static void hello(struct bot *b)
{
    json_t *m = json_pack("{s:i, s:s, s:s}", "hello", 1, "room", b->code, "token", b->token);

    send_json(b, m);
    json_decref(m);
}

/* Numbers count up by one; until the answer has come nothing else is asked. Takes `with`. */
static void request(struct bot *b, const char *kind, const char *what, json_t *with)
{
    json_decref(b->request);
    b->pending = ++b->n;
    b->request = json_pack("{s:I, s:s, s:o}", "n", (json_int_t)b->n, kind, what, "with", with);
    send_json(b, b->request);
}

/* ---- hearing ---- */

static const json_t *section(const struct bot *b, const char *name)
{
    return json_object_get(b->view, name);
}

static bool contains(const json_t *list, int64_t number)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (json_integer_value(json_array_get(list, i)) == number)
            return true;
    }
    return false;
}

static bool can(const struct bot *b, const char *action)
{
    const json_t *list = section(b, "can");

    for (size_t i = 0; i < json_array_size(list); i++) {
        if (strcmp(json_string_value(json_array_get(list, i)), action) == 0)
            return true;
    }
    return false;
}

static void take_room(struct bot *b, const json_t *room)
{
    const json_t *people = json_object_get(room, "people"), *table = json_object_get(room, "table");

    for (size_t i = 0; i < json_array_size(people); i++) {
        const json_t *one = json_array_get(people, i);

        if (i == 0)
            b->seated = false;
        if (!b->guest || json_integer_value(json_object_get(one, "guest")) != b->guest)
            continue;
        b->seated = !json_is_true(json_object_get(one, "left"));
        b->seat = json_integer_value(json_object_get(one, "seat"));
    }
    if (table) {
        b->playing = json_is_object(table);
        b->over = json_is_true(json_object_get(table, "over"));
    }
}

/* Sections come whole or not at all; a fresh view forgets what was there before. */
static void take_view(struct bot *b, json_t *entry)
{
    const json_t *drop = json_object_get(entry, "drop");

    if (json_is_true(json_object_get(entry, "fresh")))
        json_object_clear(b->view);
    json_object_update(b->view, json_object_get(entry, "set"));
    for (size_t i = 0; i < json_array_size(drop); i++)
        json_object_del(b->view, json_string_value(json_array_get(drop, i)));
}

static void take_welcome(struct bot *b, const json_t *welcome)
{
    int64_t applied = json_integer_value(json_object_get(welcome, "n"));

    b->welcomed = true;
    b->guest = json_integer_value(json_object_get(welcome, "guest"));
    json_object_clear(b->view); /* what we say hello without, we are sent whole */
    if (b->pending && applied < b->pending)
        send_json(b, b->request);
    else
        b->pending = 0;
}

static void hear(struct bot *b, struct str text)
{
    json_t *m = json_loadb(text.at, text.len, 0, NULL), *part;

    if ((part = json_object_get(m, "error")))
        fprintf(stderr, "error: %s\n", json_string_value(json_object_get(part, "key")));
    if ((part = json_object_get(m, "welcome")))
        take_welcome(b, part);
    if ((part = json_object_get(m, "guest")))
        b->guest = json_integer_value(part);
    take_room(b, json_object_get(m, "room"));
    json_t *views = json_object_get(m, "views");
    for (size_t i = 0; i < json_array_size(views); i++)
        take_view(b, json_array_get(views, i));
    if (json_object_get(m, "ack") || json_object_get(m, "refused"))
        b->pending = 0;
    json_decref(m);
}

/* ---- playing One Mind ---- */

/* The letter our word should begin with, or 0. */
static char initial(const struct bot *b)
{
    const json_t *table = section(b, "table"), *rows = json_object_get(table, "rows");
    const json_t *row = json_array_get(rows, json_array_size(rows) - 1);
    const json_t *letters = json_object_get(table, "letters");
    const char *letter = json_string_value(letters ? json_array_get(letters, (size_t)b->seat)
                                                   : json_object_get(row, "token"));

    return letter && letter[0] >= 'A' && letter[0] <= 'Z' ? letter[0] : 0;
}

/* Every word is said once; where none has the letter, any is better than none. */
static const char *find_word(struct bot *b)
{
    char letter = initial(b);

    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < b->words; i++) {
            const char *word = b->word[(b->next + i) % b->words];

            if (pass || !letter || strncasecmp(word, &letter, 1) == 0) {
                b->next = (b->next + i + 1) % b->words;
                return word;
            }
        }
    }
    return "";
}

static bool vote(struct bot *b)
{
    const json_t *votes = section(b, "votes");

    for (size_t i = 0; i < json_array_size(votes); i++) {
        const json_t *v = json_array_get(votes, i);
        const char *suggested = json_string_value(json_object_get(v, "suggested"));

        if (!contains(json_object_get(v, "voters"), b->seat) ||
            contains(json_object_get(v, "yes"), b->seat) ||
            contains(json_object_get(v, "no"), b->seat))
            continue;
        request(b, "play", "vote",
                json_pack("{s:O, s:b}", "ballot", json_object_get(v, "ballot"), "yes",
                          suggested && strcmp(suggested, "yes") == 0));
        return true;
    }
    return false;
}

/* `insist`: where the table's referee only advises, the word is taken all the same. */
static void play(struct bot *b)
{
    const json_t *me = section(b, "me"), *reading = section(b, "reading");

    if (vote(b))
        return;
    if (can(b, "write") && !json_object_get(me, "word"))
        request(b, "play", "write", json_pack("{s:s, s:b}", "word", find_word(b), "insist", true));
    else if (can(b, "decline"))
        request(b, "play", json_object_get(me, "suggested") ? "claim" : "decline", json_object());
    else if (can(b, "go_on") && !contains(json_object_get(reading, "ready"), b->seat))
        request(b, "play", "go_on", json_object());
}

static void think(struct bot *b)
{
    if (!b->seated)
        request(b, "do", "sit", json_pack("{s:s}", "name", b->name));
    else if (b->playing && !b->over && b->seat >= 0)
        play(b);
}

/* ---- the line ---- */

/* Waits for the server, or for as long as a person would look at what has changed; then takes what
 * has come. False: the line is gone. */
static bool listen_for(struct bot *b, int ms, bool *heard)
{
    struct pollfd p = {.fd = b->wire.fd,
                       .events = (short)(POLLIN | (wire_wants_out(&b->wire) ? POLLOUT : 0))};
    enum wire_event event;
    struct str text;

    *heard = poll(&p, 1, ms) > 0;
    if (p.revents & POLLOUT)
        wire_push(&b->wire);
    if (p.revents & ~POLLOUT)
        wire_pull(&b->wire);
    while ((event = wire_next(&b->wire, &text)) != WIRE_QUIET) {
        if (event == WIRE_OPENED)
            hello(b);
        else if (event == WIRE_TEXT)
            hear(b, text);
        else
            return false;
    }
    return true;
}

/* True: the game has been played to its end. */
static bool stay(struct bot *b)
{
    bool heard, news = false;

    b->welcomed = false;
    while (!b->over || b->seat < 0) {
        /* Nothing to do before a welcome, or while an answer is on its way. */
        bool may_act = news && b->welcomed && !b->pending;

        if (!listen_for(b, may_act ? b->pause : -1, &heard))
            return false;
        if (!heard)
            think(b);
        news = heard;
    }
    return true;
}

static bool read_words(struct bot *b, const char *path)
{
    FILE *f = fopen(path, "r");
    char line[128];

    while (f && b->words < WORDS_MOST && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (!line[0] || line[0] == '#')
            continue;
        b->word = realloc(b->word, sizeof *b->word * (size_t)(b->words + 1));
        if (!b->word || !(b->word[b->words++] = strdup(line)))
            abort();
    }
    if (f)
        fclose(f);
    return b->words > 0;
}

/* 43 characters nobody can guess: they are all that tells us from others. */
static void draw_token(struct bot *b)
{
    static const char set[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    unsigned char bytes[sizeof b->token - 1];

    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        abort();
    for (size_t i = 0; i < sizeof bytes; i++)
        b->token[i] = set[bytes[i] & 63];
    b->next = (bytes[0] << 8 | bytes[1]) % b->words; /* two bots do not say the same */
}

int main(int argc, char **argv)
{
    struct bot b = {.seat = -1, .pause = argc > 5 ? atoi(argv[5]) : 1500};
    bool played = false;

    if (argc < 5 || !wire_peer_read(&b.server, str_of(argv[1])) || !read_words(&b, argv[4])) {
        fprintf(stderr, "usage: %s ws://HOST:PORT/ws CODE NAME WORDLIST [PAUSE_MS]\n", argv[0]);
        return 2;
    }
    b.code = argv[2];
    b.name = argv[3];
    b.view = json_object();
    draw_token(&b);
    for (int i = 0; i < TRIES && !played; i++) {
        /* From 4000 on the server says that coming back is of no use. */
        if (b.wire.code >= 4000)
            break;
        if (i > 0)
            nanosleep(&(struct timespec){.tv_sec = RETRY_MS / 1000}, NULL);
        played = wire_connect(&b.wire, &b.server, 0) && stay(&b);
    }
    if (played) {
        json_t *result = json_object_get(b.view, "result");

        printf("over: %s\n", json_string_value(json_object_get(result, "outcome")));
    }
    wire_close(&b.wire);
    json_decref(b.view);
    json_decref(b.request);
    for (int i = 0; i < b.words; i++)
        free(b.word[i]);
    free(b.word);
    return played ? 0 : 1;
}
