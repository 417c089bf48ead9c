#!/usr/bin/env python3
"""`unisono serve` as it is run: options, port file, signals, systemd, and what its manual says. In TAP.

usage: test_serve.py UNISONO SOURCE_ROOT
"""
import gzip
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile

from client import PATIENCE, Http, Server, WebSocket, check, connect, fetch, frame, run

PROGRAM, ROOT = sys.argv[1], sys.argv[2]
# What the tests run in must not decide.
for name in [name for name in os.environ if name.startswith("UNISONO_")]:
    del os.environ[name]


class Serve(Server):
    """Started with a socket to notify: being ready is an event."""

    def __init__(self, folder, *options, env=None):
        self.notes = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notes.settimeout(PATIENCE)
        address = os.path.join(folder, "notify")
        if os.path.exists(address):
            os.unlink(address)
        self.notes.bind(address)
        port_file = os.path.join(folder, "port")
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", "--port-file", port_file, "--store", ":memory:", *options],
            stdout=subprocess.PIPE, stderr=self.errors,
            env={**os.environ, "LC_ALL": "C", "NOTIFY_SOCKET": address, **(env or {})})
        self.first = self.notes.recv(100).decode()
        with open(port_file, encoding="ascii") as text:
            self.port = int(text.read())

    def __exit__(self, *_):
        super().__exit__()
        self.notes.close()


def refused(name, reason, *options, env=None):
    ended = subprocess.run([PROGRAM, "serve", *options], capture_output=True, timeout=PATIENCE, check=False,
                           env={**os.environ, **(env or {})})
    lines = ended.stderr.decode().strip().splitlines()
    check(f"{name} is refused in one line", ended.returncode == 2 and len(lines) == 1 and reason in lines[0], ended)


def runs():
    with tempfile.TemporaryDirectory() as folder:
        with Serve(folder, "--qr", "always", env={"LC_ALL": "de_DE.UTF-8"}) as server:
            check("it tells that it is ready", server.first == "READY=1", server.first)
            page = fetch(server, "/")
            check("it serves the app", page.status == 200 and b"Unisono" in page.body, page)
            health = fetch(server, "/healthz")
            told = subprocess.run([PROGRAM, "--version"], capture_output=True, check=True).stdout
            check("and is well", health.status == 200, health)
            check("it says which version it is", told.startswith(b"unisono 0.") and health.body == b"ok, " + told, (health.body, told))
            with WebSocket(server) as ws:
                check("players come in by the same door", ws.up, ws.answer)
            server.signal(signal.SIGHUP)
            notes = [server.notes.recv(100).decode() for _ in range(2)]
            check("it reads its certificate again", notes == ["RELOADING=1", "READY=1"], notes)
            server.signal(signal.SIGTERM)
            check("it tells that it stops", server.notes.recv(100) == b"STOPPING=1")
            code, out = server.wait()
            check("and ends well", code == 0, f"{code} {server.complaints()}")
            check("its banner is in the language of the terminal", "Die Tische sind offen" in out, out)
            check("with the address and the code", f":{server.port}/" in out and "█▀▀▀▀▀█" in out, out)
            log = server.complaints()
            check("it warns of being root, and only then", ("event=runs_as_root" in log) == (os.geteuid() == 0), log)
            check("in the language of the terminal", ("läuft als root" in out) == (os.geteuid() == 0), out)
            check("the log has no address of anybody", "127.0." not in log and "level=info event=listening" in log, log)
    with tempfile.TemporaryDirectory() as folder, Serve(folder, "--stop-seconds", "600") as server:
        # Half a request keeps the first stop waiting; no answer will come.
        with socket.create_connection(("127.0.0.1", server.port)) as sock, WebSocket(server) as ws:
            sock.sendall(b"GET / HTTP/1.1\r\n")
            server.signal(signal.SIGINT)
            server.notes.recv(100)
            server.signal(signal.SIGINT)
            code, _ = server.wait()
            check("a second signal ends it at once, or it had ended", code in (130, 0), code)
            ws.sock.close()


def pages():
    """Answers under /k/ come when the store has answered."""
    with tempfile.TemporaryDirectory() as folder:
        with Serve(folder) as server:
            address = "/k/" + "0123456789abcdef" * 3
            page = fetch(server, address)
            check("there is no keepsake at an address that was guessed", page.status == 404 and b"no keepsake" in page.body, page)
            check("nobody lists, keeps or follows it", "noindex" in page.headers.get("x-robots-tag", "")
                  and page.headers.get("referrer-policy") == "no-referrer" and page.headers.get("cache-control") == "no-store",
                  page.headers)
            again = fetch(server, address.replace("/k/", "/r/"))
            check("nor the place where its game is shown again", again.status == 200 and "noindex" in again.headers.get("x-robots-tag", "")
                  and "x-robots-tag" not in fetch(server, "/").headers, again.headers)
            css = fetch(server, "/k/page.css")
            check("its styles are a file of ours", css.status == 200 and css.headers["content-type"].startswith("text/css"), css)
            with connect(server) as sock:
                http = Http(sock)
                answers = [http.ask(address), http.ask(address, method="HEAD"), http.ask("/healthz"), http.ask("/k/page.js")]
            check("one connection asks for several, one after the other", [one.status for one in answers] == [404, 404, 200, 200]
                  and not answers[1].body and int(answers[1].headers["content-length"]) > 0, answers)
            for target in ("/k/", "/k", "/k/..", f"{address}0", f"{address}.svg.txt", f"{address}?lang=xx&file=2"):
                page = fetch(server, target)
                check(f"nothing is at {target[:20]}", page.status in (200, 400, 404) and b"unisono_keepsake" not in page.body, page)
            for _ in range(50):
                with connect(server) as sock:  # who has gone before the answer comes is nobody's problem
                    sock.sendall(f"GET {address} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            check("and it goes on", fetch(server, address).status == 404)


def options():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "unisono.conf")
        with open(path, "w", encoding="utf-8") as out:
            out.write("# limits of this house\nmetrics = off\nmessage-bytes = 100\n")
        with Serve(folder, "--config", path) as server:
            check("a file is read", fetch(server, "/metrics").status == 403)
        with Serve(folder, "--config", path, env={"UNISONO_METRICS": "local"}) as server:
            check("the environment counts more", fetch(server, "/metrics").status == 200)
        with Serve(folder, "--config", path, "--metrics", "off", env={"UNISONO_METRICS": "local"}) as server:
            check("a flag counts most", fetch(server, "/metrics").status == 403)
        with open(path, "a", encoding="utf-8") as out:
            out.write("ping-seconds = soon\n")
        refused("a bad line", f"{path}:4: ping-seconds: 'soon' is not a number from 1 to 3600", "--config", path)
        refused("an unknown flag", "there is no option '--prot'", "--prot", "80")
        refused("a bad variable", "UNISONO_QR: 'x' is none of: auto always never", env={"UNISONO_QR": "x"})
        refused("a node without a store that others share", "--peer: several servers need a store they share: 'unisono.db' is none",
                "--peer", "10.0.0.1:7000")
        refused("half of TLS", "--tls-key: a certificate and its key come together", "--tls-cert", "x.pem")
    taken = socket.socket()
    taken.bind(("127.0.0.1", 0))
    taken.listen()
    port = str(taken.getsockname()[1])
    ended = subprocess.run([PROGRAM, "serve", "--host", "127.0.0.1", "--port", port], capture_output=True,
                           timeout=PATIENCE, check=False)
    check("a taken port is told", ended.returncode == 1 and b"Address already in use" in ended.stderr, ended)
    taken.close()


def promises():
    """Each promise of docs/security.md names a test, and there is such a test."""
    with open(os.path.join(ROOT, "docs/security.md"), encoding="utf-8") as page:
        rows = [line for line in page if line.startswith("| ") and line.count("|") == 3 and ".py`" in line or ".c`" in line]
    check("docs/security.md makes promises", len(rows) > 10, rows)
    for row in rows:
        named = re.findall("`([^`]+)`", row.split("|")[2])
        text, missing = "", []
        for name in named:
            path = os.path.join(ROOT, "tests", name)
            if os.path.exists(path):
                with open(path, encoding="utf-8") as source:
                    text = source.read()
            elif not re.search(rf"\b{re.escape(name)}\(", text):
                missing.append(name)
        check(f"a test holds it: {row.split('|')[1].strip()[:60]}", named and not missing, missing)


def cluster_files(unit):
    """What docs/cluster.md lets systemd start is a node over PostgreSQL, and no server with a file of its own."""
    with open(os.path.join(ROOT, "contrib/cluster/unisono.service.conf"), encoding="utf-8") as text:
        unset = [line.split("=")[1].strip() for line in text if line.startswith("UnsetEnvironment=")]
    environment = dict(line.split("=", 2)[1:] for line in unit if line.startswith("Environment="))
    environment = {name: value for name, value in environment.items() if name not in unset}
    with open(os.path.join(ROOT, "contrib/cluster/unisono.conf"), encoding="utf-8") as text:
        options = text.read().replace("10.0.0.11,10.0.0.12,10.0.0.13", "127.0.0.1:1")
    with tempfile.NamedTemporaryFile("w", suffix=".conf") as file:
        file.write(options)
        file.flush()
        ended = subprocess.run([PROGRAM, "serve", "--config", file.name], capture_output=True, timeout=PATIENCE, check=False,
                               env={**os.environ, **environment})
    check("the files of contrib/cluster start a node that asks its database",
          ended.returncode == 1 and b"port 1 failed" in ended.stderr, ended)


def unpacked(answer):
    coding = answer.headers.get("content-encoding")
    if coding == "br":
        return subprocess.run(["brotli", "-d", "-c"], input=answer.body, capture_output=True, check=True).stdout
    return gzip.decompress(answer.body) if coding == "gzip" else answer.body


def compiled_in():
    """Every file of the web app, plain and gzipped; brotlied, which needs a program to be read, those of the top and the largest."""
    folder = os.path.join(ROOT, "web/dist")
    files = {os.path.relpath(os.path.join(at, name), folder): os.path.join(at, name) for at, _, names in os.walk(folder) for name in names}
    largest = sorted(files, key=lambda name: os.path.getsize(files[name]))[-10:]
    other, packed = [], set()
    with tempfile.TemporaryDirectory() as place, Serve(place) as server, connect(server) as sock:
        http = Http(sock)
        for name, path in sorted(files.items()):
            with open(path, "rb") as source:
                built = source.read()
            for coding in ["identity", "gzip"] + ["br"] * (name in largest or "/" not in name):
                answer = http.ask(f"/{name}", headers=(f"Accept-Encoding: {coding}",))
                packed.add(answer.headers.get("content-encoding"))
                if answer.status != 200 or unpacked(answer) != built:
                    other.append((name, coding, answer.status))
    check("the web app is served as it was built, byte for byte", len(files) > 100 and not other, (len(files), other[:5]))
    check("packed in both ways, where that is asked for", packed == {None, "gzip", "br"}, packed)


def manual():
    text = subprocess.run([PROGRAM, "serve", "--help-markdown"], capture_output=True, timeout=PATIENCE, check=True)
    with open(os.path.join(ROOT, "docs/operations.md"), encoding="utf-8") as page:
        manual_text = page.read()
    check("docs/operations.md has the options as they are (unisono serve --help-markdown)",
          text.stdout.decode() in manual_text)
    with open(os.path.join(ROOT, "contrib/unisono.service"), encoding="utf-8") as unit:
        lines = unit.read().splitlines()
    check("systemd starts it again however often it ends",
          "Restart=always" in lines and "StartLimitIntervalSec=0" in lines[lines.index("[Unit]"):lines.index("[Service]")])
    cluster_files(lines)
    with tempfile.TemporaryDirectory() as folder, Serve(folder) as server:
        missing = [line.split()[2] for line in fetch(server, "/metrics").body.decode().splitlines()
                   if line.startswith("# TYPE") and line.split()[2] not in manual_text]
        check("docs/operations.md names every figure of the net", not missing, missing)


run([runs, pages, compiled_in, options, manual, promises])
