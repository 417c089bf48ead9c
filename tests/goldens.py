#!/usr/bin/env python3
"""Rehearses every golden of a game and reports in TAP (law 7).

usage: goldens.py UNISONO FOLDER
A game without a recorded playthrough fails.
"""
import os
import subprocess
import sys


def main():
    program, folder = sys.argv[1], sys.argv[2]
    scripts = sorted(f for f in os.listdir(folder) if f.endswith(".script")) if os.path.isdir(folder) else []
    print(f"1..{len(scripts) + 1}")
    print(f"{'ok' if scripts else 'not ok'} 1 - law 7: the game has recorded playthroughs")
    for number, script in enumerate(scripts, 2):
        path = os.path.join(folder, script)
        recorded = os.path.exists(path[: -len(".script")] + ".golden")
        run = subprocess.run([program, "rehearse", path], capture_output=True, text=True, errors="replace")
        good = run.returncode == 0 and recorded
        print(f"{'ok' if good else 'not ok'} {number} - {script[:-len('.script')]}")
        if not good:
            reason = run.stderr.strip() or "there is no recording beside the script (rehearse --update)"
            print("\n".join("# " + line for line in reason.splitlines()))


main()
