/* One Mind: how a bot plays. It looks for the word that the others would find too: near to all that
 * lies open, nearest to what several wrote already, and common. */
#include "onemind.h"

#include "rules/bot.h"
#include "rules/core_facts.h"
#include "rules/tally.h"
#include "rules/vote.h"

/* Milliseconds a person takes. */
enum { TO_WRITE = 11000, TO_ANSWER = 2600, TO_LOOK = 1600 };

static const struct om_public *table_of(const struct known *k)
{
    return k->table;
}

/* ---- writing ---- */

/* OM-5, OM-16: the open words; one that several wrote weighs as often, for there a theme emerges.
 */
static int open_words(const struct om_public *t, const struct core *c, enum language lang,
                      struct str out[MIND_CUES])
{
    int row = om_linked_row(t), n = 0;

    for (int place = 0; place < t->laid[row]; place++) {
        const struct om_card *top = &t->card[row][place];

        struct str word = om_said_in(t, c, row, place, lang);
        if (!om_open(t, row, place) || !word.len)
            continue;
        for (int other = 0; other < t->laid[row] && n < MIND_CUES; other++) {
            if (t->card[row][other].stack == top->stack)
                out[n++] = word;
        }
    }
    return n;
}

/* What this group met at in earlier rounds: one word of each stack. */
static int agreed(const struct om_public *t, const struct core *core, enum language lang,
                  struct str out[MIND_CUES])
{
    int n = 0;

    for (int row = 0; row + 1 < t->round; row++) {
        for (int place = 0; place < t->laid[row] && n < MIND_CUES; place++) {
            const struct om_card *c = &t->card[row][place];

            if (c->stack == place || c->stack >= t->laid[row])
                continue;
            out[n] = om_said_in(t, core, row, c->stack, lang);
            n += out[n].len > 0;
        }
    }
    return n;
}

/* The two words it came from: what the others would like to know afterwards. */
static void explain(struct thinking *t, struct str word, const struct str *cues, int n)
{
    static const float LEARNED = 1;
    struct str liked[MIND_CUES];
    int first = -1, second = -1,
        habits = agreed(table_of(t->known), t->known->core, t->lang, liked);
    float near[MIND_CUES];

    for (int i = 0; i < n; i++) {
        near[i] = t->mind->closeness(t->mind, t->lang, word, cues[i]);
        if (first >= 0 && word_same(cues[i], cues[first], t->lang))
            continue;
        if (first < 0 || near[i] > near[first]) {
            second = first;
            first = i;
        } else if (second < 0 || near[i] > near[second]) {
            second = i;
        }
    }
    bool both = second >= 0 && near[second] > 0 && !word_same(cues[first], cues[second], t->lang);
    bot_because(t, both ? "link" : "thought", OM_ROUND_BEGAN);
    bot_because_text(t, "a", first >= 0 ? cues[first] : STR("?"));
    if (both)
        bot_because_text(t, "b", cues[second]);
    bot_because_text(t, "word", word);
    /* What it has learned about this group, where that spoke for the word. */
    for (int i = habits - 1; i >= 0; i--) {
        if (t->mind->closeness(t->mind, t->lang, word, liked[i]) < LEARNED)
            continue;
        t->move->why.key = both ? "link_learned" : "thought_learned";
        bot_because_text(t, "with", liked[i]);
        break;
    }
}

static uint64_t salt_of(const struct om_public *t)
{
    return UINT64_C(0x6f6d) + t->round;
}

/* Things come to mind before deeds and properties; where no thing fits, anything does. */
static bool link_words(struct thinking *t, const struct word_rules *rules, const struct str *cues,
                       int n, struct word *out)
{
    struct thought thoughts[MIND_THOUGHTS];
    struct mind_wish wish = {
        .initial = rules->initial, .kinds = 1u << KIND_NOUN, .no_animals = rules->no_animals};
    struct str liked[MIND_CUES];
    uint64_t salt = salt_of(table_of(t->known));

    wish.n_liked = agreed(table_of(t->known), t->known->core, t->lang, liked);
    wish.liked = liked;
    for (int pass = 0; pass < 2; pass++) {
        int found = bot_associate(t, cues, n, wish, salt, thoughts, MIND_THOUGHTS);
        int at = bot_first_lawful(t, thoughts, found, rules);

        if (at >= 0) {
            *out = thoughts[at].word;
            return true;
        }
        wish.kinds = 0;
    }
    return false;
}

/* T-2: the deck is in the table's language; a bot that writes in another one says it in that. */
static bool start_from(const struct thinking *t, struct str text, struct word *out)
{
    enum language table = (enum language)t->known->core->language;

    if (t->lang == table)
        return word_set(out, text) == WORD_OK;
    return lexicon_translate(t->lexicon, table, text, t->lang, out);
}

static bool start_of_deck(const struct thinking *t, const struct deck *deck,
                          const struct word_rules *rules, struct word *out)
{
    struct rng r = bot_rng(t, (uint64_t)rules->initial);
    int from = deck ? (int)rng_below(&r, (uint32_t)deck->entries) : 0;
    struct str struck = om_word(table_of(t->known), t->known->seat); /* not that one again */

    for (int i = 0; deck && i < deck->entries; i++) {
        struct str text = deck->entry[(from + i) % deck->entries].text;

        if (start_from(t, text, out) && bot_lawful(t, word_str(out), rules) &&
            !word_same(word_str(out), struck, t->lang))
            return true;
    }
    return false;
}

/* OM-2: a start word of the table's pack, else an everyday one, or any. One that was struck still
 * lies on its card. */
static bool start_word(struct thinking *t, const struct word_rules *rules, struct word *out,
                       bool *insist)
{
    int pack = OM_DECK_START_WORDS + option(t->known->core, OM_PACK);

    return start_of_deck(t, bot_deck(t, pack), rules, out) ||
           start_of_deck(t, bot_deck(t, OM_DECK_START_WORDS), rules, out) ||
           bot_any_word(t, rules, salt_of(table_of(t->known)), out, insist);
}

static bool think_write(const struct known *k, struct thinking *t)
{
    const struct om_public *table = table_of(k);
    struct str cues[MIND_CUES];
    struct om_lying lying;
    struct word_rules rules = om_rules(table, k->core, k->seat, &lying);
    bool insist = false;
    struct word word;

    if (table->finished[k->seat] || !om_may_write(table, k->core, k->seat))
        return false;
    int n = table->round ? open_words(table, k->core, t->lang, cues) : 0;
    if (n && link_words(t, &rules, cues, n, &word))
        explain(t, word_str(&word), cues, n);
    else if (!(table->round == 0 ? start_word(t, &rules, &word, &insist)
                                 : bot_any_word(t, &rules, salt_of(table), &word, &insist)))
        return false;
    BOT_DO(t, om_write, .word = bot_text(t, word_str(&word)).s, .insist = insist);
    bot_when(t, k->core->since, TO_WRITE, OM_ACT_WRITE);
    return true;
}

/* ---- reading ---- */

static bool alike(const struct thinking *t, int seat_a, struct str a, int seat_b, struct str b)
{
    const struct om_public *table = table_of(t->known);
    const struct core *c = t->known->core;

    return lexicon_likeness(t->lexicon, om_language(table, c, seat_a), a,
                            om_language(table, c, seat_b), b) >= LIKENESS_PROBABLY;
}

/* OM-12, by ear: the table's hint if there was one, else what the own head says. */
static bool think_answer(const struct known *k, struct thinking *t)
{
    const struct om_public *table = table_of(k);
    const struct om_seat *me = k->mine;

    if (!seats_has(om_undeclared(table, k->core), k->seat) ||
        vote_pending(k->core, OM_SUBJECT_MATCH, k->seat) ||
        vote_pending(k->core, OM_SUBJECT_RULES, k->seat))
        return false;
    bool match = me->suggested ? me->suggested >= LIKENESS_PROBABLY
                               : alike(t, table->reader, om_word(table, table->reader), k->seat,
                                       word_str(&me->word));
    if (match && om_claim_can(k))
        BOT_DO(t, om_claim);
    else if (om_decline_can(k))
        BOT_DO(t, om_decline);
    else
        return false;
    bot_when(t, k->core->since, TO_ANSWER, OM_ACT_CLAIM);
    return true;
}

/* OM-15: whether a word that lies open certainly breaks a rule. */
static bool breaks_rule(const struct known *k, const struct thinking *t, int seat)
{
    const struct om_public *table = table_of(k);
    struct om_lying lying;
    struct word_rules rules = om_rules(table, k->core, seat, &lying);
    struct str word = om_word(table, seat);
    struct judgement r =
        words_judge(t->lexicon, rules.language, word, word_parts(word) > 1, &rules);

    return r.fault && r.certain;
}

static bool think_object(const struct known *k, struct thinking *t)
{
    for (int seat = 0; seat < k->core->seats; seat++) {
        if (seat == k->seat || !om_may_object(k, seat) || !breaks_rule(k, t, seat))
            continue;
        BOT_DO(t, om_object, .seat = seat);
        bot_when(t, k->core->since, TO_LOOK, OM_ACT_OBJECT);
        return true;
    }
    return false;
}

static bool think_go_on(const struct known *k, struct thinking *t)
{
    if (seats_has(om_content(table_of(k)), k->seat) || votes_open(k->core))
        return false;
    BOT_DO(t, om_go_on);
    bot_when(t, k->core->since, TO_LOOK, OM_ACT_GO_ON);
    return true;
}

/* T-2: bots spread over the languages, so that a table of mixed ones is one. */
static bool think_speak(const struct known *k, struct thinking *t)
{
    if (!om_speak_can(k) || seats_has(table_of(k)->spoke, k->seat))
        return false;
    BOT_DO(t, om_speak, .language = (k->core->language + k->seat) % LANGUAGES);
    bot_when(t, k->core->since, TO_ANSWER, OM_ACT_SPEAK);
    return true;
}

bool om_think(const struct known *k, struct thinking *t)
{
    t->lang = om_language(table_of(k), k->core, k->seat);
    if (think_speak(k, t))
        return true;
    switch (k->core->phase) {
    case OM_START:
    case OM_WRITE:
        return think_write(k, t);
    case OM_READ:
        return think_answer(k, t);
    case OM_LOOK: /* start words are for people to argue about: a struck one is written anew */
        return think_go_on(k, t);
    default:
        return think_object(k, t) || think_go_on(k, t);
    }
}

enum opinion om_opinion(const struct known *k, const struct ballot *b, struct thinking *t)
{
    const struct om_public *table = table_of(k);
    const struct om_card *row = table->card[table->round];
    struct str with = om_word(table, b->about);
    int whose = b->about;

    if (b->subject == OM_SUBJECT_RULES)
        return breaks_rule(k, t, b->about) ? OPINION_YES : OPINION_NO;
    if (b->subject == OM_SUBJECT_EARLIER) {
        with = word_str(&row[b->topic % OM_SEATS].word);
        whose = row[b->topic % OM_SEATS].seat;
    }
    return alike(t, table->reader, om_word(table, table->reader), whose, with) ? OPINION_YES
                                                                               : OPINION_NO;
}

/* For a start word the table's pack has some: they are of its level. How many. */
static int hints_of_deck(const struct thinking *t, const struct deck *deck,
                         const struct word_rules *rules, struct word *out, int most)
{
    struct rng r = bot_rng(t, (uint64_t)rules->initial);
    int from = deck ? (int)rng_below(&r, (uint32_t)deck->entries) : 0, n = 0;

    for (int i = 0; deck && i < deck->entries && n < most; i++) {
        struct str text = deck->entry[(from + i) % deck->entries].text;

        n += start_from(t, text, &out[n]) && bot_lawful(t, word_str(&out[n]), rules);
    }
    return n;
}

int om_hints(const struct known *k, struct thinking *t, struct word *out, int most)
{
    const struct om_public *table = table_of(k);
    struct str cues[MIND_CUES];
    struct om_lying lying;
    struct word_rules rules = om_rules(table, k->core, k->seat, &lying);
    struct mind_wish wish = {.initial = rules.initial, .no_animals = rules.no_animals};

    if (k->core->phase != OM_START && k->core->phase != OM_WRITE)
        return 0;
    t->lang = rules.language;
    if (!table->round) {
        int pack = OM_DECK_START_WORDS + option(k->core, OM_PACK);
        int found = hints_of_deck(t, bot_deck(t, pack), &rules, out, most);

        return found ? found : bot_hint_words(t, cues, 0, wish, &rules, out, most);
    }
    int n = open_words(table, k->core, t->lang, cues);
    return bot_hint_words(t, cues, n, wish, &rules, out, most);
}

/* ---- figures ---- */

enum { WON, ROUNDS, FIRST_MATCH, MATCHED };

const char *const om_figures[] = {[WON] = "won",
                                  [ROUNDS] = "rounds",
                                  [FIRST_MATCH] = "matched_in_round_1",
                                  [MATCHED] = "matched_a_round",
                                  NULL};

void om_measure(const struct known *k, const struct fact *f, struct tally *out)
{
    const struct om_public *t = table_of(k);

    switch (f->kind) {
    case GAME_ENDED:
        tally_add(out, WON, FACT_AS(core_game_ended, f).outcome == OUTCOME_WON, 1);
        tally_add(out, ROUNDS, t->round, 1);
        tally_add(out, MATCHED, 0, t->round * seats_count(seats_active(k->core)));
        tally_add(out, FIRST_MATCH, 0, seats_count(seats_active(k->core)));
        return;
    case OM_MATCH_MADE:
        tally_add(out, MATCHED, seats_count(FACT_AS(om_match_made, f).seats), 0);
        /* The next round may have begun in the same record. */
        if (t->round - (k->core->phase == OM_WRITE) == 1)
            tally_add(out, FIRST_MATCH, seats_count(FACT_AS(om_match_made, f).seats), 0);
        return;
    default:
        return;
    }
}
