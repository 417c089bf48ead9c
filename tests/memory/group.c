#include "group.h"

#include "base/rng.h"
#include "rules/registry.h"

#include <stdio.h>

static const char *const names[GROUP] = {"Ann", "Ben", "Cleo", "Dan", "Eva", "Finn"};
static const int64_t first = INT64_C(1794700000000), day = INT64_C(86400000);

/* What two of six people get out of a game: tries, and what chance gives, in thousandths. Estimates
 * for the five games. */
static const struct {
    int tries, chance;
} kinds[] = {{6, 125}, {20, 90}, {6, 200}, {3, 500}, {4, 80}};

double group_draw(struct group *g)
{
    return (double)(rng_quick(&g->chance) >> 11) / 9007199254740992.0;
}

void group_init(struct group *g, uint64_t seed)
{
    *g = (struct group){.chance = seed * 2654435761u + 1, .memory = memory_new(STR("Six"), first)};
    for (int i = 0; i < GROUP; i++)
        g->person[i] =
            memory_person(g->memory, &(struct memory_who){.name = str_of(names[i])}, first);
}

void group_fini(struct group *g)
{
    memory_free(g->memory);
}

void group_keepsake(const char *game, int seats, int64_t ended, int tries, int chance,
                    int hits[GROUP][GROUP], struct buf *out)
{
    buf_printf(out,
               "{\"unisono_keepsake\":1,\"game\":\"%s\",\"language\":\"en\",\"ended\":%lld,"
               "\"outcome\":\"ranked\",\"winners\":[0],\"players\":[",
               game, (long long)ended);
    for (int i = 0; i < seats; i++)
        buf_printf(out, "%s{\"name\":\"%s\",\"mark\":%d,\"score\":%d}", i ? "," : "", names[i], i,
                   10 - i);
    buf_adds(out,
             "],\"awards\":[],\"moments\":[],\"steps\":[{\"step\":\"round\",\"n\":1,\"lines\":["
             "{\"role\":\"word\",\"word\":\"NUT\",\"seats\":[0],\"said\":true}]}],\"pairs\":[");
    for (int a = 0; a < seats; a++) {
        for (int b = a + 1; b < seats; b++)
            buf_printf(out, "%s{\"seats\":[%d,%d],\"tries\":%d,\"hits\":%d,\"chance\":%d}",
                       a || b > 1 ? "," : "", a, b, tries, hits[a][b], tries * chance);
    }
    buf_adds(out, "],\"picture\":{\"w\":10,\"h\":10,\"strokes\":[]}}");
}

void group_play(struct group *g, int evening)
{
    int kind = g->games % (int)(sizeof kinds / sizeof kinds[0]), hits[GROUP][GROUP] = {{0}};
    struct buf doc = {0};
    char address[KEEPSAKE_ADDRESS + 1];

    for (int a = 0; a < GROUP; a++) {
        for (int b = a + 1; b < GROUP; b++) {
            double p = kinds[kind].chance / 1000.0 + (g->kin[a][b] + g->easy) / 100.0;

            for (int i = 0; i < kinds[kind].tries; i++)
                hits[a][b] += group_draw(g) < p;
        }
    }
    group_keepsake(registry_at(kind % registry_count())->game->id, GROUP,
                   first + evening * day + g->games * 1000, kinds[kind].tries, kinds[kind].chance,
                   hits, &doc);
    snprintf(address, sizeof address, "%048d", ++g->games);
    if (!memory_add(g->memory, str_of(address), buf_str(&doc), g->person))
        fprintf(stderr, "a keepsake of the test is not taken\n");
    buf_fini(&doc);
}
