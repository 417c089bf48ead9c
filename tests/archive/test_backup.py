#!/usr/bin/env python3
"""backup and restore of a store that a real server is writing, is not writing, or has lost. In TAP.

usage: test_backup.py UNISONO SOURCE_ROOT
"""
import glob
import os
import signal
import stat
import sys
import tempfile

PROGRAM, ROOT = sys.argv[1], sys.argv[2]
sys.path.insert(0, os.path.join(ROOT, "tests/net"))
sys.path.insert(0, os.path.join(ROOT, "tests/archive"))

import rooms  # noqa: E402
from client import check, run  # noqa: E402
from rooms import Guest, Serve, unisono  # noqa: E402

rooms.PROGRAM = PROGRAM
FOLDER = tempfile.mkdtemp()
STORE, COPY = os.path.join(FOLDER, "tables.db"), os.path.join(FOLDER, "copy.db")
CODES = []


def names_of(guest):
    return [player["name"] for player in guest.room["people"]]


def while_it_runs():
    with Serve(PROGRAM, STORE, FOLDER) as server:
        host = Guest(server, "host", create={"language": "en"})
        CODES.append(host.code)
        host.do("sit", name="Ada")
        ended = unisono("backup", "--store", STORE, COPY)
        check("a backup is made while the server runs", ended.returncode == 0 and "1 rooms, " in ended.stdout
              and "0 problems" in ended.stdout, ended)
        check("it is one file", glob.glob(COPY + "*") == [COPY], glob.glob(COPY + "*"))
        check("that only its owner reads", stat.S_IMODE(os.stat(COPY).st_mode) == 0o600)
        ended = unisono("backup", "--store", STORE, COPY)
        check("a file that is there is not overwritten", ended.returncode == 2 and "already" in ended.stderr, ended)
        host.do("add_bot", level="easy")
        check("the server goes on meanwhile", len(names_of(host)) == 2, host.room)
        ended = unisono("restore", "--store", STORE, COPY)
        check("nothing is put in the place of a store in use", ended.returncode == 2 and "stop it" in ended.stderr, ended)
        check("and nothing moved", not glob.glob(STORE + ".before*") and not os.path.exists(STORE + ".new"))
        server.signal(signal.SIGKILL)


def back_again():
    with open(STORE, "r+b") as store:
        store.write(b"rubbish" * 1000)
    ended = unisono("restore", "--store", STORE, COPY)
    before = [name for name in glob.glob(STORE + ".before*") if not name.endswith(("-wal", "-shm"))]
    check("a backup takes the place of a damaged store", ended.returncode == 0 and before and before[0] in ended.stdout, ended)
    with open(before[0], "rb") as old:
        check("which is kept", old.read(7) == b"rubbish")
    with Serve(PROGRAM, STORE, FOLDER) as server:
        host = Guest(server, "host", room=CODES[0])
        check("the table is as it was then", names_of(host) == ["Ada"], host.room)
        check("its host too", host.welcome["welcome"]["guest"] == 1, host.welcome)
        host.do("add_bot", level="easy")
        check("and goes on", len(names_of(host)) == 2, host.room)
    ended = unisono("verify", "--store", STORE)
    check("what it became is sound", ended.returncode == 0, ended)


def refused():
    elsewhere = os.path.join(FOLDER, "new.db")
    ended = unisono("restore", "--store", elsewhere, COPY)
    check("a backup is restored where there was nothing", ended.returncode == 0 and not ended.stdout.count("what was there"), ended)
    with open(COPY, "r+b") as copy:
        copy.seek(5000)
        copy.write(b"rubbish" * 500)
    ended = unisono("restore", "--store", elsewhere, COPY)
    check("a damaged backup is not restored", ended.returncode == 1 and ended.stderr, ended)
    check("and what was there stays", unisono("verify", "--store", elsewhere).returncode == 0)
    ended = unisono("backup", "--store", COPY, os.path.join(FOLDER, "third.db"))
    check("nor is a damaged store called a backup", ended.returncode == 1 and ended.stderr
          and not glob.glob(os.path.join(FOLDER, "third.db*")), ended)
    for arguments in (("backup",), ("restore",), ("backup", "--store", os.path.join(FOLDER, "none.db"), "x.db"),
                      ("backup", "--store", STORE, os.path.join(FOLDER, "no/such/folder.db"))):
        ended = unisono(*arguments)
        check(f"{' '.join(arguments)[:30]} is told", ended.returncode == 2 and len(ended.stderr.splitlines()) == 1, ended)
    check("and makes no store", not os.path.exists(os.path.join(FOLDER, "none.db")))


run([while_it_runs, back_again, refused])
