/* What the crowd would have done, beside the step in which it was asked. */
#include "keepsake/inside.h"

void crowd_ask(struct kept_crowd *c, const struct setup *s, const struct table *t, int steps)
{
    struct crowd_scene scene = {0};
    struct known known = table_known(t, NO_SEAT);

    if (!s->book->game->crowd || !steps)
        return;
    s->book->game->crowd(&known, &scene);
    if (scene.asks && scene.asks < KEPT_QUESTIONS)
        c->step[scene.asks] = (uint8_t)steps;
}

void crowd_take(struct kept_crowd *c, const struct crowd_sum *sum)
{
    if (sum->question < KEPT_QUESTIONS && c->n < KEPT_SUMS)
        c->sum[c->n++] = *sum;
}

/* Of an order all of the best, else the first. */
static void write_best(const struct crowd_sum *s, struct jw *w)
{
    struct buf text = {0};

    for (int i = 0; i < (s->kind == CROWD_ORDER ? s->n : s->n > 0); i++) {
        struct str name =
            s->kind == CROWD_WORD ? word_str(&s->best[i].word) : phrase_str(&s->best[i].name);

        if (name.len)
            buf_printf(&text, "%s%.*s", text.len ? ", " : "", STR_FMT(name));
    }
    if (text.len)
        jw_key_str(w, "word", buf_str(&text));
    buf_fini(&text);
}

void write_crowd(const struct kept_crowd *c, int step, struct jw *w)
{
    const struct crowd_sum *s = NULL;

    for (int i = 0; i < c->n; i++) {
        if (c->step[c->sum[i].question] == step + 1)
            s = &c->sum[i];
    }
    if (!s)
        return;
    jw_key(w, "crowd");
    jw_object(w);
    jw_key_choice(w, "kind", CROWD_KIND_NAMES, s->kind);
    jw_key_int(w, "answers", s->answers);
    write_best(s, w);
    if (s->kind == CROWD_POINT) {
        jw_key_int(w, "x", s->x);
        jw_key_int(w, "y", s->y);
    } else if (s->n && s->kind != CROWD_ORDER) {
        jw_key_int(w, "n", (100 * s->best[0].count + s->answers / 2) / s->answers);
    }
    jw_end_object(w);
}

void say_crowd(const struct sayer *s, const json_t *crowd, struct buf *out)
{
    struct str kind = jr_member_str(crowd, "kind");

    if (jr_member_str(crowd, "word").len)
        say(s, crowd, out, "keep.crowd.%.*s", STR_FMT(kind));
    else
        say(s, crowd, out, "keep.crowd.many");
    buf_adds(out, " ");
    say(s, crowd, out, "keep.crowd.of");
}
