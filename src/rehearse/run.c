/* Takes a script line by line: every step is an action, its facts go into the transcript. */
#include "rehearse/inside.h"
#include "rules/registry.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const int64_t TIME_MAX = INT64_C(1000000000000); /* thirty years: no game takes longer */

bool rehearsal_fails(struct rehearsal *r, const char *format, ...)
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
        return rehearsal_fails(r, "a rigged chance was not possible here");
    return true;
}

static bool begin_game(struct rehearsal *r, struct str line)
{
    struct setup_problem wrong;
    struct world world = {.lexicon = &r->lexicon.lexicon,
                          .shelf = registry_shelf(r->setup.book, r->setup.language),
                          .rig = &r->rig};

    if (r->cast.n == 0)
        return rehearsal_fails(r, "nobody plays: 'seats NAME NAME ...' is missing");
    if (!setup_check(&r->setup, &wrong))
        return rehearsal_fails(r, "%s", wrong.reason);
    match_init(&r->match, &r->setup, &world);
    r->begun = true;
    transcript_step(&r->transcript, line);
    if (r->log) {
        const char *names[SEATS_MAX];

        for (int seat = 0; seat < r->cast.n; seat++)
            names[seat] = r->cast.name[seat];
        log_write_setup(&r->setup, names, NULL, r->log);
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
        return rehearsal_fails(r, "'%.*s' is not a time to come (write 12s or 500ms)",
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

bool rehearsal_arguments(struct rehearsal *r, const struct schema *schema, struct str rest,
                         json_t *object)
{
    char reason[160];

    return script_arguments(&r->cast, schema, rest, object, reason, sizeof reason) ||
           rehearsal_fails(r, "%s", reason);
}

static bool act(struct rehearsal *r, struct str line, int by, struct str name, struct str rest)
{
    const struct book *book = r->setup.book;
    struct names names = table_names(r->match.table);
    struct schema_problem wrong;
    struct args args;
    int action = book_action(book, name);

    if (action < 0)
        return rehearsal_fails(r, "there is no action '%.*s'", STR_FMT(str_shown(name)));
    json_t *object = json_object();
    bool ok = rehearsal_arguments(r, &book->action_args[action], rest, object);
    if (ok && !schema_decode(&book->action_args[action], &names, object, &args, &wrong))
        ok = rehearsal_fails(r, "argument '%.*s' is wrong (%s)", STR_FMT(str_shown(wrong.arg)),
                             wrong.reason);
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

/* ---- lines ---- */

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
        return rehearsal_fails(r, "the step before this line was refused: %s", r->refused);
    if (expectation)
        return r->begun ? rehearsal_expect(r, word.at[0], rest)
                        : rehearsal_fails(r, "nothing has happened before 'begin'");
    if (!rehearsal_set(r, word, rest, &known) || known)
        return r->problem->line == 0;
    if (!r->begun)
        return str_is(word, "begin") ? begin_game(r, line)
                                     : rehearsal_fails(r, "'%.*s' is not known before 'begin'",
                                                       STR_FMT(str_shown(word)));
    if (str_is(word, "at") || str_is(word, "pass"))
        return let_time_pass(r, line, rest, str_is(word, "at"));
    int seat = cast_find(&r->cast, word);
    if (seat < 0 && !str_is(word, "table"))
        return rehearsal_fails(r, "nobody here is called '%.*s'", STR_FMT(str_shown(word)));
    if (!str_word(&rest, &action))
        return rehearsal_fails(r, "what does %.*s do?", STR_FMT(str_shown(word)));
    return act(r, line, seat < 0 ? NO_SEAT : seat, action, rest);
}

static bool run_all(struct rehearsal *r, struct str script)
{
    struct str line;

    while (str_line(&script, &line)) {
        r->line++;
        line = str_trim(line);
        if (line.len > SCRIPT_TEXT_MAX)
            return rehearsal_fails(r, "the line is too long");
        if (!utf8_valid(line))
            return rehearsal_fails(r, "the line is not valid UTF-8");
        if (!run_line(r, line))
            return false;
    }
    if (!r->begun)
        return rehearsal_fails(r, "the script never says 'begin'");
    if (r->refusal_open)
        return rehearsal_fails(r, "the last step was refused: %s", r->refused);
    for (int i = 0; i < r->rig.n; i++) {
        if (!r->rig.item[i].used)
            return rehearsal_fails(r, "a rigged chance was never drawn: %.*s",
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
