/* One Round?: how a bot plays. A clue is worth how likely people who hear it point at its gap;
 * whoever guesses points at the likeliest one. */
#include "oneround.h"

#include "rules/bot.h"
#include "rules/core_facts.h"
#include "rules/tally.h"

/* Milliseconds a person takes. */
enum { TO_START = 6000, TO_TURN = 1500, TO_CLUE = 9000, TO_POINT = 4000, TO_LOCK = 3000 };
enum { TO_OBJECT = 8000, SAND_LEFT = 2500 };
/* What the last card was is looked at before the next one. */
enum { LOOK_BACK = 4000 };
/* Bots let people speak first: some have not pointed; somebody is still thinking (OR-8). */
enum { TO_POINT_FIRST = 20000, TO_DECIDE = 60000 };

static const struct or_public *table_of(const struct known *k)
{
    return k->table;
}

static int words_of(const struct or_public *t, struct str out[OR_CIRCLE])
{
    for (int i = 0; i < t->cards_on_circle; i++)
        out[i] = word_str(&t->circle[i].word);
    return t->cards_on_circle;
}

static void name_gap(struct thinking *t, const struct or_public *table, int gap)
{
    int next = (gap + 1) % table->cards_on_circle;

    bot_because_text(t, "a", word_str(&table->circle[gap].word));
    bot_because_text(t, "b", word_str(&table->circle[next].word));
}

/* ---- the clue ---- */

/* OR-22: only names. A lexicon without them has nothing better than a word that is said to be one.
 */
static bool names_only(const struct thinking *t)
{
    return table_of(t->known)->only == OR_NAMES;
}

/* OR-22: a challenge may ask for a kind of word, a letter or a theme. */
static bool may_say(const struct thinking *t, const struct word_rules *rules, struct str word)
{
    const struct lexicon *l = t->lexicon;
    const struct or_seat *me = t->known->mine;

    return !or_names_colour(t->lang, word, me->card) &&
           !words_judge(l, t->lang, word, names_only(t), rules).fault &&
           !or_own_fault(table_of(t->known), l, t->lang, word);
}

static struct mind_wish wish_of(const struct thinking *t, const struct word_rules *rules)
{
    struct mind_wish wish = {.initial = rules->initial};

    if (names_only(t))
        wish.kinds = 1u << KIND_NAME;
    else if (rules->of_kind)
        wish.kinds = 1u << rules->kind;
    return wish;
}

enum { EACH = 40, CLUES = 3 * EACH };

struct clues {
    struct thought thought[CLUES];
    float worth[CLUES];
    int n;
};

static bool has(const struct clues *c, struct str word)
{
    for (int i = 0; i < c->n; i++) {
        if (str_eq(word_str(&c->thought[i].word), word))
            return true;
    }
    return false;
}

static void add_clues(const struct thinking *t, const struct str *cues, int n,
                      struct mind_wish wish, struct clues *out)
{
    struct thought found[EACH];
    int many = bot_associate(t, cues, n, wish, table_of(t->known)->drawn, found, EACH);

    for (int i = 0; i < many; i++) {
        if (!has(out, word_str(&found[i].word)))
            out->thought[out->n++] = found[i];
    }
}

/* What comes to mind for both sides of a gap, or for one of them: with a clue that everybody says
 * to one side, every second guess is right. With a theme, that counts too. */
static void think_of_clues(const struct thinking *t, const struct word_rules *rules, int gap,
                           struct clues *out)
{
    const struct or_public *table = table_of(t->known);
    int next = (gap + 1) % table->cards_on_circle;
    struct str a = word_str(&table->circle[gap].word), b = word_str(&table->circle[next].word);
    struct str theme = phrase_str(&table->theme), word, about = {0};
    struct mind_wish wish = wish_of(t, rules);

    while (str_word(&theme, &word)) /* the last word of a theme says most: fairy TALES */
        about = word;
    int themes = about.len > 0;
    out->n = 0;
    for (int twice = 0; twice < 2 && out->n == 0; twice++) {
        add_clues(t, (struct str[]){a, b, about}, 2 + themes, wish, out);
        add_clues(t, (struct str[]){a, about}, 1 + themes, wish, out);
        add_clues(t, (struct str[]){b, about}, 1 + themes, wish, out);
        if (!names_only(t))
            return;
        wish.kinds = 0; /* a lexicon without names */
    }
}

/* The best clues first; whether they may be said is not looked at. */
static void rank_clues(const struct thinking *t, int gap, struct clues *c)
{
    static const float SURE = 3, WHIM = .5f;
    const struct or_public *table = table_of(t->known);
    struct str clues[CLUES], circle[OR_CIRCLE];
    float chances[CLUES * OR_CIRCLE];
    int n = words_of(table, circle);

    for (int i = 0; i < c->n; i++)
        clues[i] = word_str(&c->thought[i].word);
    t->mind->gaps(t->mind, t->lang, clues, c->n, circle, n, chances);
    for (int i = 0; i < c->n; i++)
        c->worth[i] = SURE * bot_lead(chances + i * n, n, gap) +
                      WHIM * t->nature.temper * bot_whim(t, clues[i], table->drawn);
    for (int i = 1; i < c->n; i++) {
        struct thought it = c->thought[i];
        float worth = c->worth[i];
        int at = i;

        for (; at > 0 && c->worth[at - 1] < worth; at--) {
            c->thought[at] = c->thought[at - 1];
            c->worth[at] = c->worth[at - 1];
        }
        c->thought[at] = it;
        c->worth[at] = worth;
    }
}

/* The best clues that may be said; how many there are. */
static int find_clues(const struct thinking *t, const struct word_rules *rules, int gap,
                      struct word *out, int most)
{
    struct clues c;
    int found = 0;

    think_of_clues(t, rules, gap, &c);
    rank_clues(t, gap, &c);
    for (int i = 0; i < c.n && found < most; i++) {
        if (may_say(t, rules, word_str(&c.thought[i].word)))
            out[found++] = c.thought[i].word;
    }
    return found;
}

/* Better a word that leads nowhere than none: a life less is certain, a wrong gap is not. */
static bool any_clue(const struct thinking *t, const struct word_rules *rules, struct word *out,
                     bool *insist)
{
    enum { TRIES = 8 };
    uint64_t salt = table_of(t->known)->drawn;

    for (int i = 0; i < TRIES; i++) {
        if (!bot_any_word(t, rules, salt + (uint64_t)(i * OR_CARDS), out, insist))
            return false;
        if (may_say(t, rules, word_str(out)))
            return true;
    }
    *insist = true; /* what only this game has against a word is never certain */
    return true;
}

static bool think_clue(const struct known *k, struct thinking *t)
{
    const struct or_public *table = table_of(k);
    const struct or_seat *me = k->mine;
    struct str on_table[OR_CIRCLE];
    struct word_rules rules = or_clue_rules(table, names_only(t), on_table);
    int gap = or_gap(table, me->card);
    bool insist = false;
    struct word word;

    if (!or_clue_can(k))
        return false;
    bool known = find_clues(t, &rules, gap, &word, 1) > 0;
    if (!known && !any_clue(t, &rules, &word, &insist))
        return false;
    BOT_DO(t, or_clue, .word = bot_text(t, word_str(&word)).s, .name = names_only(t),
           .insist = insist);
    bot_because(t, known ? "link" : "no_idea", OR_CARD_PLACED);
    name_gap(t, table, gap);
    bot_because_text(t, "word", word_str(&word));
    bot_when(t, k->core->since, TO_CLUE, OR_ACT_CLUE);
    /* OR-14: the sand that has run through is the team's time. */
    if (or_overtime(table, or_team(k->core, k->seat)) && table->timed &&
        k->core->phase == OR_CLUE && k->core->deadline)
        t->move->at = k->core->deadline - SAND_LEFT;
    return true;
}

/* ---- guessing ---- */

/* The gap a clue seems to link; `sure` tells whether there was anything to go by. */
static int best_gap(const struct known *k, const struct thinking *t, bool *sure)
{
    const struct or_public *table = table_of(k);
    struct str circle[OR_CIRCLE] = {{0}}, clue = word_str(&table->clue);
    static const float SURE = 4, WHIM = .25f;
    float chances[OR_CIRCLE], best = 0;
    int n = words_of(table, circle), pick = -1;

    *sure = false;
    t->mind->gaps(t->mind, t->lang, &clue, 1, circle, n, chances);
    for (int gap = 0; gap < n; gap++) {
        /* A whim about each of the two links; neighbouring gaps share one. */
        float whim = bot_whim(t, circle[gap], table->drawn) +
                     bot_whim(t, circle[(gap + 1) % n], table->drawn);
        float score = SURE * bot_log_odds(chances[gap]) + WHIM * t->nature.temper * whim;

        *sure = *sure || chances[gap] > 0;
        if (k->core->phase == OR_STEAL && gap == table->tried)
            continue;
        if (pick < 0 || score > best) {
            pick = gap;
            best = score;
        }
    }
    return pick;
}

/* When somebody last pointed, or the guess began; a vote about the clue begins it anew. */
static int64_t quiet_since(const struct known *k)
{
    const struct or_public *table = table_of(k);
    int64_t since = k->core->since;

    since = table->asked_at > since ? table->asked_at : since;
    return table->pointed_at > since ? table->pointed_at : since;
}

static bool point(const struct known *k, struct thinking *t, int gap, int milliseconds)
{
    BOT_DO(t, or_point, .gap = gap);
    bot_when(t, quiet_since(k), milliseconds, OR_ACT_POINT);
    return true;
}

static seat_set people_who_guess(const struct known *k)
{
    return or_voices(table_of(k), k->core) & seats_people(k->core);
}

static bool people_have_pointed(const struct known *k)
{
    FOR_SEATS (seat, people_who_guess(k)) {
        if (!table_of(k)->point[seat])
            return false;
    }
    return true;
}

/* Where a bot would agree: with most of the people, or among themselves with most of the bots. */
static int agreeable_gap(const struct known *k)
{
    seat_set people = people_who_guess(k);

    return people ? or_most_of(table_of(k), k->core, people) : or_most(table_of(k), k->core);
}

/* OR-8: everyone points, bots after people, and shows what they think; then bots move to where most
 * people point (a tie: where the player on the right does). A bot on the right hand decides nothing
 * that people could still settle: locked and divided, its gap counts by itself, and over somebody
 * who is still thinking it waits long. */
static bool think_guess(const struct known *k, struct thinking *t)
{
    const struct or_public *table = table_of(k);
    bool sure;

    if (!or_guessing(k->core) || !seats_has(or_guessers(table, k->core), k->seat) ||
        or_objecting(table, k->core))
        return false;
    if (!table->point[k->seat]) {
        int gap = best_gap(k, t, &sure);

        point(k, t, gap, people_have_pointed(k) ? TO_POINT : TO_POINT_FIRST);
        bot_because(t, sure ? "guess" : "no_idea", OR_CARD_PLACED);
        name_gap(t, table, gap);
        bot_because_text(t, "word", word_str(&table->clue));
        return true;
    }
    if (or_all_point(table, k->core)) {
        int most = agreeable_gap(k);

        if (most != OR_NOWHERE && table->point[k->seat] != most + 1)
            return point(k, t, most, TO_LOCK);
        if (!seats_has(table->locked, k->seat)) {
            BOT_DO(t, or_lock);
            bot_when(t, quiet_since(k), TO_LOCK, OR_ACT_LOCK);
            return true;
        }
    }
    if (or_decider(table, k->core) != k->seat || or_divided(table, k->core) ||
        !(table->word_free || or_most_point(table, k->core)))
        return false;
    BOT_DO(t, or_decide);
    bot_when(t, quiet_since(k), TO_DECIDE, OR_ACT_DECIDE);
    return true;
}

/* ---- the rest ---- */

static bool think_start(const struct known *k, struct thinking *t)
{
    const struct or_public *table = table_of(k);
    int number = or_start_missing(table, k->core, k->seat);
    struct str on_table[OR_CIRCLE];
    struct word_rules rules = {.on_table = on_table, .n_on_table = words_of(table, on_table)};
    bool insist;
    struct word word;

    if (number < 0)
        return false;
    if (!bot_any_word(t, &rules, (uint64_t)number, &word, &insist))
        return false;
    BOT_DO(t, or_write_start, .word = bot_text(t, word_str(&word)).s, .insist = insist);
    bot_when(t, k->core->since, TO_START, (uint64_t)number);
    return true;
}

static bool think_turn(const struct known *k, struct thinking *t)
{
    if (or_turner(table_of(k), k->core) != k->seat || or_missing(table_of(k), k->core))
        return false;
    bool shown = table_of(k)->drawn && seats_people(k->core);

    BOT_DO(t, or_turn_timer);
    bot_when(t, k->core->since + (shown ? LOOK_BACK : 0), TO_TURN, OR_ACT_TURN_TIMER);
    return true;
}

/* OR-6: what is certain, and a clue that names a number or a place. */
static bool breaks_rule(const struct thinking *t)
{
    const struct or_public *table = table_of(t->known);
    struct str on_table[OR_CIRCLE], clue = word_str(&table->clue);
    bool name = names_only(t) || word_parts(clue) > 1;
    struct word_rules rules = or_clue_rules(table, name, on_table);
    struct judgement r = words_judge(t->lexicon, t->lang, clue, name, &rules);

    return (r.fault && r.certain) || or_hint(t->lang, clue);
}

static bool think_object(const struct known *k, struct thinking *t)
{
    if (!or_may_object_to_clue(k) || !breaks_rule(t))
        return false;
    BOT_DO(t, or_object, .why = OR_OBJECT_CLUE);
    bot_when(t, k->core->since, TO_OBJECT, OR_ACT_OBJECT);
    return true;
}

bool or_think(const struct known *k, struct thinking *t)
{
    switch (k->core->phase) {
    case OR_WORDS:
        return think_start(k, t);
    case OR_TURN:
        return think_turn(k, t);
    case OR_GUESS:
        return think_object(k, t) || think_guess(k, t);
    case OR_STEAL:
        return think_guess(k, t);
    default:
        return think_clue(k, t);
    }
}

/* Whether a card was seen by accident only people can tell: bots believe them. */
enum opinion or_opinion(const struct known *k, const struct ballot *b, struct thinking *t)
{
    (void)k;
    if (b->subject == OR_SUBJECT_SEEN)
        return OPINION_YES;
    return breaks_rule(t) ? OPINION_YES : OPINION_NO;
}

int or_bot_hints(const struct known *k, struct thinking *t, struct word *out, int most)
{
    const struct or_public *table = table_of(k);
    const struct or_seat *me = k->mine;
    struct str on_table[OR_CIRCLE];
    struct word_rules rules = or_clue_rules(table, names_only(t), on_table);

    return or_clue_can(k) ? find_clues(t, &rules, or_gap(table, me->card), out, most) : 0;
}

/* ---- figures ---- */

enum { RIGHT, RIGHT_AT_TEN, WON, NO_CLUE };

const char *const or_figures[] = {[RIGHT] = "placed_right",
                                  [RIGHT_AT_TEN] = "placed_right_at_ten",
                                  [WON] = "won",
                                  [NO_CLUE] = "without_clue",
                                  NULL};

void or_measure(const struct known *k, const struct fact *f, struct tally *out)
{
    const struct or_public *t = table_of(k);

    switch (f->kind) {
    case OR_GUESS_JUDGED:
        tally_add(out, RIGHT, FACT_AS(or_guess_judged, f).right, 1);
        /* The card has been placed in the same record, unless it may be stolen. */
        if (t->cards_on_circle - (k->core->phase != OR_STEAL) == 10)
            tally_add(out, RIGHT_AT_TEN, FACT_AS(or_guess_judged, f).right, 1);
        tally_add(out, NO_CLUE, 0, 1);
        return;
    case OR_CARD_DISCARDED:
        tally_add(out, NO_CLUE, FACT_AS(or_card_discarded, f).why == 0, 1);
        return;
    case GAME_ENDED:
        tally_add(out, WON, FACT_AS(core_game_ended, f).outcome == OUTCOME_WON, 1);
        return;
    default:
        return;
    }
}
