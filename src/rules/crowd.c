#include "rules/crowd.h"
#include "rules/schema.h"

#include <stdlib.h>
#include <string.h>

static bool order_fits(const struct crowd_scene *s, const struct crowd_answer *a, int most)
{
    uint64_t seen = 0;

    if (a->n < 1 || a->n > most || a->n > CROWD_ORDERED)
        return false;
    for (int i = 0; i < a->n; i++) {
        if (a->thing[i] >= s->of || a->thing[i] >= CROWD_THINGS || seen >> a->thing[i] & 1)
            return false;
        seen |= UINT64_C(1) << a->thing[i];
    }
    return true;
}

bool crowd_fits(const struct crowd_scene *s, const struct crowd_answer *a)
{
    switch ((enum crowd_kind)s->kind) {
    case CROWD_WORD:
        return a->word.len && (!s->initial || word_initial(word_str(&a->word)) == s->initial);
    case CROWD_CHOICE:
        return order_fits(s, a, 1);
    case CROWD_ORDER:
        return order_fits(s, a, s->most);
    case CROWD_POINT:
        return abs(a->x) <= s->edge && abs(a->y) <= s->edge;
    case CROWD_KINDS:
        break;
    }
    return false;
}

/* ---- sums ---- */

/* Into the list where it belongs: more first; what came first stays before its equals. */
static void note(struct crowd_sum *s, const struct crowd_best *b)
{
    int at = s->n;

    while (at > 0 && s->best[at - 1].count < b->count)
        at--;
    if (at == CROWD_BEST)
        return;
    if (s->n < CROWD_BEST)
        s->n++;
    memmove(&s->best[at + 1], &s->best[at], (size_t)(s->n - 1 - at) * sizeof *b);
    s->best[at] = *b;
}

/* T-4: accents and hyphens make no other word. */
static int by_word(const void *a, const void *b)
{
    const struct crowd_answer *const *x = a, *const *y = b;
    struct word_key one, other;

    return str_cmp(word_key_in(&one, word_str(&(*x)->word), false),
                   word_key_in(&other, word_str(&(*y)->word), false));
}

static void sum_words(struct crowd_sum *s, const struct crowd_answer **answers, int n)
{
    qsort(answers, (size_t)n, sizeof(struct crowd_answer *), by_word);
    for (int i = 0, next; i < n; i = next) {
        for (next = i + 1; next < n && by_word(&answers[i], &answers[next]) == 0;)
            next++;
        if (next - i >= CROWD_NAMED)
            note(s, &(struct crowd_best){.count = next - i, .word = answers[i]->word});
    }
}

/* Of an order the first thing has as many points as there are places. One person's points are many,
 * and still the answer of one person. */
static void sum_things(struct crowd_sum *s, const struct crowd_scene *scene,
                       const struct crowd_answer **answers, int n)
{
    int points[CROWD_THINGS] = {0}, people[CROWD_THINGS] = {0};
    int places = s->kind == CROWD_ORDER ? scene->most : 1;

    for (int i = 0; i < n; i++) {
        for (int k = 0; k < answers[i]->n; k++) {
            points[answers[i]->thing[k]] += places - k;
            people[answers[i]->thing[k]]++;
        }
    }
    for (int i = 0; i < CROWD_THINGS; i++) {
        if (people[i] >= CROWD_NAMED)
            note(s, &(struct crowd_best){.count = points[i], .thing = i});
    }
}

static int square_root(int64_t n)
{
    int root = 0;

    for (int bit = 1 << 14; bit; bit >>= 1) {
        if ((int64_t)(root + bit) * (root + bit) <= n)
            root += bit;
    }
    return root;
}

static void sum_points(struct crowd_sum *s, const struct crowd_scene *scene,
                       const struct crowd_answer **answers, int n)
{
    int64_t x = 0, y = 0, away = 0;

    for (int i = 0; i < n; i++) {
        x += answers[i]->x;
        y += answers[i]->y;
    }
    s->n = 1;
    s->best[0] = (struct crowd_best){.count = n, .thing = scene->about};
    s->x = (int)(x / n);
    s->y = (int)(y / n);
    for (int i = 0; i < n; i++) {
        int64_t dx = answers[i]->x - s->x, dy = answers[i]->y - s->y;

        away += square_root(dx * dx + dy * dy);
    }
    s->spread = (int)(away / n);
}

void crowd_sum(struct crowd_sum *out, const struct crowd_scene *s,
               const struct crowd_answer **answers, int n)
{
    *out = (struct crowd_sum){.question = s->asks, .kind = s->kind, .answers = n};
    if (!n)
        return;
    if (s->kind == CROWD_WORD)
        sum_words(out, answers, n);
    else if (s->kind == CROWD_POINT)
        sum_points(out, s, answers, n);
    else
        sum_things(out, s, answers, n);
}

/* ---- as text ---- */

void crowd_write(const struct crowd_sum *s, struct buf *out)
{
    if (s->kind == CROWD_POINT)
        buf_printf(out, "%d %d %d ", s->x, s->y, s->spread);
    for (int i = 0; i < s->n; i++) {
        if (i)
            buf_addc(out, '\n');
        buf_printf(out, "%d ", s->best[i].count);
        if (s->kind == CROWD_WORD)
            buf_add(out, word_str(&s->best[i].word));
        else
            buf_printf(out, s->best[i].name.len ? "%d " : "%d", s->best[i].thing);
        if (s->kind != CROWD_WORD)
            buf_add(out, phrase_str(&s->best[i].name));
    }
}

static bool read_number(struct str *rest, int64_t low, int64_t high, int *out)
{
    struct str word;
    int64_t n;

    if (!str_word(rest, &word) || !str_int(word, &n) || n < low || n > high)
        return false;
    *out = (int)n;
    return true;
}

static bool read_best(struct crowd_sum *s, struct str line)
{
    struct crowd_best *b = &s->best[s->n];
    int64_t most = s->kind == CROWD_ORDER ? (int64_t)s->answers * CROWD_ORDERED : s->answers;

    if (s->n == CROWD_BEST || !read_number(&line, CROWD_NAMED, most, &b->count))
        return false;
    if (s->n && b->count > b[-1].count)
        return false;
    s->n++;
    line = str_trim(line);
    if (s->kind != CROWD_WORD) {
        bool fine = read_number(&line, 0, CROWD_THINGS - 1, &b->thing);

        phrase_set(&b->name, str_trim(line));
        return fine;
    }
    return word_set(&b->word, line) == WORD_OK && str_eq(word_str(&b->word), line);
}

bool crowd_read(struct crowd_sum *out, int64_t question, int64_t kind, int64_t answers,
                struct str text)
{
    struct crowd_sum s = {
        .question = (uint16_t)question, .kind = (uint8_t)kind, .answers = (int)answers};
    struct str line;

    if (question < 1 || question > UINT16_MAX || kind < 0 || kind >= CROWD_KINDS ||
        answers < CROWD_LEAST || answers > CROWD_MOST || text.len > CROWD_TEXT)
        return false;
    if (kind == CROWD_POINT) {
        if (!read_number(&text, -CROWD_EDGE, CROWD_EDGE, &s.x) ||
            !read_number(&text, -CROWD_EDGE, CROWD_EDGE, &s.y) ||
            !read_number(&text, 0, 4 * CROWD_EDGE, &s.spread))
            return false;
    }
    while (str_line(&text, &line)) {
        if (!read_best(&s, line))
            return false;
    }
    if (kind == CROWD_POINT && (s.n != 1 || s.best[0].count != answers))
        return false;
    *out = s;
    return true;
}

/* ---- what everybody sees ---- */

static void tell_asks(const struct crowd_scene *s, struct jw *w)
{
    jw_object(w);
    jw_key_int(w, "question", s->asks);
    jw_key_choice(w, "kind", CROWD_KIND_NAMES, s->kind);
    if (s->of)
        jw_key_int(w, "of", s->of);
    if (s->most)
        jw_key_int(w, "most", s->most);
    if (s->about)
        jw_key_int(w, "about", s->about);
    if (s->initial)
        jw_key_str(w, "initial", str_n(&s->initial, 1));
    if (s->edge)
        jw_key_int(w, "edge", s->edge);
    jw_end_object(w);
}

static void tell_sum(const struct crowd_sum *s, struct jw *w)
{
    jw_object(w);
    jw_key_int(w, "question", s->question);
    jw_key_choice(w, "kind", CROWD_KIND_NAMES, s->kind);
    jw_key_int(w, "answers", s->answers);
    if (s->kind == CROWD_POINT) {
        jw_key_int(w, "x", s->x);
        jw_key_int(w, "y", s->y);
        jw_key_int(w, "spread", s->spread);
    }
    jw_key(w, "best");
    jw_array(w);
    for (int i = 0; i < s->n; i++) {
        jw_object(w);
        jw_key_int(w, "count", s->best[i].count);
        if (s->kind == CROWD_WORD)
            jw_key_str(w, "word", word_str(&s->best[i].word));
        else
            jw_key_int(w, "thing", s->best[i].thing);
        if (s->kind != CROWD_WORD && s->best[i].name.len)
            jw_key_str(w, "name", phrase_str(&s->best[i].name));
        jw_end_object(w);
    }
    jw_end_array(w);
    jw_end_object(w);
}

void crowd_tell(const struct crowd_scene *asks, const struct crowd_sum *said, struct jw *w)
{
    jw_object(w);
    if (asks) {
        jw_key(w, "asks");
        tell_asks(asks, w);
    }
    if (said) {
        jw_key(w, "said");
        tell_sum(said, w);
    }
    jw_end_object(w);
}
