#!/usr/bin/env python3
"""Figures of the whole server, one line of JSON each, with real people of `unisono load` at real tables.

What a quiet room holds and one that plays as fast as it can, ten thousand players at once, what a durable move costs
and how long it takes until everybody has seen it, how large its frames are, and what five hundred tables of bots cost
who think with the real word files. A line has the figure, its `goal`, and the `floor` where there is one: a bare server
that sends the same bytes as often and stores nothing (bench/floor.c), and a bare SQLite file that is given a row as often
(bench/bench_commit.c). Floors take turns with the server, and the middle of the rounds counts: a machine with other work
to do disturbs both.

usage: server.py UNISONO BENCH_FOLDER [FIGURE…]
"""
import json
import os
import resource
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "server"))
from running import Place, Server  # noqa: E402

UNISONO, BENCH = sys.argv[1:3]
BENCH_NET, BENCH_FLOOR, BENCH_COMMIT = (os.path.join(BENCH, "bench-" + n) for n in ("net", "floor", "commit"))
ENTRY_BYTES = 250  # of a move in the log
LEXICON = os.path.join(os.path.dirname(os.path.abspath(UNISONO)), "..", "lexicon")


# Twenty thousand players need as many descriptors, on both sides. Where a machine allows fewer, fewer sit at a table, and
# the line of that figure says how many.
WANTED_FILES = 65536
try:
    resource.setrlimit(resource.RLIMIT_NOFILE, (WANTED_FILES, WANTED_FILES))
except (ValueError, OSError):
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
SEATS = 4
OTHER_FILES = 400  # of a server and of its load besides their connections: the store, the web app, what is under way


def seats_that_fit(tables):
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return SEATS if files == resource.RLIM_INFINITY else max(2, min(SEATS, (files - OTHER_FILES) // tables))


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


def bare(*command):
    return json.loads(subprocess.run([*map(str, command)], stdout=subprocess.PIPE, text=True, check=True).stdout)


def middle(values):
    return sorted(values)[len(values) // 2]


def memory():
    floor = round(4 * bare(BENCH_NET, "--memory", BENCH_FLOOR)["bytes_per_connection"])
    f = load("--rooms", 1000, "--lobby", "--seconds", 1)
    tell("room_memory_lobby", f, "bytes_per_room", floor=floor, goal=14 * 1024)
    f = load("--rooms", 1000, "--think-ms", 86400000, "--seconds", 15)
    tell("room_memory_game", f, "bytes_per_room", floor=floor, goal=14 * 1024)
    f = load("--rooms", 400, "--think-ms", 0, "--seconds", 10)
    tell("room_memory_busy", f, "moves_per_second", "bytes_per_room", floor=floor, goal=32 * 1024)


def crowd():
    f = load("--rooms", 2500, "--lobby", "--seconds", 1)
    tell("crowd", f, "people", "bytes_per_room", goal=10000)


def floor_for(f, rooms):
    """CPU of the floor for as many frames of the same size as these people got, as often a second."""
    size = max(126, f["frame_bytes"] // max(1, f["frames"]))
    fours = f["frames"] / max(1, f["moves"]) / 4  # the floor answers a message with four frames
    return bare(BENCH_NET, "--floor", BENCH_FLOOR, rooms, size, 4, f["moves_per_second"] * fours)["cpu_us_per_message"] * fours


def compare(bench, rooms, *flags, rounds=1, goal):
    """A move next to the floor."""
    turns = [(f, floor_for(f, rooms)) for f in (load("--rooms", rooms, *flags) for _ in range(rounds))]
    f, floor = sorted(turns, key=lambda one: one[0]["cpu_us_per_move"] / one[1])[rounds // 2]
    tell(bench, f, "moves_per_second", "cpu_us_per_move", "cores",
         frame_bytes=f["frame_bytes"] // max(1, f["frames"]), frames_per_move=round(f["frames"] / max(1, f["moves"]), 2),
         floor=round(floor, 2), to_floor=round(f["cpu_us_per_move"] / floor, 3), goal=goal, rounds=rounds)
    return f


def move():
    f = compare("move_cost", 200, "--think-ms", 0, "--seconds", 6, rounds=5, goal=1.3)
    # Four seats and six rounds are 24 moves. Node.js peers that store nothing: Colyseus 4.1 ms, boardgame.io 8.2.
    tell("game_cost", f, cpu_ms_of_24_moves=round(f["cpu_us_per_move"] * 24 / 1000, 2), goal=round(8.2 / 7, 2))


def pace():
    """Where hardly two moves fall together: how long they take, against one commit, and what they cost."""
    rounds, turns = 3, []
    for _ in range(rounds):
        f = load("--rooms", 2000, "--think-ms", "4000..16000", "--seconds", 12)
        turns.append((f, floor_for(f, 2000), bare(BENCH_COMMIT, f["moves_per_second"], ENTRY_BYTES, 6)))
    f = turns[0][0]
    commit = middle([c["commit_p50_ms"] for _, _, c in turns])
    # Whoever comes while the disk is busy waits for the commit before their own: half of one in the middle, all of
    # one at most. The goal for 99 of 100 is twice that for the middle.
    for which, share, goal in (("shown", "p50", 1.5), ("shown", "p99", 3.0), ("reveal", "p99", 3.0)):
        ms = middle([f[which][share + "_ms"] for f, _, _ in turns])
        row = middle([c["row_" + share + "_ms"] for _, _, c in turns])
        tell(f"{which}_{share}_at_human_pace", f, "moves_per_second", ms=ms, floor=commit, to_floor=round(ms / commit, 2), goal=goal,
             bare_row_ms=row, to_bare_row=round(ms / row, 2), rounds=rounds)
    f, floor, commit = sorted(turns, key=lambda one: one[0]["cpu_us_per_move"] / one[1])[rounds // 2]
    row = commit["cpu_us_per_row"]
    tell("move_cost_at_human_pace", f, "moves_per_second", "cpu_us_per_move", "cores", floor=round(floor, 2),
         to_floor=round(f["cpu_us_per_move"] / floor, 3), goal=3, bare_commit_cpu_us=row, rows_per_bare_commit=commit["rows_per_commit"],
         to_floor_with_commit=round(f["cpu_us_per_move"] / (floor + row), 3), rounds=rounds)


def growth():
    """As many moves a second at a hundred times as many tables."""
    rounds, ratios, floors, few_rooms, many_rooms = 3, [], [], 50, 5000
    name, seats = f"growth_{few_rooms}_to_{many_rooms}", seats_that_fit(many_rooms)
    for _ in range(rounds):
        many = load("--rooms", many_rooms, "--players", seats, "--think-ms", "10000..40000", "--seconds", 15)
        # In so short a time not everybody has made a first move: the few are as quick as the many were, or the commits
        # of one would be shared by more moves than those of the other.
        pause = 137000 * seats / SEATS / max(1, many.get("moves_per_second", 0))
        few = load("--rooms", few_rooms, "--players", seats, "--think-ms", f"{round(0.4 * pause)}..{round(1.6 * pause)}", "--seconds", 10)
        if "cpu_us_per_move" not in few or "cpu_us_per_move" not in many:
            # Not all could sit down: `violations` says so.
            tell(name, many, seats=seats, times=None, goal=1.1)
            return
        ratios.append(many["cpu_us_per_move"] / few["cpu_us_per_move"])
        # A room of the floor has four members.
        floors.append(floor_for(many, many_rooms * seats // SEATS) / floor_for(few, few_rooms * seats // SEATS))
    tell(name, many, "moves_per_second", moves_per_second_of_few=few["moves_per_second"], seats=seats,
         times=round(middle(ratios), 3), floor=round(middle(floors), 3), goal=1.1, rounds=rounds)


def frames():
    f = load("--rooms", 200, "--game", "onemind", "--think-ms", "500..3000", "--seconds", 20)
    tell("frame_bytes", f, bytes=round(f["frame_bytes"] / max(1, f["frames"]), 1), goal=300)


def bots():
    f = load("--rooms", 500, "--bots", 4, "--seconds", 60, lexicon=LEXICON)
    tell("bots", f, "bots", "games", "moves_per_second", "cpu_us_per_move", "cores", goal=0.5)


FIGURES = {"memory": memory, "crowd": crowd, "frames": frames, "pace": pace, "move": move, "growth": growth, "bots": bots}
for name in sys.argv[3:] or FIGURES:
    FIGURES[name]()
