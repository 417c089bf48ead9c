#!/usr/bin/env python3
"""The suite over PostgreSQL finds what is wrong: one condition of its statements is taken away in a copy of the test, and the
test has to fail by the check that is about it. In TAP.

usage: mutants_pg.py TEST_PROGRAM
"""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "net"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from client import check, report  # noqa: E402
from postgres import Engine  # noqa: E402

# What stands in the program, what stands there instead (of the same length), and the check that has to notice.
MUTANTS = {
    "no predecessor is asked for": (b"(t.seq = 1 or exists(", b"(t.seq > 0 or exists(", "g2"),
    "any predecessor will do": (b"p.op = t.prev", b"p.op = p.op  ", "g2"),
    "a lower epoch will do": (b"p.epoch <= t.epoch", b"p.epoch <= p.epoch", "g2"),
    "tables are purged whatever is there": (b"if head > 0 and is_state", b"if head < 0 and is_state", "purge"),
    "documents are replaced whatever is there": (b"where key = k and op = prev", b"where key = k /*= prev*/   ", "document"),
    "an engine that confirms alone is written to": (b"when not alone and trim(", b"when false     and trim(", ""),
}


def failures(program):
    engine = Engine()
    try:
        environment = {**os.environ, "TEST_PG": engine.uri(), "TEST_PG_PRIMARY": engine.primary.uri(), "CMOCKA_MESSAGE_OUTPUT": "stdout"}
        done = subprocess.run([program], env=environment, capture_output=True, text=True, timeout=170, check=False)
        return set(re.findall(r"\[  FAILED  \] (.+)", done.stdout + done.stderr)), done
    finally:
        engine.close()


def main():
    with open(sys.argv[1], "rb") as text:
        program = text.read()
    with tempfile.TemporaryDirectory() as folder:
        for name, (right, wrong, about) in MUTANTS.items():
            if program.count(right) < 1 or len(right) != len(wrong):
                check(f"{name}: its place is found", False, (program.count(right), len(right), len(wrong)))
                continue
            path = os.path.join(folder, "mutant")
            with open(path, "wb") as out:
                out.write(program.replace(right, wrong))
            os.chmod(path, 0o700)
            found, done = failures(path)
            check(f"{name}: that is noticed", done.returncode != 0 and any(about in failure for failure in found),
                  (done.returncode, sorted(found), done.stdout[-300:]))
            os.unlink(path)
    sys.exit(report())


main()
