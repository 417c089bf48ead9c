#include "party/facts.h"

#include <assert.h>
#include <string.h>

static const struct {
    const char *name, *args;
} fact_table[PARTY_FACT_KINDS] = {
/* clang-format off */
#define FACT(kind, name, args) [kind] = {#name, args},
#define ARG(type, name)        " " #name ":" #type
#define LONG_TEXT(name, most)  " " #name ":text:" #most
#define COUNT(name)            " " #name ":int:0..4294967295"
#define CHOICE_OF(name, of)    " " #name ":" of
#define OPTIONAL(arg)          arg "?"
#include "party/facts.def"
#include "party/facts_end.h"
    /* clang-format on */
};

static struct schema fact_schema[PARTY_FACT_KINDS];
static const struct names no_names = {.seats = SEATS_MAX};

void party_facts_init(void)
{
    for (int i = 0; i < PARTY_FACT_KINDS; i++) {
        int code = schema_parse(&fact_schema[i], fact_table[i].args);
        assert(code == 0);
        (void)code;
    }
}

void party_fact_write(struct party_fact f, struct buf *out)
{
    struct jw w = jw_to(out);

    jw_object(&w);
    jw_key(&w, "is");
    jw_str(&w, str_of(fact_table[f.kind].name));
    schema_encode(&fact_schema[f.kind], &no_names, f.arg, &w);
    jw_end_object(&w);
    buf_addc(out, '\n');
}

static bool decode(const struct schema *s, json_t *object, enum party_reader reader,
                   struct args *args)
{
    struct schema_problem wrong;

    while (!schema_decode(s, &no_names, object, args, &wrong)) {
        if (reader == PARTY_STRICT || strcmp(wrong.reason, "unknown") != 0)
            return false;
        json_object_deln(object, wrong.arg.at, wrong.arg.len);
    }
    return true;
}

bool party_fact_read(struct party_fact *out, json_t *object, enum party_reader reader)
{
    struct str is = jr_member_str(object, "is");
    struct args args;

    for (int i = 0; i < PARTY_FACT_KINDS; i++) {
        if (!str_is(is, fact_table[i].name))
            continue;
        /* `is` goes last: removing it frees the text it is compared with. */
        json_object_del(object, "is");
        if (!decode(&fact_schema[i], object, reader, &args))
            return false;
        out->kind = (uint8_t)i;
        for (int a = 0; a < fact_schema[i].n; a++)
            out->arg[a] = args.v[a];
        return true;
    }
    return false;
}

bool party_crowd_sum(const struct party_fact *f, struct crowd_sum *out)
{
    if (f->kind != CROWD_SAID)
        return false;
    struct party_crowd_said said = party_crowd_said_of(f);

    return crowd_read(out, said.question, said.asks, said.answers, said.best);
}
