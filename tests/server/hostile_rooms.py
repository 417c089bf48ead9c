#!/usr/bin/env python3
"""What strangers, guests and the machine can do to the rooms of the real server, in TAP: a disk that fails under
running tables, and codes that are guessed.

usage: hostile_rooms.py UNISONO [--seconds N]

Without seconds each kind is tried once: a part of `make test`. With them everything is tried again and again
with new chance until the time is over, and the counts are told at the end: `make torture`.
"""
import argparse
import os
import random
import resource
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "net"))
from client import fetch, metric  # noqa: E402
from guests import Guest, ends_in_order, waits_for  # noqa: E402
from running import Place, Server, Tap  # noqa: E402


# ---- a disk that fails ----

def break_disk(server):
    """No file may grow any more: every write at the end of the log fails."""
    size = os.path.getsize(server.store + "-wal")
    _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, hard))


def mend_disk(server):
    _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))


def failing_disk(tap, unisono, folder, chance, tried):
    server = Server(unisono, folder)
    server.start()
    tables = []
    for i in range(chance.randint(2, 4)):
        host = Guest(server, f"host-{i}-")
        code = host.come_in()["welcome"]["room"]
        screen = Guest(server, f"screen-{i}-", code, screen=True)
        screen.come_in()
        tap.check(host.answered(host.do("sit", name="Ann")) == "ok", "a table is set")
        tables.append((host, screen, code))
    tap.check(fetch(server, "/healthz").status == 200, "a server that works is well")
    break_disk(server)
    asked = [host.do("add_bot", level="easy") for host, _, _ in tables]
    ill = waits_for(lambda: fetch(server, "/healthz"), lambda a: a.status == 503)
    tap.check(ill.status == 503 and b"store" in ill.body, "a disk that fails is an illness, with a reason", ill)
    for host, screen, _ in tables:
        for who in (host, screen):
            tap.check(who.until(lambda m: m.get("waits") is True) is not None, "everybody is told that the table waits",
                      who.heard)
    tap.check(waits_for(lambda: metric(server, "unisono_tables_waiting"), lambda n: n == len(tables)) == len(tables),
              "and the figures have it")
    late = Guest(server, "late-", tables[0][2])
    tap.check(late.until(lambda m: m.get("waits") is True) is not None, "who comes meanwhile is told too")
    time.sleep(chance.uniform(0, 2))
    tap.check(not any(who.hear() or who.ended for host, screen, _ in tables for who in (host, screen)),
              "nobody is sent away or told anything else")
    mend_disk(server)
    for (host, screen, _), n in zip(tables, asked):
        tap.check(host.answered(n) == "ok", "what was asked for happens when the disk works again", host.heard)
        tap.check(screen.until(lambda m: m.get("waits") is False) is not None, "and the table goes on", screen.heard)
        tried["orders held by a failing disk"] = tried.get("orders held by a failing disk", 0) + 1
    tap.check(late.come_in() is not None, "who came meanwhile is let in")
    well = waits_for(lambda: fetch(server, "/healthz"), lambda a: a.status == 200)
    tap.check(well.status == 200, "the server is well again", well)
    told = server.told()
    tap.check("store_fails" in told and "store_works" in told, "the log has both", told)
    server.kill()
    server.start()
    for host, _, code in tables:
        again = Guest(server, "again-", code)
        got = again.come_in()
        people = got["room"]["people"] if got else []
        tap.check(len(people) == 2, "and it is in the store, once", got)
    ends_in_order(tap, server, "a failing disk")


# ---- codes that are guessed ----

def guessing(tap, unisono, folder, chance, tried):
    server = Server(unisono, folder, store=":memory:")
    server.start()
    host = Guest(server, "host-")
    code = host.come_in()["welcome"]["room"]
    tap.check(host.answered(host.do("sit", name="Ann")) == "ok", "a table is open")
    endings = {}

    def enter(token, what):
        guest = Guest(server, token, what)
        guest.until(lambda m: "welcome" in m)
        ending = guest.ended or "in"
        guest.close()
        return ending
    for i in range(150):
        what = "".join(chance.choice("34679ACDEFGHJKMNPQRTWXY") for _ in range(chance.randint(5, 7)))
        if what == code:
            continue
        ending = enter(f"thief-{i}-", what)
        endings[ending] = endings.get(ending, 0) + 1
    tried["codes guessed"] = tried.get("codes guessed", 0) + sum(endings.values())
    tap.check(endings.get(4004, 0) <= 61 and endings.get(4029, 0) >= 80 and len(endings) == 2, "guesses come to an end", endings)
    tap.check(enter("thief-x-", code) == 4029, "and then the code of an open table says no more than a wrong one")
    tap.check(enter("host-", code) == "in", "who has been there comes back")
    tap.check(metric(server, "unisono_wrong_codes_total") == endings.get(4004), "the figures have the wrong codes")
    tap.check(metric(server, "unisono_guesses_refused_total") == endings.get(4029) + 1, "and those that were not looked at")
    tap.check(metric(server, "unisono_searched") == 0, "one address is no search")
    ends_in_order(tap, server, "guessing")


ATTACKS = [failing_disk, guessing]


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("unisono")
    arguments.add_argument("--seconds", type=float, default=0)
    arguments.add_argument("--seed", type=int, default=None)
    given = arguments.parse_args()
    tap, tried, rounds = Tap(), {}, 0
    begun = time.monotonic()
    seed = given.seed if given.seed is not None else (random.randrange(1 << 32) if given.seconds else 1)
    tap.note(f"seed {seed}")
    while True:
        for attack in ATTACKS:
            with Place() as folder:
                attack(tap, given.unisono, folder, random.Random(seed), tried)
        rounds += 1
        seed += 1
        if time.monotonic() - begun >= given.seconds:
            break
    for name, n in sorted(tried.items()):
        tap.note(f"{name}: {n}")
    tap.note(f"{rounds} rounds, {time.monotonic() - begun:.0f} s")
    tap.done()


main()
