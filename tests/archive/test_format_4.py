#!/usr/bin/env python3
"""A store and an export of the version that wrote format 4: they open, verify, are shown and go on. In TAP.

fixtures/format-4.db and format-4.room were written by that version: a game that is being played with a deck of the
table's own, one that has ended and still lies on its table, and a lobby with two games before it.

usage: test_format_4.py UNISONO SOURCE_ROOT
"""
import json
import os
import signal
import sys

for folder in ("tests", "tests/net", "tests/archive"):
    sys.path.insert(0, os.path.join(sys.argv[2], folder))

from client import check  # noqa: E402
from earlier import FOLDER, PROGRAM, STORE, opens, run_all  # noqa: E402
from rooms import Guest, Serve, unisono  # noqa: E402

RUNNING, FINISHED, LOBBY = "PJ76E", "HMT6Q", "EMAEP"


def formats(store):
    """Of each room: the formats that its log has gone through."""
    found, code = {}, None
    for line in unisono("export", "--store", store, "--all", "-").stdout.splitlines():
        if line.startswith('{"unisono_room"'):
            code = json.loads(line)["code"]
        elif line.startswith('{"base":0,'):
            found.setdefault(code, []).append(json.loads(line)["format"])
    return found


def opened():
    opens(4, games=4, summary="4 games")
    check("it is of format 4", all(set(of) == {4} for of in formats(STORE).values()), formats(STORE))


def text_of_deck(guest):
    guest.ws.send(json.dumps({"ask": "deck", "tag": 7, "with": {"deck": 1}}))
    return guest.until("told").get("text", "")


def went_on(store, name):
    with Serve(PROGRAM, store, FOLDER) as server:
        host = Guest(server, "running", room=RUNNING)
        table = host.room["table"]
        check(f"{name}: a game in progress is still there", table and not table["over"], host.room)
        check(f"{name}: with its clocks", host.room["info"]["clocks"] == "double", host.room["info"])
        check(f"{name}: its deck can be read", "thing ab" in text_of_deck(host), host.room.get("decks"))
        host.do("resume")
        host.do("pause")
        check(f"{name}: it goes on", host.view["phase"]["paused"], host.view)
        watcher = Guest(server, "somebody", room=FINISHED)
        check(f"{name}: a game that has ended is shown", watcher.room["table"]["over"], watcher.room)
        host = Guest(server, "lobby", room=LOBBY)
        check(f"{name}: a lobby has what its host decided", host.room["info"]["places"] == 6, host.room["info"])
        host.do("start")
        check(f"{name}: and plays on", host.room["table"] is not None, host.room)
        server.signal(signal.SIGKILL)
    found = formats(store)
    check(f"{name}: a running game keeps its format", found[RUNNING][-1] == 4, found)
    check(f"{name}: a new one is of format 5", found[LOBBY][-1] == 5, found)
    ended = unisono("verify", "--store", store)
    check(f"{name}: what was written is sound", ended.returncode == 0 and "5 games" in ended.stdout, ended)
    with Serve(PROGRAM, store, FOLDER) as server:
        host = Guest(server, "running", room=RUNNING)
        check(f"{name}: the game is there after a restart", host.room["table"] and not host.room["table"]["over"], host.room)
        host.do("lobby")
        host.do("start")
        check(f"{name}: the next one is dealt from the same deck", host.room["table"] is not None, host.room)
        server.signal(signal.SIGKILL)
    check(f"{name}: and is of format 5", formats(store)[RUNNING][-1] == 5, formats(store))
    ended = unisono("verify", "--store", store)
    check(f"{name}: all of it is sound", ended.returncode == 0, ended)


run_all(opened, went_on)
