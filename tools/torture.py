#!/usr/bin/env python3
"""Runs the hostile tests one after the other, each for its share of the time, and tells what failed.

usage: torture.py UNISONO SECONDS TEST...

Each test is called with the program and --seconds, tells its results in TAP and its counts as "# what: how often". A
test that kills the server gets the number of kills too: a thousand in an hour.
"""
import os
import subprocess
import sys
import time

KILLS_A_SECOND = 1000 / 3600


def run(test, unisono, seconds, kills):
    """(good, bad) results and what was counted; whatever it says is said again at once, but for the many that are good."""
    good, bad, counts = 0, 0, {}
    command = [sys.executable, test, unisono, "--seconds", str(seconds)]
    if os.path.basename(test) == "crash.py":
        command += ["--kills", str(kills)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            if line.startswith("ok "):
                good += 1
                continue
            bad += line.startswith("not ok ")
            name, colon, n = line[2:].strip().rpartition(": ")
            if line.startswith("# ") and colon and n.isdigit():
                counts[name] = counts.get(name, 0) + int(n)
            if not line.startswith("1.."):
                print(line, end="", flush=True)
    if process.returncode != 0:
        print(f"not ok - {test} ended with {process.returncode}")
        bad += 1
    return good, bad, counts


def main():
    unisono, seconds, tests = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
    good, bad, tried, begun = 0, 0, {}, time.monotonic()
    for test in tests:
        print(f"unisono: {test} for {seconds / len(tests):.0f} seconds", flush=True)
        passed, failed, counts = run(test, unisono, seconds / len(tests), round(seconds * KILLS_A_SECOND))
        good, bad = good + passed, bad + failed
        for name, n in counts.items():
            tried[name] = tried.get(name, 0) + n
    print(f"unisono: tried in {time.monotonic() - begun:.0f} seconds:")
    for name, n in sorted(tried.items()):
        print(f"  {n:>10}  {name}")
    print(f"{good} passed, {bad} failed")
    sys.exit(bad > 0 or good == 0)


main()
