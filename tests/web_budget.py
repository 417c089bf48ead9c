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

DIST = os.path.join(sys.argv[1], "web/dist")
BUDGET = 120 * 1024


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
    for name, numbers in re.findall(r"import\(`\./([^`]+)`\),__vite__mapDeps\(\[([\d,]*)\]\)", script):
        yield "assets/" + name, [files[int(number)] for number in numbers.split(",") if number]


def first_screen(page):
    """What a phone needs for its first move: the page's own files, the heaviest language, the room, what is
    around a game, and the heaviest game, each with all it needs.

    Drawings of picture decks are data that comes while people look at them; they are not counted."""
    own = set(re.findall(r'(?:src|href)="/(assets/[^"]+\.(?:js|css))"', page))
    languages = [path for path in assets(".js") if re.match(r"assets/(?:en|de|fr)-", path)]
    parts = {file: set(needs) for path in assets(".js") for file, needs in lazily(read(path).decode())}
    for name in ("RoomScreen", "Play"):
        [part] = [needs for file, needs in parts.items() if file.startswith(f"assets/{name}-")]
        own |= part
    games = [needs for file, needs in parts.items() if file.startswith("assets/web-")]
    return sum(map(packed, own)) + max(map(packed, languages)) + max(sum(map(packed, needs - own)) for needs in games)


def problems():
    page = read("index.html").decode()
    weight = first_screen(page)
    yield (f"the first playable screen is at most 120 KiB (it is {weight / 1024:.1f})", weight <= BUDGET)
    inline = re.findall(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", page)
    yield ("the page has nothing inline", not inline)
    scripts = b"".join(map(read, assets(".js"))).decode()
    # A template with a style attribute is blocked by the server's policy; style set by script is not.
    yield ("no template has a style attribute", not re.search(r"<\w[^`<>]*\sstyle=[\"'][^`<>]*>", scripts))
    yield ("nothing is evaluated", not re.search(r"\beval\(|new Function\(", scripts))
    hosts = set()
    for path in ["index.html", *assets((".js", ".css"))]:
        hosts |= set(re.findall(r"https?://([\w.-]+)", read(path).decode()))
    hosts -= {"www.w3.org", "svelte.dev"}  # names of XML namespaces, and links in error messages
    yield (f"no other host is named {sorted(hosts) or ''}", not hosts)
    yield ("the worker keeps every asset", all(path in read("worker.js").decode() for path in assets((".js", ".css", ".woff2"))))


def main():
    if not os.path.exists(os.path.join(DIST, "index.html")):
        print("1..1\nnot ok 1 - the web app is built (make web)")
        return
    results = list(problems())
    print(f"1..{len(results)}")
    for number, (name, good) in enumerate(results, 1):
        print(f"{'ok' if good else 'not ok'} {number} - {name}")


main()
