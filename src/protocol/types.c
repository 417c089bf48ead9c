/* The protocol as TypeScript types. */
#include "party/orders.h"
#include "protocol/protocol.h"
#include "protocol/schema_pieces.h"
#include "protocol/shapes.h"
#include "protocol/types_options.h"
#include "room/message.h"
#include "rules/core_tables.h"
#include "rules/registry.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char origin[] = "Written by `unisono protocol --typescript`; not changed by hand.";

/* ---- types of shapes ---- */

static void choices_type(struct buf *out, struct str choices)
{
    struct str name;

    for (int i = 0; (name = choice_name(choices, i)).len; i++)
        buf_printf(out, "%s'%.*s'", i ? " | " : "", STR_FMT(name));
}

static void names_type(struct buf *out, const char *const *names)
{
    for (int i = 0; names && names[i]; i++)
        buf_printf(out, "%s'%s'", i ? " | " : "", names[i]);
}

static void shape_type(struct buf *out, struct str type)
{
    static const struct {
        const char *name, *type;
    } plain[] = {
        {"int", "number"},
        {"number", "number"},
        {"seat", "number"},
        {"bool", "boolean"},
        {"true", "true"},
        {"text", "string"},
        {"token", "string"},
        {"code", "string"},
        {"args", "Record<string, unknown>"},
        {"value", "number | string | boolean"},
    };
    struct str rest;

    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        if (str_is(type, plain[i].name)) {
            buf_adds(out, plain[i].type);
            return;
        }
    }
    if (str_starts(type, STR("map "))) {
        buf_adds(out, "Record<string, ");
        shape_type(out, str_n(type.at + 4, type.len - 4));
        buf_addc(out, '>');
    } else if (str_starts(type, STR("pair "))) {
        struct str item = str_n(type.at + 5, type.len - 5);

        buf_addc(out, '[');
        shape_type(out, item);
        buf_adds(out, ", ");
        shape_type(out, item);
        buf_addc(out, ']');
    } else if (type.at[type.len - 1] == ']') {
        shape_type(out, str_n(type.at, type.len - 2));
        buf_adds(out, "[]");
    } else if (type.len > 5 && str_eq(str_n(type.at + type.len - 5, 5), STR("|null"))) {
        shape_type(out, str_n(type.at, type.len - 5));
        buf_adds(out, " | null");
    } else if (str_find(type, STR("|")) >= 0) {
        choices_type(out, type);
    } else if (str_is(type, "languages")) {
        for (int i = 0; i < LANGUAGES; i++)
            buf_printf(out, "%s'%s'", i ? " | " : "", language_codes[i]);
    } else if (str_split(type, '=', &rest, &rest)) {
        buf_add(out, rest);
    } else {
        buf_add(out, type);
    }
}

static void comment(struct buf *out, const char *indent, const char *text)
{
    if (text && *text)
        buf_printf(out, "%s/* %s */\n", indent, text);
}

static void member(struct buf *out, const struct shape_field *f, bool optional)
{
    comment(out, "  ", f->help);
    buf_printf(out, "  %.*s%s: ", STR_FMT(shape_field_name(f)), optional ? "?" : "");
    shape_type(out, str_of(f->type));
    buf_adds(out, ";\n");
}

static void write_shape(struct buf *out, const struct shape *s)
{
    buf_addc(out, '\n');
    comment(out, "", s->help);
    if (s->alias) {
        buf_printf(out, "export type %s = ", s->name);
        shape_type(out, str_of(s->alias));
        buf_adds(out, ";\n");
        return;
    }
    buf_printf(out, "export interface %s {\n", s->name);
    for (const struct shape_field *f = s->field; f->name; f++)
        member(out, f, shape_field_optional(f));
    if (s->open)
        buf_adds(out, "  [more: string]: unknown;\n");
    buf_adds(out, "}\n");
}

/* ---- arguments ---- */

static void arg_type(struct buf *out, const struct arg_spec *a)
{
    switch (a->type) {
    case ARG_BOOL:
        buf_adds(out, "boolean");
        return;
    case ARG_INT:
    case ARG_SEAT:
    case ARG_TIME:
        buf_adds(out, "number");
        return;
    case ARG_SEATS:
    case ARG_LIST:
        buf_adds(out, "number[]");
        return;
    case ARG_LETTER:
    case ARG_TEXT:
        buf_adds(out, "string");
        return;
    case ARG_PHASE:
        buf_adds(out, "Phase");
        return;
    case ARG_SUBJECT:
        buf_adds(out, "Subject");
        return;
    case ARG_CHOICE:
        choices_type(out, a->choices);
        return;
    }
}

/* `  name: { a: number; b?: string };` */
static void args_member(struct buf *out, const char *name, const struct schema *s, bool fact)
{
    buf_printf(out, "  %s: ", name);
    if (!s->n) {
        buf_adds(out, fact ? "object;\n" : "Record<string, never>;\n");
        return;
    }
    buf_adds(out, "{ ");
    for (int i = 0; i < s->n; i++) {
        buf_printf(out, "%s%.*s%s: ", i ? "; " : "", STR_FMT(s->arg[i].name),
                   s->arg[i].optional ? "?" : "");
        arg_type(out, &s->arg[i]);
    }
    buf_adds(out, " };\n");
}

/* ---- web/src/generated/protocol.ts ---- */

static void write_orders(struct buf *out)
{
    buf_adds(out, "\n/* What is asked of the room itself, with its arguments. */\n"
                  "export interface Orders {\n");
    for (int i = 0; i < order_count(); i++)
        args_member(out, order_specs[i].name, order_schema(i), false);
    buf_adds(out, "}\n\nexport type HostOrder = ");
    bool any = false;
    for (int i = 0; i < order_count(); i++) {
        if (!order_specs[i].host)
            continue;
        buf_printf(out, "\n  | '%s'", order_specs[i].name);
        any = true;
    }
    buf_adds(out, any ? ";\n" : "never;\n");
    buf_adds(out, "\nexport type Do = {\n"
                  "  [K in keyof Orders]: { n: number; do: K; with?: Orders[K] };\n"
                  "}[keyof Orders];\n");
}

static void verb_type(const struct message_verb *v, char out[16])
{
    snprintf(out, 16, "%s", v->key);
    out[0] = (char)toupper((unsigned char)out[0]);
}

static void write_questions(struct buf *out)
{
    struct str name;

    buf_adds(out, "\nexport type Question =");
    for (int i = 0; (name = choice_name(STR(MESSAGE_QUESTIONS), i)).len; i++)
        buf_printf(out, "%s '%.*s'", i ? " |" : "", STR_FMT(name));
    buf_adds(out, ";\n");
}

static void write_verb(struct buf *out, const struct message_verb *v)
{
    char name[16];

    verb_type(v, name);
    buf_printf(out, "\nexport interface %s {\n", name);
    if (v->counted)
        buf_adds(out, "  n: number;\n");
    buf_printf(out, "  %s: %s;\n", v->key,
               v->kind == MESSAGE_ASK     ? "Question"
               : v->kind == MESSAGE_REACT ? "Reaction"
               : v->kind == MESSAGE_DEAL  ? "'pledge' | 'part'"
               : v->kind == MESSAGE_CROWD ? "'answer'"
                                          : "string");
    if (v->kind != MESSAGE_SAY && v->kind != MESSAGE_REACT)
        buf_adds(out, "  with?: Args;\n");
    buf_adds(out, "  seat?: number;\n");
    if (v->tagged)
        buf_adds(out, "  tag: number;\n");
    buf_adds(out, "}\n");
}

static void write_client_union(struct buf *out)
{
    buf_adds(out, "\nexport type ClientMessage =");
    for (int i = 0; i < shape_count(); i++) {
        if (shapes[i].side == SHAPE_CLIENT)
            buf_printf(out, "\n  | %s", shapes[i].name);
    }
    for (int i = 0; i < MESSAGE_VERBS; i++) {
        char name[16];

        verb_type(&message_verbs[i], name);
        buf_printf(out, "\n  | %s", name);
    }
    buf_adds(out, ";\n");
}

/* Messages are told apart by the members they have: in one shape every member may be missing. */
static void write_server_message(struct buf *out)
{
    const struct shape_field *seen[64];
    int n = 0;

    buf_adds(out,
             "\n/* Everything the server may say, in one shape: a message has some of these. */\n"
             "export interface ServerMessage {\n");
    for (int i = 0; i < shape_count(); i++) {
        for (const struct shape_field *f = shapes[i].field;
             shapes[i].side == SHAPE_SERVER && f->name && n < 64; f++) {
            bool known = false;

            for (int k = 0; k < n; k++)
                known = known || str_eq(shape_field_name(seen[k]), shape_field_name(f));
            if (known)
                continue;
            seen[n++] = f;
            member(out, f, true);
        }
    }
    buf_adds(out, "}\n");
}

/* ---- what one game has, and what all have ---- */

static void actions_of(struct buf *out, const struct book *b, int from, int to)
{
    for (int i = from; i < to; i++) {
        if (b->action[i]->actor == BY_SEAT)
            args_member(out, b->action[i]->name, &b->action_args[i], false);
    }
}

static void facts_of(struct buf *out, const struct book *b, int from, int to)
{
    for (int i = from; i < to; i++) {
        if (b->fact[i]->audience != FOR_NOBODY)
            args_member(out, b->fact[i]->name, &b->fact_args[i], true);
    }
}

/* Every book begins with what the rules themselves have (rules/core_tables.h): the first will do.
 */
static void write_shared(struct buf *out)
{
    const struct book *b = registry_at(0);

    types_shared_options(out);
    buf_adds(out, "\n/* What a seat may do in every game, with its arguments. */\n"
                  "export interface SharedActions {\n");
    actions_of(out, b, 0, CORE_ACTIONS);
    buf_adds(out, "}\n\n/* What may happen in every game, as far as a client can be told. */\n"
                  "export interface SharedFacts<Phase, Subject> {\n");
    facts_of(out, b, 0, CORE_FACTS);
    buf_adds(out, "}\n");
}

void protocol_types(struct buf *out)
{
    buf_printf(out, "/* The messages of docs/protocol.md. %s */\n", origin);
    for (int i = 0; i < shape_count(); i++)
        write_shape(out, &shapes[i]);
    write_server_message(out);
    write_orders(out);
    write_questions(out);
    for (int i = 0; i < MESSAGE_VERBS; i++) {
        if (message_verbs[i].kind != MESSAGE_DO)
            write_verb(out, &message_verbs[i]);
    }
    write_client_union(out);
    write_shared(out);
}

/* ---- games/<id>/web/protocol.ts ---- */

static void members_of(struct buf *out, const struct shape *s, bool optional)
{
    for (const struct shape_field *f = s ? s->field : NULL; f && f->name; f++)
        member(out, f, optional || shape_field_optional(f));
}

/* The sections, as rules/shape.h has them. Nobody but a seat has those of its own. */
static void write_view(struct buf *out, const struct shape *list)
{
    const struct shape *view = shape_among(list, STR("View")), *own = shape_among(list, STR("Own"));

    for (const struct shape *s = list; s && s->name; s++) {
        if (s != view && s != own)
            write_shape(out, s);
    }
    if (!view)
        return;
    buf_adds(out, "\n/* What a seat or an onlooker sees. */\n"
                  "export interface View extends CoreSections {\n");
    members_of(out, view, false);
    members_of(out, own, true);
    buf_adds(out, "}\n");
}

void protocol_game_types(const struct book *b, struct buf *out)
{
    bool common = types_has_common(b);

    buf_printf(out, "/* What players of this game do and are told. %s */\n", origin);
    buf_printf(out, "import { %ssharedOptions } from '@kit';\n", common ? "commonOptions, " : "");
    buf_printf(out,
               "import type { %s%sGameSpec, SharedActions, SharedFacts, SharedOptions } from "
               "'@kit';\n\nexport type Phase = ",
               common ? "CommonOptions, " : "", b->game->shapes ? "CoreSections, " : "");
    names_type(out, b->game->phases);
    buf_adds(out, ";\nexport type Subject = ");
    names_type(out, b->game->subjects);
    buf_adds(out, ";\n\n/* Values are text. */\nexport type Options = SharedOptions & {\n");
    types_game_options(out, b);
    buf_adds(out, "};\n\n/* What a seat may do, with its arguments. */\n"
                  "export interface Actions extends SharedActions {\n");
    actions_of(out, b, CORE_ACTIONS, b->actions);
    buf_adds(out, "}\n\n/* What may have happened, as far as a client can be told. */\n"
                  "export interface Facts extends SharedFacts<Phase, Subject> {\n");
    facts_of(out, b, CORE_FACTS, b->facts);
    buf_adds(out, "}\n\nexport type GameFact = { [K in keyof Facts]: { is: K } & Facts[K] }"
                  "[keyof Facts];\n\n"
                  "/* All of it, for Game<View, Protocol>. */\n"
                  "export interface Protocol {\n"
                  "  phase: Phase;\n  subject: Subject;\n  options: Options;\n"
                  "  actions: Actions;\n  fact: GameFact;\n}\n");
    write_view(out, b->game->shapes);
    buf_adds(
        out,
        "\n/* As GET /api/games tells it: for screens that are looked at without a server. */\n"
        "export const spec: GameSpec = ");
    types_game_spec(out, b);
}
