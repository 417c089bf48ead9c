#!/usr/bin/env python3
"""The example bot of docs/write-a-bot.md, in TAP: two of them come into a room over the network and play One Mind to
its end, with a bot of the server's own, through a power cut.

usage: outside.py UNISONO UNISONO_BOT
"""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "net"))
from client import WebSocket  # noqa: E402
from running import Place, Server, Tap  # noqa: E402

UNISONO, BOT = sys.argv[1:3]
PATIENCE = 200  # seconds for a game that hangs
SYLLABLES = "BA DE FI GO KU LA ME NI PO RU SA TE VI WO ZU".split()


class Host:
    """Somebody who opens a room and gives orders; waits for every answer."""

    def __init__(self, server):
        self.socket = WebSocket(server)
        self.room, self.n = {}, 0
        self.socket.send(json.dumps({"hello": 1, "create": {"language": "en"}, "token": "h" * 40}))
        self.code = self.hear()["welcome"]["room"]

    def hear(self):
        message = json.loads(self.socket.text())
        self.room.update(message.get("room", {}))
        return message

    def do(self, what, **arguments):
        self.n += 1
        self.socket.send(json.dumps({"n": self.n, "do": what, "with": arguments}))
        while True:
            answer = self.hear()
            if self.n in (answer.get("ack"), answer.get("refused")):
                return "ack" in answer

    def until(self, so):
        while not so(self.room):
            self.hear()


def words(path):
    """Words that share nothing with each other, for every letter."""
    with open(path, "w", encoding="ascii") as out:
        for a in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
            out.writelines(f"{a}{b}{c}\n" for b in SYLLABLES for c in SYLLABLES)


def main():
    tap = Tap()
    with Place() as folder:
        listed = os.path.join(folder, "words")
        words(listed)
        server = Server(UNISONO, folder, flags=["--bot-hurry", "100"])
        server.start()
        host = Host(server)
        tap.check("a room is opened", host.do("sit", name="Host"))
        bots = [subprocess.Popen([BOT, server.url, host.code, name, listed, "20"], stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True) for name in ("Robbie", "Maria")]
        host.until(lambda room: len(room["people"]) == 3)
        tap.check("two bots sit down", {one["name"] for one in host.room["people"]} == {"Host", "Robbie", "Maria"})
        ready = all([host.do("add_bot", level="sharp"), host.do("choose", game="onemind"),
                     host.do("set", option="check_time", value="1"), host.do("set", option="vote_time", value="5"),
                     host.do("start"), host.do("rise", player=1)])
        tap.check("the game starts, and whoever opened it leaves", ready)
        server.kill()
        server.start()
        try:
            told = [bot.communicate(timeout=PATIENCE) for bot in bots]
        except subprocess.TimeoutExpired:
            told = []
            for bot in bots:
                bot.kill()
        tap.check("they come back after a power cut and play to the end",
                  len(told) == 2 and all(out.startswith("over: ") for out, _ in told), told)
        tap.check("and are content", all(bot.wait() == 0 for bot in bots))
        wrong = subprocess.run([BOT, server.url, "QQQQQ", "Robbie", listed], capture_output=True, text=True, check=False)
        tap.check("a room that is not there is said to be so", wrong.returncode == 1 and "no_room" in wrong.stderr,
                  wrong.stderr)
        tap.check("the server stops in good order", server.stop() == 0, server.told())
    tap.done()


main()
