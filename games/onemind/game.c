/* One Mind: what players may do and what follows from it (rules OM-1 to OM-24). */
#include "onemind.h"

#include "rules/decision.h"
#include "rules/vote.h"
#include "rules/words.h"

static const struct om_public *board(const struct decision *d)
{
    return decision_public(d);
}

static const struct om_seat *hand(const struct decision *d, int seat)
{
    return decision_seat(d, seat);
}

/* ---- small facts about the table ---- */

int om_gems(int seats, int level)
{
    return seats < 3 ? 0 : 2 * seats + 2 * level;
}

int om_rounds(const struct core *c)
{
    return option(c, OM_FREE) ? OM_ROUNDS_FREE : OM_ROUNDS;
}

bool om_letter_counts(const struct om_public *t, const struct core *c)
{
    return !option(c, OM_FREE) && t->round > 0 && t->token[t->round] < 26;
}

static seat_set finished(const struct om_public *t)
{
    seat_set set = 0;

    for (int seat = 0; seat < OM_SEATS; seat++) {
        if (t->finished[seat])
            set |= SEAT(seat);
    }
    return set;
}

seat_set om_holders(const struct om_public *t, const struct core *c)
{
    return finished(t) & seats_active(c) & (seat_set)~t->read;
}

int om_reading_place(const struct om_public *t)
{
    for (int place = 0; place < t->laid[t->round]; place++) {
        if (t->card[t->round][place].seat == t->reader)
            return place;
    }
    return 0;
}

bool om_open(const struct om_public *t, int row, int place)
{
    const struct om_card *card = &t->card[row][place];

    if (card->flags & OM_ERASED)
        return false;
    for (int above = place + 1; above < t->laid[row]; above++) {
        if (t->card[row][above].stack == card->stack)
            return false;
    }
    return true;
}

bool om_in_question(const struct om_public *t, int seat)
{
    if (seat < 0 || seat >= OM_SEATS || seats_has(t->struck, seat))
        return false;
    return seat == t->reader || (t->shown[seat].len > 0 && !seats_has(t->read, seat));
}

bool om_may_claim(const struct om_public *t, const struct core *c, int seat)
{
    return seats_has(om_holders(t, c), seat) && !seats_has(t->joined | t->refused, seat) &&
           !seats_has(t->struck, t->reader);
}

static bool reading(const struct core *c)
{
    return c->phase == OM_READ || c->phase == OM_CHECK;
}

/* ---- beginning a round ---- */

static uint64_t bag(const struct decision *d)
{
    const struct om_secret *secret = decision_secret(d);
    static const char no_token[] = "QXY"; /* 23 letters have a token */
    uint64_t letters = (1u << 26) - 1;

    for (const char *c = no_token; *c; c++)
        letters &= ~(UINT64_C(1) << (*c - 'A'));
    return letters & ~(uint64_t)secret->drawn;
}

static void open_table(struct decision *d)
{
    uint64_t letters = bag(d);

    EMIT(d, OM_GEMS_PLACED, NUM(om_gems(d->core->seats, option(d->core, OM_LEVEL))));
    for (int seat = 0; seat < d->core->seats && !option(d->core, OM_FREE); seat++) {
        int letter = chance_pick(d, OM_CHANCE_LETTER, &letters, 26);

        letters &= ~(UINT64_C(1) << letter);
        EMIT(d, OM_LETTER_DRAWN, NUM(seat), NUM(letter));
    }
    phase_begin(d, OM_START, option(d->core, OM_WRITE_TIME));
}

static void begin_round(struct decision *d, int round)
{
    seat_set written = finished(board(d));

    EMIT(d, OM_ROUND_BEGAN, NUM(round));
    if (written)
        tell(d, written, OM_WORD_DROPPED);
    if (!option(d->core, OM_FREE)) {
        uint64_t letters = bag(d);
        int letter = chance_pick(d, OM_CHANCE_TOKEN, &letters, 26);
        bool question = !option(d->core, OM_LETTERS_ONLY) && chance_below(d, OM_CHANCE_SIDE, 2);

        EMIT(d, OM_TOKEN_DRAWN, NUM(letter));
        if (question)
            emit(d, OM_QUESTION_TOSSED);
        else
            EMIT(d, OM_LETTER_TOSSED, NUM(letter));
    }
    phase_begin(d, OM_WRITE, option(d->core, OM_WRITE_TIME));
}

static void end_round(struct decision *d)
{
    const struct om_public *t = board(d);

    if (t->round >= om_rounds(d->core))
        game_end(d, OUTCOME_LOST, 0); /* OM-19 */
    else
        begin_round(d, t->round + 1);
}

static void lay_start_words(struct decision *d)
{
    FOR_SEATS (seat, finished(board(d)) & seats_active(d->core))
        EMIT(d, OM_START_LAID, NUM(seat), TEXT(word_str(&hand(d, seat)->word)));
    begin_round(d, 1);
}

/* ---- writing ---- */

static bool can_write(const struct known *k)
{
    return k->core->phase == OM_START || k->core->phase == OM_WRITE;
}

struct word_rules om_rules(const struct om_public *t, const struct core *c, int seat,
                           struct str on_table[OM_WORDS])
{
    struct word_rules rules = {.no_animals = option(c, OM_NO_ANIMALS), .on_table = on_table};

    if (t->round == 0) { /* OM-2: nothing but the letter */
        if (!option(c, OM_FREE))
            rules.initial = (char)('A' + t->letter[seat]);
        return rules;
    }
    if (om_letter_counts(t, c))
        rules.initial = (char)('A' + t->token[t->round]);
    for (int row = 0; row < t->round; row++) {
        for (int place = 0; place < t->laid[row]; place++) {
            if (!(t->card[row][place].flags & OM_ERASED))
                on_table[rules.n_on_table++] = word_str(&t->card[row][place].word);
        }
    }
    return rules;
}

static bool decide_write(struct decision *d, const struct value *v)
{
    struct str on_table[OM_WORDS];
    struct word_rules rules = om_rules(board(d), d->core, d->by, on_table);
    struct word word;
    struct ruling ruling;

    if (reading(d->core))
        return refuse(d, "not_now");
    if (!words_accept(d, v[0].s, v[1].i, v[2].i, &rules, &word, &ruling))
        return false;
    TELL(d, SEAT(d->by), OM_WORD_WRITTEN, TEXT(word_str(&word)), NUM(v[1].i), NUM(ruling.fault),
         TEXT(word_str(&ruling.with)));
    EMIT(d, OM_SEAT_FINISHED, NUM(d->by));
    return true;
}

static bool can_take_back(const struct known *k)
{
    const struct om_public *t = k->table;

    return can_write(k) && t->finished[k->seat];
}

static bool decide_take_back(struct decision *d, const struct value *v)
{
    (void)v;
    if (!board(d)->finished[d->by] || reading(d->core))
        return refuse(d, "not_now");
    tell(d, SEAT(d->by), OM_WORD_DROPPED);
    EMIT(d, OM_SEAT_REOPENED, NUM(d->by));
    return true;
}

static bool can_hint(const struct known *k)
{
    return k->core->phase == OM_START;
}

/* A start word for a player who is stuck: from the deck, and one that may be written here. */
static bool decide_hint(struct decision *d, const struct value *v)
{
    const struct deck *deck = decision_deck(d, OM_DECK_START_WORDS);
    struct str on_table[OM_WORDS];
    const struct word_rules rules = om_rules(board(d), d->core, d->by, on_table);
    uint64_t fitting[DECK_SET] = {0};
    bool any = false;

    (void)v;
    if (d->core->phase != OM_START)
        return refuse(d, "not_now");
    for (int i = 0; deck && i < deck->entries; i++) {
        struct word word;

        if (word_set(&word, deck->entry[i].text) != WORD_OK)
            continue;
        if (!words_judge(d->world->lexicon, (enum language)d->core->language, word_str(&word),
                         false, &rules)
                 .fault) {
            fitting[i / 64] |= UINT64_C(1) << (i % 64);
            any = true;
        }
    }
    if (!any)
        return refuse(d, "no_hint");
    int pick = chance_pick(d, OM_CHANCE_HINT, fitting, deck->entries);
    TELL(d, SEAT(d->by), OM_START_HINTED, NUM(pick), TEXT(deck->entry[pick].text));
    return true;
}

/* ---- reading ---- */

/* One card is read; equal words join by themselves, alike ones are pointed out to their holders. */
static void read_card(struct decision *d, int reader, seat_set others)
{
    enum language lang = (enum language)d->core->language;
    struct str word = word_str(&hand(d, reader)->word);
    bool silent = option(d->core, OPT_REFEREE) == REFEREE_TRUST;

    EMIT(d, OM_WORD_READ, NUM(reader), TEXT(word), NUM(hand(d, reader)->name));
    for (int step = 1; step < d->core->seats; step++) {
        int seat = (reader + step) % d->core->seats;
        struct str other = word_str(&hand(d, seat)->word);

        if (!seats_has(others, seat))
            continue;
        if (word_same(word, other, lang)) {
            EMIT(d, OM_CARD_JOINED, NUM(seat), TEXT(other), NUM(0));
            continue;
        }
        const struct lexicon *l = d->world->lexicon;
        enum likeness like = silent ? LIKENESS_NONE : l->likeness(l, lang, word, other);
        if (like != hand(d, seat)->suggested)
            TELL(d, SEAT(seat), OM_MATCH_SUGGESTED, NUM(reader), NUM(like));
    }
    phase_begin(d, OM_READ, option(d->core, OM_READ_TIME));
}

static void start_reading(struct decision *d)
{
    const struct om_public *t = board(d);
    seat_set holders = om_holders(t, d->core);
    int last = NO_SEAT;

    FOR_SEATS (seat, holders) { /* OM-11: who finished last reads first */
        if (last == NO_SEAT || t->finished[seat] > t->finished[last])
            last = seat;
    }
    if (last == NO_SEAT)
        end_round(d);
    else
        read_card(d, last, holders & ~SEAT(last));
}

seat_set om_undeclared(const struct om_public *t, const struct core *c)
{
    if (seats_has(t->struck, t->reader))
        return 0;
    return om_holders(t, c) & (seat_set) ~(t->joined | t->declined | t->refused);
}

/* Whoever did not answer in time goes along with a lexicon that is sure. */
static void begin_check(struct decision *d)
{
    FOR_SEATS (seat, om_undeclared(board(d), d->core)) {
        if (hand(d, seat)->suggested == LIKENESS_SYNONYM)
            EMIT(d, OM_CARD_JOINED, NUM(seat), TEXT(word_str(&hand(d, seat)->word)), NUM(1));
    }
    phase_begin(d, OM_CHECK, option(d->core, OM_CHECK_TIME));
}

/* OM-13: reader first, then clockwise; when the middle runs short, what is there. */
static int share_gems(struct decision *d, seat_set group)
{
    const struct om_public *t = board(d);
    int left = t->gems;

    for (int step = 0; step < d->core->seats; step++) {
        int seat = (t->reader + step) % d->core->seats;
        int take = d->core->score[seat] == 0 ? 2 : 1;

        if (!seats_has(group, seat))
            continue;
        take = take < left ? take : left;
        if (take > 0) {
            EMIT(d, OM_GEMS_TAKEN, NUM(seat), NUM(take));
            score_add(d, seat, take);
            left -= take;
        }
    }
    return left;
}

static void settle_card(struct decision *d)
{
    const struct om_public *t = board(d);
    seat_set active = seats_active(d->core);
    seat_set joined = t->joined & active;
    seat_set matched = t->matched;
    int gems = t->gems;

    if (joined && !seats_has(t->struck, t->reader)) {
        seat_set group = joined | SEAT(t->reader);

        for (int i = 0; i < t->joins; i++) {
            if (seats_has(joined, t->join_order[i]))
                EMIT(d, OM_CARD_LAID, NUM(t->join_order[i]), NUM(t->reader));
        }
        EMIT(d, OM_MATCH_MADE, NUM(group));
        gems = share_gems(d, group);
        matched |= group;
    }
    /* Also without a match just now: the last one who had none may have left for good. */
    bool all_gems = om_gems(d->core->seats, option(d->core, OM_LEVEL)) > 0 && gems == 0;
    bool all_players = matched && (active & ~matched) == 0;
    if (all_gems || all_players) { /* OM-17, OM-18, OM-21 */
        game_end(d, OUTCOME_WON, active);
        return;
    }
    seat_set holders = om_holders(t, d->core) & ~joined;
    int next = seats_next(holders, t->reader, d->core->seats);
    if (next == NO_SEAT)
        end_round(d);
    else
        read_card(d, next, holders & ~SEAT(next));
}

/* ---- claims, doubts, objections ---- */

static bool can_claim(const struct known *k)
{
    return reading(k->core) && om_may_claim(k->table, k->core, k->seat) &&
           !vote_pending(k->core, OM_SUBJECT_MATCH, k->seat) &&
           !vote_pending(k->core, OM_SUBJECT_RULES, k->seat);
}

static bool ask_table(struct decision *d, int subject, int about, enum opinion suggested)
{
    return vote_open(d, &(struct question){.subject = subject,
                                           .about = about,
                                           .voters = seats_active(d->core),
                                           .suggested = suggested,
                                           .holds = true,
                                           .rider = subject == OM_SUBJECT_RULES});
}

static enum opinion likeness_opinion(enum likeness like)
{
    switch (like) {
    case LIKENESS_NO:
        return OPINION_NO;
    case LIKENESS_PROBABLY:
    case LIKENESS_SYNONYM:
        return OPINION_YES;
    case LIKENESS_NONE:
        break;
    }
    return OPINION_NONE;
}

static bool decide_claim(struct decision *d, const struct value *v)
{
    struct known k = table_known(d->table, d->by);
    const struct om_seat *me = hand(d, d->by);

    (void)v;
    if (!can_claim(&k))
        return refuse(d, "not_now");
    EMIT(d, OM_MATCH_CLAIMED, NUM(d->by), TEXT(word_str(&me->word)));
    if (me->suggested == LIKENESS_SYNONYM) {
        EMIT(d, OM_CARD_JOINED, NUM(d->by), TEXT(word_str(&me->word)), NUM(1));
        return true;
    }
    return ask_table(d, OM_SUBJECT_MATCH, d->by, likeness_opinion((enum likeness)me->suggested));
}

static bool can_decline(const struct known *k)
{
    return k->core->phase == OM_READ && seats_has(om_undeclared(k->table, k->core), k->seat) &&
           !vote_pending(k->core, OM_SUBJECT_MATCH, k->seat);
}

static bool decide_decline(struct decision *d, const struct value *v)
{
    struct known k = table_known(d->table, d->by);

    (void)v;
    if (!can_decline(&k))
        return refuse(d, "not_now");
    EMIT(d, OM_MATCH_DECLINED, NUM(d->by));
    return true;
}

static bool may_doubt(const struct known *k, int seat)
{
    const struct om_public *t = k->table;

    return reading(k->core) && seats_has(t->by_ear, seat) && seat != k->seat &&
           !vote_pending(k->core, OM_SUBJECT_MATCH, seat);
}

bool om_may_object(const struct known *k, int seat)
{
    const struct om_public *t = k->table;

    return reading(k->core) && om_in_question(t, seat) && !seats_has(t->cleared, seat) &&
           !vote_pending(k->core, OM_SUBJECT_RULES, seat);
}

static bool any_seat(const struct known *k, bool (*may)(const struct known *, int))
{
    for (int seat = 0; seat < k->core->seats; seat++) {
        if (may(k, seat))
            return true;
    }
    return false;
}

static bool can_doubt(const struct known *k)
{
    return any_seat(k, may_doubt);
}

static bool can_object(const struct known *k)
{
    return any_seat(k, om_may_object);
}

static bool decide_doubt(struct decision *d, const struct value *v)
{
    struct known k = table_known(d->table, d->by);

    if (!may_doubt(&k, (int)v[0].i))
        return refuse(d, "not_now");
    return ask_table(d, OM_SUBJECT_MATCH, (int)v[0].i, OPINION_YES);
}

static bool decide_object(struct decision *d, const struct value *v)
{
    struct known k = table_known(d->table, d->by);
    int seat = (int)v[0].i;

    if (!om_may_object(&k, seat))
        return refuse(d, "not_now");
    if (option(d->core, OPT_REFEREE) == REFEREE_TRUST)
        return ask_table(d, OM_SUBJECT_RULES, seat, OPINION_NONE);
    return ask_table(d, OM_SUBJECT_RULES, seat, hand(d, seat)->fault ? OPINION_YES : OPINION_NONE);
}

static bool can_go_on(const struct known *k)
{
    const struct om_public *t = k->table;

    return k->core->phase == OM_CHECK && !seats_has(t->ready, k->seat);
}

static bool decide_go_on(struct decision *d, const struct value *v)
{
    struct known k = table_known(d->table, d->by);

    (void)v;
    if (!can_go_on(&k))
        return refuse(d, "not_now");
    EMIT(d, OM_SEAT_READY, NUM(d->by));
    return true;
}

/* Everyone whose word lies open in the reading and is the same as this seat's. */
static seat_set same_in_question(const struct decision *d, int seat)
{
    struct str word = word_str(&hand(d, seat)->word);
    seat_set same = SEAT(seat);

    for (int other = 0; other < d->core->seats; other++) {
        if (om_in_question(board(d), other) &&
            word_same(word, word_str(&hand(d, other)->word), (enum language)d->core->language))
            same |= SEAT(other);
    }
    return same;
}

/* OM-15: a word that broke a rule matches nobody, whoever wrote it. If it is the one being read,
 * the other cards that joined it go back. */
static void strike(struct decision *d, seat_set same, bool erase)
{
    const struct om_public *t = board(d);

    FOR_SEATS (seat, same)
        EMIT(d, OM_WORD_STRUCK, NUM(seat), NUM(erase));
    if (!seats_has(same, t->reader))
        return;
    FOR_SEATS (seat, t->joined & (seat_set)~same)
        EMIT(d, OM_CARD_RETURNED, NUM(seat));
}

static void decided(struct decision *d, const struct ballot *b, bool yes, bool rider)
{
    const struct om_public *t = board(d);
    int seat = b->about;

    if (b->subject == OM_SUBJECT_RULES) {
        if (!om_in_question(t, seat) || seats_has(t->cleared, seat))
            return; /* settled meanwhile, together with an equal word */
        seat_set same = same_in_question(d, seat);
        const struct om_seat *it = hand(d, seat);
        words_fault_ruled(d, (enum fault)it->fault, word_str(&it->word), word_str(&it->with), yes);
        if (yes) {
            strike(d, same, rider);
            return;
        }
        FOR_SEATS (equal, same)
            EMIT(d, OM_WORD_CLEARED, NUM(equal));
        return;
    }
    if (!seats_has(om_holders(t, d->core), seat))
        return;
    words_ruled(d, RULED_MATCH, word_str(&hand(d, t->reader)->word), word_str(&t->shown[seat]),
                yes);
    if (yes && !seats_has(t->struck, t->reader))
        EMIT(d, OM_CARD_JOINED, NUM(seat), TEXT(word_str(&t->shown[seat])), NUM(2));
    else
        EMIT(d, OM_CARD_RETURNED, NUM(seat));
}

/* ---- the flow ---- */

static seat_set awaits(const struct known *k)
{
    const struct om_public *t = k->table;

    switch (k->core->phase) {
    case OM_START:
    case OM_WRITE:
        return seats_active(k->core) & ~finished(t);
    case OM_READ: {
        seat_set open = om_undeclared(t, k->core);

        FOR_SEATS (seat, open) { /* a claim has been made: now the table is asked */
            if (vote_pending(k->core, OM_SUBJECT_MATCH, seat))
                open &= (seat_set)~SEAT(seat);
        }
        return open;
    }
    default:
        return seats_active(k->core) & (seat_set)~t->ready;
    }
}

static void follow(struct decision *d)
{
    if (votes_open(d->core) || table_waiting(d->table))
        return;
    switch (d->core->phase) {
    case OM_START:
        lay_start_words(d);
        return;
    case OM_WRITE:
        start_reading(d);
        return;
    case OM_READ:
        begin_check(d);
        return;
    default:
        settle_card(d);
    }
}

static const char *check(const struct setup *s)
{
    if (s->option[OM_FREE] && s->option[OM_LETTERS_ONLY])
        return "free_and_letters"; /* OM-24 excludes OM-23 */
    return NULL;
}

static bool harder(struct setup *s)
{
    if (s->seats < 3 || s->option[OM_LEVEL] >= 4)
        return false;
    s->option[OM_LEVEL]++;
    return true;
}

/* ---- random play ---- */

/* Players try to think alike. Where no letter helps them, most have the same corner of the
 * vocabulary in mind, or a full table would hardly ever match. */
static char initial_in_mind(const struct known *k, struct sampler *s)
{
    const struct om_public *t = k->table;

    if (k->core->phase == OM_START && !option(k->core, OM_FREE))
        return (char)('A' + t->letter[k->seat]);
    if (k->core->phase == OM_WRITE && om_letter_counts(t, k->core))
        return (char)('A' + t->token[t->round]);
    return sampler_below(s, 4) ? (char)('A' + (t->round * 7 + t->gems) % 26) : 0;
}

static bool sample_word(const struct known *k, struct sampler *s, struct value *v)
{
    enum { LETTERS = 7 };
    char initial = initial_in_mind(k, s);
    struct str word = sampler_word(s, initial);

    if (sampler_below(s, 32) == 0) { /* the vocabulary may lie on the table already */
        for (int i = 0; i < LETTERS; i++)
            s->list[0][i] = (char)('A' + sampler_below(s, 26));
        if (initial)
            s->list[0][0] = initial;
        word = str_n(s->list[0], LETTERS);
    }
    v[0] = TEXT(word);
    v[1] = NUM(word_parts(word) > 1);
    v[2] = NUM(sampler_below(s, 4) != 0);
    return true;
}

static bool sample(const struct known *k, int action, struct sampler *s, struct value *v)
{
    bool (*may)(const struct known *, int) = NULL;

    switch (action) {
    case OM_ACT_WRITE:
        return sample_word(k, s, v);
    case OM_ACT_DOUBT:
        may = may_doubt;
        break;
    case OM_ACT_OBJECT:
        may = om_may_object;
        break;
    default:
        return false;
    }
    int from = (int)sampler_below(s, k->core->seats);
    for (int i = 0; i < k->core->seats; i++) {
        int seat = (from + i) % k->core->seats;
        if (may(k, seat)) {
            v[0] = NUM(seat);
            return true;
        }
    }
    return false;
}

/* ---- tables ---- */

static const char *const phases[] = {"start", "write", "read", "check", NULL};
static const char *const subjects[] = {"skip", "match", "rules", NULL};
static const char *const decks[] = {[OM_DECK_START_WORDS] = "start-words", NULL};
static const char *const chances[] = {"letter:letter", "token:letter*", "side:letter|question",
                                      "hint:int*", NULL};

static const struct action_spec actions[] = {
    {"write", "word:text* name:bool?* insist:bool?", BY_SEAT, can_write, decide_write, 16},
    {"take_back", "", BY_SEAT, can_take_back, decide_take_back, 1},
    {"hint", "", BY_SEAT, can_hint, decide_hint, 1},
    {"claim", "", BY_SEAT, can_claim, decide_claim, 2},
    {"decline", "", BY_SEAT, can_decline, decide_decline, 8},
    {"doubt", "seat:seat", BY_SEAT, can_doubt, decide_doubt, 1},
    {"object", "seat:seat", BY_SEAT, can_object, decide_object, 1},
    {"go_on", "", BY_SEAT, can_go_on, decide_go_on, 16},
    {0},
};

static const struct option_spec options[] = {
    {"level", OPTION_CHOICE, 0, 4, 0, "normal|advanced|pros|champions|one_mind"},
    {"no_animals", OPTION_BOOL, 0, 1, 0, NULL},
    {"letters_only", OPTION_BOOL, 0, 1, 0, NULL},
    {"free", OPTION_BOOL, 0, 1, 0, NULL},
    {"write_time", OPTION_INT, 0, 600, 0, NULL},
    {"read_time", OPTION_INT, 0, 300, 0, NULL},
    {"check_time", OPTION_INT, 0, 60, 5, NULL},
    {0},
};

const struct game onemind = {
    .id = "onemind",
    .edition = 1,
    .min_seats = 2,
    .max_seats = OM_SEATS,
    .public_layout = &om_public_layout,
    .seat_layout = &om_seat_layout,
    .secret_layout = &om_secret_layout,
    .phases = phases,
    .subjects = subjects,
    .actions = actions,
    .facts = om_facts,
    .options = options,
    .chances = chances,
    .decks = decks,
    .check = check,
    .open = open_table,
    .follow = follow,
    .decided = decided,
    .awaits = awaits,
    .view = om_view,
    .own = om_own,
    .harder = harder,
    .sample = sample,
    .think = om_think,
    .opinion = om_opinion,
    .hints = om_hints,
    .figures = om_figures,
    .measure = om_measure,
};
