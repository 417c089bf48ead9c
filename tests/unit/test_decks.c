/*
 * The decks that come with the program: numbers, lengths, characters, and no entry that says what
 * another says, by the stems of its words.
 */
#include "base/embedded.h"
#include "check.h"
#include "rules/deck.h"

#include <libstemmer.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum { STEM_TEXT = 512, WORDS_MAX = 24 };

/* What each deck must offer, in every language. */
static const struct demand {
    const char *deck;
    int entries;  /* at least */
    int cards;    /* at least; 0: entries are not grouped */
    int per_card; /* exactly; 0: any */
    int longest;  /* characters of an entry */
    bool one_word;
    int pack_entries; /* at least, in every pack; 0: it has no packs */
    int pack_cards;
} demands[] = {
    {"games/onemind/decks/start-words", 400, 0, 0, 20, true, 60, 0},
    {"games/compatibility/decks/themes", 720, 120, 6, 48, false, 120, 20},
    {"games/compatibility/decks/pictures-home", 40, 0, 0, 40, true},
    {"games/compatibility/decks/pictures-outdoors", 40, 0, 0, 40, true},
    {"games/compatibility/decks/pictures-dreams", 40, 0, 0, 40, true},
    {"games/compatibility/decks/pictures-town", 40, 0, 0, 40, true},
    {"games/compatibility/decks/pictures-moonlight", 40, 0, 0, 40, true},
    {"games/compatibility/decks/pictures-faraway", 40, 0, 0, 40, true},
    {"games/compatibility/decks/pictures-limelight", 40, 0, 0, 40, true},
    {"games/compatibility/decks/pictures-indoors", 40, 0, 0, 40, true},
    {"games/compatibility/decks/pictures-wildwood", 40, 0, 0, 40, true},
    {"games/compatibility/decks/pictures-citylife", 40, 0, 0, 40, true},
    {"games/coordinates/decks/words", 500, 0, 0, 32, false, 60, 0},
    {"games/coordinates/decks/criteria", 220, 0, 0, 50, false, 30, 0},
    {"games/letterdice/decks/themes", 180, 30, 6, 34, false, 30, 5},
    {"games/oneround/decks/challenges", 96, 6, 0, 48, false, 12, 1},
};

static const char *const stop_words[LANGUAGES] = {
    " a an the of to in on at for and or your you it is what that with by as no not my me i if "
    "from "
    "something someone somebody thing things who would could ",
    " ein eine einen einem einer der die das des dem den und oder zu im in am an auf für mit von "
    "vom "
    "zum zur was wer man ist nicht ohne dein deine etwas jemand kein keine ich du es würde ",
    " un une le la les l d de du des et ou à a au aux en dans sur pour par avec sans ce qui que qu "
    "on "
    "est ne n pas quelque chose quelqu ton ta tes mon ma se s y il tout ",
};

struct checked {
    struct arena arena;
    const struct deck *deck;
    enum pack pack;
    char path[128];
};

static const char *const suffixes[PACKS] = {"",           "-children",     "-office", "-after-dark",
                                            "-classroom", "-classroom-b1", "-wild"};

static void open_pack(struct checked *c, const char *name, enum language lang, enum pack pack)
{
    struct deck_problem problem = {0};

    *c = (struct checked){.pack = pack};
    snprintf(c->path, sizeof c->path, "%s%s.%s.txt", name, suffixes[pack], language_codes[lang]);
    const struct embedded_file *file = embedded_find(c->path);
    if (!file)
        fail_msg("%s is not part of the program", c->path);
    c->deck = deck_read(&c->arena, file->text, &problem);
    if (!c->deck)
        fail_msg("%s:%d: %s", c->path, problem.line, problem.reason);
    assert_int_equal(c->deck->language, lang);
}

static void open_deck(struct checked *c, const char *name, enum language lang)
{
    open_pack(c, name, lang, PACK_EVERYDAY);
}

static int packs_of(const struct demand *d)
{
    return d->pack_entries ? PACKS : 1;
}

static void for_every_deck(void (*check)(const struct checked *c, const struct demand *d))
{
    for (size_t i = 0; i < sizeof demands / sizeof demands[0]; i++) {
        for (int lang = 0; lang < LANGUAGES; lang++) {
            for (int pack = 0; pack < packs_of(&demands[i]); pack++) {
                struct checked c;

                open_pack(&c, demands[i].deck, (enum language)lang, (enum pack)pack);
                check(&c, &demands[i]);
                arena_fini(&c.arena);
            }
        }
    }
}

/* ---- numbers and lengths ---- */

static void check_numbers(const struct checked *c, const struct demand *d)
{
    int entries = c->pack ? d->pack_entries : d->entries;
    int cards = c->pack ? d->pack_cards : d->cards;

    if (c->deck->entries < entries)
        fail_msg("%s has %d entries, not %d", c->path, c->deck->entries, entries);
    if (c->deck->cards < cards)
        fail_msg("%s has %d cards, not %d", c->path, c->deck->cards, cards);
    for (int card = 0; d->per_card && card < c->deck->cards; card++) {
        int n = c->deck->card_at[card + 1] - c->deck->card_at[card];
        if (n != d->per_card)
            fail_msg("%s: card %d has %d entries", c->path, card + 1, n);
    }
    for (int i = 0; i < c->deck->entries; i++) {
        struct str text = c->deck->entry[i].text;
        if (str_characters(text) > d->longest)
            fail_msg("%s: '%.*s' is too long", c->path, STR_FMT(text));
        if (d->one_word && memchr(text.at, ' ', text.len))
            fail_msg("%s: '%.*s' is more than one word", c->path, STR_FMT(text));
    }
}

static void decks_have_enough_entries_of_the_right_length(void **state)
{
    (void)state;
    for_every_deck(check_numbers);
}

/* ---- characters ---- */

static bool is_fine(int32_t c)
{
    static const char signs[] = " '-.,!?&:%()/0123456789";

    if (c < 0x80)
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c && strchr(signs, c));
    switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
        return c < 0x250; /* Latin */
    default:
        return c == 0x2019 || c == 0x2026 || c == 0xAB || c == 0xBB || c == 0x201E || c == 0x201C ||
               c == 0x202F; /* a narrow blank before a French question mark */
    }
}

static void check_text(const struct checked *c, struct str text)
{
    struct str rest = text;

    if (str_find(text, STR("  ")) >= 0)
        fail_msg("%s: two blanks in '%.*s'", c->path, STR_FMT(text));
    while (rest.len > 0) {
        int32_t point;
        utf8proc_ssize_t n =
            utf8proc_iterate((const uint8_t *)rest.at, (utf8proc_ssize_t)rest.len, &point);

        assert_true(n > 0);
        if (!is_fine(point))
            fail_msg("%s: a strange character in '%.*s'", c->path, STR_FMT(text));
        rest = str_n(rest.at + n, rest.len - (size_t)n);
    }
}

static void check_characters(const struct checked *c, const struct demand *d)
{
    (void)d;
    for (int i = 0; i < c->deck->entries; i++) {
        const struct deck_entry *e = &c->deck->entry[i];

        check_text(c, e->text);
        for (int f = 0; f < e->fields; f++)
            check_text(c, e->field[f].value);
    }
}

static void decks_have_no_strange_characters(void **state)
{
    (void)state;
    for_every_deck(check_characters);
}

/* ---- duplicates by stem ---- */

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static bool is_stop_word(enum language lang, const char *word)
{
    char padded[80];

    snprintf(padded, sizeof padded, " %s ", word);
    return strstr(stop_words[lang], padded) != NULL;
}

/* Lower-case words of a text; separators are everything that is no letter and no digit. */
static int split_words(struct str text, char words[WORDS_MAX][64])
{
    int n = 0;
    size_t len = 0;

    while (text.len > 0 && n < WORDS_MAX) {
        int32_t c;
        utf8proc_ssize_t size =
            utf8proc_iterate((const uint8_t *)text.at, (utf8proc_ssize_t)text.len, &c);
        bool letter = utf8proc_category(c) <= UTF8PROC_CATEGORY_LO || (c >= '0' && c <= '9');

        if (letter && utf8proc_category(c) != UTF8PROC_CATEGORY_CN && len < 56)
            len += (size_t)utf8proc_encode_char(utf8proc_tolower(c), (uint8_t *)words[n] + len);
        if ((!letter || text.len == (size_t)size) && len > 0) {
            words[n++][len] = '\0';
            len = 0;
        }
        text = str_n(text.at + size, text.len - (size_t)size);
    }
    return n;
}

/* The sorted stems of what an entry says, stop words left out (unless there is nothing else). */
static void stems_of(struct sb_stemmer *stemmer, enum language lang, struct str text,
                     char out[STEM_TEXT])
{
    char words[WORDS_MAX][64], kept[WORDS_MAX][64];
    int n = split_words(text, words), stems = 0;

    for (int pass = 0; pass < 2 && stems == 0; pass++) {
        for (int i = 0; i < n; i++) {
            if (pass == 0 && is_stop_word(lang, words[i]))
                continue;
            const sb_symbol *stem =
                sb_stemmer_stem(stemmer, (const sb_symbol *)words[i], (int)strlen(words[i]));
            snprintf(kept[stems++], sizeof kept[0], "%s", (const char *)stem);
        }
    }
    qsort(kept, (size_t)stems, sizeof kept[0], by_text);
    out[0] = '\0';
    for (int i = 0; i < stems; i++) {
        strncat(out, kept[i], STEM_TEXT - strlen(out) - 1);
        strncat(out, " ", STEM_TEXT - strlen(out) - 1);
    }
}

/* All packs of a deck in a language together: no entry says what another of any pack says. */
static int check_duplicates(const struct demand *d, enum language lang)
{
    static const char *const algorithms[LANGUAGES] = {"english", "german", "french"};
    struct sb_stemmer *stemmer = sb_stemmer_new(algorithms[lang], "UTF_8");
    struct checked c[PACKS];
    char(*seen)[STEM_TEXT] = calloc((size_t)PACKS * DECK_ENTRIES, STEM_TEXT);
    struct str *text = calloc((size_t)PACKS * DECK_ENTRIES, sizeof *text);
    int n = 0, twice = 0;

    assert_non_null(stemmer);
    for (int pack = 0; pack < packs_of(d); pack++) {
        open_pack(&c[pack], d->deck, lang, (enum pack)pack);
        for (int i = 0; i < c[pack].deck->entries; i++, n++) {
            text[n] = c[pack].deck->entry[i].text;
            stems_of(stemmer, lang, text[n], seen[n]);
            for (int other = 0; other < n; other++) {
                if (strcmp(seen[n], seen[other]) != 0)
                    continue;
                print_error("%s: '%.*s' says what '%.*s' says\n", c[pack].path, STR_FMT(text[n]),
                            STR_FMT(text[other]));
                twice++;
            }
        }
    }
    for (int pack = 0; pack < packs_of(d); pack++)
        arena_fini(&c[pack].arena);
    free(text);
    free(seen);
    sb_stemmer_delete(stemmer);
    return twice;
}

static void no_entry_twice_by_stem(void **state)
{
    int twice = 0;

    (void)state;
    for (size_t i = 0; i < sizeof demands / sizeof demands[0]; i++) {
        for (int lang = 0; lang < LANGUAGES; lang++)
            twice += check_duplicates(&demands[i], (enum language)lang);
    }
    assert_int_equal(twice, 0); /* they are listed above */
}

/* ---- what is special to a deck ---- */

static int list_items(struct str list)
{
    struct str head, tail = list;
    int n = list.len > 0;

    while (str_split(tail, ',', &head, &tail))
        n++;
    return n;
}

static void pictures_are_the_same_in_all_languages(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof demands / sizeof demands[0]; i++) {
        struct checked all[LANGUAGES];

        if (!strstr(demands[i].deck, "/pictures-"))
            continue;
        for (int lang = 0; lang < LANGUAGES; lang++) {
            open_deck(&all[lang], demands[i].deck, (enum language)lang);
            assert_int_equal(all[lang].deck->entries, 40);
            for (int e = 0; e < 40; e++) {
                const struct deck_entry *entry = &all[lang].deck->entry[e];
                int keywords = list_items(deck_field(entry, "keywords"));

                assert_true(str_eq(entry->text, all[0].deck->entry[e].text));
                assert_true(deck_field(entry, "title").len > 0);
                if (keywords < 5 || keywords > 12)
                    fail_msg("%s: '%.*s' has %d keywords", all[lang].path, STR_FMT(entry->text),
                             keywords);
            }
        }
        for (int lang = 0; lang < LANGUAGES; lang++)
            arena_fini(&all[lang].arena);
    }
}

static void criteria_name_both_poles(void **state)
{
    (void)state;
    for (int i = 0; i < LANGUAGES * PACKS; i++) {
        struct checked c;

        open_pack(&c, "games/coordinates/decks/criteria", (enum language)(i / PACKS),
                  (enum pack)(i % PACKS));
        for (int e = 0; e < c.deck->entries; e++) {
            int more = list_items(deck_field(&c.deck->entry[e], "more"));
            int less = list_items(deck_field(&c.deck->entry[e], "less"));

            if (more < 3 || more > 4 || less < 3 || less > 4)
                fail_msg("%s: '%.*s' names %d and %d words", c.path, STR_FMT(c.deck->entry[e].text),
                         more, less);
        }
        arena_fini(&c.arena);
    }
}

/* LD-1: card 1, theme 1 is about celebrities. */
static void ld_1_the_first_theme_is_celebrities(void **state)
{
    static const char *const celebrities[LANGUAGES] = {"celebrit", "promi", "célébrit"};

    (void)state;
    for (int lang = 0; lang < LANGUAGES; lang++) {
        struct checked c;
        char words[WORDS_MAX][64];

        open_deck(&c, "games/letterdice/decks/themes", (enum language)lang);
        split_words(c.deck->entry[0].text, words);
        if (!strstr(words[0], celebrities[lang]))
            fail_msg("%s: the first theme is '%.*s'", c.path, STR_FMT(c.deck->entry[0].text));
        arena_fini(&c.arena);
    }
}

/* OR-22: three start words each, chapters with titles. */
static void or_22_challenges_have_three_words_and_chapters(void **state)
{
    (void)state;
    for (int at = 0; at < LANGUAGES * PACKS; at++) {
        struct checked c;

        open_pack(&c, "games/oneround/decks/challenges", (enum language)(at / PACKS),
                  (enum pack)(at % PACKS));
        for (int i = 0; i < c.deck->entries; i++) {
            const struct deck_entry *e = &c.deck->entry[i];
            bool first = c.deck->card_at[e->card] == i;

            assert_int_equal(list_items(e->text), 3);
            assert_int_equal(deck_field(e, "chapter").len > 0, first);
        }
        arena_fini(&c.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decks_have_enough_entries_of_the_right_length),
        cmocka_unit_test(decks_have_no_strange_characters),
        cmocka_unit_test(no_entry_twice_by_stem),
        cmocka_unit_test(pictures_are_the_same_in_all_languages),
        cmocka_unit_test(criteria_name_both_poles),
        cmocka_unit_test(ld_1_the_first_theme_is_celebrities),
        cmocka_unit_test(or_22_challenges_have_three_words_and_chapters),
    };

    return cmocka_run_group_tests_name("decks", tests, NULL, NULL);
}
