#!/usr/bin/env python3
"""Runs the hostile tests one after the other, each for its share of the time, and tells what failed.

usage: torture.py UNISONO SECONDS TEST...

Each test is called with the program and --seconds, tells its results in TAP and its counts as "# what: how often".
"""
import subprocess
import sys


def run(test, unisono, seconds):
    """(good, bad) results; whatever it says is said again at once, but for the many that are good."""
    good = bad = 0
    with subprocess.Popen([sys.executable, test, unisono, "--seconds", str(seconds)], stdout=subprocess.PIPE,
                          text=True) as process:
        for line in process.stdout:
            if line.startswith("ok "):
                good += 1
                continue
            bad += line.startswith("not ok ")
            if not line.startswith("1.."):
                print(line, end="", flush=True)
    if process.returncode != 0:
        print(f"not ok - {test} ended with {process.returncode}")
        bad += 1
    return good, bad


def main():
    unisono, seconds, tests = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
    good = bad = 0
    for test in tests:
        print(f"unisono: {test} for {seconds / len(tests):.0f} seconds", flush=True)
        passed, failed = run(test, unisono, seconds / len(tests))
        good, bad = good + passed, bad + failed
    print(f"{good} passed, {bad} failed")
    sys.exit(bad > 0 or good == 0)


main()
