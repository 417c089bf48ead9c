#!/usr/bin/env python3
"""What strangers, guests and the machine can do to the rooms of the real server, in TAP: a disk that fails under
running tables, codes that are guessed, and messages that make no sense from people who come, knock, are shown out and
come back.

usage: hostile_rooms.py UNISONO [--seconds N]

Without seconds each kind is tried once: a part of `make test`. With them everything is tried again and again
with new chance until the time is over, and the counts are told at the end: `make torture`.
"""
import argparse
import json
import os
import random
import resource
import subprocess
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


# ---- anything, by anybody ----

WORDS = ["", "Ann", "Ben", "A\u200dnn", "\u0410nn", "x" * 19, "x" * 500, "\u3164", "\ud83d\ude00", "en", "easy", "onemind", "true", "0",
         None, True, -1, 0, 1, 2, 3, 7, 13, 14, 255, 65536, 1 << 53, 1.5, [], [1], {}, {"a": 1}]
ORDERS = ["sit", "change", "rise", "greet", "add_bot", "set_bot", "remove", "show_out", "let_in", "move", "youngest", "hand_over",
          "lock", "choose", "set", "language", "start", "pause", "resume", "skip", "bot_for", "again", "harder", "lobby", "nothing"]
ARGUMENTS = ["name", "mark", "player", "visitor", "level", "to", "on", "game", "option", "value", "language", "seat", "odd"]


def anything_to_say(chance, n):
    given = {name: chance.choice(WORDS) for name in chance.sample(ARGUMENTS, chance.randrange(4))}
    kind = chance.randrange(12)
    if kind < 6:
        number = n if chance.random() < 0.9 else chance.choice([0, 1, -1, 1 << 31, 1 << 40, "1"])
        return {"n": number, "do": chance.choice(ORDERS), **({"with": given} if chance.random() < 0.9 else {})}
    if kind == 6:
        return {"n": n, "play": chance.choice(["write", "choose", "vote", "tick", "open", ""]), "with": given, "seat": chance.choice(WORDS)}
    if kind == 7:
        return {"knock": chance.choice(WORDS)}
    if kind == 8:
        return {"ask": chance.choice(["history", "hint", "", 1]), "tag": chance.choice(WORDS)}
    if kind == 9:
        return chance.choice([{"say": chance.choice(WORDS)}, {"live": "place", "with": given}, {"try": "write", "tag": 1, "with": given}])
    if kind == 10:
        return {"hello": 1, "token": "t" * 40, "room": chance.choice(WORDS)}
    return chance.choice([{"ping": chance.choice(WORDS)}, {}, [], 5, "x", {"n": 1}, {"do": "sit"}])


def anything(tap, unisono, folder, chance, tried, times=500):
    server = Server(unisono, folder, flags=["--bot-hurry", "100"])
    server.start()
    beside = Guest(server, "beside-")
    beside.come_in()
    tap.check(beside.answered(beside.do("sit", name="Zoe")) == "ok", "somebody sits at another table")
    host = Guest(server, "host-")
    code, guests, said, kept = host.come_in()["welcome"]["room"], [host], 0, {}
    host.answered(host.do("sit", name="Ann"))
    tokens = [f"token-{i}-" for i in range(9)] + ["host-"]
    for i in range(times):
        if len(guests) < 10 or chance.random() < 0.03:
            gone = guests.pop(chance.randrange(len(guests))) if len(guests) >= 10 else None
            if gone:
                gone.close()
            # With a token of before, which may have been shown out, or a new one.
            token = chance.choice(tokens) if chance.random() < 0.8 else f"new-{i}-"
            guests.append(Guest(server, token, code, **({"screen": True} if chance.random() < 0.1 else {})))
        one = chance.choice(guests)
        one.n += 1
        try:
            one.socket.send(json.dumps(anything_to_say(chance, one.n)))
            said += 1
        except OSError:
            one.ended = one.ended or "cut"
        while one.hear():
            pass
        one.heard.clear()
        if one.ended:
            kept[one.ended] = kept.get(one.ended, 0) + 1
            one.close()
            guests.remove(one)
        if server.process.poll() is not None:
            break
    tap.check(server.process.poll() is None, "the server lives", server.told())
    tap.check(beside.answered(beside.do("add_bot", level="easy")) == "ok", "and the other table goes on")
    tap.check(not set(kept) - {4000, 4004, 4008, 4009, 1013, 1008, 4029}, "whoever is hung up on is told why", kept)
    for one in guests:
        one.close()
    server.kill()
    server.start()
    again = Guest(server, "host-", code)
    tap.check(again.come_in() or again.ended == 4008, "the room can be read again", again.ended)
    ends_in_order(tap, server, "anything")
    verify = subprocess.run([unisono, "verify", "--store", server.store], capture_output=True, text=True, check=False)
    tap.check(verify.returncode == 0, "and its log is one that this program would write", verify.stdout + verify.stderr)
    tried["messages of any kind, by anybody"] = tried.get("messages of any kind, by anybody", 0) + said


ATTACKS = [failing_disk, guessing, anything]


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
