/* One Mind: what a seat or an onlooker sees. */
#include "onemind.h"

#include "rules/words.h"

/* T-2: how a word is said in the other languages. */
static void view_gloss(const struct om_public *t, const struct core *c, int row, int seat,
                       struct jw *w)
{
    bool any = false;

    for (int lang = 0; lang < LANGUAGES && option(c, OM_MIXED); lang++) {
        struct str said = lang == (int)om_language(t, c, seat)
                              ? STR("")
                              : om_gloss(t, c, row, seat, (enum language)lang);

        if (!said.len)
            continue;
        if (!any) {
            jw_key(w, "gloss");
            jw_object(w);
        }
        any = true;
        jw_key_str(w, language_codes[lang], said);
    }
    if (any)
        jw_end_object(w);
}

static void view_card(const struct om_public *t, const struct core *c, int row, int place,
                      struct jw *w)
{
    const struct om_card *card = &t->card[row][place];

    jw_object(w);
    jw_key_int(w, "seat", card->seat);
    if (!(card->flags & OM_ERASED)) {
        jw_key_str(w, "word", word_str(&card->word));
        view_gloss(t, c, row, card->seat, w);
    }
    jw_key_int(w, "stack", card->stack);
    jw_key_bool(w, "open", om_open(t, row, place));
    if (card->flags & OM_STRUCK)
        jw_key_bool(w, "struck", true);
    if (card->flags & OM_MATCHED)
        jw_key_bool(w, "matched", true);
    jw_end_object(w);
}

static void view_row(const struct om_public *t, const struct core *c, int row, struct jw *w)
{
    jw_object(w);
    if (row > 0 && t->token[row] == OM_QUESTION) {
        jw_key_str(w, "token", STR("?"));
    } else if (row > 0 && t->token[row] < 26) {
        jw_key(w, "token");
        jw_letter(w, t->token[row]);
    }
    jw_key(w, "cards");
    jw_array(w);
    for (int place = 0; place < t->laid[row]; place++)
        view_card(t, c, row, place, w);
    jw_end_array(w);
    jw_end_object(w);
}

static void view_table(const struct om_public *t, const struct core *c, struct jw *w)
{
    jw_key(w, "table");
    jw_object(w);
    jw_key_int(w, "round", t->round);
    jw_key_int(w, "rounds", om_rounds(c));
    jw_key_int(w, "gems", t->gems);
    jw_key_int(w, "gems_at_start", om_gems(c->seats, option(c, OM_LEVEL)));
    if (t->round && om_linked_row(t) != t->round - 1)
        jw_key_int(w, "linked", om_linked_row(t));
    if ((c->phase == OM_START || c->phase == OM_LOOK) && !option(c, OM_FREE)) {
        jw_key(w, "letters");
        jw_array(w);
        for (int seat = 0; seat < c->seats; seat++)
            jw_letter(w, t->letter[seat]);
        jw_end_array(w);
    }
    if (option(c, OM_MIXED)) {
        jw_key(w, "languages");
        jw_array(w);
        for (int seat = 0; seat < c->seats; seat++)
            jw_str(w, str_of(language_codes[om_language(t, c, seat)]));
        jw_end_array(w);
    }
    jw_key(w, "rows");
    jw_array(w);
    for (int row = 0; row <= t->round; row++)
        view_row(t, c, row, w);
    jw_end_array(w);
    jw_end_object(w);
}

static void view_finished(const struct om_public *t, const struct core *c, struct jw *w)
{
    jw_key(w, "finished");
    jw_array(w);
    for (int rank = 1; rank <= c->seats; rank++) {
        for (int seat = 0; seat < c->seats; seat++) {
            if (t->finished[seat] == rank)
                jw_int(w, seat);
        }
    }
    jw_end_array(w);
}

/* The stack, by the seat of its first card, to which the word being read goes (OM-12), and those
 * to which it does not. */
static void view_earlier(const struct om_public *t, struct jw *w)
{
    const struct om_card *row = t->card[t->round];

    if (om_moved(t))
        jw_key_int(w, "moved_to", row[row[om_place(t, t->reader)].stack].seat);
    jw_key(w, "tried");
    jw_array(w);
    for (int place = 0; place < t->laid[t->round]; place++) {
        if (t->tried >> place & 1)
            jw_int(w, row[place].seat);
    }
    jw_end_array(w);
}

static void view_reading(const struct om_public *t, const struct core *c, struct jw *w)
{
    jw_key(w, "reading");
    jw_object(w);
    jw_key_int(w, "reader", t->reader);
    jw_key_seats(w, "holders", om_holders(t, c));
    jw_key(w, "joined");
    jw_array(w);
    for (int i = 0; i < t->joins; i++)
        jw_int(w, t->join_order[i]);
    jw_end_array(w);
    jw_key(w, "shown");
    jw_array(w);
    for (int seat = 0; seat < c->seats; seat++) {
        if (!t->shown[seat].len || seats_has(t->read, seat))
            continue;
        jw_object(w);
        jw_key_int(w, "seat", seat);
        jw_key_str(w, "word", word_str(&t->shown[seat]));
        view_gloss(t, c, t->round, seat, w);
        jw_end_object(w);
    }
    jw_end_array(w);
    jw_key_seats(w, "declined", t->declined);
    jw_key_seats(w, "struck", t->struck);
    jw_key_seats(w, "cleared", t->cleared);
    jw_key_seats(w, "by_ear", t->by_ear);
    jw_key_seats(w, "ready", om_content(t));
    view_earlier(t, w);
    jw_end_object(w);
}

/* OM-2: start words lie open and may be objected to. */
static void view_looking(const struct om_public *t, struct jw *w)
{
    jw_key(w, "looking");
    jw_object(w);
    jw_key_seats(w, "cleared", t->cleared);
    jw_key_seats(w, "ready", t->ready);
    jw_end_object(w);
}

void om_own(const struct known *k, struct jw *w)
{
    const struct om_public *t = k->table;
    const struct om_seat *me = k->mine;

    jw_key(w, "me");
    jw_object(w);
    if (me->word.len)
        jw_key_str(w, "word", word_str(&me->word));
    if (me->fault)
        jw_key_choice(w, "fault", FAULTS, me->fault);
    if (me->with.len)
        jw_key_str(w, "with", word_str(&me->with));
    if (me->hint.len && k->core->phase == OM_START)
        jw_key_str(w, "hint", word_str(&me->hint));
    if (me->gloss.len && k->core->phase == OM_START)
        jw_key_str(w, "hint_gloss", word_str(&me->gloss));
    if (seats_has(t->spoke, k->seat))
        jw_key_bool(w, "spoke", true);
    /* Of a card that was laid meanwhile it would speak about a word read long ago. */
    if (me->suggested && seats_has(om_holders(k->table, k->core), k->seat))
        jw_key_choice(w, "suggested", LIKENESSES, me->suggested);
    jw_end_object(w);
}

void om_view(const struct known *k, struct jw *w)
{
    const struct om_public *t = k->table;

    view_table(t, k->core, w);
    om_awards(t, k->core, w);
    switch (k->core->phase) {
    case OM_START:
    case OM_WRITE:
        view_finished(t, k->core, w);
        return;
    case OM_LOOK:
        view_looking(t, w);
        return;
    default:
        view_reading(t, k->core, w);
    }
}

/* ---- what has to be read ---- */

/* The word that is being read, then the open ones, the last row first. Words of other languages are
 * told by the table itself (languages.c). */
int om_reads(const struct known *k, struct phrase *out, int most)
{
    const struct om_public *t = k->table;
    int n = 0;

    if (om_reading(k->core) && t->reader != NO_SEAT &&
        (int)om_language(t, k->core, t->reader) == k->core->language)
        n = reads_add(out, n, most, om_word(t, t->reader));
    for (int row = t->round; row >= 0; row--) {
        for (int place = 0; place < t->laid[row]; place++) {
            const struct om_card *card = &t->card[row][place];

            if (om_open(t, row, place) &&
                (int)om_language(t, k->core, card->seat) == k->core->language)
                n = reads_add(out, n, most, word_str(&card->word));
        }
    }
    return n;
}
