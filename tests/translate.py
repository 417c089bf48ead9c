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
    games = [f"games/{name}" for name in os.listdir(os.path.join(ROOT, "games")) if os.path.isdir(os.path.join(ROOT, "games", name, "strings"))]
    folders = ["web", "src/rules", *games]
    for folder in folders:
        shutil.copytree(os.path.join(ROOT, folder, "strings"), os.path.join(to, folder, "strings"))
    shutil.copytree(os.path.join(ROOT, "tools/translate"), os.path.join(to, "tools/translate"))
    shutil.copy(os.path.join(ROOT, "meson.build"), to)
    return folders


def po(root, *words):
    run = subprocess.run([sys.executable, os.path.join(root, "tools/translate/po.py"), *words], capture_output=True, check=False)
    return run.returncode, run.stdout.decode() + run.stderr.decode()


def edit(path, change):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(change(text))


def keys(path):
    with open(path, encoding="utf-8") as file:
        return [line.split("=")[0].strip() for line in file if "=" in line and not line.startswith("#")]


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
        edit(os.path.join(root, "web/strings/en.txt"), lambda text: text.replace("\nseats = Players\n", "\nseats = People\n"))
        code, said = po(root, "check", path)
        check("so is one whose English has changed", "web:seats: English has changed since" in said, said)
        check("a mistake shows how it is used", po(root, "fly")[0] == 2)
    guide = open(os.path.join(ROOT, "docs/translate.md"), encoding="utf-8").read()
    for path in re.findall(r"`((?:src|web|games|tools|docs|tests|debian)/[\w./<>-]+)`", guide):
        if "<" not in path:
            check(f"docs/translate.md: {path} is there", os.path.exists(os.path.join(ROOT, path)))
    report()


main()
