/*
 * The evening as a picture to take home: everybody as a star, the closest two tied together, the
 * games with who won them, and the word that nobody saw coming. One SVG that needs nothing else.
 */
#include "base/catalog.h"
#include "base/embedded.h"
#include "keepsake/paint.h"
#include "memory/inside.h"
#include "memory/kinship.h"
#include "memory/tell.h"
#include "rules/keep.h"
#include "rules/registry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDE = 1080, SIDE = 60, SKY = 620, SKY_TOP = 190, ROW = 52, ROWS = 8 };

struct pen {
    const struct memory *m;
    const struct picture_wish *wish;
    const struct catalog *texts;
    struct buf *out;
};

/* Read once a language, and kept for as long as the process lives. */
static const struct catalog *texts_of(enum language lang)
{
    static struct catalog texts[LANGUAGES];

    if (!texts[lang].n && !embedded_texts(&texts[lang], "src/memory", lang))
        abort(); /* they are compiled in */
    return &texts[lang];
}

static void say(const struct pen *p, const char *key, struct buf *out)
{
    buf_add(out, catalog_get(p->texts, str_of(key)));
}

static void say_name(const struct pen *p, int person, struct buf *out)
{
    for (int i = 0; i < p->m->persons; i++) {
        if (p->m->person[i].id != person)
            continue;
        if (p->wish->names)
            buf_adds(out, p->m->person[i].name);
        else
            buf_printf(out, "%.*s %d", STR_FMT(catalog_get(p->texts, STR("memory.player"))), i + 1);
    }
}

static void say_names(const struct pen *p, const int *person, int n, struct buf *out)
{
    int last = -1, told = 0;

    for (int i = 0; i < n; i++)
        last = person[i] != NOBODY ? i : last;
    for (int i = 0; i < n; i++) {
        if (person[i] == NOBODY)
            continue;
        if (told++)
            buf_adds(out, i < last ? ", " : " ");
        if (told > 1 && i == last) {
            say(p, "memory.and", out);
            buf_addc(out, ' ');
        }
        say_name(p, person[i], out);
    }
}

/* As large as there is room. */
static void text(const struct pen *p, struct str what, int x, int y, int size, int weight,
                 const char *colour, const char *anchor, int room)
{
    int broad = picture_breadth(what, size);

    if (broad > room)
        size = size * room / broad;
    buf_printf(p->out,
               "<text x=\"%d\" y=\"%d\" font-size=\"%d\" font-weight=\"%d\" fill=\"%s\" "
               "text-anchor=\"%s\" stroke=\"%s\" stroke-width=\"%d\" stroke-linejoin=\"round\" "
               "paint-order=\"stroke\">",
               x, y + size * 36 / 100, size, weight, colour, anchor, NIGHT, size / 5);
    add_escaped(what, p->out);
    buf_adds(p->out, "</text>");
}

static void add_head(const struct pen *p)
{
    struct buf line = {0};

    say(p, "memory.tonight", &line);
    if (p->m->name[0])
        text(p, str_of(p->m->name), SIDE, 76, 60, 800, INK, "start", WIDE - 2 * SIDE - 120);
    else
        text(p, buf_str(&line), SIDE, 76, 60, 800, INK, "start", WIDE - 2 * SIDE - 120);
    buf_clear(&line);
    add_date(p->m->evening, p->wish->lang, &line);
    if (line.len)
        text(p, buf_str(&line), SIDE, 140, 28, 600, GOLD, "start", WIDE / 2);
    add_sign(WIDE - SIDE - 68, 62, p->out);
    buf_fini(&line);
}

static int at_x(const struct star *s)
{
    return SIDE + 40 + s->x * (WIDE - 2 * SIDE - 80) / 1000;
}

static int at_y(const struct star *s)
{
    return SKY_TOP + 30 + s->y * (SKY - 90) / 1000;
}

static void add_tie(const struct pen *p, const struct star *star, int n, const struct kinship *k)
{
    const struct star *a = NULL, *b = NULL;

    for (int i = 0; i < n; i++) {
        if (star[i].person == k->a)
            a = &star[i];
        if (star[i].person == k->b)
            b = &star[i];
    }
    if (a && b)
        buf_printf(p->out,
                   "<path d=\"M%d %dL%d %d\" stroke=\"%s\" stroke-width=\"%d\" "
                   "stroke-linecap=\"round\" stroke-opacity=\"%.2f\"/>",
                   at_x(a), at_y(a), at_x(b), at_y(b), GOLD, k->above > 15 ? 9 : 5,
                   0.25 + fmin(fmax(k->above, 0), 30) / 40);
}

static void add_sky(const struct pen *p, const struct kinship *k, int pairs)
{
    struct star star[MEMORY_PERSONS];
    int n = stars_of(p->m, k, pairs, true, star);
    struct buf name = {0};

    for (int i = 0; i < 40; i++) /* and many far ones, which are nobody's */
        buf_printf(p->out,
                   "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" fill-opacity=\".35\"/>",
                   30 + i * 379 % (WIDE - 60), SKY_TOP - 20 + i * 223 % SKY, 2 + i % 3, INK);
    for (int i = pairs - 1; i >= 0; i--) {
        if (k[i].shown && k[i].above >= 3)
            add_tie(p, star, n, &k[i]);
    }
    for (int i = 0; i < n; i++) {
        int x = at_x(&star[i]), y = at_y(&star[i]);
        int mark = memory_find(p->m, star[i].person)->mark;

        buf_printf(p->out,
                   "<circle cx=\"%d\" cy=\"%d\" r=\"44\" fill=\"%s\" fill-opacity=\".22\"/>"
                   "<circle cx=\"%d\" cy=\"%d\" r=\"28\" fill=\"%s\"/>"
                   "<g transform=\"translate(%d %d) scale(2.1)\">",
                   x, y, mark_colour(mark), x, y, INK, x, y);
        add_mark(mark, p->out);
        buf_adds(p->out, "</g>");
        buf_clear(&name);
        say_name(p, star[i].person, &name);
        text(p, buf_str(&name), x, y + 58, 30, 700, INK, "middle", 250);
    }
    buf_fini(&name);
}

static bool evidence(void *arg, struct str name, struct buf *out)
{
    const struct kinship *k = arg;

    if (str_is(name, "hits"))
        buf_int(out, k->hits);
    else if (str_is(name, "tries"))
        buf_int(out, k->tries);
    else if (str_is(name, "chance"))
        buf_int(out, (int64_t)floor(k->chance + 0.5));
    else
        return false;
    return true;
}

/* A line of the story: what it is, who, and why. */
static int add_line(const struct pen *p, int y, const char *key, struct str who, struct str why)
{
    struct buf title = {0};
    int all = WIDE - 2 * SIDE, broad = picture_breadth(who, 42), first = all * 2 / 3;

    say(p, key, &title);
    first = broad < first ? broad : first; /* what the one does not need the other has */
    text(p, buf_str(&title), SIDE, y, 25, 600, SOFT, "start", all);
    text(p, who, SIDE, y + 46, 42, 800, GOLD, "start", first);
    text(p, why, WIDE - SIDE, y + 46, 26, 600, SOFT, "end", all - first - 20);
    buf_fini(&title);
    return y + 110;
}

static int add_story(const struct pen *p, const struct kinship *k, int pairs, int y)
{
    struct buf who = {0}, why = {0};
    const struct memory_game *best = NULL;

    if (pairs && k[0].shown && k[0].above > 0) {
        const int both[] = {k[0].a, k[0].b};

        say_names(p, both, 2, &who);
        catalog_fill(catalog_get(p->texts, STR("memory.evidence")), evidence, (void *)&k[0], &why);
        y = add_line(p, y, "memory.closest", buf_str(&who), buf_str(&why));
    }
    for (int i = 0; i < p->m->games; i++) {
        if (p->m->game[i].ended >= p->m->evening && p->m->game[i].word[0])
            best = &p->m->game[i];
    }
    if (best) {
        buf_clear(&who);
        say_names(p, best->by, MEMORY_BY, &who);
        y = add_line(p, y, "memory.word", str_of(best->word), buf_str(&who));
    }
    buf_fini(&who);
    buf_fini(&why);
    return y;
}

static void add_game(const struct pen *p, const struct memory_game *g, int y)
{
    struct buf line = {0};
    int winners[SEATS_MAX];

    buf_add(&line, catalog_getf(registry_strings(p->wish->lang), "game.%s", g->book->game->id));
    text(p, buf_str(&line), SIDE, y, 30, 700, INK, "start", (WIDE - 2 * SIDE) / 2);
    buf_clear(&line);
    memory_winners(g, winners);
    if (g->outcome == MEMORY_RANKED)
        say_names(p, winners, SEATS_MAX, &line);
    else
        say(p, g->outcome == MEMORY_WON ? "memory.won" : "memory.lost", &line);
    text(p, buf_str(&line), WIDE - SIDE, y, 28, 600, SOFT, "end", (WIDE - 2 * SIDE) / 2 - 20);
    buf_fini(&line);
}

void memory_picture(const struct memory *m, const struct picture_wish *wish, struct buf *out)
{
    struct kinship k[KINSHIPS];
    int pairs = kinship_of(m, KIN_TONIGHT, k), y = SKY_TOP + SKY + 20, first = m->games, high;
    struct buf inside = {0};
    struct pen p = {m, wish, texts_of(wish->lang), &inside};

    while (first > 0 && m->game[first - 1].ended >= m->evening && m->games - first < ROWS)
        first--;
    add_head(&p);
    add_sky(&p, k, pairs);
    y = add_story(&p, k, pairs, y);
    for (int i = first; i < m->games; i++, y += ROW)
        add_game(&p, &m->game[i], y);
    high = y + 60;
    buf_printf(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
               "height=\"%d\" font-family=\"%s\" role=\"img\"><defs><radialGradient id=\"sky\">"
               "<stop stop-color=\"#3d2b6b\"/><stop offset=\"1\" stop-color=\"%s\"/>"
               "</radialGradient></defs><rect width=\"%d\" height=\"%d\" fill=\"%s\"/>"
               "<ellipse cx=\"540\" cy=\"%d\" rx=\"700\" ry=\"460\" fill=\"url(#sky)\"/>",
               WIDE, high, WIDE, high, FONT, NIGHT, WIDE, high, NIGHT, SKY_TOP + SKY / 2);
    buf_add(out, buf_str(&inside));
    text(&(struct pen){m, wish, p.texts, out}, STR("Unisono"), WIDE - SIDE, high - 30, 22, 600,
         SOFT, "end", 300);
    buf_adds(out, "</svg>");
    buf_fini(&inside);
}
