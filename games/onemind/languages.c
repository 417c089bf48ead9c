/*
 * One Mind: tables of mixed languages (T-2). Every seat writes in a language of its own; the others
 * see the word with a translation, and equal ideas match whatever they are called.
 *
 * Nothing here is asked of the lexicon when a view is made: translations are told by a fact as soon
 * as a word lies open, and kept by row and seat.
 */
#include "onemind.h"

#include <string.h>

enum language om_language(const struct om_public *t, const struct core *c, int seat)
{
    bool own = option(c, OM_MIXED) && seats_has(t->spoke, seat);

    return (enum language)(own ? t->language[seat] : c->language);
}

bool om_native(const struct om_public *t, const struct core *c, int seat_a, int seat_b)
{
    return (int)om_language(t, c, seat_a) == c->language &&
           (int)om_language(t, c, seat_b) == c->language;
}

/* ---- choosing ---- */

CAN(om_speak)
{
    const struct om_public *t = k->table;

    return option(k->core, OM_MIXED) && k->core->phase == OM_START && !t->laid[0] &&
           !t->finished[k->seat];
}

DECIDE(om_speak)
{
    if (!decision_can(d, om_speak_can))
        return false;
    EMIT(d, om_language_chosen, .seat = d->by, .language = a->language);
    return true;
}

/* ---- comparing ---- */

bool om_equal(const struct om_public *t, const struct core *c, int seat_a, struct str a, int seat_b,
              struct str b)
{
    enum language lang = om_language(t, c, seat_a);

    return lang == om_language(t, c, seat_b) && word_same(a, b, lang);
}

enum likeness om_likeness(const struct decision *d, int seat_a, struct str a, int seat_b,
                          struct str b)
{
    const struct om_public *t = om_board(d);

    return lexicon_likeness(d->world->lexicon, om_language(t, d->core, seat_a), a,
                            om_language(t, d->core, seat_b), b);
}

bool om_one_word(const struct decision *d, int seat_a, int seat_b)
{
    const struct om_public *t = om_board(d);
    struct str a = word_str(&om_hand(d, seat_a)->word), b = word_str(&om_hand(d, seat_b)->word);

    if (om_language(t, d->core, seat_a) == om_language(t, d->core, seat_b))
        return om_equal(t, d->core, seat_a, a, seat_b, b);
    return word_same(a, b, LANG_EN) && (option(d->core, OPT_REFEREE) == REFEREE_TRUST ||
                                        om_likeness(d, seat_a, a, seat_b, b) != LIKENESS_NO);
}

/* ---- translations ---- */

/* Where a gloss lies: the other languages of a seat in their order. */
static int slot(int seat, enum language own, enum language lang)
{
    return seat * (LANGUAGES - 1) + (int)lang - (lang > own);
}

struct str om_gloss(const struct om_public *t, const struct core *c, int row, int seat,
                    enum language lang)
{
    const struct om_gloss *g = &t->gloss[row][slot(seat, om_language(t, c, seat), lang)];

    return str_n((const char *)g->text, g->len);
}

struct str om_said_in(const struct om_public *t, const struct core *c, int row, int place,
                      enum language lang)
{
    const struct om_card *card = &t->card[row][place];

    return om_language(t, c, card->seat) == lang ? word_str(&card->word)
                                                 : om_gloss(t, c, row, card->seat, lang);
}

void om_tell_gloss(struct decision *d, int seat)
{
    enum language own = om_language(om_board(d), d->core, seat);
    struct word said[LANGUAGES];
    bool any = false;

    if (!option(d->core, OM_MIXED))
        return;
    for (int lang = 0; lang < LANGUAGES; lang++) {
        struct str word = word_str(&om_hand(d, seat)->word);

        said[lang] = (struct word){0};
        any |= lexicon_translate(d->world->lexicon, own, word, (enum language)lang, &said[lang]);
    }
    if (any)
        EMIT(d, om_word_glossed, .seat = seat, .en = word_str(&said[LANG_EN]),
             .de = word_str(&said[LANG_DE]), .fr = word_str(&said[LANG_FR]));
}

static void keep(struct om_gloss *g, struct str text)
{
    memset(g, 0, sizeof *g);
    if (text.len > OM_GLOSS)
        return;
    g->len = (uint8_t)text.len;
    memcpy(g->text, text.at, text.len);
}

void om_keep_gloss(struct om_public *t, const struct core *c, const struct om_word_glossed *f)
{
    const struct str said[LANGUAGES] = {[LANG_EN] = f->en, [LANG_DE] = f->de, [LANG_FR] = f->fr};
    enum language own = om_language(t, c, f->seat);

    for (int lang = 0; lang < LANGUAGES; lang++) {
        if (lang != (int)own)
            keep(&t->gloss[t->round][slot(f->seat, own, (enum language)lang)], said[lang]);
    }
}
