/*
 * How good graded opinions are, one line of JSON each: the right picture of six for a theme, and
 * the right side of a criterion for each of its own seed words when that one is left out.
 *
 *     measure-opinions LEXICON_DIR SOURCE_DIR
 */
#include "base/buf.h"
#include "lexicon/associate.h"
#include "lexicon/referee.h"
#include "rules/deck.h"

#include <glob.h>
#include <stdio.h>
#include <string.h>

enum { PICTURES_MOST = 512, SEEDS_MOST = 16, OTHERS = 5, DECKS_MOST = 64, FILE_MOST = 1 << 20 };

struct picture {
    struct str name, keywords;
};

/* All decks of a language, whatever game they belong to: fields tell what they are good for. */
struct decks {
    struct arena arena;
    glob_t found;
    struct buf text[DECKS_MOST];
    const struct deck *deck[DECKS_MOST];
    int n;
};

static void decks_read(struct decks *d, const char *root, const char *code)
{
    char pattern[512];

    memset(d, 0, sizeof *d);
    snprintf(pattern, sizeof pattern, "%s/games/*/decks/*.%s.txt", root, code);
    if (glob(pattern, 0, NULL, &d->found) != 0)
        return;
    for (size_t i = 0; i < d->found.gl_pathc && d->n < DECKS_MOST; i++) {
        struct deck_problem problem;
        struct buf *text = &d->text[d->n];

        if (buf_read_file(text, d->found.gl_pathv[i], FILE_MOST) == 0)
            d->deck[d->n++] = deck_read(&d->arena, buf_str(text), &problem);
    }
}

static void decks_fini(struct decks *d)
{
    for (int i = 0; i < DECKS_MOST; i++)
        buf_fini(&d->text[i]);
    arena_fini(&d->arena);
    globfree(&d->found);
}

/* As bots see it: `english` is NULL for English. */
static float portrays(const struct lex *english, const struct lex *l, struct str keywords,
                      struct str theme)
{
    return english ? lex_portrays_across(english, l, keywords, theme)
                   : lex_portrays(l, keywords, theme);
}

static int right_of_six(const struct lex *english, const struct lex *l, struct str theme,
                        const struct picture *p, int n, int right)
{
    float fit = portrays(english, l, p[right].keywords, theme);
    int better = 0, asked = 0;

    /* Every choice of five others is as likely: the share of worse ones, to the power of five. */
    for (int i = 0; i < n; i++) {
        asked += i != right;
        better += i != right && portrays(english, l, p[i].keywords, theme) >= fit;
    }
    double chance = 1;
    for (int k = 0; k < OTHERS; k++)
        chance *= (double)(asked - better - k > 0 ? asked - better - k : 0) / (double)(asked - k);
    return (int)(1000 * chance);
}

static void measure_pictures(const struct lex *english, const struct lex *l,
                             const struct decks *decks, const char *root)
{
    static struct picture picture[PICTURES_MOST];
    const char *code = language_codes[l->lang];
    struct buf text = {0};
    char path[512];
    int pictures = 0, asked = 0, sum = 0;

    for (int k = 0; k < decks->n; k++) {
        const struct deck *d = decks->deck[k];

        for (int i = 0; d && i < d->entries && pictures < PICTURES_MOST; i++) {
            struct picture *p = &picture[pictures];

            p->name = d->entry[i].text;
            p->keywords = deck_field(&d->entry[i], "keywords");
            pictures += p->keywords.len > 0;
        }
    }
    snprintf(path, sizeof path, "%s/tests/lexicon/pictures.%s.txt", root, code);
    if (buf_read_file(&text, path, FILE_MOST) == 0) {
        struct str rest = buf_str(&text), line, theme, name;

        while (str_line(&rest, &line)) {
            if (line.len == 0 || line.at[0] == '#' || !str_split(line, '|', &theme, &name))
                continue;
            for (int i = 0; i < pictures; i++) {
                if (str_eq(picture[i].name, str_trim(name))) {
                    sum += right_of_six(english, l, str_trim(theme), picture, pictures, i);
                    asked++;
                }
            }
        }
    }
    printf("{\"task\":\"picture of six\",\"lang\":\"%s\",\"themes\":%d,\"right\":%.3f}\n", code,
           asked, asked ? sum / (1000.0 * asked) : 0);
    buf_fini(&text);
}

/* A list without one of its items. */
static struct str without(struct str list, int item, struct buf *out)
{
    struct str one;

    buf_clear(out);
    for (int i = 0; list.len; i++) {
        if (!str_split(list, ',', &one, &list)) {
            one = list;
            list = str_n("", 0);
        }
        if (i != item)
            buf_printf(out, "%.*s,", STR_FMT(str_trim(one)));
    }
    return buf_str(out);
}

static int split(struct str list, struct str *out, int most)
{
    int n = 0;

    while (list.len && n < most) {
        struct str one;

        if (!str_split(list, ',', &one, &list)) {
            one = list;
            list = str_n("", 0);
        }
        out[n++] = str_trim(one);
    }
    return n;
}

static void measure_axes(const struct lex *english, const struct lex *l, const struct decks *decks)
{
    struct buf rest = {0};
    int asked = 0, right = 0;

    for (int d = 0; d < decks->n; d++) {
        for (int i = 0; decks->deck[d] && i < decks->deck[d]->entries; i++) {
            const struct deck_entry *e = &decks->deck[d]->entry[i];
            struct str pole[2] = {deck_field(e, "less"), deck_field(e, "more")}, seed[SEEDS_MOST];

            for (int side = 0; side < 2; side++) {
                int n = split(pole[side], seed, SEEDS_MOST);

                for (int k = 0; k < n; k++) {
                    struct str its = without(pole[side], k, &rest); /* it cannot vouch for itself */
                    float place = 0;

                    struct str more = side ? its : pole[1], less = side ? pole[0] : its;

                    if (english) /* as bots do */
                        lex_axis_across(english, l, seed[k], more, less, &place);
                    else
                        lex_axis(l, seed[k], more, less, &place);
                    asked++;
                    right += side ? place > 0 : place < 0;
                }
            }
        }
    }
    buf_fini(&rest);
    printf("{\"task\":\"side of an axis\",\"lang\":\"%s\",\"words\":%d,\"right\":%.3f}\n",
           language_codes[l->lang], asked, asked ? (double)right / asked : 0);
}

int main(int argc, char **argv)
{
    struct lex_referee r;

    if (argc < 3 || referee_open(&r, argv[1], NULL, NULL) == 0) {
        fprintf(stderr, "usage: measure-opinions LEXICON_DIR SOURCE_DIR\n");
        return 2;
    }
    for (int lang = 0; lang < LANGUAGES; lang++) {
        if (!r.known[lang])
            continue;
        const struct lex *english = lang != LANG_EN && r.known[LANG_EN] ? &r.lex[LANG_EN] : NULL;
        struct decks decks;

        decks_read(&decks, argv[2], language_codes[lang]);
        measure_pictures(english, &r.lex[lang], &decks, argv[2]);
        measure_axes(english, &r.lex[lang], &decks);
        decks_fini(&decks);
    }
    referee_close(&r);
    return 0;
}
