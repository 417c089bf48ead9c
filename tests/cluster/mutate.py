#!/usr/bin/env python3
"""Writes a source file with one thing changed in it, for the controls of the oracle and for another version of the program;
fails where the place is not found.

usage: mutate.py NAME IN OUT
"""
import sys

MUTANTS = {
    # Shown and acknowledged before it is stored.
    "early": [("    hold_asked(r);\n    append(r);\n}\n\n/* The same name", "    hold_asked(r);\n    broadcasts_send(r, broadcasts_take(r));\n    append(r);\n}\n\n/* The same name")],
    # An earlier version: it writes no logs of the format that the others write.
    "older": [("h->config.log_format : LOG_FORMAT;", "h->config.log_format : LOG_FORMAT - 1;")],
    # An answer that got lost is taken for a refusal.
    "refused": [("if (result == STORE_UNKNOWN || result == STORE_UNAVAILABLE) {", "if (result == STORE_UNAVAILABLE) {"),
                ("        if (s->shared) {\n            room_lose(r);", "        if (s->shared) {\n            for (struct broadcast *v = r->broadcast; v; v = v->next)\n"
                 "                if (v->author)\n                    room_refuse(r, v->author, v->n, &(struct refusal){.key = \"not_stored\"});\n"
                 "            room_lose(r);")],
}
NAME, SOURCE, TARGET = sys.argv[1:]
with open(SOURCE, encoding="utf-8") as text:
    code = text.read()
for right, wrong in MUTANTS[NAME]:
    if code.count(right) != 1:
        sys.exit(f"mutate.py: the place of '{NAME}' is there {code.count(right)} times")
    code = code.replace(right, wrong)
with open(TARGET, "w", encoding="utf-8") as out:
    out.write(code)
