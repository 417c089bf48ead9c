#include "rules/keep.h"

#include <stdlib.h>
#include <string.h>

void keep_init(struct keep *k)
{
    k->steps = k->items = k->moments = 0;
    k->knots = 0;
    k->ring = false;
    k->bytes = 0;
}

/* Empty where there is no more room. */
static struct keep_text copy(char *space, uint32_t *used, uint32_t most, struct str text)
{
    struct keep_text kept = {*used, (uint32_t)text.len};

    if (text.len > most - *used)
        return (struct keep_text){0, 0};
    memcpy(space + *used, text.at, text.len);
    *used += (uint32_t)text.len;
    return kept;
}

static struct keep_text keep_copy(struct keep *k, struct str text)
{
    return copy(k->text, &k->bytes, KEEP_BYTES, text);
}

struct str keep_str(const struct keep *k, struct keep_text text)
{
    return str_n(k->text + text.at, text.len);
}

void keep_step(struct keep *k, const char *key, int n, struct str text)
{
    if (k->steps < KEEP_STEPS)
        k->step[k->steps++] = (struct keep_step){key, n, keep_copy(k, text)};
}

void keep_about(struct keep *k, struct str text)
{
    if (k->steps)
        k->step[k->steps - 1].text = keep_copy(k, text);
}

static uint8_t step_now(const struct keep *k)
{
    return (uint8_t)(k->steps ? k->steps - 1 : 0);
}

struct keep_item *keep_item(struct keep *k, const char *role, seat_set seats, struct str word)
{
    struct keep_item *item = &k->item[k->items];

    if (k->items < KEEP_ITEMS)
        k->items++;
    *item = (struct keep_item){
        .role = role, .word = keep_copy(k, word), .seats = seats, .step = step_now(k)};
    return item;
}

struct keep_item *keep_last(struct keep *k, const char *role, int seat)
{
    for (int i = k->items - 1; i >= 0 && k->item[i].step == step_now(k); i--) {
        struct keep_item *item = &k->item[i];

        if (!item->taken_back && seats_has(item->seats, seat) &&
            (!role || strcmp(item->role, role) == 0))
            return item;
    }
    return NULL;
}

void keep_moment(struct keep *k, int worth, const char *key, seat_set seats, int n, struct str word,
                 struct str with)
{
    if (k->moments < KEEP_MOMENTS)
        k->moment[k->moments++] = (struct keep_moment){
            key, keep_copy(k, word), keep_copy(k, with), seats, step_now(k), (int16_t)worth, n};
}

/* ---- the picture ---- */

void picture_init(struct picture *p, int w, int h)
{
    p->w = (int16_t)w;
    p->h = (int16_t)h;
    p->strokes = 0;
    p->bytes = 0;
}

struct str picture_str(const struct picture *p, struct keep_text text)
{
    return str_n(p->text + text.at, text.len);
}

bool picture_add(struct picture *p, struct stroke s, struct str text)
{
    if (p->strokes == PICTURE_STROKES)
        return false;
    s.text = copy(p->text, &p->bytes, PICTURE_BYTES, text);
    p->stroke[p->strokes++] = s;
    return true;
}

bool picture_say(struct picture *p, struct stroke s, const char *key, struct str word)
{
    s.kind = STROKE_SAY;
    if (!picture_add(p, s, str_of(key)))
        return false;
    p->stroke[p->strokes - 1].with = copy(p->text, &p->bytes, PICTURE_BYTES, word);
    return true;
}

/* As broad as in the broadest of the usual bold fonts: rather too much than too little. */
int picture_breadth(struct str text, int size)
{
    int sum = 0;

    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];

        if ((c & 0xC0) == 0x80)
            continue; /* more of the same letter */
        sum += c && strchr("Iil .-'", c) ? 40 : c && strchr("MWmw", c) ? 106 : 78;
        sum += c && strchr("NOQDGHU", c) ? 8 : 0;
    }
    return sum * size / 100 + size / 4;
}

struct extent {
    int left, top, right, bottom;
};

static int overlap(const struct extent *a, const struct extent *b)
{
    int w = (a->right < b->right ? a->right : b->right) - (a->left > b->left ? a->left : b->left);
    int h = (a->bottom < b->bottom ? a->bottom : b->bottom) - (a->top > b->top ? a->top : b->top);

    return w > 0 && h > 0 ? w * h : 0;
}

/* What a stroke covers that a tag should leave free. */
static bool extent_of(const struct picture *p, const struct stroke *s, struct extent *out)
{
    int half;

    switch ((enum stroke_kind)s->kind) {
    case STROKE_DOT:
    case STROKE_KNOT:
    case STROKE_MARK:
        *out = (struct extent){s->x - s->size, s->y - s->size, s->x + s->size, s->y + s->size};
        return true;
    case STROKE_WORD:
    case STROKE_TAG:
        half = picture_breadth(picture_str(p, s->text), s->size) / 2;
        half = s->anchor == ANCHOR_MIDDLE ? half : 2 * half;
        *out =
            (struct extent){s->x - (s->anchor == ANCHOR_START ? 0 : half), s->y - s->size * 2 / 3,
                            s->x + (s->anchor == ANCHOR_END ? 0 : half), s->y + s->size * 2 / 3};
        return true;
    case STROKE_SAY: /* about as broad as the word in it */
        half = picture_breadth(picture_str(p, s->with), s->size) / 2 + s->size;
        *out = (struct extent){s->x - half, s->y - s->size * 2 / 3, s->x + half,
                               s->y + s->size * 2 / 3};
        return true;
    case STROKE_LINE:
    case STROKE_CURVE:
    case STROKE_BOX:
    case STROKE_NAME:
        return false;
    }
    return false;
}

/* A tag that looks for its place: as it was added, and whether it has one. */
struct seeker {
    int at; /* the stroke that it is */
    struct stroke tag;
    int breadth;
    bool settled, far;
};

/* What is in its way, of all that is within its reach. */
enum { OBSTACLES = 160 };
struct obstacle {
    struct extent is;
    const struct stroke *dot; /* NULL: it is none */
    int weight;               /* a dot that is hidden is worse than a word over a word */
};

/* Whether the way from a tag to its point leads over this dot. */
static bool crosses(const struct extent *mine, const struct stroke *tag, const struct stroke *dot)
{
    int x = tag->x < mine->left ? mine->left : tag->x > mine->right ? mine->right : tag->x;
    int y = tag->y < mine->top ? mine->top : tag->y > mine->bottom ? mine->bottom : tag->y;
    int dx = tag->x - x, dy = tag->y - y, steps = (abs(dx) + abs(dy)) / 8 + 1;

    for (int i = 0; i < steps; i++) {
        int at_x = x + dx * i / steps - dot->x, at_y = y + dy * i / steps - dot->y;

        if (at_x * at_x + at_y * at_y < dot->size * dot->size)
            return true;
    }
    return false;
}

static int obstacles_of(const struct picture *p, const struct seeker *all, int n,
                        const struct seeker *mover, struct obstacle out[OBSTACLES])
{
    enum { FAR = 240, ON_DOT = 8, ON_WORD = 4 };
    const struct stroke *s = &mover->tag;
    int found = 0, reach = mover->breadth + FAR;
    const struct extent all_of_it = {s->x - reach, s->y - FAR, s->x + reach, s->y + FAR};

    for (int i = 0; i < p->strokes + n && found < OBSTACLES; i++) {
        const struct seeker *other = i < p->strokes ? NULL : &all[i - p->strokes];
        const struct stroke *o = &p->stroke[other ? other->at : i];
        bool dot = o->kind == STROKE_DOT || o->kind == STROKE_KNOT;
        struct extent is;

        /* Tags that have no place yet are in nobody's way. */
        if (other ? other == mover || !other->settled : o->kind == STROKE_TAG)
            continue;
        if (extent_of(p, o, &is) && overlap(&is, &all_of_it))
            out[found++] = (struct obstacle){is, dot ? o : NULL,
                                             dot || o->kind == STROKE_MARK ? ON_DOT : ON_WORD};
    }
    return found;
}

static int cost(const struct picture *p, const struct stroke *s, const struct obstacle *way, int n,
                const struct extent *mine)
{
    enum { CROSSED = 60 };
    int sum = 0;

    for (int i = 0; i < n; i++) {
        const struct stroke *dot = way[i].dot;

        sum += overlap(mine, &way[i].is) * way[i].weight;
        if (dot && (dot->x != s->x || dot->y != s->y) && crosses(mine, s, dot))
            sum += CROSSED;
    }
    const struct extent sheet = {s->w, s->low, s->h ? s->h : p->w, s->high ? s->high : p->h};
    return sum +
           4 * ((mine->right - mine->left) * (mine->bottom - mine->top) - overlap(mine, &sheet));
}

/* From the edge of a tag to the dot that it belongs to. */
static void tie(struct picture *p, const struct stroke *tag, int x, int y, int reach)
{
    struct extent e = {0};

    extent_of(p, tag, &e);
    int from_x = x < e.left ? e.left : x > e.right ? e.right : x;
    int from_y = y < e.top ? e.top + 3 : y > e.bottom ? e.bottom - 3 : y;
    int dx = x - from_x, dy = y - from_y, far = abs(dx) > abs(dy) ? abs(dx) : abs(dy);

    if (far <= reach)
        return;
    picture_add(p,
                (struct stroke){.kind = STROKE_LINE,
                                .tone = TONE_SOFT,
                                .seat = NO_SEAT,
                                .x = (int16_t)from_x,
                                .y = (int16_t)from_y,
                                .w = (int16_t)(dx * (far - reach) / far),
                                .h = (int16_t)(dy * (far - reach) / far),
                                .size = 2,
                                .step = tag->step},
                STR(""));
}

/* Where a tag may stand: to which side of its point, and how it lies there. Below and above it may
 * also begin or end at the point. Nearer rings come first. */
static const struct stand {
    int8_t x, y;
    uint8_t anchor;
} stands[] = {{0, 1, ANCHOR_MIDDLE}, {0, -1, ANCHOR_MIDDLE}, {1, 0, ANCHOR_START},
              {-1, 0, ANCHOR_END},   {0, 1, ANCHOR_START},   {0, 1, ANCHOR_END},
              {0, -1, ANCHOR_START}, {0, -1, ANCHOR_END},    {1, 1, ANCHOR_START},
              {-1, 1, ANCHOR_END},   {1, -1, ANCHOR_START},  {-1, -1, ANCHOR_END}};
enum { STANDS = sizeof stands / sizeof stands[0], RINGS = 9 };

static struct stroke stand_at(const struct stroke *tag, const struct stand *at, int ring)
{
    struct stroke here = *tag;
    int away = tag->bend + tag->size * (2 * ring - 1) / 2;

    here.anchor = at->anchor;
    here.x = (int16_t)(tag->x + at->x * (at->y ? away * 2 / 3 : away));
    here.y = (int16_t)(tag->y + at->y * (at->x ? away * 2 / 3 : away));
    if (!at->x && at->anchor != ANCHOR_MIDDLE)
        here.x = (int16_t)(here.x + (at->anchor == ANCHOR_START ? -tag->bend : tag->bend));
    return here;
}

/* The best place for a tag as things are; letters become a little smaller only where none is free.
 */
static void settle(struct picture *p, const struct seeker *all, int n, struct seeker *mover)
{
    static const int part[] = {100, 88, 76, 68};
    struct obstacle way[OBSTACLES];
    int least = -1, found = obstacles_of(p, all, n, mover, way);
    struct extent mine = {0}; /* what covers nothing is in nobody's way */

    if (mover->settled && extent_of(p, &p->stroke[mover->at], &mine) &&
        !cost(p, &mover->tag, way, found, &mine))
        return;
    for (int size = 0; size < 4 && least != 0; size++) {
        struct stroke tag = mover->tag;

        tag.size = (int16_t)(tag.size * part[size] / 100);
        for (int at = 0; at < RINGS * STANDS && least != 0; at++) {
            struct stroke here = stand_at(&tag, &stands[at % STANDS], 1 + at / STANDS);

            extent_of(p, &here, &mine);
            int worse = cost(p, &mover->tag, way, found, &mine);
            if (least < 0 || worse < least) {
                least = worse;
                here.w = here.h = here.low = here.high = 0;
                p->stroke[mover->at] = here;
                mover->far = at >= STANDS;
            }
        }
    }
    mover->settled = true;
}

/* In the order of their breadth: a long word finds a place less easily. */
static void line_up(struct seeker *all, int n, struct seeker more)
{
    int at = n;

    for (; at > 0 && all[at - 1].breadth < more.breadth; at--)
        all[at] = all[at - 1];
    all[at] = more;
}

/* One after the other, and then those once more that are in another's way. */
void picture_settle(struct picture *p)
{
    enum { SEEKERS = 160, PASSES = 3 };
    struct seeker all[SEEKERS];
    int n = 0;

    for (int i = 0; i < p->strokes && n < SEEKERS; i++) {
        const struct stroke *tag = &p->stroke[i];

        if (tag->kind == STROKE_TAG)
            line_up(
                all, n++,
                (struct seeker){.at = i,
                                .tag = *tag,
                                .breadth = picture_breadth(picture_str(p, tag->text), tag->size)});
    }
    for (int i = 0; i < PASSES * n; i++)
        settle(p, all, n, &all[i % n]);
    for (int i = 0; i < n; i++) {
        if (all[i].far)
            tie(p, &p->stroke[all[i].at], all[i].tag.x, all[i].tag.y, all[i].tag.bend);
    }
}
