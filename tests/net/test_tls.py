#!/usr/bin/env python3
"""The same over TLS: pages, WebSockets, a new certificate while the server runs. In TAP.

usage: test_tls.py ECHO_SERVER
"""
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import warnings

from client import Server, WebSocket, becomes, certificate, check, connect, fetch, frame, metric, run, settles
from handshakes import HELLO, say, shake

ECHO = sys.argv[1]


def speaks_tls():
    with tempfile.TemporaryDirectory() as folder:
        cert, key, trust = certificate(folder, "first")
        with Server(ECHO, f"tls_cert={cert}", f"tls_key={key}", "queue_bytes=100000000", "queues_bytes=500000000") as server:
            page = fetch(server, "/", trust)
            check("a page comes over TLS", page.status == 200 and b"<title>" in page.body, page)
            check("with the header that keeps it so", "max-age" in page.headers.get("strict-transport-security", ""), page)
            with WebSocket(server, trust, headers=("Origin: https://localhost",)) as ws:
                ws.send("sealed")
                check("a WebSocket too", ws.text() == "sealed")
                ws.send("!pour 500 4000")
                total = 0
                while (text := ws.text()) != "poured":
                    total += len(text)
                check("large amounts arrive whole", total == 500 * 4000, total)
                ws.raw(frame(2, b"no"))
                check("closing has its code", ws.until_closed() == 1003)
            with connect(server) as sock:
                sock.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                try:
                    plain = sock.recv(1000)
                except ConnectionResetError:
                    plain = b""
                check("without TLS there is no page", b"<title>" not in plain, plain)
            old = ssl.create_default_context(cafile=cert)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # that it is old is the point
                old.maximum_version = ssl.TLSVersion.TLSv1_1
            try:
                fetch(server, "/", old)
                check("old TLS is refused", False)
            except (ssl.SSLError, ConnectionResetError, ValueError):
                check("old TLS is refused", True)


def takes_a_new_certificate():
    with tempfile.TemporaryDirectory() as folder:
        cert, key, trust = certificate(folder, "first")
        with Server(ECHO, f"tls_cert={cert}", f"tls_key={key}") as server, WebSocket(server, trust) as ws:
            cert2, key2, trust2 = certificate(folder, "second")
            shutil.copy(cert2, cert)
            server.signal(signal.SIGHUP)
            line = server.line()
            check("a certificate without its key is not taken", "mismatch" in line, line)
            check("the old one still serves", fetch(server, "/", trust).status == 200)
            shutil.copy(key2, key)
            server.signal(signal.SIGHUP)
            check("a whole pair is taken", server.line() == "reloaded")
            check("and serves", fetch(server, "/", trust2).status == 200)
            ws.send("still there")
            check("players stay connected", ws.text() == "still there")
            server.signal(signal.SIGTERM)
            check("and are told at the end", ws.until_closed() == 1012)


def survives_strangers():
    """Such connections fail while they are adopted: what the library then does later must find them."""
    with tempfile.TemporaryDirectory() as folder:
        cert, key, trust = certificate(folder, "first")
        with Server(ECHO, f"tls_cert={cert}", f"tls_key={key}", "address_arrivals=1000000") as server:
            before = server.descriptors()
            with WebSocket(server, trust) as ws:
                done = shake(server, trust, 300)
                ws.send("still there")
                check("thousands of broken handshakes disturb nobody", ws.text() == "still there", done)
            check("none of them is left", settles(server, "unisono_net_connections", 1, trust))
            accepted, asked = metric(server, "unisono_net_accepted_total", trust), sum(done.values())
            check("all of them were counted", accepted >= asked, (accepted, asked))
            check("no descriptor is left", becomes(server.descriptors, before), (before, server.descriptors()))
            for i in range(200):
                say(server, HELLO[:i], abruptly=i % 2)
            server.signal(signal.SIGTERM)
            code, out = server.wait()
            check("it stops in order in the midst of them", code == 0 and out == "done\n", (code, out, server.complaints()))


def refuses_to_start():
    with tempfile.TemporaryDirectory() as folder:
        cert, key, _ = certificate(folder, "first")
        other, _, _ = certificate(folder, "other")
        for name, files, reason in (("a missing file", ("/nowhere.pem", key), "/nowhere.pem: No such file"),
                                    ("another's key", (other, key), "mismatch")):
            ended = subprocess.run([ECHO, f"tls_cert={files[0]}", f"tls_key={files[1]}"],
                                   capture_output=True, timeout=60, check=False)
            check(f"{name} keeps it from starting", ended.returncode == 1 and reason in ended.stderr.decode(), ended)


run([speaks_tls, takes_a_new_certificate, survives_strangers, refuses_to_start])
