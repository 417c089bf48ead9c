#!/usr/bin/env python3
"""Counts test cases from meson's JUnit reports and closes with one line: N passed, N failed.

usage: test-summary.py REPORT.xml...
Names what failed and repeats what it printed: whoever sees only the end of a long output needs no more. A report that is
missing or empty counts as a failure: nothing ran.
"""
import os
import re
import sys
import xml.etree.ElementTree as tree

LINES = 40


def read(report):
    # What a test printed stands in the report as it is; colours of a terminal are no XML.
    with open(report, encoding="utf-8", errors="replace") as text:
        return tree.fromstring(re.sub("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "", text.read()))


def cases(report):
    for suite in read(report).iter("testsuite"):
        for case in suite.iter("testcase"):
            bad = case.find("failure") is not None or case.find("error") is not None
            yield suite, case.get("name", ""), bad, case.find("skipped") is not None


def printed(suite, name):
    """The lines of a failed test: from the one that names it up to the next test, and what came on the other channel."""
    out = (suite.findtext("system-out") or "").splitlines()
    first = next((i for i, line in enumerate(out) if line.startswith("not ok") and name in line), 0)
    rest = out[first:]
    last = next((i for i, line in enumerate(rest[1:], 1) if line.startswith(("ok ", "not ok "))), len(rest))
    return rest[:last][:LINES] + (suite.findtext("system-err") or "").splitlines()[:LINES]


def main():
    passed, failed, skipped, said = 0, [], 0, []
    for report in sys.argv[1:]:
        found = list(cases(report)) if os.path.exists(report) else []
        if not found:
            failed.append(f"{report}: no test ran")
        for suite, name, bad, skip in found:
            if bad:
                failed.append(f"{suite.get('name', '')}: {name}")
                said += [f"== {name}", *printed(suite, name)]
            elif skip:
                skipped += 1
            else:
                passed += 1
    print(*said, sep="\n", end="\n" if said else "")
    for name in failed:
        print("failed:", name)
    print(f"{passed} passed, {len(failed)} failed" + (f", {skipped} skipped" if skipped else ""))
    sys.exit(1 if failed else 0)


main()
