#!/usr/bin/env python3
"""What five hundred who look on and answer at once cost the table: one line of JSON.

Two people play, five hundred look on. Ann has written her word, and Ben's reveals them both: while nobody answers, and while
all five hundred have just sent an answer, each time at a table of its own. The server is held meanwhile and let go when all is
sent, so that every answer waits before Ben's word: it cannot come at a worse moment. What counts is how much later Ann sees it
(the middle of some tries), and what the answers hold in memory, each.

usage: crowd.py UNISONO
"""
import json
import os
import resource
import signal
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "server"))
from guests import Guest  # noqa: E402
from running import Place, Server  # noqa: E402

CROWD, TRIES = 500, 7
resource.setrlimit(resource.RLIMIT_NOFILE, (4096, max(4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1])))


def held(server):
    with open(f"/proc/{server.process.pid}/smaps_rollup", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("Private_Dirty"))


def worked(server):
    """Milliseconds that the loop's thread has run: what everybody waits for, however busy the machine is."""
    with open(f"/proc/{server.process.pid}/task/{server.process.pid}/schedstat", encoding="ascii") as file:
        return int(file.read().split()[0]) / 1e6


def middle(values):
    return sorted(values)[len(values) // 2]


class Table:
    made = 0

    def __init__(self, server):
        Table.made += 1  # whoever asks again is shown the same table
        self.ann = Guest(server, f"ann-{Table.made}-")
        self.code = self.ann.come_in()["welcome"]["room"]
        self.ben = Guest(server, f"ben-{Table.made}-", self.code)
        self.ben.come_in()
        for guest, name in ((self.ann, "Ann"), (self.ben, "Ben")):
            guest.answered(guest.do("sit", name=name))
        for option, value in (("free", "true"), ("check_time", "0")):
            self.ann.answered(self.ann.do("set", option=option, value=value))
        self.ann.answered(self.ann.do("start"))

    def play(self, guest, seat, action, **given):
        guest.n += 1
        guest.socket.send(json.dumps({"n": guest.n, "play": action, "seat": seat, **({"with": given} if given else {})}))
        return guest.n

    def until_asked(self, onlooker):
        """The start words, and the crowd is asked for a word."""
        for guest, seat in ((self.ann, 0), (self.ben, 1)):
            guest.answered(self.play(guest, seat, "write", word="WOLLY", insist=True))
        for guest, seat in ((self.ann, 0), (self.ben, 1)):
            guest.answered(self.play(guest, seat, "go_on"))
        asked = onlooker.until(lambda m: m.get("room", {}).get("crowd", {}).get("asks"))
        return asked["room"]["crowd"]["asks"]

    def revealed(self, server):
        """How long it takes from when the server goes on until Ann sees Ben's word."""
        self.play(self.ben, 1, "write", word="WORDY", insist=True)
        began = time.perf_counter()
        server.process.send_signal(signal.SIGCONT)
        self.ann.until(lambda m: any(f["is"] == "word_read" for f in m.get("facts", [])))
        return (time.perf_counter() - began) * 1000


def reveal(server, answer):
    """A table with its crowd, which answers or not: milliseconds, those that the server worked, and KiB that the answers hold, each."""
    table = Table(server)
    crowd = [Guest(server, f"crowd-{Table.made}-{i}-", table.code) for i in range(CROWD)]
    for one in crowd:
        one.come_in()
    asks = table.until_asked(crowd[0])
    table.ann.answered(table.play(table.ann, 0, "write", word="WINDOW", insist=True))
    for one in crowd:  # all of them have been shown that she has
        one.until(lambda m: any(f["is"] == "seat_finished" for f in m.get("facts", [])))
    text = json.dumps({"crowd": "answer", "with": {"question": asks["question"], "word": f"{asks.get('initial', 'N')}UT"}})
    before, ran = held(server), worked(server)
    server.process.send_signal(signal.SIGSTOP)
    for one in crowd if answer else []:
        one.socket.send(text)
    took = table.revealed(server)
    ran = worked(server) - ran
    kib = (held(server) - before) / CROWD
    for one in [*crowd, table.ann, table.ben]:
        one.close()
    return took, ran, kib


def main():
    tries = {False: [], True: []}
    with Place() as folder:
        server = Server(sys.argv[1], folder, flags=["--opening", "0", "--qr", "never"])
        server.start()
        reveal(server, True)  # what is made once, by the first of all
        for _ in range(TRIES):
            for answer in tries:
                tries[answer].append(reveal(server, answer))
        server.stop()
    alone, together = ([middle(values) for values in zip(*tries[answer])] for answer in tries)
    print(json.dumps({"bench": "crowd", "onlookers": CROWD, "alone_ms": round(alone[0], 2), "together_ms": round(together[0], 2),
                      "added_ms": round(together[0] - alone[0], 2), "added_work_ms": round(together[1] - alone[1], 2), "goal": 5,
                      "kib_each": round(together[2], 2), "goal_kib": 1}))


main()
