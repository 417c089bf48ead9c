#!/usr/bin/env python3
"""The texts of the program as a C table, as tools/embed.py writes it, with the language that nobody speaks (tools/translate/po.py pseudo)
in the place of English: for what the program says itself and no browser can be given.

usage: nobody.py OUTPUT.c SOURCE_ROOT FILE...
"""
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True


def main():
    output, root, files = sys.argv[1], sys.argv[2], sys.argv[3:]
    sys.path.insert(0, os.path.join(root, "tools/translate"))
    from po import pseudo
    with tempfile.TemporaryDirectory() as folder:
        copies = []
        for name in files:
            path = os.path.relpath(name, root)
            with open(name, encoding="utf-8") as file:
                text = file.read()
            if path.endswith("strings/en.txt"):
                text = re.sub(r"^([^#\s=][^=]*?) *= *(.+)$", lambda m: f"{m.group(1)} = {pseudo(m.group(2).strip())}", text, flags=re.M)
            copies.append(os.path.join(folder, path))
            os.makedirs(os.path.dirname(copies[-1]), exist_ok=True)
            with open(copies[-1], "w", encoding="utf-8") as file:
                file.write(text)
        subprocess.run([sys.executable, os.path.join(root, "tools/embed.py"), output, folder, *copies], check=True)


main()
