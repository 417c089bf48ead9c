#!/usr/bin/env python3
"""Figures of several nodes over a PostgreSQL quorum, one line of JSON each.

What a table costs on three nodes, in processor time of all of them for a move, next to one node over the same database: with
a balancer that leads everybody of a table to the same node, and with one that does not (HAProxy, round robin). The three take
turns, and the middle of the rounds counts. And how long it takes until two hundred tables of a node that was killed are taken
over, counted from the end of its lease.

usage: cluster.py UNISONO [FIGURE…]
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
for folder in ("tests/net", "tests/archive", "tests/store"):
    sys.path.insert(0, os.path.join(ROOT, folder))

import rooms  # noqa: E402
from client import metric  # noqa: E402
from postgres import Engine, free_port  # noqa: E402
from rooms import Guest, Serve, unisono  # noqa: E402

UNISONO = os.path.abspath(sys.argv[1])
rooms.PROGRAM = UNISONO
ROUNDS, TABLES, WARM, MEASURED = 3, 60, 3, 6
LEASE = 3.0
HAPROXY = shutil.which("haproxy") or "/usr/sbin/haproxy"


class Cluster:
    def __init__(self, nodes):
        self.folder = tempfile.mkdtemp()
        self.engine = Engine(standbys=2)
        self.nodes, self.balancer = [], None
        unisono("store", "init", "--store", self.engine.uri())
        for number in range(nodes):
            place = os.path.join(self.folder, str(number))
            os.makedirs(place)
            self.nodes.append(Serve(UNISONO, self.engine.uri(), place, "--peer", f"127.0.0.1:{free_port()}", "--trusted-proxy", "127.0.0.1",
                                    "--messages", "1000", "--address-rooms", "100000", "--guest-changes", "1000000"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for node in self.nodes:
            node.process.kill()
            node.process.wait()
        if self.balancer:
            self.balancer.kill()
            self.balancer.wait()
        self.engine.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def balance(self, how):
        """HAProxy before the nodes; its port."""
        port = free_port()
        with open(os.path.join(ROOT, "contrib/cluster/haproxy.cfg"), encoding="utf-8") as text:
            config = text.read()
        config = config.replace("bind :8080", f"bind 127.0.0.1:{port}").replace("balance url_param r", f"balance {how}")
        config = config.replace("    hash-type consistent\n", "")
        for number, node in enumerate(self.nodes):
            config = config.replace(f"10.0.0.{number + 1}:8081", f"127.0.0.1:{node.port}")
        path = os.path.join(self.folder, "haproxy.cfg")
        with open(path, "w", encoding="utf-8") as out:
            out.write(config)
        self.balancer = subprocess.Popen([HAPROXY, "-q", "-db", "-f", path], stderr=subprocess.DEVNULL)
        time.sleep(2)  # until it has asked each node twice
        return port

    def sum(self, name):
        return sum(metric(node, name) for node in self.nodes)

    def cpu(self):
        """Seconds of processor of all nodes so far."""
        total = 0
        for node in self.nodes:
            with open(f"/proc/{node.process.pid}/stat", encoding="utf-8") as text:
                total += sum(int(n) for n in text.read().rpartition(")")[2].split()[11:13])
        return total / os.sysconf("SC_CLK_TCK")


def cost(cluster, ports):
    """Microseconds of processor for a move, of all nodes together."""
    loads = [subprocess.Popen([UNISONO, "load", "--url", f"ws://127.0.0.1:{port}/ws", "--rooms", str(TABLES // len(ports)), "--think-ms", "200..600",
                               "--seconds", str(WARM + MEASURED + 4), "--seed", str(number + 1), "--json"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) for number, port in enumerate(ports)]
    time.sleep(WARM)
    moves, used = cluster.sum("unisono_moves_total"), cluster.cpu()
    time.sleep(MEASURED)
    moves, used = cluster.sum("unisono_moves_total") - moves, cluster.cpu() - used
    lines = cluster.sum("unisono_lines_out")
    violations = sum(json.loads(load.communicate()[0] or '{"violations":-1}')["violations"] for load in loads)
    return {"us": used * 1e6 / max(1, moves), "moves_per_second": moves / MEASURED, "lines": lines, "violations": violations}


def processor():
    turns = {"one": [], "hashed": [], "unhashed": []}
    for _ in range(ROUNDS):
        with Cluster(1) as cluster:
            turns["one"].append(cost(cluster, [cluster.nodes[0].port]))
        with Cluster(3) as cluster:
            turns["hashed"].append(cost(cluster, [node.port for node in cluster.nodes]))
        with Cluster(3) as cluster:
            turns["unhashed"].append(cost(cluster, [cluster.balance("roundrobin")]))
    for how, goal in (("hashed", 1.5), ("unhashed", 2.5)):
        ratios = sorted(many["us"] / one["us"] for one, many in zip(turns["one"], turns[how]))
        middle = turns[how][0]
        print(json.dumps({"bench": f"cluster_cpu_{how}", "rooms": TABLES, "nodes": 3, "times": round(ratios[ROUNDS // 2], 2),
                          "all": [round(ratio, 2) for ratio in ratios], "cpu_us_per_move": round(middle["us"]),
                          "one_node_us_per_move": round(turns["one"][0]["us"]), "moves_per_second": round(middle["moves_per_second"]),
                          "lines": middle["lines"], "violations": sum(turn["violations"] for turn in turns[how]), "goal": goal}), flush=True)


def seated(cluster, tables):
    """So many tables of the first node, each with a host there and somebody at one of the other nodes."""
    a, *rest = cluster.nodes
    hosts = [Guest(a, f"host{n}", create={"language": "en"}) for n in range(tables)]
    return hosts, [Guest(rest[n % 2], f"other{n}", room=host.code) for n, host in enumerate(hosts)]


def takeover():
    tables = 200
    with Cluster(3) as cluster:
        a, b, c = cluster.nodes
        _hosts, others = seated(cluster, tables)
        cluster.nodes = [b, c]
        a.process.kill()
        began = time.monotonic()
        a.process.wait()
        while cluster.sum("unisono_tables_claimed_total") < tables and time.monotonic() < began + 30:
            time.sleep(0.02)
        seconds = time.monotonic() - began
        for other in others:
            other.until("welcome")
        print(json.dumps({"bench": "cluster_takeover", "rooms": tables, "seconds_after_the_kill": round(seconds, 2),
                          "seconds_after_the_lease": round(max(0, seconds - LEASE), 2), "all_shown_after": round(time.monotonic() - began, 2),
                          "goal": 3}), flush=True)


def drained():
    tables = 200
    with Cluster(3) as cluster:
        a = cluster.nodes[0]
        hosts, others = seated(cluster, tables)
        a.process.terminate()
        began = time.monotonic()
        for other in others:
            other.until("welcome")
        for host in hosts:
            host.until("welcome")
        print(json.dumps({"bench": "cluster_drain", "rooms": tables, "all_shown_after": round(time.monotonic() - began, 2), "goal": 1}), flush=True)


FIGURES = {"processor": processor, "takeover": takeover, "drained": drained}
for figure in sys.argv[2:] or FIGURES:
    FIGURES[figure]()
