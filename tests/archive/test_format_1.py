#!/usr/bin/env python3
"""A store and an export of the version before format 2: they open, verify, are shown and go on. In TAP.

fixtures/format-1.db and format-1.room were written by that version: a game that has ended and still lies on its
table, one that is being played, and a lobby with three games before it.

usage: test_format_1.py UNISONO SOURCE_ROOT
"""
import json
import os
import signal
import sqlite3
import sys

for folder in ("tests", "tests/net", "tests/archive"):
    sys.path.insert(0, os.path.join(sys.argv[2], folder))

from client import check  # noqa: E402
from earlier import FOLDER, PROGRAM, opens, path, run_all  # noqa: E402
from rooms import Guest, Serve, unisono  # noqa: E402

LOBBY, RUNNING, FINISHED = "NCA99", "ERYXG", "JQXGE"


def opened():
    opens(1, games=5, summary="3 rooms, 135 entries, 5 games")


def went_on(store, name):
    with Serve(PROGRAM, store, FOLDER) as server:
        host = Guest(server, "running", room=RUNNING)
        room = host.room
        check(f"{name}: a game in progress has ended", room["table"] is None, room)
        check(f"{name}: and its people are told why", room["lobby"].get("ended") == "edition", room["lobby"])
        check(f"{name}: they are all there", [p["name"] for p in room["people"]][:2] == ["Änne", "Bert"], room["people"])
        check(f"{name}: with the game and the options they had", room["lobby"]["options"]["referee"] == "strict", room["lobby"])
        host.do("start")
        check(f"{name}: one tap begins it again", room["table"] and not room["table"]["over"], room["table"])
        check(f"{name}: which is the end of the news", "ended" not in room["lobby"], room["lobby"])
        host.do("pause")
        watcher = Guest(server, "somebody", room=FINISHED)
        check(f"{name}: a game that had ended needs no excuse",
              watcher.room["table"] is None and "ended" not in watcher.room["lobby"], watcher.room)
        host = Guest(server, "lobby", room=LOBBY)
        host.do("start")
        check(f"{name}: a lobby plays on", host.room["table"] is not None, host.room)
        host.do("lobby")
        server.signal(signal.SIGKILL)
    with sqlite3.connect(store) as db:
        named = {code for code, in db.execute("select code from room where state < 2")}
    check(f"{name}: the store knows the codes of its rooms", named == {LOBBY, RUNNING, FINISHED}, named)
    ended = unisono("verify", "--store", store)
    check(f"{name}: what was written is sound", ended.returncode == 0 and "7 games" in ended.stdout, ended)
    with Serve(PROGRAM, store, FOLDER) as server:
        host = Guest(server, "running", room=RUNNING)
        check(f"{name}: the new game goes on after a restart", host.room["table"] and "ended" not in host.room["lobby"], host.room)
        server.signal(signal.SIGKILL)
    whole = unisono("export", "--store", store, "--all", "--with-keys", "-").stdout
    with open(path("again.room"), "w", encoding="utf-8") as out:
        out.write(whole)
    shown = [json.loads(line) for line in whole.splitlines() if line.startswith('{"base":0')]
    check(f"{name}: its log goes on in format 5", shown and all(head["format"] == 5 for head in shown), shown)
    ended = unisono("import", "--store", path(f"{name}-again.db"), path("again.room"))
    check(f"{name}: and can be exported and imported", ended.returncode == 0 and "3 rooms, 7 games" in ended.stderr, ended)
    ended = unisono("verify", "--store", path(f"{name}-again.db"))
    check(f"{name}: and is sound", ended.returncode == 0, ended)


run_all(opened, went_on)
