#!/usr/bin/env python3
"""Nodes, the engine below them and the network between them fail while people play; then an oracle reads the log.

What it holds people to (oracle.py): whatever was acknowledged is in the log exactly once, nothing that was refused is, all
that anybody was shown is, requests of a guest come in their order, logs are dense, epochs never fall, every game replays.
What it holds the tables to: nobody waits for longer than the fault allows. A node that is killed 5 s, one that is stopped 1 s,
an engine that fails over as long as it is away and 3 s; two at once and networks longer. What waited in the queue for a
processor meanwhile is counted by the kernel, and told apart (processors.py); it ends with a failure where anything is wrong.

Every node has a network and a clock of its own, five seconds from that of the next; where this is not allowed (it takes
root), faults of the network are left out and it says so.

usage: faults.py UNISONO SOURCE_ROOT [--faults N] [--tables N] [--seed N] [--seconds N] [--only NAME,NAME] [--other PROGRAM]
                                     [--control NAME [--mutant PROGRAM]]
"""
import argparse
import collections
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
import traceback

ARGUMENTS = argparse.ArgumentParser()
ARGUMENTS.add_argument("program")
ARGUMENTS.add_argument("root")
ARGUMENTS.add_argument("--faults", type=int, default=300)
ARGUMENTS.add_argument("--tables", type=int, default=9)
ARGUMENTS.add_argument("--seed", type=int, default=None)
ARGUMENTS.add_argument("--seconds", type=int, default=10 ** 9, help="no further fault is begun after so long")
ARGUMENTS.add_argument("--only", default="", help="faults by name")
ARGUMENTS.add_argument("--other", default=None, help="another version of the program, for some of the nodes")
ARGUMENTS.add_argument("--control", default=None, help="something is wrong, and has to be found: see controls.py")
ARGUMENTS.add_argument("--mutant", default=None, help="the program in which it is")
ARGS = ARGUMENTS.parse_args()
for folder in ("tests/net", "tests/archive", "tests/store", "tests/cluster"):
    sys.path.insert(0, os.path.join(ARGS.root, folder))

import network  # noqa: E402

APART = network.enter()  # from here on in a network of our own, where that is allowed

import client  # noqa: E402
import postgres  # noqa: E402
import rooms  # noqa: E402
from bounds import Bounds  # noqa: E402
from client import TAP, check, report  # noqa: E402
from oracle import wrongs  # noqa: E402
from people import Host, Onlooker, Somebody  # noqa: E402
from postgres import Engine, free_port  # noqa: E402
from processors import Processors  # noqa: E402
from rooms import Serve, unisono  # noqa: E402

rooms.PROGRAM = ARGS.program
client.PATIENCE = 6  # a phone does not wait for longer either
CLOCKS = (0, 5000, -5000)


class World:
    """Everything that runs."""

    def __init__(self):
        self.folder = tempfile.mkdtemp()
        self.seed = ARGS.seed if ARGS.seed is not None else int.from_bytes(os.urandom(4), "big")
        self.chance, self.over = random.Random(self.seed), threading.Event()
        self.program = ARGS.mutant or ARGS.program
        self.engine, self.nodes, self.places, self.started = None, [], [None] * 3, 0
        self.hosts, self.onlookers = [], []
        self.lately = collections.deque(maxlen=6)  # nodes that were started, also those that have ended
        self.processors = Processors(self.processes)

    def begin(self):
        if APART:
            network.Hub()
            postgres.HOST = network.HUB
            self.places = [network.Place(number) for number in range(3)]
        self.engine = Engine(standbys=2, demanding=ARGS.control != "asynchronous")
        ended = unisono("store", "init", "--store", self.engine.uri())
        check("the tables are made", ended.returncode == 0, ended)
        self.nodes.extend(Node(self, number) for number in range(3))

    def processes(self):
        return {"phones": [os.getpid()], "nodes": [node.process.pid for node in self.nodes],
                "engine": [pid for server in self.engine.servers() if server.process for pid in server.everybody()]}

    def play(self):
        self.processors.start()
        self.hosts.extend(Host(self, number) for number in range(ARGS.tables))
        self.onlookers.extend(Onlooker(self, host, number) for number, host in enumerate(self.hosts))
        for person in (*self.hosts, *self.onlookers):
            person.start()
        until = time.monotonic() + 60
        while not all(host.silences for host in self.hosts):
            if time.monotonic() > until:
                raise RuntimeError("nobody can play")
            time.sleep(0.05)

    def said(self):
        """What nodes wrote of late, for whoever looks for the reason of something."""
        return [f"node {node.number}{' (older)' if node.other else ''}, process {node.process.pid}: {line}"
                for node in self.lately for line in node.complaints().splitlines() if "lexicon_missing" not in line]

    def replace(self, node, program=None):
        self.nodes[node.number] = Node(self, node.number, program)

    def ports(self):
        return [server.port for server in self.engine.servers()]

    def rest(self):
        """Everybody leaves, and the nodes end in order."""
        self.over.set()
        for person in (*self.hosts, *self.onlookers):
            person.join(30)
        for node in self.nodes:
            node.signal(signal.SIGTERM)
        for node in self.nodes:
            node.process.wait(40)

    def close(self):
        self.over.set()
        self.processors.over.set()
        for node in self.nodes:
            node.process.kill()
            node.process.wait()
        if self.engine:
            self.engine.close()
        for place in filter(None, self.places):
            place.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Node(Serve):
    ready = True

    def __init__(self, world, number, program=None):
        world.started += 1
        self.number, self.place, self.other = number, world.places[number], program is not None
        folder = os.path.join(world.folder, f"node{world.started}")
        os.makedirs(folder)
        within, env = (), {}
        if self.place:
            self.host, within = self.place.address, self.place.inside()
            env = self.clock(folder)
        # What is free here may be taken there, by a connection of the node before: below those that connections get.
        self.peer = f"{self.host}:{10000 + world.started if self.place else free_port()}"
        super().__init__(program or world.program, world.engine.uri(), folder, "--peer", self.peer,
                         "--address-rooms", "100000", "--guest-changes", "1000000", "--messages", "1000", "--bot-hurry", "60",
                         *(["--store-standby", "none"] if ARGS.control == "asynchronous" else []), within=within, env=env)
        world.lately.append(self)

    def clock(self, folder):
        library = os.path.join(os.path.dirname(os.path.abspath(ARGS.program)), "tests/server/libfault.so")
        if not os.path.exists(library):
            print(f"# all clocks agree: there is no {library}", flush=True)
            return {}
        with open(os.path.join(folder, "fault"), "w", encoding="utf-8") as out:
            out.write(f"0 0 0 {CLOCKS[self.number]}\n")
        asan = os.environ.get("ASAN_OPTIONS")
        return {"LD_PRELOAD": library, "UNISONO_FAULT": os.path.join(folder, "fault"),
                "ASAN_OPTIONS": ":".join(filter(None, [asan, "verify_asan_link_order=0"]))}

    def kill(self):
        self.process.kill()
        self.process.wait()

    def leave(self):
        """It is stopped; a balancer that asks sends nobody there any more."""
        self.ready = False
        self.signal(signal.SIGTERM)


WORLD = World()


def any_node():
    """Half of the time that which owns most tables: what befalls an edge alone is soon over."""
    if WORLD.chance.random() < 0.5:
        peer = WORLD.engine.primary.ask(
            "select address from unisono.session s join (select distinct on (room) epoch from unisono.entry order by room, seq desc) e"
            " on s.node = e.epoch & 4294967295 group by address order by count(*) desc limit 1")
        for node in WORLD.nodes:
            if node.peer == peer:
                return node
    return WORLD.chance.choice(WORLD.nodes)


# ---- faults: each returns how long a table may be silent ----

def node_killed():
    node = any_node()
    node.kill()
    WORLD.replace(node)
    return 5


def two_nodes_killed():
    for node in WORLD.chance.sample(WORLD.nodes, 2):
        node.kill()
        WORLD.replace(node)
    return 8


def node_killed_in_takeover():
    first, second = WORLD.chance.sample(WORLD.nodes, 2)
    first.kill()
    time.sleep(2.8 + WORLD.chance.random() / 2)  # its lease is about to end, and its tables to be taken
    second.kill()
    WORLD.replace(first)
    WORLD.replace(second)
    return 10


def node_killed_in_recovery():
    node = any_node()
    away = []
    again = threading.Thread(target=lambda: away.append(WORLD.engine.failover()))
    again.start()
    time.sleep(WORLD.chance.random())
    node.kill()
    again.join()
    WORLD.replace(node)
    return away[0] + 8


def node_drained():
    node = any_node()
    node.leave()
    WORLD.replace(node)
    node.process.wait(40)
    return 1 if node.process.returncode == 0 else 0


def two_nodes_drained():
    leaving = WORLD.chance.sample(WORLD.nodes, 2)
    for node in leaving:
        node.leave()
    for node in leaving:
        node.process.wait(40)
        WORLD.replace(node)
    return 5


def node_of_another_version():
    """Brought in where another was. One of the three at a time: a table whose log it cannot write is for the others."""
    node = next((node for node in WORLD.nodes if node.other), any_node())
    node.leave()
    WORLD.replace(node, None if node.other else ARGS.other)
    node.process.wait(40)
    return 1 if node.process.returncode == 0 else 0


def freeze(node, seconds):
    node.signal(signal.SIGSTOP)
    time.sleep(seconds)
    node.signal(signal.SIGCONT)


def node_frozen():
    freeze(any_node(), 4.5)
    return 10


def node_blinks():
    freeze(any_node(), 0.8)
    return 5


def standby_killed():
    standby = WORLD.chance.choice(WORLD.engine.standbys)
    standby.stop(signal.SIGKILL)
    standby.start()
    return 8


def standbys_frozen():
    for standby in WORLD.engine.standbys:
        standby.pause()
    time.sleep(4)
    for standby in WORLD.engine.standbys:
        standby.resume()
    return 12


def engine_restarted():
    WORLD.engine.primary.stop(signal.SIGQUIT)
    WORLD.engine.primary.start()
    return 12


def engine_failed_over():
    return WORLD.engine.failover() + 3


def old_primary_returns():
    """It was frozen while another took its place, and wakes with its clients attached."""
    old = WORLD.engine.primary
    old.pause()
    away = WORLD.engine.promote()
    old.resume()
    time.sleep(4)
    old.stop(signal.SIGKILL)
    WORLD.engine.rebuild(old)
    return away + 8


def primary_and_node_killed():
    node = any_node()
    node.kill()
    away = WORLD.engine.failover()
    WORLD.replace(node)
    return away + 8


def table_asked_for_twice():
    """Of two nodes at once, as when an answer got lost: one table."""
    guests = [Somebody(WORLD, f"twice-{WORLD.seed}-{time.monotonic_ns()}") for _ in range(2)]
    guests[1].token = guests[0].token
    codes = []
    for guest in guests:
        guest.connect(create={"language": "en"})
    for guest in guests:
        message = guest.hear()
        while "welcome" not in message:
            message = guest.hear()
        codes.append(message["welcome"]["room"])
        guest.hang_up()
    if len(set(codes)) != 1:
        check("a table that is asked for twice is made once", False, codes)
    return 5


def purged_too_late():
    """Somebody wants to remove tables by what was their last entry a moment ago."""
    heads = WORLD.engine.primary.ask("select string_agg(room || ':' || seq, ' ') from (select room, max(seq) - 1 as seq from unisono.entry"
                                     " join unisono.room using (room) where state = 0 group by room having max(seq) > 1) x")
    calls = ", ".join(f"unisono.purge({room}, {seq})" for room, seq in (pair.split(":") for pair in heads.split()[:40]))
    WORLD.engine.primary.ask("select " + calls)
    return 5


# ---- faults of the network ----

def for_a_while(node, seconds):
    time.sleep(seconds)
    node.place.heal()


def others(node):
    return [other.place for other in WORLD.nodes if other is not node]


def cut_from_engine():
    node = any_node()
    node.place.cut_from(WORLD.ports())
    for_a_while(node, 5)
    return 14


def cut_from_engine_one_way():
    node = any_node()
    node.place.cut_from(WORLD.ports(), WORLD.chance.choice((("in",), ("out",))))
    for_a_while(node, 5)
    return 14


def cut_from_nodes():
    node = any_node()
    node.place.cut_off(others(node))
    for_a_while(node, 4)
    return 16


def cut_from_nodes_one_way():
    node = any_node()
    node.place.cut_off(others(node), WORLD.chance.choice((("in",), ("out",))))
    for_a_while(node, 4)
    return 16


def slow_wire():
    node = any_node()
    node.place.slow()
    for_a_while(node, 3)
    return 14


def wire_pulled():
    node = any_node()
    node.place.pull()
    for_a_while(node, 5)
    return 16


FAULTS = [node_killed] * 5 + [two_nodes_killed] * 2 + [node_killed_in_takeover] * 2 + [node_killed_in_recovery] + \
    [node_drained] * 5 + [two_nodes_drained] + [node_frozen] * 3 + [node_blinks] * 3 + [standby_killed] * 2 + [standbys_frozen] + \
    [engine_restarted] * 2 + [engine_failed_over] * 2 + [old_primary_returns] + [primary_and_node_killed] + \
    [table_asked_for_twice] * 2 + [purged_too_late] * 2
FAILOVERS = ("engine_failed_over", "old_primary_returns", "primary_and_node_killed", "node_killed_in_recovery")
if APART:
    FAULTS += [cut_from_engine, cut_from_engine_one_way, cut_from_nodes, cut_from_nodes_one_way, slow_wire, wire_pulled] * 2
if ARGS.other:
    FAULTS += [node_of_another_version] * 4
if ARGS.only:
    FAULTS = [fault for fault in FAULTS if fault.__name__ in ARGS.only.split(",")]


def storm():
    bounds, hosts, end = Bounds(WORLD), WORLD.hosts, time.monotonic() + ARGS.seconds
    try:
        while (so_far := sum(bounds.tried.values())) < ARGS.faults and time.monotonic() < end:
            # As many failovers as are asked for, whatever chance says.
            over = sum(bounds.tried[name] for name in FAILOVERS)
            lacking = [fault for fault in FAULTS if fault.__name__ in FAILOVERS] if over < so_far * 20 // 300 else []
            fault = WORLD.chance.choice(lacking or FAULTS)
            began = time.monotonic()
            allowed = fault()
            if so_far % 25 == 24:
                print(f"# {so_far + 1} faults so far", flush=True)
            done = {host: len(host.silences) for host in hosts}
            while any(len(host.silences) < done[host] + 2 for host in hosts) and time.monotonic() < began + allowed + 40:
                time.sleep(0.05)
            bounds.judge(fault.__name__, began, allowed, [host.code for host in hosts if len(host.silences) < done[host] + 2])
    finally:
        bounds.tell()
        print(f"# {sum(bounds.tried[name] for name in FAILOVERS)} failovers of the engine")
    if not ARGS.other and not ARGS.only:
        print("# all nodes were of one version: there is no --other")
    if not APART:
        print("# faults of the network were left out: they take root")
    tried = sum(bounds.tried.values())
    check(f"{tried} faults were tried (--seed {WORLD.seed})", tried == ARGS.faults or ARGS.seconds < 10 ** 9)


def judge():
    began = time.monotonic()
    wrong = wrongs(WORLD.engine.primary, WORLD.hosts, WORLD.onlookers)
    acked = sum(len(host.acked) for host in WORLD.hosts)
    shown = sum(len(person.shown) for person in (*WORLD.hosts, *WORLD.onlookers))
    if ARGS.control:
        check(f"{ARGS.control}: of {acked} acknowledged and {shown} shown changes the oracle finds what is wrong", acked > 0 and wrong,
              {what: len(cases) for what, cases in wrong.items()})
        print(f"# found: { {what: len(cases) for what, cases in wrong.items()} }")
        return
    check(f"{acked} acknowledged and {shown} shown changes: all is as it was told", acked > 0 and shown > 0 and not wrong,
          {what: cases[:5] for what, cases in wrong.items()})
    games = sum(host.plays for host in WORLD.hosts)
    read = time.monotonic()
    ended = unisono("verify", "--store", WORLD.engine.uri(), patience=1800)  # an hour of moves, replayed with the sanitizers
    print(f"# the oracle took {read - began:.0f} s, replaying {time.monotonic() - read:.0f} s")
    check(f"every log replays, {games} of them with games", ended.returncode == 0, ended)


def the_oracle_is_asked():
    """Whatever came before it: also where a storm broke off, what people were told holds."""
    try:
        WORLD.rest()
    except Exception:
        check("everybody leaves in order", False, traceback.format_exc())
    judge()


def control():
    from controls import CONTROLS
    CONTROLS[ARGS.control](WORLD)


signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # ends what was begun
try:
    for part in (WORLD.begin, WORLD.play, control if ARGS.control else storm, the_oracle_is_asked):
        try:
            part()
        except Exception:
            check(f"{part.__name__} runs to its end", False, traceback.format_exc())
            if part in (WORLD.begin, WORLD.play):
                break
finally:
    WORLD.close()
    report()
sys.exit(TAP.failed > 0)
