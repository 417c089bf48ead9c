#!/usr/bin/env python3
"""Documents are listed, and their links lead somewhere. In TAP.

usage: docs.py SOURCE_ROOT
"""
import os
import re
import sys

sys.dont_write_bytecode = True
from tap import check, report  # noqa: E402

ROOT = sys.argv[1]
LINK = re.compile(r"\]\(([^)\s]+)\)")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def anchors(text):
    """What a heading is linked by."""
    heads = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def broken(path):
    text = re.sub(r"^```.*?^```", "", read(path), flags=re.M | re.S)
    for target in LINK.findall(re.sub(r"`[^`\n]*`", "", text)):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, place = target.partition("#")
        there = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path
        if not os.path.exists(os.path.join(ROOT, there)):
            yield target
        elif place and there.endswith(".md") and place not in anchors(read(there)):
            yield target


def main():
    pages = sorted(name for name in os.listdir(os.path.join(ROOT, "docs")) if name.endswith(".md"))
    listed = set(LINK.findall(read("docs/README.md")))
    for name in pages:
        check(f"docs/README.md lists {name}", name == "README.md" or name in listed)
    for path in ["README.md", "HACKING.md", "CHANGELOG.md", *(f"docs/{name}" for name in pages)]:
        found = list(broken(path))
        check(f"{path}: every link leads somewhere", not found, found)
    report()


main()
