"""Guests of a real server who speak the protocol by hand, and what to ask of a server that was attacked."""
import json
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "net"))
from client import PATIENCE, WebSocket  # noqa: E402



class Guest:
    """Somebody in a room, who remembers everything that was said to them."""

    def __init__(self, server, token, code=None, **more):
        self.socket = WebSocket(server)
        self.n, self.heard, self.ended = 0, [], None
        hello = {"hello": 1, "token": token.ljust(40, "t"), **more}
        hello.update({"room": code} if code else {"create": {"language": "en"}})
        self.socket.send(json.dumps(hello))
        self.welcome = None

    def hear(self, seconds=0.0):
        """Whatever comes within the time; True: something did."""
        self.socket.sock.settimeout(seconds or 0.001)
        try:
            got = self.socket.text()
        except TimeoutError:
            return False
        except (EOFError, ConnectionResetError):
            self.ended = self.ended or "cut"
            return False
        if isinstance(got, int):
            self.ended = got
            return False
        message = json.loads(got)
        self.welcome = message.get("welcome", self.welcome)
        self.heard.append(message)
        return True

    def until(self, wanted, seconds=PATIENCE):
        """Waits for a message that is wanted; None where none comes or the line ends."""
        seen, deadline = 0, time.monotonic() + seconds
        while True:
            for message in self.heard[seen:]:
                if wanted(message):
                    self.heard.clear()
                    return message
            seen = len(self.heard)
            left = deadline - time.monotonic()
            if left <= 0 or self.ended or (not self.hear(left) and self.ended):
                return None

    def come_in(self):
        return self.until(lambda m: "welcome" in m)

    def do(self, what, **given):
        self.n += 1
        self.socket.send(json.dumps({"n": self.n, "do": what, **({"with": given} if given else {})}))
        return self.n

    def answered(self, n, seconds=PATIENCE):
        """"ok", the key of a refusal, or None."""
        got = self.until(lambda m: m.get("ack") == n or m.get("refused") == n, seconds)
        return got and ("ok" if "ack" in got else got["key"])

    def close(self):
        self.socket.sock.close()


def waits_for(ask, wanted, seconds=PATIENCE):
    deadline = time.monotonic() + seconds
    while not wanted(got := ask()):
        if time.monotonic() > deadline:
            return got
        time.sleep(0.02)
    return got


def is_sound(told):
    """Whether no sanitizer has complained."""
    return "Sanitizer" not in told and "runtime error" not in told


def ends_in_order(tap, server, name):
    code, told = server.stop(), server.told()
    tap.check(f"{name}: it ends in order", code == 0 and is_sound(told), f"{code} {told}")
