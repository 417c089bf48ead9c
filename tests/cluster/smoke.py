#!/usr/bin/env python3
"""Three nodes over a PostgreSQL with a standby: any node takes any player, and tables survive their node. In TAP.

usage: smoke.py UNISONO SOURCE_ROOT [PART…]
"""
import gzip
import json
import os
import re
import shutil
import signal
import socket
import struct
import sys
import tempfile
import time
import zlib

PROGRAM, ROOT = sys.argv[1], sys.argv[2]
for folder in ("tests/net", "tests/archive", "tests/store", "tests/cluster"):
    sys.path.insert(0, os.path.join(ROOT, folder))

import rooms  # noqa: E402
from client import PATIENCE, WebSocket, check, fetch, free_port, metric, run  # noqa: E402
from postgres import Engine  # noqa: E402
from processors import Watch  # noqa: E402
from relay import Relay  # noqa: E402
from rooms import Guest, Serve, unisono  # noqa: E402

rooms.PROGRAM = PROGRAM
FOLDER = tempfile.mkdtemp()
ENGINE, NODES, STARTED = None, [], []


class Node(Serve):
    def __init__(self, name, store=None):
        self.folder = os.path.join(FOLDER, name)
        os.makedirs(self.folder, exist_ok=True)
        self.peer = f"127.0.0.1:{free_port()}"
        super().__init__(PROGRAM, store or ENGINE.uri(), self.folder, "--peer", self.peer)
        STARTED.append(self)


def begin():
    ended = unisono("store", "init", "--store", ENGINE.uri())
    check("the tables are made", ended.returncode == 0, ended)
    NODES.extend(Node(name) for name in ("a", "b", "c"))
    check("three nodes are there", len(NODES) == 3)


def watch():
    """Begins now; what this machine did besides does not count."""
    return Watch(phones=[os.getpid()], nodes=[node.process.pid for node in STARTED if node.process.poll() is None],
                 engine=[pid for server in ENGINE.servers() if server.process for pid in server.everybody()])


def comes(condition):
    """Whether it comes to be so."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def names(guest):
    return sorted(person["name"] for person in guest.room["people"])


def any_node_takes_any_player():
    a, b, c = NODES
    ann = Guest(a, "ann", create={"language": "en"})
    ann.do("sit", name="Ann")
    ben = Guest(b, "ben", room=ann.code)
    ben.do("sit", name="Ben")
    cleo = Guest(c, "cleo", room=ann.code)
    cleo.do("sit", name="Cleo")
    check("people on three nodes sit at one table", names(cleo) == ["Ann", "Ben", "Cleo"], cleo.room["people"])
    ann.do("language", language="de")
    check("what one does another sees", ben.until("room")["room"] is not None)
    again = Guest(b, "ann", create={"language": "en"})
    check("who asks another node for a table again finds it", again.code == ann.code, again.code)
    with WebSocket(b, path=f"/ws?r={ann.code}") as hashed:
        check("a balancer may hash the code in the address", hashed.up, hashed.answer.status)
    refused = None
    try:
        Guest(c, "dan", room="WWWWWWW")
    except (AssertionError, EOFError, TypeError) as error:
        refused = error
    check("a table that is not there is not there", refused is not None)
    owners = ENGINE.primary.ask("select count(distinct epoch) from unisono.entry")
    check("nobody has taken it from its owner", owners == "1", owners)
    return ann, ben, cleo


def a_node_is_killed():
    a, b, c = NODES
    ann, ben, cleo = any_node_takes_any_player()
    since = watch()
    a.signal(signal.SIGKILL)
    welcome = ben.until("welcome")  # on the same socket: its node has said hello again
    silence = since.took()
    check("a phone on another node keeps its line", welcome["welcome"]["room"] == ann.code, welcome)
    check("and plays on within five seconds", silence < 5, silence)
    cleo.until("welcome")
    back = Guest(c, "ann", room=ann.code)
    back.do("language", language="fr")
    check("who was on the killed one comes back elsewhere", names(back) == ["Ann", "Ben", "Cleo"], back.room["people"])
    NODES[0] = Node("a2")
    return back, ben, cleo


def owner_of(code):
    return ENGINE.primary.ask("select epoch & 4294967295 from unisono.entry e join unisono.room r using (room)"
                              f" where code = '{code}' order by seq desc limit 1")


def a_node_is_stopped():
    a, b, c = NODES
    dan = Guest(b, "dan", create={"language": "en"})
    dan.do("sit", name="Dan")
    eve = Guest(c, "eve", room=dan.code)
    eve.do("sit", name="Eve")
    before = owner_of(dan.code)
    since = watch()
    b.signal(signal.SIGTERM)
    eve.until("welcome")
    silence = since.took()
    dan.until("welcome")
    silence_on_it = since.took()
    dan.do("language", language="fr")
    check("a node that is stopped hands its tables to others", owner_of(dan.code) != before, before)
    check("within a second", silence < 1, silence)
    check("a phone on it keeps its line meanwhile", silence_on_it < 1, silence_on_it)
    check("and plays on through it", b.process.poll() is None)
    check("a balancer is told to send nobody there", fetch(b, "/readyz").status == 503)
    handed = ENGINE.primary.ask("select count(*) from unisono.entry e join unisono.room r using (room)"
                                f" where code = '{dan.code}' and convert_from(body, 'UTF8') like '%\"change\":\"own\"%'")
    check("the log says that it was handed over and taken", handed == "2", handed)
    b.process.wait(PATIENCE)
    NODES[1] = Node("b2")
    back = Guest(NODES[1], "dan", room=dan.code)
    check("and comes back as another", names(back) == ["Dan", "Eve"], back.room["people"])


def a_node_is_stopped_when_another_has_just_died():
    """The dead one's lease goes on for seconds: no table is handed to it."""
    a, b, c = NODES
    hosts = [Guest(b, f"host{number}", create={"language": "en"}) for number in range(8)]
    for host in hosts:
        host.do("sit", name="Host")
    c.signal(signal.SIGKILL)
    time.sleep(0.3)
    b.signal(signal.SIGTERM)
    began, longest = time.monotonic(), 0
    while time.monotonic() < began + 1:
        for number, host in enumerate(hosts):
            since = watch()
            try:
                host.do("language", language=("en", "de", "fr")[host.n % 3])
            except (OSError, EOFError, TypeError):  # it was hung up on, and comes back elsewhere
                hosts[number] = Guest(a, f"host{number}", room=host.code)
            longest = max(longest, since.took())
            time.sleep(0.01)
    check("tables of a node that is stopped when another has just died wait for no lease", longest < 1, longest)
    check("and are where somebody is", comes(lambda: len({owner_of(host.code) for host in hosts}) == 1), [owner_of(host.code) for host in hosts])
    NODES[1:] = [Node("b3"), Node("c3")]  # while the last phones of the old one are hung up on


def a_node_stands_still():
    """Like a machine without power: nobody hangs up."""
    a, b, c = NODES
    lea = Guest(a, "lea", create={"language": "en"})
    lea.do("sit", name="Lea")
    max_ = Guest(b, "max", room=lea.code)
    a.signal(signal.SIGSTOP)
    since = watch()
    try:
        max_.until("welcome")
        silence = since.took()
        max_.do("sit", name="Max")
    except OSError as error:
        silence = repr(error)
    finally:
        a.signal(signal.SIGCONT)
    check("a phone on another node plays on within five seconds of a node that stands still", isinstance(silence, float) and silence < 5, silence)
    lea.until("welcome")
    check("and so does one on it when it goes on", names(lea) == ["Lea", "Max"], lea.room["people"])


def a_node_is_cut_off_from_the_engine():
    relay = Relay([server.port for server in ENGINE.servers()])
    cut = Node("cut", relay.uri())
    check("which the others know of", comes(lambda: metric(NODES[0], "unisono_nodes") == len(NODES) + 1))
    pia = Guest(cut, "pia", create={"language": "en"})
    pia.do("sit", name="Pia")
    quin = Guest(NODES[0], "quin", room=pia.code)
    since = watch()
    relay.cut()
    try:
        quin.until("welcome")
        silence = since.took()
        quin.do("sit", name="Quin")
        check("a node that is cut off from the engine gives its tables up within six seconds", silence < 6, silence)
        check("and a balancer is told", comes(lambda: fetch(cut, "/readyz").status == 503))
    finally:
        relay.heal()
    pia.until("welcome")
    check("a phone on it goes on when it is back", names(pia) == ["Pia", "Quin"], pia.room["people"])
    cut.signal(signal.SIGTERM)
    cut.process.wait(PATIENCE)


def is_hung_up_on(sock):
    """However the kernel tells it."""
    try:
        return sock.recv(10) == b""
    except ConnectionResetError:
        return True


def strangers_at_the_peers_door():
    a = NODES[0]
    host, port = a.peer.split(":")
    large = socket.create_connection((host, int(port)), PATIENCE)
    large.sendall(struct.pack(">IBI", 4 << 20, 2, 1))
    check("who has not shown the secret is not listened to", is_hung_up_on(large))
    many = [socket.create_connection((host, int(port)), PATIENCE) for _ in range(80)]
    check("nor are many of them at once", is_hung_up_on(many[-1]))
    check("nor for long", is_hung_up_on(many[0]))
    wrong = socket.create_connection((host, int(port)), PATIENCE)
    wrong.sendall(struct.pack(">IBI", 5 + 64, 0, 0) + b"0" * 64)
    check("nor with a wrong one", is_hung_up_on(wrong))
    for stranger in (large, wrong, *many):
        stranger.close()


def who_was_shown_out_knocks_at_every_node():
    a, b, c = NODES
    nora = Guest(a, "nora", create={"language": "en"})
    nora.do("sit", name="Nora")
    otto = Guest(b, "otto", room=nora.code)
    while not nora.room["guests"].get("visitors"):
        nora.until("room")
    nora.do("show_out", visitor=nora.room["guests"]["visitors"][0]["visitor"])
    said = [json.loads(otto.ws.text())]
    for number, node in enumerate((b, c)):
        with WebSocket(node) as again:
            again.send(json.dumps({"hello": 1, "token": f"otto{number}".ljust(40, "x"), "room": nora.code}))
            said.append(json.loads(again.text()))
    check("whoever was shown out knocks, also at another node", [list(message) for message in said[1:]] == [["knock"], ["knock"]], said)


def the_engine_restarts():
    a, b, c = NODES
    fay = Guest(a, "fay", create={"language": "en"})
    fay.do("sit", name="Fay")
    ENGINE.primary.stop()
    ENGINE.primary.start()
    fay.n += 1
    fay.ws.send('{"n":%d,"do":"language","with":{"language":"fr"}}' % fay.n)
    since = watch()
    message = fay.until("ack")
    silence = since.took()
    check("a move waits for an engine that restarts", message["ack"] == fay.n, message)
    check("not for long", silence < 15, silence)


def what_is_told_of_them():
    a = NODES[0]
    def told_alive():
        nonlocal ended, alive
        ended = unisono("cluster", "status", "--store", ENGINE.uri())
        alive = [line for line in ended.stdout.splitlines() if " alive " in line]
        return ended.returncode == 0 and len(alive) == 3 and all(" tables (" in line for line in alive)
    ended, alive = None, []
    check("cluster status shows the nodes that are there", comes(told_alive), ended)
    check("with leases, tables and how long commits take",
          all(word in line for line in alive for word in ("lease ", " tables (", " guests", "commit ")), alive)
    check("one that was killed is gone", len([line for line in ended.stdout.splitlines() if " gone " in line]) == sum(node.process.poll() == -signal.SIGKILL for node in STARTED), ended.stdout)
    check("and how far the standby is behind", "standby1  streaming  quorum" in ended.stdout and " bytes behind" in ended.stdout, ended.stdout)
    # It looks at the others once a beat.
    check("a node counts the others", comes(lambda: metric(a, "unisono_nodes") == 3 and metric(a, "unisono_node_lease_ms") > 0), metric(a, "unisono_nodes"))
    told = fetch(a, "/metrics").body.decode()
    with open(os.path.join(ROOT, "contrib/cluster/unisono.rules.yml"), encoding="utf-8") as text:
        asked = set(re.findall(r"\bunisono_[a-z_]+", " ".join(line for line in text if " expr: " in line)))
    check("alerts ask for figures that a node tells", len(asked) > 4 and all(f"# TYPE {name} " in told for name in asked), asked)
    total = sum(metric(node, "unisono_tables_claimed_total") for node in NODES)
    check("and what it took over", total >= 2, total)


def impatient_connections(port):
    """Of those that a server has at its port, how many ask within seconds whether the other end is there."""
    found = 0
    with open("/proc/net/tcp", encoding="ascii") as text:
        for line in list(text)[1:]:
            fields = line.split()
            timer, when = fields[5].split(":")
            found += fields[1].endswith(f":{port:04X}") and fields[3] == "01" and timer == "02" and int(when, 16) < 500
    return found


def the_engine_notices_that_a_machine_is_gone():
    port = ENGINE.primary.port
    check("the engine soon gives up on a node that says nothing", comes(lambda: impatient_connections(port) >= 2 * len(NODES)),
          impatient_connections(port))


def a_history_stops_nobody():
    a = NODES[0]
    game = next(g["id"] for g in json.loads(fetch(a, "/api/games").body)["games"] if g["seats"][0] <= 2)
    gus = Guest(a, "gus", create={"language": "en"})
    gus.do("sit", name="Gus")
    hal = Guest(a, "hal", room=gus.code)
    hal.do("sit", name="Hal")
    gus.do("choose", game=game)
    gus.do("start")
    ENGINE.primary.pause()
    try:
        gus.ws.send('{"ask":"history","tag":9}')
        since = watch()
        for n in range(3):
            hal.ws.send('{"ping":%d}' % n)
            hal.until("pong")
        waited = since.took()
    finally:
        ENGINE.primary.resume()
    check("who asks for a history stops nobody where the store does not answer", waited < 0.5, waited)
    told = gus.until("told")
    check("and is told it when it does", told["told"] == 9 and len(told["history"]) > 0, told)


def a_television_of_another_node():
    a, b, c = NODES
    tv = WebSocket(c)
    tv.send(json.dumps({"hello": 1, "tv": True, "token": "television".ljust(40, "x")}))
    code = json.loads(tv.text())["tv"]["code"]
    ida = Guest(a, "ida", create={"language": "en"})
    ida.do("sit", name="Ida")
    ida.ws.send(json.dumps({"ask": "tv", "tag": 2, "with": {"code": code}}))
    told = ida.until("told")
    check("a host gets a television of another node", "key" not in told, told)
    shown = json.loads(tv.text())
    check("which is shown the way to the table", shown["tv"].get("room") == ida.code, shown)


def document(key, body):
    """As the store writes it: op 7, and the sum over op, until, the key's sum and the body."""
    head = struct.pack("<QQQ", 7, 0, zlib.crc32(key))
    ENGINE.primary.ask(f"insert into unisono.doc(key, op, until, sum, body) values ('\\x{key.hex()}', 7, 0, {zlib.crc32(head + body)},"
                       f" '\\x{body.hex()}')")


def blocks_of_documents():
    """How many were read so far of what large documents have in them."""
    told = None
    while True:  # a server tells it within a second, if it gets to it: until nothing more is told
        before, told = told, int(ENGINE.primary.ask("select coalesce(toast_blks_read + toast_blks_hit, 0) from pg_statio_user_tables where relname = 'doc'"))
        if told == before:
            return told
        time.sleep(1.5)


def pages_of_two_versions():
    published = ENGINE.primary.ask("select count(*) from unisono.doc where key >= 'web/' and key < 'web0'")
    check("the parts of pages are known to all nodes", int(published) > 20, published)
    other = b"/assets/of-another-version-Ab3dE6gh.js"
    check("a part of another version is not there", all(fetch(node, other.decode()).status == 404 for node in NODES))
    body = b"export const from_elsewhere = 1;"
    small = gzip.compress(body)
    document(b"web" + other, b"text/javascript; charset=utf-8\nabc123\n%d %d 0\n" % (len(body), len(small)) + body + small)
    before = blocks_of_documents()
    NODES.append(Node("d"))  # that version comes
    got = [comes(lambda node=node: fetch(node, other.decode()).status == 200) for node in NODES]
    answer = fetch(NODES[0], other.decode())
    check("and is had from every node when that version has come", all(got) and answer.body == body, (got, answer))
    read = blocks_of_documents() - before
    check("for which nobody reads once more what they have", read < int(published), (read, published))
    check("as it is told", answer.headers["content-type"].startswith("text/javascript") and "immutable" in answer.headers["cache-control"], answer.headers)


def everything_is_sound():
    for node in NODES:
        node.signal(signal.SIGTERM)
    for node in NODES:
        node.process.wait(PATIENCE)
    ended = unisono("verify", "--store", ENGINE.uri())
    check("every log is sound", ended.returncode == 0 and " 0 problems" in ended.stdout, ended)
    falls = ENGINE.primary.ask("select count(*) from (select epoch - lag(epoch) over (partition by room order by seq) as d"
                               " from unisono.entry) x where d < 0")
    check("no epoch ever fell", falls == "0", falls)


try:
    ENGINE = Engine()
    parts = [a_node_is_killed, a_node_is_stopped, a_node_is_stopped_when_another_has_just_died, a_node_stands_still, strangers_at_the_peers_door, who_was_shown_out_knocks_at_every_node,
             what_is_told_of_them, the_engine_notices_that_a_machine_is_gone, a_node_is_cut_off_from_the_engine,
             a_television_of_another_node, a_history_stops_nobody, the_engine_restarts, pages_of_two_versions]
    run([begin, *(part for part in parts if not sys.argv[3:] or part.__name__ in sys.argv[3:]), everything_is_sound])
finally:
    for node in STARTED:
        node.process.kill()
        node.process.wait()
    if ENGINE:
        ENGINE.close()
    shutil.rmtree(FOLDER)
