#include "lexicon/affix.h"

#include <string.h>

static const struct affix english_suffixes[] = {
    {"NESS", 3},  {"LESS", 3},  {"FUL", 3},   {"LY", 3},     {"ILY", 2},   {"HOOD", 3},
    {"SHIP", 2},  {"DOM", 2},   {"MENT", 2},  {"ING", 3},    {"INGS", 3},  {"ED", 2},
    {"ER", 1},    {"ERS", 1},   {"IER", 1},   {"OR", 1},     {"AR", 1},    {"ESS", 1},
    {"ION", 2},   {"TION", 2},  {"ATION", 2}, {"ITION", 2},  {"SION", 2},  {"SSION", 2},
    {"ITY", 2},   {"TY", 1},    {"Y", 1},     {"AL", 1},     {"IAL", 1},   {"UAL", 1},
    {"IC", 1},    {"ICAL", 2},  {"ICS", 1},   {"ICIAN", 2},  {"IAN", 1},   {"AN", 1},
    {"IST", 2},   {"ISM", 2},   {"ISTIC", 2}, {"OUS", 2},    {"IOUS", 1},  {"EOUS", 1},
    {"IVE", 1},   {"ATIVE", 2}, {"ABLE", 2},  {"IBLE", 2},   {"EN", 1},    {"IFY", 2},
    {"IZE", 2},   {"ISE", 2},   {"ATE", 1},   {"ANT", 1},    {"ENT", 1},   {"ANCE", 1},
    {"ENCE", 1},  {"ERY", 1},   {"RY", 1},    {"ISH", 2},    {"TH", 1},    {"T", 1},
    {"D", 1},     {"DE", 1},    {"E", 1},     {"S", 2},      {"ES", 2},    {"IES", 2},
    {"URE", 1},   {"AGE", 1},   {"EER", 1},   {"LET", 1},    {"ETTE", 1},  {"INE", 1},
    {"LING", 1},  {"WARD", 2},  {"WARDS", 2}, {"WISE", 2},   {"FULLY", 3}, {"ARY", 1},
    {"ARIAN", 1}, {"SOME", 1},  {"LIKE", 3},  {"PTION", 2},  {"BE", 1},    {"VE", 1},
    {"F", 1},     {"ULAR", 1},  {"LE", 1},    {"ST", 1},     {"CE", 1},    {"EST", 2},
    {"CY", 1},    {"ANCY", 1},  {"ENCY", 1},  {"UCTION", 2}, {"UCE", 1},   {"OY", 1},
    {"RE", 1},    {"RAL", 1},   {"RIAN", 1},  {"A", 1},      {"O", 1},     {"MAN", 1},
    {"IE", 1},    {"IES", 1},   {"IVAL", 1},  {"IUM", 1},    {"UM", 1},    {NULL, 0},
};

static const struct affix english_prefixes[] = {
    {"UN", 2},   {"DIS", 2},   {"IN", 1},    {"IM", 1},    {"IL", 1},    {"IR", 1},    {"RE", 1},
    {"NON", 2},  {"MIS", 2},   {"PRE", 1},   {"ANTI", 2},  {"SUB", 2},   {"SUPER", 2}, {"INTER", 2},
    {"TELE", 1}, {"MICRO", 2}, {"MID", 2},   {"A", 1},     {"EN", 1},    {"EM", 1},    {"BE", 1},
    {"DE", 1},   {"EX", 1},    {"CO", 1},    {"SEMI", 2},  {"MULTI", 2}, {"AUTO", 1},  {"BIO", 1},
    {"MEGA", 2}, {"MINI", 2},  {"ULTRA", 2}, {"TRANS", 1}, {"OVER", 2},  {"UNDER", 2}, {"OUT", 2},
    {"UP", 1},   {"FORE", 2},  {"BI", 1},    {"TRI", 1},   {"PRO", 1},   {NULL, 0},
};

static const struct affix german_suffixes[] = {
    {"UNG", 3},    {"UNGEN", 3},   {"HEIT", 3},   {"KEIT", 3},   {"IGKEIT", 3}, {"SCHAFT", 3},
    {"LICH", 3},   {"ENTLICH", 3}, {"IG", 2},     {"ISCH", 2},   {"ERISCH", 2}, {"BAR", 2},
    {"SAM", 2},    {"LOS", 3},     {"HAFT", 3},   {"CHEN", 3},   {"LEIN", 2},   {"IN", 2},
    {"INNEN", 2},  {"ER", 1},      {"ERIN", 2},   {"LER", 2},    {"LERIN", 1},  {"NER", 1},
    {"EREI", 2},   {"EI", 1},      {"E", 1},      {"EN", 2},     {"N", 1},      {"ERN", 1},
    {"ELN", 1},    {"EL", 1},      {"IEREN", 2},  {"IERER", 1},  {"IERUNG", 2}, {"TUM", 2},
    {"NIS", 2},    {"LING", 1},    {"T", 1},      {"ST", 1},     {"TE", 1},     {"D", 1},
    {"END", 2},    {"ION", 1},     {"ATION", 2},  {"ITION", 1},  {"IST", 1},    {"ISTIN", 1},
    {"ISMUS", 2},  {"ITAT", 1},    {"ANT", 1},    {"ENT", 1},    {"ANZ", 1},    {"ENZ", 1},
    {"IV", 1},     {"AL", 1},      {"ELL", 1},    {"OS", 1},     {"IK", 1},     {"IKER", 1},
    {"IKERIN", 1}, {"IE", 1},      {"FACH", 3},   {"WEISE", 3},  {"MASSIG", 3}, {"S", 1},
    {"ES", 1},     {"SAL", 1},     {"SEL", 1},    {"ERLICH", 2}, {"ERT", 1},    {"ET", 1},
    {"IGEN", 2},   {"IGER", 1},    {"ENS", 1},    {"EUR", 1},    {"OR", 1},     {"ATOR", 1},
    {"AR", 1},     {"AGE", 1},     {"ARISCH", 1}, {"NISCH", 1},  {"RISCH", 1},  {"A", 1},
    {"LE", 1},     {"LIG", 1},     {"ENTUM", 2},  {"LN", 1},     {"ERE", 1},    {"ERER", 1},
    {"FT", 1},     {"DE", 1},      {NULL, 0},
};

static const struct affix german_prefixes[] = {
    {"UN", 3},     {"BE", 1},     {"VER", 2},    {"ENT", 2},   {"ER", 1},       {"ZER", 2},
    {"GE", 2},     {"MISS", 2},   {"UR", 1},     {"AB", 1},    {"AN", 1},       {"AUF", 2},
    {"AUS", 2},    {"BEI", 1},    {"EIN", 1},    {"FORT", 2},  {"HER", 1},      {"HIN", 1},
    {"MIT", 2},    {"NACH", 2},   {"VOR", 2},    {"WEG", 2},   {"ZU", 1},       {"ZURUCK", 3},
    {"UBER", 2},   {"UNTER", 2},  {"UM", 1},     {"DURCH", 2}, {"WIEDER", 3},   {"GEGEN", 2},
    {"HERAUS", 3}, {"HINEIN", 3}, {"HINAUS", 3}, {"HERUM", 3}, {"ZUSAMMEN", 3}, {"GROSS", 2},
    {"SUPER", 2},  {"MEGA", 2},   {"MINI", 2},   {"MIKRO", 2}, {"ANTI", 2},     {"ERZ", 1},
    {"IN", 1},     {"DIS", 1},    {"DE", 1},     {"RE", 1},    {"IM", 1},       {NULL, 0},
};

static const struct affix french_suffixes[] = {
    {"E", 2},      {"S", 2},       {"ES", 2},      {"X", 1},      {"ER", 2},       {"IR", 1},
    {"RE", 1},     {"OIR", 1},     {"EUR", 2},     {"EURS", 2},   {"EUSE", 2},     {"RICE", 1},
    {"TEUR", 2},   {"TRICE", 2},   {"ATEUR", 2},   {"ATRICE", 2}, {"ITEUR", 1},    {"AGE", 2},
    {"MENT", 2},   {"EMENT", 2},   {"AMENT", 2},   {"TION", 2},   {"ATION", 2},    {"ITION", 2},
    {"SION", 1},   {"SSION", 1},   {"ION", 1},     {"URE", 2},    {"TURE", 1},     {"ATURE", 2},
    {"ITE", 2},    {"TE", 1},      {"ETE", 2},     {"ESSE", 2},   {"LESSE", 1},    {"ISE", 1},
    {"ICE", 1},    {"ANCE", 2},    {"ENCE", 2},    {"AISON", 1},  {"IER", 2},      {"IERE", 2},
    {"ERIE", 2},   {"IE", 1},      {"ISTE", 2},    {"ISME", 2},   {"IQUE", 1},     {"IEN", 1},
    {"IENNE", 1},  {"ICIEN", 2},   {"ICIENNE", 1}, {"AL", 1},     {"ALE", 1},      {"AUX", 1},
    {"EL", 1},     {"ELLE", 1},    {"IEL", 1},     {"EUX", 3},    {"IEUX", 1},     {"IF", 1},
    {"IVE", 1},    {"ABLE", 2},    {"IBLE", 2},    {"IN", 1},     {"INE", 1},      {"ET", 1},
    {"ETTE", 1},   {"OT", 1},      {"OTTE", 1},    {"ON", 1},     {"ONNE", 1},     {"EAU", 1},
    {"TEAU", 1},   {"AU", 1},      {"ARD", 1},     {"ARDE", 1},   {"ATRE", 2},     {"AUD", 1},
    {"U", 1},      {"UE", 1},      {"EE", 1},      {"ADE", 1},    {"OIRE", 1},     {"ANT", 1},
    {"ANTE", 1},   {"ENT", 1},     {"ILLON", 1},   {"AIRE", 1},   {"ISER", 2},     {"IFIER", 2},
    {"OYER", 1},   {"ONNER", 1},   {"ETTER", 1},   {"ONNIER", 1}, {"ONNERIE", 1},  {"AIS", 1},
    {"OIS", 1},    {"OISE", 1},    {"AIN", 1},     {"AINE", 1},   {"CIR", 1},      {"H", 1},
    {"HE", 1},     {"HIR", 1},     {"HEUR", 1},    {"T", 1},      {"TIE", 1},      {"ITIE", 1},
    {"CAL", 1},    {"ICAL", 1},    {"EMENTS", 1},  {"LE", 1},     {"VRE", 1},      {"IVRE", 1},
    {"CE", 1},     {"CEUR", 1},    {"UX", 1},      {"OUX", 1},    {"OUCEUR", 1},   {"EUSEMENT", 2},
    {"NDRE", 1},   {"NTE", 1},     {"NDEUR", 1},   {"DRE", 1},    {"D", 1},        {"DEUR", 1},
    {"ENDRE", 1},  {"TTRE", 1},    {"IRE", 1},     {"CTION", 1},  {"CTEUR", 1},    {"CTURE", 1},
    {"Y", 1},      {"AUME", 1},    {"AU", 1},      {"ILLE", 1},   {"ILLESSE", 1},  {"EUR", 2},
    {"ERTE", 1},   {"RIR", 1},     {"RTURE", 1},   {"RTE", 1},    {"RT", 1},       {"A", 1},
    {"O", 1},      {"IDE", 1},     {"IL", 1},      {"ISON", 1},   {"ITUDE", 1},    {"ILLER", 1},
    {"AILLE", 1},  {"ASSE", 1},    {"IERS", 2},    {"ANDISE", 1}, {"IME", 1},      {"ALITE", 2},
    {"OSITE", 1},  {"EUSETE", 1},  {"F", 1},       {"VE", 1},     {"VER", 1},      {"TIER", 1},
    {"TIERE", 1},  {"EREUX", 1},   {"OUREUX", 1},  {"USTE", 1},   {"LLE", 1},      {"SE", 1},
    {"NTE", 1},    {"NSE", 1},     {"ISSANCE", 1}, {"AITRE", 1},  {"YANCE", 1},    {"OIRE", 1},
    {"VOIR", 1},   {"EVOIR", 1},   {"EPTION", 1},  {"UIRE", 1},   {"UCTEUR", 1},   {"UCTION", 1},
    {"OLE", 1},    {"UME", 1},     {"OCHE", 1},    {"ESTRE", 1},  {"IAL", 1},      {"VIAL", 1},
    {"UVE", 1},    {"OYER", 1},    {"OIX", 1},     {"VE", 1},     {"P", 1},        {"ERTUME", 1},
    {"ONGE", 1},   {"IER", 2},     {"NOIS", 1},    {"GNOL", 1},   {"GNE", 1},      {"IVAL", 1},
    {"ISSEUR", 2}, {"ISSEUSE", 2}, {"ISSERIE", 2}, {"ISSAGE", 2}, {"ISSEMENT", 2}, {NULL, 0},
};

static const struct affix french_prefixes[] = {
    {"RE", 1},     {"R", 1},     {"DE", 1},   {"DES", 2},   {"DIS", 1},   {"IN", 1},
    {"IM", 1},     {"IL", 1},    {"IR", 1},   {"MAL", 2},   {"ME", 1},    {"MES", 1},
    {"EN", 1},     {"EM", 1},    {"A", 1},    {"PRE", 1},   {"SUR", 1},   {"SOUS", 2},
    {"ANTI", 2},   {"PARA", 2},  {"CO", 1},   {"INTER", 2}, {"TRANS", 1}, {"SUPER", 2},
    {"CONTRE", 2}, {"ENTRE", 1}, {"AUTO", 1}, {"MICRO", 2}, {"MINI", 2},  {"TELE", 1},
    {"PORTE", 2},  {"POST", 1},  {"NON", 1},  {"SOU", 1},   {"E", 1},     {"AR", 1},
    {"AC", 1},     {"AT", 1},    {"AP", 1},   {"PAR", 1},   {"POUR", 1},  {"BON", 1},
    {NULL, 0},
};

static const char *const no_links[] = {"", NULL};
static const char *const german_links[] = {"", "S", "N", "EN", "ES", "E", "ER", "NS", "ENS", NULL};

static const char *const false_ends[LANGUAGES][28] = {
    [LANG_EN] = {"SHIP", "HOOD", "DOM", "NESS", "LESS", "FUL", "ABLE", "LET",  "MENT",
                 "AGE",  "ANT",  "ING", "ION",  "ISM",  "IST", "LING", "WISE", "ERS",
                 "EST",  "ENT",  "ATE", "ITS",  "TON",  "ACT", NULL},
    [LANG_DE] = {"SCHAFT", "HEIT", "KEIT", "UNG", "LICH", "LOS",  "BAR",  "SAM",   "HAFT", "TUM",
                 "CHEN",   "LEIN", "LING", "ION", "IST",  "TION", "EREI", "IEREN", "REN",  "TEN",
                 "TER",    "SEN",  "GEN",  "REI", "ANT",  "IVE",  "ICH",  NULL},
    [LANG_FR] = {"AGE",  "MENT", "ION", "ANT", "ENT",  "EUR",  "TION", "ERIE", "IER", "ETTE", "OIR",
                 "TEUR", "ANTE", "URE", "ITE", "AIRE", "ELLE", "ARD",  "EAU",  "AUX", NULL},
};

const struct affix *affix_suffixes(enum language lang)
{
    return lang == LANG_EN ? english_suffixes : lang == LANG_DE ? german_suffixes : french_suffixes;
}

const struct affix *affix_prefixes(enum language lang)
{
    return lang == LANG_EN ? english_prefixes : lang == LANG_DE ? german_prefixes : french_prefixes;
}

const char *const *affix_links(enum language lang)
{
    return lang == LANG_DE ? german_links : no_links;
}

bool affix_is_suffix(enum language lang, struct str part)
{
    for (const char *const *end = false_ends[lang]; *end; end++) {
        if (str_is(part, *end))
            return true;
    }
    return false;
}

size_t affix_stem(struct str key, size_t cut, char stem[AFFIX_STEM])
{
    size_t n = key.len - cut;

    if (cut >= key.len || n > AFFIX_STEM)
        return 0;
    memcpy(stem, key.at, n);
    if (n > 2 && stem[n - 1] == 'U' && (stem[n - 2] == 'Q' || stem[n - 2] == 'G'))
        n--;
    if (n > 1 && stem[n - 1] == 'Q')
        stem[n - 1] = 'C';
    if (n > 2 && stem[n - 1] == stem[n - 2])
        n--;
    if (stem[n - 1] == 'I')
        stem[n - 1] = 'Y';
    return n;
}
