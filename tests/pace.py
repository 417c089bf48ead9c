#!/usr/bin/env python3
"""The minutes that the lobby states are those of whole games at the pace of people. Reports in TAP.

usage: pace.py UNISONO SOURCE_ROOT [GAMES]
A few games each by `unisono simulate`, with the fewest, four and the most players: their median lies in what
games/<id>/web/card.ts states. Bots that agree as seldom as people do (easy) take three times the time of a usual bot
(docs/bots.md). Without the compiled word files nothing can be said.
"""
import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from tap import check, report  # noqa: E402

PROGRAM, ROOT = map(os.path.abspath, sys.argv[1:3])
GAMES = sys.argv[3] if len(sys.argv) > 3 else "5"
# Of the usual pace of an easy bot, which is 130 % of a normal one's.
PEOPLE = "230"
# A few games tell the median roughly; a card of another order of length is found all the same.
SLACK = 0.5


def games():
    told = subprocess.run([PROGRAM, "games", "--json"], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in told.stdout.splitlines()]


def stated(game):
    with open(os.path.join(ROOT, "games", game, "web/card.ts"), encoding="utf-8") as text:
        return [int(n) for n in re.search(r"minutes: \[(\d+), (\d+)\]", text.read()).groups()]


def median(game, seats):
    run = subprocess.run([PROGRAM, "simulate", "--game", game, "--seats", str(seats), "--bots", "easy", "--pace", PEOPLE,
                          "--games", GAMES, "--seed", "3", "--json"], capture_output=True, text=True, check=True, cwd=ROOT)
    return json.loads(run.stdout)["minutes"][1]


def main():
    if not os.path.exists(os.path.join(ROOT, "build/lexicon/en.lex")):
        check("the minutes of the lobby # SKIP there are no compiled word files", True)
        report()
        return
    for entry in games():
        game, least, most = entry["id"], entry["min_seats"], entry["max_seats"]
        low, high = stated(game)
        took = [median(game, seats) for seats in sorted({max(least, 3), min(max(4, least), most), most})]
        check(f"{game}: {low}–{high} minutes, measured {', '.join(f'{minutes:.0f}' for minutes in took)}",
              low * (1 - SLACK) <= min(took) and max(took) <= high * (1 + SLACK) and max(took) >= high * (1 - SLACK))
    report()


main()
