#!/usr/bin/env python3
"""Documents are listed, their links lead somewhere, and what they name is there. In TAP.

usage: docs.py SOURCE_ROOT
"""
import fnmatch
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


def missing():
    """Files and functions of ours that architecture.md and glossary.md name and nobody finds."""
    files, source = set(), []
    for folder in ("src", "games", "web/src"):
        for path, _, names in os.walk(os.path.join(ROOT, folder)):
            files.update(names)
            source += [read(os.path.join(path, name)) for name in names if folder == "src" and name.endswith((".c", ".h"))]
    source = "\n".join(source)
    for page in ("docs/architecture.md", "docs/glossary.md"):
        text = read(page)
        for name in re.findall(r"`(?:[\w<>]+/)*(\w+\.(?:svelte\.ts|[ch]))`", text):
            if name not in files:
                yield f"{page}: {name}"
        for name in re.findall(r"\b([a-z]\w+)\(\)", text):
            if not re.search(rf"\b{name}\b", source):
                yield f"{page}: {name}()"


def other_formats():
    """Numbers of the log's format in log-format.md that are not the program's."""
    now = re.search(r"\bLOG_FORMAT = (\d+)", read("src/room/log_fold.h")).group(1)
    text = read("docs/log-format.md").split("\n## Format ")[0]
    told = re.findall(r"This is format (\d+)|version of this format, (\d+)|\"snapshot\",\"format\":(\d+)", text)
    numbers = ["".join(number) for number in told]
    return [] if len(numbers) == 3 and set(numbers) == {now} else numbers


def unlisted():
    """Files of the folders that architecture.md lists one by one, and does not name; each once, with its header or its body."""
    text = read("docs/architecture.md")
    for folder in ("party", "room", "house", "server"):
        part = re.search(rf"^`src/{folder}`: .*?\n\n((?:- .*\n)+)", text, re.M)
        named = {name.split(".")[0] for name in re.findall(r"`(\w+\.[ch])`", part.group(1) if part else "")}
        for name in sorted(os.listdir(os.path.join(ROOT, "src", folder))):
            if name.endswith((".c", ".h")) and name.split(".")[0] not in named:
                yield f"src/{folder}/{name}"


def strayed():
    """Pages of docs/ that comments of the sources name and that are not there."""
    for folder in ("src", "games", "tests", "tools", "bench", "web/src"):
        for path, dirs, names in os.walk(os.path.join(ROOT, folder)):
            dirs[:] = [d for d in dirs if d not in ("node_modules", "dist", "golden")]
            for name in names:
                if name.endswith((".c", ".h", ".def", ".py", ".ts", ".mjs", ".svelte", ".build", ".txt")):
                    for page in set(re.findall(r"\bdocs/[\w/-]+\.md", read(os.path.join(path, name)))):
                        if not os.path.exists(os.path.join(ROOT, page)):
                            yield f"{os.path.relpath(os.path.join(path, name), ROOT)}: {page}"


def twice():
    """Numbers that two decisions have."""
    numbers = [name[:4] for name in sorted(os.listdir(os.path.join(ROOT, "docs/decisions")))]
    return sorted({number for number in numbers if numbers.count(number) > 1})


def still():
    """Games whose big moment the front page does not show, or not moving."""
    front = read("README.md")
    for game in sorted(os.listdir(os.path.join(ROOT, "games"))):
        if not os.path.exists(os.path.join(ROOT, "games", game, "moment.json")):
            continue
        path = f"docs/pictures/moment-{game}.webp"
        with open(os.path.join(ROOT, path), "rb") as file:
            picture = file.read()
        moves = picture[12:16] == b"VP8X" and picture[20] & 2 and picture.count(b"ANMF") > 20
        if not moves or path not in front or len(picture) > 1 << 20:
            yield game


def unlicensed():
    """Word lists of the package unisono-words of which debian/copyright does not say under which licence they are, and licences without their text."""
    paragraphs = [dict(re.findall(r"^([A-Z][\w-]+): (.*(?:\n .*)*)", part, re.M)) for part in read("debian/copyright").split("\n\n")]
    covered = [(part["Files"], re.split(r" and | or ", part["License"])) for part in paragraphs if "Files" in part]
    texts = {part["License"].split("\n")[0]: part["License"].split("\n")[1:] for part in paragraphs if "License" in part and "Files" not in part}
    for path in re.findall(r"^[^#\s].*$", read("tools/package/words.txt"), re.M):
        found = [licences for files, licences in covered if files != "*" and fnmatch.fnmatchcase("words/" + path, files)]
        if len(found) != 1:
            yield path
        for name in found[0] if found else []:
            text = texts.get(name, [])
            if len(text) < 8 and not any("/usr/share/common-licenses/" in line for line in text):
                yield f"{path}: {name}"


def main():
    pages = sorted(name for name in os.listdir(os.path.join(ROOT, "docs")) if name.endswith(".md"))
    listed = set(LINK.findall(read("docs/README.md")))
    for name in pages:
        check(f"docs/README.md lists {name}", name == "README.md" or name in listed)
    for path in ["README.md", "HACKING.md", "CHANGELOG.md", *(f"docs/{name}" for name in pages)]:
        found = list(broken(path))
        check(f"{path}: every link leads somewhere", not found, found)
    gone = list(missing())
    check("files and functions that are named are there", not gone, "\n".join(gone))
    check("architecture.md names every file of the rooms", not list(unlisted()), "\n".join(unlisted()))
    check("pages that comments name are there", not list(strayed()), "\n".join(strayed()))
    check("log-format.md is about the format that is written", not other_formats(), other_formats())
    check("every decision has a number of its own", not twice(), twice())
    check("the front page shows the big moment of every game, moving", not list(still()), list(still()))
    check("word lists that are given away come with their licences", not list(unlicensed()), "\n".join(unlicensed()))
    report()


main()
