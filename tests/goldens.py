#!/usr/bin/env python3
"""Rehearses every golden of a game and reports in TAP (law 7).

usage: goldens.py UNISONO FOLDER
A game without a recorded playthrough fails.
"""
import os
import subprocess
import sys

sys.dont_write_bytecode = True
from tap import check, report  # noqa: E402


def main():
    program, folder = sys.argv[1], sys.argv[2]
    scripts = sorted(f for f in os.listdir(folder) if f.endswith(".script")) if os.path.isdir(folder) else []
    check("law 7: the game has recorded playthroughs", scripts)
    for script in scripts:
        path = os.path.join(folder, script)
        recorded = os.path.exists(path[: -len(".script")] + ".golden")
        run = subprocess.run([program, "rehearse", path], capture_output=True, text=True, errors="replace")
        check(script[:-len(".script")], run.returncode == 0 and recorded,
              run.stderr.strip() or "there is no recording beside the script (rehearse --update)")
    report()


main()
