#!/usr/bin/env python3
"""The description of the protocol is true: the files are what the program writes, and real games over real sockets
fit them, both ways. In TAP.

usage: test_protocol.py UNISONO SOURCE_ROOT
"""
import json
import os
import random
import socket
import subprocess
import sys
import tempfile

PROGRAM, ROOT = sys.argv[1], sys.argv[2]
sys.path.insert(0, os.path.join(ROOT, "tests/net"))

from client import PATIENCE, Server, WebSocket, check, fetch, run  # noqa: E402
from validator import Schema  # noqa: E402

MOVES = 40
FOLDER = os.path.join(ROOT, "docs/protocol")
for name in [name for name in os.environ if name.startswith("UNISONO_")]:
    del os.environ[name]


def document(name):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as text:
        return json.load(text)


# ---- the files ----


def tree(folder):
    for path, _, names in os.walk(folder):
        for file in names:
            full = os.path.join(path, file)
            with open(full, encoding="utf-8") as text:
                yield os.path.relpath(full, folder), text.read()


def fresh():
    with tempfile.TemporaryDirectory() as folder:
        schemas, types = os.path.join(folder, "schemas"), os.path.join(folder, "types")
        subprocess.run([PROGRAM, "protocol", "--schema", schemas, "--typescript", types], check=True, timeout=PATIENCE)
        kept = dict(tree(FOLDER))
        stale = [name for name, text in tree(schemas) if kept.pop(name, None) != text]
        check("docs/protocol is what the program writes (make protocol)", not stale and not kept, (stale, list(kept)))
        stale = []
        for name, text in tree(types):
            path = os.path.join(ROOT, name)
            if not os.path.exists(path) or open(path, encoding="utf-8").read() != text:
                stale.append(name)
        check("and so are the types", not stale, stale)


def usage():
    for what, arguments in (("nothing to write", ()), ("an operand", ("--schema", "/tmp", "x"))):
        ended = subprocess.run([PROGRAM, "protocol", *arguments], capture_output=True, timeout=PATIENCE, check=False)
        check(f"{what} is refused", ended.returncode == 2 and len(ended.stderr.splitlines()) == 1, ended)
    ended = subprocess.run([PROGRAM, "protocol", "--schema", "/dev/null/x"], capture_output=True, timeout=PATIENCE, check=False)
    check("a folder that cannot be is told", ended.returncode == 2 and b"/dev/null/x" in ended.stderr, ended)


# ---- the traffic ----


class Serve(Server):
    """Started with a socket to notify: being ready is an event."""

    def __init__(self, folder):
        notes = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        notes.settimeout(PATIENCE)
        address, port_file = os.path.join(folder, "notify"), os.path.join(folder, "port")
        notes.bind(address)
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", "--port-file", port_file, "--store", ":memory:", "--qr", "never", "--opening", "0",
             "--messages", "1000", "--address-messages", "10000", "--stream-bytes", "1000000", "--guest-changes", "1000000", "--lexicon", folder],
            stdout=subprocess.PIPE, stderr=self.errors, env={**os.environ, "NOTIFY_SOCKET": address})
        notes.recv(100)
        notes.close()
        with open(port_file, encoding="ascii") as text:
            self.port = int(text.read())


class Flaws:
    """Everything that was said, held against the schemas."""

    def __init__(self):
        self.client = Schema(document("client.schema.json"))
        self.server = Schema(document("server.schema.json"))
        self.found, self.sent, self.taken, self.facts = [], 0, 0, 0
        self.kinds = set()

    def note(self, flaw, message):
        if flaw and len(self.found) < 5:
            self.found.append(f"{flaw} in {json.dumps(message)[:600]}")

    def said(self, message):
        self.sent += 1
        self.note(self.client.flaw(message), message)

    def heard(self, message, game):
        self.taken += 1
        self.kinds.update(message)
        self.note(self.server.flaw(message), message)
        facts = message.get("facts", []) + [entry["fact"] for entry in message.get("history", ())]
        self.facts += len(facts)
        for fact in facts:
            self.note(Schema(game, "#/$defs/fact").flaw(fact), fact)
        for view in message.get("views", ()):
            sections = view.get("set", {})
            if "phase" in sections:
                self.note(Schema(game, "#/$defs/phase").flaw(sections["phase"]["name"]), view)
            for vote in sections.get("votes", ()):
                self.note(Schema(game, "#/$defs/subject").flaw(vote["subject"]), view)
            self.sections(game, sections)
        table = message.get("room", {}).get("table")
        if table:
            self.note(Schema(game, "#/$defs/options").flaw(table["options"]), table)


    def sections(self, game, sections):
        """Those of the game itself, where it has told their shape; those of every game are the server's."""
        shared = document("server.schema.json")["$defs"]["Sections"]["properties"]
        for name, value in sections.items() if "View" in game["$defs"] else ():
            part = next((one for one in ("View", "Own") if name in game["$defs"].get(one, {"properties": ()})["properties"]), None)
            if part:
                self.note(Schema(game, f"#/$defs/{part}/properties/{name}").flaw(value), {name: value})
            elif name not in shared:
                self.note("a section that no shape knows", {name: value})


class Guest:
    def __init__(self, server, flaws, game, number):
        self.ws, self.flaws, self.game = WebSocket(server), flaws, game
        self.token = f"{game['$id'].split('.')[0]}-{number}-".ljust(40, "x")
        self.n, self.seat, self.can, self.code = 0, -1, [], None

    def say(self, **message):
        self.flaws.said(message)
        self.raw(message)

    def raw(self, message):
        self.ws.send(json.dumps(message))

    def take(self):
        message = json.loads(self.ws.text())
        self.flaws.heard(message, self.game)
        self.code = message.get("welcome", {}).get("room", self.code)
        for view in message.get("views", ()):
            self.seat, self.can = view["seat"], view.get("set", {}).get("can", self.can)
        return message

    def until(self, key, value=None):
        while True:
            message = self.take()
            if key in message and (value is None or message[key] == value):
                return message

    def request(self, **message):
        self.n += 1
        self.say(n=self.n, **message)
        while True:
            answer = self.take()
            if self.n in (answer.get("ack"), answer.get("refused")):
                return answer

    def order(self, what, /, **arguments):
        answer = self.request(do=what, **({"with": arguments} if arguments else {}))
        if "refused" in answer:
            raise RuntimeError(f"{what}: {answer}")

    def settle(self):
        """Everything the server has said so far."""
        self.say(ping=7)
        self.until("pong", 7)


def sample(schema, game, chance):
    """A value that fits a schema of arguments."""
    if "$ref" in schema:
        schema = Schema.find(schema["$ref"], game)
    if "enum" in schema:
        return chance.choice(schema["enum"])
    kind = schema["type"]
    if kind == "boolean":
        return chance.random() < 0.5
    if kind == "integer":
        return chance.randint(schema["minimum"], min(schema.get("maximum", 6), schema["minimum"] + 6))
    if kind == "string":
        letters = "ABCDEFGHIKLMNOPRSTUW"
        return "".join(chance.choice(letters) for _ in range(1 if "pattern" in schema else 5))
    if kind == "array":
        return [sample(schema["items"], game, chance) for _ in range(chance.randint(0, 5))]
    return {name: sample(part, game, chance) for name, part in schema["properties"].items()}


def move(guest, chance):
    if not guest.can:
        return
    name = chance.choice(guest.can)
    action = guest.game["$defs"][f"action-{name}"]
    arguments = sample(action["properties"]["with"], guest.game, chance)
    guest.flaws.note(Schema(guest.game, "#/$defs/action").flaw({"play": name, "with": arguments}), name)
    guest.say(**{"try": name, "with": arguments, "seat": guest.seat, "tag": 3})
    guest.until("tried", 3)
    guest.request(play=name, seat=guest.seat, **{"with": arguments})


def play(server, game_id, flaws):
    chance = random.Random(game_id)
    game = document(f"game-{game_id}.schema.json")
    guests = [Guest(server, flaws, game, number) for number in range(4)]
    host = guests[0]
    host.say(hello=1, token=host.token, create={"language": "en", "game": game_id})
    host.until("welcome")
    for number, guest in enumerate(guests[1:], 1):
        guest.say(hello=1, token=guest.token, room=host.code.lower(), screen=number == 3)
        guest.until("welcome")
    for guest, label in zip(guests[:3], ("Ann", "Ben", "Cleo")):
        guest.order("sit", name=label)
    host.order("add_bot", level="normal")
    host.order("youngest", player=2)
    host.say(say="shall we?")
    host.until("said")
    host.request(do="greet")  # refused: it is known
    host.order("start")
    for _ in range(MOVES):
        for guest in guests[:3]:
            guest.settle()
        move(chance.choice(guests[:3]), chance)
    host.say(ask="history", tag=8)
    host.until("told", 8)
    host.say(ask="hint", seat=host.seat, tag=9)
    host.until("told", 9)
    host.say(live=chance.choice(host.can or ["vote"]), seat=host.seat, **{"with": {"x": 100, "y": 200}})
    host.raw({"n": 1, "do": "start"})
    host.until("again")
    host.raw({"nonsense": 1})
    host.until("error")
    host.order("pause")
    host.order("resume")
    host.order("lobby")
    again = Guest(server, flaws, game, 1)
    again.say(hello=1, token=again.token, room=host.code)
    again.until("welcome")
    lost = Guest(server, flaws, game, 9)
    lost.say(hello=1, token=lost.token, room="AAAAA")
    lost.until("error")
    for guest in (*guests, again, lost):
        guest.ws.sock.close()


def traffic():
    with tempfile.TemporaryDirectory() as folder, Serve(folder) as server:
        answer = json.loads(fetch(server, "/api/games").body)
        flaw = Schema(document("games.schema.json")).flaw(answer)
        check("GET /api/games fits its schema", flaw is None, flaw)
        for game in answer["games"]:
            flaws = Flaws()
            play(server, game["id"], flaws)
            check(f"{game['id']}: every message fits the schemas, both ways", not flaws.found, "\n".join(flaws.found))
            check(f"{game['id']}: there was something to hold against them",
                  flaws.sent > 100 and flaws.taken > 100 and flaws.facts > 10
                  and {"welcome", "ack", "refused", "tried", "told", "pong", "said", "error", "views", "facts"} <= flaws.kinds,
                  (flaws.sent, flaws.taken, flaws.facts, flaws.kinds))


def schemas_can_refuse():
    server, client = Schema(document("server.schema.json")), Schema(document("client.schema.json"))
    bad = [{"ack": -1}, {"ack": True}, {"rev": 1, "secret": 1}, {"refused": 3}, {"pong": 1},
           {"rev": 1, "room": {"info": {"code": "kq7tm", "language": "en", "locked": False, "host": 0}}}, {}]
    taken = [message for message in bad if not server.flaw(message)]
    check("what the server never says does not fit", not taken, taken)
    bad = [{"n": 0, "do": "start"}, {"n": 1, "do": "fly"}, {"n": 1, "do": "sit"}, {"n": 1, "do": "sit", "with": {"name": 3}},
           {"n": 1, "do": "lock", "with": {"on": True, "off": False}}, {"try": "write"}, {"hello": 2, "token": "x" * 40},
           {"hello": 1, "token": "short", "room": "KQ7TM"}, {"ask": "secrets", "tag": 1}]
    taken = [message for message in bad if not client.flaw(message)]
    check("what the server would not take does not fit", not taken, taken)


run([fresh, usage, schemas_can_refuse, traffic])
