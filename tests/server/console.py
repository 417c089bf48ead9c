#!/usr/bin/env python3
"""The console of whoever runs the server: who gets in, what is seen, what is done. In TAP.

usage: console.py UNISONO
"""
import json
import os
import resource
import shutil
import stat
import subprocess
import sys

from guests import Guest, waits_for
from running import Place, Server, Tap

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "net"))
from client import WebSocket, fetch  # noqa: E402

PROGRAM = sys.argv[1]
SECRET = "correct-horse-battery-staple"


class Console:
    """A line of the console; `answer` is what its first message was answered with."""

    def __init__(self, server, token, headers=(), hello=None):
        self.socket = WebSocket(server, headers=headers)
        self.socket.send(json.dumps(hello or {"admin": 1, "token": token}))
        self.answer = self.hear()

    def hear(self):
        got = self.socket.text()
        return got if isinstance(got, int) else json.loads(got)

    def ask(self, **what):
        self.socket.send(json.dumps(what))
        return self.hear()

    def state(self):
        return self.ask(ask="state")["state"]

    def close(self):
        self.socket.sock.close()


def key(answer):
    return answer.get("error", {}).get("key") if isinstance(answer, dict) else answer


def token_of(server):
    with open(server.store + ".admin", encoding="ascii") as text:
        return text.read().strip()


def secret_in(text):
    return any(word in text for word in ("Anneliese", "anneliese", SECRET))


def nobody_without(tap, server):
    token = token_of(server)
    tap.check("the file of the token is for its owner alone",
              stat.S_IMODE(os.stat(server.store + ".admin").st_mode) == 0o600 and len(token) == 64)
    for name, given in [("an empty", ""), ("a wrong", "x" * 64), ("half a", token[:32]), ("a longer", token + "0")]:
        line = Console(server, given)
        told, end = line.answer, line.hear()
        tap.check(f"{name} token is told nothing and hung up on",
                  key(told) == "admin_token" and end == 4003 and set(told) == {"error"}, f"{told} {end}")
    line = Console(server, None, hello={"admin": 1, "token": 5})
    tap.check("a token that is no text is none", key(line.answer) == "admin_token", line.answer)
    line = Console(server, token)
    tap.check("after five wrong tokens also the right one has to wait",
              key(line.answer) == "too_many_tries" and line.hear() == 4029, line.answer)
    guest = Guest(server, "anneliese")
    guest.come_in()
    guest.socket.send(json.dumps({"ask": "state", "tag": 1}))
    told = guest.until(lambda m: "told" in m or "error" in m)
    tap.check("a guest who asks as a console does is told nothing", "state" not in told, told)
    for path in ("/api/admin", "/api/console", "/api/state"):
        tap.check(f"there is nothing at {path}", fetch(server, path).status == 404)
    page = fetch(server, "/admin")
    policy = page.headers.get("content-security-policy", "")
    tap.check("the page is the app's own, under its strict policy",
              page.status == 200 and "default-src 'none'" in policy and token.encode() not in page.body, page.status)


def only_own_pages(tap, server):
    token = token_of(server)
    line = Console(server, token, headers=["Origin: http://localhost"])
    tap.check("a page of the server itself may", line.answer == {"admin": 1}, line.answer)
    line.close()
    line = Console(server, token, headers=["Origin: https://friend.example"])
    tap.check("a page of another site may not, also where it may play", key(line.answer) == "admin_origin", line.answer)
    line = Console(server, token, headers=["X-Forwarded-For: 127.0.0.1"])
    tap.check("whoever comes through a proxy is not local", key(line.answer) == "admin_local", line.answer)


def looks_and_acts(tap, server):
    token = token_of(server)
    ann = Guest(server, "anneliese")
    code = ann.come_in()["room"]["info"]["code"]
    ann.answered(ann.do("sit", name="Anneliese"))
    line = Console(server, token)
    tap.check("with the token it opens", line.answer == {"admin": 1}, line.answer)
    state = line.state()
    [table] = [one for one in state["tables"] if one["code"] == code]
    tap.check("it shows the table", table["people"] == 1 and table["connections"] == 1 and table["is"] == "lobby", table)
    tap.check("and neither names nor tokens of players", not secret_in(json.dumps(state)))
    [address] = [one for one in state["addresses"] if one["tables"]]
    tap.check("of an address it shows half", address["from"] == "127.0.x.x", address)
    tap.check("store, words, load and limits are there", state["store"]["kind"] == "sqlite" and state["store"]["bytes"] > 0 and "lexicon" in state and
              state["load"]["memory"] > 1 << 20 and "refused_barred" in state["net"])

    tap.check("it says something to all", line.ask(do="say", text="Back in five minutes") == {"done": "say"})
    tap.check("which they hear", ann.until(lambda m: m.get("notice") == "Back in five minutes") is not None)
    for text in ("", "x" * 700, "a\nb"):
        tap.check(f"but not a text of {len(text)} bytes", key(line.ask(do="say", text=text)) == "message")

    tap.check("drained, it is not ready",
              line.ask(do="drain", on=True) == {"done": "drain"} and fetch(server, "/readyz").status == 503)
    late = Guest(server, "late")
    late.until(lambda m: "error" in m)
    waits_for(lambda: late.hear(0.2) or late.ended, lambda _: late.ended)
    tap.check("and takes no new table", late.ended == 4011, late.ended)
    ben = Guest(server, "ben", code)
    tap.check("while its tables go on", ben.come_in() is not None)
    line.ask(do="drain", on=False)
    tap.check("and is opened again", fetch(server, "/readyz").status == 200)

    tap.check("a table that is not there is not closed", key(line.ask(do="close", table="ZZZZZ")) == "no_room")
    tap.check("a table is closed", line.ask(do="close", table=code) == {"done": "close"})
    for guest in (ann, ben):
        waits_for(lambda: guest.hear(0.2) or guest.ended, lambda _: guest.ended)
        tap.check("its people are sent away", guest.ended == 4010, guest.ended)
    # It may be asked four times a second.
    gone = waits_for(lambda: line.ask(ask="state").get("state"), lambda s: s and all(one["code"] != code for one in s["tables"]) and s["counts"]["rooms"] == 0)
    tap.check("and it is gone", gone and gone["counts"]["rooms"] == 0, gone)
    back = Guest(server, "anneliese", code)
    back.until(lambda m: "error" in m)
    tap.check("for good", back.welcome is None)

    tap.check("what it does not know it does not do", key(line.ask(do="fly")) == "message")
    tap.check("an address that is not there is not removed", key(line.ask(do="remove", address="0" * 16)) == "no_address")
    deeds = " ".join(one["text"] for one in waits_for(lambda: line.ask(ask="state").get("state"), bool)["deeds"])
    tap.check("what was done is listed", "closed_table" in deeds and "said Back in five minutes" in deeds and "drained" in deeds, deeds)
    long = "ä" * 299
    waits_for(lambda: line.ask(do="say", text=long), lambda answer: answer == {"done": "say"})  # ten at once, then one a second
    deeds = [one["text"] for one in waits_for(lambda: line.ask(ask="state").get("state"), bool)["deeds"]]
    tap.check("in full", deeds[0] == "said " + long, deeds[0])
    for _ in range(30):  # at once: whoever waits for each answer is as slow as the machine
        line.socket.send(json.dumps({"ask": "state"}))
    flood = [key(line.hear()) for _ in range(30)]
    tap.check("who asks without end is told to wait", "too_fast" in flood, flood)
    line.close()


def removes_an_address(tap, server):
    """From another address of this machine than the one that is removed."""
    line = Console(server, token_of(server))
    far = WebSocket(server, source="127.77.0.1")
    far.send(json.dumps({"hello": 1, "token": "f" * 40, "create": {"language": "en"}}))
    far.text()
    [own] = [one for one in line.state()["addresses"] if not one["tables"]]
    tap.check("nobody removes themselves", key(line.ask(do="remove", address=own["id"])) == "own_address")
    rows = [one for one in line.state()["addresses"] if one["tables"]]
    tap.check("its address is listed", len(rows) == 1, rows)
    tap.check("an address is removed", line.ask(do="remove", address=rows[0]["id"], minutes=5) == {"done": "remove"})
    got = far.text()
    while not isinstance(got, int):
        got = far.text()
    tap.check("its people are hung up on", got == 1008, got)

    def comes_back():
        try:
            again = WebSocket(server, source="127.77.0.1")
            again.sock.close()
            return True
        except (EOFError, ConnectionError, OSError, AssertionError, ValueError, IndexError):
            return False
    tap.check("and nothing is taken from there", not comes_back())
    [row] = [one for one in line.state()["addresses"] if one["barred"]]
    tap.check("for as long as was said", 0 < row["barred"] <= 300, row)
    line.ask(do="readmit", address=row["id"])
    tap.check("until it is let in again", comes_back())
    line.close()


def admin(server, *words, token=None, at="ws://127.0.0.1"):
    run = subprocess.run([PROGRAM, "admin", *words, "--url", f"{at}:{server.port}", "--token-file", token or server.store + ".admin"],
                         capture_output=True, timeout=60, check=False)
    return run.returncode, run.stdout.decode() + run.stderr.decode()


def in_a_terminal(tap, server, folder):
    ann = Guest(server, "anneliese")
    code = ann.come_in()["room"]["info"]["code"]
    for what, wanted in [("status", "sqlite"), ("tables", code), ("people", "127.0.x.x"), ("deeds", "entered"), ("errors", "")]:
        result, told = admin(server, what)
        tap.check(f"unisono admin {what}", result == 0 and wanted in told and not secret_in(told), told)
    looked = [line.split()[-1] for line in admin(server, "deeds")[1].splitlines()]
    tap.check("who looks in again and again is one line of what was done", looked == ["entered"], looked)
    result, told = admin(server, "status", "--json")
    tap.check("and as JSON", result == 0 and json.loads(told)["version"])
    tap.check("unisono admin say", admin(server, "say", "Hello")[0] == 0 and ann.until(lambda m: m.get("notice") == "Hello"))
    tap.check("unisono admin drain", admin(server, "drain")[0] == 0 and fetch(server, "/readyz").status == 503)
    tap.check("unisono admin drain --off", admin(server, "drain", "--off")[0] == 0 and fetch(server, "/readyz").status == 200)
    tap.check("unisono admin close", admin(server, "close", code) == (0, "done\n"))
    result, told = admin(server, "close", code)
    tap.check("which is told once", result == 1 and "no such table" in told, told)
    tap.check("an unknown word is a mistake", admin(server, "fly")[0] == 2)
    wrong = os.path.join(folder, "wrong")
    with open(wrong, "w", encoding="ascii") as text:
        text.write(SECRET + "\n")
    result, told = admin(server, "status", token=wrong)
    tap.check("a token that others can read is not used", result == 1 and "others can read" in told, told)
    os.chmod(wrong, 0o600)
    result, told = admin(server, "status", token=wrong)
    tap.check("a wrong one is refused", result == 1 and "not its token" in told and SECRET not in told, told)


def never_in_the_clear(tap, server):
    """0.0.0.0 leads to this machine, and is no name of it: so the way there is one that a token could really take."""
    for at in ("ws://127.0.0.1", "http://127.0.0.1", "ws://localhost"):
        result, told = admin(server, "status", at=at)
        tap.check(f"on the machine itself {at} is fine", result == 0, told)
    for at in ("ws://0.0.0.0", "http://0.0.0.0", "ws://127.0.0.1.example", "ws://localhost.example"):
        result, told = admin(server, "status", at=at)
        tap.check(f"{at} is not told the token", result == 2 and "could read the token" in told and "wss://" in told, told)
    result, told = admin(server, "status", at="wss://0.0.0.0")
    tap.check("with wss:// it goes there, and asks for a certificate first", result == 1 and "could read" not in told, told)


def finds_it_by_its_options(tap, folder):
    """Without --url: at the one address that `host` names, also where that is not localhost."""
    for host in ("127.0.0.2", "0.0.0.0"):
        server = Server(PROGRAM, folder, store=os.path.join(folder, "hosted.db"), flags=["--host", host])
        server.start()
        options = os.path.join(folder, "hosted.conf")
        with open(options, "w", encoding="ascii") as text:
            text.write(f"host = {host}\nport = {server.port}\nstore = {server.store}\n")
        run = subprocess.run([PROGRAM, "admin", "--config", options], capture_output=True, timeout=60, check=False)
        tap.check(f"unisono admin finds a server that listens at {host}", run.returncode == 0 and b"sqlite" in run.stdout, run.stderr)
        server.stop()


def counts_who_is_there(tap, folder):
    """Addresses are remembered for a while after they have gone; here for a minute each."""
    server = Server(PROGRAM, folder, store=os.path.join(folder, "counts.db"), flags=["--address-arrivals", "1"])
    server.start()
    line = Console(server, token_of(server))
    WebSocket(server, source="127.77.0.2").sock.close()
    state = waits_for(lambda: line.ask(ask="state").get("state"), lambda s: s and len(s["addresses"]) == 1)
    tap.check("who has gone is remembered, and not counted among those who are there", state["net"]["addresses"] == 2 and state["addresses_all"] == 1, state["net"])
    line.close()
    server.stop()


def says_why_not(tap, folder):
    """To somebody who is not root, and where no server runs."""
    locked = os.path.join(folder, "locked")
    os.mkdir(locked, 0o700)
    store = os.path.join(locked, "tables.db")
    server = Server(PROGRAM, folder, store=store)
    server.start()
    other = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
    # Who is not root is kept out as well as everybody else; and the program is where everybody may start it.
    os.chmod(folder, 0o711)
    program = shutil.copy(PROGRAM, folder)
    if not other:
        os.chmod(locked, 0)
    for words, wanted in [(("admin", "--url", f"ws://127.0.0.1:{server.port}"), b"root"), (("verify",), b"Permission denied"), (("backup", "/nowhere"), b"Permission denied")]:
        run = subprocess.run([program, *words], capture_output=True, timeout=60, check=False, cwd=folder, env={**os.environ, "UNISONO_STORE": store}, **other)
        tap.check(f"unisono {words[0]} says that it may not", run.returncode != 0 and wanted in run.stderr, run.stderr)
    os.chmod(locked, 0o700)
    server.stop()
    run = admin(server, "status")
    tap.check("unisono admin says that nobody is there", run[0] == 1 and "is the server running?" in run[1], run)


def leaves_no_half_token(tap, folder):
    """A disk that is full in the middle of it."""
    path = os.path.join(folder, "half")
    ended = subprocess.run([PROGRAM, "serve", "--port", "0", "--store", ":memory:", "--admin", path], capture_output=True, timeout=60, check=False,
                           restore_signals=False, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (40, 40)))
    tap.check("a token that cannot be written is not there by half",
              ended.returncode == 1 and b"cannot be written" in ended.stderr and not os.path.exists(path), ended.stderr)


def strangers_lock_nobody_out(tap, server, line):
    """Tries are counted by address in places that two may share. One who shares that of the machine itself tries until it is full."""
    here = Console(server, SECRET)
    places, own = {}, None

    def place_of(row):
        return int(row["id"], 16) % 256

    def listed():
        return waits_for(lambda: line.ask(ask="state").get("state"), lambda state: state)["addresses"]  # it may be asked four times a second

    for batch in range(60):
        if own in places:
            break
        open_lines = []
        for i in range(40):
            open_lines.append(WebSocket(server, headers=[f"X-Forwarded-For: 10.{batch}.{i}.9"]))
        for row in listed():
            if row["from"].startswith("127."):
                own = place_of(row)
            elif row["connections"] and row["from"] == f"10.{batch}.x.x":
                places[place_of(row)] = batch
        for one in open_lines:
            one.sock.close()
    tap.check("somewhere on the internet somebody shares the place of this machine", own in places, f"{own} {len(places)}")
    here.close()
    for i in range(40):
        for _ in range(5):
            Console(server, "x" * 64, headers=[f"X-Forwarded-For: 10.{places[own]}.{i}.9"]).close()
    here = Console(server, SECRET)
    tap.check("whose wrong tokens do not lock it out", here.answer == {"admin": 1}, here.answer)
    here.close()


def settings(tap, folder):
    for flags, wanted in [(["--admin", "off"], "admin_off"), (["--store", ":memory:"], "admin_off")]:
        server = Server(PROGRAM, folder, store=os.path.join(folder, "off.db"), flags=flags)
        server.start()
        line = Console(server, SECRET)
        tap.check(f"with {' '.join(flags)} there is no console", key(line.answer) == wanted, line.answer)
        server.stop()
    given = os.path.join(folder, "given")
    with open(given, "w", encoding="ascii") as text:
        text.write(SECRET + "\n")
    for name, mode, text in [("others can read", 0o644, SECRET), ("is too short", 0o600, "short")]:
        with open(given, "w", encoding="ascii") as file:
            file.write(text + "\n")
        os.chmod(given, mode)
        ended = subprocess.run([PROGRAM, "serve", "--port", "0", "--store", ":memory:", "--admin", given], capture_output=True, timeout=60, check=False)
        tap.check(f"a token that {name} is refused",
                  ended.returncode == 1 and b"given" in ended.stderr and SECRET.encode() not in ended.stderr, ended.stderr)
    with open(given, "w", encoding="ascii") as file:
        file.write(SECRET + "\n")
    server = Server(PROGRAM, folder, store=os.path.join(folder, "far.db"), flags=["--admin", given, "--admin-from", "all", "--trusted-proxy", "127.0.0.1"])
    server.start()
    line = Console(server, SECRET, headers=["X-Forwarded-For: 203.0.113.9"])
    tap.check("with a token of one's own and admin-from all it opens from elsewhere", line.answer == {"admin": 1}, line.answer)
    strangers_lock_nobody_out(tap, server, line)
    line.close()
    server.stop()
    tap.check("no log holds the token", SECRET not in open(server.log.name, encoding="utf-8", errors="replace").read())


def main():
    tap = Tap()
    with Place() as folder:
        for part in (nobody_without, only_own_pages, looks_and_acts, removes_an_address, in_a_terminal, never_in_the_clear):
            server = Server(PROGRAM, folder, store=os.path.join(folder, part.__name__ + ".db"), flags=["--origins", "https://friend.example"])
            server.start()
            part(tap, server, *([folder] if part is in_a_terminal else []))
            code, told = server.stop(), server.told()
            tap.check(f"{part.__name__}: it ends in order", code == 0 and "Sanitizer" not in told and "runtime error" not in told, told)
            tap.check(f"{part.__name__}: the log holds no secret", token_of(server) not in told and not secret_in(told))
        settings(tap, folder)
        finds_it_by_its_options(tap, folder)
        counts_who_is_there(tap, folder)
        says_why_not(tap, folder)
        leaves_no_half_token(tap, folder)
    tap.done()


main()
