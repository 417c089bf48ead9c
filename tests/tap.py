"""TAP for all tests in Python: what was checked, as soon as it is known, and why something is not as it should be.

    from tap import check, report
    check("the sum is right", 1 + 1 == 2, "what a person needs to know if not")
    report()

A test whose parts are handed what they report to makes a Tap of its own.
"""
import traceback

MOST = 40  # lines of a detail


class Tap:
    def __init__(self):
        self.count = self.failed = 0

    def check(self, name, good, detail=""):
        self.count += 1
        self.failed += not good
        lines = str(detail).splitlines()[-MOST:] if detail and not good else []
        print("\n".join([f"{'ok' if good else 'not ok'} {self.count} - {name}", *(f"# {line}" for line in lines)]), flush=True)
        return bool(good)

    def note(self, text):
        print(f"# {text}", flush=True)

    def done(self):
        print(f"1..{self.count}", flush=True)


TAP = Tap()
check, report = TAP.check, TAP.done


def run(tests):
    """Each of them, and then the report. A broken test is a failed test, and the others go on."""
    for test in tests:
        try:
            test()
        except Exception:
            check(f"{test.__name__} runs to its end", False, traceback.format_exc())
    report()
