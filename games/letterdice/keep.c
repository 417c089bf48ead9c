/* Letter Dice: what stays of a game, and its claims as a race for its picture. */
#include "letterdice.h"

#include "rules/keep.h"

enum { WIDTH = 1000, ROW = 78, HEAD = 16, LETTERS = 23, ROWS = 40 };

/* Claims are numbered anew in each round: `y` is the number. */
static struct keep_line *claim_of(struct keep *out, int claim)
{
    for (int i = out->lines - 1; i >= 0 && out->line[i].step == out->steps - 1; i--) {
        if (out->line[i].y == claim)
            return &out->line[i];
    }
    return NULL;
}

static int letters(struct str word)
{
    int n = 0;

    for (size_t i = 0; i < word.len; i++)
        n += ((unsigned char)word.at[i] & 0xC0) != 0x80;
    return n;
}

static void note_said(const struct ld_public *t, const struct ld_word_said *said, struct keep *out)
{
    struct keep_line *line = claim_of(out, said->claim);

    if (line)
        line->gone = true;
    line = keep_line(out, "said", SEAT(said->seat), said->word);
    line->y = said->claim;
    line->x = (int32_t)(said->at > 0 ? said->at : 0);
    if (said->points >= 4)
        keep_moment(out, 20 * said->points, "bright", SEAT(said->seat), said->points, said->word,
                    t->theme ? line_str(&t->theme_text[t->theme - 1]) : STR(""));
    else if (letters(said->word) >= 12)
        keep_moment(out, 20 + letters(said->word), "long", SEAT(said->seat), letters(said->word),
                    said->word, STR(""));
}

void ld_note(const struct known *k, const struct fact *f, struct keep *out)
{
    const struct ld_public *t = k->table;
    struct keep_line *line;

    switch (f->kind) {
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
        line = claim_of(out, FACT_AS(ld_tokens_taken, f).claim);
        if (line)
            line->n += FACT_AS(ld_tokens_taken, f).tokens;
        return;
    case LD_TOKENS_RETURNED:
        line = claim_of(out, FACT_AS(ld_tokens_returned, f).claim);
        if (line)
            line->n -= FACT_AS(ld_tokens_returned, f).tokens;
        return;
    case LD_CLAIM_REJECTED:
        line = claim_of(out, FACT_AS(ld_claim_rejected, f).claim);
        if (line)
            line->role = "struck";
        return;
    case LD_WORD_FAILED:
        line = claim_of(out, FACT_AS(ld_word_failed, f).claim);
        if (line)
            line->role = "failed";
        return;
    default:
        return;
    }
}

/* ---- the race: a row a round, words in the order in which they came ---- */

static void draw_row(const struct keep *kept, int step, int y, struct picture *out)
{
    const struct keep_step *s = &kept->step[step];
    int x = HEAD, size = LETTERS, need = 0;
    uint8_t of = (uint8_t)(step + 1);

    for (int i = 0; i < kept->lines; i++) {
        const struct keep_line *line = &kept->line[i];

        if (line->step == step && !line->gone)
            need += picture_breadth(keep_str(kept, line->word), LETTERS) + 68;
    }
    if (need > WIDTH - HEAD) /* smaller where many were quick */
        size = LETTERS * (WIDTH - HEAD) / need;
    picture_say(out,
                (struct stroke){.tone = TONE_SOFT,
                                .seat = NO_SEAT,
                                .anchor = ANCHOR_START,
                                .x = 16,
                                .y = (int16_t)(y - 32),
                                .size = 17,
                                .n = s->n,
                                .step = of},
                "pic.round", keep_str(kept, s->text));
    for (int i = 0; i < kept->lines; i++) {
        const struct keep_line *line = &kept->line[i];
        struct str word = keep_str(kept, line->word);
        int breadth = picture_breadth(word, size), dot = size * 3 / 5;

        if (line->step != step || line->gone)
            continue;
        picture_add(out,
                    (struct stroke){.kind = line->n > 0 ? STROKE_KNOT : STROKE_DOT,
                                    .seat = (int8_t)seats_first(line->seats),
                                    .x = (int16_t)(x + dot),
                                    .y = (int16_t)y,
                                    .size = (int16_t)dot,
                                    .n = line->n > 0 ? line->n : -1,
                                    .step = of},
                    STR(""));
        picture_add(out,
                    (struct stroke){.kind = STROKE_WORD,
                                    .tone = line->n > 0 ? TONE_INK : TONE_SOFT,
                                    .seat = NO_SEAT,
                                    .anchor = ANCHOR_START,
                                    .x = (int16_t)(x + 2 * dot + size / 2),
                                    .y = (int16_t)y,
                                    .size = (int16_t)size,
                                    .step = of},
                    word);
        x += breadth + 2 * dot + size * 3 / 2;
    }
}

void ld_draw(const struct known *k, const struct keep *kept, struct picture *out)
{
    int first = kept->steps > ROWS ? kept->steps - ROWS : 0, rows = kept->steps - first;

    (void)k;
    picture_init(out, WIDTH, 20 + ROW * (rows ? rows : 1));
    for (int i = 0; i < rows; i++) {
        int y = 50 + i * ROW;

        if (i)
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
