"""What the tests of the archive share: a server over a store, and guests who know the protocol."""
import json
import os
import socket
import subprocess
import tempfile

from client import PATIENCE, Server, WebSocket

PROGRAM = None  # of the test

for name in [name for name in os.environ if name.startswith("UNISONO_")]:
    del os.environ[name]


def unisono(*arguments, patience=PATIENCE):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=patience, check=False, text=True)


class Serve(Server):
    """Started with a socket to notify: being ready is an event. It has no words."""

    host = "127.0.0.1"

    def __init__(self, program, store, folder, *more, within=(), env=None):
        notes = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        address, port = os.path.join(folder, "notify"), os.path.join(folder, "port")
        if os.path.exists(address):
            os.unlink(address)
        notes.bind(address)
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [*within, program, "serve", "--port", "0", "--port-file", port, "--store", store, "--qr", "never", "--lexicon", folder, "--opening", "0", *more],
            stdout=subprocess.PIPE, stderr=self.errors, env={**os.environ, "NOTIFY_SOCKET": address, **(env or {})})
        self.wait_for(notes)
        notes.close()
        with open(port, encoding="utf-8") as text:
            self.port = int(text.read())

    def wait_for(self, notes):
        notes.settimeout(0.5)
        for _ in range(2 * PATIENCE):
            try:
                notes.recv(100)
                return
            except TimeoutError:
                if self.process.poll() is not None:
                    raise RuntimeError(f"it did not start: {self.complaints()}") from None
        raise RuntimeError("it is not ready")


class Guest:
    """Keeps the sections of the room and of its game as it was sent them."""

    def __init__(self, server, token, **hello):
        self.ws, self.room, self.view = WebSocket(server), {}, {}
        self.ws.send(json.dumps({"hello": 1, "token": token.ljust(40, "x"), **hello}))
        self.welcome = self.until("welcome")
        self.n = self.welcome["welcome"]["n"]
        self.code = self.welcome["welcome"]["room"]

    def until(self, *keys):
        while True:
            message = json.loads(self.ws.text())
            self.room.update(message.get("room", {}))
            for eyes in message.get("views", []):
                self.view.update(eyes["set"])
            if any(key in message for key in keys):
                return message
            assert "refused" not in message, message

    def do(self, what, /, **arguments):
        """Said once more where the table has moved to another node and has not heard it, as a phone does it."""
        self.n += 1
        request = json.dumps({"n": self.n, "do": what, "with": arguments})
        self.ws.send(request)
        while True:
            message = self.until("ack", "welcome")
            stored = message["ack"] if "ack" in message else message["welcome"]["n"]
            assert stored <= self.n, message
            if stored == self.n:
                return
            if "welcome" in message:
                self.ws.send(request)
