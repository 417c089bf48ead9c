/*
 * How well bots think like people, one line of JSON each: association norms stand for people
 * (docs/lexicon.md). Silent where there are none.
 *
 *     measure-people LEXICON_DIR PEOPLE_DIR [TRIALS]
 *
 * meets        two open words; how often a sharp bot, or another person, writes the word of a
 * person clue         a circle of words; how often a person finds the gap of a sharp bot's clue
 * hint         25 words and a hint; how often we pick the word that people connect with it most
 */
#include "base/rng.h"
#include "lexicon/mind.h"
#include "lexicon/people.h"
#include "rules/bot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BOARD = 25, CIRCLE = 16, CLUES = 40, TRIALS = 600 };

struct study {
    const struct people *people;
    struct lex_mind mind;
    struct people_mind person;
    enum language lang;
    struct str *cue; /* what people were asked, and the lexicon knows */
    int cues, trials;
    struct rng chance;
};

static struct str any(struct study *s)
{
    return s->cue[rng_below(&s->chance, (uint32_t)s->cues)];
}

static struct thinking thinker(const struct study *s, const struct bot *b, const struct mind *m)
{
    return (struct thinking){
        .bot = b, .mind = m, .lexicon = m->lexicon, .lang = s->lang, .nature = bot_nature(b)};
}

/* The first answer to two words that has to do with neither. */
static bool answer(const struct thinking *t, const struct str *cues, int n, struct word *out)
{
    struct thought found[MIND_THOUGHTS];
    struct mind_wish wish = {.kinds = 1u << KIND_NOUN};
    int count = bot_associate(t, cues, n, wish, 1, found, MIND_THOUGHTS);
    const struct lexicon *l = t->lexicon;

    for (int i = 0; i < count; i++) {
        bool apart = true;

        for (int k = 0; k < n; k++)
            apart = apart &&
                    l->related(l, t->lang, word_str(&found[i].word), cues[k]).kind == RELATION_NONE;
        if (apart) {
            *out = found[i].word;
            return true;
        }
    }
    return false;
}

static bool meets(const struct study *s, const struct word *a, const struct word *b)
{
    const struct lexicon *l = s->mind.mind.lexicon;

    return word_same(word_str(a), word_str(b), s->lang) ||
           l->likeness(l, s->lang, word_str(a), word_str(b)) == LIKENESS_SYNONYM;
}

static void measure_meets(struct study *s, const char *what, const struct mind *a,
                          const struct mind *b)
{
    int met = 0, asked = 0;

    for (int i = 0; i < s->trials; i++) {
        struct str cues[2] = {any(s), any(s)};
        const struct bot one = {a == &s->person.mind ? BOT_PLAIN : BOT_SHARP, rng_next(&s->chance)};
        const struct bot two = {b == &s->person.mind ? BOT_PLAIN : BOT_SHARP, rng_next(&s->chance)};
        struct thinking ta = thinker(s, &one, a), tb = thinker(s, &two, b);
        struct word wa, wb;

        if (!answer(&ta, cues, 2, &wa) || !answer(&tb, cues, 2, &wb))
            continue;
        asked++;
        met += meets(s, &wa, &wb);
    }
    printf("{\"task\":\"meets\",\"lang\":\"%s\",\"who\":\"%s\",\"trials\":%d,\"met\":%.3f}\n",
           language_codes[s->lang], what, asked, asked ? (double)met / asked : 0);
}

/* As the bot of the game does it: links the gap, and no other as well. */
static bool find_clue(struct study *s, const struct str *circle, int n, int gap, struct str *out,
                      struct thought *room)
{
    const struct bot sharp = {BOT_SHARP, rng_next(&s->chance)};
    struct thinking t = thinker(s, &sharp, &s->mind.mind);
    struct str cues[2] = {circle[gap], circle[(gap + 1) % n]}, clues[CLUES];
    float scores[CLUES * CIRCLE], best = 0;
    int pick = -1;
    int found =
        bot_associate(&t, cues, 2, (struct mind_wish){.kinds = 1u << KIND_NOUN}, 1, room, CLUES);

    for (int i = 0; i < found; i++)
        clues[i] = word_str(&room[i].word);
    t.mind->gaps(t.mind, s->lang, clues, found, circle, n, scores);
    for (int i = 0; i < found; i++) {
        float other = 0, *row = scores + i * n;

        for (int k = 0; k < n; k++)
            other = k != gap && row[k] > other ? row[k] : other;
        float worth = 3 * (row[gap] - .5f * other) + .5f * room[i].prior;
        if (pick < 0 || worth > best) {
            pick = i;
            best = worth;
        }
    }
    if (pick >= 0)
        *out = clues[pick];
    return pick >= 0;
}

static void measure_clues(struct study *s, int n)
{
    int right = 0, asked = 0;

    for (int i = 0; i < s->trials; i++) {
        struct str circle[CIRCLE], clue;
        struct thought room[CLUES];
        float near[CIRCLE], best = 0;
        int gap = (int)rng_below(&s->chance, (uint32_t)n), guess = 0;

        for (int k = 0; k < n; k++)
            circle[k] = any(s);
        if (!find_clue(s, circle, n, gap, &clue, room))
            continue;
        for (int k = 0; k < n; k++)
            near[k] = sqrtf(people_closeness(s->people, s->lang, clue, circle[k]));
        for (int k = 0; k < n; k++) {
            float score = near[k] + near[(k + 1) % n];

            guess = score > best ? k : guess;
            best = score > best ? score : best;
        }
        if (best <= 0) /* nobody said anything about it: a guess in the dark */
            guess = (int)rng_below(&s->chance, (uint32_t)n);
        asked++;
        right += guess == gap;
    }
    printf("{\"task\":\"clue\",\"lang\":\"%s\",\"circle\":%d,\"trials\":%d,\"found\":%.3f}\n",
           language_codes[s->lang], n, asked, asked ? (double)right / asked : 0);
}

static void measure_hints(struct study *s)
{
    int right = 0, asked = 0;

    for (int i = 0; i < s->trials; i++) {
        struct str board[BOARD], hint = any(s);
        int theirs = -1, ours = -1;
        float most = 0, near = -1;

        for (int k = 0; k < BOARD; k++) {
            board[k] = any(s);
            float p = people_closeness(s->people, s->lang, hint, board[k]);
            float z = s->mind.mind.closeness(&s->mind.mind, s->lang, hint, board[k]);

            theirs = p > most ? k : theirs;
            most = p > most ? p : most;
            ours = z > near ? k : ours;
            near = z > near ? z : near;
        }
        if (most < .02f || word_same(board[theirs], hint, s->lang))
            continue;
        asked++;
        right += theirs == ours;
    }
    printf("{\"task\":\"hint\",\"lang\":\"%s\",\"board\":%d,\"trials\":%d,\"right\":%.3f}\n",
           language_codes[s->lang], BOARD, asked, asked ? (double)right / asked : 0);
}

static void find_cues(struct study *s)
{
    int n, at = 0;
    const struct people_answer *all = people_all(s->people, s->lang, &n);

    s->cue = calloc((size_t)n + 1, sizeof *s->cue);
    for (int i = 0; s->cue && i < n; i++) {
        if ((i == 0 || !str_eq(all[i].cue, all[i - 1].cue)) &&
            s->mind.mind.frequency(&s->mind.mind, s->lang, all[i].cue) > 0)
            s->cue[at++] = all[i].cue;
    }
    s->cues = at;
}

int main(int argc, char **argv)
{
    static const int circles[] = {3, 5, 8, 12};
    struct lex_referee r;
    struct people *people = argc > 2 ? people_open(argv[2]) : NULL;

    if (argc < 3) {
        fprintf(stderr, "usage: measure-people LEXICON_DIR PEOPLE_DIR [TRIALS]\n");
        return 2;
    }
    if (!people || referee_open(&r, argv[1], NULL, NULL) == 0) {
        people_free(people);
        return 0;
    }
    for (int lang = 0; lang < LANGUAGES; lang++) {
        struct study s = {.people = people,
                          .lang = (enum language)lang,
                          .trials = argc > 3 ? atoi(argv[3]) : TRIALS,
                          .chance = rng_at(23, (uint64_t)lang)};

        lex_mind_init(&s.mind, &r);
        people_mind_init(&s.person, people, &s.mind.mind);
        find_cues(&s);
        if (s.cues > BOARD) {
            measure_meets(&s, "person and person", &s.person.mind, &s.person.mind);
            measure_meets(&s, "sharp and person", &s.mind.mind, &s.person.mind);
            measure_meets(&s, "sharp and sharp", &s.mind.mind, &s.mind.mind);
            for (size_t i = 0; i < sizeof circles / sizeof circles[0]; i++)
                measure_clues(&s, circles[i]);
            measure_hints(&s);
        }
        free(s.cue);
    }
    people_free(people);
    referee_close(&r);
    return 0;
}
