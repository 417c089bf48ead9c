#!/usr/bin/env python3
"""The texts of the program as gettext files that translation services read, and back.

usage: po.py export FOLDER [LANGUAGE…]     FOLDER/unisono.pot and FOLDER/<language>.po [de fr]
       po.py import FILE.po                writes strings/<language>.txt everywhere, in the order and with the notes of English
       po.py pseudo FOLDER                 FOLDER/qps.po: a language that nobody speaks, to find what is clipped or not translated
       po.py check FILE.po                 what an import would complain about

A text is known by its context, "folder:key": English may say the same in two places. `{places}` have to be the same in every
language; `{n|one|many}` picks a form by the number n, where a language needs it. An empty translation is not written: the import says which are missing.
One that a tool has marked as fuzzy (English has changed since, and it was kept as a help) counts as empty.
"""
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SOURCE = "en"
PLACE = re.compile(r"\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}")
PSEUDO = "qps"
LETTERS = str.maketrans("AEIOUaeiouCNScnsyzDd", "ÀËÎÖÛàëîöûÇÑŠçñšýžÐð")


def folders():
    """Where texts are, the web app's first, those of games last."""
    found = ["web", *(f"{above}/{name}" for above in ("src", "games") for name in sorted(os.listdir(os.path.join(ROOT, above))))]
    return [name for name in found if os.path.exists(path_of(name, SOURCE))]


def path_of(folder, language):
    return os.path.join(ROOT, folder, "strings", language + ".txt")


def read_lines(folder, language):
    """(key, text) of each line, (None, line) where it is a note or empty."""
    path = path_of(folder, language)
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    found = []
    for line in lines:
        key, sign, text = line.partition("=")
        if not line.strip() or line.lstrip().startswith("#") or not sign:
            found.append((None, line))
        else:
            found.append((key.strip(), text.strip()))
    return found


def texts(folder, language):
    return {key: text for key, text in read_lines(folder, language) if key}


def places(text):
    """Those that are filled. A language may need a form ({n|one|many}) where English does not."""
    return sorted({match.group(1) for match in PLACE.finditer(text) if match.group(2) is None})


# ---- gettext ----

def quote(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t").replace("\n", "\\n") + '"'


def unquote(line):
    inner = line.strip()[1:-1]
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m.group(1), m.group(1)), inner)


def write_po(path, language, translate):
    version = re.search(r"^  version: '(.*)',$", open(os.path.join(ROOT, "meson.build"), encoding="utf-8").read(), re.M).group(1)
    head = {"Project-Id-Version": f"unisono {version}", "Language": language, "MIME-Version": "1.0",
            "Content-Type": "text/plain; charset=UTF-8", "Content-Transfer-Encoding": "8bit"}
    out = ['msgid ""', 'msgstr ""', *(quote(f"{name}: {value}\n") for name, value in head.items()), ""]
    for folder in folders():
        note = ""
        for key, text in read_lines(folder, SOURCE):
            if key is None:
                note = text.lstrip("# ").strip() if text.strip() else note
                continue
            if note:
                out.append(f"#. {note}")
            if places(text):
                out.append("#. Places: " + " ".join("{%s}" % name for name in places(text)))
            out += [f"#: {folder}/strings/{SOURCE}.txt", f"msgctxt {quote(f'{folder}:{key}')}", f"msgid {quote(text)}",
                    f"msgstr {quote(translate(folder, key, text))}", ""]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(out))


def read_po(path):
    """The language, and (context, English) -> translation."""
    entry, entries, field = {}, [], None
    with open(path, encoding="utf-8") as file:
        for line in [*file.read().splitlines(), ""]:
            word = re.match(r'(msgctxt|msgid|msgstr) (".*")$', line)
            if word:
                if word.group(1) in entry:
                    entries.append(entry)
                    entry = {}
                field = word.group(1)
                entry[field] = unquote(word.group(2))
            elif line.startswith('"') and field:
                entry[field] += unquote(line)
            elif line.startswith("#,") and "fuzzy" in line:
                if "msgid" in entry:
                    entries.append(entry)
                entry, field = {"fuzzy": True}, None
            elif line.startswith("#~"):
                field = None
            elif not line.strip() and entry:
                entries.append(entry)
                entry, field = {}, None
    head = next((one["msgstr"] for one in entries if one.get("msgid") == "" and "msgctxt" not in one), "")
    language = re.search(r"^Language: *([A-Za-z_-]+)", head, re.M)
    if not language:
        raise SystemExit(f"{path}: its head tells no Language")
    return language.group(1), {one["msgctxt"]: (one["msgid"], "" if one.get("fuzzy") else one.get("msgstr", "")) for one in entries if "msgctxt" in one}


def pseudo(text):
    """Longer by a third, word by word, with accents, between brackets: what is cut off or was never translated can be seen."""
    if re.fullmatch(r"[^\s{}]+(\|[^\s{}]+)+", text):  # a list: the months
        return "|".join(pseudo(part) for part in text.split("|"))
    seen, given = -1, 0

    def stretch(word):
        nonlocal seen, given
        seen += len(word) + 1
        dots = seen // 3 - given
        given += dots
        return word.translate(LETTERS) + "·" * dots

    def say(piece):
        return re.sub(r"[^\s·]+", lambda match: stretch(match.group()), piece)

    pieces, at = [], 0
    for match in PLACE.finditer(text):
        pieces.append(say(text[at:match.start()]))
        name, one, many = match.groups()
        pieces.append(match.group(0) if one is None else "{%s|%s|%s}" % (name, one.translate(LETTERS), many.translate(LETTERS)))
        at = match.end()
    pieces.append(say(text[at:]))
    return "⟦" + "".join(pieces) + ("" if given else "·") + "⟧"


# ---- commands ----

def complaints(path):
    language, given = read_po(path)
    for folder in folders():
        english = texts(folder, SOURCE)
        for key, text in english.items():
            source, translated = given.pop(f"{folder}:{key}", (None, ""))
            if not translated:
                yield "missing", f"{folder}:{key} has no translation"
            elif source != text:
                yield "changed", f"{folder}:{key}: English has changed since: {text}"
            elif places(translated) != places(text):
                yield "places", f"{folder}:{key}: places are {places(text)}, not {places(translated)}"
            elif "\n" in translated or translated != translated.strip():
                yield "form", f"{folder}:{key}: a text is one line without blanks at its ends"
    for context in given:
        yield "unknown", f"{context} is no text of this version"


def export(folder, languages):
    os.makedirs(folder, exist_ok=True)
    write_po(os.path.join(folder, "unisono.pot"), "", lambda *_: "")
    for language in languages:
        own = {name: texts(name, language) for name in folders()}
        write_po(os.path.join(folder, language + ".po"), language, lambda name, key, _, own=own: own[name].get(key, ""))
    return 0


def bring_in(path):
    found = list(complaints(path))
    # What is missing may come later; what is wrong would break a screen.
    bad = [text for kind, text in found if kind in ("places", "form")]
    for kind, text in found:
        print(f"{path}: {text}", file=sys.stderr)
    if bad:
        return 1
    language, given = read_po(path)
    if not re.fullmatch(r"[a-z]{2,3}", language) or language == SOURCE:
        print(f"{path}: '{language}' is no language to import", file=sys.stderr)
        return 1
    for folder in folders():
        lines = []
        notes = [text for key, text in read_lines(folder, language) if key is None and text.strip()]
        own_notes = iter(notes if len(notes) == sum(1 for key, text in read_lines(folder, SOURCE) if key is None and text.strip()) else [])
        for key, text in read_lines(folder, SOURCE):
            if key is None:
                lines.append(next(own_notes, text) if text.strip() else text)
            elif given.get(f"{folder}:{key}", ("", ""))[1]:
                lines.append(f"{key} = {given[f'{folder}:{key}'][1]}")
        with open(path_of(folder, language), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    return 0


def main(words):
    if len(words) >= 2 and words[0] == "export":
        return export(words[1], words[2:] or ["de", "fr"])
    if len(words) == 2 and words[0] == "pseudo":
        os.makedirs(words[1], exist_ok=True)
        write_po(os.path.join(words[1], PSEUDO + ".po"), PSEUDO, lambda folder, key, text: pseudo(text))
        return 0
    if len(words) == 2 and words[0] == "check":
        found = [text for _, text in complaints(words[1])]
        print("\n".join(found))
        return 1 if found else 0
    if len(words) == 2 and words[0] == "import":
        return bring_in(words[1])
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
