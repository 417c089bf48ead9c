/*
 * The picture as SVG: one file that needs nothing else, made for messengers, and the same in the
 * page, where styles may repaint it for paper. Everything has its colour as an attribute, so that
 * whatever shows it shows it alike. Names stand in elements of their own (`name`): a picture can be
 * passed on without them.
 */
#include "keepsake/inside.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SIDE = 40, TOP = 150, HEAD = 135, LEGEND = 46, FOOT = 54, WIDE = 1080 };

#define FAINT "#4a3b73"

struct pen {
    const struct sayer *s;
    struct buf *out;
    int dx, dy;
    int names; /* the height of the letters of all names in the picture */
};

static int at_x(const struct pen *p, const json_t *s)
{
    return p->dx + (int)jr_member_int(s, "x");
}

static int at_y(const struct pen *p, const json_t *s)
{
    return p->dy + (int)jr_member_int(s, "y");
}

/* A player's disc with its symbol, which the picture defines once. */
static void add_disc(const struct pen *p, int seat, int x, int y, int radius)
{
    buf_printf(p->out, "<use href=\"#m%d\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>", seat,
               x - radius, y - radius, 2 * radius, 2 * radius);
}

static void define_discs(const struct pen *p)
{
    for (int seat = 0; seat < p->s->seats; seat++) {
        buf_printf(p->out, "<symbol id=\"m%d\" viewBox=\"-12 -12 24 24\">", seat);
        add_mark(mark_of_seat(p->s, seat), p->out);
        buf_adds(p->out, "</symbol>");
    }
}

static int seat_of(const json_t *s)
{
    const json_t *seat = json_object_get(s, "seat");

    return seat ? (int)json_integer_value(seat) : NO_SEAT;
}

/* A class to be repainted by, and the colour. */
struct paint {
    const char *kind, *colour;
};

static struct paint paint_of(const struct pen *p, const json_t *s)
{
    struct str tone = jr_member_str(s, "tone");
    int seat = seat_of(s);

    if (seat != NO_SEAT && seat < p->s->seats)
        return (struct paint){"seat", mark_colour(mark_of_seat(p->s, seat))};
    if (str_is(tone, "soft"))
        return (struct paint){"soft", SOFT};
    if (str_is(tone, "faint"))
        return (struct paint){"faint", FAINT};
    if (str_is(tone, "gold"))
        return (struct paint){"gold", GOLD};
    return (struct paint){"ink", INK};
}

/* What belongs to a step of the game can be shown step by step. */
static void add_step(const struct pen *p, const json_t *s)
{
    int64_t step = jr_member_int(s, "step");

    if (step)
        buf_printf(p->out, " data-s=\"%d\"", (int)step);
}

static void add_text(const struct pen *p, struct str text, int x, int y, int size, int weight,
                     const char *kind, const char *colour, const char *anchor, const json_t *step)
{
    /* A height of letters is about 0.72 of the font's; y is the middle of them. */
    buf_printf(p->out,
               "<text x=\"%d\" y=\"%d\" font-size=\"%d\" font-weight=\"%d\" class=\"%s\" "
               "fill=\"%s\" text-anchor=\"%s\"",
               x, y + size * 36 / 100, size, weight, kind, colour, anchor);
    if (size < 40 && strcmp(kind, "on") != 0) /* lines pass behind words, not through them */
        buf_printf(p->out,
                   " stroke=\"%s\" stroke-width=\"%d\" stroke-linejoin=\"round\" "
                   "paint-order=\"stroke\"",
                   NIGHT, size / 4);
    if (step)
        add_step(p, step);
    buf_addc(p->out, '>');
    add_escaped(text, p->out);
    buf_adds(p->out, "</text>");
}

static const char *anchor_of(const json_t *s)
{
    struct str anchor = jr_member_str(s, "anchor");

    return str_is(anchor, "start") ? "start" : str_is(anchor, "end") ? "end" : "middle";
}

static void add_line(const struct pen *p, const json_t *s)
{
    struct paint c = paint_of(p, s);
    int x = at_x(p, s), y = at_y(p, s), w = (int)jr_member_int(s, "w"),
        h = (int)jr_member_int(s, "h");

    buf_printf(p->out,
               "<path d=\"M%d %dl%d %d\" fill=\"none\" class=\"l-%s\" stroke=\"%s\" "
               "stroke-width=\"%d\" stroke-linecap=\"round\"",
               x, y, w, h, c.kind, c.colour, (int)jr_member_int(s, "size"));
    if (str_is(jr_member_str(s, "tone"), "gold"))
        buf_adds(p->out, " stroke-opacity=\".6\"");
    add_step(p, s);
    buf_adds(p->out, "/>");
}

/* A path with a thin light edge: also a dark colour is seen on the night. */
static void add_curve(const struct pen *p, const json_t *s)
{
    struct paint c = paint_of(p, s);
    double w = (double)jr_member_int(s, "w"), h = (double)jr_member_int(s, "h"),
           far = sqrt(w * w + h * h);
    double bend = curve_bend((double)jr_member_int(s, "bend"), far);
    int x = at_x(p, s), y = at_y(p, s), size = (int)jr_member_int(s, "size"), seat = seat_of(s);
    int cx = (int)floor(w / 2 - (far > 0 ? h / far * bend * 2 : 0) + 0.5);
    int cy = (int)floor(h / 2 + (far > 0 ? w / far * bend * 2 : 0) + 0.5);

    buf_adds(p->out, "<g fill=\"none\" stroke-linecap=\"round\"");
    add_step(p, s);
    buf_printf(p->out,
               "><path d=\"M%d %dq%d %d %d %d\" class=\"l-edge\" stroke=\"%s\" "
               "stroke-opacity=\".4\" stroke-width=\"%d\"/>"
               "<path d=\"M%d %dq%d %d %d %d\" stroke=\"%s\" stroke-width=\"%d\"",
               x, y, cx, cy, (int)w, (int)h, INK, size + 2, x, y, cx, cy, (int)w, (int)h, c.colour,
               size);
    if (seat != NO_SEAT && seat < p->s->seats && mark_dash(mark_of_seat(p->s, seat))[0])
        buf_printf(p->out, " stroke-dasharray=\"%s\"", mark_dash(mark_of_seat(p->s, seat)));
    buf_adds(p->out, "/></g>");
}

static void add_box(const struct pen *p, const json_t *s)
{
    struct paint c = paint_of(p, s);

    buf_printf(p->out,
               "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"16\" fill=\"none\" "
               "class=\"l-%s\" stroke=\"%s\" stroke-width=\"%d\"/>",
               at_x(p, s), at_y(p, s), (int)jr_member_int(s, "w"), (int)jr_member_int(s, "h"),
               c.kind, c.colour, (int)jr_member_int(s, "size"));
}

static void add_dot(const struct pen *p, const json_t *s, bool knot)
{
    struct paint c = paint_of(p, s);
    int seat = seat_of(s), x = at_x(p, s), y = at_y(p, s), size = (int)jr_member_int(s, "size");
    const json_t *n = json_object_get(s, "n");
    char number[16];

    buf_adds(p->out, "<g");
    add_step(p, s);
    buf_adds(p->out, ">");
    if (knot)
        buf_printf(p->out,
                   "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"none\" class=\"l-gold\" "
                   "stroke=\"%s\" stroke-width=\"4\"/>",
                   x, y, size + 4, GOLD);
    if (seat != NO_SEAT && seat < p->s->seats && !json_is_integer(n))
        add_disc(p, seat, x, y, size);
    else
        buf_printf(p->out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" class=\"%s\" fill=\"%s\"/>", x, y,
                   size, c.kind, c.colour);
    if (json_is_integer(n)) {
        snprintf(number, sizeof number, "%d", (int)json_integer_value(n));
        add_text(p, str_of(number), x, y, size * 5 / 4, 700, "on",
                 seat == NO_SEAT ? NIGHT : mark_ink(mark_of_seat(p->s, seat)), "middle", NULL);
    }
    buf_adds(p->out, "</g>");
}

static void add_said(const struct pen *p, const json_t *s)
{
    struct paint c = paint_of(p, s);
    struct buf text = {0};

    say(p->s, s, &text, "keep.%.*s.%.*s", STR_FMT(p->s->game), STR_FMT(jr_member_str(s, "text")));
    add_text(p, buf_str(&text), at_x(p, s), at_y(p, s), (int)jr_member_int(s, "size"), 600, c.kind,
             c.colour, anchor_of(s), s);
    buf_fini(&text);
}

/* The people of a pawn or a team: their marks, then their names below each other, as large as there
 * is room. */
static int add_name(const struct pen *p, const json_t *s, bool draw)
{
    seat_set people = (seat_set)jr_member_int(s, "n");
    int size = (int)jr_member_int(s, "size"), y = at_y(p, s), line = p->names * 6 / 5;
    int n = 0, all = 0, mark = size, x;
    struct buf name = {0};

    FOR_SEATS (seat, people)
        all += seat < p->s->seats;
    x = at_x(p, s) + all * (mark + 4);
    FOR_SEATS (seat, people) {
        if (seat >= p->s->seats)
            continue;
        buf_clear(&name);
        say_name(p->s, seat, &name);
        int most = WIDE - SIDE - x, breadth = picture_breadth(buf_str(&name), size);
        if (breadth > most)
            size = size * most / breadth;
        if (draw) {
            add_disc(p, seat, at_x(p, s) + n * (mark + 4), y, mark / 2);
            add_text(p, buf_str(&name), x, y + n * line - (all - 1) * line / 2, p->names, 600,
                     "ink name", INK, "start", NULL);
        }
        n++;
    }
    buf_fini(&name);
    return size;
}

/* All names of a picture are as large as the longest of them may be. */
static int size_of_names(const struct pen *p, const json_t *strokes)
{
    int least = LEGEND;
    size_t i;
    json_t *stroke;

    json_array_foreach(strokes, i, stroke)
    {
        int size =
            str_is(jr_member_str(stroke, "is"), "name") ? add_name(p, stroke, false) : LEGEND;

        least = size < least ? size : least;
    }
    return least;
}

/* Whose it is, beside a dot. */
static void add_bead(const struct pen *p, const json_t *s)
{
    int seat = seat_of(s);

    if (seat == NO_SEAT || seat >= p->s->seats)
        return;
    buf_adds(p->out, "<g");
    add_step(p, s);
    buf_printf(p->out, "><circle class=\"rim\" cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\"/>",
               at_x(p, s), at_y(p, s), (int)jr_member_int(s, "size") + 2, NIGHT);
    add_disc(p, seat, at_x(p, s), at_y(p, s), (int)jr_member_int(s, "size"));
    buf_adds(p->out, "</g>");
}

static void add_stroke(const struct pen *p, const json_t *s)
{
    struct str is = jr_member_str(s, "is");
    struct paint c = paint_of(p, s);

    if (str_is(is, "line"))
        add_line(p, s);
    else if (str_is(is, "curve"))
        add_curve(p, s);
    else if (str_is(is, "box"))
        add_box(p, s);
    else if (str_is(is, "dot") || str_is(is, "knot"))
        add_dot(p, s, str_is(is, "knot"));
    else if (str_is(is, "say"))
        add_said(p, s);
    else if (str_is(is, "name"))
        add_name(p, s, true);
    else if (str_is(is, "mark"))
        add_bead(p, s);
    else if (str_is(is, "word"))
        add_text(p, jr_member_str(s, "text"), at_x(p, s), at_y(p, s), (int)jr_member_int(s, "size"),
                 700, c.kind, c.colour, anchor_of(s), s);
}

/* Many have won: their names become smaller, and then they stand in two lines. */
static void add_outcome(const struct pen *p)
{
    enum { LARGE = 27, SMALL = 20, MOST = WIDE - 2 * SIDE, MIDDLE = 118 };
    struct buf text = {0};
    /* Who has won is a name, too. */
    bool names = str_is(jr_member_str(p->s->doc, "outcome"), "ranked");
    const char *kind = names ? "gold name" : "gold";

    say_outcome(p->s, &text);
    int breadth = picture_breadth(buf_str(&text), LARGE), size = LARGE;
    size_t half = text.len;
    if (breadth > MOST)
        size = LARGE * MOST / breadth;
    if (size < SMALL) {
        size = LARGE * 2 * MOST * 9 / 10 / breadth < SMALL ? LARGE * 2 * MOST * 9 / 10 / breadth
                                                           : SMALL;
        half = text.len / 2;
        while (half < text.len && text.at[half] != ' ')
            half++;
    }
    bool two = half < text.len;
    add_text(p, str_n(text.at, half), SIDE, two ? MIDDLE - 20 : MIDDLE, size, 600, kind, GOLD,
             "start", NULL);
    if (two)
        add_text(p, str_n(text.at + half + 1, text.len - half - 1), SIDE, MIDDLE + 4, size, 600,
                 kind, GOLD, "start", NULL);
    buf_fini(&text);
}

static void add_head(const struct pen *p)
{
    struct buf text = {0};

    say(p->s, NULL, &text, "game.%.*s", STR_FMT(p->s->game));
    add_text(p, buf_str(&text), SIDE, 62, 54, 800, "ink", INK, "start", NULL);
    buf_fini(&text);
    add_outcome(p);
    add_sign(WIDE - SIDE - 70, 52, p->out);
}

/* Who is which colour; how high it is. Without `draw` it is only measured. */
static int add_legend(const struct pen *p, int y, bool draw)
{
    int x = SIDE, rows = 1;
    struct buf text = {0};

    for (int seat = 0; seat < p->s->seats; seat++) {
        buf_clear(&text);
        say_name(p->s, seat, &text);
        if (str_is(jr_member_str(p->s->doc, "outcome"), "ranked"))
            buf_printf(&text, "  %d", score_of_seat(p->s, seat));
        int breadth = picture_breadth(buf_str(&text), 23) * 9 / 10 + 66;
        if (x > SIDE && x + breadth > WIDE - SIDE) {
            x = SIDE;
            rows++;
        }
        if (draw) {
            int row = y + (rows - 1) * LEGEND + LEGEND / 2;

            add_disc(p, seat, x + 14, row, 15);
            add_text(p, buf_str(&text), x + 38, row, 23, 600, "ink name", INK, "start", NULL);
        }
        x += breadth;
    }
    buf_fini(&text);
    return rows * LEGEND;
}

/* When it was, and what signs mean to somebody who gets nothing but the picture. */
static void add_foot(const struct pen *p, int y)
{
    enum { LETTERS = 19, APART = 20 };
    struct buf date = {0}, key = {0};

    say_date(p->s, &date);
    buf_adds(&date, date.len ? " · Unisono" : "Unisono");
    say(p->s, NULL, &key, "keep.%.*s.key", STR_FMT(p->s->game));
    int most = WIDE - 2 * SIDE - APART - picture_breadth(buf_str(&date), LETTERS);
    int breadth = picture_breadth(buf_str(&key), LETTERS);
    add_text(p, buf_str(&key), SIDE, y, breadth > most ? LETTERS * most / breadth : LETTERS, 500,
             "soft", SOFT, "start", NULL);
    add_text(p, buf_str(&date), WIDE - SIDE, y, LETTERS, 500, "soft", SOFT, "end", NULL);
    buf_fini(&date);
    buf_fini(&key);
}

void svg_write(const struct sayer *s, bool inside, struct buf *out)
{
    const json_t *picture = json_object_get(s->doc, "picture");
    struct pen p = {s, out, SIDE, TOP, LEGEND};
    int high = (int)jr_member_int(picture, "h"), legend = add_legend(&p, 0, false);
    int all = TOP + high + 20 + legend + FOOT, shown = inside ? all - HEAD : all;
    struct buf text = {0};
    size_t i;
    json_t *stroke;

    buf_printf(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 %d %d %d\" width=\"%d\" "
               "height=\"%d\" data-all=\"%d\" font-family=\"%s\" role=\"img\"><title>",
               inside ? HEAD : 0, WIDE, shown, WIDE, shown, all, FONT);
    say(s, NULL, &text, "game.%.*s", STR_FMT(s->game));
    add_escaped(buf_str(&text), out);
    buf_printf(out,
               "</title><defs><radialGradient id=\"lamp\"><stop stop-color=\"#3d2b6b\"/>"
               "<stop offset=\"1\" stop-color=\"%s\"/></radialGradient>",
               NIGHT);
    define_discs(&p);
    buf_printf(out,
               "</defs><rect class=\"ground\" width=\"%d\" height=\"%d\" fill=\"%s\"/>"
               "<ellipse class=\"glow\" cx=\"540\" cy=\"%d\" rx=\"760\" ry=\"%d\" "
               "fill=\"url(#lamp)\"/>",
               WIDE, all, NIGHT, TOP + high / 2, high * 3 / 4);
    add_head(&p);
    p.names = size_of_names(&p, json_object_get(picture, "strokes"));
    json_array_foreach(json_object_get(picture, "strokes"), i, stroke) add_stroke(&p, stroke);
    add_legend(&p, TOP + high + 20, true);
    add_foot(&p, all - 26);
    buf_adds(out, "</svg>");
    buf_fini(&text);
}

bool keepsake_svg(struct str doc, const struct keepsake_wish *wish, struct buf *out)
{
    struct sayer s;

    if (!sayer_init(&s, doc, wish))
        return false;
    buf_adds(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    svg_write(&s, false, out);
    sayer_fini(&s);
    return true;
}
