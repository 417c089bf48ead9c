#!/usr/bin/env python3
"""The walls of the house, in TAP: who may know whom.

With --self-test every wall is tried on a copy of the tree with one crossing planted: it has to be found.

usage: house.py [--self-test] SOURCE_ROOT
"""
import collections
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
    "src/memory": {"base", "rules", "keepsake", "memory"},
    "src/room": {"base", "rules", "lexicon", "store", "party", "keepsake", "memory", "room"},
    "src/house": {"base", "rules", "lexicon", "store", "party", "keepsake", "memory", "room", "house"},
    "src/protocol": {"base", "rules", "party", "room", "protocol"},
    "src/archive": {"base", "rules", "store", "party", "keepsake", "memory", "room", "archive"},
    "src/rehearse": {"base", "rules", "rehearse"},
    "src/net": {"base", "net"},
    "src/loadtest": {"base", "rules", "loadtest"},
    "src/server": {"base", "rules", "lexicon", "store", "party", "keepsake", "house", "net", "server"},
    "src/cli": {"base", "rules", "rehearse", "lexicon", "store", "party", "room", "house", "protocol", "archive", "loadtest",
                "keepsake", "net", "server", "cli"},
}
# A header that only the files of its own folder may see.
INSIDE = {"inside.h", "remember.h", "map.h", "order_decide.h", "log_lines.h"}
# Pure folders: no time, no files, no network, no chance but what they are given.
PURE = {"src/party": {"assert.h", "openssl/crypto.h", "openssl/sha.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h",
                      "stdlib.h", "string.h", "unicode/uchar.h", "unicode/uspoof.h", "unicode/ustring.h",
                      "unicode/utf16.h", "utf8proc.h"},
        # Of <time.h> a memory uses what makes a date of a number.
        "src/memory": {"math.h", "stdio.h", "stdlib.h", "string.h", "time.h"}}
# The folders of the web app, the lowest first: each may import from itself and those before it. The last are screens of
# one kind each, which know one another.
WEB = ["generated", "net", "lib", "kit", "stage", "screens"]
SCREENS = {"screens", "opening", "crowd", "deal", "decks", "memory", "replay", "tv", "moving", "console", "old"}
WEB_ALSO = {"stage": {"cards.ts"}}  # the emblem of a game
# What the screens of a game may import besides their own files.
GAME_IMPORTS = re.compile(r"@kit$|@stage$|svelte$|svelte/|virtual:|\./")
LONGEST = 500  # lines of a file


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


def folders_without_walls():
    for name in sorted(os.listdir(os.path.join(ROOT, "src"))):
        if os.path.isdir(os.path.join(ROOT, "src", name)) and f"src/{name}" not in LAYERS:
            yield f"src/{name}: house.py does not know what it may include"


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
                ours = os.path.exists(os.path.join(ROOT, "src", include))
                if ours or (folder in PURE and include not in PURE[folder]):
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


def imports(text):
    return re.findall(r"""(?:\bfrom|\bimport\(?)\s*['"]([^'"]+)['"]""", text)


def wrong_imports():
    for path, text in sources("web/src", (".ts", ".svelte")):
        home = path.split("/")[2]
        kind = "screens" if home in SCREENS else home
        if kind not in WEB:
            continue  # a file beside the folders puts them together
        below = set(WEB[: WEB.index(kind) + 1]) | WEB_ALSO.get(kind, set()) | (SCREENS if kind == "screens" else set())
        for name in imports(text):
            where = os.path.relpath(os.path.normpath(os.path.join(ROOT, os.path.dirname(path), name)), os.path.join(ROOT, "web/src"))
            top = {"@kit": "kit", "@stage": "stage"}.get(name) or (where.split("/")[0] if name.startswith(".") else home)
            if top not in below and (top in WEB or top in SCREENS or top == ".." or kind != "screens"):
                yield f"{path}: imports {name}"
    for game in game_ids():
        for path, text in sources(f"games/{game}/web", (".ts", ".svelte")):
            for name in imports(text):
                if not GAME_IMPORTS.match(name) and not (name == "vitest" and path.endswith(".test.ts")):
                    yield f"{path}: imports {name}"


def long_files():
    for folder in ("src", "games", "tests", "web", "tools", "bench"):
        for path, text in sources(folder, (".c", ".h", ".def", ".ts", ".mjs", ".svelte", ".py")):
            # What is written from the tables is as long as they are.
            if text.count("\n") > LONGEST and not path.startswith("web/src/generated/"):
                yield f"{path}: {text.count(chr(10))} lines"


def for_tests_alone():
    """Functions of our headers that neither the program nor a tool or a benchmark calls. One that its own file calls may be
    there for a test as well."""
    bare = re.compile(r"""/\*.*?\*/|'(?:[^'\\]|\\.)'|"(?:[^"\\]|\\.)*\"""", re.S)
    used = collections.Counter()
    for folder in ("src", "games", "tools", "bench", "contrib"):
        for path, text in sources(folder, (".c", ".h", ".def")):
            name = os.path.basename(path)
            if folder != "games" or not name.startswith("test"):
                used.update(re.findall(r"\w+", bare.sub("", text)))
    for path, text in sources("src", (".h",)):
        for name in re.findall(r"^(?!static|typedef|extern|return|#)[a-z][\w ]*?[ *](\w+)\([^;{}()]*\);", bare.sub("", text), re.M):
            if used[name] < 3:  # declared, defined, called
                yield f"{path}: nobody but tests calls {name}()"


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
    ("every folder has its walls", folders_without_walls),
    ("includes point one way", wrong_includes),
    ("imports of the web app point one way", wrong_imports),
    ("no file is too long", long_files),
    ("nothing is there for tests alone", for_tests_alone),
    ("nothing is left unfinished", unfinished),
    ("the code is formatted (make format)", unformatted),
]


# What is planted, and the check that has to find it: a line at the end of a file, which may be a new one.
MISTAKES = [
    (ids_outside_games, "src/room/room.c", "/* onemind */"),
    (ids_outside_games, "web/src/games.ts", "/* onemind */"),
    (folders_without_walls, "src/attic/attic.c", "/* no wall around it */"),
    (wrong_includes, "src/base/buf.c", '#include "rules/game.h"'),
    (wrong_includes, "src/rules/match.c", '#include "party/party.h"'),
    (wrong_includes, "src/rules/match.c", '#include "lexicon/rulings.h"'),
    (wrong_includes, "src/store/store.c", '#include "rules/game.h"'),
    (wrong_includes, "src/party/party.c", '#include "room/room.h"'),
    (wrong_includes, "src/party/party.c", '#include "lexicon/rulings.h"'),
    (wrong_includes, "src/party/code.c", "#include <time.h>"),
    (wrong_includes, "src/room/room.c", '#include "house/house.h"'),
    (wrong_includes, "src/room/room.c", "#include <house/house.h>"),
    (wrong_includes, "src/room/room.c", '#include "../house/house.h"'),
    (wrong_includes, "src/room/change.c", '#include "net/net.h"'),
    (wrong_includes, "src/room/room.c", '#include "party/order_decide.h"'),
    (wrong_includes, "src/house/house.c", '#include "room/inside.h"'),
    (wrong_includes, "src/house/hello.c", '#include "server/server.h"'),
    (wrong_includes, "src/keepsake/page.c", '#include "room/room.h"'),
    (wrong_includes, "src/memory/add.c", '#include "store/store.h"'),
    (wrong_includes, "src/memory/add.c", "#include <uv.h>"),
    (wrong_includes, "src/archive/archive.c", '#include "house/house.h"'),
    (wrong_includes, "src/net/conn.c", '#include "rules/game.h"'),
    (wrong_includes, "src/loadtest/wire.c", '#include "room/room.h"'),
    (wrong_includes, "src/server/rooms.c", '#include "room/room.h"'),
    (wrong_includes, "games/onemind/game.c", '#include "party/party.h"'),
    (wrong_includes, "games/onemind/game.c", '#include "../oneround/oneround.h"'),
    (wrong_includes, "games/onemind/game.c", "#include <stdlib.h>"),
    (wrong_imports, "web/src/lib/text.svelte.ts", "import '../kit/index.ts';"),
    (wrong_imports, "web/src/kit/index.ts", "export * from '../screens/alone.ts';"),
    (wrong_imports, "web/src/stage/index.ts", "const late = () => import('../screens/Lobby.svelte');"),
    (wrong_imports, "web/src/screens/alone.ts", "import '../../../games/onemind/web/view.ts';"),
    (wrong_imports, "games/onemind/web/view.ts", "import '../../../web/src/kit/types.ts';"),
    (wrong_imports, "games/onemind/web/view.ts", "import '../../oneround/web/view.ts';"),
    (long_files, "src/room/room.c", "\n" * 500),
    (long_files, "games/onemind/test.mjs", "\n" * 500),
    (long_files, "web/src/kit/index.ts", "\n" * 500),
    (long_files, "bench/bench_net.c", "\n" * 500),
    (for_tests_alone, "src/base/buf.h", "int buf_weight(void);"),
    (unfinished, "src/room/room.c", "/* TO" + "DO */"),
    (unformatted, "src/room/room.c", "int  x;"),
]


def self_test():
    """Each mistake alone in a copy of the sources: found once, and nothing else is."""
    global ROOT
    tree = ROOT
    with tempfile.TemporaryDirectory() as ROOT:
        for name in ("src", "games", "web", "tools", "bench", "contrib"):
            shutil.copytree(os.path.join(tree, name), os.path.join(ROOT, name),
                            ignore=shutil.ignore_patterns("node_modules", "dist", "build*", "*.jpg", "*.png", "*.webp", "*.ogg"))
        for name in ("tests", "docs"):
            os.mkdir(os.path.join(ROOT, name))
        shutil.copy(os.path.join(tree, ".clang-format"), ROOT)
        for finds, path, line in MISTAKES:
            full, before = os.path.join(ROOT, path), None
            if os.path.exists(full):
                with open(full, encoding="utf-8") as text:
                    before = text.read()
            else:
                os.mkdir(os.path.dirname(full))
            with open(full, "w", encoding="utf-8") as text:
                text.write(f"{before or ''}{line}\n")
            found = list(finds())
            check(f"{path} may not say {line.strip() or 'so much'}", len(found) == 1, "\n".join(found))
            if before is None:
                shutil.rmtree(os.path.dirname(full))
            else:
                with open(full, "w", encoding="utf-8") as text:
                    text.write(before)
    report()


def main():
    for name, problems in CHECKS:
        found = list(problems())
        check(name, not found, "\n".join(found))
    report()


self_test() if "--self-test" in sys.argv else main()
