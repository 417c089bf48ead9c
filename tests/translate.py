#!/usr/bin/env python3
"""Texts go out to gettext and come back as they were; a fourth language is written everywhere. In TAP.

usage: translate.py SOURCE_ROOT
"""
import filecmp
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from tap import check, report  # noqa: E402

ROOT = sys.argv[1]


def tree(to):
    """A copy of all that the tool reads, so that nothing here is written to."""
    found = (os.path.relpath(path, ROOT) for above in ("games", "src", "web") for path, _, names in os.walk(os.path.join(ROOT, above))
             if os.path.basename(path) == "strings" and "en.txt" in names and "node_modules" not in path)
    folders = sorted(os.path.dirname(path) for path in found)
    for folder in folders:
        shutil.copytree(os.path.join(ROOT, folder, "strings"), os.path.join(to, folder, "strings"))
    shutil.copytree(os.path.join(ROOT, "tools/translate"), os.path.join(to, "tools/translate"))
    shutil.copy(os.path.join(ROOT, "meson.build"), to)
    return folders


def po(root, *words):
    run = subprocess.run([os.path.join(root, "tools/translate/po.py"), *words], capture_output=True, check=False)
    return run.returncode, run.stdout.decode() + run.stderr.decode()


def edit(path, change):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(change(text))


def keys(path):
    with open(path, encoding="utf-8") as file:
        return [line.split("=")[0].strip() for line in file if "=" in line and not line.startswith("#")]


# Where a program speaks of each language by itself: what a fourth one has to be added to.
SPELT = re.compile(r"\bLANG_FR\b|[\"']Français[\"']|[\"'`]fr[\"'`]|\bfr: ['\"]|\ben, de, fr\b|\bde\|fr\b|hunspell-fr\b|language-fr\b|[/.]fr\.txt\b|, fr\.txt")
# Made by others (make protocol, npm), or for the words of one language anyway.
LEFT_OUT = re.compile(r"/(node_modules|dist|generated|golden|fixture)/|/decks/.*\.txt$|/strings/|/(test|bench)[^/]*$|\.test\.ts$|package-lock\.json$|/web/protocol\.ts$|tools/translate/")


def files_of(*folders):
    for folder in folders:
        for path, dirs, names in os.walk(os.path.join(ROOT, folder)):
            dirs[:] = sorted(set(dirs) - {"node_modules", "dist"})
            yield from (os.path.relpath(os.path.join(path, name), ROOT) for name in sorted(names))


def unnamed(guide):
    """Files that spell out the languages, or are there once for each, and that the guide does not name."""
    paths = [re.escape(path).replace("<language>", "fr").replace("<id>", "[^/]+").replace("…", ".*") for path in re.findall(r"`([\w./<>…*-]+)`", guide)]
    named = re.compile("|".join(f"{path}.*" if path.endswith("/") else path for path in paths))
    for path in [*files_of("src", "games", "web", "tools", "debian", "contrib", "tests"), "meson.build", "lexicon.mk"]:
        by_name = re.search(r"(^|[/.])fr\.(txt|md|heldout|tuning|validation|associates)", path) and "/fixture/" not in path
        if not by_name and (path.startswith("tests/") or LEFT_OUT.search(path)):
            continue
        with open(os.path.join(ROOT, path), encoding="utf-8", errors="replace") as file:
            text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
        if (by_name or SPELT.search(text)) and not named.fullmatch(path):
            yield path


def main():
    with tempfile.TemporaryDirectory() as root:
        folders = tree(root)
        out = os.path.join(root, "po")
        code, said = po(root, "export", out)
        check("texts are exported", code == 0 and sorted(os.listdir(out)) == ["de.po", "fr.po", "unisono.pot"], said)
        for language in ("de", "fr"):
            code, said = po(root, "import", os.path.join(out, language + ".po"))
            same = all(filecmp.cmp(os.path.join(root, f, "strings", language + ".txt"), os.path.join(ROOT, f, "strings", language + ".txt"), shallow=False) for f in folders)
            check(f"{language} comes back as it went, to the byte", code == 0 and same, said)
        if shutil.which("msgfmt"):
            for name in ("de.po", "fr.po", "unisono.pot"):
                run = subprocess.run(["msgfmt", "--check", "-o", os.devnull, os.path.join(out, name)], capture_output=True, check=False)
                bad = [line for line in run.stderr.decode().splitlines() if "warning" not in line and "header" not in line]
                check(f"gettext reads {name}", run.returncode == 0 or name.endswith(".pot"), bad)
        po(root, "pseudo", out)
        path = os.path.join(out, "qps.po")
        check("the pseudo-language lacks nothing", po(root, "check", path) == (0, "\n"), po(root, "check", path))
        edit(path, lambda text: text.replace("Language: qps", "Language: it"))
        code, said = po(root, "import", path)
        same = all(keys(os.path.join(root, f, "strings/it.txt")) == keys(os.path.join(root, f, "strings/en.txt")) for f in folders)
        check("a fourth language is written beside the others, with every key in its order", code == 0 and same, said)
        edit(path, lambda text: re.sub(r'(msgctxt "web:about".*\nmsgid.*\nmsgstr ").*"', r'\1no places"', text))
        code, said = po(root, "import", path)
        check("a text that lost a place is refused", code == 1 and "web:about" in said, said)
        po(root, "pseudo", out)
        edit(path, lambda text: re.sub(r'(msgctxt "web:close"\nmsgid.*\nmsgstr ").*"', r'\1"', text))
        code, said = po(root, "check", path)
        check("a text without a translation is told", code == 1 and said.strip() == "web:close has no translation", said)
        po(root, "pseudo", out)
        edit(path, lambda text: text.replace('msgctxt "web:close"', '#, fuzzy\nmsgctxt "web:close"'))
        code, said = po(root, "check", path)
        check("and one that a tool was not sure of", code == 1 and said.strip() == "web:close has no translation", said)
        edit(os.path.join(root, "web/strings/en.txt"), lambda text: text.replace("\nseats = Players\n", "\nseats = People\n"))
        code, said = po(root, "check", path)
        check("so is one whose English has changed", "web:seats: English has changed since" in said, said)
        check("a mistake shows how it is used", po(root, "fly")[0] == 2)
    guide = open(os.path.join(ROOT, "docs/translate.md"), encoding="utf-8").read()
    for path in re.findall(r"`((?:src|web|games|tools|docs|tests|debian)/[\w./<>-]+)`", guide):
        if "<" not in path:
            check(f"docs/translate.md: {path} is there", os.path.exists(os.path.join(ROOT, path)))
    left = list(unnamed(guide))
    check("docs/translate.md names every file that a fourth language is added to", not left, "\n".join(left))
    check("which is looked for", "games/letterdice/dice.c" in unnamed(guide.replace("games/letterdice/dice.c", "")))
    report()


main()
