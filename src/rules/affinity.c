#include "rules/affinity.h"

void affinity_add(struct affinity *k, int a, int b, int tries, int hits, int chance)
{
    struct affinity_pair *p;

    if (a == b || a < 0 || b < 0 || a >= SEATS_MAX || b >= SEATS_MAX)
        return;
    p = a < b ? &k->pair[a][b] : &k->pair[b][a];
    p->tries += tries;
    p->hits += hits;
    p->chance += tries * chance;
}
