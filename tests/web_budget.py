#!/usr/bin/env python3
"""What the built web app weighs and refers to, in TAP.

usage: web_budget.py SOURCE_ROOT
The first playable screen is the page with its scripts and styles, one language, and one game.
"""
import gzip
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


def first_screen(page):
    """The page's own files, the heaviest language and everything else that may come with a game."""
    own = re.findall(r'(?:src|href)="/(assets/[^"]+\.(?:js|css))"', page)
    rest = [path for path in assets((".js", ".css")) if path not in own]
    languages = [path for path in rest if re.match(r"assets/(?:en|de|fr)-", path)]
    game = [path for path in rest if path not in languages]
    heaviest = max(map(packed, languages), default=0)
    return sum(map(packed, own)) + heaviest + max(map(packed, game), default=0) * 2


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
