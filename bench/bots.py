#!/usr/bin/env python3
"""How well bots play, one line of JSON a figure: every game, language and level, by `unisono simulate --bots`.

What sharp bots must reach stands beside each game, in games/<id>/goal.json: the figure, and at how many seats.
Weaker levels must be clearly weaker, in that figure or the one named "levels" (weak teams may not come as far as
what is measured of sharp ones): their interval of 95 % lies below that of sharp bots. No move may be refused,
no table may get stuck, and a thought takes at most two milliseconds of CPU at the median. Exit code 1 where
something is missed.

usage: bots.py UNISONO SOURCE_ROOT [GAMES [GAME…]]
"""
import glob
import json
import os
import subprocess
import sys

UNISONO, ROOT = sys.argv[1:3]
GAMES = sys.argv[3] if len(sys.argv) > 3 else "1000"
ONLY = sys.argv[4:]
LANGUAGES = ("en", "de", "fr")
LEVELS = ("sharp", "easy", "normal")
THOUGHT_US = 2000
SEED = "7"


def simulate(game, seats, level, language):
    run = subprocess.run(
        [UNISONO, "simulate", "--game", game, "--seats", str(seats), "--bots", level, "--lang", language,
         "--games", GAMES, "--seed", SEED, "--json"], stdout=subprocess.PIPE, text=True, check=False)
    return json.loads(run.stdout)


def bounds(figure):
    return figure["mean"] - figure["plus_minus"], figure["mean"] + figure["plus_minus"]


def report(game, goal, language, level, sharp):
    """Prints the line of a figure and tells whether it is as it should be; `sharp` learns those of sharp bots."""
    told = simulate(game, goal["seats"], level, language)
    name = goal["figure"] if level == "sharp" else goal.get("levels", goal["figure"])
    figure = told["figures"][name]
    line = {"bots": game, "lang": language, "level": level, "seats": goal["seats"], "games": told["games"],
            "figure": name, "mean": round(figure["mean"], 4), "plus_minus": round(figure["plus_minus"], 4)}
    if level == "sharp":
        sharp[game, language] = bounds(told["figures"][goal.get("levels", name)])[0]
        line["target"] = goal["sharp"]
        met = bounds(figure)[0] >= goal["sharp"]
    else:
        line["target_below"] = round(sharp[game, language], 4)
        met = bounds(figure)[1] < sharp[game, language]
    line.update({k: told[k] for k in ("refusals", "stuck", "think_us_p50", "think_us_p99")})
    met = met and not told["refusals"] and not told["stuck"] and told["think_us_p50"] <= THOUGHT_US
    print(json.dumps({**line, "met": met}), flush=True)
    return met


def main():
    goals, sharp, fine = {}, {}, True
    for path in sorted(glob.glob(os.path.join(ROOT, "games/*/goal.json"))):
        with open(path, encoding="utf-8") as text:
            goals[os.path.basename(os.path.dirname(path))] = json.load(text)
    for level in LEVELS:
        for game in ONLY or goals:
            for language in LANGUAGES:
                fine = report(game, goals[game], language, level, sharp) and fine
    sys.exit(0 if fine else 1)


main()
