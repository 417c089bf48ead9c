"""Writes a language model as the speech recogniser keeps it (tools/lexicon/speech.c), for build.py.

Chances are natural logarithms: {word: …}, {(before, word): …}, {(first, before, word): …}.
"""
import math
import struct

TABLE = 1 << 16


class Bits:
    def __init__(self):
        self.value, self.n = 0, 0

    def add(self, number, width):
        assert number < 1 << width
        self.value |= number << self.n
        self.n += width

    def bytes(self, length):
        return self.value.to_bytes(length, "little")


def size(items, width):
    return ((items + 1) * width + 7) // 8 + 8


def write(path, words, pairs, triples):
    names = sorted(words)
    at = {w: i for i, w in enumerate(names)}
    base = math.log(1.0001)
    pair_values, triple_values = sorted(set(pairs.values())), sorted(set(triples.values()))
    word_bits, begin_bits = len(names).bit_length(), len(triples).bit_length()
    pair_bits, triple_bits, begins, done, said = Bits(), Bits(), [], 0, 0
    for w in names:
        begins.append(done)
        for before in sorted((b for b, x in pairs if x == w), key=at.get):
            pair_bits.add(at[before], word_bits)
            pair_bits.add(7, 16)  # a backoff that nobody reads
            pair_bits.add(pair_values.index(pairs[before, w]), 16)
            pair_bits.add(said, begin_bits)
            done += 1
            for first in sorted((f for f, b, x in triples if (b, x) == (before, w)), key=at.get):
                triple_bits.add(at[first], word_bits)
                triple_bits.add(triple_values.index(triples[first, before, w]), 16)
                said += 1
    pair_bits.add(0, word_bits + 32)
    pair_bits.add(said, begin_bits)
    begins.append(done)

    def table(values):
        return struct.pack(f"<{TABLE}f", *[v / base for v in values] + [0] * (TABLE - len(values)))

    with open(path, "wb") as out:
        out.write(b"Trie Language Model" + struct.pack("<B3Ii", 3, len(names), len(pairs), len(triples), 1))
        out.write(table(pair_values) + table([]) + table(triple_values))
        for w, begin in zip(names + [names[0]], begins):
            out.write(struct.pack("<ffI", words[w] / base, 0, begin))
        out.write(pair_bits.bytes(size(len(pairs), word_bits + 32 + begin_bits)))
        out.write(triple_bits.bytes(size(len(triples), word_bits + 16)))
        text = b"".join(w.encode() + b"\0" for w in names)
        out.write(struct.pack("<I", len(text)) + text)
