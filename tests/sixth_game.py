#!/usr/bin/env python3
"""A sixth game is a folder and one line: builds docs/examples/chime as such and runs its laws.

usage: sixth_game.py SOURCE_ROOT [NODE]
Works on a copy of the tree. With NODE it is played in the browser instead: its types, its screens, a whole game, and
somebody alone with bots. Reports in TAP.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = sys.argv[1]
NODE = sys.argv[2] if len(sys.argv) > 2 else None
PARTS = ("contrib", "src", "games", "tests", "tools", "docs", "web", "meson.build", "meson_options.txt", "package.json", "package-lock.json",
         "LICENSE")
sys.dont_write_bytecode = True
from tap import check, report  # noqa: E402


def run(*command, cwd):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, errors="replace")
    return done.returncode, done.stdout + done.stderr


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


def build(tree, *targets):
    shutil.copytree(os.path.join(ROOT, "docs/examples/chime"), os.path.join(tree, "games/chime"))
    check("it is registered by one line", register(tree))
    # Nothing is looked for here that an optimizing compiler or a sanitizer would find.
    code, out = run("meson", "setup", "build", "--buildtype=plain", "-Dtests=true", cwd=tree)
    if not check("the tree configures with it", code == 0, out):
        return False
    code, out = run("ninja", "-C", "build", *targets, cwd=tree)
    return check("it builds", code == 0, out)


def step(tree, name, *command):
    code, out = run(*command, cwd=tree)
    return check(name, code == 0 and "not ok" not in out, out)


def play_in_the_browser(tree):
    os.symlink(os.path.join(os.path.abspath(ROOT), "node_modules"), os.path.join(tree, "node_modules"))
    program = os.path.join(tree, "build/unisono")
    # The browser reads the types and the program carries the screens, so it is linked twice.
    return (build(tree, "unisono")
            and step(tree, "its types are written", program, "protocol", "--typescript", ".")
            and step(tree, "its screens have these types", NODE, "node_modules/svelte-check/bin/svelte-check", "--tsconfig",
                     "web/tsconfig.json", "--fail-on-warnings", "--compiler-warnings", "state_referenced_locally:ignore")
            and step(tree, "its screens are built", NODE, "node_modules/vite/bin/vite.js", "build", "--config", "web/vite.config.ts")
            and step(tree, "the program carries them", "ninja", "-C", "build", "unisono")
            and step(tree, "a whole game is played in the browser", NODE, "games/chime/test.mjs", program)
            and step(tree, "somebody plays it alone with bots", NODE, "tests/e2e/alone.mjs", program, "Chime, alone"))


def build_and_play(tree):
    if not build(tree, "unisono", "tests/test-laws", "tests/test-chime"):
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
    if not NODE:
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
        play_in_the_browser(tree) if NODE else build_and_play(tree)
    report()


main()
