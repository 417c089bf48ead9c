"""TAP for all tests in Python: what was checked, in order, and why something is not as it should be.

    from tap import check, report
    check("the sum is right", 1 + 1 == 2, "what a person needs to know if not")
    report()

Tests that take long use Tap, which prints at once.
"""
import sys
import traceback

RESULTS = []
MOST = 40  # lines of a detail


def show(number, name, good, detail):
    print(f"{'ok' if good else 'not ok'} {number} - {name}")
    for line in str(detail).splitlines()[-MOST:] if detail and not good else []:
        print(f"# {line}")


def check(name, good, detail=""):
    RESULTS.append((name, bool(good), detail))
    return bool(good)


def report():
    """Everything that was checked; also when a test broke off."""
    print(f"1..{len(RESULTS)}")
    for number, result in enumerate(RESULTS, 1):
        show(number, *result)


def run(tests):
    """Each of them, and then the report. A broken test is a failed test, and the others go on."""
    for test in tests:
        try:
            test()
        except Exception:
            check(f"{test.__name__} runs to its end", False, traceback.format_exc())
    report()


class Tap:
    def __init__(self):
        self.count = 0

    def check(self, fine, name, why=""):
        self.count += 1
        show(self.count, name, fine, why)
        sys.stdout.flush()

    def note(self, text):
        print(f"# {text}", flush=True)

    def done(self):
        print(f"1..{self.count}", flush=True)
