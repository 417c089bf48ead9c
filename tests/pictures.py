#!/usr/bin/env python3
"""Every picture that a deck names is in the installed icon set, once, and may be used. In TAP.

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


def problems():
    owner = {}
    decks = sorted(glob.glob(os.path.join(ROOT, "games/*/decks/pictures-*.txt")))
    if len({os.path.basename(path).split(".")[0] for path in decks}) < 3:
        yield "there are fewer than three picture decks"
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
    check("every picture of the decks is a drawing of the icon set", not found, "\n".join(found))
    report()



main()
