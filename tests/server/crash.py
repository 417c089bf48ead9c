#!/usr/bin/env python3
"""The crash test, in TAP: tables under load, the server killed again and again on the same file.

`unisono load --survive` is at the tables: everybody comes back after each kill and objects to
whatever was acknowledged and is gone, was applied twice, or is shown otherwise than the facts say.
At the end the file itself is read and compared with the ledger of what was acknowledged. The same
test must object to stores that lie.

usage: crash.py UNISONO [--kills N] [--seconds N]          kills until both are reached; 50 of them unless told
"""
import argparse
import json
import os
import random
import sqlite3
import time

from driving import PLAYERS, ROOMS, Driver, compare, entries, replays
from running import Place, Server, Tap


def crash(tap, unisono, seed, kills, seconds):
    begun, killed = time.monotonic(), 0
    chance = random.Random(seed)
    with Place() as folder:
        server = Server(unisono, folder)
        server.start()
        people = Driver(server, folder, seed)
        while people.alive() and (killed < kills or time.monotonic() < begun + seconds):
            people.await_more(chance.choice((0, 1, 3, 8, 15)))
            server.kill()
            server.start()
            killed += 1
        people.await_more(5 * ROOMS * PLAYERS)
        code, figures, objections = people.finish()
        stopped = server.stop()
        ledger = people.acknowledged()
        rooms, logs = entries(server.store)
        tap.note(f"{killed} kills, {len(ledger)} actions, {figures.get('arrivals')} arrivals, "
                 f"{figures.get('checks')} views, {figures.get('games')} games")
        tap.check("nobody has anything to object", code == 0, objections)
        tap.check("everybody is in their seat", figures.get("people") == ROOMS * PLAYERS, figures)
        tap.check("they have met restarts and looked at views",
                  figures.get("restarts", 0) > 0 and figures.get("checks", 0) > 0, figures)
        wrong = list(compare(ledger, rooms))
        tap.check("the file has everything once", ledger and not wrong, "\n".join(wrong[:9]))
        wrong = list(replays(unisono, logs, folder))
        tap.check("every game in the file can be replayed", logs and not wrong, "\n".join(wrong[:3]))
        told = server.told()
        tap.check("the server stops in good order", stopped == 0 and "Sanitizer" not in told, told)
        tap.note(f"kills under load: {killed}")
        tap.note(f"actions acknowledged, and found in the file once: {len(ledger)}")


def lose_tails(path):
    """A disk that forgets what it had confirmed: the last three actions of every room. The very last may have been
    killed before anybody was told of it."""
    with sqlite3.connect(path) as db:
        last = {}
        for room, seq, body in db.execute("select room, seq, body from entry order by seq"):
            if "by" in json.loads(bytes(body).decode().splitlines()[0]):
                last.setdefault(room, []).append(seq)
        for room, seqs in last.items():
            db.execute("delete from entry where room = ? and seq >= ?", (room, seqs[-3:][0]))
    os.remove(path + "-alive")  # or the next start would notice it before anybody plays
    return len(last)


def liar(tap, unisono, name, store, between):
    """The same people at a store that lies must object."""
    with Place() as folder:
        server = Server(unisono, folder, store)
        server.start()
        people = Driver(server, folder, 7)
        people.await_more(40)
        server.kill()
        between(server)
        server.start()
        people.await_objection()
        code, _, objections = people.finish()
        server.kill()
        tap.check(name, code == 1 and "violation" in objections, f"exit code {code}\n{objections}")


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("unisono")
    arguments.add_argument("--kills", type=int, default=50)
    arguments.add_argument("--seconds", type=float, default=0)
    given = arguments.parse_args()
    tap, seed = Tap(), random.randrange(1 << 32) if given.seconds else 20
    tap.note(f"seed {seed}")
    crash(tap, given.unisono, seed, given.kills, given.seconds)
    liar(tap, given.unisono, "a store in memory is found out", ":memory:", lambda server: None)
    liar(tap, given.unisono, "a disk that loses its last writes is found out", None,
         lambda server: lose_tails(server.store))
    tap.done()


main()
