/* Letter Dice: what stays of a game, and its claims as a race for its picture. */
#include "letterdice.h"

#include "rules/affinity.h"
#include "rules/keep.h"

enum { WIDTH = 1000, ROW = 78, HEAD = 16, LETTERS = 23, ROWS = 40, LANE = 46, POST = 56 };

/* Claims are numbered anew in each round: `y` is the number. */
static struct keep_item *claim_of(struct keep *out, int claim)
{
    for (int i = out->items - 1; i >= 0 && out->item[i].step == out->steps - 1; i--) {
        if (out->item[i].y == claim)
            return &out->item[i];
    }
    return NULL;
}

static void note_said(const struct ld_public *t, const struct ld_word_said *said, struct keep *out)
{
    struct keep_item *item = claim_of(out, said->claim);

    if (item)
        item->taken_back = true;
    item = keep_item(out, "said", SEAT(said->seat), said->word);
    item->y = said->claim;
    item->said = true;
    item->x = (int32_t)(said->at > 0 ? said->at : 0);
    if (said->points >= 4)
        keep_moment(out, 20 * said->points, "bright", SEAT(said->seat), said->points, said->word,
                    t->theme ? phrase_str(&t->theme_text[t->theme - 1]) : STR(""));
    else if (str_characters(said->word) >= 12)
        keep_moment(out, 20 + str_characters(said->word), "long", SEAT(said->seat),
                    str_characters(said->word), said->word, STR(""));
}

/* Who has let a word stand, and who would have struck it: everybody saw them vote. */
static void note_vote(const struct core *c, struct keep *out)
{
    const struct ballot *b = &c->verdict.ballot;
    struct keep_item *item = b->subject == LD_SUBJECT_STRIKE ? claim_of(out, b->topic) : NULL;

    if (!item || item->seats != SEAT(b->about))
        return;
    item->by |= b->no;
    item->tried |= (seat_set)(b->yes | b->no);
}

/* What no word brought back, for the race alone. */
static void note_loss(int seat, int tokens, struct keep *out)
{
    struct keep_item *item = keep_item(out, "paid", SEAT(seat), STR(""));

    item->y = -1;
    item->n = -tokens;
}

void ld_note(const struct known *k, const struct fact *f, struct keep *out)
{
    const struct ld_public *t = k->table;
    struct keep_item *item;

    switch (f->kind) {
    case VOTE_CLOSED:
        note_vote(k->core, out);
        return;
    case LD_ROUND_BEGAN:
        keep_step(out, "round", FACT_AS(ld_round_began, f).round, STR(""));
        return;
    case LD_THEME_ROLLED:
        keep_about(out, FACT_AS(ld_theme_rolled, f).text);
        return;
    case LD_WORD_SAID: {
        struct ld_word_said said = FACT_AS(ld_word_said, f);

        note_said(t, &said, out);
        return;
    }
    case LD_TOKENS_TAKEN:
        item = claim_of(out, FACT_AS(ld_tokens_taken, f).claim);
        if (item)
            item->n += FACT_AS(ld_tokens_taken, f).tokens;
        return;
    case LD_TOKENS_RETURNED:
        item = claim_of(out, FACT_AS(ld_tokens_returned, f).claim);
        if (item)
            item->n -= FACT_AS(ld_tokens_returned, f).tokens;
        return;
    case LD_TOKENS_PAID:
        note_loss(FACT_AS(ld_tokens_paid, f).seat, FACT_AS(ld_tokens_paid, f).tokens, out);
        return;
    case LD_TOKENS_LEFT:
        note_loss(FACT_AS(ld_tokens_left, f).seat, FACT_AS(ld_tokens_left, f).tokens, out);
        return;
    case LD_CLAIM_REJECTED:
        item = claim_of(out, FACT_AS(ld_claim_rejected, f).claim);
        if (item)
            item->role = "struck";
        return;
    case LD_WORD_FAILED:
        item = claim_of(out, FACT_AS(ld_word_failed, f).claim);
        if (item)
            item->role = "failed";
        return;
    default:
        return;
    }
}

/* ---- the race: a lane a player, as long as what they took; then a row a round, words in the order
 * in which they came ---- */

/* Tokens that a player has after each step. How many there are in the end. */
static int tokens_after(const struct keep *kept, int seat, int after[KEEP_STEPS])
{
    int sum = 0;

    memset(after, 0, KEEP_STEPS * sizeof *after);
    for (int i = 0; i < kept->items; i++) {
        const struct keep_item *item = &kept->item[i];

        if (item->seats == SEAT(seat) && !item->taken_back)
            after[item->step] += item->n;
    }
    for (int step = 0; step < kept->steps; step++) {
        sum += after[step];
        after[step] = sum > 0 ? sum : 0;
    }
    return sum > 0 ? sum : 0;
}

static int16_t along(int tokens, int most)
{
    return (int16_t)(POST + (WIDTH - POST - 40) * tokens / (most > 0 ? most : 1));
}

/* Each round adds a piece to the lane; the whole of it stands at its end. What is lost again later
 * is left out: a lane does not run backwards. */
static void draw_lane(const struct keep *kept, int seat, int y, int most, struct picture *out)
{
    int after[KEEP_STEPS];
    int last = kept->steps - 1, all = tokens_after(kept, seat, after), before = 0;

    for (int step = last - 1; step >= 0; step--)
        after[step] = after[step + 1] < after[step] ? after[step + 1] : after[step];
    for (int step = 0; step <= last; step++) {
        int now = after[step];

        if (now > before)
            picture_add(out,
                        (struct stroke){.kind = STROKE_LINE,
                                        .seat = (int8_t)seat,
                                        .x = (int16_t)(along(before, most) + 7),
                                        .y = (int16_t)y,
                                        .w = (int16_t)(along(now, most) - along(before, most) - 12),
                                        .size = 10,
                                        .step = (uint8_t)(step + 1)},
                        STR(""));
        before = now;
    }
    picture_add(
        out,
        (struct stroke){
            .kind = STROKE_MARK, .seat = (int8_t)seat, .x = HEAD + 17, .y = (int16_t)y, .size = 17},
        STR(""));
    picture_add(out,
                (struct stroke){.kind = all && all == most ? STROKE_KNOT : STROKE_DOT,
                                .seat = (int8_t)seat,
                                .x = (int16_t)(along(all, most) + 14),
                                .y = (int16_t)y,
                                .size = 17,
                                .n = all,
                                .step = (uint8_t)(last + 1)},
                STR(""));
}

/* How high it is. */
static int draw_race(const struct keep *kept, int seats, struct picture *out)
{
    int most = 0;

    for (int seat = 0; seat < seats; seat++) {
        int after[KEEP_STEPS], all = tokens_after(kept, seat, after);

        most = all > most ? all : most;
    }
    for (int seat = 0; seat < seats; seat++)
        draw_lane(kept, seat, 28 + seat * LANE, most, out);
    return seats * LANE + 30;
}

static bool in_row(const struct keep_item *item, int step)
{
    return item->step == step && !item->taken_back && item->word.len;
}

/* Letters of a row: smaller where many were quick. */
static int row_size(const struct keep *kept, int step)
{
    int need = 0;

    for (int i = 0; i < kept->items; i++) {
        if (in_row(&kept->item[i], step))
            need += picture_breadth(keep_str(kept, kept->item[i].word), LETTERS) + 68;
    }
    return need > WIDTH - HEAD ? LETTERS * (WIDTH - HEAD) / need : LETTERS;
}

/* A word with what it brought; how far to the right the next one begins. */
static int draw_word(const struct keep *kept, const struct keep_item *item, int x, int y, int size,
                     struct picture *out)
{
    struct str word = keep_str(kept, item->word);
    int dot = size * 3 / 5;
    uint8_t of = (uint8_t)(item->step + 1);

    picture_add(out,
                (struct stroke){.kind = item->n > 0 ? STROKE_KNOT : STROKE_DOT,
                                .seat = (int8_t)seats_first(item->seats),
                                .x = (int16_t)(x + dot),
                                .y = (int16_t)y,
                                .size = (int16_t)dot,
                                .n = item->n > 0 ? item->n : -1,
                                .step = of},
                STR(""));
    if (item->n > 0) /* a number stands on it: a bead tells whose it is */
        picture_add(out,
                    (struct stroke){.kind = STROKE_MARK,
                                    .seat = (int8_t)seats_first(item->seats),
                                    .x = (int16_t)(x + dot + dot * 9 / 10),
                                    .y = (int16_t)(y - dot * 9 / 10),
                                    .size = (int16_t)(dot * 3 / 5),
                                    .step = of},
                    STR(""));
    picture_add(out,
                (struct stroke){.kind = STROKE_WORD,
                                .tone = item->n > 0 ? TONE_INK : TONE_SOFT,
                                .seat = NO_SEAT,
                                .anchor = ANCHOR_START,
                                .x = (int16_t)(x + 2 * dot + size / 2),
                                .y = (int16_t)y,
                                .size = (int16_t)size,
                                .step = of},
                word);
    return picture_breadth(word, size) + 2 * dot + size * 3 / 2;
}

static void draw_row(const struct keep *kept, int step, int y, struct picture *out)
{
    const struct keep_step *s = &kept->step[step];
    int x = HEAD, size = row_size(kept, step);

    picture_say(out,
                (struct stroke){.tone = TONE_SOFT,
                                .seat = NO_SEAT,
                                .anchor = ANCHOR_START,
                                .x = 16,
                                .y = (int16_t)(y - 32),
                                .size = 17,
                                .n = s->n,
                                .step = (uint8_t)(step + 1)},
                "pic.round", keep_str(kept, s->text));
    for (int i = 0; i < kept->items; i++) {
        if (in_row(&kept->item[i], step))
            x += draw_word(kept, &kept->item[i], x, y, size, out);
    }
}

void ld_draw(const struct known *k, const struct keep *kept, struct picture *out)
{
    int first = kept->steps > ROWS ? kept->steps - ROWS : 0, rows = kept->steps - first;

    picture_init(out, WIDTH, 20 + LANE * k->core->seats + 30 + ROW * (rows ? rows : 1));
    int top = draw_race(kept, k->core->seats, out);
    for (int i = 0; i < rows; i++) {
        int y = top + 50 + i * ROW;

        picture_add(out,
                    (struct stroke){.kind = STROKE_LINE,
                                    .tone = TONE_FAINT,
                                    .seat = NO_SEAT,
                                    .x = 0,
                                    .y = (int16_t)(y - 49),
                                    .w = WIDTH,
                                    .size = 1},
                    STR(""));
        draw_row(kept, first + i, y, out);
    }
}

/* ---- who thinks like whom ---- */

/* Nobody can say a word that was said, so it is the votes that tell: whether a word fits. Letting
 * somebody's word stand speaks for the two, and so does voting alike. */
void ld_affinity(const struct keep *kept, struct affinity *out)
{
    enum { EVEN = 500 };

    for (int i = 0; i < kept->items; i++) {
        const struct keep_item *item = &kept->item[i];

        FOR_SEATS (a, item->tried) {
            affinity_add(out, seats_first(item->seats), a, 1, seats_has(item->by, a), EVEN);
            FOR_SEATS (b, item->tried) {
                if (a < b)
                    affinity_add(out, a, b, 1, seats_has(item->by, a) == seats_has(item->by, b),
                                 EVEN);
            }
        }
    }
}
