#!/usr/bin/env python3
"""What strangers, guests and the machine can do to the rooms of the real server, in TAP: a disk that fails under
running tables, codes that are guessed, and messages that make no sense from people who come, knock, are shown out and
come back.

usage: hostile_rooms.py UNISONO [--seconds N]

Without seconds each kind is tried once: a part of `make test`. With them everything is tried again and again
with new chance until the time is over, and the counts are told at the end: `make torture`.
"""
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
from running import HostileRun, Place, Server  # noqa: E402


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
        tap.check("a table is set", host.answered(host.do("sit", name="Ann")) == "ok")
        tables.append((host, screen, code))
    tap.check("a server that works is well", fetch(server, "/healthz").status == 200)
    break_disk(server)
    asked = [host.do("add_bot", level="easy") for host, _, _ in tables]
    ill = waits_for(lambda: fetch(server, "/healthz"), lambda a: a.status == 503)
    tap.check("a disk that fails is an illness, with a reason", ill.status == 503 and b"store" in ill.body, ill)
    for host, screen, _ in tables:
        for who in (host, screen):
            tap.check("everybody is told that the table waits", who.until(lambda m: m.get("waits") is True) is not None,
                      who.heard)
    tap.check("and the figures have it",
              waits_for(lambda: metric(server, "unisono_tables_waiting"), lambda n: n == len(tables)) == len(tables))
    late = Guest(server, "late-", tables[0][2])
    tap.check("who comes meanwhile is told too", late.until(lambda m: m.get("waits") is True) is not None)
    time.sleep(chance.uniform(0, 2))
    tap.check("nobody is sent away or told anything else",
              not any(who.hear() or who.ended for host, screen, _ in tables for who in (host, screen)))
    mend_disk(server)
    for (host, screen, _), n in zip(tables, asked):
        tap.check("what was asked for happens when the disk works again", host.answered(n) == "ok", host.heard)
        tap.check("and the table goes on", screen.until(lambda m: m.get("waits") is False) is not None, screen.heard)
        tried["orders held by a failing disk"] = tried.get("orders held by a failing disk", 0) + 1
    tap.check("who came meanwhile is let in", late.come_in() is not None)
    well = waits_for(lambda: fetch(server, "/healthz"), lambda a: a.status == 200)
    tap.check("the server is well again", well.status == 200, well)
    told = server.told()
    tap.check("the log has both", "store_fails" in told and "store_works" in told, told)
    server.kill()
    server.start()
    for host, _, code in tables:
        again = Guest(server, "again-", code)
        got = again.come_in()
        people = got["room"]["people"] if got else []
        tap.check("and it is in the store, once", len(people) == 2, got)
    ends_in_order(tap, server, "a failing disk")


# ---- codes that are guessed ----

def guessing(tap, unisono, folder, chance, tried):
    server = Server(unisono, folder, store=":memory:")
    server.start()
    host = Guest(server, "host-")
    code = host.come_in()["welcome"]["room"]
    tap.check("a table is open", host.answered(host.do("sit", name="Ann")) == "ok")
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
    tap.check("guesses come to an end", endings.get(4004, 0) <= 61 and endings.get(4029, 0) >= 80 and len(endings) == 2, endings)
    tap.check("and then the code of an open table says no more than a wrong one", enter("thief-x-", code) == 4029)
    tap.check("who has been there comes back", enter("host-", code) == "in")
    tap.check("the figures have the wrong codes", metric(server, "unisono_wrong_codes_total") == endings.get(4004))
    tap.check("and those that were not looked at", metric(server, "unisono_guesses_refused_total") == endings.get(4029) + 1)
    tap.check("one address is no search", metric(server, "unisono_searched") == 0)
    ends_in_order(tap, server, "guessing")


# ---- somebody else's seat ----

def ask(one, what, **given):
    """The answer to a question."""
    one.tag = getattr(one, "tag", 0) + 1
    one.socket.send(json.dumps({"ask": what, "with": given, "tag": one.tag}))
    return one.until(lambda m: m.get("told") == one.tag)


def carried(tap, unisono, folder, chance, tried):
    """A seat goes to another device, and a thief on the same sofa tries whatever there is to get it."""
    server = Server(unisono, folder)
    server.start()
    ann = Guest(server, "ann-")
    code = ann.come_in()["welcome"]["room"]
    ann.answered(ann.do("sit", name="Ann"))
    ben = Guest(server, "ben-", code)
    ben.come_in()
    ben.answered(ben.do("sit", name="Ben"))
    thief = Guest(server, "thief-", code)
    people = thief.come_in()["room"]["people"]
    [his] = [one["player"] for one in people if one["name"] == "Ben"]
    tap.check("nobody has a ticket for another's player", ask(thief, "ticket", player=his).get("key") == "no_player")
    tap.check("or asks for one who is here", ask(thief, "claim", player=his).get("key") == "player_here")
    tap.check("or gives it", thief.answered(thief.do("give", visitor=1, player=his)) == "not_host")
    ticket = ask(ben, "ticket")["ticket"]
    for wrong in ("WWWWWWW", ticket[:-1], ticket + "3", "", " ", "x" * 500, ticket[::-1] if ticket[::-1] != ticket else "WWWWWW3"):
        tap.check("a wrong ticket is none", thief.answered(thief.do("take", ticket=wrong)) == "no_ticket", wrong)
    there = Guest(server, "there-")
    there.come_in()
    tap.check("nor is it one at another table", there.answered(there.do("take", ticket=ticket)) == "no_ticket")
    new = Guest(server, "new-", code, ticket=ticket)
    new.come_in()
    tap.check("the person comes with it", new.answered(new.do("take", ticket=ticket)) == "ok")
    tap.check("the old device is told", ben.until(lambda m: m.get("error", {}).get("key") == "moved") is not None, ben.ended)
    for again in range(2):
        tap.check("it is used up", thief.answered(thief.do("take", ticket=ticket)) == "no_ticket")
        old = Guest(server, "ben-", code)
        tap.check("the old token opens nothing", old.come_in() is None and old.ended == 4012, old.ended)
        if not again:
            server.kill()
            server.start()
            ann, new, thief = (Guest(server, token, code) for token in ("ann-", "new-", "thief-"))
            for one in (ann, new, thief):
                one.n = one.come_in()["welcome"]["n"]
    tried["seats carried, and tried to steal"] = tried.get("seats carried, and tried to steal", 0) + 1
    ends_in_order(tap, server, "somebody else's seat")
    verify = subprocess.run([unisono, "verify", "--store", server.store], capture_output=True, text=True, check=False)
    tap.check("its log is one that this program would write", verify.returncode == 0, verify.stdout + verify.stderr)


# ---- anything, by anybody ----

WORDS = ["", "Ann", "Ben", "A\u200dnn", "\u0410nn", "x" * 19, "x" * 500, "\u3164", "\ud83d\ude00", "en", "easy", "onemind", "true", "0",
         None, True, -1, 0, 1, 2, 3, 7, 13, 14, 255, 65536, 1 << 53, 1.5, [], [1], {}, {"a": 1}]
# What may be ordered and asked, and what for; a name stands for what is mostly said there.
ORDERS = {"sit": "name mark", "change": "player name mark", "rise": "player", "greet": "", "add_bot": "level", "set_bot": "player level",
          "remove": "player", "show_out": "visitor", "let_in": "visitor", "move": "player to", "swap": "player with", "mix": "", "learn": "player on",
          "youngest": "player", "hand_over": "player", "take": "ticket", "give": "visitor player", "second": "player", "lock": "on",
          "filter": "filter", "password": "password",
          "hide_code": "on", "veil": "word on", "places": "places", "choose": "game", "set": "option value", "language": "language",
          "clocks": "clocks", "keep_deck": "deck game kind", "use_deck": "deck use", "drop_deck": "deck", "start": "practice", "go": "",
          "pause": "", "resume": "", "skip": "seat", "bot_for": "player level", "again": "", "harder": "", "lobby": "", "nothing": ""}
ASKS = {"history": "", "hint": "language", "draft": "game kind of from cut text anew check", "deck": "deck from", "share": "deck", "borrow": "link",
        "tv": "code", "keepsakes": "", "forget": "link", "ticket": "player", "claim": "ticket", "decline": "ticket",
        "memory": "", "tonight": "", "picture": "", "keep": "on", "unkeep": "", "forget_person": "name",
        "same_person": "name to", "draws": "", "": ""}
TICKETS = ["WWWWWWW"]  # and those that were given
LIKELY = {"ticket": TICKETS, "name": ["Ann", "Ben", "Cleo", "Dan"],
          "level": ["easy", "normal", "hard"], "filter": ["off", "moderate", "strict"],
          "password": ["", "open sesame", "x"], "word": ["house", "boat", "Ann"], "game": ["onemind", "coordinates", "oneround", "letterdice"],
          "kind": ["words", "criteria", "start-words", "themes"], "option": ["referee", "pack", "vote_time"], "value": ["strict", "advise", "30"],
          "language": ["en", "de", "fr"], "clocks": ["on", "off", "slow"], "use": ["mix", "only", "off"], "code": ["AAAAA", "3467X"],
          "link": ["0" * 32, "0123456789abcdef" * 2],
          "text": ["@name Mine\n@language en\n\n", "".join(f"word {chr(97 + i)}{chr(98 + i)}\n" for i in range(24)), "\n", "a | b: c\n", "no end"]}
BOOLS, NUMBERS = ("on", "practice", "anew", "check"), (0, 1, 2, 3, 4, 5, 26)


def likely(chance, name):
    if name in BOOLS:
        return chance.random() < 0.5
    return chance.choice(LIKELY[name]) if name in LIKELY else chance.choice(NUMBERS)


def arguments_of(chance, names):
    """Mostly what fits, sometimes something missing, odd or too much."""
    given = {("level" if name == "filter" else name): likely(chance, name) for name in names.split()}
    if given and chance.random() < 0.15:
        given[chance.choice(list(given))] = chance.choice(WORDS)
    if given and chance.random() < 0.1:
        given.pop(chance.choice(list(given)))
    if chance.random() < 0.05:
        given["odd"] = chance.choice(WORDS)
    return given


def anything_to_say(chance, n):
    kind = chance.randrange(14)
    if kind < 6:
        number = n if chance.random() < 0.9 else chance.choice([0, 1, -1, 1 << 31, 1 << 40, "1"])
        order = chance.choice(list(ORDERS))
        return {"n": number, "do": order, "with": arguments_of(chance, ORDERS[order])}
    if kind == 6:
        return {"n": n, "play": chance.choice(["write", "choose", "vote", "tick", "open", ""]), "with": arguments_of(chance, "word on"),
                "seat": chance.choice(WORDS)}
    if kind == 7:
        return {"knock": chance.choice([*WORDS, "open sesame"])}
    if kind < 11:
        what = chance.choice(list(ASKS))
        return {"ask": what, "tag": chance.choice([1, 2, 3]) if chance.random() < 0.9 else chance.choice(WORDS),
                "with": arguments_of(chance, ASKS[what])}
    if kind == 11:
        given = arguments_of(chance, "word")
        return chance.choice([{"say": chance.choice(WORDS)}, {"react": chance.choice(WORDS)}, {"live": "place", "with": given},
                              {"try": "write", "tag": 1, "with": given}])
    if kind == 12:
        return chance.choice([{"hello": 1, "token": "t" * 40, "room": chance.choice(WORDS)}, {"hello": 1, "token": "t" * 40, "tv": True},
                              {"admin": 1, "token": chance.choice(WORDS)}])
    return chance.choice([{"ping": chance.choice(WORDS)}, {}, [], 5, "x", {"n": 1}, {"do": "sit"}])


def anything(tap, unisono, folder, chance, tried, times=500):
    server = Server(unisono, folder, flags=["--bot-hurry", "100"])
    server.start()
    beside = Guest(server, "beside-")
    beside.come_in()
    tap.check("somebody sits at another table", beside.answered(beside.do("sit", name="Zoe")) == "ok")
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
            pass  # it was hung up on; what it was told before that is still to be heard
        while one.hear():
            pass
        TICKETS.extend(told["ticket"] for told in one.heard if "ticket" in told)
        if TICKETS[1:] and chance.random() < 0.02:
            one.socket.send(json.dumps({"n": one.n + 1, "do": "take", "with": {"ticket": TICKETS[-1]}}))
            one.n += 1
        one.heard.clear()
        if one.ended:
            kept[one.ended] = kept.get(one.ended, 0) + 1
            one.close()
            guests.remove(one)
        if server.process.poll() is not None:
            break
    tap.check("the server lives", server.process.poll() is None, server.told())
    tap.check("and the other table goes on", beside.answered(beside.do("add_bot", level="easy")) == "ok")
    tap.check("whoever is hung up on is told why", not set(kept) - {4000, 4003, 4004, 4008, 4009, 4012, 1013, 1008, 4029}, kept)
    for one in guests:
        one.close()
    server.kill()
    server.start()
    again = Guest(server, "host-", code)
    tap.check("the room can be read again", again.come_in() or again.ended in (4008, 4012), again.ended)
    ends_in_order(tap, server, "anything")
    verify = subprocess.run([unisono, "verify", "--store", server.store], capture_output=True, text=True, check=False)
    tap.check("and its log is one that this program would write", verify.returncode == 0, verify.stdout + verify.stderr)
    tried["messages of any kind, by anybody"] = tried.get("messages of any kind, by anybody", 0) + said


ATTACKS = [failing_disk, guessing, carried, anything]


def main():
    run, rounds = HostileRun(), 0
    while True:
        for attack in ATTACKS:
            with Place() as folder:
                attack(run.tap, run.unisono, folder, random.Random(run.seed + rounds), run.tried)
        rounds += 1
        if run.passed() >= run.seconds:
            break
    run.end(f"{rounds} rounds, ")


main()
