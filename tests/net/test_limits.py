#!/usr/bin/env python3
"""Too much of everything: each limit is met by the event it ends with, and counted. In TAP.

usage: test_limits.py ECHO_SERVER
"""
import struct
import sys

from client import Http, Server, WebSocket, asked_for, becomes, check, connect, fetch, frame, metric, run, settles

ECHO = sys.argv[1]


def floods():
    with Server(ECHO, "messages=5") as server, WebSocket(server) as ws:
        ws.raw(b"".join(frame(1, b"m") for _ in range(200)))
        check("a flood of messages is closed with 1008", ws.until_closed() == 1008)
        check("and counted", metric(server, "unisono_net_closed_flood_total") == 1)
    with Server(ECHO, "stream_bytes=1000", "messages=1000") as server, WebSocket(server) as ws:
        ws.raw(frame(1, b"b" * 5000))
        check("a flood of bytes is closed with 1008", ws.until_closed() == 1008)
    with Server(ECHO, "stream_bytes=1000") as server, WebSocket(server) as ws:
        ws.raw(frame(1, b"", final=False) + frame(0, b"", final=False) * 1000)
        check("a flood of empty pieces is, too", ws.until_closed() in (1008, "cut"))
    with Server(ECHO, "address_messages=3") as server, WebSocket(server) as one, WebSocket(server) as two:
        one.raw(b"".join(frame(1, b"m") for _ in range(20)))
        check("an address has a measure below that of its connections", one.until_closed() == 1008)
        # What the first one took is missing now: the bucket is the address's, not the connection's.
        two.raw(b"".join(frame(1, b"m") for _ in range(20)))
        check("and all its connections share it", two.until_closed() == 1008)


def neighbours():
    with Server(ECHO, "address_messages=10", "messages=20") as server, WebSocket(server) as quiet:
        for _ in range(3):
            with WebSocket(server) as loud:
                loud.raw(frame(1, b"m") * 39)
                check("a flood that an address can no longer pay is closed", loud.until_closed() == 1008)
                quiet.send("and we?")
                check("its neighbour who says little stays", quiet.text() == "and we?")


def crowds():
    with Server(ECHO, "max_connections=3") as server:
        inside = [WebSocket(server) for _ in range(3)]
        check("there is room for three", all(ws.up for ws in inside))
        with WebSocket(server) as ws:
            check("the fourth is told that it is full",
                  ws.answer.status == 503 and b"full" in ws.answer.body and "retry-after" in ws.answer.headers, ws.answer)
        check("a page, too", fetch(server, "/").status == 503)
        inside[0].raw(frame(8, struct.pack("!H", 1000)))
        inside[0].until_closed()
        while not inside[0].http.ended():
            pass
        with WebSocket(server) as ws:
            check("who leaves makes room", ws.up, ws.answer)
    with Server(ECHO, "address_connections=2") as server:
        with WebSocket(server) as one, WebSocket(server) as two:
            with connect(server) as sock:
                check("a third connection of one address is cut", Http(sock).ended())
            for ws in (one, two):
                ws.send("here")
                check("the others stay", ws.text() == "here")
    with Server(ECHO, "address_arrivals=5") as server:
        answered = 0
        for _ in range(12):
            try:
                answered += fetch(server, "/").status == 200
            except (EOFError, ConnectionResetError):
                pass
        check("an address that comes too often is cut", 5 <= answered < 12, answered)


def status_or_cut(server):
    """A server that has no descriptor to spare cuts whoever comes until the crowd has gone."""
    try:
        return fetch(server, "/healthz").status
    except (EOFError, ConnectionResetError, BrokenPipeError):
        return None


def few_descriptors():
    with Server("sh", "-c", f"ulimit -n 160; exec {ECHO} max_connections=1000") as server:
        crowd = []
        for _ in range(300):
            crowd.append(connect(server))
        taken = server.descriptors()
        check("strangers do not take the last descriptors", taken <= 130, taken)
        for sock in crowd:
            sock.close()
        check("and make room when they go", becomes(lambda: status_or_cut(server), 200))


def proxies():
    with Server(ECHO, "proxies=127.0.0.0/8", "address_connections=2", "address_arrivals=100") as server:
        def who(forwarded):
            return asked_for(server, forwarded, "!who")
        one, address = who("203.0.113.9")
        check("a trusted proxy tells the address", address == "203.0.113.9", address)
        two, address = who("6.6.6.6, 203.0.113.9")
        check("only its own word counts", address == "203.0.113.9", address)
        three, status = who("203.0.113.9")
        check("the address behind it has its own measure", status == 429, status)
        four, address = who("203.0.113.10")
        check("which is not that of its neighbour", address == "203.0.113.10", address)
        check("refusals are counted", metric(server, "unisono_net_refused_address_total") == 1)
        for ws in (one, two, three, four):
            ws.sock.close()
    with Server(ECHO) as server, WebSocket(server, headers=("X-Forwarded-For: 203.0.113.9",)) as ws:
        ws.send("!who")
        check("nobody else is believed", ws.text() == "127.0.0.1")
    with Server(ECHO) as server, WebSocket(server, host="::1") as ws:
        ws.send("!who")
        check("IPv6 comes in by the same door", ws.text() == "::1")


def slow_reader():
    with Server(ECHO, "queue_bytes=65536", "messages=1000", "handshake_seconds=30") as server:
        with WebSocket(server) as slow, WebSocket(server) as quick:
            before = server.resident()
            slow.send("!pour 20000 4000")  # 80 MB to somebody who does not read
            quick.send("and me?")
            check("a slow reader holds up nobody", quick.text() == "and me?")
            check("it is counted", settles(server, "unisono_net_closed_slow_total", 1))
            grown = server.resident() - before
            check("its queue is dropped", settles(server, "unisono_net_waiting_bytes", 0))
            check("memory stays bounded", grown < 16 << 20, grown)
            check("when it reads again it learns why", slow.until_closed() == 1013)
        with WebSocket(server) as slow:
            slow.send("!cork !pour 20000 4000")
            check("one that is sent much in a round is closed as well", settles(server, "unisono_net_closed_slow_total", 2))
            left = metric(server, "unisono_net_waiting_bytes")
            check("and nothing follows what was dropped", left == 0, left)
    with Server(ECHO, "queues_bytes=1000000", "queue_bytes=250000", "messages=1000", "address_messages=100000") as server:
        crowd = [WebSocket(server, receive_buffer=4096) for _ in range(30)]
        for ws in crowd:
            ws.send("!pour 2000 4000")
        with WebSocket(server) as quick:
            quick.send("and me?")
            check("many slow readers hold up nobody", quick.text() == "and me?")
            waiting = metric(server, "unisono_net_waiting_bytes")
            check("together they hold no more than one measure", waiting <= 1000000, waiting)
            check("the greediest are closed", becomes(lambda: metric(server, "unisono_net_closed_slow_total") >= 20, True))
        for ws in crowd:
            ws.sock.close()
    with Server(ECHO, "queue_bytes=100000000", "queues_bytes=500000000", "messages=1000") as server:
        with WebSocket(server) as slow:
            slow.send("!pour 5000 4000")
            while metric(server, "unisono_net_frames_queued_total") == 0:
                pass
            got = 0
            while True:
                text = slow.text()
                if text == "poured":
                    break
                got += len(text)
            check("who reads late gets everything, in order", got == 5000 * 4000, got)
            check("and nothing waits any more", metric(server, "unisono_net_waiting_bytes") == 0)


def slow_pages():
    """Pages that were made for one reader wait in memory, larger than what the kernel takes."""
    size = 12000000
    with Server(ECHO) as server:
        with connect(server, receive_buffer=4096) as slow, connect(server, receive_buffer=4096, source="127.0.0.2") as other:
            ask = f"GET /k/{size} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
            slow.sendall(ask)
            check("a page waits for its reader", settles(server, "unisono_net_page_bytes", size))
            page = fetch(server, f"/k/{size}")
            check("an address that does not read its pages gets no more of them", page.status == 503 and b"try again" in page.body, page.status)
            other.sendall(ask)
            check("others get theirs", settles(server, "unisono_net_page_bytes", 2 * size))
            got = Http(other).answer()
            check("who reads late gets all of it", got.status == 200 and len(got.body) == size, (got.status, len(got.body)))
        check("what was read, or is gone, holds nothing", settles(server, "unisono_net_page_bytes", 0))
        check("and there is room again", len(fetch(server, f"/k/{size}").body) == size)


def patience():
    with Server(ECHO, "handshake_seconds=1", "ping_seconds=1", "pong_seconds=2") as server:
        for name, data in (("nothing", b""), ("half a request", b"GET / HT"),
                           ("half a handshake", b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n")):
            with connect(server) as sock:
                sock.sendall(data)
                check(f"a connection that sends {name} is ended", Http(sock).ended())
        with connect(server) as sock:
            http = Http(sock)
            http.ask("/")
            check("one that has nothing more to ask is ended", http.ended())
        with WebSocket(server) as ws:
            opcode, said = ws.frame()
            check("a silent player is pinged", opcode == 9, opcode)
            ws.raw(frame(10, said))
            opcode, _ = ws.frame()
            check("and again after each pong", opcode == 9, opcode)
            check("without a pong it is given up", ws.until_closed() in ("cut", 1001, 1011))
        check("nobody is left", settles(server, "unisono_net_websockets", 0))


run([floods, neighbours, crowds, few_descriptors, proxies, slow_reader, slow_pages, patience])
