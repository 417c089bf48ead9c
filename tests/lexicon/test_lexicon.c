/* The file format and the questions, on the small lexicon that is built from tests/lexicon/fixture.
 */
#include "check.h"

#include "base/buf.h"
#include "base/err.h"
#include "base/rng.h"
#include "lexicon/across.h"
#include "lexicon/associate.h"
#include "lexicon/checksum.h"
#include "lexicon/likeness.h"
#include "lexicon/mind.h"
#include "lexicon/referee.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *folder;
static struct lex en, de, fr;

static struct lex_related related(const struct lex *l, const char *a, const char *b)
{
    return lex_related(l, str_of(a), str_of(b));
}

static enum lex_idea idea(const struct lex *l, const char *a, const char *b)
{
    return lex_match(l, str_of(a), str_of(b)).idea;
}

static void om_8_parts_of_compounds(void **state)
{
    struct lex_related r = related(&en, "SUN", "SUNFLOWER");

    (void)state;
    assert_int_equal(r.kind, LEX_PARTIAL);
    assert_true(r.certain);
    assert_true(str_is(word_str(&r.shared), "SUN"));
    assert_int_equal(related(&en, "SUNFLOWERS", "FLOWER").kind, LEX_PARTIAL);
    assert_int_equal(related(&de, "SONNE", "SONNENBLUME").kind, LEX_PARTIAL);
    assert_int_equal(related(&de, "HAUSTUER", "TÜR").kind, LEX_PARTIAL);
    assert_int_equal(related(&fr, "TONNERRE", "PARATONNERRE").kind, LEX_STEM);
}

static void om_8_a_persons_ruling_goes_before_letters(void **state)
{
    (void)state;
    assert_int_equal(related(&en, "CAR", "CARPET").kind, LEX_UNRELATED);
}

static void om_8_forms_and_stems(void **state)
{
    (void)state;
    assert_int_equal(related(&en, "MICE", "MOUSE").kind, LEX_SAME);
    assert_int_equal(related(&en, "FARM", "FARMER").kind, LEX_STEM);
    assert_int_equal(related(&en, "HAPPY", "HAPPINESS").kind, LEX_STEM);
    assert_int_equal(related(&fr, "YEUX", "OEIL").kind, LEX_SAME);
    assert_int_equal(related(&fr, "ELEVE", "ÉLÈVE").kind, LEX_SAME);
}

static void om_8_abbreviations(void **state)
{
    (void)state;
    assert_int_equal(related(&en, "VEHICLE", "HGV").kind, LEX_INSIDE);
    assert_int_equal(related(&en, "UFO", "OBJECT").kind, LEX_INSIDE);
}

static void om_8_unknown_words_are_taken_apart(void **state)
{
    (void)state;
    assert_int_equal(related(&en, "FLOWER", "FLOWER-POWER").kind, LEX_PARTIAL);
    assert_int_equal(related(&en, "CATSUN", "CAT").kind, LEX_PARTIAL);
    assert_int_equal(related(&de, "SONNENHAUS", "SONNE").kind, LEX_PARTIAL);
    assert_true(lex_exists(&de, STR("SONNENHAUS")));
    assert_false(lex_exists(&de, STR("QWXYZ")));
    assert_false(lex_exists(&en, STR("FLOEWR"))); /* a slip is no word, but finds one */
    assert_int_equal(related(&en, "FLOEWR", "FLOWER").kind, LEX_SAME);
}

/* A compound of one's own exists as the language goes, but no dictionary lists it. */
static void or_6_compounds_of_ones_own_are_not_listed(void **state)
{
    (void)state;
    assert_true(lex_listed(&de, STR("SONNE")));
    assert_true(lex_listed(&en, STR("MICE")));
    assert_true(lex_exists(&de, STR("SONNENHAUS")));
    assert_false(lex_listed(&de, STR("SONNENHAUS")));
    assert_false(lex_listed(&en, STR("CATSUN")));
    assert_false(lex_listed(&en, STR("FLOWER-SUN")));
    assert_false(lex_listed(&en, STR("FLOEWR")));
    assert_false(lex_listed(&de, STR("QWXYZ")));
}

static void om_12_same_idea(void **state)
{
    (void)state;
    assert_int_equal(idea(&en, "OCEANS", "SEA"), LEX_SYNONYM);
    assert_int_equal(idea(&en, "MICE", "MOUSE"), LEX_SAME_WORD);
    assert_int_equal(idea(&en, "HOT", "COLD"), LEX_OTHER_IDEA);
    assert_int_equal(idea(&en, "HOT", "HAPPY"), LEX_PROBABLY);
    assert_int_equal(idea(&en, "SUN", "CARPET"), LEX_OTHER_IDEA);
    assert_int_equal(idea(&en, "SUN", "QWXYZ"), LEX_UNKNOWN_IDEA);
    assert_int_equal(idea(&de, "OZEAN", "MEER"), LEX_SYNONYM);
    /* No English source connects them, but their translations are synonyms. */
    assert_int_equal(idea(&en, "LOO", "TOILET"), LEX_PROBABLY);
    assert_int_equal(idea(&en, "LOO", "SEA"), LEX_OTHER_IDEA);
    /* Two old articles name each other as synonyms; what an article only refers to is none. */
    assert_int_equal(idea(&en, "WAGON", "CARRIAGES"), LEX_PROBABLY);
    assert_int_equal(idea(&en, "PET", "CARPET"), LEX_OTHER_IDEA);
}

static void om_22_animals(void **state)
{
    (void)state;
    assert_true(lex_animal(&en, STR("CATS")) >= LEX_ANIMAL);
    assert_true(lex_animal(&en, STR("SUN")) < LEX_ANIMAL);
    assert_int_equal(lex_animal(&en, STR("MOUSE")), 0); /* said so by hand */
    assert_int_equal(lex_animal(&en, STR("QWXYZ")), -1);
}

static void t_5_kinds_and_names(void **state)
{
    (void)state;
    assert_true(lex_flags_of(&en, STR("PETER PAN")) & LEX_NAME);
    assert_true(lex_flags_of(&en, STR("Paris")) & LEX_NAME);
    assert_true(lex_flags_of(&en, STR("PAINT")) & LEX_VERB);
    assert_false(lex_flags_of(&en, STR("PAINT")) & LEX_ADJECTIVE);
    assert_true(lex_frequency(&en, STR("SUN")) > lex_frequency(&en, STR("CARPET")));
}

static void rules_see_the_lexicon(void **state)
{
    struct lex_referee r;

    (void)state;
    assert_int_equal(referee_open(&r, folder, NULL, NULL), LANGUAGES);
    const struct lexicon *l = &r.lexicon;
    struct related found = l->related(l, LANG_EN, STR("SUN"), STR("SUNFLOWER"));
    assert_int_equal(found.kind, RELATION_PART);
    assert_true(found.certain);
    assert_int_equal(l->likeness(l, LANG_EN, STR("OCEAN"), STR("SEA")), LIKENESS_SYNONYM);
    assert_int_equal(l->likeness(l, LANG_EN, STR("HOT"), STR("COLD")), LIKENESS_NO);
    assert_int_equal(l->exists(l, LANG_FR, STR("MERS")), OPINION_YES);
    assert_int_equal(l->exists(l, LANG_FR, STR("QWXYZ")), OPINION_NO);
    assert_int_equal(l->animal(l, LANG_EN, STR("CAT")), OPINION_YES);
    assert_int_equal(l->is_kind(l, LANG_EN, STR("SUN"), KIND_VERB), OPINION_NO);
    assert_int_equal(l->is_kind(l, LANG_EN, STR("QWXYZ"), KIND_VERB), OPINION_NONE);
    referee_close(&r);
    assert_int_equal(referee_open(&r, "/nowhere", NULL, NULL), 0);
    assert_int_equal(r.lexicon.related(&r.lexicon, LANG_EN, STR("SUN"), STR("SUNDAY")).kind,
                     RELATION_PART);
    assert_int_equal(r.lexicon.exists(&r.lexicon, LANG_EN, STR("SUN")), OPINION_NONE);
    referee_close(&r);
}

static void thoughts_are_near_and_keep_to_the_wish(void **state)
{
    struct lex_thought t[5];
    struct str cue[] = {STR("OCEANS")};
    uint32_t dimensions;

    (void)state;
    assert_true(lex_has_associations(&en));
    assert_true(lex_closeness(&en, STR("OCEAN"), STR("SEA")) >
                lex_closeness(&en, STR("OCEAN"), STR("CARPET")));
    assert_true(lex_closeness(&en, STR("OCEAN"), STR("QWXYZ")) < 0);
    int n = lex_associate(&en, cue, 1, NULL, t, 5);
    assert_true(n > 0);
    assert_true(str_is(lex_shown(&en, t[0].id), "SEA"));
    for (int i = 1; i < n; i++)
        assert_true(t[i - 1].score >= t[i].score);
    n = lex_associate(&en, cue, 1, &(struct lex_wish){.initial = 'C', .no_animals = true}, t, 5);
    for (int i = 0; i < n; i++) {
        assert_int_equal(lex_key(&en, t[i].id).at[0], 'C');
        assert_false(str_is(lex_shown(&en, t[i].id), "CAT"));
    }
    assert_true(lex_fits(&en, STR("SEA"), STR("the ocean")) >
                lex_fits(&en, STR("CARPET"), STR("the ocean")));
    assert_int_equal(lex_fits(&en, STR("SEA"), STR("qwxyz")), -1);
    assert_non_null(lex_vector(&en, STR("SUN"), &dimensions));
    assert_int_equal(dimensions, 64);
}

/* Dictionaries know no names; what we told of them comes to mind before all that is common. */
static void names_bring_to_mind_what_was_told(void **state)
{
    /* The last one is listed by a speller, which does not say what it is. */
    const char *names[] = {"POSEIDON", "NEPTUNE", "PLAYTHING"};
    struct lex_thought t[5];

    (void)state;
    for (int i = 0; i < 3; i++) {
        struct str name = str_of(names[i]);

        assert_true(lex_entry_of(&en, lex_find(&en, name)).flags & LEX_NAME);
        assert_true(lex_associate(&en, &name, 1, NULL, t, 5) >= 3);
        bool ocean = str_is(lex_shown(&en, t[0].id), "OCEAN");
        assert_true(str_is(lex_shown(&en, t[ocean].id), "CAT"));
        assert_true(str_is(lex_shown(&en, t[!ocean].id), "OCEAN"));
        assert_true(t[1].score > t[2].score + 3);
    }
    /* CATS is a form of CAT before it is the name of a musical: nothing was told of it. */
    assert_true(lex_closeness(&en, STR("POSEIDON"), STR("OCEAN")) >
                2 * lex_closeness(&en, STR("CAT"), STR("CARPET")));
    assert_true(lex_related(&en, STR("CATS"), STR("CAT")).certain);
}

static int related_thoughts(struct str cue, const struct lex_wish *wish)
{
    struct lex_thought t[LEX_THOUGHTS];
    int n = lex_associate(&en, &cue, 1, wish, t, LEX_THOUGHTS), related = 0;

    for (int i = 0; i < n; i++) {
        struct lex_related r = lex_related(&en, lex_shown(&en, t[i].id), cue);

        assert_int_not_equal(r.kind, LEX_SAME); /* nobody answers with the word itself */
        related += r.certain;
    }
    return related;
}

static void related_words_come_to_mind_where_nobody_plays(void **state)
{
    (void)state;
    assert_int_equal(related_thoughts(STR("SUN"), NULL), 0);
    assert_true(related_thoughts(STR("SUN"), &(struct lex_wish){.related = true}) > 0);
}

static void a_word_is_shown_as_it_is_written_most_often(void **state)
{
    (void)state; /* the speller lists ÉLEVÉ first */
    assert_true(str_is(lex_shown(&fr, lex_find(&fr, STR("ELEVE"))), "ÉLÈVE"));
}

static void keywords_of_a_picture_lie_near_to_each_other(void **state)
{
    (void)state;
    assert_true(lex_closeness(&en, STR("SUN"), STR("CARPET")) > .1f);
    assert_true(lex_closeness(&en, STR("SUN"), STR("CARPET")) >
                lex_closeness(&en, STR("OCEAN"), STR("CARPET")));
}

static void om_12_ideas_meet_across_languages(void **state)
{
    struct lex stranger = de;
    struct word out;

    (void)state;
    assert_true(lex_match_across(&en, &en, STR("SEA"), &de, STR("MEER")).idea >= LEX_PROBABLY);
    assert_int_equal(lex_match_across(&en, &de, STR("SONNE"), &en, STR("SUN")).idea, LEX_SYNONYM);
    assert_int_equal(lex_match_across(&en, &de, STR("SONNE"), &en, STR("OCEAN")).idea,
                     LEX_OTHER_IDEA);
    assert_int_equal(lex_match_across(&en, &en, STR("SUN"), &en, STR("SUN")).idea, LEX_SAME_WORD);
    assert_true(lex_translate(&en, &de, STR("SONNE"), &en, &out));
    assert_true(str_is(word_str(&out), "SUN"));
    assert_true(lex_translate(&en, &en, STR("FLOWERS"), &de, &out));
    assert_true(str_is(word_str(&out), "BLUME"));
    assert_false(lex_translate(&en, &en, STR("QWXYZ"), &de, &out));
    /* Numbers of another build mean other words. */
    stranger.fingerprint++;
    assert_int_equal(lex_match_across(&en, &stranger, STR("SONNE"), &en, STR("SUN")).idea,
                     LEX_UNKNOWN_IDEA);
    assert_false(lex_translate(&en, &stranger, STR("SONNE"), &en, &out));
}

static void om_8_a_translation_only_asks(void **state)
{
    struct lex_related r = lex_related_across(&en, &de, STR("SONNE"), &en, STR("SUNFLOWER"));

    (void)state;
    assert_int_equal(r.kind, LEX_PARTIAL);
    assert_false(r.certain);
    assert_int_equal(lex_related_across(&en, &de, STR("TÜR"), &en, STR("SUNFLOWER")).kind,
                     LEX_UNRELATED);
    assert_true(lex_related_across(&en, &de, STR("OCEAN"), &en, STR("OCEAN")).certain);
}

static float best_score(const struct mind *m, const struct mind_wish *wish, const char *word)
{
    struct str cue = STR("SUN");
    struct thought t[MIND_THOUGHTS];
    int n = m->associate(m, LANG_EN, &cue, 1, wish, t, MIND_THOUGHTS);

    for (int i = 0; i < n; i++) {
        if (str_is(word_str(&t[i].word), word))
            return t[i].score;
    }
    return -100;
}

static void what_a_group_met_at_before_is_likelier(void **state)
{
    struct lex_referee r;
    struct lex_mind head;
    struct str liked = STR("SEA");
    struct mind_wish plain = {0}, learned = {.liked = &liked, .n_liked = 1};

    (void)state;
    assert_int_equal(referee_open(&r, folder, NULL, NULL), 3);
    lex_mind_init(&head, &r);
    assert_true(best_score(&head.mind, &plain, "OCEAN") > -100);
    assert_true(best_score(&head.mind, &learned, "OCEAN") >
                best_score(&head.mind, &plain, "OCEAN"));
    referee_close(&r);
}

/* A copy of the English file that a test may damage. */
static unsigned char *copy(size_t *size)
{
    struct buf file = {0};
    char path[1024];

    snprintf(path, sizeof path, "%s/en.lex", folder);
    assert_int_equal(buf_read_file(&file, path, 1 << 24), 0);
    unsigned char *bytes = malloc(file.len);
    memcpy(bytes, file.at, file.len);
    *size = file.len;
    buf_fini(&file);
    return bytes;
}

static void refused(const unsigned char *bytes, size_t size, const char *reason)
{
    struct lex l;
    struct lex_problem p = {""};

    assert_int_not_equal(lex_open_memory(&l, bytes, size, &p), 0);
    assert_non_null(strstr(p.reason, reason));
}

static void damaged_heads_are_refused_with_a_reason(void **state)
{
    size_t size;
    unsigned char *b = copy(&size);
    struct lex_header *h = (struct lex_header *)b, good = *h;

    (void)state;
    refused(b, 10, "not a lexicon");
    refused(b, size - 1, "cut off");
    refused(b, sizeof *h, "cut off");
    h->magic[0] = 'X';
    refused(b, size, "not a lexicon");
    *h = good;
    h->mark = __builtin_bswap32(LEX_MARK);
    refused(b, size, "byte order");
    *h = good;
    h->version = LEX_VERSION + 1;
    refused(b, size, "version");
    *h = good;
    h->keys++;
    refused(b, size, "damaged head");
    *h = good;
    b[sizeof *h + 8] ^= 1; /* in the section table */
    refused(b, size, "damaged head");
    free(b);
}

/* Sections that point outside, with a head checksum that fits: as a file made in bad faith. */
static void sections_outside_the_file_are_refused(void **state)
{
    size_t size, table = LEX_SECTIONS * sizeof(struct lex_section);
    unsigned char *b = copy(&size);
    struct lex_header *h = (struct lex_header *)b;
    struct lex_section *s = (struct lex_section *)(h + 1);

    (void)state;
    for (int k = 0; k < LEX_SECTIONS; k++) {
        struct lex_section good = s[k];

        s[k].offset = size + 64;
        h->head_checksum =
            lex_checksum(lex_checksum(0, h, offsetof(struct lex_header, head_checksum)), s, table);
        refused(b, size, "section");
        s[k] = good;
    }
    free(b);
}

static void a_damaged_body_is_found_and_does_no_harm(void **state)
{
    size_t size, head = sizeof(struct lex_header) + LEX_SECTIONS * sizeof(struct lex_section);
    unsigned char *b = copy(&size);
    struct rng r = rng_at(7, 1);
    static const char *const words[] = {"SUN", "SUNFLOWERS", "UFO", "QWXYZ", "ICE-CAR", ""};

    (void)state;
    for (int round = 0; round < 300; round++) {
        struct lex l;
        struct lex_problem p;
        size_t at = head + rng_below(&r, (uint32_t)(size - head));
        unsigned char good = b[at];

        b[at] = (unsigned char)(good ^ (1 + rng_below(&r, 255)));
        assert_int_equal(lex_open_memory(&l, b, size, &p), 0);
        assert_int_equal(lex_verify(&l, &p), ERR_CORRUPT);
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
            for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
                related(&l, words[i], words[k]);
                idea(&l, words[i], words[k]);
            }
            lex_animal(&l, str_of(words[i]));
        }
        b[at] = good;
    }
    free(b);
}

static void missing_files_are_named(void **state)
{
    struct lex l;
    struct lex_problem p;

    (void)state;
    assert_int_equal(lex_open(&l, "/nowhere/en.lex", &p), ERR_NOT_FOUND);
    assert_int_not_equal(lex_open(&l, "/", &p), 0);
}

static void open_fixture(struct lex *l, const char *name)
{
    char path[1024];
    struct lex_problem p = {""};

    snprintf(path, sizeof path, "%s/%s.lex", folder, name);
    if (lex_open(l, path, &p) != 0) {
        fprintf(stderr, "%s: %s\n", path, p.reason);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(om_8_parts_of_compounds),
        cmocka_unit_test(om_8_a_persons_ruling_goes_before_letters),
        cmocka_unit_test(om_8_forms_and_stems),
        cmocka_unit_test(om_8_abbreviations),
        cmocka_unit_test(om_8_unknown_words_are_taken_apart),
        cmocka_unit_test(or_6_compounds_of_ones_own_are_not_listed),
        cmocka_unit_test(om_12_same_idea),
        cmocka_unit_test(om_22_animals),
        cmocka_unit_test(t_5_kinds_and_names),
        cmocka_unit_test(rules_see_the_lexicon),
        cmocka_unit_test(thoughts_are_near_and_keep_to_the_wish),
        cmocka_unit_test(names_bring_to_mind_what_was_told),
        cmocka_unit_test(related_words_come_to_mind_where_nobody_plays),
        cmocka_unit_test(a_word_is_shown_as_it_is_written_most_often),
        cmocka_unit_test(keywords_of_a_picture_lie_near_to_each_other),
        cmocka_unit_test(om_12_ideas_meet_across_languages),
        cmocka_unit_test(om_8_a_translation_only_asks),
        cmocka_unit_test(what_a_group_met_at_before_is_likelier),
        cmocka_unit_test(damaged_heads_are_refused_with_a_reason),
        cmocka_unit_test(sections_outside_the_file_are_refused),
        cmocka_unit_test(a_damaged_body_is_found_and_does_no_harm),
        cmocka_unit_test(missing_files_are_named),
    };

    folder = argc > 1 ? argv[1] : "";
    open_fixture(&en, "en");
    open_fixture(&de, "de");
    open_fixture(&fr, "fr");
    int failed = cmocka_run_group_tests_name("lexicon", tests, NULL, NULL);
    lex_close(&en);
    lex_close(&de);
    lex_close(&fr);
    return failed;
}
