#!/usr/bin/env python3
"""Nodes and the engine below them are killed, frozen, stopped and replaced while people play; then an oracle reads the log.

What it holds people to: whatever was acknowledged is in the log exactly once, nothing that was refused is, requests of a
guest come in their order, logs are dense, epochs never fall, every table replays. What it holds the tables to: nobody
waits for longer than the fault allows.

With --control the engine confirms without its standby and then loses its primary: the oracle has to find what is missing.

usage: faults.py UNISONO SOURCE_ROOT [--faults N] [--tables N] [--seed N] [--control]
"""
import argparse
import collections
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time

ARGUMENTS = argparse.ArgumentParser()
ARGUMENTS.add_argument("program")
ARGUMENTS.add_argument("root")
ARGUMENTS.add_argument("--faults", type=int, default=300)
ARGUMENTS.add_argument("--tables", type=int, default=12)
ARGUMENTS.add_argument("--seed", type=int, default=None)
ARGUMENTS.add_argument("--control", action="store_true")
ARGS = ARGUMENTS.parse_args()
for folder in ("tests/net", "tests/archive", "tests/store"):
    sys.path.insert(0, os.path.join(ARGS.root, folder))

import rooms  # noqa: E402
from client import WebSocket, check, report  # noqa: E402
from postgres import Engine, free_port  # noqa: E402
from rooms import Serve, unisono  # noqa: E402

rooms.PROGRAM = ARGS.program
FOLDER = tempfile.mkdtemp()
SEED = ARGS.seed if ARGS.seed is not None else int.from_bytes(os.urandom(4), "big")
CHANCE = random.Random(SEED)
ENGINE, NODES, OVER = None, [], threading.Event()


class Node(Serve):
    count = 0

    def __init__(self):
        Node.count += 1
        folder = os.path.join(FOLDER, f"node{Node.count}")
        os.makedirs(folder)
        super().__init__(ARGS.program, ENGINE.uri(), folder, "--peer", f"127.0.0.1:{free_port()}", "--address-rooms", "100000",
                         *(["--store-standby", "none"] if ARGS.control else []))


class Host(threading.Thread):
    """Somebody with a table who changes one thing after the other, and counts what they were told."""

    def __init__(self, number):
        super().__init__(daemon=True)
        self.token = f"host-{number}-of-a-table-in-a-storm".ljust(40, "x")
        self.code, self.ws, self.n, self.seat = None, None, 0, False
        self.acked, self.refused = set(), set()
        self.silences, self.heard, self.chance = [], None, random.Random(number)

    def connect(self):
        node = self.chance.choice(NODES)
        self.ws = WebSocket(node)
        self.ws.http.sock.settimeout(20)
        hello = {"hello": 1, "token": self.token}
        hello.update({"room": self.code} if self.code else {"create": {"language": "en"}})
        self.ws.send(json.dumps(hello))

    def take(self):
        """True: the request under way is settled."""
        text = self.ws.text()
        if not isinstance(text, str):
            raise EOFError("closed")
        message = json.loads(text)
        if "welcome" in message:
            self.code = message["welcome"]["room"]
            if message["welcome"]["n"] >= self.n:
                if self.n:
                    self.acked.add(self.n)  # it was stored, and its answer got lost
                self.n = message["welcome"]["n"]
                return True
            self.ask()
        if message.get("ack") == self.n and self.n:
            self.acked.add(self.n)
            return True
        if message.get("refused") == self.n and self.n:
            if message["key"] in ("busy", "not_stored"):
                self.ask()
                return False
            self.refused.add(self.n)
            return True
        return False

    def ask(self):
        what = {"do": "sit", "with": {"name": "Ann"}} if not self.seat else \
            {"do": "language", "with": {"language": ("en", "de", "fr")[self.n % 3]}}
        self.ws.send(json.dumps({"n": self.n, **what}))

    def run(self):
        while not OVER.is_set():
            try:
                if not self.ws:
                    self.connect()
                    while not self.take():
                        pass
                self.n += 1
                self.ask()
                while not self.take():
                    pass
                self.seat = True
                now = time.monotonic()
                if self.heard:
                    self.silences.append((now - self.heard, now))
                self.heard = now
                time.sleep(0.02)
            except (OSError, EOFError, ValueError, AssertionError, RuntimeError, TypeError):
                if self.ws:
                    self.ws.http.sock.close()
                self.ws = None
                time.sleep(0.1 + self.chance.random() / 5)


# ---- faults: each returns how long a table may be silent ----

def replace(node):
    NODES[NODES.index(node)] = Node()


def node_killed():
    node = CHANCE.choice(NODES)
    node.process.kill()
    node.process.wait()
    replace(node)
    return 5


def two_nodes_killed():
    for node in CHANCE.sample(NODES, 2):
        node.process.kill()
        node.process.wait()
        replace(node)
    return 8


def node_stopped():
    node = CHANCE.choice(NODES)
    node.signal(signal.SIGTERM)
    replace(node)
    node.process.wait(30)
    return 3


def node_frozen():
    node = CHANCE.choice(NODES)
    node.signal(signal.SIGSTOP)
    time.sleep(4.5)
    node.signal(signal.SIGCONT)
    return 10


def node_blinks():
    node = CHANCE.choice(NODES)
    node.signal(signal.SIGSTOP)
    time.sleep(0.8)
    node.signal(signal.SIGCONT)
    return 5


def standby_killed():
    ENGINE.standbys[0].stop(signal.SIGKILL)
    ENGINE.standbys[0].start()
    return 10


def engine_restarted():
    ENGINE.primary.stop(signal.SIGQUIT)
    ENGINE.primary.start()
    return 12


def engine_failed_over():
    ENGINE.failover()
    return 20


FAULTS = [node_killed] * 6 + [two_nodes_killed] * 2 + [node_stopped] * 4 + [node_frozen] * 3 + [node_blinks] * 3 + \
    [standby_killed] * 2 + [engine_restarted] * 2 + [engine_failed_over] * 2


# ---- the oracle ----

def logs():
    """By code: entries as (seq, epoch, heads)."""
    found = collections.defaultdict(list)
    rows = ENGINE.primary.ask("select code || ' ' || seq || ' ' || epoch || ' ' || encode(body, 'hex') from unisono.entry"
                              " join unisono.room using (room) where state = 0 order by room, seq")
    for row in rows.splitlines():
        code, seq, epoch, body = row.split(" ")
        heads = [json.loads(line) for line in bytes.fromhex(body).decode().splitlines() if line.startswith(('{"base"', '{"change"'))]
        found[code].append((int(seq), int(epoch), heads))
    return found


def judge(hosts):
    found, lost, doubled, late, ghosts, sparse, fell = logs(), [], [], [], [], [], []
    for host in hosts:
        entries = found.get(host.code, [])
        numbers = [head["n"] for _, _, heads in entries for head in heads if head.get("by") == 1]
        times = collections.Counter(numbers)
        lost += [(host.code, n) for n in host.acked if not times[n]]
        doubled += [(host.code, n) for n in times if times[n] > 1]
        ghosts += [(host.code, n) for n in host.refused if times[n]]
        late += [host.code] if numbers != sorted(numbers) else []
        sparse += [host.code] if [seq for seq, _, _ in entries] != list(range(1, len(entries) + 1)) else []
        fell += [host.code] if any(b[1] < a[1] for a, b in zip(entries, entries[1:])) else []
    acked = sum(len(host.acked) for host in hosts)
    if ARGS.control:
        check(f"of {acked} acknowledged changes some are missing, and the oracle says so", acked > 0 and lost, len(lost))
        return
    check(f"{acked} acknowledged changes are all in the log", acked > 0 and not lost, lost[:5])
    check("none of them twice", not doubled, doubled[:5])
    check("nothing that was refused", not ghosts, ghosts[:5])
    check("requests come in their order", not late, late[:5])
    check("logs are dense", not sparse, sparse[:5])
    check("epochs never fall", not fell, fell[:5])
    ended = unisono("verify", "--store", ENGINE.uri())
    check("every log replays", ended.returncode == 0, ended)


def storm(hosts):
    tried, worst = collections.Counter(), collections.defaultdict(float)
    for number in range(ARGS.faults):
        fault = CHANCE.choice(FAULTS)
        began = time.monotonic()
        allowed = fault()
        tried[fault.__name__] += 1
        done = {host: len(host.silences) for host in hosts}
        while any(len(host.silences) < done[host] + 2 for host in hosts):
            if time.monotonic() > began + allowed + 40:
                break
            time.sleep(0.05)
        silent = max((length for host in hosts for length, at in host.silences if at > began), default=allowed + 40)
        stuck = [host.code for host in hosts if len(host.silences) < done[host] + 2]
        worst[fault.__name__] = max(worst[fault.__name__], silent)
        if stuck or silent > allowed:
            check(f"fault {number + 1}, {fault.__name__}: nobody waits longer than {allowed} s", False, (round(silent, 1), stuck))
    for name, count in sorted(tried.items()):
        print(f"# {name}: {count} times, longest silence {worst[name]:.1f} s")
    check(f"{sum(tried.values())} faults were tried (--seed {SEED})", sum(tried.values()) == ARGS.faults)


def main():
    ended = unisono("store", "init", "--store", ENGINE.uri())
    check("the tables are made", ended.returncode == 0, ended)
    NODES.extend(Node() for _ in range(3))
    hosts = [Host(number) for number in range(ARGS.tables)]
    for host in hosts:
        host.start()
    while not all(host.silences for host in hosts):
        time.sleep(0.05)
    if ARGS.control:
        ENGINE.fall_behind()
        time.sleep(2)
        ENGINE.failover()
    else:
        storm(hosts)
    OVER.set()
    for host in hosts:
        host.join(30)
    for node in NODES:
        node.signal(signal.SIGTERM)
    for node in NODES:
        node.process.wait(30)
    judge(hosts)


try:
    ENGINE = Engine(demanding=not ARGS.control)
    main()
finally:
    OVER.set()
    for node in NODES:
        node.process.kill()
        node.process.wait()
    if ENGINE:
        ENGINE.close()
    shutil.rmtree(FOLDER, ignore_errors=True)
sys.exit(report())
