"""Handshakes that nobody finishes: what port scanners, plain browsers and bad wills send to a TLS port.

Each kind is a function that meets the server once; `shake(server, trust, times)` counts what it did.
"""
import os
import socket
import ssl
import struct

from client import PATIENCE


def hello():
    """What a client says first: a whole ClientHello."""
    heard, said = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = ssl.create_default_context().wrap_bio(heard, said, server_hostname="localhost")
    try:
        client.do_handshake()
    except ssl.SSLWantReadError:
        pass
    return said.read()


HELLO = hello()
PLAIN = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


def leave(sock, abruptly):
    if abruptly:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    sock.close()


def say(server, data, abruptly, wait=False):
    sock = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
    try:
        if data:
            sock.sendall(data)
        if wait:  # the server's word, or its end
            sock.recv(65536)
    except (ConnectionResetError, BrokenPipeError):
        pass
    leave(sock, abruptly)


def after_tls(server, trust, data, abruptly):
    """A handshake that succeeds, and then an end without or in the middle of a request."""
    raw = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
    try:
        sock = trust.wrap_socket(raw, server_hostname="localhost")
        sock.sendall(data)
        leave(sock, abruptly)
    except (OSError, ssl.SSLError):
        raw.close()


def spoilt(server, i, abruptly):
    """A whole hello with one byte changed, and then as much of it again."""
    data = bytearray(HELLO)
    data[i % len(data)] ^= 1 << i % 8
    say(server, bytes(data) + HELLO[: i % 700], abruptly, wait=i % 5 == 0)


def kinds(server, trust):
    cut = len(HELLO)
    return {
        "plain HTTP": lambda i, rude: say(server, PLAIN, rude),
        "plain HTTP, its answer awaited": lambda i, rude: say(server, PLAIN, rude, wait=True),
        "nothing": lambda i, rude: say(server, b"", rude),
        "garbage": lambda i, rude: say(server, os.urandom(1 + i % 600), rude),
        "a hello that stops at each byte": lambda i, rude: say(server, HELLO[: i % cut], rude),
        "a hello, and no more": lambda i, rude: say(server, HELLO, rude),
        "a hello, and its answer": lambda i, rude: say(server, HELLO, rude, wait=True),
        "a spoilt hello": lambda i, rude: spoilt(server, i, rude),
        "a hello and plain HTTP": lambda i, rude: say(server, HELLO + PLAIN, rude, wait=i % 2),
        "TLS, then half a request": lambda i, rude: after_tls(server, trust, PLAIN[: i % len(PLAIN)], rude),
    }


def shake(server, trust, times, start=0):
    """Each kind so many times, half of them with a FIN and half with a RST; how often each was done."""
    done = {}
    for name, meet in kinds(server, trust).items():
        some = max(1, times // 10) if name.startswith("TLS") else times  # the only dear one
        for i in range(start, start + some):
            meet(i, i % 2 == 1)
        done[name] = some
    return done
