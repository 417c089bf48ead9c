#!/usr/bin/env python3
"""`unisono reach` says what is wrong, with a proxy that is set up in every wrong way. In TAP.

usage: reach.py UNISONO
"""
import json
import os
import select
import socket
import ssl
import subprocess
import sys
import threading

from running import Place, Server, Tap, free_port

PROGRAM = os.path.abspath(sys.argv[1])


class Proxy:
    """A reverse proxy of few lines: a thread a connection, heads are rewritten, the rest is passed on."""

    def __init__(self, to, upgrade=True, forwarded="append", host=None, answer=None, tls=None):
        self.to, self.upgrade, self.forwarded, self.host, self.answer, self.tls = to, upgrade, forwarded, host, answer, tls
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                line, peer = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.pass_on, args=(line, peer[0]), daemon=True).start()

    def rewrite(self, head, peer):
        lines, told = [], ""
        for line in head.split("\r\n"):
            name = line.partition(":")[0].lower()
            if name == "x-forwarded-for":
                told = line.partition(":")[2].strip()
            elif name == "host" and self.host:
                lines.append(f"Host: {self.host}")
            elif name in ("upgrade", "connection") and not self.upgrade:
                continue
            else:
                lines.append(line)
        if self.forwarded == "append":
            lines.append(f"X-Forwarded-For: {told + ', ' if told else ''}{peer}")
        elif self.forwarded == "replace":
            lines.append(f"X-Forwarded-For: {peer}")
        elif self.forwarded == "pass" and told:
            lines.append(f"X-Forwarded-For: {told}")
        return "\r\n".join(lines)

    def pass_on(self, line, peer):
        try:
            if self.tls:
                line = self.tls.wrap_socket(line, server_side=True)
            head = b""
            while b"\r\n\r\n" not in head:
                piece = line.recv(4096)
                if not piece:
                    return
                head += piece
            if self.answer:
                line.sendall(self.answer)
                return
            head, rest = head.split(b"\r\n\r\n", 1)
            with socket.create_connection(("127.0.0.1", self.to)) as there:
                there.sendall(self.rewrite(head.decode("latin-1"), peer).encode("latin-1") + b"\r\n\r\n" + rest)
                while True:
                    for one in select.select([line, there], [], [])[0]:
                        piece = one.recv(65536)
                        if not piece:
                            return
                        (there if one is line else line).sendall(piece)
        except OSError:
            return
        finally:
            line.close()

    def close(self):
        self.listener.close()


def reach(url, server, *flags, env=None):
    run = subprocess.run([PROGRAM, "reach", *([url] if url else []), "--json", "--port", str(server.port), *flags],
                         capture_output=True, timeout=120, check=False, env={**os.environ, **(env or {})})
    steps = {}
    for line in run.stdout.decode().splitlines():
        said = json.loads(line)
        steps[said["step"]] = (said["is"], said["text"] + " " + said.get("advice", ""))
    return run.returncode, steps, run.stderr.decode()


def is_wrong(tap, name, result, step, word):
    code, steps, err = result
    is_, text = steps.get(step, ("missing", ""))
    others = [one for one, (how, _) in steps.items() if how == "wrong" and one != step]
    tap.check(f"{name}: {step} is wrong, and it says {word}", code == 1 and is_ == "wrong" and word in text and not others, f"{steps} {err}")


def is_good(tap, name, result, *wanted):
    code, steps, err = result
    tap.check(f"{name}: all is well", code == 0 and all(steps.get(step, ("",))[0] == "good" for step in wanted), f"{code} {steps} {err}")


def alone(tap, folder):
    server = Server(PROGRAM, folder)
    tap.check("a server that was not started is missed", reach("", server)[1]["listens"][0] == "wrong")
    server.start()
    url = f"http://127.0.0.1:{server.port}"
    is_good(tap, "without a proxy", reach(url, server), "listens", "name", "port", "page", "proxy", "websocket")
    code, steps, _ = reach("", server)
    tap.check("for this machine alone no phone can come", code == 1 and steps["where"][0] == "wrong", steps)
    is_wrong(tap, "a name that nobody knows", reach("http://no-such-name.invalid/", server), "name", "record")
    is_wrong(tap, "a port where nothing listens", reach(f"http://127.0.0.1:{free_port()}", server), "port", "refused")
    is_wrong(tap, "no TLS where it is expected", reach(f"https://127.0.0.1:{server.port}", server), "certificate", "speaks no TLS")
    is_good(tap, "however the address is typed", reach(f"HTTP://127.0.0.1:{server.port}?x#y", server), "page", "websocket")
    code, _, err = reach(f"http://ann@127.0.0.1:{server.port}", server)
    tap.check("an address with a person in it is a mistake", code == 2 and "https://" in err, err)
    is_wrong(tap, "alone", reach("", server), "where", "--host")
    code, steps, _ = reach("http://no-such-name.invalid/", server, "--here")
    tap.check("a health check looks at this machine only", code == 0 and "name" not in steps and steps["listens"][0] == "good", steps)
    code, _, err = reach("play.example", server)
    tap.check("an address without a scheme is a mistake", code == 2 and "https://" in err, err)
    server.stop()


def behind(tap, folder):
    server = Server(PROGRAM, folder, flags=["--trusted-proxy", "127.0.0.1", "--names", "play.example"])
    server.start()
    is_good(tap, "a good proxy", reach(f"http://127.0.0.1:{(p := Proxy(server.port)).port}", server), "page", "proxy", "websocket")
    p.close()
    is_good(tap, "one that replaces the header", reach(f"http://127.0.0.1:{(p := Proxy(server.port, forwarded='replace')).port}", server), "proxy")
    p.close()
    cases = [
        ("one that passes no WebSockets on", {"upgrade": False}, "websocket", "Upgrade"),
        ("one that tells nothing", {"forwarded": "none"}, "proxy", "does not tell"),
        ("one that believes everybody", {"forwarded": "pass"}, "proxy", "anybody"),
        ("one that changes the host", {"host": "play.example"}, "websocket", "Host"),
        ("one with a foreign host", {"host": "other.example"}, "page", "--public-url"),
        ("one that does not reach it", {"answer": b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"}, "page", "does not reach"),
        ("one that leads elsewhere", {"answer": b"HTTP/1.1 301 Moved\r\nLocation: https://play.example/\r\nContent-Length: 0\r\n\r\n"}, "page", "https://play.example/"),
        ("TLS where none is expected", {"answer": b"HTTP/1.1 400 Bad Request\r\n\r\nThe plain HTTP request was sent to HTTPS port"}, "page", "wants https://"),
        ("another program", {"answer": b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"}, "page", "not Unisono"),
        ("no web server at all", {"answer": b"220 mail.example ESMTP\r\n\r\n"}, "page", "no web server"),
    ]
    for name, how, step, word in cases:
        proxy = Proxy(server.port, **how)
        is_wrong(tap, name, reach(f"http://127.0.0.1:{proxy.port}", server), step, word)
        proxy.close()
    proxy = Proxy(server.port, answer=b"HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\n<html>\r\n\x1b]0;mine\x07\xc2\x9b31m\x7f hello")
    told = subprocess.run([PROGRAM, "reach", "--elsewhere", f"http://127.0.0.1:{proxy.port}"], capture_output=True, timeout=120, check=False).stdout.decode()
    proxy.close()
    [line] = [line for line in told.split("\n") if "not Unisono" in line]
    tap.check("what a stranger answers stays on its line and does nothing to a terminal", "<html>" in line and "hello" in line and line.isprintable(), repr(told))
    server.stop()
    server = Server(PROGRAM, folder)
    server.start()
    proxy = Proxy(server.port)
    is_wrong(tap, "one that is not named", reach(f"http://127.0.0.1:{proxy.port}", server), "proxy", "--trusted-proxy")
    proxy.close()
    server.stop()


def certificate(folder, days, name="localhost"):
    """One that it has signed itself, and its key."""
    cert, key, ask = (os.path.join(folder, f"{name}{days}.{kind}") for kind in ("cert", "key", "csr"))
    subprocess.run(["openssl", "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key, "-out", ask,
                    "-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name},DNS:www.{name}"], check=True, capture_output=True)
    subprocess.run(["openssl", "x509", "-req", "-in", ask, "-signkey", key, "-days", str(days), "-copy_extensions", "copy", "-out", cert],
                   check=True, capture_output=True)
    return cert, key


def with_tls(server, cert, key):
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(cert, key)
    return Proxy(server.port, tls=tls)


def unsigned(folder):
    """One that somebody has signed whom nobody knows."""
    (ca, ca_key), (_, key) = certificate(folder, 6, "signer"), certificate(folder, 7)
    cert = os.path.join(folder, "unsigned.cert")
    subprocess.run(["openssl", "x509", "-req", "-in", os.path.join(folder, "localhost7.csr"), "-CA", ca, "-CAkey", ca_key, "-CAcreateserial",
                    "-days", "5", "-copy_extensions", "copy", "-out", cert], check=True, capture_output=True)
    return cert, key


def sealed(tap, folder):
    server = Server(PROGRAM, folder, flags=["--trusted-proxy", "127.0.0.1"])
    server.start()
    good = certificate(folder, 5)
    trust = {"SSL_CERT_FILE": good[0]}
    proxy = with_tls(server, *good)
    is_wrong(tap, "a certificate of one's own", reach(f"https://localhost:{proxy.port}", server), "certificate", "signed by itself")
    is_wrong(tap, "a certificate of another name", reach(f"https://127.0.0.1:{proxy.port}", server, env=trust), "certificate",
             "it is for localhost, www.localhost, and not for 127.0.0.1")
    code, steps, _ = reach(f"https://localhost:{proxy.port}", server, env=trust)
    tap.check("one that ends soon is told, and the rest is well",
              code == 0 and steps["certificate"][0] == "note" and "days" in steps["certificate"][1] and steps["websocket"][0] == "good", steps)
    proxy.close()
    old = certificate(folder, -1)
    for name, one, trusted, word in [("one that has ended", old, old[0], "too old"), ("one that misses its chain", unsigned(folder), good[0], "fullchain.pem")]:
        proxy = with_tls(server, *one)
        is_wrong(tap, name, reach(f"https://localhost:{proxy.port}", server, env={"SSL_CERT_FILE": trusted}), "certificate", word)
        proxy.close()
    server.stop()


def main():
    tap = Tap()
    with Place() as folder:
        for part in (alone, behind, sealed):
            part(tap, folder)
    tap.done()


main()
