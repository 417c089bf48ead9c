#!/usr/bin/env python3
"""export, import and verify, over a store that a real server has written, and over damaged ones. In TAP.

usage: test_archive.py UNISONO SOURCE_ROOT
"""
import json
import os
import re
import shutil
import signal
import sqlite3
import sys
import tempfile
import zlib

PROGRAM, ROOT = sys.argv[1], sys.argv[2]
sys.path.insert(0, os.path.join(ROOT, "tests/net"))
sys.path.insert(0, os.path.join(ROOT, "tests/archive"))

import rooms  # noqa: E402
from client import check, fetch, run  # noqa: E402
from rooms import Guest, Serve, unisono  # noqa: E402

rooms.PROGRAM = PROGRAM
FOLDER = tempfile.mkdtemp()
STORE = os.path.join(FOLDER, "real.db")


def path(name):
    return os.path.join(FOLDER, name)


def read(name):
    with open(path(name), encoding="utf-8") as text:
        return text.read()


def write(name, text):
    with open(path(name), "w", encoding="utf-8") as out:
        out.write(text)
    return path(name)


ROOMS = {}  # code: token


def played():
    """Two rooms with two games each, written by a server that is killed."""
    with Serve(PROGRAM, STORE, FOLDER) as server:
        games = json.loads(fetch(server, "/api/games").body)["games"]
        for token in ("one", "two"):
            host = Guest(server, token, create={"language": "de"})
            host.do("sit", name="Änne")
            host.do("add_bot", level="easy")
            host.do("add_bot", level="easy")
            for game in games[:2]:
                host.do("choose", game=game["id"])
                host.do("start")
                host.do("pause")
                host.do("lobby")
            ROOMS[host.code] = token
        ended = unisono("import", "--store", STORE, write("empty.room", ""))
        check("nothing is imported while a server uses the store", ended.returncode == 2 and "stop it" in ended.stderr, ended)
        ended = unisono("verify", "--store", STORE)
        check("a store in use is sound", ended.returncode == 0, ended)
        server.signal(signal.SIGKILL)
    ended = unisono("verify", "--store", STORE)
    check("a store whose server was killed is sound",
          ended.returncode == 0 and ended.stdout.startswith("2 rooms, ") and "4 games" in ended.stdout, ended)


def exported():
    ended = unisono("export", "--store", STORE, "--all", path("out"))
    names = sorted(os.listdir(path("out")))
    expected = sorted(f"{code}{end}" for code in ROOMS for end in (".room", "-1.log", "-2.log"))
    check("every room and every game becomes a file", ended.returncode == 0 and names == expected, (ended, names))
    logs = [unisono("replay", path(f"out/{name}")) for name in names if name.endswith(".log")]
    check("replay tells every game", all(log.returncode == 0 and log.stdout for log in logs), logs)
    heads = [json.loads(read(f"out/{name}").splitlines()[0]) for name in names if name.endswith(".log")]
    check("and has the marks of its players", all(len(head.get("marks", ())) == head["setup"]["seats"] for head in heads), heads)
    keys = [json.loads(line) for name in names if name.endswith(".room") for line in read(f"out/{name}").splitlines()
            if "guest_came" in line]
    check("keys of guests stay behind", keys and all("0" * 32 in json.dumps(line) for line in keys), keys)
    check("names do not", "Änne" in read(f"out/{sorted(ROOMS)[0]}.room"))
    code = sorted(ROOMS)[0]
    one = unisono("export", "--store", STORE, "--room", code.lower(), "-")
    check("one room goes to standard output", one.returncode == 0 and one.stdout == read(f"out/{code}.room"), one)
    lost = unisono("export", "--store", STORE, "--room", "AAAAA", "-")
    check("a room that is not there is told", lost.returncode in (1, 2) and lost.stderr, lost)
    for arguments in (("--all",), ("-",), ("--all", "--room", code, "-"), ("--all", "--store", path("none.db"), "-")):
        ended = unisono("export", *arguments)
        check(f"export {' '.join(arguments[:2])[:20]} is refused", ended.returncode == 2 and ended.stderr, ended)
    check("and makes no store", not os.path.exists(path("none.db")))


def renamed():
    """What an edition of a game calls otherwise: games of the one before it go on, with the pictures they were begun with."""
    store = path("new.db")
    with Serve(PROGRAM, store, FOLDER) as server:
        games = json.loads(fetch(server, "/api/games").body)["games"]
        game = next(game for game in games if any(option["name"] == "pictures" for option in game["options"]))
        host = Guest(server, "three", create={"language": "en"})
        host.do("sit", name="Änne")
        host.do("add_bot", level="easy")
        host.do("add_bot", level="easy")
        host.do("choose", game=game["id"])
        host.do("set", option="pictures", value="wonders")
        host.do("start")
        host.do("pause")
        code, seen = host.code, host.view["table"]["pictures"]
        server.signal(signal.SIGKILL)
    text = unisono("export", "--store", store, "--room", code, "--with-keys", "-").stdout
    now = int(re.search(r'"edition":(\d+)', text)[1])
    older = text.replace(f'"edition":{now}', f'"edition":{now - 1}').replace('wonders', 'dreams')
    ended = unisono("import", "--store", path("older.db"), write("older.room", older))
    check("a log with the names of an earlier edition is imported", older != text and ended.returncode == 0, ended)
    check("and exported as it was", unisono("export", "--store", path("older.db"), "--room", code, "--with-keys", "-").stdout == older)
    with Serve(PROGRAM, path("older.db"), FOLDER) as server:
        guest = Guest(server, "three", room=code)
        check("its game goes on", guest.room["table"] and guest.room["table"]["running"] is not None and "ended" not in guest.room["lobby"], guest.room)
        check("with its pictures", guest.view["table"]["pictures"] == seen, (guest.view, seen))
        check("whose deck has its name of today", guest.room["table"]["options"]["pictures"] == "wonders", guest.room["table"])


def edit(store, change):
    db = sqlite3.connect(store)
    result = change(db)
    db.commit()
    db.close()
    return result


def bodies(store):
    rows = edit(store, lambda db: db.execute("select room, seq, body from entry order by seq").fetchall())
    rooms = {}
    for room, _, body in rows:
        rooms.setdefault(room, []).append(bytes(body) if isinstance(body, bytes) else body.encode())
    return rooms


def imported():
    whole = unisono("export", "--store", STORE, "--all", "--with-keys", "-").stdout
    ended = unisono("import", "--store", path("copy.db"), write("all.room", whole))
    check("an export is imported", ended.returncode == 0 and "2 rooms, 4 games" in ended.stderr, ended)
    before, after = bodies(STORE), bodies(path("copy.db"))
    check("the same bytes", sorted(map(b"".join, before.values())) == sorted(map(b"".join, after.values())))
    check("under new ids", not set(before) & set(after), (list(before), list(after)))
    check("and sound", unisono("verify", "--store", path("copy.db")).returncode == 0)
    check("it can be exported again", sorted(unisono("export", "--store", path("copy.db"), "--all", "--with-keys", "-")
                                            .stdout.splitlines()) == sorted(whole.splitlines()))
    ended = unisono("import", "--store", path("copy.db"), path("all.room"))
    check("codes that are taken are refused", ended.returncode == 1 and ended.stderr.count("already") == 2, ended)
    check("and change nothing", bodies(path("copy.db")) == after)
    code, token = next(iter(ROOMS.items()))
    with Serve(PROGRAM, path("copy.db"), FOLDER) as server:
        guest = Guest(server, token, room=code)
        check("with keys, guests are who they were",
              guest.welcome["welcome"]["guest"] == 1 and guest.welcome["welcome"]["n"] > 10, guest.welcome["welcome"])
    ended = unisono("import", "--store", path("keyless.db"), *[path(f"out/{code}.room") for code in ROOMS])
    check("rooms without keys are imported", ended.returncode == 0, ended)
    with Serve(PROGRAM, path("keyless.db"), FOLDER) as server:
        guest = Guest(server, token, room=code)
        check("and nobody is who they were", guest.welcome["welcome"]["guest"] == 0, guest.welcome["welcome"])


def damaged_texts():
    code = sorted(ROOMS)[0]
    good = unisono("export", "--store", STORE, "--room", code, "--with-keys", "-").stdout
    other = unisono("export", "--store", STORE, "--room", sorted(ROOMS)[1], "--with-keys", "-").stdout
    lines = good.splitlines(keepends=True)
    records = [number for number, line in enumerate(lines) if line.startswith('{"seq"')]
    sit = next(number for number, line in enumerate(lines) if '"change":"sit"' in line)
    kept = next(number for number, line in enumerate(lines) if '"player_kept"' in line)
    damages = {
        "cut off": "".join(lines[:-1]),
        "cut within a line": good[:-20],
        "longer than it says": good + lines[-1],
        "without its beginning": "".join(lines[2:]),
        "a record missing": "".join(lines[:records[0]] + lines[records[0] + 1:]),
        "a record twice": "".join(lines[:records[1]] + lines[records[1]:records[1] + 1] + lines[records[1]:]),
        "another code": good.replace(code, "KQ7TM", 1),
        "an unknown fact": good.replace('"player_sat"', '"player_flew"', 1),
        "a request out of order": "".join(lines[:sit] + [lines[sit].replace('"n":1', '"n":99', 1)] + lines[sit + 1:]),
        "a player of nobody": good.replace('"player":1,"guest":1', '"player":1,"guest":7', 1),
        "no JSON": good.replace('"is":"player_sat"', '"is":["player_sat"', 1),
        "another version": good.replace('{"unisono_room":2', '{"unisono_room":3', 1),
        "another version of the log": good.replace('"format":5', '"format":6', 1),
        "a change that is not where it says": good.replace('{"base":2', '{"base":3', 1),
        "a member that is not known": good.replace('"change":"sit"', '"change":"sit","why":"tired"', 1),
        "a fact with a member that is not known": good.replace('"is":"player_sat"', '"is":"player_sat","why":"tired"', 1),
        "a snapshot that lies": "".join(lines[:kept] + [lines[kept].replace('"mark":0', '"mark":9', 1)] + lines[kept + 1:]),
        "a snapshot that forgets": good.replace(lines[kept], "", 1).replace(f'"lines":{len(lines) - 1}', f'"lines":{len(lines) - 2}'),
        "a snapshot fact outside of one": "".join(lines[:sit + 1] + [lines[kept]] + lines[sit + 1:])
                                          .replace(f'"lines":{len(lines) - 1}', f'"lines":{len(lines)}'),
        "another text": "hello\n" + good,
        "a level that nobody won": good.replace('{"is":"player_sat"', '{"is":"level_won","level":1,"score":3}\n{"is":"player_sat"', 1)
                                   .replace(f'"lines":{len(lines) - 1}', f'"lines":{len(lines)}'),
        "a game without its people": good.replace('"seats":3', '"seats":4', 1),
    }
    for name, text in damages.items():
        check(f"{name}: the damage is one", text != good)
        store = path("damaged.db")
        if os.path.exists(store):
            os.unlink(store)
        # The room after it is right, and comes in all the same.
        ended = unisono("import", "--store", store, write("damaged.room", text if text.endswith("\n") else text + "\n"),
                        write("other.room", other))
        rooms = len(bodies(store))
        expected = 2 if name == "another text" else 1
        check(f"{name}: refused as a whole, alone", ended.returncode == 1 and rooms == expected, (ended, rooms))
    ended = unisono("import", "--store", path("damaged.db"), path("nothing.room"))
    check("a file that is not there is told", ended.returncode == 2 and "nothing.room" in ended.stderr, ended)


def kept():
    """A table that is kept takes its memory along."""
    with Serve(PROGRAM, path("kept.db"), FOLDER) as server:
        host = Guest(server, "one", create={"language": "en"})
        host.do("sit", name="Ann")
        host.ws.send(json.dumps({"ask": "keep", "with": {"name": "Friday"}, "tag": 1}))
        check("a table is kept", "key" not in host.until("told"))
        server.signal(signal.SIGKILL)
    text = unisono("export", "--store", path("kept.db"), "--all", "-").stdout
    check("its memory is in the export", text.splitlines()[-1].startswith('{"document":"group","body":{"unisono_group":1,"name":"Friday"'), text)
    ended = unisono("import", "--store", path("moved.db"), write("kept.room", text))
    check("and in the import", ended.returncode == 0 and unisono("verify", "--store", path("moved.db")).returncode == 0, ended)
    with Serve(PROGRAM, path("moved.db"), FOLDER) as server:
        guest = Guest(server, "two", room=host.code)
        while "kept" not in guest.room["info"]:
            guest.until("room")
        check("the table is kept there, too", guest.room["info"]["kept"] == "Friday")
    for name, damaged in {"a memory of another version": text.replace('"unisono_group":1', '"unisono_group":2'),
                          "a memory that is missing": "".join(text.splitlines(keepends=True)[:-1]),
                          "a document of nobody": text.replace('"document":"group"', '"document":"gruop"')}.items():
        ended = unisono("import", "--store", path("not-kept.db"), write("damaged.room", damaged))
        check(f"{name}: refused", ended.returncode == 1 and "beside" in ended.stderr, ended)
    edit(path("kept.db"), lambda db: db.execute("pragma wal_checkpoint(truncate)").fetchall())
    shutil.copy(path("kept.db"), path("rotten.db"))
    edit(path("rotten.db"), lambda db: db.execute("update doc set body = cast(body || x'20' as blob)"))
    ended = unisono("export", "--store", path("rotten.db"), "--all", "-")
    check("a memory that has rotted is told", ended.returncode == 1 and "documents cannot be read" in ended.stderr, ended)
    check("and the table leaves without it", ended.stdout == re.sub(r',"documents":1|\n[^\n]*$', "", text.rstrip("\n")) + "\n", ended.stdout)
    document = text.splitlines(keepends=True)[-1]
    for name, damaged in {"a room of another version": text.replace('{"unisono_room":2', '{"unisono_room":3', 1),
                          "documents without a room": document,
                          "documents between the entries": text + text.splitlines(keepends=True)[-2] + document}.items():
        ended = unisono("import", "--store", path("not-kept.db"), write("damaged.room", damaged))
        check(f"{name}: refused, with an end", ended.returncode == 1 and ended.stderr.count("\n") < 5, ended)


def asked(guest, what, **arguments):
    guest.ws.send(json.dumps({"ask": what, "tag": 7, "with": arguments}))
    return guest.until("told")


def deck_of(guest, number):
    """The whole text of a table's deck, part by part."""
    text, start = "", 0
    while True:
        answer = asked(guest, "deck", deck=number, **{"from": start})
        text, start = text + answer.get("text", ""), answer.get("next", 0)
        if not start:
            return text


def own_decks():
    """A table's decks go with it, and the game that is dealt from them goes on, though the log has each text once."""
    def kept_deck(host, game, number, text):
        lines = text.splitlines(keepends=True)
        for at in range(0, len(lines), 200):
            answer = asked(host, "draft", game=game["id"], kind=kind["name"], anew=at == 0, of=at, cut=0,
                           text="".join(lines[at:at + 200]), check=at + 200 >= len(lines), **{"from": at})
        check(f"deck {number} is fine", answer["deck"]["wrong"] == 0 and answer["deck"]["entries"] == len(lines) - 3, answer)
        host.do("keep_deck", deck=0, game=game["id"], kind=kind["name"])

    letters = "abcdefghijklmnopqrstuvwxyz"
    texts = {number: f"@name Deck {number}\n@language en\n\n" + "".join(
        f"{stem} {a}{b}x\n" for a in letters[:20] for b in letters) for number, stem in ((1, "attic"), (2, "cellar"))}
    with Serve(PROGRAM, path("decks.db"), FOLDER) as server:
        games = json.loads(fetch(server, "/api/games").body)["games"]
        game, kind = next((game, kind) for game in games for kind in game.get("decks", ())
                          if kind["form"] == "line" and not kind.get("card"))
        host = Guest(server, "one", create={"language": "en"})
        host.do("sit", name="Ann")
        for _ in range(1, game["seats"][0]):
            host.do("add_bot", level="easy")
        host.do("choose", game=game["id"])
        for number, text in texts.items():
            kept_deck(host, game, number, text)
        host.do("use_deck", deck=1, use="only")
        host.do("use_deck", deck=2, use="off")
        host.do("start")  # a snapshot lies between the texts and the game
        host.do("lobby")
        host.do("start")
        host.do("pause")
        code, seen = host.code, json.dumps(host.view["table"], sort_keys=True)
        check("the game is dealt from the deck", '"attic ' in seen and "cellar" not in seen, seen)
        server.signal(signal.SIGKILL)
    words = ("--lexicon", FOLDER)  # none, as the server had
    ended = unisono("verify", *words, "--store", path("decks.db"))
    check("the log with decks is sound", ended.returncode == 0 and "otherwise" not in ended.stdout, ended)
    text = unisono("export", "--store", path("decks.db"), "--all", "--with-keys", "-").stdout
    check("each text stands in the export once", text.count("attic tzx") == 1 and text.count("cellar tzx") == 1)
    ended = unisono("import", *words, "--store", path("decks-moved.db"), write("decks.room", text))
    check("it is imported, and the game goes on", ended.returncode == 0 and "otherwise" not in ended.stderr, ended)
    check("the same bytes again", unisono("export", "--store", path("decks-moved.db"), "--all", "--with-keys", "-").stdout == text)
    for store in ("decks.db", "decks-moved.db"):
        with Serve(PROGRAM, path(store), FOLDER) as server:
            guest = Guest(server, "one", room=code)
            check(f"{store}: what lies on the table is the same", json.dumps(guest.view["table"], sort_keys=True) == seen, guest.view)
            check(f"{store}: the decks are used as before", [deck["use"] for deck in guest.room["decks"]] == ["only", "off"], guest.room)
            check(f"{store}: both texts can be read", {number: deck_of(guest, number) for number in texts} == texts)
            guest.do("lobby")
            guest.do("use_deck", deck=2, use="only")
            guest.do("use_deck", deck=1, use="off")
            guest.do("start")
            check(f"{store}: the next game is dealt from the other", '"cellar ' in json.dumps(guest.view["table"]), guest.view)
            server.signal(signal.SIGKILL)
        ended = unisono("verify", *words, "--store", path(store))
        check(f"{store}: sound to the end", ended.returncode == 0 and "otherwise" not in ended.stdout, ended)
    written = [line for line in text.splitlines(keepends=True) if '"deck_written"' in line]
    check("there are two lines with a text", len(written) == 2, written)
    lost = text.replace(written[0], "", 1).replace('"lines":', '"lines": ', 1)
    count = int(re.search(r'"lines": (\d+)', lost)[1])
    lost = lost.replace(f'"lines": {count}', f'"lines":{count - 1}', 1)
    ended = unisono("import", *words, "--store", path("decks-lost.db"), write("lost.room", lost))
    check("a log that has lost a text is refused", ended.returncode == 1 and "0 rooms" in ended.stderr, ended)


def strangers():
    """A game that is being played goes on where the rules make the same facts of it, and only there."""
    with Serve(PROGRAM, path("running.db"), FOLDER) as server:
        games = json.loads(fetch(server, "/api/games").body)["games"]
        host = Guest(server, "one", create={"language": "en"})
        host.do("sit", name="Ann")
        host.do("add_bot", level="easy")
        host.do("add_bot", level="easy")
        host.do("choose", game=games[0]["id"])
        host.do("start")
        host.do("pause")
        server.signal(signal.SIGKILL)
    text = unisono("export", "--store", path("running.db"), "--all", "--with-keys", "-").stdout
    words = ("--lexicon", FOLDER)  # none, as the server had
    ended = unisono("import", *words, "--store", path("goes-on.db"), write("running.room", text))
    check("a running game is imported", ended.returncode == 0 and "1 game" in ended.stderr, ended)
    check("and goes on", "otherwise" not in ended.stderr and b"".join(bodies(path("goes-on.db")).popitem()[1]).count(b"table_paused"),
          ended)
    ended = unisono("verify", *words, "--store", path("goes-on.db"))
    check("the rules agree with it", ended.returncode == 0 and "otherwise" not in ended.stdout, ended)
    lines = text.splitlines(keepends=True)
    at = max(number for number, line in enumerate(lines) if line.startswith('{"seq"') and '"do":"pause"' in line)
    lines[at] = lines[at].replace('"do":"pause"', '"do":"resume"')
    ended = unisono("import", *words, "--store", path("put-away.db"), write("other.room", "".join(lines)))
    check("one that the rules would have played otherwise is told", ended.returncode == 0 and "otherwise" in ended.stderr, ended)
    check("and put away", b"game_left" in bodies(path("put-away.db")).popitem()[1][-1])
    ended = unisono("verify", *words, "--store", path("put-away.db"))
    check("which is sound", ended.returncode == 0 and "1 of the games" in ended.stdout, ended)
    with Serve(PROGRAM, path("put-away.db"), FOLDER) as server:
        guest = Guest(server, "one", room=host.code)
        guest.do("start")
        check("and the room plays on", True)


def damaged_stores():
    def damage(name, change, expect):
        copy = path(f"{change.__name__}.db")
        shutil.copy(STORE, copy)
        edit(copy, change)
        ended = unisono("verify", "--store", copy)
        check(f"verify finds {name}", ended.returncode == 1 and expect in ended.stderr, ended)

    def put(db, room, seq, body):
        epoch, op = db.execute("select epoch, op from entry where room = ? and seq = ?", (room, seq)).fetchone()
        text = b"".join(number.to_bytes(8, "little", signed=True) for number in (room, seq, epoch, op)) + body
        db.execute("update entry set body = ?, sum = ? where room = ? and seq = ?", (body, zlib.crc32(text), room, seq))

    def entry(db, seq):
        room, body = db.execute("select room, body from entry where seq = ?", (seq,)).fetchone()
        return room, bytes(body) if isinstance(body, bytes) else body.encode()

    # What the killed server left in the log beside the file.
    edit(STORE, lambda db: db.execute("pragma wal_checkpoint(truncate)").fetchall())

    def rot(db):
        room, body = entry(db, 3)
        db.execute("update entry set body = ? where room = ? and seq = 3", (body + b" ", room))

    def hole(db):
        room, _ = entry(db, 3)
        db.execute("delete from entry where room = ? and seq = 3", (room,))

    def twins(db):
        (first, second) = [row[0] for row in db.execute("select room from entry where seq = 1")]
        body = db.execute("select body from entry where room = ? and seq = 1", (first,)).fetchone()[0]
        put(db, second, 1, bytes(body) if isinstance(body, bytes) else body.encode())

    def nonsense(db):
        room, body = entry(db, 4)
        put(db, room, 4, body.replace(b'"bot_sat"', b'"bot_ate"'))

    def unreplayable(db):
        room, seq, body = next((room, seq, bytes(body) if isinstance(body, bytes) else body.encode())
                               for room, seq, body in db.execute("select room, seq, body from entry")
                               if '{"seq":1' in (body.decode() if isinstance(body, bytes) else body))
        put(db, room, seq, body.replace(b'"phase_began"', b'"phase_ended"'))

    damage("a byte that has rotted", rot, "corrupt")
    damage("a hole", hole, "corrupt")
    damage("two rooms with one code", twins, "twice")
    damage("a fact that is not known", nonsense, "entry 4: a fact of the room is not known")
    damage("a game that does not replay", unreplayable, "no such fact")
    ended = unisono("verify", "--store", write("text.db", "this is no store\n" * 400))
    check("a file that is no store is told", ended.returncode in (1, 2) and ended.stderr, ended)
    ended = unisono("verify", "--store", path("none.db"))
    check("so is one that is not there", ended.returncode == 2 and not os.path.exists(path("none.db")), ended)


try:
    run([played, exported, imported, renamed, kept, own_decks, strangers, damaged_texts, damaged_stores])
finally:
    shutil.rmtree(FOLDER)
