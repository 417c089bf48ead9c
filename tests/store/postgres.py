#!/usr/bin/env python3
"""A private PostgreSQL for tests: a primary and a standby that confirms, in a folder that is removed at the end.

As a program it starts both, runs a test with their addresses in its environment, and stops them:
usage: postgres.py PROGRAM [ARGUMENT…]
"""
import glob
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "net"))
from client import free_port  # noqa: E402

PATIENCE = 60
HOST = "127.0.0.1"  # where servers listen; a test with networks of its own has another one


def binaries():
    """Debian keeps them out of the way, by version."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))
    if found:
        return found[-1]
    if not shutil.which("initdb"):
        raise SystemExit("there is no PostgreSQL here (package postgresql)")
    return os.path.dirname(os.path.realpath(shutil.which("initdb")))


BIN = binaries()


def as_user():
    """PostgreSQL does not run as root: somebody else does it then."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            found = pwd.getpwnam(name)
            return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}
        except KeyError:
            continue
    raise SystemExit("there is nobody to run PostgreSQL as")


def run(*command):
    done = subprocess.run([os.path.join(BIN, command[0]), *command[1:]], capture_output=True, text=True, timeout=PATIENCE,
                          cwd="/", env={**os.environ, "LC_ALL": "C.UTF-8"}, check=False, **as_user())
    if done.returncode != 0:
        raise RuntimeError(f"{command}: {done.stdout}{done.stderr}")
    return done.stdout


def runs(pid):
    """It has not ended; who has and was not asked for its status yet holds nothing any more."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as text:
            return text.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Server:
    """One server, primary or standby."""

    def __init__(self, folder, name):
        self.folder, self.name, self.port = os.path.join(folder, name), name, free_port()
        self.home, self.process = folder, None

    def uri(self):
        return f"postgresql://postgres@{HOST}:{self.port}/postgres"

    def initialise(self, settings):
        run("initdb", "-D", self.folder, "-U", "postgres", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C")
        self.configure({"wal_level": "replica", "max_wal_senders": 10, "hot_standby": "on", "max_connections": 100,
                        "shared_buffers": "16MB", "listen_addresses": HOST, "unix_socket_directories": "",
                        "wal_keep_size": "256MB", "wal_receiver_status_interval": "1", "wal_retrieve_retry_interval": "200ms", "autovacuum": "off",
                        "log_min_messages": "warning", **settings})

        with open(os.path.join(self.folder, "pg_hba.conf"), "a", encoding="utf-8") as out:
            out.write(f"host all all {HOST}/24 trust\nhost replication all {HOST}/24 trust\n")

    def configure(self, settings):
        with open(os.path.join(self.folder, "postgresql.auto.conf"), "a", encoding="utf-8") as out:
            for key, value in settings.items():
                out.write(f"{key} = '{value}'\n")

    def copy_of(self, primary):
        run("pg_basebackup", "-D", self.folder, "-d", primary.uri(), "-X", "stream", "-c", "fast", "--no-sync", "-R")
        self.follow(primary)

    def follow(self, primary):
        self.configure({"primary_conninfo": f"host={HOST} port={primary.port} user=postgres application_name={self.name}"})

    def start(self):
        self.configure({"port": self.port})
        log = open(os.path.join(self.home, f"{self.name}.log"), "ab")
        self.process = subprocess.Popen([os.path.join(BIN, "postgres"), "-D", self.folder], stdout=log, stderr=log, cwd="/",
                                        start_new_session=True, **as_user())
        log.close()
        until = time.monotonic() + PATIENCE
        while subprocess.run([os.path.join(BIN, "pg_isready"), "-q", "-h", HOST, "-p", str(self.port)],
                             check=False).returncode != 0:
            if self.process.poll() is not None or time.monotonic() > until:
                with open(os.path.join(self.home, f"{self.name}.log"), encoding="utf-8") as text:
                    raise RuntimeError(text.read()[-2000:])
            time.sleep(0.02)

    def stop(self, how=signal.SIGQUIT):
        if self.process and self.process.poll() is None:
            children = self.everybody()[1:]
            self.process.send_signal(signal.SIGCONT)
            self.process.send_signal(how)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            # Those that it has left behind hold its memory, and it cannot be started again before they have ended, too.
            until = time.monotonic() + PATIENCE
            while any(runs(pid) for pid in children) and time.monotonic() < until:
                time.sleep(0.01)

    def everybody(self):
        """The server and the processes that it has started."""
        found = [self.process.pid]
        for name in os.listdir("/proc"):
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8") as text:
                    if name.isdigit() and text.read().rpartition(")")[2].split()[1] == str(self.process.pid):
                        found.append(int(name))
            except (OSError, IndexError):
                continue
        return found

    def tell_all(self, number):
        for pid in self.everybody():
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass  # it has just ended

    def pause(self):
        self.tell_all(signal.SIGSTOP)

    def resume(self):
        self.tell_all(signal.SIGCONT)

    def ask(self, sql):
        return run("psql", "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-d", self.uri(), "-c", sql).strip()


class Engine:
    """A primary and its standbys; what is confirmed is on one of them."""

    def __init__(self, standbys=1, settings=None, demanding=True):
        # In memory where there is some: what is synced costs nothing there, and no server is lost but by our hand.
        home = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.folder = tempfile.mkdtemp(prefix="unisono-pg-", dir=home)
        user = as_user()
        if user:
            os.chown(self.folder, user["user"], user["group"])
        self.primary = Server(self.folder, "one")
        self.demanding = demanding
        self.standbys = [Server(self.folder, f"standby{i + 1}") for i in range(standbys)]
        try:
            self.begin(settings or {})
        except BaseException:
            self.close()
            raise

    def begin(self, settings):
        standbys = len(self.standbys)
        self.primary.initialise(settings)
        self.primary.start()
        for standby in self.standbys:
            standby.copy_of(self.primary)
            standby.start()
        if standbys and self.demanding:
            self.demand()
            until = time.monotonic() + PATIENCE
            while self.primary.ask("select count(*) from pg_stat_replication where sync_state = 'quorum'") != str(standbys):
                if time.monotonic() > until:
                    raise RuntimeError("the standbys do not follow")
                time.sleep(0.02)

    def demand(self):
        """What is confirmed is on one of the others, whichever server is the primary: a standby that is promoted demands it."""
        for server in self.servers():
            names = ", ".join(other.name for other in self.servers() if other is not server)
            server.configure({"synchronous_standby_names": f"ANY 1 ({names})"})
            server.process.send_signal(signal.SIGHUP)

    def failover(self):
        """The primary is gone; a standby takes its place, and a new standby is made in the place of the old primary. For how
        many seconds nobody could write."""
        old, began = self.primary, time.monotonic()
        old.stop(signal.SIGKILL)
        self.promote()
        away = time.monotonic() - began
        self.rebuild(old)
        return away

    def promote(self):
        """The standby that has most becomes the primary, and the others follow it; the old one is no part of it any more.
        First all of them stop to follow it: one that went on would confirm what the new one does not have. For how many
        seconds nobody could write: until the new one has somebody who confirms."""
        began = time.monotonic()
        for standby in self.standbys:
            standby.configure({"primary_conninfo": ""})
            standby.process.send_signal(signal.SIGHUP)
        until = time.monotonic() + PATIENCE
        while any(standby.ask("select count(*) from pg_stat_wal_receiver") != "0" for standby in self.standbys):
            if time.monotonic() > until:
                raise RuntimeError("a standby does not let go")
            time.sleep(0.02)
        heard = {standby: standby.ask("select pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')") for standby in self.standbys}
        new = max(self.standbys, key=lambda standby: int(heard[standby] or 0))
        self.standbys.remove(new)
        run("pg_ctl", "promote", "-D", new.folder, "-w", "-t", "60")
        self.primary = new
        for standby in self.standbys:
            standby.follow(new)
            standby.process.send_signal(signal.SIGHUP)
        while self.standbys and new.ask("select count(*) from pg_stat_replication where state = 'streaming'") == "0":
            if time.monotonic() > until + PATIENCE:
                raise RuntimeError("nobody follows the new primary")
            time.sleep(0.02)
        return time.monotonic() - began

    def rebuild(self, old):
        shutil.rmtree(old.folder)
        old.copy_of(self.primary)
        self.standbys.append(old)
        if self.demanding:
            names = ", ".join(other.name for other in self.servers() if other is not old)
            old.configure({"synchronous_standby_names": f"ANY 1 ({names})"})
        old.start()

    def fall_behind(self):
        """The standby hears nothing any more, and nobody who confirms asks it."""
        for standby in self.standbys:
            standby.configure({"primary_conninfo": f"host={HOST} port=1 user=postgres"})
            standby.process.send_signal(signal.SIGHUP)

    def servers(self):
        return [self.primary, *self.standbys]

    def uri(self):
        hosts = ",".join(f"{HOST}:{server.port}" for server in self.servers())
        return f"postgresql://postgres@{hosts}/postgres"

    def close(self):
        for server in self.servers():
            server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # ends what was begun
    engine = Engine()
    try:
        environment = {**os.environ, "TEST_PG": engine.uri(), "TEST_PG_PRIMARY": engine.primary.uri()}
        with subprocess.Popen(sys.argv[1:], env=environment) as program:
            try:
                return program.wait()
            finally:
                program.kill()
    finally:
        engine.close()


if __name__ == "__main__":
    sys.exit(main())
