#!/usr/bin/env python3
"""The crash test, in TAP: tables under load, the server killed again and again on the same file.

`unisono load --survive` is at the tables: everybody comes back after each kill and objects to
whatever was acknowledged and is gone, was applied twice, or is shown otherwise than the facts say.
At the end the file itself is read and compared with the ledger of what was acknowledged. The same
test must object to stores that lie.

usage: crash.py UNISONO [KILLS]
"""
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time

from running import Place, Server, Tap

UNISONO = sys.argv[1]
KILLS = int(sys.argv[2]) if len(sys.argv) > 2 else 50
ROOMS, PLAYERS = 5, 4


class Driver:
    """People at the tables, and the ledger of what was acknowledged to them."""

    def __init__(self, server, folder, seed):
        self.ledger = os.path.join(folder, "ledger")
        self.errors = open(os.path.join(folder, "load.log"), "w+b")
        self.process = subprocess.Popen(
            [UNISONO, "load", "--url", server.url, "--rooms", str(ROOMS), "--players", str(PLAYERS),
             "--game", "all", "--think-ms", "0..10", "--seconds", "600", "--survive", "--ledger",
             self.ledger, "--seed", str(seed), "--json"],
            stdout=subprocess.PIPE, stderr=self.errors)

    def acknowledged(self):
        """Lines of the ledger that are whole."""
        if not os.path.exists(self.ledger):
            return []
        with open(self.ledger, encoding="ascii") as text:
            return text.read().split("\n")[:-1]

    def alive(self):
        return self.process.poll() is None

    def await_more(self, count):
        """Until so many more actions were acknowledged, or nobody is there to make them."""
        target = len(self.acknowledged()) + count
        while count and self.alive() and len(self.acknowledged()) < target:
            time.sleep(0.003)

    def await_objection(self):
        """Until somebody objects; how long it may take is for the test's own time limit to say."""
        while self.alive() and not os.path.getsize(self.errors.name):
            time.sleep(0.003)

    def finish(self):
        """Lets everybody settle; exit code, figures and what they objected to."""
        self.process.send_signal(signal.SIGTERM)
        out, _ = self.process.communicate(timeout=90)
        self.errors.seek(0)
        return self.process.returncode, json.loads(out or b"{}"), self.errors.read().decode()


def entries(path):
    """Of a store: {code of a room: [(guest, n, what)]} in the order of its log, and its logs."""
    rooms, logs = {}, {}
    with sqlite3.connect(path) as db:
        for room, body in db.execute("select room, body from entry order by room, seq"):
            for line in bytes(body).decode().splitlines():
                if line.startswith(('{"unisono"', '{"seq"')):
                    logs.setdefault(room, []).append(line)
                    continue
                item = json.loads(line)  # the head of a change, or a fact
                if item.get("is") == "room_opened":
                    rooms[room] = (item["code"], [])
                if item.get("is") == "game_began":
                    logs[room] = []
                if "by" in item:
                    rooms[room][1].append((item["by"], item["n"]))
    return dict(rooms.values()), [log for log in logs.values() if log]


def compare(ledger, rooms):
    """What does not fit between the ledger and the file."""
    for code, actions in rooms.items():
        last = {}
        for guest, n in actions:
            if n <= last.get(guest, 0):
                yield f"{code}: {n} of guest {guest} after {last[guest]}"
            last[guest] = n
    stored = {(code, guest, n) for code, actions in rooms.items() for guest, n in actions}
    for line in ledger:
        code, guest, n = line.split()
        if (code, int(guest), int(n)) not in stored:
            yield f"{line} was acknowledged and is not in the file"


def replays(logs, folder):
    """Whether the program itself can read every running game."""
    for log in logs:
        path = os.path.join(folder, "game.log")
        with open(path, "w", encoding="utf-8") as text:
            text.write("\n".join(log) + "\n")
        run = subprocess.run([UNISONO, "replay", path], capture_output=True, text=True)
        if run.returncode != 0:
            yield run.stderr


def crash(tap, seed):
    chance = random.Random(seed)
    with Place() as folder:
        server = Server(UNISONO, folder)
        server.start()
        people = Driver(server, folder, seed)
        for _ in range(KILLS):
            people.await_more(chance.choice((0, 1, 3, 8, 15)))
            server.kill()
            server.start()
        people.await_more(5 * ROOMS * PLAYERS)
        code, figures, objections = people.finish()
        stopped = server.stop()
        ledger = people.acknowledged()
        rooms, logs = entries(server.store)
        tap.note(f"{KILLS} kills, {len(ledger)} actions, {figures.get('arrivals')} arrivals, "
                 f"{figures.get('checks')} views, {figures.get('games')} games")
        tap.check(code == 0, "nobody has anything to object", objections)
        tap.check(figures.get("people") == ROOMS * PLAYERS, "everybody is in their seat", figures)
        tap.check(figures.get("restarts", 0) > 0 and figures.get("checks", 0) > 0,
                  "they have met restarts and looked at views", figures)
        wrong = list(compare(ledger, rooms))
        tap.check(ledger and not wrong, "the file has everything once", "\n".join(wrong[:9]))
        wrong = list(replays(logs, folder))
        tap.check(logs and not wrong, "every game in the file can be replayed", "\n".join(wrong[:3]))
        tap.check(stopped == 0, "the server stops in good order", server.told())


def lose_tails(path):
    """A disk that forgets what it had confirmed: the last action of every room."""
    with sqlite3.connect(path) as db:
        last = {}
        for room, seq, body in db.execute("select room, seq, body from entry order by seq"):
            if "by" in json.loads(bytes(body).decode().splitlines()[0]):
                last[room] = seq
        for room, seq in last.items():
            db.execute("delete from entry where room = ? and seq >= ?", (room, seq))
    os.remove(path + "-alive")  # or the next start would notice it before anybody plays
    return len(last)


def liar(tap, name, store, between):
    """The same people at a store that lies must object."""
    with Place() as folder:
        server = Server(UNISONO, folder, store)
        server.start()
        people = Driver(server, folder, 7)
        people.await_more(40)
        server.kill()
        between(server)
        server.start()
        people.await_objection()
        code, _, objections = people.finish()
        server.kill()
        tap.check(code == 1 and "violation" in objections, name, f"exit code {code}\n{objections}")


def main():
    tap = Tap()
    crash(tap, 20)
    liar(tap, "a store in memory is found out", ":memory:", lambda server: None)
    liar(tap, "a disk that loses its last writes is found out", None,
         lambda server: lose_tails(server.store))
    tap.done()


main()
