#!/usr/bin/env python3
"""What the built web app weighs and refers to, in TAP.

usage: web_budget.py SOURCE_ROOT
The first playable screen is the page with its scripts and styles, one language, and one game.
"""
import gzip
import json
import os
import re
import sys

sys.dont_write_bytecode = True
from tap import check, report  # noqa: E402

DIST = os.path.join(sys.argv[1], "web/dist")
BUDGET = 100 * 1024


def read(path):
    with open(os.path.join(DIST, path.lstrip("/")), "rb") as file:
        return file.read()


def packed(path):
    return len(gzip.compress(read(path), 9))


def assets(ending):
    return ["assets/" + name for name in sorted(os.listdir(os.path.join(DIST, "assets"))) if name.endswith(ending)]


def lazily(script):
    """What a dynamic import brings with it: the file it names -> all files it needs."""
    listed = re.search(r"m\.f=(\[[^\]]*\])", script)
    files = json.loads(listed.group(1)) if listed else []
    for name, numbers in re.findall(r"import\(`\./([^`]+)`\)(?:\.then\(\w+=>\w+\.\w+\))?,__vite__mapDeps\(\[([\d,]*)\]\)", script):
        yield "assets/" + name, [files[int(number)] for number in numbers.split(",") if number]


def first_screen(page):
    """What a phone needs for its first move: the files of the page of a room, the heaviest language, what is around a
    game, and the heaviest game, each with all it needs.

    Drawings of picture decks are data that comes while people look at them; they are not counted."""
    own = set(re.findall(r'(?:src|href)="/(assets/[^"]+\.(?:js|css))"', page))
    languages = [path for path in assets(".js") if re.match(r"assets/(?:en|de|fr)-", path)]
    parts = {file: set(needs) for path in assets(".js") for file, needs in lazily(read(path).decode())}
    [play] = [needs for file, needs in parts.items() if file.startswith("assets/Play-")]
    own |= play
    games = [needs for file, needs in parts.items() if file.startswith("assets/web-")]
    # What a game says is named like its page of rules: whichever is heavier.
    ids = [entry.name for entry in os.scandir(os.path.join(sys.argv[1], "games")) if entry.is_dir()]
    words = [path for path in assets(".js") if any(path.startswith(f"assets/{id}-") for id in ids)]
    return sum(map(packed, own)) + sum(max(map(packed, texts)) for texts in (languages, words)) + max(sum(map(packed, needs - own)) for needs in games)


def problems():
    weight = first_screen(read("j.html").decode())
    yield (f"the first playable screen is at most 100 KiB (it is {weight / 1024:.1f})", weight <= BUDGET)
    for page in ("index.html", "j.html", "t.html"):
        inline = re.findall(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", read(page).decode())
        yield (f"{page} has nothing inline", not inline)
    scripts = b"".join(map(read, assets(".js"))).decode()
    # A template with a style attribute is blocked by the server's policy; style set by script is not.
    yield ("no template has a style attribute", not re.search(r"<\w[^`<>]*\sstyle=[\"'][^`<>]*>", scripts))
    yield ("nothing is evaluated", not re.search(r"\beval\(|new Function\(", scripts))
    hosts = set()
    for path in ["index.html", *assets((".js", ".css"))]:
        hosts |= set(re.findall(r"https?://([\w.-]+)", read(path).decode()))
    hosts -= {"www.w3.org", "svelte.dev"}  # names of XML namespaces, and links in error messages
    yield (f"no other host is named {sorted(hosts) or ''}", not hosts)
    kept = re.findall(r'"/(assets/[^"]+)"', read("worker.js").decode())
    yield ("the worker keeps every asset, and nothing else", sorted(kept) == assets((".js", ".css", ".woff2")))


def main():
    if not os.path.exists(os.path.join(DIST, "index.html")):
        check("the web app is built (make web)", False)
    else:
        for name, good in problems():
            check(name, good)
    report()


main()
