/*
 * The page: picture, awards, moments and every word. It is whole without a script; with one it can
 * be gone through step by step and shared. Nothing is loaded from elsewhere, and as a file nothing
 * is loaded at all.
 */
#include "base/embedded.h"
#include "keepsake/inside.h"

#include <stdio.h>

struct str keepsake_css(void)
{
    return embedded_find("src/keepsake/page.css")->text;
}

struct str keepsake_js(void)
{
    return embedded_find("src/keepsake/page.js")->text;
}

/* A text of the page, escaped. */
static void add_say(const struct sayer *s, const json_t *about, struct buf *out, const char *key)
{
    struct buf text = {0};

    say(s, about, &text, "%s", key);
    add_escaped(buf_str(&text), out);
    buf_fini(&text);
}

/* What `write` makes of it, escaped. */
static void add_via(void (*write)(const struct sayer *s, const json_t *about, struct buf *out),
                    const struct sayer *s, const json_t *about, struct buf *out)
{
    struct buf text = {0};

    write(s, about, &text);
    add_escaped(buf_str(&text), out);
    buf_fini(&text);
}

static void outcome(const struct sayer *s, const json_t *about, struct buf *out)
{
    (void)about;
    say_outcome(s, out);
}

static void date(const struct sayer *s, const json_t *about, struct buf *out)
{
    (void)about;
    say_date(s, out);
}

static void game_name(const struct sayer *s, const json_t *about, struct buf *out)
{
    (void)about;
    say(s, NULL, out, "game.%.*s", STR_FMT(s->game));
}

static void caption(const struct sayer *s, const json_t *about, struct buf *out)
{
    (void)about;
    say(s, NULL, out, "keep.%.*s.caption", STR_FMT(s->game));
}

static void names_of(const struct sayer *s, const json_t *about, struct buf *out)
{
    say_names(s, json_object_get(about, "seats"), out);
}

static void add_disc(const struct sayer *s, int seat, struct buf *out)
{
    /* The picture on the page has them all. */
    buf_printf(out,
               "<svg class=\"mark\" viewBox=\"0 0 24 24\" aria-hidden=\"true\">"
               "<use href=\"#m%d\"/></svg>",
               seat < s->seats ? seat : 0);
}

static void add_marks(const struct sayer *s, const json_t *seats, struct buf *out)
{
    for (size_t i = 0; i < json_array_size(seats); i++)
        add_disc(s, (int)json_integer_value(json_array_get(seats, i)) % SEATS_MAX, out);
}

static void add_head(const struct sayer *s, struct buf *out)
{
    buf_printf(out,
               "<!doctype html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\">"
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
               "<meta name=\"robots\" content=\"noindex, nofollow\">"
               "<meta name=\"referrer\" content=\"no-referrer\">"
               "<meta name=\"color-scheme\" content=\"light dark\"><title>",
               language_codes[s->wish->lang]);
    add_via(game_name, s, NULL, out);
    buf_adds(out, " – ");
    add_say(s, NULL, out, "keep.title");
    buf_adds(out, "</title>");
    if (s->wish->file) { /* whatever a word would like to fetch, nothing is */
        buf_adds(out, "<meta http-equiv=\"content-security-policy\" content=\"default-src 'none'; "
                      "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">"
                      "<style>");
        buf_add(out, keepsake_css());
        buf_adds(out, "</style>");
    } else {
        buf_adds(out, "<link rel=\"icon\" href=\"/favicon.ico\">"
                      "<link rel=\"stylesheet\" href=\"/k/page.css\">"
                      "<script defer src=\"/k/page.js\"></script>");
    }
    buf_adds(out, "</head><body><header><h1>");
    add_via(game_name, s, NULL, out);
    buf_adds(out, "</h1><p class=\"outcome\">");
    add_via(outcome, s, NULL, out);
    buf_adds(out, "</p><p class=\"date\">");
    add_via(date, s, NULL, out);
    buf_adds(out, "</p></header>");
}

static void add_players(const struct sayer *s, struct buf *out)
{
    bool ranked = str_is(jr_member_str(s->doc, "outcome"), "ranked");
    size_t seat;
    json_t *player;

    buf_adds(out, "<ul class=\"players\" aria-label=\"");
    add_say(s, NULL, out, "keep.players");
    buf_adds(out, "\">");
    json_array_foreach(json_object_get(s->doc, "players"), seat, player)
    {
        struct buf name = {0};

        buf_adds(out, "<li>");
        add_disc(s, (int)seat, out);
        say_name(s, (int)seat, &name);
        add_escaped(buf_str(&name), out);
        if (json_object_get(player, "bot")) {
            buf_adds(out, " <small>");
            add_say(s, NULL, out, "keep.bot");
            buf_adds(out, "</small>");
        }
        if (ranked)
            buf_printf(out, " <b>%d</b>", (int)jr_member_int(player, "score"));
        buf_adds(out, "</li>");
        buf_fini(&name);
    }
    buf_adds(out, "</ul>");
}

static void add_button(const struct sayer *s, struct buf *out, const char *does, const char *key)
{
    buf_printf(out, "<button type=\"button\" data-do=\"%s\">", does);
    add_say(s, NULL, out, key);
    buf_adds(out, "</button>");
}

/* A sign that says what it does to those who do not see it. */
static void add_control(const struct sayer *s, struct buf *out, const char *does, const char *key,
                        const char *sign, const char *also)
{
    buf_printf(out, "<button type=\"button\" data-do=\"%s\" aria-label=\"", does);
    add_say(s, NULL, out, key);
    if (also) {
        buf_adds(out, "\" data-play=\"");
        add_say(s, NULL, out, key);
        buf_adds(out, "\" data-pause=\"");
        add_say(s, NULL, out, also);
    }
    buf_printf(out, "\">%s</button>", sign);
}

/* Steps of the replay are listed for the script: what each of them is called. */
static void add_replay(const struct sayer *s, struct buf *out)
{
    size_t i;
    json_t *step;

    buf_adds(out, "<div class=\"replay live\" role=\"group\" aria-label=\"");
    add_say(s, NULL, out, "keep.replay");
    buf_adds(out, "\">");
    add_control(s, out, "back", "keep.back", "‹", NULL);
    add_control(s, out, "play", "keep.play", "▶", "keep.pause");
    add_control(s, out, "on", "keep.on", "›", NULL);
    if (s->wish->offered && s->wish->names && json_is_true(json_object_get(s->doc, "reel"))) {
        buf_printf(out, "<a class=\"button\" href=\"/r/%.*s\">", STR_FMT(s->wish->address));
        add_say(s, NULL, out, "keep.stage");
        buf_adds(out, "</a>");
    }
    buf_adds(out, "<output aria-live=\"polite\">");
    add_say(s, NULL, out, "keep.replay");
    buf_adds(out, "</output>");
    add_button(s, out, "zoom", "keep.zoom");
    buf_adds(out, "<ol hidden>");
    json_array_foreach(json_object_get(s->doc, "steps"), i, step)
    {
        buf_adds(out, "<li>");
        add_via(say_step, s, step, out);
        buf_adds(out, "</li>");
    }
    buf_adds(out, "<li>");
    add_say(s, NULL, out, "keep.all");
    buf_adds(out, "</li></ol></div>");
}

static void add_picture(const struct sayer *s, struct buf *out)
{
    buf_adds(out, "<figure><div class=\"sheet\">");
    svg_write(s, true, out);
    buf_adds(out, "</div><figcaption>");
    add_via(caption, s, NULL, out);
    buf_adds(out, "</figcaption>");
    add_replay(s, out);
    buf_adds(out, "</figure>");
}

static void begin_section(const struct sayer *s, struct buf *out, const char *kind, const char *key)
{
    buf_printf(out, "<section class=\"%s\"><h2>", kind);
    add_say(s, NULL, out, key);
    buf_adds(out, "</h2>");
}

static void add_awards(const struct sayer *s, struct buf *out)
{
    size_t i;
    json_t *award;

    if (!json_array_size(json_object_get(s->doc, "awards")))
        return;
    begin_section(s, out, "awards", "keep.awards");
    buf_adds(out, "<ul>");
    json_array_foreach(json_object_get(s->doc, "awards"), i, award)
    {
        buf_adds(out, "<li><span class=\"marks\">");
        add_marks(s, json_object_get(award, "seats"), out);
        buf_adds(out, "</span><strong>");
        add_via(say_award, s, award, out);
        buf_adds(out, "</strong> <span>");
        add_via(names_of, s, award, out);
        buf_adds(out, "</span> <small>");
        add_via(say_award_why, s, award, out);
        buf_adds(out, "</small></li>");
    }
    buf_adds(out, "</ul></section>");
}

static void add_moments(const struct sayer *s, struct buf *out)
{
    size_t i;
    json_t *moment;

    if (!json_array_size(json_object_get(s->doc, "moments")))
        return;
    begin_section(s, out, "moments", "keep.moments");
    buf_adds(out, "<ol>");
    json_array_foreach(json_object_get(s->doc, "moments"), i, moment)
    {
        const json_t *step =
            json_array_get(json_object_get(s->doc, "steps"), (size_t)jr_member_int(moment, "step"));

        buf_adds(out, "<li><small>");
        if (step)
            add_via(say_step, s, step, out);
        buf_adds(out, "</small> ");
        add_via(say_moment, s, moment, out);
        buf_adds(out, "</li>");
    }
    buf_adds(out, "</ol></section>");
}

/* Of its words; a document of somebody else's may say anything. */
static const char *code_of_words(const struct sayer *s)
{
    int lang = language_of(jr_member_str(s->doc, "language"));

    return language_codes[lang < 0 ? LANG_EN : lang];
}

static void add_item(const struct sayer *s, const json_t *item, struct buf *out)
{
    const json_t *seats = json_object_get(item, "seats");

    buf_printf(out, "<tr role=\"row\"%s><th role=\"rowheader\" scope=\"row\">",
               json_object_get(item, "knot") ? " class=\"knot\"" : "");
    add_marks(s, seats, out);
    if (json_array_size(seats))
        add_via(names_of, s, item, out);
    else
        add_say(s, NULL, out, "keep.table");
    buf_printf(out, "</th><td role=\"cell\" lang=\"%s\">", code_of_words(s));
    add_escaped(jr_member_str(item, "word"), out);
    buf_adds(out, "</td><td role=\"cell\">");
    add_via(say_note, s, item, out);
    buf_adds(out, "</td></tr>");
}

static void add_crowd(const struct sayer *s, const json_t *crowd, struct buf *out)
{
    buf_adds(out, "<tr role=\"row\" class=\"crowd\"><th role=\"rowheader\" scope=\"row\">");
    add_say(s, NULL, out, "keep.crowd");
    buf_adds(out, "</th><td role=\"cell\" colspan=\"2\">");
    add_via(say_crowd, s, crowd, out);
    buf_adds(out, "</td></tr>");
}

static void add_words(const struct sayer *s, struct buf *out)
{
    size_t i, j;
    json_t *step, *item;

    begin_section(s, out, "words", "keep.words");
    buf_adds(out, "<table role=\"table\"><thead role=\"rowgroup\"><tr role=\"row\">"
                  "<th role=\"columnheader\" scope=\"col\">");
    add_say(s, NULL, out, "keep.who");
    buf_adds(out, "</th><th role=\"columnheader\" scope=\"col\">");
    add_say(s, NULL, out, "keep.word");
    buf_adds(out, "</th><th role=\"columnheader\" scope=\"col\">");
    add_say(s, NULL, out, "keep.note");
    buf_adds(out, "</th></tr></thead>");
    json_array_foreach(json_object_get(s->doc, "steps"), i, step)
    {
        const json_t *crowd = json_object_get(step, "crowd");

        if (!json_array_size(json_object_get(step, "lines")) && !crowd)
            continue;
        buf_printf(out,
                   "<tbody role=\"rowgroup\" data-s=\"%zu\"><tr role=\"row\">"
                   "<th role=\"rowheader\" colspan=\"3\" scope=\"rowgroup\">",
                   i + 1);
        add_via(say_step, s, step, out);
        buf_adds(out, "</th></tr>");
        json_array_foreach(json_object_get(step, "lines"), j, item) add_item(s, item, out);
        if (crowd)
            add_crowd(s, crowd, out);
        buf_adds(out, "</tbody>");
    }
    buf_adds(out, "</table></section>");
}

static void add_plain(const struct sayer *s, bool names, struct buf *out)
{
    struct keepsake_wish wish = *s->wish;
    struct sayer other = *s;
    struct buf text = {0};

    wish.names = names;
    other.wish = &wish;
    text_write(&other, &text);
    buf_printf(out, "<pre id=\"text-%s\" hidden>", names ? "names" : "nameless");
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] == '\n')
            buf_addc(out, '\n');
        else
            add_escaped(str_n(text.at + i, 1), out);
    }
    buf_adds(out, "</pre>");
    buf_fini(&text);
}

static void add_take_home(const struct sayer *s, struct buf *out)
{
    begin_section(s, out, "take live", "keep.take");
    buf_printf(out, "<p><label><input type=\"checkbox\" id=\"names\"%s> ",
               s->wish->names ? " checked" : " disabled");
    add_say(s, NULL, out, "keep.names");
    buf_adds(out, "</label></p><p class=\"ways\">");
    add_button(s, out, "share", "keep.share");
    add_button(s, out, "png", "keep.png");
    add_button(s, out, "svg", "keep.svg");
    add_button(s, out, "copy", "keep.copy");
    if (s->wish->offered) {
        buf_printf(
            out,
            "<a class=\"button\" data-file download=\"unisono.html\" href=\"?lang=%s&amp;file=1\">",
            language_codes[s->wish->lang]);
        add_say(s, NULL, out, "keep.file");
        buf_adds(out, "</a>");
    }
    add_button(s, out, "print", "keep.print");
    buf_adds(out, "</p><p class=\"told\" role=\"status\" data-copied=\"");
    add_say(s, NULL, out, "keep.copied");
    buf_adds(out, "\"></p>");
    add_plain(s, s->wish->names, out);
    if (s->wish->names)
        add_plain(s, false, out);
    buf_adds(out, "</section>");
}

static void add_foot(const struct sayer *s, struct buf *out)
{
    static const char *const own[LANGUAGES] = {"English", "Deutsch", "Français"};

    buf_adds(out, "<footer><p>");
    add_say(s, NULL, out, s->wish->offered ? "keep.about" : "keep.about_file");
    buf_adds(out, "</p>");
    if (s->wish->offered) {
        buf_adds(out, "<p class=\"languages\">");
        for (int lang = 0; lang < LANGUAGES; lang++)
            buf_printf(out, "<a hreflang=\"%s\" lang=\"%s\" href=\"?lang=%s\"%s>%s</a> ",
                       language_codes[lang], language_codes[lang], language_codes[lang],
                       lang == (int)s->wish->lang ? " aria-current=\"true\"" : "", own[lang]);
        buf_adds(out, "</p>");
    }
    buf_adds(out, "<p>Unisono</p></footer>");
    if (s->wish->file) {
        buf_adds(out, "<script>");
        buf_add(out, keepsake_js());
        buf_adds(out, "</script>");
    }
    buf_adds(out, "</body></html>\n");
}

bool keepsake_page(struct str doc, const struct keepsake_wish *wish, struct buf *out)
{
    struct sayer s;

    if (!sayer_init(&s, doc, wish))
        return false;
    add_head(&s, out);
    buf_adds(out, "<main>");
    add_players(&s, out);
    add_picture(&s, out);
    add_awards(&s, out);
    add_moments(&s, out);
    add_take_home(&s, out);
    add_words(&s, out);
    buf_adds(out, "</main>");
    add_foot(&s, out);
    sayer_fini(&s);
    return true;
}
