#!/usr/bin/env python3
"""Tables full of bots on the real server, in TAP: every game comes to its end, no move is refused, and who looks on
is shown nothing that the facts do not explain.

usage: bots.py UNISONO
"""
import json
import subprocess
import sys
import urllib.request

from running import Place, Server, Tap

UNISONO = sys.argv[1]
TABLES = 5  # they take turns with the games
QUICK = "vote_time=5,check_time=1,reveal_time=1,count_time=1,objection_time=3,timer=false,track=short"


def metric(server, name):
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/metrics") as answer:
        for line in answer.read().decode().splitlines():
            if line.startswith(f"unisono_{name} "):
                return int(line.split()[1])
    return None


def main():
    tap = Tap()
    with Place() as folder:
        server = Server(UNISONO, folder, flags=["--bot-hurry", "100"])
        server.start()
        run = subprocess.run(
            [UNISONO, "load", "--url", server.url, "--rooms", str(TABLES), "--bots", "4", "--games", "1", "--seconds", "5",
             "--think-ms", "0..20", "--options", QUICK, "--pid", str(server.process.pid), "--json"],
            capture_output=True, text=True, check=False)
        figures = json.loads(run.stdout or "{}")
        tap.note(run.stdout.strip())
        tap.check("every table ends and nobody objects", run.returncode == 0, run.stderr)
        tap.check("bots have played",
                  figures.get("games", 0) >= TABLES and figures.get("moves", 0) > 100 and figures.get("cores", -1) >= 0, figures)
        tap.check("who rose has looked on with an onlooker's eyes", figures.get("histories", 0) >= TABLES, figures)
        tap.check("they thought, and no move was refused",
                  metric(server, "bots_refused_total") == 0 and metric(server, "thoughts_total") > 100, server.told())
        tap.check("the server stops in good order", server.stop() == 0, server.told())
    tap.done()


main()
