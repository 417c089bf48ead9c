#!/usr/bin/env python3
"""A sixth game is a folder and one line: builds docs/examples/chime as such and runs its laws.

usage: sixth_game.py SOURCE_ROOT
Works on a copy of the tree. Reports in TAP.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = sys.argv[1]
PARTS = ("contrib", "src", "games", "tests", "tools", "docs", "web", "meson.build", "meson_options.txt")
RESULTS = []


def run(*command, cwd):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, errors="replace")
    return done.returncode, done.stdout + done.stderr


def check(name, good, detail=""):
    RESULTS.append((name, good, detail))
    return good


def register(tree):
    """The one registration line of docs/add-a-game.md."""
    path = os.path.join(tree, "games/meson.build")
    with open(path, encoding="utf-8") as text:
        before = text.read()
    after = re.sub(r"games = \[\n", "games = [\n  'chime',\n", before, count=1)
    with open(path, "w", encoding="utf-8") as text:
        text.write(after)
    return after.count("\n") - before.count("\n") == 1


def document_is_true():
    """Every code block of the walk-through stands in the example as it is."""
    code = ""
    for folder, _, files in os.walk(os.path.join(ROOT, "docs/examples/chime")):
        for name in files:
            with open(os.path.join(folder, name), encoding="utf-8") as text:
                code += text.read()
    with open(os.path.join(ROOT, "docs/add-a-game.md"), encoding="utf-8") as text:
        blocks = re.findall(r"```(?:c|ts|svelte|js)\n(.*?)```", text.read(), re.S)
    missing = [block for block in blocks if block not in code]
    check(f"the {len(blocks)} code blocks of docs/add-a-game.md are in the example", bool(blocks) and not missing,
          "\n".join(missing))


def build_and_play(tree):
    shutil.copytree(os.path.join(ROOT, "docs/examples/chime"), os.path.join(tree, "games/chime"))
    check("it is registered by one line", register(tree))
    # Nothing is looked for here that an optimizing compiler or a sanitizer would find.
    code, out = run("meson", "setup", "build", "--buildtype=plain", "-Dtests=true", cwd=tree)
    if not check("the tree configures with it", code == 0, out):
        return
    code, out = run("ninja", "-C", "build", "unisono", "tests/test-laws", "tests/test-chime", cwd=tree)
    if not check("it builds", code == 0, out):
        return
    program = os.path.join(tree, "build/unisono")
    script = os.path.join(tree, "games/chime/golden/first-round.script")
    code, out = run(program, "rehearse", "--update", script, cwd=tree)
    check("its golden can be recorded", code == 0, out)
    code, out = run(program, "rehearse", script, cwd=tree)
    check("its golden holds", code == 0, out)
    code, out = run(program, "simulate", "--game", "chime", "--any", "--games", "200", cwd=tree)
    check("200 random games end", code == 0, out)
    code, out = run(os.path.join(tree, "build/tests/test-laws"), "chime", cwd=tree)
    check("the laws hold for it", code == 0, out)
    code, out = run(sys.executable, "tests/strings.py", program, tree, cwd=tree)
    check("its texts are complete", code == 0 and "not ok" not in out, out)


def main():
    document_is_true()
    with tempfile.TemporaryDirectory() as folder:
        tree = os.path.join(folder, "unisono")
        os.mkdir(tree)
        for part in PARTS:
            source = os.path.join(ROOT, part)
            if os.path.isdir(source):
                shutil.copytree(source, os.path.join(tree, part), ignore=shutil.ignore_patterns("node_modules"))
            else:
                shutil.copy(source, tree)
        build_and_play(tree)
    print(f"1..{len(RESULTS)}")
    for number, (name, good, detail) in enumerate(RESULTS, 1):
        print(f"{'ok' if good else 'not ok'} {number} - {name}")
        if not good:
            print("\n".join("# " + line for line in detail.splitlines()[-30:]))


main()
