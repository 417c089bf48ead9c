/*
 * define_text - arguments of a .def (rules/define.h) as the text of rules/schema.h. Read many
 * times, after rules/define_none.h.
 */
#define ARG(type, name)          " " #name ":" #type
#define RANGE(name, least, most) " " #name ":int:" #least ".." #most
#define CHOICE(name, choices)    " " #name ":" #choices
#define CHOICE_OF(name, choices) " " #name ":" choices
#define OPTIONAL(arg)            arg "?"
#define SECRET(arg)              arg "*"
#define NOTHING                  ""
