#include "rehearse/rehearse.h"

#include "rehearse/transcript.h"
#include "rules/lexicon_list.h"
#include "rules/record.h"
#include "rules/registry.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { SCRIPT_TEXT_MAX = 4096 };

static const int64_t TIME_MAX = INT64_C(1000000000000); /* thirty years: no game takes longer */

struct rehearsal {
    struct setup setup;
    struct cast cast;
    struct lexicon_list lexicon;
    struct rig rig;
    struct match match;
    struct decision *decision;
    struct transcript transcript;
    struct buf *log;
    const char *doing; /* the action whose facts come next */
    bool begun;
    int64_t now;
    json_t *facts;  /* of the last step, in order */
    size_t checked; /* how many of them earlier expectations have passed */
    char refused[64];
    json_t *refusal;   /* its arguments */
    bool refusal_open; /* the last step was refused and nothing has expected it yet */
    int line;
    struct rehearse_problem *problem;
    struct rehearse_result *result;
};

static bool fail(struct rehearsal *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool fail(struct rehearsal *r, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(r->problem->reason, sizeof r->problem->reason, format, args);
    va_end(args);
    r->problem->line = r->line;
    for (char *c = r->problem->reason; *c; c++) {
        if ((unsigned char)*c < ' ')
            *c = ' ';
    }
    return false;
}

/* ---- before the game begins ---- */

static bool set_game(struct rehearsal *r, struct str rest)
{
    const struct book *book = registry_find(str_trim(rest));

    if (!book)
        return fail(r, "there is no game '%.*s'", STR_FMT(str_shown(rest)));
    if (r->setup.book)
        return fail(r, "a script has one game");
    setup_default(&r->setup, book);
    return true;
}

static bool set_seats(struct rehearsal *r, struct str rest)
{
    struct str name;

    while (str_word(&rest, &name)) {
        if (!cast_add(&r->cast, name))
            return fail(r, "'%.*s' cannot be a player here", STR_FMT(str_shown(name)));
    }
    r->setup.seats = r->cast.n;
    return true;
}

static bool set_language(struct rehearsal *r, struct str rest)
{
    int lang = language_of(str_trim(rest));

    if (lang < 0)
        return fail(r, "the language is none of en, de, fr");
    r->setup.language = (enum language)lang;
    return true;
}

static bool set_youngest(struct rehearsal *r, struct str rest)
{
    r->setup.youngest = cast_find(&r->cast, str_trim(rest));
    if (r->setup.youngest < 0)
        return fail(r, "nobody here is called '%.*s'", STR_FMT(str_shown(rest)));
    return true;
}

static bool set_option(struct rehearsal *r, struct str rest)
{
    struct setup_problem wrong;
    struct str name;

    if (!str_word(&rest, &name))
        return fail(r, "an option has a name and a value");
    return setup_option(&r->setup, name, str_trim(rest), &wrong) || fail(r, "%s", wrong.reason);
}

static bool set_seed(struct rehearsal *r, struct str rest)
{
    int64_t seed;

    if (!str_int(str_trim(rest), &seed) || seed < 0)
        return fail(r, "the seed is a number");
    r->setup.seed = seed_number((uint64_t)seed);
    return true;
}

static bool add_lexicon(struct rehearsal *r, struct str rest)
{
    return lexicon_list_add(&r->lexicon, rest) || fail(r, "the lexicon line has the wrong form");
}

static bool add_rig(struct rehearsal *r, struct str rest)
{
    const struct book *book = r->setup.book;
    struct names names = {r->cast.n, book->game->phases, book->game->subjects};
    struct schema schema = {.n = 1};
    struct str name, value;
    int chance = 0;

    if (!str_word(&rest, &name))
        return fail(r, "rig what?");
    while (chance < book->chances && !str_eq(book->chance[chance].name, name))
        chance++;
    if (chance == book->chances)
        return fail(r, "there is no chance '%.*s' in this game", STR_FMT(str_shown(name)));
    schema.arg[0] = book->chance[chance];
    while (str_word(&rest, &value)) {
        struct schema_problem wrong;
        struct args args;
        json_t *json = script_value(&r->cast, &schema.arg[0], value);
        json_t *object = json_object();

        json_object_setn_new(object, name.at, name.len, json ? json : json_null());
        bool ok = schema_decode(&schema, &names, object, &args, &wrong);
        json_decref(object);
        if (!ok || r->rig.n == RIG_MAX)
            return fail(r, "'%.*s' cannot be rigged to '%.*s'", STR_FMT(str_shown(name)),
                        STR_FMT(str_shown(value)));
        r->rig.item[r->rig.n].chance = chance;
        r->rig.item[r->rig.n++].value = args.v[0].i;
    }
    return true;
}

/* ---- steps ---- */

static void forget_step(struct rehearsal *r)
{
    json_decref(r->facts);
    json_decref(r->refusal);
    r->facts = json_array();
    r->refusal = NULL;
    r->refused[0] = '\0';
    r->checked = 0;
}

static void note_facts(void *arg, struct match *m, struct decision *d)
{
    struct rehearsal *r = arg;
    struct names names = table_names(m->table);

    transcript_facts(&r->transcript, m, d);
    if (r->log)
        log_write_record(m, d, r->doing, r->log);
    for (int i = 0; i < d->facts; i++) {
        struct buf text = {0};
        struct jw w = jw_to(&text);
        struct jr_problem ignored;

        fact_write(d->book, &names, &d->fact[i], true, &w);
        json_array_append_new(r->facts, jr_parse(buf_str(&text), &ignored));
        buf_fini(&text);
    }
}

static void note_refusal(struct rehearsal *r)
{
    const struct refusal *refusal = &r->decision->refusal;

    snprintf(r->refused, sizeof r->refused, "%s", refusal->key);
    r->refusal = json_object();
    for (int i = 0; i < refusal->n; i++)
        json_object_set_new(r->refusal, refusal->name[i],
                            json_stringn(refusal->text[i].at, refusal->text[i].len));
    r->refusal_open = true;
    transcript_refusal(&r->transcript, refusal);
}

static bool end_step(struct rehearsal *r)
{
    transcript_views(&r->transcript, &r->match);
    r->result->steps++;
    if (r->rig.impossible)
        return fail(r, "a rigged chance was not possible here");
    return true;
}

static bool begin_game(struct rehearsal *r, struct str line)
{
    struct setup_problem wrong;
    struct world world = {.lexicon = &r->lexicon.lexicon,
                          .shelf = registry_shelf(r->setup.book, r->setup.language),
                          .rig = &r->rig};

    if (r->cast.n == 0)
        return fail(r, "nobody plays: 'seats NAME NAME ...' is missing");
    if (!setup_check(&r->setup, &wrong))
        return fail(r, "%s", wrong.reason);
    match_init(&r->match, &r->setup, &world);
    r->begun = true;
    transcript_step(&r->transcript, line);
    if (r->log) {
        const char *names[SEATS_MAX];

        for (int seat = 0; seat < r->cast.n; seat++)
            names[seat] = r->cast.name[seat];
        log_write_setup(&r->setup, names, r->log);
    }
    r->doing = "open";
    match_open(&r->match, r->decision, 0);
    note_facts(r, &r->match, r->decision);
    return end_step(r);
}

static bool let_time_pass(struct rehearsal *r, struct str line, struct str rest, bool absolute)
{
    int64_t time = script_time(str_trim(rest));
    int64_t until = absolute ? time : r->now + time;

    if (time < 0 || until < r->now || until > TIME_MAX)
        return fail(r, "'%.*s' is not a time to come (write 12s or 500ms)",
                    STR_FMT(str_shown(rest)));
    if (r->match.table->core.paused)
        until = r->now; /* the table's clock stands still */
    forget_step(r);
    transcript_step(&r->transcript, line);
    r->doing = "tick";
    match_pass_time(&r->match, r->decision, until, note_facts, r);
    r->now = until;
    return end_step(r);
}

static bool read_arguments(struct rehearsal *r, const struct schema *schema, struct str rest,
                           json_t *object)
{
    char reason[160];

    return script_arguments(&r->cast, schema, rest, object, reason, sizeof reason) ||
           fail(r, "%s", reason);
}

static bool act(struct rehearsal *r, struct str line, int by, struct str name, struct str rest)
{
    const struct book *book = r->setup.book;
    struct names names = table_names(r->match.table);
    struct schema_problem wrong;
    struct args args;
    int action = book_action(book, name);

    if (action < 0)
        return fail(r, "there is no action '%.*s'", STR_FMT(str_shown(name)));
    json_t *object = json_object();
    bool ok = read_arguments(r, &book->action_args[action], rest, object);
    if (ok && !schema_decode(&book->action_args[action], &names, object, &args, &wrong))
        ok = fail(r, "argument '%.*s' is wrong (%s)", STR_FMT(str_shown(wrong.arg)), wrong.reason);
    if (ok) {
        forget_step(r);
        transcript_step(&r->transcript, line);
        r->doing = book->action[action]->name;
        if (match_act(&r->match, r->decision, r->now, by, action, args.v))
            note_facts(r, &r->match, r->decision);
        else
            note_refusal(r);
        ok = end_step(r);
    }
    json_decref(object);
    return ok;
}

/* ---- expectations ---- */

static bool same_members(const json_t *expected, const json_t *actual)
{
    const char *key;
    json_t *value;

    json_object_foreach((json_t *)expected, key, value)
    {
        if (!json_equal(value, json_object_get(actual, key)))
            return false;
    }
    return true;
}

static bool tell_facts(struct rehearsal *r, struct str rest)
{
    char *got = json_dumps(r->facts, JSON_COMPACT);
    bool result = fail(r, "expected the fact '%.*s', but there was %s", STR_FMT(str_shown(rest)),
                       json_array_size(r->facts) ? got : "none");

    free(got);
    return result;
}

static bool expect_fact(struct rehearsal *r, struct str rest)
{
    const struct book *book = r->setup.book;
    struct str all = str_trim(rest), name;

    if (!str_word(&rest, &name) || book_fact(book, name) < 0)
        return fail(r, "there is no fact '%.*s'", STR_FMT(str_shown(all)));
    json_t *expected = json_object();
    bool ok = read_arguments(r, &book->fact_args[book_fact(book, name)], rest, expected);
    bool found = false;
    json_object_set_new(expected, "is", json_stringn(name.at, name.len));
    for (size_t i = r->checked; ok && !found && i < json_array_size(r->facts); i++) {
        if (same_members(expected, json_array_get(r->facts, i))) {
            r->checked = i + 1;
            found = true;
        }
    }
    json_decref(expected);
    if (ok && !found)
        return tell_facts(r, all);
    return ok;
}

static bool expect_refusal(struct rehearsal *r, struct str rest)
{
    struct str key, name, value;

    if (!str_word(&rest, &key))
        return fail(r, "which refusal?");
    if (!r->refused[0])
        return fail(r, "expected the refusal '%.*s', but it was not refused",
                    STR_FMT(str_shown(key)));
    if (!str_is(key, r->refused))
        return fail(r, "expected the refusal '%.*s', but it was '%s'", STR_FMT(str_shown(key)),
                    r->refused);
    while (str_trim(rest).len > 0) {
        if (!script_pair(&rest, &name, &value))
            return fail(r, "'%.*s' is not key=value", STR_FMT(str_shown(rest)));
        const json_t *got = json_object_getn(r->refusal, name.at, name.len);
        if (!str_eq(jr_str(got), value))
            return fail(r, "expected %.*s=%.*s, but it was '%s'", STR_FMT(str_shown(name)),
                        STR_FMT(str_shown(value)), got ? json_string_value(got) : "not there");
    }
    r->refusal_open = false;
    return true;
}

/* A JSON pointer (RFC 6901) without escapes: view sections have plain names. */
static const json_t *follow_pointer(const json_t *json, struct str pointer)
{
    struct str step, rest;
    int64_t index;

    if (pointer.len == 0 || pointer.at[0] != '/')
        return NULL;
    rest = str_n(pointer.at + 1, pointer.len - 1);
    while (json && rest.len > 0) {
        if (!str_split(rest, '/', &step, &rest)) {
            step = rest;
            rest = str_n("", 0);
        }
        if (json_is_array(json))
            json = str_int(step, &index) && index >= 0 ? json_array_get(json, (size_t)index) : NULL;
        else
            json = json_object_getn(json, step.at, step.len);
    }
    return json;
}

static json_t *expected_json(struct str value)
{
    struct jr_problem ignored;
    char wrapped[SCRIPT_TEXT_MAX];
    int n = snprintf(wrapped, sizeof wrapped, "[%.*s]", STR_FMT(value));

    if (n < 0 || (size_t)n >= sizeof wrapped)
        return NULL;
    json_t *array = jr_parse(str_n(wrapped, (size_t)n), &ignored);
    json_t *json = json_array_size(array) == 1
                       ? json_incref(json_array_get(array, 0))
                       : json_stringn(value.at, value.len); /* a bare word is a text */
    json_decref(array);
    return json;
}

static bool expect_view(struct rehearsal *r, struct str rest)
{
    struct jr_problem ignored;
    struct str who, pointer;
    struct buf text = {0};

    if (!str_word(&rest, &who) || !str_word(&rest, &pointer) || str_trim(rest).len == 0)
        return fail(r, "a view is checked as: ? NAME /section/field VALUE");
    int seat = cast_find(&r->cast, who);
    if (seat < 0 && !str_is(who, "table"))
        return fail(r, "nobody here is called '%.*s'", STR_FMT(str_shown(who)));
    table_view(r->match.table, seat < 0 ? NO_SEAT : seat, &text);
    json_t *view = jr_parse(buf_str(&text), &ignored);
    const json_t *got = follow_pointer(view, pointer);
    json_t *expected = str_is(str_trim(rest), "nothing") ? NULL : expected_json(str_trim(rest));
    bool same = expected ? json_equal(got, expected) : got == NULL;
    if (!same) {
        char *is = got ? json_dumps(got, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;

        fail(r, "view of %.*s: %.*s is %s, not %.*s", STR_FMT(str_shown(who)),
             STR_FMT(str_shown(pointer)), is ? is : "not there",
             STR_FMT(str_shown(str_trim(rest))));
        free(is);
    }
    json_decref(expected);
    json_decref(view);
    buf_fini(&text);
    return same;
}

/* ---- lines ---- */

static const struct {
    const char *word;
    bool (*run)(struct rehearsal *r, struct str rest);
} settings[] = {
    {"game", set_game},     {"seats", set_seats}, {"language", set_language},
    {"option", set_option}, {"seed", set_seed},   {"youngest", set_youngest},
};

static bool run_setting(struct rehearsal *r, struct str word, struct str rest, bool *known)
{
    *known = true;
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        if (!str_is(word, settings[i].word))
            continue;
        if (r->begun)
            return fail(r, "'%s' stands before 'begin'", settings[i].word);
        if (!r->setup.book && settings[i].run != set_game)
            return fail(r, "the first line names the game");
        return settings[i].run(r, rest);
    }
    if (!r->setup.book)
        return fail(r, "the first line names the game");
    if (str_is(word, "lexicon"))
        return add_lexicon(r, rest);
    if (str_is(word, "rig"))
        return add_rig(r, rest);
    *known = false;
    return true;
}

static bool run_expectation(struct rehearsal *r, char sign, struct str rest)
{
    r->result->checks++;
    switch (sign) {
    case '>':
        return expect_fact(r, rest);
    case '!':
        return expect_refusal(r, rest);
    default:
        return expect_view(r, rest);
    }
}

static bool run_line(struct rehearsal *r, struct str line)
{
    struct str rest = line, word, action;
    bool known;

    if (!str_word(&rest, &word) || word.at[0] == '#')
        return true;
    rest = str_trim(rest);
    bool expectation =
        word.len == 1 && (word.at[0] == '>' || word.at[0] == '!' || word.at[0] == '?');
    if (r->refusal_open && !(expectation && word.at[0] == '!'))
        return fail(r, "the step before this line was refused: %s", r->refused);
    if (expectation)
        return r->begun ? run_expectation(r, word.at[0], rest)
                        : fail(r, "nothing has happened before 'begin'");
    if (!run_setting(r, word, rest, &known) || known)
        return r->problem->line == 0;
    if (!r->begun)
        return str_is(word, "begin")
                   ? begin_game(r, line)
                   : fail(r, "'%.*s' is not known before 'begin'", STR_FMT(str_shown(word)));
    if (str_is(word, "at") || str_is(word, "pass"))
        return let_time_pass(r, line, rest, str_is(word, "at"));
    int seat = cast_find(&r->cast, word);
    if (seat < 0 && !str_is(word, "table"))
        return fail(r, "nobody here is called '%.*s'", STR_FMT(str_shown(word)));
    if (!str_word(&rest, &action))
        return fail(r, "what does %.*s do?", STR_FMT(str_shown(word)));
    return act(r, line, seat < 0 ? NO_SEAT : seat, action, rest);
}

static bool run_all(struct rehearsal *r, struct str script)
{
    struct str line;

    while (str_line(&script, &line)) {
        r->line++;
        line = str_trim(line);
        if (line.len > SCRIPT_TEXT_MAX)
            return fail(r, "the line is too long");
        if (!utf8_valid(line))
            return fail(r, "the line is not valid UTF-8");
        if (!run_line(r, line))
            return false;
    }
    if (!r->begun)
        return fail(r, "the script never says 'begin'");
    if (r->refusal_open)
        return fail(r, "the last step was refused: %s", r->refused);
    for (int i = 0; i < r->rig.n; i++) {
        if (!r->rig.item[i].used)
            return fail(r, "a rigged chance was never drawn: %.*s",
                        STR_FMT(r->setup.book->chance[r->rig.item[i].chance].name));
    }
    return true;
}

bool rehearse(struct str script, struct buf *transcript, struct buf *log,
              struct rehearse_result *result, struct rehearse_problem *problem)
{
    struct rehearsal r = {
        .problem = problem, .result = result, .log = log, .decision = decision_new()};

    *problem = (struct rehearse_problem){0};
    *result = (struct rehearse_result){0};
    lexicon_list_init(&r.lexicon);
    r.transcript.out = transcript;
    r.transcript.cast = &r.cast;
    r.facts = json_array();
    bool ok = run_all(&r, script);
    if (r.begun)
        match_fini(&r.match);
    transcript_fini(&r.transcript);
    json_decref(r.facts);
    json_decref(r.refusal);
    lexicon_list_fini(&r.lexicon);
    decision_free(r.decision);
    return ok;
}

bool rehearse_compare(struct str expected, struct str actual, struct rehearse_problem *problem)
{
    struct str want, got;

    for (int line = 1;; line++) {
        bool more = str_line(&expected, &want), has = str_line(&actual, &got);

        if (!more && !has)
            return true;
        if (more && has && str_eq(want, got))
            continue;
        problem->line = line;
        snprintf(problem->reason, sizeof problem->reason,
                 "the recording differs\n  expected: %.*s\n  but got:  %.*s",
                 more ? (int)(want.len < 250 ? want.len : 250) : 10, more ? want.at : "(its end)",
                 has ? (int)(got.len < 250 ? got.len : 250) : 10, has ? got.at : "(the end)");
        return false;
    }
}
