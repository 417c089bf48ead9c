#!/usr/bin/env python3
"""Who may come in, under which name, passed on by whom, and for how long without a word. In TAP.

usage: test_door.py ECHO_SERVER
"""
import os
import socket
import sys
import tempfile
import threading
import time

from client import PATIENCE, Http, Server, WebSocket, asked_for, certificate, check, connect, fetch, frame, metric, run, settles

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cluster"))
from processors import Watch  # noqa: E402

ECHO = sys.argv[1]
MACHINE = socket.gethostname().split(".")[0]


def asked(server, lines, path="/", version="1.1", tls=None):
    """The status of a request with exactly these header lines."""
    with connect(server, tls) as sock:
        sock.sendall("\r\n".join([f"GET {path} HTTP/{version}", *lines, "", ""]).encode("latin-1"))
        try:
            return Http(sock).answer()
        except (EOFError, ConnectionResetError):
            return None


def status(*args, **how):
    answer = asked(*args, **how)
    return answer.status if answer else 0


def names():
    ours = ["localhost", "LocalHost:8080", "localhost.", "party.localhost", "127.0.0.1", "192.168.1.20:8080", "[::1]",
            "[fe80::1]:8080", "203.0.113.9", MACHINE, f"{MACHINE}.local", f"{MACHINE}-2.local:80", f"{MACHINE}.lan",
            "play.example", "PLAY.example:443", "a.party.example", "a.b.party.example"]
    strangers = ["evil.example", "play.example.evil", "localhost.evil", f"{MACHINE}.evil", "party.example", "xparty.example",
                 "127.0.0.1.evil", "0x7f.1", "2130706433", "127.1", f"{MACHINE}-x.local", "other.local", "local"]
    nonsense = ["", "a b", "a:b", "a:99999", "[::1", "[evil]", "::1", "a..b", "a/b", "a@b", "a:80:80", ".a", "é"]
    with Server(ECHO, "names=play.example, *.party.example") as server:
        for host in ours:
            check(f"it answers to {host}", status(server, [f"Host: {host}"]) == 200)
        for host in strangers:
            got = asked(server, [f"Host: {host}"])
            check(f"not to {host}", got.status == 421 and b"--names" in got.body and b"<title>" not in got.body, got)
            check(f"nor are its pages told of {host}", host not in got.headers["content-security-policy"], got)
        for host in nonsense:
            check(f"'{host}' is no host", status(server, [f"Host: {host}"]) == 400)
        check("without a host nothing is answered", status(server, []) == 400)
        check("but to HTTP/1.0", status(server, [], version="1.0") == 200)
        check("two hosts are none", status(server, ["Host: localhost", "Host: evil.example"]) == 400)
        check("the api is closed to strangers", status(server, ["Host: evil.example"], "/api/mirror") == 421)
        check("so are the figures", status(server, ["Host: evil.example"], "/metrics") == 421)
        upgrade = ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
                   "Sec-WebSocket-Version: 13"]
        for host, wanted in (("localhost", 101), ("evil.example", 421), ("192.168.1.20", 101)):
            check(f"a WebSocket to {host}: {wanted}",
                  status(server, [f"Host: {host}", f"Origin: http://{host}", *upgrade], "/ws") == wanted)
        check("all of it is counted", metric(server, "unisono_net_refused_host_total") == len(strangers) + 3)
    with Server(ECHO, "names=*") as server:
        check("a star is any name", status(server, ["Host: whatever.example"]) == 200)
    with Server(ECHO, "proxies=127.0.0.1", "names=play.example") as server:
        passed = ["X-Forwarded-For: 203.0.113.9"]
        check("a proxy passes the name on", status(server, ["Host: play.example", *passed]) == 200)
        check("a stranger's too", status(server, ["Host: evil.example", *passed]) == 421)
        for under, wanted in (("play.example", 200), ("evil.example", 421), ("a b", 400), ("x" * 300, 400),
                              ("play.example, inner.proxy", 200), ("evil.example, play.example", 421)):
            check(f"a proxy that asks as itself and for {under[:20]}: {wanted}",
                  status(server, ["Host: 127.0.0.1:8080", f"X-Forwarded-Host: {under}", *passed]) == wanted)
    with tempfile.TemporaryDirectory() as folder:
        cert, key, trust = certificate(folder, "first", "DNS:localhost,DNS:cert.example,DNS:*.wild.example")
        with Server(ECHO, f"tls_cert={cert}", f"tls_key={key}") as server:
            for host, wanted in (("cert.example", 200), ("a.wild.example", 200), ("evil.example", 421)):
                check(f"with a certificate for others, {host}: {wanted}",
                      status(server, [f"Host: {host}"], tls=trust) == wanted)


def unreadable():
    upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
               "Sec-WebSocket-Version: 13", "Host: localhost")
    with Server(ECHO) as server:
        for name, origin, wanted in (("none", [], 101), ("ours", ["Origin: http://localhost"], 101),
                                     ("another", ["Origin: http://evil.example"], 403), ("null", ["Origin: null"], 403),
                                     ("a long one", ["Origin: http://" + "a" * 300], 400),
                                     ("a very long one", ["Origin: http://" + "a" * 2000], 400),
                                     ("an empty one", ["Origin:"], 400),
                                     ("two", ["Origin: http://localhost", "Origin: http://evil.example"], 403)):
            check(f"a WebSocket with an origin that is {name}: {wanted}",
                  status(server, [*upgrade, *origin], "/ws") == wanted)
    with Server(ECHO, "proxies=127.0.0.1, 10.0.0.0/8") as server:
        for name, wanted in (("203.0.113.9", 101), ("203.0.113.9:4711", 101), ("[2001:db8::1]:4711", 101),
                             ("[2001:db8::1]", 101), ("2001:db8::1", 101), ("junk, 203.0.113.9", 101),
                             ("203.0.113.9, 10.1.1.1", 101),
                             ("unknown", 400), ("203.0.113.9, junk", 400), ("junk, 10.1.1.1", 400), ("", 400),
                             ("203.0.113.9,", 400), ("[::1", 400), ("[::1]x", 400), ("1.2.3.4:99999", 400),
                             ("1.1.1.1, " * 200 + "203.0.113.9", 400)):
            got = status(server, [*upgrade, f"X-Forwarded-For: {name}"], "/ws")
            check(f"passed on for '{name[:40]}': {wanted}", got == wanted, got)
        with WebSocket(server, headers=("X-Forwarded-For: 6.6.6.6", "X-Forwarded-For: 203.0.113.9")) as ws:
            ws.send("!who")
            check("of two such headers the last word counts", ws.text() == "203.0.113.9")
        check("they are counted", metric(server, "unisono_net_refused_unreadable_total") == 9)


def groups():
    with Server(ECHO, "proxies=127.0.0.1", "address_connections=3") as server:
        def group(address):
            return asked_for(server, address, "!group")
        one, first = group("2001:db8:1:2::1")
        two, second = group("2001:db8:1:2:ffff::9")
        three, third = group("2001:db8:1:3::1")
        four, fourth = group("203.0.113.9")
        five, fifth = group("203.0.113.10")
        check("addresses of one /64 are one", first == second and len(first) > 8, (first, second))
        check("others are not", len({first, third, fourth, fifth}) == 4, (first, third, fourth, fifth))
        six, _ = group("2001:db8:1:2::3")
        seven, refused = group("2001:db8:1:2:1:2:3:4")
        check("they share their measure", refused == 429, refused)
        for ws in (one, two, three, four, five, six, seven):
            ws.sock.close()
    with Server(ECHO, "proxies=127.0.0.1") as server, WebSocket(server, headers=("X-Forwarded-For: 2001:db8:1:2::1",)) as ws:
        ws.send("!group")
        check("another process has other numbers", ws.text() != first)
    with Server(ECHO, "proxies=127.0.0.1", "address_connections=2") as server, connect(server) as sock:
        # A proxy keeps its connections: what is asked first on one does not make the second free.
        crowd = [WebSocket(server, headers=("X-Forwarded-For: 203.0.113.9",)) for _ in range(2)]
        http = Http(sock)
        check("behind a proxy a page comes first", http.ask("/", headers=("X-Forwarded-For: 203.0.113.9",)).status == 200)
        upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
                   "Sec-WebSocket-Version: 13", "X-Forwarded-For: 203.0.113.9")
        got = http.ask("/ws", headers=upgrade)
        check("and the WebSocket on the same connection counts", got.status == 429, got)
        for ws in crowd:
            ws.sock.close()


def figures():
    with Server(ECHO, "proxies=127.0.0.1", "names=play.example") as server:
        check("figures are for whoever sits here", status(server, ["Host: localhost"], "/metrics") == 200)
        check("under any of its own names", status(server, ["Host: 127.0.0.1:8080"], "/metrics") == 200)
        for name, lines in (("a forged address", ["X-Forwarded-For: 127.0.0.1"]), ("another", ["X-Forwarded-For: ::1"]),
                            ("a chain of them", ["X-Forwarded-For: 127.0.0.1, 127.0.0.1"]),
                            ("X-Real-IP", ["X-Real-IP: 127.0.0.1"]), ("Forwarded", ["Forwarded: for=127.0.0.1"]),
                            ("X-Forwarded-Host", ["X-Forwarded-Host: localhost"]), ("Via", ["Via: 1.1 cache"]),
                            ("X-Forwarded-Proto", ["X-Forwarded-Proto: https"])):
            check(f"but not with {name}", status(server, ["Host: localhost", *lines], "/metrics") == 403)
        check("nor under the name of others", status(server, ["Host: play.example"], "/metrics") == 403)
    with Server(ECHO) as server:
        check("without proxies a forged address opens nothing either",
              status(server, ["Host: localhost", "X-Forwarded-For: 127.0.0.1"], "/metrics") == 403)


def requests():
    with Server(ECHO, "address_requests=20") as server, connect(server) as sock:
        http, seen = Http(sock), []
        try:
            for _ in range(40):
                seen.append(http.ask("/healthz").status)
        except (EOFError, ConnectionResetError, BrokenPipeError):
            pass
        check("one connection that asks without end is told and cut", seen[:20] == [200] * 20 and seen[-1] == 429, seen)
        check("ready is ready", fetch_eventually(server, "/readyz"))


def fetch_eventually(server, target):
    """A bucket fills again."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if fetch(server, target).status == 200:
            return True
        time.sleep(0.2)
    return False


def ready():
    with Server(ECHO, "max_connections=2") as server:
        check("there is room", fetch(server, "/readyz").status == 200)
        with WebSocket(server), connect(server) as sock:
            http = Http(sock)
            full = http.ask("/readyz")
            check("it is full and says so", full.status == 503 and full.body == b"full\n", full)
            check("which is no illness", http.ask("/healthz").status == 200)
    with Server(ECHO) as server, WebSocket(server) as ws:
        ws.send("!sick")
        ws.text()
        answer = fetch(server, "/readyz")
        check("whoever is ill is not ready", answer.status == 503 and b"cold" in answer.body, answer)


def hello():
    with Server(ECHO, "strangers=1", "hello_seconds=3", "ping_seconds=1", "pong_seconds=30", "messages=1000") as server:
        def pings(ws, until):
            try:
                while not until.is_set():
                    ws.raw(frame(9, b"x"))
                    ws.raw(frame(10, b""))
                    time.sleep(0.05)
            except OSError:
                pass
        watch = Watch(test=[os.getpid()], server=[server.process.pid])
        with WebSocket(server) as known, WebSocket(server) as silent, WebSocket(server) as pinging, WebSocket(server) as talking:
            known.send("!hello")
            known.text()
            ended = threading.Event()
            busy = threading.Thread(target=pings, args=(pinging, ended))
            busy.start()
            talking.send("no hello")
            check("words that are no hello are heard", talking.text() == "no hello")
            check("a silent socket is closed", silent.until_closed() == 1008)
            waited = time.monotonic() - watch.began
            check("in time", waited > 2 and watch.took() < 10, waited)
            check("one that pings, too", pinging.until_closed() in (1008, "cut"))
            ended.set()
            busy.join()
            check("and one that talks of other things", talking.until_closed() == 1008)
            known.send("and I?")
            opcode, said = known.frame()
            while opcode != 1:
                opcode, said = known.frame()
            check("whom the service knows stays", said == b"and I?")
            check("they are counted", metric(server, "unisono_net_closed_silent_total") == 3)


def a_crowd_without_a_hello():
    """More than are looked at in one pulse: their turn comes too."""
    limits = ("strangers=1", "hello_seconds=1", "address_connections=1000", "address_arrivals=100000", "address_requests=100000")
    with Server(ECHO, *limits) as server:
        crowd = [WebSocket(server) for _ in range(500)]
        check("all of a silent crowd are closed", all(ws.until_closed() == 1008 for ws in crowd))
        check("and counted", metric(server, "unisono_net_closed_silent_total") == 500)
        for ws in crowd:
            ws.sock.close()


def lingering():
    """Whoever was told goodbye cannot go on for as long as the library waits for an answer."""
    ends = {"too much": frame(1, b"x") * 50, "a binary message": frame(2, b"x"), "a huge one": frame(1, b"", length=1 << 40),
            "no UTF-8": frame(1, b"\xff"), "a hangup": frame(1, b"!hangup 4000"), "a close of its own": frame(8, b"\x03\xe8")}
    for name, offence in ends.items():
        with Server(ECHO) as server, WebSocket(server) as ws:
            ws.raw(offence)
            ws.sock.settimeout(0.01)
            watch, ended = Watch(test=[os.getpid()], server=[server.process.pid]), False
            while not ended and time.monotonic() < watch.began + PATIENCE:
                try:
                    ws.raw(frame(1, b"x" * 50) * 100)
                    ended = not ws.sock.recv(1 << 16)
                except TimeoutError:
                    pass
                except OSError:
                    ended = True
            took = watch.took()
            check(f"after {name} nobody talks on for long", ended and took < 3, took)


def swallowed():
    """Frames that the library never tells of are counted all the same."""
    kinds = {"pings": frame(9, b""), "pings with a word": frame(9, b"x" * 100), "pongs": frame(10, b""),
             "pongs with a word": frame(10, b"x"), "empty pieces": frame(0, b"", final=False)}
    for name, one in kinds.items():
        with Server(ECHO) as server, WebSocket(server) as ws, WebSocket(server) as other:
            if name == "empty pieces":
                ws.raw(frame(1, b"", final=False))
            sent, load = 0, one * 100
            ws.sock.settimeout(0.01)
            deadline = time.monotonic() + PATIENCE
            try:
                while time.monotonic() < deadline:
                    try:
                        ws.raw(load)
                        sent += 100
                        ws.sock.recv(1 << 16)
                    except TimeoutError:
                        pass
            except OSError:
                pass
            check(f"a flood of {name} is cut", time.monotonic() < deadline, sent)
            check(f"{name} are counted as a flood", metric(server, "unisono_net_closed_flood_total") == 1)
            other.send("fine")
            check(f"others do not mind {name}", other.text() == "fine")
            check(f"and nothing is left of {name}", settles(server, "unisono_net_websockets", 1))
    with Server(ECHO, "ping_seconds=1", "pong_seconds=3") as server, WebSocket(server) as ws:
        deadline = time.monotonic() + 1.5
        while time.monotonic() < deadline:
            ws.raw(frame(9, b"now and then") + frame(1, b"x" * 3000, final=False) + frame(0, b"y"))
            while ws.frame()[0] != 1:
                pass
            time.sleep(0.1)
        ws.send("still here")
        while True:
            opcode, said = ws.frame()
            if opcode == 1 and said == b"still here":
                break
        check("who pings as people do stays", True)


run([names, unreadable, groups, figures, requests, ready, hello, a_crowd_without_a_hello, lingering, swallowed])
