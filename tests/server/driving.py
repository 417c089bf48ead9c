"""People at the tables of a server that may vanish, the ledger of what was acknowledged to them, and what a store says
about it afterwards."""
import json
import os
import signal
import sqlite3
import subprocess
import time

ROOMS, PLAYERS = 5, 4


class Driver:
    """People at the tables, and the ledger of what was acknowledged to them."""

    def __init__(self, server, folder, seed, rooms=ROOMS, players=PLAYERS):
        self.ledger = os.path.join(folder, "ledger")
        self.errors = open(os.path.join(folder, "load.log"), "w+b")
        self.process = subprocess.Popen(
            [server.unisono, "load", "--url", server.url, "--rooms", str(rooms), "--players", str(players),
             "--game", "all", "--think-ms", "0..10", "--seconds", "86400", "--survive", "--ledger",
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
        out, _ = self.process.communicate(timeout=120)
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


def replays(unisono, logs, folder):
    """Whether the program itself can read every running game."""
    for log in logs:
        path = os.path.join(folder, "game.log")
        with open(path, "w", encoding="utf-8") as text:
            text.write("\n".join(log) + "\n")
        run = subprocess.run([unisono, "replay", path], capture_output=True, text=True, check=False)
        if run.returncode != 0:
            yield run.stderr
