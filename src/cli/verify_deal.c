/* The chance of games computed again from their logs: nobody has to believe who dealt.
 *
 * A log says what the table brought into the game (room/brought.h), whose hash was told before the
 * first part and is in the seed. With that the game is played again, and every draw has to come out
 * as it was written: the same chance, of as many, the same one. Where the logs of a table are given
 * from its first game on, what it brought into each is also what the games before it have left. */
#include "cli/cli.h"
#include "lexicon/referee.h"
#include "lexicon/rulings.h"
#include "room/brought.h"
#include "room/stock.h"
#include "rules/record.h"
#include "rules/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct check {
    const struct command *command;
    const char *path;
    const struct log_head *head;
    struct party party; /* what the table brought, and has seen since */
    struct rulings rulings;
    struct stock *stock;
    struct shelf shelf;
    struct match match; /* as the rules play it … */
    struct rig rig;     /* … with the draws of a log that does not tell what was brought */
    struct decision *decision;
    uint32_t records, ours; /* … up to this record */
    bool exact;             /* it is known what the table brought */
    bool blind;             /* rules or decks of another edition: nothing is played again */
    int64_t draws;
    int problems;
};

static void problem(struct check *k, const char *what)
{
    cli_fail(k->command, 0, "%s: %s", k->path, what);
    k->problems++;
}

static void problem_at(struct check *k, uint32_t record, const char *what)
{
    cli_fail(k->command, 0, "%s: record %u: %s", k->path, record, what);
    k->problems++;
}

/* ---- a game played again ---- */

/* A log from before deals were bound to what the table brought: the rules are given the results, of
 * which was asked before that they are the seed's. */
static void rig_draws(struct check *k, const struct record *r)
{
    k->rig = (struct rig){.n = r->draws > 0 ? r->draws : 0};
    for (int i = 0; i < k->rig.n; i++) {
        k->rig.item[i].chance = r->draw[i].chance;
        k->rig.item[i].value = r->draw[i].item;
    }
}

/* As the room did after the record: cards that were seen, and words that were ruled about. */
static void follow(struct check *k)
{
    const struct decision *d = k->decision;

    for (int i = 0; i < d->deck_items; i++) {
        char name[STOCK_NAME];
        struct party_fact seen =
            stock_seen(k->stock, d->deck_item[i].deck, d->deck_item[i].item, name);

        party_fold(&k->party, &seen);
    }
    for (int i = 0; i < d->facts; i++)
        rulings_note(&k->rulings, k->head->setup.language, &d->fact[i]);
    stock_shelve(k->stock, &k->party, &k->shelf);
}

static void play_again(struct check *k, const struct record *r, uint32_t number)
{
    int draws = r->draws > 0 ? r->draws : 0;

    if (k->blind || k->ours + 1 != number)
        return;
    if (!k->exact)
        rig_draws(k, r);
    bool same = log_replay_record(&k->match, k->decision, r);
    bool refused = !same && k->decision->refusal.key; /* other words are known here */

    if (same && k->decision->draws == draws && !k->rig.impossible) {
        k->ours = number;
        follow(k);
    } else if (!refused && (k->decision->draws || draws)) {
        problem_at(k, number, "what was dealt is not what was drawn");
    }
}

static void check_record(struct check *k, const struct record *r, uint32_t number)
{
    const struct setup *s = &k->head->setup;

    k->draws += r->draws > 0 ? r->draws : 0;
    if (!log_check_draws(s->book, &s->seed, number, r))
        problem_at(k, number, "a draw is not what the seed gives");
    play_again(k, r, number);
}

static int check_lines(struct check *k, struct str text)
{
    struct record *r = record_new();
    struct setup_problem wrong;
    struct str line;
    uint32_t number = 0;
    int code = EXIT_FINE;

    while (code == EXIT_FINE && str_line(&text, &line)) {
        struct names names = table_names(k->match.table);

        if (!str_trim(line).len)
            continue;
        if (log_read_record(r, k->head->setup.book, &names, ++number, line, &wrong))
            check_record(k, r, number);
        else
            code = cli_fail(k->command, EXIT_USAGE, "%s: record %u: %s", k->path, number,
                            wrong.reason);
    }
    k->records = number;
    record_free(r);
    if (code == EXIT_FINE && k->ours < number && !k->problems)
        printf("after record %u other words, decks or rules were used than are here: from there on "
               "only the draws were computed, not what was dealt from them\n",
               k->ours);
    return code;
}

/* ---- what it was dealt from ---- */

static void print_seal(const struct log_head *head)
{
    struct seed seal = seal_of(&head->deal.sealed.secret);
    struct buf text = {0};

    seed_write(&seal, &text);
    printf("seal %s\n", buf_cstr(&text));
    for (int i = 0; i < head->deal.sealed.parts; i++) {
        int seat = head->deal.sealed.part[i].seat;

        buf_clear(&text);
        seed_write(&head->deal.sealed.part[i].part, &text);
        printf("part %s of %s\n", buf_cstr(&text),
               seat < head->n_names ? head->name[seat] : "somebody");
    }
    FOR_SEATS (seat, head->deal.out)
        printf("no part of %s\n", seat < head->n_names ? head->name[seat] : "somebody");
    buf_fini(&text);
}

static void print_brought(const struct check *k)
{
    const struct setup *s = &k->head->setup;
    const struct deck *const *deck = stock_shelf(k->stock)->deck;

    printf("game %d of its table\n", k->party.games);
    for (int i = 0; s->book->game->decks && s->book->game->decks[i]; i++) {
        int seen = 0;

        for (int w = 0; k->shelf.seen[i] && w < DECK_SET; w++)
            seen += __builtin_popcountll(k->shelf.seen[i][w]);
        if (seen)
            printf("seen before: %d of %s (%d)\n", seen, s->book->game->decks[i],
                   deck[i] ? deck[i]->entries : 0);
    }
}

static void check_brought(struct check *k, const json_t *list)
{
    const struct sealed *s = &k->head->deal.sealed;
    struct seed decks = {{0}}, here = brought_decks(k->party.lobby.book, k->party.lobby.language);

    enum brought_form form = BROUGHT_SUMS;

    k->exact = brought_read(list, &k->party, &k->rulings, &decks, &form);
    struct seed table = brought_hash(&k->party, &k->rulings, k->party.games, &decks, form);
    if (!k->exact)
        problem(k, "it does not say what the table brought into the game");
    else if (!seed_same(&table, &s->table) || !seed_same(&decks, &s->decks))
        problem(k, "the table brought something else into the game than was told before the parts");
    k->blind = k->blind || !k->exact || !seed_same(&decks, &here);
}

/* ---- one game after the other ---- */

/* What earlier logs have left, by game and language. */
struct left {
    const struct book *book;
    enum language language;
    struct party party;
};

struct chain {
    int first, last; /* numbers of games whose logs came one after the other; 0: none */
    int n;
    struct left *left;
};

static void chain_break(struct chain *c)
{
    for (int i = 0; i < c->n; i++)
        party_fini(&c->left[i].party);
    c->first = c->last = c->n = 0;
}

static struct left *left_of(struct chain *c, const struct setup *s)
{
    for (int i = 0; i < c->n; i++) {
        if (c->left[i].book == s->book && c->left[i].language == s->language)
            return &c->left[i];
    }
    return NULL;
}

static bool same_seen(const struct check *k, const struct party *before)
{
    const struct setup *s = &k->head->setup;
    static const uint64_t nothing[DECK_SET];

    for (int i = 0; s->book->game->decks && s->book->game->decks[i]; i++) {
        const uint64_t *now = party_seen(&k->party, s->book, s->language, i);
        const uint64_t *then = before ? party_seen(before, s->book, s->language, i) : NULL;

        if (memcmp(now ? now : nothing, then ? then : nothing, sizeof nothing) != 0)
            return false;
    }
    for (int i = 0; i < k->party.decks; i++) {
        const struct own_deck *now = k->party.deck[i];
        const struct own_deck *then = before ? party_deck(before, now->id) : NULL;

        if (then && then->edition == now->edition &&
            memcmp(now->seen, then->seen, sizeof now->seen) != 0)
            return false;
    }
    return true;
}

static void check_chain(struct check *k, struct chain *c)
{
    if (!k->exact || k->party.games != c->last + 1)
        chain_break(c);
    if (!k->exact)
        return;
    c->first = c->first ? c->first : k->party.games;
    c->last = k->party.games;
    struct left *left = left_of(c, &k->head->setup);
    bool known = left || c->first == 1;
    if (known && !same_seen(k, left ? &left->party : NULL))
        problem(k, "the table has not seen what it says in the games before this one");
}

/* The party goes to the chain, or ends here. */
static void leave(struct check *k, struct chain *c)
{
    if (!c->first || k->ours < k->records) {
        party_fini(&k->party);
        chain_break(c);
        return;
    }
    struct left *left = left_of(c, &k->head->setup);
    if (!left) {
        left = &c->left[c->n++];
        *left = (struct left){.book = k->head->setup.book, .language = k->head->setup.language};
    }
    party_fini(&left->party);
    left->party = k->party;
}

static int check(const struct command *c, const char *path, struct str text, const json_t *brought,
                 const struct log_head *head, const struct lexicon *words, struct chain *chain)
{
    struct check *k = calloc(1, sizeof *k);
    struct seed made = sealed_seed(&head->deal.sealed);

    if (!k)
        abort();
    k->command = c;
    k->path = path;
    k->head = head;
    k->decision = decision_new();
    k->party.lobby = head->setup;
    rulings_init(&k->rulings, words);
    k->blind = !setup_goes_on(&head->setup);
    print_seal(head);
    if (!seed_same(&made, &head->setup.seed))
        problem(k, "the seed is not what the secret, the table and the parts make");
    if (head->deal.sealed.bound)
        check_brought(k, brought);
    check_chain(k, chain);
    k->stock = stock_new(&k->party, &head->setup);
    stock_shelve(k->stock, &k->party, &k->shelf);
    if (k->exact)
        print_brought(k);
    struct world world = {
        .lexicon = &k->rulings.lexicon, .shelf = &k->shelf, .rig = k->exact ? NULL : &k->rig};
    match_init(&k->match, &head->setup, &world);
    int code = check_lines(k, text);
    printf("%lld draws: %d problems\n", (long long)k->draws, k->problems);
    code = code != EXIT_FINE ? code : k->problems ? EXIT_DIFFERS : EXIT_FINE;
    match_fini(&k->match);
    stock_unref(k->stock);
    decision_free(k->decision);
    leave(k, chain);
    rulings_fini(&k->rulings);
    free(k);
    return code;
}

static int check_file(const struct command *c, const char *path, const struct lexicon *words,
                      struct chain *chain)
{
    struct buf file = {0};
    struct str text, line, all;
    struct log_head head;
    struct jr_problem wrong;
    int code = EXIT_USAGE;

    if (cli_log(c, path, &file, &text, &head)) {
        all = buf_str(&file);
        str_line(&all, &line);
        json_t *json = jr_parse(line, &wrong);
        json_t *brought = json_object_get(json_object_get(json, "deal"), "brought");

        if (head.dealt) {
            code = check(c, path, text, brought, &head, words, chain);
        } else {
            code =
                cli_fail(c, EXIT_DIFFERS, "%s: this game was dealt without a sealed secret", path);
            chain_break(chain);
        }
        json_decref(json);
    }
    buf_fini(&file);
    return code;
}

int verify_deals(const struct command *c, const char *path, int more, char **paths,
                 const char *words)
{
    struct chain chain = {.left = calloc((size_t)more + 1, sizeof *chain.left)};
    struct lex_referee referee;

    if (!chain.left)
        abort();
    party_facts_init();
    referee_open(&referee, words, NULL, NULL);
    int code = check_file(c, path, &referee.lexicon, &chain);
    for (int i = 0; i < more && code != EXIT_USAGE; i++) {
        int next = check_file(c, paths[i], &referee.lexicon, &chain);

        code = next == EXIT_FINE ? code : next;
    }
    chain_break(&chain);
    free(chain.left);
    referee_close(&referee);
    return code;
}
