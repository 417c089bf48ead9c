/*
 * How well bots think like people, one line of JSON each: association norms stand for people
 * (docs/lexicon.md). Silent where there are none.
 *
 *     measure-people LEXICON_DIR PEOPLE_DIR [TRIALS]
 *
 * - meets: two open words; how often a sharp bot, or another person, writes a person's word
 * - clue: a circle of words; how often a person finds the gap of a sharp bot's clue, or the bot
 *   that of a person's
 * - hint: 25 words and what a person said to one of them; how often we pick the word that people
 *   connect with it most
 */
#include "base/rng.h"
#include "lexicon/mind.h"
#include "lexicon/people.h"
#include "rules/bot.h"

#include <stdio.h>
#include <stdlib.h>

enum { BOARD = 25, CIRCLE = 16, CLUES = 40, TRIALS = 600 }; /* CLUES: to one cue */

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

static bool apart(const struct thinking *t, struct str word, const struct str *others, int n)
{
    for (int i = 0; i < n; i++) {
        if (t->lexicon->related(t->lexicon, t->lang, word, others[i]).kind != RELATION_NONE)
            return false;
    }
    return true;
}

/* The first answer to two words that has to do with neither. */
static bool answer(const struct thinking *t, const struct str *cues, int n, struct word *out)
{
    struct thought found[MIND_THOUGHTS];
    struct mind_wish wish = {.kinds = 1u << KIND_NOUN};
    int count = bot_associate(t, cues, n, wish, 1, found, MIND_THOUGHTS);

    for (int i = 0; i < count; i++) {
        if (apart(t, word_str(&found[i].word), cues, n)) {
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

/* As the bot of the game does it: of what comes to mind for both sides of a gap, or for one, the
 * word that most probably leads there, and has to do with no card. */
static bool find_clue(struct study *s, const struct str *circle, int n, int gap, struct word *out)
{
    const struct bot sharp = {BOT_SHARP, rng_next(&s->chance)};
    struct thinking t = thinker(s, &sharp, &s->mind.mind);
    struct str cues[2] = {circle[gap], circle[(gap + 1) % n]}, clues[3 * CLUES];
    struct thought room[3 * CLUES];
    float chances[3 * CLUES * CIRCLE], best = 0;
    struct mind_wish any = {0};
    int pick = -1;
    int found = bot_associate(&t, cues, 2, any, 1, room, CLUES);

    found += bot_associate(&t, cues, 1, any, 1, room + found, CLUES);
    found += bot_associate(&t, cues + 1, 1, any, 1, room + found, CLUES);
    for (int i = 0; i < found; i++)
        clues[i] = word_str(&room[i].word);
    t.mind->gaps(t.mind, s->lang, clues, found, circle, n, chances);
    for (int i = 0; i < found; i++) {
        float worth = bot_lead(chances + i * n, n, gap);

        if ((pick < 0 || worth > best) && apart(&t, clues[i], circle, n)) {
            pick = i;
            best = worth;
        }
    }
    if (pick >= 0)
        *out = room[pick].word;
    return pick >= 0;
}

/* What a person says to both words, and who hears it has not been asked. */
static bool draw_clue(struct study *s, const struct str *circle, int n, int gap, struct word *out)
{
    const struct bot someone = {(enum bot_level)BOT_PLAIN, rng_next(&s->chance)};
    struct thinking t = thinker(s, &someone, &s->person.mind);
    struct str cues[2] = {circle[gap], circle[(gap + 1) % n]};

    return answer(&t, cues, 2, out);
}

/* A circle of words and a clue for one of its gaps; how often it is found. */
static void measure_clues(struct study *s, int n, bool by_person)
{
    double right = 0;
    int asked = 0;

    for (int i = 0; i < s->trials; i++) {
        struct str circle[CIRCLE], said;
        struct word clue;
        float chances[CIRCLE], best = 0;
        int gap = (int)rng_below(&s->chance, (uint32_t)n), guess = 0;

        for (int k = 0; k < n; k++)
            circle[k] = any(s);
        if (!(by_person ? draw_clue : find_clue)(s, circle, n, gap, &clue))
            continue;
        asked++;
        said = word_str(&clue);
        if (by_person) {
            s->mind.mind.gaps(&s->mind.mind, s->lang, &said, 1, circle, n, chances);
            for (int k = 0; k < n; k++) {
                guess = chances[k] > best ? k : guess;
                best = chances[k] > best ? chances[k] : best;
            }
            right += guess == gap;
        } else if (people_gaps(s->people, s->lang, said, circle, n, chances)) {
            right += (double)chances[gap];
        } else { /* nobody said anything about it: a guess in the dark */
            right += 1. / n;
        }
    }
    printf("{\"task\":\"clue\",\"lang\":\"%s\",\"who\":\"%s\",\"circle\":%d,\"trials\":%d,"
           "\"found\":%.3f}\n",
           language_codes[s->lang], by_person ? "person to sharp" : "sharp to person", n, asked,
           asked ? right / asked : 0);
}

/* What somebody says to the first word of a board, and has to do with none of its words. */
static bool draw_hint(struct study *s, const struct str *board, struct word *out)
{
    const struct bot someone = {(enum bot_level)BOT_PLAIN, rng_next(&s->chance)};
    struct thinking t = thinker(s, &someone, &s->person.mind);

    return answer(&t, board, 1, out) && apart(&t, word_str(out), board, BOARD);
}

static void measure_hints(struct study *s)
{
    int right = 0, asked = 0;

    for (int i = 0; i < s->trials; i++) {
        struct str board[BOARD];
        struct word said;
        int theirs = 0, ours = 0;
        float most = 0, near = -1;

        for (int k = 0; k < BOARD; k++)
            board[k] = any(s);
        if (!draw_hint(s, board, &said))
            continue;
        struct str hint = word_str(&said);
        for (int k = 0; k < BOARD; k++) {
            float p = people_closeness(s->people, s->lang, hint, board[k]);
            float z = s->mind.mind.closeness(&s->mind.mind, s->lang, hint, board[k]);

            theirs = p > most ? k : theirs;
            most = p > most ? p : most;
            ours = z > near ? k : ours;
            near = z > near ? z : near;
        }
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
                measure_clues(&s, circles[i], false);
            for (size_t i = 0; i < sizeof circles / sizeof circles[0]; i++)
                measure_clues(&s, circles[i], true);
            measure_hints(&s);
        }
        free(s.cue);
    }
    people_free(people);
    referee_close(&r);
    return 0;
}
