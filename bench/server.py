#!/usr/bin/env python3
"""Figures of the whole server, one line of JSON each, with real people of `unisono load` at real tables.

What a quiet room holds, ten thousand players at once, how long a reveal takes at human pace, what a durable
move costs next to a bare server that sends the same bytes (bench/floor.c), and what five hundred tables of bots
cost who think with the real word files.

usage: server.py UNISONO BENCH_NET BENCH_FLOOR [FIGURE…]
"""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "server"))
from running import Place, Server  # noqa: E402

UNISONO, BENCH_NET, BENCH_FLOOR = sys.argv[1:4]
LEXICON = os.path.join(os.path.dirname(os.path.abspath(UNISONO)), "..", "lexicon")


def load(*flags, lexicon=None):
    """What `unisono load` tells of a server of its own."""
    with Place() as folder:
        server = Server(UNISONO, folder, lexicon=lexicon)
        server.start()
        run = subprocess.run(
            [UNISONO, "load", "--url", server.url, "--pid", str(server.process.pid), "--json",
             *map(str, flags)], stdout=subprocess.PIPE, text=True, check=False)
        server.stop()
        return json.loads(run.stdout or '{"violations":-1}')


def tell(bench, figures, *names, **more):
    line = {"bench": bench, **{n: figures.get(n) for n in ("rooms", "players", "violations", *names)}}
    print(json.dumps({**line, **more}), flush=True)


def memory():
    f = load("--rooms", 1000, "--lobby", "--seconds", 1)
    tell("room_memory_lobby", f, "bytes_per_room", target=16384)
    f = load("--rooms", 1000, "--think-ms", 86400000, "--seconds", 15)
    tell("room_memory_game", f, "bytes_per_room", target=16384)


def crowd():
    f = load("--rooms", 2500, "--lobby", "--seconds", 1)
    tell("crowd", f, "people", "bytes_per_room", target=10000)


def reveal():
    f = load("--rooms", 2000, "--think-ms", "4000..16000", "--seconds", 20)
    tell("reveal", f, "moves_per_second", "cpu_us_per_move", "shown", "reveal", target_p99_ms=50)


def compare(bench, rooms, *flags):
    """A move next to what the floor needs for as many frames of the same size, as often a second."""
    f = load("--rooms", rooms, *flags)
    size = max(126, f["frame_bytes"] // max(1, f["frames"]))
    fours = f["frames"] / max(1, f["moves"]) / 4  # the floor answers a message with four frames
    rate = f["moves_per_second"] * fours
    run = subprocess.run([BENCH_NET, "--floor", BENCH_FLOOR, str(rooms), str(size), "4", str(rate)],
                         stdout=subprocess.PIPE, text=True, check=True)
    floor = json.loads(run.stdout)["cpu_us_per_message"] * fours
    tell(bench, f, "moves_per_second", "cpu_us_per_move", frame_bytes=size,
         frames_per_move=round(4 * fours, 2), floor_cpu_us=round(floor, 2),
         to_floor=round(f["cpu_us_per_move"] / floor, 3), target=1.3)


def move():
    compare("move_cost", 200, "--think-ms", 0, "--seconds", 8)
    compare("move_cost_at_human_pace", 2000, "--think-ms", "4000..16000", "--seconds", 20)


def bots():
    f = load("--rooms", 500, "--bots", 4, "--seconds", 60, lexicon=LEXICON)
    tell("bots", f, "bots", "games", "moves_per_second", "cpu_us_per_move", "cores", target=0.5)


FIGURES = {"memory": memory, "crowd": crowd, "reveal": reveal, "move": move, "bots": bots}
for name in sys.argv[4:] or FIGURES:
    FIGURES[name]()
