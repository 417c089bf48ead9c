#!/usr/bin/env python3
"""WebSockets from outside: messages, what closes them and how, and the end of the server. In TAP.

usage: test_websocket.py ECHO_SERVER
"""
import signal
import struct
import sys

from client import Server, WebSocket, check, frame, metric, run, settles

ECHO = sys.argv[1]


def messages():
    with Server(ECHO) as server, WebSocket(server) as ws:
        check("the handshake is accepted", ws.up, ws.answer)
        ws.send("hello")
        check("a message comes back", ws.text() == "hello")
        ws.send("")
        check("an empty one too", ws.text() == "")
        text = "Übereinstimmung – déjà vu 🎲"
        ws.send(text)
        check("so does every letter", ws.text() == text)
        for size in (125, 126, 255, 256, 257, 4096, 8192):
            ws.send("y" * size)
            check(f"a message of {size} bytes is whole", ws.text() == "y" * size)
        ws.raw(frame(1, b"one ", final=False) + frame(0, b"two ", final=False) + frame(9, b"?") + frame(0, b"three"))
        got = [ws.frame(), ws.frame()]
        check("pieces are put together, with a ping between them", (1, b"one two three") in got and (10, b"?") in got, got)
        ws.raw(b"".join(frame(1, str(i).encode()) for i in range(10)))
        check("messages in one packet stay apart and in order", [ws.text() for _ in range(10)] == [str(i) for i in range(10)])
        for byte in frame(1, b"byte by byte"):
            ws.raw(bytes([byte]))
        check("a message may come byte by byte", ws.text() == "byte by byte")
        ws.raw(frame(8, struct.pack("!H", 1000)))
        check("a close is answered", ws.until_closed() == 1000)


def everybody():
    with Server(ECHO) as server:
        crowd = [WebSocket(server) for _ in range(20)]
        crowd[7].send("!all the same bytes")
        check("one text goes to all", [ws.text() for ws in crowd] == ["the same bytes"] * 20)
        for ws in crowd:
            ws.sock.close()
        with WebSocket(server) as last:
            last.send("still here?")
            check("and the server outlives them", last.text() == "still here?")


def corked():
    with Server(ECHO) as server:
        with WebSocket(server) as ws:
            sizes = (0, 1, 125, 126, 4000, 65535, 65536)
            ws.send("!cork first|" + "|".join(f"!pour 1 {size}" for size in sizes) + "|last")
            want = ["first", *[text for size in sizes for text in ("x" * size, "poured")], "last"]
            check("frames of a round keep their order and their size", [ws.text() for _ in want] == want)
            before = metric(server, "unisono_net_frames_out_total")
            ws.send("!cork alone")
            check("one frame alone is a frame", ws.text() == "alone")
            check("and is counted once", metric(server, "unisono_net_frames_out_total") == before + 1)
            # More than a round holds, and more than a socket takes at once: queued, in order.
            ws.send("!cork " + "|".join(f"{i}|!pour 1 50000" for i in range(26)))
            ws.send("!cork after|all")
            want = [text for i in range(26) for text in (str(i), "x" * 50000, "poured")] + ["after", "all"]
            check("a round larger than the socket arrives", [ws.text() for _ in want] == want)
        with WebSocket(server) as ws, WebSocket(server) as other:
            ws.send("!cork !all one|!all two|!hangup 4001")
            got = [ws.text() for _ in range(4)]
            check("a hangup in a round follows what was sent", got == ["one", "two", "goodbye", 4001], got)
            check("the others have theirs", [other.text(), other.text()] == ["one", "two"])


def hangups():
    with Server(ECHO) as server:
        with WebSocket(server) as ws:
            ws.send("!hangup 4001")
            got = [ws.text(), ws.text()]
            check("a hangup follows what was sent", got == ["goodbye", 4001], got)
        cases = {
            "a binary message": (frame(2, b"\x00\x01"), 1003),
            "text that is not UTF-8": (frame(1, b"\xff\xfe"), 1007),
            "a cut letter": (frame(1, "é".encode()[:1]), 1007),
            "a message of 8193 bytes": (frame(1, b"z" * 8193), 1009),
            "a message that announces a gigabyte": (frame(1, b"z" * 100, length=1 << 30), 1009),
            "pieces that grow too large": (frame(1, b"z" * 5000, final=False) + frame(0, b"z" * 5000), 1009),
            "a frame of an unknown kind": (frame(3, b"?"), 1002),
            "a piece of nothing": (frame(0, b"?"), 1002),
        }
        for name, (data, code) in cases.items():
            with WebSocket(server) as ws:
                ws.raw(data)
                got = ws.until_closed()
                # The library itself just cuts some of what breaks its protocol.
                check(f"{name} closes with {code}", got == code or (code == 1002 and got == "cut"), got)
        for name in ("binary", "utf8", "large"):
            check(f"{name} is counted", metric(server, f"unisono_net_closed_{name}_total") >= 1)
        check("nobody is left", settles(server, "unisono_net_websockets", 0))


def doors():
    with Server(ECHO, "origins=https://friends.example") as server:
        def status(**how):
            with WebSocket(server, **how) as ws:
                return ws.answer.status
        check("a page of this host may come in", status(headers=("Origin: http://localhost",)) == 101)
        check("a page of a friend may", status(headers=("Origin: https://friends.example",)) == 101)
        check("a page of a stranger may not", status(headers=("Origin: https://evil.example",)) == 403)
        check("a page of nowhere may not", status(headers=("Origin: null",)) == 403)
        check("the stranger is counted", metric(server, "unisono_net_refused_origin_total") == 2)
        check("there is one door", status(path="/other") == 404)
        check("it has no other side", status(path="/ws/") == 404)


def stop():
    with Server(ECHO) as server:
        crowd = [WebSocket(server) for _ in range(5)]
        crowd[0].send("!pour 20 1000")
        check("what was asked for arrives", crowd[0].text() == "x" * 1000)
        server.signal(signal.SIGTERM)
        codes = []
        for ws in crowd:
            codes.append(ws.until_closed())
            ws.raw(frame(8, struct.pack("!H", 1012)))
        check("everybody is told that the server restarts", codes == [1012] * 5, codes)
        code, out = server.wait()
        check("it ends well and forgets nobody", code == 0 and "done" in out, f"{code} {out} {server.complaints()}")
    with Server(ECHO, "stop_seconds=1") as server:
        with WebSocket(server, receive_buffer=4096) as ws:
            ws.send("!pour 100 1000")
            server.signal(signal.SIGTERM)
            code, out = server.wait()
            check("somebody who does not listen cannot hold it", code == 0 and "done" in out, f"{code} {out}")


run([messages, everybody, corked, hangups, doors, stop])
