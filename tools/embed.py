#!/usr/bin/env python3
"""Writes text files as a C table (src/base/embedded.h).

usage: embed.py OUTPUT.c SOURCE_ROOT FILE...
Paths in the table are relative to SOURCE_ROOT.
"""
import os
import sys


# Three digits, so that a digit that follows is none of them.
WRITTEN = [chr(byte) if 32 <= byte < 127 and byte not in b'"\\?' else f"\\{byte:03o}" for byte in range(256)]


def literal(data):
    """A C string literal, a line of it per line of text. Compilers read it twenty times as fast as a list of numbers."""
    lines = data.split(b"\n")
    out = []
    for number, line in enumerate(lines):
        if number < len(lines) - 1:
            line += b"\n"
        text = "".join(map(WRITTEN.__getitem__, line))
        if text:
            out.append(f'     "{text}"')
    return "\n".join(out) or '     ""'


def main():
    output, root, files = sys.argv[1], sys.argv[2], sys.argv[3:]
    rows = sorted((os.path.relpath(name, root), name) for name in files)
    with open(output, "w", encoding="ascii") as out:
        out.write('#include "base/embedded.h"\n\nconst struct embedded_file embedded_files[] = {\n')
        for path, name in rows:
            with open(name, "rb") as source:
                data = source.read()
            out.write(f'    {{"{path}",\n     {{\n{literal(data)},\n      {len(data)}}}}},\n')
        out.write("    {0},\n};\n")


if __name__ == "__main__":
    main()
