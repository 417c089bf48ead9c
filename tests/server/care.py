#!/usr/bin/env python3
"""What helps to look after a server for a year: dashboard and alerts name figures that there are, backups are kept. In TAP.

usage: care.py UNISONO
"""
import json
import os
import re
import shutil
import subprocess
import sys

from guests import Guest, waits_for
from running import Place, Server, Tap

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "net"))
from client import WebSocket, fetch  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
NAME = re.compile(r"\bunisono_[a-z0-9_]+")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as text:
        return text.read()


def figures(tap, server):
    told = fetch(server, "/metrics").body.decode()
    there = {line.split()[2]: line.split()[3] for line in told.splitlines() if line.startswith("# TYPE")}
    tap.check("the server tells its figures", len(there) > 40, sorted(there))
    board = json.loads(read("contrib/grafana/unisono.json"))
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    asked += [one["query"]["query"] for one in board["templating"]["list"] if one["type"] == "query"]
    rules = read("contrib/prometheus/unisono.rules.yml")
    # A folded expression has its further lines below it, deeper than the key.
    alerts = re.findall(r"- alert: (\w+)\n +expr: (?:>-\n)?((?:.+\n)+?) +(?:for|labels):", rules)
    tap.check("dashboard and rules can be read", len(asked) > 30 and len(alerts) == rules.count("- alert:") > 5, len(alerts))
    for place, expressions in (("the dashboard", asked), ("the rules", [text for _, text in alerts])):
        names = {name for text in expressions for name in NAME.findall(text)}
        tap.check(f"{place} asks for nothing that there is not", names and names <= set(there), names - set(there))
        # A counter only grows: as it is it tells nothing; and a gauge has no rate.
        wrong = [name for text in expressions for name in NAME.findall(text)
                 if (there.get(name) == "counter") != bool(re.search(rf"(rate|increase)\({name}\b", text))]
        tap.check(f"{place} takes rates of counters, and of nothing else", not wrong, wrong)
    for name, kind in there.items():
        if kind == "counter" and re.search(r"_net_(refused|closed)_", name):
            tap.check(f"the dashboard shows {name}", any(name in text for text in asked))
    ids = [panel["id"] for panel in board["panels"]]
    tap.check("every panel has a number of its own", len(ids) == len(set(ids)))
    documented = set(NAME.findall(read("docs/operations.md")))
    tap.check("every figure is explained", set(there) <= documented, set(there) - documented)


def keeps(folder):
    return sorted(name for name in os.listdir(folder) if not name.endswith((".new", "-wal", "-shm")))


def copies(tap, server, folder):
    guest = Guest(server, "anneliese")
    code = guest.come_in()["room"]["info"]["code"]
    guest.answered(guest.do("sit", name="Ann"))
    kept = os.path.join(folder, "copies")
    script = os.path.join(ROOT, "contrib/backup")

    def backup(store, keep="2"):
        return subprocess.run([script, store, kept, keep], capture_output=True, timeout=120, check=False,
                              env={**os.environ, "UNISONO": PROGRAM}).returncode
    tap.check("a copy is made while the server runs", backup(server.store) == 0 and len(keeps(kept)) == 1)
    first = keeps(kept)
    for _ in range(3):
        backup(server.store)
    tap.check("of several the newest are kept", len(keeps(kept)) == 2 and not set(first) & set(keeps(kept)), keeps(kept))
    before = keeps(kept)
    damaged = os.path.join(folder, "damaged.db")
    with open(damaged, "wb") as file:
        file.write(b"this is no store " * 1000)
    tap.check("one that is not well removes none", backup(damaged) == 1 and sorted(os.listdir(kept)) == before, os.listdir(kept))
    tap.check("how many is a number", backup(server.store, "none") == 2)
    # As unisono-backup.service does: whatever the server's options name.
    said = subprocess.run([script, "-", os.path.join(folder, "own"), "2"], capture_output=True, timeout=120, check=False,
                          env={**os.environ, "UNISONO": PROGRAM, "UNISONO_STORE": server.store})
    tap.check("without a name it is the store of the server's options",
              said.returncode == 0 and len(keeps(os.path.join(folder, "own"))) == 1 and b" 1 rooms" in said.stdout, said.stderr)
    again = Server(PROGRAM, folder, store=os.path.join(folder, "again.db"))
    restored = subprocess.run([PROGRAM, "restore", "--store", again.store, os.path.join(kept, before[-1])], capture_output=True, timeout=120, check=False)
    again.start()
    back = Guest(again, "anneliese", code)
    tap.check("a copy that is brought back has the table", restored.returncode == 0 and back.come_in() is not None, restored.stderr)
    again.stop()
    whose(tap, again.store, os.path.join(kept, before[-1]), folder)
    by_itself(tap, server, folder)


def owner(path):
    found = os.stat(path)
    return found.st_uid, found.st_gid


def whose(tap, store, copy, folder):
    """Root brings back what the server's user has to read. Who is not root can give nothing away."""
    user = (12345, 12346) if os.geteuid() == 0 else (os.geteuid(), os.getegid())

    def restore(path):
        return subprocess.run([PROGRAM, "restore", "--store", path, copy], capture_output=True, timeout=120, check=False)
    os.chown(store, *user)
    said = restore(store)
    tap.check("and is whose the store was",
              said.returncode == 0 and owner(store) == user and owner(store + "-alive") == user and os.stat(store).st_mode & 0o777 == 0o600, said.stderr)
    theirs = os.path.join(folder, "theirs")
    os.mkdir(theirs, 0o700)
    os.chown(theirs, *user)
    said = restore(os.path.join(theirs, "tables.db"))
    tap.check("or whose the folder is", said.returncode == 0 and owner(os.path.join(theirs, "tables.db")) == user, said.stderr)
    victim = os.path.join(folder, "victim")
    with open(victim, "wb") as file:
        file.write(b"not theirs")
    for make in (os.symlink, os.link):
        os.remove(os.path.join(theirs, "tables.db-alive"))
        make(victim, os.path.join(theirs, "tables.db-alive"))
        said = restore(os.path.join(theirs, "tables.db"))
        mine = owner(victim) == (os.geteuid(), os.getegid()) and (make is os.link or os.path.getsize(victim) == 10)
        tap.check(f"a folder's owner is given nothing else by a {make.__name__}", mine and (said.returncode == 2 or os.geteuid() != 0), said.stderr)


def by_itself(tap, server, folder):
    """Without --store it is the server's, as its options say."""
    def run(*words, store):
        said = subprocess.run([PROGRAM, *words], capture_output=True, timeout=120, check=False, env={**os.environ, "UNISONO_STORE": store})
        return said.returncode, said.stdout.decode() + said.stderr.decode()
    code, said = run("backup", os.path.join(folder, "by-itself.db"), store=server.store)
    tap.check("a copy is of the store that the server's options name", code == 0 and "1 rooms" in said, said)
    code, said = run("verify", store=os.path.join(folder, "by-itself.db"))
    tap.check("and so is a check", code == 0 and said.startswith("1 rooms"), said)
    for words in ("backup", "restore"):
        code, said = run(words, os.path.join(folder, "by-itself.db"), store="postgresql://ann:geheim@db/x")
        tap.check(f"a database is no file to {words}", code == 2 and "no file" in said and "geheim" not in said, said)


def rotates(tap, folder):
    """The log in a file, emptied under a server that keeps it open."""
    server = Server(PROGRAM, folder)
    server.start()
    path = server.log.name

    def refused():
        line = WebSocket(server)
        line.send(json.dumps({"admin": 1, "token": "wrong"}))
        while not isinstance(line.text(), int):
            pass

    def lines(name):
        with open(name, "rb") as text:
            return text.read().split(b"\n")[:-1]
    refused()
    rules = os.path.join(folder, "rotate.conf")
    with open(rules, "w", encoding="utf-8") as file:
        file.write(read("contrib/logrotate").replace("/var/log/unisono/", folder + "/"))
    program = shutil.which("logrotate", path=os.environ["PATH"] + ":/usr/sbin")
    said = subprocess.run([program, "--force", "--state", os.path.join(folder, "state"), rules], capture_output=True, timeout=60, check=False)
    before = lines(path + ".1")
    tap.check("logrotate takes the log away",
              said.returncode == 0 and any(b"admin_refused" in line for line in before) and not lines(path), said.stderr)
    refused()
    after = waits_for(lambda: lines(path), lambda found: found)
    tap.check("and the server goes on at the beginning of an empty one", len(after) == 1 and after[0].startswith(b"level=warn event=admin_refused"), after)
    server.stop()


def container(tap):
    known = subprocess.run([PROGRAM, "serve", "--help-markdown"], capture_output=True, check=True).stdout.decode()
    options = {"UNISONO_" + name.upper().replace("-", "_") for name in re.findall(r"^\| `([a-z-]+)`", known, re.M)}
    for path in ("contrib/compose.yml", "tools/package/image"):
        named = set(re.findall(r"\bUNISONO_[A-Z_]+", read(path))) - {"UNISONO_IMAGE", "UNISONO_"}
        tap.check(f"{path} sets options that there are", named and named <= options, named - options)
    for name in ("contrib/container-start", "contrib/backup"):
        tap.check(f"{name} is a script", subprocess.run(["sh", "-n", os.path.join(ROOT, name)], check=False).returncode == 0)


def units(tap):
    [line] = re.findall(r"^ExecStart=.*$", read("contrib/unisono-backup.service"), re.M)
    stores = {re.search(r"^Environment=(UNISONO_STORE=.*)$", read(f"contrib/{name}.service"), re.M).group(1) for name in ("unisono", "unisono-backup")}
    tap.check("the timer copies the store of the service, wherever it is", line.split()[1] == "-" and len(stores) == 1, [line, stores])
    for name in ("unisono-backup.service", "unisono-backup.timer", "logrotate"):
        tap.check(f"{name} is there", os.path.getsize(os.path.join(ROOT, "contrib", name)) > 0)
    program = shutil.which("systemd-analyze")
    if program:
        with Place() as folder:
            # Paths of an installed program are not here: what systemd thinks of the rest is asked.
            for name in ("unisono-backup.service", "unisono-backup.timer"):
                text = read("contrib/" + name).replace("/usr/local/share/unisono/backup", "/bin/true")
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            said = subprocess.run([program, "verify", "--man=no", os.path.join(folder, "unisono-backup.timer")],
                                  capture_output=True, timeout=60, check=False, env={**os.environ, "SYSTEMD_UNIT_PATH": folder + ":"})
            ours = [line for line in said.stderr.decode().splitlines() if "unisono-backup" in line]
            tap.check("systemd has nothing against the timer", not ours, ours)
            # The service with what docs/reach.md adds to it where there is no proxy.
            [added] = re.findall(r"```\n(\[Service\]\nLoadCredential=.*?)```", read("docs/reach.md"), re.S)
            os.mkdir(os.path.join(folder, "unisono.service.d"))
            for name, text in (("unisono.service", read("contrib/unisono.service").replace("/usr/local/bin/unisono", "/bin/true")),
                               ("unisono.service.d/override.conf", added)):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            said = subprocess.run([program, "verify", "--man=no", os.path.join(folder, "unisono.service")],
                                  capture_output=True, timeout=60, check=False, env={**os.environ, "SYSTEMD_UNIT_PATH": folder + ":"})
            ours = [line for line in said.stderr.decode().splitlines() if "unisono" in line or folder in line]
            tap.check("nor against the service with a certificate of its own", not ours, ours)
            handed = dict(re.findall(r"^(tls-\w+) = /run/credentials/unisono.service/(\S+)$", read("docs/reach.md"), re.M))
            tap.check("which is handed over under the names that it is read by",
                      sorted(handed) == ["tls-cert", "tls-key"] and all(f"LoadCredential={name}:" in added for name in handed.values()), handed)


def main():
    tap = Tap()
    with Place() as folder:
        server = Server(PROGRAM, folder)
        server.start()
        figures(tap, server)
        copies(tap, server, folder)
        server.stop()
    with Place() as folder:
        rotates(tap, folder)
    units(tap)
    container(tap)
    tap.done()


main()
