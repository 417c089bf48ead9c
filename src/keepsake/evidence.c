/* What a game tells beyond itself: who thinks like whom, and the word that nobody saw coming. */
#include "keepsake/map.h"
#include "rules/affinity.h"

void write_pairs(const struct setup *setup, const struct keep *kept, seat_set bots, struct jw *w)
{
    const struct game *g = setup->book->game;
    struct affinity affinity = {0};

    if (!g->keep.affinity)
        return;
    g->keep.affinity(kept, &affinity);
    jw_key(w, "pairs");
    jw_array(w);
    for (int a = 0; a < setup->seats; a++) {
        for (int b = a + 1; b < setup->seats; b++) {
            const struct affinity_pair *p = &affinity.pair[a][b];

            if (!p->tries || (bots & (SEAT(a) | SEAT(b))))
                continue;
            jw_object(w);
            jw_key_seats(w, "seats", SEAT(a) | SEAT(b));
            jw_key_int(w, "tries", p->tries);
            jw_key_int(w, "hits", p->hits);
            jw_key_int(w, "chance", p->chance);
            jw_end_object(w);
        }
    }
    jw_end_array(w);
}

/* Of the words that met, the item of the one that is furthest from all others of the game. */
static int least_expected(const struct map *m, const struct keep *kept)
{
    int item = -1;
    double least = 0;

    for (int at = 0; at < m->n; at++) {
        double sum = 0;
        int known = 0;

        for (int i = 0; i < m->n; i++) {
            known += i != at && m->near[at][i] >= 0;
            sum += i != at && m->near[at][i] >= 0 ? m->near[at][i] : 0;
        }
        if (!m->at[at].knot || known < 3 || (item >= 0 && sum / known >= least))
            continue;
        for (int i = 0; i < kept->items; i++) {
            if (m->of[i] == at && kept->item[i].knot)
                item = i;
        }
        least = sum / known;
    }
    return item;
}

static void surprise(struct str word, seat_set seats, struct jw *w)
{
    jw_key(w, "surprise");
    jw_object(w);
    jw_key_str(w, "word", word);
    jw_key_seats(w, "seats", seats);
    jw_end_object(w);
}

void write_surprise(const struct map *m, const struct keep *kept, struct jw *w)
{
    int item = m ? least_expected(m, kept) : -1, best = -1;
    seat_set seats = 0;

    for (int i = 0; item >= 0 && i < kept->items; i++) {
        if (kept->item[i].knot == kept->item[item].knot && !kept->item[i].taken_back)
            seats |= (seat_set)(kept->item[i].seats | kept->item[i].by);
    }
    if (item >= 0) {
        surprise(keep_str(kept, kept->item[item].word), seats, w);
        return;
    }
    for (int i = 0; i < kept->moments; i++) {
        if (kept->moment[i].word.len &&
            (best < 0 || kept->moment[i].worth > kept->moment[best].worth))
            best = i;
    }
    if (best >= 0)
        surprise(keep_str(kept, kept->moment[best].word), kept->moment[best].seats, w);
}
