#!/usr/bin/env python3
"""contrib/cluster/try, which is `make cluster`: people play through HAProxy while a server stops, one is killed and the
database fails over by pg_auto_failover; then it is interrupted, and nothing is left. In TAP.

usage: try.py UNISONO SOURCE_ROOT
"""
import json
import os
import re
import signal
import subprocess
import sys
import time

PROGRAM, ROOT = sys.argv[1], sys.argv[2]
for folder in ("tests/net", "tests/archive", "tests/cluster"):
    sys.path.insert(0, os.path.join(ROOT, folder))

import rooms  # noqa: E402
from client import check, fetch, run  # noqa: E402
from processors import Processors  # noqa: E402
from rooms import Guest, unisono  # noqa: E402

rooms.PROGRAM = PROGRAM


class Front:
    """HAProxy, as what Guest connects to."""

    def __init__(self, port):
        self.port = port


class Player:
    """Changes one thing after the other, and comes back when the line is cut."""

    def __init__(self, front, token, **hello):
        self.front, self.token, self.guest, self.trouble = front, token, Guest(front, token, **hello), None
        self.code = self.guest.code

    def turn(self, patience):
        """How long until the next change is acknowledged."""
        began = time.monotonic()
        while time.monotonic() < began + patience:
            try:
                if not self.guest:
                    self.guest = Guest(self.front, self.token, room=self.code)
                self.guest.do("language", language=("en", "de", "fr")[self.guest.n % 3])
                return time.monotonic() - began
            except (OSError, EOFError, TypeError, AssertionError, ValueError) as error:
                self.guest, self.trouble = None, error
                time.sleep(0.1)
        return patience


def cluster():
    with open(os.path.join(FOLDER, "cluster.json"), encoding="utf-8") as text:
        return json.load(text)


def begin():
    global FRONT, FOLDER
    said = ""
    while "Ctrl-C" not in said:
        line = TRIAL.stdout.readline()
        assert line, said
        said += line
    FRONT = Front(int(re.search(r"http://localhost:(\d+)/", said).group(1)))
    FOLDER = re.search(r"folder +(\S+)", said).group(1)
    check("it tells its address", fetch(FRONT, "/").status == 200)
    ended = unisono("cluster", "status", "--store", cluster()["store"])
    check("three nodes over a quorum", ended.returncode == 0 and ended.stdout.count(" alive ") == 3 and ended.stdout.count(" quorum ") == 2, ended)


def people_play():
    global ANN, BEN
    ANN = Player(FRONT, "ann", create={"language": "en"})
    ANN.guest.do("sit", name="Ann")
    BEN = Player(FRONT, "ben", room=ANN.code)
    BEN.guest.do("sit", name="Ben")
    check("two people meet at a table", sorted(p["name"] for p in BEN.guest.room["people"]) == ["Ann", "Ben"])


def servers_end():
    """One that stops is a blink. What stood in the queue for a processor meanwhile is not counted."""
    processors = Processors(lambda: {"phone": [os.getpid()], "nodes": list(cluster()["nodes"].values())})
    processors.start()
    for how, allowed in ((signal.SIGTERM, 1), (signal.SIGKILL, 5)):
        longest, waited = 0, 0
        for name, pid in cluster()["nodes"].items():
            os.kill(pid, how)
            began = time.monotonic()
            while time.monotonic() < began + 5 or (cluster()["nodes"][name] == pid and time.monotonic() < began + 20):
                asked = time.monotonic()
                took = ANN.turn(30)
                if took > longest:
                    longest, waited = took, processors.waited(asked, asked + took)[0]
                time.sleep(0.5)  # a guest may change a room sixty times a minute
        check(f"each server ends by signal {int(how)}, and the table goes on within {allowed} s", longest - waited < allowed, (longest, waited, ANN.trouble))
    processors.over.set()


def the_database_fails_over():
    folder = next(os.path.join(FOLDER, name) for name in ("db1", "db2", "db3")
                  if not os.path.exists(os.path.join(FOLDER, name, "standby.signal")))
    with open(os.path.join(folder, "postmaster.pid"), encoding="utf-8") as text:
        postmaster = int(text.readline())
    with open(f"/proc/{postmaster}/stat", encoding="utf-8") as text:
        keeper = int(text.read().rpartition(")")[2].split()[1])
    with open(f"/proc/{keeper}/stat", encoding="utf-8") as text:
        above = int(text.read().rpartition(")")[2].split()[1])
    os.killpg(above if above > 1 else keeper, signal.SIGKILL)  # the machine is gone
    try:
        os.killpg(postmaster, signal.SIGKILL)
    except ProcessLookupError:
        pass
    began, ended = time.monotonic(), None
    while time.monotonic() < began + 60 and not (ended and ended.returncode == 0 and " quorum " in ended.stdout):
        time.sleep(1)
        ended = unisono("cluster", "status", "--store", cluster()["store"])
    longest = ANN.turn(60)
    check("a table goes on after the database has failed over", longest < 10, (longest, ANN.trouble))
    check("on what was a standby", ended.returncode == 0 and " quorum " in ended.stdout, ended)
    ended = unisono("verify", "--store", cluster()["store"])
    check("every log is sound", ended.returncode == 0 and " 0 problems" in ended.stdout, ended)


def it_ends():
    processes = [cluster()["nodes"][name] for name in cluster()["nodes"]]
    TRIAL.send_signal(signal.SIGINT)
    check("it ends when it is interrupted", TRIAL.wait(40) == 0, TRIAL.returncode)
    alive = [pid for pid in processes if os.path.exists(f"/proc/{pid}")]
    left = subprocess.run(["pgrep", "-f", FOLDER], capture_output=True, text=True, check=False).stdout.split()
    check("and leaves nothing behind", not alive and not left and not os.path.exists(FOLDER), (alive, left))


FRONT = FOLDER = ANN = BEN = None
TRIAL = subprocess.Popen([os.path.join(ROOT, "contrib/cluster/try"), PROGRAM, "--port", "0", "--lexicon", "/nonexistent"],
                         stdout=subprocess.PIPE, text=True)
try:
    run([begin, people_play, servers_end, the_database_fails_over, it_ends])
finally:
    if TRIAL.poll() is None:
        TRIAL.send_signal(signal.SIGINT)
        TRIAL.wait(60)
