/* Forms: which of them are words of their own as well, and which are nothing else. */
#include "word_families.h"

/* A word that only the speller lists, and that is a form of a word with a part of speech, is that
 * form and nothing else: WOLVES, WENT. */
static void demote(struct dict *d)
{
    for (size_t i = 0; i < d->links.n; i++) {
        const struct link *l = &d->links.at[i];
        struct entry *from = &d->entry.at[l->from];

        if (l->kind == LEX_LINK_FORM && (from->flags & LEX_POS) == LEX_OTHER &&
            (d->entry.at[l->to].flags & LEX_POS & ~LEX_OTHER))
            from->flags &= (uint16_t)~LEX_OTHER;
    }
}

void forms_judge(const struct judge *j)
{
    struct dict *d = j->d;

    demote(d);
    for (size_t i = 0; i < d->links.n; i++) {
        struct link *l = &d->links.at[i];

        bool listed = l->certainty == LINK_LISTED;

        l->certainty = listed ? 1 : l->certainty;
        if (l->kind != LEX_LINK_FORM || !dict_is_lemma(d, l->from))
            continue;
        if (listed && !(d->entry.at[l->from].flags & LEX_NOUN))
            continue;
        /* A common word of its own that nothing connects with the lemma is another word. */
        unsigned bits = dict_has_evidence(d, l->from, l->to);
        float evidence = judge_evidence(j, l->from, l->to);
        bool verb = d->entry.at[l->to].flags & LEX_VERB;
        bool nouns = d->entry.at[l->from].flags & d->entry.at[l->to].flags & LEX_NOUN;
        bool only_verb = (d->entry.at[l->to].flags & LEX_POS) == LEX_VERB;

        bool hollow = j->english
                          ? j->glossary->start.at[l->from] == j->glossary->start.at[l->from + 1]
                          : d->entry.at[l->from].senses == 0;

        if (evidence >= (nouns && d->lang != LANG_EN ? 4 : 1.5f) || (bits & EV_DERIVED) || hollow)
            l->certainty = 1; /* hollow: nobody explains it but as a form (VU of VOIR) */
        else if (d->lang == LANG_EN && verb &&
                 dict_key(d, l->from).len <= dict_key(d, l->to).len + 1)
            l->certainty = 1; /* FELL, LEFT, SAW */
        else if (only_verb && !(d->entry.at[l->from].flags & LEX_NOUN))
            l->certainty = .8f;
        else
            l->certainty = 0;
    }
    size_t kept = 0;
    for (size_t i = 0; i < d->links.n; i++) {
        if (d->links.at[i].certainty > 0)
            d->links.at[kept++] = d->links.at[i];
    }
    d->links.n = kept;
    dict_index(d);
}
