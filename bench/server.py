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


def floor_for(f, rooms):
    """What the floor needs for as many frames of the same size as these people got, as often a second."""
    size = max(126, f["frame_bytes"] // max(1, f["frames"]))
    fours = f["frames"] / max(1, f["moves"]) / 4  # the floor answers a message with four frames
    run = subprocess.run([BENCH_NET, "--floor", BENCH_FLOOR, str(rooms), str(size), "4",
                          str(f["moves_per_second"] * fours)], stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(run.stdout)["cpu_us_per_message"] * fours


def compare(bench, rooms, *flags, rounds=1, **more):
    """A move next to the floor. They take turns: a machine with other work to do disturbs both."""
    ours, floors = [], []
    for _ in range(rounds):
        ours.append(load("--rooms", rooms, *flags))
        floors.append(floor_for(ours[-1], rooms))
    middle = sorted(zip(ours, floors), key=lambda one: one[0]["cpu_us_per_move"] / one[1])[rounds // 2]
    f, floor = middle
    tell(bench, f, "moves_per_second", "cpu_us_per_move", "cores",
         frame_bytes=f["frame_bytes"] // max(1, f["frames"]), frames_per_move=round(f["frames"] / max(1, f["moves"]), 2),
         floor_cpu_us=round(floor, 2), to_floor=round(f["cpu_us_per_move"] / floor, 3), rounds=rounds, **more)
    return f


def move():
    f = compare("move_cost", 200, "--think-ms", 0, "--seconds", 6, rounds=5, target=1.3)
    # Four seats and six rounds are 24 moves. Node.js peers that store nothing: Colyseus 4.1 ms, boardgame.io 8.2.
    tell("game_cost", f, cpu_ms_of_24_moves=round(f["cpu_us_per_move"] * 24 / 1000, 2), target=8.2 / 7)


def pace():
    """Where hardly two moves fall together a commit serves few, and waking up costs more than working."""
    compare("move_cost_at_human_pace", 2000, "--think-ms", "4000..16000", "--seconds", 20)


def bots():
    f = load("--rooms", 500, "--bots", 4, "--seconds", 60, lexicon=LEXICON)
    tell("bots", f, "bots", "games", "moves_per_second", "cpu_us_per_move", "cores", target=0.5)


FIGURES = {"memory": memory, "crowd": crowd, "reveal": reveal, "move": move, "pace": pace, "bots": bots}
for name in sys.argv[4:] or FIGURES:
    FIGURES[name]()
