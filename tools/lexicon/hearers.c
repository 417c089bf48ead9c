/* Words that people know and hardly ever write: nobody has counted PUDEL, but whoever hears it
 * thinks of a dog. They are asked about and never said: what leads from them is kept, and nothing
 * leads to them, so that all other words bring the same to mind with them or without. */
#include "associations.h"

#include <math.h>

/* Per million, of an English word that a hearer stands for: familiar. */
static const float FAMILIAR = .5f;

/* A compound is asked about by its head, which knows more: HAUSTÜR is a TÜR. */
static bool is_compound(const struct dict *d, uint32_t e)
{
    for (uint32_t i = d->first_link.at[e]; i < d->first_link.at[e + 1]; i++) {
        if (d->links.at[i].kind == LEX_LINK_PART)
            return true;
    }
    return false;
}

bool is_hearer(const struct judge *j, uint32_t e)
{
    const struct glossary *g = j->glossary;

    if (!j->english || e + 1 >= g->start.n || !(j->d->entry.at[e].flags & LEX_NOUN) ||
        dict_key(j->d, e).len < 3 || is_compound(j->d, e))
        return false;
    for (uint32_t i = g->start.at[e]; i < g->start.at[e + 1]; i++) {
        if (g->whole.at[i] && j->english->dict->entry.at[g->english.at[i]].count >= FAMILIAR)
            return true;
    }
    return false;
}

/* The axes are those of the words that are said: a hearer lies amid what it brings to mind. */
void hearers_place(struct associations *a)
{
    size_t n = a->dimensions;

    for (size_t s = 0; s < a->speaker.n; s++) {
        float middle[AXES_MOST] = {0};
        double square = 0, length = 0, all = 0;

        for (uint32_t k = a->start.at[s]; a->heard.at[s] && k < a->start.at[s + 1]; k++) {
            const int8_t *v = a->vector.at + (size_t)a->edge.at[k].to * n;
            double own = 0;

            for (size_t c = 0; c < n; c++) {
                middle[c] += a->edge.at[k].weight * (float)v[c];
                own += v[c] * v[c];
            }
            length += (double)a->edge.at[k].weight * sqrt(own);
            all += (double)a->edge.at[k].weight;
        }
        for (size_t c = 0; c < n; c++)
            square += (double)(middle[c] * middle[c]);
        for (size_t c = 0; a->heard.at[s] && c < n; c++) {
            double x = square > 0 ? (double)middle[c] / sqrt(square) * length / all : 0;

            a->vector.at[s * n + c] = (int8_t)lrint(x > 127 ? 127 : x < -127 ? -127 : x);
        }
    }
}
