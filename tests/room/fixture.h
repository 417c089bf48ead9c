/*
 * fixture - a house without sockets for tests: clients that understand the protocol, a clock that
 * is turned by hand, and the real store in memory (or a real file).
 *
 * A client keeps what it was sent, section by section, exactly as a screen does; so a test can
 * compare what a client believes with what the table says.
 */
#ifndef TESTS_ROOM_FIXTURE_H
#define TESTS_ROOM_FIXTURE_H

#include "house/inside.h"
#include "room/inside.h"
#include "rules/play.h"

enum { CLIENTS_MAX = 160 };

struct client {
    struct fixture *fixture;
    struct conn *conn; /* NULL: it is down */
    char token[40];
    char code[8];
    uint64_t address;
    bool screen;
    bool mends;
    bool deals;
    uint32_t n; /* of the last request */
    uint32_t acked, refused;
    bool again;
    char refusal[40], error[40];
    int signs;   /* seen so far */
    int hung_up; /* closing code */
    int guest;
    uint32_t welcome_n;
    char epoch[24];
    int64_t rev;
    int frames;
    json_t *room;  /* sections of the room */
    json_t *views; /* seat as text → sections of the game */
    json_t *last;  /* last message as it came */
    json_t *said, *reacted, *moved, *told, *tried;
    struct buf traffic; /* all that came since client_forget() */
};

struct fixture {
    struct house *house;
    struct store *store;
    const char *file; /* NULL: memory */
    uint64_t node;    /* one of several over the same file; 0: alone */
    const struct lexicon *lexicon;
    bool together; /* what is sent waits for the next fixture_settle(), as in one turn of the loop
                    */
    bool slowly;   /* a long log is loaded in as many turns as it takes */
    int clients;
    struct client client[CLIENTS_MAX];
};

void fixture_init(struct fixture *s, const char *file);
/* One of several houses over the same file. */
void fixture_init_node(struct fixture *s, const char *file, uint64_t node);
void fixture_fini(struct fixture *s);
/* The same, but the games stay known: for those who build many of them one after the other. */
void fixture_close(struct fixture *s);
/* The house is gone as by kill -9, and another one opens on the same store; all connections are
 * down. */
void fixture_crash(struct fixture *s);
/* Lets everything happen that is due at the present time. */
void fixture_settle(struct fixture *s);
void fixture_pass(struct fixture *s, int64_t milliseconds);
extern int64_t fixture_time;
extern int64_t fixture_step; /* by how much the clock of the machine was set */

/* How a client takes what the house sends it. */
extern const struct socket_ops client_socket;

struct client *client_new(struct fixture *s);
/* A screen of this table. */
struct client *client_screen(struct fixture *s, const char *code);
/* A new connection with a hello; `seen`: with what the client still has. */
void client_create(struct client *c, const char *language);
/* Applies what a frame says has changed inside a value. */
void mend(json_t *into, json_t *changes);
void client_enter(struct client *c, const char *code, bool seen);
void client_drop(struct client *c);
/* Sends as it is. */
void client_send(struct client *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* {"n":…,"do":what,"with":with}; true when it was acknowledged. `with` may be NULL. */
bool client_do(struct client *c, const char *what, const char *with);
bool client_play(struct client *c, int seat, const char *action, const char *with);
/* The name of the action of a move; its arguments are added to `out`. */
const char *client_move_args(const struct client *c, const struct move *move, struct buf *out);
/* client_play() for a move that was proposed. */
bool client_move(struct client *c, const struct move *move);
/* Any move that seems possible; true when it was acknowledged. */
bool client_move_any(struct client *c, struct sampler *sampler);
void client_forget(struct client *c);
/* Whether its last question was this one, and why it was not answered. */
bool client_told(const struct client *c, int64_t tag, const char *key);

/* The room of a client, as the house has it. */
struct room *client_room(const struct client *c);
/* When its room has something to do, as the house knows it. */
int64_t client_due(const struct client *c);
/* Whether what the client has is what the house would show it now. */
bool client_agrees(const struct client *c, struct buf *difference);

/* Two clients sit down and start a game. */
void fixture_two_at_table(struct fixture *s, const char *game, struct client **a,
                          struct client **b);

/* The same for cmocka: a test that begins with them (OF_TWO) finds them in its state. */
struct two {
    struct fixture fixture;
    struct client *a, *b; /* `a` is the host */
};
int two_set_up(void **state);
int two_tear_down(void **state);

/* A text of one of the room's sections; a person by name; a number of theirs. */
const char *client_section(const struct client *c, const char *section, const char *key);
json_t *client_person(const struct client *c, const char *name);
int64_t client_person_number(const struct client *c, const char *name, const char *key);
/* The first game that so few can play. */
const char *fixture_game(int seats);

/* People at every seat of a game, and a table's screen. */
struct company {
    struct fixture fixture;
    struct client *c[SEATS_MAX], *tv;
    int seats;
    struct sampler sampler;
};
/* Begins it; false where so many cannot play it with its usual options. */
bool company_init(struct company *p, const struct book *book, int seats, uint64_t seed);
void company_fini(struct company *p);
/* Everybody comes in again, after a crash. */
void company_return(struct company *p);
/* The process is killed twice, the second time after a snapshot; `known` looks each time whether
 * the room still knows it. False where no other game could begin. */
bool company_survives(struct company *p, void (*known)(struct company *p));
/* NULL, or what somebody believes that is not so; freed by the next call. */
const char *company_disagrees(const struct company *p);
/* Plays on until `seat` has a move; false where the game ended before. */
bool company_until_move(struct company *p, int seat, struct move *move);
/* Plays at random until the game is over; false where it never is. */
bool company_play_out(struct company *p);

/* cmocka is not for everybody who uses this file. */
#define OF_TWO(test) cmocka_unit_test_setup_teardown(test, two_set_up, two_tear_down)
#define assert_agrees(client)                       \
    do {                                            \
        struct buf difference_ = {0};               \
        if (!client_agrees(client, &difference_))   \
            fail_msg("%s", buf_cstr(&difference_)); \
        buf_fini(&difference_);                     \
    } while (0)
#define assert_all_agree(company)                             \
    do {                                                      \
        const char *difference_ = company_disagrees(company); \
        if (difference_)                                      \
            fail_msg("%s", difference_);                      \
    } while (0)

#endif
