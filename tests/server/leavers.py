#!/usr/bin/env python3
"""Leavers, in TAP: people who drop out, reload, fall asleep and come back on another device, at any
moment of every game. Whatever they do, every table ends.

usage: leavers.py UNISONO [SECONDS]
"""
import json
import subprocess
import sys

from running import Place, Server, Tap

UNISONO = sys.argv[1]
SECONDS = sys.argv[2] if len(sys.argv) > 2 else "12"


def main():
    tap = Tap()
    with Place() as folder:
        server = Server(UNISONO, folder)
        server.start()
        run = subprocess.run(
            [UNISONO, "load", "--url", server.url, "--rooms", "10", "--players", "4", "--game", "all",
             "--games", "2", "--seconds", SECONDS, "--think-ms", "0..15", "--options",
             "patience=15,grace=5,vote_time=5", "--reconnects", "3", "--drops", "2", "--sleeps", "2",
             "--devices", "3", "--json"],
            capture_output=True, text=True, check=False)
        figures = json.loads(run.stdout or "{}")
        tap.note(run.stdout.strip())
        tap.check("every table ends and nobody objects", run.returncode == 0, run.stderr)
        tap.check("all games were played by people who are still there",
                  figures.get("games", 0) >= 20 and figures.get("people") == 40, figures)
        tap.check("they did leave and come back",
                  figures.get("arrivals", 0) > 2 * 40 and figures.get("histories", 0) > 40, figures)
        tap.check("the server stops in good order", server.stop() == 0, server.told())
    tap.done()


main()
