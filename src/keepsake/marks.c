/* The marks of players as the app has them (web/src/lib/marks.ts; a test compares): nobody is known
 * by their colour alone. */
#include "keepsake/paint.h"

#define PAPER  "#fffaf0"
#define DASHES "16 9"
#define DOTS   "1 10"
#define BOTH   "18 9 1 9"

static const struct mark {
    const char *disc, *ink;
    const char *dash; /* of a line of theirs; colours that some confuse differ in it */
    const char *path; /* in a box of 24 by 24 */
} marks[] = {
    {"#ffc53d", NIGHT, "",
     "M12 3.2l2.6 5.6 6.1.7-4.5 4.2 1.2 6.1-5.4-3-5.4 3 1.2-6.1-4.5-4.2 6.1-.7z"},
    {"#3d4fc4", PAPER, "", "M14.5 3.5a8.8 8.8 0 1 0 6 12.6A7.4 7.4 0 0 1 14.5 3.5z"},
    {"#d8344f", PAPER, "",
     "M12 20.3C4.8 15 3 11.8 3 8.7 3 6 5 4 7.5 4c1.9 0 3.6 1.1 4.5 2.9C12.9 5.1 14.6 4 16.5 4 19 4 "
     "21 6 21 8.7c0 3.1-1.8 6.3-9 11.6z"},
    {"#2f8f4e", PAPER, DASHES,
     "M20.5 3.5C9 3.5 4 8.5 4 15.5c0 1 .1 1.8.3 2.5L3 19.6l1.5 1.4 1.7-1.8c.9.3 1.9.5 3 .5 7.5 0 "
     "11.3-6 11.3-16.2zM7 17.5C8.5 13 11.5 9.8 16 8c-3.5 2.7-6 6-7.3 10z"},
    {"#2fa8dc", NIGHT, "", "M12 2.5c4.5 5.3 6.8 9 6.8 12a6.8 6.8 0 0 1-13.6 0c0-3 2.3-6.7 6.8-12z"},
    {"#7b3fb3", PAPER, DASHES, "M3 7.5l4.6 3.8L12 4.5l4.4 6.8L21 7.5 19.3 19H4.7z"},
    {"#f07f2e", NIGHT, BOTH, "M13.8 2.5L4.5 13.8h6l-1.3 7.7 9.3-11.8h-6z"},
    {"#f3a2c1", NIGHT, DASHES,
     "M12 2.8a3.4 3.4 0 0 1 3.3 4.3 3.4 3.4 0 1 1 2.1 6.4 3.4 3.4 0 1 1-5.4 4 3.4 3.4 0 1 1-5.4-4 "
     "3.4 3.4 0 1 1 2.1-6.4A3.4 3.4 0 0 1 12 2.8zm0 6.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6z"},
    {"#36c2ad", NIGHT, BOTH, "M12 2.5l8 9.5-8 9.5L4 12z"},
    {"#23507c", PAPER, DOTS,
     "M12 2.5a2.7 2.7 0 0 1 1.4 5v1.3h3v2.2h-3v7.7c2.3-.4 4-1.9 4.6-3.9l-1.7.4 2.6-4.4 2.6 "
     "4.4-1.6-.3c-.7 3.9-3.9 6.6-7.9 6.6s-7.2-2.7-7.9-6.6l-1.6.3 2.6-4.4 2.6 4.4-1.7-.4c.6 2 2.3 "
     "3.5 4.6 3.9V11h-3V8.8h3V7.5A2.7 2.7 0 0 1 12 2.5z"},
    {"#8a5a2b", PAPER, DOTS,
     "M12 2.5c.9 0 1.5.7 1.5 1.5v.5c2.8.7 4.5 3.1 4.5 6 0 4 1 5.3 2.3 6.5v1.5H3.7V17C5 15.8 6 14.5 "
     "6 10.5c0-2.9 1.7-5.3 4.5-6V4c0-.8.6-1.5 1.5-1.5zM9.5 19.5h5a2.5 2.5 0 0 1-5 0z"},
    {"#b9c3d6", NIGHT, DOTS, "M7 19a4.8 4.8 0 0 1-.6-9.5 6 6 0 0 1 11.5-.6A5 5 0 0 1 17 19z"},
    {"#a3c93a", NIGHT, DASHES,
     "M2.5 12C5 8 8.3 6 12 6c2.2 0 4.2.8 6 2.3L21.5 6v12L18 15.7C16.2 17.2 14.2 18 12 18c-3.7 "
     "0-7-2-9.5-6zm5.7-1.8a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6z"},
    {"#4a4458", PAPER, BOTH,
     "M9 4l11-2v13.5a3.3 3.3 0 1 1-2.3-3.1V7.3L11.3 8.5v9a3.3 3.3 0 1 1-2.3-3.1z"},
};
enum { MARKS = sizeof marks / sizeof marks[0] };

void add_sign(int x, int y, struct buf *out)
{
    static const char *const discs[] = {"#ff8b72", GOLD, "#36c2ad"};

    for (int i = 0; i < 3; i++)
        buf_printf(out, "<circle cx=\"%d\" cy=\"%d\" r=\"24\" fill=\"%s\" fill-opacity=\".85\"/>",
                   x + i * 22, y + (i == 1 ? 20 : 0), discs[i]);
}

static const struct mark *mark_at(int mark)
{
    return &marks[(mark % MARKS + MARKS) % MARKS];
}

const char *mark_colour(int mark)
{
    return mark_at(mark)->disc;
}

const char *mark_ink(int mark)
{
    return mark_at(mark)->ink;
}

const char *mark_dash(int mark)
{
    return mark_at(mark)->dash;
}

void add_mark(int mark, struct buf *out)
{
    buf_printf(out,
               "<circle r=\"12\" fill=\"%s\"/><path transform=\"scale(.72) translate(-12 -12)\" "
               "fill=\"%s\" fill-rule=\"evenodd\" d=\"%s\"/>",
               mark_colour(mark), mark_ink(mark), mark_at(mark)->path);
}
