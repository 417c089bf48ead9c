#!/usr/bin/env python3
"""A small machine, by limits: a server that is held to the memory and the processor of a Raspberry Pi; a line of JSON a figure.

Needs root, for control groups (of either version). The server may use so many megabytes in all, and of one core a part; people
who think as people do play at it. Told: its own memory, its processor time, and how long a move takes until it is shown.

usage: small.py UNISONO LEXICON [--memory MB] [--cpu PERCENT] [--seconds N]
"""
import argparse
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "server"))
from running import Place, Server  # noqa: E402

PERIOD = 100000  # microseconds
GROUPS = "/sys/fs/cgroup"


class Limits:
    """A control group with a process in it."""

    def __init__(self, megabytes, percent):
        self.folders = []
        memory, cpu, quota = megabytes << 20, percent * PERIOD // 100, "cpu.cfs_quota_us"
        if os.path.exists(f"{GROUPS}/cgroup.controllers"):
            self.make("", {"memory.max": memory, "cpu.max": f"{cpu} {PERIOD}"})
        else:
            self.make("memory", {"memory.limit_in_bytes": memory})
            self.make("cpu", {"cpu.cfs_period_us": PERIOD, quota: cpu})

    def make(self, controller, values):
        folder = os.path.join(GROUPS, controller, f"unisono-small-{os.getpid()}")
        os.mkdir(folder)
        self.folders.append(folder)
        for name, value in values.items():
            self.write(folder, name, value)

    @staticmethod
    def write(folder, name, value):
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write(str(value))

    def take(self, pid):
        for folder in self.folders:
            self.write(folder, "cgroup.procs", pid)

    def remove(self):
        for folder in self.folders:
            os.rmdir(folder)


def own_memory(pid):
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("Private_Dirty")) / 1000


def measure(args, limits, tables, bots=0):
    with Place() as folder:
        server = Server(args.unisono, folder, lexicon=args.lexicon)
        server.start()
        limits.take(server.process.pid)
        line = {"figure": "small", "tables": tables, "bots": bots, "limit_mb": args.memory, "limit_cpu_percent": args.cpu}
        if tables:
            people = [args.unisono, "load", "--url", server.url, "--json", "--rooms", str(tables), "--seconds", str(args.seconds),
                      "--think-ms", "2000..9000", "--pid", str(server.process.pid)] + (["--bots", str(bots)] if bots else [])
            told = subprocess.run(people, capture_output=True, check=True).stdout
            report = json.loads(told)
            line |= {"cpu_percent": round(report["cores"] * 100, 2), "shown_ms": report["shown"]}
        line["memory_mb"] = round(own_memory(server.process.pid), 1)
        server.stop()
    print(json.dumps(line), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("unisono", type=os.path.abspath)
    parser.add_argument("lexicon", type=os.path.abspath)
    parser.add_argument("--memory", type=int, default=1000)
    parser.add_argument("--cpu", type=int, default=25)
    parser.add_argument("--seconds", type=int, default=60)
    args = parser.parse_args()
    limits = Limits(args.memory, args.cpu)
    try:
        for tables, bots in ((0, 0), (5, 0), (20, 0), (50, 0), (10, 4)):
            measure(args, limits, tables, bots)
    finally:
        limits.remove()


main()
