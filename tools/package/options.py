#!/usr/bin/env python3
"""The options of a server, from the table in docs/operations.md, as a file with comments or as a page of the manual.

usage: options.py conf|man OPERATIONS.md [KEY=VALUE…] [#KEY=VALUE…] > FILE
With KEY=VALUE that option is set in the file instead of being shown as a comment; with #KEY=VALUE it is shown with that value, because
the program was built so that it is what counts when nothing is set. A test holds the table against the program.
"""
import re
import sys


def options(path, chosen):
    """Takes what it finds out of `chosen`; what is left there is no option."""
    with open(path, encoding="utf-8") as text:
        for line in text:
            found = re.match(r"\| `([a-z-]+)` \| (.*?) \| (.*?) \| (.*) \|$", line)
            if found:
                key, default, allowed, what = found.groups()
                yield key, chosen.pop("#" + key, default.strip("` ")), allowed, what
    if chosen:
        sys.exit(f"there is no option {', '.join(chosen)}")


def conf(path, chosen):
    print("# Unisono, party games about thinking alike: the options of its server, with what they are when nothing is set.")
    print("# A line \"key = value\" sets one. After a change: systemctl restart unisono. All of it: man unisono.conf")
    for key, default, allowed, what in options(path, chosen):
        if key == "config":
            continue
        print(f"\n# {what} ({allowed})")
        print(f"{key} = {chosen.pop(key)}" if key in chosen else f"#{key} = {default}".rstrip())


def roff(text):
    return text.replace("\\", "\\e").replace("-", "\\-")


def man(path, chosen):
    print('.TH UNISONO.CONF 5 "" "Unisono" "File formats"')
    print(".SH NAME\nunisono.conf \\- options of the Unisono server")
    print(".SH DESCRIPTION\nLines\n.IR key \" = \" value ;\nwhat follows a # is a comment. Each option can also be given as a flag of")
    print(".B unisono serve\nor in the environment: max\\-rooms is \\-\\-max\\-rooms and UNISONO_MAX_ROOMS. A flag counts more than the")
    print("environment, that more than the file.\n.SH OPTIONS")
    for key, default, allowed, what in options(path, chosen):
        print(f".TP\n.B {roff(key)}\n{roff(what[0].upper() + what[1:])}. Allowed: {roff(allowed)}."
              + (f" Without it: {roff(default)}." if default else ""))
    print(".SH SEE ALSO\n.BR unisono (1)")


if __name__ == "__main__":
    given = dict(pair.split("=", 1) for pair in sys.argv[3:])
    (man if sys.argv[1] == "man" else conf)(sys.argv[2], given)
