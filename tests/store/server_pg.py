#!/usr/bin/env python3
"""One server over a private PostgreSQL: tables are made, survive a kill, and can be carried away as text. In TAP.

usage: server_pg.py UNISONO SOURCE_ROOT
"""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM, ROOT = sys.argv[1], sys.argv[2]
for folder in ("tests/net", "tests/archive", "tests/store"):
    sys.path.insert(0, os.path.join(ROOT, folder))

import rooms  # noqa: E402
from client import PATIENCE, check, free_port, run  # noqa: E402
from postgres import Engine  # noqa: E402
from rooms import Guest, Serve, unisono  # noqa: E402

rooms.PROGRAM = PROGRAM
FOLDER = tempfile.mkdtemp()
ENGINE = None


def path(name):
    return os.path.join(FOLDER, name)


def tables_are_made():
    uri = ENGINE.uri()
    ended = unisono("serve", "--port", "0", "--store", uri)
    check("without tables the server says what to do", ended.returncode == 1 and "unisono store init" in ended.stderr, ended)
    for what in ("store", "cluster"):
        ended = unisono(what, "status", "--store", uri)
        check(f"and so does {what} status", ended.returncode == 2 and "run 'unisono store init'" in ended.stderr, ended)
    for again in ("", " again"):
        ended = unisono("store", "init", "--store", uri)
        check(f"init makes them{again}", ended.returncode == 0, ended)
    ended = unisono("store", "status", "--store", uri)
    check("status finds them safe", ended.returncode == 0 and "safe       yes" in ended.stdout, ended)
    ended = unisono("cluster", "status", "--store", uri)
    check("and nobody there who uses them", ended.returncode == 1 and "nodes      none" in ended.stdout, ended)
    ENGINE.primary.ask("insert into unisono.session(node, beat, ttl, format, address, version, at) values (7, 1, 60000, -5, 'x:1', '1', now())")
    ended = unisono("cluster", "status", "--store", uri)
    ENGINE.primary.ask("delete from unisono.session where node = 7")
    check("a node that is about to end is no node that is there", ended.returncode == 1 and re.search(r" stopping .* format 5$", ended.stdout, re.M), ended)
    ended = unisono("store", "init", "--store", path("file.db"))
    check("a file needs none", ended.returncode == 2, ended)


def an_engine_that_confirms_alone():
    """Its setting is looked at when a server starts, and the server says so in a sentence."""
    primary, uri = ENGINE.primary, ENGINE.uri()
    names = primary.ask("show synchronous_standby_names")
    for value in ("", names):
        primary.configure({"synchronous_standby_names": value})
        primary.process.send_signal(signal.SIGHUP)
        until = time.monotonic() + PATIENCE
        while primary.ask("show synchronous_standby_names") != value and time.monotonic() < until:
            time.sleep(0.05)
        if value:
            break
        ended = unisono("serve", "--port", "0", "--store", uri)
        check("nobody serves over an engine that confirms alone",
              ended.returncode == 1 and 'reason="a confirmed move would not survive' in ended.stderr, ended)
        ended = unisono("store", "status", "--store", uri)
        check("and status says why", ended.returncode == 1 and "safe       a confirmed move would not survive" in ended.stdout, ended)


def a_table_survives():
    uri = ENGINE.uri()
    with Serve(PROGRAM, uri, FOLDER) as server:
        host = Guest(server, "ann", create={"language": "en"})
        code = host.code
        host.do("sit", name="Ann")
        host.do("add_bot", level="easy")
        people = [person["name"] for person in host.room["people"]]
        server.signal(signal.SIGKILL)
    with Serve(PROGRAM, uri, FOLDER) as server:
        host = Guest(server, "ann", room=code)
        check("a killed server's table is there", [p["name"] for p in host.room["people"]] == people, host.room)
        again = Guest(server, "ann", create={"language": "en"})
        check("who asks for a table twice finds the first", again.code == code, again.code)
        server.signal(signal.SIGKILL)
    ended = unisono("verify", "--store", uri)
    check("the store is sound", ended.returncode == 0 and "1 rooms" in ended.stdout, ended)
    ended = unisono("export", "--store", uri, "--all", "--with-keys", path("out"))
    check("its rooms are exported", ended.returncode == 0, ended)
    ended = unisono("import", "--store", path("copy.db"), path(f"out/{code}.room"))
    check("and imported into a file", ended.returncode == 0 and "1 room" in ended.stderr, ended)
    ended = unisono("import", "--store", uri, path(f"out/{code}.room"))
    check("a code that is taken is refused", ended.returncode == 1 and f"a room {code} already" in ended.stderr, ended)


def a_kept_table_is_remembered():
    """Its name, who was there and what it knows, over a kill; and nothing of it after its host has said so."""
    uri = ENGINE.uri()

    def ask(guest, what, **given):
        guest.ws.send(json.dumps({"ask": what, "tag": 7, **({"with": given} if given else {})}))
        return guest.until("told")

    with Serve(PROGRAM, uri, FOLDER) as server:
        host = Guest(server, "kim", create={"language": "en"})
        code = host.code
        host.do("sit", name="Kim")
        check("a table is kept", "key" not in ask(host, "keep", name="The Friday table"), host.room)
        before = ask(host, "memory").get("memory")
        check("it has its name", before and before.get("name") == "The Friday table", before)
        server.signal(signal.SIGKILL)
    with Serve(PROGRAM, uri, FOLDER) as server:
        host = Guest(server, "kim", room=code)
        check("a killed server has not forgotten it", ask(host, "memory").get("memory") == before, before)
        ended = unisono("export", "--store", uri, "--room", code, path("kept"))
        with open(path(f"kept/{code}.room"), encoding="utf-8") as file:
            check("it is exported with its table", ended.returncode == 0 and '{"document":"group"' in file.read(), ended)
        check("its host has it forgotten", "key" not in ask(host, "unkeep"))
        check("and it is", not ask(host, "memory").get("memory", {}).get("name"))
        server.signal(signal.SIGKILL)


def a_node_that_cannot_begin_ends():
    """Whatever it is that is wrong, and however much has been opened before: it says so, and does not hang."""
    os.mkdir(path("filter"))
    with open(path("filter/en.txt"), "w", encoding="utf-8") as file:
        file.write("no deck\n")
    wrong = {
        "filter": ("--filter", path("filter"), "--peer", f"127.0.0.1:{free_port()}"),
        "peer": ("--peer", "203.0.113.77:7000"),  # nobody's address
        "token": ("--admin", path("none/token"), "--peer", f"127.0.0.1:{free_port()}"),
    }
    for what, flags in wrong.items():
        try:
            ended = unisono("serve", "--port", "0", "--store", ENGINE.uri(), *flags)
        except subprocess.TimeoutExpired as hangs:
            ended = hangs
        check(f"a node with a wrong {what} ends", getattr(ended, "returncode", None) == 1 and "not_started" in ended.stderr and what in ended.stderr, ended)


try:
    ENGINE = Engine()
    run([tables_are_made, an_engine_that_confirms_alone, a_table_survives, a_kept_table_is_remembered, a_node_that_cannot_begin_ends])
finally:
    if ENGINE:
        ENGINE.close()
    shutil.rmtree(FOLDER)
