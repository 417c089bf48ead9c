/* A game's public facts become a document. */
#include "keepsake/inside.h"
#include "rules/core_facts.h"
#include "rules/record.h"
#include "rules/schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOLD = 6 }; /* moments */

struct keepsake {
    struct setup setup;
    char name[SEATS_MAX][KEEPSAKE_NAME + 1];
    int mark[SEATS_MAX], guest[SEATS_MAX];
    int64_t ended, entry;
    int records;         /* that told onlookers something */
    bool reels;          /* the reel is made too */
    struct table *table; /* as an onlooker knows it; NULL: nothing was heard yet */
    struct map *map;
    bool drawn;
    struct reel reel;
    struct kept_crowd crowd;
    struct keep keep;
    struct picture picture;
};

/* clang-format off */
const struct shape keepsake_shapes[] = {
    {"Kept", "What stays of a finished game.", SHAPE_SERVER, false, NULL, {
        {"unisono_keepsake", "int", "version: 1"},
        {"game", "text", NULL},
        {"language", "text", "of its words"},
        {"ended?", "int", "milliseconds since 1970"},
        {"outcome", "won|lost|ranked", NULL},
        {"winners", "seat[]", NULL},
        {"players", "KeptPlayer[]", "by seat"},
        {"awards", "KeptAward[]", "the best first"},
        {"moments", "KeptMoment[]", "the best, in their order"},
        {"steps", "KeptStep[]", NULL},
        {"pairs?", "KeptPair[]", "what it tells about who thinks like whom: of people only"},
        {"surprise?", "KeptSurprise", "the word that nobody saw coming"},
        {"reel?", "true", "the stage can show it again"},
        {"entry?", "int", "of the table's log: its game begins there"},
        {"picture", "KeptPicture", NULL},
    }},
    {"KeptPlayer", NULL, SHAPE_PART, false, NULL, {
        {"name", "text", NULL},
        {"mark", "int", NULL},
        {"score", "number", NULL},
        {"bot?", "true", NULL},
        {"guest?", "int", "whose device, in the table's numbers: for its memory, on no page"},
    }},
    {"KeptAward", NULL, SHAPE_PART, false, NULL, {
        {"award", "text", NULL},
        {"seats", "seat[]", NULL},
        {"n", "int", NULL},
        {"word?", "text", NULL},
    }},
    {"KeptMoment", NULL, SHAPE_PART, false, NULL, {
        {"moment", "text", NULL},
        {"step", "int", "index"},
        {"seats", "seat[]", NULL},
        {"n", "number", NULL},
        {"word?", "text", NULL},
        {"with?", "text", NULL},
    }},
    {"KeptLine", "A word, whose it is, and who found it.", SHAPE_PART, false, NULL, {
        {"role", "text", NULL},
        {"word", "text", NULL},
        {"seats", "seat[]", NULL},
        {"by?", "seat[]", NULL},
        {"n?", "number", NULL},
        {"knot?", "int", "words with the same number met"},
        {"said?", "true", "somebody's own word"},
    }},
    {"KeptPair", "Of two people: see rules/affinity.h.", SHAPE_PART, false, NULL, {
        {"seats", "seat[]", NULL},
        {"tries", "int", NULL},
        {"hits", "int", NULL},
        {"chance", "int", "hits that chance would give, in thousandths"},
    }},
    {"KeptSurprise", NULL, SHAPE_PART, false, NULL, {
        {"word", "text", NULL},
        {"seats", "seat[]", NULL},
    }},
    {"KeptStep", NULL, SHAPE_PART, false, NULL, {
        {"step", "text", NULL},
        {"n", "int", NULL},
        {"word?", "text", "what it was about"},
        {"lines", "KeptLine[]", NULL},
        {"crowd?", "KeptCrowd", "what those who looked on would have done"},
    }},
    {"KeptCrowd", "A sum: see rules/crowd.h.", SHAPE_PART, false, NULL, {
        {"kind", CROWD_KIND_NAMES, NULL},
        {"answers", "int", NULL},
        {"word?", "text", "what was said most often; of an order the best, the first first"},
        {"n?", "int", "of a hundred said so"},
        {"x?", "number", "of a point: the middle"},
        {"y?", "number", NULL},
    }},
    {"KeptStroke", "Of a picture: see rules/keep.h.", SHAPE_PART, false, NULL, {
        {"is", "line|curve|box|dot|knot|word|say|name|mark", NULL},
        {"x", "number", NULL},
        {"y", "number", NULL},
        {"w?", "number", NULL},
        {"h?", "number", NULL},
        {"size", "int", NULL},
        {"bend?", "number", NULL},
        {"tone?", "soft|faint|gold|paper", NULL},
        {"seat?", "seat", NULL},
        {"step?", "int", "from 1"},
        {"anchor?", "start|end", NULL},
        {"n?", "number", NULL},
        {"text?", "text", NULL},
        {"word?", "text", NULL},
    }},
    {"KeptPicture", NULL, SHAPE_PART, false, NULL, {
        {"w", "int", NULL},
        {"h", "int", NULL},
        {"strokes", "KeptStroke[]", NULL},
    }},
    {0},
};
/* clang-format on */

struct keepsake *keepsake_new(const struct keepsake_head *head)
{
    struct keepsake *k = calloc(1, sizeof *k);

    if (!k)
        abort();
    k->setup = *head->setup;
    k->ended = head->ended;
    k->entry = head->entry;
    k->reels = head->reel;
    for (int seat = 0; seat < k->setup.seats; seat++) {
        snprintf(k->name[seat], sizeof k->name[seat], "%.*s", STR_FMT(head->name[seat]));
        k->mark[seat] = head->mark[seat];
        k->guest[seat] = head->guest[seat];
    }
    keep_init(&k->keep);
    return k;
}

void keepsake_free(struct keepsake *k)
{
    if (!k)
        return;
    map_free(k->map);
    reel_fini(&k->reel);
    table_free(k->table);
    free(k);
}

void keepsake_hear(struct keepsake *k, int64_t at, const struct fact *f, int n)
{
    const struct game *g = k->setup.book->game;
    int heard = 0;

    if (!k->table)
        k->table = table_new(&k->setup);
    for (int i = 0; i < n; i++) {
        if (!fact_visible(k->setup.book, &f[i], NO_SEAT))
            continue; /* nobody but those it was for ever knew */
        heard++;
        table_fold_for(k->table, &f[i], NO_SEAT);
        if (g->keep.note) {
            struct known known = table_known(k->table, NO_SEAT);

            g->keep.note(&known, &f[i], &k->keep);
        }
    }
    if (heard && g->keep.note) {
        k->records++;
        if (k->reels)
            reel_take(&k->reel, &k->setup, k->table, at, f, n, k->keep.steps);
        crowd_ask(&k->crowd, &k->setup, k->table, k->keep.steps);
    }
}

void keepsake_hear_crowd(struct keepsake *k, const struct crowd_sum *sum)
{
    crowd_take(&k->crowd, sum);
}

bool keepsake_reel_work(struct keepsake *k)
{
    return reel_clean(&k->reel, &k->keep);
}

bool keepsake_write_reel(const struct keepsake *k, struct buf *out)
{
    struct keepsake_head head = {.setup = &k->setup};

    for (int seat = 0; seat < k->setup.seats; seat++) {
        head.name[seat] = str_of(k->name[seat]);
        head.mark[seat] = k->mark[seat];
    }
    return reel_write(&k->reel, &head, out);
}

bool keepsake_worth(const struct keepsake *k)
{
    int outcome = k->table ? k->table->core.outcome : OUTCOME_NONE;

    return (outcome == OUTCOME_WON || outcome == OUTCOME_LOST || outcome == OUTCOME_RANKED) &&
           k->setup.book->game->keep.note && k->keep.items > 0;
}

bool keepsake_work(struct keepsake *k, const struct mind *mind)
{
    const struct game *g = k->setup.book->game;

    if (k->drawn)
        return false;
    if (g->keep.draw) {
        struct known known = table_known(k->table, NO_SEAT);

        g->keep.draw(&known, &k->keep, &k->picture);
        k->drawn = true;
        return false;
    }
    if (!k->map)
        k->map = map_new(&k->keep, k->setup.language);
    if (map_work(k->map, mind))
        return true;
    map_draw(k->map, &k->keep, &k->picture);
    k->drawn = true;
    return false;
}

/* ---- writing ---- */

static void key_text(struct jw *w, const char *key, struct str text)
{
    if (text.len)
        jw_key_str(w, key, text);
}

static void key_number(struct jw *w, const char *key, int64_t n)
{
    if (n)
        jw_key_int(w, key, n);
}

/* What everybody sees at the end tells them. */
static void write_awards(const struct keepsake *k, struct jw *w)
{
    struct buf view = {0};
    json_t *json;
    size_t i;
    json_t *award;

    table_view(k->table, NO_SEAT, &view);
    json = json_loadb(view.at, view.len, 0, NULL);
    jw_key(w, "awards");
    jw_array(w);
    json_array_foreach(json_object_get(json, "awards"), i, award)
    {
        jw_object(w);
        jw_key_str(w, "award", jr_member_str(award, "award"));
        jw_key_seats(w, "seats", jr_seats(json_object_get(award, "seats")));
        jw_key_int(w, "n", jr_member_int(award, "n"));
        key_text(w, "word", jr_member_str(award, "word"));
        jw_end_object(w);
    }
    jw_end_array(w);
    json_decref(json);
    buf_fini(&view);
}

/* Whether fewer than TOLD moments are better, or as good and earlier. */
static bool among_best(const struct keep *k, int at)
{
    int better = 0;

    for (int i = 0; i < k->moments; i++)
        better += k->moment[i].worth > k->moment[at].worth ||
                  (k->moment[i].worth == k->moment[at].worth && i < at);
    return better < TOLD;
}

static void write_moments(const struct keep *k, struct jw *w)
{
    jw_key(w, "moments");
    jw_array(w);
    for (int i = 0; i < k->moments; i++) {
        const struct keep_moment *m = &k->moment[i];

        if (!among_best(k, i))
            continue;
        jw_object(w);
        jw_key_str(w, "moment", str_of(m->key));
        jw_key_int(w, "step", m->step);
        jw_key_seats(w, "seats", m->seats);
        jw_key_int(w, "n", m->n);
        key_text(w, "word", keep_str(k, m->word));
        key_text(w, "with", keep_str(k, m->with));
        jw_end_object(w);
    }
    jw_end_array(w);
}

static void write_item(const struct keep *k, const struct keep_item *item, struct jw *w)
{
    jw_object(w);
    jw_key_str(w, "role", str_of(item->role));
    jw_key_str(w, "word", keep_str(k, item->word));
    jw_key_seats(w, "seats", item->seats);
    if (item->by)
        jw_key_seats(w, "by", item->by);
    key_number(w, "n", item->n);
    key_number(w, "knot", item->knot);
    if (item->said)
        jw_key_bool(w, "said", true);
    jw_end_object(w);
}

static void write_steps(const struct keep *k, const struct kept_crowd *crowd, struct jw *w)
{
    jw_key(w, "steps");
    jw_array(w);
    for (int i = 0; i < k->steps; i++) {
        jw_object(w);
        jw_key_str(w, "step", str_of(k->step[i].key));
        jw_key_int(w, "n", k->step[i].n);
        key_text(w, "word", keep_str(k, k->step[i].text));
        jw_key(w, "lines");
        jw_array(w);
        for (int j = 0; j < k->items; j++) {
            if (k->item[j].step == i && !k->item[j].taken_back && k->item[j].word.len)
                write_item(k, &k->item[j], w);
        }
        jw_end_array(w);
        write_crowd(crowd, i, w);
        jw_end_object(w);
    }
    jw_end_array(w);
}

static void write_stroke(const struct picture *p, const struct stroke *s, struct jw *w)
{
    static const char *const kinds[] = {"line", "curve", "box", "dot",  "knot",
                                        "word", "word",  "say", "name", "mark"};
    static const char *const tones[] = {NULL, "soft", "faint", "gold", "paper"};
    static const char *const anchors[] = {NULL, "start", "end"};

    jw_object(w);
    jw_key_str(w, "is", str_of(kinds[s->kind]));
    jw_key_int(w, "x", s->x);
    jw_key_int(w, "y", s->y);
    key_number(w, "w", s->w);
    key_number(w, "h", s->h);
    jw_key_int(w, "size", s->size);
    if (s->kind == STROKE_CURVE)
        key_number(w, "bend", s->bend);
    if (tones[s->tone])
        jw_key_str(w, "tone", str_of(tones[s->tone]));
    if (s->seat != NO_SEAT)
        jw_key_int(w, "seat", s->seat);
    key_number(w, "step", s->step);
    if (anchors[s->anchor])
        jw_key_str(w, "anchor", str_of(anchors[s->anchor]));
    if (s->kind == STROKE_SAY || s->kind == STROKE_NAME ||
        ((s->kind == STROKE_DOT || s->kind == STROKE_KNOT) && s->n >= 0))
        jw_key_int(w, "n", s->n);
    key_text(w, "text", picture_str(p, s->text));
    key_text(w, "word", picture_str(p, s->with));
    jw_end_object(w);
}

static void write_players(const struct keepsake *k, struct jw *w)
{
    jw_key(w, "players");
    jw_array(w);
    for (int seat = 0; seat < k->setup.seats; seat++) {
        jw_object(w);
        jw_key_str(w, "name", str_of(k->name[seat]));
        jw_key_int(w, "mark", k->mark[seat]);
        jw_key_int(w, "score", k->table->core.score[seat]);
        if (seats_has(k->table->core.bots, seat))
            jw_key_bool(w, "bot", true);
        key_number(w, "guest", k->guest[seat]);
        jw_end_object(w);
    }
    jw_end_array(w);
}

static void check_shape(struct str json)
{
#ifdef CHECK_VIEWS
    const struct shape_lists lists = {{keepsake_shapes, NULL}};
    const struct shape *kept = keepsake_shapes;
    struct shape_fault fault;

    if (!shape_members_fit(&lists, &kept, 1, str_n(json.at + 1, json.len - 2), &fault)) {
        fprintf(stderr, "keepsake: %.*s of %.*s is %s\n", STR_FMT(fault.member), STR_FMT(fault.in),
                fault.what);
        abort();
    }
#else
    (void)json;
#endif
}

void keepsake_write(struct keepsake *k, struct buf *out)
{
    static const char *const outcomes[] = {
        [OUTCOME_WON] = "won", [OUTCOME_LOST] = "lost", [OUTCOME_RANKED] = "ranked"};
    size_t begin = out->len;
    struct jw w = jw_to(out);

    jw_object(&w);
    jw_key_int(&w, "unisono_keepsake", 1);
    jw_key_str(&w, "game", str_of(k->setup.book->game->id));
    jw_key_str(&w, "language", str_of(language_codes[k->setup.language]));
    key_number(&w, "ended", k->ended);
    jw_key_str(&w, "outcome", str_of(outcomes[k->table->core.outcome]));
    jw_key_seats(&w, "winners", k->table->core.winners);
    write_players(k, &w);
    write_awards(k, &w);
    write_moments(&k->keep, &w);
    write_steps(&k->keep, &k->crowd, &w);
    write_pairs(&k->setup, &k->keep, k->table->core.bots, &w);
    write_surprise(k->map, &k->keep, &w);
    if (k->entry && reel_fits(k->records)) {
        jw_key_bool(&w, "reel", true);
        jw_key_int(&w, "entry", k->entry);
    }
    jw_key(&w, "picture");
    jw_object(&w);
    jw_key_int(&w, "w", k->picture.w);
    jw_key_int(&w, "h", k->picture.h);
    jw_key(&w, "strokes");
    jw_array(&w);
    for (int i = 0; i < k->picture.strokes; i++)
        write_stroke(&k->picture, &k->picture.stroke[i], &w);
    jw_end_array(&w);
    jw_end_object(&w);
    jw_end_object(&w);
    check_shape(str_n(out->at + begin, out->len - begin));
}
