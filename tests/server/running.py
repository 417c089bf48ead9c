"""A server of our own, as a process that can be killed and started again on the same port and file; and a run of a
hostile test against it."""
import argparse
import atexit
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", part) for part in (".", "net")]
from client import free_port  # noqa: E402, F401
from tap import Tap  # noqa: E402, F401

# Limits that a single machine full of people would meet; what they protect from is tested elsewhere.
WIDE = [
    "--max-rooms", "100000", "--max-connections", "100000", "--messages", "100000",
    "--address-messages", "100000", "--address-arrivals", "1000000",
    "--address-requests", "10000000", "--guest-changes", "1000000", "--stream-bytes", "1000000000",
]


class Server:
    def __init__(self, unisono, folder, store=None, lexicon=None, flags=(), environment=None):
        self.unisono = unisono
        self.folder = folder
        self.store = store or os.path.join(folder, "tables.db")
        self.lexicon = lexicon or os.path.join(folder, "no-lexicon")
        self.flags = list(flags)
        self.environment = environment
        self.port = free_port()
        self.port_file = os.path.join(folder, "port")
        self.log = open(os.path.join(folder, "server.log"), "ab")
        self.process, self.listened = None, False
        atexit.register(self.forget)

    @property
    def url(self):
        return f"ws://127.0.0.1:{self.port}/ws"

    def start(self):
        """Starts it and waits until it listens."""
        if os.path.exists(self.port_file):
            os.unlink(self.port_file)
        self.process = subprocess.Popen(
            [self.unisono, "serve", "--host", "127.0.0.1", "--port", str(self.port), "--port-file",
             self.port_file, "--store", self.store, "--qr", "never", "--log-level", "warn",
             "--lexicon", self.lexicon, "--opening", "0", *WIDE, *self.flags],
            stdout=self.log, stderr=self.log, env=self.environment)
        while not os.path.exists(self.port_file):
            if self.process.poll() is not None:
                if self.listened or "already in use" not in self.told():
                    raise RuntimeError(f"the server ended with {self.process.returncode}: {self.told()}")
                self.port = free_port()  # somebody else was told the same one a moment ago
                return self.start()
            time.sleep(0.005)
        self.listened = True
        return None

    def forget(self):
        """A test that fails leaves nobody behind."""
        if self.process and self.process.poll() is None:
            self.process.kill()

    def kill(self):
        """As a power cut would: nothing is told, nothing is flushed."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        """In good order; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)

    def told(self):
        with open(self.log.name, encoding="utf-8", errors="replace") as text:
            return text.read()[-2000:]


class Place:
    """A folder that is gone afterwards."""

    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix="unisono-")
        return self.path

    def __exit__(self, *ignored):
        shutil.rmtree(self.path, ignore_errors=True)


class HostileRun:
    """One run of a hostile test: what the command line wants, and what was tried. Without --seconds it is short, and the
    same each time."""

    def __init__(self):
        arguments = argparse.ArgumentParser()
        arguments.add_argument("unisono")
        arguments.add_argument("--seconds", type=float, default=0)
        arguments.add_argument("--seed", type=int, default=None)
        given = arguments.parse_args()
        self.unisono, self.seconds = given.unisono, given.seconds
        self.begun = time.monotonic()
        self.seed = given.seed if given.seed is not None else (random.randrange(1 << 32) if self.seconds else 1)
        self.tap, self.tried = Tap(), {}
        self.tap.note(f"seed {self.seed}")

    def passed(self):
        return time.monotonic() - self.begun

    def end(self, told=""):
        for name, n in sorted(self.tried.items()):
            self.tap.note(f"{name}: {n}")
        self.tap.note(f"{told}{self.passed():.0f} s")
        self.tap.done()
