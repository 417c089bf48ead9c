#!/usr/bin/env python3
"""The walls of the house, in TAP: who may know whom.

usage: house.py SOURCE_ROOT
"""
import os
import re
import subprocess
import sys

ROOT = sys.argv[1]
LAYERS = {  # folder: what its includes may come from
    "src/base": {"base"},
    "src/rules": {"base", "rules"},
    "src/store": {"base", "store"},
    "src/room": {"base", "rules", "lexicon", "store", "room"},
    "src/protocol": {"base", "rules", "room", "protocol"},
    "src/archive": {"base", "rules", "store", "room", "archive"},
    "src/lexicon": {"base", "rules", "lexicon"},
    "src/rehearse": {"base", "rules", "rehearse"},
    "src/net": {"base", "net"},
    "src/load": {"base", "rules", "load"},
    "src/server": {"base", "rules", "lexicon", "store", "room", "net", "server"},
    "src/cli": {"base", "rules", "rehearse", "lexicon", "store", "room", "protocol", "archive", "load", "net",
                "server", "cli"},
}


def sources(folder, endings):
    for path, dirs, files in os.walk(os.path.join(ROOT, folder)):
        dirs[:] = [d for d in dirs if d not in {"node_modules", "dist", ".git"} and not d.startswith("build")]
        for name in sorted(files):
            if name.endswith(endings):
                full = os.path.join(path, name)
                with open(full, encoding="utf-8") as text:
                    yield os.path.relpath(full, ROOT), text.read()


def game_ids():
    with open(os.path.join(ROOT, "games/meson.build"), encoding="utf-8") as text:
        block = re.search(r"games = \[(.*?)\]", text.read(), re.S).group(1)
    return re.findall(r"'(\w+)'", block)


def ids_outside_games():
    pattern = re.compile(r"\b(" + "|".join(game_ids()) + r")\b")
    for folder in ("src", "web", "tools"):
        for path, text in sources(folder, (".c", ".h", ".ts", ".mjs", ".js", ".svelte", ".css", ".html", ".json", ".py", ".txt", ".build")):
            for number, line in enumerate(text.splitlines(), 1):
                if pattern.search(line):
                    yield f"{path}:{number}: names a game: {line.strip()}"


def wrong_includes():
    for folder, allowed in LAYERS.items():
        for path, text in sources(folder, (".c", ".h")):
            for include in re.findall(r'#include "([^"]+)"', text):
                if "/" in include and include.split("/")[0] not in allowed:
                    yield f"{path}: includes {include}"
    for game in game_ids():
        for path, text in sources(f"games/{game}", (".c", ".h")):
            if path.endswith("test.c"):
                continue
            for include in re.findall(r'#include "([^"]+)"', text):
                if "/" in include and include.split("/")[0] not in {"base", "rules"}:
                    yield f"{path}: includes {include}"
            for include in re.findall(r"#include <([^>]+)>", text):
                if include not in {"string.h", "stdint.h", "stdbool.h", "stddef.h", "assert.h"}:
                    yield f"{path}: includes <{include}>"


def long_files():
    for folder in ("src", "games", "tests", "web", "tools"):
        for path, text in sources(folder, (".c", ".h", ".ts", ".svelte", ".py")):
            if text.count("\n") > 800:
                yield f"{path}: {text.count(chr(10))} lines"


def unfinished():
    # The words are put together here so that this file does not find itself.
    pattern = re.compile("TO" + "DO|FIX" + "ME|X" + "XX")
    for folder in ("src", "games", "tests", "web", "tools", "docs"):
        for path, text in sources(folder, (".c", ".h", ".ts", ".svelte", ".py", ".md", ".txt")):
            for number, line in enumerate(text.splitlines(), 1):
                if pattern.search(line):
                    yield f"{path}:{number}: {line.strip()}"


def unformatted():
    files = [p for f in ("src", "games", "tests", "bench", "contrib") for p, _ in sources(f, (".c", ".h"))]
    run = subprocess.run(
        ["clang-format", "--dry-run", "-Werror", *files], cwd=ROOT, capture_output=True, text=True
    )
    return sorted({line.split(":")[0] for line in run.stderr.splitlines() if ": error:" in line})


CHECKS = [
    ("no game is named outside games/", ids_outside_games),
    ("includes point one way", wrong_includes),
    ("no file is longer than 800 lines", long_files),
    ("nothing is left unfinished", unfinished),
    ("the code is formatted (make format)", unformatted),
]


def main():
    print(f"1..{len(CHECKS)}")
    for number, (name, check) in enumerate(CHECKS, 1):
        found = list(check())
        print(f"{'not ok' if found else 'ok'} {number} - {name}")
        for line in found:
            print(f"# {line}")


main()
