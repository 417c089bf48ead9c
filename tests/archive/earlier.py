"""What the tests of earlier log formats share: the fixtures of such a version, opened, exported and imported.

fixtures/format-N.db is a store of the version that wrote format N, format-N.room is its export.
"""
import os
import shutil
import sys
import tempfile

import rooms
from client import check, run
from rooms import unisono

PROGRAM, ROOT = sys.argv[1], sys.argv[2]
FOLDER = tempfile.mkdtemp()
STORE = os.path.join(FOLDER, "store.db")
rooms.PROGRAM = PROGRAM


def path(name):
    return os.path.join(FOLDER, name)


def fixture(name):
    return os.path.join(ROOT, "tests/archive/fixtures", name)


def opens(number, games, summary):
    """The store is sound and can be shown, exported and imported; `summary`: what verify says of it."""
    shutil.copy(fixture(f"format-{number}.db"), STORE)
    ended = unisono("verify", "--store", STORE)
    check("the store is sound", ended.returncode == 0 and summary in ended.stdout, ended)
    ended = unisono("export", "--store", STORE, "--all", path("out"))
    logs = sorted(name for name in os.listdir(path("out")) if name.endswith(".log"))
    check("it is exported", ended.returncode == 0 and len(logs) == games, (ended, logs))
    told = [unisono("replay", path(f"out/{name}")) for name in logs]
    check("every game is told", all(log.returncode == 0 and log.stdout for log in told), told)
    ended = unisono("import", "--store", path("copy.db"), fixture(f"format-{number}.room"))
    check("its export is imported", ended.returncode == 0 and f"3 rooms, {games} games" in ended.stderr, ended)
    ended = unisono("verify", "--store", path("copy.db"))
    check("and sound", ended.returncode == 0, ended)


def run_all(opened, went_on):
    """First what opens it, then for the store and for what was imported: what comes after."""

    def of_the_store():
        went_on(STORE, "the store")

    def of_the_export():
        went_on(path("copy.db"), "the export")

    try:
        run([opened, of_the_store, of_the_export])
    finally:
        shutil.rmtree(FOLDER)
