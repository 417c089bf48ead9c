#include "room/log_fold.h"

#include "lexicon/rulings.h"
#include "party/fact_check.h"
#include "room/brought.h"
#include "room/log_lines.h"
#include "room/replay.h"
#include "room/stock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool fold_fail(struct log_fold *f, const char *reason)
{
    if (!f->reason[0])
        snprintf(f->reason, sizeof f->reason, "%s", reason);
    return false;
}

enum log_line_kind log_line_kind(struct str line)
{
    static const struct {
        const char *begins;
        enum log_line_kind kind;
    } kinds[] = {
        {"{\"seq\"", LINE_RECORD},    {"{\"is\"", LINE_FACT},      {"{\"base\"", LINE_ENTRY},
        {"{\"change\"", LINE_CHANGE}, {"{\"unisono\"", LINE_GAME}, {"{\"t\"", LINE_FIRST},
    };

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (str_starts(line, str_of(kinds[i].begins)))
            return kinds[i].kind;
    }
    return LINE_OTHER;
}

static const int64_t TIME_FAR = INT64_C(1) << 50;

bool fold_is_time(const json_t *t)
{
    return json_is_integer(t) && json_integer_value(t) >= 0 && json_integer_value(t) < TIME_FAR;
}

/* ---- words ---- */

/* The words as the group judges them. */
static const struct lexicon *lexicon_of(const struct log_fold *f)
{
    return f->rulings ? &f->rulings->lexicon : f->lexicon;
}

static struct rulings *rulings_of(struct rulings **at, const struct lexicon *below)
{
    if (!*at)
        *at = rulings_new(below);
    return *at;
}

static void note_rulings(struct log_fold *f, const struct fact *fact, int n)
{
    for (int i = 0; i < n; i++) {
        if (fact[i].kind != WORD_RULED)
            continue;
        rulings_note(rulings_of(&f->rulings, f->lexicon), f->match->setup.language, &fact[i]);
        f->match->world.lexicon = lexicon_of(f);
    }
}

void log_write_rulings(const struct rulings *r, struct buf *out)
{
    for (int i = 0; r && i < r->n; i++) {
        const struct ruling *it = &r->at[i];

        party_fact_write(PARTY_FACT(ruling_kept, .language = it->language, .about = it->question,
                                    .word = word_str(&it->word), .with = phrase_str(&it->with),
                                    .yes = it->yes),
                         out);
    }
}

void log_read_ruling(const struct party_fact *fact, struct rulings *r)
{
    struct party_ruling_kept f = party_ruling_kept_of(fact);

    rulings_add(r, (enum language)f.language, (enum ruled)f.about, f.word, f.with, f.yes);
}

/* ---- snapshots ---- */

static void fold_into_snapshot(struct log_fold *f, const struct party_fact *fact)
{
    party_fold(f->now.snapshot, fact);
    if (fact->kind == RULING_KEPT)
        log_read_ruling(fact, rulings_of(&f->now.snapshot_rulings, f->lexicon));
}

static void drop_snapshot(struct log_fold *f)
{
    if (f->now.snapshot)
        party_fini(f->now.snapshot);
    free(f->now.snapshot);
    rulings_free(f->now.snapshot_rulings);
    f->now.snapshot = NULL;
    f->now.snapshot_rulings = NULL;
}

/* A snapshot of format 4 has the texts of decks once more: from here on they are read from it. */
static void move_texts(struct party *p, const struct party *snapshot)
{
    for (int i = 0; i < snapshot->decks; i++) {
        struct own_deck *own =
            snapshot->deck[i]->text ? party_deck(p, snapshot->deck[i]->id) : NULL;

        if (own)
            own->at = snapshot->deck[i]->at;
    }
}

static bool same_as_before(const struct log_fold *f)
{
    struct buf before = {0}, snapshot = {0};

    party_snapshot(f->party, &before);
    log_write_rulings(f->rulings, &before);
    party_snapshot(f->now.snapshot, &snapshot);
    log_write_rulings(f->now.snapshot_rulings, &snapshot);
    bool same = str_eq(buf_str(&before), buf_str(&snapshot));
    buf_fini(&before);
    buf_fini(&snapshot);
    return same;
}

/* Where the log was read up to here, the snapshot says nothing new, and a strict reader compares.
 * Where folding begins here, it is the party. */
static bool end_snapshot(struct log_fold *f)
{
    bool fine = f->now.snapshot->lobby.book != NULL;

    if (!fine) {
        fold_fail(f, "a snapshot has no room in it");
    } else if (f->party->lobby.book) {
        move_texts(f->party, f->now.snapshot);
        fine = !f->strict || same_as_before(f) ||
               fold_fail(f, "a snapshot is not what the log before it says");
    } else {
        *f->party = *f->now.snapshot;
        *f->now.snapshot = (struct party){0};
        f->rulings = f->now.snapshot_rulings;
        f->now.snapshot_rulings = NULL;
    }
    drop_snapshot(f);
    return fine;
}

/* ---- facts ---- */

static bool won_by(const struct match *m, const struct party_fact *fact)
{
    int score, level = level_won(m, &score);

    if (fact->kind != LEVEL_WON)
        return true;
    struct party_level_won won = party_level_won_of(fact);

    return level && won.level == level && won.score == score;
}

bool fold_fact(struct log_fold *f, json_t *item)
{
    struct party_fact fact = {0};
    bool runs = f->match->table && !f->match->table->core.outcome;

    if (!json_is_object(item) ||
        !party_fact_read(&fact, item, f->strict ? PARTY_STRICT : PARTY_LENIENT))
        return fold_fail(f, "a fact of the room is not known");
    if (f->now.snapshot) {
        fold_into_snapshot(f, &fact);
        return true;
    }
    if (f->strict &&
        (f->now.begins || !fact_check(f->party, runs, &fact) || !won_by(f->match, &fact)))
        return fold_fail(f, "a fact of the room does not fit");
    if (party_fact_kept(&fact))
        return true;
    party_fold(f->party, &fact);
    if (fact.kind == GAME_LEFT) {
        match_fini(f->match);
        stock_unref(f->stock);
        f->stock = NULL;
        if (f->replay)
            replay_end(f->replay);
    }
    f->now.begins = fact.kind == GAME_BEGAN;
    return true;
}

static bool fold_fact_line(struct log_fold *f, struct str line)
{
    struct jr_problem problem;
    json_t *item = jr_parse(line, &problem);
    bool fine = item ? fold_fact(f, item) : fold_fail(f, problem.reason);

    json_decref(item);
    return fine;
}

/* ---- the game ---- */

/* A secret that was sealed for a game is the one it was dealt with, and the table has brought what
 * it really had. */
static bool deal_fits(const struct log_fold *f, const struct log_head *head)
{
    const struct sealed *s = &head->deal.sealed;
    const struct party *p = f->party;
    struct seed made = sealed_seed(s);

    if (head->dealt != p->spent_kept)
        return false;
    if (head->dealt && s->bound) {
        struct seed table = brought_hash(p, f->rulings, p->games, &s->decks, log_brought_form(f));

        if (!seed_same(&table, &s->table))
            return false;
    }
    return !head->dealt ||
           (seed_same(&s->secret, &p->spent) && seed_same(&made, &head->setup.seed));
}

enum brought_form log_brought_form(const struct log_fold *f)
{
    return f->format > LOG_FORMAT_FOURTH ? BROUGHT_SUMS : BROUGHT_TEXTS;
}

/* Where folding did not begin with the log, texts from before that were looked up (`text`). */
static void take_texts(struct log_fold *f)
{
    for (int i = 0; i < f->texts; i++) {
        struct own_deck *own = party_deck(f->party, f->text[i].deck);

        if (!own || own->text || own->at != f->text[i].at)
            continue;
        own->text = f->text[i].text;
        f->text[i].text = NULL;
    }
}

bool fold_setup(struct log_fold *f, struct str line)
{
    struct log_head head;
    struct setup_problem problem;

    if (!log_read_setup(&head, line, &problem))
        return fold_fail(f, problem.reason);
    if (f->strict && (!f->now.begins || !fact_check_setup(f->party, &head.setup)))
        return fold_fail(f, "a game begins otherwise than the room's people chose");
    if (f->strict && !deal_fits(f, &head))
        return fold_fail(f, "a game was dealt otherwise than its secret and parts say");
    if (f->began_game)
        f->began_game(f->arg, f, &head);
    f->now.begins = false;
    f->has_dealt = head.dealt;
    f->dealt = head.deal;
    match_fini(f->match);
    match_init(f->match, &head.setup, &(struct world){.lexicon = lexicon_of(f), .shelf = f->shelf});
    stock_unref(f->stock);
    take_texts(f);
    f->stock = stock_new(f->party, &head.setup);
    if (f->replay)
        replay_begin(f->replay, &head.setup, f->stock);
    f->at = 0;
    f->began = f->seq;
    f->games++;
    return true;
}

bool fold_record(struct log_fold *f, struct str line)
{
    struct record *rec = f->record;
    struct match *m = f->match;
    struct setup_problem problem;

    if (!m->table)
        return fold_fail(f, "a record without a game");
    struct names names = table_names(m->table);
    if (!log_read_record(rec, m->setup.book, &names, m->records + 1, line, &problem))
        return fold_fail(f, problem.reason);
    if (f->strict && (rec->at < f->at || rec->at >= TIME_FAR))
        return fold_fail(f, "the table's clock goes back, or is lost in the future");
    if (f->replay)
        replay_record(f->replay, rec, f->party, lexicon_of(f));
    match_refold(m, rec->fact, rec->facts);
    note_rulings(f, rec->fact, rec->facts);
    f->at = rec->at;
    f->records++;
    return true;
}

/* ---- a change ---- */

/* A guest's requests are numbered upwards: one that was applied twice is found here. */
bool fold_author(struct log_fold *f, const json_t *head)
{
    int64_t by = jr_member_int(head, "by"), n = jr_member_int(head, "n");
    struct guest *g =
        by > NO_GUEST && by <= UINT16_MAX ? party_guest(f->party, (uint16_t)by) : NULL;

    if (f->strict && json_object_get(head, "by") && !g)
        return fold_fail(f, "'by' is not a guest");
    if (f->strict && g && (n <= g->n || n > UINT32_MAX))
        return fold_fail(f, "a request of a guest is out of its order");
    if (g)
        g->n = (uint32_t)n;
    return true;
}

bool fold_times(struct log_fold *f, const json_t *head)
{
    bool fine = true;

    if (f->strict && json_object_get(head, "at") && jr_member_int(head, "at") < f->at)
        fine = fold_fail(f, "the table's clock goes back");
    f->wall = jr_member_int(head, "t");
    f->ran = json_is_true(json_object_get(head, "run"));
    if (json_object_get(head, "at"))
        f->at = jr_member_int(head, "at");
    return fine;
}

static bool known_members(const json_t *head)
{
    static const char *const known[] = {"base", "change", "format", "bytes", "t",  "by",
                                        "n",    "at",     "run",    "blank", "day"};
    const char *key;
    json_t *value;

    json_object_foreach((json_t *)head, key, value)
    {
        size_t i = 0;

        while (i < sizeof known / sizeof known[0] && strcmp(known[i], key) != 0)
            i++;
        if (i == sizeof known / sizeof known[0])
            return false;
    }
    return true;
}

static bool head_check(struct log_fold *f, const json_t *head)
{
    const json_t *at = json_object_get(head, "at"), *bytes = json_object_get(head, "bytes");
    const json_t *day = json_object_get(head, "day");

    if (!fold_is_time(json_object_get(head, "t")) ||
        !json_is_string(json_object_get(head, "change")))
        return fold_fail(f, "a change has 'change' and 't'");
    if (at && !fold_is_time(at))
        return fold_fail(f, "'at' is not a time");
    if (bytes && !fold_is_time(bytes))
        return fold_fail(f, "'bytes' is not a number of bytes");
    if (day && !fold_is_time(day))
        return fold_fail(f, "'day' is not a number of days");
    return known_members(head) ||
           fold_fail(f, "the head of a change has a member that is not known");
}

/* The first line of an entry says where to begin; if that is here, everything has to follow. */
static bool begin_entry(struct log_fold *f, const json_t *head, bool snapshot)
{
    int64_t base = jr_member_int(head, "base"), format = jr_member_int(head, "format");

    if (format > LOG_FORMAT)
        return fold_fail(f, "this log is from a newer version of the program");
    if (base == 0) {
        f->base = f->seq;
        f->base_bytes =
            fold_is_time(json_object_get(head, "bytes")) ? jr_member_int(head, "bytes") : 0;
        if (f->strict && (format < LOG_FORMAT_SECOND || snapshot == !f->party->lobby.book))
            return fold_fail(f, "a log begins with its room, and goes on from a snapshot");
    } else if (!f->format) {
        return fold_fail(f, "this is not where a log can be read from");
    } else if (f->strict && (f->format < LOG_FORMAT_SECOND || f->seq - f->base != base || format)) {
        return fold_fail(f, "'base' is not where the last snapshot is");
    }
    if (base == 0)
        f->format = (int)format;
    return true;
}

static bool begin_change(struct log_fold *f, struct str line, enum log_line_kind kind)
{
    struct jr_problem problem;
    json_t *head = f->now.head = jr_parse(line, &problem);
    bool snapshot = str_is(jr_member_str(head, "change"), "snapshot");

    if (!json_is_object(head))
        return fold_fail(f, "the head of a change is no JSON object");
    if (f->strict && !head_check(f, head))
        return false;
    if (kind == LINE_ENTRY ? !begin_entry(f, head, snapshot)
                           : f->format < LOG_FORMAT_SECOND || snapshot)
        return fold_fail(f, "a change where none can be");
    if (snapshot && jr_member_int(head, "base") != 0)
        return fold_fail(f, "a snapshot that is no base");
    if (snapshot) {
        f->now.snapshot = calloc(1, sizeof *f->now.snapshot);
        if (!f->now.snapshot)
            abort();
        party_init(f->now.snapshot);
        f->now.snapshot->entry = f->seq;
    }
    return true;
}

static bool end_change(struct log_fold *f)
{
    json_t *head = f->now.head;
    bool fine = true;

    if (!head)
        return true;
    if (f->now.snapshot) {
        fine = end_snapshot(f);
        f->wall = jr_member_int(head, "t");
    } else if (!f->party->lobby.book) {
        fine = fold_fail(f, "the room never began");
    } else {
        fine =
            (!f->strict || !f->now.begins || fold_fail(f, "a game began without its first line")) &&
            fold_author(f, head) && fold_times(f, head);
    }
    json_decref(head);
    f->now.head = NULL;
    f->now.begins = false;
    return fine;
}

static bool fold_line(struct log_fold *f, struct str line, struct str *rest, bool first)
{
    enum log_line_kind kind = log_line_kind(line);

    if (kind == LINE_FIRST)
        return end_change(f) && fold_first(f, line, rest);
    if (kind == LINE_ENTRY || kind == LINE_CHANGE) {
        if ((kind == LINE_ENTRY) != first)
            return fold_fail(f, "an entry within an entry");
        return end_change(f) && begin_change(f, line, kind);
    }
    if (!f->now.head)
        return fold_fail(f, "a line that is not of a change");
    if (kind == LINE_FACT)
        return fold_fact_line(f, line);
    if (kind == LINE_GAME && !f->now.snapshot)
        return fold_setup(f, line);
    if (kind == LINE_RECORD && !f->now.snapshot)
        return fold_record(f, line);
    return fold_fail(f, "a line that no log has");
}

bool log_fold_entry(struct log_fold *f, struct str body)
{
    int64_t size = (int64_t)body.len;
    struct str line;
    bool fine = true, first = true;

    f->party->entry = ++f->seq;
    if (!body.len)
        fine = fold_fail(f, "an empty entry");
    for (; fine && str_line(&body, &line); first = false)
        fine = fold_line(f, line, &body, first);
    fine = fine && end_change(f);
    f->bytes += size;
    return fine;
}

void log_fold_fini(struct log_fold *f)
{
    json_decref(f->now.head);
    drop_snapshot(f);
    rulings_free(f->rulings);
    stock_unref(f->stock);
    for (int i = 0; i < f->texts; i++)
        deck_text_free(f->text[i].text);
    f->texts = 0;
    f->stock = NULL;
    f->now.head = NULL;
    f->rulings = NULL;
}
