#!/usr/bin/env python3
"""Law 8: the objects of a game reference nothing outside an allow-list. Reports in TAP.

usage: purity.py NM ARCHIVE [--expect-impure]
With --expect-impure the test passes only if something impure is found.
"""
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from tap import check, report  # noqa: E402

# The rules and base interfaces games may use, and what a compiler or libc's string.h needs.
ALLOWED = re.compile(
    r"""^(
      mem(cpy|set|cmp|move|chr)|str(len|cmp|ncmp|chr)|__stack_chk_fail|__mem\w+_chk|abs
    | __assert_fail                                  # our own bugs only
    | _GLOBAL_OFFSET_TABLE_
    | (str|word|phrase|jw|rng|layout|schema|choice)_\w+ # base and the shape of arguments
    | (refuse|chance|decision|deck|phase|score|game|vote|words|table|lexicon|seats)(_\w+)?
    | (keep|affinity|picture)_\w+                       # what stays of a game
    | bot_\w+|mind_none                             # what bots think with
    | emit_values|core_layout|language_codes|utf8_valid
    )$""",
    re.X,
)


def symbols(nm, archive):
    defined, wanted = set(), {}
    member = "?"
    for line in subprocess.run([nm, archive], capture_output=True, text=True, check=True).stdout.splitlines():
        if line.endswith(":"):
            member = line[:-1]
            continue
        parts = line.split()
        if len(parts) == 2 and parts[0] == "U":
            wanted.setdefault(parts[1], member)
        elif len(parts) == 3:
            defined.add(parts[2])
            if parts[1] in "bBdD" and not parts[2].startswith("_"):
                wanted.setdefault(f"(state) {parts[2]}", member)
    return {name: where for name, where in wanted.items() if name not in defined}


def main():
    nm, archive = sys.argv[1], sys.argv[2]
    expect_impure = "--expect-impure" in sys.argv[3:]
    wanted = symbols(nm, archive)
    impure = {name: where for name, where in wanted.items() if not ALLOWED.match(name)}
    seen = len(wanted) > 0  # an empty archive proves nothing
    good = seen and (bool(impure) == expect_impure)
    what = "catches an impure game" if expect_impure else "games reference nothing impure"
    check(f"law 8: {what} ({len(wanted)} references)", good,
          "\n".join(f"{where}: {name}" for name, where in sorted(impure.items())))
    report()



main()
