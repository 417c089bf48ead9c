#!/usr/bin/env python3
"""Weights of what speaks for two words carrying the same idea (sameness.c), fitted to our own lists.

usage: fit.py pairs DIR     write DIR/pairs.LANG from tests/lexicon/match.LANG.*.txt
       lexicon-build --explain DIR --out DIR/none
       fit.py DIR           print the weights, and precision/recall by the border

Beside the lists stand some thousand pairs as chance has them (DIR/some.LANG): nobody judged them, most are not
the same idea, so each counts as a little of a negative, but for the likeliest. A logistic regression: first over the three languages together, then each language, held to the common
weights. Fitted to the lists `training`, `tuning` and `fresh`; there five-fold cross-validation chooses the border.
Of the lists `heldout` and `unseen` only totals are printed.
"""
import math
import os
import sys

LISTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "lexicon")
LANGUAGES, FITTED = ("en", "de", "fr"), ("training", "tuning", "fresh")
JUDGED = ("heldout", "unseen")
COMMON, OWN, FOLDS = 1.0, 6.0, 5  # how strongly weights are held to zero, to the common ones
SOME, SPARED = 0.06, 0.1  # what a pair by chance counts; the share of them that may well be synonyms
BORDERS = (-0.5, -0.25, 0, 0.25, 0.5, 0.75, 1, 1.5, 2)


def write_pairs(folder):
    for lang in LANGUAGES:
        with open(os.path.join(folder, f"pairs.{lang}"), "w", encoding="utf-8") as out:
            for part in (*FITTED, *JUDGED):
                with open(os.path.join(LISTS, f"match.{lang}.{part}.txt"), encoding="utf-8") as lines:
                    for line in lines:
                        for entry in line[1:].split(";") if line[0] in "+-" else ():
                            out.write(f"{entry.strip()} {part} {line[0]}\n")


def read(folder, lang):
    """(list, same idea, features or None where the files have nothing) of each pair."""
    rows = []
    with open(os.path.join(folder, f"pairs.{lang}"), encoding="utf-8") as pairs, \
            open(os.path.join(folder, f"features.{lang}"), encoding="utf-8") as features:
        for pair, found in zip(pairs, features):
            pair, found = pair.split(), found.split()
            assert pair[:2] == found[:2], (pair, found)
            judged = found[2:5] == ["known=1", "opposite=0", "asked=1"]
            rows.append((pair[2], pair[3] == "+", [float(f) for f in found[6:]] if judged else None,
                         " ".join(pair[:2])))
    return rows


def read_some(folder, lang):
    with open(os.path.join(folder, f"some.{lang}"), encoding="utf-8") as lines:
        found = [line.split() for line in lines]
    return [[float(f) for f in line[6:]] for line in found if line[2:5] == ["known=1", "opposite=0", "asked=1"]]


def solve(matrix, right):
    n = len(right)
    m = [row + [r] for row, r in zip(matrix, right)]
    for c in range(n):
        pivot = max(range(c, n), key=lambda r: abs(m[r][c]))
        m[c], m[pivot] = m[pivot], m[c]
        for r in range(n):
            if r != c and m[r][c]:
                f = m[r][c] / m[c][c]
                m[r] = [x - f * y for x, y in zip(m[r], m[c])]
    return [m[i][n] / m[i][i] for i in range(n)]


def product(weights, features):
    return sum(w * f for w, f in zip(weights, features))


def fit(data, strength, held):
    n, weights = len(held), list(held)
    for _ in range(12):
        matrix, right = [[0.0] * n for _ in range(n)], [0.0] * n
        for features, same, worth in data:
            p = 1 / (1 + math.exp(-max(-30, min(30, product(weights, features)))))
            said = [i for i in range(n) if features[i]]
            for i in said:
                right[i] += worth * (same - p) * features[i]
                for k in said:
                    matrix[i][k] += worth * p * (1 - p) * features[i] * features[k]
        for i in range(n):
            right[i] -= strength * (weights[i] - held[i])
            matrix[i][i] += strength
        weights = [w + s for w, s in zip(weights, solve(matrix, right))]
    return weights


def table(scores, same, wanted):
    out = []
    for border in BORDERS:
        found = [s for z, s in zip(scores, same) if z >= border]
        out.append(f"{border}: {sum(found) / max(1, len(found)):.3f}/{sum(found) / wanted:.3f}")
    return "  ".join(out)


def main():
    if sys.argv[1] == "pairs":
        write_pairs(sys.argv[2])
        return
    rows = {lang: read(sys.argv[1], lang) for lang in LANGUAGES}
    fitted = {lang: [r for r in rows[lang] if r[0] in FITTED and r[2]] for lang in LANGUAGES}
    some = {lang: read_some(sys.argv[1], lang) for lang in LANGUAGES}
    zero = [0.0] * len(fitted["en"][0][2])

    def both_steps(keep):
        data = {lang: [(r[2], r[1], 1) for r in fitted[lang] if keep(r)] for lang in LANGUAGES}
        common = fit([d for lang in LANGUAGES for d in data[lang]], COMMON, zero)
        for lang in LANGUAGES:
            likely = sorted(some[lang], key=lambda f: product(common, f))
            data[lang] += [(f, False, SOME) for f in likely[:round((1 - SPARED) * len(likely))]]
        common = fit([d for lang in LANGUAGES for d in data[lang]], COMMON, zero)
        return {lang: fit(data[lang], OWN, common) for lang in LANGUAGES}

    def fold(row):
        return sum(map(ord, row[3])) * 7919 % FOLDS

    folds = [both_steps(lambda r, k=k: fold(r) != k) for k in range(FOLDS)]
    weights = both_steps(lambda r: True)
    for lang in LANGUAGES:
        wanted = sum(r[1] for r in rows[lang] if r[0] in FITTED)
        print(lang, "cross-validated ", table([product(folds[fold(r)][lang], r[2]) for r in fitted[lang]],
                                              [r[1] for r in fitted[lang]], wanted))
        for part in JUDGED:
            those = [r for r in rows[lang] if r[0] == part]
            print(lang, part, table([product(weights[lang], r[2]) for r in those if r[2]],
                                    [r[1] for r in those if r[2]], sum(r[1] for r in those)))
        for border in (0, 0.5):
            print(lang, "by chance", border, sum(product(weights[lang], f) >= border for f in some[lang]), "of", len(some[lang]))
        print("{" + ", ".join(f"{w:.2f}f" for w in weights[lang]) + "},")


main()
