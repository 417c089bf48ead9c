#!/usr/bin/env python3
"""Interface texts are complete: same keys and same {places} in three languages, and a text for
everything a game can show. Reports in TAP.

usage: strings.py UNISONO SOURCE_ROOT
"""
import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from tap import check, report  # noqa: E402

PROGRAM, ROOT = sys.argv[1], sys.argv[2]
LANGUAGES = ("en", "de", "fr")


def read(folder, lang):
    path = os.path.join(ROOT, folder, "strings", lang + ".txt")
    texts = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.strip() and not line.lstrip().startswith("#"):
                key, _, text = line.partition("=")
                texts[key.strip()] = text.strip()
    return texts


def same_in_all(folder):
    first = read(folder, "en")
    for lang in LANGUAGES[1:]:
        other = read(folder, lang)
        for key in sorted(first.keys() ^ other.keys()):
            yield f"{folder}: {key} is in only one of en and {lang}"
        for key in sorted(first.keys() & other.keys()):
            places = [sorted(re.findall(r"{(\w+)}", text)) for text in (first[key], other[key])]
            if places[0] != places[1]:
                yield f"{folder}: {key}: places differ between en and {lang}"


def spacing(folder):
    """Typewriter marks anywhere; in French a sign that could begin a line (the web app's build sees to its own texts)."""
    for lang in LANGUAGES:
        for key, text in read(folder, lang).items():
            if re.search(r"""["']""", text):
                yield f"{folder}: {lang}: {key}: a straight quote or apostrophe"
            if lang == "fr" and re.search(r" [:;!?»]|« ", text):
                yield f"{folder}: {key}: a space that breaks before or after a sign"


def refusals(folder):
    """Keys that the code of a folder refuses with."""
    keys = set()
    for name in sorted(os.listdir(os.path.join(ROOT, folder))):
        if name.endswith(".c") and name != "test.c":
            with open(os.path.join(ROOT, folder, name), encoding="utf-8") as text:
                code = text.read()
            keys |= set(re.findall(r'\brefuse\w*\(\s*d,\s*"(\w+)"', code))
            keys |= set(re.findall(r'\[(?:WORD|FAULT)_\w+\]\s*=\s*"(\w+)"', code))
    return keys


def reasons(folder):
    """Keys that the bot of a folder explains itself with."""
    path = os.path.join(ROOT, folder, "bot.c")
    if not os.path.exists(path):
        return set()
    with open(path, encoding="utf-8") as text:
        calls = re.findall(r"\bbot_because\(([^;]*)\);", text.read())
    return {key for call in calls for key in re.findall(r'"(\w+)"', call)}


def kept(folder, game):
    """Texts that what stays of a game (keep.c) is told with."""
    path = os.path.join(ROOT, folder, "keep.c")
    if not os.path.exists(path):
        return set()
    with open(path, encoding="utf-8") as text:
        code = text.read()
    keys = {f"keep.{game}.caption"}
    keys |= {f"keep.{game}.step.{key}" for key in re.findall(r'\bkeep_step\(\w+, "(\w+)"', code)}
    for call in re.findall(r"\bkeep_moment\(([^;]*)\);", code):
        keys |= {f"keep.{game}.moment.{key}" for key in re.findall(r'"(\w+)"', call)}
    keys |= {f"keep.{game}.{key}" for key in re.findall(r'"(pic\.\w+)"', code)}
    return keys


def wanted(game, shared):
    """Keys a game must have a text for: its own below its id, shared ones without."""
    gid = game["id"]
    for key in (f"game.{gid}", f"game.{gid}.feel"):
        yield key
    for kind in ("phases", "actions", "facts", "subjects"):
        prefix = {"phases": "phase", "actions": "action", "facts": "fact", "subjects": "vote"}[kind]
        for name in game[kind]:
            own = kind == "phases" or name not in shared[kind]
            yield f"{prefix}.{gid}.{name}" if own else f"{prefix}.{name}"
    for option in game["options"]:
        name = option["name"]
        base = f"option.{name}" if name in shared["options"] or name == "pack" else f"option.{gid}.{name}"
        yield base
        yield base + ".help"
        for choice in option.get("choices", []):
            yield f"{base}.{choice}"


def main():
    run = subprocess.run([PROGRAM, "games", "--json"], capture_output=True, text=True, check=True)
    games = [json.loads(line) for line in run.stdout.splitlines()]
    shared = {key: set(names) for key, names in games[0]["shared"].items()}
    core = read("src/rules", "en")
    checks = [("shared texts are the same in all languages", list(same_in_all("src/rules")))]
    checks.append(("texts of keepsakes are the same in all languages", list(same_in_all("src/keepsake"))))
    checks.append(("texts of a memory are the same in all languages", list(same_in_all("src/memory"))))
    shared_folders = ("src/rules", "src/keepsake", "src/memory")
    checks.append(("quotes and spaces are those of print", [wrong for folder in shared_folders for wrong in spacing(folder)]))
    missing = [f"refusal.{k}" for k in sorted(refusals("src/rules")) if f"refusal.{k}" not in core]
    checks.append(("every shared refusal has a text", missing))
    for game in games:
        folder = f"games/{game['id']}"
        own = read(folder, "en")
        checks.append((f"{game['id']}: texts are the same in all languages", list(same_in_all(folder))))
        checks.append((f"{game['id']}: quotes and spaces are those of print", list(spacing(folder))))
        missing = [key for key in wanted(game, shared) if key not in own and key not in core]
        checks.append((f"{game['id']}: everything has a text", missing))
        missing = [
            key
            for key in sorted(refusals(folder))
            if f"refusal.{game['id']}.{key}" not in own and f"refusal.{key}" not in core
        ]
        checks.append((f"{game['id']}: every refusal has a text", missing))
        missing = [key for key in sorted(kept(folder, game["id"])) if key not in own]
        checks.append((f"{game['id']}: everything in its keepsake has a text", missing))
        missing = [k for k in sorted(reasons(folder)) if f"bot.{game['id']}.{k}" not in own]
        checks.append((f"{game['id']}: every thought of a bot has a text", missing))
    for name, found in checks:
        check(name, not found, "\n".join(map(str, found)))
    report()


main()
