#!/usr/bin/env python3
"""The command line as a person meets it: help, exit codes, and a one-line reason for bad input.

usage: cli.py UNISONO SOURCE_ROOT
Reports in TAP.
"""
import json
import os
import re
import struct
import subprocess
import sys
import tempfile

PROGRAM, ROOT = sys.argv[1], sys.argv[2]
EXAMPLE = os.path.join(ROOT, "games/onemind/golden/example.en.script")
sys.dont_write_bytecode = True
from tap import check, report  # noqa: E402


def unisono(*args, stdin=b""):
    run = subprocess.run([PROGRAM, *args], input=stdin, capture_output=True, timeout=120)
    return run.returncode, run.stdout.decode("utf-8", "replace"), run.stderr.decode("utf-8", "replace")


def fails(name, code, reason, *args, stdin=b""):
    """Exit code, one line on standard error that contains the reason, nothing else."""
    got, out, err = unisono(*args, stdin=stdin)
    lines = err.strip().splitlines()
    check(name, got == code and len(lines) == 1 and reason in err, f"exit {got}, stderr: {err!r}")


def script(name, code, reason, text):
    fails(f"rehearse: {name}", code, reason, "rehearse", "-", stdin=text)


SETUP = b"game onemind\nseats Ann Ben Cat\nbegin\n"


def bad_scripts():
    script("empty", 1, "-:0: the script never says 'begin'", b"")
    script("unknown game", 1, "-:1: there is no game 'chess'", b"game chess\n")
    script("no game", 1, "-:1: the first line names the game", b"seats Ann Ben\n")
    script("no seats", 1, "-:2: nobody plays", b"game onemind\nbegin\n")
    script("two games", 1, "-:2: a script has one game", b"game onemind\ngame onemind\n")
    script("a time that no game reaches", 1, "-:5: '999999999s' is not a time to come",
           SETUP + b"pass 999999999s\n" * 2)
    script("a view without a value", 1, "-:4: a view is checked as", SETUP + b"? Ann /no/such\n")
    script("a view with two values", 1, "-:4: view of Ann: /table/gems is 6, not 6, 7",
           SETUP + b"? Ann /table/gems 6, 7\n")
    script("unknown action", 1, "-:4: there is no action 'fly'", SETUP + b"Ann fly\n")
    script("unknown player", 1, "-:4: nobody here is called 'Zoe'", SETUP + b"Zoe write word=x\n")
    script("missing argument", 1, "-:4: argument 'word' is wrong (missing)", SETUP + b"Ann write\n")
    script("unknown argument", 1, "-:4: there is no argument 'colour'", SETUP + b"Ann write colour=red\n")
    script("not key=value", 1, "-:4: 'hello' is not key=value", SETUP + b"Ann write hello\n")
    script("a word of 10,000 bytes", 1, "-:4: the line is too long", SETUP + b"Ann write word=" + b"a" * 10000)
    script("a word of 3,000 bytes", 1, "-:4: argument 'word' is wrong (range)",
           SETUP + b"Ann write word=" + b"a" * 3000)
    script("a word of 900 bytes", 1, "the last step was refused: word_too_long",
           SETUP + b"Ann write word=" + b"a" * 900)
    script("invalid UTF-8", 1, "-:4: the line is not valid UTF-8", SETUP + b"Ann write word=\xff\xfe\n")
    script("a seat out of range", 1, "-:4: argument 'seat' is wrong (range)", SETUP + b"table leave seat=7\n")
    script("a time in the past", 1, "-:5: '1s' is not a time to come", SETUP + b"at 5s\nat 1s\n")
    script("too many players", 1, "onemind is for 2 to 8 players, not 9",
           b"game onemind\nseats a b c d e f g h i\nbegin\n")
    script("an option out of range", 1, "-:2: option level: 'huge' is none of",
           b"game onemind\noption level huge\n")
    script("options that exclude each other", 1, "-:5: these options do not go together",
           b"game onemind\nseats a b c\noption free true\noption letters_only true\nbegin\n")
    script("an impossible rig", 1, "a rigged chance was not possible here",
           b"game onemind\nseats a b\nrig letter A A\nbegin\n")
    script("a failed expectation", 1, "-:4: view of table: /table/gems is 6, not 7", SETUP + b"? table /table/gems 7\n")
    script("an unexpected refusal", 1, "-:5: the step before this line was refused: not_now",
           SETUP + b"Ann claim\nAnn claim\n")
    script("a refusal that did not come", 1, "-:5: expected the refusal 'not_now', but it was not refused",
           SETUP + b"Ann write word=x insist=true\n! not_now\n")


def manual():
    """The page of the manual names every command as the program does."""
    _, told, _ = unisono("--help")
    commands = re.findall(r"^  ([a-z]+) +(.*)$", told, re.M)
    with open(os.path.join(ROOT, "docs/man/unisono.1"), encoding="utf-8") as text:
        whole = text.read()
    page = re.findall(r"^\.TP\n\.B ([a-z]+)\n(.*)$", whole, re.M)
    check("docs/man/unisono.1 has the commands of --help", len(commands) > 10 and commands == page, (commands, page))
    made = subprocess.run([sys.executable, os.path.join(ROOT, "tools/man.py"), PROGRAM], capture_output=True, timeout=120, check=True).stdout.decode()
    check("and is what tools/man.py makes of it: tools/man.py UNISONO > docs/man/unisono.1", made == whole)
    for name, _ in commands:
        flags = set(re.findall(r"^  (--[a-z-]+)", unisono(name, "--help")[1], re.M)) - {"--help"}
        part = re.search(rf"^\.SS unisono {name}\b.*?(?=^\.S[SH] )", whole, re.M | re.S).group().replace("\\-", "-")
        missing = {flag for flag in flags if not re.search(rf"^\.B {flag}\b", part, re.M)}
        check(f"it has every option of {name}", not missing or name == "serve", missing)
    code, told, _ = unisono("--version")
    check("--version tells one", code == 0 and re.fullmatch(r"unisono \d+\.\d+\.\d+( [0-9a-f]{7,})?\n", told), told)
    options = os.path.join(ROOT, "tools/package/options.py")
    with tempfile.NamedTemporaryFile("w", suffix=".conf") as conf:
        subprocess.run([sys.executable, options, "conf", os.path.join(ROOT, "docs/operations.md"), "store=/no/such/folder/x.db"],
                       stdout=conf, check=True)
        code, _, err = unisono("serve", "--config", conf.name, "--port", "0")
        check("the packaged file of options is understood", code != 0 and "/no/such/folder" in err, err)
        with open(conf.name, encoding="utf-8") as text:
            every = text.read().replace("\n#", "\n").replace("\n ", "\n# ")
    for kind, line in (("conf", "#lexicon = /words\n"), ("man", "Without it: /words.\n")):
        told = subprocess.run([sys.executable, options, kind, os.path.join(ROOT, "docs/operations.md"), "#lexicon=/words"], capture_output=True, check=True).stdout.decode()
        check(f"options.py {kind}: a package built for other places says so", line in told and "build/lexicon" not in told, told)
    wrong = subprocess.run([sys.executable, options, "man", os.path.join(ROOT, "docs/operations.md"), "#lexikon=/words"], capture_output=True, check=False)
    check("and an option that there is not is a mistake", wrong.returncode != 0 and b"lexikon" in wrong.stderr, wrong.stderr)
    with tempfile.NamedTemporaryFile("w", suffix=".conf") as conf:
        conf.write(every)
        conf.flush()
        code, _, err = unisono("serve", "--config", conf.name, "--port", "0")
        check("also with every comment taken away", code != 0 and "/no/such/folder" in err, err)


def completed(*words):
    """What the shell of a package offers after these words, the last of which is being typed."""
    asks = ('. "$1"; PATH=$2:$PATH; shift 2; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); compopt() { echo FILES; }; _unisono; '
            'printf "%s\\n" "${COMPREPLY[@]}"')
    run = subprocess.run(["bash", "-c", asks, "bash", os.path.join(ROOT, "contrib/completion/unisono.bash"), os.path.dirname(os.path.abspath(PROGRAM)), "unisono", *words],
                         capture_output=True, timeout=120, check=False)
    return run.stdout.decode().split()


def completion():
    names = re.findall(r"^  ([a-z]+) ", unisono("--help")[1], re.M)
    check("a shell completes every command", len(names) > 15 and set(names) < set(completed("")), completed(""))
    check("of which it knows the beginning", completed("ba") == ["backup"], completed("ba"))
    check("and its options", "--store" in completed("backup", "--") and completed("serve", "--max-r") == ["--max-rooms"], completed("serve", "--max-r"))
    check("and what it can be told to do", completed("admin", "re") == ["remove", "readmit"] and {"deeds", "errors", "say"} <= set(completed("admin", "")), completed("admin", ""))
    check("also where its first line says so", completed("store", "") == ["init", "status"], completed("store", ""))
    check("else files", completed("backup", "x") == ["FILES"] and completed("backup", "--store", "x") == ["FILES"], completed("backup", "x"))


def keepsakes(folder):
    path = os.path.join(folder, "kept")
    unisono("rehearse", "--log", path, os.path.join(ROOT, "games/onemind/golden/instant-win.script"))
    code, page, err = unisono("keepsake", path)
    check("keepsake: one file, whole", code == 0 and page.startswith("<!doctype html>") and page.rstrip().endswith("</html>")
          and 'src="' not in page, err)
    code, again, _ = unisono("keepsake", path)
    check("keepsake: the same at every run", code == 0 and again == page, "")
    code, svg, _ = unisono("keepsake", path, "--as", "svg")
    check("keepsake: a picture", code == 0 and svg.startswith("<?xml") and svg.rstrip().endswith("</svg>"), svg[:200])
    # Painted twice as large as the picture is.
    painted = subprocess.run([PROGRAM, "keepsake", path, "--as", "png"], capture_output=True, timeout=120)
    size = struct.unpack(">II", painted.stdout[16:24]) if painted.stdout[:8] == b"\x89PNG\r\n\x1a\n" else None
    wide, high = (float(re.search(rf'<svg[^>]* {side}="([0-9.]+)"', svg).group(1)) for side in ("width", "height"))
    check("keepsake: a PNG, twice as large as the picture", painted.returncode == 0 and size == (round(2 * wide), round(2 * high)),
          f"{size} of {wide}x{high}: {painted.stderr.decode('utf-8', 'replace')}")
    # A painter that fails, and none at all.
    tools = os.path.join(folder, "tools")
    os.makedirs(tools)
    painter = os.path.join(tools, "rsvg-convert")
    before = os.environ["PATH"]
    os.environ["PATH"] = f"{tools}:{before}"
    with open(painter, "w", encoding="ascii") as script:
        script.write("#!/bin/sh\nexit 1\n")
    os.chmod(painter, 0o755)
    fails("keepsake: a PNG that fails", 1, "could not paint", "keepsake", path, "--as", "png")
    os.environ["PATH"] = folder
    fails("keepsake: nobody to paint a PNG", 1, "needs rsvg-convert", "keepsake", path, "--as", "png")
    os.environ["PATH"] = before
    code, text, _ = unisono("keepsake", path, "--as", "text", "--lang", "de", "--no-names")
    check("keepsake: a text in German, without names", code == 0 and "Jedes Wort" in text and "Person 1" in text, text)
    fails("keepsake: no such form", 2, "is none of html", "keepsake", path, "--as", "pdf")
    begun = os.path.join(folder, "begun")
    with open(path, "rb") as whole, open(begun, "wb") as part:
        part.writelines(whole.readlines()[:4])
    fails("keepsake: a game that goes on", 1, "has not come to its end", "keepsake", begun)


def keepsakes_of_all(folder):
    """Every game, played to its end by bots, in every form, and without names."""
    path = os.path.join(folder, "played")
    games = re.findall(r"^([a-z]+) - .*, ([0-9]+) to", unisono("games")[1], re.M)
    check("there are games to keep", len(games) >= 5, games)
    for game, seats in games:
        code, _, err = unisono("simulate", "--game", game, "--seats", seats, "--bots", "easy", "--games", "1", "--seed", "4", "--log", path)
        check(f"simulate: a game of {game} as a log", code == 0 and unisono("replay", path)[0] == 0, err)
        for form, lang, begins, ends in (("html", "en", "<!doctype html>", "</html>"), ("svg", "de", "<?xml", "</svg>"), ("text", "fr", "", ""), ("json", "en", "{", "}")):
            code, out, err = unisono("keepsake", path, "--as", form, "--lang", lang)
            check(f"keepsake: {game} as {form}", code == 0 and out.startswith(begins) and out.rstrip().endswith(ends) and "bot 1" in out, err or out[:300])
        code, out, err = unisono("keepsake", path, "--as", "svg", "--no-names")
        check(f"keepsake: {game} without names", code == 0 and "bot 1" not in out, err or out[:300])
    fails("simulate: a log that cannot be written", 2, "No such file", "simulate", "--game", "onemind", "--bots", "easy", "--games", "1",
          "--log", os.path.join(folder, "none", "log"))


def filters(folder):
    """Lists of words that tables do not take: those that come with the program, and an operator's own."""
    for lang in ("en", "de", "fr"):
        code, told, err = unisono("decks", os.path.join(ROOT, "src/party/filter", lang + ".txt"))
        check(f"decks reads the filter list of {lang}", code == 0 and f"({lang})" in told, err)
    own = os.path.join(folder, "de.txt")
    with open(own, "w", encoding="utf-8") as text:
        text.write("@name Eigene\n@language de\n\nGurke | level: mild\n")
    code, _, err = unisono("serve", "--port", "0", "--store", ":memory:", "--filter", folder)
    check("serve names the list and the entry that is wrong", code != 0 and own in err and "Gurke" in err, err)


def bad_logs(folder):
    path = os.path.join(folder, "log")
    code, _, err = unisono("rehearse", "--log", path, EXAMPLE)
    check("rehearse --log writes a log", code == 0 and os.path.exists(path), err)
    lines = open(path, "rb").read().splitlines(keepends=True)

    def log(name, reason, data):
        broken = os.path.join(folder, "broken")
        with open(broken, "wb") as out:
            out.write(data)
        fails(f"replay: {name}", 2, reason, "replay", broken)

    log("an empty file", ":1: the log is empty", b"")
    log("broken JSON", ":1: ", b'{"unisono":1,\n')
    log("another version", ":1: this log is from a newer version", b'{"unisono":99}\n')
    log("a version before the first", ":1: this is not a log of a game", b'{"unisono":0}\n')
    log("a missing record", ":2: the record is out of sequence", lines[0] + lines[2])
    log("a broken record", ":2: ", lines[0] + lines[1][:-20] + b"\n")
    log("an unknown fact", ":2: there is no such fact",
        lines[0] + b'{"seq":1,"at":0,"do":"open","facts":[{"is":"moon_landed"}]}\n')
    log("a seat out of range", ":2: fact scored: 'seat' is wrong (range)",
        lines[0] + b'{"seq":1,"at":0,"do":"x","facts":[{"is":"scored","seat":12,"points":1}]}\n')
    log("an actor out of range", ":2: 'by' is not a seat",
        lines[0] + b'{"seq":1,"at":0,"by":9,"do":"x","facts":[]}\n')
    hostile = os.path.join(folder, "hostile")
    with open(hostile, "wb") as out:
        out.write(lines[0].replace(b'"Peter"', b'"Pe\\u001bter\\u0007"')
                  + b'{"seq":1,"at":0,"do":"x","facts":[{"is":"start_laid","seat":0,"word":"\\u001b[2JCAT\\n"}]}\n')
    code, out, _ = unisono("replay", hostile)
    check("replay: a log cannot command the terminal", code == 0 and "\x1b" not in out and "\x07" not in out
          and len(out.splitlines()) == 1 and "CAT" in out, repr(out))
    fails("replay: a player who is not there", 2, "nobody at this table is 'Zoe'", "replay", path, "--seat", "Zoe")
    code, out, _ = unisono("replay", path, "--seat", "Maria")
    check("replay tells a seat its own secrets", code == 0 and "You write FOOD." in out, out)
    code, out, _ = unisono("replay", path, "--seat", "Peter")
    before = out.split("claims a match")[0]
    check("replay keeps the secrets of others", code == 0 and "FOOD" not in before and "FEED" in before, out)
    code, out, _ = unisono("replay", path, "--lang", "de")
    check("replay speaks German", code == 0 and "Peter liest FEED vor." in out, out)
    code, out, _ = unisono("replay", path, "--json")
    check("replay --json", code == 0 and all(json.loads(line)["is"] for line in out.splitlines()), out[:200])
    code, out, _ = unisono("replay", path, "--view")
    check("replay --view", code == 0 and json.loads(out)["table"]["gems"] == 1, out[:200])


def own_decks():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "mine.txt")
        with open(path, "w", encoding="utf-8") as out:
            out.write("@name Mine\n@language en\n\nYesterday\n")
        code, out, _ = unisono("decks", path)
        check("decks checks a file of one's own", code == 0 and "entries: 1, cards: 1" in out, out)
        said = unisono("play", "Ann", "Ben", "--options", "free=true", "--decks", f"start-words={path}",
                       stdin=b"Ann hint\nquit\n")
        check("a host's own deck is drawn from", said[0] == 0 and "How about Yesterday?" in said[1], said[1])
        fails("play: a deck the game has not", 2, "onemind has no deck 'jokes'", "play", "--decks", f"jokes={path}")
        fails("play: a deck in another language", 2, "the deck is in en, the table in de",
              "play", "--lang", "de", "--decks", f"start-words={path}")
        with open(path, "a", encoding="utf-8") as out:
            out.write("word | broken\n")
        fails("decks: a broken line", 2, "mine.txt:5: a field is", "decks", path)
        open(path, "w").write("@name Mine\n@language de\n\nHund\nHunde\nviel zu lang für so ein Wort auf einem Feld\nalt | oh\na\u202eb\n")
        code, out, _ = unisono("decks", "--kind", "coordinates/words", path)
        told = [line.split("mine.txt:")[1] for line in out.splitlines()]
        check("decks says all that a table would say of a deck", code == 2 and told == [
            "5: says what line 4 says (only advice)", "6: more than 32 characters, or none", "7: a field is ' | key: value'",
            "8: a hidden or strange character"], out)
        open(path, "w").write("@name Mine\n@language de\n\nHund\nHunde\n")
        code, out, _ = unisono("decks", "--kind", "coordinates/words", path)
        check("decks: advice is no fault", code == 0 and "5: says what line 4 says" in out and "entries: 2" in out, out)
    fails("decks: a missing file", 2, "nowhere.txt: there is no such file", "decks", "nowhere.txt")


def commands():
    for command in ("decks", "games", "play", "rehearse", "replay", "simulate", "story"):
        code, out, err = unisono(command, "--help")
        check(f"{command} --help", code == 0 and out.startswith(f"usage: unisono {command}") and not err, out)
        fails(f"{command}: an unknown option", 2, "there is no option '--frob'", command, "--frob")
    fails("an unknown command", 2, "there is no command 'dance'", "dance")
    fails("rehearse: a missing file", 2, "nowhere.script: there is no such file", "rehearse", "nowhere.script")
    fails("rehearse: a folder", 2, "cannot be read", "rehearse", ROOT)
    fails("replay: a missing file", 2, "nowhere.log: there is no such file", "replay", "nowhere.log")
    fails("rehearse: no file", 2, "which FILE?", "rehearse")
    fails("simulate: no game", 2, "which --game?", "simulate")
    fails("simulate: an unknown game", 2, "there is no game 'chess'", "simulate", "--game", "chess")
    fails("simulate: seats out of range", 2, "onemind is for 2 to 8 players, not 9",
          "simulate", "--game", "onemind", "--seats", "9")
    fails("story: no game", 2, "which --game?", "story")
    fails("story: eyes that are not there", 2, "'0,9' are not seats of this table", "story", "--game", "onemind", "--eyes", "0,9")
    fails("story: no such words", 2, "nowhere.txt: there is no such file", "story", "--game", "onemind", "--words", "nowhere.txt")
    words = os.path.join(ROOT, "tests/layout/words.de.txt")
    told = [unisono("story", "--game", "onemind", "--seats", "3", "--seed", "7", "--eyes", "0,2", "--words", words) for _ in range(2)]
    steps = [json.loads(line) for line in told[0][1].splitlines()]
    check("story: the same seed tells the same story", told[0] == told[1] and told[0][0] == 0, told[0][1][:200])
    check("story: a setup, then the views of the eyes at every step", steps[0]["setup"]["seats"] == 3
          and all(sorted(step["views"]) == ["-1", "0", "2"] for step in steps[1:]), told[0][1][:200])
    check("story: it ends", "result" in steps[-1]["views"]["-1"], told[0][1][-200:])
    with open(words, encoding="utf-8") as lines:
        chosen = set(lines.read().split())
    said = {card["word"] for step in steps[1:] for row in step["views"]["-1"]["table"]["rows"] for card in row["cards"] if "word" in card}
    check("story: words are chosen", said and said <= chosen, said)
    crowded = unisono("story", "--game", "onemind", "--seats", "3", "--seed", "7", "--eyes", "0,2", "--words", words, "--crowd")
    crowded = [json.loads(line) for line in crowded[1].splitlines()]
    check("story: who looks on changes no game", [{**step, "crowd": None} for step in crowded[1:]] == [{**step, "crowd": None} for step in steps[1:]], len(crowded))
    asked = [step["crowd"]["asks"]["question"] for step in crowded[1:] if "asks" in step["crowd"]]
    heard = [step["crowd"]["said"] for step in crowded[1:] if "said" in step["crowd"]]
    check("story: a crowd is asked, and told what most of it said", asked and heard and {one["question"] for one in heard} <= set(asked)
          and any(one["best"] and one["best"][0]["word"] in chosen for one in heard), (asked, heard[:1]))
    fails("simulate: not a number", 2, "--games: 'many' is not a number", "simulate", "--games", "many")
    fails("simulate: a missing value", 2, "--games needs a value", "simulate", "--games")
    fails("simulate: a bad option", 2, "there is no option 'colour'",
          "simulate", "--game", "onemind", "--options", "colour=red")
    fails("games: an unknown language", 2, "'it' is none of en, de, fr", "games", "--lang", "it")
    code, out, _ = unisono("games", "--json")
    check("games --json", code == 0 and all(json.loads(line)["options"] for line in out.splitlines()), out[:200])
    check("games --json lists what a script can rig", '"chances":["letter:letter",' in out, out[:200])
    code, out, _ = unisono("simulate", "--game", "onemind", "--seats", "4", "--games", "50", "--json")
    figures = json.loads(out)
    check("simulate --json", code == 0 and figures["games"] == 50 and figures["stuck"] == 0, out)
    again = json.loads(unisono("simulate", "--game", "onemind", "--seats", "4", "--games", "50", "--json")[1])
    check("T-10: simulate repeats itself with the same seed", figures["facts"] == again["facts"], out)
    code, out, err = unisono("rehearse", "--json", EXAMPLE)
    check("rehearse --json", code == 0 and json.loads(out)["ok"], out)
    code, out, err = unisono("play", "Ann", "Ben", stdin=b"Ann write word=x insist=true\nlook Ann\nBen fly\n\xff\nquit\n")
    check("play at the terminal", code == 0 and "Ann has finished." in out and "no action 'fly'" in out, out)
    code, out, _ = unisono("decks")
    check("decks lists what comes with the games", code == 0 and "onemind start-words: " in out, out[:200])
    own_decks()
    code, out, _ = unisono("play", "Ann", "Ben", stdin=b"Ann write word=" + b"a" * 10000 + b"\nBen fly\n")
    check("play: a word of 10,000 bytes", code == 0 and out.count("this line is too long") == 1
          and "nobody" not in out and "no action 'fly'" in out, out)
    fails("play: a player called like a command", 2, "'quit' cannot be a player here", "play", "Ann", "quit")
    fails("play: options that exclude each other", 2, "Free as a Bird plays without letters",
          "play", "--options", "free=true,letters_only=true")
    for args in (("nowhere.script",), ("--log", "/nowhere/log", EXAMPLE)):
        code, out, err = unisono("rehearse", "--json", *args)
        check(f"rehearse --json {args[0]}: a file that is not there",
              code == 2 and not json.loads(out)["ok"] and json.loads(out)["reason"] in err, out + err)
    with open("/dev/full", "wb") as full:
        run = subprocess.run([PROGRAM, "games"], stdout=full, stderr=subprocess.PIPE, timeout=60)
    check("a full disk is told", run.returncode == 2 and b"standard output cannot be written" in run.stderr, run.stderr.decode())
    fails("play: a name twice", 2, "'Ann' cannot be a player here", "play", "Ann", "Ann")


def main():
    bad_scripts()
    with tempfile.TemporaryDirectory() as folder:
        keepsakes(folder)
        keepsakes_of_all(folder)
        bad_logs(folder)
        filters(folder)
        golden = os.path.join(folder, "x.script")
        with open(golden, "wb") as out:
            out.write(SETUP)
        with open(os.path.join(folder, "x.golden"), "w", encoding="utf-8") as out:
            out.write("begin\n  > gems_placed gems=7\n")
        code, _, err = unisono("rehearse", golden)
        check("rehearse shows the first difference to a recording",
              code == 1 and "expected:   > gems_placed gems=7" in err and "but got:    > gems_placed gems=6" in err, err)
    commands()
    manual()
    completion()
    report()



main()
