#!/usr/bin/env python3
"""HTTP from outside: files, negotiation, headers, what is refused. In TAP.

usage: test_http.py ECHO_SERVER
"""
import gzip
import subprocess
import sys

from client import Http, Server, WebSocket, check, connect, fetch, metric, run

ECHO = sys.argv[1]
STRICT = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
}


def negotiation():
    with Server(ECHO) as server:
        plain = fetch(server, "/")
        check("the page comes plain when nothing else is asked for",
              plain.status == 200 and b"<title>" in plain.body and "content-encoding" not in plain.headers, plain)
        packed = fetch(server, "/", headers=("Accept-Encoding: gzip",))
        check("gzip unpacks to the same page",
              packed.headers.get("content-encoding") == "gzip" and gzip.decompress(packed.body) == plain.body, packed)
        better = fetch(server, "/", headers=("Accept-Encoding: gzip, deflate, br",))
        unpacked = subprocess.run(["brotli", "-d", "-c"], input=better.body, capture_output=True, check=False).stdout
        check("brotli is preferred and unpacks to the same page",
              better.headers.get("content-encoding") == "br" and unpacked == plain.body, better)
        tags = {answer.headers["etag"] for answer in (plain, packed, better)}
        check("each form has its own tag", len(tags) == 3, tags)
        check("caches are told that it varies", plain.headers.get("vary") == "accept-encoding", plain)
        check("a page is asked for again each time", plain.headers.get("cache-control") == "no-cache", plain)
        again = fetch(server, "/", headers=("Accept-Encoding: br", f"If-None-Match: \"x\", {better.headers['etag']}"))
        check("a page that is known is not sent again",
              again.status == 304 and again.body == b"" and again.headers["etag"] == better.headers["etag"], again)
        other = fetch(server, "/", headers=("Accept-Encoding: gzip", f"If-None-Match: {better.headers['etag']}"))
        check("another form of it is", other.status == 200, other)
        head = fetch(server, "/", method="HEAD")
        check("HEAD tells the length and sends no body",
              head.status == 200 and head.headers["content-length"] == str(len(plain.body)), head)


def one_connection_many_requests():
    with Server(ECHO) as server, connect(server) as sock:
        http = Http(sock)
        statuses = [http.ask(target, method=method).status
                    for target, method in (("/", "GET"), ("/icon.svg", "HEAD"), ("/none.css", "GET"), ("/j/QZ", "GET"))]
        check("requests follow each other on one connection", statuses == [200, 200, 404, 200], statuses)
        last = http.ask("/", headers=("Connection: close",))
        check("and it ends when asked to",
              last.status == 200 and last.headers["connection"] == "close" and http.ended(), last)
    with Server(ECHO) as server, connect(server) as sock:
        sock.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET /icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n")
        http = Http(sock)
        kinds = [http.answer().headers["content-type"] for _ in range(2)]
        check("requests may be sent before the answer", kinds == ["text/html; charset=utf-8", "image/svg+xml"], kinds)
    with Server(ECHO) as server, connect(server) as sock:
        sock.sendall(b"GET / HTTP/1.0\r\n\r\n")
        http = Http(sock)
        check("HTTP/1.0 is answered and closed", http.answer().status == 200 and http.ended())


def places():
    with Server(ECHO) as server:
        for target in ("/", "/j/QZKM", "/t/QZKM", "/rules/some-game", "/j/QZKM?from=qr"):
            check(f"{target} is the app", b"<title>" in fetch(server, target).body)
        for target in ("/favicon.ico", "/assets/gone-123.js", "/index.htm", "/.env", "/a/b.php?x=/"):
            check(f"{target} is nothing", fetch(server, target).status == 404)
        icon = fetch(server, "/icon.svg")
        check("a file has its type", icon.headers["content-type"] == "image/svg+xml", icon)
        check("the door for WebSockets says so", fetch(server, "/ws").status == 426)
        mirror = fetch(server, "/api/mirror?a=1&b=2")
        check("the service answers under /api/",
              mirror.status == 200 and mirror.body == b'{"query":"a=1&b=2"}'
              and mirror.headers["content-type"] == "application/json" and mirror.headers["cache-control"] == "no-store", mirror)
        check("or does not", fetch(server, "/api/none").status == 404)
        health = fetch(server, "/healthz")
        check("it is healthy", health.status == 200 and health.body == b"fine\n", health)
        with WebSocket(server) as ws:
            ws.send("!sick")
            ws.text()
            check("the service tells when it is not", fetch(server, "/healthz").status == 503)
            check("its figures follow the net's", metric(server, "echo_present") == 1)
            check("which counts", metric(server, "unisono_net_websockets") == 1)


def traversal():
    with Server(ECHO) as server:
        for target in ("/../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
                       "/assets/../../../etc/passwd", "/....//etc/passwd", "/%00/etc/passwd", "/..\\..\\etc\\passwd",
                       "file:///etc/passwd", "/etc/passwd%00.css", "/%c0%ae%c0%ae/etc/passwd"):
            try:
                answer = fetch(server, target)
                check(f"{target} shows no file", b"root:" not in answer.body, answer)
            except (EOFError, ConnectionResetError):
                check(f"{target} shows no file", True)
        check("and the server is well", fetch(server, "/").status == 200)


def methods():
    with Server(ECHO) as server:
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT"):
            answer = fetch(server, "/", method=method, headers=("Content-Length: 5",), body=b"hello")
            check(f"{method} is not allowed", answer.status == 405 and answer.headers.get("allow") == "GET, HEAD", answer)
        answer = fetch(server, "/", method="BREW")
        check("an unknown method is refused", answer.status in (403, 405), answer)
        answer = fetch(server, "/", method="POST", headers=("Content-Length: 1000000",), body=b"x" * 100000)
        check("a large body is not waited for", answer.status == 405, answer)
        answer = fetch(server, "/", headers=("Content-Length: 5",), body=b"hello")
        check("a body of a GET is refused", answer.status == 400, answer)
        # Together with a request before it, such a body once kept the library busy for ever.
        for length in ("Content-Length: 5", "Transfer-Encoding: chunked"):
            with connect(server) as sock:
                sock.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET /icon.svg HTTP/1.1\r\nHost: localhost\r\n"
                             + length.encode() + b"\r\n\r\nhello")
                while sock.recv(65536):
                    pass
            check(f"a request, and one with {length} right behind it: the server is well", fetch(server, "/").status == 200)


def headers():
    with Server(ECHO) as server:
        answers = {
            "a page": fetch(server, "/"), "a file": fetch(server, "/icon.svg"), "404": fetch(server, "/none.css"),
            "405": fetch(server, "/", method="POST"), "api": fetch(server, "/api/mirror"),
            "metrics": fetch(server, "/metrics"), "an unknown method": fetch(server, "/", method="BREW"),
        }
        for name, answer in answers.items():
            policy = answer.headers.get("content-security-policy", "")
            check(f"{name} carries the strict headers",
                  all(answer.headers.get(key) == value for key, value in STRICT.items())
                  and "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
                  and "camera=()" in answer.headers.get("permissions-policy", "")
                  and "unsafe" not in policy and "strict-transport-security" not in answer.headers, answer)
    with Server(ECHO, "names=play.example") as server:
        named = fetch(server, "/", host="play.example:8080").headers["content-security-policy"]
        check("the policy names the host for WebSockets", "connect-src 'self' ws://play.example:8080 wss://" in named, named)
        forged = fetch(server, "/", host="a; script-src *").headers["content-security-policy"]
        check("but nothing that is no host", "script-src *" not in forged, forged)


def sizes():
    with Server(ECHO) as server:
        check("a long address is refused", fetch(server, "/" + "a" * 3000).status == 414)
        for name, request in (("a huge address", "/" + "a" * 20000), ("a huge header", "/")):
            try:
                answer = fetch(server, request, headers=("X-Large: " + "b" * 20000,))
                check(f"{name} is refused", answer.status >= 400, answer)
            except (EOFError, ConnectionResetError, BrokenPipeError):
                check(f"{name} is refused", True)
        check("and the server is well", fetch(server, "/").status == 200)


def metrics_are_for_some():
    with Server(ECHO, "metrics=2") as server:
        check("figures can be off", fetch(server, "/metrics").status == 403)
    with Server(ECHO, "proxies=127.0.0.1") as server:
        far = fetch(server, "/metrics", headers=("X-Forwarded-For: 8.8.8.8",))
        check("figures are for this machine alone", far.status == 403, far)
    with Server(ECHO, "proxies=127.0.0.1", "metrics=1") as server:
        check("or for everybody", fetch(server, "/metrics", headers=("X-Forwarded-For: 8.8.8.8",)).status == 200)


run([negotiation, one_connection_many_requests, places, traversal, methods, headers, sizes, metrics_are_for_some])
