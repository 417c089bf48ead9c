#!/usr/bin/env python3
"""The walls of the house, in TAP: who may know whom.

With --self-test every wall is tried on a copy of the tree with one crossing planted: it has to be found.

usage: house.py [--self-test] SOURCE_ROOT
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from tap import check, report  # noqa: E402

ROOT = sys.argv[-1]
LAYERS = {  # folder: what its includes may come from
    "src/base": {"base"},
    "src/rules": {"base", "rules"},
    "src/store": {"base", "store"},
    "src/lexicon": {"base", "rules", "lexicon"},
    "src/party": {"base", "rules", "party"},
    "src/keepsake": {"base", "rules", "keepsake"},
    "src/room": {"base", "rules", "lexicon", "store", "party", "keepsake", "room"},
    "src/house": {"base", "rules", "lexicon", "store", "party", "keepsake", "room", "house"},
    "src/protocol": {"base", "rules", "party", "room", "protocol"},
    "src/archive": {"base", "rules", "store", "party", "room", "archive"},
    "src/rehearse": {"base", "rules", "rehearse"},
    "src/net": {"base", "net"},
    "src/loadtest": {"base", "rules", "loadtest"},
    "src/server": {"base", "rules", "lexicon", "store", "party", "keepsake", "house", "net", "server"},
    "src/cli": {"base", "rules", "rehearse", "lexicon", "store", "party", "room", "house", "protocol", "archive", "loadtest",
                "keepsake", "net", "server", "cli"},
}
# A header that only the files of its own folder may see.
INSIDE = {"inside.h", "map.h", "order_decide.h", "log_lines.h"}
# Pure folders: no time, no files, no network, no chance but what they are given.
PURE = {"src/party": {"assert.h", "openssl/crypto.h", "openssl/sha.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h",
                      "stdlib.h", "string.h", "unicode/uchar.h", "unicode/uspoof.h", "unicode/ustring.h",
                      "unicode/utf16.h", "utf8proc.h"}}
LONGEST = {"src": 500, "games": 500, "tests": 800, "web": 800, "tools": 800}


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
                home, _, name = include.rpartition("/")
                if home and home.split("/")[0] not in allowed:
                    yield f"{path}: includes {include}"
                if name in INSIDE and home != os.path.basename(os.path.dirname(path)):
                    yield f"{path}: includes {include}, which is another folder's own"
            for include in re.findall(r"#include <([^>]+)>", text):
                if folder in PURE and include not in PURE[folder]:
                    yield f"{path}: includes <{include}>"
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
    for folder, most in LONGEST.items():
        for path, text in sources(folder, (".c", ".h", ".ts", ".svelte", ".py")):
            if "/generated/" in path:
                continue  # written by the program from its tables
            if text.count("\n") > most:
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
    ("no file is too long", long_files),
    ("nothing is left unfinished", unfinished),
    ("the code is formatted (make format)", unformatted),
]


def plant(folder, path, line):
    """A copy of the sources where one file has a line more."""
    for name in ("src", "games"):
        shutil.copytree(os.path.join(ROOT, name), os.path.join(folder, name))
    with open(os.path.join(folder, path), "a", encoding="utf-8") as text:
        text.write(line + "\n")


CROSSINGS = [
    ("src/party/party.c", '#include "room/room.h"'),
    ("src/party/party.c", '#include "lexicon/rulings.h"'),
    ("src/party/code.c", "#include <time.h>"),
    ("src/room/room.c", '#include "house/house.h"'),
    ("src/room/change.c", '#include "net/net.h"'),
    ("src/room/room.c", '#include "party/order_decide.h"'),
    ("src/house/house.c", '#include "room/inside.h"'),
    ("src/house/hello.c", '#include "server/server.h"'),
    ("src/archive/archive.c", '#include "house/house.h"'),
    ("src/server/rooms.c", '#include "room/room.h"'),
    ("src/rules/match.c", '#include "party/party.h"'),
]


def self_test():
    global ROOT
    tree, found = ROOT, []
    for path, line in CROSSINGS:
        with tempfile.TemporaryDirectory() as folder:
            plant(folder, path, line)
            ROOT = folder
            found.append([one for one in wrong_includes() if one.startswith(path)])
            ROOT = tree
    for (path, line), crossings in zip(CROSSINGS, found):
        check(f"{path} may not say {line}", len(crossings) == 1, crossings)
    report()


def main():
    for name, problems in CHECKS:
        found = list(problems())
        check(name, not found, "\n".join(found))
    report()


self_test() if "--self-test" in sys.argv else main()
