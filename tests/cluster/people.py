"""Those who play while things fail, and remember what they were told and shown: the oracle asks them."""
import collections
import json
import random
import threading
import time

from client import WebSocket

GAME = 400  # requests of a host: then it begins another one, as people do, and its log is read from there

FAILURES = (OSError, EOFError, ValueError, AssertionError, RuntimeError, TypeError)


class Somebody(threading.Thread):
    """Comes to a table by any node, and again whenever the line is cut."""

    def __init__(self, world, token):
        super().__init__(daemon=True)
        self.world, self.token, self.ws = world, token.ljust(40, "x"), None
        self.chance, self.shown = random.Random(token), set()
        self.diary = collections.deque(maxlen=10000)  # (when, what): some minutes, read where somebody waited for too long

    def note(self, what):
        self.diary.append((time.monotonic(), what))

    def connect(self, **hello):
        node = self.chance.choice([node for node in self.world.nodes if node.ready])  # as a balancer does
        self.note(f"connects to node {node.number}")
        self.ws = WebSocket(node, path=f"/ws?r={hello['room']}" if "room" in hello else "/ws", host=node.host)
        self.ws.http.sock.settimeout(25)
        self.ws.send(json.dumps({"hello": 1, "token": self.token, **hello}))
        self.note("has said hello")

    def hear(self):
        text = self.ws.text()
        if not isinstance(text, str):
            raise EOFError("closed")
        message = json.loads(text)
        self.note("hears " + ",".join(message))
        for person in message.get("room", {}).get("people", ()):
            number = person["name"][3:] if person["name"].startswith("Ann") else ""
            if number.isdigit():
                self.shown.add(int(number))
        return message

    def hang_up(self):
        if self.ws:
            self.ws.http.sock.close()
        self.ws = None

    def run(self):
        while not self.world.over.is_set():
            try:
                self.live()
            except FAILURES as failure:
                self.note(f"hangs up: {failure!r}")
                self.hang_up()
                time.sleep(0.1 + self.chance.random() / 5)
        self.hang_up()


class Host(Somebody):
    """Has a table and changes one thing after the other: their name, which has the number of the request in it."""

    def __init__(self, world, number):
        super().__init__(world, f"host-{world.seed}-{number}-of-a-table-in-a-storm")
        self.code, self.n, self.player = None, 0, None
        self.acked, self.refused, self.settled = set(), set(), False
        self.silences, self.heard, self.plays = [], None, number % 3 == 0
        self.first = [("add_bot", {"level": "easy"})] * 3 + [("start", {})] if self.plays else []

    def take(self):
        """Until the request under way is settled."""
        while True:
            message = self.hear()
            mine = [p for p in message.get("room", {}).get("people", ()) if p.get("guest") == 1]
            if mine:
                self.player = mine[0]["player"]
            if "welcome" in message:
                self.code = message["welcome"]["room"]
                if message["welcome"]["n"] >= self.n:
                    if self.n and self.n not in self.refused:
                        self.acked.add(self.n)  # it was stored, and its answer got lost
                    self.n = message["welcome"]["n"]
                    return
                self.ask()
            elif message.get("ack") == self.n and self.n:
                self.acked.add(self.n)
                return
            elif message.get("refused") == self.n and self.n:
                if message["key"] == "busy":
                    self.ask()
                    continue
                self.refused.add(self.n)
                return

    def ask(self):
        what, arguments = self.what
        self.note(f"asks for {self.n}")
        self.ws.send(json.dumps({"n": self.n, "do": what, "with": arguments}))

    def next(self):
        self.n += 1
        if self.plays and self.n % GAME == 0:
            self.first = [("lobby", {}), ("start", {})]
        if self.player is None:
            self.what = "sit", {"name": f"Ann{self.n}"}
        elif self.first:
            self.what = self.first.pop(0)
        else:
            self.what = "change", {"player": self.player, "name": f"Ann{self.n}"}

    def live(self):
        if not self.ws:
            self.connect(**({"room": self.code} if self.code else {"create": {"language": "en"}}))
            self.take()
        self.next()
        self.ask()
        self.take()
        now = time.monotonic()
        if self.heard:
            self.silences.append((now - self.heard, now))
        self.heard = now
        time.sleep(0.02)


class Onlooker(Somebody):
    """Looks on at somebody's table."""

    def __init__(self, world, host, number):
        super().__init__(world, f"onlooker-{world.seed}-{number}-in-a-storm")
        self.host = host

    def live(self):
        if not self.host.code:
            time.sleep(0.1)
            return
        if not self.ws:
            self.connect(room=self.host.code)
        self.hear()
