#!/usr/bin/env python3
"""Bad luck with the machine, in TAP: a disk that fails, is full or slow, a clock that is set, power cuts and frozen
processes under running tables, and stores whose bytes were damaged.

usage: hostile_machine.py UNISONO [--seconds N]

Disk and clock are changed by a library that is loaded before everything else (fault.c). Without seconds each kind is
tried once: a part of `make test`. With them in any order until the time is over, and the counts are told at the end.
"""
import errno
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "net"))
from client import PATIENCE  # noqa: E402
from driving import Driver, compare, entries, replays  # noqa: E402
from guests import Guest, is_sound  # noqa: E402
from running import HostileRun, Place, Server  # noqa: E402

DAY = 24 * 3600 * 1000
ROOMS, PLAYERS = 4, 4


class Machine:
    """What the server is told about its disk and its clock."""

    def __init__(self, unisono, folder):
        self.path = os.path.join(folder, "fault")
        self.now = {"write": 0, "sync": 0, "sync_ms": 0, "clock_ms": 0}
        self.be()
        self.library = os.path.join(os.path.dirname(os.path.abspath(unisono)), "tests/server/libfault.so")

    def be(self, **so):
        self.now.update(so)
        with open(self.path + ".new", "w", encoding="ascii") as out:
            out.write(" ".join(str(self.now[name]) for name in ("write", "sync", "sync_ms", "clock_ms")) + "\n")
        os.rename(self.path + ".new", self.path)

    def environment(self):
        asan = os.environ.get("ASAN_OPTIONS", "")
        return {**os.environ, "LD_PRELOAD": self.library, "UNISONO_FAULT": self.path,
                "ASAN_OPTIONS": ":".join(filter(None, [asan, "verify_asan_link_order=0"]))}


class Luck:
    """One server with people at its tables, to whom things happen."""

    def __init__(self, unisono, folder, seed, haste):
        self.haste = haste
        self.machine = Machine(unisono, folder)
        self.server = Server(unisono, folder, environment=self.machine.environment())
        self.server.start()
        self.chance = random.Random(seed)
        self.people = Driver(self.server, folder, seed & 0xFFFF, ROOMS, PLAYERS)
        self.tried = {}

    def some_seconds(self, most):
        time.sleep(self.chance.uniform(0.05, most) * self.haste)

    def power_cut(self):
        self.server.kill()
        self.server.start()

    def disk_error(self):
        self.machine.be(**{self.chance.choice(("write", "sync")): self.chance.choice((errno.EIO, errno.ENOSPC, errno.EROFS))})
        self.some_seconds(2.5)
        self.machine.be(write=0, sync=0)

    def disk_error_and_power_cut(self):
        self.machine.be(write=errno.EIO, sync=errno.EIO)
        self.some_seconds(1)
        self.server.kill()
        self.machine.be(write=0, sync=0)
        self.server.start()

    def slow_disk(self):
        self.machine.be(sync_ms=self.chance.choice((20, 200, 900)))
        self.some_seconds(2)
        self.machine.be(sync_ms=0)

    def clock_step(self):
        self.machine.be(clock_ms=self.chance.choice((-400 * DAY, -DAY, -61000, -1500, 0, 1500, 61000, DAY, 400 * DAY)))

    def clock_step_and_power_cut(self):
        self.clock_step()
        self.power_cut()

    def freeze(self):
        self.server.process.send_signal(signal.SIGSTOP)
        self.some_seconds(2)
        self.server.process.send_signal(signal.SIGCONT)

    KINDS = [power_cut, disk_error, disk_error_and_power_cut, slow_disk, clock_step, clock_step_and_power_cut, freeze]

    def strike(self, kind):
        name = kind.__name__.replace("_", " ")
        self.tried[name] = self.tried.get(name, 0) + 1
        kind(self)


def bad_luck(tap, unisono, folder, seed, deadline, haste, tried):
    luck = Luck(unisono, folder, seed, haste)
    kinds = list(Luck.KINDS)
    luck.people.await_more(3 * ROOMS * PLAYERS)  # all of them sit and play
    while kinds or time.monotonic() < deadline:
        luck.people.await_more(int(luck.chance.choice((0, 4, 10, 25)) * haste))
        if not luck.people.alive() or luck.server.process.poll() is not None:
            break
        luck.strike(kinds.pop() if kinds else luck.chance.choice(Luck.KINDS))
    tap.check("the server lives", luck.server.process.poll() is None, luck.server.told())
    luck.people.await_more(ROOMS * PLAYERS)
    code, figures, objections = luck.people.finish()
    stopped, told = luck.server.stop(), luck.server.told()
    ledger = luck.people.acknowledged()
    rooms, logs = entries(luck.server.store)
    tap.check("nobody has anything to object", code == 0, objections)
    tap.check("everybody is in their seat", figures.get("people") == ROOMS * PLAYERS, figures)
    wrong = list(compare(ledger, rooms))
    tap.check("the file has everything once", ledger and not wrong, "\n".join(wrong[:9]))
    wrong = list(replays(unisono, logs, folder))
    tap.check("every game in the file can be replayed", logs and not wrong, "\n".join(wrong[:3]))
    verify = subprocess.run([unisono, "verify", "--store", luck.server.store], capture_output=True, text=True, check=False)
    tap.check("verify has nothing to say, whatever the clock was", verify.returncode == 0, verify.stdout + verify.stderr)
    tap.check("the server ends in order", stopped == 0 and is_sound(told), f"{stopped} {told}")
    for name, n in luck.tried.items():
        tried[f"{name}, under load"] = tried.get(f"{name}, under load", 0) + n
    tried["actions acknowledged, and found in the file once"] = \
        tried.get("actions acknowledged, and found in the file once", 0) + len(ledger)


# ---- stores whose bytes were damaged ----

def some_store(unisono, folder, actions):
    """A store with some games in it, closed in order; the codes of its rooms."""
    server = Server(unisono, folder)
    server.start()
    people = Driver(server, folder, 3, ROOMS, PLAYERS)
    people.await_more(actions)
    people.finish()
    server.stop()
    return server.store, list(entries(server.store)[0])


def damage_page(path, chance):
    size = os.path.getsize(path)
    with open(path, "r+b") as file:
        page = chance.randrange(size // 4096)
        file.seek(page * 4096 + chance.choice((0, 0, chance.randrange(4096))))
        file.write(chance.choice((chance.randbytes(chance.choice((1, 8, 64, 512))), bytes(512), b"\xff" * 64)))


def damage_entry(path, chance):
    """A body that its sum does not fit any more, as after a flipped bit; or one that makes no sense with a right sum."""
    with sqlite3.connect(path) as db:
        rows = db.execute("select rowid, body from entry").fetchall()
        row, body = chance.choice(rows)
        body = bytearray(body)
        if body:
            body[chance.randrange(len(body))] ^= 1 << chance.randrange(8)
        db.execute("update entry set body = ? where rowid = ?", (bytes(body), row))


def lose_entry(path, chance):
    with sqlite3.connect(path) as db:
        rows = [row for (row,) in db.execute("select rowid from entry")]
        db.execute("delete from entry where rowid = ?", (chance.choice(rows),))


def cut_off(path, chance):
    os.truncate(path, chance.randrange(os.path.getsize(path)))


def damaged(tap, unisono, folder, seed, actions, deadline, tried):
    chance = random.Random(seed)
    store, codes = some_store(unisono, folder, actions)
    copy = os.path.join(folder, "copy.db")
    done, ill, kinds = 0, [], [damage_page, damage_entry, lose_entry, cut_off]
    while done < len(kinds) or time.monotonic() < deadline:
        for end in ("", "-wal", "-shm", "-alive"):
            if os.path.exists(copy + end):
                os.remove(copy + end)
        shutil.copyfile(store, copy)
        kind = kinds[done % len(kinds)]
        for _ in range(1 if kind is cut_off else chance.choice((1, 1, 3))):
            try:
                kind(copy, chance)
            except sqlite3.Error:
                break  # cannot be damaged any further
        done += 1
        name = kind.__name__.replace("_", " ")
        tried[f"stores with damage ({name})"] = tried.get(f"stores with damage ({name})", 0) + 1
        verify = subprocess.run([unisono, "verify", "--store", copy], capture_output=True, text=True, check=False, timeout=PATIENCE * 10)
        if verify.returncode not in (0, 1, 2) or not is_sound(verify.stderr):
            ill.append(f"{kind.__name__} {done}: verify ended with {verify.returncode}: {verify.stderr[-800:]}")
        ill += use_damaged(unisono, folder, copy, codes, f"{kind.__name__} {done}", tried)
    tap.check("a damaged store is refused with a reason, or its sound rooms go on", not ill, "\n".join(ill[:5]))


def use_damaged(unisono, folder, copy, codes, name, tried):
    """What goes wrong besides the damage."""
    server = Server(unisono, folder, copy)
    try:
        server.start()
    except RuntimeError as refused:
        tried["damaged stores that are refused at the start"] = tried.get("damaged stores that are refused at the start", 0) + 1
        return [] if server.process.returncode in (1, 2) and is_sound(str(refused)) else [f"{name}: {refused}"]
    ill = []
    for code in codes:
        guest = Guest(server, "visitor-", code)
        if not guest.come_in() and guest.ended not in (1013, 4004):
            ill.append(f"{name}: {code} ended with {guest.ended}")
        key = "rooms of them that are read" if guest.welcome else "rooms of them that are closed"
        tried[key] = tried.get(key, 0) + 1
        guest.close()
    code, told = server.stop(), server.told()
    if code != 0 or not is_sound(told):
        ill.append(f"{name}: the server ended with {code}: {told}")
    return ill


def main():
    run = HostileRun()
    tap, seed, tried, short = run.tap, run.seed, run.tried, not run.seconds
    with Place() as folder:
        bad_luck(tap, run.unisono, folder, seed, run.begun + 0.7 * run.seconds, 0.2 if short else 1, tried)
    with Place() as folder:
        damaged(tap, run.unisono, folder, seed, 40 if short else 400, run.begun + run.seconds, tried)
    run.end()


main()
