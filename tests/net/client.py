"""A client of plain sockets for the tests of the net: HTTP by hand, WebSocket frames by hand.

It can do what a browser never would: half a handshake, a frame without a mask, text that is no text.
Every wait ends with what it waits for; the one limit of time is for a server that hangs.
"""
import base64
import os
import random
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import TAP, check, report, run  # noqa: E402, F401

PATIENCE = 60  # seconds until a test gives up on a server that does not answer


def free_port():
    """For a server that has to be told its port. Below those that the kernel gives to whoever connects or asks for any: nobody takes it
    before the server does, or while it is started again."""
    for port in random.sample(range(10240, 32768), 1000):
        with socket.socket() as s:
            try:
                s.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue
    raise RuntimeError("no port is free")


class Server:
    """A program that prints port=N once it listens; ended by its end of the with-block."""

    def __init__(self, *command, env=None):
        self.errors = tempfile.TemporaryFile()
        environment = {**os.environ, **(env or {})}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors, env=environment)
        self.port = None
        while self.port is None:
            line = self.process.stdout.readline().decode()
            if not line:
                raise RuntimeError(f"{command} did not start: {self.complaints()}")
            for word in line.split():
                if word.startswith("port="):
                    self.port = int(word[5:])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def line(self):
        return self.process.stdout.readline().decode().strip()

    def signal(self, number):
        self.process.send_signal(number)

    def wait(self):
        """Exit code, and what was printed until then."""
        out = self.process.stdout.read().decode()
        return self.process.wait(PATIENCE), out

    def complaints(self):
        self.errors.seek(0)
        return self.errors.read().decode("utf-8", "replace")

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def resident(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) * 1024
        return 0


def connect(server, tls=None, receive_buffer=None, host="127.0.0.1", source=None):
    sock = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    sock.settimeout(PATIENCE)
    if receive_buffer:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    if source:
        sock.bind((source, 0))
    sock.connect((host, server.port))
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if tls:
        sock = tls.wrap_socket(sock, server_hostname="localhost")
    return sock


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def __repr__(self):
        return f"{self.status} {self.headers} {self.body[:200]!r}"


class Http:
    """A connection that requests are sent over, one after the other."""

    def __init__(self, sock):
        self.sock, self.rest = sock, b""

    def more(self):
        piece = self.sock.recv(65536)
        self.rest += piece
        return bool(piece)

    def answer(self, head=False):
        while b"\r\n\r\n" not in self.rest:
            if not self.more():
                raise EOFError(f"closed after {self.rest!r}")
        top, self.rest = self.rest.split(b"\r\n\r\n", 1)
        lines = top.decode("latin-1").split("\r\n")
        headers = {}
        for line in lines[1:]:
            name, _, value = line.partition(":")
            headers[name.strip().lower()] = value.strip()
        status = int(lines[0].split()[1])
        length = 0 if head or status in (304, 101) else int(headers.get("content-length", 0))
        while len(self.rest) < length:
            if not self.more():
                break
        body, self.rest = self.rest[:length], self.rest[length:]
        return Answer(status, headers, body)

    def ask(self, target, method="GET", headers=(), body=b"", host="localhost"):
        lines = [f"{method} {target} HTTP/1.1", f"Host: {host}", *headers, "", ""]
        self.sock.sendall("\r\n".join(lines).encode("latin-1") + body)
        return self.answer(head=method == "HEAD")

    def ended(self):
        """Whether the server has closed; waits until it has or until bytes come."""
        try:
            return not self.more()
        except ConnectionResetError:
            return True


def fetch(server, target, tls=None, **how):
    with connect(server, tls) as sock:
        return Http(sock).ask(target, **how)


def frame(opcode, payload, final=True, masked=True, length=None):
    size = len(payload) if length is None else length
    first = (0x80 if final else 0) | opcode
    bit = 0x80 if masked else 0
    if size < 126:
        head = struct.pack("!BB", first, bit | size)
    elif size < 65536:
        head = struct.pack("!BBH", first, bit | 126, size)
    else:
        head = struct.pack("!BBQ", first, bit | 127, size)
    if not masked:
        return head + payload
    key = os.urandom(4)
    return head + key + bytes(b ^ key[i % 4] for i, b in enumerate(payload))


class WebSocket:
    def __init__(self, server, tls=None, receive_buffer=None, headers=(), path="/ws", host="127.0.0.1", source=None):
        self.http = Http(connect(server, tls, receive_buffer, host, source))
        self.sock = self.http.sock
        key = base64.b64encode(os.urandom(16)).decode()
        upgrade = ("Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13")
        self.answer = self.http.ask(path, headers=(*upgrade, *headers))
        self.up = self.answer.status == 101

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.sock.close()

    def send(self, text):
        self.raw(frame(1, text if isinstance(text, bytes) else text.encode()))

    def raw(self, data):
        self.sock.sendall(data)

    def take(self, n):
        while len(self.http.rest) < n:
            if not self.http.more():
                raise EOFError("the server closed")
        data, self.http.rest = self.http.rest[:n], self.http.rest[n:]
        return data

    def frame(self):
        first, second = self.take(2)
        size = second & 127
        if size == 126:
            (size,) = struct.unpack("!H", self.take(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", self.take(8))
        return first & 15, self.take(size)

    def text(self):
        """The next message as text; a close is returned as its code."""
        while True:
            opcode, payload = self.frame()
            if opcode == 1:
                return payload.decode()
            if opcode == 8:
                return struct.unpack("!H", payload[:2])[0] if payload else 1005

    def until_closed(self):
        """Reads everything; the close code, or "cut" where the connection just ended."""
        try:
            while True:
                got = self.text()
                if isinstance(got, int):
                    return got
        except (EOFError, ConnectionResetError, BrokenPipeError):
            return "cut"


def asked_for(server, forwarded, question):
    """A WebSocket that a proxy passes on for an address, and the answer to a question; or the status it was refused with."""
    ws = WebSocket(server, headers=(f"X-Forwarded-For: {forwarded}",))
    if not ws.up:
        return ws, ws.answer.status
    ws.send(question)
    return ws, ws.text()


def certificate(folder, name, names="DNS:localhost"):
    """A certificate that signs itself; (cert, key, context that trusts only it)."""
    cert, key = os.path.join(folder, name + ".pem"), os.path.join(folder, name + ".key")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", f"/CN={name}", "-addext", f"subjectAltName={names}", "-keyout", key, "-out", cert],
        check=True, capture_output=True)
    return cert, key, ssl.create_default_context(cafile=cert)


def metric(server, name, tls=None):
    text = fetch(server, "/metrics", tls).body.decode()
    for line in text.splitlines():
        if line.startswith(name + " "):
            return int(line.split()[1])
    raise KeyError(f"{name} in {text}")


def becomes(ask, value):
    """Asks until the answer is the value: what other connections left behind takes its time."""
    deadline = time.monotonic() + PATIENCE
    while ask() != value:
        if time.monotonic() > deadline:
            return False
    return True


def settles(server, name, value, tls=None):
    return becomes(lambda: metric(server, name, tls), value)


if __name__ == "__main__":
    sys.exit("this is a part of the tests, not one of them")
