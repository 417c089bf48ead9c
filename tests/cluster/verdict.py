#!/usr/bin/env python3
"""What make cluster-test says in the end: too long a silence is told, unless the machine had other work to do and it can be
shown; the oracle reads logs of any length; and whoever runs it is told by its status. In TAP.

usage: verdict.py SOURCE_ROOT
"""
import os
import subprocess
import sys
import time

ROOT = sys.argv[1]
for folder in ("tests/net", "tests/archive", "tests/store", "tests/cluster"):
    sys.path.insert(0, os.path.join(ROOT, folder))

import bounds  # noqa: E402
import oracle  # noqa: E402
from client import check, run  # noqa: E402
from processors import Processors, waits  # noqa: E402

SAID = []
bounds.check = lambda name, good, detail="": SAID.append((name, bool(good), detail))


class Table:
    def __init__(self, *silences):
        self.code, self.silences, self.diary, self.native_id = "AAAAAAA", list(silences), [(99.5, "asks for 7")], 42


class World:
    """Whose processes waited as long for a processor as is said."""

    def __init__(self, hosts, waited):
        self.hosts, self.wait, self.processors, self.asked = hosts, waited, self, []

    def waited(self, since, until, phones):
        self.asked.append((since, until, phones))
        return self.wait, {}

    def said(self):
        return ["node 2: gives its tables up"]


def judged(silences, waited, allowed=1, stuck=()):
    SAID.clear()
    world = World([Table((0.2, 50.0)), Table(*silences)], waited)
    judge = bounds.Bounds(world)
    judge.judge("drained", 90.0, allowed, list(stuck))
    return world, judge, [name for name, good, _ in SAID if not good]


def silences_are_judged():
    _, judge, wrong = judged([(0.9, 100.0), (7.0, 60.0)], 0)
    check("who was silent before a fault is not counted", not wrong and judge.worst["drained"] == 0.9, (wrong, judge.worst))
    world, judge, wrong = judged([(2.5, 101.0)], 1.2)
    check("too long a silence is told", len(wrong) == 1 and not judge.excused, wrong)
    check("with what the phone saw", "asks for 7" in SAID[0][2], SAID)
    check("and what nodes said", "gives its tables up" in SAID[0][2], SAID)
    check("and how long everybody waited for a processor meanwhile", world.asked == [(98.5, 101.0, 42)], world.asked)
    _, judge, wrong = judged([(2.5, 101.0)], 1.6)
    check("unless that explains it", not wrong and len(judge.excused) == 1, wrong)
    _, judge, wrong = judged([(0.1, 100.0)], 99, stuck=["AAAAAAA"])
    check("a table that never goes on is told whatever the machine does", len(wrong) == 1, wrong)
    SAID.clear()
    judge.excused = ["one", "two"]
    judge.tell()
    check("and a machine that is never quick enough judges nothing", SAID[-1][1] is False, SAID)


def queues_are_seen():
    spin = [sys.executable, "-c", "import os, time\nos.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\nend = time.monotonic() + 1.5\nwhile time.monotonic() < end: pass"]
    spinners = [subprocess.Popen(spin) for _ in range(3)]
    seen = Processors(lambda: {"spinners": [spinner.pid for spinner in spinners], "nobody": []})
    time.sleep(0.3)
    seen.sample()
    began = time.monotonic()
    time.sleep(1)
    until = time.monotonic()
    waited, where = seen.waited(began, until)
    alone, _ = seen.waited(began, until, spinners=spinners[1].pid)
    nobody, _ = seen.waited(began, until, spinners=1)
    for spinner in spinners:
        spinner.wait()
    check("three who want one processor for a second wait for it", 0.4 < waited <= until - began and where["nobody"] == 0, where)
    check("each of them", 0.2 < alone <= waited and nobody == 0, (alone, nobody))
    check("and one that has ended waits for nothing", waits(spinners[0].pid) == {}, waits(spinners[0].pid))


class Log:
    """A server with one table; entries are what SQL would give."""

    def __init__(self, numbers):
        self.entries, self.asked = [(seq, b'{"base":0,"change":"change","by":1,"n":%d}\n' % n) for seq, n in enumerate(numbers, 1)], 0

    def ask(self, sql):
        self.asked += 1
        if "from unisono.room" in sql:
            return "AAAAAAA 5"
        after = int(sql.split("seq > ")[1].split()[0])
        return "\n".join(f"{seq} 16 {body.hex()}" for seq, body in self.entries[after:after + oracle.PAGE])


class Host:
    def __init__(self, acked, refused=(), shown=()):
        self.code, self.acked, self.refused, self.shown = "AAAAAAA", set(acked), set(refused), set(shown)


def logs_of_any_length_are_read():
    most = 2 * oracle.PAGE + 7
    server = Log(range(1, most + 1))
    check("nothing is wrong with a long log", oracle.wrongs(server, [Host(range(1, most + 1))], []) == {})
    check("which is read in parts", server.asked == 4, server.asked)
    wrong = oracle.wrongs(Log([*range(1, most), most - 1]), [Host([most], refused=[3], shown=[most + 1])], [])
    check("and what is wrong at its end is found", sorted(wrong) == ["acknowledged, and not in the log", "in the log twice", "refused, and in the log",
                                                                      "shown, and not in the log"], wrong)
    server.entries[most - 2:] = [(most + 5, server.entries[-1][1])]
    check("also a gap", "a log with a gap" in oracle.wrongs(server, [Host([])], []))


def it_is_told_by_the_status():
    ended = subprocess.run([sys.executable, os.path.join(ROOT, "tests/cluster/faults.py"), "/nonexistent", ROOT, "--faults", "1"],
                           capture_output=True, text=True, check=False, timeout=120)
    check("a run that cannot begin ends with a failure", ended.returncode == 1 and "not ok 1 - begin runs to its end" in ended.stdout, ended)


run([silences_are_judged, queues_are_seen, logs_of_any_length_are_read, it_is_told_by_the_status])
