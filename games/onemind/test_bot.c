/* One Mind: what its bot does, on tables made by hand. */
#include "check.h"
#include "dream.h"
#include "onemind.h"
#include "test.h"

#include "rules/bot.h"
#include "rules/registry.h"

#include <string.h>

static struct core core;
static struct om_public table;
static struct om_seat me;
static struct mind mind;
static const struct shelf *shelf;

static void lay(int row, int seat, const char *word)
{
    struct om_card *card = &table.card[row][table.laid[row]];

    *card = (struct om_card){.seat = (uint8_t)seat, .stack = table.laid[row]++};
    word_set(&card->word, str_of(word));
}

/* Four players in round 1; seat 0 thinks. */
static void begin(int phase)
{
    core = (struct core){.seats = 4, .phase = (uint8_t)phase, .since = 1000};
    core.option[OPT_VOTE_TIME] = 30;
    table = (struct om_public){.round = 1, .reader = NO_SEAT};
    table.token[1] = OM_QUESTION;
    me = (struct om_seat){0};
    mind = *dream_mind();
    shelf = NULL;
    lay(0, 0, "SUNFLOWER");
    lay(0, 1, "OCEAN");
    lay(0, 2, "SNOW");
    lay(0, 3, "TRAIN");
}

static bool think(uint64_t seed, struct bot_move *move)
{
    struct known k = {&core, &table, &me, 0};
    struct bot_head head = {.mind = &mind, .shelf = shelf};

    return bot_think(registry_find(STR("onemind")), &k, &(struct bot){BOT_SHARP, seed}, &head,
                     move);
}

void om_4_om_8_a_bot_writes_with_the_letter_and_nothing_of_the_table(void **state)
{
    struct bot_move move;

    (void)state;
    begin(OM_WRITE);
    table.token[1] = 'S' - 'A';
    for (uint64_t seed = 0; seed < 50; seed++) {
        assert_true(think(seed, &move));
        assert_int_equal(move.action, OM_ACT_WRITE);
        assert_int_equal(move.v[0].s.at[0], 'S');
        assert_false(str_is(move.v[0].s, "SUN")); /* in SUNFLOWER */
        assert_false(str_is(move.v[0].s, "SNOW"));
        assert_true(move.at > core.since);
        assert_int_equal(move.why.after, OM_ROUND_BEGAN); /* not before the words lie open */
    }
    table.finished[0] = 1;
    assert_false(think(1, &move));
}

/* The word being read is seat 1's; seat 0 still holds a card. */
static void read_word(const char *mine)
{
    begin(OM_READ);
    lay(1, 1, "SEA");
    table.reader = 1;
    table.read = SEAT(1);
    for (int seat = 0; seat < 4; seat++)
        table.finished[seat] = (uint8_t)(seat + 1);
    word_set(&me.word, str_of(mine));
}

static enum likeness same_idea(const struct lexicon *l, enum language lang, struct str a,
                               struct str b)
{
    (void)l, (void)lang, (void)a, (void)b;
    return LIKENESS_SYNONYM;
}

void om_12_a_bot_claims_by_ear(void **state)
{
    static const int expected[] = {[LIKENESS_NONE] = OM_ACT_DECLINE,
                                   [LIKENESS_NO] = OM_ACT_DECLINE,
                                   [LIKENESS_PROBABLY] = OM_ACT_CLAIM,
                                   [LIKENESS_SYNONYM] = OM_ACT_CLAIM};
    struct lexicon agreeing = lexicon_by_letters;
    struct bot_move move;

    (void)state;
    read_word("WATER");
    for (int like = LIKENESS_NONE; like <= LIKENESS_SYNONYM; like++) {
        me.suggested = (uint8_t)like;
        assert_true(think(3, &move));
        assert_int_equal(move.action, expected[like]);
    }
    me.suggested = LIKENESS_NONE; /* without a hint of the table it asks its own head */
    agreeing.likeness = same_idea;
    mind.lexicon = &agreeing;
    assert_true(think(3, &move));
    assert_int_equal(move.action, OM_ACT_CLAIM);
    table.declined = SEAT(0);
    assert_false(think(3, &move));
}

void om_15_a_bot_objects_to_what_certainly_breaks_a_rule(void **state)
{
    struct bot_move move;

    (void)state;
    read_word("WATER");
    core.phase = OM_CHECK;
    assert_true(think(3, &move));
    assert_int_equal(move.action, OM_ACT_GO_ON);
    word_set(&table.card[1][0].word, STR("OCEAN")); /* lies on the table already */
    assert_true(think(3, &move));
    assert_int_equal(move.action, OM_ACT_OBJECT);
    assert_int_equal(move.v[0].i, 1);
    table.cleared = SEAT(1);
    assert_true(think(3, &move));
    assert_int_equal(move.action, OM_ACT_GO_ON);
}

void om_2_a_bot_never_writes_a_struck_start_word_again(void **state)
{
    struct bot_move move;
    struct word first;

    (void)state;
    begin(OM_START);
    table.round = 0;
    table.laid[0] = 0;
    table.letter[0] = 'B' - 'A';
    shelf = registry_shelf(registry_find(STR("onemind")), LANG_EN);
    assert_true(think(3, &move));
    assert_int_equal(move.action, OM_ACT_WRITE);
    assert_int_equal(word_set(&first, move.v[0].s), WORD_OK);
    lay(0, 0, first.text);
    assert_false(think(3, &move)); /* it lies there */
    table.card[0][0].flags = OM_STRUCK | OM_ERASED;
    assert_true(think(3, &move));
    assert_int_equal(move.action, OM_ACT_WRITE);
    assert_int_equal(move.v[0].s.at[0], 'B');
    assert_false(word_same(move.v[0].s, word_str(&first), LANG_EN));
}

/* Whoever learns the language is given start words of the table's pack, which are of its level. */
void om_2_hints_for_a_start_word_are_of_the_pack(void **state)
{
    const struct book *b = registry_find(STR("onemind"));
    struct bot_head head = {.shelf = registry_shelf(b, LANG_EN), .lexicon = lexicon_plain()};
    struct known k = {&core, &table, NULL, 3};
    struct word words[BOT_HINTS];

    (void)state;
    for (enum pack pack = PACK_EVERYDAY; pack < PACKS; pack++) {
        const struct deck *deck = head.shelf->deck[OM_DECK_START_WORDS + (int)pack];

        begin(OM_START);
        table.round = 0;
        table.laid[3] = 0;
        table.letter[3] = 'S' - 'A';
        core.option[OM_PACK] = (int16_t)pack;
        int n = bot_hints(b, &k, true, &head, words);
        assert_true(n >= 2);
        for (int i = 0; i < n; i++) {
            bool found = false;

            for (int e = 0; e < deck->entries; e++)
                found = found || word_same(deck->entry[e].text, word_str(&words[i]), LANG_EN);
            assert_true(found);
            assert_int_equal(words[i].text[0], 'S');
        }
    }
    core.option[OM_PACK] = PACK_EVERYDAY;
}

/* ---- tables of mixed languages (T-2) ---- */

static enum language thought_in;
static char thought_of[80];

/* Remembers what it was asked, and thinks of fish. */
static int overheard(const struct mind *m, enum language lang, const struct str *cues, int n,
                     const struct mind_wish *wish, struct thought *out, int most)
{
    (void)m, (void)wish;
    size_t used = 0;

    thought_in = lang;
    memset(thought_of, 0, sizeof thought_of);
    for (int i = 0; i < n && used + cues[i].len + 2 < sizeof thought_of; i++) {
        memcpy(thought_of + used, cues[i].at, cues[i].len);
        used += cues[i].len;
        thought_of[used++] = ' ';
    }
    if (most < 1)
        return 0;
    out[0] = (struct thought){.score = 1};
    word_set(&out[0].word, STR("FISCH"));
    return 1;
}

void t_2_a_bot_thinks_in_the_language_of_its_seat(void **state)
{
    struct bot_move move;

    (void)state;
    begin(OM_WRITE);
    core.option[OM_MIXED] = core.option[OM_FREE] = 1;
    table.spoke = SEAT(0) | SEAT(2);
    table.language[0] = table.language[2] = LANG_DE;
    word_set(&table.card[0][2].word, STR("SCHNEE"));
    /* OCEAN has a German word, SUNFLOWER is the bot's own, TRAIN has none. */
    struct om_gloss *gloss = &table.gloss[0][2];
    gloss->len = 4;
    memcpy(gloss->text, "MEER", 4);
    mind.associate = overheard;
    assert_true(think(3, &move));
    assert_int_equal(thought_in, LANG_DE);
    assert_string_equal(thought_of, "SUNFLOWER MEER SCHNEE ");
    assert_int_equal(move.action, OM_ACT_WRITE);
    assert_true(str_is(move.v[0].s, "FISCH"));
}

void t_2_bots_spread_over_the_languages(void **state)
{
    struct bot_move move;

    (void)state;
    for (int language = 0; language < LANGUAGES; language++) {
        begin(OM_START);
        core.option[OM_MIXED] = core.option[OM_FREE] = 1;
        core.language = (uint8_t)language;
        table.round = 0;
        table.laid[0] = 0;
        assert_true(think(3, &move));
        assert_int_equal(move.action, OM_ACT_SPEAK);
        assert_int_equal(move.v[0].i, language); /* seat 0; the next one speaks the next */
        table.spoke = SEAT(0);
        table.language[0] = (uint8_t)language;
        shelf = registry_shelf(registry_find(STR("onemind")), (enum language)language);
        assert_true(think(3, &move));
        assert_int_equal(move.action, OM_ACT_WRITE);
    }
}
