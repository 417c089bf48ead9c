/*
 * The Collaborative International Dictionary of English: where words come from ("Mirth … [… See
 * {Merry}.]"), which are made of two others (\Eye"lash`\ has a second accent), and definitions.
 */
#include "source.h"

#include <string.h>

enum { ARTICLE = 2400, DEFINITION = 400, PIECE = 3 };

static bool is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* A bracket that tells forms or usage, not origin. */
static bool tells_forms(struct str text)
{
    static const char *const begins[] = {"imp.",     "Imp.",   "Compar",     "compar", "Obs",
                                         "R.",       "pl.",    "1913",       "Also",   "Colloq",
                                         "Slang",    "Scot",   "See Illust", "p. p",   "Prov.",
                                         "Archaic.", "Poetic", "Eng.",       "U."};

    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++) {
        if (str_starts(text, str_of(begins[i])))
            return true;
    }
    return false;
}

static void note(struct dict *d, uint32_t head, struct str word, unsigned bits)
{
    uint32_t e[2];
    int n = dict_lemmas_of(d, word, e, 2);

    for (int i = 0; i < n; i++) {
        if (e[i] != head && dict_is_lemma(d, e[i]))
            dict_evidence(d, head, e[i], bits);
    }
}

/* "See {Merry}" and "Hand + kerchief" name the root; what follows "cf." is only akin. */
static void read_origin(struct dict *d, uint32_t head, struct str text)
{
    bool made = str_find(text, STR(" + ")) >= 0, see = false, braces = false;

    for (size_t i = 0; i < text.len;) {
        size_t start = i;

        if (text.at[i] == '{' || text.at[i] == '}') {
            braces = text.at[i++] == '{';
            continue;
        }
        while (i < text.len && (is_letter(text.at[i]) || (braces && text.at[i] != '}')))
            i++;
        if (i == start) {
            i++;
            continue;
        }
        struct str word = str_n(text.at + start, i - start);
        if (str_is(word, "See") || str_is(word, "fr") || str_is(word, "from"))
            see = true;
        else if (str_is(word, "cf") || str_is(word, "Cf") || str_is(word, "akin"))
            see = false;
        else if (word.len >= PIECE && (see || made) && (braces || made))
            note(d, head, word, EV_ROOT);
    }
}

/* Syllables: \But"ter*fly`\. The second accent of a compound stands on its second word. */
static void read_accents(struct dict *d, uint32_t head, struct str said)
{
    char letters[64];
    size_t cut[16], n = 0, cuts = 0, first = 0, second = 0;

    for (size_t i = 0; i < said.len && n < sizeof letters; i++) {
        if (is_letter(said.at[i])) {
            letters[n++] = said.at[i];
            continue;
        }
        if (said.at[i] == '"' && !first)
            first = n;
        else if (said.at[i] == '`' && first)
            second = n;
        if (n && cuts < 16)
            cut[cuts++] = n;
    }
    if (!first || second <= first)
        return;
    for (size_t i = 0; i < cuts; i++) {
        uint32_t e[2];

        if (cut[i] < first || cut[i] >= second || cut[i] < PIECE || n - cut[i] < PIECE)
            continue;
        struct str left = str_n(letters, cut[i]), right = str_n(letters + cut[i], n - cut[i]);
        if (dict_lemmas_of(d, left, e, 2) && dict_lemmas_of(d, right, e, 2)) {
            note(d, head, left, EV_MADE_OF);
            note(d, head, right, EV_MADE_OF);
        }
    }
}

/* Returns what follows the brackets at the front of an article. */
static struct str read_brackets(struct dict *d, uint32_t head, struct str text)
{
    size_t i = 0, open = 0, end = 0;
    int depth = 0;

    for (; i < text.len && i < ARTICLE; i++) {
        if (text.at[i] == '[' && depth++ == 0) {
            open = i + 1;
        } else if (text.at[i] == ']' && depth > 0 && --depth == 0) {
            struct str inside = str_n(text.at + open, i - open);

            if (inside.len > 4 && !tells_forms(inside))
                read_origin(d, head, inside);
            end = i + 1;
        } else if (depth == 0 && text.at[i] == '\n' && i + 3 < text.len &&
                   str_starts(str_n(text.at + i, text.len - i), STR("\n   ")) && end > 0) {
            break; /* the definition begins on a line of its own */
        }
    }
    return str_n(text.at + end, text.len - end);
}

static void read_entry(struct dict *d, struct str head, struct str said, struct str body,
                       struct counts *seen)
{
    uint32_t e = dict_find(d, head);

    if (e == ENTRY_NONE || !dict_is_lemma(d, e))
        return;
    read_accents(d, e, said);
    struct str rest = read_brackets(d, e, body);
    ptrdiff_t end = str_find(rest, STR("[1913"));
    size_t most = end >= 0 && end < DEFINITION ? (size_t)end : DEFINITION;
    float *times = counts_at(seen, e + 1u);

    if ((*times)++ > 0) /* homographs that come later are rarer words */
        return;
    struct str definition = str_n(rest.at, rest.len < most ? rest.len : most);
    dict_gloss(d, e, definition, EV_OLD_GLOSS);
    dict_paraphrase(d, e, definition, ";.");
}

/* "Syn: To fight; contend; contest. See {Contest}.", to the end of the paragraph. */
static void read_synonyms(struct dict *d, uint32_t head, struct str text)
{
    size_t start = 0;

    for (size_t i = 0; i < text.len && text.at[i] != '['; i++) {
        bool ends = text.at[i] == ';' || text.at[i] == ',' || text.at[i] == '.';

        if (!ends)
            continue;
        struct str term = str_trim(str_n(text.at + start, i - start));
        if (str_starts(term, STR("To ")) || str_starts(term, STR("to ")))
            term = str_n(term.at + 3, term.len - 3);
        if (term.len >= PIECE && !memchr(term.at, ' ', term.len) && !memchr(term.at, '(', term.len))
            note(d, head, term, EV_LISTED);
        start = i + 1;
        if (text.at[i] == '.') /* what follows explains the difference */
            break;
    }
}

bool read_gcide(struct shelf *s, struct dict *d, const char *path, enum phase phase)
{
    struct buf text = {0};
    bool found = source_text(path, &text);
    struct counts seen = {0};
    size_t articles = 0;

    (void)s;
    if (found && phase == PHASE_EVIDENCE) {
        struct str rest = buf_str(&text), line;

        uint32_t article = ENTRY_NONE;

        while (str_line(&rest, &line)) {
            ptrdiff_t open = str_find(line, STR(" \\"));

            if (str_starts(line, STR("   Syn: ")) && article != ENTRY_NONE) {
                struct str list = str_n(line.at + 8, (size_t)(rest.at + rest.len - line.at) - 8);
                ptrdiff_t blank =
                    str_find(str_n(list.at, list.len < ARTICLE ? list.len : ARTICLE), STR("\n\n"));

                read_synonyms(d, article,
                              str_n(list.at, blank >= 0 ? (size_t)blank : line.len - 8));
            }
            if (open <= 0 || line.at[0] == ' ')
                continue;
            struct str head = str_n(line.at, (size_t)open);
            article = dict_find(d, head);
            if (article != ENTRY_NONE && !dict_is_lemma(d, article))
                article = ENTRY_NONE;
            struct str said = str_n(line.at + open + 2, line.len - (size_t)open - 2), after;
            if (!str_split(said, '\\', &said, &after))
                continue;
            struct str body = str_n(after.at, (size_t)(rest.at + rest.len - after.at));
            ptrdiff_t end =
                str_find(str_n(body.at, body.len < ARTICLE ? body.len : ARTICLE), STR("\n\n"));
            if (end >= 0)
                body.len = (size_t)end;
            else if (body.len > ARTICLE)
                body.len = ARTICLE;
            read_entry(d, head, said, body, &seen);
            articles++;
        }
        dict_report(d, "%zu articles from dict-gcide", articles);
    }
    counts_fini(&seen);
    buf_fini(&text);
    return found;
}
