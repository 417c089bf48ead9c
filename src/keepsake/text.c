/* The story as plain text, for whoever wants to paste it somewhere. */
#include "keepsake/inside.h"

#include <stdio.h>

static void underline(struct buf *out, size_t begin, char with)
{
    int letters = str_characters(str_n(out->at + begin, out->len - begin));

    buf_addc(out, '\n');
    for (int i = 0; i < letters; i++)
        buf_addc(out, with);
    buf_adds(out, "\n");
}

static void headline(const struct sayer *s, struct buf *out, const char *key)
{
    buf_addc(out, '\n');
    size_t begin = out->len;
    say(s, NULL, out, "%s", key);
    underline(out, begin, '-');
}

static void add_players(const struct sayer *s, struct buf *out)
{
    bool ranked = str_is(jr_member_str(s->doc, "outcome"), "ranked");

    headline(s, out, "keep.players");
    for (int seat = 0; seat < s->seats; seat++) {
        say_name(s, seat, out);
        if (ranked)
            buf_printf(out, ": %d", score_of_seat(s, seat));
        buf_addc(out, '\n');
    }
}

void say_award(const struct sayer *s, const json_t *award, struct buf *out)
{
    say(s, award, out, "award.%.*s.%.*s", STR_FMT(s->game), STR_FMT(jr_member_str(award, "award")));
}

void say_award_why(const struct sayer *s, const json_t *award, struct buf *out)
{
    say(s, award, out, "award.%.*s.%.*s.why", STR_FMT(s->game),
        STR_FMT(jr_member_str(award, "award")));
}

void say_moment(const struct sayer *s, const json_t *moment, struct buf *out)
{
    say(s, moment, out, "keep.%.*s.moment.%.*s", STR_FMT(s->game),
        STR_FMT(jr_member_str(moment, "moment")));
}

static void add_awards(const struct sayer *s, struct buf *out)
{
    size_t i;
    json_t *award;

    if (!json_array_size(json_object_get(s->doc, "awards")))
        return;
    headline(s, out, "keep.awards");
    json_array_foreach(json_object_get(s->doc, "awards"), i, award)
    {
        say_award(s, award, out);
        buf_adds(out, ": ");
        say_names(s, json_object_get(award, "seats"), out);
        buf_adds(out, " (");
        say_award_why(s, award, out);
        buf_adds(out, ")\n");
    }
}

static void add_moments(const struct sayer *s, struct buf *out)
{
    size_t i;
    json_t *moment;

    if (!json_array_size(json_object_get(s->doc, "moments")))
        return;
    headline(s, out, "keep.moments");
    json_array_foreach(json_object_get(s->doc, "moments"), i, moment)
    {
        buf_adds(out, "- ");
        say_moment(s, moment, out);
        buf_addc(out, '\n');
    }
}

void say_step(const struct sayer *s, const json_t *step, struct buf *out)
{
    say(s, step, out, "keep.%.*s.step.%.*s%s", STR_FMT(s->game),
        STR_FMT(jr_member_str(step, "step")), jr_member_str(step, "word").len ? ".about" : "");
}

void say_note(const struct sayer *s, const json_t *item, struct buf *out)
{
    struct str role = jr_member_str(item, "role");
    size_t before = out->len;

    if (json_object_get(item, "by"))
        say(s, item, out, "keep.%.*s.role.%.*s.by", STR_FMT(s->game), STR_FMT(role));
    if (out->len == before)
        say(s, item, out, "keep.%.*s.role.%.*s", STR_FMT(s->game), STR_FMT(role));
    if (out->len == before && json_object_get(item, "knot"))
        say(s, item, out, "keep.%.*s.role.met", STR_FMT(s->game));
}

static void add_words(const struct sayer *s, struct buf *out)
{
    size_t i, j;
    json_t *step, *item;

    headline(s, out, "keep.words");
    json_array_foreach(json_object_get(s->doc, "steps"), i, step)
    {
        say_step(s, step, out);
        buf_addc(out, '\n');
        json_array_foreach(json_object_get(step, "lines"), j, item)
        {
            struct buf note = {0};

            buf_adds(out, "  ");
            if (json_array_size(json_object_get(item, "seats"))) {
                say_names(s, json_object_get(item, "seats"), out);
                buf_adds(out, ": ");
            }
            buf_add(out, jr_member_str(item, "word"));
            say_note(s, item, &note);
            if (note.len)
                buf_printf(out, " (%s)", buf_cstr(&note));
            buf_addc(out, '\n');
            buf_fini(&note);
        }
        if (json_object_get(step, "crowd")) {
            buf_adds(out, "  ");
            say_crowd(s, json_object_get(step, "crowd"), out);
            buf_addc(out, '\n');
        }
    }
}

void text_write(const struct sayer *s, struct buf *out)
{
    struct buf when = {0};
    size_t begin = out->len;

    say(s, NULL, out, "game.%.*s", STR_FMT(s->game));
    say_date(s, &when);
    if (when.len)
        buf_printf(out, ", %s", buf_cstr(&when));
    underline(out, begin, '=');
    say_outcome(s, out);
    buf_addc(out, '\n');
    add_players(s, out);
    add_awards(s, out);
    add_moments(s, out);
    add_words(s, out);
    buf_fini(&when);
}

bool keepsake_text(struct str doc, const struct keepsake_wish *wish, struct buf *out)
{
    struct sayer s;

    if (!sayer_init(&s, doc, wish))
        return false;
    text_write(&s, out);
    sayer_fini(&s);
    return true;
}
