/* One Mind: start words, the toss, and words written in secret (rules OM-2 to OM-10). */
#include "onemind.h"

/* ---- the bag and the toss ---- */

/* 23 letters have a token: each language lacks the three that it begins words with least. */
static uint64_t bag(const struct decision *d)
{
    static const char no_token[][4] = {[LANG_EN] = "QXY", [LANG_DE] = "QXY", [LANG_FR] = "KWX"};
    const struct om_secret *secret = decision_secret(d);
    uint64_t letters = (1u << 26) - 1;

    for (const char *c = no_token[d->core->language]; *c; c++)
        letters &= ~(UINT64_C(1) << (*c - 'A'));
    return letters & ~(uint64_t)secret->drawn;
}

void om_open_table(struct decision *d)
{
    uint64_t letters = bag(d);

    EMIT(d, om_gems_placed, .gems = om_gems(d->core->seats, option(d->core, OM_LEVEL)));
    for (int seat = 0; seat < d->core->seats && !option(d->core, OM_FREE); seat++) {
        int letter = chance_pick(d, OM_CHANCE_LETTER, &letters, 26);

        letters &= ~(UINT64_C(1) << letter);
        EMIT(d, om_letter_drawn, .seat = seat, .letter = letter);
    }
    phase_begin(d, OM_START, option(d->core, OM_WRITE_TIME));
}

void om_begin_round(struct decision *d, int round)
{
    seat_set written = om_finished(om_board(d));

    EMIT(d, om_round_began, .round = round);
    if (written)
        TELL(d, written, om_word_dropped);
    if (!option(d->core, OM_FREE)) {
        uint64_t letters = bag(d);
        int letter = chance_pick(d, OM_CHANCE_TOKEN, &letters, 26);
        bool question = !option(d->core, OM_LETTERS_ONLY) && chance_below(d, OM_CHANCE_SIDE, 2);

        EMIT(d, om_token_drawn, .letter = letter);
        if (question)
            EMIT(d, om_question_tossed);
        else
            EMIT(d, om_letter_tossed, .letter = letter);
    }
    phase_begin(d, OM_WRITE, option(d->core, OM_WRITE_TIME));
}

/* ---- start words ---- */

void om_lay_start_words(struct decision *d)
{
    const struct om_public *t = om_board(d);
    bool any = false;

    FOR_SEATS (seat, om_finished(t) & seats_active(d->core)) {
        if (om_start_lies(t, seat))
            continue;
        EMIT(d, om_start_laid, .seat = seat, .word = word_str(&om_hand(d, seat)->word));
        om_tell_gloss(d, seat);
        any = true;
    }
    if (any)
        phase_begin(d, OM_LOOK, option(d->core, OM_CHECK_TIME));
    else
        om_begin_round(d, 1);
}

/* ---- writing ---- */

bool om_may_write(const struct om_public *t, const struct core *c, int seat)
{
    return c->phase == OM_WRITE || (c->phase == OM_START && !om_start_lies(t, seat));
}

CAN(om_write)
{
    return om_may_write(k->table, k->core, k->seat);
}

struct word_rules om_rules(const struct om_public *t, const struct core *c, int seat,
                           struct om_lying *lying)
{
    struct word_rules rules = {.no_animals = option(c, OM_NO_ANIMALS),
                               .on_table = lying->word,
                               .languages = lying->language,
                               .foreign = true,
                               .initial = om_initial(t, c, seat),
                               .language = om_language(t, c, seat)};

    /* No row is before the start words: nothing but the letter holds for them (OM-2). */
    for (int row = 0; row < t->round; row++) {
        for (int place = 0; place < t->laid[row]; place++) {
            const struct om_card *card = &t->card[row][place];

            if (card->flags & OM_ERASED)
                continue;
            lying->word[rules.n_on_table] = word_str(&card->word);
            lying->language[rules.n_on_table++] = (uint8_t)om_language(t, c, card->seat);
        }
    }
    return rules;
}

DECIDE(om_write)
{
    struct om_lying lying;
    struct word_rules rules = om_rules(om_board(d), d->core, d->by, &lying);
    struct word word;
    struct judgement judgement;

    if (!om_may_write(om_board(d), d->core, d->by))
        return refuse(d, "not_now");
    if (!words_accept(d, a->word, a->name, a->insist, &rules, &word, &judgement))
        return false;
    TELL(d, SEAT(d->by), om_word_written, .word = word_str(&word), .name = a->name,
         .fault = judgement.fault, .with = word_str(&judgement.with));
    EMIT(d, om_seat_finished, .seat = d->by);
    return true;
}

CAN(om_take_back)
{
    const struct om_public *t = k->table;

    assert(k->seat != NO_SEAT); /* of a seat's action */
    return om_write_can(k) && t->finished[k->seat];
}

DECIDE(om_take_back)
{
    if (!decision_can(d, om_take_back_can))
        return false;
    TELL(d, SEAT(d->by), om_word_dropped);
    EMIT(d, om_seat_reopened, .seat = d->by);
    return true;
}

CAN(om_hint)
{
    return k->core->phase == OM_START && om_write_can(k);
}

/* The words of a deck that may be written here; false: there is none. */
static bool fitting_words(const struct decision *d, const struct deck *deck,
                          const struct word_rules *rules, uint64_t fitting[DECK_SET])
{
    bool any = false;

    for (int i = 0; deck && i < deck->entries; i++) {
        struct word word;

        /* Most have another letter: they need not be read. */
        if (rules->initial && word_initial(deck->entry[i].text) != rules->initial)
            continue;
        if (word_set(&word, deck->entry[i].text) != WORD_OK)
            continue;
        if (!words_judge(d->world->lexicon, (enum language)d->core->language, word_str(&word),
                         false, rules)
                 .fault) {
            deck_set_add(fitting, i);
            any = true;
        }
    }
    return any;
}

/* A start word for a player who is stuck: one that may be written here, from the table's pack, or
 * from the everyday one where a letter is too rare for the pack. */
DECIDE(om_hint)
{
    const struct deck *deck = decision_deck(d, OM_DECK_START_WORDS + option(d->core, OM_PACK));
    struct known k = table_known(d->table, d->by);
    struct om_lying lying;
    const struct word_rules rules = om_rules(om_board(d), d->core, d->by, &lying);
    enum language own = om_language(om_board(d), d->core, d->by);
    uint64_t fitting[DECK_SET] = {0};

    if (!om_hint_can(&k))
        return refuse(d, "not_now");
    if (!fitting_words(d, deck, &rules, fitting)) {
        deck = decision_deck(d, OM_DECK_START_WORDS);
        if (!fitting_words(d, deck, &rules, fitting))
            return refuse(d, "no_hint");
    }
    int pick = chance_pick(d, OM_CHANCE_HINT, fitting, deck->entries);
    struct word gloss = {0};
    /* T-2: the deck is in the table's language; who writes in another is told the word there. */
    lexicon_translate(d->world->lexicon, (enum language)d->core->language, deck->entry[pick].text,
                      own, &gloss);
    TELL(d, SEAT(d->by), om_start_hinted, .entry = pick, .word = deck->entry[pick].text,
         .gloss = word_str(&gloss));
    return true;
}
