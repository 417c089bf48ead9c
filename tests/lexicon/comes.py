#!/usr/bin/env python3
"""A server that runs before its words are compiled: it plays, and takes them when they come. In TAP.

usage: comes.py UNISONO FOLDER_OF_LEX_FILES SOURCE_ROOT
"""
import os
import shutil
import sys
import tempfile

PROGRAM, LEXICON, ROOT = sys.argv[1:4]
sys.path.insert(0, os.path.join(ROOT, "tests/net"))
sys.path.insert(0, os.path.join(ROOT, "tests/archive"))

from client import check, run  # noqa: E402
from rooms import Guest, Serve  # noqa: E402

FOLDER = tempfile.mkdtemp()  # the store and, later, the words


def bring(name, data):
    """As the compiler does: beside it first, then under its name."""
    beside = os.path.join(FOLDER, name + ".new")
    with open(beside, "wb") as out:
        out.write(data)
    os.rename(beside, os.path.join(FOLDER, name))


def file_of(language):
    with open(os.path.join(LEXICON, language + ".lex"), "rb") as data:
        return data.read()


def comes():
    with Serve(PROGRAM, os.path.join(FOLDER, "tables.db"), FOLDER) as server:
        german = Guest(server, "german", create={"language": "de"})
        french = Guest(server, "french", create={"language": "fr"})
        check("without words a table is played by the letters", german.room["info"].get("letters") is True, german.room["info"])
        german.do("sit", name="Ada")
        german.do("add_bot", level="sharp")
        bring("fr.lex", b"rubbish" * 100)  # must hurt nobody, and be looked at again when it changes
        bring("de.lex", file_of("de"))
        while "letters" in german.room["info"]:
            german.until("room")
        check("its people are told when the words have come", True)
        check("a file that is broken is not taken", french.room["info"].get("letters") is True, french.room["info"])
        bring("fr.lex", file_of("fr"))
        while "letters" in french.room["info"]:
            french.until("room")
        check("and the next one is", True)
        newcomer = Guest(server, "newcomer", create={"language": "en"})
        check("a language without a file still goes by the letters", newcomer.room["info"].get("letters") is True)
        german.do("choose", game="onemind")
        german.do("start")
        check("the game goes on meanwhile", german.room["table"]["running"], german.room["table"])
    shutil.rmtree(FOLDER)


run([comes])
