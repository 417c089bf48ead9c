#!/usr/bin/env python3
"""The page of the manual, from what the program itself says: every command with its help and its options.

usage: tools/man.py UNISONO > docs/man/unisono.1
A test compares the two. The options of `serve` have a page of their own, unisono.conf(5) (tools/package/options.py).
"""
import re
import subprocess
import sys

HEAD = r""".TH UNISONO 1 "" "Unisono" "Games"
.SH NAME
unisono \- party games about thinking alike
.SH SYNOPSIS
.B unisono
.I command
.RI [ options ]
.br
.B unisono \-\-version
.SH DESCRIPTION
Five games in which people's thoughts meet, played by friends on their phones and one shared screen, in English, German
and French. One program serves the pages, keeps the tables, referees words and plays bots.
.PP
.B unisono serve
is all a party needs: it prints the address that phones open.
.SH COMMANDS"""

TAIL = r""".SH EXIT STATUS
0: all is well. 1: what was asked for does not hold. 2: the command could not be understood or its input not read.
.SH FILES
.TP
.I /etc/unisono.conf
options of the server
.TP
.I /var/lib/unisono/tables.db
the tables, where it runs as a service
.TP
.I /var/cache/unisono/lexicon
the word files, compiled on this machine
.SH ENVIRONMENT
.TP
.B UNISONO_LEXICON
the folder of the word files
.TP
.B UNISONO_STORE
the store; every other option of the server likewise
.SH SEE ALSO
.BR unisono.conf (5)"""


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def paragraph(text):
    """Filled, or as it stands where it is a table."""
    if re.search(r"\S {2,}\S|^ ", text, re.M):
        return f".PP\n.nf\n{roff(text)}\n.fi"
    return f".PP\n{roff(text)}"


def told(program, *words):
    return subprocess.run([program, *words, "--help"], capture_output=True, check=True, timeout=60).stdout.decode()


def command(program, name):
    """Usage, summary, further help and options are parted by empty lines."""
    usage, _, rest = told(program, name).partition("\n")
    parts = rest.strip("\n").split("\n\n")
    yield f".SS {roff(usage.removeprefix('usage: '))}"
    yield roff(parts[0][0].upper() + parts[0][1:]) + "."
    if name == "serve":
        yield "Its options are in\n.BR unisono.conf (5)."
        return
    for part in parts[1:]:
        options = re.findall(r"^  (--[a-z-]+(?: [A-Z:]+)?) +(.*)$", part, re.M)
        if not part.startswith("  --"):
            yield paragraph(part)
            continue
        for flag, what in options:
            if flag != "--help":
                yield f".TP\n.B {roff(flag)}\n{roff(what)}"


def main(program):
    commands = re.findall(r"^  ([a-z]+) +(.*)$", told(program), re.M)
    print(HEAD)
    for name, what in commands:
        print(f".TP\n.B {name}\n{roff(what)}")
    print(".SH THE COMMANDS ONE BY ONE")
    for name, _ in commands:
        print("\n".join(command(program, name)))
    print(TAIL)


if __name__ == "__main__":
    main(sys.argv[1])
