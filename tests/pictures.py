#!/usr/bin/env python3
"""Every picture that a deck names is in the installed icon set or has a recipe, once, and may be used. In TAP.

What recipes become is checked where they are drawn: web/test/scenes.test.ts.

usage: pictures.py SOURCE_ROOT
"""
import glob
import json
import os
import re
import sys

sys.dont_write_bytecode = True
from tap import check, report  # noqa: E402

ROOT = sys.argv[1]


def read_deck(path):
    properties, icons = {}, []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            line = line.strip()
            if line.startswith("@"):
                key, _, value = line[1:].partition(" ")
                properties[key] = value.strip()
            elif line and not line.startswith("#"):
                icons.append(line.split("|")[0].strip())
    return properties, icons


def scene_problems(name, scenes, entries, game):
    """A deck of scenes names the recipes of its set, all of them in their order."""
    with open(os.path.join(game, "scenes", f"{scenes}.txt"), encoding="utf-8") as lines:
        recipes = [line.split(":")[0] for line in lines if line.strip() and not line.startswith("#")]
    if recipes != entries:
        odd = sorted(set(recipes) ^ set(entries))
        yield f"{name}: not the recipes of scenes/{scenes}.txt in their order: {', '.join(odd)}"


def problems():
    owner = {}
    decks = sorted(glob.glob(os.path.join(ROOT, "games/*/decks/pictures-*.txt")))
    if len({os.path.basename(path).split(".")[0] for path in decks}) < 10:
        yield "there are fewer than ten picture decks"
    for path in decks:
        name = os.path.basename(path)
        properties, icons = read_deck(path)
        package = os.path.join(ROOT, "node_modules", properties["icons"])
        if not os.path.isdir(package):
            yield f"{properties['icons']} is not installed (tools/setup does it)"
            return
        with open(os.path.join(package, "icons.json"), encoding="utf-8") as text:
            drawings = json.load(text)["icons"]
        with open(os.path.join(package, "info.json"), encoding="utf-8") as text:
            licence = json.load(text)["license"]["spdx"]
        if licence != properties["licence"]:
            yield f"{name}: the set is under {licence}, the deck says {properties['licence']}"
        licences = open(os.path.join(ROOT, "docs/dependencies.md"), encoding="utf-8").read()
        if f"| {properties['icons']} | {licence} " not in licences:
            yield f"{name}: docs/dependencies.md does not name {properties['icons']} and its licence"
        if "scenes" in properties:
            yield from scene_problems(name, properties["scenes"], icons, os.path.dirname(os.path.dirname(path)))
            continue
        for icon in icons:
            body = drawings.get(icon, {}).get("body", "")
            if not body:
                yield f"{name}: there is no icon {icon}"
            if re.search(r"<script|<foreignObject|\bon\w+=|href=\"(?!#)", body):
                yield f"{name}: {icon} is more than a drawing"
            deck = name.split(".")[0]
            if owner.setdefault(icon, deck) != deck:
                yield f"{name}: {icon} is also in {owner[icon]}"


def main():
    found = list(problems())
    check("every picture of the decks is a drawing of the icon set or a scene with a recipe", not found, "\n".join(found))
    report()



main()
