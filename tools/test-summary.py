#!/usr/bin/env python3
"""Counts test cases from meson's JUnit reports and closes with one line: N passed, N failed.

usage: test-summary.py REPORT.xml...
Names what failed. A report that is missing or empty counts as a failure: nothing ran.
"""
import os
import re
import sys
import xml.etree.ElementTree as tree


def read(report):
    # What a test printed stands in the report as it is; colours of a terminal are no XML.
    with open(report, encoding="utf-8", errors="replace") as text:
        return tree.fromstring(re.sub("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "", text.read()))


def cases(report):
    for suite in read(report).iter("testsuite"):
        for case in suite.iter("testcase"):
            bad = case.find("failure") is not None or case.find("error") is not None
            yield suite.get("name", ""), case.get("name", ""), bad, case.find("skipped") is not None


def main():
    passed, failed, skipped = 0, [], 0
    for report in sys.argv[1:]:
        found = list(cases(report)) if os.path.exists(report) else []
        if not found:
            failed.append(f"{report}: no test ran")
        for suite, name, bad, skip in found:
            if bad:
                failed.append(f"{suite}: {name}")
            elif skip:
                skipped += 1
            else:
                passed += 1
    for name in failed:
        print("failed:", name)
    print(f"{passed} passed, {len(failed)} failed" + (f", {skipped} skipped" if skipped else ""))
    sys.exit(1 if failed else 0)


main()
