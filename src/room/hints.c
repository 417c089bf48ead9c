/* What a seat is told that is stuck, or is learning the language of the table (decision 21): words
 * it could write now, and what the words on the table mean. An answer to a question, so nobody else
 * ever sees it, and nothing of it is stored. */
#include "base/jw.h"
#include "room/inside.h"
#include "rules/gloss.h"

/* As many as lie there: a full circle, or rows of cards. */
enum { TEXTS_TOLD = 36 };

/* What a player asks with: which language is theirs, and what there is to answer from. */
struct helper {
    const struct room *room;
    struct known known;
    int to; /* enum language; -1: no translations */
};

static const struct lexicon *lexicon_of(const struct helper *h)
{
    return room_lexicon(h->room);
}

static void write_pair(struct jw *w, struct str word, struct str means)
{
    jw_object(w);
    jw_key_str(w, "word", word);
    if (means.len)
        jw_key_str(w, "means", means);
    jw_end_object(w);
}

static void write_words(const struct helper *h, bool learning, struct jw *w)
{
    const struct room *r = h->room;
    struct bot_head head = {.mind = r->services->mind, .shelf = r->shelf, .lexicon = lexicon_of(h)};
    struct word words[BOT_HINTS];
    int n = bot_hints(r->match.setup.book, &h->known, learning, &head, words);

    jw_key(w, "hints");
    jw_array(w);
    for (int i = 0; i < n; i++) {
        struct gloss g = {0};

        if (room_stops(r, word_str(&words[i])))
            continue;
        if (h->to >= 0) /* a deck knows its own words best */
            gloss_tell(r->shelf, lexicon_of(h), r->match.setup.language, (enum language)h->to,
                       word_str(&words[i]), &g);
        write_pair(w, word_str(&words[i]),
                   g.whole.len    ? phrase_str(&g.whole)
                   : g.words == 1 ? word_str(&g.means[0])
                                  : STR(""));
    }
    jw_end_array(w);
}

static void write_text(const struct helper *h, struct str text, struct jw *w)
{
    const struct room *r = h->room;
    struct gloss g;

    gloss_tell(r->shelf, lexicon_of(h), r->match.setup.language, (enum language)h->to, text, &g);
    if (!g.whole.len && !g.words)
        return;
    jw_object(w);
    jw_key_str(w, "text", text);
    if (g.whole.len)
        jw_key_str(w, "means", phrase_str(&g.whole));
    jw_key(w, "words");
    jw_array(w);
    for (int i = 0; i < g.words; i++)
        write_pair(w, word_str(&g.word[i]), word_str(&g.means[i]));
    jw_end_array(w);
    jw_end_object(w);
}

/* Words that the host has taken off the screens are not brought back by their meaning. */
static bool veiled(const struct party *p, const struct phrase *text)
{
    for (int i = 0; i < p->veiled; i++) {
        if (word_same(phrase_str(&p->veil[i]), phrase_str(text), p->lobby.language))
            return true;
    }
    return false;
}

static void write_glosses(const struct helper *h, struct jw *w)
{
    const struct game *g = h->room->match.setup.book->game;
    struct phrase text[TEXTS_TOLD];
    int n = g->reads ? g->reads(&h->known, text, TEXTS_TOLD) : 0;

    jw_key(w, "glosses");
    jw_array(w);
    for (int i = 0; i < n; i++) {
        if (!veiled(&h->room->party, &text[i]))
            write_text(h, phrase_str(&text[i]), w);
    }
    jw_end_array(w);
}

void hint_ask(struct room *r, struct conn *c, const struct message *m)
{
    int seat = r->match.table ? request_seat(r, c, m) : NO_SEAT;
    struct jw w = told_begin(c, m->tag);

    if (seat != NO_SEAT && !room_over(r)) {
        bool learning = seats_has(party_learners(&r->party), seat);
        struct helper h = {r, table_known(r->match.table, seat),
                           language_of(jr_member_str(m->with, "language"))};

        write_words(&h, learning, &w);
        if (learning && h.to >= 0 && h.to != (int)r->match.setup.language)
            write_glosses(&h, &w);
    }
    told_send(c, &w);
}
