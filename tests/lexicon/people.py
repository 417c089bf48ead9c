"""What people answered, for report.py: public association norms, read where they are present.

The folder is no part of the project (docs/lexicon.md). Cues are parted into two folds by their letters:
weights were chosen on fold A, so only fold B tells how good they are. Of each cue the commonest
answer is looked for among our first 1, 10 and 50.
"""
import hashlib
import os

FILES = {"usf": ("en", "associations.en.usf.tsv"), "eat": ("en", "associations.en.eat.tsv"),
         "answers": ("de", "associations.de.tsv"), "relations": ("fr", "relations.fr.tsv")}


def fold_of(cue):
    return "AB"[hashlib.sha256(cue.upper().encode()).digest()[0] & 1]


def read(folder, name):
    """{cue: {answer: how many}}; relations count as what weight they have."""
    answers = {}
    with open(os.path.join(folder, name), encoding="utf-8") as lines:
        head = next(lines).rstrip("\n").split("\t")
        count = head.index("weight" if "weight" in head else "count")
        for line in lines:
            row = line.rstrip("\n").split("\t")
            if len(row) == len(head) and row[0] and row[1] and " " not in row[0] + row[1]:
                said = answers.setdefault(row[0], {})
                said[row[1]] = max(said.get(row[1], 0), float(row[count]))
    return answers


def norms(folder):
    for norm, (lang, name) in FILES.items():
        if os.path.exists(os.path.join(folder, name)):
            yield norm, lang, read(folder, name)


def half_width(hits, n):
    """Half of the 95 % interval of a share."""
    share = hits / max(1, n)
    return round(1.96 * (share * (1 - share) / max(1, n)) ** .5, 3)


def judge(ask, fold, folder, wanted="B"):
    """One result a norm: how often the commonest answer is among ours, over cues that we know."""
    for norm, lang, answers in norms(folder):
        cues = [c for c in sorted(answers) if fold_of(c) == wanted]
        hits, known = {1: 0, 10: 0, 50: 0}, 0
        for cue, answer in zip(cues, ask("associate", lang, cues, "--top", "50")):
            if not answer["answers"]:
                continue
            known += 1
            got = [fold(a["word"]) for a in answer["answers"]]
            best = max(answers[cue].values())
            first = {fold(w) for w, n in answers[cue].items() if n == best}
            place = min((got.index(w) for w in first if w in got), default=99)
            for top in hits:
                hits[top] += place < top
        yield {"task": "people", "norm": norm, "lang": lang, "fold": wanted, "cues": known} | {
            f"first_{top}": round(n / max(1, known), 3) for top, n in hits.items()} | {
            "plus_minus_10": half_width(hits[10], known)}
