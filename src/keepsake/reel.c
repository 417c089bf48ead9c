/*
 * The game as an onlooker saw it, frame by frame: what the stage needs to show it again.
 *
 * The first frame has the whole view, each further one what has changed inside it
 * (docs/protocol.md, Mending) and the facts. It is made as the game is heard, of public facts
 * alone, when somebody wants to see it (house/reels.c). A word that the table has erased was seen
 * in its time; here it is dots.
 */
#include "base/mend.h"
#include "keepsake/inside.h"
#include "rules/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A frame has some hundred bytes (a test looks), so a game that is offered fits. */
enum { MOST = 3 << 20, RECORDS = 4000 };

/* ---- frames ---- */

void reel_fini(struct reel *r)
{
    buf_fini(&r->last.text);
    buf_fini(&r->spare.text);
    buf_fini(&r->frames);
    buf_fini(&r->steps);
}

static void add_facts(const struct setup *s, const struct table *t, const struct fact *f, int n,
                      struct buf *out)
{
    struct names names = table_names(t);
    struct jw w = jw_to(out);

    jw_key(&w, "facts"); /* at least one is public: else there is no frame */
    jw_array(&w);
    for (int i = 0; i < n; i++) {
        if (fact_visible(s->book, &f[i], NO_SEAT))
            fact_write(s->book, &names, &f[i], false, &w);
    }
    jw_end_array(&w);
}

void reel_take(struct reel *r, const struct setup *s, const struct table *t, int64_t at,
               const struct fact *f, int n, int steps)
{
    struct seen_view now = r->spare;
    struct jw w = jw_members_to(&now.text, &now.members);

    if (r->frames.len > MOST)
        return;
    buf_clear(&now.text);
    table_view_common(t, &w);
    for (; r->n_steps < steps; r->n_steps++) /* a step begins with this frame */
        buf_printf(&r->steps, "%s%d", r->n_steps ? "," : "", r->n);
    buf_adds(&r->frames, r->n ? ",{\"at\":" : "{\"at\":");
    buf_int(&r->frames, at);
    buf_addc(&r->frames, ',');
    if (r->n) {
        buf_adds(&r->frames, "\"mend\":");
        mend_members(buf_str(&r->last.text), &r->last.members, buf_str(&now.text), &now.members,
                     &r->frames);
    } else {
        buf_adds(&r->frames, "\"view\":{");
        buf_add(&r->frames, buf_str(&now.text));
        buf_addc(&r->frames, '}');
    }
    buf_addc(&r->frames, ',');
    add_facts(s, t, f, n, &r->frames);
    buf_addc(&r->frames, '}');
    r->n++;
    r->spare = r->last;
    r->last = now;
}

/* ---- the document ---- */

static bool said_otherwise(const struct keep *kept, struct str word)
{
    for (int i = 0; i < kept->items; i++) {
        if (!kept->item[i].taken_back && str_eq(keep_str(kept, kept->item[i].word), word))
            return true;
    }
    return false;
}

/* Where this word stands as a value of its own there are dots. */
static void hide(struct buf *text, struct str word)
{
    struct buf value = {0}, clean = {0};
    struct str rest = buf_str(text);
    ptrdiff_t at;

    buf_printf(&value, "\"%.*s\"", STR_FMT(word));
    while ((at = str_find(rest, buf_str(&value))) >= 0) {
        buf_add(&clean, str_n(rest.at, (size_t)at));
        buf_adds(&clean, "\"•••\"");
        rest = str_n(rest.at + at + value.len, rest.len - (size_t)at - value.len);
    }
    if (clean.len) {
        buf_add(&clean, rest);
        buf_clear(text);
        buf_add(text, buf_str(&clean));
    }
    buf_fini(&clean);
    buf_fini(&value);
}

static void write_head(const struct keepsake_head *head, struct jw *w)
{
    const struct setup *s = head->setup;

    jw_key_int(w, "unisono_reel", 1);
    jw_key_str(w, "game", str_of(s->book->game->id));
    jw_key_str(w, "language", str_of(language_codes[s->language]));
    jw_key(w, "names");
    jw_array(w);
    for (int seat = 0; seat < s->seats; seat++)
        jw_str(w, head->name[seat]);
    jw_end_array(w);
    jw_key(w, "marks");
    jw_array(w);
    for (int seat = 0; seat < s->seats; seat++)
        jw_int(w, head->mark[seat]);
    jw_end_array(w);
    jw_key(w, "options");
    setup_write_options(s, w);
}

bool reel_clean(struct reel *r, const struct keep *kept)
{
    while (r->clean < kept->items) {
        const struct keep_item *item = &kept->item[r->clean++];
        struct str word = keep_str(kept, item->word);

        if (item->taken_back && word.len && !said_otherwise(kept, word)) {
            hide(&r->frames, word);
            return true;
        }
    }
    return false;
}

bool reel_write(const struct reel *r, const struct keepsake_head *head, struct buf *out)
{
    struct jw w = jw_to(out);

    if (!r->n || r->frames.len > MOST)
        return false;
    jw_object(&w);
    write_head(head, &w);
    buf_adds(out, ",\"steps\":[");
    buf_add(out, buf_str(&r->steps));
    buf_adds(out, "],\"frames\":[");
    buf_add(out, buf_str(&r->frames));
    buf_adds(out, "]}");
    return true;
}

bool reel_fits(int records)
{
    return records > 0 && records <= RECORDS;
}

/* ---- of a keepsake's document ---- */

bool keepsake_read_reel(struct str doc, struct keepsake_reel *out)
{
    const struct keepsake_wish wish = {.lang = LANG_EN, .names = true};
    struct sayer s;

    if (!sayer_init(&s, doc, &wish))
        return false;
    const json_t *players = json_object_get(s.doc, "players");
    bool offered = json_is_true(json_object_get(s.doc, "reel"));
    *out = (struct keepsake_reel){.entry = jr_member_int(s.doc, "entry"), .seats = s.seats};
    for (int seat = 0; seat < s.seats; seat++) {
        const json_t *player = json_array_get(players, (size_t)seat);

        snprintf(out->name[seat], sizeof out->name[seat], "%.*s",
                 STR_FMT(jr_member_str(player, "name")));
        out->mark[seat] = (int)jr_member_int(player, "mark");
    }
    sayer_fini(&s);
    return offered;
}
